"""Pursuits begun, halted by a test, moved, ended (AR-pur, AR-Q15, AR-Q20, AR-Q22, AR-Q23, AR-Q24)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.special import cited, rules_of
from pbem.engine.table.areas import meets
from pbem.engine.table.distances import rects
from pbem.engine.table.edges import holds
from pbem.engine.table.measures import Hundredths, beyond
from pbem.engine.table.places import point
from pbem.rulesets.armatys.fighting.defending import defends
from pbem.rulesets.armatys.morale.testing import led, reacts
from pbem.rulesets.armatys.moving.costing import closed_to
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import LINES, Battle, in_order, touching
from pbem.rulesets.armatys.state.orders import Chooser
from pbem.rulesets.armatys.state.special_facts import FollowTried
from pbem.rulesets.armatys.state.units import Unit

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


def choose_shot(play: Play[Battle], choose: Chooser) -> None:
    """AR-Q15, AR-D19: P5a, before retirements: an enemy in contact that fire or ground broke may be pursued."""
    for unit in in_order(play.battle):
        near = [play.battle.units[enemy] for enemy in touching(play.battle, unit.id)]
        fled = [one.id for one in near if one.break_due is not None]
        free = unit.state == "steady" and unit.pursuit is None and all(one.state == "broken" for one in near)
        if fled and free and choose(play.battle, unit.id).pursue_shot:
            play.record(f.PursuitBegan(unit.id, fled[0], rules=(RuleId("AR-Q15"), RuleId("AR-D19"))))


def test(play: Play[Battle], choose: Chooser) -> None:
    """P5b: those who have a pursuit move to make test to halt, unless they choose to go on (AR-pur-4, AR-Q20)."""
    for unit in [one for one in due(play.battle) if not touching(play.battle, one)]:
        chosen = choose(play.battle, unit)
        if _lost(play.battle, unit):
            end(play, unit)
        elif chosen.pursuit == "test" and not runs_away(play.battle, unit):
            one, chased = play.battle.units[unit], play.battle.units[unit].pursuit
            quarry = play.battle.units.get(chased.quarry) if chased is not None else None
            behind = quarry is not None and defends(play.battle, one, quarry)
            if reacts(play, unit, "pursuit", chosen.modifier, obstacle=behind):
                end(play, unit)


def runs_away(battle: Battle, unit: StandId) -> bool:
    """A special rule: horse that makes no test to halt while no general is with it."""
    hot = any(unit in rule.units for _, rule in rules_of(battle, k.Runaway))
    return hot and not led(battle, battle.units[unit])


def follow_on(play: Play[Battle]) -> None:
    """A special rule, in P5b: units behind a line that pursues go after the same enemy, by a die."""
    for _, rule in rules_of(play.battle, k.FollowsOn):
        for unit in [one for one in rule.units if _may_follow(play.battle, one)]:
            quarry = _chased_by(play.battle, unit, rule)
            if quarry is None:
                continue
            die = play.roll("ar.follow", unit, 1).values[0]
            play.record(FollowTried(unit, die, die <= rule.upto, rules=(cited(rule),)))
            if die <= rule.upto:
                play.record(f.PursuitBegan(unit, quarry, rules=(cited(rule),)))


def _may_follow(battle: Battle, unit: StandId) -> bool:
    """It is steady and free, has not moved, and no general is with it."""
    one = battle.units.get(unit)
    if one is None or one.state == "broken" or one.pursuit is not None or one.rally_owed or led(battle, one):
        return False
    return not (one.moved or one.changed or one.charge is not None or touching(battle, unit))


def _chased_by(battle: Battle, unit: StandId, rule: k.FollowsOn) -> StandId | None:
    """The quarry, on the table, of the nearest unit of the line that pursues."""
    us = battle.units[unit]
    lines = [battle.units[one] for one in rule.leads if one in battle.units]
    going = [one for one in lines if one.pursuit is not None and one.pursuit.quarry in battle.units]
    nearest = min(going, key=lambda one: (rects(us.rect, one.rect), one.id), default=None)
    return nearest.pursuit.quarry if nearest is not None and nearest.pursuit is not None else None


def due(battle: Battle) -> list[StandId]:
    """Those with a pursuit move to make: one a bound (AR-Q20), and no enemy unbroken in contact (AR-Q24)."""
    return [
        one.id
        for one in in_order(battle)
        if one.pursuit and one.state == "steady" and not one.pursued and not one.retired
        and all(battle.units[enemy].state == "broken" for enemy in touching(battle, one.id))
    ]  # fmt: skip


def _lost(battle: Battle, unit: StandId) -> bool:
    """AR-pur-2: the quarry has ceased to exist; one that has left the table may be followed (AR-pur-7)."""
    chased = battle.units[unit].pursuit
    if chased is None:
        return True
    return chased.quarry not in battle.units and not left_table(battle, chased.quarry)


def left_table(battle: Battle, unit: StandId) -> bool:
    """AR-G20."""
    gone = battle.removed.get(unit)
    return gone is not None and not holds(battle.table, point(gone.pose.at))


def stop(play: Play[Battle], unit: StandId, met: StandId | None) -> None:
    """After a pursuit move: another enemy met ends the pursuit, as does a quarry that has got away (AR-pur-2)."""
    chased = play.battle.units[unit].pursuit
    assert chased is not None
    quarry = play.battle.units.get(chased.quarry)
    one = play.battle.units[unit]
    away = quarry is None or beyond(rects(one.rect, quarry.rect), FAR) or _safe(play.battle, one, quarry)
    if away or met not in (None, chased.quarry):
        end(play, unit)


def _safe(battle: Battle, unit: Unit, quarry: Unit) -> bool:
    """AR-pur-2: in ground that is closed to the pursuer."""
    shut = [one for one in battle.terrain if one.kind not in LINES and closed_to(unit, one)]
    return any(meets(quarry.rect, one.area) for one in shut)


def end(play: Play[Battle], unit: StandId) -> None:
    """AR-pur-9, AR-Q23: half the bounds of pursuit are owed, fractions up."""
    chased = play.battle.units[unit].pursuit
    assert chased is not None
    owed = play.battle.units[unit].rally_owed + (chased.bounds + 1) // 2
    play.record(f.PursuitEnded(unit, owed, rules=(RuleId("AR-pur-9"), RuleId("AR-Q23"))))
