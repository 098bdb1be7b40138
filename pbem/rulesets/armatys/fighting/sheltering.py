"""The cover that a unit has against fire and in melee (AR-G23, AR-ter-11, AR-ter-15, AR-Q39)."""

from collections.abc import Iterable
from typing import Literal

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import more_than_half
from pbem.engine.table.distances import nearest_on_rect
from pbem.engine.table.rects import Face, middle
from pbem.engine.table.shapes import line, polygon
from pbem.engine.table.sight import clear
from pbem.engine.table.zones import face_by_rays
from pbem.rulesets.armatys.fighting.defending import TOWNS, along
from pbem.rulesets.armatys.special.sheltering import banks_for, barricaded
from pbem.rulesets.armatys.state.battle import Battle, Piece
from pbem.rulesets.armatys.state.units import Unit

Cover = Literal["none", "soft", "hard"]


def cover(battle: Battle, enemy: Unit, unit: Unit) -> Cover:
    """Against the fire of an enemy."""
    start = middle(enemy.rect, Face.FRONT)
    if any(_within(one, unit) for one in battle.terrain if one.kind in TOWNS) or behind_wall(battle, unit, start):
        return "hard"
    wooded = any(_within(one, unit) for one in battle.terrain if one.kind == "wood")
    banked = _behind(unit, start, banks_for(battle, unit))
    return "soft" if wooded or banked or barricaded(battle, unit) else "none"


def covered_in_melee(battle: Battle, enemy: Unit, unit: Unit) -> bool:
    """Against an attacker who came across the wall, or stands outside the wood or town.

    A wall between them lies before the attacker's rear, whatever his front has passed.
    """
    start = middle(enemy.rect, Face.REAR)
    if behind_wall(battle, unit, start) or barricaded(battle, unit) or _behind(unit, start, banks_for(battle, unit)):
        return True
    pieces = [one for one in battle.terrain if one.kind in {"wood", *TOWNS}]
    return any(_within(one, unit) and not _within(one, enemy) for one in pieces)


def behind_wall(battle: Battle, unit: Unit, start: Point) -> bool:
    """A wall within half an inch of the edge that faces a place, and between the two."""
    return _behind(unit, start, [one for one in battle.terrain if one.kind == "wall"])


def _behind(unit: Unit, start: Point, lines: Iterable[Piece]) -> bool:
    """One of some lines runs there."""
    face, end = face_by_rays(unit.rect, start), nearest_on_rect(start, unit.rect)
    return any(along(unit, face, one) and not clear(start, end, [line(one.shape)]) for one in lines)


def _within(piece: Piece, unit: Unit) -> bool:
    return more_than_half(unit.rect, polygon(piece.shape))
