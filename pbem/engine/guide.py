"""What there is to read about the order language of a rule set: its help page as data."""

from collections.abc import Mapping

import msgspec

from pbem.engine.orders import Verb, VerbTable


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


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """A help page.  Backticks in its texts mark what is written as it stands.

    opening: paragraphs.  decisions: what standing orders settle; catalogue: every decision there is.
    forms: the commonest forms of orders in a sentence, for the foot of a mail's order form; '' for none.
    conditional: how a standing order goes on that only words can say (``pursue no if enemy horse within 3``).
    """

    title: str
    opening: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...]
    decisions: tuple[Settled, ...] = ()
    catalogue: tuple[Taken, ...] = ()
    forms: str = ""
    conditional: str = ""


def chapters_of(table: VerbTable) -> tuple[Chapter, ...]:
    """The chapters of a verb table, in its order; none without verbs."""
    chapters = (
        Chapter(title, remark, tuple(verb for verb in table.verbs if verb.kind == kind))
        for kind, (title, remark) in table.kinds.items()
    )
    return tuple(one for one in chapters if one.verbs)


def paragraphs(text: str) -> tuple[str, ...]:
    """A text with an empty line between its paragraphs, as these, each in one line."""
    return tuple(" ".join(part.split()) for part in text.split("\n\n"))
