"""Matches: whole battles in memory, the same for the same seed, and counted right."""

from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from pbem.cli import match as matches
from pbem.cli.main import main
from pbem.cli.match import BadMatch, Match, Result, confidence, match_of, play_match, play_one, summary
from pbem.engine.ids import Side
from tests.toyrules import toy_scenario

HARROW = "snaphance/harrow-down"


@pytest.fixture(scope="module")
def fought() -> tuple[Match, list[Result]]:
    """Two battles of the bold aide, as North, against anything."""
    agreed = match_of(HARROW, {"north": "bold", "south": "random"}, seed=4)
    return agreed, list(play_match(agreed, 2))


def timeless(results: list[Result]) -> list[Result]:
    """Results but for what they took."""
    return [replace(one, seconds=0.0) for one in results]


def test_battles_are_fought_to_their_end_and_no_line_is_refused(fought: tuple[Match, list[Result]]) -> None:
    _, results = fought
    assert [one.number for one in results] == [1, 2]
    for one in results:
        assert one.kind in {"broken", "objective", "limit", "draw"}
        assert 1 <= one.rounds <= 10
        assert one.refused == ()
        assert set(one.lost) == {"south", "north"}
        assert (one.winner == "") == (one.kind == "draw")
        assert one.grade in {"drawn", "marginal", "clear", "decisive"}


def test_the_same_seed_gives_the_same_battles_and_another_others(fought: tuple[Match, list[Result]]) -> None:
    agreed, results = fought
    assert timeless([play_one(agreed, 2)]) == timeless(results[1:])
    assert timeless([play_one(replace(agreed, seed=5), 2)]) != timeless(results[1:])


def test_several_at_once_are_the_same_battles(fought: tuple[Match, list[Result]]) -> None:
    agreed, results = fought
    assert timeless(list(play_match(agreed, 2, jobs=2))) == timeless(results)


def test_whoever_is_not_named_is_played_by_the_usual_aide() -> None:
    assert match_of(HARROW, {"north": "wary"}, seed=1).players == {"south": "steady", "north": "wary"}


@pytest.mark.parametrize(
    ("players", "words"), [({"east": "bold"}, "south, north, not 'east'"), ({"south": "sly"}, "random, steady, bold")]
)
def test_a_seat_or_a_player_there_is_not_is_refused(players: Mapping[str, str], words: str) -> None:
    with pytest.raises(BadMatch, match=words):
        match_of(HARROW, players, seed=1)


def test_rules_that_count_nothing_and_have_no_random_player_are_played_by_their_aides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matches, "load_scenario", toy_scenario)
    matches._loaded.cache_clear()
    with pytest.raises(BadMatch, match="there are calm, wild"):
        match_of("toy/duel", {"red": "random"}, seed=1)
    agreed = match_of("toy/duel", {"red": "wild"}, seed=1)
    assert agreed.players == {"red": "wild", "blue": "calm"}
    one = play_one(agreed, 1)
    assert (one.rounds, one.lost, one.grade, one.refused) == (0, {}, "", ())
    assert str(one).startswith(f"1: {one.winner} wins (broken), 0 rounds, ")
    told = summary(agreed, [one])
    assert [line.partition(":")[0] for line in told[:2]] == ["red (wild)", "blue (calm)"]
    assert not [line for line in told if line.startswith("graded")]
    matches._loaded.cache_clear()


def test_the_share_of_wins_is_told_with_its_bounds() -> None:
    low, high = confidence(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)  # Wilson's interval, as in any table of it
    assert confidence(0, 0) == (0.0, 1.0)
    assert confidence(10, 10)[1] == 1.0


def result(number: int, winner: str, kind: str, **more: Any) -> Result:
    """A battle as it may come out."""
    made = Result(
        number=number, winner=winner, kind=kind, text=f"{kind}.", grade="clear" if winner else "drawn", rounds=number,
        lost={Side("south"): (1, 5), Side("north"): (2, 5)}, refused=(), entries=900, seconds=0.5,
    )  # fmt: skip
    return replace(made, **more)


def test_points_are_averaged_where_the_rules_give_any() -> None:
    agreed = match_of("campaign/two-rivers", {}, seed=1)
    (one,) = play_match(agreed, 1)
    assert one.points.keys() == {"south", "north"}
    south, north = Side("south"), Side("north")
    some = [replace(one, points={south: 4, north: 3}), replace(one, points={south: 7, north: 0})]
    assert "average points: south 5.5, north 1.5" in summary(agreed, some)
    assert "south 7 points, north 0 points" in str(some[1])
    assert not [line for line in summary(agreed, [result(1, "", "draw")]) if "points" in line]


def test_a_match_is_summed_up() -> None:
    agreed = Match(scenario=HARROW, players={"south": "bold", "north": "random"}, seed=1)  # type: ignore[dict-item]  # seats as text
    some = [result(1, "south", "broken"), result(2, "south", "limit"), result(3, "", "draw", refused=("S01 fly: no",))]
    told = "\n".join(summary(agreed, some))
    for words in (
        "south (bold): 2 of 3, between 21% and 94%", "north (random): 0 of 3", "drawn: 1 of 3",
        "ended: broken 1, limit 1, draw 1", "graded: clear 2, drawn 1", "rounds: 1 to 3, median 2", "median 0.50",
        "refused: 1", "S01 fly: no",
    ):  # fmt: skip
        assert words in told


def test_the_command_tells_each_battle_and_the_sum_and_fails_when_a_line_was_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = CliRunner().invoke(main, ["match", HARROW, "--games", "1", "--seed", "4", "--south", "random", "-v"])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("1: ")
    assert "north (steady): " in done.output
    monkeypatch.setattr(matches, "play_one", lambda agreed, number: result(number, "south", "limit", refused=("x",)))
    assert CliRunner().invoke(main, ["match", HARROW, "--games", "1"]).exit_code == 1


def test_the_command_refuses_a_player_there_is_not() -> None:
    done = CliRunner().invoke(main, ["match", HARROW, "--north", "sly"])
    assert (done.exit_code, "'sly'" in done.output) == (1, True)
