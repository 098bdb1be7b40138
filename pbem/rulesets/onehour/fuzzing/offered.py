"""An offered line does what it says: nothing of it is refused now, and what it is tapped at is there."""

from pbem.engine.fuzzing import FuzzFault
from pbem.engine.ids import StandId
from pbem.engine.offers import Offer
from pbem.engine.table.edges import holds
from pbem.engine.table.places import point
from pbem.engine.table.references import read_spot
from pbem.rulesets.onehour.asks import Answers
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import Sheet
from pbem.rulesets.onehour.playing.checking import check_sheet


def leads_there(view: Battle, offer: Offer, answer: Answers) -> None:
    """What is offered would be carried out by itself; its place is a unit that is there, or a spot of the table."""
    if isinstance(answer, Sheet):
        for order, wrong in zip(answer.orders, check_sheet(view, answer.orders).objections, strict=True):
            if wrong:
                raise FuzzFault(f"{offer.line!r} is offered, and {order} refused as things stand: {wrong[0].why}")
    if offer.at and not _is_place(view, offer.at):
        raise FuzzFault(f"{offer.line!r} is offered at {offer.at!r}, which is no place and no unit")


def _is_place(view: Battle, at: str) -> bool:
    unit = view.units.get(StandId(at))
    if unit is not None:
        return unit.state in {"on table", "to place"}
    try:
        return holds(view.table, point(read_spot(at)))
    except ValueError:
        return False
