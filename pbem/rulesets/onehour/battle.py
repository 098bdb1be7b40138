"""The state of a one-hour battle: immutable values (catalogue section 2).

Lengths are ``Hundredths`` of an inch, angles ``Tenths`` of a degree; places are centres of units (OH-G1, OH-G18).  A
battle changes only by facts.  Mappings are read-only to the type checker; ``with_unit`` and its like make new battles.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import Parcel, holder, side_with
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.rulings.words import Words, word_on
from pbem.engine.sightings import Grade, Sights
from pbem.engine.table.arrivals import EdgeArrival
from pbem.engine.table.edges import Table, TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.objectives import Exit, KeptNear, Objective
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour.commands import Sheet

UnitType = Literal["Infantry", "Swordsmen", "Reiters", "Cavalry"]
"""The four there are (OH-unit-1), in the order in which they are printed."""
TYPES: tuple[UnitType, ...] = ("Infantry", "Swordsmen", "Reiters", "Cavalry")

FeatureKind = Literal["woods", "town", "marsh", "lake", "hill", "river", "crossing", "road"]
Woods = Literal["swordsmen", "none", "infantry", "foot"]
"""Who may enter a wood (OH-R-terr-1): the first two are the catalogue's, the others for scenarios that say so."""

State = Literal["to come", "to place", "on table", "left", "eliminated", "unveiled"]
"""Expected as a reinforcement; waiting to be set up; on the table; gone by an exit; out of the game; a blind that was
found to be nothing."""
GONE: frozenset[State] = frozenset({"left", "eliminated", "unveiled"})

