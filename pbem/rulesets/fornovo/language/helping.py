"""The help page of orders: the verbs, the decisions that standing orders settle."""

from pbem.engine.guide import Guide, StandingHelp, chapters_of, paragraphs
from pbem.rulesets.fornovo.language.verbs import VERBS
from pbem.rulesets.fornovo.state.standing import DECISIONS

OPENING = """
Both sides write orders for a turn at once, sealed; they are opened together and the four phases are played: rally,
moves and charges, shooting, combat. Who is Side A and moves first is rolled for each turn, so write what is to hold for
either. A unit that you do not name stays where it is, shoots at the nearest enemy it can hit and stands if it is
charged.

What cannot be known beforehand is settled by standing orders: how a unit answers a charge, whether it follows up or
pursues, whom it fires at. `standing all if charged countercharge horse, stand foot` answers every charge of the game;
`S03 countercharge` answers those of this turn. At the paces `answers`, `steps` and `stops` you are also asked within
the turn: how charged units answer once charges are declared, what Side B moves once Side A has moved, and more.
"""

GUIDE = Guide(
    title="Orders in Fornovo to Sedgemoor",
    opening=paragraphs(OPENING),
    chapters=chapters_of(VERBS),
    decisions=tuple(
        StandingHelp(row.name, row.title[0].lower() + row.title[1:], {**row.values, **row.forms}, row.default)
        for row in DECISIONS.values()
    ),
    standing=(
        "Each decision with the answers a standing order may give, and what happens without one. To take a standing "
        "order back, give `default` as the answer."
    ),
)
"""The page as data."""
