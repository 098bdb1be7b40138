"""Becoming a player by the link of a mail, where the operator lets anybody in."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.service.lobby.joining import join, look_at_join
from pbem.service.options import OptionsError, zone_of
from pbem.service.people.seats import BadLink
from pbem.service.plainwords import LONGEST_NAME
from pbem.web.door import services, sign_in, wanted
from pbem.web.errors import ErrorPage
from pbem.web.zones import UTC, cities, zone_meant

pages = Blueprint("joining", __name__)


@pages.app_context_processor
def for_all_pages() -> dict[str, object]:
    """Whether a visitor may become a player by asking."""
    return {"anybody_joins": services().config.join == "open"}


@pages.get("/join/<token>")
def look(token: str) -> str | tuple[str, int]:
    """Who would become a player; changes nothing."""
    try:
        email = look_at_join(services(), token)
    except BadLink as fault:
        return _stale(fault)
    return render_template("web/join.html", email=email, token=token, cities=cities(), city=UTC, longest=LONGEST_NAME)


@pages.post("/join/<token>")
def come_in(token: str) -> Response | tuple[str, int]:
    """Become a player, and be signed in."""
    try:
        card = join(services(), token, request.form.get("name", ""), zone_or_utc(request.form.get("zone", "")))
    except BadLink as fault:
        return _stale(fault)
    where = wanted()
    sign_in(card)
    return redirect(where, 303)


def zone_or_utc(text: str) -> str:
    """The zone of a city; UTC for what cannot be one: it can be changed on the account page."""
    try:
        zone = zone_meant(text)
        zone_of(zone)
    except OptionsError:
        return UTC
    return zone


def _stale(fault: Exception) -> tuple[str, int]:
    trouble = ErrorPage(
        title=_("This link does not let you in"), what=str(fault), done=_("You were not signed in."),
        can=_("Ask for a new link; it is mailed within a minute."),
        button=(_("Send me a new link"), url_for("signin.form")),
    )  # fmt: skip
    return trouble.page(), 410
