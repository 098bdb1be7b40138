"""A hot head (``must-charge``): the stand he is with must charge the first heavy horse that it can reach."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import distance
from pbem.engine.ids import CommanderId, RuleId, StandId
from pbem.rulesets.snaphance.battle import Battle, type_of
from pbem.rulesets.snaphance.special.facts import Goaded
from pbem.rulesets.snaphance.special.kinds import MustCharge
from pbem.rulesets.snaphance.special.naming import alive, general_named

if TYPE_CHECKING:
    from pbem.engine.play import Play

RULE = RuleId("SCN-must-charge")


def words(battle: Battle, rule: MustCharge) -> str:
    """``The stand of the Duke of Joyeuse must charge the first enemy heavy horse in its reach``."""
    name = general_named(battle, rule.general)
    return f"the stand that {name} is with must charge the nearest enemy heavy horse it can reach in one move"


def goaded(battle: Battle, stand: StandId) -> tuple[CommanderId, StandId] | None:
    """The general who drives a stand on, and the enemy it must charge; None for those who may do as they like."""
    from pbem.rulesets.snaphance.choices import choices

    for rule in battle.special:
        if not isinstance(rule, MustCharge) or not alive(battle, rule.general):
            continue
        if battle.commanders[rule.general].attached_to != stand or not battle.stands[stand].on_board:
            continue
        heavy = [
            one.stand for one in choices(battle, stand).quarries
            if type_of(battle, one.stand).heavy and type_of(battle, one.stand).is_mcs
        ]  # fmt: skip
        if heavy:
            here = battle.stands[stand].hex
            return rule.general, min(heavy, key=lambda one: (distance(here, battle.stands[one].hex), one))
    return None


def must_charge(play: "Play[Battle]", stand: StandId) -> StandId | None:
    """Whom a stand must charge now, whatever it was ordered; recorded."""
    found = goaded(play.battle, stand) if play.battle.special else None
    if found is None:
        return None
    play.record(Goaded(stand=stand, general=found[0], target=found[1], rules=(RULE,)))
    return found[1]
