"""Standing orders for one unit, by situation, decision and answer: every answer is a line that is taken."""

import pytest

from pbem.engine.offers import situations
from tests.test_warnings import HEXES, INCHES, at, reading


@pytest.mark.parametrize(("battle", "least"), [(HEXES, 5), (INCHES, 3)])
def test_every_answer_stands_under_its_situation_and_is_taken(battle: str, least: int) -> None:
    where = at(battle)
    decisions = where.rules.language.offers(where.view, where.ask, None, units=False).decisions
    found = situations(decisions)
    assert len(found) >= least
    assert len({one.when for one in found}) == len(found)
    assert {one.title for each in found for one in each.decisions} == {one.title for one in decisions if one.alone}
    for decision in (one for each in found for one in each.decisions):
        line = decision.line.replace("<unit>", decision.stands[0])
        for choice in decision.choices:
            assert choice.means
            assert reading(battle, f"{line} {choice.value}").problems == ()
