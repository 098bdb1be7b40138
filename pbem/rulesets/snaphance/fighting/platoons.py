"""Shot among the squadrons (``shot-platoon``) after contact: who stays for the melee, who falls with it."""

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.contact import dies_after_firing
from pbem.rulesets.snaphance.fighting.melee_dice import (
    Clash,
)
from pbem.rulesets.snaphance.fighting.morale import destroy
from pbem.rulesets.snaphance.special.shot_platoon import RULE, in_platoon
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.victory import check


def platoons_fall(play: "Play[Battle]", platoons: tuple[StandId, ...], *, won: bool) -> None:
    """After the melee, platoons of a stand that has not won are lost, as skirmishers in the open are (SN-7.5c)."""
    for stand in platoons:
        if won or play.battle.phase == "over" or not play.battle.stands[stand].on_board:
            continue
        destroy(play, stand, "the horse they stood with did not win", ("SN-7.5c", "SN-10.5c", RULE))
        check(play)


def standing_platoons(battle: Battle, clash: Clash) -> tuple[StandId, ...]:
    """Skirmishers that have fired and would have gone, had they not stood as platoons beside the stand charged."""
    some = clash.defenders_helpers if battle.special and clash.how != "opportunity" else ()
    return tuple(
        one for one in some
        if battle.stands[one].on_board
        and in_platoon(battle, one, clash.defender)
        and dies_after_firing(battle, one, clash.attacker)
    )  # fmt: skip
