"""What players are told of the special rules of their battle: one plain sentence each, made from its data."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId
from pbem.engine.wording import capital
from pbem.rulesets.snaphance.special import (
    capture,
    dead_ground,
    edge,
    fog,
    held,
    king,
    loot,
    morale,
    must_charge,
    must_pursue,
    rally_off_map,
    regimental_guns,
    shot_platoon,
    stop_line,
    thin_line,
)
from pbem.rulesets.snaphance.state import special_rules as k
from pbem.rulesets.snaphance.state.battle import Battle

WORDS: Mapping[type[k.Kind], Callable[[Battle, Any], str]] = {
    k.Held: held.words,
    k.Capture: capture.words,
    k.MustPursue: must_pursue.words,
    k.Morale: morale.words,
    k.RallyOffMap: rally_off_map.words,
    k.ThinLine: thin_line.words,
    k.ShotPlatoon: shot_platoon.words,
    k.DeadGround: dead_ground.words,
    k.Edge: edge.words,
    k.Sight: fog.words,
    k.Smoke: fog.smoke_words,
    k.StopLine: stop_line.words,
    k.King: king.words,
    k.RegimentalGuns: regimental_guns.words,
    k.Loot: loot.words,
    k.MustCharge: must_charge.words,
}
"""How each kind is told."""


def special_rules(battle: Battle) -> tuple[tuple[RuleId, str], ...]:
    """The special rules of a battle: the name by which reports cite each (``SCN-held``), and a sentence."""
    return tuple((cited(rule), f"{capital(WORDS[type(rule)](battle, rule))}.") for rule in battle.special)


def special_told(battle: Battle, turn: int, facts: Iterable[object]) -> tuple[tuple[RuleId, str], ...]:
    """Those that have decided something in a turn; before the first turn all of them."""
    if not battle.special:
        return ()
    decided = {rule for fact in facts if isinstance(fact, Fact) for rule in fact.rules}
    return tuple((rule, says) for rule, says in special_rules(battle) if turn == 0 or rule in decided)


def cited(rule: k.Kind) -> RuleId:
    """The name by which reports cite a special rule."""
    return RuleId(f"SCN-{rule.__struct_config__.tag}")
