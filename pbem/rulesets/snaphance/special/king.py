"""A king on the field (``king``): his side gains in dice-offs while he lives, and avenges him or loses heart."""

from collections.abc import Mapping

from pbem.engine.ids import CommanderId, RuleId, Side, StandId
from pbem.rulesets.snaphance.special.naming import alive, general_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.special_rules import King

RULE = RuleId("SCN-king")


def words(battle: Battle, rule: King) -> str:
    """``While King Gustavus Adolphus lives his side has +1 in dice-offs; if he is killed...``."""
    return (
        f"while {general_named(battle, rule.general)} lives his side has {rule.initiative:+d} in dice-offs; if he is "
        f"killed each of its stands within {rule.within} hexes takes an order test: one that fails is disordered, one "
        f"that passes has {rule.dice:+d} die in its next melee"
    )


def royal_bonus(battle: Battle, side: Side) -> int:
    """What a king adds to his side's dice-offs."""
    return sum(
        rule.initiative
        for rule in battle.special
        if isinstance(rule, King) and battle.commanders[rule.general].side == side and alive(battle, rule.general)
    )


def by_the_king(battle: Battle, totals: Mapping[Side, int]) -> tuple[RuleId, ...]:
    """The rule to be cited at a dice-off that would have gone otherwise without a king."""
    if not battle.special:
        return ()
    best, bare = max(totals.values()), {side: sum_ - royal_bonus(battle, side) for side, sum_ in totals.items()}
    same = {s for s in totals if totals[s] == best} == {s for s in bare if bare[s] == max(bare.values())}
    return () if same else (RULE,)


def is_king(battle: Battle, commander: CommanderId) -> bool:
    """Whether a general is a king, himself and no officer in his place."""
    return alive(battle, commander) and any(isinstance(r, King) and r.general == commander for r in battle.special)


def vengeance(battle: Battle, stand: StandId) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """The dice of a stand that avenges its king: name, dice, rules."""
    if stand not in battle.happened.avenging:
        return ()
    dice = max((rule.dice for rule in battle.special if isinstance(rule, King)), default=0)
    return (("avenging the king", dice, (RULE,)),)
