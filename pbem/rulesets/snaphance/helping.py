"""The help page of Snaphance orders, made from the verb table and the table of standing orders."""

from pbem.engine.orders import help_page
from pbem.rulesets.snaphance.standing import STANDING
from pbem.rulesets.snaphance.verbs import VERBS

TITLE = "Orders in Snaphance"
OPENING = """\
One line for each stand; capitals and spaces do not matter. Only the stands you name change: the others keep what they
had, or do what their standing orders say. Every text is answered with the orders as understood, and with a reason for
each line that is not taken; nothing is ever guessed.

What is not read: a line with a bar (so quoted reports do no harm), whatever follows a `#`, everything after a line
`--`, `END` or `SIGNOFF`. Two different orders for one stand in one text contradict one another, and neither is
taken."""


def order_help() -> str:
    """The whole page, in Markdown."""
    rows = ["## Standing orders", "Decisions of the other side's turn, and of your own when you say nothing."]
    for decision, one in STANDING.items():
        spoken = decision.replace("_", " ")
        values = "".join(f"- `{value}`: {told}\n" for value, told in one.values.items())
        head = f"**`standing <unit> {spoken} <answer>`**: {one.title}. Default: `{one.default}`."
        rows.append(f"{head}\n\n{values}".rstrip())
    return help_page(VERBS, TITLE, OPENING) + "\n" + "\n\n".join(rows) + "\n"
