"""An umpire's ending with its grade; in Fornovo to Sedgemoor a unit that is added, and the buttons of a unit's card."""

import pytest

from pbem.engine.rulings.pressing import with_clause
from tests.test_umpire.conftest import RULED
from tests.test_umpire.test_words import field


@pytest.mark.parametrize("rules", [one for one in RULED if one != "onehour"])
def test_an_ending_says_its_grade(rules: str) -> None:
    here = field(rules)
    read = here.read("end: South wins, a marginal victory")
    assert (read.problems, read.said) == ((), ("end: South wins, marginal",))
    assert read.battle.verdict.grade == "marginal"
    assert here.ruled("end: North wins, decisive").verdict.grade == "decisive"
    assert here.read("end: a draw, clear").problems[0].reason == "a draw has no grade"


def test_where_no_victory_is_graded_the_refusal_says_so() -> None:
    assert "grade no victory" in field("onehour").read("end: South wins, clear").problems[0].reason


def test_a_unit_of_fornovo_is_added_and_pressed() -> None:
    here = field("fornovo")
    language = here.rules.rulings
    assert language is not None
    battle = here.ruled("add S09 like S01 at 24,18.5 facing 90")
    assert battle.units["S09"].figures == battle.units["S01"].figures
    assert "other side" in here.read("add S09 like N01 at 24,18").problems[0].reason
    for press in language.presses(here.battle, "S01"):
        assert here.read(with_clause(language, "", "S01", press.says)).problems == (), press.label
