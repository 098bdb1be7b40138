"""C1 to C4: combat, those who lost, those who saw friends break, recovery (FS-8.8, FS-8.9, FS-5.4)."""

from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.play import Play
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting import melee
from pbem.rulesets.fornovo.morale import tests
from pbem.rulesets.fornovo.playing.completing import engage_all, rout_shattered
from pbem.rulesets.fornovo.playing.routing import break_unit
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import (
    Battle,
    by_role,
    charge_of,
    chase_of,
    combats_of,
    in_order,
    opponent,
)  # fmt: skip
from pbem.rulesets.fornovo.state.orders import Orders
from pbem.rulesets.fornovo.state.units import Unit, driverless


def fight(play: Play[Battle], orders: Orders) -> None:
    """C1: one round of every combat."""
    engage_all(play)
    melee.fight(play, orders)


def lose(play: Play[Battle], orders: Orders) -> None:
    """C2: losing units test; recoils and routs are marked.  Rules: FS-8.8, FS-10.6."""
    beaten = {*melee.losers(play.battle)}
    by = {unit: _worst(play.battle, unit) for unit in sorted(beaten)}
    tested: dict[StandId, bool] = {}
    for one in in_order(play.battle):
        if one.id in beaten and one.morale != "routed":
            tested[one.id] = tests.lost(play, one.id)
    for unit, passed in tested.items():
        if not passed:
            break_unit(play, unit, by[unit], orders, rules=(RuleId("FS-8.8"),))
    for unit, passed in tested.items():
        one = play.battle.units[unit]
        if passed and one.inside is None and one.kind != "wagons" and combats_of(play.battle, unit):
            play.record(f.RecoilOwed(unit, play.battle.inches(t.RECOIL[one.arm]), rules=(RuleId("FS-8.8"),)))


def _worst(battle: Battle, unit: StandId) -> StandId | None:
    """G-22: the enemy that inflicted most, then of the lowest id."""
    suffered = {opponent(one, unit): one.now.get(unit, 0) + one.fire.get(unit, 0) for one in combats_of(battle, unit)}
    return min(suffered, key=lambda enemy: (-suffered[enemy], enemy), default=None)


# --- C3 -------------------------------------------------------------------------------------------------------------


def see_friends(play: Play[Battle], orders: Orders) -> None:
    """C3: Side A's queue to its end, then Side B's.  Rules: FS-8.9, FS-Q102."""
    for side in by_role(play.battle):
        queue = _queue(play.battle, side, orders)
        while queue:
            unit, *queue = queue
            if not tests.friend(play, unit):
                break_unit(play, unit, None, orders, rules=(RuleId("FS-8.9"),))
                queue = _queue(play.battle, side, orders)


def _queue(battle: Battle, side: Side, orders: Orders) -> list[StandId]:
    """Those of a side that have seen a friend break in this turn and have not tested.

    D-21: as chosen; by default the highest total of modifiers, then the lowest id.
    """
    there = [one for one in in_order(battle) if one.side == side]
    if not any(one.morale == "routed" and one.routed_this_turn for one in there):
        return []
    able = [
        one for one in there
        if (one.pose is not None or one.inside) and one.morale != "routed" and not one.tested_friends
        and not driverless(one) and tests.routing_friends(battle, one)
    ]  # fmt: skip
    able.sort(key=lambda one: (-tests.modifiers_friend(battle, one), one.id))
    found = [one.id for one in able]
    chosen = [one for one in orders.choose(battle, side).friend_rout_order if one in found]
    return [*chosen, *(one for one in found if one not in chosen)]


# --- C4 -------------------------------------------------------------------------------------------------------------


def recover(play: Play[Battle], orders: Orders) -> None:
    """C4.  Rules: FS-5.1, FS-5.4a, FS-5.4b, FS-5.4c, FS-Q32, FS-Q67, FS-Q103."""
    for unit in in_order(play.battle):
        morale, order = _morale_back(play.battle, unit), _order_back(play.battle, unit)
        if morale or order:
            play.record(f.Recovered(unit.id, morale, order, rules=(RuleId("FS-5.4c"),)))
    for unit in in_order(play.battle):
        if not unit.disordered and unit.morale != "routed" and _worn(play.battle, unit):
            play.record(f.CombatDisordered(unit.id, rules=(RuleId("FS-5.1"), RuleId("FS-Q67"))))
    rout_shattered(play, orders)
    see_friends(play, orders)


def _morale_back(battle: Battle, unit: Unit) -> bool:
    """FS-5.4a: halted units that did not advance; FS-5.4b: shaken ones that rested (their debts: FS-Q43)."""
    if unit.fresh or chase_of(battle, unit.id) is not None:
        return False
    if unit.morale == "halted":
        return not unit.advanced and charge_of(battle, unit.id) is None
    return unit.morale == "shaken" and not unit.debt and _rested(battle, unit)


def _order_back(battle: Battle, unit: Unit) -> bool:
    if not unit.disordered or unit.fresh_disorder or unit.morale == "routed":
        return False
    return chase_of(battle, unit.id) is None and _rested(battle, unit)


def _rested(battle: Battle, unit: Unit) -> bool:
    """FS-5.4b: it has not moved, shot or been in combat since the Move phase began."""
    fought = any(unit.id in one.units for one in (*battle.combats, *battle.combats_over))
    charged = charge_of(battle, unit.id) is not None
    return not (unit.moved or unit.maneuvered or unit.evaded or unit.fired or fought or charged)


def _worn(battle: Battle, unit: Unit) -> bool:
    """FS-5.1, FS-Q67: two rounds in the same engagement, with enemies of a quarter of its strength or more."""
    again = [one for one in combats_of(battle, unit.id) if one.rounds >= 1]
    strength = sum(_before(battle, opponent(one, unit.id)) for one in again)
    return bool(again) and 4 * strength >= _before(battle, unit.id)


def _before(battle: Battle, unit: StandId) -> int:
    """Its figures before the round."""
    return battle.units[unit].figures + sum(one.now.get(unit, 0) for one in combats_of(battle, unit))
