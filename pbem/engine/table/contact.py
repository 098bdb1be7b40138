"""Overlapping and touching (OH-G6, AR-G4): how far one rectangle reaches into another decides."""

from pbem.engine.table.measures import Inches
from pbem.engine.table.rects import Rect


def reach(a: Rect, b: Rect) -> Inches:
    """How far one reaches into the other: the least distance that would part them.  Not positive: they are apart."""
    raise NotImplementedError


def overlaps(a: Rect, b: Rect) -> bool:
    """Whether one reaches more than 0.01" into the other."""
    raise NotImplementedError


def touches(a: Rect, b: Rect) -> bool:
    """Whether they are at most 0.01" apart and do not overlap: a corner that touches counts (AR-G4)."""
    raise NotImplementedError


def meets(a: Rect, b: Rect) -> bool:
    """Whether they touch or overlap: an ordinary move may do neither to an enemy (OH-Q7)."""
    raise NotImplementedError
