"""The help page of orders: the verbs, the decisions that standing orders settle."""

from pbem.engine.guide import Guide, StandingHelp, chapters_of, paragraphs
from pbem.rulesets.armatys.language.verbs import VERBS
from pbem.rulesets.armatys.state.standing import DECISIONS

OPENING = """
Both sides write orders for a bound at once, sealed; then the eight phases are played: charges, the fire at them,
melees, moves, fire, rest, speeches. A unit that you do not name holds, fires at the nearest enemy it can hit, and
sheds a counter if it has done nothing.

What cannot be known beforehand is settled by standing orders: how a unit answers a charge, whether it pursues, whom it
fires at. For one bound, `S04 counter-charge` or `S01 stand` on a line say the same. At the paces `charges`, `moves` and
`stops` you are also asked within the bound: what charged units do once the charges are tested; your moves after the
melees; your fire after the moves; rest and speeches after the fire. What you say there goes before your first orders.
"""

GUIDE = Guide(
    title="Orders in Armatys' rules",
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
