"""An answer drawn on the map before it is carried out: moves and charges as they would be made now, shots, places."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.table.charting import arrow
from pbem.engine.tablechart import Track
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import HoldFire, Placed, SetUp, Sheet, Shoot
from pbem.rulesets.onehour.fighting.shooting import aimed
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.reporting.charting import ARROWS, footing, shot_track


def drawn(view: Battle, ask: Ask[Any], answer: object) -> tuple[Track, ...]:
    """An answer as arrows, from the seat's view alone; what would be refused is left out."""
    match answer:
        case Sheet():
            return tuple(_sheet(view, answer))
        case SetUp(places=places):
            return tuple(_placed(view, one) for one in places if one.unit in view.units)
        case _:
            return ()


def _sheet(view: Battle, sheet: Sheet) -> Iterator[Track]:
    """Step 1 in the order of the orders, each after those before it, then the shots, from where every unit then is."""
    after = view
    for order in sheet.orders:
        if isinstance(order, Shoot | HoldFire) or order.unit not in view.units:
            continue
        came = done(after, order)
        if came is not None and not isinstance(came, No):
            yield from arrow(ARROWS, after, came)
            after = came.apply(after)
    for order in sheet.orders:
        if isinstance(order, Shoot) and order.unit in view.units:
            aim = aimed(after, order)
            if not isinstance(aim, No):
                yield shot_track(after, aim.unit, aim.target)


def _placed(view: Battle, one: Placed) -> Track:
    unit = footing(view, one.unit)
    return unit.went((unit.at.at, one.pose.at), one.pose)
