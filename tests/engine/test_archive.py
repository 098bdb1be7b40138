"""Archives: what is exported verifies, and whatever is changed in one is found and its line named."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from pbem.engine.archive import Archive, ArchiveError, Finding, archive_header, export_lines, read_archive, verify
from pbem.engine.asks import Batch
from pbem.engine.dice import HandDice
from pbem.engine.ids import Seat, Seq
from pbem.engine.journal import Clocked, Draft, Entry, Fix, JournalError, Pacted, Pressed, seal
from tests.engine.host import GAME, Host
from tests.engine.toys import AUCTION, SKIRMISH, AskBid, Bid, BoundWon, auction, skirmish


def finished(reveal: bool = True) -> Host:
    """A game with rewinds of both sorts, a ruling, a die laid down, played to its end."""
    host = Host(AUCTION, auction())
    host.deadline()
    host.deadline()
    seqs = [line.seq for line in host.story.lines]
    first_of_two = [line.seq for line in host.story.lines if line.kind == "roll"][-2]
    host.rewind(seqs[seqs.index(first_of_two) - 1], "fresh", keep=True)
    last = [line for line in host.story.lines if line.kind == "roll"][-1]
    before = [line.seq for line in host.story.lines if line.seq < last.seq][-1]
    host.rewind(before, "same", keep=True, then=[Fix(last.body.key, (6,))])
    host.rule(BoundWon(side=None))
    while host.open_ask() is not None:
        host.deadline()
    if reveal:
        host.reveal()
    return host


def lines_of(host: Host) -> list[str]:
    return list(export_lines(archive_header(host.entries), host.entries))


def faults(found: Sequence[Finding]) -> list[str]:
    return [str(one) for one in found if one.fault]


def rewritten(host: Host, at: int, **changes: Any) -> Archive:
    """The archive of a forger: an entry's body changed, and every hash after it made to fit."""
    entries = host.entries
    codec = host.rules.codec
    body = msgspec.structs.replace(codec.read(entries[at]), **changes)
    kept = entries[:at]
    drafts = [Draft(entries[at].kind, entries[at].author, body)]
    drafts += [Draft(e.kind, e.author, codec.read(e)) for e in entries[at + 1 :]]
    kept += seal(codec, GAME, kept[-1] if kept else None, entries[0].at, drafts)
    return Archive(archive_header(kept), tuple(kept))


@pytest.mark.parametrize("rules", [AUCTION, None])
def test_what_is_exported_verifies(rules: Any) -> None:
    host = finished()
    read = read_archive(lines_of(host))
    assert read.entries == tuple(host.entries)
    assert (read.header.game, read.header.rules, read.header.entries) == (GAME, "auction", len(host.entries))
    assert faults(verify(read, rules, audit=True)) == []


def test_a_whole_skirmish_verifies_and_audits() -> None:
    host = Host(SKIRMISH, skirmish({"blue": "always"}))
    while host.open_ask() is not None:
        host.deadline()
    host.reveal()
    assert verify(read_archive(lines_of(host)), SKIRMISH, audit=True) == []


def found_in(text: str) -> str:
    """What is found in an archive's text: '' for nothing wrong."""
    try:
        read = read_archive(text.splitlines(keepends=True))
    except ArchiveError as fault:
        return str(fault)
    return "; ".join(faults(verify(read, AUCTION, audit=True)))


