"""Who umpires a game: the seat handed over or given up, co-umpires named and dismissed.  Every player is told.

A player who ever knew what a side of the game knows never umpires it.
"""

from collections.abc import Callable, Collection
from typing import TypeVar

import msgspec

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Seated
from pbem.engine.wording import listed
from pbem.mail.addresses import normal_address
from pbem.reports.letter import Para
from pbem.service.agreements.deputies import UMPIRE as OPERATOR
from pbem.service.agreements.deputies import name_deputy
from pbem.service.agreements.seating import SeatTaken, ToWhom, cannot_take, change_player, take_seat
from pbem.service.model.desk import LOOK_AT
from pbem.service.model.mails import Correspondent
from pbem.service.people.seats import ensure_player, player_by_address
from pbem.service.plainwords import plain_words
from pbem.service.play.forks import knows_elsewhere
from pbem.service.play.mailing import compose_mails
from pbem.service.play.playermail import mail_umpires, tell_players
from pbem.service.play.releasing import release_reports
from pbem.service.play.running import go_on_with_aides, guarded, turn_over
from pbem.service.play.work import Work, correspondent, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import (
    OF_ONE_SIDE,
    RIGHT_WORDS,
    RIGHTS,
    Right,
    need_right,
    need_umpire,
    page_for,
    rights_words,
    side_words,
    sides_of,
)
from pbem.store.tables import Player, PlayerId

Result = TypeVar("Result")

LONGEST_REASON = 500
"""Characters of a reason."""

MOST_TURNS = 99
"""Turns for which a deputy is named."""

MOST = 4
"""Co-umpires of one game at a time."""


class BadUmpire(Exception):
    """A person cannot umpire a game, or a co-umpire cannot be named or dismissed; the message says why."""


# --- the use cases ------------------------------------------------------------------------------------------------


def hand_over(services: Services, game: GameId, address: str, by: PlayerId | None) -> PlayerId:
    """The person with that address umpires the game from now on; a newcomer is made a player.

    by: the umpire; None for the operator, who may so give an umpire to a game that has none.  The co-umpires stay.
    Raises BadUmpire, NotUmpire, BadAddress, UnknownGame.
    """

    def act(work: Work) -> PlayerId:
        _check_by(work, by)
        had, new = work.umpire, _person(work, address)
        assert new.player is not None  # it was made one
        if had is not None and had.player == new.player:
            raise BadUmpire(f"{new.name} umpires {work.title} already")
        work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="umpire", who=new.player))
        who = "The operator" if by is None else had.name if had else ""
        instead = f" in place of {had.name}" if had else ""
        now = f"{new.name} umpires {work.title}{instead} from now on."
        how = f"{who} has handed the seat over. The umpire sees both sides."
        tell_players(work, "seat", work.chairs, "a new umpire", now, how)
        told = "Your page shows whose orders are in, the true map, the view of each side, and questions to answer."
        mail_umpires(work, [new], "you are the umpire", f"{who} has handed {work.title} over to you.", (Para(told),))
        if had is not None:
            over = f"{new.name} umpires {work.title} now."
            mail_umpires(work, [had], "you are no longer the umpire", over, page="")
        return new.player

    return _done(services, game, act)


def give_up(services: Services, game: GameId, by: PlayerId) -> None:
    """The umpire leaves, and the game goes on without one and without co-umpires; every player is told.

    Raises NotUmpire, UnknownGame.
    """

    def act(work: Work) -> None:
        need_umpire(work, by)
        need_unchanged(work, by)
        name = work.umpire.name if work.umpire else ""
        for who in work.desk.co_umpires:
            work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="no co-umpire", who=who))
        release_reports(work, list(work.desk.held))
        work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="no umpire"))
        told = f"{name} has given the seat up. The operator can name another umpire."
        tell_players(work, "seat", work.chairs, "no umpire any more", told)
        waited = turn_over if work.desk.shut else go_on_with_aides  # aides alone waited for the umpire
        guarded(work, lambda: waited(work))

    _done(services, game, act)


