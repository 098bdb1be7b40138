"""The optional stops of a bound (catalogue section 11): K1 after P1b, K2 after P4, K3 after P5, K4 after P6.

At each the sides say what its table of asks names; their word goes before that of the bound's packet.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.ids import Side, StandId
from pbem.rulesets.armatys.asks import Packet, Stop
from pbem.rulesets.armatys.fighting.aiming import objection
from pbem.rulesets.armatys.morale.resting import quiet
from pbem.rulesets.armatys.state.battle import Battle, touching, unit_of
from pbem.rulesets.armatys.state.units import Unit

Part = Literal["charges", "moves", "shots", "rests", "speeches", "now"]

AFTER: Mapping[str, Stop] = {"P1b": "K1", "P4a": "K2", "P5e": "K3", "P6a": "K4"}
"""The step after which each stop comes, when it is on."""
ASKED: Mapping[Stop, tuple[Part, ...]] = {
    "": ("charges", "moves", "shots", "rests", "speeches", "now"),
    "K1": ("now",),
    "K2": ("moves",),
    "K3": ("shots",),
    "K4": ("rests", "speeches"),
}
"""What of a packet can be said at each; standing orders, and a unit that is to hold, at all of them."""


def ordered_by(packet: Packet, part: Part) -> set[StandId]:
    """The units and generals that a part of a packet orders."""
    if part == "speeches":
        return {one.general for one in packet.speeches}
    return {one.unit for one in getattr(packet, part)}


def out_of_place(packet: Packet, stop: Stop) -> Part | None:
    """A part of a packet that is not asked for at a stop; None where all of it is."""
    parts: tuple[Part, ...] = ASKED[""]
    return next((part for part in parts if part not in ASKED[stop] and getattr(packet, part)), None)


def amended(before: Packet, after: Packet, stop: Stop) -> Packet:
    """The packet of a bound with what was said at a stop in place of what it had of the same units."""
    changed: dict[str, tuple[object, ...]] = {}
    for part in ASKED[stop]:
        said = {*ordered_by(after, part), *after.holds}
        kept = [one for one in getattr(before, part) if _who(one, part) not in said]
        changed[part] = (*kept, *getattr(after, part))
    return replace(before, **changed, standing=())


def _who(order: object, part: Part) -> StandId:
    found: StandId = getattr(order, "general" if part == "speeches" else "unit")
    return found


def concerned(battle: Battle, stop: Stop, sides: Iterable[Side]) -> list[Side]:
    """The sides that have something to say at a stop; a stop at which none has is passed without waiting."""
    return [side for side in sides if _concerned(battle, stop, side)]


def _concerned(battle: Battle, stop: Stop, side: Side) -> bool:
    mine = [one for one in battle.units.values() if one.side == side]
    match stop:
        case "K1":
            return any(one.charge is not None and one.charge.passed for one in battle.units.values())
        case "K2":
            leaders = [one for one in battle.generals.values() if one.side == side and one.status == "fit"]
            return bool(leaders) or any(_may_act(battle, one) for one in mine)
        case "K3":
            foes = [one for one in battle.units.values() if one.side != side]
            return any(objection(battle, one, foe) is None for one in mine for foe in foes)
        case "K4" if battle.counters == "umpire_only":
            return any(quiet(battle, one) for one in mine) or _leads(battle, side)
        case "K4":
            return any(quiet(battle, one) and _tired(one) for one in mine) or _may_speak(battle, side)
        case _:
            return True


def _may_act(battle: Battle, unit: Unit) -> bool:
    """It may make an ordinary move, or pursues."""
    if unit.state == "broken":
        return False
    if unit.pursuit is not None:
        return True
    return not (unit.rally_owed or unit.moved or unit.changed or touching(battle, unit.id))


def _tired(unit: Unit) -> bool:
    return bool(unit.counters) or (unit.pistols and not unit.pistols_loaded)


def _leads(battle: Battle, side: Side) -> bool:
    """A fit general is with a unit of the side."""
    fit = [one for one in battle.generals.values() if one.side == side and one.status == "fit"]
    return any(unit_of(battle, one) is not None for one in fit)


def _may_speak(battle: Battle, side: Side) -> bool:
    fit = [one for one in battle.generals.values() if one.side == side and one.status == "fit"]
    heard = [unit for one in fit if (unit := unit_of(battle, one)) is not None]
    return any(one.counters and not one.fired and not touching(battle, one.id) for one in heard)