Phase = Literal[
    "army", "set-up", "first side", "orders", "movement", "shooting", "hand-to-hand", "eliminating", "ending", "over"
]
"""What comes next.  The four in the middle are steps 1 to 4 of a player turn (OH-seq-2); ``orders`` awaits the active
side's sheet; ``ending`` judges whether the battle is over and begins the next player turn."""


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """How a scenario plays what is doubtful (catalogue section 2).  frontage, depth: of units that do not say.

    ``tables.SWITCHES`` has their values, rules and confidence in words.
    """

    woods: Woods = "swordsmen"
    pikes: bool = True
    road_bonus: Hundredths = Hundredths(300)
    depth: Hundredths = Hundredths(200)
    frontage: Hundredths = Hundredths(400)
    shoot_into_melee: bool = True


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit.

    width (the frontage, OH-unit-2) and depth (OH-Q2) of its base.
    """

    id: StandId
    """Its code in orders and on the map (``I1``)."""
    name: str
    """As players call it (``Essex's Foot``)."""
    side: Side
    type: UnitType
    width: Hundredths
    depth: Hundredths
    pose: Pose
    """Its centre and facing; of a unit that is not on the table: where it was last, or where the scenario's sample
    placement has it."""
    hits: int = 0
    """0 and up; 15 and more remove it in step 4 (OH-elim-1)."""
    out_of_ammo: bool = False
    """For good (OH-shoot-8)."""
    state: State = "on table"
    moved: bool = False
    """In this player turn; a turn to face an attacker is no move."""
    charged: bool = False
    """In this player turn; a turn to face an attacker is no move."""
    shot: bool = False
    """In this player turn; a turn to face an attacker is no move."""
    entered: bool = False
    """Came on in this one."""
    seen: Grade | UnsetType = UNSET
    """In a side's view of hidden units, how well it is seen where it is not known; its values are then nominal."""
    blind: bool | UnsetType = UNSET
    """Whether it is a blind: nothing, though it moves as a unit does (OH-H10)."""

    @property
    def on_table(self) -> bool:
        """On the table, come and still in the game."""
        return self.state == "on table"


class Contact(msgspec.Struct, frozen=True):
    """A fight: the front of ``attacker`` touches a face of ``target``.  since: the turn it began in.

    It lives until one of the two is eliminated (OH-melee-6).
    """

    attacker: StandId
    target: StandId
    face: Face
    since: int = 0


class Feature(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of terrain."""

    id: str
    """What refusals name (``by``)."""
    kind: FeatureKind
    shape: tuple[Spot, ...]
    """Corners of a polygon; of a road: points of a polyline, an inch wide to either side."""
    name: str = ""
    """As printed on the map (``Harrow Wood``), '' for none."""
    drawn: Literal["", "field"] = ""
    """What it looks like on the map where that is not its kind: enclosed fields that cover like a town."""


class Arrival(EdgeArrival, frozen=True, kw_only=True):
    """Units that come later, together (OH-Q42)."""


class ArmyByTable(msgspec.Struct, frozen=True, kw_only=True):
    """An army drawn by the table (OH-D2, section 9)."""

    size: int
    """How many units; of fewer than six some are taken away."""
    slots: tuple[Pose, ...]
    """Where the sample placement has the units, in the printed order of types."""
    codes: Mapping[UnitType, str]
    """What the ids of each type begin with (``I``)."""
    choice: Literal["roll", "row"] = "roll"
    """``roll``: the player is not asked; ``row``: its player may take a row instead of rolling."""


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """A side."""

    id: Side
    name: str
    letter: str
    """On maps and forms."""
    seat: Seat
    edge: TableEdge | None = None
    """Its home edge."""
    zone: tuple[Spot, ...] = ()
    """Corners of where it sets up, () for nowhere."""
    break_at: int = 0
    """Units eliminated at which it has lost (the scenario's break point), 0 for none."""
    muster: ArmyByTable | None = None
    """How its units are drawn, None where the scenario names them."""
    text: str = ""
    """What the scenario tells its player before the battle, '' for nothing."""
    parcels: tuple[Parcel, ...] | UnsetType = UNSET
    """Which units each of several commanders has; UNSET: ``seat`` has them all."""


class Victory(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle that goes to its last turn is judged (OH-Q37).

    by ``objective``: who holds one that wins; neither or both: ``otherwise``, if a side is named, else the fewer units
    lost.  by ``points``: most points of objectives, exits and ``unit`` for each enemy unit eliminated; a lead below
    ``lead`` is a draw.  by ``units``: fewer units lost; equal is a draw.
    """

    by: Literal["objective", "points", "units"] = "units"
    otherwise: Side | None = None
    unit: int = 0
    lead: int = 1


class SideScore(msgspec.Struct, frozen=True, kw_only=True):
    """What a side has come to."""

    lost: int
    """Units eliminated."""
    held: int = 0
    """Areas in hand."""
    points: int = 0
    """Where points are counted."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle was judged, and by which measure."""

    by: Literal["objective", "points", "units"]
    scores: Mapping[Side, SideScore]


Ending = Literal["no units", "broken", "objective", "points", "units lost", "draw", "conceded", "ruled"]
"""How a battle ends: a side has no units left (OH-Q32); its break point; an objective; points or fewer units lost after
the last turn; equal, or a draw agreed; a side conceded (OH-D10); the umpire ended it."""


class SeenFrom(msgspec.Struct, frozen=True):
    """How far hidden units are seen from a turn on: night falls, fog lifts."""

    turn: int
    inches: Hundredths


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is true of a battle."""

    title: str
    history: str = ""
    table: Table = Table(Hundredths(3600), Hundredths(3600))
    limit: int | None = None
    """The last turn, None for no limit."""
    switches: Switches = Switches()
    features: tuple[Feature, ...] = ()
    objectives: tuple[Objective, ...] = ()
    exits: tuple[Exit, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    ties: tuple[KeptNear, ...] = ()
    victory: Victory = Victory()
    armies: tuple[Army, ...]
    """In the scenario's order."""
    deploys: bool = False
    """The players set up their units themselves (else the sample placement stands)."""
    side_order: tuple[Side, ...] = ()
    """First mover first; () until it is known (OH-Q1)."""
    units: Mapping[StandId, Unit]
    """By code, the eliminated and those to come among them."""
    contacts: tuple[Contact, ...] = ()
    holders: Mapping[str, Side] = {}
    """Of each area by name, the side that was the last to stand there alone."""
    left_by: Mapping[StandId, str] = {}
    """Of units that have left: the exit."""
    turn: int = 0
    """Of both sides, from 1; 0 before the first."""
    phase: Phase = "orders"
    active: Side | None = None
    """The side whose player turn it is (while phase is ``orders`` to ``ending``)."""
    sheets: Mapping[str, Sheet] = {}
    """By seat, each commander's last orders and standing orders."""
    winner: Side | None = None
    ended: Ending | None = None
    won_by: str = ""
    """The objective that ended it."""
    verdict: Verdict | None = None
    sights: Sights[Unit] | UnsetType = UNSET
    """What the sides see of one another, where units are hidden (OH-H1)."""
    visibility: tuple[SeenFrom, ...] | UnsetType = UNSET
    """How far is seen from some turns on, where that changes (OH-H1)."""
    umpires_words: Words | UnsetType = UNSET
    """What an umpire has forbidden and allowed units."""
    ruled_points: Mapping[Side, int] | UnsetType = UNSET
    """Points that an umpire has given to sides or, below 0, taken from them."""
    ruled_broken: tuple[Side, ...] | UnsetType = UNSET
    """Sides that count as beaten by an umpire's word."""

    @property
    def sight_turn(self) -> int:
        """The turn."""
        return self.turn


# --- looking ------------------------------------------------------------------------------------------------------


def army(battle: Battle, side: Side) -> Army:
    """A side's army.  Raises KeyError for an unknown side."""
    for one in battle.armies:
        if one.id == side:
            return one
    raise KeyError(side)


def other_side(battle: Battle, side: Side) -> Side:
    """The enemy of a side."""
    return next(one.id for one in battle.armies if one.id != side)


def side_of_seat(battle: Battle, seat: Seat) -> Side | None:
    """The side a seat plays; None for umpires and spectators."""
    return side_with(battle.armies, seat)


def seat_of_unit(battle: Battle, unit: StandId) -> Seat:
    """The seat that commands a unit."""
    return holder(army(battle, battle.units[unit].side), unit)


def led_by(battle: Battle, seat: Seat) -> list[Unit]:
    """The units a seat commands, by id, the eliminated and those to come among them."""
    side = side_of_seat(battle, seat)
    mine = [one for _, one in sorted(battle.units.items()) if one.side == side]
    return [one for one in mine if seat_of_unit(battle, one.id) == seat]


def on_table(battle: Battle) -> list[Unit]:
    """All units on the table, by id."""
    return [unit for _, unit in sorted(battle.units.items()) if unit.on_table]


def units_of(battle: Battle, side: Side) -> list[Unit]:
    """A side's units on the table, by id."""
    return [unit for unit in on_table(battle) if unit.side == side]


def enemies_of(battle: Battle, side: Side) -> list[Unit]:
    """The other side's units on the table, by id."""
    return [unit for unit in on_table(battle) if unit.side != side]


def troops_of(battle: Battle, side: Side) -> list[Unit]:
    """A side's units on the table that are no blinds, by id (OH-H10)."""
    return [unit for unit in units_of(battle, side) if not unit.blind]


def lost_by(battle: Battle, side: Side) -> int:
    """How many of a side's units are eliminated; those that left are not."""
    return sum(1 for unit in battle.units.values() if unit.side == side and unit.state == "eliminated")


def fights_of(battle: Battle, unit: StandId) -> tuple[Contact, ...]:
    """The contacts a unit is in, as attacker or target; () for a unit that is not engaged."""
    return tuple(one for one in battle.contacts if unit in (one.attacker, one.target))


def engaged(battle: Battle, unit: StandId) -> bool:
    """Whether a unit is in a fight, whatever the face (OH-Q17, OH-Q21)."""
    return any(unit in (one.attacker, one.target) for one in battle.contacts)


def attacker_on(battle: Battle, unit: StandId, face: Face) -> StandId | None:
    """The enemy that makes a face taken: its attacker there, or for the front the target of the unit's own charge."""
    for one in battle.contacts:
        if one.target == unit and one.face == face:
            return one.attacker
        if face is Face.FRONT and one.attacker == unit:
            return one.target
    return None


def umpires_word(battle: Battle, unit: StandId, act: str, against: StandId | None = None) -> str:
    """What an umpire says of an act of a unit in this turn: ``forbidden``, ``allowed``, or '' for nothing."""
    words = battle.umpires_words
    return "" if words is UNSET else word_on(words, battle.turn, unit, act, against)


def arrival_of(battle: Battle, unit: StandId) -> Arrival | None:
    """How a unit that is to come arrives."""
    return next((one for one in battle.arrivals if unit in one.units), None)


def feature(battle: Battle, name: str) -> Feature | None:
    """A piece of terrain by its id."""
    return next((one for one in battle.features if one.id == name), None)


# --- changing: used by facts only ---------------------------------------------------------------------------------


def with_unit(battle: Battle, unit: Unit) -> Battle:
    """The battle with a unit replaced."""
    return replace(battle, units={**battle.units, unit.id: unit})


def with_units(battle: Battle, units: Iterable[Unit]) -> Battle:
    """The battle with several units replaced."""
    return replace(battle, units={**battle.units, **{unit.id: unit for unit in units}})
