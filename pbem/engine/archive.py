"""An archive: a journal to take home, one JSON line an entry, checked by anyone without the server.

The first line is a header that says what follows.  ``read_archive`` finds whatever is no archive; ``verify`` finds
whatever was changed: in the chain, in the dice, in what the facts add up to, and with ``audit`` in what the rules say.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from pbem.engine.deskcheck import desk_faults
from pbem.engine.dice import Dice, FixedDice, HandDice, Roll, SeededDice, commitment, dice_key
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import TABLE, Codec, Entry, JournalError, Line, Story, check_chain, fold, story_of
from pbem.engine.laid import Laid, laid_for, without
from pbem.engine.play import Drift
from pbem.engine.play import audit as played_again

if TYPE_CHECKING:
    from pbem.engine.ruleset import RuleSet

T = TypeVar("T", bound=msgspec.Struct)
FORMAT = "pbem archive"
_BEGINS = '{"format":'
"""How the first line of an archive begins."""


class ArchiveError(Exception):
    """Lines that are no archive; the message names the line."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line."""

    format: str = FORMAT
    version: int = 1
    game: GameId
    title: str
    rules: str
    rules_version: str
    entries: int
    """How many follow."""
    head: str
    """The hash of the last."""
    check: str = ""
    """SHA-256 of the other fields."""


class Archive(msgspec.Struct, frozen=True):
    """An archive as read."""

    header: Header
    entries: tuple[Entry, ...]


class Finding(msgspec.Struct, frozen=True):
    """What verifying found.  line: of the archive, from 1; 0: the whole.  fault: something is wrong; else a remark."""

    line: int
    what: str
    fault: bool = True

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}" if self.line else self.what


# --- writing and reading --------------------------------------------------------------------------------------------


def archive_header(entries: Sequence[Entry]) -> Header:
    """The header of a journal.  Raises JournalError for one that does not begin with its ``game`` entry."""
    if not entries or entries[0].kind != "game":
        raise JournalError("a journal begins with its game entry; there is nothing to export")
    try:
        opened = msgspec.json.decode(entries[0].payload)
    except RecursionError as fault:
        raise JournalError("entry 1 (game) cannot be read: its values are nested too deeply") from fault
    header = Header(
        game=entries[0].game, title=opened["title"], rules=opened["rules"], rules_version=opened["rules_version"],
        entries=len(entries), head=entries[-1].hash,
    )  # fmt: skip
    return msgspec.structs.replace(header, check=_check_of(header))


def export_lines(header: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of an archive, each with its line feed."""
    yield msgspec.json.encode(header).decode() + "\n"
    for entry in entries:
        yield msgspec.json.encode(entry).decode() + "\n"


def read_archives(lines: Iterable[str]) -> tuple[Archive, ...]:
    """A file of archives: a game's, and behind it those of the battles it has called.  Raises ArchiveError."""
    parts: list[list[str]] = []
    for line in lines:
        if not parts or line.startswith(_BEGINS):
            parts.append([])
        parts[-1].append(line)
    found: list[Archive] = []
    before = 0
    for part in parts or [[]]:
        found.append(read_archive(part, before))
        before += len(part)
    return tuple(found)


def read_archive(lines: Iterable[str], before: int = 0) -> Archive:
    """An archive from its lines.  before: how many stand before them.  Raises ArchiveError naming the first that is
    none."""
    header: Header | None = None
    entries: list[Entry] = []
    number = before
    for number, line in enumerate(lines, before + 1):
        if not line.endswith("\n"):
            raise ArchiveError(f"line {number} has no end: the archive was cut off")
        if header is None:
            header = _read_line(line, number, Header)
            _check_header(header)
        else:
            entries.append(_read_line(line, number, Entry))
    if header is None:
        raise ArchiveError("line 1: an archive begins with its header; this is empty")
    if header.entries != len(entries):
        raise ArchiveError(f"line {number}: the header tells of {header.entries} entries, and {len(entries)} are here")
    return Archive(header, tuple(entries))


def _read_line(line: str, number: int, kind: type[T]) -> T:
    try:
        found = msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise ArchiveError(f"line {number} cannot be read: {fault}") from fault
    except RecursionError as fault:
        raise ArchiveError(f"line {number} cannot be read: its values are nested too deeply") from fault
    if msgspec.json.encode(found).decode() + "\n" != line:
        raise ArchiveError(f"line {number} was changed: it is not as an archive is written")
    return found


def _check_header(header: Header) -> None:
    if header.format != FORMAT:
        raise ArchiveError(f"line 1: this is {header.format!r}, not {FORMAT!r}")
    if header.check != _check_of(header):
        raise ArchiveError("line 1: the header was changed: its check does not fit it")
    if header.version != 1:
        raise ArchiveError(f"line 1: an archive of version {header.version}; this program reads version 1")


def _check_of(header: Header) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(header, check=""))).hexdigest()


