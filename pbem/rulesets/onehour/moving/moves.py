"""Ordinary moves: pivot, straight ahead, pivot.

Rules: OH-move-1, OH-move-2, OH-move-3, OH-move-4, OH-move-5, OH-move-6, OH-move-7, OH-R-terr-1, OH-R-terr-2,
OH-R-terr-3, OH-R-terr-4, OH-R-terr-5, OH-R-terr-6, OH-Q3, OH-Q4, OH-Q5, OH-Q6, OH-Q7, OH-Q8, OH-G4, OH-G5.
"""

from typing import NamedTuple

from pbem.engine.ids import Side, StandId
from pbem.engine.table.advance import advanced, swept
from pbem.engine.table.contact import meets
from pbem.engine.table.distances import points
from pbem.engine.table.edges import TableEdge, along_edge, crosses_edge, holds
from pbem.engine.table.measures import Hundredths, Tenths, inches, say_inches, within
from pbem.engine.table.objectives import Exit
from pbem.engine.table.places import Pose, Spot, point, spot
from pbem.engine.table.rects import Rect, centre, corners
from pbem.engine.table.turning import pivoted
from pbem.rulesets.onehour.battle import Battle, Unit, fights_of, umpires_word
from pbem.rulesets.onehour.commands import Go, Leg, Move
from pbem.rulesets.onehour.facts import LeftTable, Moved, Objection
from pbem.rulesets.onehour.moving.fitting import (
    at_pose,
    footprint,
    in_the_way,
    off_table,
    others,
    pivoted_unfit,
    touched,
)
from pbem.rulesets.onehour.moving.ground import forbidden, forbidden_on_the_way, town_end
from pbem.rulesets.onehour.moving.refusing import No, objection, once
from pbem.rulesets.onehour.tables import ROWS, rules

STILL = Hundredths(0)
UNTURNED = Tenths(0)


class Shape(NamedTuple):
    """A move as the rules know it (OH-move-3): pivot, so far straight ahead, pivot."""

    first: Tenths
    advance: Hundredths
    last: Tenths


def shape_of(legs: tuple[Leg, ...]) -> Shape | None:
    """The legs as pivot, advance, pivot; None for a bad path: turned on the way, back, sideways (OH-move-3, OH-Q3).

    Two pivots and no advance are one at either end (OH-Q4); advances without a pivot between them are one.
    """
    first, advance, last = UNTURNED, STILL, UNTURNED
    part = 0  # 0: nothing yet, 1: pivoted, 2: has advanced, 3: pivoted again
    for leg in legs:
        if isinstance(leg, Go):
            if leg.way != "ahead" or leg.by < 0 or part > 2:
                return None
            advance, part = Hundredths(advance + leg.by), 2
        elif part == 0:
            first, part = leg.by, 1
        elif part < 3:
            last, part = leg.by, 3
        else:
            return None
    return Shape(first, advance, last)


def may_act(battle: Battle, unit: StandId) -> list[Objection]:
    """Why a unit may do nothing at all now: its side is not active, it is not there (OH-seq-1); [] when it may."""
    return absent(battle, unit) or waiting(battle, battle.units[unit])


def absent(battle: Battle, unit: StandId) -> list[Objection]:
    """That a unit is not on the table: nothing more can be found out about an order for it (OH-seq-1)."""
    one = battle.units.get(unit)
    if one is None or not one.on_table:
        return [objection("not-active", f"{unit} is not on the table", "OH-seq-1")]
    return []


def waiting(battle: Battle, unit: Unit) -> list[Objection]:
    """That it is the other side's player turn (OH-seq-1)."""
    if unit.side != battle.active:
        return [objection("not-active", f"it is not the player turn of {unit.id}'s side", "OH-seq-1")]
    return []


def may_move(battle: Battle, unit: Unit) -> list[Objection]:
    """Why a unit may not move or charge at all (OH-seq-1, OH-Q5, OH-Q17, OH-melee-6)."""
    found = waiting(battle, unit)
    found += forbidden_act(battle, unit.id, "move")
    if unit.moved:
        found.append(objection("already-moved", "it has moved in this player turn", "OH-Q5"))
    return [*found, *fighting(battle, unit.id)]


def forbidden_act(battle: Battle, unit: StandId, act: str, against: StandId | None = None) -> list[Objection]:
    """That the umpire forbids an act in this turn."""
    if umpires_word(battle, unit, act, against) != "forbidden":
        return []
    return [objection("umpire", f"the umpire forbids it to {act}{f' {against}' if against else ''} in this turn")]


def fighting(battle: Battle, unit: StandId) -> list[Objection]:
    """That a unit is in a fight, with each it fights."""
    return [
        objection("engaged", f"it is fighting {enemy}", "OH-melee-6", "OH-Q17", "OH-Q21", by=enemy)
        for enemy in dict.fromkeys(
            one.attacker if one.target == unit else one.target for one in fights_of(battle, unit)
        )
    ]


