"""Shot among the squadrons (``shot-platoon``): beside a stand that is charged they fire, and live if it wins."""

from pbem.engine.hexes import distance, front_hexes
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.special.naming import stands_named
from pbem.rulesets.snaphance.state.battle import Battle, stand_at
from pbem.rulesets.snaphance.state.special_rules import ShotPlatoon

RULE = RuleId("SCN-shot-platoon")


def words(battle: Battle, rule: ShotPlatoon) -> str:
    """``H02 and H04, beside one of H01 and H03 that is charged, support it with full fire and live if it wins``."""
    return (
        f"{stands_named(rule.platoons)}, beside one of {stands_named(rule.beside)} that is charged, "
        "support it with their full fire, and are not destroyed if it wins"
    )


def in_platoon(battle: Battle, shooter: StandId, charged: StandId) -> bool:
    """Whether skirmishers stand as a platoon beside the stand that is charged."""
    near = distance(battle.stands[shooter].hex, battle.stands[charged].hex) == 1
    return near and any(
        isinstance(rule, ShotPlatoon) and shooter in rule.platoons and charged in rule.beside for rule in battle.special
    )


def holds_with(battle: Battle, stand: StandId, attacker: StandId) -> bool:
    """Whether skirmishers stand as a platoon beside one whom an attacker comes upon: they do not evade unasked."""
    one = battle.stands[attacker]
    met = (stand_at(battle, here) for here in front_hexes(one.hex, one.facing))
    return any(other is not None and in_platoon(battle, stand, other.id) for other in met)
