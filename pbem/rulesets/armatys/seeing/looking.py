"""Who is in sight of a side, and how well (AR-H1, AR-H2, AR-H3)."""

from pbem.engine.hiding import as_ruled, is_hidden, sights_of
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Grade, grade_at
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import inside
from pbem.engine.table.distances import point_rect
from pbem.engine.table.distances import rects as between
from pbem.engine.table.measures import Hundredths, hundredths
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import centre
from pbem.engine.table.spotting import nearest_that_sees
from pbem.rulesets.armatys.fighting.seeing import BESIDE, hidden
from pbem.rulesets.armatys.state.battle import Battle, other_side, touching
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.tables import GUN_RANGES

LONGEST = Hundredths(100 * GUN_RANGES[-1])
"""As far as the longest shot who gave himself away is seen at the least (AR-H2)."""


def visibility(battle: Battle) -> Hundredths:
    """How far is seen now: what the battle says, or less by its weather (AR-H1, AR-ter-16)."""
    sights = sights_of(battle)
    weather = [one.inches for one in battle.sight if one.bound <= battle.bound]
    far = Hundredths(sights.visibility if sights is not None else LONGEST)
    return min(far, weather[-1]) if weather else far


def in_sight(battle: Battle, side: Side) -> dict[StandId, Grade]:
    """The enemies that a side has in sight, and how well, ordered by where they stand."""
    watching = [one for _, one in sorted(battle.units.items()) if one.side == side]
    foes = [one for one in battle.units.values() if one.side != side]
    found: dict[StandId, Grade] = {}
    for enemy in sorted(foes, key=lambda one: (one.pose.at.x, one.pose.at.y, one.id)):
        grade = _seen(battle, watching, enemy)
        if grade is not None:
            found[enemy.id] = grade
    sights = sights_of(battle)
    if sights is None or not sights.ruled:
        return found
    there = {one.id for one in foes}
    seen = as_ruled(
        battle, side, found, battle.bound, lambda unit: unit in sights.shown or bool(touching(battle, unit))
    )
    return {unit: grade for unit, grade in seen.items() if unit in there}


def unseen_by_seen(view: Battle, side: Side) -> frozenset[StandId]:
    """Of a side's own view the units that none of the enemies in it has in sight, as far as it knows."""
    if not is_hidden(view) or not view.bound:
        return frozenset()
    seen = in_sight(view, other_side(view, side))
    mine = (one for one in view.units.values() if one.side == side)
    return frozenset(one.id for one in mine if one.id not in seen and not (one.fired or one.charge))


def _seen(battle: Battle, watching: list[Unit], enemy: Unit) -> Grade | None:
    """How well an enemy is seen; None where it is not in sight."""
    sights = sights_of(battle)
    if sights is None or touching(battle, enemy.id):
        return "known"
    limit, watched = visibility(battle), [one.rect for one in watching]
    if enemy.id in sights.shown:
        twice = max(Hundredths(2 * limit), LONGEST)
        far = nearest_that_sees(enemy.rect, watched, twice, lambda _: True)
        return grade_at(far, limit) if far is not None else None
    at = centre(enemy.rect)
    reach = min(limit, BESIDE) if _covered(battle, at) else limit

    def sees(number: int) -> bool:
        one = watched[number]
        return hundredths(between(one, enemy.rect)) <= BESIDE or hidden(battle, centre(one), at) is None

    far = nearest_that_sees(enemy.rect, watched, reach, sees)
    return grade_at(far, limit) if far is not None else None


def _covered(battle: Battle, at: Point) -> bool:
    """In a wood or town."""
    return any(one.kind in {"wood", "town"} and inside(at, one.area) for one in battle.terrain)


def place_in_sight(battle: Battle, side: Side, at: Spot) -> bool:
    """Whether a unit that stood there would be in sight (AR-H5)."""
    there = point(at)
    reach = BESIDE if _covered(battle, there) else visibility(battle)
    mine = [one.rect for one in battle.units.values() if one.side == side]
    near = [(one, far) for one in mine if (far := hundredths(point_rect(there, one))) <= reach]
    return any(far <= BESIDE or hidden(battle, centre(one), there) is None for one, far in near)
