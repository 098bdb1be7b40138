"""Bridges: the column that comes up to one, and the figures that are over (AR-ter-7, AR-G25, AR-Q60)."""

from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.table.angles import Point, ahead, bearing
from pbem.engine.table.distances import point_rect, points
from pbem.engine.table.measures import TOLERANCE
from pbem.engine.table.places import Pose, point, spot
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.costing import SLACK
from pbem.rulesets.armatys.state.battle import Battle, Piece
from pbem.rulesets.armatys.state.units import Crossing, Unit, footprint

END = 1.0
"""AR-G25: inches between a unit and the end of the bridge that it crosses from, at most."""


class Crossed(NamedTuple):
    """A part of a crossing."""

    unit: Unit
    """As it is afterwards: on the bridge, or in march column beyond it."""
    time: float
    """The share of a move that it takes."""


def crossed(battle: Battle, unit: Unit, bridge: str, began: float) -> Crossed | Objection:
    """AR-G25: ten figures a move, in all the time that is left or as much as it needs."""
    piece = next((one for one in battle.terrain if one.id == bridge and one.kind == "bridge"), None)
    if piece is None or (unit.crossing is not None and unit.crossing.bridge != bridge):
        return Objection(("AR-ter-7", "AR-G25"), bridge)
    if unit.crossing is None and not _ready(unit, piece):
        return Objection(("AR-ter-7", "AR-G25"), bridge)
    already = unit.crossing.over if unit.crossing is not None else 0
    needed = (figures_of(unit) - already) / t.FIGURES_OVER_A_BRIDGE
    left = max(0.0, 1.0 - began)
    if needed <= left + SLACK:
        return Crossed(replace(unit, crossing=None, march_column=not unit.gun, pose=_beyond(unit, piece)), needed)
    over = already + int(t.FIGURES_OVER_A_BRIDGE * (left + SLACK))
    return Crossed(replace(unit, crossing=Crossing(bridge, over)), left)


def figures_of(unit: Unit) -> int:
    """AR-G25: its figures; a gun with its crew counts as ten."""
    return t.GUN_ON_A_BRIDGE if unit.gun else unit.figures


def _ready(unit: Unit, piece: Piece) -> bool:
    """In march column, or limbered, an edge within an inch of an end of the bridge."""
    column = unit.status == "limbered" if unit.gun else unit.march_column
    return column and point_rect(_ends(unit, piece)[0], unit.rect) <= END + TOLERANCE


def _ends(unit: Unit, piece: Piece) -> tuple[Point, Point]:
    """The end of the bridge that the unit is at, and the far one."""
    one, other = point(piece.shape[0]), point(piece.shape[-1])
    at = point(unit.pose.at)
    return (one, other) if points(at, one) <= points(at, other) else (other, one)


def _beyond(unit: Unit, piece: Piece) -> Pose:
    """In march column beyond the bridge: its rear on the far end, facing away from it."""
    near, far = _ends(unit, piece)
    facing = bearing(near, far)
    depth = footprint(replace(unit, march_column=not unit.gun)).depth
    fx, fy = ahead(facing)
    return Pose(spot((far[0] + fx * depth, far[1] + fy * depth)), facing)
