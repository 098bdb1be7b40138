"""Objectives of the inch table: who stands in an area, who holds it, what it is worth in words."""

from typing import Any

import pytest

from pbem.engine.ids import Side
from pbem.engine.table.aims import in_hand, leaving, needed, objective_text, worth
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.objectives import AreaToHold, Exit, Objective, Standing, alone_in, held, holders
from pbem.engine.table.places import Spot

RED, BLUE = Side("red"), Side("blue")
NAMES = {RED: "Red", BLUE: "Blue"}
WHEN: Any = {"end": "after bound 9", "turn": "at the end of a bound", "at once": "in a bound"}


def spot(x: int, y: int) -> Spot:
    return Spot(Hundredths(x), Hundredths(y))


FARM = AreaToHold(name="Farm", shape=(spot(0, 0), spot(200, 0), spot(200, 200), spot(0, 200)))
FORD = AreaToHold(name="Ford", shape=(spot(1000, 0),), radius=Hundredths(300))
BOTH = Objective(name="both", areas=(FARM, FORD), need=2)
FAR = spot(3000, 3000)


@pytest.mark.parametrize(
    ("standing", "farm", "ford"),
    [
        ([(RED, spot(200, 100)), (BLUE, spot(1300, 0))], RED, BLUE),
        ([(RED, spot(201, 100)), (BLUE, spot(1301, 0))], None, None),
        ([(RED, spot(1, 1)), (BLUE, spot(2, 2)), (RED, spot(1000, 1))], None, RED),
        ([(RED, spot(1, 1)), (RED, spot(2, 2))], RED, None),
    ],
)
def test_a_side_is_alone_in_an_area_with_its_edge(standing: Standing, farm: Side | None, ford: Side | None) -> None:
    assert (alone_in(standing, FARM), alone_in(standing, FORD)) == (farm, ford)


def test_the_last_to_be_alone_holds_on_until_another_is() -> None:
    there = holders([BOTH], [(RED, spot(1, 1))], {"Ford": BLUE})
    assert there == {"Farm": RED, "Ford": BLUE}
    contested = [(RED, spot(1, 1)), (BLUE, spot(2, 2))]
    last = Objective(name="farm", areas=(FARM,), hold="last")
    now = Objective(name="farm", areas=(FARM,))
    assert held(last, RED, contested, there) == (FARM,)
    assert held(now, RED, contested, there) == ()
    assert held(now, RED, contested[:1], {}) == (FARM,)
    assert held(Objective(name="farm", areas=(FARM,), sides=(BLUE,)), RED, contested[:1], {}) == ()


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (Objective(name="f", areas=(FARM,)), "a side that is alone at Farm after bound 9 wins"),
        (
            Objective(name="b", areas=(FARM, FORD), need=2, hold="last", test="turn", from_turn=3, sides=(RED,)),
            "if Red was the last to be alone at both Farm and Ford at the end of a bound from turn 3 on, it wins",
        ),
        (
            Objective(name="b", areas=(FARM, FORD), wins=False, points=2),
            "holding each of Farm and Ford after the last turn is worth 2 points",
        ),
        (
            Objective(name="f", areas=(FARM,), test="at once", points=1),
            "a side that is alone at Farm in a bound wins, and holding Farm after the last turn is worth 1 point",
        ),
    ],
)
def test_what_holding_is_worth(goal: Objective, told: str) -> None:
    assert worth(goal, NAMES, WHEN) == told


def test_what_is_needed_and_where_units_may_leave() -> None:
    more = (FARM, FORD, AreaToHold(name="Rise", shape=(FAR,)))
    assert needed(Objective(name="x", areas=more, need=2)) == "two of Farm, Ford and Rise"
    assert needed(Objective(name="x", areas=more, need=3)) == "all of Farm, Ford and Rise"
    assert objective_text([]) == ""
    assert objective_text([BOTH]) == "objective: both Farm and Ford"
    assert objective_text([BOTH, Objective(name="f", areas=(FARM,))]) == "objectives: both Farm and Ford; Farm"
    road = Exit(name="the lane", edge=TableEdge.NORTH, start=Hundredths(0), end=Hundredths(900), sides=(RED,), points=1)
    assert leaving(road, NAMES) == "units of Red may leave by the lane; each that does is worth 1 point"


def test_how_an_objective_stands_is_told_the_reader_first() -> None:
    assert in_hand(BOTH, {RED: (FARM,), BLUE: (FORD,)}, {BLUE: "Blue", RED: "Red"}, BLUE) == (
        "You hold Ford; Red holds Farm."
    )
    assert in_hand(BOTH, {RED: (), BLUE: ()}, NAMES, None) == "Neither side holds Farm or Ford."
