"""Dice as a bound begins, by special rules: pursuers come back over the edge, units that must go forward."""

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.engine.special import cited, rules_of
from pbem.engine.table.edges import TableEdge, along_edge, to_edge
from pbem.engine.table.places import point
from pbem.rulesets.armatys.playing.arriving import entry
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Arrival, Battle
from pbem.rulesets.armatys.state.special_facts import CameBack, SpecialActed
from pbem.rulesets.armatys.state.units import Unit

AWAY = 2
"""Bounds at least between a unit's leaving and its return."""


def roll_as_a_bound_begins(play: Play[Battle]) -> None:
    """Before the orders of a bound."""
    for place, rule in rules_of(play.battle, k.MustAdvance):
        unit = next((one for one in rule.units if one in play.battle.units), None)
        if play.battle.bound == rule.bound and unit is not None:
            die = play.roll("ar.advance", unit, 1).values[0]
            play.record(SpecialActed(place, die <= rule.upto, unit, die, rules=(cited(rule),)))
    for _, runaway in rules_of(play.battle, k.Runaway):
        for code in [one for one in runaway.units if _may_return(play.battle, one, runaway)]:
            die = play.roll("ar.return", code, 1).values[0]
            gone = play.battle.removed[code]
            to = entry(play.battle, _way_back(play.battle, gone), gone) if die >= runaway.needs else None
            play.record(CameBack(code, die, to, rules=(cited(runaway),)))


def _may_return(battle: Battle, unit: StandId, rule: k.Runaway) -> bool:
    """It pursued off the table, long enough ago."""
    gone = battle.removed.get(unit)
    if gone is None or gone.pursuit is None or gone.left_in is None or gone.state == "broken" or not gone.figures:
        return False
    return battle.bound >= max(rule.returns_from, gone.left_in + AWAY)


def _way_back(battle: Battle, unit: Unit) -> Arrival:
    """Over the edge that it left by, where it left."""
    at = point(unit.pose.at)
    edge = min(TableEdge, key=lambda one: (to_edge(battle.table, one, at), one))
    there = along_edge(edge, unit.pose.at)
    return Arrival(units=(unit.id,), turn=battle.bound, edge=edge, start=there, end=there)
