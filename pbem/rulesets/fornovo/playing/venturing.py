"""Orders carried out where units are hidden (FS-H2, FS-H6, FS-H7).

An order that its side's view allows and the truth bars is found out as it is carried out: it is no refusal.
"""

from collections.abc import Callable, Collection, Iterator

from msgspec.structs import replace

from pbem.engine.hiding import as_called, is_hidden, is_seen
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.play import Play
from pbem.engine.table import noticed
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot
from pbem.rulesets.fornovo.moving.charging import rush
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import Battle, army_of
from pbem.rulesets.fornovo.state.noticed import FoundOut
from pbem.rulesets.fornovo.state.units import Unit

SHORTER = Hundredths(25)
"""By which a way is made shorter until what is left of it is free (FS-H6)."""


def give_away(play: Play[Battle], *units: StandId) -> None:
    """FS-H2: units give themselves away."""
    noticed.give_away(play, units, (RuleId("FS-H2"),))


def free_move(play: Play[Battle], unit: Unit, order: o.MoveOrder) -> o.MoveOrder | None:
    """FS-H6, FS-H7: a move as far as the truth leaves it free; None for one that is refused, or found out, and told."""
    if not is_hidden(play.battle) or not isinstance(march(play.battle, unit, order.legs), Refusal):
        return order
    seen = play.seen(army_of(play.battle, unit.side).seat)
    fair = march(seen, seen.units[unit.id], as_called(play.battle, unit.side, order).legs)
    if isinstance(fair, Refusal):
        play.record(f.OrderRefused(order.number, unit.id, fair.rules))
        return None
    foes = _in_the_way(play.battle, unit.side, lambda there: isinstance(march(there, unit, order.legs), Refusal))
    legs = next((legs for legs in shorter(play.battle, unit, order.legs)), ())
    _found_out(play, unit, foes)
    return replace(order, legs=legs) if legs else None


def free_charge(play: Play[Battle], order: o.ChargeOrder, fellows: Collection[StandId]) -> o.ChargeOrder | None:
    """FS-H6, FS-H7: a charge, at an enemy in its way who was not in sight; None for one that is refused, or found out
    to be impossible, and told.
    """
    unit = play.battle.units.get(order.unit)
    if unit is None or not is_hidden(play.battle) or order.target not in play.battle.units:
        return order
    if not isinstance(rush(play.battle, order, fellows=fellows), Refusal):
        return order
    seen, named = play.seen(army_of(play.battle, unit.side).seat), as_called(play.battle, unit.side, order)
    fair = rush(seen, named, fellows=fellows) if named.target in seen.units else Refusal((RuleId("FS-7.6b"),))
    if isinstance(fair, Refusal):
        play.record(f.OrderRefused(order.number, unit.id, fair.rules))
        return None
    foes = _in_the_way(play.battle, unit.side, lambda there: isinstance(rush(there, order, fellows=fellows), Refusal))
    _found_out(play, unit, foes)
    every = (replace(order, target=foe) for foe in foes)
    return next((one for one in every if not isinstance(rush(play.battle, one, fellows=fellows), Refusal)), None)


def _found_out(play: Play[Battle], unit: Unit, foes: tuple[StandId, ...]) -> None:
    if foes:
        give_away(play, unit.id, *foes)
    rule = RuleId("FS-H6" if foes else "FS-H7")
    what = "ran into" if foes else "not as seen"
    play.record(FoundOut(side=unit.side, unit=unit.id, what=what, enemies=foes, rules=(rule,)))  # type: ignore[arg-type]  # one of both


def _in_the_way(battle: Battle, side: Side, bars: Callable[[Battle], bool]) -> tuple[StandId, ...]:
    """The enemies out of a side's sight each of whom bars by himself what is free without them."""
    unseen = [code for code, one in battle.units.items() if one.side != side and not is_seen(battle, side, code)]
    if bars(without(battle, unseen)):
        return ()
    return tuple(code for code in sorted(unseen) if bars(without(battle, [one for one in unseen if one != code])))


def without(battle: Battle, units: Collection[StandId]) -> Battle:
    """The battle without some units."""
    return replace(battle, units={code: one for code, one in battle.units.items() if code not in units})


def shorter(battle: Battle, unit: Unit, legs: tuple[o.Leg, ...]) -> Iterator[tuple[o.Leg, ...]]:
    """The beginnings of a way that are free, the longest first."""
    for count in range(len(legs) - 1, -1, -1):
        before = legs[:count]
        there = march(battle, unit, before)
        if isinstance(there, Refusal):
            continue
        start = there.unit.pose.at if there.unit.pose is not None else None
        for less in _parts(legs[count], start):
            if not isinstance(march(battle, unit, (*before, less)), Refusal):
                yield (*before, less)
        if before:
            yield before


def _parts(leg: o.Leg, start: Spot | None) -> Iterator[o.Leg]:
    """A straight piece of a way made shorter and shorter."""
    if isinstance(leg, o.Go):
        for inches in range(leg.inches - SHORTER, 0, -SHORTER):
            yield replace(leg, inches=Hundredths(inches))
    elif isinstance(leg, o.GoTo) and start is not None:
        east, north = leg.place.x - start.x, leg.place.y - start.y
        for part in range(31, 0, -1):
            yield o.GoTo(Spot(Hundredths(start.x + east * part // 32), Hundredths(start.y + north * part // 32)))
