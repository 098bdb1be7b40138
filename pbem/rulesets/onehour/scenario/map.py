"""The ground of a scenario file: table, switches, terrain (OH-G8, catalogue section 2)."""

from pbem.engine.spec import read
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.table.scenario.ground import GroundKinds
from pbem.rulesets.onehour.battle import Feature, Switches
from pbem.rulesets.onehour.scenario.file import FeatureSpec, File, SwitchSpec
from pbem.rulesets.onehour.scenario.reading import ScenarioParts
from pbem.rulesets.onehour.tables import FRONTAGE

LEAST_DEPTH = Hundredths(100)
"""OH-Q2."""
LONGEST_BONUS = Hundredths(1200)
GROUND = GroundKinds(spec=FeatureSpec, lines=frozenset({"road"}))
"""Areas all but roads; crossings are laid over rivers (OH-G8)."""


def read_switches(got: ScenarioParts, file: File) -> None:
    """What the battle plays otherwise."""
    spec = read(SwitchSpec, file.switches, "switches", got.faults)
    if spec is None:
        return
    bonus = got.length(spec.road_bonus, "switches.road_bonus")
    if bonus > LONGEST_BONUS:
        got.fault("switches.road_bonus", "more than 12 inches: write 3, or 0 for none (OH-R-terr-5)")
    frontage = read_frontage(got, spec.frontage, "switches.frontage")
    got.switches = Switches(
        woods=spec.woods,
        pikes=spec.pikes,
        road_bonus=bonus,
        frontage=frontage,
        depth=read_depth(got, spec.depth, frontage, "switches.depth"),
        shoot_into_melee=spec.shoot_into_melee,
    )


def read_frontage(got: ScenarioParts, number: float, where: str) -> Hundredths:
    """The width of a unit: 4 to 6 inches (OH-unit-2)."""
    found = got.length(number, where)
    least, greatest = FRONTAGE
    if not least <= found <= greatest:
        limits = f"{say_inches(least)} to {say_inches(greatest)}"
        got.fault(where, f"a unit is {limits} inches wide (OH-unit-2)")
        return least
    return found


def read_depth(got: ScenarioParts, number: float, frontage: Hundredths, where: str) -> Hundredths:
    """The depth of a unit: from 1 inch up to its width (OH-Q2)."""
    found = got.length(number, where)
    if not LEAST_DEPTH <= found <= frontage:
        got.fault(where, f"a unit is 1 to {say_inches(frontage)} inches deep: no deeper than wide (OH-Q2)")
        return LEAST_DEPTH
    return found


def read_terrain(got: ScenarioParts, file: File) -> None:
    """All features, in the order of the file."""
    laid = GROUND.read(got, file.terrain)
    got.unsound = tuple(one.spec.id for one in laid if not one.shape)
    got.features = {
        one.spec.id: Feature(
            id=one.spec.id, kind=one.spec.kind, shape=one.shape, name=one.spec.name, drawn=one.spec.drawn
        )
        for one in laid if one.shape
    }  # fmt: skip
    GROUND.warn_of_water(got, laid)
