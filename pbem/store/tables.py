"""Every table.  A row that belongs to a game has the game first in its key: no transaction needs two games.

Times are aware and in UTC.  A table's CHECKs come from the literals its columns are typed with.  SQLModel does not
validate rows of a table: type them right (mypy watches), the database refuses the rest.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal, NewType, Optional, get_args

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Connection,
    Dialect,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Text,
    TypeDecorator,
    event,
    false,
    text,
    true,
)
from sqlalchemy.orm import Mapper
from sqlmodel import Field, Relationship, SQLModel

from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import FIRST_HASH

PlayerId = NewType("PlayerId", str)
"""A person, in whatever games."""

MailId = NewType("MailId", str)
"""A mail that came in: SHA-256 of its raw bytes, hexadecimal."""

MailKey = NewType("MailKey", str)
"""A mail that goes out, within its game: turn, seat, kind, revision (``mail_key``)."""

NO_GAME = GameId("")
"""The game of a mail that belongs to none: a sign-in link, a word to the operator."""

GameState = Literal["running", "stopped", "over"]
SeatState = Literal["open", "taken", "left"]
DeadlineKind = Literal["reminder", "deadline", "grace", "play", "chase"]
WORDS_ONLY = ("reminder", "chase")
"""Kinds of what is due that only tell players something."""

OutState = Literal["queued", "leased", "sent", "deferred", "failed", "suppressed"]
Returned = Literal["", "delayed", "soft", "hard"]
"""What came back of a mail that was sent: nothing; word of a delay; a failure that may pass; one that will not."""

InState = Literal["stored", "accepted", "partly", "held", "ignored", "rejected", "quarantined"]
MusterState = Literal["gathering", "begun", "called off"]
PlaceState = Literal["open", "invited", "taken", "aide"]
NoticeState = Literal["queued", "sent", "failed"]
Door = Literal["imap", "lmtp", "ingest", "webhook"]


def mail_key(turn: int, seat: Seat | str, kind: str, revision: str | int = 0) -> MailKey:
    """The one name of a mail: ``3.south.report.0``.  Writing the same mail twice is refused by the database."""
    return MailKey(f"{turn}.{seat}.{kind}.{revision}")


def one_of(column: str, words: object) -> CheckConstraint:
    """A CHECK that a column holds one of a literal's words."""
    listed = ", ".join(f"'{word}'" for word in get_args(words))
    return CheckConstraint(f"{column} IN ({listed})", name=column)


UNSTORABLE = {0: "\ufffd"} | dict.fromkeys(range(55296, 57344), "�")


class ForeignText(TypeDecorator[str]):
    """Text from outside, as another program wrote it: NULs and lone surrogates are kept as U+FFFD.

    No database takes both; a mail or a form must be stored whatever is in it.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """What is stored."""
        return value.translate(UNSTORABLE) if value else value


class RawBytes(LargeBinary):
    """Bytes as they lie in the column, even where a damaged SQLite file holds text there: a reader judges them."""

    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], bytes | None]:
        """What is read."""
        return lambda value: value.encode() if isinstance(value, str) else None if value is None else bytes(value)


class Record(SQLModel):
    """What all tables share: one schema, whose constraints have names that migrations can count on."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


# --- a game -------------------------------------------------------------------------------------------------------


