"""Stands after the enemy's baggage (``loot``): from some hexes of the edge they ride off, and the enemy pays."""

from pbem.engine.ids import RuleId
from pbem.engine.wording import plural
from pbem.rulesets.snaphance.special.naming import hexes_named, stands_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.special_rules import Loot

RULE = RuleId("SCN-loot")


def words(battle: Battle, rule: Loot) -> str:
    """``I21 and I22, ending their turn in 1813, ride off to loot: the enemy loses 2 break points for each``."""
    points = plural(rule.points, "break point", "break points")
    where = hexes_named(rule.exits).replace(" and ", " or ")
    return (
        f"{stands_named(rule.stands)}, ending a move of their own in {where}, ride off to loot: they leave the board "
        f"without loss, and the enemy loses {points} for each"
    )
