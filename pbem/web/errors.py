"""Error pages: what happened, what was done with your text, what you can do.

They never touch the database: it may be what is wrong.
"""

import logging
import secrets
from dataclasses import dataclass

from flask import Flask, render_template, request, session, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from pbem.service.play.pages import NoReport
from pbem.service.play.work import UnknownGame
from pbem.store.errors import Conflict, StoreUnavailable
from pbem.web.door import PLAYER, SignInFirst, by_htmx, to_sign_in
from pbem.web.looks import sentence

log = logging.getLogger(__name__)

KEPT = "Nothing was sent. What you had written is below: copy it before you leave this page."
NOTHING = "Nothing was changed."


@dataclass(frozen=True)
class Trouble:
    """An error page.  what: happened.  done: with what was sent.  can: be done about it; button: for it (text, place).

    text: what had been written, given back.  reference: to be quoted to the operator, whose log has it.
    """

    title: str
    what: str
    done: str = NOTHING
    can: str = ""
    button: tuple[str, str] | None = None
    text: str = ""
    reference: str = ""

    def page(self) -> str:
        """As a page, or as the one line that a part of a page has room for."""
        if by_htmx():
            return render_template("web/trouble.html", trouble=self)
        return render_template("web/error.html", trouble=self, signed_in=PLAYER in session)


def catch(app: Flask) -> None:
    """Give every error its page."""
    app.register_error_handler(SignInFirst, lambda _: to_sign_in())
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(UnknownGame, lambda _: (_not_found("There is no such game.").page(), 404))
    app.register_error_handler(NoReport, lambda fault: (_not_found(sentence(str(fault))).page(), 404))
    app.register_error_handler(StoreUnavailable, _closed)
    app.register_error_handler(Conflict, _crowded)
    app.register_error_handler(Exception, _broken)


def sent_text() -> str:
    """The order text of a request, to be given back."""
    return request.form.get("text", "") if request.method == "POST" else ""


def _kept() -> str:
    return KEPT if sent_text() else NOTHING


def _home() -> tuple[str, str]:
    return "Go to my games", url_for("games.mine")


def _not_found(what: str) -> Trouble:
    return Trouble(
        title="There is no such page", what=what, text=sent_text(), done=_kept(),
        can="Perhaps the link was cut in two by a mail program. Your games are all in one list.", button=_home(),
    )  # fmt: skip


def _forged(_: Exception) -> tuple[str, int]:
    """A form without its secret token: an old page, or another site that tries its luck."""
    trouble = Trouble(
        title="This form is out of date",
        what="The form you sent was made for another visit of yours, or your browser keeps no cookies for this site.",
        done=_kept(), can="Open the page again and send it from there.", text=sent_text(),
        button=("Open the page again", _again()),
    )  # fmt: skip
    return trouble.page(), 400


def _again() -> str:
    """The page a form belongs to."""
    path = request.path
    return "/".join(path.split("/")[:3]) if path.startswith("/g/") else url_for("games.mine")


_TITLES = {
    400: ("This could not be read", "The request was not one of our pages' own."),
    403: ("This is not yours to open", "You are signed in, but this belongs to somebody else."),
    405: ("This is no page to look at", "The address is where a form is sent to, not a page."),
    413: ("That is too much at once", "What you sent is larger than anything a turn could need."),
    429: ("A little slower, please", "You have done this very often in the last minutes."),
}


def _http(fault: HTTPException) -> Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    code = fault.code or 500
    if code < 400:
        return fault.get_response()
    if code == 404:
        own = fault.description if fault.description and "URL" not in fault.description else ""
        return _not_found(own or "Nothing is to be found at this address.").page(), 404
    title, what = _TITLES.get(code, ("This did not work", fault.name))
    can = "Wait a minute, then try again." if code == 429 else "Go back, or start from your games."
    trouble = Trouble(title=title, what=what, done=_kept(), can=can, button=_home(), text=sent_text())
    kept = {name: value for name, value in fault.get_headers() if name in {"Retry-After", "Allow"}}
    return trouble.page(), code, kept


def _closed(fault: Exception) -> tuple[str, int, dict[str, str]]:
    reference = _logged("the database is unavailable", fault)
    trouble = Trouble(
        title="The post office is closed for a moment",
        what="The database cannot be reached just now, so nothing can be shown or filed.",
        done=_kept(), can="Try again in a minute; no deadline passes unnoticed, and what stood before stands.",
        button=("Try again", _again()), text=sent_text(), reference=reference,
    )  # fmt: skip
    return trouble.page(), 503, {"Retry-After": "60"}


def _crowded(fault: Exception) -> tuple[str, int, dict[str, str]]:
    _logged("too many writers", fault)
    trouble = Trouble(
        title="Somebody else was quicker", what="Several orders for this game came in at the same moment.",
        done=_kept(), can="Send yours once more.", button=("Open the page again", _again()), text=sent_text(),
    )  # fmt: skip
    return trouble.page(), 503, {"Retry-After": "2"}


def _broken(fault: Exception) -> tuple[str, int]:
    reference = _logged("a page failed", fault)
    trouble = Trouble(
        title="Something is wrong here",
        what="This page could not be made. The fault is ours, and it has been written down.",
        done=_kept(), can="Try again; if it stays so, write to whoever runs this service and name the reference.",
        button=_home(), text=sent_text(), reference=reference,
    )  # fmt: skip
    return trouble.page(), 500


def _logged(what: str, fault: Exception) -> str:
    reference = secrets.token_hex(3).upper()
    log.error("%s (reference %s) at %s %s", what, reference, request.method, request.path, exc_info=fault)
    return reference
