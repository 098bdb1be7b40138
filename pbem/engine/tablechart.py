"""The map of a table in inches as data.  Places are spots of the table: x to the east, y to the north, from the
south-west corner, in hundredths of an inch."""

from typing import Literal

import msgspec

from pbem.engine.mapstyle import ArrowKind, ChartGrade, SideKey, SideLook
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose, Spot

Cover = Literal[
    "wood", "field", "marsh", "town", "hill", "lake", "river", "crossing", "bridge", "ford", "road", "hedge",
    "works", "impassable",
]  # fmt: skip
"""What a feature of a table is drawn as.  Roads, hedges and works are lines, all else are areas.  A crossing is a
bridge where a road runs over it, else a ford."""


class TableFeature(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of terrain."""

    id: str
    kind: Cover
    shape: tuple[Spot, ...]
    """The corners of an area, or the points of a line."""
    half_width: Hundredths = Hundredths(0)
    """Of a line, to either side."""
    name: str = ""
    """Printed at it, '' for none."""


class Base(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as drawn: its footprint."""

    code: str
    name: str
    look: SideLook
    symbol: str
    """Of a kind: ``pike-and-shot``, ``horse``, ``reiters``..."""
    at: Pose
    """Its middle and facing."""
    width: Hundredths
    depth: Hundredths
    strength: str
    """Printed on its tag; '' for nothing."""
    marks: tuple[
        Literal[
            "disordered",
            "ready",
            "general",
            "spent",
            "captured",
            "routed",
            "pursuing",
            "emptied",
            "loaded",
            "unseen",
            "halted",
            "shaken",
            "exhausted",
            "square",
        ],
        ...,
    ] = ()
    """States with a sign of their own.  Of a routed one the front is torn.

    unseen: no enemy that the reader sees has it in sight.
    """
    answer: Literal["stands", "meets", "turns", "failed"] | None = None
    """What it did as it was charged this turn; or its own charge, whose test failed."""
    rows: tuple[str, ...] = ()
    """Its figures, a letter each, the front row first, where they are drawn one by one.

    A full stop: an empty place.  A blank: its footprint does not reach so far back in that file.
    """
    counters: int = 0
    """What it holds of a count that breaks it, on a disc of its own."""
    last_counter: bool = False
    """One more of them breaks it."""
    lost: int = 0
    """Points lost this turn."""
    ghost: int | None = None
    """Last seen in that turn; then strength and marks are not drawn."""
    age: int = 1
    """Of a ghost, in turns."""
    source: str = ""
    """Of a ghost that was told and not seen: by whom, in a word (``spy``); where it is drawn as suspected."""
    seen: ChartGrade | None = None
    """How well a hidden unit is seen that is not known."""
    told: tuple[str, ...] = ()
    """Its states in words, for who cannot see the map."""
    fellow: bool = False
    """Whether another commander of the reader's side has it: it is drawn quieter."""


class Track(msgspec.Struct, frozen=True):
    """A move, charge, shot or retreat, from the first spot to the last.

    start, end: how the unit stood before and stands then, if it moves: its last place is drawn where start is given.
    """

    kind: ArrowKind
    look: SideLook
    code: str
    path: tuple[Spot, ...]
    end: Pose | None = None
    start: Pose | None = None
    ticks: tuple[Spot, ...] = ()
    """Where it was at a quarter, a half and three quarters of the turn, as far as it then still moved."""
    said: str = ""
    """Printed beside it: ``3+ rolled 5``."""


class Touch(msgspec.Struct, frozen=True):
    """Two units in contact, drawn where they touch."""

    one: str
    other: str
    at: Spot


class Fallen(msgspec.Struct, frozen=True):
    """Where a unit was destroyed this turn.  width, depth: of its footprint."""

    code: str
    look: SideLook
    at: Pose
    width: Hundredths
    depth: Hundredths


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the table that matters: an objective, where a side sets up, an exit.

    shape: corners of an area; a single spot with ``radius`` for a round one; two points for a stretch of the edge.
    look: whose it is; None for a neutral one.
    """

    kind: Literal["objective", "deployment", "exit", "entry"]
    shape: tuple[Spot, ...]
    radius: Hundredths = Hundredths(0)
    name: str = ""
    look: SideLook | None = None


class TableChart(msgspec.Struct, frozen=True, kw_only=True, tag="table"):
    """One seat's map."""

    title: str
    subtitle: str
    width: Hundredths
    """Of the table, from west to east and from south to north."""
    depth: Hundredths
    """Of the table, from west to east and from south to north."""
    features: tuple[TableFeature, ...]
    areas: tuple[Area, ...]
    objective_text: str
    """As in the legend."""
    sides: tuple[SideKey, ...]
    bases: tuple[Base, ...]
    tracks: tuple[Track, ...] = ()
    touches: tuple[Touch, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    blinds: bool = False
    """Whether the sides field blinds: the legend says so from the first turn on."""
    coming: str = ""
    """Who is to come, and when."""
    strength_words: str = "strength left"
    """What the figure on a unit's tag is and what the star beside it counts, as the legend says it."""
    lost_words: str = "lost this turn"
    """What the figure on a unit's tag is and what the star beside it counts, as the legend says it."""
