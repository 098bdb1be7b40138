"""Games that begin in the middle of another one's story, or are part of one: where they come from, who knows both."""

from typing import Any, Literal

import msgspec
from sqlmodel import col, select

from pbem.engine.ids import UMPIRE, GameId, Side
from pbem.engine.journal import Forked, fold, story_of
from pbem.engine.ruleset import Scenario
from pbem.service.model.desk import known_seats
from pbem.service.play.calledgames import battles_of
from pbem.service.play.pages import seat_in, side_of
from pbem.service.play.work import UnknownGame, Work, open_game
from pbem.service.services import Services
from pbem.store.errors import BrokenGame
from pbem.store.tables import Game, PlayerId


class Whence(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game's story comes from, for one reader."""

    game: GameId
    """The other game."""

    title: str
    """What it is called."""

    turn: str
    """Name of the turn in which this game leaves it."""

    number: int | None
    """Number of that turn in the reader's view; None where the reader may not see it."""

    page: Literal["", "replay", "umpire"]
    """Which of its pages the reader may see: its replay, the umpire's page, or none."""


def forked_from(work: Work) -> Forked | None:
    """The game that a game is a fork of, and where; None for all others."""
    forked = next(line.body for line in work.table.folding if line.kind == "game").forked
    return None if forked is msgspec.UNSET else forked


def battle_at(services: Services, forked: Forked) -> tuple[Scenario[Any], str]:
    """The battle of the other game as it stood there, as a scenario, and its rule set.  Raises UnknownGame."""
    work = open_game(services, forked.game)
    titles = {one.seat: one.title for one in work.chairs}
    battle = fold(story_of(tuple(line for line in work.table if line.seq <= forked.entry)).lines)
    return Scenario(forked.game, work.title, "", tuple(titles), titles, battle, ()), work.rules.name


def whence(work: Work, reader: str) -> Whence | None:
    """Where a game comes from, as far as a reader ('' a visitor) may see the other; None for a game that is no fork."""
    forked = forked_from(work)
    return None if forked is None else whence_of(work.services, forked, reader)


def whence_of(services: Services, forked: Forked, reader: str) -> Whence:
    """The same, of a place in another game."""
    told = Whence(game=forked.game, title=forked.title, turn=forked.turn, number=None, page="")
    old = _other(services, forked)
    if old is None:
        return told
    seat = seat_in(old, PlayerId(reader)) if reader else None
    if reader and old.desk.umpire == reader and old.state != "over":
        return msgspec.structs.replace(told, page="umpire")
    if seat is None and not (old.state == "over" and old.options.watch == "anyone"):
        return told
    marks = old.marks_of(seat or old.chairs[0].seat)
    number = next((one.number for one in marks if one.to_seq > forked.entry), None)
    return msgspec.structs.replace(told, page="replay", number=number)


def goes_on(services: Services, forked: Forked) -> bool:
    """Whether the other game is not over yet."""
    old = _other(services, forked)
    return old is not None and old.state != "over"


def _other(services: Services, forked: Forked) -> Work | None:
    """The other game; None for one that is not on this machine, or not to be read."""
    try:
        return open_game(services, forked.game)
    except (UnknownGame, BrokenGame):
        return None


# --- who knows too much -------------------------------------------------------------------------------------------


def knows_other(services: Services, forked: Forked, player: PlayerId) -> str:
    """Why a player cannot be in a fork: they play the other game, which goes on; '' where they can."""
    old = _other(services, forked)
    if old is None or old.state == "over" or not _plays(old, player):
        return ""
    return f"{old.title} still goes on, and its players cannot be in a game that begins in the middle of it"


def knows_elsewhere(work: Work, player: PlayerId, side: Side | None = None) -> str:
    """Why a player cannot come to a running game; '' where they can.

    They play one that it is a fork of, or a fork of it; or another side of its campaign, or of a battle of it.
    side: the one they would play, None for an umpire."""
    if why := _knows_other_side(work, player, side):
        return why
    forked = forked_from(work)
    if forked is not None and (why := knows_other(work.services, forked, player)):
        return why
    sought = f'"forked":{{"game":"{work.game}"'
    with work.services.db.reading() as session:
        games = session.exec(select(Game.id).where(col(Game.options).contains(sought, autoescape=True))).all()
    for one in games:
        try:
            fork = open_game(work.services, GameId(one))
        except (UnknownGame, BrokenGame):
            continue
        if _plays(fork, player):
            return (
                f"players of {fork.title} ({one}), which begins in the middle of {work.title}, cannot be in this game"
            )
    return ""


def _knows_other_side(work: Work, player: PlayerId, side: Side | None) -> str:
    """Why a player of a campaign cannot come to a battle of it, or the other way round; '' where they can."""
    by = work.table.folding[0].body.called
    with work.services.db.reading() as session:
        battles = battles_of(session, work.game) if work.rules.calls is not None else ()
    for one in (*battles, *((by.game,) if by else ())):
        try:
            other = open_game(work.services, one)
        except (UnknownGame, BrokenGame):
            continue
        sides = {side_of(other, seat) for seat in known_seats(other.desk, player)}
        if other.state != "over" and not sides <= {side}:
            return f"players of another side of {other.title}, which still goes on, cannot be in {work.title}"
    return ""


def _plays(work: Work, player: PlayerId) -> bool:
    """Whether a player knows or knew what a side of a game knows."""
    return bool(work.desk.privy.get(player, frozenset()) - {UMPIRE})
