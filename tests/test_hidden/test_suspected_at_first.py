"""Troops that a side was told of before the battle, as a scenario file has them (``suspected``)."""

import copy
from typing import Any

import pytest

from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets import rule_sets
from pbem.scenarios import SCENARIOS
from pbem.yamlfile import read_yaml
from tests.test_umpire.conftest import RULED
from tests.web_offices import NORTH, SOUTH

PLACES: dict[str, Any] = {"snaphance": "0605"}
"""Where the horse is said to stand; on tables in inches."""
SPY = {"side": "south", "kind": "horse", "from": "a spy"}


def begun(rules: str, *suspected: dict[str, Any], sight: str = "hidden") -> Any:
    """Harrow Down as the rule set reads it, with these reports."""
    spec: dict[str, Any] = copy.deepcopy(read_yaml(SCENARIOS / rules / "harrow-down.yaml").value)
    if rules == "snaphance":
        spec["army_list"] = read_yaml(SCENARIOS / rules / "army-list.yaml").value
    there = PLACES.get(rules, [20, 20])
    spec["suspected"] = [{"at": there, **one} for one in suspected]
    return rule_sets()[rules].course.scenario(spec, {"sight": sight})


def suspected(rules: str, battle: Any, seat: Seat) -> list[str]:
    """Who told of the troops that a seat's map shows as suspected."""
    made = rule_sets()[rules]
    view = made.state.view(battle, seat)
    chart: Any = made.reporting.chart(SeatTurn(seat, 1, view, view, ()))
    shown = chart.counters if rules == "snaphance" else chart.bases
    return sorted(one.source for one in shown if one.source)


@pytest.mark.parametrize("rules", RULED)
def test_a_side_begins_with_what_it_was_told_and_the_other_knows_nothing_of_it(rules: str) -> None:
    made = begun(rules, SPY, {"side": "south", "kind": "troops"})
    assert made.faults == ()
    ghosts = made.battle.sights.of(Side("south")).ghosts
    assert [(ghosts[StandId(name)].told, ghosts[StandId(name)].grade) for name in ("?1", "?2")] == [
        ("spy", "made out"), ("report", "body"),
    ]  # fmt: skip
    assert suspected(rules, made.battle, SOUTH) == ["report", "spy"]
    assert suspected(rules, made.battle, NORTH) == []
    assert rule_sets()[rules].state.view(made.battle, NORTH) == rule_sets()[rules].state.view(
        begun(rules).battle, NORTH
    )


@pytest.mark.parametrize("rules", RULED)
def test_where_every_unit_is_seen_it_changes_nothing(rules: str) -> None:
    assert begun(rules, SPY, sight="open").battle == begun(rules, sight="open").battle


@pytest.mark.parametrize(
    ("wrong", "where", "why"),
    [
        ({"side": "west"}, "suspected[0].side", "no side 'west'"),
        ({"kind": "ships"}, "suspected[0].kind", "no kind of troops 'ships'; there are: foot, horse, guns, troops"),
        ({"from": "an old hand"}, "suspected[0].from", "not one word"),
        ({"at": "9999"}, "suspected[0].at", "off the board"),
    ],
)
def test_a_report_that_cannot_be_is_a_fault_with_its_place(wrong: dict[str, Any], where: str, why: str) -> None:
    (fault,) = begun("snaphance", {**SPY, **wrong}).faults
    assert (fault.where, why in fault.what) == (where, True)