class Game(Record, table=True):
    """A game's card."""

    __tablename__ = "game"
    __table_args__ = (
        one_of("state", GameState),
        Index("ix_game_cards_due", "id", sqlite_where=text("cards_due"), postgresql_where=text("cards_due")),
    )

    id: GameId = Field(primary_key=True, sa_type=Text)

    title: str = Field(sa_type=Text)

    rules: str = Field(sa_type=Text)

    rules_version: str = Field(sa_type=Text)

    scenario: str = Field(sa_type=Text)

    options: str = Field(default="{}", sa_type=Text)
    """Options and titles of seats as agreed at the start, JSON."""

    seed: str = Field(sa_type=Text, repr=False)
    """Seed of the dice in hexadecimal, secret until the game is over."""

    state: GameState = Field(default="running", sa_type=Text)

    stop_reason: str = Field(default="", sa_type=Text)
    """Why a stopped game waits for its umpire."""

    clock_paused: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether its clock waits for a player who could not be told of the turn."""

    cards_due: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """Whether the cards of its players' lists are to be made anew."""

    turn: int = 0
    """Number of the turn now open, from 1."""

    created_at: datetime

    mail_held: bool = False
    """Whether its mails stay in the outbox until the operator releases them."""

    host: PlayerId | None = Field(default=None, sa_type=Text, foreign_key="player.id")
    """The player who made it; None for the operator."""

    head_seq: Seq = Field(default=Seq(0), sa_type=Integer)
    """Number of the journal's last entry, written with it, so that a journal cut off at its end is found."""

    head_hash: str = Field(default=FIRST_HASH, sa_type=Text)
    """Hash of the journal's last entry, written with it, so that a journal cut off at its end is found."""

    broken_at: Seq | None = Field(default=None, sa_type=Integer)
    """The first entry that is not as it was sealed (``stop_reason`` says how); None where all are."""


class ListCard(Record, table=True):
    """A game as it stands in the list of a player's games: a cache that may be emptied at any time."""

    __tablename__ = "list_card"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seat: Seat = Field(primary_key=True, sa_type=Text)

    key: str = Field(sa_type=Text)
    """What it depends on: the hash of the journal's last entry, the game's state, who plays, the reader's zone."""

    data: str = Field(sa_type=Text)
    """The card, JSON."""


class ChainCheck(Record, table=True):
    """How far a game's hash chain has been checked in the background."""

    __tablename__ = "chain_check"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seq: Seq = Field(default=Seq(0), sa_type=Integer)
    """Number of the last entry checked, 0 when the next round begins."""

    hash: str = Field(default=FIRST_HASH, sa_type=Text)
    """Hash of that entry."""

    at: datetime
    """When it was checked, UTC."""


class EntryRow(Record, table=True):
    """A journal entry as `pbem.engine.journal.Entry` has it.  Written and read by `pbem.store.journal` only."""

    __tablename__ = "entry"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seq: Seq = Field(primary_key=True, sa_type=Integer, sa_column_kwargs={"autoincrement": False})

    kind: str = Field(sa_type=Text)

    version: int

    at: str = Field(sa_type=Text)

    author: str = Field(sa_type=Text)

    payload: str = Field(sa_type=Text)
    """TEXT and never JSONB, which would reorder keys and break the hash chain."""

    prev: str = Field(sa_type=Text)

    hash: str = Field(sa_type=Text)


class Snapshot(Record, table=True):
    """A battle as it stood after an entry: a cache that may be emptied at any time."""

    __tablename__ = "snapshot"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seq: Seq = Field(primary_key=True, sa_type=Integer, sa_column_kwargs={"autoincrement": False})

    rules_version: str = Field(sa_type=Text)

    hash: str = Field(sa_type=Text)
    """Hash of that entry."""

    data: bytes


class SeatRow(Record, table=True):
    """Who plays a side now."""

    __tablename__ = "seat"
    __table_args__ = (one_of("state", SeatState),)

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seat: Seat = Field(primary_key=True, sa_type=Text)

    player: PlayerId | None = Field(default=None, sa_type=Text, foreign_key="player.id", index=True)

    aide: bool = False
    """Whether the aide-de-camp writes its orders."""

    state: SeatState = Field(default="open", sa_type=Text)
    """``open`` when a substitute is looked for; ``taken`` else."""


class UmpireRow(Record, table=True):
    """Who umpires a game now, or helps its umpire: an index of what its journal says, for lists of games."""

    __tablename__ = "umpire"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    player: PlayerId = Field(primary_key=True, sa_type=Text, foreign_key="player.id", index=True)

    chief: bool = True
    """Whether this player is the umpire; else a co-umpire."""


