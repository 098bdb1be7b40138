"""Conservative advancement: a time until which two rectangles in motion are certain to stay apart.

No step before it need be tested.  Times are in any unit, the same for all.
"""

from math import inf, sqrt
from typing import NamedTuple

from pbem.engine.table.measures import Inches
from pbem.engine.table.rects import Rect

_MARGIN = 1e-6
"""Inches that are added to the distance asked for, against what binary fractions leave."""


class Motion(NamedTuple):
    """How a rectangle moves until a time: all of it alike, and each point a little otherwise in a wheel."""

    until: float = inf
    """A time before which it neither turns on the spot, nor changes its shape, nor goes another way."""
    east: float = 0.0
    """Inches that each of its points goes east in a unit of time."""
    north: float = 0.0
    """Inches that each of its points goes north in a unit of time."""
    swing: float = 0.0
    """Inches in a unit of time that any point goes at most beside that, in any direction: in a wheel."""
    jolt: float = 0.0
    """Inches that any point is off its way at most: a wheel goes by tenths of a degree."""


STANDING = Motion()


def apart_until(a: Rect, b: Rect, ways: tuple[Motion, Motion], least: Inches, now: float) -> float:
    """A time until which two rectangles stay more than ``least`` inches apart; ``now`` where none is certain.

    ways: how each of them moves from now on.  Two rectangles are apart while their shadows on any of the four lines
    along their edges are: of the times at which the shadows may meet, line by line, the latest counts.
    """
    one, other = ways
    ax, ay, afx, afy, aw, ad, _ = a
    bx, by, bfx, bfy, bw, bd, _ = b
    dx, dy, vx, vy = bx - ax, by - ay, other.east - one.east, other.north - one.north
    along, across = abs(afx * bfx + afy * bfy), abs(afx * bfy - afy * bfx)
    swing, kept = one.swing + other.swing, least + one.jolt + other.jolt + _MARGIN
    until, longest = min(one.until, other.until), 0.0
    for nx, ny, both in (
        (afx, afy, ad + bd * along + bw * across),
        (afy, -afx, aw + bw * along + bd * across),
        (bfx, bfy, bd + ad * along + aw * across),
        (bfy, -bfx, bw + aw * along + ad * across),
    ):
        off, speed = dx * nx + dy * ny, vx * nx + vy * ny
        room = abs(off) - both - kept
        if room > 0:
            closing = swing + (-speed if off > 0 else speed)
            longest = max(longest, room / closing if closing > 0 else inf)
    return min(until, now + longest)


def relative_speed(ways: tuple[Motion, Motion]) -> float:
    """Inches in a unit of time by which two rectangles come nearer to each other at most, without the jolts."""
    one, other = ways
    east, north = other.east - one.east, other.north - one.north
    return sqrt(east * east + north * north) + one.swing + other.swing
