"""The printed tables, each under its printed name."""

from collections.abc import Mapping
from typing import Literal

Kind = Literal["foot", "horse", "dragoons", "irregular_light_cavalry", "artillery"]
Ability = Literal["veteran", "trained", "raw"]
Morale = Literal["good", "average", "poor", "nervous", "unknown"]
Armour = Literal["none", "partly", "full"]
GunClass = Literal["light", "medium", "heavy"]
Weapon = Literal["musket", "pistol", "bow", "gun"]
Cause = Literal[
    "test", "fire", "melee", "flank", "lost", "terrain", "interpenetration", "break", "speech", "rejoin", "panic",
]  # fmt: skip
"""What a unit takes a counter for."""

Striker = Literal["pike", "musket", "halberd", "horse", "dragoon", "irregular light cavalry", "pistol"]
STRIKERS: tuple[Striker, ...] = ("pike", "musket", "halberd", "horse", "dragoon", "irregular light cavalry", "pistol")
"""In the order of their dice (catalogue section 4)."""

BASES: Mapping[str, tuple[int, int]] = {
    "infantry": (100, 150), "cavalry": (125, 250), "general": (250, 250), "gun": (400, 600),
}  # fmt: skip
"""AR-gen-5: frontage and depth of a base in tenths of a millimetre, for 15 mm figures."""

FIGURES_OVER_A_BRIDGE, GUN_ON_A_BRIDGE = 10, 10
"""AR-ter-7, AR-G25: figures that cross a bridge in a move; as how many a gun with its crew counts."""

GENERAL_RATE, MOUNTED_GENERAL_RATE = 8, 15
INFANTRY_RATE, OPEN_ORDER_RATE, CAVALRY_RATE, LIGHT_CAVALRY_RATE = 6, 8, 12, 15
LIMBERED_RATE, GALLOPER_RATE, BY_HAND_RATE = 6, 9, 1
"""AR-move-1: inches a bound."""

BREAK_NUMBER: Mapping[str, int] = {"good": 8, "average": 6, "poor": 4, "nervous": 2}
"""AR-mor-1."""

MORALE_CLASS: Mapping[int, Morale] = {6: "good", 5: "average", 4: "average", 3: "poor", 2: "poor", 1: "nervous"}
"""AR-cls-3: by the die."""

WORST_MORALE: tuple[Morale, ...] = ("nervous", "poor", "average", "good")
WORST_ABILITY: tuple[Ability, ...] = ("raw", "trained", "veteran")
"""AR-Q50: the worst first."""

FIRING_GROUP: Mapping[int, int] = {1: 5, 2: 4, 3: 3}
"""AR-fire-3: by ranks, 3 for any more."""

MOUNTED_GROUP = 4
"""AR-pist-5, AR-bow-3."""

ABILITY: Mapping[Ability, int] = {"raw": 1, "trained": 0, "veteran": -1}
"""AR-fire-6, AR-mel-5: what it adds to the size of a group."""

MUSKET_RANGE, PISTOL_RANGE, BOW_RANGE = 6, 2, 3
MOVE_AND_FIRE = 9
"""AR-fire-2, AR-pist-1, AR-bow-2; AR-pist-2, AR-bow-2: inches a mounted unit may have moved."""

MELEE_GROUP: Mapping[Striker, tuple[int, int]] = {
    "pike": (2, 6),
    "musket": (7, 4),
    "halberd": (5, 4),
    "horse": (4, 3),
    "dragoon": (6, 4),
    "irregular light cavalry": (5, 4),
}
BAYONET_GROUP = (6, 4)
"""AR-mel-4: against cavalry, against infantry."""

RATIOS: tuple[tuple[int, int], ...] = ((5, 1), (2, 1), (1, 1), (1, 2), (1, 5))
PIKES_AT_RISK: Mapping[tuple[int, int], int] = {(5, 1): 5, (2, 1): 4, (1, 1): 3, (1, 2): 2, (1, 5): 1}
"""AR-cas-1: P:M; the highest die that names a pikeman."""

KILLED: Mapping[Armour, int] = {"none": 4, "partly": 5, "full": 6}
SAVED = 4
HIT = 5
"""AR-cas-3, AR-cas-4, AR-fire-8 and AR-mel-7: the least die."""

PISTOL_HIT = 4
"""AR-pist-7: the same in melee."""

UNLIMBER_MOVES: Mapping[GunClass, int] = {"light": 1, "medium": 3, "heavy": 3}
"""AR-art-4: bounds spent, AR-Q42."""

FULL_CREW: Mapping[GunClass, int] = {"light": 2, "medium": 3, "heavy": 4}
GUN_RANGES = (6, 12, 24, 36)
GUN_NEEDS: Mapping[GunClass, tuple[int, ...]] = {"light": (5, 6), "medium": (4, 5, 6), "heavy": (3, 4, 5, 6)}
GUN_KILLS = 6
"""AR-art-8 and AR-art-10: the least die by range; that kills a figure."""

TO_CHARGE: Mapping[str, int] = {"good": 2, "average": 3, "poor": 4, "nervous": 5}
TO_STAND: Mapping[str, int] = {"good": 1, "average": 2, "poor": 3, "nervous": 4}
TO_AVOID_PURSUIT: Mapping[str, int] = {"good": 2, "average": 3, "poor": 4, "nervous": 5}
"""AR-chg-2, AR-stand-1, AR-pur-3: the least die, before what is added."""
