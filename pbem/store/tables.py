"""Every table.  A row that belongs to a game has the game first in its key: no transaction needs two games.

Times are aware and in UTC.  A table's CHECKs come from the literals its columns are typed with.  SQLModel does not
validate rows of a table: type them right (mypy watches), the database refuses the rest.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal, NewType, get_args

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Connection,
    Dialect,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Text,
    TypeDecorator,
    event,
    text,
)
from sqlalchemy.orm import Mapper
from sqlmodel import Field, SQLModel

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
    """Text from outside, as somebody else's program wrote it: NULs and lone surrogates are kept as U+FFFD.

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
    """A game's card.  options: JSON, as agreed at the start.  seed: hexadecimal, secret until the game is over.

    stop_reason: why a stopped game waits for its umpire.  turn: number of the turn now open, from 1.  mail_held: none
    of its mails leave the outbox until the operator lets them.  host: the player who made it, None for the operator.
    head_seq, head_hash: of the last entry of its journal, so that one cut off at its end is known; written with the
    entries.  broken_at: the first entry that is not as it was sealed (``stop_reason`` says how), None where all are.
    """

    __tablename__ = "game"
    __table_args__ = (one_of("state", GameState),)

    id: GameId = Field(primary_key=True, sa_type=Text)
    title: str = Field(sa_type=Text)
    rules: str = Field(sa_type=Text)
    rules_version: str = Field(sa_type=Text)
    scenario: str = Field(sa_type=Text)
    options: str = Field(default="{}", sa_type=Text)
    seed: str = Field(sa_type=Text, repr=False)
    state: GameState = Field(default="running", sa_type=Text)
    stop_reason: str = Field(default="", sa_type=Text)
    turn: int = 0
    created_at: datetime
    mail_held: bool = False
    host: PlayerId | None = Field(default=None, sa_type=Text, foreign_key="player.id")
    head_seq: Seq = Field(default=Seq(0), sa_type=Integer)
    head_hash: str = Field(default=FIRST_HASH, sa_type=Text)
    broken_at: Seq | None = Field(default=None, sa_type=Integer)


class ChainCheck(Record, table=True):
    """How far a game's hash chain has been gone over in the background.

    seq, hash: of the last entry that was checked, 0 when the next round begins.  at: when that was.
    """

    __tablename__ = "chain_check"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seq: Seq = Field(default=Seq(0), sa_type=Integer)
    hash: str = Field(default=FIRST_HASH, sa_type=Text)
    at: datetime


class EntryRow(Record, table=True):
    """A journal entry as `pbem.engine.journal.Entry` has it.  Written and read by `pbem.store.journal` only.

    payload: TEXT and never JSONB, which would reorder keys and break the hash chain.
    """

    __tablename__ = "entry"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seq: Seq = Field(primary_key=True, sa_type=Integer, sa_column_kwargs={"autoincrement": False})
    kind: str = Field(sa_type=Text)
    version: int
    at: str = Field(sa_type=Text)
    author: str = Field(sa_type=Text)
    payload: str = Field(sa_type=Text)
    prev: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)


class Snapshot(Record, table=True):
    """A battle as it stood after an entry: a cache that may be emptied at any time.  hash: that entry's."""

    __tablename__ = "snapshot"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seq: Seq = Field(primary_key=True, sa_type=Integer, sa_column_kwargs={"autoincrement": False})
    rules_version: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)
    data: bytes


class SeatRow(Record, table=True):
    """Who plays a side now.  aide: the aide-de-camp writes its orders.

    state: ``open`` when a substitute is looked for, whoever writes its orders meanwhile.
    """

    __tablename__ = "seat"
    __table_args__ = (one_of("state", SeatState),)

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seat: Seat = Field(primary_key=True, sa_type=Text)
    player: PlayerId | None = Field(default=None, sa_type=Text, foreign_key="player.id", index=True)
    aide: bool = False
    state: SeatState = Field(default="open", sa_type=Text)


class Deadline(Record, table=True):
    """Something due.  due_utc: worked out once, from wall_time (``2026-10-25 02:30``) in zone (IANA), when it was set.

    done_at: acted on, or overtaken.  next_at: not to be claimed before that (`pbem.store.leases`).  attempts: how often
    it was claimed.
    """

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
    zone: str = Field(sa_type=Text)
    wall_time: str = Field(sa_type=Text)
    done_at: datetime | None = None
    next_at: datetime | None = None
    attempts: int = 0


