"""What a mail about a game is made from: values cut to one seat, before they become a ``Letter``."""

from datetime import datetime

import msgspec

from pbem.engine.chart import Chart
from pbem.engine.orders import Reading
from pbem.engine.reporting import FormLine, Told


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What every mail of a game has: where, who, when.

    turn: name of the turn now open (``round 5``), '' when the game is over.  question: what is wanted is an answer to a
    question, not orders.  due: None when no clock runs.  waits: the clock does not run now, because a player could not
    be told of this turn.  now: when it is written.  game_url, help_url: pages, without
    secrets; rules_url: the rules ('' when they are not to be read), each of which stands there under ``/id/``.
    code: visible code of the turn.  number: of the turn, as its seat counts its own.  extensions: how often this seat
    may still ask for more time.  forms: a sentence with the commonest forms of orders, '' for none.
    """

    game: str
    rules: str
    side: str
    players: tuple[tuple[str, str], ...]
    turn: str
    question: bool = False
    due: datetime | None
    waits: bool = False
    grace: str = ""
    zone: str
    now: datetime
    game_url: str
    help_url: str
    rules_url: str = ""
    code: str = ""
    number: int = 0
    extensions: int = 0
    forms: str = ""


class Penned(msgspec.Struct, frozen=True, kw_only=True):
    """A letter from player to player.  by: name of a deputy who wrote it, '' for the seat's own player.

    sender, to: titles of seats.  at: aware.  mine: written by the reader's own seat.
    """

    sender: str
    to: tuple[str, ...]
    at: datetime
    text: str
    by: str = ""
    mine: bool = False


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A turn report.  number: of the turn told, 0 for the first mail of a game.  ask: what is wanted now, in words.

    form: what acts if nothing is sent.  missed: how the turn was played for a seat that was silent, '' when it was not;
    missed_others: who else was.
    commitment: hash of the dice seed, told in the first report; seed: told in the last.  dice_note: words of the seats.

    letters: that have come since the report before.
    """

    heading: Heading
    number: int
    told: Told
    chart: Chart
    form: tuple[FormLine, ...]
    ask: str = ""
    missed: str = ""
    missed_others: str = ""
    commitment: str = ""
    seed: str = ""
    dice_note: str = ""
    letters: tuple[Penned, ...] = ()


class OrdersVersion(msgspec.Struct, frozen=True):
    """A version of a seat's orders: its number, the door it came by, when."""

    number: int
    door: str
    at: datetime


class Ack(msgspec.Struct, frozen=True, kw_only=True):
    """The one answer to a player's mail.  version: what stands now.  before: what it replaces.

    reading: this mail alone; standing: all that stands now, or was played at once (None: nothing).  later: turns to
    come for which it changed what is kept.  told: whether the report of the turn that was played is written; else it
    comes with the reader's next turn.  checked: it was only to be read, and nothing of it is kept.  gaps: units that a
    player may have forgotten.  plays: when the turn is played, all having submitted, in sentences; '' while they have
    not.  changed: whether the mail changed anything.  reopened: orders that were submitted are a draft again.
    """

    heading: Heading
    reading: Reading
    standing: Reading | None = None
    version: OrdersVersion | None
    before: OrdersVersion | None
    final: bool
    played: bool = False
    told: bool = True
    remarks: tuple[str, ...] = ()
    later: tuple[int, ...] = ()
    checked: bool = False
    gaps: tuple[FormLine, ...] = ()
    plays: str = ""
    changed: bool = True
    reopened: bool = False


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """A reminder to a seat that has sent nothing final.  form: what will act.  silence: what becomes of the silent."""

    heading: Heading
    form: tuple[FormLine, ...]
    sent: OrdersVersion | None = None
    silence: str = ""


class Late(msgspec.Struct, frozen=True, kw_only=True):
    """To a seat whose deadline has passed without orders.  until: end of grace, in words, '' for none.

    silence: what happens if nothing comes.  form: what acts then.
    """

    heading: Heading
    form: tuple[FormLine, ...]
    until: str = ""
    silence: str = ""


class RefusedMail(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a mail whose orders could not be taken at all: a closed turn, a stopped game, a held mail.

    form: the form of the turn now open, if there is one.  lines: the order lines, given back.
    """

    heading: Heading
    title: str
    why: tuple[str, ...]
    lines: tuple[str, ...] = ()
    form: tuple[FormLine, ...] = ()
