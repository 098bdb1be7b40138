"""P1: charges declared, tested, answered; units that break before them (AR-chg, AR-stand).

Rulings: AR-Q7, AR-Q8, AR-Q9, AR-Q10, AR-Q11, AR-Q12, AR-Q13.
"""

from collections.abc import Sequence

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.special import cited
from pbem.rulesets.armatys.fighting.defending import defends
from pbem.rulesets.armatys.morale import breaking, nerve
from pbem.rulesets.armatys.morale.testing import failed, reacts, shy
from pbem.rulesets.armatys.moving.charging import Barred, checked, counterable
from pbem.rulesets.armatys.playing import venturing
from pbem.rulesets.armatys.special.barring import bridle_on
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, in_order, touching
from pbem.rulesets.armatys.state.charged import chargers_of
from pbem.rulesets.armatys.state.orders import ChargeOrder, Choices, Chooser
from pbem.rulesets.armatys.state.special_facts import SpecialActed
from pbem.rulesets.armatys.state.units import Answer, Unit


def declare(play: Play[Battle], charges: Sequence[ChargeOrder], choose: Chooser) -> None:
    """P1a: every charge is checked and, if legal, made public (AR-chg-1, AR-G15, AR-Q7)."""
    before = play.battle
    for order in charges:
        through = choose(before, order.unit).friends_in_way == "through"
        found = checked(play.battle, order, through=through)
        if not isinstance(found, Barred) and _bridled(play, order.unit):
            found = checked(play.battle, order, through=through)
        if isinstance(found, Barred):
            ventured = venturing.ventured(play, order, found, through=through)
            if ventured is None:
                continue
            found = ventured
        if isinstance(found, Barred):
            play.record(f.OrderRefused(order.order, order.unit, tuple(map(RuleId, found.rules)), by=found.by))
        else:
            rules = (RuleId("AR-chg-1"), RuleId("AR-G15"))
            venturing.give_away(play, order.unit, order.target)
            play.record(c.ChargeDeclared(order.order, order.unit, found.charge, found.time, rules=rules))


def _bridled(play: Play[Battle], unit: StandId) -> bool:
    """A special rule: whether a die was thrown, for a unit that may not charge before it has come."""
    bridle = bridle_on(play.battle, play.battle.units[unit])
    if bridle is None:
        return False
    place, rule = bridle
    die = play.roll("ar.bridle", unit, 1).values[0]
    play.record(SpecialActed(place, die >= rule.needs, unit, die, rules=(cited(rule),)))
    return True


def test_charges(play: Play[Battle], choose: Chooser) -> None:
    """P1b: every charger tests; a failure brings a counter; break check (AR-chg-2, AR-chg-3, AR-chg-4)."""
    fell: list[StandId] = []
    for unit in [one.id for one in in_order(play.battle) if one.charge]:
        one = play.battle.units[unit]
        target = play.battle.units[one.charge.target] if one.charge else one
        if shy(one, [target]):
            passed = failed(play, unit, "charge", "AR-ilc-3")
        else:
            passed = reacts(play, unit, "charge", choose(play.battle, unit).modifier)
        fell += [] if passed else [unit]
    _take(play, fell)
    nerve.desert(play)


def answer(play: Play[Battle], choose: Chooser) -> None:
    """P1c: every unit charged chooses, all as things stand now (AR-chg-6, AR-Q8, AR-Q9, AR-Q10, AR-Q11, AR-Q12)."""
    before = play.battle
    for unit in in_order(before):
        chargers = chargers_of(before, unit.id)
        if chargers and not touching(before, unit.id):  # AR-Q11: its fight holds it
            chosen = choose(before, unit.id)
            says, meets = _answered(unit, chargers, chosen)
            open_to_it = chosen.by_default and says == "stand" and not unit.failed_charge
            rules = (RuleId("AR-chg-6"), RuleId("AR-Q10"))
            play.record(c.ChargeAnswered(unit.id, says, meets, open_to_it, rules=rules))


