"""Which standing order speaks for a unit (section 5): the most particular, of equal ones the last."""

from collections.abc import Mapping
from typing import TypeVar

from pbem.engine.ids import Seat
from pbem.engine.standing_orders import in_force, overlaid
from pbem.rulesets.onehour.battle import TYPES, Battle, Unit, seat_of_unit
from pbem.rulesets.onehour.commands import OrderOfMoving, Sheet, Standing, TakenBack, Whom
from pbem.rulesets.onehour.tables import ROWS

S = TypeVar("S", bound=Standing)

ALL: Whom = "all"
FOOT: Whom = "foot"
HORSE: Whom = "horse"
SORTS: Mapping[str, Whom] = {**{kind.casefold(): kind for kind in TYPES}, FOOT: FOOT, HORSE: HORSE}
"""Sorts of units that standing orders may be for, by the word that says them."""


def whom_of(order: Standing) -> Whom:
    """For whom a standing order is; an order of moving is for all."""
    return ALL if isinstance(order, OrderOfMoving) else order.whom


def nearness(whom: Whom, unit: Unit) -> int:
    """4 for who is named himself, 3 for his type, 2 for foot or horse, 1 for all, 0 for others."""
    sorts = {unit.id: 4, unit.type: 3, HORSE if ROWS[unit.type].horse else FOOT: 2, ALL: 1}
    return sorts.get(whom, 0)


def standing_orders(battle: Battle, seat: Seat) -> tuple[Standing, ...]:
    """A commander's, as far as the battle (or a view of it) holds them."""
    return battle.sheets.get(seat, Sheet()).standing


def speaking(battle: Battle, unit: Unit, kind: type[S]) -> S | None:
    """The standing order of a kind that speaks for a unit; None where none does."""
    orders = [one for one in standing_orders(battle, seat_of_unit(battle, unit.id)) if isinstance(one, kind)]
    return in_force(orders, lambda order: nearness(whom_of(order), unit))


def subject(order: Standing) -> tuple[str, Whom]:
    """What a standing order settles, and for whom: two of one subject contradict one another."""
    decision = order.decision if isinstance(order, TakenBack) else type(order).__name__
    return decision, whom_of(order)


def laid_over(before: tuple[Standing, ...], after: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """What stands when newer ones come: each goes in the place of that on the same subject, or goes last."""
    return overlaid(before, after, subject=subject, taken_back=lambda order: isinstance(order, TakenBack))
