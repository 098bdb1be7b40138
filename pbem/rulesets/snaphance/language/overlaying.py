"""What stands of a side's orders when newer ones come."""

from collections.abc import Sequence

from pbem.engine.standing_orders import overlaid
from pbem.rulesets.snaphance.language.advice import DEFAULT
from pbem.rulesets.snaphance.standing.lasting import lasting
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import (
    CommanderOrders,
    GroupMove,
    GroupWait,
    Item,
    SetUp,
    Sheet,
    StandingOrder,
    StandOrders,
)
from pbem.rulesets.snaphance.writing.writing import Answer, condition_text


def overlay(view: Battle, before: Answer | None, after: Answer | None) -> Answer | None:
    """What stands when a newer answer comes: only what it names changes.

    before: what stood in this turn (None: nothing yet; then the standing orders and bids of the last turn).
    after: what a text alone says (None: nothing).  An order for a stand of a group move breaks that whole move up.
    """
    if before is not None and after is None:
        return before
    if isinstance(after, SetUp) and after.places and isinstance(before, SetUp):
        return SetUp(places=tuple({one.stand: one for one in (*before.places, *after.places)}.values()))
    if not isinstance(after, Sheet):
        return after
    base = before if isinstance(before, Sheet) else last_sheet(view)
    return Sheet(
        bids=after.bids or base.bids,
        orders=_items_over(base.orders, after.orders),
        standing=overlaid(
            base.standing,
            after.standing,
            subject=_subject,
            key=standing_key,
            taken_back=lambda order: order.value == DEFAULT,
        ),
    )


def last_sheet(view: Battle) -> Sheet:
    """The standing orders and bids of the side whose view this is: no other side's sheet is in it."""
    kept = list(view.sheets.values())
    return lasting(view, kept[0] if len(kept) == 1 else None)


def keys_of(item: Item) -> tuple[str, ...]:
    """What an order is for: stands, a general."""
    match item:
        case StandOrders(stand=stand):
            return (stand,)
        case GroupMove(stands=stands) | GroupWait(stands=stands):
            return stands
        case CommanderOrders(commander=commander, recall=recall):
            return (f"general {commander}" if recall is None else f"general {commander} recalls",)


def _items_over(before: Sequence[Item], after: Sequence[Item]) -> tuple[Item, ...]:
    """The newer items in the places of those they replace, in their own turn; what is left of them last."""
    named = {key for item in after for key in keys_of(item)}
    left = list(after)
    out: list[Item] = []
    for item in before:
        if not any(key in named for key in keys_of(item)):
            out.append(item)
        elif left:
            out.append(left.pop(0))
    return (*out, *left)


def _subject(order: StandingOrder) -> str:
    return f"{order.stand or order.group or 'all'} {order.decision}"


def standing_key(order: StandingOrder) -> str:
    """For whom a standing order is, what it settles and when: two of one key contradict one another."""
    when = f" if {condition_text(order.when)}" if order.when is not None else ""
    return f"{_subject(order)}{when}"
