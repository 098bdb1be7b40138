"""The order language: one table of verbs feeds the reader, the help page, the form and the "did you mean".

Reading never stops at the first problem.  Each problem quotes its line, says what kind of problem it is and why, names
the rule where a rule refuses, and suggests what would be taken; nothing is ever guessed.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from pbem.engine.ids import RuleId
from pbem.engine.reporting import FormLine
from pbem.engine.warnings import OrderWarning, warned

ProblemKind = Literal["not readable", "not allowed", "ambiguous", "two orders"]
Control = Literal["ready", "not ready", "extend", "withdraw"]
"""Words that are no orders: they say what to do with a submission.  Alone on a line of their own."""

CONTROLS: Mapping[str, Control] = {
    "ready": "ready", "not ready": "not ready", "undo": "not ready", "extend": "extend", "withdraw": "withdraw",
    "cancel": "withdraw", "no orders": "withdraw",
}  # fmt: skip
"""Every way of writing a control."""


_NAMES_UNITS = re.compile(
    r"^\W*(?:all|everyone|everybody|group|bid|standing|side)\b|\b[a-z]{1,2}\s?[0-9]{1,3}\b", re.IGNORECASE
)
"""Words that begin a line for several units, and map codes."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong with a line."""

    line: int
    """From 1."""
    quote: str
    """As sent."""
    kind: ProblemKind
    reason: str
    about: str = ""
    """The stand it was for ('' if unknown)."""
    rules: tuple[RuleId, ...] = ()
    consequence: str = ""
    """What stands instead (``This line changes nothing for S03.``)."""
    suggestions: tuple[str, ...] = ()
    """Lines that would be taken."""

    @property
    def holds_up(self) -> bool:
        """Whether orders cannot be final over it: a line that could not be read and names no unit is no reason."""
        return self.kind != "not readable" or bool(self.about) or _NAMES_UNITS.search(self.quote) is not None


class Understood(msgspec.Struct, frozen=True):
    """A line as understood."""

    line: int
    code: str
    """What it is for."""
    order: str
    """Canonical text without the code."""
    note: str = ""
    """A remark in words."""


NO_UNIT = "it names no unit, and no order begins like this"
"""Why a line is taken for prose."""


class LeftOut(NamedTuple):
    """A line that orders are final without: none of them depends on it.  line: from 1.  quote: as sent."""

    line: int
    quote: str
    reason: str


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A text as understood."""

    answer: Any
    """What this text alone answers the ask with (None: nothing in it could be taken)."""
    understood: tuple[Understood, ...]
    """By line."""
    problems: tuple[Problem, ...]
    """By line."""
    missing: tuple[FormLine, ...] = ()
    """Stands without an order in this text, and what acts for them."""
    unread: tuple[tuple[int, str], ...] = ()
    """Lines that are no orders (a greeting, thanks, a signature), told once, not as errors."""
    controls: tuple[Control, ...] = ()
    """Ready, extend..."""
    text: str = ""
    """The canonical orders, one a line, which read back to the same answer."""
    warnings: tuple[OrderWarning, ...] = ()
    """What of the orders that now stand will not work as written (``RuleSet.reading`` fills them in)."""

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The lines that were not read as orders and do not keep the others from being final, in their order."""
        prose = (LeftOut(line, quote, NO_UNIT) for line, quote in self.unread)
        unfit = (LeftOut(one.line, one.quote, one.reason) for one in self.problems if not one.holds_up)
        return tuple(sorted((*prose, *unfit)))

    @property
    def doubtful(self) -> int:
        """How many of the orders understood will not work as written."""
        codes = warned(self.warnings)
        return sum(1 for one in self.understood if codes & {one.code, *one.code.split()})


_CODE_INSIDE = re.compile(r"(?<=\W)[a-z]{1,2}[0-9]{1,3}\b(?=\W+[a-z])", re.IGNORECASE)
MOST_LOOKED_INTO = 10
"""Lines of prose, and codes in each, behind which an order is looked for."""


def with_hidden_orders(reading: Reading, read: Callable[[str], Reading]) -> Reading:
    """A reading in which prose that goes on as an order (*Hi, S02 hold*) is a problem: its writer may mean it.

    read: reads a part of a line as the whole was read.
    """
    hidden: dict[int, Problem] = {}
    for number, quote in [one for one in reading.unread if _CODE_INSIDE.search(one[1])][:MOST_LOOKED_INTO]:
        for found in [*_CODE_INSIDE.finditer(quote)][:MOST_LOOKED_INTO]:
            part = read(quote[found.start() :])
            if part.understood and number not in hidden:
                code, order = part.understood[0].code, part.understood[0].order
                hidden[number] = Problem(
                    line=number, quote=quote, kind="not readable", about=code, suggestions=(f"{code} {order}",),
                    reason="an order has to begin its line, so this one was not read",
                )  # fmt: skip
    if not hidden:
        return reading
    problems = tuple(sorted((*reading.problems, *hidden.values()), key=lambda one: one.line))
    unread = tuple(one for one in reading.unread if one[0] not in hidden)
    return msgspec.structs.replace(reading, problems=problems, unread=unread)


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the verb table."""

    word: str
    """What is written first, or what the row is about."""
    form: str
    """How a line looks in help and forms (``<unit> forward <hexes>``)."""
    grammar: str
    """The right-hand side of its grammar rule; '' for words that the reader knows by themselves."""
    help: str
    """What it does, one or two sentences."""
    example: str
    """A whole line."""
    rules: tuple[RuleId, ...] = ()
    kind: str = "action"
    """Where in a line it may stand; the table's frame names these kinds."""

    @property
    def rule(self) -> str:
        """The name of its grammar rule: ``action_leave_town``."""
        return f"{self.kind}_{self.word}".replace(" ", "_")


def verb(kind: str, word: str, form: str, grammar: str, told: str, example: str, *rules: str) -> Verb:
    """A row as a table is best written: its columns in turn, then the IDs of rules."""
    return Verb(
        kind=kind, word=word, form=form, grammar=grammar, help=told, example=example,
        rules=tuple(RuleId(rule) for rule in rules),
    )  # fmt: skip


CONTROL_VERBS: tuple[Verb, ...] = (
    verb(
        "control", "ready", "ready", "",
        "Submit your orders: the turn need not wait for the deadline.",
        "ready",
    ),
    verb(
        "control", "not ready", "not ready", "",
        "Think again: your orders are kept as a draft and no longer submitted. `undo` does the same.",
        "not ready",
    ),
    verb(
        "control", "extend", "extend", "",
        "Ask for the extra day that your game allows.",
        "extend",
    ),
    verb(
        "control", "withdraw", "withdraw", "",
        "Take back all orders of this turn; your standing orders act instead. `cancel` and `no orders` do the same.",
        "withdraw",
    ),
)  # fmt: skip
"""Rows of every table: what to do with a submission."""
CONTROL_KIND = ("What to do with your orders", "Each on a line of its own.")
"""Heading and remark of their chapter, for the kind ``control``."""


class VerbTable(msgspec.Struct, frozen=True, kw_only=True):
    """The verbs of a rule set, in the order of its help page."""

    verbs: tuple[Verb, ...]
    frame: str = ""
    """The rest of the grammar (lark); it calls the verbs of a kind by the kind's name."""
    starts: tuple[str, ...] = ("order",)
    """Where reading may start."""
    terms: Mapping[str, str] = {}
    """What each terminal is called in words (``HEX`` -> ``a hex such as 0705``)."""
    kinds: Mapping[str, tuple[str, str]] = {}
    """Heading and remark of each kind's chapter in the help, in order."""
