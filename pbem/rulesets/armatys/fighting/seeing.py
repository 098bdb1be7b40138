"""Who sees whom (AR-G9, AR-ter-2, AR-ter-11)."""

from collections.abc import Iterator

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import inside, length_inside_any
from pbem.engine.table.distances import nearest_on_rect
from pbem.engine.table.distances import points as apart
from pbem.engine.table.measures import Hundredths, beyond
from pbem.engine.table.rects import FACES, Rect, corners, middle
from pbem.engine.table.shapes import polygon
from pbem.engine.table.sight import clear
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit

THICK = Hundredths(300)
"""AR-ter-11: how far sight reaches in woods and towns."""


def sees(battle: Battle, viewer: Unit, target: Unit) -> bool:
    """From any corner or middle of an edge to the nearest point of the target; units do not hide it."""
    return any(unhidden(battle, start, end) for start, end in _lines(viewer.rect, target.rect))


def unhidden(battle: Battle, start: Point, end: Point) -> bool:
    """AR-G9: no hill but one that an end lies on, no cliff, at most 3" of woods and towns, and not too far."""
    far = [one.inches for one in battle.sight if one.bound <= battle.bound]
    if far and beyond(apart(start, end), far[-1]):
        return False
    for piece in battle.terrain:
        if piece.kind in {"gentle_hill", "steep_hill", "cliff"}:
            hill = polygon(piece.shape)
            on_it = piece.kind != "cliff" and (inside(start, hill) or inside(end, hill))
            if not on_it and not clear(start, end, [hill]):
                return False
    thick = [polygon(piece.shape) for piece in battle.terrain if piece.kind in {"wood", "town"}]
    return not beyond(length_inside_any(start, end, thick), THICK)


def _lines(viewer: Rect, target: Rect) -> Iterator[tuple[Point, Point]]:
    for start in (*(middle(viewer, face) for face in FACES), *corners(viewer)):
        yield start, nearest_on_rect(start, target)
