"""Orders in canonical text: one line a unit, which reads back to the same."""

from collections.abc import Callable, Iterator
from typing import Any

from pbem.engine.ids import StandId
from pbem.engine.table.measures import say_degrees, say_inches
from pbem.engine.table.references import say_spot
from pbem.rulesets.armatys.asks import Packet
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.standing import DECISIONS, Standing

NOW = {"stand": "stand", "counter": "counter-charge", "break": "break off", "pistols": "fire pistols then swords"}


def write(view: Battle, packet: Packet | None) -> str:  # of the contract
    """A packet as orders, the units in the order of their codes, then standing orders."""
    if packet is None:
        return ""
    lines = [f"{unit} {', '.join(parts)}" for unit, parts in sorted(_by_unit(packet).items())]
    return "\n".join([*lines, *dict.fromkeys(standing_text(one) for one in packet.standing)])


def units_of(packet: Packet) -> set[StandId]:
    """The units and generals that a packet orders."""
    return set(_by_unit(packet))


def standing_text(one: Standing) -> str:
    """``standing S01 volley hold``."""
    return f"standing {one.unit or 'all'} {DECISIONS[one.about].name} {one.does or 'default'}"


def _by_unit(packet: Packet) -> dict[StandId, list[str]]:
    found: dict[StandId, list[str]] = {}
    for unit, text in _parts(packet):
        parts = found.setdefault(unit, [])
        if text not in parts:
            parts.append(text)
    return found


def _parts(packet: Packet) -> Iterator[tuple[StandId, str]]:
    for unit in packet.holds:
        yield unit, "hold"
    for charge in packet.charges:
        wheel = f" wheel {_hand(charge.wheel)}" if charge.wheel is not None else ""
        yield charge.unit, f"charge {charge.target}{wheel}"
    for one in packet.now:
        does, *target = one.does.split()
        yield one.unit, " ".join([NOW[does], *target])
    for shot in packet.shots:
        yield shot.unit, f"fire {shot.target}"
    for rest in packet.rests:
        yield rest.unit, "rest" if rest.does == "recover" else "reload"
    for move in packet.moves:
        yield move.unit, move_text(move)
    for speech in packet.speeches:
        yield speech.general, f"speak to {speech.unit}"


def move_text(move: o.MoveOrder) -> str:
    """``wheel left 20, forward 3 unless enemy within 6``."""
    text = ", ".join(map(_leg, move.legs)) or "hold"
    if move.unless is not None:
        return f"{text} unless enemy within {say_inches(move.unless)}"
    return f"{text} until enemy within {say_inches(move.keep)}" if move.keep > o.USUAL_DISTANCE else text


def _hand(angle: int) -> str:
    return f"{'left' if angle < 0 else 'right'} {say_degrees(abs(angle)).removesuffix('°')}"  # type: ignore[arg-type]  # an angle in tenths


def _leg(leg: o.Leg) -> str:
    for kind, text in _WORDS.items():
        if isinstance(leg, kind):
            return text(leg)
    return next(text for kind, text in _PLAIN.items() if isinstance(leg, kind))


_WORDS: dict[type, Callable[[Any], str]] = {
    o.Forward: lambda leg: f"forward {say_inches(leg.inches)}",
    o.Back: lambda leg: f"back {say_inches(leg.inches)}",
    o.Sideways: lambda leg: f"{'left' if leg.inches < 0 else 'right'} {say_inches(abs(leg.inches))}",
    o.WheelBy: lambda leg: f"wheel {_hand(leg.angle)}",
    o.TurnTo: lambda leg: f"turn {say_degrees(leg.facing).removesuffix('°')}",
    o.Form: lambda leg: f"form {len(leg.rows[0])} files",
    o.FaceEnemy: lambda leg: f"face {leg.enemy}",
    o.ByHand: lambda leg: f"push {say_inches(leg.inches)}",
    o.Bayonets: lambda leg: "fix bayonets" if leg.fix else "unfix bayonets",
    o.Rejoin: lambda leg: f"rejoin {leg.parent}",
    o.GoTo: lambda leg: f"to {say_spot(leg.to)}",
    o.Detach: lambda leg: f"detach {leg.id} {len(leg.rows[0])} files {leg.hand}",
}
_PLAIN: dict[type, str] = {
    o.March: "march column", o.Cross: "cross", o.Mount: "mount", o.Dismount: "dismount", o.Limber: "limber",
    o.Unlimber: "unlimber", o.Man: "man the gun",
}  # fmt: skip
