"""A new game that begins in the middle of another one's story, with a seed and seats of its own.

The old game is not touched.  No entry is copied, for each is sealed for its own game: the new game's first entry holds
the battle as it stood before a step, and names the entry of the old game that it follows.
"""

from collections.abc import Mapping

import msgspec

from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Forked
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.play.pages import seat_in
from pbem.service.play.work import Work, open_game
from pbem.service.replay.replay import marks_of, may_watch
from pbem.service.services import Services
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.turnback import PastTurn, past_turn, past_turns
from pbem.store.tables import Game, PlayerId

replace = msgspec.structs.replace


class NoFork(Exception):
    """A game cannot be forked like this; the message says why and what to do."""


def may_fork(work: Work, player: PlayerId) -> bool:
    """Whether a player may fork a game: one that goes on its umpire alone, one that is over any player who sees it."""
    if work.state != "over":
        return bool(player) and work.desk.umpire == player
    return work.desk.umpire == player or seat_in(work, player) is not None or may_watch(work)


def places(work: Work, player: PlayerId) -> tuple[PastTurn, ...]:
    """The turns and events of a game at which it can be forked.  Raises NotUmpire."""
    _need(work, player)
    return past_turns(work)


def fork_point(work: Work, at: str, player: PlayerId) -> Forked:
    """The place of an event (``7.3``; ``7.0`` for how turn 7 began).  Raises NotUmpire, NoFork."""
    for turn in places(work, player):
        for event in turn.events:
            if event.no == at:
                return _forked(work, event.seq, turn.name)
    raise NoFork(f"there is no event {at!r} in {work.title}")


def event_at(work: Work, eyes: Seat, number: int, event: int) -> str:
    """The umpire's number of the event that another view's replay has at this place; '' for a place there is not."""
    mark = next((one for one in marks_of(work, eyes) if one.number == number), None)
    seen = None if mark is None else past_turn(work, mark).events
    if not seen:
        return ""
    until = seen[min(event, len(seen) - 1)].seq
    there = [one.no for turn in past_turns(work) for one in turn.events if one.seq <= until]
    return max(there, key=lambda no: tuple(map(int, no.split("."))), default="")


def _forked(work: Work, seq: Seq, turn: str) -> Forked:
    entry = _step_at(work, seq)
    return Forked(
        game=work.game, entry=entry, hash=work.hashes[entry - 1], commitment=work.table[0].body.commitment,
        title=work.title, turn=turn,
    )  # fmt: skip


def fork_options(work: Work, *, alone: bool, umpire: bool) -> Options:
    """How a fork is played: as the old game was, less what does not fit it.

    alone: no more than one person plays: then there are no deadlines.  umpire: whether it has one.  No visitor looks on
    at the fork of a game that goes on.
    """
    options = work.options if work.state == "over" else replace(work.options, watch="players")
    if alone:
        options = replace(options, every=0, grace=0, extensions=0, remind=0, leave=0, delay=0, excused=0)
    return options if umpire else replace(options, reports="at once", rulings_told=False)


def fork_source(services: Services, game: GameId) -> str:
    """What the scenario of a game was named."""
    with services.db.reading() as session:
        return session.get_one(Game, game).scenario


def fork(
    services: Services,
    game: GameId,
    at: str,
    seats: Mapping[Seat, PlayerId | None],
    by: PlayerId,
    *,
    umpire: PlayerId | None = None,
    seed: bytes | None = None,
) -> GameId:
    """Begin a game with the battle as it stood at the step of an event, at once; its id.

    seats: a player for each seat, None for the aide-de-camp.  umpire: who umpires the new game, if anyone.  The players
    of a game that goes on have no part in its fork.  Raises NotUmpire, NoFork, BadGame, UnknownGame.
    """
    work = open_game(services, game)
    forked = fork_point(work, at, by)
    people = [one for one in seats.values() if one is not None]
    options = fork_options(work, alone=len(people) < 2, umpire=umpire is not None)
    return new_game(
        services, fork_source(services, game), seats, options, seed=seed, host=by, umpire=umpire, forked=forked
    )


def _need(work: Work, player: PlayerId) -> None:
    """Raises NotUmpire unless the player may fork the game."""
    if not may_fork(work, player):
        goes_on = work.state != "over"
        raise NotUmpire(
            f"{work.title} goes on: only its umpire forks it" if goes_on else f"you have no part in {work.title}"
        )


def _step_at(work: Work, seq: Seq) -> Seq:
    """An entry of the story after which a step begins; else the last entry before the step that it is part of.

    Raises NoFork for one that was left.
    """
    lines = work.story.lines
    here = next((at for at, line in enumerate(lines) if line.seq == seq), None)
    if here is None:
        raise NoFork("the game was turned back behind that event; turn back to it first, or choose another")
    if lines[here].kind != "step" and lines[here + 1 : here + 2] and lines[here + 1].kind == "step":
        return seq
    step = next((at for at in range(here, -1, -1) if lines[at].kind == "step"), 1)
    return lines[step - 1].seq
