"""Rallying (SN-9.0a, SN-9.1a, SN-9.1b): why a stand may not, and several together, by one test (SN-Q22)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbem.engine.hexes import (
    connected,
    distance,
)
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.fighting.breaking import must_break_off
from pbem.rulesets.snaphance.moving.command import order_test
from pbem.rulesets.snaphance.moving.ground import bars_rally
from pbem.rulesets.snaphance.moving.movement import (
    No,
    action_over,
    forbidden,
    no,
)
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    group_stands,
    melee_of,
    type_of,
)
from pbem.rulesets.snaphance.state.facts import Rallied
from pbem.rulesets.snaphance.state.rulings import reading

if TYPE_CHECKING:
    from pbem.engine.play import Play


def group_rally_refusal(battle: Battle, stands: tuple[StandId, ...], *, alone: bool = False) -> No | None:
    """Why these stands may not rally as a group (SN-4.9a, SN-9.0a); None when they may.  Their facings may differ.

    alone: one is no group, but might be of one.
    """
    some = [battle.stands[one] for one in stands if one in battle.stands]
    if len(some) != len(stands) or len(set(stands)) != len(stands) or len(some) < 2 - alone:
        return no("rallying together needs two stands or more", "SN-4.9a")
    if len({one.group for one in some}) > 1:
        return no("they are not of one command group", "SN-4.9a", "SN-1.4c")
    if battle.active_group not in (None, some[0].group):
        return no("their group is not the activated one", "SN-1.4c")
    for one in some:
        refusal = action_over(battle, one.id) or rally_refusal(battle, one.id) or must_break_off(battle, one.id)
        if refusal is not None:
            return No(refusal.rules, f"{one.id}: {refusal.why}")
    if len({type_of(battle, one.id).category for one in some}) > 1:
        return no("they are not of the same category", "SN-4.9a")
    if not connected(one.hex for one in some):
        return no("they are not in adjacent hexes", "SN-4.9a")
    return None


def rallies_with(battle: Battle, stand: StandId) -> tuple[StandId, ...]:
    """The stands with which a stand may rally as a group, and itself, by id: all that touch one another; () for none.

    Whose turn it is, is not judged.
    """
    one = battle.stands[stand]
    idle = replace(battle, active_group=None)
    fit = [
        s.id for s in group_stands(battle, one.group)
        if s.disordered and group_rally_refusal(idle, (s.id,), alone=True) is None
        and type_of(battle, s.id).category == type_of(battle, stand).category
    ]  # fmt: skip
    found = [stand] if stand in fit else []
    for near in found:
        found += [s for s in fit if s not in found and distance(battle.stands[s].hex, battle.stands[near].hex) == 1]
    return tuple(sorted(found)) if len(found) > 1 else ()


def rally_together(play: "Play[Battle]", stands: tuple[StandId, ...]) -> None:
    """One test, of the worst class, for all: the disorder goes; failed, the action of all is over (SN-9.0a, SN-Q22)."""
    passed = order_test(play, tuple(sorted(stands)), "rally")
    stays = not passed and reading(play.battle, "SN-Q5") == "stays-disordered"
    by = (RuleId("SN-9.0a"), RuleId("SN-Q5"), RuleId("SN-Q22"))
    for stand in sorted(stands):
        play.record(Rallied(stand=stand, acts=passed, stays=stays, rules=by))


def rally_refusal(battle: Battle, stand: StandId) -> No | None:
    """Why a stand may not try to rally (SN-9.0a, SN-9.1b, SNT, SN-Q5); None when it may."""
    one = battle.stands[stand]
    if one.doing.moves or one.doing.fired or one.doing.rallied:
        return no("it may try to rally once, at the start of its turn", "SN-9.0a")
    if not one.disordered:
        return no("it is not disordered", "SN-9.0a")
    if melee_of(battle, stand) is not None:
        return no("a stand in close combat cannot rally", "SN-9.1b")
    if (word := forbidden(battle, stand, "rally")) is not None:
        return word
    barred = bars_rally(battle, stand)
    return No((*barred, RuleId("SN-Q5")), "it cannot rally on this ground") if barred else None
