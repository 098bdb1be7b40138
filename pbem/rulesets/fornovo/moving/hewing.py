"""Hedgerows broken down and loopholed (FS-11.6c, FS-Q44, FS-Q77)."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import crosses_line
from pbem.engine.table.distances import rect_line
from pbem.engine.table.measures import within
from pbem.engine.table.places import point, spot
from pbem.engine.table.rects import Face, Rect, local, middle
from pbem.engine.table.shapes import line
from pbem.rulesets.fornovo.moving.places import rect_of
from pbem.rulesets.fornovo.state.battle import Battle, Piece
from pbem.rulesets.fornovo.state.units import Unit

BESIDE = 1
"""Inches: as for cover (G-34)."""


def hedges_before(battle: Battle, unit: Unit) -> list[Piece]:
    """The hedgerows that a unit stands at."""
    rect = rect_of(battle, unit)
    return [
        one for one in battle.terrain
        if one.kind == "hedgerow" and rect is not None and within(rect_line(rect, one.way), battle.inches(BESIDE))
    ]  # fmt: skip


def hedge_in_front(battle: Battle, unit: Unit) -> bool:
    """Whether there is hedgerow before its front to work at."""
    rect = rect_of(battle, unit)
    if rect is None:
        return False
    return any(_before(battle, rect, *part) for hedge in hedges_before(battle, unit) for part in _pieces(hedge, rect))


def worked(battle: Battle, unit: Unit, *, loophole: bool) -> tuple[Piece, ...]:
    """The ground once the hedge before its frontage is loopholed, or broken down to a low wall."""
    rect = rect_of(battle, unit)
    mine = hedges_before(battle, unit)
    if rect is None:
        return battle.terrain
    found = [one for one in battle.terrain if one not in mine]
    for hedge in mine:
        for number, (start, end) in enumerate(_pieces(hedge, rect), 1):
            piece = replace(hedge, id=f"{hedge.id} {number}", shape=(spot(start), spot(end)))
            if _before(battle, rect, start, end):
                piece = replace(piece, loopholed=True) if loophole else replace(piece, kind="low_wall")
            found.append(piece)
    return tuple(found)


def _before(battle: Battle, rect: Rect, start: Point, end: Point) -> bool:
    """A piece of hedge within reach of the front, and no wider than it."""
    across, ahead = local(rect, _between(start, end, 0.5))
    near = within(rect_line(rect, line((spot(start), spot(end)))), battle.inches(BESIDE))
    return abs(across) <= rect.half_width and ahead > 0 and near


def _pieces(hedge: Piece, rect: Rect) -> Iterator[tuple[Point, Point]]:
    """A hedge cut where it passes the ends of a front."""
    for start, end in pairwise([point(at) for at in hedge.shape]):
        left, right = local(rect, start)[0], local(rect, end)[0]
        cuts = [(side - left) / (right - left) for side in (-rect.half_width, rect.half_width) if right != left]
        marks = sorted({0.0, 1.0, *(cut for cut in cuts if 0 < cut < 1)})
        yield from ((_between(start, end, low), _between(start, end, high)) for low, high in pairwise(marks))


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def hedged(battle: Battle, unit: Unit, its: Rect) -> bool:
    """FS-11.6c: it stands at a hedgerow without loopholes, between it and what it would shoot at."""
    rect = rect_of(battle, unit)
    if rect is None:
        return False
    return any(
        not one.loopholed and crosses_line(middle(rect, Face.FRONT), (its.x, its.y), one.way)
        for one in hedges_before(battle, unit)
    )
