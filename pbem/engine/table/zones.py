"""Which face of a unit something lies before: three ways of telling, one for each rule set."""

from pbem.engine.table.angles import EIGHTH, THREE_EIGHTHS, Point, half_tenths_ahead, relative_bearing
from pbem.engine.table.measures import NOISE, TOLERANCE, Tenths
from pbem.engine.table.rects import FACES, Face, Rect, local


def face_by_bearing(target: Rect, attacker: Point, front: Tenths = EIGHTH, rear: Tenths = THREE_EIGHTHS) -> Face:
    """By the relative bearing of the attacker from the target's centre (OH-G12).

    Up to ``front`` to either side: front; from ``rear`` on: rear; between them a flank.  The tolerance goes to the
    front before the flanks, then to the rear before the flanks.
    """
    seen = relative_bearing((target.x, target.y), target.facing, attacker)
    if abs(seen) <= front:
        return Face.FRONT
    if abs(seen) >= rear:
        return Face.REAR
    return Face.RIGHT if seen > 0 else Face.LEFT


def face_by_rays(target: Rect, at: Point, angle: Tenths = EIGHTH) -> Face:
    """By the rays that leave the corners outwards at an angle (AR-G5): front, then rear, then the flanks."""
    to_right, forward = local(target, at)
    sine, cosine = half_tenths_ahead(2 * angle + 1)
    beside, beyond = abs(to_right) - target.half_width, abs(forward) - target.half_depth
    # A point is between the rays if it lies no further out than they do at its distance from the edge.
    if beyond >= -TOLERANCE - NOISE and beside * cosine <= beyond * sine + TOLERANCE + NOISE:
        return Face.FRONT if forward > 0 else Face.REAR
    return Face.RIGHT if to_right >= 0 else Face.LEFT


def face_by_lines(target: Rect, attacker: Point, touched: Face) -> Face:
    """By the lines of the front and rear edges (G-27).

    attacker: the middle of the charger's front at the start of its charge.  touched: the face it first touched.
    """
    if ahead_of_front(target, attacker):
        return Face.FRONT
    if touched is Face.REAR:
        return Face.REAR if behind_rear(target, attacker) else Face.FRONT
    return touched


def ahead_of_front(rect: Rect, at: Point) -> bool:
    """On or ahead of the line of the front edge."""
    return local(rect, at)[1] >= rect.half_depth - TOLERANCE - NOISE


def behind_rear(rect: Rect, at: Point) -> bool:
    """Behind the line of the rear edge."""
    return local(rect, at)[1] < -rect.half_depth - TOLERANCE - NOISE


def nearest_face(rect: Rect, at: Point) -> Face:
    """The edge a point lies nearest to: on a corner, front, then rear, then the flanks."""
    to_right, forward = local(rect, at)
    if abs(forward) - rect.half_depth >= abs(to_right) - rect.half_width - TOLERANCE - NOISE:
        return Face.FRONT if forward >= 0 else Face.REAR
    return Face.RIGHT if to_right > 0 else Face.LEFT


def face_touched(target: Rect, toucher: Rect) -> Face:
    """The edge of the target at which another rectangle touches it: of two at a corner, the one more nearly flush."""
    x, y, fx, fy, half_width, half_depth, _ = target
    ox, oy, ofx, ofy, other_width, other_depth, _ = toucher
    dx, dy = ox - x, oy - y
    along, across = abs(fx * ofx + fy * ofy), abs(fx * ofy - fy * ofx)
    apart = [
        (abs(dx * fx + dy * fy) - half_depth - other_depth * along - other_width * across, fx, fy),
        (abs(dx * fy - dy * fx) - half_width - other_width * along - other_depth * across, fy, -fx),
        (abs(dx * ofx + dy * ofy) - other_depth - half_depth * along - half_width * across, ofx, ofy),
        (abs(dx * ofy - dy * ofx) - other_width - half_width * along - half_depth * across, ofy, -ofx),
    ]
    # What parts them most is the line they touch along; it is told from the target outwards.
    most = max(gap for gap, _, _ in apart)
    _, nx, ny = next(one for one in apart if one[0] >= most - TOLERANCE)
    if dx * nx + dy * ny < 0:
        nx, ny = -nx, -ny
    towards = (nx * fx + ny * fy, nx * fy - ny * fx, -nx * fx - ny * fy, ny * fx - nx * fy)
    return FACES[max((0, 2, 1, 3), key=lambda place: round(towards[place], 6))]
