"""Counters for the ground that a move has led through, a lane that only one unit has among them."""

from collections.abc import Sequence

from pbem.engine.play import Play
from pbem.engine.table.places import Spot
from pbem.rulesets.armatys.moving.costing import terrain_counters
from pbem.rulesets.armatys.special.lanes import lane_cost
from pbem.rulesets.armatys.state.battle import Battle, Piece
from pbem.rulesets.armatys.state.special_facts import LaneTaken
from pbem.rulesets.armatys.state.units import Unit


def lane_counters(play: Play[Battle], unit: Unit, way: Sequence[Spot], pieces: Sequence[Piece]) -> int:
    """AR-Q59: of terrain, or by the special rule of a narrow lane.  way: of the middle of its front."""
    cost = lane_cost(play.battle, unit, way, [one.id for one in pieces])
    if cost is None:
        return terrain_counters(unit, pieces)
    if cost.counters:
        return cost.counters
    play.record(LaneTaken(cost.place, unit.id, rules=(cost.rule,)))
    return terrain_counters(unit, pieces)
