"""The help page of Snaphance orders, made from the verb table and the table of decisions."""

from collections.abc import Mapping

from pbem.engine.guide import Guide, Settled, Taken, chapters_of, paragraphs
from pbem.rulesets.snaphance.deciding.decisions import CATALOGUE, OPEN_WORDS, STANDING, Standing, spoken
from pbem.rulesets.snaphance.words.verbs import VERBS

FORMS = (
    "Forms, with a comma between the parts of one order: <unit> hold, <unit> rally, <unit> turn <hour>, "
    "<unit> forward <hexes>, <unit> fire <target>, <unit> charge <target>, bid <groups>."
)
OPENING = """\
One line for each stand; capitals and spaces do not matter. Only the stands you name change: the others keep what they
had, or do what their standing orders say. Every text is answered with the orders as understood, and with a reason for
each line that is not taken; nothing is ever guessed.

What is not read: a line with a bar (so quoted reports do no harm), whatever follows a `#`, everything after a line
`--`, `END` or `SIGNOFF`. Two different orders for one stand in one text contradict one another, and neither is
taken.

You will be away? In a mail, what stands below a line `TURN 5` is kept for your turn 5, up to the next such line: it is
read when that turn opens, and you are told then how. At its foot each report says which turn of yours is open; five
turns ahead is the most. The latest lines for a turn count; `no orders` below its line takes them back."""

DECISIONS = """\
Every decision of the game, who takes it, and how it is settled: by a line of orders, by a standing order, or by its
default. At the pace `ask me` you are asked for whatever no standing order settles; at the pace `round` never, and at
the pace `activation` only for orders and declarations."""
SETTLED = """\
Decisions of the other side's turn, and of your own when you say nothing. Any of them may end with a condition
(`standing all town hold yes if sp left 3 or more`), and be said for a stand, a group or all; what is said of generals
(`attach`, `help`, `commander with`) is said for a group or all. `default` as the answer takes one back."""


def _answers(one: Standing) -> Mapping[str, str]:
    """The words a standing order may have, and what may be said beside them."""
    if not one.opens:
        return one.values
    form, told = OPEN_WORDS[one.opens]
    return {**one.values, form: told}


GUIDE = Guide(
    title="Orders in Snaphance", opening=paragraphs(OPENING), chapters=chapters_of(VERBS),
    decisions=tuple(Settled(spoken(name), one.title, _answers(one), one.default) for name, one in STANDING.items()),
    catalogue=tuple(
        Taken(number, row.title, row.by, row.order, tuple(spoken(one) for one in row.standing), row.default)
        for number, row in CATALOGUE.items()
    ),
    standing=" ".join(SETTLED.split()), deciding=" ".join(DECISIONS.split()),
    forms=FORMS, conditional="pursue no if enemy horse within 3",
)  # fmt: skip
"""The page as data."""
