"""A battle on a real table: what is to be put on it, and a form by which its commanders tell what came of it."""

from collections.abc import Iterator, Mapping

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.called import CalledBattle
from pbem.engine.ids import GameId
from pbem.service.campaigns.tabling import AGREED, NoResult, differences, on_table, tell_result, words
from pbem.service.play.naming import name_of
from pbem.web.door import my_game, need_me, services
from pbem.web.looks import sentence

pages = Blueprint("tabled", __name__)

WORDS = ("lost", "taken", "back")
"""Fields of a unit."""


@pages.get("/g/<game>/battles/<int:number>")
def show(game: str, number: int) -> str:
    """The armies, what either side has told, and the form.  404 for a battle that the reader has no forces in."""
    work, seat = my_game(game)
    one = next((some for some in on_table(work, seat) if some.spec.number == number), None)
    if one is None:
        abort(404, _("You have no forces in a battle that is fought on a table now."))
    mine, theirs = words(work, one)
    if all(some.seat != seat for some in mine.side.commands):
        mine, theirs = theirs, mine
    differ = differences(mine, theirs) if mine.result and theirs.result else []
    return render_template(
        "web/battle.html", game=work.game, name=name_of(work, seat), one=one, mine=mine, theirs=theirs, differ=differ
    )


@pages.post("/g/<game>/battles/<int:number>")
def tell(game: str, number: int) -> Response:
    """What came of it, told; the page again, or the game's once it is taken."""
    work, seat = my_game(game)
    one = next((some for some in on_table(work, seat) if some.spec.number == number), None)
    if one is None:
        abort(404, _("You have no forces in a battle that is fought on a table now."))
    text = AGREED if request.form.get("agreed") else "\n".join(lines_of(one, request.form))
    try:
        said = tell_result(services(), GameId(game), seat, number, text, need_me().id)
    except NoResult as fault:
        flash(sentence(str(fault)), "bad")
        return redirect(url_for("tabled.show", game=game, number=number), 303)
    flash(said, "ok")
    there = any(some.spec.number == number for some in on_table(my_game(game)[0], seat))
    to = url_for("tabled.show", game=game, number=number) if there else url_for("games.show", game=game)
    return redirect(to, 303)


def lines_of(one: CalledBattle, form: Mapping[str, str]) -> Iterator[str]:
    """The fields of a result as its lines."""
    yield f"winner {form.get('winner', 'none')}"
    yield f"field {form.get('field', 'none')}"
    for side in one.spec.sides:
        for unit in side.units:
            lost, taken, back = (form.get(f"{word}:{unit.code}", "").strip() or "0" for word in WORDS)
            if {lost, taken, back} != {"0"}:
                yield f"loss {unit.code} {lost} taken {taken} back {back}"
        for leader in side.leaders:
            if form.get(f"fallen:{leader}"):
                yield f"fallen {leader}"
