"""What a unit may do is listed exactly: what is listed the checker takes, and what it takes is listed."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.rulesets.onehour.aides import TEMPERS, aide
from pbem.rulesets.onehour.asks import AskOrders
from pbem.rulesets.onehour.battle import Battle, enemies_of, units_of
from pbem.rulesets.onehour.commands import Charge, Order, Shoot, TurnToFace, moving
from pbem.rulesets.onehour.facts import Moved
from pbem.rulesets.onehour.language.language import read
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.playing.checking import check
from pbem.rulesets.onehour.playing.choices import Choices, choices
from pbem.rulesets.onehour.standing.aims import COARSE
from pbem.rulesets.onehour.tables import ARC, ROWS

PIVOTS = 6
"""Pivots made up for a charge at each enemy."""


def check_listed(view: Battle, ask: Ask[Any], chance: Chance) -> None:
    """A unit's list of choices against the checker.  Raises Fault."""
    if not isinstance(ask, AskOrders):
        return
    if ask.side != view.active:
        raise FuzzFault(f"{ask.side} is asked in the player turn of {view.active}")
    for unit in chance.mixed(units_of(view, ask.side))[:1]:
        offered = choices(view, unit.id)
        _listed_is_taken(view, offered)
        _taken_is_listed(view, offered, chance)
    _aide_is_taken(view, ask, chance.pick(tuple(TEMPERS)))


def _aide_is_taken(view: Battle, ask: AskOrders, temper: str) -> None:
    """Nothing that an aide-de-camp writes is refused, whatever the position."""
    for problem in read(view, ask, aide(view, ask, temper)).problems:
        raise FuzzFault(f"the {temper} aide writes {problem.quote!r}, which is refused: {problem.reason}")


def _listed_is_taken(view: Battle, offered: Choices) -> None:
    orders: list[Order] = [one.order for one in offered.charges]
    orders += [Shoot(unit=offered.unit, targets=(one.target,)) for one in offered.shots]
    orders += offered.turns
    if offered.free and (offered.ahead or not offered.stopped):
        orders.append(moving(offered.unit, offered.ahead))
    if offered.road:
        orders.append(moving(offered.unit, offered.road, road=True))
    for order in orders:
        wrong = check(view, order)
        if wrong:
            raise FuzzFault(f"{offered.unit} is offered {order}, which is refused: {wrong[0].why}")


def _taken_is_listed(view: Battle, offered: Choices, chance: Chance) -> None:
    unit = offered.unit
    one = view.units[unit]
    targets, quarries = {one.target for one in offered.shots}, {one.order.target for one in offered.charges}
    attackers = {one.attacker for one in offered.turns}
    for enemy in enemies_of(view, one.side):
        if _takes(view, Shoot(unit=unit, targets=(enemy.id,))) != (enemy.id in targets):
            raise FuzzFault(f"whether {unit} may shoot at {enemy.id} is listed wrongly")
        turns = _takes(view, TurnToFace(unit=unit, attacker=enemy.id))
        if turns != (enemy.id in attackers) and not _in_front(view, unit, enemy.id):
            raise FuzzFault(f"whether {unit} may turn to {enemy.id} is listed wrongly")
        for _ in range(PIVOTS):
            pivot = Tenths(10 * (chance.below(ARC // 5 + 1) - ARC // 10))
            if enemy.id not in quarries and _takes(view, Charge(unit=unit, target=enemy.id, pivot_start=pivot)):
                raise FuzzFault(f"{unit} may charge {enemy.id} with a pivot of {pivot}, which is not listed")
    further = Hundredths(offered.ahead + COARSE)
    if offered.free and further <= ROWS[one.type].move and isinstance(done(view, moving(unit, further)), Moved):
        raise FuzzFault(f"{unit} may go {further} straight on, and {offered.ahead} is listed")


def _in_front(view: Battle, unit: str, enemy: str) -> bool:
    """Whether they face one another already: to turn there is allowed, and nothing."""
    return any({unit, enemy} == {one.attacker, one.target} for one in view.contacts)


def _takes(view: Battle, order: Order) -> bool:
    return not check(view, order)
