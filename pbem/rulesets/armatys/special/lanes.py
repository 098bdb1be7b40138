"""An obstacle that costs mounted units more, but for one of them a bound at a lane (``narrow-lane``)."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem.engine.ids import RuleId
from pbem.engine.special import cited, rules_of
from pbem.engine.table.distances import point_segment
from pbem.engine.table.measures import within
from pbem.engine.table.places import Spot, point
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit


class LaneCost(NamedTuple):
    """What a crossing costs by such a rule."""

    place: int
    """Of the rule among those of the battle."""
    rule: RuleId
    counters: int
    """In all, in place of the obstacle's own; 0: the unit takes the lane, and pays what the obstacle costs."""


def lane_cost(battle: Battle, unit: Unit, way: Sequence[Spot], crossed: Collection[str]) -> LaneCost | None:
    """Of a unit that has crossed pieces of terrain.  way: of the middle of its front.  None: no rule is about it."""
    for place, rule in rules_of(battle, k.NarrowLane):
        if unit.id in rule.units and unit.cavalry and rule.obstacle in crossed:
            by_lane = _passes(rule, way) and place not in battle.special_tried
            return LaneCost(place, cited(rule), 0 if by_lane else rule.counters)
    return None


def _passes(rule: k.NarrowLane, way: Sequence[Spot]) -> bool:
    """Whether a way leads by the lane."""
    at, marks = point(rule.lane), [point(one) for one in way]
    return any(within(point_segment(at, leg), rule.within) for leg in pairwise(marks))