# --- verifying ------------------------------------------------------------------------------------------------------


def verify(archive: Archive, rule_set: "RuleSet[Any] | None", audit: bool = False) -> list[Finding]:
    """Everything that is wrong, and remarks on what could not be checked.

    rule_set: of the game, to read and fold its facts; without it chain and dice are checked.  audit: play every step
    again by these rules and compare.
    """
    found = [*_journal(archive)]
    codec: Codec[Any] = rule_set.codec if rule_set is not None else Codec(Any, Any, Any, Any)
    if rule_set is not None and rule_set.name != archive.header.rules:
        return [*found, Finding(1, f"this game is of the rules {archive.header.rules!r}, not of {rule_set.name!r}")]
    bodies = _bodies(archive, codec, found)
    if bodies is None:
        return found
    dice = _dice(archive, bodies, found)
    _rolls(archive, bodies, dice, found)
    if rule_set is None:
        found.append(Finding(0, "facts were not folded: the rules are not at hand", fault=False))
    else:
        _fold(archive, bodies, rule_set, dice or HandDice(), audit, found)
    return found


def _line(seq: int) -> int:
    """The line of an entry: the header is the first."""
    return seq + 1


def _journal(archive: Archive) -> Iterator[Finding]:
    header, entries = archive.header, archive.entries
    try:
        check_chain(entries)
    except JournalError as fault:
        yield Finding(_line(_named(str(fault))), str(fault))
        return
    for entry in entries:
        if entry.game != header.game:
            yield Finding(_line(entry.seq), f"entry {entry.seq} is of another game, {entry.game!r}")
    if entries and entries[-1].hash != header.head:
        yield Finding(1, "the header names another last entry")
    try:
        if header != archive_header(entries):
            yield Finding(1, "the header does not tell what the first entry tells")
    except (JournalError, KeyError, TypeError, msgspec.DecodeError) as fault:
        yield Finding(2, f"the first entry does not open a game: {fault}")


def _named(fault: str) -> int:
    """The entry a message of the journal names: ``entry 12 ...``."""
    word = fault.removeprefix("entry ").partition(" ")[0]
    return int(word) if word.isdigit() else 0


def _bodies(archive: Archive, codec: Codec[Any], found: list[Finding]) -> dict[Seq, Any] | None:
    bodies: dict[Seq, Any] = {}
    for number, entry in enumerate(archive.entries, 2):
        try:
            bodies[entry.seq] = codec.read(entry)
        except JournalError as fault:
            found.append(Finding(number, str(fault)))
    return bodies if len(bodies) == len(archive.entries) else None


# --- dice -----------------------------------------------------------------------------------------------------------


def words_given(entries: Iterable[Entry], bodies: Mapping[Seq, Any]) -> tuple[tuple[Seat, str], ...]:
    """The words seats added to the dice before the first roll, in order; later ones do not count."""
    words: list[tuple[Seat, str]] = []
    for entry in entries:
        body = bodies[entry.seq]
        if entry.kind == "roll":
            break
        if entry.kind == "seat" and body.act == "word":
            words.append((body.seat, body.word))
    return tuple(words)


def _dice(archive: Archive, bodies: Mapping[Seq, Any], found: list[Finding]) -> SeededDice | None:
    """The dice of the game, when its seed is revealed and is the one committed to."""
    committed = bodies[archive.entries[0].seq].commitment if archive.entries[0].kind == "game" else ""
    revealed = [entry for entry in archive.entries if entry.kind == "seed"]
    if not committed:
        return None
    if not revealed:
        found.append(Finding(0, "the dice could not be checked: the seed is not revealed before the end", fault=False))
        return None
    line = _line(revealed[-1].seq)
    try:
        seed = bytes.fromhex(bodies[revealed[-1].seq].seed)
    except ValueError:
        found.append(Finding(line, "the seed is not written in hexadecimal"))
        return None
    if commitment(seed) != committed:
        found.append(Finding(line, "the seed is not the one that was committed to before the first roll"))
        return None
    return SeededDice(seed, archive.header.game, words_given(archive.entries, bodies))


class _Place(msgspec.Struct, frozen=True):
    """What the key of the next roll depends on, after a table entry.  laid: dice laid down on the way."""

    branch: int = 0
    step: int = 0
    counts: Mapping[tuple[str, str], int] = {}
    laid: Laid = {}