class Deadline(Record, table=True):
    """A moment at which the service acts on a game."""

    __tablename__ = "deadline"
    __table_args__ = (
        one_of("kind", DeadlineKind),
        Index(
            "ix_deadline_open",
            "due_utc",
            sqlite_where=text("done_at IS NULL"),
            postgresql_where=text("done_at IS NULL"),
        ),
    )

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    id: str = Field(primary_key=True, sa_type=Text)

    ask_seq: Seq = Field(sa_type=Integer)

    kind: DeadlineKind = Field(sa_type=Text)

    due_utc: datetime
    """When, worked out once, from wall_time (``2026-10-25 02:30``) in zone (IANA), when it was set."""

    zone: str = Field(sa_type=Text)

    wall_time: str = Field(sa_type=Text)

    done_at: datetime | None = None
    """When it was acted on, or overtaken; None until then."""

    next_at: datetime | None = None
    """Earliest time for the next claim (`pbem.store.leases`)."""

    attempts: int = 0
    """Number of claims."""


class Heartbeat(Record, table=True):
    """When the worker last looked at the deadlines, by this machine's clock."""

    __tablename__ = "heartbeat"

    name: str = Field(primary_key=True, sa_type=Text)

    at: datetime

    away_from: datetime | None = None
    """Beginning of the last outage; None for none yet."""

    away_to: datetime | None = None
    """End of the last outage; None for none yet."""


class OrderDraft(Record, table=True):
    """What a seat has typed into the form and not sent; '' after it was sent or cleared."""

    __tablename__ = "order_draft"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seat: Seat = Field(primary_key=True, sa_type=Text)

    ask_seq: Seq = Field(primary_key=True, sa_type=Integer, sa_column_kwargs={"autoincrement": False})

    text: str = Field(sa_type=ForeignText)

    at: datetime

    base: int | None = None
    """Number of the version it was begun from, None where its writer named none."""

    revision: int = 0
    """Number of saves."""

    writer: str = Field(default="", sa_type=Text)
    """Name of the open page that saved it last."""

    serial: int = 0
    """That page's own count of its saves."""


class ReportRow(Record, table=True):
    """A report a seat was given: the stretch of journal it tells."""

    __tablename__ = "report"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seat: Seat = Field(primary_key=True, sa_type=Text)

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """Number of the report, as the seat counts turns; 0 for how the game began."""

    from_seq: Seq = Field(sa_type=Integer)

    to_seq: Seq = Field(sa_type=Integer)

    turn_name: str = Field(sa_type=Text)

    at: datetime


class Trials(Record, table=True):
    """What became of a seat's draft in many tries on what it can see."""

    __tablename__ = "trials"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seat: Seat = Field(primary_key=True, sa_type=Text)

    turn: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})

    digest: str = Field(primary_key=True, sa_type=Text)
    """Hash of the draft."""

    tries: int = 0

    tally: str = Field(default="{}", sa_type=Text)
    """Tally of the tries, JSON."""

    at: datetime


class Muster(Record, table=True):
    """A game that gathers its players."""

    __tablename__ = "muster"
    __table_args__ = (one_of("state", MusterState),)

    id: GameId = Field(primary_key=True, sa_type=Text)
    """Id of the game that it becomes."""

    title: str = Field(sa_type=Text)

    rules: str = Field(sa_type=Text)

    scenario: str = Field(sa_type=Text)

    options: str = Field(default="{}", sa_type=Text)
    """Options as of a game's card, JSON."""

    host: PlayerId = Field(sa_type=Text, foreign_key="player.id", index=True)
    """The player who made it."""

    listed: bool = False
    """Whether its open places are shown to every player."""

    note: str = Field(default="", sa_type=ForeignText)
    """What the host wrote."""

    state: MusterState = Field(default="gathering", sa_type=Text)

    created_at: datetime


class MusterPlace(Record, table=True):
    """A place of a gathering game."""

    __tablename__ = "place"
    __table_args__ = (one_of("state", PlaceState),)

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="muster.id")

    seat: Seat = Field(primary_key=True, sa_type=Text)

    state: PlaceState = Field(default="open", sa_type=Text)

    player: PlayerId | None = Field(default=None, sa_type=Text, foreign_key="player.id", index=True)

    email: str = Field(default="", sa_type=Text, index=True)
    """Address it is kept for; '' for none."""

    aide: str = Field(default="", sa_type=Text)
    """Temperament of its aide-de-camp; '' for the usual one."""

    asked_at: datetime | None = None

    here_at: datetime | None = None
    """When its player last confirmed it."""


