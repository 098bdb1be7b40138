"""The aide-de-camp: orders a player could have written, battles that end."""

from collections import Counter
from typing import Any

import pytest

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Answered, Line, Opened, Story
from pbem.engine.orders import Problem
from pbem.engine.play import Run, Waiting, advance
from pbem.rulesets.snaphance import RULES, facts
from pbem.rulesets.snaphance.battle import Battle
from pbem.scenarios import load_scenario


def fight(seed: str, aided: tuple[str, ...], pace: str = "round") -> tuple[Run, list[Problem]]:
    """Harrow Down to its end; the seats not aided stay silent."""
    scenario = load_scenario("harrow-down", {"pace": pace}).scenario
    assert scenario.battle is not None
    opened = Opened(
        rules=RULES.name, rules_version=RULES.version, title=scenario.title, seats=scenario.seats, commitment="",
        battle=scenario.battle,
    )  # fmt: skip
    told = Story((Line(Seq(1), "game", opened),), 0, ())
    dice = SeededDice(seed.encode(), GameId("g"), ())
    problems: list[Problem] = []

    def answer(ask: Ask[Any], view: Battle) -> Given[Any]:
        if ask.seat not in aided:
            return RULES.silent(view, ask)
        text = RULES.aide(view, ask)
        assert RULES.aide(view, ask) == text, "the same view, the same orders"
        reading = RULES.read(view, ask, text)
        problems.extend(reading.problems)
        return Given(reading.answer, "aide")

    while True:
        run = advance(RULES, told, next_seq=len(told.lines) + 1, dice=dice, decide=RULES.decide)
        if run.stop is None:
            return run, problems
        assert isinstance(run.stop, Waiting), run.stop
        batch = run.stop.batch
        given = tuple(answer(ask, RULES.view(run.battle, ask.seat)) for ask in batch.asks)
        line = Line(Seq(len(run.story.lines) + 1), "answer", Answered(batch, given))
        told = Story((*run.story.lines, line), 0, ())


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["round", "activation", "ask me"])
def test_two_aides_fight_harrow_down_to_its_end_with_orders_that_are_all_taken(pace: str) -> None:
    heard: Counter[str] = Counter()
    for seed in ("a", "b"):
        run, problems = fight(seed, ("south", "north"), pace)
        assert problems == []
        assert run.battle.ended is not None
        heard.update(type(line.body.fact).__name__ for line in run.story.lines if line.kind == "fact")
    assert heard[facts.Contact.__name__] >= 4, "they charge"
    assert heard[facts.Shot.__name__] >= 20, "they shoot"
    assert heard[facts.Rallied.__name__] >= 2, "they rally"


@pytest.mark.slow
def test_it_beats_an_army_without_orders() -> None:
    won: Counter[Seat] = Counter()
    for seed in range(3):
        for side in ("south", "north"):
            run, _ = fight(f"silent {seed}", (side,))
            won[Seat("aide" if run.battle.winner == side else "silence")] += 1
    assert won[Seat("aide")] >= 5
