"""A move or a shot that the rules refuse is carried out as the umpire says; what the rules do not count is refused."""

import pytest

from tests.test_umpire.conftest import RULED
from tests.test_umpire.test_words import field

SHOT = {"snaphance": "strength 1", "onehour": "hits 7", "armatys": "counters 3", "fornovo": "shaken"}
"""What a shot does to an enemy."""


@pytest.mark.parametrize("rules", RULED)
def test_a_move_and_a_shot_are_carried_out_as_the_umpire_says(rules: str) -> None:
    here, there = field(rules), "0605" if rules == "snaphance" else "24,18.5"
    read = here.read(f"rule allow s01 to move {there}\nallow S01 shoot N02: {SHOT[rules]}")
    assert read.problems == ()
    assert read.said == (f"allow S01 move: at {there}", f"allow S01 shoot N02: {SHOT[rules]}")
    assert read.units == ("S01", "N02")
    plain = here.ruled(f"S01 at {there}\nN02 {SHOT[rules]}")
    assert read.battle == plain


@pytest.mark.parametrize("rules", RULED)
def test_what_is_left_out_is_asked_for_with_a_line_that_is_read(rules: str) -> None:
    here = field(rules)
    for line, why in (
        ("allow S01 move", "say where S01 moves"),
        ("allow S01 fire N02", "say what its shot does to N02"),
    ):
        (problem,) = here.read(line).problems
        assert why in problem.reason
        assert here.read(problem.suggestions[0]).problems == ()
    assert "no unit S99" in here.read("allow S99 move: 0605").problems[0].reason
    assert "at which enemy" in here.read("allow S01 shoot").problems[0].reason


@pytest.mark.parametrize(
    ("rules", "line", "why"),
    [
        ("snaphance", "S04 ammunition none", "count no ammunition"),
        ("armatys", "S01 ammunition full", "count no ammunition"),
        ("onehour", "S01 strength 3", "no strength points"),
        *((rules, "split S01", "split no unit") for rules in RULED),
        *((rules, "S01 merge S02", "merge no units") for rules in RULED),
    ],
)
def test_what_the_rules_do_not_know_is_refused_with_what_to_do_instead(rules: str, line: str, why: str) -> None:
    (problem,) = field(rules).read(line).problems
    assert why in problem.reason


def test_ammunition_is_ruled_where_it_is_counted() -> None:
    here = field("onehour")
    assert here.read("S01 ammunition none").problems == here.read("S01 ammunition full").problems == ()
