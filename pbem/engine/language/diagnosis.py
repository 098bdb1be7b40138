"""Why a line cannot be read, as far as that is the same in every language: codes, names, controls, slips of the pen."""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.ids import RuleId
from pbem.engine.language.codes import CODE, SPLIT_CODE, STUCK_CODES, code_like, spread
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.spelling import near_control, nearest, slip
from pbem.engine.wording import listed

NAME_SLIPS = 2
"""Letters by which a name may be too long or too short and still be that name."""


@dataclass(frozen=True)
class Lexis:
    """The words of a language that lines are told by."""

    noun: str
    """What troops are called: ``unit``, ``stand``."""
    code: str
    """What their codes are called: ``map code``."""
    steps: tuple[str, ...]
    """Words that begin what a unit does."""
    also: Mapping[str, str]
    """Other words for them, with the word that would do."""
    starts: tuple[str, ...]
    """Words that begin a line which is not for units by their codes."""
    place: re.Pattern[str]
    """A place as one word."""
    more: tuple[str, ...] = ()
    """Words that begin what others than units do."""
    unbuilt: Mapping[str, tuple[str, RuleId]] = field(default_factory=dict)
    """Words for what the printed rules have and the program has not: why, with the rule."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """All words that say what is done."""
        return (*self.steps, *self.also, *self.more)

    # --- a line that does not begin as any order does

    def strange_code(self, text: str, mine: Sequence[str]) -> Fault | None:
        """A line that begins with codes in a form that no order has, or with the code of no unit; None for others."""
        stuck = STUCK_CODES.match(text)
        if stuck:
            such = f"name each, such as {' '.join(mine[:2])} hold"
            return unknown(f'"{stuck[0].upper()}" is no list of {self.noun}s: {such}', stuck[0], spread(stuck[0], mine))
        split = SPLIT_CODE.match(text)
        first = first_word(text)
        if not code_like(first) and not split:
            return None
        written = split[0] if split else first
        near = nearest(written.replace(" ", ""), [code.casefold() for code in mine])
        there = f"your {self.noun}s are {listed(mine)}"
        return unknown(f'there is no {self.noun} "{written.upper()}"; {there}', written, near)

    def nameless(self, first: str, mine: Sequence[str]) -> Fault | None:
        """A line that begins with what is to be done; None for others."""
        if not slip(first, self.steps) and first not in self.also:
            return None
        such = mine[0] if mine else "S01"
        return Fault(
            "not readable", f"which {self.noun} is to do that? A line begins with its {self.code}, such as {such}"
        )

    def no_start(self, first: str, shown: str) -> Fault:
        """Any other line.  shown: its first word as it is told."""
        return unknown(f'"{shown}" is no {self.noun}, and no order begins so', first, nearest(first, self.starts))

    # --- whether a line was meant as an order

    def begins_with_code(self, text: str) -> bool:
        """Whether a line begins with a code, or what may be one."""
        return bool(code_like(first_word(text)) or SPLIT_CODE.match(text) or STUCK_CODES.match(text))

    def says_verb(self, words: Iterable[str]) -> bool:
        """Whether any of some words says what is done."""
        return any(slip(word, self.verbs) for word in words)

    def sends_somewhere(self, words: Sequence[str]) -> bool:
        """Whether a verb stands before a code or a place."""
        return any(
            slip(verb, self.verbs) and (CODE.fullmatch(what) or self.place.fullmatch(what))
            for verb, what in itertools.pairwise(words)
        )


def first_word(text: str) -> str:
    """The first word of a line, without the sign after it."""
    return text.split(" ", 1)[0].strip(",;:")


def bare_words(text: str) -> list[str]:
    """The words of a line without signs about them."""
    return [word.strip(",;:") for word in text.split(" ")]


def near_a_control(text: str) -> Fault | None:
    """A line that was probably meant as a control; None for others."""
    known = near_control(text)
    if not known:
        return None
    return Fault("not readable", f'"{text}" is not an order. Did you mean "{known}"?', offers=(known,))


def stopped_at(text: str, stop: Unreadable) -> tuple[str, str]:
    """The word before the place at which reading stopped, and the word there; '' for the end of the line."""
    word = text[stop.at :].split(" ", 1)[0].strip(",;:") if stop.at < len(text) else ""
    return text[: stop.at].rstrip(" ,;:").rpartition(" ")[2], word


def may_come(things: Sequence[str], words: Iterable[str], small: frozenset[str]) -> str:
    """What may stand next, in words.  small: words too small to be told."""
    return " or ".join([*things, *(f'"{word}"' for word in words if word not in small)]) or "something else"


def is_name(name: str | None, written: str) -> bool:
    """Whether the nearest name is near enough to be meant."""
    return name is not None and abs(len(name) - len(written)) <= NAME_SLIPS


def beginnings(text: str) -> list[tuple[str, str]]:
    """Each beginning of a line that may be a name, the longest first, with the word that follows it."""
    words = text.removeprefix("the ").split(" ")
    return [(" ".join(words[:n]).rstrip(":"), words[n]) for n in range(len(words) - 1, 0, -1)]
