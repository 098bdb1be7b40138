"""Parameters of special rules in scenario files of tables in inches: sides, pieces of terrain, outlines, lengths."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.engine.ids import Side, StandId
from pbem.engine.scenariofile.gathered import ArmyRead
from pbem.engine.spec import inside
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot
from pbem.engine.table.scenario.measured import Measured


@dataclass
class TableParts(Measured):
    """What the parts of a file have given that special rules name."""

    armies: Sequence[ArmyRead] = field(default_factory=list)
    places: dict[StandId, str] = field(default_factory=dict)
    """Where each unit was written."""
    ground: dict[str, str] = field(default_factory=dict)
    """The pieces of terrain, each with its kind."""


def side_of_rule(got: TableParts, value: object, where: str) -> Side:
    """A side by its id."""
    return got.sides_named((value,), got.armies, where)[0]


def pieces_of_rule(got: TableParts, value: object, where: str) -> tuple[str, ...]:
    """Pieces of terrain by their ids."""
    if not isinstance(value, list | tuple):
        got.fault(where, "expected a list of pieces of terrain, by their ids")
        return ()
    for i, word in enumerate(value):
        got.one_of(word, sorted(got.ground), inside(where, i), "piece of terrain")
    return tuple(map(str, value))


def outline_of_rule(got: TableParts, value: object, where: str) -> tuple[Spot, ...]:
    """The corners of an area; () for none."""
    if not isinstance(value, list | tuple):
        got.fault(where, "expected a list of places: [[0, 0], [12, 0], [12, 8]]")
        return ()
    return got.area(value, where) if value else ()


def length_of_rule(got: TableParts, value: object, where: str) -> Hundredths:
    """Inches."""
    if not isinstance(value, int | float):
        got.fault(where, "expected inches")
        return Hundredths(0)
    return got.length(value, where)
