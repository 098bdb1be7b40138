"""The order test of a thin line on contact (``thin-line``)."""

from typing import TYPE_CHECKING

from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.moving.command import order_test
from pbem.rulesets.snaphance.special.thin_line import RULE, may_come_ragged
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.facts import Disordered
from pbem.rulesets.snaphance.state.special_facts import Ragged

if TYPE_CHECKING:
    from pbem.engine.play import Play


def comes_ragged(play: "Play[Battle]", attacker: StandId) -> None:
    """On contact, the order test of a thin line that has charged from far."""
    if not may_come_ragged(play.battle, attacker) or order_test(play, (attacker,), "thin_line"):
        return
    play.record(Ragged(stand=attacker, rules=(RULE,)))
    if not play.battle.stands[attacker].disordered:
        play.record(Disordered(stand=attacker, cause="its thin line came up ragged", rules=(RULE,)))
