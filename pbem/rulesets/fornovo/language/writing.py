"""Orders in canonical text: one line a unit, which reads back to the same."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any

from pbem.engine.ids import StandId
from pbem.engine.table.measures import Tenths, say_degrees, say_inches
from pbem.engine.table.references import say_spot
from pbem.rulesets.fornovo.language import levying
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.asks import Packet
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.standing import DECISIONS, About, Standing

WEAPONS = {
    "pike": "pikes", "heavy_weapon": "halberds", "sword_and_shield": "swords", "long_spear": "spears",
    "handarm": "shot", "heavy_lance": "lances",
}  # fmt: skip
CHARGED: tuple[About, About] = ("charged by horse", "charged by foot")


def write(view: Battle, packet: Packet | None) -> str:  # of the contract
    """A packet as orders, the units in the order in which they act and else by their codes, then standing orders."""
    if packet is None:
        return ""
    if packet.levies or packet.leaders or view.army_points:
        return levying.write(packet)
    parts = _by_unit(packet)
    lines = [f"{unit} {', '.join(parts[unit])}" for unit in _as_they_act(packet, parts)]
    return "\n".join([*lines, *dict.fromkeys(_policies(packet.standing))])


def units_of(packet: Packet) -> set[StandId]:
    """The units and generals that a packet orders."""
    return set(_by_unit(packet))


def _as_they_act(packet: Packet, units: Mapping[StandId, object]) -> list[StandId]:
    """Units such that each kind of order keeps its sequence, for moves are made in the sequence of the lines; else by
    their codes, as all are where two kinds contradict one another.
    """
    sorter: TopologicalSorter[StandId] = TopologicalSorter(dict.fromkeys(units, ()))
    acting = [
        [one.unit for one in packet.charges], list(packet.holds), [one.unit for one in packet.answers],
        [one.unit for one in packet.shots], [one.who for one in packet.moves],
    ]  # fmt: skip
    for kind in acting:
        for before, after in pairwise(dict.fromkeys(kind)):
            sorter.add(after, before)
    try:
        sorter.prepare()
    except CycleError:
        return sorted(units)
    found, ready = [], list(sorter.get_ready())
    heapify(ready)
    while ready:
        found.append(heappop(ready))
        sorter.done(found[-1])
        for unit in sorter.get_ready():
            heappush(ready, unit)
    return found


def _policies(standing: Sequence[Standing]) -> Iterator[str]:
    """A line each; what a unit does when horse and when foot charges it is one."""
    both = {(one.unit, one.about): one.does for one in standing}
    for one in standing:
        horse, foot = (both.get((one.unit, about)) for about in CHARGED)
        if one.about not in CHARGED or horse is None or foot is None:
            yield standing_text(one)
        else:
            does = f"{horse} horse, {foot} foot" if horse and foot and horse != foot else horse or "default"
            same = horse == foot or (horse and foot)
            yield f"standing {one.unit or 'all'} if charged {does}" if same else standing_text(one)


def standing_text(one: Standing) -> str:
    """``standing S01 fire hold``."""
    return f"standing {one.unit or 'all'} {DECISIONS[one.about].name} {one.does or 'default'}"


def _by_unit(packet: Packet) -> dict[StandId, list[str]]:
    found: dict[StandId, list[str]] = {}
    for unit, text in _parts(packet):
        parts = found.setdefault(unit, [])
        if text not in parts:
            parts.append(text)
    return found


def _parts(packet: Packet) -> Iterator[tuple[StandId, str]]:
    """A move stands last: it may end with a condition."""
    for unit in packet.holds:
        yield unit, "hold"
    for charge in packet.charges:
        yield charge.unit, charge_text(charge)
    for answer in packet.answers:
        yield answer.unit, answer_text(answer)
    for shot in packet.shots:
        yield shot.unit, _fire(shot)
    for move in packet.moves:
        yield move.who, move_text(move)


def charge_text(order: o.ChargeOrder) -> str:
    """``wheel left 10, forward 9, charge N02 shooting``."""
    return ", ".join([*map(_leg, order.legs), f"charge {order.target}{' shooting' if order.shoots else ''}"])


def answer_text(order: o.AnswerOrder) -> str:
    """``evade left 20 6``."""
    if order.do == "square":
        return "receive in square"
    more = [f" {order.target}"] if order.target and order.do == "countercharge" else []
    more += [f" {_hand(order.bearing)}"] if order.bearing is not None else []
    more += [f" {say_inches(order.inches)}"] if order.inches is not None else []
    return "".join([order.do, *more])


def _fire(order: o.FireOrder) -> str:
    rank = f" rank {order.rank}" if order.rank else ""
    shot = f" salvee{rank}" if order.salvee else f" {order.shot}" if order.shot else ""
    return f"fire {order.target}{shot}"


def move_text(order: o.MoveOrder) -> str:
    """``wheel left 20, forward 3 unless enemy within 6``."""
    text = ", ".join(map(_leg, order.legs)) or "hold"
    return f"{text} unless enemy within {say_inches(order.unless)}" if order.unless is not None else text


def _hand(angle: int) -> str:
    return f"{'left' if angle < 0 else 'right'} {say_degrees(Tenths(abs(angle))).removesuffix('°')}"


def _leg(leg: o.Leg) -> str:
    return _WORDS[type(leg)](leg)


def _go(leg: o.Go) -> str:
    far, off = say_inches(leg.inches), (leg.off + 1800) % 3600 - 1800
    if leg.by_hand:
        return f"push {far}"
    if off == 0:
        return f"forward {far}"
    if abs(off) == 1800:
        return f"back {far}"
    if abs(off) == 900:
        return f"{'left' if off < 0 else 'right'} {far}"
    return f"oblique {_hand(off)} {far}"


_WORDS: dict[type, Callable[[Any], str]] = {
    o.Go: _go,
    o.WheelBy: lambda leg: f"wheel {_hand(leg.angle)}",
    o.FaceTo: lambda leg: f"turn {say_degrees(leg.facing).removesuffix('°')}",
    o.Frontage: lambda leg: f"form {leg.files} files",
    o.Square: lambda leg: "form square" if leg.form else "form line",
    o.GoTo: lambda leg: f"to {say_spot(leg.place)}",
    o.Enter: lambda leg: f"enter {leg.piece}",
    o.Emerge: lambda leg: f"emerge {leg.side}",
    o.Limber: lambda leg: "limber",
    o.Unlimber: lambda leg: "unlimber",
    o.Horses: lambda leg: "mount" if leg.mount else "dismount",
    o.Stakes: lambda leg: "plant stakes" if leg.plant else "lift stakes",
    o.Bayonets: lambda leg: f"fix bayonets{' in front' if leg.front else ''}" if leg.fix else "unfix bayonets",
    o.Switch: lambda leg: f"switch to {'handarms' if leg.weapon == 'handarm' else WEAPONS[leg.weapon]}",
    o.Hitch: lambda leg: "hitch" if leg.hitch else "unhitch",
    o.Hew: lambda leg: "loophole hedge" if leg.loophole else "break hedge",
    o.Exchange: lambda leg: f"exchange {WEAPONS[leg.out]} for {WEAPONS[leg.into]}",
    o.Attach: lambda leg: f"join {leg.unit}",
    o.Detach: lambda leg: "detach",
}
