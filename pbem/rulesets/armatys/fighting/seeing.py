"""Who sees whom (AR-G9, AR-ter-2, AR-ter-11)."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import inside, length_inside_any
from pbem.engine.table.distances import nearest_on_rect
from pbem.engine.table.distances import points as apart
from pbem.engine.table.measures import Hundredths, beyond, hundredths
from pbem.engine.table.rects import FACES, Rect, corners, middle
from pbem.engine.table.sight import clear
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit

BESIDE = Hundredths(300)
"""AR-H1: so near a unit is always in sight."""
THICK = Hundredths(300)
"""AR-ter-11: how far sight reaches in woods and towns."""


class Hidden(NamedTuple):
    """Why something is not seen from a place."""

    rules: tuple[str, ...]
    by: str | None = None
    """The piece of terrain that hides it; of several woods and towns the one with most of the line."""
    inside: Hundredths | None = None
    """How much of the line runs in woods and towns, if it is they that hide it."""


def sees(battle: Battle, viewer: Unit, target: Unit) -> bool:
    """From any corner or middle of an edge to the nearest point of the target; units do not hide it."""
    return any(hidden(battle, start, end) is None for start, end in _lines(viewer.rect, target.rect))


def hidden(battle: Battle, start: Point, end: Point) -> Hidden | None:
    """AR-G9: by a hill that neither end lies on, a cliff, more than 3" of woods and towns, or by weather."""
    far = [one.inches for one in battle.sight if one.bound <= battle.bound]
    if far and beyond(apart(start, end), far[-1]):
        return Hidden(("AR-ter-16", "AR-G9"))
    for piece in battle.terrain:
        if piece.kind in {"gentle_hill", "steep_hill", "cliff"}:
            hill = piece.area
            on_it = piece.kind != "cliff" and (inside(start, hill) or inside(end, hill))
            if not on_it and not clear(start, end, [hill]):
                return Hidden(("AR-ter-3" if piece.kind == "cliff" else "AR-ter-2", "AR-G9"), piece.id)
    thick = [one for one in battle.terrain if one.kind in {"wood", "town"}]
    within = length_inside_any(start, end, [one.area for one in thick])
    if not beyond(within, THICK):
        return None
    most = max(thick, key=lambda one: length_inside_any(start, end, [one.area]))
    return Hidden(("AR-ter-11", "AR-G9"), most.id, hundredths(within))


def _lines(viewer: Rect, target: Rect) -> Iterator[tuple[Point, Point]]:
    for start in (*(middle(viewer, face) for face in FACES), *corners(viewer)):
        yield start, nearest_on_rect(start, target)
