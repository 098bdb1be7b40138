"""Dice laid down: which roll they are for, and that each rule set names every roll it throws."""

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from pbem.engine.dice import DiceKey, Roll, dice_key
from pbem.engine.ids import Seq, Side
from pbem.engine.journal import Fix, Line, Ruled
from pbem.engine.laid import coming, laid_down, laid_for, names_of
from pbem.engine.rulings.dicelines import DICE, dice_laid, names_known
from pbem.rulesets import rule_sets

SOUTH = Side("south")
THROWN = re.compile(r'\.roll\(\s*f?"([\w.]+)[:{"]')
"""The label of a roll, as far as it is written."""


@pytest.mark.parametrize(
    ("label", "by", "name", "code", "hit"),
    [
        ("fire.defensive", "S04", "fire", "S04", True),
        ("fire.defensive", "S04", "fire.defensive", "S04", True),
        ("fire.defensive", "S04", "fire.opportunity", "S04", False),
        ("fire.defensive", "S05", "fire", "S04", False),
        ("morale.fire", "S04", "fire", "S04", False),
        ("ar.fire", "S04>N05", "ar.fire", "S04", True),
        ("ar.fire", "S04>N05", "ar.fire", "N05", False),
        ("fs.melee:S04>N05:pike", "S04", "fs.melee", "S04", True),
    ],
)
def test_a_die_is_for_the_next_roll_that_bears_its_name(label: str, by: str, name: str, code: str, hit: bool) -> None:
    laid = {coming(name, code): (6,)}
    assert laid_for(laid, dice_key(0, 9, label, by, 1), label, by) == (coming(name, code) if hit else None)


@pytest.mark.parametrize(
    ("rules", "said", "name"),
    [
        ("snaphance", "fire", "fire"), ("snaphance", "fire defensive", "fire.defensive"),
        ("armatys", "fire", "ar.fire"), ("armatys", "ar.fire", "ar.fire"),
        ("fornovo", "false rout", "fs.false_rout"), ("onehour", "shoot", "shoot"),
    ],
)  # fmt: skip
def test_a_line_names_a_roll_as_its_label_begins(rules: str, said: str, name: str) -> None:
    language = rule_sets()[rules].rulings
    line = DICE.match(f"dice {said} South = 5")
    assert language is not None
    assert line is not None
    fix, _ = dice_laid(replace(language, sides=lambda battle: {SOUTH: "South"}, units=lambda battle: {}), None, line)
    assert fix == Fix(coming(name, SOUTH), (5,))


@pytest.mark.parametrize(("rules", "said"), [("armatys", "ar"), ("snaphance", "defensive"), ("fornovo", "fs")])
def test_a_line_names_no_roll_by_less(rules: str, said: str) -> None:
    language = rule_sets()[rules].rulings
    assert language is not None
    assert said not in names_known(language.rolls)


def test_it_is_thrown_once_and_one_taken_back_not_at_all() -> None:
    key = dice_key(0, 2, "fire.fire", "S04", 1)
    ruled = Line(Seq(1), "ruling", Ruled(reason="", fixes=(Fix(coming("fire", "S04"), (6, 6)),)))
    rolled = Line(Seq(2), "roll", Roll(key, "fire.fire", "S04", (6, 6), "ruling"))
    back = Line(Seq(3), "ruling", Ruled(reason="", fixes=(Fix(coming("fire", "S04"), ()),)))
    assert laid_down([ruled]) == {coming("fire", "S04"): (6, 6)}
    assert laid_down([ruled, rolled]) == {}
    assert laid_for(laid_down([ruled, back]), key, "fire.fire", "S04") is None
    old = Line(Seq(1), "ruling", Ruled(reason="", fixes=(Fix(key, (1,)),)))
    assert laid_for(laid_down([old]), key, "fire.fire", "S04") == key
    assert laid_for(laid_down([old]), DiceKey("0/3/fire.fire:S04#1"), "fire.fire", "S04") is None


@pytest.mark.parametrize("rules", [name for name, one in rule_sets().items() if one.rulings is not None])
def test_every_roll_that_a_rule_set_throws_can_be_named(rules: str) -> None:
    language = rule_sets()[rules].rulings
    assert language is not None
    folder = Path(import_module(f"pbem.rulesets.{rules}").__file__ or "").parent
    known = {name for label in language.rolls for name in names_of(label)}
    thrown = {
        found[1].rstrip(".") for path in folder.rglob("*.py") if "cases" not in path.parts
        for found in THROWN.finditer(path.read_text())
    }  # fmt: skip
    assert thrown
    assert {label for label in thrown if label not in known and label not in {"ar", "fs"}} == set()
