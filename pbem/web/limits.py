"""How often one caller may do what costs something."""

from typing import Any

from flask import Flask, Response, request, session
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from pbem.web.api.operations import OPERATIONS, USUALLY
from pbem.web.api.pages import ROOT, caller
from pbem.web.door import PLAYER

ASK = "5/minute;30/hour"
"""Asking for a link, for each mail address and caller."""

SIGN_IN = "60/minute"
"""Opening and using links, for each caller: they cannot be guessed, only tried."""

WRITE = "120/minute"
"""Checks and submissions, for each player."""

TELL = "10/minute;60/hour"
"""What the others are mailed of each time, and could be taken back and done again."""

LOOK = "240/minute"
"""Moments of a replay, maps as SVG, whole battles as text: some a script asks for one after another, and whoever looks
on need not be signed in."""

PICTURE = "10/minute;100/hour"
"""Maps as PNG: one keeps the processor busy for half a second."""

TRY = "60/minute"
"""Slices of tries, for each player: one takes a second or two, and one after the other is all he gets."""

LIMITS = {
    "signin.ask": ASK, "signin.confirm": SIGN_IN, "signin.use": SIGN_IN,
    "confirming.show": SIGN_IN, "confirming.say": SIGN_IN,
    "orders.send": WRITE, "orders.check": WRITE, "orders.word": WRITE, "versions.again": WRITE,
    "mail.addresses": WRITE, "mail.times": WRITE, "mail.game": WRITE,
    "addresses.look": SIGN_IN, "addresses.confirm": SIGN_IN,
    "account.change": WRITE, "account.notices": ASK, "account.leave": ASK, "feed.show": SIGN_IN,
    "keys.make": ASK, "newgame.make": WRITE, "newgame.solo": ASK, "musters.act": TELL, "musters.take_over": TELL,
    "invitations.look": SIGN_IN, "invitations.answer": SIGN_IN,
    "guests.begin": SIGN_IN, "guests.send": ASK, "guests.look": SIGN_IN, "guests.use": SIGN_IN,
    "joining.look": SIGN_IN, "joining.come_in": SIGN_IN,
    "replay.show": LOOK, "replay.frame": LOOK, "replay.ground": LOOK, "dice.show": LOOK, "debrief.show": LOOK,
    "downloads.drawing": LOOK, "downloads.picture": PICTURE, "downloads.reports": LOOK, "downloads.archive": LOOK,
    "talk.write": ASK, "talk.settle": TELL, "talk.concede": ASK, "substitutes.leave": ASK, "away.note": WRITE,
    "whatif.go": TRY,
    "pausing.look": SIGN_IN, "pausing.stop": SIGN_IN, "pausing.go_on": SIGN_IN,
} | {f"api.{one.name}": one.often or USUALLY for one in OPERATIONS}  # fmt: skip


def set_limits(app: Flask) -> None:
    """Limits are counted in this process: several web processes allow so many times as much."""
    app.after_request(_retry_only_refused)  # before the limiter's own, so that it comes after it
    limiter = Limiter(_caller, app=app, storage_uri="memory://", headers_enabled=True)
    for endpoint, limit in LIMITS.items():
        view: Any = limiter.limit(limit)(app.view_functions[endpoint])
        app.view_functions[endpoint] = view


def _retry_only_refused(answer: Response) -> Response:
    """The limiter says on every answer when to come again; that is for those who have been sent away."""
    if answer.status_code not in {429, 503}:
        answer.headers.pop("Retry-After", None)
    return answer


def _caller() -> str:
    """A key or a player; else whoever calls, and for which mail address: behind a proxy all seem to call from one
    place."""
    if request.path.startswith(f"{ROOT}/"):
        return caller()
    player = session.get(PLAYER)
    return str(player) if player else f"{get_remote_address()} {request.form.get('email', '').strip().lower()}"
