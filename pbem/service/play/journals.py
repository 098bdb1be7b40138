"""Journals read: from a snapshot on where there is one, else from the first entry; kept read in this process."""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar, overload

import msgspec
from sqlmodel import Session, col, func, select

from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import (
    TABLE,
    BrokenChain,
    Entry,
    JournalError,
    Line,
    check_chain,
    check_chain_from,
    fold,
    story_of,
)
from pbem.engine.ruleset import RuleSet
from pbem.service.model.desk import Desk
from pbem.service.model.deskfold import NotedEntry, fold_desk, read_all
from pbem.service.play.broken import stop_broken
from pbem.service.services import Services
from pbem.store import journal, snapshots
from pbem.store.tables import Game, ReportRow

log = logging.getLogger(__name__)

T = TypeVar("T")

HERE = Path(__file__).parents[2]
"""The folder of the program."""

EVERY = 1000
"""Entries after which a new snapshot is taken."""

DIGEST = hashlib.sha256().digest_size
"""Bytes of the hash that a snapshot begins with, of all that follows."""

CACHED = 64
"""Journals kept read in this process, each with its head: only what was written since is read again."""


def _none() -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, eq=False)
class LateRead(Sequence[T], Generic[T]):
    """A sequence of which the first values are read only when they are wanted."""

    late: tuple[T, ...]
    """Its values from a place on."""

    before: int = 0
    """How many come before them."""

    early: Callable[[], tuple[T, ...]] = _none
    """Reads those."""

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        first = range(len(self))[at]
        if isinstance(first, range):
            begins = first.start if first else len(self)
            if begins >= self.before and first.step == 1:
                return self.late[begins - self.before : begins - self.before + len(first)]
            return self.whole[at]
        return self.late[first - self.before] if first >= self.before else self.whole[first]

    def __len__(self) -> int:
        return self.before + len(self.late)

    def __iter__(self) -> Iterator[T]:
        return iter(self.whole)

    @property
    def whole(self) -> tuple[T, ...]:
        """All of it."""
        return (*self.early(), *self.late) if self.before else self.late


@dataclass(frozen=True, eq=False)
class Lines(LateRead[Line]):
    """A game's table entries."""

    base: Seq = Seq(0)  # noqa: RUF009  # a number
    """The entry of the snapshot that they were read from; 0 for none."""

    start: Line | None = field(default=None, repr=False)
    """How the game began, with the battle as it stood after that entry in place of its first."""

    @property
    def folding(self) -> tuple[Line, ...]:
        """As many as are here: they fold to the same battle."""
        return (self.start, *self.late) if self.start else self.late

    def since(self, seq: Seq) -> Sequence[Line]:
        """Those that tell all that happened after an entry, and fold to how it stood there; as many as are here if
        those do."""
        return self.folding if seq >= self.base else self.whole

    def plus(self, *lines: Line) -> "Lines":
        """With more at the end; read from the beginning once the story goes back."""
        if self.base and any(one.kind == "rewind" for one in lines):
            return Lines((*self.whole, *lines))
        return replace(self, late=(*self.late, *lines))


class ReadJournal(msgspec.Struct, frozen=True):
    """A journal, read up to its head."""

    head: Entry

    hashes: LateRead[str]
    """Hashes of its entries, in their order."""

    desk: Desk

    table: Lines

    battle: Any


class _Kept(msgspec.Struct, frozen=True):
    """What a snapshot holds: a game between two steps, while no player was asked for anything."""

    hash: str
    """Of the entry it was taken after."""

    lines: int
    """Table entries up to there."""

    desk: Desk

    opened: msgspec.Raw
    """How the game began, with the battle as it stood then."""


class _Base(msgspec.Struct, frozen=True):
    """A snapshot, read."""

    seq: Seq
    """The entry it was taken after."""
    kept: _Kept
    opened: Any
    """How the game began, with the battle as it stood then."""


class _Moment(msgspec.Struct, frozen=True):
    """A game as it stood after an entry; None for the one that a snapshot was taken after, or before the first."""

    entry: Entry | None
    lines: int
    desk: Desk
    opened: Any
    """How it began, with the battle as it stood then."""


_cache: OrderedDict[tuple[str, GameId, type], ReadJournal] = OrderedDict()
_cache_lock = Lock()


def forget_read() -> None:
    """Forget every journal this process has read, as one does that has just begun."""
    with _cache_lock:
        _cache.clear()


