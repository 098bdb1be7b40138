"""The numbers of the summary sheet and the terrain notes, under the names of their printed tables."""

from collections.abc import Mapping

from pbem.engine.ids import RuleId
from pbem.rulesets.snaphance.state.battle import Category

RANGE_COLUMN: Mapping[int, str] = {1: "PB", 2: "2H", 3: "3H", 4: "4H", 5: "6H", 6: "6H"}
"""Range in hexes to the column of the army list (SN-Q48)."""
LONGEST_RANGE = 6

PURSUIT: Mapping[str, tuple[int, ...]] = {
    "infantry": (0, 0, 0, 0, 1, 1, 1),
    "cavalry": (0, 0, 1, 1, 2, 2, 2),
    "cavalry3": (0, 0, 1, 1, 2, 2, 3),
}
"""Hexes of pursuit by the changed die, 0 to 6 (SN-13.0b, SN-13.0c, SNS-P1, SNS-P2)."""

WOODS_DICE: Mapping[Category, tuple[int, RuleId]] = {
    "Ln": (-2, RuleId("SNT-wood-a")),
    "PS": (-1, RuleId("SNT-wood-b")),
    "Pk": (-1, RuleId("SNT-wood-b")),
}
"""Melee dice in, or against a stand in, woods."""

WOODS_DISORDER: Mapping[Category, RuleId] = {
    "Ln": RuleId("SNT-wood-a"),
    "PS": RuleId("SNT-wood-b"),
    "Pk": RuleId("SNT-wood-b"),
}
"""Who is disordered by fighting an enemy in woods."""

EVADERS: frozenset[Category] = frozenset({"Sk", "Dr", "LC"})
"""SN-5.0a."""

SEEN_THROUGH: frozenset[Category] = frozenset({"Sk", "LC", "Art"})
"""Stands through whose hexes one may fire (SN-7.1c)."""


def rules(*ids: str) -> tuple[RuleId, ...]:
    """Rule IDs as such."""
    return tuple(RuleId(one) for one in ids)
