"""What stands where, what can happen to it, what is asked."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.facts import Fact
from pbem.engine.ids import UMPIRE, RuleId, Seat, Side, StandId
from pbem.engine.table.distances import points, rects
from pbem.engine.table.edges import Table
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.places import Pose, Spot, point
from pbem.engine.table.rects import Anchor, Rect, placed, size

Kind = Literal["foot", "horse"]
MOVE: Mapping[str, Hundredths] = {"foot": Hundredths(400), "horse": Hundredths(800)}
"""SK-3."""
WIDTH: Mapping[str, Hundredths] = {"foot": Hundredths(300), "horse": Hundredths(200)}
DEPTH, STRENGTH = Hundredths(100), 4
"""SK-1."""
RANGE, FOUND, HILL = 8.0, 6.0, 3.0
"""Inches: SK-5, SK-8, SK-9."""


class Troop(msgspec.Struct, frozen=True, kw_only=True):
    id: StandId
    name: str
    side: Side
    kind: Kind
    pose: Pose
    strength: int = STRENGTH
    ambush: bool = False

    @property
    def rect(self) -> Rect:
        """Its footprint."""
        return footprint(self, self.pose)


def footprint(troop: Troop, pose: Pose) -> Rect:
    """A unit's footprint at a pose."""
    return placed(pose, size(WIDTH[troop.kind], DEPTH), Anchor.CENTRE)


class Army(msgspec.Struct, frozen=True):
    """A side.  fell: units it has lost."""

    id: Side
    name: str
    letter: str
    fell: int = 0

    @property
    def seat(self) -> Seat:
        return Seat(self.id)


class Act(msgspec.Struct, frozen=True):
    """What a unit does in a bound.  to: a place; at: an enemy."""

    unit: StandId
    does: Literal["hold", "go", "charge", "shoot"]
    to: Spot | None = None
    at: StandId | None = None


class Evasion(msgspec.Struct, frozen=True):
    """A standing order (SK-4): whether a unit evades.  value: '' takes it back."""

    unit: StandId
    value: Literal["", "always", "never"]


class Sheet(msgspec.Struct, frozen=True, tag="sheet"):
    acts: tuple[Act, ...] = ()
    standing: tuple[Evasion, ...] = ()


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    evades: bool


class AskBound(Ask[Sheet], frozen=True, tag="ask bound"):
    bound: int


class AskEvade(Ask[Answer], frozen=True, tag="ask evade"):
    unit: StandId
    charger: StandId


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A battle."""

    title: str
    table: Table
    hill: AreaToHold
    armies: tuple[Army, ...]
    units: Mapping[StandId, Troop]
    bounds: int = 6
    bound: int = 0
    phase: Literal["orders", "action", "over"] = "orders"
    sheets: Mapping[Side, Sheet] = {}
    standing: Mapping[StandId, str] = {}
    winner: Side | None = None
    how: Literal["", "broken", "objective", "draw", "conceded"] = ""


def ours(field: Field, side: Side) -> list[Troop]:
    """A side's units on the table, by code."""
    return [one for _, one in sorted(field.units.items()) if one.side == side]


def foes(field: Field, side: Side) -> list[Troop]:
    """The other side's."""
    return [one for _, one in sorted(field.units.items()) if one.side != side]


def view(field: Field, seat: Seat) -> Field:
    """Without the other side's orders, and its units in ambush (SK-8)."""
    if seat == UMPIRE:
        return field
    mine = Side(seat)
    units = {unit: one for unit, one in field.units.items() if one.side == mine or not one.ambush}
    sheets = {side: one for side, one in field.sheets.items() if side == mine or field.phase == "action"}
    standing = {unit: value for unit, value in field.standing.items() if unit in units and units[unit].side == mine}
    return replace(field, units=units, sheets=sheets, standing=standing)


def apart(one: Troop, other: Troop) -> float:
    """Inches between two units."""
    return rects(one.rect, other.rect)


