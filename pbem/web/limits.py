"""How often one caller may do what costs something."""

from typing import Any

from flask import Flask, session
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from pbem.web.door import PLAYER

SIGN_IN = "5/minute;30/hour"
"""Asking for sign-in links, for each address on the network."""

WRITE = "120/minute"
"""Checks and submissions, for each player."""

LIMITS = {
    "signin.ask": SIGN_IN, "signin.confirm": SIGN_IN, "signin.use": SIGN_IN,
    "orders.send": WRITE, "orders.check": WRITE,
}  # fmt: skip


def set_limits(app: Flask) -> None:
    """Limits are counted in this process: several web processes allow so many times as much."""
    limiter = Limiter(_caller, app=app, storage_uri="memory://", headers_enabled=True)
    for endpoint, limit in LIMITS.items():
        view: Any = limiter.limit(limit)(app.view_functions[endpoint])
        app.view_functions[endpoint] = view


def _caller() -> str:
    return str(session.get(PLAYER) or get_remote_address())
