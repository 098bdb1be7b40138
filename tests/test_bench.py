"""The measuring of battles itself.  The figures are for ``pbem bench``."""

import re

import pytest

from pbem.bench import battles, mail, pages, timing
from pbem.bench.timing import Stopwatch

SMALL = "snaphance/harrow-down"


def test_each_second_counts_for_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 3.0, 7.0, 15.0, 31.0])
    monkeypatch.setattr(timing, "process_time", lambda: next(clock))
    watch = Stopwatch("rest")
    inner = watch.timed("inner", lambda: "done")
    outer = watch.timed("outer", inner)
    assert outer() == "done"
    watch.stop()
    assert watch.spent == {"rest": 1.0 + 16.0, "outer": 2.0 + 8.0, "inner": 4.0}


def test_a_part_that_raises_is_counted_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 3.0, 7.0])
    monkeypatch.setattr(timing, "process_time", lambda: next(clock))
    watch = Stopwatch("rest")
    with pytest.raises(ValueError, match="invalid literal"):
        watch.timed("part", int)("x")
    watch.stop()
    assert watch.spent == {"rest": 1.0 + 4.0, "part": 2.0}


def test_battles_are_told_beside_their_floors_and_targets() -> None:
    told = list(battles.figures(True, SMALL))
    assert [line.partition(":")[0] for line in told] == [
        "aide against aide, 12 units", "random play, 12 units", "audit of a finished battle",
        "check of one line of orders",
    ]  # fmt: skip
    for line in told:
        assert re.search(r": [0-9.]+ \S+ = [0-9.]+ x .+ \(target [0-9.]+\)$", line), line


def test_the_parts_of_a_battle_add_up_to_its_whole() -> None:
    told = list(battles.where(SMALL))
    parts = [line for line in told if re.match(r" +\d+%  \d", line)]
    assert 98 <= sum(int(line.split("%")[0]) for line in parts if " s  " in line) <= 102
    assert {"the rules", "views", "reading and checking what it wrote"} <= {
        line.rpartition(" s  ")[2] for line in parts
    }
    assert sum("calls" in line for line in told) == battles.HOTTEST


def test_reading_of_mails_is_told_beside_the_parser_alone() -> None:
    told = list(mail.reading_figures(quick=True))
    assert [line.partition(",")[0] for line in told] == [
        "mails read in the bounded child", "mails read in this process",
    ]  # fmt: skip
    for line in told:
        assert re.search(r"\d a second: [0-9.]+ ms = [0-9.]+ x [0-9.]+ ms of the library's parser alone", line), line


def test_the_page_of_a_game_is_told_beside_a_trivial_one() -> None:
    told = list(pages.figures(True, SMALL))
    assert [re.sub(r"\d+", "N", line.partition(":")[0].strip()) for line in told] == [
        "page of a game with N units", "the first look at a new round", "card of a unit", "live check of N lines",
        "last submission of a turn",
    ]  # fmt: skip
    for line in (told[0], *told[2:]):
        assert re.search(r": \d+ ms = [0-9.]+ x a trivial page of [0-9.]+ ms \(target \d+ ms\)$", line), line
