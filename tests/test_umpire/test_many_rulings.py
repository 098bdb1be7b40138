"""Rulings by the dozen at random moments of random battles: each is refused or played on, and nothing ever breaks."""

import random
import re
from collections import Counter
from typing import Any

import pytest

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import Line, Opened, Ruled, Story, fold, story_of
from pbem.engine.play import Waiting, advance, audit
from pbem.engine.playkit.player import at_random
from pbem.engine.ruleset import RuleSet
from pbem.engine.rulings.reading import forms, read_ruling
from pbem.engine.rulings.trying import try_ruling
from pbem.rulesets import rule_sets
from pbem.scenarios import load_scenario
from tests.test_umpire.conftest import RULED

GAME = GameId("many")
RULINGS = 10
"""Rulings tried in one battle."""
BATTLES = 3
ASKS = 4
"""The most asks answered before the next."""


def written(chance: random.Random, rules: RuleSet[Any], battle: Any) -> str:
    """Some lines of a ruling: the help's examples with other units, sides, generals and numbers."""
    language = rules.rulings
    assert language is not None
    examples = [example for _form, _told, example in forms(language) if not example.startswith(("dice", "end: "))]
    codes = sorted(language.units(battle))
    sides = list(language.sides(battle).values())
    generals = [*getattr(battle, "commanders", {})] or ["Major"]
    lines = []
    places = [example for example in examples if re.fullmatch(r"S\d\d at \S+", example)]
    for _ in range(chance.randint(1, 2)):
        example = chance.choice(places if places and chance.random() < 0.2 else examples)
        line = re.sub(r"\b[SN]\d\d\b", lambda _: chance.choice(codes), example)
        line = line.replace("general Major", f"general {chance.choice(generals)}")
        line = line.replace("South", chance.choice(sides))
        place = re.search(r" at ([\d.,]+\d)", language.describe(battle, chance.choice(codes)))
        if place and chance.random() < 0.5:  # where another unit stands
            line = re.sub(r" at [\d.,]+\d", f" at {place[1]}", line)
        else:
            line = re.sub(r"(?<![A-Z\d])\d+(?:\.\d+)?", lambda found: _number(chance, found[0]), line)
        lines.append(line)
    return "\n".join(lines)


def _number(chance: random.Random, was: str) -> str:
    """Another number, as long; mostly one that the field has."""
    if len(was) == 4 and was.isdecimal():
        return f"{chance.randint(0, 14):02}{chance.randint(0, 14):02}"
    return str(chance.randint(0, 40 if len(was) > 1 else 9))


class Battle:
    """A battle at random, ruled upon."""

    def __init__(self, rules: RuleSet[Any], scenario: str, number: int) -> None:
        """Of every other one the units are hidden, where the rules can hide them."""
        self.rules = rules
        self.chance = random.Random(f"{rules.name} {scenario} {number}")
        self.dice = SeededDice(b"many %d" % number, GAME, ())
        options = {"sight": "hidden"} if rules.course.hides and number % 2 else {}
        self.player = at_random(rules, b"many %d" % number, wild=False)
        begun = load_scenario(f"{rules.name}/{scenario}", options).scenario
        body: Opened[Any] = Opened(
            rules=rules.name,
            rules_version=rules.version,
            title="",
            seats=begun.seats,
            commitment="",
            battle=begun.battle,
        )
        self.table: tuple[Line, ...] = (Line(Seq(1), "game", body),)
        self.left = 0

    def decide(self, view: Any, ask: Ask[Any]) -> Given[Any] | None:
        self.left -= 1
        return self.player(view, ask) if self.left >= 0 else None

    def play(self, asks: int) -> bool:
        """On, until so many have been answered; whether the battle goes on."""
        self.left = asks
        run = advance(self.rules, self.story, next_seq=self.table[-1].seq + 1, dice=self.dice, decide=self.decide)
        assert run.stop is None or isinstance(run.stop, Waiting), run.stop
        self.table = run.story.lines
        return run.stop is not None

    def rule(self) -> str:
        """A ruling is tried; what has come of it."""
        language = self.rules.rulings
        assert language is not None
        battle = fold(self.table)
        read = read_ruling(language, battle, written(self.chance, self.rules, battle))
        if read.problems:
            return "refused"
        self.left = 0
        last = self.table[-1].seq
        trial = try_ruling(self.rules, self.table, read, last=last, dice=self.dice, decide=self.decide)
        despite = set(language.faults(read.battle)) - set(language.faults(battle))
        if trial.broken:
            return "broken"
        body: Ruled[Any] = Ruled(reason="many", facts=read.facts, fixes=read.fixes, ends_step=read.ends_step)
        self.table = (*self.table, Line(Seq(last + 1), "ruling", body))
        return "all the same" if despite else "played on"

    @property
    def story(self) -> Story:
        return story_of(self.table)


def fought(rules: RuleSet[Any], scenario: str, number: int) -> Counter[str]:
    """A battle to its end with rulings on its way; what has come of them."""
    battle, come = Battle(rules, scenario, number), Counter[str]()
    for _ in range(RULINGS):
        if not battle.play(battle.chance.randint(1, ASKS)):
            break
        come[battle.rule()] += 1
    assert not battle.play(100_000)
    assert audit(rules, battle.story, battle.dice) == []
    return come


@pytest.mark.parametrize("rules", RULED)
def test_many_rulings_are_refused_or_played_on_and_audit(rules: str) -> None:
    come = Counter[str]()
    for number in range(BATTLES):
        come += fought(rule_sets()[rules], "harrow-down", number)
    assert min(come["refused"], come["played on"], come["all the same"]) > 0, come


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULED)
def test_a_hundred_battles_more(rules: str) -> None:
    for number in range(BATTLES, 100):
        fought(rule_sets()[rules], "harrow-down", number)
