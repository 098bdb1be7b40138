"""Units in blocks of figures, and what follows from them alone (catalogue section 2; FS-1.6, FS-2, FS-5)."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Grade
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.fornovo import tables as t


class Block(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Figures of one kind, from front to rear."""

    name: str = ""
    """Its name within the unit: ``left``, ``pikes``."""
    rows: tuple[int, ...]
    """Figures of each row, the front row first."""
    arrayed: bool = True
    """Whether the rows are known; a unit of a list, or a garrison, has its figures in one row."""
    armour: t.Armour = "L"
    """FS-1.6.4a."""
    melee: t.Melee = "handarm"
    """FS-1.6.4b."""
    second: t.Melee | None = None
    """Another melee weapon that it carries, beside a handarm (FS-10.9, FS-4d)."""
    laid: t.Melee | None = None
    """Of foot: the weapon that it has laid down where it stood (FS-10.9)."""
    six_foot: bool = False
    """Of a heavy weapon: six feet or longer (FS-10.3)."""
    missile: t.Missile | None = None
    """FS-1.6.4d."""
    shield: bool = False
    """FS-9.5d, FS-10.11."""
    bayonet: t.Bayonet = "none"
    """FS-2.12a."""
    stakes: bool = False
    """Whether its figures carry stakes (FS-2.11a)."""

    @property
    def figures(self) -> int:
        """How many."""
        return sum(self.rows)


class Battery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The guns of an artillery unit, all of one kind."""

    kind: t.GunKind
    """FS-1.6.4e."""
    n: int
    """Models."""
    fired: t.Shot | None = None
    """Its latest shot; None: loaded."""
    fired_turn: int = 0
    """The turn of that shot."""


class ShotAt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What shooting of this turn did to a unit (FS-8.6)."""

    by: Mapping[StandId, int] = {}
    """Of each shooter, the figures or gunners that shot."""
    gunpowder: int = 0
    """Losses to gunpowder."""
    other: int = 0
    """Losses to other shooting."""
    flank: bool = False
    """Shot at from flank or rear (G-27)."""
    salvee: bool = False
    """Hit by steady salvee fire (FS-9.17)."""
    heavy: bool = False
    """Hit by heavy artillery."""
    guns: bool = False
    """Artillery was among the shooters."""


class LeftTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pursuer that left the table (FS-7.4)."""

    turn: int
    """In which it left."""
    at: Spot
    """Where on the edge."""
    gallop: bool = False
    """It had charged at the gallop."""
    allowed: bool = False
    """Its pursuit was allowed by its owner."""


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """A unit (FS-2)."""

    id: StandId
    """Its code."""
    name: str = ""
    """For people."""
    side: Side
    """Whose it is."""
    kind: t.TroopClass = "foot"
    """FS-1.6."""
    type: t.TroopType = "R"
    """FS-1.5.1."""
    grade: t.Grade = "C"
    """FS-1.5.2; see ``grade`` for the one that counts."""
    order: Literal["close", "skirmish"] = "close"
    """FS-2.2a."""
    charge: Literal["trot", "gallop"] = "gallop"
    """FS-2.4; of cavalry."""
    nobles: bool = False
    """FS-8.7, FS-8.9d."""
    barded: bool = False
    """FS-7c, FS-9.20."""
    unpaid: bool = False
    """FS-2.9a."""
    unsupplied: bool = False
    """FS-2.8a."""
    rounds_fought: int = 0
    """Turns in which it fought, where a special rule counts them."""
    volleys: int = 0
    """Turns in which it shot, where a special rule counts them."""
    tired: bool = False
    """By a special rule: it counts one grade lower."""
    wavers: bool = False
    """By a special rule: it neither moves nor charges in this turn."""
    loots: bool = False
    """By a special rule: it does nothing in this turn."""
    went_home: bool = False
    """By a special rule: it has marched off, and is not lost."""
    strays: int = 0
    """By a special rule: the turn in which it does not move."""
    training: tuple[t.Training, ...] = ()
    """FS-2.5a, FS-2.13, FS-2.14a, FS-2.16, FS-2.1b."""
    start: int = 0
    """Figures as the game began."""
    blocks: tuple[Block, ...] = ()
    """From left to right on one front line; none of artillery and snipers; of a war wagon its crew."""
    guns: Battery | None = None
    """Of artillery."""
    gunners: int = 0
    """Of artillery: light infantry."""
    crew_armour: t.Armour = "L"
    """Of its gunners, who are light infantry (FS-4a)."""
    limbers: int = 0
    """Models."""
    limbered: bool = False
    """Whether the guns are hitched up."""
    teamed: bool = False
    """By a special rule it has been limbered up, for the one time."""
    pose: Pose | None = None
    """The middle of its front edge, its facing; None: in play without a place, or in a block."""
    formation: Literal["line", "square"] = "line"
    """FS-7.17f."""
    inside: str | None = None
    """The block or works it garrisons."""
    morale: t.Morale = "good"
    """FS-8.1."""
    disordered: bool = False
    """By a temporary source; see ``standing.disordered`` for all."""
    fresh: bool = False
    """Its morale began in this turn's Move phase or later (FS-Q32)."""
    fresh_disorder: bool = False
    """Its disorder began in this turn's Move phase or later (FS-Q32)."""
    rout_moves: int = 0
    """Made so far."""
    routed_this_turn: bool = False
    """FS-8.9."""
    burst_through: bool = False
    """In this turn (FS-8.9)."""
    tested_friends: bool = False
    """It has tested for routing friends in this turn (FS-8.9)."""
    routed_from: StandId | None = None
    """The enemy that caused the rout (G-22)."""
    recoil_owed: Hundredths = Hundredths(0)
    """Made in the next R2 (FS-8.8)."""
    debt: int = 0
    """Move phases owed for a maneuver (FS-7.16)."""
    left_table: LeftTable | None = None
    """Of a pursuer off the table."""
    advanced: Hundredths = Hundredths(0)
    """Forward in this turn's Move phase (FS-Q94)."""
    moved: Hundredths = Hundredths(0)
    """In all in this turn's Move phase."""
    maneuvered: bool = False
    """A change of facing or formation in this turn (FS-Q97)."""
    moved_last_turn: bool = False
    """FS-9.17."""
    fired_last_turn: bool = False
    """FS-9.17."""
    fought_last_turn: bool = False
    """FS-9.14b."""
    fired: bool = False
    """In this turn."""
    salvee_ranks: tuple[int, ...] = ()
    """Of salvee by single ranks: those that fired in this turn (FS-9.17)."""
    salvee_ranks_before: tuple[int, ...] = ()
    """The same of the last turn; empty where all fired (FS-Q54)."""
    evaded: bool = False
    """In this turn (FS-Q95)."""
    false_rout_tried: bool = False
    """In this turn (FS-Q91)."""
    passed_fire: tuple[Spot, ...] = ()
    """The middle of its front at the start and after each part of its moves of this turn (FS-9.9a)."""
    points: int = 0
    """What its loss costs its side: its price at the start (FS-4), 0 for one that may never come."""
    group: str = ""
    """The wing or line it belongs to, for people."""
    home: TableEdge | None = None
    """Its own baseline, where that is not its side's."""
    straight_before: Hundredths = Hundredths(0)
    """The straight run that ended its previous move (FS-7.7.1b)."""
    shelled_by: tuple[StandId, ...] = ()
    """Of artillery: enemy artillery that fired on it in the last turn (FS-9.10)."""
    ball_hits: int = 0
    """Of wagons, so far (FS-2.10e)."""
    carried: Battery | None = None
    """Of a war wagon: the gun on it, which its crew serves (FS-2.10c, FS-Q27)."""
    shot: ShotAt = ShotAt()
    """Of this turn."""
    rides: bool = False
    """Mounted infantry that has dismounted (FS-7.14a)."""
    holders: int = 0
    """Of its figures, those who hold its horses (FS-7.14b)."""
    horses_at: Spot | None = None
    """Where its horses stand (FS-7.14c); None: dispersed, or with it."""
    left_guns: Battery | None = None
    """The guns that its gunners have left (FS-7f)."""
    striking: t.Melee | None = None
    """The troop type that took the place of the striking ranks (FS-10.8)."""
    laid_at: Spot | None = None
    """Where it laid weapons down (FS-10.9)."""
    hewing: int = 0
    """The turn of the Move phase in which it began to break down a hedgerow (FS-11.6c, FS-Q44)."""
    set_up: bool = False
    """Of wagons: unhitched and set up (FS-2.10b)."""
    weapons_dropped: bool = False
    """It shot in a charge situation and fights with handarms this turn (FS-10.7d)."""
    seen: Grade | UnsetType = UNSET
    """In a side's view of hidden units, how well it is seen where it is not known; its figures are then nominal."""

    @property
    def figures(self) -> int:
        """Its figures; of artillery its gunners."""
        return self.gunners if self.guns else sum(one.figures for one in self.blocks)

    @property
    def mounted(self) -> bool:
        """FS-1.6.2: true cavalry and mounted infantry."""
        return self.kind in {"cavalry", "mounted_foot"}

    @property
    def foot(self) -> bool:
        """Infantry on foot."""
        return self.kind == "foot"

    @property
    def arm(self) -> Literal["foot", "horse"]:
        """As it moves."""
        return "horse" if self.mounted else "foot"

    @property
    def skirmishers(self) -> bool:
        """FS-2.2b, FS-2.6a."""
        return self.order == "skirmish" or self.kind == "sniper"

    @property
    def arrayed(self) -> bool:
        """Whether its rows are known."""
        return bool(self.blocks) and all(one.arrayed for one in self.blocks)


