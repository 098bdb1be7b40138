"""Held stands (``held``): they may not move before a round, unless an enemy comes near or a general is lost."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import distance
from pbem.engine.ids import RuleId, StandId
from pbem.engine.wording import capital, listed
from pbem.rulesets.snaphance.special.naming import alive, general_named, stands_named
from pbem.rulesets.snaphance.state.battle import Battle, enemies_of
from pbem.rulesets.snaphance.state.special_facts import Freed
from pbem.rulesets.snaphance.state.special_rules import Held

if TYPE_CHECKING:
    from pbem.engine.play import Play

RULE = RuleId("SCN-held")


def words(battle: Battle, rule: Held) -> str:
    """``R01 to R11 may not move before round 4, unless an enemy comes within 3 hexes of one of them``."""
    sooner: list[str] = []
    if rule.enemy_within is not None:
        several = "of one of them" if len(rule.stands) > 1 else "of it"
        sooner.append(f"an enemy comes within {rule.enemy_within} hexes {several}")
    if rule.unless_lost is not None:
        sooner.append(f"{general_named(battle, rule.unless_lost)} is lost")
    unless = f", unless {listed(sooner).replace(' and ', ' or ')}" if sooner else ""
    return f"{stands_named(rule.stands)} may not move before round {rule.before_round}{unless}"


def holding(battle: Battle, stand: StandId) -> Held | None:
    """The rule that keeps a stand from moving now; None when nothing does."""
    for place, rule in enumerate(battle.special):
        if not isinstance(rule, Held) or stand not in rule.stands or place in battle.happened.freed:
            continue
        if not _why_free(battle, rule):
            return rule
    return None


def for_certain(battle: Battle, rule: Held) -> bool:
    """Whether nothing that happens in this round can free the stands."""
    return battle.round < rule.before_round and rule.enemy_within is None and rule.unless_lost is None


def free_the_held(play: "Play[Battle]") -> None:
    """Before an activation: who was held and may move from now on is free for good."""
    for place, rule in enumerate(play.battle.special):
        if not isinstance(rule, Held) or place in play.battle.happened.freed:
            continue
        why = _why_free(play.battle, rule)
        if why:
            play.record(Freed(stands=rule.stands, place=place, why=why, rules=(RULE,)))


def _why_free(battle: Battle, rule: Held) -> str:
    """Why they may move; '' while they may not."""
    if battle.round >= rule.before_round:
        return f"it is round {battle.round}"
    if rule.unless_lost is not None and not alive(battle, rule.unless_lost):
        return f"{general_named(battle, rule.unless_lost)} is lost"
    if rule.enemy_within is None:
        return ""
    for code in rule.stands:
        one = battle.stands.get(code)
        if one is None or not one.on_board:
            continue
        for enemy in enemies_of(battle, one.side):
            if distance(one.hex, enemy.hex) <= rule.enemy_within:
                return f"{enemy.id} is within {rule.enemy_within} hexes of {code}"
    return ""


def refusal(battle: Battle, rule: Held) -> str:
    """Why a stand may not move, for its player."""
    return f"it is held: {words(battle, rule)} (special rule)"


def freed(fact: Freed) -> str:
    """The sentence of a report."""
    return capital(f"{stands_named(fact.stands)} may move from now on: {fact.why}.")
