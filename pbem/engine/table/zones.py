"""Which face of a unit something lies before: three ways of telling, one for each rule set."""

from pbem.engine.table.angles import EIGHTH, THREE_EIGHTHS, Point
from pbem.engine.table.measures import Tenths
from pbem.engine.table.rects import Face, Rect


def face_by_bearing(target: Rect, attacker: Point, front: Tenths = EIGHTH, rear: Tenths = THREE_EIGHTHS) -> Face:
    """By the relative bearing of the attacker from the target's centre (OH-G12).

    Up to ``front`` to either side: front; from ``rear`` on: rear; between them a flank.  The tolerance goes to the
    front before the flanks, then to the rear before the flanks.
    """
    raise NotImplementedError


def face_by_rays(target: Rect, at: Point, angle: Tenths = EIGHTH) -> Face:
    """By the rays that leave the corners outwards at an angle (AR-G5): front, then rear, then the flanks."""
    raise NotImplementedError


def face_by_lines(target: Rect, attacker: Point, touched: Face) -> Face:
    """By the lines of the front and rear edges (G-27).

    attacker: the middle of the charger's front at the start of its charge.  touched: the face it first touched.
    """
    raise NotImplementedError


def ahead_of_front(rect: Rect, at: Point) -> bool:
    """On or ahead of the line of the front edge."""
    raise NotImplementedError


def behind_rear(rect: Rect, at: Point) -> bool:
    """Behind the line of the rear edge."""
    raise NotImplementedError


def nearest_face(rect: Rect, at: Point) -> Face:
    """The edge a point lies nearest to: on a corner, front, then rear, then the flanks."""
    raise NotImplementedError


def face_touched(target: Rect, toucher: Rect) -> Face:
    """The edge of the target at which another rectangle touches it: of two at a corner, the one more nearly flush."""
    raise NotImplementedError