class Heartbeat(Record, table=True):
    """When the worker last looked at the deadlines, by this machine's clock.

    away_from, away_to: the last stretch of time in which it did not, None for none yet.
    """

    __tablename__ = "heartbeat"

    name: str = Field(primary_key=True, sa_type=Text)
    at: datetime
    away_from: datetime | None = None
    away_to: datetime | None = None


class OrderDraft(Record, table=True):
    """What a seat has typed into the form and not sent; '' after it was sent or cleared.

    base: number of the version it was begun from, None where its writer named none.  revision: counted up by every
    save.  writer: the open page that saved it last, serial: that page's own count of its saves.
    """

    __tablename__ = "order_draft"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seat: Seat = Field(primary_key=True, sa_type=Text)
    ask_seq: Seq = Field(primary_key=True, sa_type=Integer, sa_column_kwargs={"autoincrement": False})
    text: str = Field(sa_type=ForeignText)
    at: datetime
    base: int | None = None
    revision: int = 0
    writer: str = Field(default="", sa_type=Text)
    serial: int = 0


class ReportRow(Record, table=True):
    """A report a seat was given: the stretch of journal it tells.  number: from 1, for each seat."""

    __tablename__ = "report"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seat: Seat = Field(primary_key=True, sa_type=Text)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    from_seq: Seq = Field(sa_type=Integer)
    to_seq: Seq = Field(sa_type=Integer)
    turn_name: str = Field(sa_type=Text)
    at: datetime


class Trials(Record, table=True):
    """What became of a seat's draft in many tries on what it can see.  digest: of the draft.  tally: JSON."""

    __tablename__ = "trials"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seat: Seat = Field(primary_key=True, sa_type=Text)
    turn: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    digest: str = Field(primary_key=True, sa_type=Text)
    tries: int = 0
    tally: str = Field(default="{}", sa_type=Text)
    at: datetime


class Muster(Record, table=True):
    """A game that gathers its players.  id: of the game that comes of it.  options: JSON, as of a game's card.

    host: who made it.  listed: its open places are shown to every player.  note: the host's own words.
    """

    __tablename__ = "muster"
    __table_args__ = (one_of("state", MusterState),)

    id: GameId = Field(primary_key=True, sa_type=Text)
    title: str = Field(sa_type=Text)
    rules: str = Field(sa_type=Text)
    scenario: str = Field(sa_type=Text)
    options: str = Field(default="{}", sa_type=Text)
    host: PlayerId = Field(sa_type=Text, foreign_key="player.id", index=True)
    listed: bool = False
    note: str = Field(default="", sa_type=ForeignText)
    state: MusterState = Field(default="gathering", sa_type=Text)
    created_at: datetime


class MusterPlace(Record, table=True):
    """A seat of a muster.  email: whom it is kept for, '' for nobody.  here_at: its player has said that he is here.

    aide: temperament of its aide-de-camp, '' for the usual one.
    """

    __tablename__ = "place"
    __table_args__ = (one_of("state", PlaceState),)

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="muster.id")
    seat: Seat = Field(primary_key=True, sa_type=Text)
    state: PlaceState = Field(default="open", sa_type=Text)
    player: PlayerId | None = Field(default=None, sa_type=Text, foreign_key="player.id", index=True)
    email: str = Field(default="", sa_type=Text, index=True)
    aide: str = Field(default="", sa_type=Text)
    asked_at: datetime | None = None
    here_at: datetime | None = None


# --- mail ---------------------------------------------------------------------------------------------------------


WAITING = text("state IN ('queued', 'leased', 'deferred')")
"""What an index of the mails that are not done with goes by.

Whoever looks for such mails asks for it in these very words: with parameters in place of them no index is used, and
every mail ever sent is read through.
"""


