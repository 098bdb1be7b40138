"""Lengths and angles: stored, compared, printed, read; the table of sines; bearings."""

import ast
import hashlib
import json
import math
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import strategies as st

import pbem.engine.table
from pbem.engine.table.angles import (
    _SINES,
    ahead,
    arc_length,
    bearing,
    opposite,
    relative,
    relative_bearing,
    rightward,
    rotated,
    turned,
    vector_bearing,
)
from pbem.engine.table.measures import (
    Hundredths,
    Tenths,
    beyond,
    hundredths,
    millimetres,
    read_degrees,
    read_inches,
    rounded_down,
    rounded_up,
    say_degrees,
    say_inches,
    shorter,
    tenths,
    total,
    within,
)
from pbem.engine.table.places import Pose, Spot, point, spot
from tests.engine.table_scenes import CLOSE, facings, for_any, poses, spots, turns

TABLE = Path(pbem.engine.table.__file__).parent


@pytest.mark.parametrize(
    ("stored", "said"),
    [(400, "4"), (450, "4.5"), (1307, "13.07"), (5, "0.05"), (0, "0"), (-25, "-0.25"), (100000, "1000"), (10, "0.1")],
)
def test_lengths_are_printed_without_a_nought_too_many(stored: int, said: str) -> None:
    assert say_inches(Hundredths(stored)) == said
    assert read_inches(said) == stored


@pytest.mark.parametrize(
    ("stored", "said"), [(300, "30°"), (125, "12.5°"), (0, "0°"), (-450, "-45°"), (3599, "359.9°")]
)
def test_angles_are_printed_likewise(stored: int, said: str) -> None:
    assert say_degrees(Tenths(stored)) == said
    assert read_degrees(said) == read_degrees(said[:-1]) == stored


@pytest.mark.parametrize(
    "text", ["4.505", "", ".", "4.", ".5", "four", "4 5", "1e3", "٣", "--4", "123456", "4,5", "nan"]
)
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"number|finer than"):
        read_inches(text)


def test_a_nought_too_many_is_read() -> None:
    assert read_inches(" 4.500 ") == 450
    assert read_degrees("+12.50") == 125
    with pytest.raises(ValueError, match="a tenth of a degree"):
        read_degrees("12.55")


@for_any(st.integers(-10_000, 10_000).map(Hundredths))
def test_printed_is_read_again(length: Hundredths) -> None:
    assert read_inches(say_inches(length)) == length
    assert hundredths(length / 100) == length
    assert rounded_down(length / 100) == rounded_up(length / 100) == length


@for_any(st.floats(-200, 200), st.sampled_from([1, 10, 25, 100]).map(Hundredths))
def test_rounding_down_and_up_keep_within_the_tolerance(length: float, step: Hundredths) -> None:
    down, up = rounded_down(length, step), rounded_up(length, step)
    assert down % step == up % step == 0
    assert down / 100 - 0.005 - CLOSE <= length < (down + step) / 100 - 0.005 + CLOSE
    assert (up - step) / 100 + 0.005 - CLOSE < length <= up / 100 + 0.005 + CLOSE


def test_half_a_hundredth_goes_up() -> None:
    assert [hundredths(length) for length in (0.125, 0.375, -0.125, 4.0049, 4.0051)] == [13, 38, -12, 400, 401]
    assert [tenths(degrees) for degrees in (30, 359.96, -0.5, 12.25, 719.9)] == [300, 0, 3595, 123, 3599]


@pytest.mark.parametrize(
    ("length", "fits"), [(6, True), (6.005, True), (6.0051, False), (0, True), (5.99, True), (6.01, False)]
)
def test_limits_are_included_with_their_tolerance(length: float, fits: bool) -> None:
    assert within(length, Hundredths(600)) is fits
    assert beyond(length, Hundredths(600)) is not fits


def test_met_at_the_same_instant_is_not_met_earlier() -> None:
    """OH-Q13."""
    assert not shorter(6.0, 6.005)
    assert not shorter(6.0, 6.0)
    assert shorter(6.0, 6.0051)


def test_bases_in_millimetres() -> None:
    """AR-G2: infantry 10 by 15 mm is 0.3937 by 0.5906 inches."""
    assert round(millimetres(10), 4) == 0.3937
    assert round(millimetres(15), 4) == 0.5906


def test_lengths_are_added_one_after_another() -> None:
    """0.1 ten times, as every Python before 3.12 adds them."""
    assert total([0.1] * 10) == 0.9999999999999999


def test_places_are_small_in_a_journal() -> None:
    pose = Pose(Spot(Hundredths(2400), Hundredths(1825)), Tenths(300))
    assert msgspec.json.encode(pose) == b"[[2400,1825],300]"
    assert msgspec.json.decode(b"[[2400,1825],300]", type=Pose) == pose


