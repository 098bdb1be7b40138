"""A battle: units, generals, contacts, ground.  It changes only by facts."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import Parcel, spokesman
from pbem.engine.grades import Borders, GradedVerdict
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.kept import kept
from pbem.engine.rulings.words import Words, word_on
from pbem.engine.sightings import Sights
from pbem.engine.table.arrivals import EdgeArrival
from pbem.engine.table.contact import meets
from pbem.engine.table.edges import Table, TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.objectives import Objective
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Anchor, Face, Rect, placed, size_in_tenths
from pbem.engine.table.shapes import Box, Polygon, Polyline, line, polygon
from pbem.rulesets.armatys.state.special_rules import Furze, NotAcross, Special
from pbem.rulesets.armatys.state.standing import Standing
from pbem.rulesets.armatys.state.switches import Switches
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.tables import BASES, Morale

PieceKind = Literal[
    "gentle_hill", "steep_hill", "cliff", "stream", "river", "ford", "wood", "town",
    "bridge", "road", "hedge", "wall", "gate", "ditch", "rough", "marsh", "wagons",
]  # fmt: skip
"""The last four are a scenario's (AR-ter-16): see ``Piece``."""
WITHOUT_COST = ("gentle_hill", "road", "bridge", "gate")
"""AR-ter-2: what neither slows nor bars those who go over it."""
LINES = ("bridge", "road", "hedge", "wall", "gate", "ditch")
"""Kinds that are lines; the others are polygons."""


