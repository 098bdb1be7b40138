"""Signing in by a mailed link: opening it shows a button, pressing that signs in."""

from zoneinfo import available_timezones

from flask import Blueprint, flash, g, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.service.lobby.joining import ask_to_join
from pbem.service.people.account import BadName, set_name
from pbem.service.people.seats import BadLink, PlayerCard, ask_sign_in, look_at_link, set_zone, use_link
from pbem.service.plainwords import LONGEST_NAME
from pbem.web.door import services, sign_in, wanted
from pbem.web.errors import ErrorPage
from pbem.web.looks import sentence
from pbem.web.zones import UTC

pages = Blueprint("signin", __name__)


@pages.get("/sign-in")
def form() -> str:
    """The form for the address."""
    return render_template("web/sign-in.html")


@pages.post("/sign-in")
def ask() -> str | tuple[str, int]:
    """Mail a link.  The answer is the same whether the address is known or not."""
    address = request.form.get("email", "").strip()
    if "@" not in address:
        return render_template("web/sign-in.html", address=address, wrong=True), 400
    if not ask_sign_in(services(), address):
        ask_to_join(services(), address)
    return render_template("web/sign-in-sent.html", address=address, outbox=services().config.builtin_mailbox)


@pages.get("/sign-in/<token>")
def confirm(token: str) -> str | tuple[str, int]:
    """Whom a link would sign in; uses nothing up."""
    try:
        found = look_at_link(services(), token)
        return render_template("web/sign-in-confirm.html", player=found, token=token, longest=LONGEST_NAME)
    except BadLink as fault:
        return _stale(fault)


@pages.post("/sign-in/<token>")
def use(token: str) -> Response | tuple[str, int]:
    """Sign in."""
    try:
        card = use_link(services(), token)
    except BadLink as fault:
        return _stale(fault)
    where = wanted()
    sign_in(card)
    if card.newcomer:
        _settle(card)
    return redirect(where, 303)


def _settle(card: PlayerCard) -> None:
    """The name a newcomer gave, and the time zone of their browser; each may be missing, or be changed later."""
    name, zone = request.form.get("name", "").strip(), request.form.get("zone", "")
    if card.zone == UTC and zone in available_timezones():
        set_zone(services(), card.id, zone)
    if name:
        try:
            set_name(services(), card.id, name)
        except BadName as fault:
            flash(sentence(str(fault)), "bad")
    g.pop("me", None)


@pages.post("/sign-out")
def leave() -> Response:
    """Sign out of this browser."""
    session.clear()
    return redirect(url_for("signin.form"), 303)


def _stale(fault: BadLink) -> tuple[str, int]:
    trouble = ErrorPage(
        title=_("This link does not sign in"), what=str(fault), done=_("You were not signed in."),
        can=_("Ask for a new link; it is mailed within a minute."),
        button=(_("Send me a new link"), url_for("signin.form")),
    )  # fmt: skip
    return trouble.page(), 410
