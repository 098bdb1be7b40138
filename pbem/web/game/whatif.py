"""What if: the orders as they are written now, tried many times, and what came of it."""

from flask import Blueprint, flash, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from pbem.engine.what_if import CannotTry
from pbem.service.model.gamepage import GamePage
from pbem.service.play.ordersheet import NothingAsked
from pbem.service.play.pages import page_now
from pbem.service.what_if.trialpool import TriesFailed
from pbem.service.what_if.trials import TriedOrders, TriesRun, known, try_more
from pbem.service.what_if.trialwords import chances
from pbem.web.door import by_htmx, my_game, need_me
from pbem.web.game import drafting
from pbem.web.game.orders import closed, edited, is_open, sent
from pbem.web.looks import Looks, sentence

pages = Blueprint("whatif", __name__)


@pages.get("/g/<game>/what-if")
def show(game: str) -> str:
    """What is known of the text in the form."""
    work, seat = my_game(game)
    page = page_now(work, seat)
    try:
        return _page(page, known(work, page))
    except NothingAsked:
        return _page(page, None, _("No orders are needed from you now, so there is nothing to try."))
    except CannotTry as fault:
        return _page(page, None, sentence(str(fault)))


@pages.post("/g/<game>/what-if")
def go(game: str) -> str | Response | tuple[str, int]:
    """Try the text that is sent, or go on with the one in the form."""
    work, seat = my_game(game)
    page = page_now(work, seat)
    if "text" in request.form and page.ask is not None:
        if not is_open(page):
            return closed(page, sent())
        text = edited(work, page, sent())
        _base, clash = drafting.keep(work, page, text)
        if clash is not None:
            return drafting.clash_page(page, clash, "check")
        page = page_now(work, seat)
    try:
        tried = try_more(work, page, need_me().id)
    except (CannotTry, NothingAsked):  # the page says why
        return _there(page)
    except TriesRun:
        flash(_("Tries of yours are being played already. Look again in a moment."), "warn")
        return _there(page)
    except TriesFailed as fault:
        flash(_("%(why)s Nothing of them counts; your orders are as they were.", why=sentence(str(fault))), "bad")
        return _there(page)
    return _part(page, tried) if by_htmx() else _there(page)


def _there(page: GamePage) -> Response:
    where = url_for("whatif.show", game=page.game)
    if by_htmx():
        answer = Response(status=204)
        answer.headers["HX-Redirect"] = where
        return answer
    return redirect(where, 303)


def _page(page: GamePage, tried: TriedOrders | None, why: str = "") -> str:
    return render_template("web/what-if.html", page=page, why=why, **_filled(page, tried))


def _part(page: GamePage, tried: TriedOrders) -> str:
    return render_template("web/parts/tries.html", page=page, going=True, **_filled(page, tried))


def _filled(page: GamePage, tried: TriedOrders | None) -> dict[str, object]:
    units = (*page.told.mine, *page.told.seen)
    found = chances(tried.tally, units) if tried is not None and tried.tally.tries else None
    return {"tried": tried, "chances": found, "looks": Looks(page)}
