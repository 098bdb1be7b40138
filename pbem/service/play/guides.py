"""What there is to read about the order language of a rule set."""

from collections.abc import Mapping

import msgspec

from pbem.engine.orders import Verb
from pbem.rulesets import rule_set
from pbem.rulesets.snaphance.deciding.decisions import CATALOGUE, OPEN_WORDS, STANDING, Standing, spoken
from pbem.rulesets.snaphance.words import helping


class Chapter(msgspec.Struct, frozen=True):
    """Verbs of one kind, under a heading."""

    title: str
    remark: str
    verbs: tuple[Verb, ...]


class Settled(msgspec.Struct, frozen=True):
    """A decision a standing order may settle.  word: as written."""

    word: str
    title: str
    values: Mapping[str, str]
    default: str


class Taken(msgspec.Struct, frozen=True):
    """A decision.  by: who takes it.  order: a line that says it, '' for none.  words: of its standing orders."""

    number: str
    title: str
    by: str
    order: str
    words: tuple[str, ...]
    default: str


class Guide(msgspec.Struct, frozen=True):
    """A help page.  rules: the name of its rule set.  Backticks in its texts mark what is written as it stands.

    decisions: what standing orders settle; catalogue: every decision there is.
    """

    rules: str
    title: str
    opening: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    decisions: tuple[Settled, ...]
    catalogue: tuple[Taken, ...]


def order_guide() -> Guide:
    """How orders are written in Snaphance."""
    rules = rule_set("snaphance")
    table = rules.verbs
    chapters = tuple(
        Chapter(title, remark, tuple(verb for verb in table.verbs if verb.kind == kind))
        for kind, (title, remark) in table.kinds.items()
    )
    decisions = tuple(Settled(spoken(name), one.title, _answers(one), one.default) for name, one in STANDING.items())
    opening = tuple(" ".join(part.split()) for part in helping.OPENING.split("\n\n"))
    catalogue = tuple(
        Taken(number, row.title, row.by, row.order, tuple(spoken(one) for one in row.standing), row.default)
        for number, row in CATALOGUE.items()
    )
    return Guide(rules.name, helping.TITLE, opening, tuple(one for one in chapters if one.verbs), decisions, catalogue)


def _answers(one: Standing) -> Mapping[str, str]:
    """The words a standing order may have, and what may be said beside them."""
    if not one.opens:
        return one.values
    form, told = OPEN_WORDS[one.opens]
    return {**one.values, form: told}
