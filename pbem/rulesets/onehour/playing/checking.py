"""What would come of orders, without dice: before the deadline, for forms and for the aide."""

from collections.abc import Iterable

import msgspec

from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import HoldFire, MoveOrder, Order, Shoot, ShotOrder
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.fighting.shooting import SECOND_SHOT, aimed
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.refusing import No, once


class Checked(msgspec.Struct, frozen=True):
    """A sheet tried on a battle.  after: the battle when step 1 is over.  objections: of each order, () where taken."""

    after: Battle
    objections: tuple[tuple[Objection, ...], ...]


def check(view: Battle, order: Order) -> tuple[Objection, ...]:
    """Every reason why an order would be refused as the battle stands; () when it would be carried out."""
    if isinstance(order, Shoot):
        aim = aimed(view, order)
        return aim.objections if isinstance(aim, No) else ()
    if isinstance(order, HoldFire):
        return ()
    came = done(view, order)
    return came.objections if isinstance(came, No) else ()


def check_sheet(view: Battle, orders: Iterable[Order]) -> Checked:
    """Orders in their order: each of step 1 after those before it, then each shot after all moves (OH-seq-2).

    Units without orders are left where they are; shots do no harm here, as nothing lawful depends on it.
    """
    listed = tuple(orders)
    after = view
    found: dict[int, tuple[Objection, ...]] = {}
    for place, order in enumerate(listed):
        if isinstance(order, MoveOrder):
            came = done(after, order)
            found[place] = came.objections if isinstance(came, No) else ()
            if came is not None and not isinstance(came, No):
                after = came.apply(after)
    shooting: list[str] = []
    for place, order in enumerate(listed):
        if isinstance(order, ShotOrder):
            second = (SECOND_SHOT,) if isinstance(order, Shoot) and order.unit in shooting else ()
            found[place] = once([*second, *check(after, order)])
            shooting += [order.unit] if isinstance(order, Shoot) and not found[place] else []
    return Checked(after, tuple(found[place] for place in range(len(listed))))
