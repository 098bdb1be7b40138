"""The desk: what is asked, what has come in, who sits where, what the clock says.  A pure fold of a game's journal.

Desk entries never touch the battle.  The desk is folded from all entries in journal order, rewound or not.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine.asks import Ask, OpenAsk, Submission
from pbem.engine.ids import Seat, Seq
from pbem.engine.journal import Codec, Entry, JournalError, Seated

replace = msgspec.structs.replace


class Noted(msgspec.Struct, frozen=True):
    """An entry, read."""

    seq: Seq
    kind: str
    author: str
    at: str
    body: Any


class Holder(msgspec.Struct, frozen=True):
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


class Letter(msgspec.Struct, frozen=True):
    """A letter from seat to seats."""

    at: str
    sender: Seat
    to: tuple[Seat, ...]
    text: str


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """What is on the desk now.

    open: the batch awaited, with what has come in.  filed: of the version of each seat that came last.
    turns: number of each seat's latest turn, from 1; it counts what that seat was asked and nobody else's.
    opened_at, due, grace_until: UTC ISO, '' for none.  passed: the entry that said the deadline had passed.
    paused: why there is no ``due`` now although a clock runs in this game.  waived: the umpire has let the clock of
    this batch run all the same.  stopped: why the game waits for its umpire, '' when it does not.
    deputies: of each seat.  privy: the seats each player (by id) ever had, or was named the deputy of: he knows what
    they know.
    """

    open: OpenAsk | None = None
    filed: Mapping[Seat, Filed] = {}
    turns: Mapping[Seat, int] = {}
    opened_at: str = ""
    due: str = ""
    grace_until: str = ""
    passed: Seq | None = None
    reminded: bool = False
    paused: Pause | None = None
    waived: bool = False
    extended: Mapping[Seat, int] = {}
    seats: Mapping[Seat, Holder] = {}
    deputies: Mapping[Seat, tuple[Deputy, ...]] = {}
    privy: Mapping[str, frozenset[Seat]] = {}
    words: tuple[tuple[Seat, str], ...] = ()
    misses: Mapping[Seat, Misses] = {}
    letters: tuple[Letter, ...] = ()
    stopped: str = ""
    seed: str = ""
    rolled: bool = False
    lapsed: OpenAsk | None = None
    """What was open before the ``unask`` just read: equal asks of the next batch take its submissions over."""


def read_all(codec: Codec[Any], entries: Iterable[Entry]) -> tuple[Noted, ...]:
    """Entries, read.  Raises JournalError."""
    return tuple(Noted(one.seq, one.kind, one.author, one.at, codec.read(one)) for one in entries)


def fold_desk(notes: Iterable[Noted], desk: Desk | None = None) -> Desk:
    """The desk after these entries.  Raises JournalError for orders that answer nothing open."""
    desk = desk or Desk()
    for note in notes:
        step = _STEPS.get(note.kind)
        if step is not None:
            desk = step(desk, note)
    return desk


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


# --- how it works -------------------------------------------------------------------------------------------------


def _asked(desk: Desk, note: Noted) -> Desk:
    """A new batch.  An ask equal to one just taken back keeps its submission, its turn and its version number."""
    batch = note.body.batch
    lapsed = desk.lapsed
    kept = [ask.seat for ask in batch.asks if lapsed is not None and ask == lapsed.ask_of(ask.seat)]
    new = [ask.seat for ask in batch.asks if ask.seat not in kept]
    submissions = {s: lapsed.submissions[s] for s in kept if s in lapsed.submissions} if lapsed else {}
    return replace(
        desk,
        open=OpenAsk(note.seq, batch, submissions),
        filed={s: f for s, f in desk.filed.items() if s in kept},
        turns={**desk.turns, **{seat: desk.turns.get(seat, 0) + 1 for seat in new}},
        opened_at=note.at, due="", grace_until="", passed=None, reminded=False, paused=None, waived=False, lapsed=None,
    )  # fmt: skip


def _closed(desk: Desk) -> Desk:
    return replace(desk, open=None, due="", grace_until="", passed=None, reminded=False, paused=None, waived=False)


def _unasked(desk: Desk, note: Noted) -> Desk:
    if desk.open is None or desk.open.seq != note.body.ask:
        raise JournalError(f"entry {note.seq} takes back the ask of entry {note.body.ask}, which is not open")
    return replace(_closed(desk), lapsed=desk.open)


def _answered(desk: Desk, note: Noted) -> Desk:
    """Misses are what the deadline's policy had to answer; a player's own answer ends a row of them."""
    misses = dict(desk.misses)
    for ask, given in zip(note.body.batch.asks, note.body.given, strict=True):
        had = misses.get(ask.seat, Misses())
        if given.by == "deadline" or (given.by == "aide" and not desk.seats.get(ask.seat, Holder()).aide):
            misses[ask.seat] = Misses(had.total + 1, had.running + 1)
        elif given.by == "player" and had.running:
            misses[ask.seat] = Misses(had.total, 0)
    desk = replace(desk, misses=misses, lapsed=None)
    if desk.open is not None and note.body.ask == desk.open.seq:
        return replace(_closed(desk), filed={})
    return desk


def _submitted(desk: Desk, note: Noted) -> Desk:
    body = note.body
    if desk.open is None or desk.open.seq != body.ask or desk.open.ask_of(body.seat) is None:
        raise JournalError(
            f"entry {note.seq} holds orders of {body.seat} for entry {body.ask}, which asks it nothing now"
        )
    submissions = dict(desk.open.submissions)
    if body.withdrawn:
        submissions.pop(body.seat, None)
    else:
        submissions[body.seat] = Submission(
            seat=body.seat, at=note.seq, number=body.number, door=body.door,
            text=body.text, answer=body.answer, final=body.final,
        )  # fmt: skip
    filed = {**desk.filed, body.seat: Filed(body.number, note.at, body.by, body.sent)}
    return replace(desk, open=replace(desk.open, submissions=submissions), filed=filed)


def _clocked(desk: Desk, note: Noted) -> Desk:
    body = note.body
    if body.act == "stopped":
        return replace(desk, stopped=body.note or "stopped")
    if body.act == "resumed":
        return replace(desk, stopped="")
    if desk.open is None or body.ask != desk.open.seq:
        return desk
    if body.act in {"opened", "moved"}:
        waived = desk.waived or (desk.paused is not None and note.author == "umpire")
        return replace(desk, due=body.due, grace_until="", passed=None, reminded=False, paused=None, waived=waived)
    if body.act == "paused":
        return replace(desk, paused=Pause(note.seq, note.at, desk.due), due="", grace_until="", passed=None)
    if body.act == "extended":
        seat = Seat(note.author)
        extended = {**desk.extended, seat: desk.extended.get(seat, 0) + 1}
        return replace(desk, due=body.due, grace_until="", passed=None, reminded=False, extended=extended)
    if body.act == "passed":
        return replace(desk, passed=note.seq, grace_until=body.due)
    return replace(desk, reminded=True)


def _seated(desk: Desk, note: Noted) -> Desk:
    body = note.body
    if body.act == "word":
        return replace(desk, words=(*desk.words, (body.seat, body.word)))
    if body.act in {"deputy", "no deputy"}:
        return _deputed(desk, body)
    holder = {"taken": Holder(body.who), "left": Holder(), "aide": Holder(aide=True)}[body.act]
    deputies = {seat: some for seat, some in desk.deputies.items() if seat != body.seat}  # theirs was another's word
    desk = replace(desk, seats={**desk.seats, body.seat: holder}, deputies=deputies)
    return _privy(desk, body.seat, body.who) if body.act == "taken" else desk


def _deputed(desk: Desk, body: Seated) -> Desk:
    """Naming somebody again gives him other turns."""
    others = tuple(one for one in desk.deputies.get(body.seat, ()) if one.who != body.who)
    if body.act == "no deputy":
        return replace(desk, deputies={**desk.deputies, body.seat: others})
    named = Deputy(body.who, body.first, body.last)
    return _privy(replace(desk, deputies={**desk.deputies, body.seat: (*others, named)}), body.seat, body.who)


def _privy(desk: Desk, seat: Seat, who: str) -> Desk:
    return replace(desk, privy={**desk.privy, who: desk.privy.get(who, frozenset()) | {seat}})


def _pressed(desk: Desk, note: Noted) -> Desk:
    body = note.body
    return replace(desk, letters=(*desk.letters, Letter(note.at, body.sender, body.to, body.text)))


def _revealed(desk: Desk, note: Noted) -> Desk:
    return replace(desk, seed=note.body.seed)


def _rolled(desk: Desk, note: Noted) -> Desk:
    return desk if desk.rolled else replace(desk, rolled=True)


_STEPS = {
    "ask": _asked, "unask": _unasked, "answer": _answered, "orders": _submitted, "clock": _clocked, "seat": _seated,
    "press": _pressed, "seed": _revealed, "roll": _rolled,
}  # fmt: skip
