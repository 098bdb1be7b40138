"""A battle that is over, laid open to those who fought it."""

from flask import Blueprint, render_template

from pbem.reports.maps import chart_alt
from pbem.service.play.work import open_game
from pbem.service.replay.debrief import debrief
from pbem.service.replay.replay import Closed
from pbem.service.umpire.account import account_of
from pbem.service.umpire.newsbook import whole_newsbook
from pbem.web.door import my_seat, services
from pbem.web.replay.replay import closed

pages = Blueprint("debrief", __name__)
pages.register_error_handler(Closed, closed)


@pages.get("/g/<game>/debrief")
def show(game: str) -> str:
    """The field at the end, every seat's orders, the letters, the dice."""
    where, seat = my_seat(game)
    laid = debrief(services(), where, seat)
    work = open_game(services(), where)
    umpires, news = account_of(work, laid.zone), tuple(reversed(whole_newsbook(work).items))
    return render_template("web/debrief.html", laid=laid, alt=chart_alt(laid.chart), umpires=umpires, news=news)