@for_any(poses)
def test_a_place_keeps_its_hundredths(pose: Pose) -> None:
    assert spot(point(pose.at)) == pose.at
    assert msgspec.json.decode(msgspec.json.encode(pose), type=Pose) == pose


# --- sines and bearings ---------------------------------------------------------------------------------------------


def test_the_table_of_sines_never_changes() -> None:
    """Golden: the same on every machine and in every version; a place stored once must be found again."""
    told = json.dumps([one.hex() for one in _SINES]).encode()
    assert hashlib.sha256(told).hexdigest() == "b74880b96973b983ff3af29676e85a1fa43b2819e5bd59600d022beb2c564140"


def test_the_table_of_sines_is_right() -> None:
    for step, sine in enumerate(_SINES):
        folded = min(step % 3600, 3600 - step % 3600)  # of half tenths, to 0..90 degrees: there libm is at its best
        true = math.sin(math.radians(folded / 20)) * (1 if step < 3600 else -1)
        assert abs(sine - true) <= 2 * math.ulp(1.0)
    assert ahead(Tenths(0)) == (0, 1)
    assert ahead(Tenths(900)) == (1, 0)
    assert ahead(Tenths(1800)) == (0, -1)
    assert ahead(Tenths(2700)) == (-1, 0)
    assert ahead(Tenths(300))[0] == 0.5


def test_sines_are_the_nearest_floats() -> None:
    """By the half-angle formulas in fractions: 60 digits of the sine of 15 degrees."""
    root = Fraction(math.isqrt(3 * 10**120), 10**60)
    cosine_twice = root / 2
    sine = Fraction(math.isqrt(int((1 - cosine_twice) / 2 * 10**120)), 10**60)
    assert ahead(Tenths(150))[0] == float(sine)


@for_any(facings)
def test_right_is_a_quarter_further(facing: Tenths) -> None:
    assert rightward(facing) == ahead(turned(facing, Tenths(900)))
    assert opposite(opposite(facing)) == facing
    assert vector_bearing(ahead(facing)) == facing


def test_every_facing_is_its_own_bearing() -> None:
    for facing in map(Tenths, range(3600)):
        east, north = ahead(facing)
        assert vector_bearing((east, north)) == vector_bearing((east * 37, north * 37)) == facing


@for_any(st.tuples(spots, spots))
def test_bearings_are_those_of_the_arc_tangent(ends: tuple[Spot, Spot]) -> None:
    start, end = map(point, ends)
    if ends[0] == ends[1]:
        assert bearing(start, end) == 0
        return
    true = math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360
    apart = abs(bearing(start, end) / 10 - true) % 360
    assert min(apart, 360 - apart) <= 0.05 + 1e-9


@for_any(facings, facings)
def test_relative_bearings_lie_between_left_about_and_right_about(one: Tenths, other: Tenths) -> None:
    seen = relative(one, other)
    assert -1800 < seen <= 1800
    assert turned(other, seen) == one


def test_relative_bearings_of_the_examples() -> None:
    """E1 and E3 of the one-hour catalogue."""
    assert relative_bearing((10, 11), Tenths(0), (12, 20)) == 125
    assert relative_bearing((24, 20), Tenths(0), (33, 21)) == 837
    assert relative_bearing((12, 8), Tenths(900), (20, 10)) == -140


@for_any(turns, st.floats(-50, 50), st.floats(-50, 50))
def test_turned_there_and_back_again(turn: Tenths, east: float, north: float) -> None:
    back = rotated(rotated((east, north), turn), Tenths(-turn))
    assert back == pytest.approx((east, north), abs=CLOSE)


def test_arcs_are_radius_times_angle() -> None:
    assert arc_length(4, Tenths(450)) == pytest.approx(math.pi)
    assert arc_length(4, Tenths(-900)) == pytest.approx(2 * math.pi)


def test_nothing_of_the_machine_is_used() -> None:
    """Of ``math`` only what has one result everywhere; powers of floats come from libm too, and ``sum`` rounds
    otherwise from Python 3.12 on.
    """
    allowed = {"sqrt", "floor", "ceil", "inf"}
    found = []
    for path in sorted(TABLE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "math":
                found += [f"{path.name}: math.{node.attr}"] * (node.attr not in allowed)
            elif isinstance(node, ast.ImportFrom) and node.module in {"math", "cmath"}:
                found += [f"{path.name}: {one.name}" for one in node.names if one.name not in allowed]
            elif isinstance(node, ast.Name) and node.id in {"sum", "pow"}:
                found.append(f"{path.name}: {node.id}, line {node.lineno}")
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
                found += [f"{path.name}: line {node.lineno}"] * (ast.unparse(node) not in {"10 ** 39", "10 ** places"})
    assert found == []