class Piece(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A piece of terrain.

    Of a scenario's own kinds (AR-ter-16): rough ground is half speed, without counters; a marsh too, and closed to
    mounted troops and guns; wagons are a town that is closed to mounted troops and guns; a ditch is a hedge that costs
    those who cross it one counter, but for open order foot, and is closed to guns.
    """

    id: str
    kind: PieceKind
    shape: tuple[Spot, ...]
    crossable: bool = True
    """Of water (AR-ter-6); of a hedge: whether mounted troops and guns may cross it."""
    name: str = ""

    @cached_property
    def area(self) -> Polygon:
        """Its shape as a polygon."""
        return polygon(self.shape)

    @cached_property
    def way(self) -> Polyline:
        """Its shape as a line."""
        return line(self.shape)

    @cached_property
    def box(self) -> Box:
        """The box around its shape, in inches."""
        return self.way.box


class General(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A general.  pose: the centre of his base.  back_in: the bound in which he is fit again."""

    id: StandId
    side: Side
    pose: Pose
    name: str = ""
    points: int = 0
    """What his death, wound or capture gives the enemy."""
    mounted: bool = True
    status: Literal["fit", "wounded", "retired", "dead", "captured", "to come"] = "fit"
    comes_with: StandId | None = None
    """The unit that he comes with during the battle."""
    back_in: int | None = None
    rolled: bool = False
    touched: bool = False
    """Alone, and an enemy move of this step touched him (AR-Q71)."""
    scale: int = 1

    @property
    def removed(self) -> bool:
        """AR-gnl-5, AR-Q70, AR-Q71; or not there yet."""
        return self.status in {"retired", "dead", "captured", "to come"}

    @property
    def to_come(self) -> bool:
        """Not there yet."""
        return self.status == "to come"

    @cached_property
    def rect(self) -> Rect:
        """His base."""
        wide, deep = BASES["general"]
        return placed(self.pose, size_in_tenths(wide * self.scale, deep * self.scale), Anchor.CENTRE)


class Contact(msgspec.Struct, frozen=True):
    """The front of ``one`` touches a face of ``other``.  rounds: of melee fought.

    by: those of the two that passed a test to charge or counter-charge in this bound and made this contact by it.
    """

    one: StandId
    other: StandId
    face: Face = Face.FRONT
    rounds: int = 0
    by: tuple[StandId, ...] = ()


class Melee(msgspec.Struct, frozen=True):
    """AR-mel-13: a melee decided.  loser: a side or ``both``.  line: which of the list decided it."""

    units: tuple[StandId, ...]
    loser: str
    line: int


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """A side."""

    id: Side
    name: str
    letter: str
    """The first of its units' codes."""
    edge: TableEdge
    """Its own, for retreats."""
    points: int = 0
    """Of its units, those to come among them."""
    break_at: int = 0
    """Points lost at which it is beaten, 0 for none."""
    batteries: Mapping[str, int] = {}
    """What the loss of more than half of a battery's guns costs."""
    text: str = ""
    """What the scenario tells its player."""
    parcels: tuple[Parcel, ...] | UnsetType = UNSET
    """Which units and generals each of several commanders has; UNSET: one has them all."""

    @property
    def seat(self) -> Seat:
        """The seat that speaks for the side: its only commander, its chief, or its first."""
        return Seat(self.id) if self.parcels is UNSET else spokesman(self.parcels)


class Arrival(EdgeArrival, frozen=True, kw_only=True):
    """Units that come during a battle."""

    needs: int | None = None
    """The least die that brings them in a bound; None: they come for certain."""


class Sight(msgspec.Struct, frozen=True):
    """How far troops see, from a bound on, in inches."""

    bound: int
    inches: Hundredths


class Battle(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Units and generals in play, the ground, how the battle ends; a value."""

    title: str = ""
    history: str = ""
    table: Table
    armies: tuple[Army, Army]
    """In the scenario's order: that of dice."""
    limit: int = 0
    """The last bound; 0 for none."""
    counters: Literal["open", "owner_only", "umpire_only"] = "open"
    """Who sees the counters of units (AR-gen-4)."""
    classes: Mapping[int, Morale] = {}
    """The class of morale that each die gives (AR-cls-3); a scenario's own (AR-cls-4); empty: the printed table."""
    stops: tuple[str, ...] = ()
    """The optional stops within a bound that are on (``K1``)."""
    borders: Borders = Borders()
    objectives: tuple[Objective, ...] = ()
    held: Mapping[str, Side] = {}
    """Of each area that counts for its last holder, that side."""
    arrivals: tuple[Arrival, ...] = ()
    to_come: Mapping[StandId, Unit] = {}
    """Units not yet on the table."""
    sight: tuple[Sight, ...] = ()
    sights: Sights[Unit] | UnsetType = UNSET
    """What the sides see of one another, where units are hidden (AR-H1)."""
    units: Mapping[StandId, Unit]
    generals: Mapping[StandId, General] = {}
    contacts: tuple[Contact, ...] = ()
    terrain: tuple[Piece, ...] = ()
    switches: Switches = Switches()
    """Rulings that it plays in the other way."""
    special: tuple[Special, ...] = ()
    """Special rules of the scenario."""
    special_done: tuple[int, ...] = ()
    """Those that act once and have acted, by their places."""
    special_tried: tuple[int, ...] = ()
    """Those whose die of this bound has been thrown."""
    bound: int = 1
    removed: Mapping[StandId, Unit] = {}
    """Units that have gone, as they last were."""
    standing: Mapping[Seat, tuple[Standing, ...]] = {}
    """Each commander's own."""
    step: str = ""
    """The phase that is being played (``P4``)."""
    phase: Literal["orders", "action", "over"] = "action"
    """``orders``: the bound's packets are asked for."""
    umpires_words: Words | UnsetType = UNSET
    """What an umpire has forbidden and allowed units."""
    ruled_points: Mapping[Side, int] | UnsetType = UNSET
    """Points more, or below 0 fewer, that sides have lost by an umpire's word."""
    ruled_broken: tuple[Side, ...] | UnsetType = UNSET
    """Sides that count as beaten by an umpire's word."""
    winner: Side | None = None
    how: Literal["", "broken", "objective", "limit", "draw", "conceded", "ruled"] = ""
    """How it ended."""
    verdict: GradedVerdict | None = None

    @property
    def sides(self) -> tuple[Side, Side]:
        """In the scenario's order: that of dice."""
        return self.armies[0].id, self.armies[1].id

    @property
    def sight_turn(self) -> int:
        """The bound."""
        return self.bound

    @cached_property
    def costly(self) -> tuple[Piece, ...]:
        """The terrain that may slow or bar those who go over it, or cost them something."""
        named = {name for rule in self.special if isinstance(rule, NotAcross | Furze) for name in rule.ground}
        return tuple(one for one in self.terrain if one.kind not in WITHOUT_COST or one.id in named)

    @cached_property
    def in_order(self) -> tuple[Unit, ...]:
        """All units as dice are thrown: by side, then by id (catalogue section 4)."""
        first, _ = self.sides
        return tuple(sorted(self.units.values(), key=lambda one: (one.side != first, one.id)))


def other_side(battle: Battle, side: Side) -> Side:
    """The enemy's."""
    return battle.sides[battle.sides[0] == side]


def umpires_word(battle: Battle, unit: StandId, act: str, against: StandId | None = None) -> str:
    """What an umpire says of an act of a unit in this bound: ``forbidden``, ``allowed``, or '' for nothing."""
    words = battle.umpires_words
    return "" if words is UNSET else word_on(words, max(1, battle.bound), unit, act, against)


def foes(battle: Battle, unit: Unit) -> list[Unit]:
    """The units of the other side, by their codes."""
    return [one for _, one in sorted(battle.units.items()) if one.side != unit.side]


def army_of(battle: Battle, side: Side) -> Army:
    """A side."""
    return next(one for one in battle.armies if one.id == side)


def more(taken: Mapping[str, int], cause: str, count: int) -> dict[str, int]:
    """What a unit has taken in the bound, and so many more for a cause."""
    return {**taken, cause: taken.get(cause, 0) + count}


def with_unit(battle: Battle, unit: Unit) -> Battle:
    """The battle with a unit changed."""
    return replace(battle, units={**battle.units, unit.id: unit})


def in_order(battle: Battle) -> list[Unit]:
    """All units as dice are thrown: by side, then by id (catalogue section 4)."""
    return list(battle.in_order)


def unit_of(battle: Battle, general: General) -> Unit | None:
    """AR-gnl-1: the unit of his side that a general's base touches, the first of several."""
    return next(iter(units_of(battle, general)), None)


def units_of(battle: Battle, general: General) -> list[Unit]:
    """AR-gnl-1: the units of his side that a general's base touches: he is with each of them."""
    if general.removed:
        return []
    side, base = general.side, general.rect

    def found() -> list[Unit]:
        there = [one for one in battle.units.values() if one.side == side and meets(one.rect, base)]
        return sorted(there, key=lambda one: one.id)

    return [*kept(battle, ("units of", side, base), found)]


def touching(battle: Battle, unit: StandId) -> list[StandId]:
    """The enemies that a unit is in contact with, by id."""
    pairs = [(one.one, one.other) for one in battle.contacts if unit in (one.one, one.other)]
    return sorted({other if one == unit else one for one, other in pairs})
