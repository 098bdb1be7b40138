"""Hex geometry: pointy-top hexes in axial coordinates, facings to a point.

``q`` grows to the east, ``r`` to the south-east; the third coordinate ``s`` is ``-q-r``.  Directions D0..D5 are the
neighbours at 1, 3, 5, 7, 9, 11 o'clock; facings P0..P5 the hex points at 12, 2, 4, 6, 8, 10 o'clock.  A label is column
then row, two digits each, from the top left corner; even rows lie half a hex to the right.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple, NewType

Direction = NewType("Direction", int)
"""0..5, clockwise from 1 o'clock."""

Facing = NewType("Facing", int)
"""0..5, clockwise from 12 o'clock, two hours apart."""


HexKey = NewType("HexKey", str)
"""A hex as a key of mappings, where JSON wants text: ``q,r``."""


class Hex(NamedTuple):
    """One hex by its axial coordinates."""

    q: int
    r: int


STEPS: tuple[tuple[int, int], ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
DIRECTIONS = tuple(Direction(d) for d in range(6))
DIRECTION_OF = {step: Direction(d) for d, step in enumerate(STEPS)}
FACINGS = tuple(Facing(p) for p in range(6))


@cache
def key(here: Hex) -> HexKey:
    """A hex as a key of mappings."""
    return HexKey(f"{here.q},{here.r}")


def neighbour(here: Hex, towards: Direction) -> Hex:
    """The hex one step from ``here`` in a direction."""
    dq, dr = STEPS[towards]
    return Hex(here.q + dq, here.r + dr)


@cache
def neighbours(here: Hex) -> tuple[Hex, ...]:
    """The six hexes around ``here``, D0 first."""
    return tuple(neighbour(here, d) for d in DIRECTIONS)


@cache
def keys_around(here: Hex) -> tuple[HexKey, ...]:
    """The keys of the six hexes around ``here``, D0 first."""
    return tuple(key(there) for there in neighbours(here))


def distance(a: Hex, b: Hex) -> int:
    """Hexes from ``a`` to ``b``: 0 for the same hex."""
    (aq, ar), (bq, br) = a, b
    return (abs(bq - aq) + abs(br - ar) + abs(bq - aq + br - ar)) // 2


def direction_to(a: Hex, b: Hex) -> Direction | None:
    """The direction of the neighbour ``b`` of ``a``; None when they are not neighbours."""
    return DIRECTION_OF.get((b.q - a.q, b.r - a.r))


def turned(facing: Facing, points: int) -> Facing:
    """A facing turned clockwise by ``points`` (negative: anticlockwise)."""
    return Facing((facing + points) % 6)


def points_between(a: Facing, b: Facing) -> int:
    """Points of turning from one facing to another, 0 to 3."""
    apart = (b - a) % 6
    return min(apart, 6 - apart)


@cache
def turns(facing: Facing) -> tuple[Facing, ...]:
    """The other facings, the least turning first."""
    return tuple(sorted((p for p in FACINGS if p != facing), key=lambda p: (points_between(facing, p), p)))


def left_front(facing: Facing) -> Direction:
    """Direction of the left front hex."""
    return Direction((facing - 1) % 6)


def right_front(facing: Facing) -> Direction:
    """Direction of the right front hex."""
    return Direction(facing % 6)


@cache
def front_hexes(here: Hex, facing: Facing) -> tuple[Hex, Hex]:
    """The front 2H of a stand: left, right."""
    return neighbour(here, left_front(facing)), neighbour(here, right_front(facing))


@cache
def flank_hexes(here: Hex, facing: Facing) -> tuple[Hex, Hex]:
    """The flank hexes of a stand: left, right."""
    return neighbour(here, Direction((facing + 4) % 6)), neighbour(here, Direction((facing + 1) % 6))


@cache
def rear_hexes(here: Hex, facing: Facing) -> tuple[Hex, Hex]:
    """The rear hexes of a stand: left, right."""
    return neighbour(here, Direction((facing + 3) % 6)), neighbour(here, Direction((facing + 2) % 6))


def straight_ahead(here: Hex, facing: Facing) -> Hex:
    """The hex a stand's front point shows to: the one beyond and between its front 2H."""
    return neighbour(neighbour(here, left_front(facing)), right_front(facing))


def depth(here: Hex, facing: Facing, there: Hex) -> int:
    """How far ``there`` lies ahead of a stand's own line: front hexes 1, flank hexes 0, rear hexes -1."""
    dq, dr = there.q - here.q, there.r - here.r
    return (-dr, dq, dq + dr, dr, -dq, -dq - dr)[facing]


def local(here: Hex, facing: Facing, there: Hex) -> tuple[int, int]:
    """``there`` as (right-front steps, left-front steps) of a stand; the depth is their sum."""
    dq, dr = there.q - here.q, there.r - here.r
    ds = -dq - dr
    for _ in range(facing):
        dq, dr, ds = -ds, -dq, -dr
    return dq, ds


def in_narrow_arc(here: Hex, facing: Facing, there: Hex) -> bool:
    """In the 60 degree wedge between the two rows of hexes that begin with the front hexes (SN-Q10)."""
    a, b = local(here, facing, there)
    return a >= 0 and b >= 0 and (a, b) != (0, 0)


def in_wide_arc(here: Hex, facing: Facing, there: Hex) -> bool:
    """On a line that leaves the stand's hex by one of its two front faces, corners included (SN-Q10)."""
    a, b = local(here, facing, there)
    return 2 * a + b >= 0 and a + 2 * b >= 0 and (a, b) != (0, 0)


def label(here: Hex) -> str:
    """``0705``: column and row as printed on the map (hex (0, 0) is 0101)."""
    column = here.q + (here.r - (here.r & 1)) // 2
    return f"{column + 1:02d}{here.r + 1:02d}"


def from_label(text: str) -> Hex:
    """The hex a four-digit label names.  Raises ValueError for anything else."""
    if len(text) != 4 or not text.isascii() or not text.isdigit():
        raise ValueError(f"{text!r} is not a hex: four digits, column then row, such as 0705")
    column, row = int(text[:2]) - 1, int(text[2:]) - 1
    return Hex(column - (row - (row & 1)) // 2, row)


def hour(facing: Facing) -> int:
    """A facing as players write it: 12, 2, 4, 6, 8, 10."""
    return 12 if facing == 0 else 2 * facing


def from_hour(clock: int) -> Facing:
    """The facing of a clock hour.  Raises ValueError for an hour that is no hex point."""
    if clock not in (2, 4, 6, 8, 10, 12):
        raise ValueError(f"{clock} is not a facing: use 12, 2, 4, 6, 8 or 10")
    return Facing((clock // 2) % 6)


SIDE_HOURS = (1, 3, 5, 7, 9, 11)
"""The sides of a hex as players write them, by direction."""


def from_side_hour(clock: int) -> Direction:
    """The direction of a hexside.  Raises ValueError for an hour that is no side of a hex."""
    if clock not in SIDE_HOURS:
        raise ValueError(f"{clock} is not a side of a hex: use 1, 3, 5, 7, 9 or 11")
    return Direction(SIDE_HOURS.index(clock))


@lru_cache(maxsize=4096)
def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The hexes between two hexes, centre to centre, nearest first, ends left out.

    Each place on the way is one hex, or two where the line runs along the hexside between them (SN-Q44: such a line is
    blocked only if both hexes block).  Exact: integers only.
    """
    n = distance(a, b)
    places: list[tuple[Hex, ...]] = []
    for i in range(1, n):
        q, r = a.q * (n - i) + b.q * i, a.r * (n - i) + b.r * i
        places.append(_rounded(q, r, n))
    return tuple(places)


def _rounded(q: int, r: int, n: int) -> tuple[Hex, ...]:
    """The hexes nearest to the point (q/n, r/n): one, or two when it lies on the side between them."""
    base_q, base_r = q // n, r // n
    nearby = [Hex(base_q + i, base_r + j) for i in (0, 1) for j in (0, 1)]

    def span(h: Hex) -> int:
        dq, dr = q - h.q * n, r - h.r * n
        return dq * dq + dq * dr + dr * dr

    best = min(span(h) for h in nearby)
    return tuple(sorted(h for h in nearby if span(h) == best))


def connected(hexes: Iterable[Hex]) -> bool:
    """Whether the hexes form one connected set."""
    left = set(hexes)
    if not left:
        return True
    todo = [min(left)]
    left.discard(todo[0])
    while todo:
        here = todo.pop()
        for there in neighbours(here):
            if there in left:
                left.discard(there)
                todo.append(there)
    return not left
