"""Who is in sight of a side, and how well (FS-H1, FS-H2, FS-H3)."""

from pbem.engine.hiding import as_ruled, is_hidden, sights_of
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Grade, grade_at
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import inside
from pbem.engine.table.distances import point_polygon, point_rect, point_segment, rect_polygon
from pbem.engine.table.measures import Hundredths, Tenths, hundredths, within
from pbem.engine.table.places import Pose, Spot, point
from pbem.engine.table.shapes import sides
from pbem.engine.table.spotting import middle_of
from pbem.rulesets.fornovo.moving.places import Parts, distance, parts_of, rect_of
from pbem.rulesets.fornovo.moving.seeing import VISIBILITY, WOOD_EDGE, WOOD_SIGHT, sees, sees_place, shown_within
from pbem.rulesets.fornovo.special.holding import seen_to, visibility
from pbem.rulesets.fornovo.state.battle import WOODS, Battle, Piece, other_side, piece
from pbem.rulesets.fornovo.state.units import Unit

BESIDE = 2
"""Inches from which any unit is in sight (FS-11.5.2, FS-H1)."""


def in_sight(battle: Battle, side: Side) -> dict[StandId, Grade]:
    """The enemies that a side has in sight, and how well, ordered by where they stand."""
    watching = [one for _, one in sorted(battle.units.items()) if one.side == side and _there(battle, one)]
    foes = [(pose, one) for one in battle.units.values() if one.side != side and (pose := place_of(battle, one))]
    met = _met(battle)
    found: dict[StandId, Grade] = {}
    for _, enemy in sorted(foes, key=lambda each: (each[0].at.x, each[0].at.y, each[1].id)):
        grade: Grade | None = "known" if enemy.id in met else _seen(battle, watching, enemy)
        if grade is not None:
            found[enemy.id] = grade
    sights = sights_of(battle)
    if sights is None or not sights.ruled:
        return found
    there = {one.id for _, one in foes}
    seen = as_ruled(battle, side, found, battle.turn, lambda unit: unit in sights.shown or unit in met)
    return {unit: grade for unit, grade in seen.items() if unit in there}


def unseen_by_seen(view: Battle, side: Side) -> frozenset[StandId]:
    """Of a side's own view the units that none of the enemies in it has in sight, as far as it knows."""
    if not is_hidden(view) or not view.turn:
        return frozenset()
    seen = in_sight(view, other_side(view, side))
    mine = (one for one in view.units.values() if one.side == side)
    return frozenset(one.id for one in mine if one.id not in seen and not one.fired)


def place_of(battle: Battle, unit: Unit) -> Pose | None:
    """Where a unit stands; of a garrison the middle of its block; None for one that is off the table."""
    held = piece(battle, unit.inside)
    if unit.pose is not None or held is None:
        return unit.pose
    return Pose(middle_of(held.shape), Tenths(0))


def _there(battle: Battle, unit: Unit) -> bool:
    return unit.left_table is None and place_of(battle, unit) is not None


def _met(battle: Battle) -> set[StandId]:
    """FS-H3: in contact, or in a charge."""
    pairs = [one.units for one in battle.combats]
    pairs += [(one.unit, one.target) for one in battle.charges if one.state in {"declared", "pending", "home"}]
    return {unit for pair in pairs for unit in pair}


def _seen(battle: Battle, watching: list[Unit], enemy: Unit) -> Grade | None:
    """How well an enemy is seen; None where it is not in sight."""
    sights = sights_of(battle)
    if sights is None:
        return "known"
    limit = seen_to(battle, enemy, visibility(battle) or battle.inches(VISIBILITY))
    shown = enemy.id in sights.shown
    reach = shown_within(battle, limit) if shown else _reach(battle, enemy, limit)
    near = sorted((far, one.id) for one in watching if (far := _apart(battle, one, enemy)) <= reach)
    for far, code in near:
        if shown or far <= battle.inches(BESIDE) or sees(battle, battle.units[code], enemy):
            return grade_at(far, limit)
    return None


def _reach(battle: Battle, enemy: Unit, limit: Hundredths) -> Hundredths:
    """FS-H1: a garrison is seen as far as troops at the edge of a wood, until it shoots."""
    hides = enemy.pose is None and not (enemy.fired or enemy.fired_last_turn)
    return min(limit, battle.inches(WOOD_SIGHT)) if hides else limit


def _apart(battle: Battle, one: Unit, other: Unit) -> Hundredths:
    """Between footprints; of a garrison its block counts."""
    mine, its = _ground(battle, one), _ground(battle, other)
    if isinstance(mine, tuple) and isinstance(its, tuple):
        return hundredths(distance(mine, its))
    if isinstance(mine, tuple):
        mine, its = its, mine
    if isinstance(mine, Piece) and isinstance(its, tuple):
        return hundredths(min(rect_polygon(part, mine.area) for part in its))
    assert isinstance(mine, Piece)
    assert isinstance(its, Piece)
    return hundredths(min(point_polygon(point(corner), mine.area) for corner in its.shape))


def _ground(battle: Battle, unit: Unit) -> Parts | Piece:
    found = parts_of(battle, unit) or piece(battle, unit.inside)
    assert found is not None
    return found


def place_in_sight(battle: Battle, side: Side, at: Spot) -> bool:
    """Whether a unit that stood there would be in sight (FS-H5)."""
    there = point(at)
    limit = min(visibility(battle) or battle.inches(VISIBILITY), battle.inches(_cover(battle, there)))
    for one in battle.units.values():
        mine = rect_of(battle, one) if one.side == side else None
        if mine is None:
            continue
        far = hundredths(min(point_rect(there, part) for part in parts_of(battle, one)))
        if far <= limit and (far <= battle.inches(BESIDE) or sees_place(battle, one, mine, there)):
            return True
    return False


def _cover(battle: Battle, at: Point) -> int:
    """Inches from which a unit is seen that stands there: fewer in blocks and woods (FS-11.5a, FS-11.5b)."""
    for one in battle.terrain:
        if one.kind in {"block", "strongpoint"} and inside(at, one.area):
            return WOOD_SIGHT
        if one.kind in WOODS and inside(at, one.area):
            near = any(within(point_segment(at, side), battle.inches(WOOD_EDGE)) for side in sides(one.area))
            return WOOD_SIGHT if near else BESIDE
    return VISIBILITY
