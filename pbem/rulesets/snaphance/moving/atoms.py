"""The smallest parts of a move: single steps, turns, the end of a move; and where they lead."""

from typing import Literal

import msgspec

from pbem.engine.hexes import (
    Facing,
    Hex,
    label,
)
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.moving.movement import (
    Manner,
    No,
    Walk,
    Yes,
    action_over,
    applied,
    begin,
    manner_of,
    may_move,
    no,
    settle,
    take,
)
from pbem.rulesets.snaphance.moving.turning import leave_town, turn
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    StandType,
    type_of,
)
from pbem.rulesets.snaphance.state.commands import (
    March,
)
from pbem.rulesets.snaphance.state.facts import MoveBegan


class Atom(msgspec.Struct, frozen=True):
    """The smallest part of a move.  step: into ``to``; turn: to ``facing``; leave: out of a town; end: of the move.

    more: further steps of the same move follow (a turn may then end in a zone that the next step leaves).
    place: number of the ordered hex it serves, from 1; 0 where there is none.
    """

    kind: Literal["step", "turn", "leave", "end"]
    to: Hex | None = None
    facing: Facing | None = None
    more: bool = False
    place: int = 0


class Found(msgspec.Struct, frozen=True):
    """A place a stand could come to in one move.  battle: as it would be then."""

    atoms: tuple[Atom, ...]
    battle: Battle
    walk: Walk


Opening = Literal["on", "first", "extra"]


def opening(battle: Battle, stand: StandId, again: bool, walk: Walk | None) -> Opening | No:
    """Whether an action goes on with the current move, begins the first one, or needs a further one with its test."""
    if walk is not None and not again:
        ended = action_over(battle, stand)
        return ended if ended is not None else "on"
    again = again and battle.stands[stand].doing.moves > 0
    refusal = may_move(battle, stand, again)
    return refusal if refusal is not None else "extra" if again else "first"


def begun(battle: Battle, stand: StandId) -> tuple[Battle, Walk]:
    """A copy of the battle in which a move of the stand has begun, and its budget."""
    battle = MoveBegan(stand=stand).apply(battle)
    return battle, begin(battle, stand)


def try_atom(battle: Battle, stand: StandId, walk: Walk, atom: Atom) -> Yes | No:
    """Whether an atom is lawful now, and its facts."""
    if atom.kind == "step" and atom.to is not None:
        return take(battle, stand, walk, atom.to)
    if atom.kind == "turn" and atom.facing is not None:
        return turn(battle, stand, walk, atom.facing, atom.more)
    if atom.kind == "leave" and atom.to is not None:
        return leave_town(battle, stand, walk, atom.to, atom.facing)
    return settle(battle, stand, walk)


def after(at: Found, stand: StandId, atom: Atom) -> Found | No:
    """The place one atom farther on, or why there is none."""
    got = try_atom(at.battle, stand, at.walk, atom)
    if isinstance(got, No):
        return got
    return Found((*at.atoms, atom), applied(at.battle, got.facts), got.walk)


def one_step(at: Found, stand: StandId, how: March, to: Hex, place: int) -> Found | No:
    """The place one step farther on, if that step is of the sort ordered and lawful.  place: see ``Atom``."""
    here = at.walk.through[-1] if at.walk.through else at.battle.stands[stand].hex
    kind = type_of(at.battle, stand)
    wrong = wrong_manner(kind, how, manner_of(kind, at.battle.stands[stand].facing, here, to), to)
    got = after(at, stand, Atom("step", to=to, place=place))
    if wrong is None:
        return got
    return (
        No((*wrong.rules, *(r for r in got.rules if r not in wrong.rules)), wrong.why) if isinstance(got, No) else wrong
    )


def is_of(how: March, manner: Manner | None) -> bool:
    """Whether a step made in some manner is of the sort of march ordered."""
    return how == manner or (how == "sideways_forward" and manner in ("sideways", "forward"))


def wrong_manner(kind: StandType, how: March, manner: Manner | None, to: Hex) -> No | None:
    """The step is not of the sort that was ordered."""
    if kind.is_free_mover or manner is None:
        return None
    if how == "move":
        return no("only skirmishers, dragoons, light cavalry and guns move freely", "SN-4.1a", "SN-4.0b")
    if is_of(how, manner):
        return None
    where = {"forward": "front", "backward": "rear", "sideways": "flank", "sideways_forward": "front or flank"}[how]
    rule = {"forward": "SN-4.0b", "backward": "SN-4.7a", "sideways": "SN-4.8a", "sideways_forward": "SN-4.8b"}[how]
    return no(f"{label(to)} is not one of its {where} hexes", rule)
