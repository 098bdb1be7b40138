"""A game is its journal: entries, their kinds and versions, the hash chain, the story they tell.

Table entries make the story: ``game step roll answer fact ruling returned rewind``.  Desk entries never touch the
battle and are never rewound: ``ask unask orders clock seat press pact seed question news report told``.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar, get_args

import msgspec

from pbem.engine.asks import Batch, Given
from pbem.engine.dice import DiceKey, Roll
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.upcasts import Upcasts

F = TypeVar("F")
Q = TypeVar("Q")
A = TypeVar("A")
B = TypeVar("B")

Kind = Literal[
    "game", "step", "roll", "answer", "fact", "ruling", "returned", "rewind",
    "ask", "unask", "orders", "clock", "seat", "press", "pact", "seed", "question", "news", "report", "told",
]  # fmt: skip
TABLE: frozenset[str] = frozenset({"game", "step", "roll", "answer", "fact", "ruling", "returned", "rewind"})
FIRST_HASH = "0" * 64


class JournalError(Exception):
    """A journal that cannot be read or trusted; the message names the entry."""


class BrokenChain(JournalError):
    """A journal that is not as it was sealed.  seq: its first entry that is missing, out of place or changed."""

    def __init__(self, seq: int, what: str) -> None:
        """what: the whole sentence, naming the entry."""
        super().__init__(what)
        self.seq = Seq(seq)


class Entry(msgspec.Struct, frozen=True):
    """One line of a journal, as stored."""

    game: GameId
    seq: Seq
    kind: str
    version: int
    at: str
    """UTC, ISO 8601 with milliseconds and Z."""
    author: str
    """A seat, ``engine``, ``umpire``, or ``battle:<number>`` of a result taken back."""
    payload: str
    """JSON text, written once."""
    prev: str
    """Hexadecimal SHA-256."""
    hash: str
    """Hexadecimal SHA-256."""


class Draft(msgspec.Struct, frozen=True):
    """An entry to be written: its time, place and hash come with the writing."""

    kind: Kind
    author: str
    body: Any


# --- bodies -------------------------------------------------------------------------------------------------------


class Forked(msgspec.Struct, frozen=True, kw_only=True):
    """Where the story of a game comes from that begins in the middle of another one."""

    game: GameId
    """The other game."""
    entry: Seq
    """Its entry after which this game goes on: the last before a step."""
    hash: str
    """The hash of that entry, hexadecimal SHA-256."""
    commitment: str
    """Hash of the other game's dice seed, by which its rolls can be checked once that is published."""
    title: str
    """What the other game is called."""
    turn: str
    """Name of the turn of that step (``round 3``)."""


class CalledBy(msgspec.Struct, frozen=True, kw_only=True):
    """The campaign whose battle a game is."""

    game: GameId
    """The campaign."""
    entry: Seq
    """Its entry that called the battle."""
    hash: str
    """The hash of that entry, hexadecimal SHA-256."""
    number: int
    """Of the campaign's battles, from 1."""
    title: str
    """What the campaign is called."""


class Opened(msgspec.Struct, Generic[B], frozen=True, kw_only=True):
    """``game``: the first entry.  The battle as set up, and what was agreed.

    commitment: hash of the dice seed, '' where dice are thrown by hand.  agreed: the game's options by name, as JSON
    has them; {} in journals of before they were kept here.
    """

    rules: str
    rules_version: str
    title: str
    seats: tuple[Seat, ...]
    commitment: str
    battle: B
    agreed: Mapping[str, Any] = {}
    forked: Forked | msgspec.UnsetType = msgspec.UNSET
    """The game it is a fork of; left out of all other games."""
    called: CalledBy | msgspec.UnsetType = msgspec.UNSET
    """The campaign that called it; left out of all other games."""


class StepBegan(msgspec.Struct, frozen=True):
    """``step``: a checkpoint, written only by the engine."""

    number: int
    rules_version: str


