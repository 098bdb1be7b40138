"""Standing orders and defaults: which speaks, what it makes a unit do as it acts, how it is written and taken back."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour.battle import Arrival, Battle, Contact
from pbem.rulesets.onehour.commands import (
    Sheet,
    Standing,
    StandingFire,
    StandingMove,
)
from pbem.rulesets.onehour.language.decisions import ROWS_OF_TABLE
from pbem.rulesets.onehour.language.language import overlay
from pbem.rulesets.onehour.language.offering import offers
from pbem.rulesets.onehour.playing.checking import check
from pbem.rulesets.onehour.standing.acting import move_for, shot_for
from pbem.rulesets.onehour.standing.lasting import lasting
from pbem.rulesets.onehour.standing.standing import laid_over, speaking
from pbem.rulesets.onehour.writing.writing import SPOKEN, order_text, standing_text
from tests.onehour_tables import BLUE, asked, block, ground, reading, spot, table, unit


def told(battle: Battle, *lines: str) -> Battle:
    """The battle with standing orders of blue's in force."""
    found = reading(battle, "\n".join(f"standing {line}" for line in lines))
    assert found.problems == ()
    assert isinstance(found.answer, Sheet)
    return replace(battle, sheets={BLUE: found.answer})


def move(battle: Battle, code: str) -> str:
    """What a unit without orders does in step 1, as text; whatever it is, it would be carried out."""
    acting = move_for(battle, StandId(code))
    if acting is None:
        return ""
    assert check(battle, acting.order) == ()
    return order_text(acting.order)


def shot(battle: Battle, code: str) -> str:
    """The same in step 2."""
    acting = shot_for(battle, StandId(code))
    if acting is None:
        return ""
    assert check(battle, acting.order) == ()
    return order_text(acting.order)


# --- how it is written --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("all shoot nearest", "all shoot nearest"),
        ("I1 shoot most hits first", "I1 shoot most hits first"),
        ("I1 shoot EC1 then EI1", "I1 shoot EC1 EI1"),
        ("I2 hold fire beyond 8", "I2 hold fire beyond 8"),
        ("I2 hold fire against cover", "I2 hold fire against cover"),
        ("foot hold fire beyond 8 inches or against cover", "foot hold fire beyond 8 or against cover"),
        ("all hold fire", "all hold fire always"),
        ("C1 charge any within 10", "C1 charge any within 10"),
        ("C1 charge any enemy", "C1 charge any"),
        ("C1 charge EC1 EI1", "C1 charge EC1 EI1"),
        ("all never charge", "all charge never"),
        ("C1 charge flank or rear only", "C1 only charge flank or rear"),
        ("all never charge infantry front", "all never charge infantry front"),
        ("all never charge up a hill", "all never charge up a hill"),
        ("all never charge up a hill or infantry's front", "all never charge infantry front or up a hill"),
        ("all turn rear, right, left", "all turn rear, right, left"),
        ("cavalry do not turn", "cavalry turn never"),
        ("I1 go to 24,18", "I1 without orders go to 24,18"),
        ("I1 without orders go to the hill", "I1 without orders go to 30,27"),
        ("I1 go by the road to 24,18", "I1 without orders go by the road to 24,18"),
        ('I1 keep 8" from the enemy', "I1 without orders keep 8 from the enemy"),
        ("I1 face the nearest enemy", "I1 without orders face the enemy"),
        ("all hold", "all without orders hold"),
        ("order C1 I1", "all order C1 I1"),
        ("all order C1 I1 I2", "all order C1 I1 I2"),
        ("I1 enter at 12,0", "I1 enter at 12,0"),
        ("I1 enter at the middle", "I1 enter at the middle"),
        ("I1 wait until turn 4", "I1 wait until turn 4"),
    ],
)
def test_standing_orders_are_read_and_read_back(line: str, canonical: str) -> None:
    field = table(
        unit("I1", 10, 10), unit("I2", 15, 10), unit("C1", 22, 8), unit("EC1", 12, 30, 180), unit("EI1", 22, 28, 180),
        block("hill", "hill", 26, 24, 34, 30), ground("road", "road", (0, 10), (36, 10)),
    )  # fmt: skip
    found = reading(field, f"standing {line}")
    assert found.problems == ()
    assert found.text == f"Standing {canonical}"
    again = reading(field, found.text)
    assert (again.answer, again.text) == (found.answer, found.text)
    assert found.understood[0].note


