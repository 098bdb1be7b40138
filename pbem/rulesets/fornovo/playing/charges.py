"""M1 and M2: charges declared, answered and moved (FS-7.6, FS-7.8, FS-7.9, FS-2.9, FS-2.16; D-8 to D-12)."""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.play import Play
from pbem.engine.table.angles import bearing
from pbem.engine.table.measures import inches
from pbem.engine.table.rects import Anchor, centre, pose_of
from pbem.rulesets.fornovo.moving.charging import (
    Rush,
    answered,
    countercharge,
    evasion,
    may_shoot_charging,
    next_in_line,
    rush,
    square_in_time,
)  # fmt: skip
from pbem.rulesets.fornovo.moving.disordering import upset_by_charge
from pbem.rulesets.fornovo.moving.places import disordered, faced_about, parts_of, rect_of, upon
from pbem.rulesets.fornovo.moving.placing import spread
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.playing.chances import ditches, mutiny, open_woods, sniper_gets_away
from pbem.rulesets.fornovo.playing.generals import drive_off
from pbem.rulesets.fornovo.playing.overruns import on_the_way
from pbem.rulesets.fornovo.playing.venturing import free_charge, give_away
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import Battle, Charge, by_role, charge_of, charges_on

FALSE_ROUT = 4
"""FS-2.16: the least die that turns an evader about."""


def charge_step(play: Play[Battle], orders: o.Orders, *, b_charges: bool) -> None:
    """M1, or M2 with the sides changed."""
    side = by_role(play.battle)[b_charges]
    declare(play, side, orders)
    meet(play, side, orders)


def meet(play: Play[Battle], side: Side, orders: o.Orders) -> None:
    """The rest of M1 or M2, once the charges of a side are declared: answers, moves, evasions."""
    answers = _answers(play, side, orders)
    for target in dict.fromkeys(one.target for one in play.battle.charges if one.state == "declared"):
        if target in play.battle.units:
            _arrive(play, target, answers.get(target), orders)
    _evade(play, side, answers, orders)
    drive_off(play)


def declare(play: Play[Battle], side: Side, orders: o.Orders) -> None:
    """Every charge is checked before anything moves.  Rules: FS-7.6a, FS-7.6b, FS-2.9b, FS-2.9c, FS-Q99."""
    wanted = [_with_fire(play.battle, one, orders) for one in orders.charges if _side(play.battle, one.unit) == side]
    with_ = {one.unit: tuple(each.unit for each in wanted if each.target == one.target) for one in wanted}
    accepted: dict[StandId, o.ChargeOrder] = {}
    for order in wanted:
        free = free_charge(play, order, with_[order.unit])
        if free is not None and _judged(play, free, with_[order.unit]) is not None:
            accepted[order.unit] = free
    for unit in dict.fromkeys((*accepted, *(one.target for one in accepted.values()))):
        mutiny(play, unit)
    for order in accepted.values():
        if order.unit not in play.battle.units:
            continue
        found = order.target in play.battle.units and open_woods(play, order)
        made = _judged(play, order, with_[order.unit], void=not found)
        if made is not None:
            charge = replace(made.charge, state="declared", start=play.battle.units[order.unit].pose)
            give_away(play, order.unit, order.target)
            play.record(f.ChargeDeclared(charge, order.number, rules=(RuleId("FS-7.6a"),)))


def _side(battle: Battle, unit: StandId) -> Side | None:
    one = battle.units.get(unit) or battle.removed.get(unit)
    return one.side if one is not None else None


def _with_fire(battle: Battle, order: o.ChargeOrder, orders: o.Orders) -> o.ChargeOrder:
    """D-20: an order that says nothing of fire takes the standing order."""
    unit = battle.units.get(order.unit)
    wants = unit is not None and orders.choose(battle, order.unit).charge_fire and may_shoot_charging(unit)
    return replace(order, shoots=order.shoots or wants)


def _judged(
    play: Play[Battle], order: o.ChargeOrder, fellows: Collection[StandId], *, void: bool = False
) -> Rush | None:
    """The charge as it would be made against the target where it stands; refused else."""
    if not {order.unit, order.target} <= {*play.battle.units}:
        play.record(f.OrderRefused(order.number, order.unit, (RuleId("FS-7.6b"),), void=True))
        return None
    made = rush(play.battle, order, fellows=fellows)
    if isinstance(made, Refusal):
        play.record(f.OrderRefused(order.number, order.unit, made.rules, void=void))
        return None
    return made