def test_counters(play: Play[Battle], choose: Chooser) -> None:
    """P1d: counter-charges are tested; a failure brings a counter, a break check, a second choice (AR-chg-7, chg-8)."""
    fell: list[StandId] = []
    for unit in [one.id for one in in_order(play.battle) if one.answer == "counter"]:
        one = play.battle.units[unit]
        if shy(one, [play.battle.units[enemy] for enemy in (one.meets,) if enemy]):
            passed = failed(play, unit, "counter", "AR-ilc-3")
        else:
            passed = reacts(play, unit, "counter", choose(play.battle, unit).modifier)
        fell += [] if passed else [unit]
    _take(play, fell)
    before = play.battle
    for unit in fell:
        if unit in before.units and before.units[unit].state == "steady":
            says = choose(before, unit).if_counter_fails
            play.record(c.ChargeAnswered(unit, says, rules=(RuleId("AR-chg-8"),)))


def test_stands(play: Play[Battle], choose: Chooser) -> None:
    """P1e: units that are to stand test (AR-stand)."""
    for unit in [one.id for one in in_order(play.battle) if chargers_of(play.battle, one.id)]:
        one, chargers = play.battle.units[unit], chargers_of(play.battle, unit)
        if one.gun:
            failed(play, unit, "stand", "AR-stand-4")
        elif one.answer == "stand" and one.state == "steady":
            if shy(one, chargers):
                failed(play, unit, "stand", "AR-ilc-3")
            else:
                behind = all(defends(play.battle, one, charger) for charger in chargers)
                reacts(play, unit, "stand", choose(play.battle, unit).modifier, obstacle=behind)


def break_charged(play: Play[Battle]) -> None:
    """P1f: who chose to break, failed to stand, serves a gun, or was broken already (AR-chg-9, AR-stand-3, AR-Q12)."""
    before = play.battle
    for unit in in_order(before):
        charged = chargers_of(before, unit.id) and not touching(before, unit.id)
        wavers = unit.answer == "break" or (unit.answer == "stand" and not unit.stood)
        if charged and not unit.flees and (wavers or unit.state == "broken"):
            rules = (RuleId("AR-mor-4"), RuleId("AR-Q12" if unit.state == "broken" else "AR-chg-9"))
            play.record(f.Broke(unit.id, breaking.breaker(before, unit), at_once=True, rules=rules))


def _answered(unit: Unit, chargers: Sequence[Unit], chosen: Choices) -> tuple[Answer, StandId | None]:
    """What a charged unit does; what it may not do gives way to its second choice."""
    if unit.gun or unit.state == "broken":
        return "break", None
    before = [one.id for one in chargers if counterable(unit, one)]
    meets = chosen.counters if chosen.counters in before else next(iter(before), None)
    if unit.charge is not None and unit.charge.passed:
        return _redirected(unit, chargers, meets, chosen)
    if chosen.answer != "counter":
        return chosen.answer, None
    if unit.failed_charge:  # AR-Q81: as after a failed counter-charge
        return chosen.if_counter_fails, None
    if unit.pursuit or unit.rally_owed or meets is None:
        return "stand", None
    return "counter", meets


def _redirected(
    unit: Unit, chargers: Sequence[Unit], meets: StandId | None, chosen: Choices
) -> tuple[Answer, StandId | None]:
    """AR-Q8: on a charger that it may counter-charge; AR-Q81: one that its target charges goes on at that."""
    pressed = unit.charge is not None and unit.charge.target in [one.id for one in chargers]
    if chosen.if_charged_while_charging == "press_on" or meets is None or (pressed and chosen.counters is None):
        return "press_on", None
    return "redirect", meets


def _take(play: Play[Battle], fell: Sequence[StandId]) -> None:
    """AR-chg-4: a counter for each failure, then the break check."""
    for unit in fell:
        play.record(f.CountersTaken(unit, "test", 1, rules=(RuleId("AR-chg-4"),)))
    breaking.check(play, at_once=True)