class Answered(msgspec.Struct, Generic[Q, A], frozen=True):
    """``answer``: a batch closed.  ask: the entry that opened it (None: it never had to be opened)."""

    batch: Batch[Q]
    given: tuple[Given[A], ...]
    ask: Seq | None = None


class Happened(msgspec.Struct, Generic[F], frozen=True):
    """``fact``."""

    fact: F


class Fix(msgspec.Struct, frozen=True):
    """A die laid down by the umpire."""

    key: DiceKey
    values: tuple[int, ...]
    """Its faces; () where what was laid down is taken back."""


Told = Literal["at the end", "touched", "all"]
"""Who hears of a ruling while the game goes on: the players at its end only, those whose units it touches, all."""


class RulingAct(msgspec.Struct, frozen=True, kw_only=True):
    """The umpire's own account of a ruling."""

    by: str
    """Id of the player who ruled."""
    said: str
    """The lines of the ruling, canonical, one a line."""
    before: str
    """What it changed, as it was: a line each."""
    after: str
    """The same as it is now."""
    told: Told
    undoes: Seq | None = None
    """The entry of the ruling that it takes back; None for none."""
    despite: tuple[str, ...] = ()
    """What of the rules' own bounds the umpire let it break, in words."""


class Ruled(msgspec.Struct, Generic[F], frozen=True, kw_only=True):
    """``ruling``: what an umpire changed, and why.  A pact of the players writes one too, without an act."""

    reason: str
    facts: tuple[F, ...] = ()
    fixes: tuple[Fix, ...] = ()
    ends_step: bool = False
    """Whether the step is folded and never run again."""
    act: RulingAct | msgspec.UnsetType = msgspec.UNSET
    """The umpire's account of it; left out of pacts and of the rulings of journals from before there were umpires."""


class BattleTaken(msgspec.Struct, Generic[F], frozen=True, kw_only=True):
    """``returned``: the result of a battle that this game has called.  Authored ``battle:<number>``."""

    fact: F
    battle: GameId | None = None
    """The game it was fought as; None for one that was fought elsewhere."""
    entry: Seq = Seq(0)
    """The last entry of that game's journal; 0 for none."""
    hash: str = ""
    """The hash of that entry, hexadecimal SHA-256."""
    by: str = ""
    """Id of the player who has told the result of a battle on a real table; '' for the service."""


class Accepted(msgspec.Struct, frozen=True):
    """A difference between a journal and the rules of today that its umpire or operator let stand."""

    entry: Seq
    """The first entry that differs."""
    was: str
    """What it says, in words."""
    now: str
    """What the rules of today give instead."""


class Rewound(msgspec.Struct, frozen=True, omit_defaults=True):
    """``rewind``: the story goes on from the entry it names."""

    to: Seq
    dice: Literal["same", "fresh"]
    keep: bool
    """Whether answers left behind are given again to the same batches."""
    reason: str
    accepted: Accepted | None = None
    """The change of rules it takes in: what stands before it was played by the rules of before."""


class Asked(msgspec.Struct, Generic[Q], frozen=True):
    """``ask``: a batch is awaited."""

    batch: Batch[Q]


class Unasked(msgspec.Struct, frozen=True):
    """``unask``: no longer awaited."""

    ask: Seq


class Submitted(msgspec.Struct, Generic[A], frozen=True, kw_only=True):
    """``orders``: what a seat sent for its ask, as sent and as understood."""

    ask: Seq
    seat: Seat
    number: int
    door: str
    """Mail, web, api, aide; umpire, chief: orders that the umpire or the side's chief gives on its behalf."""
    text: str
    """The whole text that now stands, canonical."""
    answer: A | None
    """None when nothing could be taken."""
    final: bool
    """Ready."""
    withdrawn: bool = False
    """Nothing of it stands any more."""
    by: str = ""
    sent: str = ""
    """This submission as it came."""
    reason: str | msgspec.UnsetType = msgspec.UNSET
    """The umpire's, for orders given on the seat's behalf; left out of all others."""


