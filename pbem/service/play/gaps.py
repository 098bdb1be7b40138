"""Units that a seat leaves without an order, and what each then does."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.ids import Seat
from pbem.engine.orders import Reading
from pbem.engine.telling import FormLine
from pbem.service.play.work import Work


def gaps_of(work: Work, seat: Seat, ask: Ask[Any], reading: Reading) -> tuple[FormLine, ...]:
    """The units without an order in a text, each with what it does by default, in the order of the form.

    reading: of the whole that would stand.  Not counted: units that a standing order moves, and units that can do
    nothing of their own (in melee, broken, yet to arrive).
    """
    view = work.view(seat)
    may_be_ordered = set(work.rules.offers(view, ask, reading.answer, units=False).stands)
    open_ones = (one for one in reading.missing if not one.settled and one.code in may_be_ordered)
    return tuple(one for one in open_ones if _can_act(work, seat, ask, reading, one.code))


def said_of(gaps: tuple[FormLine, ...]) -> str:
    """Say it in a sentence: ``3 units have no order: S02, S04 and S06.``."""
    codes = [one.code for one in gaps]
    if len(codes) == 1:
        return f"One unit has no order: {codes[0]}."
    return f"{len(codes)} units have no order: {', '.join(codes[:-1])} and {codes[-1]}."


def _can_act(work: Work, seat: Seat, ask: Ask[Any], reading: Reading, code: str) -> bool:
    """Whether there is more than one thing it may do."""
    offers = work.rules.offers_for(work.view(seat), ask, reading.answer, code)
    return offers is not None and (bool(offers.marches or offers.anywhere) or len(offers.may) > 1)
