"""Standing orders: what a player settles once for a unit or the whole side (catalogue section 5)."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.standing_orders import DecisionRow, in_force, precedence

About = Literal[
    "charged by horse", "charged by foot", "failed counter", "charged charging", "volley", "bayonets against horse",
    "bayonets against foot", "support", "weapons", "pursuit", "shot enemy", "friends", "fire", "rest", "speech",
    "horse", "general", "general with charge", "general with break", "general with pursuit",
]  # fmt: skip
"""What is settled."""


class Standing(msgspec.Struct, frozen=True):
    """A standing order."""

    unit: StandId
    """'' for every unit of the side."""
    about: About
    does: str
    """In the words of orders; '' takes the order back."""


def _row(
    number: str, name: str, when: str, title: str, values: Mapping[str, str], forms: Mapping[str, str] = {}
) -> DecisionRow:
    return DecisionRow(number, title, values, next(iter(values)), forms=forms, name=name, when=when)


_CHARGED = {"stand": "it tests to stand", "counter": "it tests to counter-charge", "break": "it breaks off and retires"}
_BAYONETS = {"fix": "it fixes them and fights with them", "fire": "it keeps them off and may fire"}
_GOES = {"go": "he goes along", "stay": "he stays where he is"}
DECISIONS: Mapping[About, DecisionRow] = {
    "charged by horse": _row(
        "AR-D4", "if charged by horse", "When mounted troops charge it", "Charged by horse", _CHARGED
    ),
    "charged by foot": _row("AR-D4", "if charged by foot", "When foot charges it", "Charged by foot", _CHARGED),
    "failed counter": _row(
        "AR-D5",
        "if counter fails",
        "When its counter-charge has failed",
        "Counter-charge failed",
        {"stand": "it tests to stand", "break": "it breaks off and retires"},
    ),
    "charged charging": _row(
        "AR-D6",
        "if charged while charging",
        "When it is charging and is charged itself",
        "Charged while charging",
        {"redirect": "it turns upon its charger", "press on": "it goes on to its own target"},
    ),
    "volley": _row(
        "AR-D8",
        "volley",
        "When it stands a charge",
        "Fire at a charger",
        {"fire": "it fires", "hold": "it does not fire"},
    ),
    "bayonets against horse": _row(
        "AR-D8",
        "bayonets against horse",
        "When it has plug bayonets and horse charges it",
        "Plug bayonets, horse",
        _BAYONETS,
    ),
    "bayonets against foot": _row(
        "AR-D8",
        "bayonets against foot",
        "When it has plug bayonets and foot charges it",
        "Plug bayonets, foot",
        dict(reversed(_BAYONETS.items())),
    ),
    "support": _row(
        "AR-D9",
        "support fire",
        "When a friend near it is charged, or charges",
        "Fire before melee",
        {
            "wait": "foot and horse wait for the fire after the moves, guns fire at chargers",
            "chargers": "it fires at an enemy who charges",
            "charged": "it fires at an enemy who is charged",
            "any": "it fires at either",
        },
    ),
    "weapons": _row(
        "AR-D10",
        "melee",
        "When it fights with loaded pistols and did not charge",
        "Pistols in melee",
        {"swords": "it fights with swords", "pistols": "it empties its pistols"},
    ),
    "pursuit": _row(
        "AR-D12",
        "pursuit",
        "When it may pursue",
        "Pursuit",
        {"test": "it tests, and halts when it passes", "pursue": "it pursues without a test"},
    ),
    "shot enemy": _row(
        "AR-D19",
        "shot enemy",
        "When an enemy in contact is broken by fire",
        "Enemy broken by fire",
        {"let go": "it lets him go", "pursue": "it pursues him"},
    ),
    "friends": _row(
        "AR-D20",
        "friends",
        "When a friend stands in its way",
        "Friends in the way",
        {"stop": "it stops short of him", "through": "it goes through, and both take counters"},
    ),
    "fire": _row(
        "AR-D15",
        "fire",
        "When it may fire after the moves",
        "Fire",
        {"at will": "at the nearest enemy it can hit", "hold": "it does not fire"},
        {"within 4": "only at an enemy within so many inches"},
    ),
    "rest": _row(
        "AR-D16",
        "rest",
        "When it has done nothing all bound",
        "Rest",
        {"counters": "it sheds a counter, with none it reloads", "reload": "it reloads, loaded it sheds a counter"},
    ),
    "speech": _row(
        "AR-D17",
        "speech",
        "When its general may speak to it",
        "Speeches",
        {
            "needed": "he speaks to a broken unit, or one with three counters",
            "always": "at any counter",
            "never": "never",
        },
    ),
    "horse": _row(
        "AR-D18",
        "horse for general",
        "When its general has lost his horse",
        "A horse for the general",
        {"no": "he walks", "yes": "a rider gives up his horse"},
    ),
    "general": _row(
        "AR-D3",
        "general",
        "When a unit tests with a general",
        "The general's presence",
        {"easier": "the number required is one less", "harder": "it is one more", "unused": "it is unchanged"},
    ),
    "general with charge": _row("AR-D7", "general with charge", "When his unit charges", "General, charge", _GOES),
    "general with break": _row(
        "AR-D7", "general with break", "When his unit breaks", "General, break", dict(reversed(_GOES.items()))
    ),
    "general with pursuit": _row(
        "AR-D7", "general with pursuit", "When his unit pursues", "General, pursuit", dict(reversed(_GOES.items()))
    ),
}
"""What can be settled in advance, the default first."""


def said(standing: Iterable[Standing], unit: StandId, about: About) -> str:
    """What a unit does by the order in force, else by default: the unit's own order before one for all."""
    ours = [one for one in standing if one.about == about]
    order = in_force(ours, lambda one: precedence(2 if one.unit == unit else 0 if one.unit else 1))
    return order.does if order is not None else DECISIONS[about].default