class Clocked(msgspec.Struct, frozen=True, kw_only=True):
    """``clock``: a deadline opened, moved, passed, reminded of; the game stopped or resumed.  due: UTC ISO, or ''.

    paused: the deadline waits, because a player could not be told of the turn (``note``); moved lets it run again.
    granted: put off by a day for the others, by a seat that is ready itself.  put off: because the author's player is
    away.  moved, with no ``due``: there is no deadline for now, by a pact.  all in: every seat asked has submitted, and
    the turn is played at ``due``; the next orders entry calls that off.  given back: grace runs until ``due``, as the
    service was away while it ran (``note``).  excused: the author's orders were late, which its agreed excuses allow,
    and the deadline is ``due`` now.  chased: the late were told once more.
    nudged: the umpire has had the seat in ``note`` reminded.  shut: the orders are closed, and the turn waits for its
    umpire to play it.
    """

    act: Literal[
        "opened", "moved", "passed", "reminded", "extended", "granted", "put off", "paused", "stopped", "resumed",
        "all in", "given back", "excused", "chased", "nudged", "shut",
    ]  # fmt: skip
    ask: Seq | None = None
    due: str = ""
    note: str = ""
    by: str | msgspec.UnsetType = msgspec.UNSET
    """Id of the umpire, or the co-umpire, whose act it is and whose reason stands in ``note``; left out elsewhere."""


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """``seat``: who has a seat, orders for it, or umpires the game."""

    seat: Seat
    """The seat; ``umpire`` for the acts of the umpire's."""
    act: Literal[
        "taken", "left", "aide", "word", "deputy", "no deputy", "umpire", "no umpire", "co-umpire", "no co-umpire",
        "looked",
    ]  # fmt: skip
    """aide: handed to the aide-de-camp.  word: added to the dice.  looked: an umpire saw the seat's own pages."""
    who: str = ""
    """The player; '' where the act names none."""
    word: str = ""
    """The word added to the dice."""
    first: int = 0
    """The first of the seat's turns in which a deputy may order for it; 0 for other acts."""
    last: int = 0
    """The last of them."""
    note: str = ""
    """Of a player who leaves, for the one who takes the seat next."""
    rights: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """What a co-umpire may do; left out of all other acts."""
    reason: str | msgspec.UnsetType = msgspec.UNSET
    """The umpire's (``who``) for opening a seat or giving it to the aide; the umpire's for naming a deputy or a
    substitute (``who``); left out of all other acts."""


