"""The clerk: a day's summary for the umpire, of the turn played last and of the orders for the next.

Which units met, who is in trouble, which orders will not work.  It is made from the true battle and the journal; it
decides nothing and writes nothing.  Orders are tried with dice of their own: what the game's will be, it does not know.
"""

import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from time import thread_time
from typing import Any, NamedTuple

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import UMPIRE, Seat, Seq
from pbem.engine.play import Run, advance
from pbem.engine.reporting import Event, Tally, Told, UnitRow
from pbem.engine.wording import listed
from pbem.service.model.desk import standing
from pbem.service.play.cache import Cache
from pbem.service.play.tellings import seat_turn, told_of
from pbem.service.play.work import Chair, Mark, Work
from pbem.service.replay.replay import marks_of
from pbem.service.umpire.overview import checks_of, moment_of

log = logging.getLogger(__name__)

TRIES = 10
"""Times the orders are tried at most, each with other dice."""

LONGEST = 4.0
"""Seconds of processor after which they are not tried once more: a try of a large hidden battle takes two."""

TOO_MANY = 400
"""Characters of a sentence about a meeting at most."""

_QUOTED = re.compile(r'"[^"]*"')
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


class UnitsMet(msgspec.Struct, frozen=True, kw_only=True):
    """Two units of two sides that had to do with one another."""

    one: str
    """Code and name of that which acted first."""
    other: str
    told: tuple[tuple[str, str], ...]
    """Number of the event, as the umpire's replay counts, and what it says."""