def unseat(services: Services, game: GameId, seat: Seat, to: ToWhom, reason: str, by: PlayerId) -> None:
    """Take a seat from its player, for the aide-de-camp or for another player, with a reason; all players are told.

    Raises BadUmpire for no reason, NotUmpire, SeatTaken, UnknownGame.
    """
    why = _reason(reason)
    change_player(services, game, seat, to, by, why, lambda work: _check_seats(work, by))


def substitute(services: Services, game: GameId, seat: Seat, address: str, reason: str, by: PlayerId) -> PlayerId:
    """The person with that address plays a seat from now on, with a full turn; a player who has it reads why.

    A newcomer is made a player.  Raises BadUmpire, NotUmpire, BadAddress, SeatTaken, UnknownGame.
    """
    why = _reason(reason)
    work = open_game(services, game)
    _check_seats(work, by)
    chair = work.chair(seat)
    who = _known(work, address)
    if refused := cannot_take(work, msgspec.structs.replace(chair, person=None), who):
        raise SeatTaken(f"{address} cannot have the seat; that player would read: {refused}")
    take_seat(services, game, seat, who, Seated(seat=seat, act="left", who=by, reason=why))
    return who


def umpires_deputy(
    services: Services, game: GameId, seat: Seat, address: str, turns: int, reason: str, by: PlayerId
) -> PlayerId:
    """The person with that address may order for a seat beside its player, in the open turn and those after it.

    turns: how many, 1 to `MOST_TURNS`.  Raises BadUmpire, NotUmpire, BadAddress, BadDeputy, UnknownGame.
    """
    why = _reason(reason)
    work = open_game(services, game)
    _check_seats(work, by)
    if not 1 <= turns <= MOST_TURNS:
        raise BadUmpire(f"a deputy is named for 1 to {MOST_TURNS} turns")
    first = work.desk.turns.get(work.chair(seat).seat, 0)
    return name_deputy(services, game, seat, address, first, first + turns - 1, OPERATOR, why)


def name_co_umpire(
    services: Services, game: GameId, address: str, rights: Collection[Right], by: PlayerId, side: str = ""
) -> PlayerId:
    """The person with that address helps the umpire, with these rights alone; named again, they replace the old ones.

    side: the one side that they see and deal with, by its name or the title of a seat of it; '' for every side.

    Raises BadUmpire, NotUmpire, BadAddress, UnknownGame.
    """
    given = tuple(one for one in RIGHTS if one in rights)

    def act(work: Work) -> PlayerId:
        need_umpire(work, by)
        need_unchanged(work, by)
        if not (given or side) or len(given) < len(set(rights)):
            raise BadUmpire(f"a co-umpire needs at least one right; the rights are: {', '.join(RIGHTS)}")
        sees = [f"{LOOK_AT}{seat}" for seat in _one_side(work, side, given)] if side else []
        new = _person(work, address)
        assert new.player is not None  # it was made one
        if new.player == by:
            raise BadUmpire(f"you umpire {work.title} yourself")
        if len(work.desk.co_umpires.keys() - {new.player}) >= MOST:
            raise BadUmpire(f"{work.title} has {MOST} co-umpires, the most allowed; dismiss one first")
        fresh = new.player not in work.desk.co_umpires
        work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="co-umpire", who=new.player, rights=(*given, *sees)))
        if fresh:
            tell_players(work, "seat", work.chairs, "a co-umpire", f"{new.name} helps the umpire from now on.")
        can = f"You can {listed(list(rights_words(work, new.player)))}. Every player has been told."
        mail_umpires(work, [new], "you are a co-umpire", f"You help to umpire {work.title}.", (Para(can),),
                     page=page_for(work, new.player))  # fmt: skip
        return new.player

    return _done(services, game, act)


