"""Plug bayonets: who fixes them, and when (AR-bay-1, AR-Q56)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys.state.battle import Battle, in_order
from pbem.rulesets.armatys.state.charged import chargers_of, charging
from pbem.rulesets.armatys.state.closing import BayonetsFixed
from pbem.rulesets.armatys.state.orders import Chooser
from pbem.rulesets.armatys.state.units import Unit


def fix_to_receive(play: Play[Battle], choose: Chooser) -> None:
    """P3, after the fire: chargers; those who stood without fire as they choose, by default against cavalry (AR-D8)."""
    for unit in _unfixed(play.battle):
        against = chargers_of(play.battle, unit.id) if unit.stood and not unit.fired else []
        chosen = choose(play.battle, unit.id).bayonets
        wants = chosen == "fix" or (chosen is None and any(one.cavalry for one in against))
        if charging(unit) or (against and wants):
            _fix(play, unit.id)


def fix_in_melee(play: Play[Battle]) -> None:
    """P4a: from the second round of a melee on they are fixed."""
    before = play.battle
    for unit in _unfixed(before):
        if any(unit.id in (one.one, one.other) and one.rounds for one in before.contacts):
            _fix(play, unit.id)


def _unfixed(battle: Battle) -> list[Unit]:
    return [one for one in in_order(battle) if one.bayonet == "plug" and not one.bayonets_fixed]


def _fix(play: Play[Battle], unit: StandId) -> None:
    play.record(BayonetsFixed(unit, rules=(RuleId("AR-bay-1"), RuleId("AR-Q56"))))
