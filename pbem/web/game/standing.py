"""Standing orders: the table of them, and what its buttons write into the text of the orders."""

from flask import Blueprint, flash, render_template, request
from flask_babel import gettext as _

from pbem.engine.ids import GameId
from pbem.engine.offers import situations
from pbem.service.model.gamepage import GamePage
from pbem.service.play.ordersheet import OrderSheet, sheet_of, with_choices
from pbem.service.play.pages import page_now
from pbem.service.play.standings import sources, standing_table, taken_over
from pbem.service.play.turns import LONGEST_TEXT
from pbem.service.play.work import UnknownGame, Work
from pbem.web.door import by_htmx, my_game, need_me, services

pages = Blueprint("standing", __name__)


@pages.get("/g/<game>/standing")
def show(game: str) -> str:
    """All of them: a page, or for the tab of the game's page the table alone."""
    work, seat = my_game(game)
    page = page_now(work, seat)
    sheet = sheet_of(work, page) if page.ask is not None else None
    if sheet is None or not sheet.offers.decisions:
        return render_template("web/standing.html", page=page, sheet=None)
    if by_htmx():
        return render_template("web/parts/standing.html", page=page, **of_table(work, page, sheet, "standing"))
    return render_template("web/standing.html", page=page, sheet=sheet, **of_table(work, page, sheet, "standing-page"))


def of_table(work: Work, page: GamePage, sheet: OrderSheet, back_to: str) -> dict[str, object]:
    """What the table is filled with.  back_to: where its buttons lead."""
    acted = page.told.acted if page.latest else ()
    return {
        "situations": situations(sheet.offers.decisions),
        "standings": standing_table(sheet.offers.decisions, acted), "unset": sheet.offers.unset,
        "sources": sources(services(), work, need_me().id), "back_to": back_to,
        "conditional": work.rules.order_guide.conditional,
    }  # fmt: skip


def chosen(work: Work, page: GamePage, text: str) -> str:
    """A text with what was chosen in the table: answers changed, one taken back, one for a single stand, all of another
    game's."""
    form, act = request.form, request.form.get("do", "")
    said = [(name.removeprefix("standing:"), value) for name, value in form.items() if name.startswith("standing:")]
    if form.get("but"):
        alone, bar, answer = form["but"].partition("|")
        stand = form.get("but-stand", "")
        said += [(alone.replace("<unit>", stand), answer)] if bar and stand else []
    if form.get("unset"):
        said.append((form["unset"], sheet_of(work, page, text).offers.unset))
    text = with_choices(text, [(line, value) for line, value in said if value and _one_line(f"{line} {value}")])
    return _copied(work, page, text) if act == "copy" else text


def _copied(work: Work, page: GamePage, text: str) -> str:
    """The text with the standing orders of another game."""
    try:
        found = taken_over(
            services(), sheet_of(work, page, text), GameId(request.form.get("copy-from", "")), need_me().id
        )
    except UnknownGame:
        found = None
    if found is None:
        flash(_("No standing orders of that game fit this one, so nothing was taken over."), "warn")
        return text
    flash(_("The standing orders of that game are in your text. They are not saved."), "ok")
    return found


def _one_line(text: str) -> bool:
    return len(text) <= LONGEST_TEXT and "\n" not in text and "\r" not in text
