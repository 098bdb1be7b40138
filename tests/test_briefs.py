"""What heads a report is told in sentences, whatever rules are played."""

import pytest

from pbem.engine.narrator.briefs import happened
from pbem.engine.reporting import Chapter, Event
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets import rule_set, rule_sets
from pbem.scenarios import load_scenario


def event(brief: str, weight: int) -> Event:
    return Event(text=f"{brief}, at length.", brief=brief, weight=weight)


def test_what_mattered_most_is_told_in_sentences_and_in_its_sequence() -> None:
    chapters = [
        Chapter("Moves", "", (event("?1 came in sight", 4), event("the colonel fell", 9), event("", 8))),
        Chapter("Fire", "", (event("S01 broke", 7), event("N02 is shaken.", 5))),
    ]
    assert happened(chapters) == ("The colonel fell.", "S01 broke.", "N02 is shaken.")
    assert happened(chapters, most=1) == ("The colonel fell.",)
    assert (happened([], "A quiet day."), happened([])) == (("A quiet day.",), ())


@pytest.mark.parametrize("rules", sorted(rule_sets()))
@pytest.mark.parametrize("number", [0, 1])
def test_every_report_begins_with_sentences(rules: str, number: int) -> None:
    found = rule_set(rules)
    scenario = load_scenario(f"{rules}/{found.course.showcase.first}", {}).scenario
    assert scenario.battle is not None
    for seat in scenario.seats[:2]:
        view = found.state.view(scenario.battle, seat)
        told = found.reporting.tell(SeatTurn(seat, number, view, view, ()))
        assert told.in_short
        assert all(one[0].isupper() and one.endswith((".", "!")) for one in told.in_short), told.in_short
