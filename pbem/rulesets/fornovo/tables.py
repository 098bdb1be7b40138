"""The printed tables, each under its printed name (FS-1, FS-4, FS-7, FS-8, FS-9, FS-10)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pbem.engine.table.measures import Hundredths

TroopClass = Literal["foot", "cavalry", "mounted_foot", "artillery", "sniper", "wagons"]
TroopType = Literal["R", "I"]
"""FS-1.5.1: regular, irregular."""
Grade = Literal["A", "B", "C", "D"]
Armour = Literal["L", "M", "H", "A"]
"""FS-1.6.4a."""
Melee = Literal["pike", "heavy_lance", "heavy_weapon", "sword_and_shield", "long_spear", "handarm"]
Missile = Literal[
    "javelin", "sling", "self_bow", "composite_bow", "longbow", "crossbow", "pistol", "arquebus", "musket"
]  # fmt: skip
Bayonet = Literal["none", "plug", "plug_fixed", "plug_front", "ring"]
"""FS-2.12a; ``plug_front``: fixed in the front rank alone (FS-2.12c)."""
PLUGS: tuple[Bayonet, ...] = ("plug", "plug_fixed", "plug_front")
GunKind = Literal["very_light", "light", "medium", "heavy", "organ"]
"""FS-1.6.4e."""
Shot = Literal["ball", "hail"]
Training = Literal["pike_and_shot", "bill_and_bow", "salvee", "shallow", "false_rout"]
Morale = Literal["good", "halted", "shaken", "routed"]
"""FS-8.1, from high to low."""
Period = Literal["early", "late"]
FigureScale = Literal[15, 25]
Aspect = Literal["front", "flank", "rear"]

GRADES: tuple[Grade, ...] = ("A", "B", "C", "D")
ARMOURS: tuple[Armour, ...] = ("L", "M", "H", "A")
MELEE_ORDER: tuple[Melee, ...] = (
    "pike", "heavy_lance", "heavy_weapon", "sword_and_shield", "long_spear", "handarm",
)  # fmt: skip
"""Catalogue section 4: the order of dice."""

BASES: Mapping[tuple[FigureScale, str], tuple[int, int]] = {
    (25, "foot"): (20, 25), (15, "foot"): (12, 15),
    (25, "foot skirmish"): (30, 20), (15, "foot skirmish"): (20, 15),
    (25, "horse"): (25, 50), (15, "horse"): (15, 25),
    (25, "horse skirmish"): (30, 50), (15, "horse skirmish"): (20, 25),
    (25, "gun"): (50, 50), (15, "gun"): (40, 40),
    (25, "wagon"): (40, 80), (15, "wagon"): (30, 60),
}  # fmt: skip
"""FS-1.2, FS-Q82, FS-2.10a: width and depth of a base in millimetres."""


def by_scale(inches: int | Fraction, scale: FigureScale) -> Hundredths:
    """A printed length ``X(Y)``: X with 25 mm figures, Y = 0.75 X with 15 mm figures (FS-Q15)."""
    return Hundredths(int(inches * (100 if scale == 25 else 75)))


# --- points (FS-4) --------------------------------------------------------------------------------------------------

FOOT_GRADE: Mapping[Grade, int] = {"A": 8, "B": 6, "C": 4, "D": 2}
FOOT_ARMOUR: Mapping[Armour, int] = {"L": 0, "M": 1, "H": 2, "A": 3}
FOOT_MISSILE: Mapping[Missile, int] = {"longbow": 3, "composite_bow": 3, "musket": 2}
"""FS-4a: any other is ``OTHER_WEAPON``."""
GUNNER, SALVEE, IRREGULAR_FOOT, TRAINED, FOOT_COMMAND, FOOT_LEAST = 4, 2, -1, 1, 10, 2
"""FS-4a, FS-4e."""
CAVALRY_GRADE: Mapping[Grade, int] = {"A": 20, "B": 15, "C": 10, "D": 5}
CAVALRY_ARMOUR: Mapping[Armour, int] = {"L": 0, "M": 1, "H": 3, "A": 4}
NOBLES, HEAVY_LANCE, PISTOLS, BARDED, IRREGULAR_CAVALRY, FALSE_ROUT = 2, 2, 2, 2, -2, 1
CAVALRY_COMMAND, CAVALRY_LEAST = 20, 5
"""FS-4b, FS-4e."""
OTHER_WEAPON = 1
UNPAID, UNSUPPLIED, HORSE, BAYONET, STAKES, STAKES_FIGURES = -2, -2, 3, 1, 5, 6
GUN: Mapping[GunKind, int] = {"very_light": 25, "light": 50, "medium": 75, "organ": 75, "heavy": 100}
LIMBER, WAGON, WAR_WAGON, SNIPER, COMMANDER, SUBORDINATE = 10, 10, 20, 25, 200, 100
DITCH, LIGHT_WORKS, HEAVY_WORKS = 5, 10, 20
"""FS-4c; the last line: for each 4(3) inches."""

LEAST_FIGURES = 4
MOST_FOOT, MOST_CAVALRY, MOST_GUNS = 100, 50, 4
"""FS-2a."""
MOST_IN_WAGON = 4
"""FS-2.10c."""
LEAST_RANKS: Mapping[str, int] = {"foot": 3, "cavalry": 2}
"""FS-2.1b."""
MOST_WIDE: Mapping[TroopType, int] = {"R": 16, "I": 12}
"""FS-5.1."""
MEN = 20
"""FS-1.1b: that one figure stands for."""
LARGE = 40
"""FS-2.3."""

# --- command and movement (FS-3, FS-7) ------------------------------------------------------------------------------

COMMAND_DISTANCE = {"cc": 12, "sg": 8}
"""FS-3.1.1a; half for irregulars (FS-3.1.1b)."""
NORMAL_MOVE: Mapping[tuple[str, Armour], int] = {
    ("foot", "A"): 4, ("foot", "H"): 6, ("foot", "M"): 8, ("foot", "L"): 8,
    ("horse", "A"): 10, ("horse", "H"): 12, ("horse", "M"): 16, ("horse", "L"): 16,
}  # fmt: skip
CHARGE_BONUS: Mapping[tuple[str, Armour], int] = {
    ("foot", "A"): 2, ("foot", "H"): 2, ("foot", "M"): 2, ("foot", "L"): 2,
    ("horse", "A"): 6, ("horse", "H"): 8, ("horse", "M"): 8, ("horse", "L"): 8,
}  # fmt: skip
GENERAL_MOVE = 24
LIMBERED_MOVE: Mapping[GunKind, int] = {"very_light": 8, "light": 6, "organ": 6, "medium": 4, "heavy": 2}
BY_HAND_MOVE: Mapping[GunKind, int] = {"very_light": 6, "light": 4, "organ": 4, "medium": 2, "heavy": 0}
WAGON_MOVE = 6
"""FS-7a."""
BARDED_MOVE, STAKES_MOVE = 2, 2
"""FS-7c, FS-2.11b: what is taken off."""
FACING_FIGURES = 12
"""FS-PS.1: by the playsheets half a move for so many figures, or part of so many."""
IMPETUS = {"foot": 2, "horse": 4}
"""FS-7.7.1a."""
GUNNERS_TO_UNLIMBER: Mapping[GunKind, int] = {"very_light": 1, "light": 2, "medium": 2, "organ": 2, "heavy": 3}
GUNNERS_BY_HAND: Mapping[GunKind, int] = {"very_light": 1, "light": 2, "medium": 3, "organ": 3, "heavy": 4}
GUNNERS_TO_FIRE: Mapping[GunKind, int] = {"very_light": 1, "light": 2, "medium": 2, "organ": 2, "heavy": 3}
"""FS-7.1."""
CROSSING = 2
"""FS-11.6a, FS-11.6b: inches for each rank over a fence or wall; FS-11.9, FS-11.10a, FS-2.11d: over ditches, works and
stakes."""
FLANK_GUARD = 6
"""FS-7.15a."""

# --- morale (FS-8) --------------------------------------------------------------------------------------------------

ARTILLERY_WEIGHT: Mapping[GunKind, int] = {"light": 1, "medium": 2, "heavy": 3, "very_light": 0, "organ": 0}
"""FS-8.2a, FS-Q29."""
LEAST_WEIGHT = 6
"""FS-8.2c."""
RALLY: Mapping[Grade, int] = {"A": -2, "B": -3, "C": -4, "D": -6}
"""FS-8.4."""
HALT: Mapping[Grade, int] = {"A": -1, "B": -1, "C": -2, "D": -3}
"""FS-8.5, FS-Q5."""
STAND: Mapping[Grade, int] = {"A": 2, "B": 1, "C": 0, "D": -1}
"""FS-8.6, FS-8.7, FS-8.9."""
LOST: Mapping[Grade, int] = {"A": 2, "B": 1, "C": 0, "D": -2}
"""FS-8.8."""
RECOIL = {"foot": 4, "horse": 8}
"""FS-8.8."""
FRIEND_NEAR = 12
"""FS-8.4, FS-8.5, FS-8.9: inches."""

# --- shooting (FS-9) ------------------------------------------------------------------------------------------------

Column = Literal["normal", "skirmish", "soft", "hard"]
COLUMNS: tuple[Column, ...] = ("normal", "skirmish", "soft", "hard")
SmallArms = Literal["steady_musketry", "other_musketry", "pistol", "self_bow", "crossbow", "longbow"]
ROW: Mapping[Missile, SmallArms] = {
    "musket": "other_musketry", "arquebus": "other_musketry", "pistol": "pistol", "javelin": "self_bow",
    "sling": "self_bow", "self_bow": "self_bow", "crossbow": "crossbow", "longbow": "longbow",
    "composite_bow": "longbow",
}  # fmt: skip
"""FS-9.19, FS-Q16; a musket has the steady row where FS-9.19 gives it."""
RANGES: Mapping[SmallArms, tuple[int, int]] = {
    "steady_musketry": (6, 20), "other_musketry": (6, 16), "pistol": (4, 0), "self_bow": (6, 12),
    "crossbow": (12, 24), "longbow": (12, 24),
}  # fmt: skip
"""FS-9.19: close and far; 0: no far band."""
SMALL_ARMS: Mapping[tuple[SmallArms, str], tuple[str, str, str, str]] = {
    ("steady_musketry", "close"): ("45H 6HH", "6H", "56H", "6H"),
    ("steady_musketry", "far"): ("56H", "NIL", "6H", "NIL"),
    ("other_musketry", "close"): ("456H", "6H", "56H", "6H"),
    ("other_musketry", "far"): ("6H", "NIL", "6H", "NIL"),
    ("pistol", "close"): ("56H", "6H", "6H", "NIL"),
    ("self_bow", "close"): ("456H", "56H", "56H", "6H"),
    ("self_bow", "far"): ("56H", "6H", "6H", "NIL"),
    ("crossbow", "close"): ("5H 6HH", "56H", "56H", "6H"),
    ("crossbow", "far"): ("56H", "6H", "6H", "NIL"),
    ("longbow", "close"): ("3456H", "456H", "56H", "6H"),
    ("longbow", "far"): ("56H", "6H", "6H", "NIL"),
}
"""FS-9.19, FS-Q2, FS-Q8."""
HAIL_RANGE: Mapping[Period, Mapping[GunKind, int]] = {
    "early": {"light": 4, "medium": 6, "heavy": 8, "organ": 8},
    "late": {"light": 6, "medium": 8, "heavy": 10, "organ": 10},
}
BALL_RANGES: Mapping[Period, Mapping[GunKind, tuple[int, int]]] = {
    "early": {"very_light": (12, 24), "light": (16, 32), "medium": (24, 48), "heavy": (36, 72)},
    "late": {"very_light": (12, 24), "light": (20, 40), "medium": (36, 72), "heavy": (48, 96)},
}
LATE_LIGHT_BALL = 24, 48
"""FS-Q10: as the playsheets have it."""
HAIL: Mapping[Period, tuple[str, str, str, str]] = {
    "early": ("5H 6HH", "6H", "6H", "NIL"), "late": ("45H 6HH", "56H", "56H", "NIL"),
}  # fmt: skip
BALL: Mapping[tuple[Period, str], tuple[str, str]] = {
    ("early", "close"): ("56H", "NIL"), ("early", "far"): ("6H", "NIL"),
    ("late", "close"): ("56H 7HH", "NIL"), ("late", "far"): ("67H", "NIL"),
}  # fmt: skip
BALL_COVER: Mapping[tuple[GunKind, str], tuple[str, str]] = {
    ("very_light", "close"): ("6H", "NIL"), ("light", "close"): ("6H", "NIL"), ("medium", "close"): ("56H", "6H"),
    ("heavy", "close"): ("56H", "56H"), ("very_light", "far"): ("NIL", "NIL"), ("light", "far"): ("NIL", "NIL"),
    ("medium", "far"): ("6H", "NIL"), ("heavy", "far"): ("6H", "6H"),
}  # fmt: skip
"""FS-9.21, FS-9.22, FS-Q9, FS-Q10: ranges; cells of hail; cells of ball, normal and skirmish, then soft and hard."""
RELOAD: Mapping[Period, Mapping[GunKind, int]] = {
    "early": {"very_light": 0, "light": 1, "medium": 1, "heavy": 2, "organ": 2},
    "late": {"very_light": 0, "light": 0, "medium": 0, "heavy": 1, "organ": 1},
}
"""FS-9.16, FS-9.21, FS-9.22, FS-9.23: turns between shots; ball and hail alike."""
FIRE_GROUP = {"foot": 4, "horse": 3, "heavy gun": 2, "gun": 4}
"""FS-9.1.1a, FS-9.1.1b, FS-9.1.1c, FS-9.1.1d, FS-Q3."""
SaveRow = Literal["crossbow", "longbow", "other", "gunpowder"]
SHOT_SAVE: Mapping[SaveRow, Mapping[Armour, int]] = {
    "crossbow": {"L": 7, "M": 7, "H": 6, "A": 5},
    "longbow": {"L": 7, "M": 6, "H": 5, "A": 4},
    "other": {"L": 7, "M": 5, "H": 4, "A": 3},
    "gunpowder": {"L": 7, "M": 7, "H": 7, "A": 7},
}
"""FS-9.20, FS-Q13."""
SAVE_GRADE: Mapping[Grade, int] = {"A": 2, "B": 1, "C": 0, "D": 0}
"""FS-9.20."""

# --- combat (FS-10) -------------------------------------------------------------------------------------------------

COMBAT_CELLS: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = (
    (("456H", "456H"), ("56H", "56H")),
    (("456H", "56H"), ("56H", "6H")),
    (("45H 6HH", "56H"), ("456H", "6H")),
    (("34H 56HH", "6H"), ("45H 6HH", "6H")),
)
"""FS-10.13 by difference: higher and lower; then the same of cavalry against cavalry."""
MELEE_GROUP = {"horse": 2, "pike": 3, "other": 4}
"""FS-10.2d, FS-10.2e, FS-10.2f."""
NEVER = 9
COMBAT_SAVE: Mapping[str, Mapping[Armour, int]] = {
    "heavy_weapon": {"L": NEVER, "M": 6, "H": 6, "A": 5},
    "other": {"L": 7, "M": 6, "H": 5, "A": 4},
}
"""FS-10.14; ``NEVER`` for ``-``."""
LENGTH: Mapping[Melee, int] = {
    "pike": 1, "heavy_lance": 2, "long_spear": 3, "heavy_weapon": 4, "sword_and_shield": 4, "handarm": 4,
}  # fmt: skip
"""FS-10.3: the longest first; a heavy weapon of six feet is 3."""
