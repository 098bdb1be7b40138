"""The printed tables, and the list of what a scenario may switch."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem.engine.ids import RuleId
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.rulesets.onehour.battle import TYPES, UnitType


class TypeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of unit types (section 3.1).  move: allowance.  plus: added to the hand-to-hand die."""

    move: Hundredths
    shoots: bool
    plus: int
    horse: bool


ROWS: Mapping[UnitType, TypeRow] = {
    "Infantry": TypeRow(move=Hundredths(600), shoots=True, plus=0, horse=False),
    "Swordsmen": TypeRow(move=Hundredths(800), shoots=False, plus=2, horse=False),
    "Reiters": TypeRow(move=Hundredths(800), shoots=True, plus=0, horse=True),
    "Cavalry": TypeRow(move=Hundredths(1200), shoots=False, plus=2, horse=True),
}
"""OH-unit-1, OH-move-1, OH-shoot-1, OH-melee-3, OH-melee-4."""

RANGE = Hundredths(1200)
"""OH-shoot-4."""
ARC = Tenths(450)
"""To either side (OH-shoot-3), and the most a charger may pivot (OH-R-charge-2)."""
ELIMINATED_AT = 15
"""OH-elim-1."""
OUT_OF_AMMUNITION = (1, 2)
"""Second dice that do it (OH-shoot-8)."""
FRONTAGE = (Hundredths(400), Hundredths(600))
"""The least and the greatest (OH-unit-2)."""
ROAD_HALF_WIDTH = Hundredths(100)
"""OH-G16."""
SQUARING_STEP = Hundredths(25)
"""By which another place along the face is tried (OH-G13)."""
ARMY_SIZE = 6
ARMY_TABLE: Mapping[int, Mapping[UnitType, int]] = {
    row: dict(zip(TYPES, counts, strict=True))
    for row, counts in {
        1: (3, 2, 0, 1), 2: (3, 1, 2, 0), 3: (3, 0, 1, 2), 4: (4, 1, 0, 1), 5: (4, 1, 1, 0), 6: (4, 0, 1, 1),
    }.items()
}  # fmt: skip
"""OH-D2, section 9: an army of six by one die."""


def army_of(row: int, size: int) -> Mapping[UnitType, int]:
    """How many units of each type a row gives an army of that size, at most six.

    For fewer than six a unit of the most numerous type is taken away, again and again; of equal ones the one printed
    first.
    """
    counts = dict(ARMY_TABLE[row])
    for _ in range(ARMY_SIZE - size):
        most = max(TYPES, key=lambda kind: counts[kind])
        counts[most] -= 1
    return counts


Confidence = Literal["high", "medium to high", "medium", "low", "our own choice"]


class SwitchRow(msgspec.Struct, frozen=True, kw_only=True):
    """A switch as players are told of it."""

    name: str
    """As in ``Switches``."""
    title: str
    values: Mapping[str, str]
    """As a scenario file writes them, each in words; for a length: () and ``text``."""
    rule: RuleId
    """What it settles."""
    confidence: Confidence
    """How sure the restored rule is."""
    text: str


SWITCHES: tuple[SwitchRow, ...] = (
    SwitchRow(
        name="woods", title="Woods", rule=RuleId("OH-R-terr-1"), confidence="low",
        values={
            "swordsmen": "only Swordsmen may enter a wood",
            "none": "nobody may enter a wood",
            "infantry": "only Infantry may enter a wood",
            "foot": "only Infantry and Swordsmen may enter a wood",
        },
        text="Who may enter a wood. The printed list is lost; Swordsmen only is our own choice.",
    ),
    SwitchRow(
        name="pikes", title="Pikes", rule=RuleId("OH-R-melee-2"), confidence="low",
        values={
            "on": "Infantry struck by horse takes half the hits, on any face",
            "off": "Infantry struck by horse takes the hits as they are",
        },
        text="Whether pikes halve what horse does to Infantry. The printed list is lost.",
    ),
    SwitchRow(
        name="road_bonus", title="Road bonus", rule=RuleId("OH-R-terr-5"), confidence="medium", values={},
        text="How much farther a unit goes whose whole move is along a road. The bonus is sure, its size is not.",
    ),
    SwitchRow(
        name="depth", title="Depth", rule=RuleId("OH-Q2"), confidence="our own choice", values={},
        text="How deep a unit's base is where the scenario does not say. The rules give the frontage only.",
    ),
    SwitchRow(
        name="frontage", title="Frontage", rule=RuleId("OH-unit-2"), confidence="high", values={},
        text="How wide a unit's base is where the scenario does not say: 4 to 6 inches.",
    ),
    SwitchRow(
        name="shoot_into_melee", title="Shooting into a fight", rule=RuleId("OH-Q22"), confidence="our own choice",
        values={
            "on": "an enemy in contact with a friend may be shot at, without danger to the friend",
            "off": "an enemy in contact with a friend may not be shot at",
        },
        text="Whether an enemy that is fighting a friend may be shot at.",
    ),
)  # fmt: skip
"""What a scenario may switch, and what it means."""

CONFIDENCE: Mapping[RuleId, Confidence] = {
    RuleId("OH-R-terr-1"): "low",
    RuleId("OH-R-terr-2"): "medium to high",
    RuleId("OH-R-terr-3"): "high",
    RuleId("OH-R-terr-4"): "high",
    RuleId("OH-R-terr-5"): "medium",
    RuleId("OH-R-terr-6"): "medium",
    RuleId("OH-R-charge-1"): "medium to high",
    RuleId("OH-R-charge-2"): "high",
    RuleId("OH-R-charge-3"): "medium to high",
    RuleId("OH-R-charge-4"): "high",
    RuleId("OH-R-shoot-1"): "medium to high",
    RuleId("OH-R-melee-1"): "medium",
    RuleId("OH-R-melee-2"): "low",
    RuleId("OH-R-melee-3"): "high",
    RuleId("OH-R-melee-4"): "high",
}
"""The rules rebuilt for lists that are lost from the source, and how sure each is."""


def rules(*names: str) -> tuple[RuleId, ...]:
    """Rule IDs from text."""
    return tuple(RuleId(name) for name in names)