class UnitInTrouble(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that is hard pressed."""

    side: str
    unit: str
    """Code and name."""
    why: str
    """How it stands: strength, what the rules say of it."""


class OrderTried(msgspec.Struct, frozen=True, kw_only=True):
    """An order that was not carried out when the orders filed so far were tried."""

    side: str
    said: str
    """What became of it, in the words of a report."""
    times: int
    """In how many of the tries."""
    of: int


class LineToCheck(msgspec.Struct, frozen=True):
    """A line of orders that was refused, or will not work as written."""

    side: str
    quote: str
    """The line as sent; '' where what was understood will not work."""
    why: str


class DaySummary(msgspec.Struct, frozen=True, kw_only=True):
    """What the clerk has to say."""

    turn: str
    """Name of the turn that was played last; '' before the first."""
    met: tuple[UnitsMet, ...]
    trouble: tuple[UnitInTrouble, ...]
    """The hardest pressed first."""
    armies: tuple[str, ...]
    """What each army has lost of what breaks it, in sentences."""
    lines: tuple[LineToCheck, ...]
    orders: tuple[OrderTried, ...]
    """The surest to fail first."""
    tried: tuple[str, ...]
    """Titles of the sides whose orders were tried."""
    untried: str
    """Why nothing was tried, in a sentence; '' where it was."""
    tries: int = 0
    """How often."""
    to_try: bool = False
    """Whether there are orders that have not been tried for this summary."""


# --- the summary --------------------------------------------------------------------------------------------------

_summaries: Cache[DaySummary] = Cache(32)


def summary_of(work: Work, *, at_once: bool = False) -> DaySummary:
    """The summary of a game, for its umpires alone.  Kept in this process until a turn, a ruling or orders change it:
    reminders, letters and looks do not.

    at_once: orders that would have to be tried for it are left out (`to_try`).
    """
    last = work.table[-1].seq
    if last > len(work.hashes):
        return _made(work)
    orders = tuple((chair.seat, standing(work.desk, chair.seat)) for chair in work.chairs)
    told = (work.state, work.desk.held, orders, work.desk.filed)
    key = work.game, work.hashes[last - 1], repr(told)
    known = _summaries.known(key)
    if at_once and known is None and _filed(work):
        return _made(work, at_once=True)
    return known or _summaries.of(key, lambda: _made(work))


def _made(work: Work, *, at_once: bool = False) -> DaySummary:
    now = _told_now(work)
    sides = {row.code: chair.title for chair in work.chairs for row in now[chair.seat].mine}
    true = now[UMPIRE]
    names = {row.code: f"{row.code} {row.name}" for row in true.mine}
    marks = marks_of(work, UMPIRE)
    last = told_of(work, marks[-1])[0] if marks else None
    tried = OrdersTried() if at_once else _orders(work)
    return DaySummary(
        turn=last.turn_name if last and marks[-1].number else "",
        met=_met(last, marks[-1].number, sides, names) if last else (),
        trouble=_trouble(true.mine, _before(work, marks), sides),
        armies=tuple(filter(None, map(_army, true.tallies))),
        lines=tuple(LineToCheck(chair.title, one.quote, one.why)
                    for chair in work.chairs for one in checks_of(work, chair.seat)),
        orders=tried.orders, tried=tried.sides, untried=tried.untried, tries=tried.tries, to_try=at_once,
    )  # fmt: skip


def _told_now(work: Work) -> Mapping[Seat, Told]:
    """The field as it stands, as each seat sees it and as it is."""
    return {seat: work.rules.reporting.tell(moment_of(work, seat)) for seat in (*(c.seat for c in work.chairs), UMPIRE)}


def day_words(day: DaySummary) -> Iterator[str]:
    """The summary in sentences, for a mail."""
    if day.met:
        pairs = [f"{one.one} and {one.other} ({', '.join(no for no, _said in one.told)})" for one in day.met]
        yield f"Met in {day.turn}: {'; '.join(pairs)}."
    if day.trouble:
        yield f"In trouble: {'; '.join(f'{one.unit} ({one.why})' for one in day.trouble)}."
    yield from day.armies
    yield from (f"{one.side}: {one.said} ({often(one)})" for one in day.orders)
    if day.untried:
        yield day.untried


def often(one: OrderTried) -> str:
    """How often an order failed."""
    return f"in each of {one.of} tries" if one.times == one.of else f"in {one.times} of {one.of} tries"


# --- who met whom -------------------------------------------------------------------------------------------------


def _met(told: Told, number: int, sides: Mapping[str, str], names: Mapping[str, str]) -> tuple[UnitsMet, ...]:
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    events = [event for chapter in told.chapters for event in chapter.events]
    for count, event in enumerate(events, 1):
        for pair, said in _pairs(event, sides):
            key = pair if pair in found or pair[::-1] not in found else pair[::-1]
            found.setdefault(key, []).append((f"{number}.{count}", said))
    return tuple(
        UnitsMet(one=names.get(one, one), other=names.get(other, other), told=tuple(dict.fromkeys(said)))
        for (one, other), said in found.items()
    )  # fmt: skip


def _pairs(event: Event, sides: Mapping[str, str]) -> Iterable[tuple[tuple[str, str], str]]:
    """The units of two sides that a sentence of an event names: the first with each of the others.

    What a sentence quotes is an order, and has not happened.
    """
    for sentence in _SENTENCES.split(event.text):
        plain = _QUOTED.sub("", sentence)
        codes = [one for one in dict.fromkeys(re.findall(r"[A-Z]+\d+", plain)) if one in sides]
        for other in codes[1:]:
            if sides[other] != sides[codes[0]]:
                yield (codes[0], other), sentence[:TOO_MANY]


# --- who is in trouble --------------------------------------------------------------------------------------------


def _before(work: Work, marks: tuple[Mark, ...]) -> Mapping[str, int]:
    """What was left of each unit when the turn played last began."""
    if not marks:
        return {}
    turn = seat_turn(work.rules, work.table, marks[-1])
    began = msgspec.structs.replace(turn, after=turn.before, happenings=())
    return {row.code: row.left for row in work.rules.reporting.tell(began).mine}


def _trouble(rows: Iterable[UnitRow], before: Mapping[str, int], sides: Mapping[str, str]) -> tuple[UnitInTrouble, ...]:
    """Units broken or near it, down to half their strength, or that lost a third of it in the turn played last."""
    found: list[tuple[float, UnitInTrouble]] = []
    for row in rows:
        lost = before.get(row.code, row.left) - row.left
        if row.gone or row.to_come or not row.start:
            continue
        if not (row.failing or row.left * 2 <= row.start or lost * 3 >= row.start):
            continue
        fell = f"{lost} lost in the last turn" if lost > 0 else ""
        why = ", ".join(filter(None, (row.strength, fell, *row.states)))
        unit = UnitInTrouble(side=sides.get(row.code, ""), unit=f"{row.code} {row.name}", why=why)
        found.append((row.left / row.start, unit))
    return tuple(unit for _left, unit in sorted(found, key=lambda one: (one[0], one[1].unit)))


def _army(one: Tally) -> str:
    if not one.break_at or not one.lost:
        return ""
    return f"{one.side} has lost {one.lost} of {one.break_at} {one.counted}."


# --- which orders fail --------------------------------------------------------------------------------------------


class OrdersTried(NamedTuple):
    """What became of the orders filed so far when they were tried; fields as of `DaySummary`."""

    orders: tuple[OrderTried, ...] = ()
    sides: tuple[str, ...] = ()
    untried: str = ""
    tries: int = 0


def _orders(work: Work) -> OrdersTried:
    """What is not carried out of the orders filed so far."""
    filed = _filed(work)
    if not filed:
        return OrdersTried()
    titles = tuple(one.title for one in filed)
    failed: Counter[tuple[str, str]] = Counter()
    began, tries = thread_time(), 0
    try:
        while not tries or (tries < TRIES and thread_time() - began < LONGEST):
            run, tries = _tried(work, tries), tries + 1
            failed.update({(chair.title, said) for chair in filed for said in _not_done(work, run, chair.seat)})
    except Exception:  # whatever rules code does wrong here, the umpire's page goes on without it
        log.exception("the orders of %s could not be tried", work.game)
        return OrdersTried((), titles, f"The orders of {listed(list(titles))} could not be tried.")
    found = [OrderTried(side=side, said=said, times=times, of=tries) for (side, said), times in failed.items()]
    return OrdersTried(tuple(sorted(found, key=lambda one: (-one.times, one.side, one.said))), titles, "", tries)


def _filed(work: Work) -> list[Chair]:
    """The seats of which orders stand that can be tried."""
    if work.state != "running" or work.desk.open is None:
        return []
    return [one for one in work.chairs if (had := standing(work.desk, one.seat)) and had.answer is not None]


def _tried(work: Work, number: int) -> Run:
    """The battle played on from here with the orders filed, up to the next of the kind or the next turn (a set-up is
    asked for but once); the silent act by default."""
    given: set[Seat] = set()
    turn = work.rules.course.turn_name(work.battle)
    kinds = {ask.seat: type(ask) for ask in work.desk.open.batch.asks} if work.desk.open else {}

    def decide(view: Any, ask: Ask[Any]) -> Given[Any] | None:  # noqa: ANN401  # a battle
        if work.rules.course.turn_name(view) != turn:
            return None
        if type(ask) is not kinds.get(ask.seat):
            return work.rules.deciding.decide(view, ask) or work.rules.deciding.silent(view, ask)
        if ask.seat in given:
            return None
        given.add(ask.seat)
        had = standing(work.desk, ask.seat)
        if had is not None and had.answer is not None and not ask.refusal(had.answer):
            return Given(had.answer, "player")
        return work.rules.deciding.silent(view, ask)

    dice = SeededDice(f"clerk {number}".encode(), work.game, ())
    return advance(work.rules, work.story, next_seq=work.last_seq + 1, dice=dice, decide=decide)


def _not_done(work: Work, run: Run, seat: Seat) -> Iterable[str]:
    """What a seat's report would say it did not carry out; that of a unit is told of the commander who leads it."""
    until = run.story.lines[-1].seq
    mark = Mark(seat, work.desk.turns.get(seat, 0), work.last_seq, Seq(until), "", "")
    told = work.rules.reporting.tell(seat_turn(work.rules, run.story.lines, mark))
    fellows = {row.code for row in told.mine if row.led_by}
    return [event.text for event in told.not_done if fellows.isdisjoint(re.findall(r"^[A-Z]+\d+", event.text))]
