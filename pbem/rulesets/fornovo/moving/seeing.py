"""Who sees whom (FS-11.3a, FS-11.3b, FS-11.3c, FS-11.5a, FS-11.5b, G-7, FS-Q71)."""

from msgspec import UNSET

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import crosses, inside, meets
from pbem.engine.table.contact import overlaps
from pbem.engine.table.measures import TOLERANCE, Hundredths, Tenths, within
from pbem.engine.table.rects import FACES, Rect, corners, grown, middle
from pbem.engine.table.sight import open_between
from pbem.rulesets.fornovo.moving.places import between, distance, parts_of, rect_of
from pbem.rulesets.fornovo.special.holding import seen_to, visibility
from pbem.rulesets.fornovo.state.battle import WOODS, Battle, Piece
from pbem.rulesets.fornovo.state.units import Unit

VISIBILITY, WOOD_EDGE, WOOD_SIGHT, OVER_FRIENDS = 100, 1, 8, 6
"""FS-11.3a, FS-11.5b, FS-11.5a, FS-11.3c: inches."""
LONGEST = 96
"""Inches, of the longest shot (FS-9.22): as far as a unit that gave itself away is seen at the least (FS-H2)."""


def sees(battle: Battle, viewer: Unit, target: Unit, *, charging: bool = False) -> bool:
    """G-7, FS-H2: some line between corners and edge middles of both is open, or the enemy has given himself away.

    charging: through a friend near by.
    """
    mine, its = rect_of(battle, viewer), rect_of(battle, target)
    if mine is None or its is None:
        return viewer.side != target.side
    parts = parts_of(battle, viewer)
    apart = distance(parts, parts_of(battle, target))
    far = visibility(battle) or battle.inches(VISIBILITY)
    far = seen_to(battle, target, far)
    if viewer.side != target.side and battle.sights is not UNSET and target.id in battle.sights.shown:
        return within(apart, shown_within(battle, far))
    if not within(apart, far) or in_deep(battle, target, its, apart):
        return False
    if in_deep(battle, viewer, mine, apart):
        return False
    near = battle.inches(OVER_FRIENDS)
    blocks = [
        one.rect for one in between(battle, mine, its)
        if one.unit.id not in {viewer.id, target.id}
        and not (charging and one.unit.side == viewer.side and within(distance(parts, (one.rect,)), near))
    ]  # fmt: skip
    ground = [one.area for one in battle.terrain if _hides(one, mine, its)]
    if not blocks and not ground:
        return True
    return open_between(_marks(battle, viewer), _marks(battle, target), (*blocks, *ground))


def shown_within(battle: Battle, far: Hundredths) -> Hundredths:
    """FS-H2: how far a unit that gave itself away is seen, where the visibility is so far."""
    return max(Hundredths(2 * far), battle.inches(LONGEST))


def sees_place(battle: Battle, viewer: Unit, mine: Rect, at: Point) -> bool:
    """G-7: a unit sees a place on the table, whatever stands there; how far off it is, is not looked at."""
    its = _dot(at)
    blocks = [
        one.rect for one in between(battle, mine, its) if one.unit.id != viewer.id and not overlaps(one.rect, its)
    ]
    ground = [one.area for one in battle.terrain if _hides(one, mine, its) and not inside(at, one.area)]
    return (not blocks and not ground) or open_between(_marks(battle, viewer), (at,), (*blocks, *ground))


def _marks(battle: Battle, unit: Unit) -> tuple[Point, ...]:
    """Corners and edge middles of each part, the front's middle first."""
    return tuple(
        at for part in parts_of(battle, unit) for at in (*(middle(part, face) for face in FACES), *corners(part))
    )


def _hides(one: Piece, mine: Rect, its: Rect) -> bool:
    """Blocks, and woods that neither of the two stands in."""
    if one.kind in {"block", "strongpoint"}:
        return True
    area = one.area if one.kind in WOODS else None
    return area is not None and not meets(mine, area) and not meets(its, area)


def in_deep(battle: Battle, unit: Unit, rect: Rect, apart: float) -> bool:
    """FS-11.5a, FS-11.5b: in a wood farther than 1(0.75)" from its edge, or seen from farther than 8(6)"."""
    for one in battle.terrain:
        if one.kind not in WOODS or not meets(rect, one.area):
            continue
        if unit.fired or unit.fired_last_turn:
            return False
        edge = battle.inches(WOOD_EDGE) / 100
        inside = all(meets(grown(_dot(corner), edge), one.area) for corner in corners(rect))
        if inside and not within(apart, battle.inches(WOOD_SIGHT)):
            return True
        if inside and not _reaches_edge(rect, one, edge):
            return True
    return False


def _dot(at: Point) -> Rect:
    return Rect(*at, 0.0, 1.0, 0.0, 0.0, Tenths(0))


def _reaches_edge(rect: Rect, one: Piece, edge: float) -> bool:
    """Some part of a footprint lies within so many inches of the edge of a wood."""
    points = one.area.points
    sides = zip(points, (*points[1:], points[0]), strict=True)
    return any(crosses(start, end, grown(rect, edge + TOLERANCE)) for start, end in sides)
