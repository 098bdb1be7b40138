"""The desk: what is asked, what has come in, who sits where, what the clock says, as a value and how it is looked at.

Desk entries never touch the battle.  The desk is folded (`deskfold`) from all entries in journal order, rewound or not.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.asks import Ask, OpenAsk, Submission
from pbem.engine.ids import Seat, Seq


class SeatHolder(msgspec.Struct, frozen=True):
    """Who plays a seat.  who: a player's id, '' for nobody.  aide: the aide-de-camp writes its orders."""

    who: str = ""
    aide: bool = False


class Deputy(msgspec.Struct, frozen=True):
    """Who may order for a seat beside its player, in its turns ``first`` to ``last``.  who: a player's id."""

    who: str
    first: int
    last: int


class Filed(msgspec.Struct, frozen=True):
    """When and by whom a version of orders was filed; ``number`` counts withdrawn ones too."""

    number: int
    at: str
    by: str
    sent: str


class Misses(msgspec.Struct, frozen=True):
    """Turns a seat has missed: in all, and in a row up to now."""

    total: int = 0
    running: int = 0


class Pause(msgspec.Struct, frozen=True):
    """The clock waits, because somebody could not be told of his turn.

    seq: the entry that says so.  at: since when; due: the deadline that ran until then; both UTC ISO.
    """

    seq: Seq
    at: str
    due: str


class Rest(msgspec.Struct, frozen=True):
    """A pause that all players have agreed: no deadline runs.

    seq: the entry that began it.  at: since when (UTC ISO).  until: the day it ends by itself (``2026-08-01``, in the
    game's zone), '' when somebody has to say so.  due: the deadline that ran until then, '' for none.
    """

    seq: Seq
    at: str
    until: str
    due: str


class PactOffer(msgspec.Struct, frozen=True):
    """What a seat has offered and is not settled.  turn: name of the turn it was made in; own: number of the turn its
    maker was asked for last.  until: of a pause.

    at: when, UTC ISO.  agreed: the seats that are for it, the one that offered it first.
    """

    at: str
    turn: str
    until: str
    agreed: tuple[Seat, ...]
    own: int = 0


class Relief(msgspec.Struct, frozen=True):
    """One player's leaving a seat, and the next one's coming.  who: the player (id) who left, and his note.

    left_at, taken_at: UTC ISO; taken_at '' while nobody has come.  taken: the entry that tells of the next one.
    """

    who: str
    note: str
    left_at: str
    taken_at: str = ""
    taken: Seq | None = None


class PressLetter(msgspec.Struct, frozen=True):
    """A letter from seat to seats.  seq: its entry.  at: UTC ISO.  by: the player (id) who wrote it, '' if unknown."""

    seq: Seq
    at: str
    sender: Seat
    to: tuple[Seat, ...]
    text: str
    by: str = ""


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """What is on the desk now.

    open: the batch awaited, with what has come in.  filed: of the version of each seat that came last.  turns: number
    of each seat's latest turn, from 1; it counts what that seat was asked and nobody else's.  opened_at, due,
    grace_until: UTC ISO, '' for none.  passed: the entry that said the deadline had passed.  paused: why there is no
    ``due`` now although a clock runs in this game.  plays_at: when the turn is played, all having submitted, UTC ISO;
    '' while that is not so.  waived: the umpire has let the clock of this batch run all the
    same.  stopped: why the game waits for its umpire, '' when it does not.  offers: what is offered and not settled,
    by what it is about.  rest: the pause agreed last, until it is ended by a word; one that ends by itself stays here
    (`resting` knows).  granted: seats that have put this batch's deadline off for the others.  leave: days by which
    each seat's deadlines were put off while its player was away.  reliefs: of each seat, who left it last.  deputies:
    of each seat. chased_at, chased: when the late were told last, UTC ISO, and how often since they were told
    first. excused: missed deadlines that each seat was excused. privy: the seats each player (by id) ever had, or
    was named the deputy of: he knows what they know.
    """

    open: OpenAsk | None = None
    filed: Mapping[Seat, Filed] = {}
    turns: Mapping[Seat, int] = {}
    opened_at: str = ""
    due: str = ""
    grace_until: str = ""
    passed: Seq | None = None
    reminded: bool = False
    chased_at: str = ""
    chased: int = 0
    excused: Mapping[Seat, int] = {}
    plays_at: str = ""
    paused: Pause | None = None
    waived: bool = False
    extended: Mapping[Seat, int] = {}
    granted: tuple[Seat, ...] = ()
    leave: Mapping[Seat, int] = {}
    offers: Mapping[str, PactOffer] = {}
    rest: Rest | None = None
    reliefs: Mapping[Seat, Relief] = {}
    seats: Mapping[Seat, SeatHolder] = {}
    deputies: Mapping[Seat, tuple[Deputy, ...]] = {}
    privy: Mapping[str, frozenset[Seat]] = {}
    words: tuple[tuple[Seat, str], ...] = ()
    misses: Mapping[Seat, Misses] = {}
    letters: tuple[PressLetter, ...] = ()
    stopped: str = ""
    seed: str = ""
    rolled: bool = False
    lapsed: OpenAsk | None = None
    """What was open before the ``unask`` just read: equal asks of the next batch take its submissions over."""


# --- looking ------------------------------------------------------------------------------------------------------


def asked(desk: Desk, seat: Seat) -> Ask[Any] | None:
    """What a seat is asked now."""
    return desk.open.ask_of(seat) if desk.open else None


def standing(desk: Desk, seat: Seat) -> Submission | None:
    """The version of a seat's orders that stands."""
    return desk.open.submissions.get(seat) if desk.open else None


def deputies_in(desk: Desk, seat: Seat, turn: int) -> tuple[Deputy, ...]:
    """Who may order for a seat in a turn of its own, beside its player."""
    return tuple(one for one in desk.deputies.get(seat, ()) if one.first <= turn <= one.last)


def deputy_of(desk: Desk, seat: Seat, turn: int, player: str) -> bool:
    """Whether a player may order for a seat in a turn as its deputy."""
    return any(one.who == player for one in deputies_in(desk, seat, turn))


def without_answer(desk: Desk) -> tuple[Seat, ...]:
    """The seats of the open batch of whom nothing stands: the late ones, once the deadline has passed."""
    if desk.open is None:
        return ()
    have = {seat for seat, one in desk.open.submissions.items() if one.answer is not None}
    return tuple(ask.seat for ask in desk.open.batch.asks if ask.seat not in have)


def not_ready(desk: Desk) -> tuple[Seat, ...]:
    """The seats that the open batch still waits for.  What stood when the deadline passed counts as final."""
    if desk.open is None:
        return ()
    subs, passed = desk.open.submissions, desk.passed
    ready = {
        seat
        for seat, one in subs.items()
        if one.answer is not None and (one.final or (passed is not None and one.at < passed))
    }
    return tuple(ask.seat for ask in desk.open.batch.asks if ask.seat not in ready)


def resting(desk: Desk, day: str) -> bool:
    """Whether a pause that was agreed holds on a day (``2026-08-01``, in the game's zone)."""
    return desk.rest is not None and (not desk.rest.until or day < desk.rest.until)
