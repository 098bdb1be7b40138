"""A hot head (``must-charge``): the stand he is with must charge the first heavy horse that it can reach."""

from pbem.engine.hexes import distance
from pbem.engine.ids import CommanderId, RuleId, StandId
from pbem.rulesets.snaphance.special.naming import alive, general_named
from pbem.rulesets.snaphance.state.battle import Battle, type_of
from pbem.rulesets.snaphance.state.commands import Act, Charge, When
from pbem.rulesets.snaphance.state.special_rules import MustCharge

RULE = RuleId("SCN-must-charge")


def words(battle: Battle, rule: MustCharge) -> str:
    """``The stand of the Duke of Joyeuse must charge the first enemy heavy horse in its reach``."""
    name = general_named(battle, rule.general)
    return f"the stand that {name} is with must charge the nearest enemy heavy horse it can reach in one move"


def driven_upon(battle: Battle, stand: StandId, in_reach: tuple[StandId, ...]) -> tuple[CommanderId, StandId] | None:
    """The general who drives a stand on, and the enemy it must charge of those it can reach; None: it is free."""
    hot_head = hot_head_with(battle, stand)
    heavy = [one for one in in_reach if type_of(battle, one).heavy and type_of(battle, one).is_mcs]
    if hot_head is None or not heavy:
        return None
    here = battle.stands[stand].hex
    return hot_head, min(heavy, key=lambda one: (distance(here, battle.stands[one].hex), one))


def hot_head_with(battle: Battle, stand: StandId) -> CommanderId | None:
    """The hot head who is with a stand."""
    for rule in battle.special:
        if isinstance(rule, MustCharge) and alive(battle, rule.general):
            found = rule.general
            if battle.commanders[found].attached_to == stand:
                return found
    return None


def charges(actions: tuple[Act | When, ...], enemy: StandId) -> bool:
    """Whether orders attack the enemy named, a charge on a condition included."""
    return any(
        charges(action.then, enemy) or charges(action.otherwise, enemy)
        if isinstance(action, When)
        else isinstance(action, Charge) and action.target == enemy
        for action in actions
    )


def reason(battle: Battle, driven: tuple[CommanderId, StandId]) -> str:
    """Why a stand may do nothing else, for its player."""
    return f"with {general_named(battle, driven[0])} it must charge {driven[1]}, if it still can then (special rule)"
