"""Lining up in contact: by sliding along a face (OH-G13), or by turning about the touching point (AR-G16)."""

from collections.abc import Iterator

from pbem.engine.table.angles import Point, ahead, opposite, relative
from pbem.engine.table.distances import nearest_on_rect, points
from pbem.engine.table.measures import NOISE, TOLERANCE, Hundredths, Inches
from pbem.engine.table.rects import Face, Rect, corners, face_length, local, local_point, outward, reach
from pbem.engine.table.turning import pivoted_about

_ACROSS = {Face.FRONT, Face.REAR}


def slide_of(target: Rect, face: Face, at: Point) -> Inches:
    """Where a point lies along a face, from its middle, held within the face (k of OH-G13).

    Positive: towards the target's right for front and rear, towards its front for the flanks.
    """
    to_right, forward = local(target, at)
    half = face_length(target, face) / 2
    return Inches(max(-half, min(half, to_right if face in _ACROSS else forward)))


def slides(target: Rect, face: Face, wanted: Inches, step: Hundredths) -> Iterator[Inches]:
    """The places along a face, the wanted one first, then at steps from it, as far as the face goes (OH-G13).

    Nearest to the wanted one first; of two equally near ones first that nearer the middle, then the positive one.
    Both within the tolerance of lengths, as is where the face ends (OH-G17).
    """
    yield wanted
    slack = TOLERANCE + NOISE
    half, apart = face_length(target, face) / 2 + slack, step / 100
    count = 1
    while count * apart <= 2 * half:
        both = (wanted + count * apart, wanted - count * apart)
        nearer = both if abs(both[0]) <= abs(both[1]) + slack else both[::-1]
        yield from (Inches(one) for one in nearer if -half <= one <= half)
        count += 1


def lined_up(mover: Rect, target: Rect, face: Face, slide: float) -> Rect:
    """The mover with its front flush against a face, so far from the middle of it: T + n*(h + D/2) + a*k (OH-G13)."""
    facing = opposite(outward(target.facing, face))
    off = reach(target, face) + mover.half_depth
    to_right, forward = {
        Face.FRONT: (slide, off),
        Face.RIGHT: (off, slide),
        Face.REAR: (slide, -off),
        Face.LEFT: (-off, slide),
    }[face]
    x, y = local_point(target, to_right, forward)
    return Rect(x, y, *ahead(facing), mover.half_width, mover.half_depth, facing)


def touching_point(mover: Rect, target: Rect) -> Point:
    """Where two rectangles that touch do so: the corner of one that is nearest to the other.

    Of several as near: the mover's before the target's, clockwise from the left front.
    """
    found = [(points(corner, nearest_on_rect(corner, target)), corner) for corner in corners(mover)]
    found += [(points(corner, nearest_on_rect(corner, mover)), corner) for corner in corners(target)]
    least = min(apart for apart, _ in found)
    return next(corner for apart, corner in found if apart <= least + NOISE)


def flush(mover: Rect, target: Rect, face: Face) -> Rect:
    """The mover turned about the touching point until its front is parallel to a face of the target (AR-G16)."""
    turn = relative(opposite(outward(target.facing, face)), mover.facing)
    return pivoted_about(mover, turn, touching_point(mover, target))
