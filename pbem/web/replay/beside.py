"""The true map beside what a seat knew, half-day by half-day."""

from flask import Blueprint, Response, abort, render_template

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.reports.maps import chart_alt
from pbem.service.play.naming import name_of
from pbem.service.play.work import UnknownGame, Work, open_game
from pbem.service.replay.beside import StageView, beside, check_open, has_stages
from pbem.service.replay.replay import Closed
from pbem.service.umpire.rights import may
from pbem.web.door import me, services
from pbem.web.game import pictures
from pbem.web.replay.replay import closed, looker, number, wanted_eyes

pages = Blueprint("beside", __name__)
pages.register_error_handler(Closed, closed)


@pages.get("/g/<game>/beside")
def show(game: str) -> str:
    """Both maps, one beside the other.  stage: its number; eyes: whose knowledge."""
    work, umpires = _open(game)
    seen = _seen(work)
    return render_template(
        "web/beside.html", game=work.game, name=name_of(work, None), seen=seen, umpires=umpires,
        maps=[(pictures.picture(chart, "whole"), chart_alt(chart)) for chart in (seen.truth, seen.known)],
    )  # fmt: skip


@pages.get("/g/<game>/beside/<int:stage>-<eyes>.svg")
def drawing(game: str, stage: int, eyes: str) -> Response:
    """One of the two maps; eyes: ``umpire`` for the truth."""
    work, _umpires = _open(game)
    seat = work.chairs[0].seat if eyes == UMPIRE else Seat(eyes)
    seen = beside(work, seat, stage)
    return pictures.answer(pictures.picture(seen.truth if eyes == UMPIRE else seen.known, "whole"))


def _seen(work: Work) -> StageView:
    return beside(work, wanted_eyes() or work.chairs[0].seat, number("stage"))


def _open(game: str) -> tuple[Work, bool]:
    """The game, and whether its umpire looks; 404 for who has no part in it.  Raises Closed, SignInFirst."""
    found = me()
    try:
        work = open_game(services(), GameId(game))
    except UnknownGame:
        abort(404)
    umpires = found is not None and may(work, found.id, "look")
    if not umpires:
        looker(game)
    if not has_stages(work):
        abort(404)
    check_open(work, umpires=umpires)
    return work, umpires
