"""Conservative advancement: until when two rectangles in motion are apart for certain, so that steps till then need no
test.

Times are in any unit, the same for all.
"""

from math import inf, sqrt
from typing import NamedTuple

from pbem.engine.table.measures import Inches
from pbem.engine.table.rects import Rect

_MARGIN = 1e-6
"""Inches by which they are to be farther apart than they must."""


class Motion(NamedTuple):
    """How a rectangle moves until a time."""

    until: float = inf
    """A time before which it neither turns on the spot nor changes otherwise than told here."""
    east: float = 0.0
    """Inches that each of its points goes east in a unit of time."""
    north: float = 0.0
    """Inches that each of its points goes north in a unit of time."""
    swing: float = 0.0
    """Inches in a unit of time that no point goes besides, in a wheel."""
    jolt: float = 0.0
    """Inches that no point is off its way: a wheel goes by tenths of a degree."""


STANDING = Motion()


def apart_until(a: Rect, b: Rect, ways: tuple[Motion, Motion], least: Inches, now: float) -> float:
    """A time until which two rectangles stay more than so far apart; ``now`` where nothing is certain.

    ways: how each of them moves from now on.  They stay apart while one of the lines along their edges has a shadow of
    both in which they are: each line is asked how soon the shadows may meet.
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
    """Inches in a unit of time by which two rectangles may come nearer to each other."""
    one, other = ways
    east, north = other.east - one.east, other.north - one.north
    return sqrt(east * east + north * north) + one.swing + other.swing
