"""The help page of orders in inches, made from the verb table and the table of decisions."""

from pbem.engine.guide import DecisionHelp, Guide, StandingHelp, chapters_of, paragraphs
from pbem.rulesets.onehour.language.decisions import ROWS_OF_TABLE
from pbem.rulesets.onehour.writing.verbs import VERBS

FORMS = (
    "Forms, with a comma between the parts of one order: <unit> forward <inches>, <unit> pivot right <degrees>, <unit> "
    "toward <place>, <unit> charge <enemy>, <unit> shoot <enemy>, <unit> hold."
)
OPENING = """\
Write one line for each unit; capitals and spaces do not matter. Only the units you name change: the others keep their
orders, or follow their standing orders. A newer line for a unit replaces all earlier orders for it. The answer to
every text lists the orders as understood, in exact figures, and gives a reason for each line that was not taken; pbem
never guesses.

Orders are checked as they will be carried out: your moves one after another, from the first line to the last, then
your shots from where all units then stand. If one of your own units is in the way but may have moved on by then, the
answer says so.

What is not read: quoted lines, lines of the order form that you left as they were, whatever follows a `#`, and
everything after a line `--`, `END` or `SIGNOFF`. Two different orders for one unit in one text contradict each other,
and neither is taken.

Going away? Write the orders for later turns in the same mail: the lines below a line `TURN 5`, up to the next such
line, are kept for your turn 5. They are read when that turn opens, and a mail then says what was understood. The foot
of each report says which of your turns is open; you can write five turns ahead. The latest lines for a turn count; `no
orders` below its line takes them back."""

ACTIVE = "the active side"
OTHERS: tuple[DecisionHelp, ...] = (
    DecisionHelp("OH-D1", "Set-up", "each side", "S01 at 12,4 facing 0", (), "as the scenario shows it"),
    DecisionHelp("OH-D2", "Army", "each side", "army roll", (), "roll"),
    DecisionHelp("OH-D8", "Striking", "neither side", "", (), "each engaged unit strikes the enemy on its front"),
    DecisionHelp("OH-D10", "To give up the field, or agree on a draw", "either side", "", (), "play on"),
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
"""Decisions that a standing order settles: title, an order line, what happens without either."""


def _catalogue() -> tuple[DecisionHelp, ...]:
    settled = tuple(
        DecisionHelp(
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
        StandingHelp(row.name, row.title[0].lower() + row.title[1:], {**row.values, **row.forms}, row.default)
        for row in ROWS_OF_TABLE
    ),
    catalogue=_catalogue(),
    standing=(
        "Each decision with the answers a standing order may give, and what happens without one. To take a standing "
        "order back, give `default` as the answer."
    ),
    forms=FORMS,
)
"""The page as data."""