# --- answers --------------------------------------------------------------------------------------------------------


def _answers(play: Play[Battle], side: Side, orders: o.Orders) -> dict[StandId, o.AnswerOrder]:
    """D-9, D-10: what each target does: its order, else its standing order; it stands where that is barred."""
    found: dict[StandId, o.AnswerOrder] = {}
    for target in dict.fromkeys(one.target for one in play.battle.charges if one.state == "declared"):
        if target not in play.battle.units:
            continue
        wanted = _wanted(play.battle, target, orders)
        against = _objection(play.battle, wanted)
        if against is not None:
            play.record(f.OrderRefused(wanted.number, target, against.rules))
            wanted = o.AnswerOrder(0, target, "stand")
        found[target] = wanted
    asked = {one.target for one in play.battle.charges if one.state == "declared"}
    for order in orders.answers:
        if _side(play.battle, order.unit) not in {side, None} and order.unit not in asked and _own_step(play, order):
            play.record(f.OrderRefused(order.number, order.unit, _WHY_NOT_CHARGED[order.do]))
    return found


_WHY_NOT_CHARGED: dict[str, tuple[RuleId, ...]] = {
    "countercharge": (RuleId("FS-7.8b"),), "evade": (RuleId("FS-7.9b"),), "square": (RuleId("FS-7.17f"),),
    "stand": (),
}  # fmt: skip


def _own_step(play: Play[Battle], order: o.AnswerOrder) -> bool:
    """An answer to nothing is refused once, in the step in which its side is charged; standing needs no charge."""
    return order.do != "stand" and order.unit in play.battle.units and not charges_on(play.battle, order.unit)


def _wanted(battle: Battle, target: StandId, orders: o.Orders) -> o.AnswerOrder:
    ordered = next((one for one in orders.answers if one.unit == target), None)
    if ordered is not None:
        return ordered
    choices = orders.choose(battle, target)
    charger = next(one.unit for one in charges_on(battle, target) if one.state == "declared")
    way, far = choices.evade or (None, None)
    return o.AnswerOrder(0, target, choices.if_charged, charger, way, far)


def _objection(battle: Battle, answer: o.AnswerOrder) -> Refusal | None:
    """FS-7.8b, FS-Q105, FS-8.1, FS-9.4a: whether the target may answer so."""
    unit = battle.units[answer.unit]
    if answer.do == "stand":
        return None
    if any(
        one.state == "pending" for one in (*charges_on(battle, unit.id), *filter(None, [charge_of(battle, unit.id)]))
    ):
        return barred("FS-Q105")
    made = answered(battle, answer, _answered(battle, answer))
    return made if isinstance(made, Refusal) else None


def _answered(battle: Battle, answer: o.AnswerOrder) -> Charge | None:
    """The charge that is answered: that of the named charger, else the first."""
    there = [one for one in charges_on(battle, answer.unit) if one.state == "declared"]
    if answer.do == "countercharge" and answer.target is not None:
        there = [one for one in there if one.unit == answer.target]
    return there[0] if there else None


# --- moves ----------------------------------------------------------------------------------------------------------


def _arrive(play: Play[Battle], target: StandId, answer: o.AnswerOrder | None, orders: o.Orders) -> None:
    """The charges at one target, with its countercharge.  Rules: FS-7.8a, FS-7.6c, FS-7.6d, FS-7.17f."""
    declared = [one for one in charges_on(play.battle, target) if one.state == "declared"]
    there = [one for one in declared if one.unit in play.battle.units]
    if answer is not None and there:
        met = _act_on(play, answer, there[0], orders)
        there = [one for one in there if one.unit != met]
    made: dict[StandId, Rush] = {}
    names = [one.unit for one in there]
    for charge in there:
        order = o.ChargeOrder(0, charge.unit, target, _legs(orders, charge), charge.fired)
        others = tuple(one for one in play.battle.charges if one.unit != charge.unit)
        found = rush(replace(play.battle, charges=others), order, fellows=names)
        if isinstance(found, Refusal):
            _comes_to_nothing(play, charge.unit, found, orders)
        else:
            made[charge.unit] = found
    its = rect_of(play.battle, play.battle.units[target])
    placed = spread(play.battle, its, made) if its is not None else made
    together = [one.unit for one in declared if one.unit in play.battle.units]
    for unit, one in placed.items():
        if target in play.battle.units and _no_room(play.battle, unit, placed, together):
            _comes_to_nothing(play, unit, barred("FS-7.6d"), orders)
        elif target in play.battle.units:
            _closes_in(play, unit, one)


