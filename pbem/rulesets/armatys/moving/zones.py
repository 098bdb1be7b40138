"""The ground before a unit that its fire reaches, and that its charge does, as corners to be drawn."""

from collections.abc import Iterator

from pbem.engine.table.angles import PI, Point
from pbem.engine.table.fields import STEP, arc
from pbem.engine.table.measures import Inches, Tenths
from pbem.engine.table.rects import Rect, corners
from pbem.engine.table.turning import wheeled


def zone_of_fire(rect: Rect, facing: Tenths, reach: int, angle: Tenths) -> list[Point]:
    """All within so many inches of the front edge and the rays outwards from its corners (AR-G6, AR-G7, AR-G8)."""
    left, right = corners(rect)[:2]
    far = Inches(float(reach))
    return [left, *arc(left, facing, -angle, 0, far), *arc(right, facing, 0, angle, far), right]


def zone_of_charge(rect: Rect, pace: int, most: Tenths) -> list[Point]:
    """Where a wheel and a straight move of a whole bound may bring the front on open ground (AR-G11, AR-G15)."""
    left, right = corners(rect)[:2]
    return [left, *(end for wheel in range(-most, most + 1, STEP) for end in _ends(rect, pace, Tenths(wheel))), right]


def _ends(rect: Rect, pace: int, wheel: Tenths) -> Iterator[Point]:
    """Where the outer corner comes after such a wheel, or both corners of who goes straight."""
    left_over = pace - 2 * rect.half_width * abs(wheel) * PI / 1800
    turned = wheeled(rect, wheel) if wheel else rect
    for corner, wanted in zip(corners(turned)[:2], (wheel <= 0, wheel >= 0), strict=True):
        if wanted and left_over > 0:
            yield corner[0] + turned.fx * left_over, corner[1] + turned.fy * left_over
