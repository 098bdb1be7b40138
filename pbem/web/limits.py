"""How often one caller may do what costs something."""

from typing import Any

from flask import Flask, request, session
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from pbem.web.door import PLAYER

ASK = "5/minute;30/hour"
"""Asking for a link, for each mail address and caller."""

SIGN_IN = "60/minute"
"""Opening and using links, for each caller: they cannot be guessed, only tried."""

WRITE = "120/minute"
"""Checks and submissions, for each player."""

LIMITS = {
    "signin.ask": ASK, "signin.confirm": SIGN_IN, "signin.use": SIGN_IN,
    "confirming.show": SIGN_IN, "confirming.say": SIGN_IN,
    "orders.send": WRITE, "orders.check": WRITE, "mail.addresses": WRITE, "mail.times": WRITE, "mail.game": WRITE,
    "addresses.look": SIGN_IN, "addresses.confirm": SIGN_IN,
    "pausing.look": SIGN_IN, "pausing.stop": SIGN_IN, "pausing.go_on": SIGN_IN,
}  # fmt: skip


def set_limits(app: Flask) -> None:
    """Limits are counted in this process: several web processes allow so many times as much."""
    limiter = Limiter(_caller, app=app, storage_uri="memory://", headers_enabled=True)
    for endpoint, limit in LIMITS.items():
        view: Any = limiter.limit(limit)(app.view_functions[endpoint])
        app.view_functions[endpoint] = view


def _caller() -> str:
    """A player; else whoever calls, and for which mail address: behind a proxy all seem to call from one place."""
    player = session.get(PLAYER)
    return str(player) if player else f"{get_remote_address()} {request.form.get('email', '').strip().lower()}"
