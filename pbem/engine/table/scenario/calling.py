"""A battle that a campaign calls, as a scenario file in figures: what the rule sets that take it share (CA-13).

A unit is 800 foot, 300 horse or 200 dragoons at 25 men to a figure; both sides' units are made larger or smaller alike.
What a unit is in classes, arms and rows is the rule set's.  Lengths are hundredths of an inch.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from pbem.engine.called import BattleSpec, CalledCommand, CalledSide
from pbem.engine.fielding import Arrayed, ArrayedUnit
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.table.scenario.drawing_up import (
    DrawnUp,
    LinesSpec,
    drawn_up,
    drawn_up_by_rounds,
    front_of_foot,
    spread,
    y_of,
)

MEN = 25
"""A figure stands for so many."""
ROUNDS = 12
"""Bounds or turns."""
BREAKS = 40
"""Of an army's points, in a hundred."""
WORKS_AHEAD = 25
"""Of the foot in works."""
BEHIND = 300
"""The generals behind the front of the last line."""
MOST_GENERALS = 3
TENTHS_AN_INCH = 254
"""Tenths of a millimetre."""
UnitSheet = dict[str, Any]
"""A unit as a scenario file has it."""


class TableArray(NamedTuple):
    """How a rule set draws an army up."""

    turn: str
    """What it calls a turn: ``bound``."""
    lines: LinesSpec
    """Of the side in the north."""
    troops: Callable[[ArrayedUnit], UnitSheet]
    """A body as a unit, without its place."""
    width: Callable[[Mapping[str, Any]], int]
    """Of a unit."""

    def widths(self, bodies: tuple[ArrayedUnit, ...]) -> Mapping[StandId, int]:
        """Of the units that bodies make."""
        return {one.code: self.width(self.troops(one)) for one in bodies}


class ArrayedSide(NamedTuple):
    """A side of a called battle, drawn up."""

    side: CalledSide
    bodies: tuple[ArrayedUnit, ...]
    units: list[UnitSheet]
    """The bodies as units, with their places."""
    places: Mapping[StandId, DrawnUp]
    north: bool
    commanders: tuple[tuple[str, float, float], ...]
    """The first commanders and their places behind the lines, in inches; () where all troops are to come."""

    @property
    def letter(self) -> str:
        """The first of its units' codes."""
        return str(self.bodies[0].code)[0]

    @property
    def edge(self) -> str:
        """Its own."""
        return "north" if self.north else "south"

    @property
    def head(self) -> dict[str, Any]:
        """What every rule set writes first of a side."""
        return {"id": self.side.side, "name": self.side.name, "letter": self.letter, "home": self.edge}

    @property
    def first_commander(self) -> str:
        """By name."""
        return _names(self.side)[0]

    @property
    def commands(self) -> tuple[CalledCommand, ...]:
        """Those of its commanders in the campaign whose units fight, where they are several; else ()."""
        seats = {body.chief.seat for body in self.bodies}
        there = tuple(one for one in self.side.commands if one.seat in seats)
        return there if len(there) > 1 else ()

    def of(self, general: str) -> Seat:
        """The commander whose forces a general is with, by name; the first of them for any other."""
        return next((one.seat for one in self.commands if general in one.leaders), self.commands[0].seat)


def file_head(spec: BattleSpec, rules: str, turn: str, scale: int) -> dict[str, Any]:
    """What stands first in the file.  scale: a hundred, or as much more or less as both sides' units are larger."""
    return {
        "rules": rules, "name": f"battle-{spec.number}", "title": spec.title,
        "blurb": f"{spec.title}, in the {spec.hour}: {spec.ground}.", f"{turn}s": ROUNDS, "men": MEN * scale // 100,
        "victory": {"by": "margin", "drawn_below": 10, "clear_from": 25, "decisive_over": 40},
    }  # fmt: skip


def ground_with(ground: Mapping[str, Any], works: Mapping[str, Any] | None) -> dict[str, Any]:
    """The ground's own keys, with the works that are stormed among its terrain."""
    own = {key: value for key, value in ground.items() if key != "army_list"}
    return {**own, "terrain": [*ground.get("terrain", []), *([works] if works is not None else [])]}


def commanders(one: ArrayedSide, generals: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Who commands what, where the units are of several commanders: each those of his forces, and their generals."""
    return [
        {
            "name": command.name, "side": one.side.side,
            "holds": [
                *(str(body.code) for body in one.bodies if body.chief.seat == command.seat),
                *(str(general["id"]) for general in generals if one.of(general["name"]) == command.seat),
            ],
        }
        for command in one.commands
    ]  # fmt: skip


def defender(spec: BattleSpec) -> Side:
    """Who stands in the north: the side that was there first."""
    return spec.holder or spec.sides[1].side


def works_of(
    spec: BattleSpec, there: Arrayed, table: Mapping[str, Any], how: TableArray, kind: str
) -> dict[str, Any] | None:
    """The works that are stormed, a line before the foot of the holder's first line; None for none.  Rules: CA-Q34."""
    bodies = tuple(one for one in there.bodies[defender(spec)] if not one.chief.arrives)
    if not spec.storm:
        return None
    widths = how.widths(bodies)
    front = front_of_foot(bodies, widths, drawn_up(bodies, widths, table, how.lines), ahead=WORKS_AHEAD)
    if front is None:
        return None
    west, east, y = front
    return {"id": "works", "kind": kind, "name": "the works", "shape": [[west, y], [east, y]]}


def arrayed_sides(spec: BattleSpec, there: Arrayed, table: Mapping[str, Any], how: TableArray) -> Iterator[ArrayedSide]:
    """Both sides drawn up."""
    for side in spec.sides:
        bodies, north = there.bodies[side.side], side.side == defender(spec)
        lines = replace(how.lines, north=north)
        places = drawn_up_by_rounds(bodies, how.widths(bodies), table, lines)
        edge = "north" if north else "south"
        units = [{**how.troops(one), **_place(one, places[one.code], how.turn, edge)} for one in bodies]
        yield ArrayedSide(side, bodies, units, places, north, tuple(_commanders(side, bodies, places, table, lines)))


def _place(body: ArrayedUnit, at: DrawnUp, turn: str, edge: str) -> UnitSheet:
    if body.chief.arrives:
        return {"enters": {turn: body.chief.arrives + 1, "edge": edge, "at": at.x}}
    return {"at": [at.x, at.y]}


def _names(side: CalledSide) -> list[str]:
    return list(side.leaders[:MOST_GENERALS]) or [f"the commander of {side.name}"]


def _commanders(
    side: CalledSide,
    bodies: tuple[ArrayedUnit, ...],
    places: Mapping[StandId, DrawnUp],
    table: Mapping[str, Any],
    lines: LinesSpec,
) -> Iterator[tuple[str, float, float]]:
    there = [places[one.code].line for one in bodies if not one.chief.arrives]
    if there:
        names = _names(side)
        y = y_of(table, lines, max(there), BEHIND)
        yield from ((name, x, y) for name, x in zip(names, spread(table, len(names)), strict=True))
