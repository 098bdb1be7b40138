"""Reinforcements come onto the table (OH-Q42, OH-D9)."""

from pbem.engine.table.distances import point_segment
from pbem.engine.table.edges import inwards, on_edge
from pbem.engine.table.measures import Hundredths, within
from pbem.engine.table.places import Pose, Spot, point
from pbem.engine.table.rects import Anchor, placed, size
from pbem.rulesets.onehour.battle import Arrival, Battle, arrival_of
from pbem.rulesets.onehour.commands import Enter
from pbem.rulesets.onehour.facts import Entered, Objection
from pbem.rulesets.onehour.moving.moves import bad_path, shape_of, straight, too_far
from pbem.rulesets.onehour.moving.refusing import No, objection, once
from pbem.rulesets.onehour.tables import ROWS, rules


def enter(battle: Battle, order: Enter) -> Entered | No:
    """The front edge on the table edge, facing inwards, then an ordinary move that ends on the table (OH-Q42)."""
    arrival = arrival_of(battle, order.unit)
    unit = battle.units.get(order.unit)
    if unit is None or arrival is None or unit.state != "to come":
        return No((objection("not-active", f"{order.unit} is not to come", "OH-Q42"),))
    if unit.side != battle.active:
        return No((objection("not-active", f"it is not the player turn of {unit.id}'s side", "OH-seq-1"),))
    found: list[Objection] = []
    if battle.turn < arrival.turn:
        found.append(objection("not-due", f"{unit.id} may come from turn {arrival.turn} on", "OH-Q42"))
    if not may_enter_at(battle, arrival, order.at):
        found.append(objection("off-table", f"{unit.id} may not enter there", "OH-Q42"))
    shape = shape_of(order.legs)
    if shape is None:
        return No((*found, bad_path()))
    found += too_far(shape.advance, ROWS[unit.type].move)
    start = placed(Pose(order.at, inwards(arrival.edge)), size(unit.width, unit.depth), Anchor.FRONT)
    way = straight(battle, unit, start, shape, entering=True)
    if found or way.objections:
        return No(once([*found, *way.objections]))
    return Entered(
        unit=unit.id, path=(order.at, way.end.at), end=way.end, distance=shape.advance, rules=rules("OH-Q42", "OH-D9")
    )


def may_enter_at(battle: Battle, arrival: Arrival, at: Spot) -> bool:
    """Whether a place is on the stretch of the table edge by which they come."""
    first, last = (point(on_edge(battle.table, arrival.edge, end)) for end in (arrival.start, arrival.end))
    return within(point_segment(point(at), (first, last)), Hundredths(0))