def test_every_row_of_the_table_is_written_in_words_that_are_read() -> None:
    field = table(unit("I1", 10, 10), unit("C1", 22, 8), unit("C2", 4, 4), unit("C3", 9, 4), unit("EI1", 22, 28, 180))
    enemies = replace(
        field, units={**field.units, **{u: replace(field.units[StandId(u)], side="red") for u in ("C2", "C3")}}
    )
    assert {SPOKEN[row.kind.__name__] for row in ROWS_OF_TABLE} == set(SPOKEN.values())
    for row in ROWS_OF_TABLE:
        for value in (*row.values, *row.forms, "default"):
            text = f"standing all {row.name} {value}"
            for told, here in {"N02 N03": "C2 C3", "N02 N01": "C2 C3", "S04 S05 S01": "C1 I1"}.items():
                text = text.replace(told, here)
            found = reading(enemies, text)
            assert found.problems == (), text
            if value in row.values:
                assert found.text == f"Standing all {row.name} {value}"


def test_what_makes_no_sense_is_refused() -> None:
    field = table(unit("I1", 10, 10), unit("EI1", 22, 28, 180))
    for line, why in (
        ("I1 order I1", "one for all of them"), ("I1 turn rear, rear", "named once"), ("I1 go to EI1", "move about"),
        ("I1 wait until turn 0", "counted 1, 2, 3"), ("I1 dance", "what is decided"), ("EI1 hold", "not yours"),
    ):  # fmt: skip
        found = reading(field, f"standing {line}").problems
        assert len(found) == 1, line
        assert why in found[0].reason
    two = reading(field, "standing all shoot nearest\nstanding all shoot most hits first").problems
    assert [one.kind for one in two] == ["two orders"]


# --- which one speaks ---------------------------------------------------------------------------------------------


def test_the_most_particular_speaks() -> None:
    field = told(
        table(unit("I1", 10, 10), unit("I2", 20, 10), unit("S1", 4, 4), unit("C1", 30, 4)),
        "I1 go to 1,1", "infantry go to 2,2", "foot go to 3,3", "all go to 4,4",
    )  # fmt: skip
    to = {
        code: one.to for code in ("I1", "I2", "S1", "C1")
        if (one := speaking(field, field.units[StandId(code)], StandingMove)) is not None
    }  # fmt: skip
    assert to == {"I1": spot(1, 1), "I2": spot(2, 2), "S1": spot(3, 3), "C1": spot(4, 4)}


def test_one_that_is_newer_takes_the_place_of_one_on_the_same_thing() -> None:
    first: tuple[Standing, ...] = (StandingMove(whom="all", how="hold"), StandingFire(whom="all", always=True))
    newer = reading(table(unit("I1", 1, 1)), "standing all go to 3,3\nstanding all hold fire default").answer
    assert isinstance(newer, Sheet)
    assert laid_over(first, newer.standing) == (StandingMove(whom="all", how="go to", to=spot(3, 3)),)


def test_what_speaks_of_units_gone_does_not_last() -> None:
    field = told(
        table(unit("I1", 10, 10), unit("C1", 20, 10), unit("EC1", 10, 30), unit("EI1", 20, 30)),
        "I1 hold", "all charge EC1 EI1", "all shoot EC1", "order I1 C1", "all turn never",
    )  # fmt: skip
    gone = {u: replace(field.units[StandId(u)], state="eliminated") for u in ("I1", "EC1")}
    after = replace(field, units={**field.units, **gone})
    kept = lasting(after, after.sheets[BLUE])
    assert [standing_text(one) for one in kept.standing] == ["all charge EI1", "all order C1", "all turn never"]
    assert reading(after, "\n".join(f"standing {standing_text(one)}" for one in kept.standing)).problems == ()
    assert overlay(after, None, Sheet()) == kept


# --- moves --------------------------------------------------------------------------------------------------------

FIELD = table(unit("I1", 10, 10), unit("EC1", 10, 20, 180), unit("EI1", 20, 30, 180))