def test_a_flipped_byte_anywhere_is_found_and_its_line_named() -> None:
    """Every position of the header, the seed and the first entries, and a few of each other line; one bit each."""
    data = "".join(lines_of(finished())).encode()
    starts = [0, *(i + 1 for i, byte in enumerate(data) if byte == ord("\n"))][:-1]
    chance = random.Random(7)
    places: list[int] = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(data)
        whole = number in {0, 2, len(starts) - 1}
        places += range(start, end) if whole else sorted(chance.sample(range(start, end), 6))
    missed = []
    for place in places:
        flipped = bytearray(data)
        flipped[place] ^= 1 << chance.randrange(7)
        number = data[:place].count(b"\n") + 1
        said = found_in(flipped.decode("utf-8", errors="surrogateescape"))
        if f"line {number}" not in said and f"line {number + 1}" not in said:
            missed.append((place, number, said))
    assert missed == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines[:-1], "tells of"),
        (lambda lines: [*lines, lines[-1]], "tells of"),
        (lambda lines: [*lines[:3], *lines[4:], lines[3]], "line 4"),
        (lambda lines: lines[1:], "line 1"),
        (lambda lines: [], "this is empty"),
        (lambda lines: [*lines[:-1], lines[-1].rstrip("\n")], "cut off"),
        (lambda lines: [*lines[:4], "\n", *lines[4:]], "line 5 cannot be read"),
        (lambda lines: [lines[0], lines[1].replace('":', '": ', 1), *lines[2:]], "line 2 was changed"),
        (lambda lines: [lines[0].replace("pbem archive", "zip archive"), *lines[1:]], "line 1"),
    ],
)
def test_lines_cut_moved_or_added_are_found(change: Any, told: str) -> None:
    assert told in found_in("".join(change(lines_of(finished()))))


def test_a_header_of_another_game_is_found() -> None:
    host = finished()
    read = read_archive(lines_of(host))
    other = msgspec.structs.replace(read.header, title="Another game")
    assert "the header does not tell" in " ".join(faults(verify(msgspec.structs.replace(read, header=other), AUCTION)))


def place_of(host: Host, kind: str, nth: int = 0) -> int:
    return [i for i, entry in enumerate(host.entries) if entry.kind == kind][nth]


def test_a_forger_who_mends_every_hash_is_found_by_the_dice() -> None:
    """The chain fits; the values do not follow from the seed."""
    host = finished()
    at = place_of(host, "roll")
    values = host.rules.codec.read(host.entries[at]).values
    forged = rewritten(host, at, values=(values[0] % 6 + 1,))
    assert any("the seed gives" in one and f"line {at + 2}" in one for one in faults(verify(forged, None)))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"key": "0/1/luck:red#2"}, "by its place it is 0/1/luck:red#1"),
        ({"source": "tape"}, "came from 'tape'"),
        ({"source": "ruling"}, "came from 'ruling'"),
        ({"values": (7,)}, "are no dice"),
        ({"values": ()}, "are no dice"),
    ],
)
def test_a_forged_roll_is_found(changes: dict[str, Any], told: str) -> None:
    host = finished()
    assert told in " ".join(faults(verify(rewritten(host, place_of(host, "roll"), **changes), None)))


def test_another_seed_is_found() -> None:
    host = finished()
    forged = rewritten(host, place_of(host, "seed"), seed=b"another".hex())
    assert "not the one that was committed to" in " ".join(faults(verify(forged, None)))
    assert "hexadecimal" in " ".join(faults(verify(rewritten(host, place_of(host, "seed"), seed="xyz"), None)))


def test_a_word_changed_or_moved_changes_the_dice() -> None:
    host = finished()
    assert faults(verify(rewritten(host, place_of(host, "seat"), word="elm"), None))


def test_a_forged_fact_is_found_by_the_audit() -> None:
    """Chain and dice fit; the rules say something else.  Only playing it again finds that."""
    host = finished()
    at = [i for i, e in enumerate(host.entries) if e.kind == "fact" and "bound won" in e.payload][-1]
    was = host.rules.codec.read(host.entries[at]).fact
    forged = rewritten(host, at, fact=msgspec.structs.replace(was, side="red" if was.side != "red" else "blue"))
    assert faults(verify(forged, AUCTION)) == []
    assert any(
        f"line {at + 2}" in one and "the rules now give" in one for one in faults(verify(forged, AUCTION, audit=True))
    )


def test_an_unfinished_game_is_checked_as_far_as_it_goes() -> None:
    host = finished(reveal=False)
    found = verify(read_archive(lines_of(host)), AUCTION, audit=True)
    assert faults(found) == []
    assert [one.what for one in found] == ["the dice could not be checked: the seed is not revealed before the end"]


