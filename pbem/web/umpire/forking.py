"""A new game from an event of another one: where it begins, who plays, who umpires."""

from collections.abc import Mapping

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.mail.addresses import BadAddress
from pbem.service.lobby.filling import MusterRefused
from pbem.service.lobby.musters import LONGEST_NOTE, WantedPlayer, muster
from pbem.service.lobby.terms import chosen
from pbem.service.play.games import BadGame
from pbem.service.play.naming import name_of
from pbem.service.play.pages import seat_in
from pbem.service.play.work import UnknownGame, Work, open_game
from pbem.service.umpire.forking import NoFork, event_at, fork_options, fork_point, fork_source, may_fork, places
from pbem.service.umpire.rights import NotUmpire
from pbem.web.door import need_me, no_seat, services
from pbem.web.lobby.termsform import wanted_in
from pbem.web.looks import sentence

pages = Blueprint("forking", __name__)

REFUSALS = (NoFork, NotUmpire, MusterRefused, BadAddress, BadGame)


@pages.get("/g/<game>/fork")
def show(game: str) -> str:
    """The events, and who is to play.  turn, event, eyes: the moment of a replay that is chosen beforehand."""
    work = _game(game)
    turn, event = (request.args.get(one, "") for one in ("turn", "event"))
    at = ""
    if turn.isdecimal() and len(turn) < 7:
        number = int(event) if event.isdecimal() and len(event) < 7 else 0
        own = seat_in(work, need_me().id) or UMPIRE
        at = event_at(work, Seat(request.args.get("eyes") or own), int(turn), number)
    return _page(work, {"at": at, **_usual(work)}, {})


@pages.post("/g/<game>/fork")
def act(game: str) -> Response | tuple[str, int]:
    """Make the game.  What was chosen is given back where it is refused."""
    work, me = _game(game), need_me()
    fields = {name: request.form.get(name, "").strip() for name in ("at", "note", *_fields(work))}
    wanted, wrong = _wanted(work, fields)
    if wrong:
        return _page(work, fields, wrong), 400
    people = [one for seat, one in wanted.items() if seat != UMPIRE and one.kind != "aide"]
    options = fork_options(work, alone=len(people) < 2, umpire=wanted[UMPIRE].kind != "none")
    try:
        forked = fork_point(work, fields["at"], me.id)
        source = fork_source(services(), work.game)
        made = muster(services(), me.id, source, wanted, options, fields["note"].replace("\r\n", "\n"), forked)
    except REFUSALS as fault:
        return _page(work, fields, {"": sentence(str(fault))}), 409
    if all(one.kind in {"me", "aide", "none"} for one in wanted.values()):
        return redirect(url_for("games.show", game=made), 303)
    flash(_("Game created. It begins when every place is taken."), "ok")
    return redirect(url_for("musters.show", game=made), 303)


def _game(game: str) -> Work:
    """A game that the reader may fork.  404 for every other one: whether there is such a game is not told."""
    me = need_me().id
    try:
        work = open_game(services(), GameId(game))
    except UnknownGame:
        no_seat()
    return work if may_fork(work, me) else no_seat()


def _seats(work: Work) -> tuple[Seat, ...]:
    return (*(one.seat for one in work.chairs), UMPIRE)


def _fields(work: Work) -> tuple[str, ...]:
    return tuple(f"{kind}:{seat}" for seat in _seats(work) for kind in ("place", "email"))


def _usual(work: Work) -> dict[str, str]:
    """The first side is the reader's own, or its umpire's to play; the others are the aide-de-camp's."""
    own = seat_in(work, need_me().id) or work.chairs[0].seat
    tempers = work.rules.aide.tempers
    aide = f"aide:{next(iter(tempers))}" if tempers else "aide"
    usual = {f"place:{one.seat}": "me" if one.seat == own else aide for one in work.chairs}
    return {**dict.fromkeys(_fields(work), ""), **usual, f"place:{UMPIRE}": "none"}


def _wanted(work: Work, fields: Mapping[str, str]) -> tuple[dict[Seat, WantedPlayer], dict[str, str]]:
    """The places, and what is wrong by field."""
    places: dict[Seat, WantedPlayer] = {}
    wrong: dict[str, str] = {}
    for seat in _seats(work):
        one = wanted_in(fields[f"place:{seat}"], fields[f"email:{seat}"], work.rules.aide.tempers)
        if isinstance(one, WantedPlayer):
            places[seat] = one
        else:
            wrong[f"{one.field}:{seat}"] = one.what
    if not fields["at"]:
        wrong["at"] = _("Choose the event that the new game begins at.")
    return places, wrong


def _page(work: Work, fields: Mapping[str, str], wrong: Mapping[str, str]) -> str:
    me = need_me()
    options = fork_options(work, alone=False, umpire=True)
    return render_template(
        "web/umpire/fork.html", game=work.game, name=name_of(work, None),
        turns=places(work, me.id), sheet={"fields": fields, "wrong": wrong}, chairs=work.chairs,
        tempers=work.rules.aide.tempers, over=work.state == "over", umpires=work.desk.umpire == me.id,
        terms=chosen(options), longest=LONGEST_NOTE, zone=me.zone, now=work.now,
    )  # fmt: skip