def test_nothing_said_is_to_hold() -> None:
    assert move(FIELD, "I1") == ""
    assert move(told(FIELD, "all hold"), "I1") == ""


def test_go_to_a_place_and_stop_there() -> None:
    assert move(told(FIELD, "I1 go to 13,14"), "I1") == "pivot right 36.9, forward 5"
    assert move(told(FIELD, "I1 go to 10,10"), "I1") == ""
    assert move(told(FIELD, "I1 go to 10,1"), "I1") == "about, forward 6"


def test_a_move_that_would_be_refused_is_cut_in_tenths() -> None:
    blocked = table(unit("I1", 10, 10), unit("I2", 10, 14.37), unit("EC1", 10, 30, 180))
    assert move(told(blocked, "I1 go to 10,20"), "I1") == "forward 2.3"
    assert move(told(blocked, "I1 go to 10,20"), "I1") != "forward 2.37"
    against = table(unit("I1", 10, 10), unit("EC1", 10, 12.03, 180))
    assert move(told(against, "I1 go to 10,20"), "I1") == ""


def test_keep_off_the_enemy() -> None:
    near = table(unit("I1", 10, 10), unit("EC1", 10, 16, 180))
    assert move(told(near, "I1 keep 8 from the enemy"), "I1") == "about, forward 4, about"
    assert move(told(near, "I1 keep 12 from the enemy"), "I1") == "about, forward 6, about"
    assert move(told(near, "I1 keep 3 from the enemy"), "I1") == ""


def test_face_the_nearest_enemy() -> None:
    aside = table(unit("I1", 10, 10), unit("EC1", 20, 10, 180), unit("EI1", 10, 30, 180))
    assert move(told(aside, "I1 face the enemy"), "I1") == "pivot right 90"
    assert move(told(FIELD, "I1 face the enemy"), "I1") == ""


def test_go_by_the_road() -> None:
    there = table(unit("I1", 10, 4.5, 80), ground("road", "road", (0, 4), (36, 4)), unit("EC1", 10, 30, 180))
    assert move(told(there, "I1 go by the road to 14,9"), "I1") == "road 4"
    assert move(told(there, "I1 go by the road to 30,9"), "I1") == "road 9"
    assert move(told(there, "I1 go by the road to 10,9"), "I1") == ""
    aside = table(unit("I1", 10, 12, 180), ground("road", "road", (0, 4), (36, 4)), unit("EC1", 10, 30, 180))
    assert move(told(aside, "I1 go by the road to 30,9"), "I1") == "forward 6"


# --- charges ------------------------------------------------------------------------------------------------------

HORSE = table(unit("C1", 10, 10), unit("EI1", 10, 16, 180), unit("EC1", 16, 15, 180), unit("ES1", 30, 30, 180))


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (("all hold",), ""),
        (("C1 charge any",), "charge EI1"),
        (("C1 charge any within 3",), ""),
        (("C1 charge any within 4",), "charge EI1"),
        (("C1 charge EC1",), "pivot right 44, charge EC1"),
        (("C1 charge ES1 EI1",), "charge EI1"),
        (("C1 charge ES1",), ""),
        (("C1 charge any", "C1 never charge infantry front"), "pivot right 44, charge EC1"),
        (("C1 charge any", "C1 charge flank or rear only"), "pivot right 44, charge EC1"),
        (("C1 charge any", "C1 never charge"), None),
        (("all charge any", "C1 never charge"), ""),
    ],
)
def test_standing_charges(lines: tuple[str, ...], order: str | None) -> None:
    if order is None:
        assert reading(HORSE, "\n".join(f"standing {line}" for line in lines)).problems[0].kind == "two orders"
    else:
        assert move(told(HORSE, *lines), "C1") == order


def test_a_charge_goes_in_where_it_is_allowed_to() -> None:
    flank = table(unit("C1", 20, 10, 270), unit("EI1", 12, 10, 0), unit("C2", 30, 4))
    assert move(told(flank, "all charge any", "all charge flank or rear only"), "C1") == "charge EI1"
    assert move(told(flank, "all charge any", "all never charge infantry front"), "C1") == "charge EI1"