def test_dice_by_hand_are_told() -> None:
    host = Host(AUCTION, auction(), dice=HandDice())
    host.deadline()
    host.throw(6)
    host.throw(1)
    found = verify(read_archive(lines_of(host)), AUCTION, audit=True)
    assert [(one.what, one.fault) for one in found] == [("2 rolls were thrown by hand and cannot be checked", False)]


def test_other_rules_are_told() -> None:
    read = read_archive(lines_of(finished()))
    assert "not of 'skirmish'" in " ".join(faults(verify(read, SKIRMISH)))


def test_nothing_to_export_is_an_error() -> None:
    nothing: list[Entry] = []
    with pytest.raises(JournalError, match="nothing to export"):
        archive_header(nothing)


# --- the desk -----------------------------------------------------------------------------------------------------


RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")


ANOTHERS = AskBid(seat=GREEN, default=Bid(1), bound=1, most=3)


def with_a_desk() -> Host:
    """A finished game with a clock, a letter, an offer, orders and an ask that was taken back."""
    host = Host(AUCTION, auction())
    opened = host.open_ask()
    assert opened is not None
    host.note(
        Draft("clock", "engine", Clocked(act="opened", ask=opened[0], due="2026-01-04T20:00:00.000Z")),
        Draft("press", RED, Pressed(sender=RED, to=(BLUE,), text="a word")),
        Draft("pact", RED, Pacted(seat=RED, about="draw", act="offered")),
    )
    for seat in (RED, BLUE):
        host.submit(seat, Bid(1))
    host.rewind(Seq(1), "same")
    while host.open_ask() is not None:
        host.deadline()
    host.reveal()
    return host


@pytest.mark.parametrize(
    ("kind", "nth", "changes", "told"),
    [
        ("ask", 0, {"batch": Batch(())}, "it asks no seat"),
        (
            "ask",
            1,
            {"batch": Batch((AskBid(seat=GREEN, default=Bid(1), bound=1, most=3),))},
            "there is no seat 'green'",
        ),
        ("unask", 0, {"ask": Seq(2)}, "takes back the ask of entry 2"),
        ("orders", 0, {"ask": Seq(1)}, "which asks it nothing now"),
        ("orders", 0, {"seat": GREEN}, "which asks it nothing now"),
        ("orders", 0, {"number": 7}, "version 7 of red stands where version 1"),
        ("orders", 0, {"answer": Bid(900)}, "not allowed"),
        ("orders", 0, {"answer": None, "text": ""}, "that say nothing are final"),
        ("clock", 0, {"due": "yesterday"}, "which is no time"),
        ("clock", 0, {"due": "1900-01-01T00:00:00.000Z"}, "is not after"),
        ("clock", 0, {"ask": Seq(1)}, "that entry is not open"),
        ("clock", 0, {"due": ""}, "without a deadline"),
        ("clock", 0, {"due": "2999-01-04T20:00:00.000Z"}, "more than 10 years after"),
        ("clock", 0, {"act": "reminded"}, "sets no deadline, and names"),
        ("seat", 0, {"first": 1, "last": 900}, "as only a deputy is"),
        ("seat", 0, {"seat": GREEN}, "there is no seat 'green'"),
        ("seat", 1, {"seat": RED}, "adds a word to the dice, which counts once"),
        ("press", 0, {"to": (RED,)}, "a letter of red to red"),
        ("press", 0, {"to": (GREEN,)}, "there is no seat 'green'"),
        ("pact", 0, {"act": "accepted"}, "that was not offered"),
        ("step", -1, {"number": 40}, "step 40 stands where step"),
    ],
)
def test_a_forger_who_mends_every_hash_is_found_by_the_desk(kind: str, nth: int, changes: Any, told: str) -> None:
    host = with_a_desk()
    at = place_of(host, kind, nth)
    assert faults(verify(Archive(archive_header(host.entries), tuple(host.entries)), AUCTION, audit=True)) == []
    found = faults(verify(rewritten(host, at, **changes), AUCTION, audit=True))
    assert any(told in one for one in found), found
    assert any(f"entry {at + 1}: " in one and told in one for one in found), found
