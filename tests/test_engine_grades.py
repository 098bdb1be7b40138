"""Graded victories by themselves: borders, who is ahead, the words, the section of a scenario file."""

from typing import Any

import pytest

from pbem.engine.grades import (
    Borders,
    Grade,
    GradedScore,
    at_the_limit,
    decides,
    explained,
    figures,
    graded,
    outright,
)
from pbem.engine.ids import Side
from pbem.engine.scenariofile.borders import read_borders
from pbem.engine.scenariofile.gathered import Gathered

RED, BLUE = Side("red"), Side("blue")
NAMES = {RED: "Red", BLUE: "Blue"}
MARGIN, POINTS = Borders(), Borders(by="points", drawn_below=1, clear_from=3, decisive_over=5)


def scores(red: int, blue: int, extra: int = 0) -> dict[Side, GradedScore]:
    def one(total: int, extra: int) -> GradedScore:
        return GradedScore(harm=2, enemy_total=10, lost=2, extra=extra, total=total)

    return {RED: one(red, extra), BLUE: one(blue, 0)}


@pytest.mark.parametrize(
    ("borders", "lead", "grade"),
    [
        (MARGIN, 99, "drawn"), (MARGIN, 100, "marginal"), (MARGIN, 250, "clear"), (MARGIN, 400, "clear"),
        (MARGIN, 401, "decisive"), (POINTS, 0, "drawn"), (POINTS, 1, "marginal"), (POINTS, 5, "clear"),
        (POINTS, 6, "decisive"),
    ],
)  # fmt: skip
def test_a_lead_has_its_grade_between_the_borders(borders: Borders, lead: int, grade: Grade) -> None:
    assert borders.grade(lead) == grade


def test_at_the_limit_the_lead_wins_and_too_small_a_lead_is_a_draw() -> None:
    winner, verdict = at_the_limit(MARGIN, scores(-272, 272))
    assert (winner, verdict.grade, verdict.lead) == (BLUE, "clear", 272)
    winner, verdict = at_the_limit(MARGIN, scores(50, -50))
    assert (winner, verdict.grade, verdict.lead) == (None, "drawn", 50)
    assert graded(verdict, NAMES, broken=False) == "a draw, with Red ahead by 5 %."
    winner, verdict = at_the_limit(POINTS, scores(7, 4))
    assert (winner, verdict.grade, verdict.lead) == (RED, "clear", 3)
    winner, verdict = at_the_limit(POINTS, scores(4, 4))
    assert (winner, verdict.lead, graded(verdict, NAMES, broken=False)) == (
        None, 0, "a draw, with neither side ahead.",
    )  # fmt: skip


def test_who_breaks_the_enemy_wins_decisively_and_by_an_objective_at_least_marginally() -> None:
    assert outright(MARGIN, scores(-10, 10), RED, broken=True).grade == "decisive"
    by_objective = outright(MARGIN, scores(-10, 10), RED)
    assert (by_objective.grade, graded(by_objective, NAMES, broken=False)) == ("marginal", "a marginal victory.")
    assert outright(POINTS, scores(9, 1), RED).grade == "decisive"
    assert outright(MARGIN, scores(9, 1), None, broken=True).grade == "drawn"


def test_the_figures_name_the_winner_last() -> None:
    verdict = outright(MARGIN, scores(272, -272, 5), RED)
    assert graded(verdict, NAMES, broken=False) == "a clear victory, by 27.2 %."
    assert graded(verdict, NAMES, broken=True) == "a clear victory."
    assert figures(verdict, NAMES, {RED: 5, BLUE: 6}, RED) == (
        "Blue lost 2 of 6 break points, Red lost 2 of 5; objectives gave Red 5 %."
    )
    assert figures(outright(POINTS, scores(9, 1, 6), RED), NAMES, {}, RED) == (
        "Blue has 1 point; Red has 9 points, 6 of them for objectives."
    )


def test_the_borders_are_told() -> None:
    assert (decides(MARGIN), decides(POINTS)) == ("margin decides", "points decide")
    assert "below 10 % is a draw, up to 25 % a marginal victory" in explained(MARGIN)
    assert explained(POINTS).startswith("A lead of fewer than 1 point is a draw, up to 3 a marginal victory")


@pytest.mark.parametrize(
    ("value", "borders"),
    [({}, MARGIN), ({"by": "points"}, POINTS), ({"clear_from": 30}, Borders(clear_from=30))],
)
def test_what_a_file_does_not_say_of_victory_is_as_usual(value: dict[str, Any], borders: Borders) -> None:
    got = Gathered({})
    assert read_borders(got, value) == borders
    assert not got.faults.found


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"by": "luck"}, "victory.by"), ({"break_point": 2}, "victory.break_point"), ({"drawn_below": 0}, "victory"),
        ({"by": "points", "break_point": -1}, "victory.break_point"), ({"clear_from": 50}, "victory"),
        ({"by": "points", "drawn": 2}, "victory.drawn"),
    ],
)  # fmt: skip
def test_a_fault_of_victory_has_its_place(value: dict[str, Any], where: str) -> None:
    got = Gathered({})
    read_borders(got, value)
    assert [one.where for one in got.faults.found] == [where]
