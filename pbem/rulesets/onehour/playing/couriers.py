"""Couriers over the table: at the pace of cavalry, 3 inches clear of the enemies that their side sees.

These rules have no generals: a seat writes from, and reads at, the first of its units on the table.
"""

from collections.abc import Iterable
from math import isqrt

from pbem.engine.couriers import Ride, turns_for, way
from pbem.engine.ids import Seat, Side
from pbem.rulesets.onehour.battle import Battle, Unit, led_by, on_table, side_of_seat
from pbem.rulesets.onehour.tables import ROWS

INCH = 100
"""Hundredths in one; the way is looked for from inch to inch."""
CLEAR = 3 * INCH
"""How far couriers keep from enemies, centre to centre (as H1 of hidden units has it for what is seen from beside)."""
DIAGONAL = 141

Spot = tuple[int, int]


def ride(battle: Battle, view: Battle, sender: Seat, reader: Seat) -> Ride:
    """The ride from a seat to another.  view: the sender's.

    Within a side it keeps clear of the enemies that the sender's side sees, but near its end; to another side a
    trumpeter rides straight.
    """
    start, end = _place(battle, sender), _place(battle, reader)
    if start is None or end is None:
        return Ride(turns=0, sent_from=_said(start) if start else "")
    side = side_of_seat(battle, sender)
    if side is None or side != side_of_seat(battle, reader):
        return Ride(turns=_turns(_far(start, end)), sent_from=_said(start))
    seen = [_at(one) for one in on_table(view) if one.side != side]
    found = _clear_way(battle, _inch(start), _inch(end), seen)
    if found is None:
        return Ride(turns=None, sent_from=_said(start))
    length, path = found
    return Ride(turns=_turns(length), sent_from=_said(start), taken_by=_taken(battle, view, side, end, path))


def _turns(length: int) -> int:
    """In halves of turns, by which turns are named: a courier rides in its side's own."""
    pace = max(int(row.move) for row in ROWS.values() if row.horse)
    return 0 if length <= CLEAR else 2 * turns_for(length, pace)


def _place(battle: Battle, seat: Seat) -> Spot | None:
    return next((_at(one) for one in led_by(battle, seat) if one.on_table), None)


def _at(one: Unit) -> Spot:
    return int(one.pose.at.x), int(one.pose.at.y)


def _said(at: Spot) -> str:
    return f"{at[0] / INCH:g},{at[1] / INCH:g}"


def _inch(at: Spot) -> Spot:
    return round(at[0] / INCH), round(at[1] / INCH)


def _far(one: Spot, other: Spot) -> int:
    """Distance in hundredths of an inch."""
    return isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def _clear_way(battle: Battle, start: Spot, end: Spot, enemies: list[Spot]) -> tuple[int, tuple[Spot, ...]] | None:
    """A way in inches over the table, round the enemies but near its two ends; its length in hundredths."""
    wide, high = int(battle.table.width) // INCH, int(battle.table.depth) // INCH

    def open_to(x: int, y: int) -> bool:
        here = (x * INCH, y * INCH)
        ends = (_far(here, (at[0] * INCH, at[1] * INCH)) <= CLEAR for at in (start, end))
        return 0 <= x <= wide and 0 <= y <= high and (any(ends) or all(_far(here, one) > CLEAR for one in enemies))

    def steps(here: Spot) -> Iterable[tuple[Spot, int]]:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and open_to(here[0] + dx, here[1] + dy):
                    yield (here[0] + dx, here[1] + dy), DIAGONAL if dx and dy else INCH

    def rest(here: Spot) -> int:
        return _far((here[0] * INCH, here[1] * INCH), (end[0] * INCH, end[1] * INCH))

    return way(start, end, steps, rest)


def _taken(battle: Battle, view: Battle, side: Side, end: Spot, path: Iterable[Spot]) -> Side | None:
    """The side of the first unseen enemy that a way comes near, before its end."""
    unseen = [one for one in on_table(battle) if one.side != side and one.id not in view.units and not one.blind]
    for x, y in path:
        here = (x * INCH, y * INCH)
        for one in unseen:
            if _far(here, end) > CLEAR >= _far(here, _at(one)):
                return one.side
    return None
