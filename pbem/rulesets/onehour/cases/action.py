"""The action of a case: player turns in order, each with its orders; what goes before them; how players end it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from pbem.engine.casekit.inches import Number, Pair, angle, length, place
from pbem.engine.casekit.reading import known, read_tree
from pbem.engine.ids import Side, StandId
from pbem.engine.spec import Faults, inside
from pbem.engine.table.measures import Hundredths, normal
from pbem.engine.table.places import Pose
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import Charge, Enter, Go, Leg, Move, Order, Pivot, Placed, Shoot, TurnToFace, legs


class CaseTurn(msgspec.Struct, frozen=True):
    """A player turn.  defaults: units without an order act by the defaults of the rules, else they do nothing."""

    side: Side
    orders: tuple[Order, ...] = ()
    defaults: bool = False

    def check_names(self, battle: Battle, where: str, faults: Faults) -> None:
        """A fault for every unit that the position does not have."""
        for i, order in enumerate(self.orders):
            named = [order.unit]
            match order:
                case Charge(target=other) | TurnToFace(attacker=other):
                    named.append(other)
                case Shoot(targets=others):
                    named += others
            known(named, battle.units, inside(f"{where}.orders", i), faults)


class Start(msgspec.Struct, frozen=True):
    """What goes before the first player turn: armies drawn, units set up, the roll for the first side.

    rows: of the army table, taken by those sides; the others roll.  places: of units, by their side.
    """

    rows: Mapping[Side, int] = {}
    places: Mapping[Side, tuple[Placed, ...]] = {}

    def check_names(self, battle: Battle, where: str, faults: Faults) -> None:
        """A fault for a side there is not; units that are drawn have no names before."""
        for side in (*self.rows, *self.places):
            if side not in [one.id for one in battle.armies]:
                faults.add(where, f"there is no side {side!r}")


class End(msgspec.Struct, frozen=True):
    """The players end it (OH-D10): a side concedes, or, loser None, they agree on a draw."""

    loser: Side | None

    def check_names(self, battle: Battle, where: str, faults: Faults) -> None:
        """A fault for a side there is not."""
        if self.loser is not None and self.loser not in [one.id for one in battle.armies]:
            faults.add(f"{where}.concede", f"there is no side {self.loser!r}")


Entry = CaseTurn | Start | End


class SetUpSpec(msgspec.Struct, frozen=True, kw_only=True):
    setup: Literal[True]
    army: dict[str, int] = {}
    places: dict[str, dict[str, tuple[Number, Number, Number]]] = {}


class EndSpec(msgspec.Struct, frozen=True, kw_only=True):
    concede: str | None


class MoveSpec(msgspec.Struct, frozen=True, kw_only=True):
    unit: str
    order: Literal["move"]
    pivot_start: Number = 0
    advance: Number = 0
    pivot_end: Number = 0
    road: bool = False


class ChargeSpec(msgspec.Struct, frozen=True, kw_only=True):
    """pivot_end: never lawful."""

    unit: str
    order: Literal["charge"]
    target: str
    pivot_start: Number = 0
    pivot_end: Number = 0


class FaceSpec(msgspec.Struct, frozen=True, kw_only=True):
    unit: str
    order: Literal["face"]
    attacker: str


class ShootSpec(msgspec.Struct, frozen=True, kw_only=True):
    """target: one; targets: several, the first lawful of which is shot at (OH-D6)."""

    unit: str
    order: Literal["shoot"]
    target: str | None = None
    targets: tuple[str, ...] = ()


class EnterSpec(msgspec.Struct, frozen=True, kw_only=True):
    """at: where the middle of its front comes onto the table."""

    unit: str
    order: Literal["enter"]
    at: Pair
    pivot_start: Number = 0
    advance: Number = 0
    pivot_end: Number = 0


AnySpec = MoveSpec | ChargeSpec | FaceSpec | ShootSpec | EnterSpec


class TurnSpec(msgspec.Struct, frozen=True, kw_only=True):
    side: str
    orders: list[AnySpec] = []
    defaults: bool = False


class ActionSpec(msgspec.Struct, frozen=True):
    action: list[TurnSpec | SetUpSpec | EndSpec]


def read_action(value: Sequence[Any], faults: Faults) -> tuple[Entry, ...]:
    """The entries; faults, and none, where anything is wrong with them."""
    spec = read_tree(ActionSpec, {"action": list(value)}, "", faults)
    return tuple(_entry(one, inside("action", i), faults) for i, one in enumerate(spec.action)) if spec else ()


def _entry(spec: TurnSpec | SetUpSpec | EndSpec, where: str, faults: Faults) -> Entry:
    match spec:
        case SetUpSpec():
            return _start(spec, where, faults)
        case EndSpec():
            return End(Side(spec.concede) if spec.concede is not None else None)
        case TurnSpec():
            orders = (_as_ordered(one, inside(f"{where}.orders", i), faults) for i, one in enumerate(spec.orders))
            return CaseTurn(Side(spec.side), tuple(orders), spec.defaults)


def _start(spec: SetUpSpec, where: str, faults: Faults) -> Start:
    places = {
        Side(side): tuple(
            Placed(StandId(unit), Pose(place((x, y), where, faults), normal(angle(facing, where, faults))))
            for unit, (x, y, facing) in units.items()
        )
        for side, units in spec.places.items()
    }
    return Start({Side(side): row for side, row in spec.army.items()}, places)


def _as_ordered(spec: AnySpec, where: str, faults: Faults) -> Order:
    unit = StandId(spec.unit)
    match spec:
        case MoveSpec():
            return Move(unit=unit, legs=_legs(spec, where, faults), road=spec.road)
        case EnterSpec():
            return Enter(unit=unit, at=place(spec.at, f"{where}.at", faults), legs=_legs(spec, where, faults))
        case ChargeSpec():
            return Charge(
                unit=unit, target=StandId(spec.target), pivot_start=angle(spec.pivot_start, where, faults),
                pivot_end=angle(spec.pivot_end, where, faults),
            )  # fmt: skip
        case FaceSpec():
            return TurnToFace(unit=unit, attacker=StandId(spec.attacker))
        case ShootSpec():
            if (spec.target is None) == (not spec.targets):
                faults.add(where, "a shot has a target, or targets in the order of preference")
            named = spec.targets or (spec.target or "",)
            return Shoot(unit=unit, targets=tuple(StandId(one) for one in named))


def _legs(spec: MoveSpec | EnterSpec, where: str, faults: Faults) -> tuple[Leg, ...]:
    """The legs of a move; a way back is one that no rule allows, and is refused as such.

    A pivot at the end is one there though nothing goes before it: on a road the unit has been turned along it.
    """
    first, last = (angle(turn, where, faults) for turn in (spec.pivot_start, spec.pivot_end))
    by = length(spec.advance, where, faults)
    if by > 0 or not (by or last):
        return legs(first, by, last)
    return (Pivot(first), Go(Hundredths(abs(by)), "back" if by < 0 else "ahead"), Pivot(last))


def kind_of(order: Order) -> str:
    """What a case calls an order."""
    match order:
        case Move():
            return "move"
        case Charge():
            return "charge"
        case TurnToFace():
            return "face"
        case Shoot():
            return "shoot"
        case Enter():
            return "enter"
        case _:
            return ""
