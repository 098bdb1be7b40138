"""The order language (DESIGN 5): one table of verbs feeds the reader, the help page, the form and the "did you mean".

Reading never stops at the first problem.  Each problem quotes its line, says what kind of problem it is and why, names
the rule where a rule refuses, and suggests what would be taken; nothing is ever guessed.
"""

from typing import Any, Literal

import msgspec

from pbem.engine.ids import RuleId
from pbem.engine.telling import FormLine

ProblemKind = Literal["not readable", "not allowed", "ambiguous", "two orders"]
Control = Literal["ready", "not ready", "extend", "withdraw"]
"""Words that are no orders: they say what to do with a submission.  Alone on a line of their own."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong with a line.

    line: from 1.  quote: as sent.  about: the stand it was for ('' if unknown).  consequence: what stands instead
    (``Nothing is recorded for S03; as it stands it holds.``).  suggestions: lines that would be taken.
    """

    line: int
    quote: str
    kind: ProblemKind
    reason: str
    about: str = ""
    rules: tuple[RuleId, ...] = ()
    consequence: str = ""
    suggestions: tuple[str, ...] = ()


class Understood(msgspec.Struct, frozen=True):
    """A line as understood.  code: what it is for; order: canonical text without the code; note: a remark in words."""

    line: int
    code: str
    order: str
    note: str = ""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A text as understood.

    answer: what the ask would be answered with (None: nothing in the text could be taken and nothing stood before).
    understood, problems: by line.  missing: stands without an order, and what acts for them.  unread: lines after the
    last order that are no orders (a signature), told once, not as errors.  controls: ready, extend...
    text: the canonical orders, one a line, which read back to the same answer.
    """

    answer: Any
    understood: tuple[Understood, ...]
    problems: tuple[Problem, ...]
    missing: tuple[FormLine, ...] = ()
    unread: tuple[tuple[int, str], ...] = ()
    controls: tuple[Control, ...] = ()
    text: str = ""


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the verb table.

    word: what is written first.  form: how a line looks in help and forms (``<unit> forward <hexes>``).  grammar: the
    right-hand side of its grammar rule.  help: what it does, one or two sentences.  example: a whole line.
    """

    word: str
    form: str
    grammar: str
    help: str
    example: str
    rules: tuple[RuleId, ...] = ()


class VerbTable(msgspec.Struct, frozen=True):
    """The verbs of a rule set, in the order of its help page."""

    verbs: tuple[Verb, ...]
