"""Who charges whom in this bound (AR-chg, AR-Q8, AR-Q81)."""

from pbem.engine.ids import StandId
from pbem.rulesets.armatys.state.battle import Battle, in_order
from pbem.rulesets.armatys.state.units import Unit


def chargers_of(battle: Battle, unit: StandId) -> list[Unit]:
    """Those whose charge on a unit passed its test, in the order of dice."""
    return [one for one in in_order(battle) if one.charge and one.charge.passed and one.charge.target == unit]


def goes_at(unit: Unit) -> StandId | None:
    """The enemy that a unit charges, counter-charges or, the charge tested, pursues."""
    if unit.answer in {"counter", "redirect"}:
        return unit.meets
    return unit.charge.target if unit.charge is not None and unit.charge.passed else None


def charging(unit: Unit) -> bool:
    """AR-Q45: it passed a test to charge or to counter-charge (AR-Q8: a redirected charge is one)."""
    return goes_at(unit) is not None
