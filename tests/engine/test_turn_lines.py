"""``TURN 5`` lines: what stands below them is for that turn, and no order is ever taken for such a line."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.language.lines import by_turn, lines, turn_named

ORDERS = ["S02 turn 2", "turn 2", "S02 forward 0504,", "S02", "ready"]
PIECES = st.sampled_from(["TURN 5", "Turn 6:", "> TURN 5", "TURN 5 | bar", "Hi,", "", "END", "--", *ORDERS])


def test_what_stands_below_is_for_that_turn() -> None:
    text = "S02 turn 2\nTURN 5\nS02 turn 4\n\nready\nTurn 6:\nS01 hold\nEND\nS03 hold"
    assert by_turn(text, 1) == ("S02 turn 2\n\n\n\n\n\n\nEND\nS03 hold", {5: "S02 turn 4\n\nready", 6: "S01 hold"})


def test_what_is_measured_in_inches_and_degrees_stays_as_it_is() -> None:
    below = 'I1 toward 24,18\nI1 forward 4.5, pivot left 30\u00b0\nC2 up to 4"'
    assert by_turn(f"I2 face 90\nTURN 4\n{below}", 1) == ("I2 face 90\n\n\n\n", {4: below})
    assert [one.text for one in lines(below)] == [
        "i1 toward 24,18",
        "i1 forward 4.5, pivot left 30\u00b0",
        'c2 up to 4"',
    ]


def test_what_stands_below_the_line_of_the_open_turn_stays() -> None:
    assert by_turn("TURN 5\nS01 hold\nturn 1\nS02 hold", 1) == ("\n\n\nS02 hold", {5: "S01 hold"})


def test_however_a_phone_writes_it() -> None:
    for line in (
        "TURN 5",
        "turn 5:",
        "**Turn 5**",
        "1) TURN 5.",
        "Turn\u00a05",
        "\uff34\uff35\uff32\uff2e \uff15",
        "turn5",
    ):
        assert by_turn(f"{line}\nS01 hold", 1) == ("\n", {5: "S01 hold"}), line


def test_what_is_no_such_line() -> None:
    for line in ("> TURN 5", "TURN 5 | quoted", "turn 5 please", "turn five", "S02 turn 5", "turn 5 6", "turn 12345"):
        assert by_turn(f"{line}\nS01 hold", 1) == (f"{line}\nS01 hold", {}), line


def test_an_order_that_was_wrapped_is_an_order_still() -> None:
    for text in ("S02 forward 0504,\nturn 2", "S02\nturn 2", "s02:\nturn 2", "group Left forward 0504,\nturn 2"):
        assert by_turn(text, 1) == (text, {}), text
    assert by_turn("Hello Ines,\nTURN 5\nS01 hold", 1)[1] == {5: "S01 hold"}
    assert by_turn("S02 forward 0504\nTURN 5\nS01 hold", 1)[1] == {5: "S01 hold"}
    assert by_turn("ready\nTURN 5\nS01 hold", 1)[1] == {5: "S01 hold"}


@given(st.lists(PIECES, max_size=12).map("\n".join))
def test_every_line_is_read_once_and_keeps_its_number(text: str) -> None:
    now, later = by_turn(text, 1)
    assert len(now.split("\n")) == len(text.split("\n"))
    numbered = {line.number: line.text for line in lines(text)}
    kept = {line.number: line.text for line in lines(now)}
    assert kept.items() <= numbered.items()
    below = [line.text for block in later.values() for line in lines(block)]
    gone = Counter(numbered.values()) - Counter(kept.values()) - Counter(below)
    assert all(turn_named(line) in later for line in gone)
    assert sum(gone.values()) == len(numbered) - len(kept) - len(below)
