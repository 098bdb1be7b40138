"""What of a side's last sheet outlasts its turn: the standing orders, without those that speak of units gone."""

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import (
    OrderOfMoving,
    Sheet,
    Standing,
    StandingCharge,
    StandingPass,
    StandingTarget,
    TakenBack,
)
from pbem.rulesets.onehour.standing.standing import whom_of


def lasting(battle: Battle, sheet: Sheet) -> Sheet:
    """A sheet without orders, that reads back as it is written."""
    kept = (_lasting(battle, order) for order in sheet.standing)
    return Sheet(standing=tuple(order for order in kept if order is not None))


def _lasting(battle: Battle, order: Standing) -> Standing | None:
    """A standing order without the units that are gone for good; None when nothing is left of it."""
    whom = StandId(whom_of(order))
    if isinstance(order, StandingPass) and 0 < order.until < battle.turn:
        return None
    if isinstance(order, TakenBack) or (whom in battle.units and not _there(battle, whom)):
        return None
    if isinstance(order, OrderOfMoving):
        left = tuple(unit for unit in order.units if _there(battle, unit))
        return replace(order, units=left) if left else None
    if isinstance(order, StandingCharge | StandingTarget) and order.targets:
        left = tuple(unit for unit in order.targets if _there(battle, unit))
        return replace(order, targets=left) if left else None
    return order


def _there(battle: Battle, unit: StandId) -> bool:
    """Whether a unit is in the game and known: one that came in secret may be unknown again only in another view."""
    one = battle.units.get(unit)
    return one is not None and one.state not in {"eliminated", "left"}
