"""What the API gives of a turn: its report.  The outside form, as in `shapes`."""

from datetime import datetime

from pbem.web.api.shapes import Out, OutcomeShape


class RollShape(Out):
    """A roll.  sum: the arithmetic before the dice.  hits: which of the dice counted.  side: name of the side that
    threw, empty where it is not known."""

    who: str
    side: str
    sum: str
    dice: tuple[int, ...]
    hits: tuple[bool, ...]
    outcome: str


class EventShape(Out):
    """Something that happened.  number: ``4.2``, the second of turn 4; empty for what was not done.  subject: the unit
    it is mostly about.  key: worth a place in a brief; then `brief` says it short.  kind: why one might look it up
    (charge, melee, loss, general, arrival, army, end), or empty.  rules: IDs."""

    number: str
    text: str
    brief: str
    key: bool
    kind: str
    subject: str
    rules: tuple[str, ...]
    rolls: tuple[RollShape, ...]


class ChapterShape(Out):
    """Events under one heading.  rolls: those that led to it."""

    title: str
    note: str
    rolls: tuple[RollShape, ...]
    events: tuple[EventShape, ...]


class TroopsShape(Out):
    """A unit, one's own or seen.  place, facing: as orders write them: ``0605`` and ``12``, a clock hour, on hexes;
    ``24,18.5`` and ``90°``, from north, on a table.  strength: in words; left of start: in points.  changes: of this
    turn.  to_come: when and where it is expected; empty for one that is there."""

    code: str
    name: str
    kind: str
    group: str
    place: str
    facing: str
    strength: str
    left: int
    start: int
    states: tuple[str, ...]
    changes: tuple[str, ...]
    gone: bool
    to_come: str


class CountShape(Out):
    """A further count of a scenario: so many of so many."""

    name: str
    have: int
    of: int


class TallyShape(Out):
    """How a side stands: what it has lost of the number at which it breaks.  counted: what that is (``break points``,
    ``units``)."""

    side: str
    mine: bool
    lost: int
    break_at: int
    counted: str
    extra: tuple[CountShape, ...]


class SettledShape(Out):
    """A decision of the reader's that was closed.  line: the standing order that did, or that would have."""

    what: str
    by: str
    line: str


class RuleReadingShape(Out):
    """A rule that this battle reads otherwise than is usual, and how."""

    rule: str
    text: str


class ReportShape(Out):
    """A turn as it was told to the seat.

    carried_out of ordered: the seat's own orders; not_done: what became of the others.  no_longer_seen: in sentences.
    acted: what standing orders decided; in_advance: what they might have.
    remark: what the umpire adds; '' for nothing.
    """

    number: int
    turn_name: str
    told_at: datetime
    in_short: tuple[str, ...]
    chapters: tuple[ChapterShape, ...]
    carried_out: int
    ordered: int
    not_done: tuple[EventShape, ...]
    mine: tuple[TroopsShape, ...]
    seen: tuple[TroopsShape, ...]
    no_longer_seen: tuple[str, ...]
    tallies: tuple[TallyShape, ...]
    acted: tuple[SettledShape, ...]
    in_advance: tuple[SettledShape, ...]
    readings: tuple[RuleReadingShape, ...]
    remark: str
    history: str
    outcome: OutcomeShape | None
