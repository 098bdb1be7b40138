"""The help page of orders in inches, made from the verb table and the table of decisions."""

from pbem.engine.guide import Guide, Settled, Taken, chapters_of, paragraphs
from pbem.rulesets.onehour.words.decisions import ROWS_OF_TABLE
from pbem.rulesets.onehour.words.verbs import VERBS

FORMS = (
    "Forms, with a comma between the parts of one order: <unit> forward <inches>, <unit> pivot right <degrees>, <unit> "
    "toward <place>, <unit> charge <enemy>, <unit> shoot <enemy>, <unit> hold."
)
OPENING = """\
One line for each unit; capitals and spaces do not matter. Only the units you name change: the others keep what they
had, or do what their standing orders say. A newer line for a unit replaces all that was ordered for it. Every text is
answered with the orders as understood, in exact figures, and with a reason for each line that is not taken; nothing is
ever guessed.

An order is judged as it will be carried out: your moves one after another, from the first line to the last, then your
shots from where all then stand. Where a unit of your own is in the way that may be gone by then, you are told so.

What is not read: a line with a bar (so quoted reports do no harm), whatever follows a `#`, everything after a line
`--`, `END` or `SIGNOFF`. Two different orders for one unit in one text contradict one another, and neither is
taken.

You will be away? In a mail, what stands below a line `TURN 5` is kept for your turn 5, up to the next such line: it is
read when that turn opens, and you are told then how. At its foot each report says which turn of yours is open; five
turns ahead is the most. The latest lines for a turn count; `no orders` below its line takes them back."""

ACTIVE = "the active side"
OTHERS: tuple[Taken, ...] = (
    Taken("OH-D1", "Set-up", "each side", "S01 at 12,4 facing 0", (), "as the scenario shows it"),
    Taken("OH-D2", "Army", "each side", "army roll", (), "roll"),
    Taken("OH-D8", "Striking", "neither side", "", (), "each engaged unit strikes the enemy on its front"),
    Taken("OH-D10", "To give up the field, or agree on a draw", "either side", "", (), "play on"),
)
"""Decisions that no standing order settles."""
ORDERS = {
    "OH-D3": ("Order in which units act", "", "as the lines stand, then by their codes"),
    "OH-D4": ("A unit's move", "S01 forward 4", "hold"),
    "OH-D5": ("Charge", "S04 charge N02", "do not charge"),
    "OH-D6": (
        "Shooting target, or none",
        "S01 shoot N02",
        "the nearest that may be shot at and has fewer than 15 hits",
    ),
    "OH-D7": ("Turn to face", "S01 turn to N04", "to the attacker in its rear, then right, then left"),
    "OH-D9": ("Reinforcements", "S03 enter 16.5,0", "at the middle of the entry edge, at full move"),
}
"""Those that one settles: title, a line of orders, what is done if nobody says anything."""


def _catalogue() -> tuple[Taken, ...]:
    settled = tuple(
        Taken(
            number,
            title,
            ACTIVE,
            line,
            tuple(row.name for row in ROWS_OF_TABLE if row.number == number),
            default,
        )
        for number, (title, line, default) in ORDERS.items()
    )
    return tuple(sorted((*settled, *OTHERS), key=lambda one: int(one.number.removeprefix("OH-D"))))


GUIDE = Guide(
    title="Orders in the one-hour rules",
    opening=paragraphs(OPENING),
    chapters=chapters_of(VERBS),
    decisions=tuple(
        Settled(
            row.name, row.title[0].lower() + row.title[1:], {**row.values, **row.forms}, row.default or "by their codes"
        )
        for row in ROWS_OF_TABLE
    ),
    catalogue=_catalogue(),
    standing=(
        "Each decision with the answers a standing order may give it, and what is done if nothing is said. `default` "
        "as the answer takes one back."
    ),
    forms=FORMS,
)
"""The page as data."""