def holders(field: Field) -> set[Side]:
    """The sides with a unit at the hill (SK-9)."""
    hill = point(field.hill.shape[0])
    return {one.side for one in field.units.values() if points(point(one.pose.at), hill) <= HILL}


# --- facts ----------------------------------------------------------------------------------------------------------


class BoundBegan(Fact[Field], frozen=True, tag="bound began"):
    bound: int

    def apply(self, battle: Field) -> Field:
        return replace(battle, bound=self.bound, phase="orders", sheets={})


class OrdersTaken(Fact[Field], frozen=True, tag="orders taken"):
    side: Side
    sheet: Sheet

    def apply(self, battle: Field) -> Field:
        told = {one.unit: one.value for one in self.sheet.standing}
        standing = {unit: value for unit, value in {**battle.standing, **told}.items() if value}
        return replace(battle, sheets={**battle.sheets, self.side: self.sheet}, standing=standing)

    def seen_by(self, battle: Field, seat: Seat) -> bool:
        return seat in (self.side, UMPIRE)


class ActionBegan(Fact[Field], frozen=True, tag="action began"):
    def apply(self, battle: Field) -> Field:
        return replace(battle, phase="action")


class Found(Fact[Field], frozen=True, tag="found"):
    """A unit in ambush is seen (SK-8)."""

    unit: StandId
    name: str
    kind: Kind
    side: Side
    pose: Pose
    strength: int

    def apply(self, battle: Field) -> Field:
        there = Troop(
            id=self.unit, name=self.name, side=self.side, kind=self.kind, pose=self.pose, strength=self.strength
        )
        return replace(battle, units={**battle.units, self.unit: there})


class Went(Fact[Field], frozen=True, tag="went"):
    unit: StandId
    start: Pose
    end: Pose
    how: Literal["moved", "charged", "evaded"]

    def apply(self, battle: Field) -> Field:
        return _changed(battle, self.unit, pose=self.end)


class Fought(Fact[Field], frozen=True, tag="fought"):
    """A volley or a blow.  hits: taken off the target's strength (SK-5, SK-6, SK-7)."""

    unit: StandId
    target: StandId
    how: Literal["shot", "struck"]
    dice: tuple[int, ...]
    least: int
    hits: int

    def apply(self, battle: Field) -> Field:
        return _changed(battle, self.target, strength=max(battle.units[self.target].strength - self.hits, 0))


class Fell(Fact[Field], frozen=True, tag="fell"):
    unit: StandId

    def apply(self, battle: Field) -> Field:
        units = {unit: one for unit, one in battle.units.items() if unit != self.unit}
        side = battle.units[self.unit].side
        armies = tuple(replace(one, fell=one.fell + 1) if one.id == side else one for one in battle.armies)
        return replace(battle, units=units, armies=armies)


class NotDone(Fact[Field], frozen=True, tag="not done"):
    """An order that could not be carried out.  Told to its own side."""

    act: Act
    side: Side
    why: str

    def apply(self, battle: Field) -> Field:
        return battle

    def seen_by(self, battle: Field, seat: Seat) -> bool:
        return seat in (self.side, UMPIRE)


class Ended(Fact[Field], frozen=True, tag="ended"):
    winner: Side | None
    how: Literal["broken", "objective", "draw", "conceded"]

    def apply(self, battle: Field) -> Field:
        return replace(battle, phase="over", winner=self.winner, how=self.how)


def _changed(battle: Field, unit: StandId, **changes: object) -> Field:
    return replace(battle, units={**battle.units, unit: replace(battle.units[unit], **changes)})


Facts = BoundBegan | OrdersTaken | ActionBegan | Found | Went | Fought | Fell | NotDone | Ended
RULE = {name: (RuleId(name),) for name in ("SK-3", "SK-4", "SK-5", "SK-6", "SK-7", "SK-8", "SK-9")}
