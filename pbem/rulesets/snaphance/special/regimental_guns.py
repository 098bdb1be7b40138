"""Light guns with the foot (``regimental-guns``): dice more in fire at one distance."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.wording import plural
from pbem.rulesets.snaphance.special.naming import stands_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.special_rules import RegimentalGuns

RULE = RuleId("SCN-regimental-guns")


def words(battle: Battle, rule: RegimentalGuns) -> str:
    """``S09 to S12 have regimental guns: 1 die more in fire at 2 hexes``."""
    dice = plural(rule.dice, "die", "dice")
    return f"{stands_named(rule.stands)} have regimental guns: {dice} more in fire at {rule.distance} hexes"


def gun_dice(battle: Battle, shooter: StandId, distance: int) -> int:
    """Dice that a stand's light guns add to its fire."""
    return sum(
        rule.dice
        for rule in battle.special
        if isinstance(rule, RegimentalGuns) and shooter in rule.stands and rule.distance == distance
    )
