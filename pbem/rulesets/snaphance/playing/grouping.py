"""Where several stands could go as one (SN-4.9a): every end of a group move there is, for the map."""

import msgspec

from pbem.engine.hexes import DIRECTIONS, Hex
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.playing.together import Column, column, group_refusal, group_step, halted
from pbem.rulesets.snaphance.state.battle import Battle, type_of
from pbem.rulesets.snaphance.state.commands import GroupMove, March


class GroupSpot(msgspec.Struct, frozen=True):
    """A group move, and where it brings the first of the stands."""

    order: GroupMove
    hex: Hex


def group_spots(view: Battle, stands: tuple[StandId, ...]) -> tuple[GroupSpot, ...]:
    """Every hex the first of some stands could come to in a group move of them all, by the shortest way; () if none.

    Forward before backward and sideways.
    """
    if group_refusal(view, GroupMove(stands=stands, how="forward", directions=())) is not None:
        return ()
    kind = type_of(view, stands[0])
    loose: tuple[March, ...] = ("sideways", "sideways_forward") if kind.category == "Sh" else ("sideways",)
    ways: tuple[March, ...] = ("move",) if kind.is_free_mover else ("forward", "backward", *loose)
    found: dict[Hex, GroupSpot] = {}
    for how in ways:
        for spot in _by(view, stands, how):
            found.setdefault(spot.hex, spot)
    return tuple(found.values())


def _by(view: Battle, stands: tuple[StandId, ...], how: March) -> list[GroupSpot]:
    """The ends of one sort of march, the nearest first."""
    seen = {view.stands[stands[0]].hex}
    found: list[GroupSpot] = []
    begun = (GroupMove(stands=stands, how=how, directions=(first,)) for first in DIRECTIONS)
    edge = [(order, got) for order in begun if (got := _stepped(column(view, order), order)) is not None]
    while edge:
        further: list[tuple[GroupMove, Column]] = []
        for order, at in edge:
            here = _leader(at, stands[0])
            if here in seen:
                continue
            seen.add(here)
            ended = halted(at)
            if not isinstance(ended, No):
                found.append(GroupSpot(order, here))
            for direction in DIRECTIONS:
                longer = GroupMove(stands=stands, how=how, directions=(*order.directions, direction))
                got = _stepped(at, longer)
                if got is not None:
                    further.append((longer, got))
        edge = further
    return found


def _stepped(at: Column, order: GroupMove) -> Column | None:
    """With the last of its steps made; None where it may not be."""
    got = group_step(at, order, order.directions[-1])
    return None if isinstance(got, No) else got[0]


def _leader(at: Column, stand: StandId) -> Hex:
    """Where the first of the stands is, in a friend's hex maybe."""
    through = at.walks[stand].through
    return through[-1] if through else at.battle.stands[stand].hex
