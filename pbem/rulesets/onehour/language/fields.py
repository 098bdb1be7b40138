"""The ground a unit rules, for its map: its field of fire and how far a straight move takes it, as outlines."""

from collections.abc import Sequence
from typing import Literal

from pbem.engine.offers import Field
from pbem.engine.table.fields import arc, outline
from pbem.engine.table.measures import Hundredths, inches, say_inches
from pbem.engine.table.places import Spot
from pbem.engine.table.rects import Face, middle
from pbem.engine.table.references import say_spot
from pbem.rulesets.onehour.battle import Battle, Unit
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.tables import ARC, RANGE, ROWS

NEAR = Hundredths(600)
"""A range within the field of fire that is shown too: half of it."""


def fire_fields(view: Battle, unit: Unit) -> tuple[Field, ...]:
    """Where a unit's shots go: its arc (OH-G9), to half and all of its range (OH-G10); () for who does not shoot."""
    if not ROWS[unit.type].shoots or unit.out_of_ammo or unit.blind or not unit.on_table:
        return ()
    return (_within(view, unit, "near", NEAR), _within(view, unit, "far", RANGE))


def _within(view: Battle, unit: Unit, kind: Literal["near", "far"], reach: Hundredths) -> Field:
    start = middle(footprint(unit), Face.FRONT)
    wedge = [start, *arc(start, unit.pose.facing, -ARC, ARC, inches(reach))]
    return Field(kind, f"Field of fire, {say_inches(reach)} inches", outline(view.table, wedge))


def reach_field(ends: Sequence[Spot]) -> tuple[Field, ...]:
    """How far one straight move takes a unit's centre, by its farthest ends all round; () where it goes nowhere."""
    places = tuple(dict.fromkeys(say_spot(at) for at in ends))
    return (Field("reach", "Within a move", places),) if len(places) > 2 else ()
