"""Scenario files of Fornovo to Sedgemoor: every fault named with its place; points, break levels, arrivals, rulings."""

from typing import Any

import pytest

from pbem.engine.ids import StandId
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.places import Pose, Spot
from tests.fornovo_battles import Change, battle, changed


def unit(spec: dict[str, Any], side: int = 0, place: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = spec["sides"][side]["units"][place]
    return found


def test_points_are_computed_and_the_break_level_is_a_share_of_them() -> None:
    south = battle().armies[0]
    assert south.points == 24 * 6 + 10 + 8 * 13 + 20
    assert south.break_at == south.points // 2


def test_a_unit_faces_away_from_its_home_edge_unless_it_says_otherwise() -> None:
    there = battle().units
    assert there[StandId("S01")].pose == Pose(Spot(2400, 800), 0)  # type: ignore[arg-type]  # whole hundredths
    assert there[StandId("N01")].pose == Pose(Spot(2400, 2400), 1800)  # type: ignore[arg-type]  # the same


def test_who_comes_later_is_not_on_the_table() -> None:
    there = battle()
    assert StandId("S02") in there.to_come
    assert StandId("S02") not in there.units
    coming = there.arrivals[0]
    assert (coming.turn, coming.edge, coming.needs) == (2, TableEdge.SOUTH, 4)


def test_a_unit_that_may_never_come_costs_nothing_when_it_is_lost() -> None:
    there = battle(lambda spec: unit(spec, 0, 1).update(extra=True))
    assert there.to_come[StandId("S02")].points == 0


def test_the_period_goes_by_the_year() -> None:
    assert battle().period == "late"
    assert battle(lambda spec: spec.update(year=1500)).period == "early"


def test_rulings_can_be_read_otherwise() -> None:
    assert battle().switches.pistols == "56H"
    assert battle(lambda spec: spec.update(rulings={"pistols": "6HH"})).switches.pistols == "6HH"


def _homeward(**other: Any) -> dict[str, Any]:  # of a parsed file
    rule = {"rule": "homeward", "side": "south", "area": [[0, 0], [5, 0], [5, 9], [0, 9]], "general": "SC1"}
    return {**rule, "share": 50, "baggage": ["S01"], "points": 5, **other}


FAULTS: list[tuple[Change, str, str]] = [
    (lambda spec: spec.update(turns=0), "turns", "between 1 and 99 turns"),
    (lambda spec: spec.update(first="east"), "first", "no side 'east'"),
    (lambda spec: spec["sides"].pop(), "sides", "two sides"),
    (lambda spec: spec.update(sight="dim"), "sight", "write one of: open, hidden"),
    (lambda spec: spec.update(rulings={"pistols": "5H"}), "rulings.pistols", "5H"),
    (lambda spec: unit(spec).update(rows=[8, 6, 8]), "sides[0].units[0]", "FS-2c"),
    (lambda spec: unit(spec).update(rows=[8, 8]), "sides[0].units[0]", "FS-2.1b"),
    (lambda spec: unit(spec).update(at=[1, 8]), "sides[0].units[0].at", "over the table's edge"),
    (lambda spec: unit(spec).update(at=[24, 25]), "sides[0].units[0].at", "stands on N01"),
    (lambda spec: unit(spec).pop("at"), "sides[0].units[0]", "one of the three"),
    (lambda spec: unit(spec).update(id="X01"), "sides[0].units[0].id", "no code for this side"),
    (lambda spec: unit(spec, 0, 1).update(id="S01"), "sides[0].units[1].id", "unit S01 already"),
    (lambda spec: unit(spec).update(salvo=True), "sides[0].units[0].salvo", "salvo"),
    (lambda spec: unit(spec).update(training=["shallow"]), "sides[0].units[0]", "FS-Q22"),
    (lambda spec: unit(spec, 0, 1)["enters"].update(needs="7+"), "sides[0].units[1].enters.needs", "2+ to 6+"),
    (lambda spec: unit(spec, 0, 1)["enters"].update(turn=0), "sides[0].units[1].enters.turn", "99 turns"),
    (lambda spec: spec["sides"][0]["generals"].clear(), "sides", "FS-3a"),
    (lambda spec: spec["sides"][1]["generals"][0].update({"with": "S01"}), "sides[1].generals[0]", "unit of his side"),
    (lambda spec: spec["sides"][1]["generals"][0].update(at=[3, 3]), "sides[1].generals[0]", "one of the three"),
    (lambda spec: spec["special"][0].update(units=["S09"]), "special[0].units[0]", "no unit 'S09'"),
    (lambda spec: spec["special"][0].update(rule="asleep"), "special[0].rule.asleep", "known here"),
    (
        lambda spec: spec["special"].append({"rule": "spate", "fords": ["hill"], "upto": 2, "after_turn": 3}),
        "special[1].fords", "these are fords",
    ),
    (
        lambda spec: spec["special"].append({"rule": "lost-guide", "units": ["S01"], "lines": ["hill"]}),
        "special[1].lines", "these are lines",
    ),
    (
        lambda spec: spec["special"].append({"rule": "wavering", "units": ["S01"], "after": ["S02"], "needs": 9}),
        "special[1].needs", "2 to 6",
    ),
    (
        lambda spec: spec["special"].append({"rule": "alarm", "units": ["S01"], "needs": 4, "drums": 7}),
        "special[1].drums", "2 to 6",
    ),
    (
        lambda spec: spec["special"].append(
            {"rule": "joined-hands", "units": ["S01"], "others": ["N01"], "inches": 9, "points": 5}
        ),
        "special[1].others", "of one side",
    ),
    (
        lambda spec: spec["special"].append(
            {"rule": "plunder", "baggage": ["S01"], "points": 5, "looters": ["N01"], "upto": 6}
        ),
        "special[1].upto", "1 to 5",
    ),
    (lambda spec: spec["special"].append(_homeward(share=0)), "special[1].share", "1 to 100"),
    (lambda spec: spec["special"].append(_homeward(general="NC1")), "special[1].general", "of this side"),
    (
        lambda spec: spec["special"].append({"rule": "terms", "units": ["S01"], "others": ["N01"]}),
        "special[1].others", "of one side",
    ),
    (lambda spec: spec["objectives"][0].update(areas=["down"]), "objectives[0].areas[0]", "no piece of terrain"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "where", "what"), FAULTS)
def test_a_fault_is_named_with_its_place(change: Change, where: str, what: str) -> None:
    found = changed(change)
    assert found.battle is None
    assert any(one.where == where and what in one.what for one in found.faults), found.faults


def test_a_price_makes_shallow_formation_lawful() -> None:
    def shallow(spec: dict[str, Any]) -> None:
        spec["shallow_price"] = 1
        unit(spec).update(training=["shallow"], rows=[12, 12])

    assert battle(shallow).units[StandId("S01")].figures == 24