class OutMail(Record, table=True):
    """A mail to be sent: the outbox.  raw: rendered once; every try sends the same bytes.

    length, digest: of what is to be sent (`mail_digest`), set as the row is added and checked before each try; None and
    '' in rows that are older than these columns.

    key: what makes it one mail (`mail_key`).  sender, recipient: envelope addresses.  holder: the worker whose lease it
    is on.  next_at: not to be tried before that; while leased, when the lease ends.  last_reply: the relay's words.
    expires_at: not worth sending after that.  priority: smaller goes first.  returned: what a mail system said of it
    after it had been sent; returned_at: when it said so last.
    """

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
    )

    game: GameId = Field(primary_key=True, sa_type=Text)
    key: MailKey = Field(primary_key=True, sa_type=Text)
    kind: str = Field(sa_type=Text)
    turn: int = 0
    seat: str = Field(default="", sa_type=Text)
    player: PlayerId | None = Field(default=None, sa_type=Text, foreign_key="player.id", index=True)
    sender: str = Field(sa_type=Text)
    recipient: str = Field(sa_type=Text, index=True)
    message_id: str = Field(sa_type=Text, unique=True)
    raw: bytes = Field(sa_type=RawBytes)
    length: int | None = None
    digest: str = Field(default="", sa_type=Text)
    priority: int = 5
    state: OutState = Field(default="queued", sa_type=Text)
    attempts: int = 0
    holder: str = Field(default="", sa_type=Text)
    last_reply: str = Field(default="", sa_type=ForeignText)
    created_at: datetime
    next_at: datetime
    expires_at: datetime | None = None
    sent_at: datetime | None = None
    returned: Returned = Field(default="", sa_type=Text)
    returned_at: datetime | None = None


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


def readdress(mail: OutMail, recipient: str) -> None:
    """Send a mail to another address.  One that is damaged stays known for it."""
    intact = is_intact(mail)
    mail.recipient = recipient
    if intact and mail.digest:
        mail.digest = mail_digest(mail)


class OutLine(Record, table=True):
    """A line we once sent a player about a game, so that it is known when it comes back quoted.  digest: its hash."""

    __tablename__ = "out_line"

    game: GameId = Field(primary_key=True, sa_type=Text)
    player: PlayerId = Field(primary_key=True, sa_type=Text, foreign_key="player.id")
    digest: bytes = Field(primary_key=True)


class InMail(Record, table=True):
    """A mail that came in, stored and committed before anybody reads it.  Never deleted unread.

    envelope_from: '' for the null sender.  envelope_to: every address, separated by spaces.  arrived_at: by our own
    server's clock; deadlines go by it.  message_id: as the mail says, '' for none.  answer: key of our one answer.
    sender, subject: as its head says, for lists; nothing is judged by them.  size: bytes as they arrived.  wait_until:
    not to be read before that, because its sender floods us.
    """

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
    envelope_to: str = Field(default="", sa_type=ForeignText)
    arrived_at: datetime
    state: InState = Field(default="stored", sa_type=Text)
    game: GameId | None = Field(default=None, sa_type=Text, foreign_key="game.id", index=True)
    seat: Seat | None = Field(default=None, sa_type=Text)
    message_id: str = Field(default="", sa_type=ForeignText, index=True)
    note: str = Field(default="", sa_type=ForeignText)
    handled_at: datetime | None = None
    answer: MailKey | None = Field(default=None, sa_type=Text)
    sender: str = Field(default="", sa_type=ForeignText, index=True)
    subject: str = Field(default="", sa_type=ForeignText)
    size: int = 0
    wait_until: datetime | None = None


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
    """Orders for a turn that is not open yet (``TURN 5`` in a mail): filed when it opens.  by: who sent them."""

    __tablename__ = "pending_orders"

    game: GameId = Field(primary_key=True, sa_type=Text, foreign_key="game.id")
    seat: Seat = Field(primary_key=True, sa_type=Text)
    turn: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str = Field(sa_type=ForeignText)
    by: PlayerId = Field(sa_type=Text, foreign_key="player.id")
    at: datetime


