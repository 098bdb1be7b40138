"""Battles in memory: one begun from a battle as it stands, and a seat answered for by its aide-de-camp."""

from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.engine.ids import Seat, Seq
from pbem.engine.journal import Line, Opened, Story, story_of
from pbem.engine.orders import Problem
from pbem.engine.ruleset import RuleSet


def begun(rules: RuleSet[Any], battle: Any, title: str, seats: tuple[Seat, ...]) -> Story:  # noqa: ANN401  # a battle
    """The story of a battle that begins as it is given; its first entry is 1, the next is 2."""
    opened = Opened(
        rules=rules.name, rules_version=rules.version, title=title, seats=seats, commitment="", battle=battle,
    )  # fmt: skip
    return story_of([Line(Seq(1), "game", opened)])


def by_aide(rules: RuleSet[Any], view: Any, ask: Ask[Any], temper: str = "") -> tuple[Given[Any], tuple[Problem, ...]]:  # noqa: ANN401  # a battle
    """What a seat's aide answers, by text that is read like anybody's, and the problems of it (which must be none).

    Where nothing of it can be taken: as for a seat that is silent.
    """
    reading = rules.language.read(view, ask, rules.aide.orders(view, ask, temper))
    if reading.answer is None:
        return rules.deciding.silent(view, ask), reading.problems
    return Given(rules.language.overlay(view, None, reading.answer), "aide"), reading.problems
