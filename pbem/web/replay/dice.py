"""The dice of a game: every roll a seat knows of, how often each face came, and how to check them all."""

from flask import Blueprint, render_template

from pbem.service.replay.dicebook import FACES, dice_book
from pbem.service.replay.replay import Closed
from pbem.web.door import my_seat, services
from pbem.web.replay.replay import closed, wanted_eyes

pages = Blueprint("dice", __name__)
pages.register_error_handler(Closed, closed)


@pages.get("/g/<game>/dice")
def show(game: str) -> str:
    """All of them, turn by turn."""
    where, seat = my_seat(game)
    return render_template("web/dice.html", book=dice_book(services(), where, seat, wanted_eyes()), faces=FACES)