def _act_on(play: Play[Battle], answer: o.AnswerOrder, first: Charge, orders: o.Orders) -> StandId | None:
    """D-9: a target answers the charges at it, or stands where it no longer can; the charger that it goes to meet."""
    target, battle = answer.unit, play.battle
    charge = _answered(battle, answer) if answer.do == "countercharge" else None
    shoots = _counter_shoots(battle, target, orders)
    both = countercharge(battle, charge, charge.start, answer, shoots=shoots) if charge and charge.start else None
    if isinstance(both, Refusal):
        play.record(f.OrderRefused(answer.number, target, both.rules, void=True))
        answer, both = o.AnswerOrder(0, target, "stand"), None
    squared = square_in_time(battle, battle.units[target], first) if answer.do == "square" else None
    rule = RuleId("FS-7.17f" if squared is not None else "FS-7.8a")
    play.record(f.ChargeAnswered(target, answer.do, answer.number, squared, rules=(rule,)))
    if both is None:
        return None
    _meet(play, both, answer)
    return both[0].charge.unit


def _comes_to_nothing(play: Play[Battle], unit: StandId, why: Refusal, orders: o.Orders) -> None:
    number = next((one.number for one in orders.charges if one.unit == unit), 0)
    play.record(f.OrderRefused(number, unit, why.rules, void=True))
    play.record(f.ChargeEnded(unit))


def _no_room(battle: Battle, unit: StandId, placed: Mapping[StandId, Rush], together: Iterable[StandId]) -> bool:
    """FS-7.6d, G-11: whether another charger of the same enemy bars the place where a charger would end.

    It does if it stands there and stays, since it has arrived or its charge came to nothing, or if its own place at the
    enemy overlaps this one.  Skirmishers bar no place (FS-7.10b).  placed: where the chargers of this step come to
    stand; together: all who charge that enemy.
    """
    one = battle.units[unit]
    mine = parts_of(battle, replace(one, pose=placed[unit].pose))
    for name in together:
        other = battle.units[name]
        if name == unit or one.skirmishers or other.skirmishers or not upon(mine, parts_of(battle, other)):
            continue
        leaves = name in placed and charge_of(battle, name) is not None
        if not leaves or upon(mine, parts_of(battle, replace(other, pose=placed[name].pose))):
            return True
    return False


def _meet(play: Play[Battle], both: tuple[Rush, Rush], answer: o.AnswerOrder) -> None:
    """FS-7.8a, G-19: a charge and its countercharge move together."""
    mine, its = both
    own = replace(its.charge, start=play.battle.units[answer.unit].pose)
    play.record(f.ChargeDeclared(own, answer.number, rules=(RuleId("FS-7.8a"),)))
    for made, pose in ((mine.charge, mine.pose), (own, its.pose)):
        play.record(f.ChargeMoved(replace(made, state="pending"), pose, rules=(RuleId("FS-7.8a"),)))
        _lose_stakes(play, made.unit)
    ditches(play, mine.charge)


def _lose_stakes(play: Play[Battle], unit: StandId) -> None:
    """FS-2.11b."""
    if any(one.stakes for one in play.battle.units[unit].blocks):
        play.record(f.StakesLost(unit, rules=(RuleId("FS-2.11b"),)))


def _closes_in(play: Play[Battle], unit: StandId, made: Rush) -> None:
    """A charge made to contact, pending; what it meets on the way and as it arrives (FS-Q68, FS-11.9, FS-2.6e)."""
    before, start = play.battle, play.battle.units[unit].pose
    gone = replace(made.charge, state="pending", start=start)
    play.record(f.ChargeMoved(gone, made.pose, made.impetus, rules=(RuleId("FS-7.6a"),)))
    _lose_stakes(play, unit)
    stood = rect_of(before, before.units[unit])
    if stood is not None:
        rule = upset_by_charge(before, before.units[unit], before.units[gone.target], stood, gone.moved)
        if rule is not None:
            play.record(f.Disordered(unit, rules=(rule,)))
    on_the_way(play, unit, inches(gone.moved), gone.target)
    ditches(play, gone)
    sniper_gets_away(play, gone)


