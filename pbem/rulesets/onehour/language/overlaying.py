"""What stands of a side's answers when newer ones come: only what the newer text names changes."""

from collections.abc import Sequence

from pbem.engine.ids import StandId
from pbem.rulesets.onehour.asks import Answers
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import Order, SetUp, Sheet
from pbem.rulesets.onehour.standing.lasting import lasting
from pbem.rulesets.onehour.standing.standing import laid_over


def overlay(view: Battle, before: Answers | None, after: Answers | None) -> Answers | None:
    """What stands when a newer answer comes.

    before: what stood in this turn (None: nothing yet; then the standing orders of the last turn).  after: what a text
    alone says (None: nothing).  What it says of a unit replaces all that was ordered for that unit.
    """
    if before is not None and after is None:
        return before
    match after:
        case Sheet():
            base = before if isinstance(before, Sheet) else last_sheet(view)
            return Sheet(
                orders=_orders_over(base.orders, after.orders), standing=laid_over(base.standing, after.standing)
            )
        case SetUp(places=places) if places and isinstance(before, SetUp):
            found = {one.unit: one for one in (*before.places, *places)}
            return SetUp(places=tuple(found.values()))
        case _:
            return after


def last_sheet(view: Battle) -> Sheet:
    """What of the last sheet lasts, of the side whose view this is: no other side's sheet is in it."""
    kept = list(view.sheets.values())
    return lasting(view, kept[0]) if len(kept) == 1 else Sheet()


def _orders_over(before: Sequence[Order], after: Sequence[Order]) -> tuple[Order, ...]:
    """The newer units' orders in the places of those they replace, in their own turn; what is left of them last."""
    newer: dict[StandId, list[Order]] = {}
    for order in after:
        newer.setdefault(order.unit, []).append(order)
    left = list(newer)
    out: list[Order] = []
    replaced: set[StandId] = set()
    for order in before:
        if order.unit not in newer:
            out.append(order)
        elif order.unit not in replaced:
            replaced.add(order.unit)
            out += newer[left.pop(0)]
    return (*out, *(order for unit in left for order in newer[unit]))