# --- mail ---------------------------------------------------------------------------------------------------------


NOT_GONE_WELL = "kind = 'report' AND (state <> 'sent' OR returned <> '')"
"""What an index of the reports goes by that have not gone out, or came back; queries use these very words."""

WAITING = text("state IN ('queued', 'leased', 'deferred')")
"""What an index of the mails that are not done with goes by.

A query for such mails uses these very words: with parameters in place of them no index is used, and
every mail ever sent is read through.
"""


REMOVED = b"Subject: (text removed)\r\n\r\nThe text of this mail was removed some time after it was sent.\r\n"


class OutMail(Record, table=True):
    """A mail to be sent: the outbox."""

    __tablename__ = "out_mail"
    __table_args__ = (
        one_of("state", OutState),
        one_of("returned", Returned),
        Index(
            "ix_out_mail_waiting",
            "priority",
            "next_at",
            sqlite_where=WAITING,
            postgresql_where=WAITING,
        ),
        Index(
            "ix_out_mail_not_gone_well",
            "game",
            sqlite_where=text(NOT_GONE_WELL),
            postgresql_where=text(NOT_GONE_WELL),
        ),
    )

    game: GameId = Field(primary_key=True, sa_type=Text)

    key: MailKey = Field(primary_key=True, sa_type=Text)
    """Tells a mail from every other of its game (`mail_key`)."""

    kind: str = Field(sa_type=Text)

    turn: int = 0

    seat: str = Field(default="", sa_type=Text)

    player: PlayerId | None = Field(default=None, sa_type=Text, foreign_key="player.id", index=True)

    sender: str = Field(sa_type=Text)
    """Envelope sender."""

    recipient: str = Field(sa_type=Text, index=True)
    """Envelope recipient."""

    message_id: str = Field(sa_type=Text, unique=True)

    content: Optional["OutBytes"] = Relationship(
        sa_relationship_kwargs={"lazy": "selectin", "cascade": "all, delete-orphan"}
    )
    """The bytes, in a table of their own: what becomes of a mail is noted often, and rewrites its row each time."""

    length: int | None = None
    """Bytes of what is to be sent, set as the row is added and checked before each try; None in older rows."""

    digest: str = Field(default="", sa_type=Text)
    """Hash of what is to be sent (`mail_digest`), set and checked likewise; '' in older rows."""

    undrawn: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether its maps are still to be drawn: until then it is not sent."""

    priority: int = 5
    """Smaller ones are sent first."""

    state: OutState = Field(default="queued", sa_type=Text)

    attempts: int = 0

    holder: str = Field(default="", sa_type=Text)
    """The worker that has leased it."""

    last_reply: str = Field(default="", sa_type=ForeignText)
    """What the relay said last, or why it was not sent."""

    created_at: datetime

    next_at: datetime
    """Earliest time for the next try; while leased, end of the lease."""

    expires_at: datetime | None = None
    """When it is not worth sending any more; None for never."""

    sent_at: datetime | None = None

    returned: Returned = Field(default="", sa_type=Text)
    """What a mail system said of it after it had been sent: ``delayed``, ``soft``, ``hard`` or ''."""

    returned_at: datetime | None = None
    """When that was said last, UTC."""

    def __init__(
        self,
        *,
        raw: bytes | None = None,
        drawing: bytes | None = None,
        **columns: Any,  # noqa: ANN401  # any column's type
    ) -> None:
        """raw: the bytes; needed for a new mail.  drawing: what maps show that are to be drawn before it goes."""
        super().__init__(**columns)
        if drawing is not None:
            self.undrawn = True
        if raw is not None:
            self.content = OutBytes(game=columns["game"], key=columns["key"], raw=raw, drawing=drawing)

    @property
    def raw(self) -> bytes:
        """The bytes, rendered once; every try sends the same.  Of one sent long ago, a word that they were removed."""
        return REMOVED if self.content is None else self.content.raw


class OutBytes(Record, table=True):
    """The bytes of a mail of the outbox."""

    __tablename__ = "out_bytes"
    __table_args__ = (ForeignKeyConstraint(["game", "key"], ["out_mail.game", "out_mail.key"]),)

    game: GameId = Field(primary_key=True, sa_type=Text)

    key: MailKey = Field(primary_key=True, sa_type=Text)

    raw: bytes = Field(sa_type=RawBytes)
    """While its maps are still to be drawn, the mail without them."""

    drawing: bytes | None = Field(default=None, sa_type=RawBytes, nullable=True)
    """What its maps are to show; None when they are drawn, or there are none."""


def mail_digest(mail: OutMail) -> str:
    """SHA-256 of a mail's envelope, its Message-ID and its bytes, hexadecimal."""
    head = f"{mail.sender}\0{mail.recipient}\0{mail.message_id}\0"
    return hashlib.sha256(head.encode() + mail.raw).hexdigest()


