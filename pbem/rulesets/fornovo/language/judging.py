"""From what a line says to orders of the packet: units looked up, steps made exact, what the rules bar refused."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from pbem.engine.asks import Ask
from pbem.engine.commanders import as_one, side_with
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.sidedesk import SideDesk
from pbem.engine.language.spelling import nearest
from pbem.engine.table.angles import HALF_TURN
from pbem.engine.table.measures import Hundredths, Tenths, normal
from pbem.engine.table.places import Spot
from pbem.engine.wording import listed
from pbem.rulesets.fornovo.language.heard import LineStep, StandingLine, UnitLine
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.moving.toward import toward, way_to
from pbem.rulesets.fornovo.playing.checking import objections
from pbem.rulesets.fornovo.reporting.reasons import reason_of
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.asks import AskPacket, Packet, Stop
from pbem.rulesets.fornovo.state.battle import Battle, General
from pbem.rulesets.fornovo.state.standing import Standing
from pbem.rulesets.fornovo.state.units import Unit, guns_of

AT_STOPS: dict[str, str] = {
    "armies": "an army list",
    "roles": "charges and moves", "answers": "answers to charges", "moves": "moves and fire",
    "targets": "what chargers do whose target is gone (`if target gone`)", "tests": "the order of tests (`friends`)",
}  # fmt: skip
"""What is asked for at each stop."""
BY_STANDING_ORDERS = {"targets", "tests"}
"""Stops that standing orders alone answer: no unit is ordered there."""
_PARTS: dict[str, tuple[str, ...]] = {
    "armies": (),
    "roles": ("charges", "answers", "moves", "shots"), "answers": ("answers",), "moves": ("moves", "shots"),
    "targets": (), "tests": (),
}  # fmt: skip


@dataclass(frozen=True)
class OrderDesk(SideDesk[Unit, General]):
    """What one side can name, where it is asked."""

    view: Battle
    stop: Stop = ""
    """Where in the turn it is asked."""

    def enemy(self, code: str, of: StandId) -> StandId:
        """An enemy on the table, by any name that the side has had for it, or an enemy general.  Raises Fault."""
        general = self.view.generals.get(StandId(code))
        if general is not None and general.side != self.side and not general.removed:
            return general.id
        return super().enemy(code, of)


def desk_of(view: Battle, ask: Ask[Any]) -> OrderDesk:
    """The desk at which an ask is answered."""
    side = side_with(view.armies, ask.seat) or Side(ask.seat)
    return OrderDesk(view, side, ask.seat, ask.stop if isinstance(ask, AskPacket) else "")


def packets_of(desk: OrderDesk, said: UnitLine | StandingLine) -> list[tuple[str, Packet]]:
    """What a line orders, for each of its units a packet of that alone.  Raises Fault."""
    if isinstance(said, StandingLine):
        code = said.code and (desk.leader(said.code).id if said.code in desk.generals else desk.own(said.code).id)
        standing = tuple(Standing(StandId(code), about, does) for about, does in said.settles)  # type: ignore[arg-type]  # of the verb table
        return [("", Packet(standing=standing))]
    return [(code, _judged(desk, code, said)) for code in said.codes or desk.units]


def _judged(desk: OrderDesk, code: str, said: UnitLine) -> Packet:
    packet = _general(desk, code, said) if StandId(code) in desk.view.generals else _unit(desk, code, said)
    if desk.stop and any(getattr(packet, part) for part in _ALL if part not in _PARTS[desk.stop]):
        told = f"at this stop you are asked for {AT_STOPS[desk.stop]} only"
        raise Fault("not allowed", told, about=code, offers=(f"{code} hold",))
    against = objections(desk.view, packet)
    if against:
        raise _barred(code, against[0])
    return packet if packet != Packet() else Packet(holds=(StandId(code),))


_ALL = ("charges", "answers", "moves", "shots")


def _barred(code: str, against: Refusal) -> Fault:
    return Fault(
        "not allowed", reason_of(against.rules), rules=tuple(map(RuleId, against.rules)), about=code,
        offers=(f"{code} hold",),
    )  # fmt: skip


def _general(desk: OrderDesk, code: str, said: UnitLine) -> Packet:
    general = desk.leader(code)
    legs: list[o.Leg] = []
    for step in said.steps:
        match step:
            case LineStep("hold"):
                pass
            case LineStep("join", other):
                if general.attached_to and not legs:
                    legs.append(o.Detach())
                legs.append(o.Attach(desk.friend(other).id))
            case LineStep("detach"):
                legs.append(o.Detach())
            case LineStep("to", place):
                if general.attached_to and not legs:
                    legs.append(o.Detach())
                legs.append(o.GoTo(place if isinstance(place, Spot) else _where(desk, place)))
            case _:
                raise Fault(
                    "not allowed", f"{general.id} is a general: he rides, joins a unit or leaves it", about=code
                )
    return Packet(moves=(o.MoveOrder(0, general.id, tuple(legs)),)) if legs else Packet()


def _unit(desk: OrderDesk, code: str, said: UnitLine) -> Packet:
    unit = desk.own(code)
    packet, legs = Packet(), list[o.Leg]()
    for step in said.steps:
        if step.verb == "charge":
            packet = together((packet, _charge(desk, unit, step, tuple(legs))))
            legs.clear()
            continue
        other = _other(desk, unit, step)
        if other is not None:
            packet = together((packet, other))
        else:
            legs += _legs(desk, unit, step, tuple(legs))
    if legs:
        packet = together((packet, Packet(moves=(o.MoveOrder(0, unit.id, tuple(legs), said.unless),))))
    elif said.unless is not None:
        raise Fault("not readable", "it has no move to leave out", about=code)
    return packet


def _charge(desk: OrderDesk, unit: Unit, step: LineStep, legs: tuple[o.Leg, ...]) -> Packet:
    """What stands before it in the line is its way; without any a way is looked for."""
    target = desk.enemy(step.value, unit.id)
    if target not in desk.view.units:
        raise Fault("not allowed", f"{target} is a general: units charge units", about=unit.id)
    if legs:
        return Packet(charges=(o.ChargeOrder(0, unit.id, target, legs, step.more),))
    found = way_to(desk.view, unit, target, shoots=step.more)
    if isinstance(found, Refusal):
        raise _barred(unit.id, found)
    return Packet(charges=(found[0],))


def _other(desk: OrderDesk, unit: Unit, step: LineStep) -> Packet | None:
    """What a step orders that is no part of a move; None for one that is."""
    match step:
        case LineStep("hold"):
            return Packet()
        case LineStep("fire", code, shot):
            return Packet(shots=(_fire(desk, unit, code, shot),))
        case LineStep("stand"):
            return Packet(answers=(o.AnswerOrder(0, unit.id, "stand"),))
        case LineStep("receive"):
            return Packet(answers=(o.AnswerOrder(0, unit.id, "square"),))
        case LineStep("countercharge", code):
            target = desk.enemy(code, unit.id) if code else None
            return Packet(answers=(o.AnswerOrder(0, unit.id, "countercharge", target),))
        case LineStep("evade", how):
            return Packet(answers=(o.AnswerOrder(0, unit.id, "evade", None, how.get("veer"), how.get("far")),))
        case LineStep("join" | "detach"):
            raise Fault("not allowed", f"{unit.id} is no general", about=unit.id)
    return None


def _fire(desk: OrderDesk, unit: Unit, code: str, shot: str | tuple[str, int | None] | None) -> o.FireOrder:
    target = desk.enemy(code, unit.id)
    if isinstance(shot, tuple):
        if shot[1] not in {None, 1, 2}:
            raise Fault("not allowed", "a salvee is fired by rank 1, by rank 2, or by both", about=unit.id)
        return o.FireOrder(0, unit.id, target, salvee=True, rank=shot[1] or UNSET)  # type: ignore[arg-type]  # the rank, one or two
    if shot in {"ball", "hail"} and not guns_of(unit):
        raise Fault("not allowed", f"{unit.id} has no guns: ball and hail are theirs", about=unit.id)
    return o.FireOrder(0, unit.id, target, shot)  # type: ignore[arg-type]  # ball or hail


def _legs(desk: OrderDesk, unit: Unit, step: LineStep, before: tuple[o.Leg, ...]) -> tuple[o.Leg, ...]:
    """A step as parts of a move, after those that come before it."""
    match step:
        case LineStep("to", place):
            at = place if isinstance(place, Spot) else _where(desk, place)
            found = toward(desk.view, unit, before, at)
            if not found:
                raise Fault("not allowed", "no part of the way there is free to it", about=unit.id)
            return found
        case LineStep("turn", facing):
            return (o.FaceTo(facing),)
        case LineStep("about"):
            facing = unit.pose.facing if unit.pose else Tenths(0)
            return (o.FaceTo(normal(facing + HALF_TURN)),)
        case LineStep("aside", inches):
            return (o.Go(Hundredths(abs(inches)), Tenths(900 if inches >= 0 else -900)),)
        case LineStep("oblique", off, inches):
            return (o.Go(inches, off),)
        case LineStep("enter", name):
            return (o.Enter(_block(desk, name, unit)),)
        case LineStep("exchange", out, into):
            return (o.Exchange(out, into),)
    return (_PLAIN[step.verb](step.value),)


_PLAIN: dict[str, Callable[[Any], o.Leg]] = {
    "forward": o.Go, "back": lambda inches: o.Go(inches, Tenths(1800)), "wheel": o.WheelBy,
    "push": lambda inches: o.Go(inches, by_hand=True), "form": o.Frontage, "emerge": o.Emerge,
    "square": lambda value: o.Square(form=True), "line": lambda value: o.Square(form=False),
    "unlimber": lambda value: o.Unlimber(), "limber": lambda value: o.Limber(),
    "mount": lambda value: o.Horses(mount=True),
    "dismount": lambda value: o.Horses(mount=False), "plant": lambda value: o.Stakes(plant=True),
    "lift": lambda value: o.Stakes(plant=False), "fix": lambda front: o.Bayonets(True, front or UNSET),
    "unfix": lambda value: o.Bayonets(fix=False), "switch": o.Switch,
    "break": lambda value: o.Hew(loophole=False), "loophole": lambda value: o.Hew(loophole=True),
    "hitch": lambda value: o.Hitch(hitch=True), "unhitch": lambda value: o.Hitch(hitch=False),
}  # fmt: skip


def _where(desk: OrderDesk, code: str) -> Spot:
    unit, general = desk.view.units.get(StandId(code)), desk.view.generals.get(StandId(code))
    at = unit.pose.at if unit is not None and unit.pose else general.at if general is not None else None
    if at is None:
        near = nearest(code.casefold(), [found.casefold() for found in desk.view.units])
        raise unknown(f"there is no unit {code} on the table", code.casefold(), near)
    return at


def _block(desk: OrderDesk, name: str, unit: Unit) -> str:
    """A piece of terrain by its id or name."""
    blocks = [one for one in desk.view.terrain if one.kind in {"block", "strongpoint"}]
    found = next((one.id for one in blocks if name in {one.id, one.name.casefold()}), None)
    if found is None:
        known = [one.name or one.id for one in blocks]
        near = nearest(name, known)
        raise unknown(f"there is no block {name!r}; there are: {listed(known) or 'none'}", name, near, unit.id)
    return found


def together(packets: Iterable[Packet]) -> Packet:
    """Packets as one."""
    return as_one((Packet(), *packets))
