"""Blinds of a battle with hidden units: where each side has them at first (OH-H10)."""

from collections.abc import Iterator

from pbem.engine.blinds import FIRST
from pbem.engine.ids import Side, StandId
from pbem.engine.table import contact
from pbem.engine.table.angles import ahead
from pbem.engine.table.measures import Hundredths, hundredths
from pbem.engine.table.places import Pose, Spot, point
from pbem.rulesets.onehour.battle import Army, Battle, Unit, with_unit
from pbem.rulesets.onehour.commands import Placed, SetUp
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.playing.setting import check_set_up, to_set_up
from pbem.rulesets.onehour.scenario.reading import ScenarioParts

APART = Hundredths(300)
"""How far apart the places are that are tried, behind and beside the side's units."""
TRIED = ((-1, 0), (-2, 0), (-1, -2), (-1, 2), (-2, -2), (-2, 2), (0, -2), (0, 2), (-3, 0), (0, -3), (0, 3))
"""Steps ahead and to the right from a unit."""


def with_blinds(got: ScenarioParts, battle: Battle, count: int) -> Battle:
    """The battle with so many blinds of each side, behind or beside its units; those for which no place is are a
    fault."""
    for one in battle.armies:
        if one.muster is not None:
            got.fault("options.blinds", f"{one.name} draws its army: it fields no blinds")
            continue
        for number in range(count):
            tried = (blind_of(battle, one, number, pose) for pose in _places(battle, one.id))
            blind = next((blind for blind in tried if has_room(battle, blind)), None)
            if blind is None:
                got.fault("blinds", f"there is no room for {count} blinds of {one.name}")
                break
            battle = with_unit(battle, blind)
    return battle


def blind_of(battle: Battle, army: Army, number: int, pose: Pose) -> Unit:
    """It moves as Infantry does."""
    return Unit(
        id=StandId(f"{army.letter}{FIRST + number}"), name=f"Blind {number + 1}", side=army.id, type="Infantry",
        width=battle.switches.frontage, depth=battle.switches.depth, pose=pose,
        state="to place" if battle.deploys else "on table", blind=True,
    )  # fmt: skip


def _places(battle: Battle, side: Side) -> Iterator[Pose]:
    units = to_set_up(battle, side)
    for forward, right in TRIED:
        for one in units:
            fx, fy = ahead(one.pose.facing)
            x, y = point(one.pose.at)
            x, y = x + (fx * forward + fy * right) * APART / 100, y + (fy * forward - fx * right) * APART / 100
            yield Pose(Spot(hundredths(x), hundredths(y)), one.pose.facing)


def has_room(battle: Battle, blind: Unit) -> bool:
    """Whether it may be set up there, and touches no enemy."""
    there = with_unit(battle, blind)
    mine = SetUp(places=tuple(Placed(one.id, one.pose) for one in to_set_up(there, blind.side)))
    enemies = [one for one in battle.units.values() if one.side != blind.side and one.state != "to come"]
    return not any(check_set_up(there, blind.side, mine).values()) and not any(
        contact.meets(footprint(blind), footprint(one)) for one in enemies
    )
