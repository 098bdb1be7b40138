"""Generals on the move (FS-3.1.2b, FS-3.1.2d, FS-7a)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.table.distances import point_rect, points
from pbem.engine.table.measures import TOLERANCE
from pbem.engine.table.places import Spot, point
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.places import parts_of
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.special.holding import most_ride
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import Battle, General
from pbem.rulesets.fornovo.state.units import Unit


def ride(battle: Battle, general: General, legs: Sequence[o.Leg]) -> General | Refusal:
    """D-15, FS-7a, FS-3.1.2b, FS-3.1.2d: a general rides, attaches himself, leaves a unit."""
    left = most_ride(battle, general.id, battle.inches(t.GENERAL_MOVE)) / 100
    now = general
    for leg in legs:
        at = _place(battle, now)
        if isinstance(leg, o.Detach) and now.attached_to:
            now = replace(now, attached_to=None, at=at)
        elif isinstance(leg, o.GoTo) and at is not None and not now.attached_to:
            left -= points(point(at), point(leg.place))
            now = replace(now, at=leg.place)
        elif isinstance(leg, o.Attach) and at is not None and not now.attached_to:
            unit = battle.units.get(leg.unit)
            mine = parts_of(battle, unit) if unit else ()
            if unit is None or not mine or unit.side != now.side or _taken(battle, now, unit):
                return barred("FS-3.1.2b", "FS-3a")
            left -= min(point_rect(point(at), part) for part in mine)
            now = replace(now, attached_to=unit.id, at=None)
        else:
            return barred("FS-3.1.2b", "FS-3.1.2d")
        if left < -TOLERANCE:
            return barred("FS-7a", "FS-7b")
    return now


def _taken(battle: Battle, general: General, unit: Unit) -> bool:
    """FS-3a: an S/G joins his own units only."""
    return general.kind == "sg" and unit.id not in general.assigned


def _place(battle: Battle, general: General) -> Spot | None:
    unit = battle.units.get(general.attached_to) if general.attached_to else None
    return unit.pose.at if unit is not None and unit.pose is not None else general.at
