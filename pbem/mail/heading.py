"""What a list of mails shows of each: who it says it is from, its subject, its id.  Nothing is judged by them."""

from binascii import Error as BinasciiError
from email.errors import HeaderParseError
from email.header import decode_header

import msgspec

from pbem.mail.addresses import only_address
from pbem.mail.bodytext import decoded
from pbem.mail.headers import Headers, headers
from pbem.reports.unseen import visible

LONGEST_SUBJECT = 200


class MailHeading(msgspec.Struct, frozen=True):
    """sender: normalised, '' when it is not one plain address.  message_id: '' for none."""

    sender: str
    subject: str
    message_id: str


def heading(raw: bytes) -> MailHeading:
    """The heading of any mail, in linear time; never raises."""
    found = headers(raw)
    ids = found.ids("message-id")
    return MailHeading(sender_of(found), _shown(found.first("subject")[: 4 * LONGEST_SUBJECT]), ids[0] if ids else "")


def sender_of(found: Headers) -> str:
    """The one plain address of the one ``From``; '' when readers could differ about who wrote it."""
    froms = found.all("from")
    return only_address(froms[0]) if len(froms) == 1 else ""


def _shown(subject: str) -> str:
    """A subject as its writer typed it, on one line, with nothing in it that a screen would act on."""
    try:
        pieces = decode_header(subject)
    except (HeaderParseError, BinasciiError, ValueError):
        pieces = [(subject, None)]
    text = "".join(one if isinstance(one, str) else decoded(one, charset or "") for one, charset in pieces)
    text = visible(" ".join(text.split()))
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:LONGEST_SUBJECT]
