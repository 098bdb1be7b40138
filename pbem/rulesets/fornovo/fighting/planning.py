"""Fire orders judged, and what is shot without one (FS-9.1d, FS-9.12c, FS-7.6.3, D-16)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.fornovo.fighting import arms, garrisons, targets
from pbem.rulesets.fornovo.fighting.aiming import Aim, Salvo, aim
from pbem.rulesets.fornovo.fighting.cells import NIL
from pbem.rulesets.fornovo.fighting.gunnery import Barrage, barrage, longest
from pbem.rulesets.fornovo.moving.firing_line import apart
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.state.battle import Battle, umpires_word
from pbem.rulesets.fornovo.state.orders import FireOrder
from pbem.rulesets.fornovo.state.units import Unit, guns_of

NO_LIMIT = Hundredths(100_000)


class Planned(NamedTuple):
    """Fire that will be rolled for."""

    order: FireOrder
    aims: tuple[Aim, ...]
    barrage: Barrage | None = None
    """Of guns."""

    @property
    def dice(self) -> int:
        """All of them."""
        return sum(pool.dice for one in self.aims for pool in one.pools)


def judge(battle: Battle, order: FireOrder, before: Sequence[Planned] = ()) -> Planned | Refusal:
    """A fire order by itself; or after others of its unit, for the figures and models that those leave (FS-9.1d)."""
    unit = battle.units.get(order.unit)
    if unit is None:
        return barred("FS-9.1a")
    if umpires_word(battle, unit.id, "fire", order.target) == "forbidden":
        return barred("D-24")
    if unit.kind == "sniper" and not before:
        one = garrisons.sniped(battle, unit, order.target or StandId(""))
        return one if isinstance(one, Refusal) else Planned(order, (one,))
    if before and (unit.kind == "sniper" or unit.inside is not None or order.sides):
        return barred("FS-9.1d")
    if order.sides:
        there = garrisons.from_sides(battle, unit, dict(order.sides)) if unit.inside else barred("FS-11.8.2")
        return there if isinstance(there, Refusal) else Planned(order, tuple(there))
    target = battle.units.get(order.target) if order.target is not None else None
    if target is None:
        return barred("FS-2.6b", "FS-Q79") if order.target in battle.generals else barred("FS-9.1a")
    if serves_guns(unit, order.shot):
        laid = [one.barrage for one in before if one.barrage is not None]
        made = barrage(battle, unit, target, order.shot, laid) if len(laid) == len(before) else barred("FS-9.1d")
        return made if isinstance(made, Refusal) else Planned(order, (made.aim,), made)
    if unit.pose is None and unit.inside is not None:
        return judge(battle, _from_nearest_side(battle, unit, target, order))
    if any(one.barrage is not None or target.id in {each.target for each in one.aims} for one in before):
        return barred("FS-9.1d")
    if any(each.rank != (order.rank or 0) for one in before for each in one.aims):
        return barred("FS-9.17")
    chosen = tuple(battle.units[each.target] for one in before for each in one.aims)
    found = aim(battle, unit, target, Salvo(order.salvee, order.rank or 0, chosen))
    return found if isinstance(found, Refusal) else Planned(order, (found,))


def serves_guns(unit: Unit, shot: str | None) -> bool:
    """FS-2.10c: guns are fired; a war wagon's where a shot is named, or its crew has no other arms."""
    return unit.guns is not None or (unit.carried is not None and bool(shot or not arms.weapons(unit)))


def _from_nearest_side(battle: Battle, unit: Unit, target: Unit, order: FireOrder) -> FireOrder:
    """From a block without a word of its sides: all it has, from the side nearest to the target."""
    side = garrisons.facing_side(battle, unit, target)
    return FireOrder(order.number, order.unit, sides={side: (target.id, 0)})


def planned(battle: Battle, orders: Sequence[FireOrder]) -> tuple[list[Planned], list[tuple[FireOrder, Refusal]]]:
    """All orders, and chargers that shoot; a gap is the first unit's that declares it (FS-9.12c, G-9)."""
    found: list[Planned] = []
    refused: list[tuple[FireOrder, Refusal]] = []
    gaps: set[tuple[str, str]] = set()
    by_unit: dict[StandId, list[Planned]] = {}
    for order in (*orders, *charge_fire(battle, orders)):
        mine = by_unit.setdefault(order.unit, [])
        made = judge(battle, order, mine)
        if isinstance(made, Refusal) and not order.number:
            continue
        used = [] if isinstance(made, Refusal) else [one.gap for one in made.aims if one.gap]
        if isinstance(made, Planned) and gaps & {*used}:
            made = barred("FS-9.12c")
        if isinstance(made, Refusal):
            refused.append((order, made))
            continue
        gaps |= {*used}
        mine.append(made)
        found.append(made)
    return found, refused


def charge_fire(battle: Battle, orders: Iterable[FireOrder]) -> list[FireOrder]:
    """FS-7.6.3: chargers that shoot and have no order of fire shoot at their target."""
    ordered = {one.unit for one in orders}
    return [
        FireOrder(0, one.unit, one.target, salvee=arms.loaded_for_salvee(battle, battle.units[one.unit]))
        for one in battle.charges
        if one.fired and one.state == "pending" and one.unit not in ordered and one.unit in battle.units
    ]


def _farthest(battle: Battle, unit: Unit) -> Hundredths | None:
    """Beyond which nothing of it reaches; None: it has nothing to shoot with.  Of a sniper and a garrison: no limit."""
    guns = guns_of(unit)
    if guns is not None:
        return longest(battle, guns)
    if unit.kind == "sniper" or (unit.inside is not None and arms.weapons(unit)):
        return NO_LIMIT
    return max((max(arms.ranges(battle, unit, one)) for one in arms.weapons(unit)), default=None)


def at_will(battle: Battle, unit: Unit) -> FireOrder | None:
    """D-16: at the nearest legal target whose cell is not NIL; hail if in hail range."""
    farthest = _farthest(battle, unit)
    if farthest is None or targets.unready(battle, unit) is not None:
        return None
    charging = targets.chargers(battle, unit)
    enemies = [one for one in battle.units.values() if one.side != unit.side]
    far = {one.id: apart(battle, unit, one) for one in enemies}
    within = [one for one in enemies if one.id in charging or far[one.id] <= farthest]
    for one in sorted(within, key=lambda one: (one.id not in charging, far[one.id], one.id)):
        salvee = unit.guns is None and arms.loaded_for_salvee(battle, unit)
        made = FireOrder(0, unit.id, one.id, salvee=salvee)
        found = judge(battle, made)
        if isinstance(found, Planned) and any(each.cell != NIL for each_ in found.aims for each in each_.pools):
            return made
    return None