def read_journal(services: Services, session: Session, rules: RuleSet[Any], card: Game) -> ReadJournal:
    """A journal: from where this process left it if the entry there is still the same; else from a snapshot, if there
    is one; else from its beginning.

    What is read is checked against its hashes first.  Raises BrokenChain, JournalError.
    """
    key = (str(services.db.url), card.id, rules.state.battle)
    with _cache_lock:
        known = _cache.get(key)
    entries = journal.load_after(session, card.id, Seq(known.head.seq - 1)) if known else []
    if known is not None and entries and entries[0] == known.head:
        read = _continued(card, rules, known, entries[1:])
    else:
        read = _from_snapshot(services, session, rules, card) or _from_beginning(session, rules, card)
    if read is not known:
        with _cache_lock:
            _cache[key] = read
            _cache.move_to_end(key)
            while len(_cache) > CACHED:
                _cache.popitem(last=False)
    return read


def _from_beginning(session: Session, rules: RuleSet[Any], card: Game) -> ReadJournal:
    entries = journal.load(session, card.id)
    journal.check_whole(card, entries)
    if not entries:
        raise JournalError(f"the journal of {card.id} is empty")
    notes = read_all(rules.codec, entries)
    table = _lines(notes)
    hashes = LateRead(tuple(one.hash for one in entries))
    return ReadJournal(entries[-1], hashes, fold_desk(notes), Lines(table), fold(story_of(table).lines))


def _continued(card: Game, rules: RuleSet[Any], known: ReadJournal, unread: list[Entry]) -> ReadJournal:
    check_chain(unread, known.head)
    last = unread[-1] if unread else known.head
    journal.check_end(card, last.seq, last.hash)
    if not unread:
        return known
    notes = read_all(rules.codec, unread)
    lines = _lines(notes)
    table = known.table.plus(*lines)
    back = any(line.kind == "rewind" for line in lines)
    battle = fold(story_of(table.folding).lines) if back else fold(lines, known.battle)
    hashes = replace(known.hashes, late=(*known.hashes.late, *(one.hash for one in unread)))
    return ReadJournal(last, hashes, fold_desk(notes, known.desk), table, battle)


def _lines(notes: Sequence[NotedEntry]) -> tuple[Line, ...]:
    return tuple(Line(one.seq, one.kind, one.body) for one in notes if one.kind in TABLE)


# --- snapshots ----------------------------------------------------------------------------------------------------


@cache
def _code() -> str:
    """A hash of the program that folds journals: what another one folded is not believed."""
    read = (b"%s\0%s\0" % (one.as_posix().encode(), (HERE / one).read_bytes()) for one in _folding_files())
    return hashlib.sha256(b"".join(read)).hexdigest()[:32]


def _folding_files() -> list[Path]:
    """The files of that program, seen from its folder; this one, which says what a snapshot holds, among them."""
    parts = ("engine", "rulesets", "service/model")
    return sorted(
        one.relative_to(HERE) for one in (Path(__file__), *(f for p in parts for f in (HERE / p).rglob("*.py")))
    )


def _version(rules: RuleSet[Any]) -> str:
    return f"{rules.version} {_code()}"


@dataclass(frozen=True)
class _Early:
    """The beginning of a journal that was read from a snapshot on."""

    services: Services
    rules: RuleSet[Any]
    game: GameId
    until: Seq
    hash: str

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries up to the snapshot.  Raises BrokenGame: then the game is stopped."""
        with self.services.db.reading() as session:
            found = journal.load_until(session, self.game, self.until)
        try:
            check_chain(found)
            journal.check_last(found, self.until, self.hash)
        except BrokenChain as fault:
            raise stop_broken(self.services, self.game, fault) from fault
        return found

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Those of the table."""
        return _lines(read_all(self.rules.codec, self.entries))

    @cached_property
    def hashes(self) -> tuple[str, ...]:
        """Their hashes."""
        return tuple(one.hash for one in self.entries)


def _from_snapshot(services: Services, session: Session, rules: RuleSet[Any], card: Game) -> ReadJournal | None:
    """A journal from its newest snapshot on; None where it has none that holds."""
    found = _latest(session, rules, card)
    if found is None:
        return None
    base, kept = found.seq, found.kept
    entries = journal.load_after(session, card.id, base)
    check_chain_from(entries, base, kept.hash)
    if not entries:
        return None
    journal.check_end(card, entries[-1].seq, entries[-1].hash)
    notes = read_all(rules.codec, entries)
    lines = _lines(notes)
    if any(line.kind == "rewind" for line in lines):
        return None
    early = _Early(services, rules, card.id, base, kept.hash)
    start = Line(Seq(1), "game", found.opened)
    table = Lines(lines, kept.lines, lambda: early.lines, base, start)
    hashes = LateRead(tuple(one.hash for one in entries), base, lambda: early.hashes)
    return ReadJournal(entries[-1], hashes, fold_desk(notes, kept.desk), table, fold(table.folding))


