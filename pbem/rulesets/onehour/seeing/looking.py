"""Who is in sight of a side, and how well (OH-H1, OH-H2, OH-H3)."""

from pbem.engine.hiding import as_ruled, has_blinds, is_hidden, sights_of
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Grade, grade_at
from pbem.engine.table.angles import Point
from pbem.engine.table.distances import point_rect
from pbem.engine.table.measures import Hundredths, hundredths
from pbem.engine.table.places import Spot, point
from pbem.engine.table.spotting import nearest_that_sees, unscreened
from pbem.rulesets.onehour.battle import (
    Battle,
    Unit,
    enemies_of,
    engaged,
    fights_of,
    on_table,
    other_side,
    troops_of,
    units_of,
)
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.moving.ground import ground, of_kind, standing_in
from pbem.rulesets.onehour.tables import RANGE

BESIDE = Hundredths(300)
"""So near to a unit in a wood or town it is in sight (OH-H1)."""
COVERS = ("woods", "town")
SCREENS = ("woods", "town", "hill")
"""What a line of sight does not pass, unless one of its ends is in it (OH-G11)."""


def in_sight(battle: Battle, side: Side) -> dict[StandId, Grade]:
    """The enemies that a side has in sight, and how well, ordered by where they stand."""
    found: dict[StandId, Grade] = {}
    watching = troops_of(battle, side)
    for enemy in sorted(enemies_of(battle, side), key=lambda one: (one.pose.at.x, one.pose.at.y, one.id)):
        grade = _seen(battle, watching, enemy)
        if grade is not None:
            found[enemy.id] = "body" if enemy.blind else grade
    sights = sights_of(battle)
    if sights is None or not sights.ruled:
        return found
    there = {one.id for one in enemies_of(battle, side)}
    seen = as_ruled(battle, side, found, battle.turn, lambda unit: unit in sights.shown or engaged(battle, unit))
    return {unit: "body" if battle.units[unit].blind else grade for unit, grade in seen.items() if unit in there}


def unveiled(battle: Battle) -> tuple[StandId, ...]:
    """Blinds that an enemy would make out, were they troops, by id (OH-H10)."""
    if not has_blinds(battle):
        return ()
    sights = sights_of(battle)
    shown = {word.unit for word in sights.ruled if word.shows and word.until >= battle.turn} if sights else set()
    blinds = [one for one in on_table(battle) if one.blind]
    grades = {one.id: _seen(battle, troops_of(battle, other_side(battle, one.side)), one) for one in blinds}
    return tuple(unit for unit, grade in grades.items() if unit in shown or grade not in (None, "body"))


def unseen_by_seen(view: Battle, side: Side) -> frozenset[StandId]:
    """Of a side's own view the units on the table that none of the enemies in it has in sight, as far as it knows."""
    if not is_hidden(view) or not view.turn:
        return frozenset()
    seen = in_sight(view, other_side(view, side))
    return frozenset(one.id for one in units_of(view, side) if one.id not in seen and not (one.shot or one.charged))


def _seen(battle: Battle, watching: list[Unit], enemy: Unit) -> Grade | None:
    """How well an enemy is seen; None where it is not in sight."""
    sights = sights_of(battle)
    if sights is None:
        return "known"
    if engaged(battle, enemy.id):
        ours = {one.id for one in watching}
        if any({one.attacker, one.target} & ours for one in fights_of(battle, enemy.id)):
            return "known"
    place, watched = footprint(enemy), [footprint(one) for one in watching]
    far = None
    if enemy.id in sights.shown:
        twice = Hundredths(max(2 * sights.visibility, RANGE + BESIDE))
        far = nearest_that_sees(place, watched, twice, lambda _: True)
    if far is not None:
        return grade_at(far, sights.visibility)
    at, reach = point(enemy.pose.at), Hundredths(sights.visibility)
    if standing_in(battle, at, *COVERS):
        reach = min(reach, BESIDE)
    far = nearest_that_sees(place, watched, reach, lambda number: clear(battle, point(watching[number].pose.at), at))
    return grade_at(far, sights.visibility) if far is not None else None


def clear(battle: Battle, start: Point, end: Point) -> bool:
    """Whether a line between two centres passes no wood, town or hill that neither is in (OH-G11).

    Units do not bar it: their colours and their dust are seen over those before them.
    """
    return unscreened(start, end, map(ground, of_kind(battle, *SCREENS)))


def place_in_sight(battle: Battle, side: Side, at: Spot) -> bool:
    """Whether a unit that stood there would be in sight (OH-H5)."""
    sights, there = sights_of(battle), point(at)
    if sights is None:
        return True
    reach = BESIDE if standing_in(battle, there, *COVERS) else Hundredths(sights.visibility)
    return any(
        hundredths(point_rect(there, footprint(one))) <= reach and clear(battle, point(one.pose.at), there)
        for one in troops_of(battle, side)
    )
