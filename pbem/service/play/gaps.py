"""What a player may have forgotten: units without an order, and lines that were not read as orders."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.engine.asks import Ask
from pbem.engine.ids import GameId, Seat
from pbem.engine.orders import LeftOut, Reading
from pbem.engine.reporting import FormLine
from pbem.service.model.desk import asked
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services

MOST_QUOTED = 5
"""Lines that are quoted in a sentence."""


class Forgotten(NamedTuple):
    """What a player is asked about before orders become final."""

    units: tuple[FormLine, ...]
    """Units without an order."""

    lines: tuple[LeftOut, ...]
    """Lines that were not read as orders."""


def forgotten(work: Work, seat: Seat, ask: Ask[Any], reading: Reading) -> Forgotten | None:
    """What is left out of a text that orders could be made final with; None for nothing."""
    if any(one.holds_up for one in reading.problems):
        return None
    found = Forgotten(gaps_of(work, seat, ask, reading), reading.left_out)
    return found if any(found) else None


def gaps_of(work: Work, seat: Seat, ask: Ask[Any], reading: Reading) -> tuple[FormLine, ...]:
    """The units without an order in a text, each with what it does by default, in the order of the form.

    reading: of the whole that would stand.  Not counted: units that a standing order moves, and units that can do
    nothing of their own (in melee, broken, yet to arrive).
    """
    view = work.view(seat)
    may_be_ordered = set(work.rules.language.offers(view, ask, reading.answer, units=False).stands)
    open_ones = (one for one in reading.missing if not one.settled and one.code in may_be_ordered)
    return tuple(one for one in open_ones if _can_act(work, seat, ask, reading, one.code))


def gaps_in(services: Services, game: GameId, seat: Seat, reading: Reading) -> tuple[FormLine, ...]:
    """The same of a text that was only read; none where nothing is asked of the seat.  Raises UnknownGame."""
    work = open_game(services, game)
    ask = asked(work.desk, seat)
    return gaps_of(work, seat, ask, reading) if ask is not None else ()


def said_of(gaps: tuple[FormLine, ...]) -> str:
    """Say it in a sentence: ``3 units have no order: S02, S04 and S06.``; '' for none."""
    codes = [one.code for one in gaps]
    if not codes:
        return ""
    if len(codes) == 1:
        return f"One unit has no order: {codes[0]}."
    return f"{len(codes)} units have no order: {', '.join(codes[:-1])} and {codes[-1]}."


def said_of_lines(lines: Sequence[LeftOut]) -> str:
    """Say it in a sentence: ``Not read as orders: “dear all” (it names no unit).``; '' for none."""
    told = "; ".join(f"“{one.quote}” ({one.reason.rstrip('.')})" for one in lines[:MOST_QUOTED])
    more = len(lines) - MOST_QUOTED
    return f"Not read as orders: {told}{f' and {more} more' if more > 0 else ''}." if lines else ""


def _can_act(work: Work, seat: Seat, ask: Ask[Any], reading: Reading, code: str) -> bool:
    """Whether there is more than one thing it may do."""
    offers = work.rules.language.offers_for(work.view(seat), ask, reading.answer, code)
    return offers is not None and (bool(offers.marches or offers.anywhere) or len(offers.may) > 1)
