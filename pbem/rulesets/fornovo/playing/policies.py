"""What units do that no order is for, by their side's standing orders (section 5: D-8, D-13, D-15, D-16, D-20)."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.angles import bearing
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.rects import centre
from pbem.rulesets.fornovo.fighting.planning import at_will
from pbem.rulesets.fornovo.moving.charging import may_shoot_charging, rush
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.places import distance, normal_move, parts_of, rect_of
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.moving.riding import ride
from pbem.rulesets.fornovo.moving.seeing import sees
from pbem.rulesets.fornovo.playing.choosing import does, near, shoots_at_pikes
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import Battle, General, in_order
from pbem.rulesets.fornovo.state.units import Unit, pike_supported


def charges(battle: Battle, without: frozenset[StandId]) -> Iterator[o.ChargeOrder]:
    """D-8: straight ahead, at the nearest enemy that the order names.  without: units with an order of their own."""
    for unit in in_order(battle):
        wish = does(battle, unit.id, "charge")
        if wish == "never" or unit.id in without:
            continue
        for far, target in _by_distance(battle, unit):
            limit = near(wish)
            fit = limit is not None and far * 100 <= limit
            fit = fit or (wish == "shaken" and target.morale == "shaken")
            fit = fit or (wish == "naked" and target.foot and not pike_supported(target))
            order = o.ChargeOrder(0, unit.id, target.id)
            if fit and not isinstance(rush(battle, order), Refusal):
                yield order
                break


def _by_distance(battle: Battle, unit: Unit) -> list[tuple[float, Unit]]:
    """The enemies on the table, the nearest first."""
    mine = parts_of(battle, unit)
    foes = [(one, parts_of(battle, one)) for one in battle.units.values() if one.side != unit.side]
    found = [(distance(mine, its), one) for one, its in foes if mine and its]
    return sorted(found, key=lambda each: (each[0], each[1].id))


def shooting_charges(battle: Battle, orders: Iterable[o.ChargeOrder]) -> Iterator[o.ChargeOrder]:
    """D-20: charges that are to shoot at pike-supported foot."""
    for order in orders:
        unit = battle.units.get(order.unit)
        fires = unit is not None and may_shoot_charging(unit) and shoots_at_pikes(battle, order.unit, order.target)
        yield replace(order, shoots=True) if fires else order


def moves(battle: Battle, without: frozenset[StandId]) -> Iterator[o.MoveOrder]:
    """D-13, D-15: units that face the enemy or keep their distance; generals who join the shaken."""
    for unit in in_order(battle):
        wish = does(battle, unit.id, "move")
        legs = _legs(battle, unit, wish) if wish != "hold" and unit.id not in without else ()
        if legs and not isinstance(march(battle, unit, legs), Refusal):
            yield o.MoveOrder(0, unit.id, legs)
    for code, general in sorted(battle.generals.items()):
        if not general.removed and code not in without and does(battle, code, "general") == "shaken":
            yield from _rides(battle, general)


def _legs(battle: Battle, unit: Unit, wish: str) -> tuple[o.Leg, ...]:
    seen = [(far, one) for far, one in _by_distance(battle, unit) if sees(battle, unit, one)]
    mine = rect_of(battle, unit)
    if not seen or mine is None:
        return ()
    far, enemy = seen[0]
    its = rect_of(battle, enemy)
    limit = near(wish)
    if limit is None:
        facing = bearing(centre(mine), centre(its)) if its is not None else mine.facing
        return (o.FaceTo(facing),) if facing != mine.facing else ()
    short = limit - int(far * 100)
    back = min(short, normal_move(unit, battle.scale) // 2)
    return (o.Go(Hundredths(back), Tenths(1800)),) if back > 0 else ()


def _rides(battle: Battle, general: General) -> Iterator[o.MoveOrder]:
    """D-15: to the first shaken or routed unit of his that he can reach."""
    mine = [one for one in in_order(battle) if one.side == general.side and one.morale in {"shaken", "routed"}]
    for unit in mine:
        legs: tuple[o.Leg, ...] = (o.Attach(unit.id),)
        legs = (o.Detach(), *legs) if general.attached_to else legs
        if general.attached_to != unit.id and not isinstance(ride(battle, general, legs), Refusal):
            yield o.MoveOrder(0, general.id, legs)
            return


def shots(battle: Battle, without: frozenset[StandId]) -> Iterator[o.FireOrder]:
    """D-16: every other unit able to fire, at the nearest enemy it may fire at."""
    for unit in in_order(battle):
        wish = does(battle, unit.id, "fire")
        if unit.id in without or wish == "hold":
            continue
        made = at_will(battle, unit)
        limit = near(wish)
        if made is not None and (limit is None or _within(battle, unit, made.target, limit)):
            yield made


def _within(battle: Battle, unit: Unit, target: StandId | None, limit: Hundredths) -> bool:
    return any(one.id == target and far * 100 <= limit for far, one in _by_distance(battle, unit))
