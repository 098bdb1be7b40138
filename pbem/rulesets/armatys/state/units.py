"""Units in figures, files and rows, and what follows from them (catalogue section 2, AR-form, AR-cas-1)."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Grade
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Anchor, Rect, Size, placed, size_in_tenths
from pbem.rulesets.armatys import tables as t

GunStatus = Literal["limbered", "unlimbering", "prepared", "abandoned"]
Formation = Literal["open", "swedish", "dutch", "deep"]
Answer = Literal["stand", "counter", "break", "redirect", "press_on"]
"""To a charge (AR-D4, AR-D6)."""


class Pursuit(msgspec.Struct, frozen=True):
    """bounds: pursuit moves made."""

    quarry: StandId
    bounds: int = 0


class Charge(msgspec.Struct, frozen=True):
    """A charge declared in this bound (AR-D2)."""

    target: StandId
    wheel: Tenths = Tenths(0)
    """With which its path begins (AR-G15), clockwise positive."""
    passed: bool | None = None
    """None: not tested yet."""


class Crossing(msgspec.Struct, frozen=True):
    """A bridge that a unit is crossing (AR-G25)."""

    bridge: str
    over: int
    """Figures that are over it."""


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A unit.

    Letters of its figures: M musketeer, P pikeman, W halberd, B bowman, H horse, D dragoon, G gunner (one row).
    """

    id: StandId
    name: str
    side: Side
    kind: t.Kind
    pose: Pose
    """The middle of its front edge, its facing."""
    rows: tuple[str, ...] = ()
    """The front row first, left to right."""
    ability: t.Ability = "trained"
    morale: t.Morale = "average"
    armour: Mapping[str, t.Armour] = {}
    grenadiers: bool = False
    lance: bool = False
    bow: bool = False
    bayonet: Literal["none", "plug", "ring"] = "none"
    parent: str | None = None
    gun: t.GunClass | None = None
    galloper: bool = False
    status: GunStatus = "prepared"
    unlimber_moves: int = 0
    scale: int = 1
    """1 for 15 mm figures, 2 for 25 mm (AR-gen-7)."""
    charge_modifier: int = 0
    """Added to the number required to charge: a scenario's, of horse that charges home."""
    points: int = 0
    """What its loss costs its side; a gun's stand with its battery."""
    battery: str = ""
    """The battery whose guns count together."""
    start_figures: int = 0
    counters: int = 0
    counters_known: bool = True
    """False in a view of a seat that does not see them (AR-gen-4, AR-Q74): 0 are written then."""
    class_rolled: bool = False
    """Its class of morale was rolled for (AR-cls-3)."""
    has_broken: bool = False
    """It has been broken at least once."""
    state: Literal["steady", "broken"] = "steady"
    break_due: str | None = None
    """The enemy that broke it, or ``edge``: a retirement still due (AR-Q14)."""
    pursuit: Pursuit | None = None
    rally_owed: int = 0
    pistols: bool = False
    """Whether it carries them: an empty unit that does reloads by itself (AR-D16)."""
    pistols_loaded: bool = False
    bayonets_fixed: bool = False
    mounted: bool = True
    march_column: bool = False
    crossing: Crossing | None = None
    """The bridge that it is on; it stands where it began to cross until its last figure is over."""
    moved: Hundredths = Hundredths(0)
    """The path covered in this bound."""
    changed: bool = False
    fired: bool = False
    fought: bool = False
    retired: bool = False
    failed_charge: bool = False
    """It failed a test to charge or counter-charge in this bound (AR-chg-4, AR-Q9)."""
    charge: Charge | None = None
    answer: Answer | None = None
    """To the charges on it in this bound."""
    meets: StandId | None = None
    """The charger that its counter-charge goes at."""
    stood: bool = False
    """It passed the test to stand in this bound."""
    flees: bool = False
    """It broke in P1: its retirement is due in P2a (AR-Q14)."""
    pursued: bool = False
    """It has made the pursuit move of this bound (AR-Q20)."""
    was: Pose | None = None
    """Where it stood as P2 began, once P2 has moved it."""
    ground: int = 0
    """Counters of terrain due at the end of this step, P2d or P5e (AR-Q59)."""
    through: tuple[StandId, ...] = ()
    """Friends it has gone through, whose counters are due at the end of this step (AR-Q67)."""
    been_through: tuple[StandId, ...] = ()
    """Friends for whom both have had those counters in this bound."""
    hampered: tuple[str, ...] = ()
    """Pieces of terrain through which it charged in this bound, of those that hamper a charge (special rule)."""
    left_in: int | None = None
    """The bound in which it was removed."""
    joined: bool = False
    """It has rejoined its parent, and is no unit any more (AR-form-8)."""
    crew_at: Pose | None = None
    """The centre of a gun's crew that has left it (AR-Q25)."""
    left_as: GunStatus | UnsetType = UNSET
    """What an abandoned gun was as its crew ran, if it was not prepared: so they find it again."""
    cut_down: bool = False
    """A gun's crew that pursuers have cut down (AR-mel-11)."""
    taken: Mapping[str, int] = {}
    """Of this bound: counters by cause, and figures lost."""
    seen: Grade | UnsetType = UNSET
    """In a side's view of hidden units, how well it is seen where it is not known; its figures are then nominal."""

    @cached_property
    def figures(self) -> int:
        """Its figures; of a gun its crew."""
        return sum(map(len, self.rows))

    @property
    def cavalry(self) -> bool:
        """Mounted troops; everything else counts as infantry (AR-Q54)."""
        return self.kind in {"horse", "irregular_light_cavalry"} or (self.kind == "dragoons" and self.mounted)

    @cached_property
    def rect(self) -> Rect:
        """Its footprint (AR-G2)."""
        return placed(self.pose, footprint(self), Anchor.FRONT)


