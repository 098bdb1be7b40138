"""Reaction tests rolled (FS-8.3): one die and the lines that apply; more than 0 passes.

What follows from a test is played by the step that calls it.
"""

from collections.abc import Mapping
from typing import Literal

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.fornovo.fighting.melee import suffered
from pbem.rulesets.fornovo.morale import modifiers as m
from pbem.rulesets.fornovo.special.holding import skittish
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.fighting_facts import Tested
from pbem.rulesets.fornovo.state.units import Unit

Test = Literal["rally", "halt", "return", "react_shot", "react_charge", "react_lost", "react_friend"]
RULE: Mapping[Test, str] = {
    "rally": "FS-8.4", "halt": "FS-8.5", "return": "FS-8.5", "react_shot": "FS-8.6", "react_charge": "FS-8.7",
    "react_lost": "FS-8.8", "react_friend": "FS-8.9",
}  # fmt: skip


def rally(play: Play[Battle], unit: StandId) -> bool:
    """FS-8.4."""
    return _rolled(play, "rally", unit, m.rallying(play.battle, play.battle.units[unit]))


def halt(play: Play[Battle], unit: StandId, *, returning: bool = False) -> bool:
    """FS-8.5: to halt, or to return to the table."""
    reasons = m.halting(play.battle, play.battle.units[unit], returning=returning)
    return _rolled(play, "return" if returning else "halt", unit, reasons)


def shot_at(play: Play[Battle], unit: StandId) -> bool:
    """FS-8.6."""
    return _rolled(play, "react_shot", unit, m.under_fire(play.battle, play.battle.units[unit]))


def charge(play: Play[Battle], unit: StandId) -> bool:
    """FS-8.7."""
    return _rolled(play, "react_charge", unit, m.charging(play.battle, play.battle.units[unit]))


def lost(play: Play[Battle], unit: StandId) -> bool:
    """FS-8.8."""
    reasons = m.beaten(play.battle, play.battle.units[unit], suffered(play.battle, unit))
    return _rolled(play, "react_lost", unit, reasons)


def friend(play: Play[Battle], unit: StandId) -> bool:
    """FS-8.9."""
    return _rolled(play, "react_friend", unit, m.seeing_rout(play.battle, play.battle.units[unit]))


def must_test_shot(battle: Battle, unit: Unit) -> bool:
    """FS-8.6, FS-Q51, FS-Q52: a loss, and shooters of a quarter of its strength before the phase, or artillery.

    The charge situation (FS-Q95) is not looked at here.
    """
    lost_ = unit.shot.gunpowder + unit.shot.other
    if unit.shot.by and unit.morale != "routed" and skittish(battle, unit.id):
        return True
    if not lost_ or unit.morale == "routed":
        return False
    return unit.shot.guns or 4 * sum(unit.shot.by.values()) >= unit.figures + lost_


def routing_friends(battle: Battle, unit: Unit) -> list[Unit]:
    """FS-8.9, FS-Q102: those whose rout of this turn makes it test."""
    return [one for one in m.routers_in_sight(battle, unit) if one.routed_this_turn]


def modifiers_friend(battle: Battle, unit: Unit) -> int:
    """FS-8.9: for the order of D-21."""
    return sum(m.seeing_rout(battle, unit).values())


def _rolled(play: Play[Battle], test: Test, unit: StandId, reasons: Mapping[str, int]) -> bool:
    die = play.roll(f"fs.{test}:{unit}", unit, 1).values[0]
    total = die + sum(reasons.values())
    play.record(
        Tested(test=test, unit=unit, reasons=reasons, total=total, passed=total > 0, die=die,
               rules=(RuleId(RULE[test]),))
    )  # fmt: skip
    return total > 0
