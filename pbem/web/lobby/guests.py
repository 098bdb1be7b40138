"""A battle tried without an account, and kept afterwards by giving a mail address."""

from typing import Final
from zoneinfo import available_timezones

from flask import Blueprint, Flask, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.scenarios import BadScenario
from pbem.service.lobby.battlebook import BattleCard, battles
from pbem.service.lobby.guests import NoTry, ask_to_keep, keep, look_at_keep, may_try, try_battle
from pbem.service.people.seats import BadLink
from pbem.service.plainwords import LONGEST_NAME
from pbem.web.door import GUEST, me, need_me, services, sign_in
from pbem.web.errors import ErrorPage
from pbem.web.zones import UTC

pages = Blueprint("guests", __name__)

OPEN_TO_GUESTS: Final = frozenset({
    *("games", "board", "glances", "pulse", "orders", "standing", "versions", "whatif", "replay", "dice"),
    *("debrief", "downloads", "help", "rules", "scenarios", "guests", "signin", "joining"),
})  # fmt: skip
"""The parts of the site a guest may use: their own battle, and what anybody may read."""


def prepare(app: Flask) -> None:
    """Keep guests to what is open to them."""
    app.before_request(_keep_out)


def _keep_out() -> tuple[str, int] | None:
    if request.blueprint is None or request.blueprint in OPEN_TO_GUESTS or not i_am_guest():
        return None
    trouble = ErrorPage(
        title=_("This needs an account"),
        what=_("You are playing as a guest: mails, letters and games with others need a mail address."),
        done=_("Nothing was changed."), can=_("Give your mail address. Your battle goes on where it is."),
        button=(_("Keep my battle"), url_for("guests.ask")),
    )  # fmt: skip
    return trouble.page(), 403


def i_am_guest() -> bool:
    """Whether this visit is a guest's."""
    if GUEST not in session:
        return False
    found = me()
    return found is not None and found.guest


def to_try() -> tuple[BattleCard, ...]:
    """The battles that may be tried: that for newcomers, by each rule set that has it."""
    if not may_try(services().config):
        return ()
    every = battles(services())
    return tuple(one for one in every if one.short == every[0].short)


@pages.post("/try")
def begin() -> Response | tuple[str, int]:
    """Begin a battle as a guest.  battle: its name; zone: the browser's."""
    if me() is not None:
        return redirect(url_for("games.mine"), 303)
    wanted, zone = request.form.get("battle", ""), request.form.get("zone", "")
    offered = [one.name for one in to_try()]
    name = wanted if wanted in offered else next(iter(offered), "")
    try:
        card, game = try_battle(services(), name, caller_address(), zone if zone in available_timezones() else UTC)
    except (NoTry, BadScenario) as fault:
        trouble = ErrorPage(
            title=_("No new battle now"), what=str(fault), done=_("Nothing was started."),
            can=_("You can watch a finished battle, or read the rules, at any time."),
            button=(_("Sign in"), url_for("signin.form")),
        )  # fmt: skip
        return trouble.page(), 429
    sign_in(card)
    return redirect(url_for("games.show", game=game), 303)


def caller_address() -> str:
    """Where a request comes from.  A proxy on this machine says so for those it passes on."""
    here = request.remote_addr or ""
    passed = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return passed if passed and here in {"127.0.0.1", "::1", ""} else here


@pages.get("/keep")
def ask() -> str | Response:
    """The form for the address of a guest who wants to keep their battle."""
    if not need_me().guest:
        return redirect(url_for("games.mine"), 303)
    return render_template("web/keep.html", player=me())


@pages.post("/keep")
def send() -> str | tuple[str, int] | Response:
    """Mail the link.  The answer is the same for every address."""
    card, address = need_me(), request.form.get("email", "").strip()
    if not card.guest:
        return redirect(url_for("games.mine"), 303)
    if "@" not in address:
        return render_template("web/keep.html", player=card, address=address, wrong=True), 400
    ask_to_keep(services(), card.id, address)
    return render_template(
        "web/keep.html", player=card, address=address, sent=True, outbox=services().config.builtin_mailbox
    )


@pages.get("/keep/<token>")
def look(token: str) -> str | tuple[str, int]:
    """The address that would be given; changes nothing."""
    try:
        email = look_at_keep(services(), token)
    except BadLink as fault:
        return _stale(fault)
    return render_template("web/keep-confirm.html", email=email, token=token, longest=LONGEST_NAME)


@pages.post("/keep/<token>")
def use(token: str) -> Response | tuple[str, int]:
    """The guest becomes a player, and is signed in."""
    try:
        card = keep(services(), token, request.form.get("name", ""))
    except BadLink as fault:
        return _stale(fault)
    sign_in(card)
    return redirect(url_for("games.mine"), 303)


def _stale(fault: BadLink) -> tuple[str, int]:
    trouble = ErrorPage(
        title=_("This link does not work"), what=str(fault), done=_("Nothing was changed."),
        can=_("Ask for a new link in the browser in which you play."),
        button=(_("Keep my battle"), url_for("guests.ask")),
    )  # fmt: skip
    return trouble.page(), 410
