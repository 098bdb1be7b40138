"""Who is in sight of a side, and how well (OH-H1, OH-H2, OH-H3)."""

from collections.abc import Iterator

from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Grade, grade_at
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import crosses
from pbem.engine.table.distances import point_rect, points
from pbem.engine.table.distances import rects as between
from pbem.engine.table.measures import Hundredths, hundredths
from pbem.engine.table.places import Spot, point
from pbem.rulesets.onehour.battle import Battle, Unit, enemies_of, engaged, fights_of, units_of
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.moving.ground import ground, of_kind, standing_in
from pbem.rulesets.onehour.sights import sights_of
from pbem.rulesets.onehour.tables import RANGE

BESIDE = Hundredths(300)
"""So near to a unit in a wood or town it is in sight (OH-H1)."""
COVERS = ("woods", "town")
SCREENS = ("woods", "town", "hill")
"""What a line of sight does not pass, unless one of its ends is in it (OH-G11)."""


def in_sight(battle: Battle, side: Side) -> dict[StandId, Grade]:
    """The enemies that a side has in sight, and how well, ordered by where they stand."""
    found: dict[StandId, Grade] = {}
    watching = units_of(battle, side)
    for enemy in sorted(enemies_of(battle, side), key=lambda one: (one.pose.at.x, one.pose.at.y, one.id)):
        grade = _seen(battle, watching, enemy)
        if grade is not None:
            found[enemy.id] = grade
    return found


def _seen(battle: Battle, watching: list[Unit], enemy: Unit) -> Grade | None:
    """How well an enemy is seen; None where it is not in sight."""
    sights = sights_of(battle)
    if sights is None:
        return "known"
    if engaged(battle, enemy.id):
        ours = {one.id for one in watching}
        if any({one.attacker, one.target} & ours for one in fights_of(battle, enemy.id)):
            return "known"
    if not watching:
        return None
    place = footprint(enemy)
    apart = sorted((hundredths(between(footprint(one), place)), number) for number, one in enumerate(watching))
    nearest = apart[0][0]
    if enemy.id in sights.shown and nearest <= max(2 * sights.visibility, RANGE + BESIDE):
        return grade_at(nearest, sights.visibility)
    reach = sights.visibility
    if standing_in(battle, point(enemy.pose.at), *COVERS):
        reach = min(reach, BESIDE)
    for far, number in apart:
        if far > reach:
            return None
        if clear(battle, point(watching[number].pose.at), point(enemy.pose.at)):
            return grade_at(far, sights.visibility)
    return None


def clear(battle: Battle, start: Point, end: Point) -> bool:
    """Whether a line between two centres passes no wood, town or hill that neither is in (OH-G11).

    Units do not bar it: their colours and their dust are seen over those before them.
    """
    holding = {one.id for at in (start, end) for one in standing_in(battle, at, *SCREENS)}
    return not any(one.id not in holding and crosses(start, end, ground(one)) for one in of_kind(battle, *SCREENS))


def place_in_sight(battle: Battle, side: Side, at: Spot) -> bool:
    """Whether a unit that stood there would be in sight (OH-H5)."""
    sights, there = sights_of(battle), point(at)
    if sights is None:
        return True
    reach = BESIDE if standing_in(battle, there, *COVERS) else Hundredths(sights.visibility)
    return any(
        hundredths(point_rect(there, footprint(one))) <= reach and clear(battle, point(one.pose.at), there)
        for one in units_of(battle, side)
    )


def way_between(start: Spot, end: Spot) -> Iterator[Spot]:
    """Places along a straight way, from its end back to its start, ten to a way."""
    for step in range(9, -1, -1):
        yield Spot(
            Hundredths(start.x + (end.x - start.x) * step // 10), Hundredths(start.y + (end.y - start.y) * step // 10)
        )


def far_apart(one: Spot, other: Spot) -> Hundredths:
    """Between two places."""
    return hundredths(points(point(one), point(other)))