def move(battle: Battle, order: Move) -> Moved | LeftTable | No:
    """An ordinary move, off the road (OH-move-1, OH-move-2, OH-move-3)."""
    barred = absent(battle, order.unit)
    if barred:
        return No(tuple(barred))
    unit = battle.units[order.unit]
    found = may_move(battle, unit)
    shape = shape_of(order.legs)
    if shape is None:
        return No((*found, bad_path()))
    found += too_far(shape.advance, ROWS[unit.type].move)
    way = straight(battle, unit, footprint(unit), shape)
    if found or way.objections:
        return No(once([*found, *way.objections]))
    path = (unit.pose.at, way.end.at)
    if way.exit is not None:
        return LeftTable(
            unit=unit.id, exit=way.exit.name, path=path, distance=shape.advance, rules=rules("OH-Q36", "OH-move-1")
        )
    return Moved(
        unit=unit.id, path=path, end=way.end, distance=shape.advance, rules=rules("OH-move-1", "OH-move-2", "OH-move-3")
    )


def bad_path() -> Objection:
    """A move of another shape."""
    return objection(
        "bad-path", "a move is a pivot, a way straight ahead and a pivot: no turning on the way, no step back or aside",
        "OH-move-3", "OH-Q3",
    )  # fmt: skip


def too_far(advance: Hundredths, allowance: Hundredths) -> list[Objection]:
    """Whether an advance exceeds the allowance (OH-move-1)."""
    if advance <= allowance:
        return []
    return [
        objection("too-far", f"{say_inches(advance)} inches are more than its {say_inches(allowance)}", "OH-move-1")
    ]


class Way(NamedTuple):
    """Where a move leads, and what is in its way.  exit: the one by which it leaves the table."""

    end: Pose
    exit: Exit | None
    objections: tuple[Objection, ...]


def straight(battle: Battle, unit: Unit, start: Rect, shape: Shape, *, entering: bool = False) -> Way:
    """A pivot, an advance and a pivot, judged: what they meet, where they end (OH-Q4, OH-Q6, OH-Q7, OH-G4, OH-G5).

    entering: it comes from beyond the table edge.
    """
    around = others(battle, unit)
    turned = pivoted(start, shape.first)
    run = inches(shape.advance)
    ahead = advanced(turned, run)
    end = Pose(spot(centre(ahead)), pivoted(ahead, shape.last).facing)
    there = at_pose(unit, end)
    leaves = None if entering else exit_by(battle, unit.side, ahead)
    found: list[Objection] = []
    if shape.first and not entering:
        found += pivoted_unfit(battle, unit, around, turned)
    if shape.advance:
        strip = swept(turned, run)
        found += in_the_way(around, strip)
        found += forbidden_on_the_way(battle, unit.type, turned, run)
    if leaves is None:
        if shape.last:
            found += pivoted_unfit(battle, unit, around, there)
        elif shape.advance:  # as the end is stored: a hundredth may part it from a ford
            found += forbidden(battle, unit.type, there)
        found += off_table(battle, there) if entering or shape != (UNTURNED, STILL, UNTURNED) else []
        found += town_end(battle, unit.type, point(end.at))
        found += tied(battle, unit.id, end.at)
    places = (turned, swept(turned, run), there) if leaves is None else (turned, swept(turned, run))
    found += touched_enemies(unit, start, around, places)
    return Way(end, leaves, tuple(found))


def touched_enemies(
    unit: Unit, start: Rect, around: list[tuple[Unit, Rect]], places: tuple[Rect, ...]
) -> list[Objection]:
    """Enemies it would touch (OH-Q7).  One that it touches as it sets out may be left, but not be touched at the end.

    That happens where a charge ends beside a second enemy (OH-Q13), or a fight ends while others stand by (OH-Q29).
    """
    beside = [(one, there) for one, there in around if one.side != unit.side and meets(start, there)]
    fresh = [pair for pair in around if pair not in beside]
    return [*touched(unit, fresh, places), *(touched(unit, beside, places[-1:]) if places[-1] != start else [])]


def tied(battle: Battle, unit: StandId, at: Spot) -> list[Objection]:
    """Whether the scenario keeps a unit nearer to a place than that."""
    return [
        objection("tied", f"it has to stay within {say_inches(tie.within)} inches of {tie.name}")
        for tie in battle.ties
        if unit in tie.units and not within(points(point(at), point(tie.at)), tie.within)
    ]


def exit_by(battle: Battle, side: Side, place: Rect) -> Exit | None:
    """The exit by which a unit leaves that stands so (OH-Q36): what is off the table of it is beyond that stretch."""
    crossed = [edge for edge in TableEdge if crosses_edge(battle.table, edge, place)] if battle.exits else []
    for one in battle.exits:
        if crossed == [one.edge] and side in (one.sides or (side,)) and _through(battle, one, place):
            return one
    return None


def _through(battle: Battle, stretch: Exit, place: Rect) -> bool:
    """Whether its centre, and every corner that is off the table, lie within the stretch of the edge."""
    outside = [corner for corner in corners(place) if not holds(battle.table, corner)]
    along = [along_edge(stretch.edge, spot(at)) for at in (centre(place), *outside)]
    return all(stretch.start <= here <= stretch.end for here in along)
