"""What has been ordered and is not done yet, whatever the board: thin lines with open heads, a ring at a target."""

from collections.abc import Sequence
from typing import Final

from pbem.reports.maps import strokes
from pbem.reports.maps.shapes import Path, Point, Shape, dot, polyline

_MARCH: Final = "15,5,3,5"
_SHOT: Final = "3,6"


def march(line: Sequence[Point], ink: str, *, charge: bool) -> list[Shape]:
    """A line with an open head; a charge is heavier and unbroken."""
    long, half, wide = (22.0, 15.0, 6.5) if charge else (18.0, 12.0, 4.6)
    d, head = polyline(line), polyline(strokes.barbs(line, long, half))
    return [
        Path(d + head, "s-field", wide + 4.5, cap="round"),
        Path(d, f"s-{ink}", wide, "" if charge else _MARCH),
        Path(head, f"s-{ink}", wide, cap="round"),
    ]


def shot(start: Point, end: Point, ink: str) -> list[Shape]:
    """A dotted line, and at the target a ring with a cross in it."""
    x, y = end
    aim = dot(end, 9) + f"M{x - 14:.1f},{y:.1f}h28M{x:.1f},{y - 14:.1f}v28"
    d = polyline((start, end))
    return [
        Path(d + aim, "s-field", 8, cap="round"),
        Path(d, f"s-{ink}", 3.6, _SHOT),
        Path(aim, f"s-{ink}", 2.6),
    ]
