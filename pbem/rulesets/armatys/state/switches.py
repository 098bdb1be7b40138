"""Rulings of the catalogue that have a second reading, which a scenario may play in place of the first."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from pbem.engine.ids import RuleId


class Switches(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a scenario plays them.  ``SWITCHES`` has each in words."""

    rally: Literal["any", "below"] = "any"
    """AR-Q18: whether a broken unit may be spoken to at any total of counters, or only below its break number."""
    melee_pistols: Literal["groups", "row"] = "groups"
    """AR-Q35: pistols in melee count by the rules of pistols, or by the unit's row of the melee table."""
    horse_bows: Literal["each", "twos"] = "each"
    """AR-Q36: what enlarges a group of horse bows: each counter, or every full two."""
    outnumbering: Literal["loses", "refused"] = "loses"
    """AR-Q43: more than three to one has lost a melee, or may not come about by a charge."""
    flank: Literal["groups", "hits"] = "groups"
    """AR-Q47: which groups on a flank or rear give a counter: every one, or those that hit."""

    columns: Literal["as formed", "one file"] = "as formed"
    """AR-G25: what a march column fights with: the rows that it left, as journals of before have it, or a file of one
    figure behind another, as scenario files have it unless they say otherwise."""


class SwitchWords(NamedTuple):
    """A switch as players are told of it: the ruling, and what each of its values says, the usual one first."""

    rule: RuleId
    says: Mapping[str, str]


SWITCHES: Mapping[str, SwitchWords] = {
    "rally": SwitchWords(
        RuleId("AR-Q18"),
        {
            "any": "a general may speak to a broken unit whatever counters it holds",
            "below": "a general may speak to a broken unit only while it holds fewer counters than break it",
        },
    ),
    "melee_pistols": SwitchWords(
        RuleId("AR-Q35"),
        {
            "groups": "pistols in melee count figures and groups as pistols fire, and hit on 4 to 6",
            "row": "pistols in melee count figures and groups as swords do, and hit on 4 to 6",
        },
    ),
    "horse_bows": SwitchWords(
        RuleId("AR-Q36"),
        {
            "each": "each counter enlarges the groups of horse bows by one",
            "twos": "every full two counters enlarge the groups of horse bows by one",
        },
    ),
    "outnumbering": SwitchWords(
        RuleId("AR-Q43"),
        {
            "loses": "a side outnumbered by more than three to one in front-rank figures has lost its melee",
            "refused": "no charge may bring about a melee of more than three to one in front-rank figures",
        },
    ),
    "flank": SwitchWords(
        RuleId("AR-Q47"),
        {
            "groups": "every group that fights a flank or rear gives a counter, whether it hits or not",
            "hits": "of the groups that fight a flank or rear only those that hit give a counter",
        },
    ),
    "columns": SwitchWords(
        RuleId("AR-G25"),
        {
            "one file": "a march column fires and fights one file wide",
            "as formed": "a march column fires and fights with the files and rows that it left",
        },
    ),
}
"""Every switch, by its key in a scenario file."""


def switched(switches: Switches) -> tuple[tuple[RuleId, str], ...]:
    """The rulings that a battle plays in the other way: the ruling and what is played."""
    told = [(words, getattr(switches, name)) for name, words in SWITCHES.items()]
    return tuple((words.rule, words.says[value]) for words, value in told if value != next(iter(words.says)))