def files(unit: Unit) -> int:
    """The length of its front row."""
    return len(unit.rows[0]) if unit.rows else 0


def one_file(unit: Unit) -> bool:
    """Whether it is in march column with each figure a row of its own (``Switches.columns``)."""
    return unit.march_column and files(unit) == 1


def ranks(unit: Unit) -> int:
    """AR-Q26: the front row, and each row of more than half as many figures."""
    return sum(place == 0 or 2 * len(row) > files(unit) for place, row in enumerate(unit.rows))


def formation(unit: Unit) -> Formation:
    """AR-form-2; AR-Q80."""
    deep = ranks(unit)
    if deep == 1:
        return "swedish" if unit.cavalry and unit.kind != "dragoons" else "open"
    if unit.cavalry:
        return "dutch" if deep == 2 else "deep"
    return "swedish" if deep == 2 else "dutch" if deep == 3 else "deep"


def footprint(unit: Unit) -> Size:
    """AR-G2: files x base frontage, rows x base depth; a gun's base; a march column is one file wide."""
    base = "gun" if unit.gun else "cavalry" if unit.cavalry else "infantry"
    if unit.gun:
        across, back = 1, 1
    elif unit.march_column:
        across, back = 1, unit.figures
    else:
        across, back = files(unit), len(unit.rows)
    return _size(base, across * unit.scale, back * unit.scale)


def crew_size(gun: Unit) -> Size:
    """The men of a gun away from it: one row of foot."""
    return _size("infantry", max(1, gun.figures) * gun.scale, gun.scale)


def _size(base: str, across: int, back: int) -> Size:
    wide, deep = t.BASES[base]
    return size_in_tenths(wide * across, deep * back)


def types(unit: Unit) -> dict[str, int]:
    """Its figures by letter."""
    letters = "".join(unit.rows)
    return {letter: letters.count(letter) for letter in sorted(set(letters))}


def ratio(unit: Unit) -> tuple[int, int] | None:
    """AR-cas-2, AR-Q3, AR-Q6: the line P:M of AR-cas-1 that serves; None for a unit that is not mixed."""
    there = types(unit)
    pikes = there.get("P", 0) + there.get("W", 0)
    muskets = there.get("M", 0) + there.get("B", 0)
    if not pikes or not muskets:
        return None
    lines = [line for line in t.RATIOS if pikes * line[1] >= line[0] * muskets]
    return lines[0] if lines else t.RATIOS[-1]


def break_number(unit: Unit) -> int | None:
    """AR-mor-1; None while the class is unknown."""
    return t.BREAK_NUMBER.get(unit.morale)


def rate(unit: Unit) -> int:
    """AR-move-1, AR-ilc-1, AR-art-2: inches of a full move, without deduction."""
    if unit.gun and unit.status == "abandoned":
        return t.OPEN_ORDER_RATE if unit.figures else 0
    if unit.gun:
        by_status = {"limbered": t.GALLOPER_RATE if unit.galloper else t.LIMBERED_RATE, "prepared": t.BY_HAND_RATE}
        return by_status.get(unit.status, 0)
    if unit.kind == "irregular_light_cavalry":
        return t.LIGHT_CAVALRY_RATE
    if unit.cavalry:
        return t.CAVALRY_RATE
    return t.OPEN_ORDER_RATE if formation(unit) == "open" else t.INFANTRY_RATE


def speed(unit: Unit) -> int:
    """AR-move-2, AR-Q33: forward inches of a full move, one less for each counter."""
    return max(0, rate(unit) - unit.counters)


def armour_of(unit: Unit, letter: str) -> t.Armour:
    """AR-arm-4: what a type of figure wears."""
    return unit.armour.get(letter, "none")
