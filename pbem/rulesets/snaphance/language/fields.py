"""The ground a stand rules, for its map: its zone of control, and what it may shoot at, by the columns of its row."""

from collections.abc import Iterator

from pbem.engine.hexes import Hex, distance, label
from pbem.engine.offers import Field
from pbem.rulesets.snaphance.fighting.shooting import shoots
from pbem.rulesets.snaphance.fighting.sight import in_arc, sees
from pbem.rulesets.snaphance.moving.zones import zoc_of
from pbem.rulesets.snaphance.special.dead_ground import hidden_from
from pbem.rulesets.snaphance.state.battle import Battle, Stand, on_board, type_of
from pbem.rulesets.snaphance.state.tables import LONGEST_RANGE, RANGE_COLUMN

NEAR = 2
"""Hexes up to which a range is called near on a map."""

BANDS = {"PB": "point-blank", "2H": "2 hexes", "3H": "3 hexes", "4H": "4 hexes", "6H": "5 or 6 hexes"}
"""The columns of the army list in words (SN-Q48)."""


def fields(view: Battle, stand: Stand) -> tuple[Field, ...]:
    """Its zone of control, then its fields of fire, the nearest first; () for who is not on the board.

    A field of fire is what lies in its arc (SN-7.0a) and can be seen from its hex (SN-7.1), whatever stands there.
    """
    if not stand.on_board:
        return ()
    zone = _places(view, zoc_of(view, stand.id))
    found = [Field("zone", "Zone of control", zone)] if zone else []
    row = type_of(view, stand.id)
    if shoots(row):
        reached = [here for here in _around(stand.hex) if _fired_upon(view, stand, here)]
        for column, words in BANDS.items():
            hexes = [here for here in reached if RANGE_COLUMN[distance(stand.hex, here)] == column]
            if column in row.fire and hexes:
                near = min(distance(stand.hex, here) for here in hexes) <= NEAR
                title = f"Fire at {words}{f', {row.fire[column]:+d}' if row.fire[column] else ''}"
                found.append(Field("near" if near else "far", title, _places(view, hexes)))
    return tuple(found)


def place(view: Battle, here: Hex) -> str:
    """A hex as orders name it; '' for one off the board."""
    return label(here) if on_board(view, here) else ""


def _places(view: Battle, some: tuple[Hex, ...] | list[Hex]) -> tuple[str, ...]:
    return tuple(name for here in some if (name := place(view, here)))


def _around(here: Hex) -> Iterator[Hex]:
    """Every hex within the longest range, row by row."""
    for r in range(-LONGEST_RANGE, LONGEST_RANGE + 1):
        for q in range(max(-LONGEST_RANGE, -LONGEST_RANGE - r), min(LONGEST_RANGE, LONGEST_RANGE - r) + 1):
            if (q, r) != (0, 0):
                yield Hex(here.q + q, here.r + r)


def _fired_upon(view: Battle, stand: Stand, here: Hex) -> bool:
    far = RANGE_COLUMN[distance(stand.hex, here)]
    if far not in type_of(view, stand.id).fire or not on_board(view, here) or not in_arc(view, stand.id, here):
        return False
    return sees(view, stand.hex, here) and not (view.special and hidden_from(view, stand.id, here))