def dismiss_co_umpire(services: Services, game: GameId, player: PlayerId, by: PlayerId) -> None:
    """A co-umpire is one no longer: dismissed by the umpire, or by their own word.  Every player is told.

    Raises BadUmpire, NotUmpire, UnknownGame.
    """

    def act(work: Work) -> None:
        if by != player:
            need_umpire(work, by)
        need_unchanged(work, by)
        if player not in work.desk.co_umpires:
            raise BadUmpire(f"that person is no co-umpire of {work.title}")
        who = work.people[player]
        work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="no co-umpire", who=player))
        told = f"{who.name} no longer helps the umpire."
        tell_players(work, "seat", work.chairs, "a co-umpire less", told)
        mail_umpires(
            work, [who], "you are no longer a co-umpire", f"You no longer help to umpire {work.title}.", page=""
        )

    _done(services, game, act)


def _one_side(work: Work, side: str, rights: Collection[Right]) -> tuple[Seat, ...]:
    """The seats of a side, by its name or a seat's title.  Raises BadUmpire for none, and for rights beyond it."""
    sides = sides_of(work)
    titled = {one.seat: one.title.casefold() for one in work.chairs}
    names = {own: {side.casefold(), *own, *(titled[seat] for seat in own)} for side, own in sides.items()}
    seats = next((own for own, known in names.items() if side.casefold().strip() in known), None)
    if seats is None:
        there = listed([side_words(work, own) for own in sides.values()])
        raise BadUmpire(f"there is no side {side!r} in {work.title}; a co-umpire can see {there}, or everything")
    beyond = [RIGHT_WORDS[one] for one in rights if one not in OF_ONE_SIDE]
    if beyond:
        raise BadUmpire(
            f"a co-umpire who sees one side cannot {' or '.join(beyond)}: that touches every side. Of one side you can "
            f"give: {', '.join(OF_ONE_SIDE)}"
        )
    return seats


def _reason(reason: str) -> str:
    """Raises BadUmpire."""
    why = " ".join(plain_words(reason).split())
    if not 0 < len(why) <= LONGEST_REASON:
        raise BadUmpire(f"give a reason of at most {LONGEST_REASON} characters: the player of the seat reads it")
    return why


def _known(work: Work, address: str) -> PlayerId:
    """The player with an address, made one if need be.  Raises BadAddress."""
    normal_address(address)
    known = player_by_address(work.services, address)
    return known.id if known else ensure_player(work.services, address, "", work.options.zone)


# --- how it is done -----------------------------------------------------------------------------------------------


def _done(services: Services, game: GameId, act: Callable[[Work], Result]) -> Result:
    """Do something to a game's umpires, in one transaction with its mails."""

    def attempt() -> Result:
        work = open_game(services, game)
        if work.state == "over":
            raise BadUmpire(f"{work.title} is over")
        done = act(work)
        compose_mails(work)
        work.write()
        return done

    return retried(attempt)


def _check_seats(work: Work, by: PlayerId) -> None:
    need_right(work, by, "seats")
    need_unchanged(work, by)


def _check_by(work: Work, by: PlayerId | None) -> None:
    if by is not None:
        need_umpire(work, by)
        need_unchanged(work, by)


def _person(work: Work, address: str) -> Correspondent:
    """The person with an address, made a player if need be, and known to the game from now on.

    Raises BadAddress, and BadUmpire for one who knows or knew what a side of the game knows.
    """
    normal_address(address)
    known = player_by_address(work.services, address)
    if known is not None:
        plays = any(one.person is not None and one.person.player == known.id for one in work.chairs)
        if plays or work.desk.privy.get(known.id, frozenset()) - {UMPIRE}:
            raise BadUmpire(f"{known.name} plays {work.title} or has played it, and cannot umpire it")
        if why := knows_elsewhere(work, known.id):
            raise BadUmpire(f"{known.name} cannot umpire {work.title}: {why}")
    who = known.id if known else ensure_player(work.services, address, "", work.options.zone)
    with work.services.db.reading() as session:
        person = correspondent(session.get_one(Player, who))
    work.people = {**work.people, who: person}
    return person
