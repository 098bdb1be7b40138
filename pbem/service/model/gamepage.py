"""A game as a seat sees it: the values of which its pages, its mails and the API's answers are made."""

from datetime import datetime
from typing import Any

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.chart import Chart
from pbem.engine.ids import GameId, Seat
from pbem.engine.orders import Reading
from pbem.engine.reporting import FormLine, Outcome, Told
from pbem.service.model.desk import Misses
from pbem.service.options import Missed
from pbem.store.tables import GameState


class Due(msgspec.Struct, frozen=True):
    """A deadline.  at: aware, UTC.  zone: the reader's.  told: ``Thu 14 May, 21:00 CEST (19:00 UTC)``.  left: ``2 d 22
    h``.

    late: it has passed, and orders count until ``grace_until``.
    """

    at: datetime
    zone: str
    told: str
    left: str
    soon: bool
    late: bool = False
    grace_until: datetime | None = None
    grace_told: str = ""


class Party(msgspec.Struct, frozen=True):
    """A seat as everybody sees it.  name: of its player, or ``the aide-de-camp``.  mine: the reader's own."""

    seat: Seat
    title: str
    name: str
    aide: bool
    mine: bool


class Stands(msgspec.Struct, frozen=True):
    """The version of a seat's orders that stands.

    text: whole and canonical.  at: filed, UTC; told: in the reader's zone.  by: name of the deputy who filed it, '' for
    the seat's own player or the aide.
    """

    number: int
    door: str
    at: datetime
    told: str
    final: bool
    text: str
    by: str = ""


class WaitedFor(msgspec.Struct, frozen=True):
    """Who is waited for, as far as a seat may know.

    others: their titles; () with ``more`` when it may not know which.
    """

    you: bool
    others: tuple[str, ...] = ()
    more: bool = False


class Plays(msgspec.Struct, frozen=True):
    """When a turn is played that all have submitted for.  at: UTC; told: in the reader's zone.

    short: ``Both sides have submitted``.  said: the whole, in sentences.
    """

    at: datetime
    told: str
    short: str
    said: str


class TurnLink(msgspec.Struct, frozen=True):
    """A turn told before.  number: of its report, 0 for how the game began."""

    number: int
    name: str
    at: datetime


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a seat sees it.

    now: when it was made.  zone: the reader's.  state: running, stopped or over.  turn: the seat's own number of the
    turn whose orders are (or were last) asked of it; orders name it.  number, told, chart: the report shown.  latest:
    whether that is the newest.  turn_name: of the battle now (``round 5``).  battle: title of the game.
    order_forms: the commonest ones of its rules, in a sentence; '' for none.

    ahead: told to a seat that is not asked as the battle begins: who acts first, until when, and when its orders are
    needed; '' at any other time.
    ask: what is asked of the seat now, the value (None: nothing); asked: in words.  plays: when the turn is
    played, all having submitted (None: not all have).  clock_waits: there is no deadline
    for now, because a player could not be told of this turn; nobody is told whom.  form: its order form, with what
    acts if nothing is sent.  stands: the version that stands, reading: that version, read again.  draft: what was typed
    and not sent, '' for nothing; draft_at: when, UTC.  version: number of the version filed last for the open turn,
    0 for none.  base: what a form of this page is begun from, to be sent with it (`drafts.basis_of`).  later: turns
    to come that orders are kept for.  silence: the policy for a missed turn.  grace: hours of it.  extensions_left:
    of this seat.  missed_last: the turn told was played without this seat's orders; missed_others:
    titles of other seats without whose orders it was.  words: what seats added to the
    dice.  seed: '' until the game is over.
    """

    game: GameId
    title: str
    rules: str
    rules_title: str
    order_forms: str
    seat: Seat
    seat_title: str
    now: datetime
    zone: str
    state: GameState
    turn: int
    turn_name: str
    parties: tuple[Party, ...]
    number: int
    latest: bool
    told_at: datetime
    told: Told
    chart: Chart
    turns: tuple[TurnLink, ...]
    ahead: str = ""
    ask: Ask[Any] | None = None
    asked: str = ""
    due: Due | None = None
    plays: Plays | None = None
    clock_waits: bool = False
    form: tuple[FormLine, ...] = ()
    stands: Stands | None = None
    reading: Reading | None = None
    draft: str = ""
    version: int = 0
    base: str = ""
    draft_at: datetime | None = None
    later: tuple[int, ...] = ()
    waiting: WaitedFor = WaitedFor(False)
    silence: Missed = "standing orders"
    grace: int = 0
    extensions_left: int = 0
    misses: Misses = Misses()
    missed_last: bool = False
    missed_others: tuple[str, ...] = ()
    commitment: str = ""
    words: tuple[tuple[Seat, str], ...] = ()
    words_open: bool = False
    seed: str = ""
    outcome: Outcome | None = None
