"""What the API gives of orders tried out."""

from pbem.web.api.shapes import Out


class UnitTriedShape(Out):
    """A unit in all tries.  start: its strength before.  lost: how often it lost so many points of that (``{"0": 140,
    "1": 60}``).  gone, disordered: how often it was at the end.  places: how often it ended where.  deeds: how often it
    did what."""

    code: str
    mine: bool
    start: int
    lost: dict[int, int]
    gone: int
    disordered: int
    places: dict[str, int]
    deeds: dict[str, int]


class TriedShape(Out):
    """What came of orders in so many tries of at most so many, on what the seat can see.

    within: chances in a hundred are right within so many, nineteen times in twenty.  orders: how many were understood;
    left_out: lines that were not.  lost: how often each side lost so many break points.  ended: how often the battle
    did, by how; won: by whom, empty for a draw.
    """

    tries: int
    of: int
    within: int
    orders: int
    left_out: int
    units: tuple[UnitTriedShape, ...]
    lost: dict[str, dict[int, int]]
    ended: dict[str, int]
    won: dict[str, int]
