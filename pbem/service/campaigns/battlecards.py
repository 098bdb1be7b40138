"""The battles of a campaign as its pages name them, and the campaign as the page of a battle names it."""

import msgspec

from pbem.engine.called import CalledBattle
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import CalledBy
from pbem.service.campaigns.calls import battle_game, called_in
from pbem.service.campaigns.tabling import on_table
from pbem.service.play.work import UnknownGame, Work, open_game
from pbem.store.errors import BrokenGame


class BattleNote(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that is fought, for a seat that knows of it."""

    title: str

    how: str
    """``aides``, ``post``, ``table``, ``ruled``."""

    game: GameId | None
    """The game as which it is fought, where the reader has a seat in it; else None."""

    number: int = 0
    """Of the campaign's battles, where the reader may tell what came of it; else 0."""


class Elsewhere(msgspec.Struct, frozen=True, kw_only=True):
    """What the page of a campaign, or of a battle of one, says of the other."""

    battles: tuple[BattleNote, ...] = ()
    """The battles the reader knows of."""

    waits: bool = False
    """Whether no orders are wanted of any seat for now."""

    called_by: CalledBy | None = None
    """The campaign that has called this battle."""


def elsewhere(work: Work, seat: Seat) -> Elsewhere:
    """What a seat's page says of battles fought elsewhere, or of the campaign its battle is part of."""
    if work.rules.calls is not None:
        mine = tuple(_note(work, seat, one) for one in called_in(work) if _knows(one, seat))
        return Elsewhere(battles=mine, waits=work.state == "running" and work.desk.open is None)
    opened = work.table.folding[0].body.called
    return Elsewhere(called_by=opened or None)


def _knows(one: CalledBattle, seat: Seat) -> bool:
    """Whether a seat knows of a battle: a far detachment's news comes by courier, but who fights it knows (CA-Q37)."""
    return seat in one.known or (one.how in {"post", "table"} and seat in commanders_of(one))


def commanders_of(one: CalledBattle) -> tuple[Seat, ...]:
    """The commanders whose forces are in a battle, of either side."""
    return tuple(command.seat for side in one.spec.sides for command in side.commands)


def _note(work: Work, seat: Seat, one: CalledBattle) -> BattleNote:
    if one.how == "table":
        tells = one in on_table(work, seat)
        return BattleNote(title=one.spec.title, how=one.how, game=None, number=one.spec.number if tells else 0)
    game = battle_game(work, one.spec.number)
    person = work.chair(seat).person
    try:
        battle = open_game(work.services, game)
    except (UnknownGame, BrokenGame):
        return BattleNote(title=one.spec.title, how=one.how, game=None)
    plays = person is not None and person.player in {chair.person.player for chair in battle.chairs if chair.person}
    return BattleNote(title=one.spec.title, how=one.how, game=game if plays else None)
