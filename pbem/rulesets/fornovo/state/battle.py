"""A battle: units, generals, charges, combats, ground.  It changes only by facts."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import Parcel, spokesman
from pbem.engine.grades import Borders, GradedVerdict
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.rulings.words import Words, word_on
from pbem.engine.sightings import Sights
from pbem.engine.table.edges import Table, TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.objectives import Objective
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.shapes import Polygon, Polyline, line, polygon
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.scene import Arrival, Sight, Switches
from pbem.rulesets.fornovo.state.special_rules import Special
from pbem.rulesets.fornovo.state.standing import Standing
from pbem.rulesets.fornovo.state.units import Unit

PieceKind = Literal[
    "impassable", "river", "ford", "stream", "bridge", "rough", "wood", "light_wood", "heavy_wood", "steep_hill",
    "gentle_hill", "block", "strongpoint", "low_wall", "high_wall", "hedgerow", "ditch", "light_works", "heavy_works",
    "stakes", "laager",
]  # fmt: skip
LINES = ("low_wall", "high_wall", "hedgerow", "ditch", "light_works", "heavy_works", "stakes", "laager")
"""Kinds that are lines; the others are polygons."""
WOODS = ("wood", "light_wood", "heavy_wood")
BARRIERS = ("impassable", "river")
"""Closed to every unit but at fords and bridges (FS-11.7)."""


class Piece(msgspec.Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """A piece of terrain (FS-11)."""

    id: str
    """Its code."""
    kind: PieceKind
    """What it is."""
    shape: tuple[Spot, ...]
    """The corners of a polygon, or the points of a line."""
    clear_for: tuple[Side, ...] = ()
    """Sides that know it to hold no enemies (FS-7.15a)."""
    max_garrison: int = 48
    """Of a block (FS-11.8a)."""
    ball_hits: Mapping[t.GunKind, int] = {}
    """So far (FS-11.8.5, FS-11.10.1a, FS-11.10.1b)."""
    name: str = ""
    """For people."""
    loopholed: bool = False
    """Of a hedgerow: it may be shot through (FS-11.6c)."""

    @cached_property
    def area(self) -> Polygon:
        """Its shape as a polygon."""
        return polygon(self.shape)

    @cached_property
    def way(self) -> Polyline:
        """Its shape as a line."""
        return line(self.shape)


class General(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A general (FS-3)."""

    id: StandId
    """His code."""
    side: Side
    """Whose he is."""
    kind: Literal["cc", "sg"]
    """C/C or S/G."""
    at: Spot | None = None
    """Where he stands, if he is alone."""
    attached_to: StandId | None = None
    """The unit he is with."""
    assigned: tuple[StandId, ...] = ()
    """Of an S/G: his units."""
    contingent: str = ""
    """Of an ally's C/C: the contingent he leads (FS-3a)."""
    removed: bool = False
    """FS-3.1.3, FS-2.6d."""
    name: str = ""
    """For people."""
    points: int = 0
    """Of margin, in per cent, that his loss gives the enemy (the scenario's)."""
    to_come: bool = False
    """He comes during the battle: until then he is ``removed``."""
    went_home: bool = False
    """He has marched off by a special rule: ``removed``, and not lost."""


class Charge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A charge or countercharge of this turn (catalogue section 11: what K2 stores)."""

    unit: StandId
    """Who charges."""
    target: StandId
    """At whom."""
    counter: bool = False
    """A countercharge (FS-7.8a)."""
    aspect: t.Aspect = "front"
    """G-27, FS-Q106."""
    moved: Hundredths = Hundredths(0)
    """Inches of the charge."""
    straight: Hundredths = Hundredths(0)
    """Inches of its straight run (G-17)."""
    state: Literal["declared", "pending", "home", "evaded", "failed", "over"] = "pending"
    """Not yet moved; at contact and not yet tested; passed and met; its target has evaded; failed; made to its end."""
    fired: bool = False
    """It shoots while charging (FS-7.6.3)."""
    blocked: bool = False
    """Ground takes its impetus away (FS-7.7.2)."""
    start: Pose | None = None
    """Where it began; None: where ``moved`` inches straight back lead."""
    fire: Mapping[StandId, int] = {}
    """Losses of either of the two to charge fire (FS-10.7b)."""
    passed: bool = False
    """It has passed its test to charge home (FS-8.7)."""


class Combat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two enemies in contact."""

    units: tuple[StandId, StandId]
    """The attacker, the attacked."""
    rounds: int = 0
    """Fought before this turn."""
    aspect: t.Aspect = "front"
    """The side of the second on which the first attacks."""
    last: Mapping[StandId, int] = {}
    """Losses in the round before."""
    now: Mapping[StandId, int] = {}
    """Losses in C1 of this turn."""
    fire: Mapping[StandId, int] = {}
    """Losses to charge fire of this turn (FS-10.7b)."""
    lost_before: Mapping[StandId, int] = {}
    """Rounds lost in succession before this turn."""
    crash: bool = False
    """A pursuer's crash of this turn (FS-7.5c): an impact round without impetus (FS-Q93)."""
    gallop: tuple[StandId, ...] = ()
    """Those who charged into it at the gallop (FS-8.5)."""
    followed: tuple[StandId, ...] = ()
    """Those who followed up by their owner's leave (FS-8.5)."""


