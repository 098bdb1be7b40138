"""Chargers at their target: they slide to bring as many files to bear as they can (FS-7.6c, FS-7.6d, G-18)."""

from collections.abc import Mapping, Sequence

from pbem.engine.ids import StandId
from pbem.engine.table.advance import shifted
from pbem.engine.table.angles import Vector, ahead, rightward
from pbem.engine.table.contact import overlaps
from pbem.engine.table.rects import Anchor, Face, Rect, corners, face_length, middle, outward, pose_of
from pbem.engine.table.zones import face_touched
from pbem.rulesets.fornovo.moving.charging import Rush, placed_at, touched
from pbem.rulesets.fornovo.moving.places import footprints, parts_at
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.units import Unit

CLOSE = 0.02
"""Inches by which a corner may stand behind the edge that it touches: contact and the rounding of a place."""
TRIES = 20
"""Parts in which a slide is shortened where another unit stands in its way."""


def spread(battle: Battle, its: Rect, rushes: Mapping[StandId, Rush]) -> dict[StandId, Rush]:
    """Each charger slid along the edge that it touches, within its equal share of it, as far as its move lasts."""
    found = dict(rushes)
    by_face: dict[Face, list[tuple[float, StandId, Rect]]] = {}
    for unit, one in rushes.items():
        rect = placed_at(battle, battle.units[unit], one.pose)
        if rect is not None:
            face = face_touched(touched(battle, one.charge.target, rect), rect)
            by_face.setdefault(face, []).append((_along(its, face, rect), unit, rect))
    for face, there in by_face.items():
        row = sorted(there, key=lambda one: (one[0], one[1]))
        target = rushes[row[0][1]].charge.target
        stood = [one.rect for one in footprints(battle) if one.unit.id not in {target, *rushes}]
        for place, (at, unit, rect) in enumerate(row):
            wanted = _wanted(its, face, rect, at, place, len(row))
            left = rushes[unit].left / 100
            shift = max(-left, min(left, wanted - at))
            axis = _contact(touched(battle, target, rect), face, rect)
            end = _free(battle, battle.units[unit], rect, axis, shift, stood)
            stood += parts_at(battle, battle.units[unit], end)
            found[unit] = rushes[unit]._replace(pose=pose_of(end, Anchor.FRONT))
    return found


def _axis(its: Rect, face: Face) -> Vector:
    """One inch along an edge, to the right of one who looks out over it."""
    return rightward(outward(its.facing, face))


def _contact(its: Rect, face: Face, rect: Rect) -> Vector:
    """One inch along the edge that is touched: the target's where the charger stands wholly before it, else the
    charger's front, which a corner of the target touches.
    """
    (mx, my), (ox, oy), (ux, uy) = middle(its, face), ahead(outward(its.facing, face)), _axis(its, face)
    if all((x - mx) * ox + (y - my) * oy >= -CLOSE for x, y in corners(rect)):
        return ux, uy
    x, y = rightward(rect.facing)
    same = x * ux + y * uy >= 0
    return (x, y) if same else (-x, -y)


def _along(its: Rect, face: Face, rect: Rect) -> float:
    """Where the middle of a charger's front lies along an edge, from its middle."""
    (mx, my), (x, y), (ux, uy) = middle(its, face), middle(rect, Face.FRONT), _axis(its, face)
    return (x - mx) * ux + (y - my) * uy


def _wanted(its: Rect, face: Face, rect: Rect, at: float, place: int, of: int) -> float:
    """Where it is best: wholly within its share, or, wider, over the whole of it without crossing its neighbours'."""
    ux, uy = _axis(its, face)
    half = rect.half_width * abs(rect.fy * ux - rect.fx * uy)
    share = face_length(its, face) / of
    left = -face_length(its, face) / 2 + place * share
    right = left + share
    if 2 * half <= share:
        return max(left + half, min(right - half, at))
    if of == 1:
        return max(right - half, min(left + half, at))
    if place == 0:
        return right - half
    return left + half if place == of - 1 else (left + right) / 2


def _free(  # who, where, which way, how far, past whom
    battle: Battle, unit: Unit, rect: Rect, axis: Vector, shift: float, others: Sequence[Rect]
) -> Rect:  # fmt: skip
    """As far along as no other unit is in the way."""
    for part in range(TRIES, -1, -1):
        by = shift * part / TRIES
        there = shifted(rect, (axis[0] * by, axis[1] * by))
        if not any(overlaps(part, one) for part in parts_at(battle, unit, there) for one in others):
            return there
    return rect
