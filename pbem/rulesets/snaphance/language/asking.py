"""The questions a seat of a Snaphance battle is asked, in words."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.wording import listed, plural
from pbem.rulesets.snaphance.language.ways import stretches, told
from pbem.rulesets.snaphance.playing.setting import zone_of
from pbem.rulesets.snaphance.state.asks import (
    AskChange,
    AskEvasions,
    AskGroup,
    AskMelee,
    AskOrders,
    AskReaction,
    AskSetUp,
    AskStand,
    AskWay,
    AskYesNo,
)
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.writing.wording import named
from pbem.rulesets.snaphance.writing.writing import group_word

YES_NO = {
    "evade": "Does {stand} evade {other}?",
    "evade_fire": "Does {stand} evade the fire of {other} ({dice})?",
    "evade_again": "Does {stand} evade {other} once more?",
    "defensive_fire": "Does {stand} fire at {other}, which attacks it ({dice})?",
    "fight_on": "Does {stand} fight on against {other}, and not bounce?",
    "pursue": "Does {stand} pursue {other}?",
    "face_attacker": "Does {stand} turn to face {other}?",
    "follow": "Does {stand} ride on after {other}, which has evaded?",
    "extra_follow": "Does {stand} try a further move after {other}, by an order test?",
    "town_hold": "Does {stand} hold on in the town against {other}?",
    "if_opp_charged": "Does {stand} fire at {other} before it is charged, and so lose its charge bonus?",
    "abort_if_hit": "{other} has hit {stand}, which is charging. Does it give up the charge?",
    "sk_support": "Does {stand} evade {other}, or fire in support and stay?",
}
WAYS = {
    "evade": "Which way does {stand} evade {other}?",
    "retreat": "Which way does {stand} retreat from {other}?",
    "bounce": "Which way does {stand} bounce off {other}?",
    "pursue": "Which way does {stand} pursue {other}?",
    "opportunity_charge": "Which way does {stand} charge {other}?",
    "break_off": "Which way does {stand} break off from the enemy in front of it?",
}
CAUSES = {
    "declaration": "begins a charge", "step": "moves", "shot": "fires", "pursuit": "pursues",
}  # fmt: skip
STANDS = {
    "battle_stand": "Which enemy does {stand} fight?",
    "support": "Against which enemy does {stand} support?",
    "commander_with": "Which stand does the general join, who was with {stand}?",
    "face_attacker": "Which attacker does {stand} turn to face?",
    "target": "At whom does {stand} shoot?",
}


def describe(view: Battle, ask: Ask[Any]) -> str:
    """An ask as a question, with what may be answered."""
    match ask:
        case AskOrders(round=number, group=None):
            return f"Your orders for round {number}."
        case AskOrders(round=number, group=group) if group is not None:
            return f"Your orders for {group_word(view, group)}, which acts now in round {number}."
        case AskSetUp(side=side):
            return (
                "Where do your units stand as round 1 begins? One line for each: <unit> at <hex> face <hour>. Those "
                "you do not name stand as the scenario shows them; neither side sees where the other sets up. Your "
                f"zone: {stretches(zone_of(view, side))}."
            )
        case AskGroup(options=options):
            groups = listed([group_word(view, group) for group in options])
            return f"Which group do you declare for the next dice-off? {groups}."
        case AskYesNo(matter=matter, stand=stand, other=other, dice=dice):
            return _filled(view, YES_NO[matter], stand, other, dice)
        case AskWay(matter=way, stand=stand, other=other):
            return f"{_filled(view, WAYS[way], stand, other)} Open to it: {told(view, ask)}."
        case AskStand(matter=which, stand=stand, options=options):
            return f"{_filled(view, STANDS[which], stand, None)} {_stands(view, options)}."
        case AskMelee(stand=stand, options=options):
            fought = [listed(sorted(view.melees[melee].stands.values())) for melee in options if melee in view.melees]
            return f"Which melee does {named(view, stand)} join? That of {' or that of '.join(fought)}."
        case AskReaction(cause=cause, stands=stands):
            enemies = listed([named(view, one) for one in stands])
            return f"{enemies} {CAUSES[cause]}. What do your stands on opportunity do? {_deeds(view, ask)}."
        case AskEvasions(questions=questions):
            each = [_filled(view, YES_NO[one.matter], one.stand, one.other) for one in questions]
            return f"{' '.join(each)} Answer for each of them."
        case AskChange(stand=stand):
            return f"Does the general with {named(view, stand)} change its pursuit die? -1, 0 or +1."
        case _:
            raise TypeError(f"{type(ask).__name__} is no ask of Snaphance")


def _stands(view: Battle, options: tuple[StandId | None, ...]) -> str:
    return listed([named(view, one) if one is not None else "none" for one in options])


def _deeds(view: Battle, ask: AskReaction) -> str:
    """``S03 may fire at N01 (4 dice); S04 may charge N01``."""
    told = [
        f"{named(view, one.stand)} may {one.does} {'at ' if one.does == 'fire' else ''}{one.at}"
        + (f" ({plural(dice, 'die', 'dice')})" if dice else "")
        for one, dice in zip(ask.options, ask.dice, strict=True)
    ]
    return "; ".join(told)


def _filled(view: Battle, text: str, stand: StandId, other: StandId | None, dice: int = 0) -> str:
    enemy = named(view, other) if other is not None and other in view.stands else "the enemy"
    return text.format(stand=named(view, stand), other=enemy, dice=plural(dice, "die", "dice"))
