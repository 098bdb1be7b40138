"""Units that a special rule drives: straight ahead as far as they can, whatever they were ordered."""

from collections.abc import Iterable

from pbem.engine.ids import StandId
from pbem.engine.special import rules_of
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.places import normal_move
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.state.battle import Battle, charge_of
from pbem.rulesets.fornovo.state.orders import Go, MoveOrder
from pbem.rulesets.fornovo.state.special_rules import MustAdvance

PARTS = 8
"""Of its move, of which the most that is free is taken."""


def driven(battle: Battle, orders: Iterable[MoveOrder]) -> list[MoveOrder]:
    """The moves of a side, those of driven units in place of their own."""
    must = _must(battle)
    return [*(one for one in orders if one.who not in must), *(one for code in must if (one := _ahead(battle, code)))]


def _must(battle: Battle) -> list[StandId]:
    return [
        unit for place, rule in rules_of(battle, MustAdvance) for unit in rule.units
        if rule.turn == battle.turn and place not in battle.special_done and charge_of(battle, unit) is None
    ]  # fmt: skip


def _ahead(battle: Battle, code: StandId) -> MoveOrder | None:
    unit = battle.units.get(code)
    if unit is None:
        return None
    most = normal_move(unit, battle.scale)
    for part in range(PARTS, 0, -1):
        legs = (Go(Hundredths(most * part // PARTS)),)
        if not isinstance(march(battle, unit, legs), Refusal):
            return MoveOrder(0, code, legs)
    return None
