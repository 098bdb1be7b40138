"""Lances in one thin line (``thin-line``): launched from too far they come up ragged: fewer dice, and disordered."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.wording import plural
from pbem.rulesets.snaphance.special.naming import stands_named
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.special_rules import ThinLine

RULE = RuleId("SCN-thin-line")


def words(battle: Battle, rule: ThinLine) -> str:
    """``R01 to R06 lose one die and are disordered on contact after a charge of 4 hexes or more, unless...``."""
    dice = plural(rule.dice, "die", "dice")
    return (
        f"{stands_named(rule.stands)} lose {dice} and are disordered on contact after a charge of {rule.hexes} hexes "
        "or more, unless they pass an order test"
    )


def _of(battle: Battle, stand: StandId) -> ThinLine | None:
    return next((rule for rule in battle.special if isinstance(rule, ThinLine) and stand in rule.stands), None)


def may_come_ragged(battle: Battle, attacker: StandId) -> bool:
    """Whether a charge is from so far that contact will bring the order test of a thin line (once a charge)."""
    rule = _of(battle, attacker)
    doing = battle.stands[attacker].doing
    return rule is not None and not doing.ragged and len(doing.trail) >= rule.hexes


def ragged_dice(battle: Battle, stand: StandId) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """What it costs in the melee: name, dice, rules."""
    rule = _of(battle, stand)
    if rule is None or not battle.stands[stand].doing.ragged:
        return ()
    return (("ragged line", -rule.dice, (RULE,)),)
