"""What a side is after: which unit goes where, and how much that presses."""

from collections.abc import Mapping

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.table.areas import inside
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.shapes import polygon
from pbem.rulesets.onehour.aides.looking import Look, Piece
from pbem.rulesets.onehour.aides.temperaments import Temperament
from pbem.rulesets.onehour.aides.ways import land_of
from pbem.rulesets.onehour.aides.weighing import RANGE, apart
from pbem.rulesets.onehour.battle import Battle

ENOUGH = 2
"""As many units are sent to hold a place; the others fight."""
SHARE = 0.35
"""What a goal pulls those who need not hold it, of what it pulls those who are to."""
AT_ONCE = 1.0
"""How much a goal counts at the least that may decide in any turn."""
IN_TIME = 0.1
"""Up to this part of the battle a side waits for the other to come under its fire."""
BASE = 2.0
"""Inches from centre to centre of two who touch."""
SLACK = 1.5
"""Turns to spare with which a place is to be reached."""

Point = tuple[float, float]


class AideGoal(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A place to be taken or held."""

    area: AreaToHold
    at: Point
    """Its middle."""
    pull: float
    """For an inch nearer."""
    holder: bool
    """This unit is to stand in it."""


class Aims(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What the aide's units are to come to."""

    goals: Mapping[StandId, AideGoal]
    """By unit, where there is one."""
    late: float
    """0 in the first turn, 1 in the last."""
    front: float
    """Inches: no unit goes nearer to the enemy than this without something to shoot at or to charge."""


def middle(area: AreaToHold) -> Point:
    """The middle of an area: of its corners' box."""
    xs, ys = [spot.x for spot in area.shape], [spot.y for spot in area.shape]
    return (min(xs) + max(xs)) / 200, (min(ys) + max(ys)) / 200


def holds(area: AreaToHold, x: float, y: float) -> bool:
    """Whether a unit whose centre is there stands in it."""
    if len(area.shape) == 1:
        there = area.shape[0]
        return (x - there.x / 100) ** 2 + (y - there.y / 100) ** 2 <= (area.radius / 100) ** 2
    return inside((x, y), polygon(area.shape))


def wanted(look: Look) -> list[tuple[AreaToHold, bool]]:
    """The areas that decide something, each once, and whether that may be in any turn, not the last alone."""
    found: dict[str, tuple[AreaToHold, bool]] = {}
    for one in look.view.objectives:
        for area in one.areas:
            found[area.name] = area, one.test != "end" or found.get(area.name, (area, False))[1]
    return list(found.values())


def aims(look: Look, temper: Temperament) -> Aims:
    """Each place gets the units that are soonest there; the rest go along to the nearest."""
    view, areas = look.view, wanted(look)
    late = min(1.0, max(0, view.turn - 1) / max(1, (view.limit or 15) - 1))
    if not areas:
        return Aims(goals={}, late=late, front=front(look, late))
    lands = {piece.id: land_of(view, piece.unit.type) for piece in look.mine}
    ways = sorted(
        (lands[piece.id].far(piece.x, piece.y, middle(area)) / piece.reach + _unfit(piece), piece.id, n)
        for piece in look.mine for n, (area, _) in enumerate(areas)
    )  # fmt: skip
    goals: dict[StandId, AideGoal] = {}
    sent = [0] * len(areas)
    each = max(ENOUGH, len(look.mine) // (2 * len(areas)))
    for turns, unit, n in ways:
        if unit not in goals and sent[n] < each:
            sent[n] += 1
            goals[unit] = _goal(view, areas[n], temper, late, turns, holder=True)
    for turns, unit, n in ways:
        if unit not in goals:
            goals[unit] = _goal(view, areas[n], temper, late, turns, holder=False)
    return Aims(goals=goals, late=late, front=front(look, late))


def front(look: Look, late: float) -> float:
    """How near the side comes as a body: as its shooters do, and not under fire before they can give it, while there is
    time."""
    nearest = sorted(
        max(min(apart(piece, foe) for foe in look.foes) - piece.reach, RANGE)
        for piece in look.mine if piece.shoots and not piece.engaged and look.foes
    )  # fmt: skip
    if not nearest:
        return 0.0
    body = nearest[len(nearest) // 2]
    if body <= RANGE + BASE:
        return 0.0
    under_fire = max((RANGE + foe.reach + BASE for foe in look.foes if foe.shoots and not foe.engaged), default=0.0)
    return max(body, under_fire) if late < IN_TIME else body


def _unfit(piece: Piece) -> float:
    """Turns that a unit counts as worse to hold a place: one that fights, and one that is nearly gone."""
    return (3.0 if piece.engaged else 0.0) + (1.0 if piece.left <= 4 else 0.0)


def _goal(
    view: Battle, place: tuple[AreaToHold, bool], temper: Temperament, late: float, turns: float, holder: bool
) -> AideGoal:
    area, any_turn = place
    left = (view.limit or 15) - view.turn
    press = temper.early + (temper.end - temper.early) * late * late * late
    if any_turn:
        press = max(press, AT_ONCE)
    if holder and left <= turns + SLACK:
        press = 2 * temper.end  # now or never
    return AideGoal(area=area, at=middle(area), pull=temper.goal * press * (1.0 if holder else SHARE), holder=holder)
