"""Every row of what an umpire can rule, in each rule set: a line that is read, or why these rules lack it."""

import pytest

from pbem.engine.rulings.language import called
from tests.test_umpire.conftest import RULED
from tests.test_umpire.test_words import field

READ = ""
ROWS: dict[str, dict[str, tuple[str, str]]] = {
    "place": {"snaphance": ("S01 at 0304", READ), "": ("S01 at 24,18.5", READ)},
    "facing": {"snaphance": ("S01 facing 2", READ), "": ("S01 facing 90", READ)},
    "strength": {
        "snaphance": ("S01 strength 2", READ), "onehour": ("S01 hits 3", READ), "": ("S01 figures 2", READ),
    },
    "strength by another name": {
        "snaphance": ("S01 figures 2", "count no figures"), "": ("S01 strength 2", "rule what they do count"),
    },
    "disorder": {
        "snaphance": ("S01 disordered", READ), "fornovo": ("S01 disordered", READ),
        "armatys": ("S01 counters 2", READ), "onehour": ("S01 disordered", "know no disorder"),
    },
    "good order": {
        "snaphance": ("S01 good order", READ), "fornovo": ("S01 in order", READ),
        "": ("S01 good order", "know no disorder"),
    },
    "break and rally of a unit": {
        "armatys": ("S01 broken\nS01 rallied", READ), "fornovo": ("S01 routed\nS01 good", READ),
        "": ("S01 rally", "rally no unit"),
    },
    "opportunity": {"snaphance": ("S01 opportunity", READ), "": ("S01 opportunity", "no opportunity")},
    "ammunition": {
        "onehour": ("S01 ammunition none", READ), "": ("S01 ammunition none", "count no ammunition"),
    },
    "general": {"onehour": ("general Major dead", "have no generals"), "": ("general {general} dead", READ)},
    "general's place": {
        "onehour": ("general Major at 24,18", "have no generals"), "snaphance": ("general {general} at 0605", READ),
        "": ("general {general} at 24,18", READ),
    },
    "unit added": {"snaphance": ("add S99 like S01 at 0304", READ), "": ("add S99 like S01 at 24,18.5", READ)},
    "unit removed": {"": ("S01 removed", READ)},
    "split": {"": ("split S01", "split no unit")},
    "merge": {"": ("S01 merge S02", "merge no units")},
    "points": {"onehour": ("points South +2", "not judged by points"), "": ("points South +2", READ)},
    "break": {"": ("break South", READ)},
    "end": {"": ("end: South wins", READ)},
    "graded end": {
        "onehour": ("end: South wins, marginal", "grade no victory"), "": ("end: South wins, marginal", READ),
    },
    "draw": {"": ("end: a draw", READ)},
    "dice": {"": ("dice fire S01 = 3 5\ndice melee S01 = 6", READ)},
    "dice that are not thrown": {"": ("dice fier S01 = 3 5", "throw no dice called fier; their rolls are ")},
    "end of the step": {"": ("ends the step", READ)},
    "allow a charge": {"": ("allow S01 charge N02", READ)},
    "allow a move": {"snaphance": ("allow S01 move: 0304", READ), "": ("allow S01 move: 24,18.5", READ)},
    "forbid": {
        "onehour": ("forbid S01 charge N02\nforbid S01 move\nforbid S01 shoot", READ),
        "": ("forbid S01 charge N02\nforbid S01 move\nforbid S01 shoot until {turn} 6", READ),
    },
    "forbid a rally": {
        "armatys": ("forbid S01 rest", READ), "onehour": ("forbid S01 rally", "what can be forbidden is"),
        "": ("forbid S01 rally", READ),
    },
    "free": {"": ("forbid S01 charge\nfree S01 charge", READ)},
    "last turn": {"": ("last {turn} 7", READ)},
    "weather": {
        "onehour": ("fog 6 until turn 3", "know no fog"), "": ("fog 6 until {turn} 3\nfog lifts", READ),
    },
    "visibility": {"": ("visibility 6", "no unit is hidden")},
    "shown unit": {"": ("show N02 to South", "no unit is hidden")},
    "hidden unit": {"": ("hide N02 from South", "no unit is hidden")},
    "report": {
        "snaphance": ("report to South: horse at 0605", "no unit is hidden"),
        "": ("report to South: horse at 20,20", "no unit is hidden"),
    },
    "report taken back": {
        "": ("withdraw ?1 from South", "no unit is hidden"),
    },
}  # fmt: skip
"""Of each row the line in each rule set, ``""`` for all others, and why it is refused; '' where it is read."""
HIDDEN = ("visibility", "shown unit", "hidden unit", "report")
"""Rows that are read in a battle with hidden units."""


def line_of(rules: str, row: str) -> tuple[str, str]:
    """The line of a row, and why it is refused."""
    text, why = ROWS[row].get(rules) or ROWS[row][""]
    turn = {"snaphance": "round", "armatys": "bound"}.get(rules, "turn")
    battle = field(rules).battle
    leaders = getattr(battle, "commanders", None) or getattr(battle, "generals", {})
    general = next(iter(leaders), "")
    return text.format(turn=turn, general=general), why


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("rules", RULED)
def test_each_row_is_read_or_refused_with_its_reason(rules: str, row: str) -> None:
    line, why = line_of(rules, row)
    problems = field(rules).read(line).problems
    assert why in problems[0].reason if why else problems == ()
    assert not why or problems


@pytest.mark.parametrize("row", HIDDEN)
@pytest.mark.parametrize("rules", RULED)
def test_rows_about_sight_are_read_where_units_are_hidden(rules: str, row: str) -> None:
    assert field(rules, sight="hidden").read(line_of(rules, row)[0]).problems == ()


def test_a_line_that_is_none_says_how_lines_begin_and_a_unit_that_is_not_there_is_named() -> None:
    (problem,) = field("snaphance").read("flibber the gibbet").problems
    assert problem.reason.startswith(
        "no ruling begins like this; begin with a unit's code or one of: add, allow, break,"
    )
    (problem,) = field("snaphance").read("Q99 at 0605").problems
    assert (problem.reason, problem.suggestions) == ("there is no unit Q99", ())


def test_a_general_is_found_by_a_word_of_his_name_that_no_other_has() -> None:
    names = {"a": ("Admiral Coligny",), "b": ("the Duke of Guise",), "c": ("Coligny of the Foot",)}
    assert [called(names, one) for one in ("admiral", "Coligny", "guise", "Duke of")] == [["a"], ["a", "c"], ["b"], []]


@pytest.mark.parametrize(("rules", "said", "first"), [
    ("armatys", "the colonel", "SG1"), ("fornovo", "colonel", "S"), ("snaphance", "colonel", "SC"),
])  # fmt: skip
def test_a_name_that_two_generals_have_is_refused_with_their_codes(rules: str, said: str, first: str) -> None:
    (problem,) = field(rules).read(f"general {said} dead").problems
    assert problem.reason.startswith(f"several generals are called {said!r}: say {first}")
    code = problem.reason.rpartition(" ")[2]
    read = field(rules).read(f"general {code} dead")
    assert (read.problems, read.said) == ((), (f"general {code} dead",))
