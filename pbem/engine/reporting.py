"""A turn as told to one seat: what a rule set makes of its facts, and what mail, page and print then lay out.

Everything here is words and numbers, cut to the seat before it was made.  Events are numbered per seat and turn
(4.1, 4.2): journal numbers have gaps that would betray hidden events.
"""

from typing import Literal

import msgspec

from pbem.engine.ids import RuleId


class RollLine(msgspec.Struct, frozen=True):
    """One roll in words.  ``S01 struck: SP 4 + charge 2 = 6 dice: 6 5 5 4 2 1, 2 hits``."""

    who: str
    """The unit and what it did."""
    sum: str
    """The arithmetic before the dice (``SP 4 + charge 2 = 6 dice``)."""
    dice: tuple[int, ...]
    hits: tuple[bool, ...]
    """Which of the dice counted."""
    outcome: str
    side: str = ""
    """The name of the side that threw, '' where it is not known."""


EventKind = Literal["", "charge", "melee", "loss", "general", "arrival", "army", "end"]
"""Why an event is worth going to: a charge went in, a melee was won, a unit was destroyed or driven off, a general was
lost, units came onto the field, an army broke, the battle ended; '' for none of these."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened: a sentence, its rolls, the rules that made it so."""

    text: str
    rolls: tuple[RollLine, ...] = ()
    rules: tuple[RuleId, ...] = ()
    subject: str = ""
    """The unit it is mostly about, '' for none."""
    key: bool = False
    """Worth a place in the brief, which tells it as ``brief``."""
    brief: str = ""
    weight: int = 0
    """How much it matters to the reader, for the lines that head a report; 0 for not at all."""
    until: int = 0
    """How many happenings of the turn, from its first, have been told with this event: the field as it then stood is
    the one before the next of them."""
    kind: EventKind = ""


class Chapter(msgspec.Struct, frozen=True):
    """Events under one heading (an activation, a phase).  rolls: those that led to it, of which the note tells."""

    title: str
    note: str
    events: tuple[Event, ...]
    rolls: tuple[RollLine, ...] = ()


class UnitRow(msgspec.Struct, frozen=True, kw_only=True):
    """A stand in the table of own or seen troops."""

    code: str
    name: str
    kind: str
    group: str
    place: str
    """As told and as orders write them (``0605`` and ``12``; ``24,18.5`` and ``90°``)."""
    facing: str
    """As told and as orders write them (``0605`` and ``12``; ``24,18.5`` and ``90°``)."""
    strength: str
    """``3 of 5``; ranks as ``5/4``."""
    left: int
    start: int
    states: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    gone: bool = False
    to_come: str = ""
    """When and where it is expected (``expected in round 2 at 0609``); '' for a stand that has come."""
    failing: bool = False
    """It is broken, or one step from it, however many are left."""
    led_by: str = ""
    """Another commander of the reader's side whose it is; '' for the reader's own, and where a side has but one."""


class Tally(msgspec.Struct, frozen=True):
    """How a side stands: what it has lost of what breaks it; and any further count the scenario makes.

    break_at: 0 where no number breaks it.  counted: what that is, in words (``break points``, ``units``).
    """

    side: str
    mine: bool
    lost: int
    break_at: int
    extra: tuple[tuple[str, int, int], ...] = ()
    """(name, have, of): ``("Hill hexes", 2, 4)``."""
    counted: str = "break points"
    at_least: bool = False
    """Whether the reader may not have seen all that the side has lost."""


class FormLine(msgspec.Struct, frozen=True):
    """A line of the order form: the order that acts if nothing is sent, and a remark.

    settled: nothing is left open by giving no order: a standing order acts, or the unit can do nothing else (its melee
    goes on, it is yet to arrive).
    """

    code: str
    order: str
    note: str = ""
    settled: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a finished game ended.  winner: a side, or '' for a draw."""

    kind: Literal["broken", "objective", "limit", "draw", "conceded", "ruled"]
    winner: str
    text: str


class Settled(msgspec.Struct, frozen=True):
    """A decision of the reader's that was closed in a turn."""

    what: str
    """What was decided (``S06 did not evade N01``)."""
    by: str
    """Who did, in words."""
    line: str
    """The standing order that did, or the line that would have."""
    kind: str = ""
    """Of decisions, for whichever unit: advice on one is given once in a battle."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one seat is told about one turn (a rule set's part of a report).

    turn_name: what it covers.  names: how many turns that names (``turn 3 (South) and turn 4 (North)``: 2); 0 before
    the first, and for rules that name one each time.
    """

    turn_name: str
    in_short: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    carried_out: int
    ordered: int
    not_done: tuple[Event, ...]
    mine: tuple[UnitRow, ...]
    seen: tuple[UnitRow, ...]
    no_longer_seen: tuple[str, ...]
    tallies: tuple[Tally, ...]
    outcome: Outcome | None = None
    acted: tuple[Settled, ...] = ()
    """What the reader's standing orders have decided."""
    in_advance: tuple[Settled, ...] = ()
    """What he was asked, or what was left to defaults, and might have been said in advance."""
    readings: tuple[tuple[RuleId, str], ...] = ()
    """Rules this battle reads otherwise than is usual, that have decided something: each with what it says."""
    names: int = 0
    remark: str = ""
    """What the umpire adds to the report; '' for nothing."""
    history: str = ""
    """How the battle was fought in its day; '' in every report but the first, and for battles that never were."""

    @property
    def own(self) -> tuple[UnitRow, ...]:
        """Of ``mine``, which are those of the reader's side, the reader's own."""
        return tuple(row for row in self.mine if not row.led_by)

    @property
    def counted(self) -> str:
        """What the sides lose, in words; '' where nothing is counted."""
        return next((one.counted for one in self.tallies), "")


class Matter(msgspec.Struct, frozen=True):
    """Something to be known, under a heading."""

    title: str
    lines: tuple[str, ...]
