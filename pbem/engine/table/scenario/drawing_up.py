"""An army drawn up in lines: foot and guns in the middle, horse on both wings.  Hundredths of an inch."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pbem.engine.fielding import ArrayedUnit
from pbem.engine.ids import StandId

EDGE = 200
"""Left free at both ends of a line."""


class LinesSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How lines stand.  north: at the north edge, else at the south one."""

    north: bool
    gap: int
    """Between two bodies."""
    first: int
    """The first line from its own edge."""
    apart: int
    """A line from the next."""


class DrawnUp(NamedTuple):
    """Where a body stands, as a scenario file writes it: inches from the south-west corner.  line: 0 for the first."""

    x: float
    y: float
    line: int


def drawn_up(
    bodies: Sequence[ArrayedUnit], widths: Mapping[StandId, int], table: Mapping[str, Any], how: LinesSpec
) -> dict[StandId, DrawnUp]:
    """Each body's place in as few lines as hold all, each line about the middle of the table, of ``width`` inches."""
    wide = round(table["width"] * 100)
    count = 1
    while True:
        lines = [_ordered(bodies, n, count) for n in range(count)]
        broad = [sum(widths[one.code] + how.gap for one in line) - how.gap for line in lines]
        if max(broad, default=0) <= wide - 2 * EDGE or count >= len(bodies):
            break
        count += 1
    found: dict[StandId, DrawnUp] = {}
    for n, line in enumerate(lines):
        x = (wide - broad[n]) // 2
        for one in line:
            found[one.code] = DrawnUp((x + widths[one.code] // 2) / 100, y_of(table, how, n), n)
            x += widths[one.code] + how.gap
    return found


def drawn_up_by_rounds(
    bodies: Sequence[ArrayedUnit], widths: Mapping[StandId, int], table: Mapping[str, Any], how: LinesSpec
) -> dict[StandId, DrawnUp]:
    """Where each body stands, or comes in: those of one round in lines of their own."""
    found: dict[StandId, DrawnUp] = {}
    for round_ in sorted({one.chief.arrives for one in bodies}):
        found |= drawn_up([one for one in bodies if one.chief.arrives == round_], widths, table, how)
    return found


def y_of(table: Mapping[str, Any], how: LinesSpec, line: int, behind: int = 0) -> float:
    """How far north a line is, or what stands so far behind it, in inches."""
    back = how.first - how.apart * line - behind
    return (round(table["depth"] * 100) - back if how.north else back) / 100


def spread(table: Mapping[str, Any], count: int) -> list[float]:
    """So many places evenly along the table, in inches from the west edge."""
    return [round(table["width"] * 100) * n // (count + 1) / 100 for n in range(1, count + 1)]


def _ordered(bodies: Sequence[ArrayedUnit], line: int, count: int) -> list[ArrayedUnit]:
    """The bodies of a line from west to east: every so manyth of each arm."""
    horse, dragoons, guns, foot = (
        [one for one in bodies if one.arm == arm][line::count] for arm in ("horse", "dragoons", "guns", "foot")
    )
    half = len(foot) // 2
    return [*dragoons[0::2], *horse[0::2], *foot[:half], *guns, *foot[half:], *horse[1::2], *dragoons[1::2]]


def front_of_foot(
    bodies: Sequence[ArrayedUnit], widths: Mapping[StandId, int], drawn: Mapping[StandId, DrawnUp], ahead: int = 0
) -> tuple[float, float, float] | None:
    """From where to where the foot of a first line at the north edge stands, and how far north: for its works.

    ahead: so much nearer to the enemy."""
    foot = [one for one in bodies if one.arm == "foot" and one.code in drawn and not drawn[one.code].line]
    if not foot:
        return None
    ends = [(drawn[one.code].x - widths[one.code] / 200, drawn[one.code].x + widths[one.code] / 200) for one in foot]
    y = drawn[foot[0].code].y - ahead / 100
    return round(min(ends)[0], 2), round(max(ends)[1], 2), round(y, 2)
