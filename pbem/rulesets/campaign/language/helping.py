"""The help page of order sheets, made from the verb table and the table of standing orders."""

from pbem.engine.guide import DecisionHelp, Guide, StandingHelp, chapters_of, paragraphs
from pbem.rulesets.campaign.language.offering import DISPATCHES, REST
from pbem.rulesets.campaign.language.verbs import VERBS

OPENING = """\
Write one line for each force you want to give new orders; capitals and spaces do not matter. A line without a
code is for the force you are with. An order lasts until it is carried out or you give another, so an empty
sheet lets all of them go on.

Orders to a force that you are not with leave by courier, and act when they arrive. You see your own force; of
all others you know what their last dispatch told, and of the enemy what has been seen, with its date.

The answer to every text lists the orders as understood and gives a reason for each line that was not taken;
pbem never guesses. What is not read: quoted lines, whatever follows a `#`, and everything after a line `--`,
`END` or `SIGNOFF`."""

GUIDE = Guide(
    title="Orders in a campaign",
    opening=paragraphs(OPENING),
    chapters=chapters_of(VERBS),
    decisions=tuple(
        StandingHelp(one.name, one.title[:1].lower() + one.title[1:], one.values, one.default)
        for one in (REST, DISPATCHES)
    ),
    catalogue=(
        DecisionHelp("CA-19", REST.title, "each seat", "S1 hold", (REST.name,), REST.default),
        DecisionHelp("CA-6", DISPATCHES.title, "each seat", "standing S2 dispatch no", (DISPATCHES.name,),
                     DISPATCHES.default),
        DecisionHelp("CA-4", "Orders of a turn", "each seat", "S1 march Mill", (), "the orders in force go on"),
    ),
    forms="Forms: <force> march <town> > <town>, <force> hold, <force> seek <commander>, <force> scout <town>, <town>, "
          'letter to <commander>: "<text>".',
)  # fmt: skip
"""The help page."""
