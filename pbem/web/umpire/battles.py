"""Battles that are fought on a real table or ruled: a form for what came of them, read as a ruling."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pbem.engine.called import CalledBattle
from pbem.service.campaigns.calls import called_in
from pbem.service.campaigns.tabling import as_lines, differences, words
from pbem.service.play.naming import name_of
from pbem.service.play.work import Work
from pbem.web.door import umpired_game
from pbem.web.game.tabled import lines_of

pages = Blueprint("called", __name__)

WAYS = ("aides", "post", "reckoned")
"""How else a battle can be fought, by a button."""


@pages.get("/g/<game>/umpire/battles/<int:number>")
def show(game: str, number: int) -> str:
    """What came of a battle, to be filled in: who has won, who holds the field, men, guns, commanders."""
    work = umpired_game(game, "rule")
    one = _battle(work, number)
    told = words(work, one)
    return render_template(
        "web/umpire/battle.html", game=work.game, name=name_of(work, None), one=one, ways=WAYS, words=told,
        differ=differences(*told) if all(word.result for word in told) else [],
        as_ruling=lambda text: as_lines(one, text),
    )  # fmt: skip


@pages.post("/g/<game>/umpire/battles/<int:number>")
def tell(game: str, number: int) -> Answer:
    """The form as lines of a ruling, to be looked at before it is carried out."""
    one = _battle(umpired_game(game, "rule"), number)
    lines = "\n".join(f"battle {number}: {line}" for line in lines_of(one, request.form))
    return redirect(url_for("ruling.show", game=game, text=lines), 303)


def _battle(work: Work, number: int) -> CalledBattle:
    """404 for a battle that is not fought now."""
    found = next((one for one in called_in(work) if one.spec.number == number), None)
    return found if found is not None else abort(404)
