"""Who is at the door: the post office of this application, the player signed in, the seat he has in a game."""

from dataclasses import replace as changed
from typing import NoReturn, cast
from urllib.parse import urlsplit

from flask import abort, current_app, g, redirect, request, session, url_for
from flask_babel import gettext as _
from msgspec.structs import replace
from werkzeug.wrappers import Response

from pbem.engine.ids import GameId, Seat, Seq
from pbem.service.people.seats import PlayerCard, is_operator, player
from pbem.service.play.pages import seat_in, seat_of
from pbem.service.play.work import UnknownGame, Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.rights import Right, helps, may
from pbem.store.errors import BrokenGame
from pbem.store.tables import PlayerId

EXTENSION = "pbem"
PLAYER, VISITS, NEXT, GUEST = "player", "visits", "next", "guest"
"""What a browser keeps: who visits, how often they had ended all their visits when this one began, where they want to
go, whether they came as a guest."""


AS_SEAT = "as_seat"
"""What a request keeps of the seat whose pages an umpire sees."""


class SignInFirst(Exception):
    """A player's own page was asked for by a visitor who is not signed in."""


def services() -> Services:
    """The post office of this application."""
    return cast(Services, current_app.extensions[EXTENSION])


def services_looked() -> Services:
    """The same for an act of an umpire's, with the last entry that the page of its form was made from."""
    head = request.form.get("looked-at", "")
    return changed(services(), looked_at=Seq(int(head)) if head.isdecimal() and len(head) < 10 else None)


def me() -> PlayerCard | None:
    """The player signed in, looked up once a request; None, if all visits were ended since this one began."""
    if "me" not in g:
        known = session.get(PLAYER)
        found = player(services(), PlayerId(known)) if isinstance(known, str) else None
        g.me = found if found is not None and found.signed_out == session.get(VISITS, 0) else None
        if g.me is None:
            session.pop(PLAYER, None)
    return cast(PlayerCard | None, g.me)


def need_me() -> PlayerCard:
    """The player signed in.  Raises SignInFirst."""
    found = me()
    if found is None:
        raise SignInFirst
    return found


def i_am_operator() -> bool:
    """Whether the player signed in runs the service."""
    found = me()
    return found is not None and is_operator(services().config, found.email)


def need_operator() -> PlayerCard:
    """The operator, signed in.  404 for every other player.  Raises SignInFirst."""
    found = need_me()
    if not i_am_operator():
        abort(404)
    return found


def no_seat() -> NoReturn:
    """404: whether there is such a game is not told."""
    abort(404, _("You have no seat in a game of that name."))


def see_as(game: GameId, seat: Seat) -> None:
    """The rest of this request sees a game as a seat of it does; the caller has seen to it that an umpire looks."""
    setattr(g, AS_SEAT, (game, seat))


def seen_as(game: str) -> Seat | None:
    """The seat whose page of a game an umpire sees; None where the reader plays."""
    found = cast(tuple[GameId, Seat] | None, g.get(AS_SEAT))
    return found[1] if found is not None and found[0] == game else None


def reader(work: Work, seat: Seat) -> PlayerId:
    """The player whose page it is: the one signed in, or the seat's own where an umpire sees it."""
    person = work.chair(seat).person
    if seen_as(work.game) != seat or person is None or person.player is None:
        return need_me().id
    return person.player


def my_seat(game: str) -> tuple[GameId, Seat]:
    """A game and the seat that the player signed in has in it.

    404 for a game he has none in: whether there is such a game is not told.  Raises SignInFirst.
    """
    looked_at = seen_as(game)
    if looked_at is not None:
        return GameId(game), looked_at
    seat = seat_of(services(), GameId(game), need_me().id)
    if seat is None:
        no_seat()
    return GameId(game), seat


def my_game(game: str) -> tuple[Work, Seat]:
    """A game, opened, and the seat that the player signed in has in it; 404 as for `my_seat`.  Raises SignInFirst."""
    player = need_me().id
    try:
        work = open_game(services(), GameId(game))
    except UnknownGame:
        no_seat()
    except BrokenGame:
        my_seat(game)  # to others there is no such game
        raise
    looked_at = seen_as(game)
    if looked_at is not None:
        return _in_my_zone(work, looked_at), looked_at
    seat = seat_in(work, player)
    if seat is None:
        no_seat()
    return work, seat


def _in_my_zone(work: Work, seat: Seat) -> Work:
    """The game with the times of a seat's pages in the zone of the umpire who sees them."""
    chair, zone = work.chair(seat), need_me().zone
    if chair.person is not None:
        work.reseat(replace(chair, person=replace(chair.person, zone=zone)))
    return work


def umpired_game(game: str, right: Right, *, one_side: bool = False) -> Work:
    """A game, opened, in which the player signed in has a right of the umpire's.

    one_side: whether a co-umpire of one side will do, whom the page shows that side alone.

    404 for every other one: whether there is such a game is not told.  Raises SignInFirst.
    """
    return umpired_or_none(game, right, one_side=one_side) or no_seat()


def helped_game(game: str) -> Work:
    """A game, opened, that the player signed in umpires or helps to umpire, but for a co-umpire of one side.

    404 for every other one.  Raises SignInFirst.
    """
    work, player = _to_umpire(game)
    return _looked(work, player) if helps(work, player) and seen_as(game) is None else no_seat()


def umpired_or_none(game: str, right: Right, *, one_side: bool = False) -> Work | None:
    """The same; None for a game in which the player signed in has no such right.  404 for no game."""
    work, player = _to_umpire(game)
    allowed = may(work, player, right, one_side=one_side) and seen_as(game) is None
    return _looked(work, player) if allowed else None


def _to_umpire(game: str) -> tuple[Work, PlayerId]:
    """A game, opened, and the player signed in, whose rights the caller looks at.  404 for no game."""
    player = need_me().id
    try:
        return open_game(services(), GameId(game)), player
    except UnknownGame:
        no_seat()


def _looked(work: Work, player: PlayerId) -> Work:
    """The game.  The forms of its page name its last entry, but only to those who see everything: the number tells
    how much has been written."""
    if may(work, player, "look"):
        g.looked_at = work.last_seq
    return work


def known_to_run_it() -> bool:
    """Whether this request has found its player to be the operator; asks no database, which may be what is wrong."""
    return g.get("me") is not None and i_am_operator()


def sign_in(card: PlayerCard) -> None:
    """Remember a player in this browser; nothing of an earlier visitor stays."""
    session.clear()
    session[PLAYER], session[VISITS] = card.id, card.signed_out
    if card.guest:
        session[GUEST] = True
    session.permanent = True
    g.me = card


def to_sign_in(instead: str) -> Response:
    """Where one who must sign in is sent; the page he wanted is remembered.  instead: of one that is only sent to."""
    session[NEXT] = request.full_path.rstrip("?") if request.method == "GET" else instead
    where = url_for("signin.form")
    if by_htmx():
        answer = Response(status=204)
        answer.headers["HX-Redirect"] = where
        return answer
    return redirect(where, 303)


def wanted() -> str:
    """The page remembered, if it is one of ours; else the first."""
    where = session.pop(NEXT, "")
    parts = urlsplit(where)
    fine = where.startswith("/") and not where.startswith(("//", "/\\")) and not parts.scheme and not parts.netloc
    return where if fine else url_for("games.mine")


def by_htmx() -> bool:
    """Whether a part of a page is wanted."""
    return request.headers.get("HX-Request") == "true"
