"""Whether a game's page is still up to date: what the page itself asks every few seconds."""

import msgspec
from flask import Blueprint, Response, request

from pbem.service.play.pulse import pulse_of
from pbem.web.door import my_seat, services

pages = Blueprint("pulse", __name__)


@pages.get("/g/<game>/pulse")
def show(game: str) -> Response:
    """The newest report of my seat; 304 while it is the one that is known."""
    found = pulse_of(services(), *my_seat(game))
    out = Response(msgspec.json.encode(found), mimetype="application/json")
    out.headers["Cache-Control"] = "private, no-cache"
    out.set_etag(found.tag)
    out.make_conditional(request)
    return out
