"""A hot head (``must-charge``): the stand he is with must charge the first heavy horse that it can reach."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import distance
from pbem.engine.ids import CommanderId, RuleId, StandId
from pbem.rulesets.snaphance.special.naming import alive, general_named
from pbem.rulesets.snaphance.state.battle import Battle, type_of
from pbem.rulesets.snaphance.state.commands import Act, Charge, When
from pbem.rulesets.snaphance.state.special_facts import Goaded
from pbem.rulesets.snaphance.state.special_rules import MustCharge

if TYPE_CHECKING:
    from pbem.engine.play import Play

RULE = RuleId("SCN-must-charge")


def words(battle: Battle, rule: MustCharge) -> str:
    """``The stand of the Duke of Joyeuse must charge the first enemy heavy horse in its reach``."""
    name = general_named(battle, rule.general)
    return f"the stand that {name} is with must charge the nearest enemy heavy horse it can reach in one move"


def goaded(battle: Battle, stand: StandId) -> tuple[CommanderId, StandId] | None:
    """The general who drives a stand on, and the enemy it must charge; None for those who may do as they like."""
    from pbem.rulesets.snaphance.playing.choices import choices

    if _with(battle, stand) is None or not battle.stands[stand].on_board:
        return None
    return driven_upon(battle, stand, tuple(one.stand for one in choices(battle, stand).quarries))


def driven_upon(battle: Battle, stand: StandId, in_reach: tuple[StandId, ...]) -> tuple[CommanderId, StandId] | None:
    """The same, of the enemies that it can reach."""
    hot_head = _with(battle, stand)
    heavy = [one for one in in_reach if type_of(battle, one).heavy and type_of(battle, one).is_mcs]
    if hot_head is None or not heavy:
        return None
    here = battle.stands[stand].hex
    return hot_head, min(heavy, key=lambda one: (distance(here, battle.stands[one].hex), one))


def _with(battle: Battle, stand: StandId) -> CommanderId | None:
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


def must_charge(play: "Play[Battle]", stand: StandId, actions: tuple[Act | When, ...]) -> StandId | None:
    """The enemy that a stand must charge now, where its orders do not attack that very enemy; recorded."""
    found = goaded(play.battle, stand) if play.battle.special else None
    if found is None or charges(actions, found[1]):
        return None
    play.record(Goaded(stand=stand, general=found[0], target=found[1], rules=(RULE,)))
    return found[1]