def _legs(orders: o.Orders, charge: Charge) -> tuple[o.Leg, ...]:
    return next((one.legs for one in orders.charges if one.unit == charge.unit and one.target == charge.target), ())


def _counter_shoots(battle: Battle, unit: StandId, orders: o.Orders) -> bool:
    return orders.choose(battle, unit).charge_fire and may_shoot_charging(battle.units[unit])


def _evade(play: Play[Battle], side: Side, answers: dict[StandId, o.AnswerOrder], orders: o.Orders) -> None:
    """FS-7.9b, FS-7.9c, FS-7.9d, FS-2.16; then D-12 of chargers whose target evaded."""
    for target in _ordered(play.battle, answers):
        answer = answers[target]
        charge = next((one for one in charges_on(play.battle, target) if one.state == "pending"), None)
        if answer.do != "evade" or charge is None or charge.start is None:
            continue
        way = evasion(play.battle, charge, charge.start, answer)
        if isinstance(way, Refusal):
            play.record(f.OrderRefused(answer.number, target, way.rules))
            continue
        if play.battle.units[target].guns is not None:
            play.record(f.CrewLeft(target, rules=(RuleId("FS-7f"),)))
        _lose_stakes(play, target)
        play.record(f.Evaded(target, way.to, way.inches, rules=(RuleId("FS-7.9b"),)))
        if turn_about(play, target, charge.unit, orders):
            again = next(one for one in play.battle.charges if one.unit == charge.unit)
            pose = play.battle.units[charge.unit].pose
            if pose is not None:
                play.record(f.ChargeMoved(replace(again, state="pending"), pose, rules=(RuleId("FS-Q91"),)))
    for charge in [one for one in play.battle.charges if one.state == "evaded"]:
        one = play.battle.units.get(charge.unit)
        if one is not None and one.side == side and charge_of(play.battle, charge.unit) == charge:
            _next_target(play, charge, orders)


def _ordered(battle: Battle, answers: dict[StandId, o.AnswerOrder]) -> Iterable[StandId]:
    """In the order of the charge orders."""
    return [target for target in dict.fromkeys(one.target for one in battle.charges) if target in answers]


def turn_about(play: Play[Battle], unit: StandId, chaser: StandId, orders: o.Orders) -> bool:
    """FS-2.16, FS-Q91, D-11: a false rout; whether it has turned about and countercharged."""
    wants = orders.choose(play.battle, unit).false_rout
    upset = disordered(play.battle, play.battle.units[chaser])
    if "false_rout" not in play.battle.units[unit].training or not (upset if wants is None else wants):
        return False
    die = play.roll(f"fs.false_rout:{unit}", unit, 1).values[0]
    play.record(f.FalseRout(unit, die, die >= FALSE_ROUT, rules=(RuleId("FS-2.16"),)))
    made = _turned(play.battle, unit, chaser) if die >= FALSE_ROUT else None
    if made is None:
        return False
    play.record(f.ChargeDeclared(made.charge, rules=(RuleId("FS-2.16"),)))
    play.record(f.ChargeMoved(made.charge, made.pose, made.impetus, rules=(RuleId("FS-2.16"),)))
    return True


def _turned(battle: Battle, unit: StandId, chaser: StandId) -> Rush | None:
    """FS-2.16: it turns about free and countercharges, if it can."""
    one = battle.units[unit]
    mine, its = rect_of(battle, one), rect_of(battle, battle.units[chaser])
    if mine is None or its is None:
        return None
    about = pose_of(faced_about(battle, one, mine, bearing(centre(mine), centre(its))), Anchor.FRONT)
    there = replace(battle, units={**battle.units, unit: replace(one, pose=about)}, charges=())
    made = rush(there, o.ChargeOrder(0, unit, chaser), counter=True)
    if isinstance(made, Refusal):
        return None
    return made._replace(charge=replace(made.charge, state="pending", start=about))


def _next_target(play: Play[Battle], charge: Charge, orders: o.Orders) -> None:
    """FS-7.9e, FS-Q36: the first enemy met by the straight prolongation, chosen before S1."""
    if orders.choose(play.battle, charge.unit).if_target_gone != "next_target":
        return
    found = next_in_line(play.battle, charge)
    if found is not None:
        play.record(f.ChargeMoved(found.charge, found.pose, found.impetus, rules=(RuleId("FS-7.9e"), RuleId("FS-Q36"))))
