"""Pursuits begun, halted by a test, moved, ended (AR-pur, AR-Q15, AR-Q20, AR-Q22, AR-Q23, AR-Q24)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.distances import rects
from pbem.engine.table.measures import Hundredths, beyond
from pbem.rulesets.armatys.fighting.defending import defends
from pbem.rulesets.armatys.morale.testing import reacts
from pbem.rulesets.armatys.moving.pursuing import chase
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, in_order, touching
from pbem.rulesets.armatys.state.orders import Chooser

FAR = Hundredths(600)
"""AR-pur-2: a pursuit ends with its quarry more than 6 inches away."""


def begin(play: Play[Battle], before: Battle) -> None:
    """AR-pur-1: the end of P4: steady units whose enemy has just broken, with none unbroken in contact (AR-Q24)."""
    units = play.battle.units
    broken = [one for one, unit in units.items() if unit.state == "broken" != before.units[one].state]
    for unit in in_order(play.battle):
        near = touching(play.battle, unit.id)
        fled = [enemy for enemy in near if enemy in broken]
        free = all(play.battle.units[enemy].state == "broken" for enemy in near)
        if fled and free and unit.state == "steady" and unit.pursuit is None:
            play.record(f.PursuitBegan(unit.id, fled[0], rules=(RuleId("AR-pur-1"),)))


def test(play: Play[Battle], choose: Chooser) -> None:
    """P5b: those who have a pursuit move to make test to halt, unless they choose to go on (AR-pur-4, AR-Q20)."""
    for unit in due(play.battle):
        chosen = choose(play.battle, unit)
        if _lost(play.battle, unit):
            end(play, unit)
        elif chosen.pursuit == "test":
            one, chased = play.battle.units[unit], play.battle.units[unit].pursuit
            behind = chased is not None and defends(play.battle, one, play.battle.units[chased.quarry])
            if reacts(play, unit, "pursuit", chosen.modifier, obstacle=behind):
                end(play, unit)


def pursue(play: Play[Battle]) -> None:
    """P5c: the moves of those that go on."""
    for unit in due(play.battle):
        _move(play, unit)


def due(battle: Battle) -> list[StandId]:
    """Those with a pursuit move to make: one a bound (AR-Q20), and no enemy unbroken in contact (AR-Q24)."""
    return [
        one.id
        for one in in_order(battle)
        if one.pursuit and one.state == "steady" and not one.pursued and not one.retired
        and all(battle.units[enemy].state == "broken" for enemy in touching(battle, one.id))
    ]  # fmt: skip


def _lost(battle: Battle, unit: StandId) -> bool:
    """AR-pur-2: the quarry has ceased to exist."""
    chased = battle.units[unit].pursuit
    return chased is None or chased.quarry not in battle.units


def _move(play: Play[Battle], unit: StandId) -> None:
    """AR-G18; AR-Q22: another enemy met ends the pursuit, as does a quarry that has got away (AR-pur-2)."""
    before = play.battle
    chased = before.units[unit].pursuit
    assert chased is not None
    went = chase(before, before.units[unit], before.units[chased.quarry])
    play.record(f.PursuitMoved(unit, went.to, went.inches, went.met, went.face, rules=(RuleId("AR-G18"),)))
    stop(play, unit, went.met)


def stop(play: Play[Battle], unit: StandId, met: StandId | None) -> None:
    """After a pursuit move: another enemy met ends the pursuit, as does a quarry that has got away (AR-pur-2)."""
    chased = play.battle.units[unit].pursuit
    assert chased is not None
    quarry = play.battle.units.get(chased.quarry)
    away = quarry is None or beyond(rects(play.battle.units[unit].rect, quarry.rect), FAR)
    if away or met not in (None, chased.quarry):
        end(play, unit)


def end(play: Play[Battle], unit: StandId) -> None:
    """AR-pur-9, AR-Q23: half the bounds of pursuit are owed, fractions up."""
    chased = play.battle.units[unit].pursuit
    assert chased is not None
    owed = play.battle.units[unit].rally_owed + (chased.bounds + 1) // 2
    play.record(f.PursuitEnded(unit, owed, rules=(RuleId("AR-pur-9"), RuleId("AR-Q23"))))
