"""What a program may look at: its game, reports, maps, what is asked of it, what stands."""

from typing import Annotated, Literal

import msgspec
from flask import Response

from pbem.engine.offers import Offers
from pbem.reports.maps import render_png
from pbem.service.play.ordersheet import NothingAsked, asked_now, text_of
from pbem.service.play.turns import LONGEST_TEXT
from pbem.web.api import making, mapping, mapshapes, ordershapes, reportshapes, shapes
from pbem.web.api.calls import AnyCall, Call, Query
from pbem.web.api.problems import RequestRefused
from pbem.web.game import pictures


class WhichUnit(Query):
    """unit: its code; the offers are for that unit alone."""

    unit: Annotated[str, msgspec.Meta(min_length=1)] | msgspec.UnsetType = msgspec.UNSET


class WhichView(Query):
    """view: where units are (fight), all of the board (whole), or that with its legend, for print (large)."""

    view: Literal["fight", "whole", "large"] = "whole"


# --- the battle ---------------------------------------------------------------------------------------------------


def game(call: Call[Query, None]) -> shapes.GameNowShape:
    """How the game stands."""
    return making.game_now(call.page)


def reports(call: Call[Query, None]) -> shapes.ReportsShape:
    """The reports there are."""
    return making.reports(call.page)


def report(call: Call[Query, None]) -> reportshapes.ReportShape:
    """A report."""
    return making.report(call.page)


def map_data(call: Call[Query, None]) -> mapshapes.Map:
    """A turn's map as data."""
    return mapping.map_of(call.page.chart, call.page.number)


def map_svg(call: Call[WhichView, None]) -> Response:
    """A turn's map, drawn."""
    return pictures.answer(pictures.picture(call.page.chart, call.query.view))


def map_png(call: Call[WhichView, None]) -> Response:
    """A turn's map in pixels."""
    view = call.query.view
    drawn = render_png(call.page.chart, crop="fight" if view == "fight" else None, furniture=view == "large")
    return Response(drawn, mimetype="image/png")


# --- orders -------------------------------------------------------------------------------------------------------


def asked(call: Call[WhichUnit, None]) -> ordershapes.AskedShape:
    """What is asked, with all that is offered.  Raises Refused."""
    need_ask(call)
    text = text_of(call.page)
    return making.asked(call.page, text, offered(call, text, [call.query.unit] if call.query.unit else None))


def orders(call: Call[Query, None]) -> ordershapes.OrdersShape:
    """What stands."""
    page = call.page
    read = making.reading(page.reading) if page.reading else None
    return ordershapes.OrdersShape(turn=page.turn, stands=making.version(page.stands), reading=read)


def draft(call: Call[Query, None]) -> ordershapes.DraftShape:
    """What was written and not sent."""
    return ordershapes.DraftShape(turn=call.page.turn, text=call.page.draft)


def standing(call: Call[Query, None]) -> ordershapes.StandingShape:
    """The standing orders.  Raises Refused."""
    need_ask(call)
    offers = offered(call, text_of(call.page), [])
    return ordershapes.StandingShape(turn=call.page.turn, decisions=making.decisions(offers), unset=offers.unset)


def need_ask(call: AnyCall) -> None:
    """Raises Refused when nothing is asked of the seat."""
    try:
        asked_now(call.work, call.holder.seat)
    except NothingAsked as fault:
        raise RequestRefused(
            "not-now", "Nothing is asked of this seat now.", "Look at the game until `asked` says what is wanted."
        ) from fault


def offered(call: AnyCall, text: str, units: list[str] | None) -> Offers:
    """What is offered to go on from a text.  units: for these alone; None for all.  Raises Refused."""
    seat, rules = call.holder.seat, call.work.rules
    view, ask = call.work.view(seat), asked_now(call.work, seat)
    answer = rules.language.read(view, ask, text if len(text) <= LONGEST_TEXT else "").answer
    if units is None:
        return rules.language.offers(view, ask, answer)
    found = []
    for code in units:
        one = rules.language.offers_for(view, ask, answer, code.upper())
        if one is None:
            raise RequestRefused(
                "not-there", f"There is no unit {code[:20]!r} that could be ordered now.",
                "Take a code that the answer without `unit` lists.",
            )  # fmt: skip
        found.append(one)
    return msgspec.structs.replace(rules.language.offers(view, ask, answer, units=False), units=tuple(found))