def _latest(session: Session, rules: RuleSet[Any], card: Game) -> _Base | None:
    """A game's newest snapshot; None where it has none.  One that is not as it was stored is none: it is a cache."""
    found = snapshots.latest(session, card.id, _version(rules))
    if found is None:
        return None
    seq, data = found
    digest, kept = data[:DIGEST], data[DIGEST:]
    if digest != hashlib.sha256(kept).digest():
        log.warning("the snapshot of %s after entry %s is damaged; its journal is read whole", card.id, seq)
        return None
    read = msgspec.json.decode(kept, type=_Kept)
    return _Base(seq, read, rules.codec.opened(read.opened))


def keep_snapshot(services: Services, game: GameId) -> Seq | None:
    """Take a snapshot of a game, if so much was written since the last that it is worth one; after which entry.

    It is of the last moment before the newest report of any seat begins (what is asked for often is all after it)
    that is between two steps while no player is asked for anything.  A game whose story was taken back, or whose dice
    were laid down, has none.
    """
    with services.db.reading() as session:
        card = session.get_one(Game, game)
        rules = services.rules(card.rules)
        found = _latest(session, rules, card) if card.head_seq >= EVERY else None
        base = found.seq if found is not None else Seq(0)
        until = _told_from(session, game)
        if until - base < EVERY:
            return None
        if journal.load_kinds(session, game, ["rewind"]):
            return None
        entries = journal.load_after(session, game, base)
    then = _quiet_moment(rules, found, [one for one in entries if one.seq <= until + 1])
    return _save(services, rules, then) if then is not None else None


def _told_from(session: Session, game: GameId) -> Seq:
    """The entry after which the newest report of any seat begins; 0 before the first."""
    newest = select(func.max(ReportRow.from_seq)).where(ReportRow.game == game).group_by(col(ReportRow.seat))
    return min(session.exec(newest).all(), default=Seq(0))


def _quiet_moment(rules: RuleSet[Any], base: _Base | None, entries: Sequence[Entry]) -> _Moment | None:
    """The last moment between two steps at which nothing of the rule set's own is on the desk.

    base: the snapshot that the entries continue.
    """
    at = _Moment(None, 0, Desk(), None)
    if base is not None:
        at = _Moment(None, base.kept.lines, base.kept.desk, base.opened)
    found = None
    for entry, note in zip(entries, read_all(rules.codec, entries), strict=True):
        if note.kind == "ruling" and note.body.fixes:
            return None
        if note.kind == "step" and at.entry is not None and at.desk == _without_asks(at.desk):
            found = at
        at = _after(at, entry, note)
    return found


def _after(at: _Moment, entry: Entry, note: NotedEntry) -> _Moment:
    desk = fold_desk([note], at.desk)
    if note.kind not in TABLE:
        return _Moment(entry, at.lines, desk, at.opened)
    if note.kind == "game":
        return _Moment(entry, at.lines + 1, desk, note.body)
    battle = fold([Line(note.seq, note.kind, note.body)], at.opened.battle)
    return _Moment(entry, at.lines + 1, desk, msgspec.structs.replace(at.opened, battle=battle))


def _without_asks(desk: Desk) -> Desk:
    return msgspec.structs.replace(desk, open=None, lapsed=None, filed={}, plans={})


def _save(services: Services, rules: RuleSet[Any], then: _Moment) -> Seq | None:
    assert then.entry is not None  # a moment of this journal's
    opened = msgspec.Raw(rules.codec.write(then.opened).encode())
    data = msgspec.json.encode(_Kept(then.entry.hash, then.lines, then.desk, opened))
    again = msgspec.json.decode(data, type=_Kept)
    if again.desk != then.desk or rules.codec.opened(again.opened) != then.opened:
        return None  # something that JSON does not give back as it was: better none than a false one
    with services.db.writing(durable=False) as session:
        snapshots.delete(session, then.entry.game)
        snapshots.save(session, then.entry, _version(rules), hashlib.sha256(data).digest() + data)
    return then.entry.seq
