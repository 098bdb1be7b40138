"""Invitations answered by the link of a mail, by the reader of that address; no account is opened by it."""

from flask import Blueprint, abort, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.service.lobby.gathering import Gathering
from pbem.service.lobby.invitations import Invited, accept, begins_with, decline, look_at
from pbem.service.lobby.musters import say_here
from pbem.service.lobby.placelinks import BadPlaceLink
from pbem.service.lobby.terms import terms
from pbem.service.people.seats import player as player_of
from pbem.service.plainwords import LONGEST_NAME
from pbem.store.tables import PlayerId
from pbem.web.door import me, services, sign_in
from pbem.web.errors import ErrorPage
from pbem.web.lobby.musters import REFUSALS, on_from
from pbem.web.looks import sentence

pages = Blueprint("invitations", __name__)


@pages.get("/invitations/<token>")
def look(token: str) -> str | tuple[str, int]:
    """What an invitation is about; changes nothing."""
    try:
        return _invitation(token, look_at(services(), token))
    except BadPlaceLink as fault:
        return _stale(fault)


@pages.post("/invitations/<token>")
def answer(token: str) -> Response | str | tuple[str, int]:
    """Say yes, or no, or that I am here."""
    do = request.form.get("do", "")
    if do not in {"accept", "decline", "here"}:
        abort(400)
    try:
        return _say(look_at(services(), token), do)
    except (BadPlaceLink, *REFUSALS) as fault:
        return _stale(fault)


def _say(asked: Invited, do: str) -> Response | str:
    game, seat, email = asked.link.game, asked.link.seat, asked.link.email
    if do == "decline":
        decline(services(), game, seat, email)
        return render_template("web/invitation-done.html", asked=asked, said="no")
    if do == "here" and asked.player is not None:
        return _answered(asked, say_here(services(), game, asked.player), asked.player)
    name = request.form.get("name", "")
    return _answered(asked, *accept(services(), game, seat, email, name))


def _answered(asked: Invited, after: Gathering, player: PlayerId) -> Response | str:
    """A newcomer is signed in: his link made him a player, and can do so but once."""
    card = player_of(services(), player)
    if asked.player is None and card is not None:
        sign_in(card)
    mine = me()
    if mine is not None and mine.id == player:
        return on_from(after, player, "")
    return render_template("web/invitation-done.html", asked=asked, said="yes", begun=after.state == "begun")


def _invitation(token: str, asked: Invited) -> str:
    known = player_of(services(), asked.player) if asked.player else None
    found = services().scenarios(asked.muster.scenario, {}).scenario
    agreed = terms(asked.muster.options, services().rules(asked.muster.rules), found.rounds)
    return render_template(
        "web/invitation.html", asked=asked, token=token, known=known, terms=agreed,
        blurb=begins_with(asked.muster, found.blurb), longest=LONGEST_NAME,
    )  # fmt: skip


def _stale(fault: Exception) -> tuple[str, int]:
    trouble = ErrorPage(
        title=_("This invitation holds no more"), what=sentence(str(fault)),
        can=_("Your games, and places open to any player, are on the web."),
        button=(_("Open places"), url_for("musters.open_places")),
    )  # fmt: skip
    return trouble.page(), 410
