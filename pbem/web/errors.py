"""Error pages: what happened, what was done with your text, what you can do.

They do not touch the database, which may be what is wrong; but for orders to a damaged game, which are kept there.
"""

import logging
import secrets
from dataclasses import dataclass

from flask import Flask, current_app, render_template, request, session, url_for
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from pbem.engine.ids import GameId
from pbem.service.play.drafts import keep_draft
from pbem.service.play.pages import NoReport, seat_of
from pbem.service.play.work import UnknownGame
from pbem.store.errors import BrokenGame, Conflict, StoreError, StoreUnavailable
from pbem.store.tables import PlayerId
from pbem.web.door import PLAYER, SignInFirst, by_htmx, services, to_sign_in
from pbem.web.looks import sentence

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ErrorPage:
    """An error page."""

    title: str

    what: str
    """What happened."""

    done: str = ""
    """What became of what was sent; '' for nothing."""

    can: str = ""
    """What the reader can do about it."""

    button: tuple[str, str] | None = None
    """A button for that: text and address."""

    text: str = ""
    """The text that had been written, given back."""

    reference: str = ""
    """A reference to quote to the operator, whose log has it."""

    def page(self) -> str:
        """As a page, or as the one line that a part of a page has room for."""
        if by_htmx():
            return render_template("web/trouble.html", trouble=self)
        return render_template("web/error.html", trouble=self, signed_in=PLAYER in session)


def catch(app: Flask) -> None:
    """Give every error its page."""
    app.register_error_handler(SignInFirst, _signed_out)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(UnknownGame, lambda fault: (_not_found(_("There is no such game.")).page(), 404))
    app.register_error_handler(NoReport, lambda fault: (_not_found(sentence(str(fault))).page(), 404))
    app.register_error_handler(StoreUnavailable, _closed)
    app.register_error_handler(Conflict, _crowded)
    app.register_error_handler(BrokenGame, _damaged)
    app.register_error_handler(Exception, _broken)


def sent_text() -> str:
    """The order text of a request, to be given back; '' where there is none, or it came too large to be read."""
    try:
        return request.form.get("text", "") if request.method == "POST" else ""
    except HTTPException:  # the very fault that is being told may be that the form cannot be read
        return ""


def _kept() -> str:
    if sent_text():
        return _("Nothing was sent. What you had written is below: copy it before you leave this page.")
    return _("Nothing was changed.")


def _home() -> tuple[str, str]:
    return _("Go to my games"), url_for("games.mine")


def _not_found(what: str) -> ErrorPage:
    return ErrorPage(
        title=_("Page not found"), what=what, text=sent_text(), done=_kept(),
        can=_("Perhaps the link was cut in two by a mail program. Your games are all in one list."), button=_home(),
    )  # fmt: skip


def _forged(fault: Exception) -> tuple[str, int]:
    """A form without its secret token: an old page, or another site that tries its luck."""
    trouble = ErrorPage(
        title=_("This form has expired"),
        what=_("It was made for another visit of yours, or your browser keeps no cookies for this site."),
        done=_kept(), can=_("Open the page again and send it from there."), text=sent_text(),
        button=(_("Open the page again"), _again()),
    )  # fmt: skip
    return trouble.page(), 400


def _signed_out(fault: Exception) -> Response | tuple[str, int]:
    """To the sign-in page; but what the player has written is given back first: the visit ended meanwhile."""
    there = to_sign_in(_again())
    if not sent_text():
        return there
    trouble = ErrorPage(
        title=_("You are signed out"), what=_("Your session has ended, perhaps from another device."),
        done=_kept(), can=_("Keep a copy of what you have written, and sign in again."), text=sent_text(),
        button=(_("Sign in"), url_for("signin.form")),
    )  # fmt: skip
    return trouble.page(), 403


def _again() -> str:
    """The page a form belongs to: of the same address; of the same game."""
    path, routes = request.path, current_app.create_url_adapter(request)
    if routes is not None and routes.test(path, "GET"):
        return path
    return "/".join(path.split("/")[:3]) if path.startswith("/g/") else url_for("games.mine")


