"""Captured generals (``capture``): who is with a stand that is destroyed hand to hand is taken rather than killed."""

from typing import TYPE_CHECKING

from pbem.engine.ids import CommanderId, RuleId, StandId
from pbem.engine.wording import listed, plural
from pbem.rulesets.snaphance.special.naming import alive, general_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.special_facts import CommanderCaptured, NotCaptured
from pbem.rulesets.snaphance.state.special_rules import Capture

if TYPE_CHECKING:
    from pbem.engine.play import Play

RULE = RuleId("SCN-capture")


def words(battle: Battle, rule: Capture) -> str:
    """``A general whose stand is destroyed hand to hand is captured on a die of 1 to 4, for 6 break points``."""
    some = listed([general_named(battle, one) for one in rule.generals])
    who = f"of {some}, one" if some else "a general"
    points = plural(rule.points, "break point", "break points")
    return (
        f"{who} whose stand is destroyed hand to hand is captured on a die of 1 to {rule.upto}, which costs {points}, "
        "else killed"
    )


def taken(play: "Play[Battle]", commander: CommanderId, stand: StandId) -> bool:
    """The die for a general whose stand was destroyed hand to hand; whether he was captured.

    An officer who has taken a general's place is worth nothing: no die is thrown for him.
    """
    for rule in play.battle.special:
        if isinstance(rule, Capture) and (not rule.generals or commander in rule.generals):
            if not alive(play.battle, commander):
                return False
            die = play.roll("capture", stand, 1).values[0]
            if die <= rule.upto:
                play.record(CommanderCaptured(commander=commander, die=die, points=rule.points, rules=(RULE,)))
                return True
            play.record(NotCaptured(commander=commander, die=die, rules=(RULE,)))
            return False
    return False
