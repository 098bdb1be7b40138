"""Words for things of a one-hour battle: units, places, lengths, faces."""

from pbem.engine.ids import StandId
from pbem.engine.table.edges import Table
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.table.places import Spot
from pbem.engine.table.rects import Face
from pbem.engine.table.references import say_spot, square_on
from pbem.rulesets.onehour.battle import Battle, UnitType

ON_FACE: dict[Face, str] = {
    Face.FRONT: "in front", Face.RIGHT: "in the right flank", Face.REAR: "in the rear", Face.LEFT: "in the left flank",
}  # fmt: skip
"""Where a unit is struck."""

TURNED: dict[int, str] = {900: "right", 2700: "left", -900: "left", 1800: "about", -1800: "about"}
"""A turn to face, by tenths of a degree."""

SYMBOLS: dict[UnitType, str] = {
    "Infantry": "pike-and-shot", "Swordsmen": "foot", "Reiters": "reiters", "Cavalry": "horse",
}  # fmt: skip
"""The map symbol of each type."""


def named(battle: Battle, unit: StandId) -> str:
    """``S04 Right troops``; the code alone of an unknown unit."""
    one = battle.units.get(unit)
    return f"{unit} {one.name}" if one is not None else unit


def length(distance: Hundredths) -> str:
    """``1 inch``, ``6 inches``, ``4.5 inches``."""
    return "1 inch" if distance == Hundredths(100) else f"{say_inches(distance)} inches"


def place(table: Table, at: Spot) -> str:
    """``24,18.5 (E4)``: as orders write it, and the square of the map."""
    return f"{say_spot(at)} ({square_on(table, at)})"