def files(unit: Unit) -> int:
    """Figures of its front row."""
    return sum(one.rows[0] for one in unit.blocks)


def rows(unit: Unit) -> tuple[int, ...]:
    """Figures of each row over the whole front; of blocks of unlike depth as deep as the shallowest."""
    deep = min((len(one.rows) for one in unit.blocks), default=0)
    return tuple(sum(one.rows[row] for one in unit.blocks) for row in range(deep))


def ranks(unit: Unit) -> int:
    """FS-2.1a: rows as long as the front row; the rearmost too if it has more than half as many figures."""
    there = rows(unit)
    full = sum(row == there[0] for row in there[:-1])
    return full + bool(there and (len(there) == 1 or 2 * there[-1] > there[0]))


def large(unit: Unit) -> bool:
    """FS-2.3."""
    return unit.start >= t.LARGE


def losses(unit: Unit) -> int:
    """Figures lost since the start; horse holders are not."""
    return unit.start - unit.figures - unit.holders


def exhausted(unit: Unit) -> bool:
    """FS-5.2."""
    return unit.start > 0 and 2 * losses(unit) >= unit.start


def shattered(unit: Unit) -> bool:
    """FS-5.3."""
    return unit.start > 0 and 4 * losses(unit) >= 3 * unit.start


def grade(unit: Unit) -> t.Grade:
    """FS-2.8a: an unsupplied unit counts as one grade lower; so does one that a special rule has tired."""
    return t.GRADES[min(3, t.GRADES.index(unit.grade) + unit.unsupplied + unit.tired)]


def d_minus(unit: Unit) -> bool:
    """FS-2.8b."""
    return unit.unsupplied and unit.grade == "D"


def pike_supported(unit: Unit, *, reaction: bool = False) -> bool:
    """FS-2.15a; in reaction tests fixed bayonets of the whole front rank do as well (FS-2.12b)."""
    if not unit.foot or not unit.blocks:
        return False
    pikes = sum(one.rows[0] for one in unit.blocks if one.melee == "pike")
    if 4 * pikes >= files(unit):
        return True
    fixed = all(one.melee == "pike" or one.bayonet in {"plug_fixed", "plug_front", "ring"} for one in unit.blocks)
    return reaction and fixed


def mostly_missile(unit: Unit) -> bool:
    """More than half of its figures have missile weapons (FS-8.7, FS-8.8)."""
    armed = sum(one.figures for one in unit.blocks if one.missile)
    return 2 * armed > unit.figures


def armour(unit: Unit) -> t.Armour:
    """FS-Q88: the slowest of mixed armour, by which it moves; gunners are light."""
    return max((one.armour for one in unit.blocks), key=t.ARMOURS.index, default="L")


def reload_turns(battery: Battery, period: t.Period) -> int:
    """FS-9.16."""
    return t.RELOAD[period][battery.kind]


def ready_turn(unit: Unit, turn: int, period: t.Period) -> int:
    """FS-9.16: the first turn on which a battery may fire again."""
    guns = guns_of(unit)
    if guns is None or guns.fired is None:
        return turn
    return guns.fired_turn + 1 + reload_turns(guns, period)


def driverless(unit: Unit) -> bool:
    """Wagons without a crew: they test for nothing, and are taken as they are reached."""
    return unit.kind == "wagons" and not unit.figures


def guns_of(unit: Unit) -> Battery | None:
    """The guns that it fires: a battery's, or the one on a war wagon (FS-2.10c)."""
    return unit.guns or unit.carried


def guns_served(unit: Unit) -> int:
    """FS-7.1, FS-Q26: models that its gunners can fire; the crew of a war wagon serves its gun."""
    guns = guns_of(unit)
    return min(guns.n, unit.figures // t.GUNNERS_TO_FIRE[guns.kind]) if guns else 0


def without_figures(block: Block, gone: int) -> Block:
    """A block without so many figures, taken from the rear."""
    rows = [*block.rows]
    while gone and rows:
        taken = min(gone, rows[-1])
        rows[-1], gone = rows[-1] - taken, gone - taken
        if not rows[-1]:
            rows.pop()
    return replace(block, rows=tuple(rows))


def crew_alone(unit: Unit) -> Unit:
    """FS-7f: gunners, or the crew of a war wagon, who leave it and move like skirmishing infantry."""
    if unit.kind == "wagons":
        crew = tuple(replace(one, arrayed=True) for one in unit.blocks)
        return replace(unit, kind="foot", carried=None, order="skirmish", set_up=False, blocks=crew)
    gunners = Block(name="crew", rows=(unit.gunners,), armour=unit.crew_armour)
    return replace(
        unit, guns=None, left_guns=unit.guns, gunners=0, order="skirmish", limbered=False, blocks=(gunners,),
    )  # fmt: skip
