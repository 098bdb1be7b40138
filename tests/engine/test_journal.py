"""The journal: chain, kinds, versions, and the story it tells."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import journal
from pbem.engine.ids import Seq
from pbem.engine.journal import JournalError, Line, Rewound, StepBegan, check_chain, story, story_of
from tests.engine.host import Host
from tests.engine.toys import AUCTION, auction


def played() -> Host:
    host = Host(AUCTION, auction())
    host.deadline()
    return host


@pytest.mark.parametrize("field", ["game", "kind", "version", "at", "author", "payload", "prev", "hash", "seq"])
def test_a_change_breaks_the_chain(field: str) -> None:
    entries = played().entries
    check_chain(entries)
    was = getattr(entries[4], field)
    entries[4] = msgspec.structs.replace(entries[4], **{field: was + 1 if isinstance(was, int) else f"{was} "})
    with pytest.raises(JournalError, match="entry"):
        check_chain(entries)


@pytest.mark.parametrize("change", [lambda e: e[:3] + e[4:], lambda e: [*e[:3], e[4], e[3], *e[5:]], lambda e: e[1:]])
def test_a_missing_or_moved_entry_breaks_the_chain(change: Any) -> None:
    with pytest.raises(JournalError, match="entry"):
        check_chain(change(played().entries))


def test_fields_cannot_slide_into_one_another() -> None:
    one = journal.entry_hash("", "g", Seq(1), "fact", 1, "t", "ab", "c")
    assert one != journal.entry_hash("", "g", Seq(1), "fact", 1, "t", "a", "bc")


def test_an_unknown_kind_is_an_error() -> None:
    entry = msgspec.structs.replace(played().entries[3], kind="weather")
    with pytest.raises(JournalError, match="unknown kind 'weather'"):
        AUCTION.codec.read(entry)


def test_a_later_version_is_an_error() -> None:
    entry = msgspec.structs.replace(played().entries[3], version=9)
    with pytest.raises(JournalError, match="version 9"):
        AUCTION.codec.read(entry)


def test_a_payload_that_does_not_fit_names_its_entry() -> None:
    entry = msgspec.structs.replace(played().entries[3], payload="{}")
    with pytest.raises(JournalError, match="entry 4"):
        AUCTION.codec.read(entry)


def test_old_entries_climb_one_version_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = next(e for e in played().entries if e.kind == "step")
    monkeypatch.setitem(journal.VERSIONS, "step", 3)
    monkeypatch.setitem(journal.UPCASTS, ("step", 1), lambda payload: {**payload, "n": payload["number"] + 10})
    with pytest.raises(JournalError, match="version 2, which nothing can lift"):
        AUCTION.codec.read(entry)
    monkeypatch.setitem(journal.UPCASTS, ("step", 2), lambda payload: {**payload, "number": payload["n"]})
    assert AUCTION.codec.read(entry) == StepBegan(11, "1")


def lines(*rewinds: tuple[int, int]) -> list[Line]:
    """Entries 1 to 12, some of them rewinds ``(seq, to)``."""
    found = []
    for seq in range(1, 13):
        to = dict(rewinds).get(seq)
        body = Rewound(Seq(to), "same", False, "") if to else StepBegan(seq, "1")
        found.append(Line(Seq(seq), "rewind" if to else "step", body))
    return found


@pytest.mark.parametrize(
    ("rewinds", "path"),
    [
        ((), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        (((6, 3),), [1, 2, 3, 6, 7, 8, 9, 10, 11, 12]),
        (((6, 3), (9, 7)), [1, 2, 3, 6, 7, 9, 10, 11, 12]),
        (((6, 3), (9, 2)), [1, 2, 9, 10, 11, 12]),
        (((6, 3), (9, 5)), [1, 2, 3, 4, 5, 9, 10, 11, 12]),  # undone: back to the head left behind
        (((12, 1),), [1, 12]),
    ],
)
def test_the_story_is_the_path_from_the_head(rewinds: Any, path: list[int]) -> None:
    assert [line.seq for line in story_of(lines(*rewinds)).lines] == path


@given(st.lists(st.tuples(st.integers(2, 12), st.integers(1, 11)), max_size=6))
def test_any_rewinds_tell_a_story(rewinds: list[tuple[int, int]]) -> None:
    """It begins with the first entry, ends with the last, only goes on, and a rewind's parent is what it names."""
    good = tuple((seq, to) for seq, to in dict(rewinds).items() if to < seq)
    told = [line.seq for line in story_of(lines(*good)).lines]
    assert told[0] == 1
    assert told[-1] == 12
    assert told == sorted(set(told))
    for seq, to in good:
        if seq in told:
            assert told[told.index(Seq(seq)) - 1] == to


def test_a_rewind_to_nowhere_is_an_error() -> None:
    with pytest.raises(JournalError, match="entry 5 rewinds to 7"):
        story_of(lines((5, 7)))


def test_desk_entries_are_no_part_of_the_story() -> None:
    host = played()
    kinds = {entry.kind for entry in host.entries}
    assert kinds >= {"game", "seat", "ask", "answer", "fact", "roll", "step"}
    assert {line.kind for line in story(AUCTION.codec, host.entries).lines} == {
        "game",
        "step",
        "answer",
        "fact",
        "roll",
    }
