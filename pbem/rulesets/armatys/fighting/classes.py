"""Classes of morale that are not known until they are needed (AR-cls-3, AR-Q84)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle


def make_known(play: Play[Battle], unit: StandId) -> None:
    """AR-cls-3, AR-Q84: rolls the class of a unit if it is unknown."""
    if play.battle.units[unit].morale == "unknown":
        value = play.roll("ar.class", unit, 1).values[0]
        play.record(f.ClassRolled(unit, (play.battle.classes or t.MORALE_CLASS)[value], rules=(RuleId("AR-cls-3"),)))
