"""An archive of mails taken in: each is stored and handled as if it had come by `pbem ingest`, one by one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from sqlmodel import col, select

from pbem.mail.headers import split
from pbem.mail.mailfiles import ArchivedMail, mails_in, received_at
from pbem.mail.reading import LARGEST
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.incoming.mailroom import handle
from pbem.service.services import Services
from pbem.store.mails import mail_id
from pbem.store.tables import InMail, MailId

Arrived = Literal["now", "received"]
"""When the mails of an archive count as come: now, or when their last mail server says it took them in."""


class Imported(msgspec.Struct, frozen=True):
    """What became of one mail of an archive."""

    place: str

    what: Literal["new", "known", "bad"]
    """``new``; ``known``: the same bytes are stored already; ``bad``: that file holds no mail."""

    told: str
    """Its id, state and the mail room's note, or why it is no mail."""


def import_mails(services: Services, path: Path, arrived: Arrived = "now") -> Iterator[Imported]:
    """Take in every mail of an mbox, a Maildir, a folder of ``.eml`` or a file, in the order it has there.

    With ``received`` a mail without a time that can be read, or with one to come, counts as come now.  Raises
    StoreError: what was told of is in the store, and is known when the archive is taken in again.
    """
    for kept in mails_in(path, LARGEST):
        yield Imported(kept.place, "bad", kept.problem) if kept.problem else _imported(services, kept, arrived)


def _imported(services: Services, kept: ArchivedMail, arrived: Arrived) -> Imported:
    whole = kept.size <= LARGEST
    raw = kept.raw if whole else split(kept.raw)[0] + b"\r\n\r\n"
    state = _state(services, name := mail_id(raw))
    if state is not None:
        return Imported(kept.place, "known", f"{name} {state}")
    now = services.clock.now()
    at = min(received_at(raw) or now, now) if arrived == "received" else now
    remark = "" if whole else f"it has {kept.size} bytes; at most {LARGEST} are read"
    outcome = handle(services, store_mail(services, raw, Envelope(), at, "ingest", size=kept.size, remark=remark))
    return Imported(kept.place, "new", f"{outcome.mail} {outcome.state} {outcome.note}".rstrip())


def _state(services: Services, name: MailId) -> str | None:
    """What became of a mail that is in the store already."""
    with services.db.reading() as session:
        return session.exec(select(InMail.state).where(col(InMail.id) == name)).first()
