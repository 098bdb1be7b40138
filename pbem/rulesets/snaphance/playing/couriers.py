"""Couriers between generals: a hex costs them one, and they ride round the zones of control that their side sees."""

from collections.abc import Iterable

from pbem.engine.couriers import Ride, turns_for, way
from pbem.engine.hexes import Hex, distance, label, neighbours
from pbem.engine.ids import Seat, Side
from pbem.rulesets.snaphance.moving.zones import enemy_zocs
from pbem.rulesets.snaphance.state.battle import (
    MCS,
    Battle,
    on_board,
    seat_of_group,
    seat_of_stand,
    side_of_seat,
    terrain,
)


def ride(battle: Battle, view: Battle, sender: Seat, reader: Seat) -> Ride:
    """The ride from a seat to another.  view: the sender's.

    Within a side it goes round the hexes of enemies and their zones, as the sender's side sees them, but for the last
    hex; to another side a trumpeter rides straight.
    """
    start, end = _place(battle, sender), _place(battle, reader)
    if start is None or end is None:
        return Ride(turns=0, sent_from=label(start) if start else "")
    side = side_of_seat(battle, sender)
    together = side is not None and side == side_of_seat(battle, reader)

    def steps(here: Hex) -> Iterable[tuple[Hex, int]]:
        for there in neighbours(here):
            held = together and side is not None and there != end and _held(view, side, there)
            if on_board(battle, there) and terrain(battle, there) != "impassable" and not held:
                yield there, 1

    found = (0, (start,)) if start == end else way(start, end, steps, lambda here: distance(here, end))
    if found is None:
        return Ride(turns=None, sent_from=label(start))
    length, path = found
    taken = _taken(battle, view, side, path[1:-1]) if together and side is not None else None
    turns = 0 if length <= 1 else turns_for(length, _pace(battle))
    return Ride(turns=turns, sent_from=label(start), taken_by=taken)


def _place(battle: Battle, seat: Seat) -> Hex | None:
    """Where a seat's first living general on the field is; without one, its first stand."""
    generals = (one for _, one in sorted(battle.commanders.items()) if one.alive)
    for one in generals:
        attached = battle.stands.get(one.attached_to) if one.attached_to else None
        if seat_of_group(battle, one.group) == seat and (attached is None or attached.on_board):
            return attached.hex if attached else one.hex
    stands = (code for code, one in sorted(battle.stands.items()) if one.on_board)
    return next((battle.stands[code].hex for code in stands if seat_of_stand(battle, code) == seat), None)


def _pace(battle: Battle) -> int:
    """Hexes a turn of the fastest horse there is; of the fastest of all where there is none."""
    horse = [one.mp_first for one in battle.types.values() if one.category in {*MCS, "LC"}]
    return max(horse or [one.mp_first for one in battle.types.values()] or [1], default=1) or 1


def _held(battle: Battle, side: Side, here: Hex) -> bool:
    """Whether an enemy is in a hex, or has it in his zone."""
    there = any(one.on_board and one.side != side and one.hex == here for one in battle.stands.values())
    return there or bool(enemy_zocs(battle, side, here))


def _taken(battle: Battle, view: Battle, side: Side, path: Iterable[Hex]) -> Side | None:
    """The side of the first unseen enemy whose hex or zone a way leads through."""
    for here in path:
        for code, one in sorted(battle.stands.items()):
            near = one.on_board and one.side != side and code not in view.stands
            if near and (one.hex == here or code in enemy_zocs(battle, side, here)):
                return one.side
    return None
