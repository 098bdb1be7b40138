"""The decisions of a case: the vocabulary's ``choices``."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.casekit.inches import angle, length
from pbem.engine.casekit.reading import read_tree
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths, Tenths, normal
from pbem.rulesets.fornovo.cases.action import ActionSpec, ChoiceSpec
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.orders import Choices, Chooser, unchosen


def chooser(action: ActionSpec, faults: Faults) -> Chooser:
    """What each side or unit of a case chooses; the defaults for the rest."""
    found = {who: _choices(value, f"action.choices.{who}", faults) for who, value in action.choices.items()}

    def choose(battle: Battle, who: str) -> Choices:
        return found[who] if who in found else unchosen(battle, who)

    return choose


def _choices(value: Mapping[str, Any], where: str, faults: Faults) -> Choices:
    one = read_tree(ChoiceSpec, dict(value), where, faults)
    if one is None:
        return Choices()
    evade: tuple[Tenths, Hundredths] | None = None
    if one.evade is not None:
        evade = normal(angle(one.evade.bearing, where, faults)), length(one.evade.distance, where, faults)
    after = one.after_halt
    return Choices(
        initiative=one.initiative or "A", friend_rout_order=tuple(map(StandId, one.friend_rout_order)),
        follow_up=one.follow_up, comes_back=one.come_back, false_rout=one.false_rout, charge_fire=one.charge_fire,
        pursuit=one.pursuit, pursue=StandId(one.pursue) if one.pursue else None,
        after_halt=after if isinstance(after, str) else normal(angle(after, where, faults)),
        if_charged=one.if_charged, evade=evade, if_target_gone=one.if_target_gone,
        remainder_hits=tuple(one.remainder_hits), loss_order=one.loss_order,
        remainder_dice=tuple(map(StandId, one.remainder_dice)), swerve=one.swerve,
    )  # fmt: skip
