"""What wins a battle, and how much: objectives of every kind, margins, points, grades, and the words for them."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.grades import GRADES, Borders
from pbem.engine.hexes import Hex, key
from pbem.engine.ids import Seat, Side
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.playing.sequence import script
from pbem.rulesets.snaphance.reporting.aims import in_hand_now, what_wins
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.battle import Army, Battle, HexObjective
from pbem.rulesets.snaphance.state.grades import at_the_limit, outright
from pbem.rulesets.snaphance.state.objectives import holder, won
from pbem.rulesets.snaphance.state.victory import check
from tests.snaphance_positions import BLUE, RED, a_play, facts_of, position, stand
from tests.told_battles import fought as whole_battle

WEST, EAST = Hex(-6, 0), Hex(6, 0)


def fought(
    lost: Mapping[Side, int], *goals: HexObjective, held: Mapping[Hex, Side] | None = None, **more: Any
) -> Battle:
    """A battle far from any objective: break points lost of 20 each, and hexes in hand."""
    battle = position(
        [stand("b1", "ps", 0, 0), stand("r1", "ps", 0, -9)], objectives=goals, limit=1, phase="declare",
        active_side=None, holders={key(here): side for here, side in (held or {}).items()}, **more,
    )  # fmt: skip
    armies: tuple[Army, ...] = tuple(
        replace(one, break_total=20, break_at=9, break_lost=lost.get(one.id, 0)) for one in battle.armies
    )
    for group in sorted(battle.groups):
        battle = f.ActivationEnded(group=group).apply(battle)
    return replace(battle, armies=armies)


def ended(battle: Battle) -> Battle:
    play = a_play(battle)
    script(play)
    return play.battle


# --- the margin -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "winner", "grade", "lead"),
    [
        ((0, 0), None, "drawn", 0), ((0, 1), None, "drawn", 50), ((0, 2), BLUE, "marginal", 100),
        ((3, 7), BLUE, "marginal", 200), ((3, 8), BLUE, "clear", 250), ((8, 0), RED, "clear", 400),
    ],
)  # fmt: skip
def test_the_margin_decides_at_the_limit(lost: tuple[int, int], winner: Side | None, grade: str, lead: int) -> None:
    over = ended(fought({BLUE: lost[0], RED: lost[1]}))
    assert over.ended == ("limit" if winner else "draw")
    assert over.verdict is not None
    assert (over.winner, over.verdict.grade, over.verdict.lead) == (winner, grade, lead)


def test_more_than_forty_per_cent_is_decisive() -> None:
    battle = fought({RED: 8})
    few = replace(battle, armies=tuple(replace(one, break_total=19) for one in battle.armies))
    assert at_the_limit(few)[1].grade == "decisive"


def test_a_margin_is_a_share_of_what_the_enemy_had() -> None:
    battle = fought({BLUE: 1, RED: 4})
    big = replace(battle, armies=tuple(replace(a, break_total=40 if a.id == RED else 20) for a in battle.armies))
    assert at_the_limit(big)[1].lead == 75
    assert at_the_limit(big)[0] is None


def test_objectives_add_to_the_margin_and_take_from_the_enemy_s() -> None:
    mill, farm = HexObjective("mill", (WEST,), 1, percent=5), HexObjective("farm", (EAST,), 1, percent=15)
    for held, winner, lead in (
        ({}, None, 50), ({WEST: BLUE}, BLUE, 100), ({WEST: BLUE, EAST: RED}, None, 50), ({EAST: RED}, RED, 100),
    ):  # fmt: skip
        who, verdict = at_the_limit(fought({RED: 1}, mill, farm, held=held))
        assert (who, abs(verdict.lead)) == (winner, lead), held


def test_a_broken_army_is_beaten_decisively() -> None:
    play = a_play(fought({RED: 9, BLUE: 8}))
    assert check(play)
    (end,) = facts_of(play, f.BattleEnded)
    assert (end.winner, end.verdict.grade) == (BLUE, "decisive")


def test_two_armies_broken_alike_draw() -> None:
    play = a_play(fought({RED: 9, BLUE: 9}))
    assert check(play)
    (end,) = facts_of(play, f.BattleEnded)
    assert (end.winner, end.verdict.grade) == (None, "drawn")


# --- points ---------------------------------------------------------------------------------------------------------

FARMS = HexObjective("farms", (WEST, EAST), 2, points=3)
POINTS = Borders(by="points", drawn_below=1, clear_from=3, decisive_over=5)


@pytest.mark.parametrize(
    ("held", "winner", "grade", "lead"),
    [
        ({}, BLUE, "marginal", 2), ({WEST: RED}, RED, "marginal", 1), ({WEST: BLUE}, BLUE, "clear", 5),
        ({WEST: BLUE, EAST: BLUE}, BLUE, "decisive", 8), ({WEST: BLUE, EAST: RED}, BLUE, "marginal", 2),
    ],
)  # fmt: skip
def test_each_farm_is_three_points_and_each_break_point_one(
    held: dict[Hex, Side], winner: Side, grade: str, lead: int
) -> None:
    over = ended(fought({RED: 4, BLUE: 2}, FARMS, held=held, victory=POINTS))
    assert over.verdict is not None
    assert (over.winner, over.verdict.grade, over.verdict.lead) == (winner, grade, lead)


def test_as_many_points_draw() -> None:
    over = ended(fought({RED: 4, BLUE: 1}, FARMS, held={WEST: RED}, victory=POINTS))
    assert (over.ended, over.winner) == ("draw", None)


# --- objectives that end it -------------------------------------------------------------------------------------------


def test_who_holds_it_at_the_end_of_any_round_wins_from_that_round_on() -> None:
    both = HexObjective("crossings", (WEST, EAST), 2, from_round=2)
    held = {WEST: BLUE, EAST: BLUE}
    battle = replace(fought({}, both, held=held), limit=None)
    assert won(battle) is None
    assert ended(battle).ended is None
    second = ended(replace(battle, round=2))
    assert (second.ended, second.winner, second.won_by) == ("objective", BLUE, "crossings")
    assert won(replace(fought({}, both, held={WEST: BLUE, EAST: RED}), round=2)) is None


def test_what_is_won_by_an_objective_is_at_least_marginal() -> None:
    hill = HexObjective("hill", (WEST,), 1, at_round=1)
    for lost, grade in (({BLUE: 5}, "marginal"), ({}, "marginal"), ({RED: 6}, "clear")):
        over = ended(fought(lost, hill, held={WEST: BLUE}))
        assert over.verdict is not None
        assert (over.winner, over.verdict.grade) == (BLUE, grade)


def test_what_both_sides_have_enough_of_is_held_by_neither() -> None:
    either = HexObjective("crossings", (WEST, EAST), 1, from_round=1)
    assert holder(fought({}, either, held={WEST: BLUE, EAST: RED}), either) is None
    assert won(fought({}, either, held={WEST: BLUE, EAST: RED})) is None
    assert holder(fought({}, either, held={WEST: BLUE}), either) == BLUE


def test_a_hex_with_an_enemy_beside_it_is_in_nobody_s_hand() -> None:
    hill = HexObjective("hill", (Hex(0, 1),), 1)
    battle = fought({}, hill, held={Hex(0, 1): RED})
    assert holder(battle, hill) is None
    assert holder(fought({}, hill, held={Hex(0, 1): BLUE}), hill) == BLUE


# --- whole battles ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "by"), [("harrow-down", "margin"), ("mill-ford", "margin"), ("two-farms", "points")])
def test_the_made_up_battles_are_fought_to_an_end_that_is_graded(name: str, by: str) -> None:
    last, asked = list(whole_battle("x", "round", name).turns(Seat("black" if name == "two-farms" else "south")))[-1]
    assert asked is None
    verdict = last.after.verdict
    assert verdict is not None
    assert verdict.by == by
    outcome = RULES.course.outcome(last.after)
    assert outcome is not None
    assert GRADES[verdict.grade] in outcome.text


# --- in words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (HexObjective("hill hexes", (WEST, EAST, Hex(7, 0), Hex(8, 0)), 3, at_round=10),
         "A side that holds three of the four hill hexes at the end of round 10 wins."),
        (HexObjective("crossings", (WEST, EAST), 2, from_round=1),
         "A side that holds both crossings at the end of any round wins."),
        (HexObjective("gates", (WEST, EAST, Hex(7, 0)), 3, from_round=4),
         "A side that holds all three gates at the end of any round from round 4 on wins."),
        (HexObjective("windmill battery", (WEST,), 1, percent=5),
         "Holding the windmill battery at the end adds 5 % to the margin."),
    ],
)  # fmt: skip
def test_what_wins_is_told_in_words(goal: HexObjective, words: str) -> None:
    assert what_wins(fought({}, goal)) == words


def test_what_points_are_worth_is_told() -> None:
    assert what_wins(fought({}, FARMS, victory=POINTS)) == (
        "Each of the two farms held at the end is worth 3 points; each break point the enemy loses is worth 1 point."
    )


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ({}, "Neither side has reached the mill yet."),
        ({WEST: BLUE}, "You hold the mill."),
        ({WEST: RED}, "Red holds the mill."),
    ],
)  # fmt: skip
def test_one_hex_is_held_or_not(held: dict[Hex, Side], words: str) -> None:
    assert in_hand_now(fought({}, HexObjective("mill", (WEST,), 1), held=held), BLUE) == words


@pytest.mark.parametrize(
    ("lost", "end", "figures"),
    [
        ({BLUE: 1, RED: 3}, "Blue has won after the last round, 1: a marginal victory, by 10 %.",
         "Red lost 3 of 9 break points, Blue lost 1"),
        ({RED: 1}, "Neither side has won after the last round, 1: a draw, with Blue ahead by 5 %.",
         "Blue lost 0 of 9 break points, Red lost 1"),
        ({}, "Neither side has won after the last round, 1: a draw, with neither side ahead.",
         "Blue lost 0 of 9 break points, Red lost 0"),
    ],
)  # fmt: skip
def test_the_end_is_told_with_its_grade_and_figures(lost: dict[Side, int], end: str, figures: str) -> None:
    outcome = RULES.course.outcome(ended(fought(lost)))
    assert outcome is not None
    assert outcome.text == f"{end} {figures} of 9."


def test_an_end_by_points_and_one_by_an_objective_are_told() -> None:
    points = RULES.course.outcome(ended(fought({RED: 4, BLUE: 2}, FARMS, held={WEST: BLUE}, victory=POINTS)))
    assert points is not None
    assert points.text == (
        "Blue has won after the last round, 1: a clear victory, by 5 points. Red has 2 points; Blue has 7 "
        "points, 3 of them for objectives."
    )
    hill = HexObjective("hill hexes", (WEST, EAST, Hex(7, 0)), 2, at_round=1, percent=5)
    held = RULES.course.outcome(ended(fought({RED: 4}, hill, held={WEST: BLUE, EAST: BLUE})))
    assert held is not None
    assert held.text == (
        "Blue holds at least two of the three hill hexes at the end of round 1, and wins: a clear victory, by 25 "
        "%. Red lost 4 of 9 break points, Blue lost 0 of 9; objectives gave Blue 5 %."
    )


def test_a_broken_army_s_end_is_told() -> None:
    play = a_play(fought({RED: 9, BLUE: 3}))
    check(play)
    outcome = RULES.course.outcome(play.battle)
    assert outcome is not None
    assert outcome.text == (
        "Red broke in round 1, and Blue has won the field: a decisive victory. Red lost 9 of 9 break points, Blue "
        "lost 3 of 9."
    )
    assert outright(play.battle, BLUE, broken=True) == play.battle.verdict
