"""The door for mail providers: raw mails by POST, signed with a key that only the provider and we have.

2xx is said when the mail is committed, so a provider that hears anything else keeps it and tries again.
"""

import logging
from collections.abc import Mapping
from io import BytesIO
from urllib.parse import parse_qsl

from flask import Blueprint, Response, request
from werkzeug.datastructures import Headers
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import MultiPartParser
from werkzeug.http import parse_options_header

from pbem.mail.reading import LARGEST
from pbem.mail.webhook import Handed, NotSigned, Stamp, handed, mailgun
from pbem.service.incoming.handover import take
from pbem.service.services import Services
from pbem.store.errors import StoreError
from pbem.web.door import services

log = logging.getLogger(__name__)

pages = Blueprint("webhook", __name__, url_prefix="/mail/webhook")

LARGEST_REQUEST = 3 * LARGEST + 64 * 1024
"""Bytes: each byte of a mail may be three in a form."""
MOST_FIELDS = 200
RETRY_AFTER = 60
"""Seconds after which a provider may try again."""

RAW = ("message/rfc822", "application/octet-stream")
RAW_ONLY = (
    "Only raw mails are taken: a body of type message/rfc822 with X-PBEM headers, or Mailgun's form with body-mime "
    "(its route must end in /mail/webhook/mime). Mails that somebody parsed are not."
)


class _Unreadable(Exception):
    """What was sent is no form of ours; the message says what to send."""


@pages.post("")
@pages.post("/mime")
def take_mail() -> Response:
    """Store the mail of a request that is signed and fresh.  Without a key there is no such place."""
    office = services()
    if not office.config.webhook_key:
        return _said("There is no webhook here.", 404)
    try:
        mail = _handed(office)
        name = take(office, mail)
    except NotSigned:
        log.warning("a request to the webhook was refused: not signed with our key, or not for now")
        return _said("Not signed as it must be, or not for now.", 403)
    except RequestEntityTooLarge:
        return _said(f"The mail is too large: at most {LARGEST} bytes are taken.", 413)
    except _Unreadable as fault:
        return _said(str(fault), 415)
    except ValueError as fault:
        return _said(f"This could not be read: {fault}.", 400)
    except StoreError as fault:
        log.error("a mail from the webhook could not be stored: %s", fault)  # noqa: TRY400  # the message says it all
        answer = _said("The mail could not be stored just now; try again.", 503)
        answer.headers["Retry-After"] = str(RETRY_AFTER)
        return answer
    return _said(f"stored {name}", 200)


def _handed(office: Services) -> Handed:
    """The mail of this request.  Raises NotSigned, _Unreadable, ValueError, RequestEntityTooLarge."""
    kind = request.mimetype
    if kind in RAW:
        return _ours(office)
    if kind in {"multipart/form-data", "application/x-www-form-urlencoded"}:
        return _mailguns(office, _form(kind))
    raise _Unreadable(RAW_ONLY)


def _ours(office: Services) -> Handed:
    """The mail is the body; what is said of it stands in headers."""
    said = {name: _text(request.headers.get(f"X-PBEM-{name}", "")) for name in ("Sender", "Recipients")}
    stamp = Stamp(*(_text(request.headers.get(f"X-PBEM-{name}", "")) for name in ("Timestamp", "Nonce", "Signature")))
    raw = _body(LARGEST)
    return handed(office.config.webhook_key, stamp, said["Sender"], said["Recipients"], raw, office.clock.now())


def _mailguns(office: Services, form: Mapping[str, str]) -> Handed:
    if "body-mime" not in form:
        raise _Unreadable(RAW_ONLY)
    raw = form["body-mime"].encode("latin-1")
    if len(raw) > LARGEST:
        raise RequestEntityTooLarge
    stamp = Stamp(*(_text(form.get(name, "")) for name in ("timestamp", "token", "signature")))
    sender, recipients = (_text(form.get(name, "")) for name in ("sender", "recipient"))
    return mailgun(office.config.webhook_key, stamp, sender, recipients, raw, office.clock.now())


class _Exactly(MultiPartParser):
    """Fields as the bytes they are: a mail may be in any charset, or in several."""

    def get_part_charset(self, headers: Headers) -> str:
        """One character a byte."""
        return "latin-1"


def _form(kind: str) -> Mapping[str, str]:
    """The fields of a form, one character a byte.  Raises ValueError, RequestEntityTooLarge."""
    data = _body(LARGEST_REQUEST)
    if kind == "multipart/form-data":
        boundary = parse_options_header(request.content_type)[1].get("boundary", "")
        if not boundary:
            raise ValueError("the form names no boundary")
        parser = _Exactly(max_form_memory_size=LARGEST_REQUEST, max_form_parts=MOST_FIELDS)
        return parser.parse(BytesIO(data), boundary.encode("ascii"), len(data))[0]
    return dict(
        parse_qsl(data.decode("latin-1"), keep_blank_values=True, encoding="latin-1", max_num_fields=MOST_FIELDS)
    )


def _body(most: int) -> bytes:
    """The body, whole.  Raises RequestEntityTooLarge, also for one whose length was not told and that was cut."""
    request.max_content_length = most + 1
    data = request.get_data(cache=False)
    if len(data) > most:
        raise RequestEntityTooLarge
    return data


def _text(latin: str) -> str:
    """What was read as one character a byte, as the text it is."""
    return latin.encode("latin-1", "replace").decode("utf-8", "replace")


def _said(text: str, status: int) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")
