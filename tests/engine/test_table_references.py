"""The table's edges and corners, and how places are written (OH-Q36, OH-Q42, AR-G20, G-32)."""

import msgspec
import pytest
from hypothesis import strategies as st

from pbem.engine.table.edges import (
    Table,
    TableEdge,
    along_edge,
    crosses_edge,
    edge_length,
    edge_segment,
    holds,
    inwards,
    on_edge,
    to_edge,
    wholly_off,
    wholly_on,
)
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import Rect
from pbem.engine.table.references import read_place, read_spot, say_spot, square, square_centre, square_on
from tests.engine.table_scenes import as_shapely, at, for_any, rect, rects, spots

YARD = Table(Hundredths(3600), Hundredths(3600))
WIDE = Table(Hundredths(7200), Hundredths(4800))


def test_a_unit_is_on_the_table_with_every_corner() -> None:
    assert wholly_on(YARD, rect(2, 1))
    assert not wholly_on(YARD, rect(1.99, 1))
    assert not wholly_on(YARD, rect(34.01, 35))
    assert not wholly_on(YARD, rect(2, 1, 10))
    assert crosses_edge(YARD, TableEdge.WEST, rect(1.99, 1))
    assert not crosses_edge(YARD, TableEdge.SOUTH, rect(1.99, 1))
    assert crosses_edge(YARD, TableEdge.NORTH, rect(10, 35.5))
    assert crosses_edge(WIDE, TableEdge.EAST, rect(71, 3))


def test_a_unit_is_off_the_table_with_every_part() -> None:
    assert not wholly_off(YARD, rect(-1.9, 5))
    assert wholly_off(YARD, rect(-2, 5))
    assert wholly_off(YARD, rect(37, 37, 450, width=100, depth=100))
    assert holds(YARD, (36, 0))
    assert not holds(YARD, (36.01, 0))


@for_any(rects)
def test_on_and_off_agree_with_shapely(one: Rect) -> None:
    table = as_shapely(rect(18, 18, width=3600, depth=3600))
    unit = as_shapely(one)
    assert wholly_off(YARD, one) == (not table.intersects(unit)) or table.intersection(unit).area < 0.3
    assert wholly_on(YARD, one) == table.buffer(0.005, join_style="mitre").covers(unit)


def test_edges() -> None:
    assert edge_segment(WIDE, TableEdge.EAST) == ((72, 0), (72, 48))
    assert edge_segment(WIDE, TableEdge.NORTH) == ((0, 48), (72, 48))
    assert edge_segment(WIDE, TableEdge.SOUTH) == ((0, 0), (72, 0))
    assert edge_segment(WIDE, TableEdge.WEST) == ((0, 0), (0, 48))
    assert [inwards(edge) for edge in TableEdge] == [1800, 2700, 0, 900]
    assert [to_edge(WIDE, edge, (10, 20)) for edge in TableEdge] == [28, 62, 20, 10]
    assert msgspec.json.encode(WIDE) == b"[7200,4800]"


@pytest.mark.parametrize("edge", TableEdge)
def test_a_place_on_an_edge_is_counted_from_its_west_or_south_end(edge: TableEdge) -> None:
    start, end = edge_segment(WIDE, edge)
    whole = edge_length(WIDE, edge)
    assert point(on_edge(WIDE, edge, Hundredths(0))) == start
    assert point(on_edge(WIDE, edge, whole)) == end
    assert along_edge(edge, on_edge(WIDE, edge, Hundredths(725))) == 725


# --- writing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"), [("24,18", (24, 18)), ("24.5, 18.25", (24.5, 18.25)), (" (0,36) ", (0, 36))]
)
def test_coordinates_are_read(text: str, place: tuple[float, float]) -> None:
    assert read_spot(text) == read_place(text) == at(*place)


@pytest.mark.parametrize("text", ["", "24", "24 18", "24,18,3", "a,b", "24.555,1", "D0", "AA1", "(1,2", "D100", "1D"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"place|number|finer"):
        read_place(text)


@for_any(spots)
def test_written_places_are_read_again(spot: Spot) -> None:
    assert read_spot(say_spot(spot)) == read_place(say_spot(spot)) == spot


def test_places_are_written_short() -> None:
    assert say_spot(at(24, 18.5)) == "24,18.5"
    assert say_spot(at(0.05, 13.07)) == "0.05,13.07"


@pytest.mark.parametrize(
    ("place", "name"), [((0, 0), "A1"), ((5.99, 5.99), "A1"), ((6, 5.99), "B1"), ((20, 13), "D3"), ((71, 47), "L8")]
)
def test_squares_of_six_inches(place: tuple[float, float], name: str) -> None:
    assert square(at(*place)) == name
    assert read_place(name.lower()) == read_place(name)


def test_the_last_square_holds_the_far_edges() -> None:
    assert square_on(YARD, at(36, 36)) == "F6"
    assert square_on(WIDE, at(72, 20)) == "L4"
    assert square_on(WIDE, at(80, -3)) == "L1"
    with pytest.raises(ValueError, match="no square"):
        square(at(-1, 4))


@for_any(st.integers(0, 25), st.integers(0, 98))
def test_the_middle_of_a_square_lies_in_it(column: int, row: int) -> None:
    name = f"{chr(ord('A') + column)}{row + 1}"
    assert square(square_centre(name)) == name
    assert point(square_centre(name)) == (6 * column + 3, 6 * row + 3)


def test_what_is_no_square_is_refused() -> None:
    with pytest.raises(ValueError, match=r"not a square"):
        square_centre("24,18")
