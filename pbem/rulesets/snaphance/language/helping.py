"""The help page of Snaphance orders, made from the verb table and the table of decisions."""

from collections.abc import Mapping

from pbem.engine.guide import DecisionHelp, Guide, StandingHelp, chapters_of, paragraphs
from pbem.rulesets.snaphance.standing.decisions import CATALOGUE, OPEN_WORDS, STANDING, Standing, spoken
from pbem.rulesets.snaphance.writing.verbs import VERBS

FORMS = (
    "Forms, with a comma between the parts of one order: <unit> hold, <unit> rally, <unit> turn <hour>, "
    "<unit> forward <hexes>, <unit> fire <target>, <unit> charge <target>, bid <groups>."
)
OPENING = """\
Write one line for each stand; capitals and spaces do not matter. Only the stands you name change: the others keep
their orders, or follow their standing orders. The answer to every text lists the orders as understood and gives a
reason for each line that was not taken; pbem never guesses.

What is not read: quoted lines, lines of the order form that you left as they were, whatever follows a `#`, and
everything after a line `--`, `END` or `SIGNOFF`. Two different orders for one stand in one text contradict each other,
and neither is taken.

Going away? Write the orders for later turns in the same mail: the lines below a line `TURN 5`, up to the next such
line, are kept for your turn 5. They are read when that turn opens, and a mail then says what was understood. The foot
of each report says which of your turns is open; you can write five turns ahead. The latest lines for a turn count; `no
orders` below its line takes them back."""

DECISIONS = """\
Every decision in the game, who makes it, and how to settle it: by an order line, by a standing order, or by its
default. At the pace `ask me` you are asked about everything that no standing order settles; at the pace `activation`
only for orders and declarations; at the pace `round` never."""
SETTLED = """\
These settle decisions in the other side's turn, and in your own where you gave no order. Each is for a stand, a group
or all, and can end with a condition (`standing all town hold yes if sp left 3 or more`); those for generals (`attach`,
`help`, `commander with`) are for a group or all. To take one back, give `default` as the answer."""


def _answers(one: Standing) -> Mapping[str, str]:
    """The words a standing order may have, and what may be said beside them."""
    if not one.opens:
        return one.values
    form, told = OPEN_WORDS[one.opens]
    return {**one.values, form: told}


GUIDE = Guide(
    title="Orders in Snaphance", opening=paragraphs(OPENING), chapters=chapters_of(VERBS),
    decisions=tuple(
        StandingHelp(spoken(name), one.title, _answers(one), one.default) for name, one in STANDING.items()
    ),
    catalogue=tuple(
        DecisionHelp(number, row.title, row.by, row.order, tuple(spoken(one) for one in row.standing), row.default)
        for number, row in CATALOGUE.items()
    ),
    standing=" ".join(SETTLED.split()), deciding=" ".join(DECISIONS.split()),
    forms=FORMS, conditional="pursue no if enemy horse within 3",
)  # fmt: skip
"""The page as data."""