class LetterAct(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a letter: by an umpire's word, or (delivered) as its turn came."""

    does: Literal["held", "delivered", "delayed", "lost", "shown", "changed", "rides", "all wait", "none wait"]
    """shown: a copy went to another seat.  rides: a courier is on the way, perhaps into other hands.  all wait, none
    wait: letters written from now on, without a letter named."""
    letter: Seq = Seq(0)
    """The entry of the letter; 0 for none."""
    turns: int = 0
    """Of a letter delayed: after how many turns of its addressee it is delivered; of a ride: how many it takes."""
    turn: str = ""
    """Of a ride: name of the turn in which it begins."""
    reason: str = ""
    """The umpire's."""
    told: Told | msgspec.UnsetType = msgspec.UNSET
    """Who heard of an umpire's act at once; left out where no player did."""


class Pressed(msgspec.Struct, frozen=True, kw_only=True):
    """``press``: a letter.  by: the player who wrote it, a deputy or an umpire perhaps.

    An act upon a letter is ``press`` too.  Its sender is the umpire, to the seats it concerns, text what a changed
    letter says from then on.
    """

    sender: Seat
    to: tuple[Seat, ...]
    text: str
    by: str = ""
    waits: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether it waits for the umpire's word; left out of a letter delivered as it is written."""
    sent_from: str | msgspec.UnsetType = msgspec.UNSET
    """The place that a courier sets out from; left out of letters that go without one."""
    signed: str | msgspec.UnsetType = msgspec.UNSET
    """The seat, or the name, that a letter of the umpire's is signed with; left out of all others."""
    act: LetterAct | msgspec.UnsetType = msgspec.UNSET
    """Left out of letters."""


class Pacted(msgspec.Struct, frozen=True, kw_only=True):
    """``pact``: what the players settle among themselves about the battle: a draw, a pause, giving up the field.

    offered: a seat is for it.  accepted, refused: so is another, or not.  taken back: by the seat that offered it.
    begun, ended: of a pause, once all were for it, and when it is over.  turn: name of the turn in which it was said;
    offers lapse with it.  until: first day (``2026-08-01``, in the game's zone) after a pause, '' for an open one.
    """

    seat: Seat
    about: Literal["draw", "pause", "concession"]
    act: Literal["offered", "accepted", "refused", "taken back", "begun", "ended"]
    turn: str = ""
    until: str = ""
    reason: str | msgspec.UnsetType = msgspec.UNSET
    """Of the umpire's, where the seat is ``umpire``: a pause begun or ended by the umpire's word alone."""


class Newsed(msgspec.Struct, frozen=True, kw_only=True):
    """``news``: an item of the newsbook, numbered in each game from 1, and what becomes of it.

    written: by a seat or the umpire, for the next issue.  struck: by the umpire, before it is printed.  printed: by the
    service, with the reports of a turn; number is that of the issue, and every item not struck is in it.
    """

    number: int
    act: Literal["written", "struck", "printed"]
    seat: Seat
    """The seat that wrote it; the umpire for the other acts."""
    text: str = ""
    """Of an item."""
    signed: str = ""
    """What an item is signed with; '' for no name."""
    turn: str = ""
    """Name of the turn in which an item is written, or an issue printed: no item is printed in its own turn."""
    by: str = ""
    """The player; '' for what the service does."""
    reason: str = ""
    """Of the umpire's for striking it."""
    told: Told | msgspec.UnsetType = msgspec.UNSET
    """Who heard at once that it was struck; left out where no player did."""


class Questioned(msgspec.Struct, frozen=True, kw_only=True):
    """``question``: put to the umpire by a seat, answered by the umpire, or withdrawn by the seat."""

    number: int
    """Of the question in its game, from 1."""
    act: Literal["asked", "answered", "withdrawn"]
    seat: Seat
    """The seat that asked."""
    text: str = ""
    """The question, or the answer; '' for one withdrawn."""
    by: str = ""
    """Id of the player who wrote it."""
    to_all: bool = False
    """Whether the answer is a clarification for every player."""


class TableTold(msgspec.Struct, frozen=True, kw_only=True):
    """``told``: what a commander says came of a battle on a real table; the result itself is ``returned``."""

    number: int
    """Of the campaign's battles, from 1."""
    seat: Seat
    """The commander; '' for what the service has told of a battle: that it is called, or that its game is stopped."""
    text: str
    """The result as lines, canonical; of the service's own notices '' or ``stopped``."""
    by: str
    """Id of the player."""


class PlannedRuling(msgspec.Struct, frozen=True):
    """A ruling that is laid down for a moment of a closed turn; it is written when the turn is played."""

    after: int
    """Behind how many entries of the turn's table it comes."""
    no: str
    """The event it comes after, as the umpire's replay numbers it."""
    text: str
    reason: str
    told: Told = "touched"
    all_the_same: bool = False
    ground: str = ""
    """What the turn was that it was laid down for; played from anything else it is void."""


class Reported(msgspec.Struct, frozen=True, kw_only=True):
    """``report``: what an umpire does with the reports of a turn before they go out.

    looked: at the turn played in memory.  planned, unplanned: a ruling laid down for a moment of it, taken away again.
    noted, struck: words put under a report, a sentence taken out of it.  held, released: the report of one seat does
    not go out with the others; it goes with them after all, or goes out now.  published: the turn is played and its
    reports go out; by the service where the umpire has been absent too long.  ended: the battle is over while a report
    is held, and its dice are published once that is released.
    """

    act: Literal["looked", "planned", "unplanned", "noted", "struck", "held", "released", "published", "ended"]
    by: str = ""
    """Id of the umpire or co-umpire; '' for the service."""
    seat: Seat | None = None
    """The reader of the report; None for the acts that concern all."""
    number: int = 0
    """The turn of that seat which the report tells of; of a ruling taken away the entry that laid it down."""
    text: str = ""
    """The words added, or the sentence struck."""
    reason: str = ""
    """Of the umpire's, for a sentence struck or a report held."""
    plan: PlannedRuling | msgspec.UnsetType = msgspec.UNSET
    """The ruling that is laid down; left out of all other acts."""
    told: Told | msgspec.UnsetType = msgspec.UNSET
    """Who heard at once that a report is held; left out where no player did."""


class Revealed(msgspec.Struct, frozen=True):
    """``seed``: the dice seed, published when all is open.  Hexadecimal."""

    seed: str


# --- kinds and versions -------------------------------------------------------------------------------------------

VERSIONS: dict[str, int] = dict.fromkeys(get_args(Kind), 1)
"""The version each kind is written in today."""

UPCASTS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""(kind, old version) -> the payload one version later.  One small step each; old entries climb them on reading.

They are of the entry's own form; the values of a rule set within it have versions of their own (`Upcasts`)."""


NO_UPCASTS = Upcasts()


class Codec(Generic[B]):
    """Reads and writes the bodies of one rule set's journal."""

    def __init__(
        self,
        battle: type[B],
        facts: Any,  # noqa: ANN401  # unions have no type
        asks: Any,  # noqa: ANN401  # the same
        answers: Any,  # noqa: ANN401  # the same
        upcasts: Upcasts = NO_UPCASTS,
    ) -> None:
        """battle: the rule set's battle type; facts, asks, answers: its unions; upcasts: of their older forms."""
        bodies: dict[str, Any] = {
            "game": Opened[battle],  # type: ignore[valid-type]  # the type is known only at run time
            "step": StepBegan,
            "roll": Roll,
            "answer": Answered[asks, answers],
            "fact": Happened[facts],
            "ruling": Ruled[facts],
            "returned": BattleTaken[facts],
            "rewind": Rewound,
            "ask": Asked[asks],
            "unask": Unasked,
            "orders": Submitted[answers],
            "clock": Clocked,
            "seat": Seated,
            "press": Pressed,
            "pact": Pacted,
            "seed": Revealed,
            "question": Questioned,
            "news": Newsed,
            "report": Reported,
            "told": TableTold,
        }
        self._decoders = {kind: msgspec.json.Decoder(body) for kind, body in bodies.items()}
        self._upcasts = upcasts
        self._encoder = msgspec.json.Encoder()
        self.battle = msgspec.json.Decoder(battle)

    def read(self, entry: Entry) -> Any:  # noqa: ANN401  # a body of any kind
        """The body of an entry.  Raises JournalError for an unknown kind or version, or a payload that does not fit."""
        decoder = self._decoders.get(entry.kind)
        if decoder is None:
            raise JournalError(f"entry {entry.seq} is of the unknown kind {entry.kind!r}; a newer version wrote it?")
        try:
            if entry.version == VERSIONS[entry.kind] and not (self._upcasts.battle and entry.kind == "game"):
                return self._newest(decoder, entry)
            return decoder.decode(self._upcast(entry))
        except (msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError, ValueError, AttributeError) as fault:
            raise JournalError(f"entry {entry.seq} ({entry.kind}) cannot be read: {fault}") from fault
        except RecursionError as fault:
            why = "its values are nested too deeply"
            raise JournalError(f"entry {entry.seq} ({entry.kind}) cannot be read: {why}") from fault

    def _newest(self, decoder: msgspec.json.Decoder[Any], entry: Entry) -> Any:  # noqa: ANN401  # a body of any kind
        """Read as written today, else with the values of the rule set lifted: few entries of few journals need it."""
        try:
            return decoder.decode(entry.payload)
        except msgspec.ValidationError:
            if not self._upcasts:
                raise
            return decoder.decode(self._upcast(entry))

    def _upcast(self, entry: Entry) -> bytes:
        """The payload in its newest form."""
        payload = msgspec.json.decode(entry.payload)
        for version in range(entry.version, VERSIONS[entry.kind]):
            step = UPCASTS.get((entry.kind, version))
            if step is None:
                raise JournalError(f"entry {entry.seq} ({entry.kind}) is of version {version}, which nothing can lift")
            payload = step(payload)
        if entry.version > VERSIONS[entry.kind]:
            known = VERSIONS[entry.kind]
            raise JournalError(
                f"entry {entry.seq} ({entry.kind}) is of version {entry.version}; this program knows up to {known}"
            )
        return self._encoder.encode(self._upcasts.lifted(entry.kind, payload))

    def opened(self, payload: bytes | msgspec.Raw) -> "Opened[B]":
        """How a game began, as this program wrote it (`write`); a snapshot puts a later battle into it."""
        found: Opened[B] = self._decoders["game"].decode(payload)
        return found

    def write(self, body: Any) -> str:  # noqa: ANN401  # a body of any kind
        """A body as JSON text."""
        return self._encoder.encode(body).decode()


def entry_hash(prev: str, game: GameId, seq: int, kind: str, version: int, at: str, author: str, payload: str) -> str:
    """SHA-256 over the entry before and every field of this one, each with its length: nothing can slide."""
    place, lifted = str(seq), str(version)
    told = (
        f"{prev}{len(game)}:{game}{len(place)}:{place}{len(kind)}:{kind}{len(lifted)}:{lifted}"
        f"{len(at)}:{at}{len(author)}:{author}{len(payload)}:{payload}"
    )
    if not told.isascii():  # lengths are of bytes
        fields = ((len(field.encode()), field) for field in (game, place, kind, lifted, at, author, payload))
        told = prev + "".join(f"{length}:{field}" for length, field in fields)
    return hashlib.sha256(told.encode()).hexdigest()


def seal(codec: Codec[Any], game: GameId, after: Entry | None, at: str, drafts: Iterable[Draft]) -> list[Entry]:
    """Drafts as entries that continue a journal."""
    seq = after.seq if after else 0
    prev = after.hash if after else FIRST_HASH
    entries: list[Entry] = []
    for draft in drafts:
        seq += 1
        version = VERSIONS[draft.kind]
        payload = codec.write(draft.body)
        digest = entry_hash(prev, game, seq, draft.kind, version, at, draft.author, payload)
        entries.append(Entry(game, Seq(seq), draft.kind, version, at, draft.author, payload, prev, digest))
        prev = digest
    return entries


def check_chain(entries: Iterable[Entry], after: Entry | None = None) -> None:
    """Raises BrokenChain at the first entry whose place or hash is wrong.  after: the entry they continue."""
    check_chain_from(entries, after.seq if after else Seq(0), after.hash if after else FIRST_HASH)


def check_chain_from(entries: Iterable[Entry], seq: Seq, prev: str) -> None:
    """The same for entries that continue the one at a place, of which only the hash is known."""
    for place, entry in enumerate(entries, seq + 1):
        if entry.seq != place:
            raise BrokenChain(place, f"entry {place} is missing: the next one found is {entry.seq}")
        if entry.prev != prev:
            raise BrokenChain(place, f"entry {place} does not follow entry {place - 1}: the hash before it differs")
        found = entry_hash(prev, entry.game, place, entry.kind, entry.version, entry.at, entry.author, entry.payload)
        if found != entry.hash:
            raise BrokenChain(place, f"entry {place} ({entry.kind}) was changed: its hash does not fit its content")
        prev = found


# --- the story ----------------------------------------------------------------------------------------------------


class Line(msgspec.Struct, frozen=True):
    """A table entry, read."""

    seq: Seq
    kind: str
    body: Any


class Story(msgspec.Struct, frozen=True):
    """The path from the last table entry to the root, in order.  state: its fold; nothing else is true.

    branch: seq of its last rewind with fresh dice, else 0.  kept: answers of branches left by a rewind that keeps them,
    which have not been given again yet.
    """

    lines: tuple[Line, ...]
    branch: int
    kept: tuple[Answered[Any, Any], ...]

    def checkpoint(self) -> int:
        """Index in ``lines`` of the last step; -1 when no step has begun."""
        for index in range(len(self.lines) - 1, -1, -1):
            if self.lines[index].kind == "step":
                return index
        return -1


def story(codec: Codec[Any], entries: Sequence[Entry]) -> Story:
    """The story a journal tells.  Raises JournalError when a rewind names no table entry before it."""
    return story_of([Line(entry.seq, entry.kind, codec.read(entry)) for entry in entries if entry.kind in TABLE])


def story_of(table: Sequence[Line]) -> Story:
    """The story of table entries in journal order."""
    if not any(line.kind == "rewind" for line in table):
        return Story(tuple(table), 0, ())
    parents: dict[Seq, Seq | None] = {}
    by_seq: dict[Seq, Line] = {}
    head: Seq | None = None
    for line in table:
        parent = head
        if line.kind == "rewind":
            if line.body.to not in by_seq:
                raise JournalError(f"entry {line.seq} rewinds to {line.body.to}, which is no table entry before it")
            parent = line.body.to
        parents[line.seq] = parent
        by_seq[line.seq] = line
        head = line.seq
    path = _path(parents, head)
    lines = tuple(by_seq[seq] for seq in path)
    branch = max((line.seq for line in lines if line.kind == "rewind" and line.body.dice == "fresh"), default=0)
    return Story(lines, branch, _kept(table, by_seq, parents, lines))


def _path(parents: dict[Seq, Seq | None], head: Seq | None) -> list[Seq]:
    path: list[Seq] = []
    while head is not None:
        path.append(head)
        head = parents[head]
    return path[::-1]


def _kept(
    table: Sequence[Line], by_seq: dict[Seq, Line], parents: dict[Seq, Seq | None], lines: tuple[Line, ...]
) -> tuple[Answered[Any, Any], ...]:
    """The answers of what the story's keeping rewinds left behind, latest rewind first, less those given again since.

    Each is given again once, so that a later question of the same wording is asked afresh.
    """
    order = [line.seq for line in table]
    kept: list[Answered[Any, Any]] = []
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if line.kind == "rewind" and line.body.keep:
            left = order[order.index(line.seq) - 1]
            path = [by_seq[seq] for seq in _path(parents, left) if seq > line.body.to]
            answers = [one.body for one in path if one.kind == "answer"]
            for since in lines[at + 1 :]:
                if since.kind == "answer":
                    _take_out(answers, since.body.batch)
            kept += answers
    return tuple(kept)


def _take_out(answers: list[Answered[Any, Any]], batch: Batch[Any]) -> None:
    for index, answered in enumerate(answers):
        if answered.batch == batch:
            del answers[index]
            return


def fold(lines: Iterable[Line], start: Any = None) -> Any:  # noqa: ANN401  # battles of any rule set
    """The battle after these lines.  Needs no rules code: facts apply themselves."""
    battle = start
    for line in lines:
        kind = line.kind
        if kind in {"fact", "returned"}:
            battle = line.body.fact.apply(battle)
        elif kind == "ruling":
            for fact in line.body.facts:
                battle = fact.apply(battle)
        elif kind == "game":
            battle = line.body.battle
    return battle
