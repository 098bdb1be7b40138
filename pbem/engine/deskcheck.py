"""Desk entries of an archive checked against the story: asks, orders, clock, seats, letters, and the numbers of steps.

The rules play only the story again; what was asked and sent beside it must fit it all the same: an ask is put once and
closed by the answer to it, orders answer what is open, are numbered, allowed, and what the answer says was given.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.asks import Batch, Given
from pbem.engine.ids import UMPIRE, Seat, Seq
from pbem.engine.journal import (
    Answered,
    Asked,
    Clocked,
    Entry,
    LetterAct,
    Newsed,
    Pacted,
    Pressed,
    Questioned,
    Reported,
    Revealed,
    Rewound,
    Seated,
    Submitted,
    TableTold,
    Unasked,
)

ENGINE = "engine"
TIME = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z")
"""UTC, ISO 8601."""

OF_THE_UMPIRE = {"umpire", "no umpire", "co-umpire", "no co-umpire"}
"""What a seat entry says of the umpire's seat."""

OF_THE_GAME = {"stopped", "resumed"}
"""What a clock entry says that is about no ask."""

SAID_BY_SEATS = {"moved", "extended", "granted", "put off", "resumed", "excused"}
"""What a seat may bring about: by a pact, a word, its player's leave, or by being taken again."""

SETS_DEADLINE = {"opened", "extended", "granted", "put off", "excused", "all in"}
SETS_NONE = {"reminded", "chased", "nudged", "paused", "shut", *OF_THE_GAME}

FARTHEST = 10
"""Years ahead of its entry that a deadline may be."""


def desk_faults(entries: Iterable[Entry], bodies: Mapping[Seq, Any], seats: tuple[Seat, ...]) -> list[tuple[Seq, str]]:
    """What is wrong with the desk entries of a journal, each with the entry it is wrong in; () where all fit.

    bodies: of the entries, read.  seats: of the game.
    """
    desk = _Desk(seats)
    return [(entry.seq, what) for entry in entries for what in desk.faults_of(entry, bodies[entry.seq])]


