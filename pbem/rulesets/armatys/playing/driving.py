"""Units that a special rule sends forward in place of what they were ordered (``must-advance``)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.special import rules_of
from pbem.engine.table.distances import rects
from pbem.engine.table.places import spot
from pbem.engine.table.rects import centre
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.ordinary import plan
from pbem.rulesets.armatys.moving.toward import toward
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle, in_order
from pbem.rulesets.armatys.state.orders import MoveOrder
from pbem.rulesets.armatys.state.units import Unit


def driven(battle: Battle, orders: Sequence[MoveOrder]) -> list[MoveOrder]:
    """The moves of P5d, those of driven units as the rule has them."""
    forced = {
        unit: move
        for place, rule in rules_of(battle, k.MustAdvance)
        if place in battle.special_done and battle.bound == rule.bound
        for unit in rule.units
        if unit in battle.units and (move := _at_nearest(battle, battle.units[unit], orders)) is not None
    }
    return [*(one for one in orders if one.unit not in forced), *forced.values()]


def _at_nearest(battle: Battle, unit: Unit, orders: Sequence[MoveOrder]) -> MoveOrder | None:
    """Toward the nearest enemy Horse; None for a unit that may not move, having charged too, or finds none."""
    enemies = [one for one in in_order(battle) if one.side != unit.side and one.kind == "horse"]
    if not enemies or unit.charge is not None:
        return None
    nearest = min(enemies, key=lambda one: rects(unit.rect, one.rect))
    legs = toward(battle, unit, (), spot(centre(nearest.rect)))
    own = next((one for one in orders if one.unit == unit.id), MoveOrder(0, unit.id, ()))
    move = replace(own, legs=legs, unless=None)
    return move if legs and not isinstance(plan(battle, unit, move), Objection) else None
