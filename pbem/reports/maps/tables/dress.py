"""What a footprint is filled with: the sign of its kind, drawn as large as the footprint.

Solid is pikes or armour, dots are firearms, a diagonal is mounted, teeth at the front are lances, as on every map.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from pbem.reports.maps.marks import Ink, symbol
from pbem.reports.maps.shapes import Path, Point, Shape, SvgRect, around, box, dot, polyline


class FootprintRoom(NamedTuple):
    """The inside of a footprint about its middle, front up, and the side's ink."""

    rect: SvgRect
    ink: Ink

    @property
    def fill(self) -> str:
        return f"f-{self.ink.marks}"

    @property
    def stroke(self) -> str:
        return f"s-{self.ink.marks}"


def dress(kind: str, wide: float, deep: float, ink: Ink) -> list[Shape]:
    """The sign of a kind in a footprint of that size.  Raises ValueError for a kind that has none."""
    pad = max(3.0, min(7.0, deep * 0.11))
    room = FootprintRoom(around((0, 0), max(6.0, wide - 2 * pad), max(6.0, deep - 2 * pad)), ink)
    if kind in _DRESSES and wide >= deep:
        return _DRESSES[kind](room)
    high = min(room.rect.height, room.rect.width * 28 / 48)
    return [symbol(kind, -high * 24 / 28, -high / 2, high, f"c-{ink.marks}")]


def _musketeers(room: FootprintRoom, left: float, right: float) -> Shape:
    """Two ranks of dots."""
    rect = room.rect
    r = max(1.5, min(3.0, rect.height * 0.07))
    files = max(1, int((right - left) / (3.5 * r)))
    step = (right - left) / files
    d = "".join(
        dot((left + step * (n + 0.5), y), r)
        for y in (rect.top + rect.height * 0.3, rect.top + rect.height * 0.7)
        for n in range(files)
    )
    return Path(d, room.fill)


def _pikes(room: FootprintRoom, wide: float) -> list[Shape]:
    """A block cut by its files."""
    rect = around((0, 0), wide, room.rect.height)
    files = max(2, int(wide / max(6.0, room.rect.height * 0.19)))
    cuts = "".join(
        polyline(((rect.left + wide * n / files, rect.top), (rect.left + wide * n / files, rect.bottom)))
        for n in range(1, files)
    )
    return [Path(box(rect), room.fill), Path(cuts, f"s-{room.ink.plate}", max(1.2, wide / files * 0.22))]


def _shot(room: FootprintRoom) -> list[Shape]:
    return [_musketeers(room, room.rect.left, room.rect.right)]


def _pike(room: FootprintRoom) -> list[Shape]:
    return _pikes(room, room.rect.width * 0.72)


def _pike_and_shot(room: FootprintRoom) -> list[Shape]:
    wide = room.rect.width * 0.36
    gap = room.rect.width * 0.03
    return [
        _musketeers(room, room.rect.left, -wide / 2 - gap),
        *_pikes(room, wide),
        _musketeers(room, wide / 2 + gap, room.rect.right),
    ]


def _foot(room: FootprintRoom) -> list[Shape]:
    """The rear half solid."""
    return [Path(box(room.rect._replace(top=0)), room.fill)]


def _half(room: FootprintRoom) -> Shape:
    rect = room.rect
    return Path(
        polyline(((rect.left, rect.bottom), (rect.right, rect.top), (rect.right, rect.bottom)), closed=True), room.fill
    )


def _dots(room: FootprintRoom, *places: Point) -> Shape:
    """Dots at parts of the footprint, from its left front corner."""
    rect = room.rect
    r = max(2.0, min(4.6, rect.height * 0.1))
    return Path("".join(dot((rect.left + x * rect.width, rect.top + y * rect.height), r) for x, y in places), room.fill)


def _diagonal(room: FootprintRoom) -> Shape:
    rect = room.rect
    return Path(polyline(((rect.left, rect.bottom), (rect.right, rect.top))), room.stroke, max(2.0, rect.height * 0.07))


def _horse(room: FootprintRoom) -> list[Shape]:
    return [_half(room)]


def _reiters(room: FootprintRoom) -> list[Shape]:
    return [_half(room), _dots(room, (0.13, 0.26), (0.3, 0.26), (0.47, 0.26))]


def _lancers(room: FootprintRoom) -> list[Shape]:
    """Teeth along the front edge."""
    rect = room.rect
    size = min(rect.height * 0.3, rect.width * 0.1)
    teeth = "".join(
        polyline(((x - size * 0.55, rect.top + size), (x, rect.top), (x + size * 0.55, rect.top + size)), closed=True)
        for x in (rect.left + rect.width * part for part in (0.12, 0.3, 0.48))
    )
    return [_half(room), Path(teeth, room.fill)]


def _fast(room: FootprintRoom) -> list[Shape]:
    """A chevron before the half."""
    rect = room.rect
    x, high = rect.left + rect.width * 0.27, rect.height * 0.28
    chevron = polyline(
        ((x - high, rect.top + high * 1.3), (x, rect.top + high * 0.3), (x + high, rect.top + high * 1.3))
    )
    return [_half(room), Path(chevron, room.stroke, max(2.0, rect.height * 0.07))]


def _light(room: FootprintRoom) -> list[Shape]:
    return [_diagonal(room)]


def _dragoons(room: FootprintRoom) -> list[Shape]:
    return [_diagonal(room), _dots(room, (0.16, 0.28), (0.36, 0.24), (0.64, 0.76), (0.84, 0.72))]


_DRESSES: Final[dict[str, Callable[[FootprintRoom], list[Shape]]]] = {
    "shot": _shot,
    "pike": _pike,
    "pike-and-shot": _pike_and_shot,
    "foot": _foot,
    "horse": _horse,
    "reiters": _reiters,
    "lancers": _lancers,
    "fast-horse": _fast,
    "light-horse": _light,
    "dragoons": _dragoons,
}
"""Kinds that fill their footprint; the others, and those in columns, show their symbol in its middle."""
