"""The battles there are to fight: all of them, each by itself, their maps.  Anybody may look; nothing is secret."""

from flask import Blueprint, Response, abort, render_template, request
from flask_babel import gettext as _

from pbem.reports.maps import chart_alt
from pbem.service.lobby.battlebook import BattleCard, NoBattle, battle, battles
from pbem.web.door import me, services
from pbem.web.game import pictures
from pbem.web.game.glances import glance
from pbem.web.lobby.shelf import SIZE_WORDS, SORT_WORDS, shelves, wish_of

pages = Blueprint("scenarios", __name__)


def battle_of(rules: str, name: str) -> BattleCard:
    """A battle by the two parts of its name; 404 when there is none."""
    try:
        return battle(services(), f"{rules}/{name}")
    except NoBattle:
        abort(404, _("There is no such battle here."))


@pages.get("/scenarios")
def listed() -> str:
    """All battles.  rules, size, sort: as in `shelf`."""
    return shelves_html(choose=False)


def shelves_html(*, choose: bool) -> str:
    """The battles as the reader wishes to see them.  choose: one is to be chosen for a game."""
    every, wish = battles(services()), wish_of(request.args)
    sets = {one.rules: one.rules_title for one in every}
    return render_template(
        "web/scenarios.html", shelves=shelves(every, wish), wish=wish, sets=sets, sizes=SIZE_WORDS, sorts=SORT_WORDS,
        first=every[0].name if every else "", choose=choose, player=me(),
    )  # fmt: skip


@pages.get("/scenarios/<rules>/<name>")
def show(rules: str, name: str) -> str:
    """A battle: map, armies, what wins, history."""
    found = battle_of(rules, name)
    drawn = pictures.picture(found.chart, "whole")
    return render_template("web/scenario.html", battle=found, map=drawn, alt=chart_alt(found.chart), player=me())


@pages.get("/scenarios/<rules>/<name>/map.svg")
def board(rules: str, name: str) -> Response:
    """The map before the first round.  view: whole or large."""
    view = "large" if request.args.get("view") == "large" else "whole"
    return pictures.answer(pictures.picture(battle_of(rules, name).chart, view))


@pages.get("/scenarios/<rules>/<name>/glance.svg")
def small(rules: str, name: str) -> Response:
    """That map at a glance."""
    return pictures.answer(glance(battle_of(rules, name).chart))
