"""Standing orders: what a player settles once for a unit or the whole side (catalogue section 5)."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.standing_orders import DecisionRow, in_force, precedence

About = Literal[
    "initiative", "follow up", "pursuit", "pursue", "after halt", "return", "charge", "charged by horse",
    "charged by foot", "evade", "false rout", "target gone", "move", "general", "fire", "sniper", "hits", "losses",
    "dice", "charge fire", "friends", "swerve",
]  # fmt: skip
"""What is settled."""


class Standing(msgspec.Struct, frozen=True):
    """A standing order."""

    unit: StandId
    """'' for every unit of the side."""
    about: About
    """What it settles."""
    does: str
    """In the words of orders; '' takes the order back."""


def _row(
    number: str, name: str, when: str, title: str, values: Mapping[str, str], forms: Mapping[str, str] = {}
) -> DecisionRow:
    return DecisionRow(number, title, values, next(iter(values)), forms=forms, name=name, when=when)


_CHARGED = {
    "stand": "it stands, and shoots if it can",
    "countercharge": "it countercharges",
    "evade": "it evades, if it may; else it stands",
    "square": "it forms square, if there is time; else it stands",
}
DECISIONS: Mapping[About, DecisionRow] = {
    "initiative": _row(
        "D-2", "initiative", "When you win the initiative", "Initiative",
        {"a": "you are Side A and act first", "b": "you are Side B and answer",
         "a if charges": "Side A in a turn in which you have ordered a charge, else Side B"},
    ),
    "follow up": _row(
        "D-3", "follow up", "When an enemy recoils from it", "Following up",
        {"never": "it stands", "always": "it follows to contact", "if mounted": "it follows if it is mounted",
         "if shaken": "it follows a shaken enemy"},
    ),
    "pursuit": _row(
        "D-4", "pursuit", "When it may test to halt a pursuit", "Pursuit",
        {"halt": "it tests to halt", "allow": "it pursues without a test"},
        {"allow below 8": "it pursues an enemy of fewer figures than that, and tests otherwise"},
    ),
    "pursue": _row(
        "D-5", "pursue", "When several enemies rout from it alike", "Which to pursue",
        {"nearest": "the nearest", "weakest": "the one with the fewest figures"},
    ),
    "after halt": _row(
        "D-6", "after halt", "When it has rallied, halted or come back", "Facing after a halt",
        {"face enemy": "it faces the nearest enemy it sees", "keep": "it keeps its facing"},
        {"face 90": "it faces so many degrees from north, clockwise"},
    ),
    "return": _row(
        "D-7", "return", "When it has pursued off the table", "Return to the table",
        {"yes": "it tries each turn", "no": "it stays away"}, {"turn 6": "it tries from that turn on"},
    ),
    "charge": _row(
        "D-8", "charge", "When it has no order, and an enemy is in reach", "Charging without an order",
        {"never": "it charges no enemy", "shaken": "it charges a shaken enemy, straight ahead",
         "naked": "it charges foot without pikes, straight ahead"},
        {"within 6": "it charges an enemy so near, straight ahead"},
    ),
    "charged by horse": _row(
        "D-9", "if charged by horse", "When mounted troops charge it", "Charged by horse", _CHARGED
    ),
    "charged by foot": _row("D-9", "if charged by foot", "When foot charges it", "Charged by foot", _CHARGED),
    "evade": _row(
        "D-10", "evade", "When it evades", "How to evade",
        {"safe": "straight away, until the enemy cannot reach it", "full": "straight away, as far as it can"},
        {"left 30": "so many degrees left of straight away, as far as it can", "right 30": "the same to the right"},
    ),
    "false rout": _row(
        "D-11", "false rout", "When it has evaded and is trained to turn on its chaser", "False rout",
        {"if disordered": "it tries when its chaser is disordered", "always": "it tries", "never": "it runs on"},
    ),
    "target gone": _row(
        "D-12", "if target gone", "When the enemy it charges has evaded or routed", "Target gone",
        {"halt": "it tests to halt", "next": "it takes the next enemy in line", "continue": "it goes on"},
    ),
    "move": _row(
        "D-13", "move", "When it has no order to move", "Moving without an order",
        {"hold": "it stays", "face": "it turns to the nearest enemy it sees"},
        {"keep 8": "it goes straight back when an enemy comes nearer than that"},
    ),
    "general": _row(
        "D-15", "general", "When a general has no order", "Generals",
        {"stay": "he stays where he is", "shaken": "he joins the nearest shaken or routed unit of his in reach"},
    ),
    "fire": _row(
        "D-16", "fire", "When it may fire and has no order to", "Fire",
        {"at will": "at the nearest enemy it can hit", "hold": "it does not fire"},
        {"within 6": "only at an enemy so near"},
    ),
    "sniper": _row(
        "D-23", "sniper", "When the sniper has a general in reach", "Snipers",
        {"generals": "the nearest general", "nearest": "the nearest enemy"},
    ),
    "hits": _row(
        "D-17", "hits", "When hits on mixed troops are left over", "Hits left over",
        {"most": "the troops with most figures in reach", "pikes": "the pikes", "shot": "the shot"},
    ),
    "losses": _row(
        "D-18", "losses", "When figures are taken off", "Losses",
        {"rear": "the rear row, from its right end", "front": "the front row", "flank": "the files on the right"},
    ),
    "dice": _row(
        "D-19", "dice", "When combat dice are left over among several enemies", "Dice left over",
        {"front": "the enemy to its front, then by code", "weakest": "the enemy with the fewest figures"},
    ),
    "charge fire": _row(
        "D-20", "charge fire", "When it may shoot as it charges", "Fire in the charge",
        {"never": "it charges home without a shot", "always": "it shoots", "pikes": "it shoots at pike-supported foot"},
    ),
    "friends": _row(
        "D-21", "friends", "When friends have routed near several of yours", "Order of tests",
        {"best first": "the best chance first", "worst first": "the worst chance first"},
    ),
    "swerve": _row(
        "D-22", "swerve", "When it may go round on either side alike", "Swerve", {"left": "left", "right": "right"}
    ),
}  # fmt: skip
"""What can be settled in advance, the default first."""


def said(standing: Iterable[Standing], unit: StandId, about: About) -> str:
    """What a unit does by the order in force, else by default: the unit's own order before one for all."""
    ours = [one for one in standing if one.about == about]
    order = in_force(ours, lambda one: precedence(2 if one.unit == unit else 0 if one.unit else 1))
    return order.does if order is not None and order.does else DECISIONS[about].default