@event.listens_for(OutMail, "before_insert")
def _sealed(mapper: Mapper[OutMail], connection: Connection, mail: OutMail) -> None:
    """Whatever adds a mail, its length and digest go with it."""
    mail.length, mail.digest = len(mail.raw), mail_digest(mail)


def is_intact(mail: OutMail) -> bool:
    """Whether a mail is as it was added; True for one older than its digest."""
    return not mail.digest or (len(mail.raw) == mail.length and mail_digest(mail) == mail.digest)


def put_maps(mail: OutMail, raw: bytes | None) -> None:
    """Give a mail its maps.  raw: it with them; None: it goes without.  One that is damaged stays known for it."""
    mail.undrawn = False
    if mail.content is None:
        return
    mail.content.drawing = None
    if raw is not None and is_intact(mail):
        mail.content.raw = raw
        mail.length, mail.digest = len(raw), mail_digest(mail)


def readdress(mail: OutMail, recipient: str) -> None:
    """Send a mail to another address.  One that is damaged stays known for it."""
    intact = is_intact(mail)
    mail.recipient = recipient
    if intact and mail.digest:
        mail.digest = mail_digest(mail)


class OutLine(Record, table=True):
    """A line of a mail that a player was sent about a game, by which it is known when it comes back quoted."""

    __tablename__ = "out_line"

    game: GameId = Field(primary_key=True, sa_type=Text)

    player: PlayerId = Field(primary_key=True, sa_type=Text, foreign_key="player.id")

    digest: bytes = Field(primary_key=True)
    """Hash of the line."""


class InMail(Record, table=True):
    """A mail that came in, stored and committed before it is read.  It is never deleted unread."""

    __tablename__ = "in_mail"
    __table_args__ = (
        one_of("state", InState),
        one_of("door", Door),
        Index(
            "ix_in_mail_unread",
            "arrived_at",
            sqlite_where=text("state = 'stored'"),
            postgresql_where=text("state = 'stored'"),
        ),
    )

    id: MailId = Field(primary_key=True, sa_type=Text)

    raw: bytes

    door: Door = Field(sa_type=Text)

    envelope_from: str = Field(default="", sa_type=ForeignText)
    """Envelope sender; '' for the null sender."""

    envelope_to: str = Field(default="", sa_type=ForeignText)
    """Envelope recipients, separated by spaces."""

    arrived_at: datetime
    """When it came in, by this machine's clock; deadlines go by it."""

    state: InState = Field(default="stored", sa_type=Text)

    game: GameId | None = Field(default=None, sa_type=Text, foreign_key="game.id", index=True)

    seat: Seat | None = Field(default=None, sa_type=Text)

    message_id: str = Field(default="", sa_type=ForeignText, index=True)
    """Its Message-ID; '' for none."""

    note: str = Field(default="", sa_type=ForeignText)

    handled_at: datetime | None = None

    answer: MailKey | None = Field(default=None, sa_type=Text)
    """Key of its one answer in the outbox."""

    sender: str = Field(default="", sa_type=ForeignText, index=True)
    """Sender in its head, for lists; nothing is judged by it."""

    subject: str = Field(default="", sa_type=ForeignText)
    """Subject in its head, for lists; nothing is judged by it."""

    size: int = 0
    """Bytes as they arrived."""

    wait_until: datetime | None = None
    """Earliest time to read it, where its sender sends too many."""


