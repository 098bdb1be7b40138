"""A new game that begins in the middle of another one's story, with a seed and seats of its own.

The old game is not touched.  No entry is copied, for each is sealed for its own game: the new game's first entry holds
the battle as it stood before a step, and names the entry of the old game that it follows.
"""

from collections.abc import Mapping

import msgspec

from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Forked, fold
from pbem.engine.ruleset import Scenario
from pbem.service.options import Options
from pbem.service.play.games import new_fork
from pbem.service.play.pages import seat_in
from pbem.service.play.work import Work, open_game
from pbem.service.replay.replay import may_watch
from pbem.service.services import Services
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.turnback import PastTurn, past_turns
from pbem.store.tables import Game, PlayerId


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
    """Begin a game with the battle as it stood at the step of an event (``7.3``); its id.

    seats: a player for each seat, None for the aide-de-camp.  umpire: who umpires the new game, if anyone.  A fork of a
    game that goes on is its umpire's alone to see: then every seat is theirs or the aide's, and no visitor may look on.
    Raises NotUmpire, NoFork, BadGame, UnknownGame.
    """
    work = open_game(services, game)
    _need(work, by)
    if work.state != "over" and {one for one in (*seats.values(), umpire) if one is not None} - {by}:
        raise NoFork(f"{work.title} still goes on, so its fork is yours alone: play it yourself and with aides-de-camp")
    event = next((one for turn in past_turns(work) for one in turn.events if one.no == at), None)
    if event is None:
        raise NoFork(f"there is no event {at!r} in {work.title}")
    place = _before_the_step(work, event.seq)
    lines = [line for line in work.story.lines if line.seq <= place]
    opened = lines[0].body
    with services.db.reading() as session:
        source = session.get_one(Game, game).scenario
    titles = {one.seat: one.title for one in work.chairs}
    scenario = Scenario(game, work.title, "", opened.seats, titles, fold(lines), ())
    forked = Forked(game=game, entry=place, hash=work.hashes[place - 1], commitment=opened.commitment)
    return new_fork(
        services, scenario, work.rules.name, seats, _options(work), forked, source=source, seed=seed, host=by,
        umpire=umpire,
    )  # fmt: skip


def forked_from(work: Work) -> Forked | None:
    """The game that a game is a fork of, and where; None for all others."""
    forked = next(line.body for line in work.table if line.kind == "game").forked
    return None if forked is msgspec.UNSET else forked


def _need(work: Work, player: PlayerId) -> None:
    """Raises NotUmpire unless the player may fork the game."""
    if not may_fork(work, player):
        goes_on = work.state != "over"
        raise NotUmpire(
            f"{work.title} goes on: only its umpire forks it" if goes_on else f"you have no part in {work.title}"
        )


def _before_the_step(work: Work, seq: Seq) -> Seq:
    """The last entry before the step that an entry of the story is part of.  Raises NoFork for one that was left."""
    lines = work.story.lines
    here = next((at for at, line in enumerate(lines) if line.seq == seq), None)
    if here is None:
        raise NoFork("the game was turned back behind that event; turn back to it first, or choose another")
    step = next((at for at in range(here, -1, -1) if lines[at].kind == "step"), 1)
    return lines[step - 1].seq


def _options(work: Work) -> Options:
    """Those of the old game; no visitor looks on at the fork of one that goes on."""
    return work.options if work.state == "over" else msgspec.structs.replace(work.options, watch="players")
