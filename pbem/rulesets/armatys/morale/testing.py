"""The numbers required in tests of reaction, and the class of a unit that is not known (AR-chg, AR-stand, AR-pur)."""

from typing import Literal

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit

Test = Literal["charge", "counter", "stand", "pursuit"]


def required(unit: Unit, test: Test, *, general: int, obstacle: bool) -> int:
    """AR-chg-2, AR-stand-1, AR-pur-3: the least die that passes.  general: -1, 0 or 1 by choice (AR-gnl-3)."""
    horse = unit.kind in {"horse", "irregular_light_cavalry"}  # AR-ilc-2
    base = {"stand": t.TO_STAND, "pursuit": t.TO_AVOID_PURSUIT}.get(test, t.TO_CHARGE)[unit.morale]
    by_kind = {"charge": -1, "counter": -1, "pursuit": 3}.get(test, 0) if horse else 0
    behind = -2 if obstacle and test in {"stand", "pursuit"} else 0
    return base + unit.counters + by_kind + behind + general


def make_known(play: Play[Battle], unit: StandId) -> None:
    """AR-cls-3, AR-Q84: rolls the class of a unit if it is unknown."""
    if play.battle.units[unit].morale == "unknown":
        value = play.roll("ar.class", unit, 1).values[0]
        play.record(f.ClassRolled(unit, t.MORALE_CLASS[value], rules=(RuleId("AR-cls-3"),)))