def _told(code: int, name: str) -> tuple[str, str, str]:
    """Title, first sentence, and what can be done, for a status."""
    home = _("Go back, or start from your games.")
    return {
        400: (
            _("This could not be read"), _("The request was not one of our pages’ own."),
            _("Go back, load the page anew and press its button again; or start from your games."),
        ),
        403: (
            _("No access"), _("You are signed in, but this belongs to another player."),
            _("If you play under another address, sign out and in again with that one; or start from your games."),
        ),
        405: (
            _("Not a page"), _("Forms are sent to this address; it is not a page."), home,
        ),
        413: (
            _("Too large"), _("What you sent is larger than any turn needs."),
            _("Go back: your browser still has your text. Shorten it and send it again."),
        ),
        429: (
            _("Too many requests"), _("You did this very often in the last minutes."),
            _("Wait a minute, then try again. Links and pictures have an hourly limit."),
        ),
    }.get(code, (_("This did not work"), f"{name}.", home))  # fmt: skip


def _http(fault: HTTPException) -> Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    code = fault.code or 500
    if code < 400:
        return fault.get_response()
    if code == 404:
        own = fault.description if fault.description and "URL" not in fault.description else ""
        return _not_found(own or _("There is no page at this address.")).page(), 404
    title, what, can = _told(code, fault.name)
    trouble = ErrorPage(title=title, what=what, done=_kept(), can=can, button=_home(), text=sent_text())
    kept = {name: value for name, value in fault.get_headers() if name in {"Retry-After", "Allow"}}
    return trouble.page(), code, kept


def _closed(fault: Exception) -> tuple[str, int, dict[str, str]]:
    reference = logged("the database is unavailable", fault)
    trouble = ErrorPage(
        title=_("Briefly unavailable"),
        what=_("The database cannot be reached right now."),
        done=_kept(), can=_("Try again in a minute. Your saved orders are safe, and no deadline passes meanwhile."),
        button=(_("Try again"), _again()), text=sent_text(), reference=reference,
    )  # fmt: skip
    return trouble.page(), 503, {"Retry-After": "60"}


def _damaged(fault: Exception) -> tuple[str, int]:
    """A game that waits for its umpire.  What was written for it is kept as a draft: the one thing that can be."""
    assert isinstance(fault, BrokenGame)
    reference = logged("a game's journal is damaged", fault)
    text = sent_text()
    kept = bool(text.strip()) and keep_sent(fault.game, text)
    trouble = ErrorPage(
        title=_("This game is stopped"),
        what=_("Part of its record has been damaged. The people who run this service have been told, and will restore "
               "it."),
        done=_("Your orders are kept as a draft: you will find them here when the game goes on.") if kept
        else _kept() if text else _("Nothing is lost."),
        can=_("There is nothing you need to do. Your other games are not affected."), text="" if kept else text,
        button=_home(), reference=reference,
    )  # fmt: skip
    return trouble.page(), 503


def keep_sent(game: GameId, text: str) -> bool:
    """Whether a player's text could be kept as the draft of the turn its form was made for."""
    turn, player = request.form.get("turn", ""), session.get(PLAYER)
    try:
        seat = seat_of(services(), game, PlayerId(player)) if player else None
        if seat is None or not turn.isdecimal():
            return False
        keep_draft(services(), game, seat, int(turn), text)
    except StoreError:
        return False
    return True


def _crowded(fault: Exception) -> tuple[str, int, dict[str, str]]:
    logged("too many writers", fault)
    trouble = ErrorPage(
        title=_("Another player was quicker"), what=_("Several orders for this game arrived at the same moment."),
        done=_kept(), can=_("Send yours again."), button=(_("Open the page again"), _again()), text=sent_text(),
    )  # fmt: skip
    return trouble.page(), 503, {"Retry-After": "2"}


def _broken(fault: Exception) -> tuple[str, int]:
    reference = logged("a page failed", fault)
    trouble = ErrorPage(
        title=_("Something went wrong"),
        what=_("This page could not be shown. The fault is ours and has been logged."),
        done=_kept(), can=_("Try again. If it happens again, write to the operator and quote the reference."),
        button=_home(), text=sent_text(), reference=reference,
    )  # fmt: skip
    return trouble.page(), 500


def logged(what: str, fault: Exception) -> str:
    """Write a fault down; the reference it is found by."""
    reference = secrets.token_hex(3).upper()
    log.error("%s (reference %s) at %s %s", what, reference, request.method, request.path, exc_info=fault)
    return reference
