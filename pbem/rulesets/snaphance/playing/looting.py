"""Looters that ride off the board (``loot``)."""

from typing import TYPE_CHECKING

from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.moving.generals import stand_gone
from pbem.rulesets.snaphance.special.loot import RULE
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, other_side
from pbem.rulesets.snaphance.state.special_facts import Looted
from pbem.rulesets.snaphance.state.special_rules import Loot
from pbem.rulesets.snaphance.state.victory import check

if TYPE_CHECKING:
    from pbem.engine.play import Play


def rides_off(play: "Play[Battle]", stand: StandId) -> bool:
    """At the end of its action: a looter that has come to its way out leaves the board.  Whether it did."""
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
