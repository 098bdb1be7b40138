"""Guns in dead ground (``dead-ground``): they do not see some hexes from there, and take rounds to be moved out."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import Hex
from pbem.engine.ids import RuleId, StandId
from pbem.engine.wording import number
from pbem.rulesets.snaphance.special.naming import hexes_named, stands_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.special_facts import Hauled
from pbem.rulesets.snaphance.state.special_rules import DeadGround

if TYPE_CHECKING:
    from pbem.engine.play import Play

RULE = RuleId("SCN-dead-ground")


def words(battle: Battle, rule: DeadGround) -> str:
    """``R09 cannot see 0709 and 0809 from 0705, and to move out takes it three rounds``."""
    out = f", and to move out takes {number(rule.rounds)} rounds" if rule.rounds > 1 else ""
    return f"{stands_named(rule.stands)} cannot see {hexes_named(rule.hidden)} from {hexes_named(rule.ground)}{out}"


def _of(battle: Battle, stand: StandId) -> DeadGround | None:
    here = battle.stands[stand].hex
    for rule in battle.special:
        if isinstance(rule, DeadGround) and stand in rule.stands and here in rule.ground:
            return rule
    return None


def hidden_from(battle: Battle, shooter: StandId, there: Hex) -> str:
    """Why guns in dead ground cannot see a hex; '' where they can."""
    rule = _of(battle, shooter)
    return f"it stands in dead ground: {words(battle, rule)} (special rule)" if rule and there in rule.hidden else ""


def hauls(play: "Play[Battle]", stand: StandId) -> bool:
    """Whether guns that are ordered to move spend this round on being moved out, and go nowhere yet."""
    rule = _of(play.battle, stand)
    done = play.battle.happened.hauled.get(stand, 0) + 1
    if rule is None or done >= rule.rounds:
        return False
    play.record(Hauled(stand=stand, done=done, of=rule.rounds, rules=(RULE,)))
    return True
