"""What the API gives of a turn: its report and its map as data.  The outside form, as in `shapes`."""

from datetime import datetime

from pbem.web.api.shapes import Out, Outcome


class Roll(Out):
    """A roll.  sum: the arithmetic before the dice.  hits: which of the dice counted.  side: name of the side that
    threw, empty where it is not known."""

    who: str
    side: str
    sum: str
    dice: tuple[int, ...]
    hits: tuple[bool, ...]
    outcome: str


class Event(Out):
    """Something that happened.  number: ``4.2``, the second of turn 4; empty for what was not done.  subject: the stand
    it is mostly about.  key: worth a place in a brief; then `brief` says it short.  kind: why one might look it up
    (charge, melee, loss, general, arrival, army, end), or empty.  rules: IDs."""

    number: str
    text: str
    brief: str
    key: bool
    kind: str
    subject: str
    rules: tuple[str, ...]
    rolls: tuple[Roll, ...]


class Chapter(Out):
    """Events under one heading.  rolls: those that led to it."""

    title: str
    note: str
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]


class Troops(Out):
    """A stand, one's own or seen.  facing: clock hour.  strength: in words; left of start: in points.  changes: of this
    turn.  to_come: when and where it is expected; empty for one that is there."""

    code: str
    name: str
    kind: str
    group: str
    hex: str
    facing: int
    strength: str
    left: int
    start: int
    states: tuple[str, ...]
    changes: tuple[str, ...]
    gone: bool
    to_come: str


class Count(Out):
    """A further count of a scenario: so many of so many."""

    name: str
    have: int
    of: int


class Tally(Out):
    """How a side stands: break points lost of the number at which it breaks."""

    side: str
    mine: bool
    lost: int
    break_at: int
    extra: tuple[Count, ...]


class Settled(Out):
    """A decision of the reader's that was closed.  line: the standing order that did, or that would have."""

    what: str
    by: str
    line: str


class RuleReading(Out):
    """A rule that this battle reads otherwise than is usual, and how."""

    rule: str
    text: str


class Report(Out):
    """A turn as it was told to the seat.

    carried_out of ordered: the seat's own orders; not_done: what became of the others.  no_longer_seen: in sentences.
    acted: what standing orders decided; in_advance: what they might have.
    """

    number: int
    turn_name: str
    told_at: datetime
    in_short: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    carried_out: int
    ordered: int
    not_done: tuple[Event, ...]
    mine: tuple[Troops, ...]
    seen: tuple[Troops, ...]
    no_longer_seen: tuple[str, ...]
    tallies: tuple[Tally, ...]
    acted: tuple[Settled, ...]
    in_advance: tuple[Settled, ...]
    readings: tuple[RuleReading, ...]
    history: str
    outcome: Outcome | None


# --- the map ------------------------------------------------------------------------------------------------------


class Ground(Out):
    """A hex.  kind: open, wood, hill, hill-top, stream, field, swamp, town, water or
    impassable."""

    hex: str
    kind: str


class PlaceName(Out):
    """A name printed beside hexes."""

    text: str
    kind: str
    hexes: tuple[str, ...]


class Wall(Out):
    """Defended sides of a hex, by clock hour: 1, 3, 5, 7, 9, 11.  prepared: works made for it."""

    hex: str
    sides: tuple[int, ...]
    prepared: bool


class Counter(Out):
    """A stand on the map.  look: of its side (`sides`).  symbol: of its kind.  ranks: strength, front
    rank first.  lost: points lost this turn.  seen_in: null for one in view, else the round in which it
    was seen last."""

    code: str
    name: str
    look: int
    symbol: str
    hex: str
    facing: int
    ranks: tuple[int, ...]
    disordered: bool
    ready: bool
    general: bool
    lost: int
    seen_in: int | None


class General(Out):
    """A general who is with no stand."""

    letter: str
    look: int
    hex: str


class Arrow(Out):
    """A move, charge, shot or retreat of the turn, place by place."""

    kind: str
    look: int
    code: str
    path: tuple[str, ...]


class Melee(Out):
    """An ongoing melee between two hexes."""

    one: str
    other: str


class Wreck(Out):
    """Where a stand was destroyed this turn."""

    code: str
    look: int
    hex: str


class MapSide(Out):
    """A side, and its break points lost of the number at which it breaks.  look: 1 for the first-named side, else 2."""

    letter: str
    name: str
    look: int
    lost: int
    break_at: int


class Map(Out):
    """A turn's map as the seat saw it.  Hexes are pointy-topped, numbered by column, then row, two digits each, from
    the top left; even rows lie half a hex to the right.  scale: so many of scale_unit a hex."""

    number: int
    title: str
    subtitle: str
    columns: int
    rows: int
    scale: int
    scale_unit: str
    ground: tuple[Ground, ...]
    names: tuple[PlaceName, ...]
    walls: tuple[Wall, ...]
    objective: tuple[str, ...]
    objective_text: str
    sides: tuple[MapSide, ...]
    counters: tuple[Counter, ...]
    generals: tuple[General, ...]
    arrows: tuple[Arrow, ...]
    melees: tuple[Melee, ...]
    wrecks: tuple[Wreck, ...]
    coming: str