class Delivery(Record, table=True):
    """One of several turns that one mail was addressed to: each is judged alone, and has an answer of its own."""

    __tablename__ = "delivery"
    __table_args__ = (one_of("state", InState),)

    mail: MailId = Field(primary_key=True, sa_type=Text, foreign_key="in_mail.id")
    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seat: Seat = Field(primary_key=True, sa_type=Text)
    turn: int
    state: InState = Field(sa_type=Text)
    note: str = Field(default="", sa_type=ForeignText)
    answer: MailKey | None = Field(default=None, sa_type=Text)
    handled_at: datetime


class PendingOrders(Record, table=True):
    """Orders for a turn that is not open yet (``TURN 5`` in a mail): filed when it opens."""

    __tablename__ = "pending_orders"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")

    seat: Seat = Field(primary_key=True, sa_type=Text)

    turn: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})

    text: str = Field(sa_type=ForeignText)

    by: PlayerId = Field(sa_type=Text, foreign_key="player.id")
    """The player who sent them."""

    at: datetime


class Reach(Record, table=True):
    """How well an address can be reached."""

    __tablename__ = "reach"

    address: str = Field(primary_key=True, sa_type=Text)

    score: float = 0.0
    """Points for returned mails when last scored (at ``scored_at``)."""

    scored_at: datetime

    lost_at: datetime | None = None
    """Since when no reports go there; None while they do."""

    last: str = Field(default="", sa_type=ForeignText)
    """What a mail system said when a mail came back last."""


class MailPause(Record, table=True):
    """A player who wants no mail about a game for now; his seat is his own still."""

    __tablename__ = "mail_pause"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    player: PlayerId = Field(primary_key=True, sa_type=Text, foreign_key="player.id")
    since: datetime


class OnceOnly(Record, table=True):
    """A word that is good for one use until a time: the nonce of a request that was signed by a mail provider."""

    __tablename__ = "once_only"

    word: str = Field(primary_key=True, sa_type=Text)
    until: datetime


class Use(Record, table=True):
    """How often something was done of late, for what may be done so many times (`pbem.store.allowances`)."""

    __tablename__ = "use"

    name: str = Field(primary_key=True, sa_type=Text)

    moments: str = Field(default="[]", sa_type=Text)
    """JSON: each time it was done, in milliseconds since 1970."""

    until: datetime = Field(index=True)
    """When the last of them counts no more."""


class ImapKey(Record, table=True):
    """Where in a mailbox a mail was seen: the mailbox's own name for it, which may change while the mail does not."""

    __tablename__ = "imap_key"

    account: str = Field(primary_key=True, sa_type=Text)
    folder: str = Field(primary_key=True, sa_type=Text)
    uidvalidity: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    uid: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    mail: MailId = Field(sa_type=Text, foreign_key="in_mail.id")


# --- people and work ----------------------------------------------------------------------------------------------


class Player(Record, table=True):
    """A person."""

    __tablename__ = "player"

    id: PlayerId = Field(primary_key=True, sa_type=Text)

    name: str = Field(sa_type=Text)

    email: str = Field(sa_type=Text, unique=True)
    """Registered address, normalised so that it can be compared."""

    zone: str = Field(default="UTC", sa_type=Text)
    """Their zone, IANA."""

    created_at: datetime

    verified_at: datetime | None = None
    """When they first signed in; None until then."""

    quiet_from: str = Field(default="", sa_type=Text)
    """Beginning of the hours in which no mail goes out to them, ``22:00`` in their zone; '' for none."""

    quiet_to: str = Field(default="", sa_type=Text)
    """End of those hours, ``07:30``; '' for none."""

    digest_at: str = Field(default="", sa_type=Text)
    """Hour at which their reports go out as one mail a day; '' for each by itself."""

    language: str = Field(default="en", sa_type=Text)
    """Language of pages, as browsers name it (``en``)."""

    feed: str = Field(default="", sa_type=Text, repr=False)
    """Key in the address of their feed; '' for none."""

    signed_out: int = 0
    """How often they signed out of all browsers at once; it ends every visit begun before."""

    deleted_at: datetime | None = None
    """When they left: their name and address are wiped, and journals know them by id alone."""

    hints_off_at: datetime | None = None
    """When they put the hints of a first battle away."""


