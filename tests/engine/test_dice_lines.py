"""The line that is offered for a roll lays that roll down, in each rule set."""

import pytest

from pbem.engine.laid import laid_for
from pbem.engine.rulings.dicelines import DICE, dice_laid, dice_line
from tests.test_hidden.hiders import HIDERS, random_battle
from tests.test_hidden.test_twins import FEW


@pytest.mark.parametrize("name", HIDERS)
def test_the_line_offered_for_a_roll_lays_it_down(name: str) -> None:
    language, (_, lines) = HIDERS[name].rules.rulings, random_battle(name, 2, FEW[name][0])
    assert language is not None
    battle, rolls = lines[0].body.battle, [line.body for line in lines if line.kind == "roll"]
    offered = 0
    for roll in rolls:
        if line := dice_line(language, battle, roll):
            found = DICE.match(line)
            assert found is not None
            fix, said = dice_laid(language, battle, found)
            assert (said, fix.values) == (line, roll.values)
            assert laid_for({fix.key: fix.values}, roll.key, roll.label, roll.by) == fix.key
            offered += 1
    assert offered > len(rolls) // 2
