"""Stands after the enemy's baggage (``loot``): from some hexes of the edge they ride off, and the enemy pays."""

from typing import TYPE_CHECKING

from pbem.engine.ids import RuleId, StandId
from pbem.engine.wording import plural
from pbem.rulesets.snaphance.special.naming import hexes_named, stands_named
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, other_side
from pbem.rulesets.snaphance.state.special_facts import Looted
from pbem.rulesets.snaphance.state.special_rules import Loot

if TYPE_CHECKING:
    from pbem.engine.play import Play

RULE = RuleId("SCN-loot")


def words(battle: Battle, rule: Loot) -> str:
    """``I21 and I22, ending their turn in 1813, ride off to loot: the enemy loses 2 break points for each``."""
    points = plural(rule.points, "break point", "break points")
    where = hexes_named(rule.exits).replace(" and ", " or ")
    return (
        f"{stands_named(rule.stands)}, ending a move of their own in {where}, ride off to loot: they leave the board "
        f"without loss, and the enemy loses {points} for each"
    )


def rides_off(play: "Play[Battle]", stand: StandId) -> bool:
    """At the end of its action: a looter that has come to its way out leaves the board.  Whether it did."""
    from pbem.rulesets.snaphance.moving.command import stand_gone
    from pbem.rulesets.snaphance.state.victory import check

    one = play.battle.stands[stand]
    for rule in play.battle.special:
        if not isinstance(rule, Loot) or stand not in rule.stands or one.hex not in rule.exits:
            continue
        if not one.on_board or not one.doing.hexes or melee_of(play.battle, stand) is not None:
            return False
        enemy = other_side(play.battle, one.side)
        play.record(Looted(stand=stand, side=enemy, points=rule.points, rules=(RULE,)))
        stand_gone(play, stand)
        check(play)
        return True
    return False
