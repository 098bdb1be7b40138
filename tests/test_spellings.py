"""Usual spellings, the same for every rule set: taken, or answered with the line to send."""

import pytest

from pbem.engine.language.lines import lines
from pbem.engine.language.spellings import other_words, plain, written_out
from pbem.rulesets import rule_sets
from tests.test_warnings import HEXES, INCHES, reading

TAKEN = {
    "S01 - hold": ["S01 hold"],
    "S01 \u2013 hold": ["S01 hold"],
    "S01.hold": ["S01 hold"],
    "S01 => hold": ["S01 hold"],
    "S01 hold; S02 hold": ["S01 hold", "S02 hold"],
    "S01 - hold; S2 & S3 hold": ["S01 hold", "S02 hold", "S03 hold"],
    "S01 & S02 hold": ["S01 hold", "S02 hold"],
    "S01/S02 - hold": ["S01 hold", "S02 hold"],
    "Red regiment hold": ["S01 hold"],
    "the White Regiment: hold": ["S02 hold"],
    "S2 hold": ["S02 hold"],
    "s002: hold": ["S02 hold"],
    "Everyone hold": [f"S0{n} hold" for n in range(1, 7)],
    "everybody: hold": [f"S0{n} hold" for n in range(1, 7)],
    "S01 holds": ["S01 hold"],
}
FORWARD = ("forward", "fwd", "forwards", "advance", "ahead", "move forward", "Fwd")
WAYS = {HEXES: ("0507", "(0507)", "( 0507 )"), INCHES: ("6", "(6)", '6"')}


@pytest.mark.parametrize("battle", [HEXES, INCHES])
@pytest.mark.parametrize("line", TAKEN)
def test_a_usual_spelling_is_taken_by_both_rule_sets(battle: str, line: str) -> None:
    found = reading(battle, line)
    assert found.problems == ()
    assert [f"{one.code} {one.order}" for one in found.understood] == TAKEN[line]


@pytest.mark.parametrize("battle", [HEXES, INCHES])
@pytest.mark.parametrize("word", FORWARD)
def test_forward_has_the_same_short_forms_in_both_rule_sets(battle: str, word: str) -> None:
    for where in WAYS[battle]:
        (one,) = reading(battle, f"S01 {word} {where}").understood
        assert one.order == f"forward {WAYS[battle][0]}"


@pytest.mark.parametrize("battle", [HEXES, INCHES])
@pytest.mark.parametrize(
    ("line", "offer"),
    [
        ("S01 hodl", "S01 hold"), ("S01 halt", "S01 hold"), ("S01-S03 hold", "S01 S02 S03 hold"),
        ("S11 hold", "S01 hold"), ("Red regimnt hold", "S01 hold"), ("S01 - hlod", "S01 hold"),
    ],
)  # fmt: skip
def test_what_is_not_taken_is_asked_back_with_the_line_to_send(battle: str, line: str, offer: str) -> None:
    (problem,) = reading(battle, line).problems
    assert offer in problem.suggestions
    assert reading(battle, offer).problems == ()


@pytest.mark.parametrize("battle", [HEXES, INCHES])
@pytest.mark.parametrize(
    "prose",
    ["Everyone is well here; how are you?", "All the best!", "The Red regiment did well.", "They advance."],
)
def test_prose_stays_prose(battle: str, prose: str) -> None:
    found = reading(battle, prose)
    assert (found.understood, found.problems) == ((), ())


@pytest.mark.parametrize("line", ["S01 - hold", "S01 & S02 hold", "S1.hold", "everyone hold", "S01 holds"])
def test_what_is_taken_looks_like_an_order(line: str) -> None:
    assert all(rules.language.looks_like_order(line) for rules in rule_sets().values())


def test_several_orders_on_a_line_keep_its_number_and_their_own_words() -> None:
    assert [(one.number, one.quote) for one in lines("\nS01 hold; S02 forward 0607; and so on")] == [
        (2, "S01 hold"), (2, "S02 forward 0607; and so on"),
    ]  # fmt: skip


def test_a_short_code_is_written_out_where_only_one_can_be_meant() -> None:
    assert written_out("s2", ("S02", "N02")) == "s02"
    assert written_out("s2", ("S02", "S002")) == "s2"
    assert plain("s1 & s12 - hold", ("S01", "S12")) == "s01 s12 hold"
    assert other_words("the red regiment: fwd 6", {"red regiment": "S01"}) == "s01 forward 6"