def _rolls(archive: Archive, bodies: Mapping[Seq, Any], dice: Dice | None, found: list[Finding]) -> None:
    """Every roll, of branches left behind too: its key, its values."""
    after: dict[Seq, _Place] = {}
    head = _Place()
    by_hand = 0
    for entry in archive.entries:
        if entry.kind not in TABLE:
            continue
        body = bodies[entry.seq]
        if entry.kind == "rewind":
            head = after.get(body.to, head)
        if entry.kind == "roll":
            by_hand += body.source == "hand"
            named = f"entry {entry.seq}, {body.label} by {body.by}"
            found += [Finding(_line(entry.seq), f"{named}: {what}") for what in _roll_faults(body, head, dice)]
        head = _onward(head, entry, body)
        after[entry.seq] = head
    if by_hand:
        found.append(Finding(0, f"{by_hand} rolls were thrown by hand and cannot be checked", fault=False))


def _onward(head: _Place, entry: Entry, body: Any) -> _Place:  # noqa: ANN401  # a body of any kind
    if entry.kind == "step":
        return msgspec.structs.replace(head, step=body.number, counts={})
    if entry.kind == "rewind" and body.dice == "fresh":
        return msgspec.structs.replace(head, branch=entry.seq)
    if entry.kind == "ruling" and body.fixes:
        return msgspec.structs.replace(head, laid={**head.laid, **{fix.key: fix.values for fix in body.fixes}})
    if entry.kind == "roll":
        thrown = (body.label, body.by)
        laid = without(head.laid, laid_for(head.laid, body.key, body.label, body.by))
        return msgspec.structs.replace(head, counts={**head.counts, thrown: head.counts.get(thrown, 0) + 1}, laid=laid)
    return head


def _roll_faults(roll: Roll, head: _Place, dice: Dice | None) -> Iterator[str]:
    key = dice_key(head.branch, head.step, roll.label, roll.by, head.counts.get((roll.label, roll.by), 0) + 1)
    if roll.key != key:
        yield f"its key is {roll.key}; by its place it is {key}"
        return
    if not roll.values or any(not 1 <= value <= 6 for value in roll.values):
        yield f"{roll.values} are no dice"
        return
    fixed = laid_for(head.laid, key, roll.label, roll.by)
    expected: Literal["seed", "ruling"] = "seed" if fixed is None else "ruling"
    if roll.source == "hand":
        return
    if roll.source != expected:
        yield f"its dice came from {roll.source!r}; by its place they come from {expected!r}"
    elif dice is not None:
        faces = {} if fixed is None else {key: head.laid[fixed]}
        thrown = FixedDice(faces, dice).throw(key, roll.label, roll.by, len(roll.values))
        if thrown is not None and thrown[0] != roll.values:
            yield f"the dice show {roll.values}; the seed gives {thrown[0]}"


# --- facts ----------------------------------------------------------------------------------------------------------


def _fold(
    archive: Archive, bodies: Mapping[Seq, Any], rule_set: "RuleSet[Any]", dice: Dice, audit: bool, found: list[Finding]
) -> None:
    table = [Line(entry.seq, entry.kind, bodies[entry.seq]) for entry in archive.entries if entry.kind in TABLE]
    try:
        told = story_of(table)
        fold(told.lines)
    except (JournalError, KeyError, TypeError, ValueError, AttributeError) as fault:
        found.append(Finding(0, f"the story cannot be told: {type(fault).__name__}: {fault}"))
        return
    if audit:
        found += [Finding(_line(seq), f"entry {seq}: {what}") for seq, what in _step_faults(told.lines)]
        found += _differences(told, played_again(rule_set, told, dice))
        seats = bodies[archive.entries[0].seq].seats
        for seq, what in desk_faults(archive.entries, bodies, seats):
            found.append(Finding(_line(seq), f"entry {seq}: {what}"))


def _differences(told: Story, drifts: Iterable[Drift]) -> Iterator[Finding]:
    """What today's rules would have played otherwise: a fault, unless it stands before an accepted change of rules."""
    taken_in = max((line.seq for line in told.lines if line.kind == "rewind" and line.body.accepted), default=0)
    for drift in drifts:
        if drift.seq < taken_in:
            yield Finding(_line(drift.seq), f"{drift}; entry {taken_in} accepts that change of rules", fault=False)
        else:
            yield Finding(_line(drift.seq), str(drift))


def _step_faults(lines: Iterable[Line]) -> Iterator[tuple[Seq, str]]:
    """Steps of a story are numbered from 1, one after another."""
    wanted = 1
    for line in lines:
        if line.kind == "step":
            if line.body.number != wanted:
                yield line.seq, f"step {line.body.number} stands where step {wanted} would begin"
            wanted = line.body.number + 1
