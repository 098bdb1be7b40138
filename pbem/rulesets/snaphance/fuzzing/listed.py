"""What a stand may do is listed exactly: what is listed the checker takes, and what it takes is listed."""

from itertools import chain
from typing import Any, get_args

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.hexes import Facing
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.playing.checking import check_orders, fresh, judged
from pbem.rulesets.snaphance.playing.choices import Choices, choices
from pbem.rulesets.snaphance.playing.goading import goaded
from pbem.rulesets.snaphance.randomplay import any_path
from pbem.rulesets.snaphance.state.battle import Battle, enemies_of
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    Fire,
    Go,
    March,
    Opportunity,
    Rally,
    StandOrders,
    TurnTo,
)

SPOTS, MARCHES = 12, 6
"""Listed marches tried of a stand, and marches made up for it: few, for many games are played."""


def check_listed(view: Battle, ask: Ask[Any], chance: Chance) -> None:
    """A stand's list of choices against the checker.  Raises Fault."""
    view = fresh(view)
    there = [stand for stand, one in sorted(view.stands.items()) if one.on_board]
    for stand in chance.mixed(there)[:1]:
        if goaded(view, stand) is not None:
            continue  # may be ordered what his player likes, who will be told that he must charge
        offered = choices(view, stand)
        _listed_is_taken(view, offered, chance)
        _taken_is_listed(view, offered, chance)


def _listed_is_taken(view: Battle, offered: Choices, chance: Chance) -> None:
    marches = (spot.acts for spot in chance.mixed(offered.spots)[:SPOTS])
    shots = ((Fire(target=target.stand),) for target in offered.targets)
    attacks = ((Charge(target=quarry.stand),) for quarry in offered.quarries)
    for acts in chain(marches, shots, attacks):
        wrong = check_orders(view, StandOrders(offered.stand, acts))
        if wrong:
            raise FuzzFault(f"{offered.stand} is offered {acts}, which is refused: {wrong[0].no.why}")


def _taken_is_listed(view: Battle, offered: Choices, chance: Chance) -> None:
    stand = offered.stand
    if _takes(view, stand, Rally()) != offered.rally:
        raise FuzzFault(f"whether {stand} may rally is listed wrongly")
    if not view.stands[stand].opportunity and _takes(view, stand, Opportunity()) != offered.opportunity:
        raise FuzzFault(f"whether {stand} may wait on opportunity is listed wrongly")
    targets, quarries = {one.stand for one in offered.targets}, {one.stand for one in offered.quarries}
    for enemy in enemies_of(view, view.stands[stand].side):
        if _takes(view, stand, Fire(target=enemy.id)) != (enemy.id in targets):
            raise FuzzFault(f"whether {stand} may fire at {enemy.id} is listed wrongly")
        if _takes(view, stand, Charge(target=enemy.id)) != (enemy.id in quarries):
            raise FuzzFault(f"whether {stand} may charge {enemy.id} is listed wrongly")
    one = view.stands[stand]
    # In worse order to the same place and facing is a way, too, but none that anybody need be told.
    places = {(one.hex, one.facing, False), *((spot.hex, spot.facing, spot.disordered) for spot in offered.spots)}
    for acts in (_march(view, stand, chance) for _ in range(MARCHES)):
        orders = StandOrders(stand, acts)
        if not check_orders(view, orders):
            there = judged(view, orders).battle.stands[stand]
            if not {(there.hex, there.facing, False), (there.hex, there.facing, there.disordered)} & places:
                raise FuzzFault(f"{stand} may do {acts}, which is not listed")


def _takes(view: Battle, stand: StandId, act: Act) -> bool:
    return not check_orders(view, StandOrders(stand, (act,)))


def _march(view: Battle, stand: StandId, chance: Chance) -> tuple[Act, ...]:
    """Any move of one march and one turn at most."""
    turn = TurnTo(to=Facing(chance.below(6)))
    path = any_path(view, view.stands[stand].hex, chance)
    how: March = chance.pick(get_args(March))
    facing = Facing(chance.below(6)) if chance.odds(25) else None
    if not path or chance.odds(20):
        return (turn,)
    go = Go(how=how, path=path, end_facing=facing)
    return (turn, go) if chance.odds(20) else (go, turn) if chance.odds(20) else (go,)
