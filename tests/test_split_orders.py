"""Orders given in one text or in several mails come to the same sheet, judged the same way."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.test_warnings import HEXES, INCHES, at, reading

LINES = {
    HEXES: (
        "S01 forward 0607", "S02 forward 0607", "S03 sideways 0808", "S04 sideways 0808", "S05 hold",
        "S06 forward 0407", "standing all evade no", "bid Horse, Foot",
    ),
    INCHES: (
        "S01 forward 6", "S02 pivot left 45, forward 5", "S03 forward 4", "S04 toward 26,14", "S05 toward the hill",
        "S06 up to 9 of N04", "standing all turn never",
    ),
}  # fmt: skip
EXACT = {HEXES: LINES[HEXES], INCHES: ("S01 forward 6", "S02 pivot left 45, forward 5", "S03 forward 4")}
"""Lines that come to the same wherever others stand."""


def stands_after(battle: str, mails: Sequence[Sequence[str]]) -> tuple[Any, Any]:
    """What stands after several mails, and the warnings in the answer to the last."""
    where, stood, warnings = at(battle), None, ()
    for lines in mails:
        found = reading(battle, *lines, before=stood)
        stood = where.rules.language.overlay(where.view, stood, found.answer)
        warnings = found.warnings
    return stood, warnings


def cut(lines: Sequence[str], places: set[int]) -> list[list[str]]:
    """Lines as several mails, each but the first beginning at one of these places."""
    mails: list[list[str]] = [[]]
    for place, line in enumerate(lines):
        if place in places and mails[-1]:
            mails.append([])
        mails[-1].append(line)
    return mails


@pytest.mark.parametrize("battle", [HEXES, INCHES])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_lines_split_over_several_mails_come_to_the_same_sheet(battle: str, data: st.DataObject) -> None:
    lines = data.draw(st.permutations(LINES[battle]))
    mails = cut(lines, data.draw(st.sets(st.integers(1, len(lines) - 1))))
    assert stands_after(battle, mails) == stands_after(battle, [lines])


@pytest.mark.parametrize("battle", [HEXES, INCHES])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_correction_is_judged_where_the_line_that_it_replaces_would_have_been(
    battle: str, data: st.DataObject
) -> None:
    lines = data.draw(st.permutations([line for line in EXACT[battle] if line[0] == "S"]))
    mended = data.draw(st.sampled_from(lines))
    first = [f"{line[:3]} hold" if line == mended else line for line in lines]
    assert stands_after(battle, [first, [mended]]) == stands_after(battle, [lines])


@pytest.mark.parametrize("battle", [HEXES, INCHES])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_what_stands_after_several_mails_reads_back_from_its_own_text(battle: str, data: st.DataObject) -> None:
    lines = data.draw(st.permutations(LINES[battle]))
    stood, warnings = stands_after(battle, cut(lines, {3}))
    where = at(battle)
    again = reading(battle, where.rules.language.write(where.view, stood))
    assert where.rules.language.overlay(where.view, None, again.answer) == stood
    assert again.warnings == warnings


def test_a_correction_is_judged_in_its_turn_and_on_the_ground_then() -> None:
    """Sent by itself after the others, the last unit moves last: S01 is out of its way by then."""
    four = ["S01 forward 6", "S02 forward 6", "S03 forward 6", "S05 toward the hill"]
    stood = reading(INCHES, *four)
    again = reading(INCHES, "S05 toward the hill", before=stood.answer)
    for found in (stood, again):
        assert next(one.order for one in found.understood if one.code == "S05") == "pivot right 35.2, forward 4.82"
    assert stands_after(INCHES, [four, four[3:]]) == stands_after(INCHES, [four])