class Chase(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pursuit (FS-7.3)."""

    unit: StandId
    """Who pursues."""
    target: StandId
    """Whom."""
    moves: int = 0
    """Made so far."""
    allowed: bool = False
    """By its owner (FS-8.5)."""
    gallop: bool = False
    """It charged at the gallop (FS-8.5)."""


class Army(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A side."""

    id: Side
    """Its name in orders."""
    edge: TableEdge
    """Its baseline."""
    nation: str = ""
    """FS-2.5b."""
    name: str = ""
    """For people."""
    letter: str = ""
    """The first of its units' codes."""
    points: int = 0
    """Of its list (FS-4)."""
    break_at: int = 0
    """Points lost at which it is beaten; 0 for none."""
    text: str = ""
    """What the scenario tells its player."""
    parcels: tuple[Parcel, ...] | UnsetType = UNSET
    """Which units and generals each of several commanders has; UNSET: one has them all."""

    @property
    def seat(self) -> Seat:
        """The seat that speaks for the side: its only commander, its chief, or its first."""
        return Seat(self.id) if self.parcels is UNSET else spokesman(self.parcels)


class Battle(msgspec.Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """Units and generals in play, the ground; a value."""

    title: str = ""
    """Of the scenario."""
    history: str = ""
    """What happened in fact."""
    table: Table
    """Its size."""
    armies: tuple[Army, Army]
    """In the scenario's order."""
    scale: t.FigureScale = 25
    """Of the figures (catalogue section 0)."""
    year: int = 1640
    """FS-2.5b, FS-2.6a, FS-2.12a."""
    period: t.Period = "late"
    """FS-1.6.4e."""
    turn: int = 1
    """From 1."""
    step: str = ""
    """That is being played."""
    side_a: Side
    """Side A of this turn (FS-6b)."""
    units: Mapping[StandId, Unit]
    """In play."""
    generals: Mapping[StandId, General] = {}
    """In play."""
    led: bool = False
    """Every unit is in command distance of a general who has no place (cases without generals)."""
    charges: tuple[Charge, ...] = ()
    """Of this turn."""
    combats: tuple[Combat, ...] = ()
    """Enemies in contact."""
    combats_over: tuple[Combat, ...] = ()
    """Those that ended in this turn."""
    pursuits: tuple[Chase, ...] = ()
    """Going on."""
    terrain: tuple[Piece, ...] = ()
    """The rest of the table is clear, open and level."""
    removed: Mapping[StandId, Unit] = {}
    """Units that have gone, as they last were."""
    visibility: Hundredths | None = None
    """FS-11.3a; None: the printed one."""
    limit: int = 0
    """The last turn; 0 for none."""
    stops: tuple[str, ...] = ()
    """The optional stops that are on: ``roles``, ``answers``, ``moves``, ``targets``, ``tests`` (section 5)."""
    standing: Mapping[Seat, tuple[Standing, ...]] = {}
    """Each commander's own."""
    borders: Borders = Borders()
    """Of the grades of victory."""
    objectives: tuple[Objective, ...] = ()
    """The scenario's."""
    held: Mapping[str, Side] = {}
    """Of each area that counts for its last holder, that side."""
    phase: Literal["orders", "action", "over"] = "action"
    """``orders``: the turn's packets are asked for."""
    umpires_words: Words | UnsetType = UNSET
    """What an umpire has forbidden and allowed units."""
    ruled_points: Mapping[Side, int] | UnsetType = UNSET
    """Points more, or below 0 fewer, that sides have lost by an umpire's word."""
    ruled_broken: tuple[Side, ...] | UnsetType = UNSET
    """Sides that count as beaten by an umpire's word."""
    winner: Side | None = None
    """None: neither."""
    how: Literal["", "broken", "objective", "limit", "draw", "conceded", "ruled"] = ""
    """How it ended."""
    verdict: GradedVerdict | None = None
    """Once it is over."""
    first: Side | None = None
    """Who is Side A in turn 1 without a roll (the scenario's); None: as R1 has it."""
    switches: Switches = Switches()
    """Rulings read otherwise than the catalogue does."""
    arrivals: tuple[Arrival, ...] = ()
    """Who comes when and where."""
    to_come: Mapping[StandId, Unit] = {}
    """Units not yet on the table."""
    sight: tuple[Sight, ...] = ()
    """How far troops see, by turns (FS-11.3a); none: as ``visibility`` says."""
    sights: Sights[Unit] | UnsetType = UNSET
    """What the sides see of one another, where units are hidden (FS-H1)."""
    special: tuple[Special, ...] = ()
    """Special rules of the scenario."""
    alarms: Mapping[int, int] = {}
    """Of alarms with drums that have been given, by their place among the special rules: the turn."""
    special_done: tuple[int, ...] = ()
    """Those that act once and have acted, by their places in ``special``."""
    army_points: int = 0
    """Points of the army lists that both sides write before the first turn; 0: the scenario's armies fight."""
    freed: tuple[StandId, ...] = ()
    """Units that a special rule held back and holds no more."""

    @property
    def sides(self) -> tuple[Side, Side]:
        """In the scenario's order."""
        return self.armies[0].id, self.armies[1].id

    @property
    def sight_turn(self) -> int:
        """The turn."""
        return self.turn

    def inches(self, printed: int) -> Hundredths:
        """A printed length of the larger figures, in this game's scale."""
        return t.by_scale(printed, self.scale)


def army_of(battle: Battle, side: Side) -> Army:
    """A side."""
    return next(one for one in battle.armies if one.id == side)


def other_side(battle: Battle, side: Side) -> Side:
    """The enemy's."""
    return battle.sides[battle.sides[0] == side]


def umpires_word(battle: Battle, unit: StandId, act: str, against: StandId | None = None) -> str:
    """What an umpire says of an act of a unit in this turn: ``forbidden``, ``allowed``, or '' for nothing."""
    words = battle.umpires_words
    return "" if words is UNSET else word_on(words, max(1, battle.turn), unit, act, against)


def by_role(battle: Battle, *, b_first: bool = False) -> tuple[Side, Side]:
    """The sides as they act: Side A, Side B, or the reverse (catalogue section 11)."""
    other = next(one.id for one in battle.armies if one.id != battle.side_a)
    return (other, battle.side_a) if b_first else (battle.side_a, other)


def in_order(battle: Battle, *, b_first: bool = False) -> list[Unit]:
    """Units as dice are thrown: Side A's before Side B's, by ascending id."""
    order = by_role(battle, b_first=b_first)
    return sorted(battle.units.values(), key=lambda one: (order.index(one.side), one.id))


def with_unit(battle: Battle, unit: Unit) -> Battle:
    """The battle with a unit changed."""
    return replace(battle, units={**battle.units, unit.id: unit})


def piece(battle: Battle, name: str | None) -> Piece | None:
    """A piece of terrain by its code."""
    return next((one for one in battle.terrain if one.id == name), None)


def charge_of(battle: Battle, unit: StandId) -> Charge | None:
    """The charge that a unit makes."""
    return next((one for one in battle.charges if one.unit == unit), None)


def charges_on(battle: Battle, unit: StandId) -> tuple[Charge, ...]:
    """The charges made at a unit."""
    return tuple(one for one in battle.charges if one.target == unit)


def combats_of(battle: Battle, unit: StandId) -> tuple[Combat, ...]:
    """The combats a unit is in."""
    return tuple(one for one in battle.combats if unit in one.units)


def opponent(combat: Combat, unit: StandId) -> StandId:
    """The other of the two."""
    one, other = combat.units
    return other if unit == one else one


def chase_of(battle: Battle, unit: StandId) -> Chase | None:
    """The pursuit that a unit makes."""
    return next((one for one in battle.pursuits if one.unit == unit), None)


def leader(battle: Battle, unit: StandId) -> General | None:
    """FS-3.1.2a: the general attached to a unit."""
    return next((one for one in battle.generals.values() if one.attached_to == unit and not one.removed), None)