class _Desk:
    """What is open while the entries are gone through."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self.open: tuple[Seq, Batch[Any]] | None = None
        self.lapsed: Batch[Any] | None = None
        self.filed: dict[Seat, int] = {}
        self.stands: dict[Seat, Submitted[Any]] = {}
        self.words: set[Seat] = set()
        self.rolled = False
        self.offers: set[str] = set()
        self.questions: dict[int, Seat] = {}
        self.letters: set[Seq] = set()
        self.shut = False
        self.news = {"written": 0, "printed": 0}
        self.checks: Mapping[str, Callable[[Entry, Any], Iterator[str]]] = {
            "ask": self._ask, "unask": self._unask, "answer": self._answer, "orders": self._orders,
            "clock": self._clock, "seat": self._seat, "press": self._press, "pact": self._pact, "seed": self._seed,
            "question": self._question, "news": self._news,
            "told": self._told, "report": self._report, "rewind": self._rewind,
        }  # fmt: skip

    def faults_of(self, entry: Entry, body: Any) -> Iterator[str]:  # noqa: ANN401  # a body of any kind
        """What is wrong with one entry; afterwards it counts."""
        if _time(entry.at) is None:
            yield f"its time is {entry.at!r}, which is none"
        battle = entry.kind == "returned" and re.fullmatch(r"battle:[0-9]+", entry.author)
        if not battle and entry.author not in {ENGINE, UMPIRE, *self.seats}:
            yield f"its author is {entry.author!r}, who has no part in this game"
        if entry.kind == "roll":
            self.rolled = True
        check = self.checks.get(entry.kind)
        if check is not None:
            yield from check(entry, body)

    def _unknown(self, *seats: Seat) -> Iterator[str]:
        for seat in seats:
            if seat not in self.seats:
                yield f"there is no seat {seat!r} in this game"

    # --- asks and answers ---------------------------------------------------------------------------------------------

    def _ask(self, entry: Entry, body: Asked[Any]) -> Iterator[str]:
        asked = [ask.seat for ask in body.batch.asks]
        yield from self._unknown(*asked)
        if not asked:
            yield "it asks no seat"
        if self.open is not None:
            yield f"it asks while entry {self.open[0]} is still open"
        kept = {ask.seat for ask in body.batch.asks if self.lapsed is not None and ask in self.lapsed.asks}
        self.filed = {seat: number for seat, number in self.filed.items() if seat in kept}
        self.stands = {seat: one for seat, one in self.stands.items() if seat in kept}
        self.open, self.lapsed, self.shut = (entry.seq, body.batch), None, False

    def _unask(self, entry: Entry, body: Unasked) -> Iterator[str]:
        if self.open is None or self.open[0] != body.ask:
            yield f"it takes back the ask of entry {body.ask}, which is not open"
            return
        self.lapsed, self.open = self.open[1], None

    def _rewind(self, entry: Entry, body: Rewound) -> Iterator[str]:
        """After an umpire has turned the game back every question is a new one."""
        if body.accepted is None:
            self.lapsed = None
        yield from ()

    def _answer(self, entry: Entry, body: Answered[Any, Any]) -> Iterator[str]:
        self.lapsed = None
        if len(body.given) != len(body.batch.asks):
            yield f"it gives {len(body.given)} answers to {len(body.batch.asks)} asks"
            return
        for ask, given in zip(body.batch.asks, body.given, strict=True):
            why = ask.refusal(given.answer)
            if why:
                yield f"the answer of {ask.seat} is not allowed: {why}"
        if body.ask is None:
            return
        if self.open is None or self.open[0] != body.ask:
            yield f"it answers the ask of entry {body.ask}, which is not open"
            return
        if self.open[1] != body.batch:
            yield f"it answers other questions than entry {body.ask} asks"
        for ask, given in zip(body.batch.asks, body.given, strict=True):
            yield from self._given(ask.seat, given)
        self.open, self.filed, self.stands = None, {}, {}

    def _given(self, seat: Seat, given: Given[Any]) -> Iterator[str]:
        """A player's answer is what stands of that seat's orders."""
        stands = self.stands.get(seat)
        if given.by == "player" and (stands is None or stands.answer is None):
            yield f"it gives an answer of {seat}'s player, of whom no orders stand"
        elif stands is not None and given.by in {"player", "aide"} and stands.answer not in (None, given.answer):
            yield f"it gives another answer of {seat} than the orders that stand"

    def _orders(self, entry: Entry, body: Submitted[Any]) -> Iterator[str]:
        ask = None if self.open is None else next((a for a in self.open[1].asks if a.seat == body.seat), None)
        if self.open is None or self.open[0] != body.ask or ask is None:
            yield f"these orders of {body.seat} are for entry {body.ask}, which asks it nothing now"
            return
        if entry.author != body.seat:
            yield f"orders of {body.seat} are written by {entry.author}"
        number = self.filed.get(body.seat, 0) + 1
        if self.shut and body.door != UMPIRE:
            yield f"orders of {body.seat} are taken after the orders were closed"
        if body.number != number:
            yield f"version {body.number} of {body.seat} stands where version {number} would be next"
        if body.answer is not None and (why := ask.refusal(body.answer)):
            yield f"orders of {body.seat} that are not allowed: {why}"
        if (body.withdrawn or body.answer is None) and body.final:
            yield f"orders of {body.seat} that say nothing are final"
        self.filed[body.seat] = max(body.number, number)
        if body.withdrawn:
            self.stands.pop(body.seat, None)
        else:
            self.stands[body.seat] = body

    # --- the clock ----------------------------------------------------------------------------------------------------

    def _clock(self, entry: Entry, body: Clocked) -> Iterator[str]:
        if entry.author in self.seats and body.act not in SAID_BY_SEATS:
            yield f"{entry.author} has no say over a clock that is {body.act}"
        if body.act in OF_THE_GAME:
            return
        if self.open is None or body.ask != self.open[0]:
            yield f"the clock of entry {body.ask} is {body.act}, and that entry is not open"
        self.shut = body.act == "shut" or (self.shut and body.act != "moved")
        due, at = _time(body.due) if body.due else None, _time(entry.at)
        if body.due and due is None:
            yield f"its deadline is {body.due!r}, which is no time"
        elif due is not None and at is not None and due <= at:
            yield f"its deadline, {body.due}, is not after {entry.at}, when it was set"
        elif due is not None and at is not None and int(due[:4]) - int(at[:4]) > FARTHEST:
            yield f"its deadline, {body.due}, is more than {FARTHEST} years after {entry.at}, when it was set"
        elif due is None and body.act in SETS_DEADLINE:
            yield f"the clock is {body.act} without a deadline"
        if due is not None and body.act in SETS_NONE:
            yield f"the clock is {body.act}, which sets no deadline, and names {body.due}"

    # --- seats, letters, pacts ----------------------------------------------------------------------------------------

    def _seat(self, entry: Entry, body: Seated) -> Iterator[str]:
        if body.act in OF_THE_UMPIRE:
            yield from self._umpire(body)
            return
        yield from self._unknown(body.seat)
        if body.act == "word":
            if self.rolled or body.seat in self.words:
                yield f"{body.seat} adds a word to the dice, which counts once and before the first roll"
            self.words.add(body.seat)
        if body.act in {"taken", "deputy", "no deputy", "looked"} and not body.who:
            yield f"the seat {body.seat} is {body.act}, and it is not said by whom"
        if body.act == "deputy" and not 1 <= body.first <= body.last:
            yield f"a deputy is named for the turns {body.first} to {body.last}"
        if body.act != "deputy" and (body.first or body.last):
            yield f"the seat {body.seat} is {body.act} for turns {body.first} to {body.last}, as only a deputy is"
        if body.act in {"taken", "left", "aide"}:
            self.offers.clear()

    def _umpire(self, body: Seated) -> Iterator[str]:
        """The umpire's seat is no seat of the battle, and its player plays none."""
        if body.seat != UMPIRE:
            yield f"the umpire's seat is {body.seat!r}"
        if body.act != "no umpire" and not body.who:
            yield f"the act is {body.act}, and it is not said of whom"
        if (body.rights is not msgspec.UNSET) != (body.act == "co-umpire"):
            yield f"the act {body.act} names rights, or a co-umpire has none named"

    def _press(self, entry: Entry, body: Pressed) -> Iterator[str]:
        yield from self._unknown(*(one for one in (body.sender, *body.to) if one != UMPIRE))
        if body.act is not msgspec.UNSET:
            yield from self._letter_act(entry, body, body.act)
            return
        self.letters.add(entry.seq)
        if entry.author != body.sender or not body.to or body.sender in body.to:
            yield f"a letter of {body.sender} to {', '.join(body.to) or 'no seat'}, written by {entry.author}"
        if body.signed is not msgspec.UNSET and body.sender != UMPIRE:
            yield f"a letter of {body.sender} is signed {body.signed!r}, as only the umpire may"

    def _letter_act(self, entry: Entry, body: Pressed, act: LetterAct) -> Iterator[str]:
        """The umpire's, or the service's, which delivers what is due and sends couriers."""
        if entry.author != UMPIRE and not (
            entry.author == ENGINE and act.does in {"delivered", "rides", "lost", "shown"}
        ):
            yield f"a letter is {act.does} by {entry.author}"
        if act.letter not in self.letters and act.does not in {"all wait", "none wait"}:
            yield f"the letter of entry {act.letter} is {act.does}, which is none"

    def _pact(self, entry: Entry, body: Pacted) -> Iterator[str]:
        by_umpire = body.reason is not msgspec.UNSET
        if by_umpire and (body.seat != UMPIRE or body.about != "pause" or body.act not in {"begun", "ended"}):
            yield f"the umpire has {body.act} a {body.about} by a word of their own"
        if not by_umpire:
            yield from self._unknown(body.seat)
        if body.act == "offered":
            self.offers.add(body.about)
        elif body.act in {"accepted", "refused", "taken back"} and body.about not in self.offers:
            yield f"a {body.about} is {body.act} that was not offered"

    def _question(self, entry: Entry, body: Questioned) -> Iterator[str]:
        """Numbered in their order; answered by the umpire, and by no seat."""
        yield from self._unknown(body.seat)
        if body.act == "asked":
            self.questions[body.number] = body.seat
            if body.number != len(self.questions):
                yield f"question {body.number} stands where question {len(self.questions)} would be next"
        elif self.questions.get(body.number) != body.seat:
            yield f"question {body.number} is {body.act}, which {body.seat} never asked"
        if entry.author != (UMPIRE if body.act == "answered" else body.seat):
            yield f"question {body.number} is {body.act} by {entry.author}"

    def _news(self, entry: Entry, body: Newsed) -> Iterator[str]:
        """Items and issues, each numbered in their order; struck by the umpire, printed by the service."""
        author = {"written": body.seat, "struck": UMPIRE, "printed": ENGINE}[body.act]
        if entry.author != author:
            yield f"news {body.number} is {body.act} by {entry.author}"
        if body.act == "struck":
            if not 0 < body.number <= self.news["written"]:
                yield f"news {body.number} is struck, which is none"
            return
        self.news[body.act] += 1
        if body.number != self.news[body.act]:
            yield f"news {body.number} is {body.act} where {self.news[body.act]} would be next"

    def _told(self, entry: Entry, body: TableTold) -> Iterator[str]:
        """A commander's own word; the notice is the service's."""
        if entry.author != (body.seat or ENGINE):
            yield f"battle {body.number} is told of for {body.seat or 'no seat'} by {entry.author}"

    def _report(self, entry: Entry, body: Reported) -> Iterator[str]:
        """The umpire's, of orders that are closed; the service's for an umpire who is absent, and as a battle ends."""
        authors = {"published": {UMPIRE, ENGINE}, "released": {UMPIRE, ENGINE}, "ended": {ENGINE}}
        if entry.author not in authors.get(body.act, {UMPIRE}):
            yield f"a report is {body.act} by {entry.author}"
        if body.seat is not None:
            yield from self._unknown(body.seat)
        if not self.shut and body.act not in {"unplanned", "released", "ended"}:
            yield f"reports are {body.act} while orders are open"
        if (body.act == "planned") != (body.plan is not msgspec.UNSET):
            yield f"a report is {body.act}, with the ruling {body.plan!r}"
        of_one, with_reason = body.act in {"noted", "struck", "held", "released"}, body.act in {"struck", "held"}
        if (body.seat is not None) != of_one or with_reason != bool(body.reason):
            yield f"a report is {body.act} of {body.seat or 'no seat'}, with the reason {body.reason!r}"

    def _seed(self, entry: Entry, body: Revealed) -> Iterator[str]:
        if self.open is not None:
            yield f"the seed is revealed while entry {self.open[0]} is open"


def _time(text: str) -> str | None:
    """A time as entries have it; the earlier of two sorts first."""
    return text if TIME.fullmatch(text) else None
