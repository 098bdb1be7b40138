"""Who defends an obstacle against a charge (AR-G23, AR-ter-12, AR-ter-15)."""

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import more_than_half
from pbem.engine.table.distances import nearest_on_rect, segments
from pbem.engine.table.measures import Hundredths, within
from pbem.engine.table.rects import Face, edge, local_point, middle
from pbem.engine.table.shapes import line, pieces, polygon
from pbem.engine.table.sight import clear
from pbem.engine.table.zones import face_by_rays
from pbem.rulesets.armatys.special.sheltering import barricaded
from pbem.rulesets.armatys.state.battle import Battle, Piece
from pbem.rulesets.armatys.state.units import Unit

NEAR = Hundredths(50)
"""AR-G23: half an inch from the edge that faces the enemy."""
AHEAD = 1
"""Inches: beyond any obstacle that a unit defends."""
OBSTACLES = ("wall", "hedge", "ditch")
TOWNS = ("town", "wagons")


def defends(battle: Battle, unit: Unit, charger: Unit) -> bool:
    """Whether a unit defends an obstacle against a charger where it stands: without having moved in this bound."""
    return _defends(battle, unit, middle(charger.rect, Face.FRONT))


def defending(battle: Battle, unit: Unit) -> bool:
    """Whether it would against a charge straight on its front."""
    return _defends(battle, unit, local_point(unit.rect, 0, unit.rect.half_depth + AHEAD))


def _defends(battle: Battle, unit: Unit, start: Point) -> bool:
    """start: the middle of the charger's front."""
    if unit.moved or unit.changed:
        return False
    if any(one.kind in TOWNS and more_than_half(unit.rect, polygon(one.shape)) for one in battle.terrain):
        return True
    if barricaded(battle, unit):
        return True
    face, end = face_by_rays(unit.rect, start), nearest_on_rect(start, unit.rect)
    between = [one for one in battle.terrain if one.kind in OBSTACLES and along(unit, face, one)]
    return any(not clear(start, end, [line(one.shape)]) for one in between)


def along(unit: Unit, face: Face, piece: Piece) -> bool:
    """Whether a line runs within half an inch of an edge."""
    side = edge(unit.rect, face)
    return any(within(segments(side, part), NEAR) for part in pieces(line(piece.shape)))
