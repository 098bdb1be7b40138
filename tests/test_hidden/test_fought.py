"""Battles with hidden units between aides-de-camp, to their ends.

``make fought`` fights FOUGHT battles of each and prints what came of them; the suite fights one of the small ones.
"""

import os

import pytest

from pbem.cli.match import match_of, play_match, play_one, summary

FOUGHT, JOBS = int(os.environ.get("FOUGHT", "100")), int(os.environ.get("JOBS", "1"))
HIDDEN = {"sight": "hidden"}
SMALL = ("snaphance/harrow-down", "snaphance/mill-ford")
BATTLES = (*SMALL, "snaphance/coutras", "snaphance/dreux", "onehour/harrow-down", "onehour/mill-ford",
           "onehour/coutras", "onehour/dreux", "armatys/harrow-down", "armatys/cropredy",
           "fornovo/harrow-down", "fornovo/mill-ford")  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
def test_a_hidden_battle_ends_and_every_line_of_its_aides_is_taken(name: str) -> None:
    result = play_one(match_of(name, {}, 5, HIDDEN), 1)
    assert result.refused == ()
    assert result.rounds > 3


@pytest.mark.soak
@pytest.mark.parametrize("name", BATTLES)
def test_a_hundred_hidden_battles_end(name: str) -> None:
    agreed = match_of(name, {}, 1, HIDDEN)
    results = list(play_match(agreed, FOUGHT, jobs=JOBS))
    print(f"\n{name}", *summary(agreed, results), sep="\n  ")
    assert len(results) == FOUGHT
    assert [line for one in results for line in one.refused] == []
