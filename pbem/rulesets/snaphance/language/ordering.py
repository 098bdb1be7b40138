"""Whom orders are wanted for."""

from pbem.rulesets.snaphance.moving.arrivals import is_due
from pbem.rulesets.snaphance.state.asks import AskOrders
from pbem.rulesets.snaphance.state.battle import Battle, Stand, seat_of_stand, side_of_seat


def ordered(view: Battle, ask: AskOrders) -> list[Stand]:
    """The stands that may be ordered now, by id: the seat's own or of the one group that acts, or due to come."""
    side = side_of_seat(view, ask.seat)
    mine = [one for _, one in sorted(view.stands.items()) if one.side == side and not one.gone]
    mine = [one for one in mine if seat_of_stand(view, one.id) == ask.seat]
    return [one for one in mine if ask.group in {None, one.group} and (one.on_board or is_due(view, one.id))]
