"""The ground a unit rules, for its map: its field of fire and how far a straight move takes it, as outlines."""

from collections.abc import Sequence
from typing import Literal

from pbem.engine.offers import Field
from pbem.engine.table.angles import Point, ahead
from pbem.engine.table.clipping import beyond_line
from pbem.engine.table.edges import Table
from pbem.engine.table.measures import Hundredths, Tenths, inches, normal, say_inches
from pbem.engine.table.places import Spot, spot
from pbem.engine.table.rects import Face, middle
from pbem.engine.table.references import say_spot
from pbem.rulesets.onehour.battle import Battle, Unit
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.tables import ARC, RANGE, ROWS

NEAR = Hundredths(600)
"""A range within the field of fire that is shown too: half of it."""
STEP = Tenths(50)
"""Between two corners of an arc."""


def fire_fields(view: Battle, unit: Unit) -> tuple[Field, ...]:
    """Where a unit's shots go: its arc (OH-G9), to half and all of its range (OH-G10); () for who does not shoot."""
    if not ROWS[unit.type].shoots or unit.out_of_ammo or not unit.on_table:
        return ()
    return (_within(view, unit, "near", NEAR), _within(view, unit, "far", RANGE))


def _within(view: Battle, unit: Unit, kind: Literal["near", "far"], reach: Hundredths) -> Field:
    wedge = _wedge(middle(footprint(unit), Face.FRONT), unit.pose.facing, reach)
    return Field(kind, f"Field of fire, {say_inches(reach)} inches", outline(view.table, wedge))


def reach_field(ends: Sequence[Spot]) -> tuple[Field, ...]:
    """How far one straight move takes a unit's centre, by its farthest ends all round; () where it goes nowhere."""
    places = tuple(dict.fromkeys(say_spot(at) for at in ends))
    return (Field("reach", "Within a move", places),) if len(places) > 2 else ()


def _wedge(start: Point, facing: Tenths, reach: Hundredths) -> list[Point]:
    far = inches(reach)
    turns = range(-ARC, ARC + 1, STEP)
    rim = [ahead(normal(facing + turn)) for turn in turns]
    return [start, *((start[0] + far * east, start[1] + far * north) for east, north in rim)]


def outline(table: Table, corners: Sequence[Point]) -> tuple[str, ...]:
    """The corners of a convex shape, without what of it is off the table."""
    left = list(corners)
    for nx, ny, least in ((1, 0, 0), (0, 1, 0), (-1, 0, -inches(table.width)), (0, -1, -inches(table.depth))):
        left = beyond_line(left, nx, ny, least)
    return tuple(dict.fromkeys(say_spot(spot(corner)) for corner in left))
