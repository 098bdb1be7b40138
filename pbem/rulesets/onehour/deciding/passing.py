"""Player turns that are played without asking their player, because that player has said so."""

from pbem.engine.asks import Given
from pbem.engine.ids import Side
from pbem.engine.table.distances import rects as between
from pbem.engine.table.measures import Hundredths, hundredths
from pbem.rulesets.onehour.asks import AskOrders
from pbem.rulesets.onehour.battle import Battle, enemies_of, engaged, on_table
from pbem.rulesets.onehour.commands import Sheet, Standing, StandingPass
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.playing.checking import check_sheet

NEAR = Hundredths(1200)
"""How near an enemy ends `next 3 turns`, where that is not said: the longest range there is."""


def passing(standing: tuple[Standing, ...]) -> StandingPass | None:
    """The standing order that lets turns pass; None where each is asked for."""
    return next((one for one in standing if isinstance(one, StandingPass) and (one.until or one.within)), None)


def passed(view: Battle, ask: AskOrders) -> Given[Sheet] | None:
    """What is answered for a commander who lets this turn pass; None when it is to be asked."""
    sheet = view.sheets.get(ask.seat, Sheet())
    order = passing(sheet.standing)
    if order is None or not quiet(view, ask.side, order):
        return None
    orders = sheet.orders if order.until else ()
    if any(check_sheet(view, orders).objections):
        return None
    return Given(Sheet(orders=orders, standing=ask.default.standing), "standing order", "your turn was passed")


def quiet(view: Battle, side: Side, order: StandingPass) -> bool:
    """Whether nothing has happened that ends it."""
    if order.until and view.turn > order.until:
        return False
    own = [unit for unit in on_table(view) if unit.side == side]
    if any(engaged(view, unit.id) for unit in own):
        return False
    near = order.within or NEAR
    enemies = [footprint(one) for one in enemies_of(view, side)]
    return not any(hundredths(between(footprint(unit), enemy)) <= near for unit in own for enemy in enemies)
