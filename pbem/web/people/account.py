"""My account: name, time zone and language, the feed, who is told by chat, all my visits ended, and how to leave."""

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.service.accounts import leaving
from pbem.service.accounts.leaving import CannotLeave
from pbem.service.options import OptionsError
from pbem.service.people.account import (
    BadName,
    account_of,
    end_feed,
    make_feed,
    set_language,
    set_name,
    sign_out_everywhere,
)
from pbem.service.people.chattargets import add_target, remove_target, targets_of, try_target
from pbem.service.people.seats import PlayerCard, set_zone
from pbem.service.queues.chatkinds import KINDS, BadTarget
from pbem.web.doing import do
from pbem.web.door import need_me, services
from pbem.web.looks import sentence
from pbem.web.speech import languages
from pbem.web.zones import cities, city_of, zone_meant

pages = Blueprint("account", __name__, url_prefix="/account")


@pages.get("")
def show() -> str:
    """Everything about me that is not mail."""
    me = need_me()
    return render_template(
        "web/account.html", player=me, account=account_of(services(), me.id), cities=cities(), city=city_of(me.zone),
        languages=languages(), targets=targets_of(services(), me.id), kinds=KINDS.values(),
        base=services().config.base_url,
        told=services().config.notices != "off",
    )  # fmt: skip


@pages.post("/me")
def change() -> Response:
    """My name, my zone, my language."""
    me = need_me()
    return do({"save": lambda: _saved(me)}, url_for("account.show", _anchor="me"), BadName, OptionsError)


@pages.post("/feed")
def feed() -> Response:
    """Make me a feed, another address for it, or none."""
    me = need_me()
    return do(
        {"make": lambda: _fed(me), "end": lambda: _unfed(me)}, url_for("account.show", _anchor="feed")
    )  # fmt: skip


@pages.post("/notices")
def notices() -> Response:
    """Tell an address by chat, try it, or tell it no more."""
    me, target = need_me(), request.form.get("target", "")
    return do(
        {
            "add": lambda: _told(me, request.form.get("url", "").strip()),
            "try": lambda: _tried(me, target),
            "remove": lambda: _untold(me, target),
        },
        url_for("account.show", _anchor="notices"), BadTarget,
    )  # fmt: skip


@pages.post("/visits")
def end_visits() -> Response:
    """Sign me out of every browser."""
    sign_out_everywhere(services(), need_me().id)
    session.clear()
    flash(_("You are signed out of every browser, this one among them."), "ok")
    return redirect(url_for("signin.form"), 303)


@pages.get("/leave")
def look() -> str:
    """What would come of my leaving."""
    me = need_me()
    return render_template("web/account-leave.html", player=me, would=leaving.look(services(), me.id))


@pages.post("/leave")
def leave() -> Response:
    """Delete my account."""
    try:
        leaving.leave(services(), need_me().id, request.form.get("address", ""))
    except CannotLeave as fault:
        flash(sentence(str(fault)), "bad")
        return redirect(url_for("account.look"), 303)
    session.clear()
    flash(_("Your account is deleted. Thank you for your battles."), "ok")
    return redirect(url_for("signin.form"), 303)


# --- what is done -------------------------------------------------------------------------------------------------


def _saved(me: PlayerCard) -> str:
    """Each is checked before it is written; what was right before something wrong stands."""
    given = {name: request.form.get(name, "").strip() for name in ("name", "zone", "language")}
    set_name(services(), me.id, given["name"])
    set_zone(services(), me.id, zone_meant(given["zone"]))
    if given["language"] not in languages():
        raise OptionsError(_("there are no pages in that language yet"))
    set_language(services(), me.id, given["language"])
    return _("Saved.")


def _fed(me: PlayerCard) -> str:
    make_feed(services(), me.id)
    return _("Your feed has a new address for your feed reader; the old address no longer works.")


def _unfed(me: PlayerCard) -> str:
    end_feed(services(), me.id)
    return _("The feed is deleted.")


def _told(me: PlayerCard, url: str) -> str:
    add_target(services(), me.id, url)
    return _("Added. A test message is on its way; reload this page to see whether it arrived.")


def _tried(me: PlayerCard, target: str) -> str:
    try_target(services(), me.id, target)
    return _("A test message is on its way; reload this page to see whether it arrived.")


def _untold(me: PlayerCard, target: str) -> str:
    remove_target(services(), me.id, target)
    return _("That chat gets no more messages.")
