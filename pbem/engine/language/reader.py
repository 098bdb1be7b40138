"""From the lines of a text to a reading: wrapped lines joined, each line taken or explained, prose left aside.

Reading never stops at the first problem, and nothing is guessed: what is suggested has been tried.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pbem.engine.language.controls import settled_controls
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine, clean, control
from pbem.engine.orders import Control, Problem, Reading, Understood
from pbem.engine.reporting import FormLine

T = TypeVar("T")
MOST_OFFERS = 3
"""Suggestions told for one line."""


@dataclass
class GatheredLines(Generic[T]):
    """What has come of the lines of a text."""

    taken: list[T] = field(default_factory=list)
    """What the lines say, looked up, in their order."""
    problems: list[Problem] = field(default_factory=list)
    """What is wrong with lines that were meant as orders."""
    stray: list[OrderLine] = field(default_factory=list)
    """Lines that are no orders."""
    controls: list[tuple[OrderLine, Control]] = field(default_factory=list)
    """Lines that say what to do with the submission."""

    def reading(
        self,
        answer: Any,  # noqa: ANN401  # of the ask's type
        understood: Iterable[Understood],
        missing: Iterable[FormLine],
        text: str,
    ) -> Reading:
        """The reading of the text.  answer: None when nothing could be taken.  text: the canonical orders."""
        controls, more = settled_controls(self.controls, orders=answer is not None)
        return Reading(
            answer=answer, understood=tuple(understood),
            problems=tuple(sorted((*self.problems, *more), key=lambda problem: problem.line)), missing=tuple(missing),
            unread=tuple((line.number, line.quote) for line in self.stray), controls=controls, text=text,
        )  # fmt: skip


def gathered(
    lines: Iterable[OrderLine],
    take: Callable[[OrderLine], Iterable[T]],
    is_prose: Callable[[OrderLine, Fault], bool],
    problem: Callable[[OrderLine, Fault], Problem],
) -> GatheredLines[T]:
    """Every line, looked up as far as it can be by itself.

    take: what a line says; raises Fault when nothing of it can be taken.  is_prose: whether such a line was never
    meant as an order.
    """
    found: GatheredLines[T] = GatheredLines()
    for line in lines:
        word = control(line.text)
        if word is not None:
            found.controls.append((line, word))
            continue
        try:
            found.taken += take(line)
        except Fault as fault:
            if is_prose(line, fault):
                found.stray.append(line)
            else:
                found.problems.append(problem(line, fault))
    return found


# --- lines that were wrapped --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wrapping:
    """How the lines of a language go on."""

    goes_on: re.Pattern[str]
    """How a line begins that is the middle of an order."""
    reads: Callable[[str], bool]
    """Whether the text of a line is read as an order."""
    cleaned: Callable[[str], str] = clean
    """A line as sent -> its text."""
    alone: bool = False
    """Whether a line that reads alone may still be the rest of one that does not."""
    breaks_off: re.Pattern[str] | None = None
    """A last word that a whole order may end with, and that is joined to what goes on all the same; None for none."""


def joined(some: Iterable[OrderLine], how: Wrapping) -> list[OrderLine]:
    """Lines that a mail program has wrapped, put together again.

    A line is joined to the one before when together they read, and it goes on in the middle of an order, or the one
    before cannot be read alone.
    """
    out: list[OrderLine] = []
    for line in some:
        if out and line.may_go_on(out[-1]) and (one := _join(out[-1], line, how)) is not None:
            out[-1] = one
        else:
            out.append(line)
    return out


def _join(before: OrderLine, line: OrderLine, how: Wrapping) -> OrderLine | None:
    if control(line.text) is not None or control(before.text) is not None:
        return None
    goes_on = how.goes_on.match(line.text) is not None
    whole = how.reads(before.text)
    if not goes_on and not before.quote.endswith(",") and (whole or (not how.alone and how.reads(line.text))):
        return None
    quote = f"{before.quote} {line.quote}"
    for text in (how.cleaned(quote), f"{before.text} {line.text}"):
        if how.reads(text):
            return OrderLine(before.number, quote, text)
    if whole and goes_on and how.breaks_off is not None and how.breaks_off.fullmatch(before.text.split()[-1]):
        return OrderLine(before.number, quote, f"{before.text} {line.text}")
    return None


# --- what is wrong with a line ------------------------------------------------------------------------------------


def problem_of(line: OrderLine, fault: Fault, suggestions: Sequence[str] = (), of: str = "") -> Problem:
    """A fault as it is told.  of: whom the line changes nothing for, where the fault does not say it."""
    about = fault.about or of
    return Problem(
        line=line.number, quote=line.quote, kind=fault.kind, reason=fault.reason, about=fault.about, rules=fault.rules,
        consequence=f"This line changes nothing{f' for {about}' if about else ''}.", suggestions=tuple(suggestions),
    )  # fmt: skip


def suggested(text: str, fault: Fault, would_read: Callable[[str, bool], str]) -> tuple[str, ...]:
    """Lines that would be taken in place of a bad one: each is tried before it is offered.

    text: the line as the grammar reads it.  would_read: a line, whether it is a whole one that was made up -> how it
    is written, '' for one that would not be taken.
    """
    tries = [(offer, True) for offer in fault.offers]
    tries += [(instead(text, written, better), False) for written, better in fault.fixes]
    good = list(fault.sure)
    for one, whole in tries:
        found = would_read(one, whole)
        if found and found not in good:
            good.append(found)
    return tuple(good[:MOST_OFFERS])


def instead(text: str, written: str, better: str) -> str:
    """A line with one of its words replaced."""
    alone = "" if written.startswith("@") else r"(?<![\w@])"
    return re.sub(rf"{alone}{re.escape(written.casefold())}(?!\w)", lambda _: better, text, count=1)


def two_orders(
    line: OrderLine,
    told: Sequence[tuple[int, str]],
    *,
    about: str = "",
    ends: str = "only one can be carried out",
    consequence: str = "Neither is taken: these lines change nothing.",
    offers: Sequence[str] = (),
) -> Problem:
    """What is said of lines that differ about one thing.

    line: the last of them.  told: their numbers and what they say.  offers: lines to choose from; none: what they say.
    """
    return Problem(
        line=line.number, quote=line.quote, kind="two orders", about=about, consequence=consequence,
        reason="; ".join([*(f"line {number} says {text}" for number, text in told), ends]),
        suggestions=tuple(dict.fromkeys(offers or [text for _, text in told]))[:MOST_OFFERS],
    )  # fmt: skip
