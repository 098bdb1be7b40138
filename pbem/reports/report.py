"""What a mail about a game is made from: values cut to one seat, before they become a ``Letter``."""

from datetime import datetime

import msgspec

from pbem.engine.chart import Chart
from pbem.engine.orders import Reading
from pbem.engine.reporting import FormLine, Told


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What every mail of a game shows."""

    game: str

    rules: str

    side: str

    players: tuple[tuple[str, str], ...]

    turn: str
    """Name of the open turn (``round 5``); '' when the game is over."""

    question: bool = False
    """Whether an answer to a question is wanted, and no orders."""

    due: datetime | None
    """When orders are due; None when no clock runs."""

    waits: bool = False
    """Whether the clock is stopped because a player could not be told of the turn."""

    grace: str = ""

    zone: str

    now: datetime
    """When the mail is written."""

    game_url: str
    """Address of the game's page."""

    help_url: str
    """Address of the help on orders."""

    rules_url: str = ""
    """Address of the rules, where each is found under ``/id/``; '' when they cannot be read."""

    code: str = ""
    """The turn's code, as players see it."""

    number: int = 0
    """Number of the turn, as its seat counts."""

    extensions: int = 0
    """Days by which the seat may still put deadlines off."""

    forms: str = ""
    """The commonest forms of an order, in a sentence; '' for none."""


class Penned(msgspec.Struct, frozen=True, kw_only=True):
    """A letter from player to player."""

    sender: str
    """Title of the seat that wrote it."""

    to: tuple[str, ...]
    """Titles of the seats it went to."""

    at: datetime
    """When it was written, aware."""

    text: str

    by: str = ""
    """Name of the deputy who wrote it; '' for the seat's own player."""

    mine: bool = False
    """Whether the reader's own seat wrote it."""

    arrived: datetime | None = None
    """When it was delivered, aware, where that was later than it was written; None for a letter delivered at once."""

    taken: bool = False
    """Whether it was meant for another seat, and the reader's side has taken it."""

    sent_from: str = ""
    """The place that its courier set out from, to the writer's own side; '' for none."""

    issue: int = 0
    """The issue of the newsbook that it is an item of, sender being what that is signed with; 0 for a letter."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A turn report."""

    heading: Heading

    number: int
    """Number of the turn told, 0 for the first mail of a game."""

    told: Told

    chart: Chart

    form: tuple[FormLine, ...]
    """What acts if nothing is sent."""

    ask: str = ""
    """What is asked now, in words."""

    parcels: str = ""
    """To a chief who can still parcel the units of the side out, a line that does; '' for none, and to others."""

    missed: str = ""
    """How the turn was played for the reader's seat, if it sent nothing; else ''."""

    missed_others: str = ""
    """Which other seats sent nothing, in a sentence; '' for none."""

    commitment: str = ""
    """SHA-256 of the seed, told in the first report; '' in others."""

    seed: str = ""
    """The seed in hexadecimal, told in the last report; '' in others."""

    dice_note: str = ""
    """A sentence on the words that seats added to the seed; '' for none."""

    letters: tuple[Penned, ...] = ()
    """Letters that came since the report before."""


class OrdersVersion(msgspec.Struct, frozen=True):
    """A version of a seat's orders: its number, the door it came by, when."""

    number: int
    door: str
    at: datetime


class Ack(msgspec.Struct, frozen=True, kw_only=True):
    """The one answer to a player's mail."""

    heading: Heading

    reading: Reading
    """This mail's text, read."""

    standing: Reading | None = None
    """All orders that stand now, or that the turn was played with; None for none."""

    version: OrdersVersion | None
    """The version that stands now."""

    before: OrdersVersion | None
    """The version it replaced."""

    final: bool

    played: bool = False

    told: bool = True
    """Whether the report of the turn that was played is written; else it comes with the reader's next turn."""

    remarks: tuple[str, ...] = ()

    later: tuple[int, ...] = ()
    """Later turns whose kept orders it changed."""

    checked: bool = False
    """Whether it was only to be read, so that nothing of it is kept."""

    gaps: tuple[FormLine, ...] = ()
    """Units that the player may have forgotten."""

    plays: str = ""
    """When the turn is played, in sentences; '' while not all have submitted."""

    changed: bool = True
    """Whether the mail changed anything."""

    reopened: bool = False
    """Whether orders that were submitted are a draft again."""


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """A reminder to a seat that has sent nothing final."""

    heading: Heading

    form: tuple[FormLine, ...]
    """The order form, with what acts if nothing is sent."""

    sent: OrdersVersion | None = None

    silence: str = ""
    """What acts for a seat that sends nothing, in a sentence."""


class Late(msgspec.Struct, frozen=True, kw_only=True):
    """A mail to a seat whose deadline has passed without orders."""

    heading: Heading

    form: tuple[FormLine, ...]
    """The order form, with what acts if nothing is sent."""

    until: str = ""
    """End of grace, in words; '' for none."""

    silence: str = ""
    """What acts for a seat that sends nothing, in a sentence."""


class RefusedMail(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a mail whose orders could not be taken at all: a closed turn, a stopped game, a held mail."""

    heading: Heading

    title: str

    why: tuple[str, ...]

    lines: tuple[str, ...] = ()
    """The order lines, given back."""

    form: tuple[FormLine, ...] = ()
    """The form of the open turn; () for none."""