def test_no_charge_up_a_hill() -> None:
    hill = block("hill", "hill", 6, 14, 14, 20)
    under = replace(HORSE, features=(hill,))
    assert move(told(under, "C1 charge EI1", "C1 never charge up a hill"), "C1") == ""
    both = replace(HORSE, features=(block("hill", "hill", 6, 6, 14, 20),))
    assert move(told(both, "C1 charge EI1", "C1 never charge up a hill"), "C1") == "charge EI1"


def test_with_powder_there_is_no_charge_and_without_there_is() -> None:
    near = table(unit("I1", 10, 10), unit("EI1", 10, 15, 180))
    assert move(told(near, "I1 charge any", "I1 go to 1,10"), "I1") == "pivot left 90, forward 6"
    empty = table(unit("I1", 10, 10, out_of_ammo=True), unit("EI1", 10, 15, 180))
    assert move(told(empty, "I1 charge any", "I1 go to 1,10"), "I1") == "charge EI1"


# --- shots --------------------------------------------------------------------------------------------------------

LINE = table(
    unit("I1", 10, 10), unit("C1", 30, 4), unit("EC1", 10, 18, 180), unit("EI1", 15, 19, 180, hits=9),
    unit("ES1", 5, 19.5, 180, hits=15), block("town", "town", 8, 16, 12, 20),
)  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ((), "shoot EC1"),
        (("all shoot most hits first",), "shoot EI1"),
        (("I1 shoot EI1 EC1",), "shoot EI1"),
        (("I1 shoot ES1 EC1",), "shoot EC1"),
        (("I1 shoot ES1",), ""),
        (("I1 hold fire",), ""),
        (("I1 hold fire beyond 5",), ""),
        (("I1 hold fire beyond 6",), "shoot EC1"),
        (("I1 hold fire against cover",), "shoot EI1"),
        (("all hold fire", "I1 hold fire never"), "shoot EC1"),
    ],
)
def test_shots_without_orders(lines: tuple[str, ...], order: str) -> None:
    assert shot(told(LINE, *lines) if lines else LINE, "I1") == order


def test_of_two_as_near_the_first_by_code_is_shot_at_and_who_cannot_shoot_does_not() -> None:
    even = table(unit("I1", 10, 10), unit("C1", 20, 4), unit("EC2", 6, 18, 180), unit("EC1", 14, 18, 180))
    assert shot(even, "I1") == "shoot EC1"
    assert shot(even, "C1") == ""
    for state in ({"out_of_ammo": True}, {"state": "eliminated"}):
        assert shot(replace(even, units={**even.units, "I1": replace(even.units[StandId("I1")], **state)}), "I1") == ""
    fight = replace(even, contacts=(Contact(StandId("EC1"), StandId("I1"), Face.REAR),))
    assert shot(fight, "I1") == ""


# --- turning to face ----------------------------------------------------------------------------------------------


def attacked(*faces: tuple[str, Face]) -> Battle:
    """A unit of blue's attacked on some faces."""
    places = {Face.RIGHT: (21, 18, 270), Face.LEFT: (15, 18, 90), Face.REAR: (18, 16, 0), Face.FRONT: (18, 20, 180)}
    return table(
        unit("S1", 18, 18), *(unit(code, *places[face]) for code, face in faces),
        *(Contact(StandId(code), StandId("S1"), face) for code, face in faces),
    )  # fmt: skip


def test_attackers_are_faced_rear_first_then_right_then_left() -> None:
    assert move(attacked(("EC1", Face.LEFT), ("EC2", Face.RIGHT), ("EC3", Face.REAR)), "S1") == "turn to EC3"
    assert move(attacked(("EC1", Face.LEFT), ("EC2", Face.RIGHT)), "S1") == "turn to EC2"
    assert move(attacked(("EC1", Face.LEFT)), "S1") == "turn to EC1"
    assert move(attacked(("EC1", Face.LEFT), ("EC2", Face.FRONT)), "S1") == ""


def test_standing_orders_say_to_whom_a_unit_turns() -> None:
    both = attacked(("EC1", Face.LEFT), ("EC2", Face.RIGHT))
    assert move(told(both, "S1 turn left, right"), "S1") == "turn to EC1"
    assert move(told(both, "S1 turn rear"), "S1") == ""
    assert move(told(both, "all turn never"), "S1") == ""


