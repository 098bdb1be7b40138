"""Straight moves of troops out of hand: how far they get, what stands in the strip they sweep (G-11, G-21)."""

from collections.abc import Iterable, Sequence

from pbem.engine.table.advance import first_touch_along, moved
from pbem.engine.table.angles import bearing, relative
from pbem.engine.table.contact import overlaps
from pbem.engine.table.distances import points
from pbem.engine.table.measures import TOUCH, Hundredths, Inches, Tenths, normal
from pbem.engine.table.paths import Shift, length_in_area
from pbem.engine.table.rects import Rect, centre
from pbem.engine.table.shapes import Polygon
from pbem.rulesets.fornovo.moving.ground import WATER, lines_crossed, slowness, water
from pbem.rulesets.fornovo.moving.places import ROUNDED, OnTable, Parts, footprints, passable, upon
from pbem.rulesets.fornovo.state.battle import BARRIERS, LINES, Battle, Piece
from pbem.rulesets.fornovo.state.units import Unit

BUILT = ("block", "strongpoint")
FARTHEST = 4000
"""Hundredths of an inch: more than any troops run in a turn."""


def cost(battle: Battle, unit: Unit, rect: Rect, bearing: Tenths, far: float) -> float:
    """G-11: inches of allowance that a straight run takes; routing and pursuing foot runs through light woods at full
    speed (FS-11.5.1).
    """
    way = Shift(Tenths(relative(bearing, rect.facing)), Inches(far))
    extra = 0.0
    for one in battle.terrain:
        if one.kind in WATER:
            extra += water(battle, one, rect, way)
            continue
        slow = 1 if one.kind in LINES else slowness(unit, one, rect, way)
        if one.kind in {"light_wood", "wood"} and not unit.mounted:
            slow = 1
        if slow > 1:
            extra += length_in_area(rect, way, one.area) * (slow - 1)
    return far + extra + lines_crossed(battle, unit, rect, way)


def farthest(battle: Battle, unit: Unit, rect: Rect, bearing: Tenths, allowance: Hundredths) -> float:
    """Inches that an allowance lasts along a bearing."""
    if cost(battle, unit, rect, bearing, allowance / 100) <= allowance / 100 + 1e-6:
        return allowance / 100
    low, high = 0, int(allowance)
    while low < high:
        half = (low + high + 1) // 2
        if cost(battle, unit, rect, bearing, half / 100) <= allowance / 100 + 1e-6:
            low = half
        else:
            high = half - 1
    return low / 100


def met(mine: Iterable[Rect], bearing: Tenths, far: float, thing: Rect | Polygon) -> float | None:
    """Inches after which a straight move of a footprint meets something; None if it does not."""
    touches = [first_touch_along(one, bearing, thing) for one in mine]
    return min((one for one in touches if one is not None and one < far - TOUCH), default=None)


def clear(mine: Parts, there: Parts, others: Iterable[OnTable]) -> bool:
    """G-11: whether a straight move of a footprint meets no other unit on its way, and ends on none.

    A unit that it touches as it starts bars only its end, not its way.  mine, there: its parts at the start and at the
    end; others: the units that may bar it, without itself.
    """
    start, end = centre(mine[0]), centre(there[0])
    way, far = bearing(start, end), points(start, end)
    rects = [one.rect for one in others]
    touches = [met(mine, way, far, one) for one in rects]
    return not upon(there, rects) and all(touch is None or touch <= ROUNDED for touch in touches)


def loose(unit: Unit) -> bool:
    """FS-7.10b: no obstacle to friends."""
    return unit.skirmishers or (unit.guns is not None and not unit.limbered)


def friends_in(battle: Battle, unit: Unit) -> list[OnTable]:
    """FS-7.10b: the parts of friends that can stand in the way of a unit: those in close order that do not rout."""
    return [
        one for one in footprints(battle)
        if one.unit.side == unit.side and one.unit.id != unit.id
        and not loose(one.unit) and one.unit.morale != "routed"
    ]  # fmt: skip


def enemies_in(battle: Battle, unit: Unit, apart: Iterable[str] = ()) -> list[OnTable]:
    """The parts of enemies that can stand in the way of a unit: those that do not rout.  apart: units left out."""
    return [
        one for one in footprints(battle)
        if one.unit.side != unit.side and one.unit.id not in {*apart} and one.unit.morale != "routed"
    ]  # fmt: skip


def close_order(battle: Battle, unit: Unit) -> list[OnTable]:
    """G-11: units that a unit may neither go over nor end on; loose (FS-7.10b) and routed troops are no obstacle."""
    return [*friends_in(battle, unit), *(one for one in enemies_in(battle, unit) if not loose(one.unit))]


def barriers(battle: Battle, rect: Rect) -> list[Piece]:
    """Impassable ground and buildings; a unit on a ford or bridge goes along it."""
    return [
        one for one in battle.terrain
        if one.kind in BUILT or (one.kind in BARRIERS and not passable(battle, rect))
    ]  # fmt: skip


def beyond(mine: Parts, bearing: Tenths, far: float, friends: Sequence[OnTable]) -> float:
    """G-24: a move that would end inside a friend ends just beyond it."""
    for hundredths in range(round(far * 100), FARTHEST):
        if not _ends_in(mine, bearing, hundredths / 100, friends):
            return max(far, hundredths / 100)
    return far


def short_of(mine: Parts, bearing: Tenths, far: float, friends: Sequence[OnTable]) -> float:
    """A move that would end inside a friend ends short of it."""
    for hundredths in range(round(far * 100), 0, -1):
        if not _ends_in(mine, bearing, hundredths / 100, friends):
            return min(far, hundredths / 100)
    return 0.0


def _ends_in(mine: Parts, bearing: Tenths, far: float, friends: Sequence[OnTable]) -> bool:
    there = [moved(one, bearing, far) for one in mine]
    return any(overlaps(one, other.rect) for one in there for other in friends)


def swerves(first: str) -> list[int]:
    """G-21, D-22: tenths of a degree to either side, the smallest first; positive: clockwise."""
    sign = -10 if first == "left" else 10
    return [0, *(side * turn for turn in range(1, 46) for side in (sign, -sign))]


def turned(bearing: Tenths, by: int) -> Tenths:
    """A bearing turned by so many tenths of a degree."""
    return normal(bearing + by)
