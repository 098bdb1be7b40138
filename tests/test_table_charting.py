"""Marks of a table's map: footings as arrows and touches, facts as arrows by a table, stretches of the edge."""

import msgspec

from pbem.engine.facts import Fact
from pbem.engine.ids import Side
from pbem.engine.mapstyle import look_of
from pbem.engine.ruleset import Happening
from pbem.engine.table.charting import Arrows, Footing, each_once, stretch, tracks, unprinted
from pbem.engine.table.edges import Table, TableEdge
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import TableFeature


def place(x: int, y: int) -> Spot:
    return Spot(Hundredths(x), Hundredths(y))


HERE, THERE = Pose(place(1000, 1000), Tenths(0)), Pose(place(1000, 1500), Tenths(900))
BLOCK = Footing("S01", 1, HERE, Hundredths(400), Hundredths(200))
TABLE = Table(Hundredths(3600), Hundredths(3600))


class Rode(Fact[None], frozen=True, tag="rode"):
    end: Pose


class Slept(Fact[None], frozen=True, tag="slept"):
    pass


ARROWS: Arrows[None] = {
    Rode: lambda before, fact: BLOCK.went((HERE.at, fact.end.at), fact.end) if fact.end != HERE else None
}


def test_facts_are_arrows_by_the_table_and_others_are_none() -> None:
    found = tracks(ARROWS, [Happening(fact, None) for fact in (Slept(), Rode(end=THERE), Rode(end=HERE))])
    (track,) = found
    assert (track.kind, track.look, track.code, track.path, track.end, track.start) == (
        "moved", 1, "S01", (HERE.at, THERE.at), THERE, HERE,
    )  # fmt: skip


def test_a_unit_shoots_and_touches_from_the_middle_of_its_front() -> None:
    assert BLOCK.shot(THERE).path == (place(1000, 1100), THERE.at)
    east = msgspec.structs.replace(BLOCK, at=Pose(HERE.at, Tenths(900)))
    assert (east.touches("N01").at, east.touches("N01").other) == (place(1100, 1000), "N01")


def test_one_that_comes_has_no_place_before_and_one_that_leaves_none_after() -> None:
    assert BLOCK.came((HERE.at, THERE.at), THERE).start is None
    assert (BLOCK.went((HERE.at, THERE.at), None).end, BLOCK.went((HERE.at, THERE.at), None).start) == (None, HERE)
    assert BLOCK.went((HERE.at,), THERE, "charged").kind == "charged"
    assert (BLOCK.fallen().at, BLOCK.fallen().width, BLOCK.fallen().depth) == (HERE, 400, 200)


def test_a_way_names_each_place_once_and_has_two_at_least() -> None:
    a, b = place(0, 0), place(1, 1)
    assert each_once(a, a, b, b, a) == (a, b, a)
    assert each_once(a, a) == (a, a)


def test_a_stretch_ends_with_its_edge() -> None:
    ends = Hundredths(100), Hundredths(3500)
    assert stretch(TABLE, TableEdge.SOUTH, *ends) == (place(100, 0), place(3500, 0))
    assert stretch(TABLE, TableEdge.SOUTH, *ends, Hundredths(200)) == (place(0, 0), place(3600, 0))


def test_a_name_is_printed_once() -> None:
    hill = TableFeature(id="hill", kind="hill", shape=(), name="the Down")
    assert (unprinted("Down", [hill]), unprinted("Mill", [hill])) == ("", "Mill")


def test_the_side_named_first_has_the_first_look() -> None:
    sides = [Side("red"), Side("blue")]
    assert [look_of(sides, side) for side in sides] == [1, 2]