class Guest(Record, table=True):
    """A player without an address, who tries a battle."""

    __tablename__ = "guest"

    player: PlayerId = Field(primary_key=True, sa_type=Text, foreign_key="player.id")

    caller: str = Field(sa_type=Text, index=True)
    """Keyed hash of the network address it is tried from."""

    slot: str = Field(sa_type=Text, unique=True)
    """Caller and hour, so that two requests at once make one guest."""

    created_at: datetime


class PlayerAddress(Record, table=True):
    """A further address of a player: his mails may come from it once it is verified.  No two players share one."""

    __tablename__ = "player_address"

    email: str = Field(primary_key=True, sa_type=Text)
    player: PlayerId = Field(sa_type=Text, foreign_key="player.id", index=True)
    asked_at: datetime
    verified_at: datetime | None = None


class Vacation(Record, table=True):
    """Days on which a player is away, in his own zone, the last one included (``2026-08-01``).  Private."""

    __tablename__ = "vacation"

    player: PlayerId = Field(primary_key=True, sa_type=Text, foreign_key="player.id")
    first: str = Field(primary_key=True, sa_type=Text)
    last: str = Field(sa_type=Text)


class SeatToken(Record, table=True):
    """A key with which a program acts for one seat."""

    __tablename__ = "seat_token"

    digest: str = Field(primary_key=True, sa_type=Text)
    """SHA-256 of the key, which is shown once and never stored."""

    player: PlayerId = Field(sa_type=Text, foreign_key="player.id", index=True)

    game: GameId = Field(sa_type=Text, foreign_key="game.id", index=True)

    seat: Seat = Field(sa_type=Text)

    name: str = Field(sa_type=ForeignText)

    created_at: datetime

    used_at: datetime | None = None


class NoticeTarget(Record, table=True):
    """A chat or web address that is told when its player's orders are wanted."""

    __tablename__ = "notice_target"

    id: str = Field(primary_key=True, sa_type=Text)

    player: PlayerId = Field(sa_type=Text, foreign_key="player.id", index=True)

    name: str = Field(sa_type=ForeignText)

    url: str = Field(sa_type=ForeignText, repr=False)
    """Address as apprise writes it; a secret."""

    created_at: datetime

    failures: int = 0
    """Failures in a row."""

    note: str = Field(default="", sa_type=ForeignText)
    """What was said of the last message."""


class Notice(Record, table=True):
    """A message to be sent to a chat target."""

    __tablename__ = "notice"
    __table_args__ = (one_of("state", NoticeState),)

    target: str = Field(primary_key=True, sa_type=Text, foreign_key="notice_target.id")

    game: GameId = Field(primary_key=True, sa_type=Text)

    key: str = Field(primary_key=True, sa_type=Text)
    """Tells a message from every other of its target (``mail_key``)."""

    title: str = Field(sa_type=ForeignText)

    text: str = Field(sa_type=ForeignText)

    link: str = Field(default="", sa_type=Text)

    state: NoticeState = Field(default="queued", sa_type=Text)

    attempts: int = 0

    created_at: datetime

    next_at: datetime


class SignIn(Record, table=True):
    """A sign-in link that was mailed: good once, until it expires."""

    __tablename__ = "sign_in"

    nonce: str = Field(primary_key=True, sa_type=Text)
    player: PlayerId = Field(sa_type=Text, foreign_key="player.id")
    expires: datetime
    used_at: datetime | None = None


class Lease(Record, table=True):
    """Who works on something that only one worker at a time may (``mailbox:orders@example.org``), and until when."""

    __tablename__ = "lease"

    name: str = Field(primary_key=True, sa_type=Text)
    holder: str = Field(sa_type=Text)
    until: datetime


def _check_references_at_commit() -> None:
    """Let a transaction write its rows in any order; what they refer to must be there when it commits."""
    for table in Record.metadata.tables.values():
        for reference in table.foreign_key_constraints:
            reference.deferrable, reference.initially = True, "DEFERRED"


_check_references_at_commit()
