"""The orders of a case as the orders of a game."""

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import Facing, Hex, flank_hexes, front_hexes
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.cases.shapes import Do, OrderSpec
from pbem.rulesets.snaphance.state.battle import Battle, type_of
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    Fight,
    Fire,
    Go,
    LeaveTown,
    March,
    Opportunity,
    Rally,
    TurnTo,
)


def acts(battle: Battle, stand: StandId, order: OrderSpec) -> tuple[Act, ...]:
    """A case's order as the orders of a game: a march, then perhaps a charge."""
    again = order.do == "extra_move"
    found: list[Act] = []
    first, last = order.to_facing, order.end_facing
    path = tuple(Hex(*here) for here in order.path)
    kind, one = type_of(battle, stand), battle.stands[stand]
    if order.do in {"turn", "extra_move"} and not path and (first is not None or last is not None):
        found.append(TurnTo(to=Facing(first if first is not None else last or 0), again=again))
    elif order.do == "leave_town":
        found.append(LeaveTown(path=path, end_facing=_facing(last if last is not None else first)))
    elif path and first is not None and not kind.is_free_mover:
        turned = replace(battle, stands={**battle.stands, stand: replace(one, facing=Facing(first))})
        do = "extra_move" if order.do == "turn" else order.do
        found.append(TurnTo(to=Facing(first), again=again))
        found.append(Go(how=march(turned, stand, one.hex, path[0], do), path=path, end_facing=_facing(last)))
    elif path:
        how = march(battle, stand, one.hex, path[0], order.do)
        found.append(Go(how=how, path=path, end_facing=_facing(last if last is not None else first), again=again))
    elif order.do == "rally":
        found.append(Rally())
    elif order.do == "opportunity":
        found.append(Opportunity())
    elif order.do == "fire":
        target = StandId(order.target) if order.target is not None else None
        found.append(Fire(target=target, ranks=order.ranks, then_move=order.then_move))
    if isinstance(order.attack, str):
        found.append(Charge(target=StandId(order.attack), follow=order.follow, again=again and not found))
    return tuple(found) or (Fight(),)


def _facing(point: int | None) -> Facing | None:
    return Facing(point) if point is not None else None


def march(battle: Battle, stand: StandId, here: Hex, first: Hex, do: Do) -> March:
    """How a stand goes; of an extra move by its first hex."""
    if do in {"forward", "backward", "sideways", "sideways_forward", "move"}:
        how: March = msgspec.convert(do, March)
        return how
    if type_of(battle, stand).is_free_mover:
        return "move"
    facing = battle.stands[stand].facing
    if first in flank_hexes(here, facing):
        return "sideways"
    return "forward" if first in front_hexes(here, facing) else "backward"
