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
    """The deadline of the open turn, for one reader."""

    at: datetime
    """When orders are due, aware, UTC."""

    zone: str
    """The reader's zone, IANA."""

    told: str
    """The same in words, ``Thu 14 May, 21:00 CEST (19:00 UTC)``."""

    left: str
    """Time left, ``2 d 22 h``."""

    soon: bool
    """Whether less than a day is left."""

    late: bool = False
    """Whether it has passed; orders count until ``grace_until``."""

    grace_until: datetime | None = None
    """When grace ends, aware, UTC; None for no grace, or where the game waits."""

    grace_told: str = ""
    """The same in words; '' for none."""


class Party(msgspec.Struct, frozen=True):
    """A seat and who plays it, as every player may see it."""

    seat: Seat
    """The seat."""

    title: str
    """What the seat is called."""

    name: str
    """Name of its player, or ``the aide-de-camp``."""

    aide: bool
    """Whether the aide-de-camp plays it."""

    mine: bool
    """Whether it is the reader's own."""

    fellow: bool = False
    """Whether it is that of another commander of the reader's side."""


class Stands(msgspec.Struct, frozen=True):
    """The version of a seat's orders that stands for the open turn."""

    number: int
    """Number of the version, from 1."""

    door: str
    """Where it came in: ``mail``, ``web``, ``api``, ``aide`` or ``umpire``."""

    at: datetime
    """When it was filed, UTC."""

    told: str
    """The same in the reader's zone."""

    final: bool
    """Whether the player is ready."""

    text: str
    """All orders, in canonical form."""

    by: str = ""
    """Name of the deputy who filed it; '' for the seat's own player and the aide-de-camp."""


class WaitedFor(msgspec.Struct, frozen=True):
    """Who is waited for, as far as a seat may know."""

    you: bool
    """Whether the reader's own orders are awaited."""

    others: tuple[str, ...] = ()
    """Titles of other seats that are awaited; () with ``more`` where the reader may not know which."""

    more: bool = False
    """Whether others are awaited that the reader may not know."""


class Plays(msgspec.Struct, frozen=True):
    """When the turn is played, all seats having submitted."""

    at: datetime
    """When, UTC."""

    told: str
    """The same in the reader's zone."""

    short: str
    """Who has submitted, ``Both sides have submitted``."""

    said: str
    """The whole, in sentences."""


class TurnLink(msgspec.Struct, frozen=True):
    """A report that the seat was given."""

    number: int
    """Number of its turn, 0 for how the game began."""

    name: str
    """What the turn is called."""

    at: datetime
    """When the report was written, UTC."""


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a seat sees it, made from that seat's view alone."""

    game: GameId
    """Id of the game."""

    title: str
    """Title of the battle."""

    rules: str
    """Name of its rule set."""

    rules_title: str
    """Title of its rule set."""

    order_forms: str
    """The commonest forms of an order, in a sentence; '' for none."""

    seat: Seat
    """The seat."""

    seat_title: str
    """What the seat is called."""

    now: datetime
    """When the page was made, UTC."""

    zone: str
    """The reader's zone, IANA."""

    state: GameState
    """``running``, ``stopped`` or ``over``."""

    turn: int
    """Number of the turn that orders are, or were last, asked for; orders name it."""

    turn_name: str
    """What the battle's present turn is called (``round 5``)."""

    parties: tuple[Party, ...]
    """All seats."""

    umpire: str = ""
    """Name of the umpire; '' for a game without one."""

    number: int
    """Number of the report shown, 0 for how the game began."""

    latest: bool
    """Whether it is the newest report."""

    told_at: datetime
    """When that report was written, UTC."""

    told: Told
    """What it tells."""

    chart: Chart
    """Its map."""

    turns: tuple[TurnLink, ...]
    """All reports, the oldest first."""

    shut: bool = False
    """Whether the orders are closed, and the turn waits for its umpire."""

    ahead: str = ""
    """As the battle begins, to a seat that is not asked: who acts first, until when, and when its own orders are
    needed; else ''."""

    ask: Ask[Any] | None = None
    """What is asked of the seat now; None for nothing."""

    asked: str = ""
    """The same in words; '' for nothing."""

    due: Due | None = None
    """The deadline; None for none."""

    plays: Plays | None = None
    """When the turn is played; None while not all have submitted."""

    clock_waits: bool = False
    """Whether the deadline is on hold because a player could not be told of the turn (not said which)."""

    form: tuple[FormLine, ...] = ()
    """The order form, with what acts if nothing is sent."""

    stands: Stands | None = None
    """The version that stands; None for none."""

    reading: Reading | None = None
    """That version, read again."""

    draft: str = ""
    """What was typed and not sent; '' for nothing."""

    version: int = 0
    """Number of the version filed last for the open turn, 0 for none."""

    base: str = ""
    """What a form of this page is begun from, sent back with it (`drafts.basis_of`)."""

    draft_at: datetime | None = None
    """When the draft was saved, UTC; None for no draft."""

    later: tuple[int, ...] = ()
    """Later turns that orders are kept for."""

    parcels: str | None = None
    """To a chief who can still parcel the side's units out, a line that does, '' where none alone does; else None."""

    waiting: WaitedFor = WaitedFor(False)
    """Who is waited for."""

    silence: Missed = "standing orders"
    """The game's policy for a missed turn."""

    grace: int = 0
    """Hours of grace."""

    extensions_left: int = 0
    """Days by which the seat may still put deadlines off."""

    misses: Misses = Misses()
    """Turns the seat has missed."""

    missed_last: bool = False
    """Whether the turn told was played without the seat's orders."""

    missed_others: tuple[str, ...] = ()
    """Titles of other seats that missed the turn told."""

    commitment: str = ""
    """SHA-256 of the seed, in hexadecimal."""

    words: tuple[tuple[Seat, str], ...] = ()
    """Words that seats have added to the seed of the dice."""

    words_open: bool = False
    """Whether words may still be added."""

    seed: str = ""
    """The seed in hexadecimal; '' until the game is over."""

    outcome: Outcome | None = None
    """How the battle ended; None while it goes on."""