# --- coming onto the table ----------------------------------------------------------------------------------------


def coming(*more: Any, turn: int = 2) -> Battle:
    """I5 of blue's may come over the south edge from turn 2 on."""
    arrival = Arrival(
        units=(StandId("I5"),), turn=2, edge=TableEdge.SOUTH, start=Hundredths(1000), end=Hundredths(2000)
    )  # fmt: skip
    return table(unit("I5", 0, 0, state="to come"), unit("I1", 30, 20), *more, arrivals=(arrival,), turn=turn)


def test_reinforcements_enter_in_the_middle_at_full_move() -> None:
    assert move(coming(turn=1), "I5") == ""
    assert move(coming(), "I5") == "enter 15,0, forward 6"
    assert move(coming(unit("I2", 15, 4)), "I5") == "enter 15,0, forward 3"
    assert move(coming(unit("I2", 15, 1)), "I5") == "enter 19,0, forward 6"
    assert move(coming(unit("I2", 12, 1), unit("I3", 17, 1)), "I5") == ""


def test_standing_orders_say_where_and_when() -> None:
    assert move(told(coming(), "I5 enter at 12,0"), "I5") == "enter 12,0, forward 6"
    assert move(told(coming(unit("I2", 12, 1)), "I5 enter at 12,0"), "I5") == ""
    assert move(told(coming(), "I5 wait until turn 4"), "I5") == ""
    assert move(told(coming(turn=4), "I5 wait until turn 4"), "I5") == "enter 15,0, forward 6"


# --- for the editor -----------------------------------------------------------------------------------------------


def test_the_table_of_decisions_shows_what_is_set() -> None:
    field = table(unit("I1", 10, 10), unit("C1", 20, 10), unit("EC1", 10, 30))
    answer = reading(
        field,
        "standing all shoot most hits first\nstanding cavalry charge any\n"
        "standing C1 charge EC1\nstanding I1 go to 5,5",
    ).answer
    shown = {one.name: one for one in offers(field, asked(field), answer).decisions}
    assert [(one.line, one.value) for one in shown["shoot"].choices] == [("standing all shoot", "most hits first")]
    assert [(one.line, one.value) for one in shown["charge"].choices] == [
        ("standing all charge", ""), ("standing infantry charge", ""), ("standing cavalry charge", "any"),
    ]  # fmt: skip
    assert shown["charge"].exceptions == ("standing C1 charge EC1",)
    assert {one.codes: (one.value, one.by) for one in shown["charge"].acts} == {
        ("C1",): ("EC1", "C1"), ("I1",): ("never", ""),
    }  # fmt: skip
    assert shown["without orders"].single[0].value == "go to 5,5"
    assert "enter" not in shown
    for one in shown.values():
        for line in (*(f"{c.line} {v}" for c in one.choices for v in one.values), *one.exceptions):
            assert reading(field, line).problems == (), line
        beginnings = [choice.line for choice in one.choices]
        others = [c.line for other in shown.values() if other is not one for c in other.choices]
        assert not any(f"{line} ".startswith(f"{other} ") for line in others for other in beginnings)


# --- whatever stands there ----------------------------------------------------------------------------------------

place = st.tuples(st.integers(2, 34), st.integers(2, 34), st.integers(0, 359))
marching = st.sampled_from(
    ["hold", "go to 18,18", "keep 9 from the enemy", "face the enemy", "go by the road to 30,30"]
)  # fmt: skip
charging = st.sampled_from(["charge any", "charge never", "only charge flank or rear"])
firing = st.sampled_from(["shoot most hits first", "hold fire beyond 7"])


@settings(max_examples=40, deadline=None)
@given(st.lists(place, min_size=4, max_size=4), st.tuples(marching, charging, firing))
def test_what_is_done_without_orders_is_lawful(where: list[tuple[int, int, int]], lines: tuple[str, ...]) -> None:
    some = [unit(code, *at) for code, at in zip(("I1", "C1", "EI1", "ES1"), where, strict=True)]
    field = table(*some, ground("road", "road", (0, 10), (18, 18), (36, 18)))
    battle = told(field, *(f"all {line}" for line in lines))
    for code in ("I1", "C1"):
        move(battle, code)
        shot(battle, code)
