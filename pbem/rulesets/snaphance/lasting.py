"""What of a side's last sheet outlasts the turn: bids and standing orders, without those for stands that are gone."""

from pbem.rulesets.snaphance.battle import Battle
from pbem.rulesets.snaphance.commands import Sheet, StandingOrder


def lasting(view: Battle, sheet: Sheet | None) -> Sheet:
    """A sheet without orders, that reads back as it is written.  sheet: the side's last; None: it had none."""
    if sheet is None:
        return Sheet()
    return Sheet(bids=sheet.bids, standing=tuple(order for order in sheet.standing if _speaks(view, order)))


def _speaks(view: Battle, order: StandingOrder) -> bool:
    return order.stand is None or not view.stands[order.stand].gone
