"""From what a line says to orders of the packet: units looked up, steps made exact, what the rules bar refused."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.commanders import side_with
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.sidedesk import SideDesk
from pbem.engine.language.spelling import nearest
from pbem.engine.table.angles import HALF_TURN
from pbem.engine.table.measures import Hundredths, normal
from pbem.engine.table.places import Spot
from pbem.rulesets.armatys.asks import AskPacket, Packet, Stop
from pbem.rulesets.armatys.language.heard import LineStep, Near, StandingLine, UnitLine
from pbem.rulesets.armatys.moving.forming import in_files, split_files
from pbem.rulesets.armatys.moving.riding import behind
from pbem.rulesets.armatys.moving.toward import toward
from pbem.rulesets.armatys.playing.checking import objections
from pbem.rulesets.armatys.playing.stops import Part, out_of_place
from pbem.rulesets.armatys.reporting.reasons import reason
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle, General
from pbem.rulesets.armatys.state.standing import Standing
from pbem.rulesets.armatys.state.units import Unit

ANSWERS = {"counter": "counter", "receive": "stand", "retire": "break"}
NOT_NOW: dict[Part, str] = {
    "charges": "charges are ordered as a bound begins: this is a stop within it",
    "moves": "moves are not asked for at this stop: they are ordered with the bound's packet, or after the melees",
    "shots": "fire is not asked for at this stop: it is ordered with the bound's packet, or after the moves",
    "rests": "rest is not asked for at this stop: it is ordered with the bound's packet, or after all fire",
    "speeches": "speeches are not asked for at this stop: they are ordered with the bound's packet, or after all fire",
    "now": "answers to charges are said with the bound's packet, or once the charges have been tested",
}
CHARGED = ("charged by horse", "charged by foot")


@dataclass(frozen=True)
class OrderDesk(SideDesk[Unit, General]):
    """What one side can name, where it is asked."""

    view: Battle
    stop: Stop = ""
    """Where in the bound it is asked."""


def desk_of(view: Battle, ask: Ask[Any]) -> OrderDesk:
    """The desk at which an ask is answered."""
    side = side_with(view.armies, ask.seat) or Side(ask.seat)
    return OrderDesk(view, side, ask.seat, ask.stop if isinstance(ask, AskPacket) else "")


def packets_of(desk: OrderDesk, said: UnitLine | StandingLine) -> list[tuple[str, Packet]]:
    """What a line orders, for each of its units a packet of that alone.  Raises Fault."""
    if isinstance(said, StandingLine):
        code = said.code and (desk.leader(said.code).id if said.code in desk.generals else desk.own(said.code).id)
        standing = tuple(Standing(StandId(code), about, said.does) for about in said.about)  # type: ignore[arg-type]  # of the verb table
        return [("", Packet(standing=standing))]
    return [(code, _judged(desk, code, said)) for code in said.codes or desk.units]


def _judged(desk: OrderDesk, code: str, said: UnitLine) -> Packet:
    packet = _general(desk, code, said) if StandId(code) in desk.view.generals else _unit(desk, code, said)
    part = out_of_place(packet, desk.stop)
    if part is not None:
        raise Fault("not allowed", NOT_NOW[part], about=code, offers=(f"{code} hold",))
    against = objections(desk.view, packet)
    if against:
        raise Fault(
            "not allowed", reason(against[0]), rules=tuple(map(RuleId, against[0].rules)), about=code,
            offers=(f"{code} hold",),
        )  # fmt: skip
    return packet if packet != Packet() else Packet(holds=(StandId(code),))


def _general(desk: OrderDesk, code: str, said: UnitLine) -> Packet:
    general = desk.leader(code)
    packet = Packet()
    for step in said.steps:
        match step:
            case LineStep("hold"):
                pass
            case LineStep("speak", other):
                packet = together((packet, Packet(speeches=(o.Speech(0, general.id, desk.friend(other).id),))))
            case LineStep("join", other):
                packet = _rides(packet, general, behind(desk.friend(other), general).at)
            case LineStep("to", Spot() as to):
                packet = _rides(packet, general, to)
            case LineStep("to", other):
                packet = _rides(packet, general, behind(desk.friend(other), general).at)
            case _:
                raise Fault("not allowed", f"{general.id} is a general: he rides, joins a unit or speaks", about=code)
    return packet


def _rides(packet: Packet, general: General, to: Spot) -> Packet:
    return together((packet, Packet(moves=(o.MoveOrder(0, general.id, (o.GoTo(to),)),))))


def _unit(desk: OrderDesk, code: str, said: UnitLine) -> Packet:
    unit = desk.own(code)
    packet, legs = Packet(), list[o.Leg]()
    for step in said.steps:
        other = _other(desk, unit, step)
        if other is not None:
            packet = together((packet, other))
        else:
            legs += _legs(desk, unit, step, tuple(legs))
    if legs:
        packet = together((packet, Packet(moves=(_near(o.MoveOrder(0, unit.id, tuple(legs)), said.near),))))
    elif said.near is not None:
        raise Fault("not readable", "it has no move to stop or to leave out", about=code)
    return packet


def _near(move: o.MoveOrder, near: Near | None) -> o.MoveOrder:
    if near is None:
        return move
    if near.word == "unless":
        return o.MoveOrder(move.order, move.unit, move.legs, unless=near.inches)
    return o.MoveOrder(move.order, move.unit, move.legs, keep=Hundredths(max(near.inches, 100)))


def _other(desk: OrderDesk, unit: Unit, step: LineStep) -> Packet | None:
    """What a step orders that is no part of an ordinary move; None for one that is."""
    match step:
        case LineStep("hold"):
            return Packet()
        case LineStep("charge", code, wheel):
            return Packet(charges=(o.ChargeOrder(0, unit.id, desk.enemy(code, unit.id), wheel),))
        case LineStep("fire", code):
            return Packet(shots=(o.Shot(0, unit.id, desk.enemy(code, unit.id)),))
        case LineStep("rest"):
            return Packet(rests=(o.RestOrder(0, unit.id, "recover"),))
        case LineStep("reload"):
            return Packet(rests=(o.RestOrder(0, unit.id, "reload"),))
        case LineStep("pistols"):
            return Packet(now=(Standing(unit.id, "weapons", "pistols"),))
        case LineStep("counter", code) if code is not None:
            words = f"counter {desk.enemy(code, unit.id)}"
            return Packet(now=tuple(Standing(unit.id, about, words) for about in CHARGED))  # type: ignore[arg-type]  # both of the table
        case LineStep(word) if word in ANSWERS:
            return Packet(now=tuple(Standing(unit.id, about, ANSWERS[word]) for about in CHARGED))  # type: ignore[arg-type]  # both of the table
        case LineStep("speak" | "join"):
            raise Fault("not allowed", f"{unit.id} is no general", about=unit.id)
    return None


def _legs(desk: OrderDesk, unit: Unit, step: LineStep, before: tuple[o.Leg, ...]) -> tuple[o.Leg, ...]:
    """A step as parts of an ordinary move, after those that come before it."""
    match step:
        case LineStep("to", place):
            at = place if isinstance(place, Spot) else _where(desk, place)
            return toward(desk.view, unit, before, at)
        case LineStep("turn", facing):
            return (o.TurnTo(facing),)
        case LineStep("about"):
            return (o.TurnTo(normal(unit.pose.facing + HALF_TURN)),)
        case LineStep("face", code):
            return (o.FaceEnemy(desk.enemy(code, unit.id)),)
        case LineStep("form", files):
            return (o.Form(in_files(unit, files)),)
        case LineStep("cross"):
            return (o.Cross(_bridge(desk, unit)),)
        case LineStep("detach", code, (files, hand)):
            _own_letter(desk, code, unit)
            rows, leaves, at = split_files(unit, files, hand)
            return (o.Detach(StandId(code), rows, at, leaves, hand),)
        case LineStep("rejoin", code):
            return (o.Rejoin(desk.own(code).id),)
    return (_PLAIN[step.verb](step.value),)


_PLAIN: dict[str, Callable[[Any], o.Leg]] = {
    "forward": o.Forward, "back": o.Back, "aside": o.Sideways, "wheel": o.WheelBy, "push": o.ByHand,
    "column": lambda value: o.March(), "mount": lambda value: o.Mount(), "dismount": lambda value: o.Dismount(),
    "limber": lambda value: o.Limber(), "unlimber": lambda value: o.Unlimber(),
    "man": lambda value: o.Man(),
    "fix": lambda value: o.Bayonets(fix=True), "unfix": lambda value: o.Bayonets(fix=False),
}  # fmt: skip


def _own_letter(desk: OrderDesk, code: str, unit: Unit) -> None:
    """A new unit has the letter of its side: whether an enemy has that code is no business of an order."""
    letter = next(one.letter for one in desk.view.armies if one.id == desk.side)
    if not code.startswith(letter):
        raise Fault("not allowed", f"codes of your units begin with {letter}: {code} does not", about=unit.id)


def _where(desk: OrderDesk, code: str) -> Spot:
    one = desk.view.units.get(StandId(code)) or desk.view.generals.get(StandId(code))
    if one is None:
        known = [*desk.view.units]
        near = nearest(code.casefold(), [found.casefold() for found in known])
        raise unknown(f"there is no unit {code}", code.casefold(), near)
    return one.pose.at


def _bridge(desk: OrderDesk, unit: Unit) -> str:
    """The bridge that a unit can mean: the nearest."""
    bridges = [one for one in desk.view.terrain if one.kind == "bridge"]
    if not bridges:
        raise Fault("not allowed", "there is no bridge on this table", about=unit.id)
    x, y = unit.pose.at.x, unit.pose.at.y
    return min(bridges, key=lambda one: min((x - at.x) ** 2 + (y - at.y) ** 2 for at in one.shape)).id


def together(packets: Iterable[Packet]) -> Packet:
    """Packets as one, each sort of order by units, so that the same orders are the same packet however they came."""
    every = tuple(packets)
    names = ("charges", "moves", "shots", "rests", "now")
    found = {name: _sorted([one for packet in every for one in getattr(packet, name)]) for name in names}
    speeches = [one for packet in every for one in packet.speeches]
    return Packet(
        **found,
        holds=tuple(sorted(one for packet in every for one in packet.holds)),
        speeches=tuple(sorted(speeches, key=lambda one: one.general)),
        standing=tuple(one for packet in every for one in packet.standing),
    )


def _sorted(orders: list[Any]) -> tuple[Any, ...]:
    return tuple(sorted(orders, key=lambda one: str(one.unit)))
