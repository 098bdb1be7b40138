"""Stands that a hot head drives on (``must-charge``): upon whom, of all they can reach."""

from typing import TYPE_CHECKING

from pbem.engine.ids import CommanderId, StandId
from pbem.rulesets.snaphance.playing.choices import choices
from pbem.rulesets.snaphance.special.must_charge import RULE, charges, driven_upon, hot_head_with
from pbem.rulesets.snaphance.state.battle import Battle, seat_of_stand
from pbem.rulesets.snaphance.state.commands import Act, When
from pbem.rulesets.snaphance.state.special_facts import Goaded
from pbem.rulesets.snaphance.state.venturing import as_is, judged_by

if TYPE_CHECKING:
    from pbem.engine.play import Play


def goaded(battle: Battle, stand: StandId) -> tuple[CommanderId, StandId] | None:
    """The general who drives a stand on, and the enemy it must charge; None for those who may do as they like."""
    if hot_head_with(battle, stand) is None or not battle.stands[stand].on_board:
        return None
    return driven_upon(battle, stand, tuple(one.stand for one in choices(battle, stand).quarries))


def must_charge(play: "Play[Battle]", stand: StandId, actions: tuple[Act | When, ...]) -> StandId | None:
    """The enemy that a stand must charge now, where its orders do not attack that very enemy; recorded."""
    found = goaded(judged_by(play, stand), stand) if play.battle.special else None
    if found is None or charges(actions, found[1]):
        return None
    target = as_is(play.battle, seat_of_stand(play.battle, stand), found[1])
    play.record(Goaded(stand=stand, general=found[0], target=target, rules=(RULE,)))
    return found[1]
