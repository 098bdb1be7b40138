"""What of a side's last sheet outlasts the turn: bids and standing orders, without those that speak of stands gone."""

from pbem.engine.ids import Seat, StandId
from pbem.rulesets.snaphance.standing.conditions import SORTS
from pbem.rulesets.snaphance.standing.wishes import CODE
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import EnemyWithin, Is, Sheet, StandingOrder


def lasting(view: Battle, sheet: Sheet | None) -> Sheet:
    """A sheet without orders, that reads back as it is written.  sheet: the side's last; None: it had none."""
    if sheet is None:
        return Sheet()
    return Sheet(bids=sheet.bids, standing=tuple(order for order in sheet.standing if _speaks(view, order)))


def _speaks(view: Battle, order: StandingOrder) -> bool:
    """Whether the stands it names can still be named: its own, those of its answer, that of its condition."""
    if order.stand is not None and view.stands[order.stand].gone:
        return False
    if any(CODE.fullmatch(word) and word not in view.stands for word in order.value.split()):
        return False
    match order.when:
        case EnemyWithin(what=what) if what != "any" and what not in SORTS:
            enemy = view.stands.get(StandId(what))
            return enemy is not None and enemy.on_board
        case Is(stand=stand) if stand is not None:
            return stand in view.stands
        case _:
            return True


def kept(view: Battle, seat: Seat) -> Sheet:
    """A sheet without orders that keeps a commander's bids and standing orders."""
    return lasting(view, view.sheets.get(seat))