class Reach(Record, table=True):
    """How well an address can be reached.  score: points of returned mails when last scored (at ``scored_at``).

    lost_at: since when reports are not sent there any more.  last: what was said when a mail came back last.
    """

    __tablename__ = "reach"

    address: str = Field(primary_key=True, sa_type=Text)
    score: float = 0.0
    scored_at: datetime
    lost_at: datetime | None = None
    last: str = Field(default="", sa_type=ForeignText)


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
    """How often something was done of late, for what may be done so many times (`pbem.store.allowances`).

    moments: JSON, each time it was done, in milliseconds since 1970.  until: when the last of them counts no more.
    """

    __tablename__ = "use"

    name: str = Field(primary_key=True, sa_type=Text)
    moments: str = Field(default="[]", sa_type=Text)
    until: datetime = Field(index=True)


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
    """A person.  email: normalised, so that it can be compared.  zone: IANA.  verified_at: first signed in.

    quiet_from, quiet_to: hours between which no mail wakes him (``22:00``, ``07:30``, in his zone), '' for none.
    digest_at: the hour at which his reports come as one mail a day, '' for each by itself.  language: of pages, as
    browsers name it (``en``).  feed: the key of his feed's address, '' for none.  signed_out: how often he signed out
    of all his browsers at once; a visit begun before is none any more.  deleted_at: he has left: his name and address
    are gone from here, and the journals know him by his id alone.  hints_off_at: when they put the
    hints of a first battle away.
    """

    __tablename__ = "player"

    id: PlayerId = Field(primary_key=True, sa_type=Text)
    name: str = Field(sa_type=Text)
    email: str = Field(sa_type=Text, unique=True)
    zone: str = Field(default="UTC", sa_type=Text)
    created_at: datetime
    verified_at: datetime | None = None
    quiet_from: str = Field(default="", sa_type=Text)
    quiet_to: str = Field(default="", sa_type=Text)
    digest_at: str = Field(default="", sa_type=Text)
    language: str = Field(default="en", sa_type=Text)
    feed: str = Field(default="", sa_type=Text, repr=False)
    signed_out: int = 0
    deleted_at: datetime | None = None
    hints_off_at: datetime | None = None


class Guest(Record, table=True):
    """A player without an address, who tries a battle.  caller: a keyed hash of the network address it is tried from.

    slot: caller and hour, so that two requests at once make one guest.
    """

    __tablename__ = "guest"

    player: PlayerId = Field(primary_key=True, sa_type=Text, foreign_key="player.id")
    caller: str = Field(sa_type=Text, index=True)
    slot: str = Field(sa_type=Text, unique=True)
    created_at: datetime


class PlayerAddress(Record, table=True):
    """A further address of a player: his mails may come from it once it is verified.  No two players share one."""

    __tablename__ = "player_address"

    email: str = Field(primary_key=True, sa_type=Text)
    player: PlayerId = Field(sa_type=Text, foreign_key="player.id", index=True)
    asked_at: datetime
    verified_at: datetime | None = None


class Vacation(Record, table=True):
    """Days on which a player is away, in his own zone, the last one included (``2026-08-01``).  Told to nobody else."""

    __tablename__ = "vacation"

    player: PlayerId = Field(primary_key=True, sa_type=Text, foreign_key="player.id")
    first: str = Field(primary_key=True, sa_type=Text)
    last: str = Field(sa_type=Text)


class SeatToken(Record, table=True):
    """A key with which a program acts for one seat.  digest: its SHA-256; the key itself is shown once, never kept."""

    __tablename__ = "seat_token"

    digest: str = Field(primary_key=True, sa_type=Text)
    player: PlayerId = Field(sa_type=Text, foreign_key="player.id", index=True)
    game: GameId = Field(sa_type=Text, foreign_key="game.id", index=True)
    seat: Seat = Field(sa_type=Text)
    name: str = Field(sa_type=ForeignText)
    created_at: datetime
    used_at: datetime | None = None


class NoticeTarget(Record, table=True):
    """A chat or web address that is told when a player's orders are wanted.  url: as apprise writes it, a secret.

    failures: in a row; note: what was said the last time.
    """

    __tablename__ = "notice_target"

    id: str = Field(primary_key=True, sa_type=Text)
    player: PlayerId = Field(sa_type=Text, foreign_key="player.id", index=True)
    name: str = Field(sa_type=ForeignText)
    url: str = Field(sa_type=ForeignText, repr=False)
    created_at: datetime
    failures: int = 0
    note: str = Field(default="", sa_type=ForeignText)


class Notice(Record, table=True):
    """A short word to be sent to such an address.  key: what makes it one notice (``mail_key``)."""

    __tablename__ = "notice"
    __table_args__ = (one_of("state", NoticeState),)

    target: str = Field(primary_key=True, sa_type=Text, foreign_key="notice_target.id")
    game: GameId = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
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
