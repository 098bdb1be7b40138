"""Several stands chosen together: lines that are for them all."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.hexes import label
from pbem.engine.ids import StandId
from pbem.engine.offers import Offer
from pbem.engine.wording import plural
from pbem.rulesets.snaphance.fighting.shooting import targets
from pbem.rulesets.snaphance.language.fields import place
from pbem.rulesets.snaphance.language.ordering import ordered
from pbem.rulesets.snaphance.playing.checking import check_item, check_orders, fresh
from pbem.rulesets.snaphance.playing.grouping import group_spots
from pbem.rulesets.snaphance.state.asks import AskOrders
from pbem.rulesets.snaphance.state.battle import Battle, melee_of
from pbem.rulesets.snaphance.state.commands import Act, Fire, GroupPurpose, GroupWait, Hold, Rally, StandOrders
from pbem.rulesets.snaphance.writing.wording import named
from pbem.rulesets.snaphance.writing.writing import Answer, action_text, order_text

WAITS: tuple[tuple[GroupPurpose, str], ...] = (
    ("rally", "Rally together"), ("opportunity", "Wait on opportunity together"),
)  # fmt: skip


def group_offers(view: Battle, ask: Ask[Any], answer: Answer | None, codes: tuple[str, ...]) -> tuple[Offer, ...]:
    """Lines for all of some stands at once, the first of them leading; () where one of them cannot be ordered."""
    there = {one.id for one in ordered(view, ask)} if isinstance(ask, AskOrders) else set()
    stands = tuple(dict.fromkeys(StandId(code) for code in codes))
    if len(stands) < 2 or not there.issuperset(stands) or not all(view.stands[s].on_board for s in stands):
        return ()
    view = fresh(view)
    return (*_together(view, stands), *_each(view, stands), *_marches(view, stands))


def _together(view: Battle, stands: tuple[StandId, ...]) -> Iterator[Offer]:
    """One die for all (SN-4.9b, SN-9.1a)."""
    for purpose, text in WAITS:
        order = GroupWait(stands=stands, purpose=purpose)
        if not check_item(view, order):
            yield Offer(f"{' '.join(stands)} {order_text(view, order)}", text, "one die for all")


def _each(view: Battle, stands: tuple[StandId, ...]) -> Iterator[Offer]:
    """The same for each of them."""
    shot_at = [targets(view, stand) for stand in stands]
    for target in shot_at[0]:
        if all(target in some for some in shot_at[1:]):
            yield from _all(view, stands, f"All fire at {named(view, target)}", Fire(target=target), target)
    if all(shot_at):
        yield from _all(view, stands, "All fire at the nearest", Fire())
    yield from _all(view, stands, "All rally", Rally())
    if all(melee_of(view, stand) is None for stand in stands):
        yield from _all(view, stands, "All hold", Hold())


def _all(view: Battle, stands: tuple[StandId, ...], text: str, action: Act, at: str = "") -> Iterator[Offer]:
    if not any(check_orders(view, StandOrders(stand=stand, actions=(action,))) for stand in stands):
        yield Offer(f"{' '.join(stands)} {action_text(action)}", text, at=at)


def _marches(view: Battle, stands: tuple[StandId, ...]) -> Iterator[Offer]:
    """As a group, by where the first of them comes to (SN-4.9a)."""
    for spot in sorted(group_spots(view, stands), key=lambda one: label(one.hex)):
        line = f"{' '.join(stands)} {order_text(view, spot.order)}"
        note = f"{plural(len(spot.order.directions), 'hex', 'hexes')}, {stands[0]} leading"
        yield Offer(line, f"Together: {stands[0]} to {label(spot.hex)}", note, at=place(view, spot.hex))
