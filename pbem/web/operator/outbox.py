"""Every mail sent, where the built-in mailbox is all there is; elsewhere there is no such page."""

import base64
import re

from flask import Blueprint, Response, abort, render_template
from flask_babel import gettext as _

from pbem.service.outgoing.sentmail import NoMail, SentMail, sent_mail, sent_mails
from pbem.web.door import services
from pbem.web.security import LETTER

pages = Blueprint("outbox", __name__, url_prefix="/outbox")

LINK = re.compile(r"https?://[^\s<>\"|]+")


@pages.before_request
def only_built_in() -> None:
    """404 unless the service runs in its built-in mode: mails hold links that sign in."""
    if not services().config.builtin_mailbox:
        abort(404)


@pages.get("")
def listed() -> str:
    """The mails, newest first."""
    return render_template("web/outbox.html", cards=sent_mails(services()))


@pages.get("/<mail>")
def show(mail: str) -> str:
    """A mail, as a mail program shows it."""
    found = _found(mail)
    own = services().config.base_url
    links = dict.fromkeys(one.rstrip(".,)") for one in LINK.findall(found.text))
    return render_template("web/outbox-mail.html", mail=found, links=[one for one in links if one.startswith(own)])


@pages.get("/<mail>/html")
def letter(mail: str) -> Response:
    """Its HTML, for a frame that runs nothing; pictures inside it as data."""
    found = _found(mail)
    html = found.html
    for part in found.parts:
        if part.cid:
            data = base64.b64encode(part.data).decode()
            html = html.replace(f"cid:{part.cid}", f"data:{part.type};base64,{data}")
    html = html.replace("<head>", '<head><base target="_top">', 1)
    answer = Response(html, mimetype="text/html")
    answer.headers["Content-Security-Policy"] = LETTER
    return answer


@pages.get("/<mail>/mail.eml")
def raw(mail: str) -> Response:
    """The mail as it was sent."""
    return _download(_found(mail).raw, "message/rfc822", f"{mail}.eml")


@pages.get("/<mail>/parts/<int:number>")
def part(mail: str, number: int) -> Response:
    """Something attached."""
    parts = _found(mail).parts
    if number >= len(parts):
        abort(404)
    return _download(parts[number].data, parts[number].type, parts[number].name)


def _download(data: bytes, kind: str, name: str) -> Response:
    answer = Response(data, mimetype=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer


def _found(mail: str) -> SentMail:
    try:
        return sent_mail(services(), mail)
    except NoMail:
        abort(404, _("There is no such mail."))
