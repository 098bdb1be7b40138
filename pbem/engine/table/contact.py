"""Overlapping and touching (OH-G6, AR-G4): how far one rectangle reaches into another decides."""

from pbem.engine.table import distances
from pbem.engine.table.measures import NOISE, TOUCH, Inches
from pbem.engine.table.rects import Rect

_TOUCH = TOUCH + NOISE


def reach(a: Rect, b: Rect) -> Inches:
    """How far one reaches into the other: the least distance that would part them.  Not positive: they are apart."""
    ax, ay, afx, afy, aw, ad, _ = a
    bx, by, bfx, bfy, bw, bd, _ = b
    dx, dy = bx - ax, by - ay
    along = abs(afx * bfx + afy * bfy)  # of either's axes on the other's
    across = abs(afx * bfy - afy * bfx)
    return Inches(
        min(
            ad + bd * along + bw * across - abs(dx * afx + dy * afy),
            aw + bw * along + bd * across - abs(dx * afy - dy * afx),
            bd + ad * along + aw * across - abs(dx * bfx + dy * bfy),
            bw + aw * along + ad * across - abs(dx * bfy - dy * bfx),
        )
    )


def overlaps(a: Rect, b: Rect) -> bool:
    """Whether one reaches more than 0.01" into the other."""
    ax, ay, afx, afy, aw, ad, _ = a
    bx, by, bfx, bfy, bw, bd, _ = b
    dx, dy = bx - ax, by - ay
    far = aw + ad + bw + bd
    if dx > far or dy > far or -dx > far or -dy > far:
        return False
    along = abs(afx * bfx + afy * bfy)
    across = abs(afx * bfy - afy * bfx)
    return (
        ad + bd * along + bw * across - abs(dx * afx + dy * afy) > _TOUCH
        and aw + bw * along + bd * across - abs(dx * afy - dy * afx) > _TOUCH
        and bd + ad * along + aw * across - abs(dx * bfx + dy * bfy) > _TOUCH
        and bw + aw * along + ad * across - abs(dx * bfy - dy * bfx) > _TOUCH
    )


def touches(a: Rect, b: Rect) -> bool:
    """Whether they are at most 0.01" apart and do not overlap: a corner that touches counts (AR-G4)."""
    return reach(a, b) <= _TOUCH and meets(a, b)


def meets(a: Rect, b: Rect) -> bool:
    """Whether they touch or overlap: an ordinary move may do neither to an enemy (OH-Q7)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = a[4] + a[5] + b[4] + b[5] + _TOUCH
    if dx > far or dy > far or -dx > far or -dy > far:
        return False
    deep = reach(a, b)
    return deep >= 0 or (deep >= -_TOUCH and distances.rects(a, b) <= _TOUCH)
