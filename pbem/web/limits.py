"""How often one caller may do what costs something."""

import hashlib
import hmac
from datetime import timedelta
from math import ceil
from typing import Any

from flask import Flask, Response, request, session
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits.storage import MovingWindowSupport, Storage

from pbem.service.services import Services
from pbem.store.allowances import Allowance, take, taken
from pbem.store.errors import StoreError
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
"""Moments of a replay, maps as SVG, whole battles as text: some a script asks for one after another, and a reader looks
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
    "questions.send": TELL, "ruling.make": WRITE, "turnback.act": TELL, "umpire.act": TELL, "behalf.send": WRITE,
    "chiefs.order": WRITE, "chiefs.parcel": TELL, "forking.act": TELL, "umpireletters.act": TELL,
    "newsbook.act": TELL, "whatif.go": TRY,
    "held.act": WRITE, "called.tell": WRITE, "held.board": LOOK, "tabled.tell": TELL,
    "beside.show": LOOK, "beside.drawing": LOOK,
    "pausing.look": SIGN_IN, "pausing.stop": SIGN_IN, "pausing.go_on": SIGN_IN,
} | {f"api.{one.name}": one.often or USUALLY for one in OPERATIONS}  # fmt: skip


def set_limits(app: Flask, services: Services) -> None:
    """Limits are counted in the database, for all web processes together; in this process while it is not there."""
    limiter = Limiter(
        _caller, app=app, strategy="moving-window", in_memory_fallback_enabled=True,
        storage_uri=f"{Counted.STORAGE_SCHEME[0]}://", storage_options={"services": services},  # type: ignore[dict-item]  # handed on to Counted as it is
    )  # fmt: skip

    def say_when(answer: Response) -> Response:
        """Who is sent away is told when to come again."""
        if answer.status_code == 429 and limiter.current_limit is not None and limiter.current_limit.breached:
            wait = limiter.current_limit.reset_at - services.clock.now().timestamp()
            answer.headers["Retry-After"] = str(max(1, ceil(wait) - 1))  # the library adds a second
        return answer

    app.after_request(say_when)
    for endpoint, limit in LIMITS.items():
        view: Any = limiter.limit(limit)(app.view_functions[endpoint])
        app.view_functions[endpoint] = view


class Counted(Storage, MovingWindowSupport):
    """Where flask-limiter counts.  A caller's key is kept as a keyed hash: it may be a mail or network address."""

    STORAGE_SCHEME = ["pbem"]

    def __init__(self, uri: str, services: Services) -> None:
        """Uri: the library's."""
        super().__init__(uri)
        self._services = services

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count one more, if there is room.  expiry: seconds."""
        with self._services.db.writing(durable=False) as session:
            return take(session, [self._allowance(key, limit, expiry)], self._services.clock.now(), amount)

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """When the first of those that count was, as a POSIX timestamp, and how many count."""
        now = self._services.clock.now()
        with self._services.db.reading() as session:
            found = taken(session, self._allowance(key, limit, expiry), now)
        return (found[0] if found else now).timestamp(), len(found)

    def check(self) -> bool:
        """Whether the database is there again."""
        try:
            with self._services.db.writing(durable=False):
                return True
        except StoreError:
            return False

    def _allowance(self, key: str, limit: int, expiry: int) -> Allowance:
        digest = hmac.new(self._services.config.secret.encode(), f"limit {key}".encode(), hashlib.sha256)
        return Allowance(f"web {digest.hexdigest()[:32]}", limit, timedelta(seconds=expiry))

    @property
    def base_exceptions(self) -> type[Exception]:
        """What it raises when it cannot count."""
        return StoreError

    # What only the library's other strategies ask for.

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Nothing."""
        raise NotImplementedError

    def get(self, key: str) -> int:
        """Nothing."""
        raise NotImplementedError

    def get_expiry(self, key: str) -> float:
        """Nothing."""
        raise NotImplementedError

    def reset(self) -> int | None:
        """Nothing."""
        raise NotImplementedError

    def clear(self, key: str) -> None:
        """Nothing."""
        raise NotImplementedError


def _caller() -> str:
    """A key or a player; else the caller, and for which mail address: behind a proxy all seem to call from one
    place."""
    if request.path.startswith(f"{ROOT}/"):
        return caller()
    player = session.get(PLAYER)
    return str(player) if player else f"{get_remote_address()} {request.form.get('email', '').strip().lower()}"
