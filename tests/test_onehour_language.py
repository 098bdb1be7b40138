"""Orders in inches: what is read, what it comes to in figures, what is refused and why, what text reads back to."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from lark import logger as lark_logger
from msgspec.structs import replace

from pbem.engine.ids import Seat, StandId
from pbem.engine.language.grammar import Grammar, Unreadable
from pbem.engine.language.lines import clean
from pbem.engine.language.transformer import Unfit
from pbem.engine.orders import Problem
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.objectives import Exit
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Face
from pbem.engine.table.words.tidying import tidied
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.asks import AskArmy, AskSetup
from pbem.rulesets.onehour.battle import Arrival, Battle, Contact
from pbem.rulesets.onehour.commands import (
    ArmyChoice,
    Charge,
    Enter,
    Go,
    Hold,
    HoldFire,
    Move,
    Order,
    Pivot,
    Placed,
    SetUp,
    Sheet,
    Shoot,
    TurnToFace,
    moving,
)
from pbem.rulesets.onehour.facts import Entered, Moved
from pbem.rulesets.onehour.language.helping import GUIDE
from pbem.rulesets.onehour.language.language import form, looks_like_order, overlay, read, write
from pbem.rulesets.onehour.language.resolving import WORDS as GROUND
from pbem.rulesets.onehour.language.transformer import heard
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.writing.verbs import VERBS
from pbem.rulesets.onehour.writing.writing import order_text, sheet_text
from tests.onehour_tables import BLUE, asked, block, ground, reading, spot, table, understood, unit

I1, C1, EC1 = StandId("I1"), StandId("C1"), StandId("EC1")

OPEN = table(
    unit("I1", 10, 10), unit("I2", 30, 10, name="Essex's Foot"), unit("C1", 20, 4),
    unit("EC1", 10, 20, 180, name="Byron's Horse"), unit("ES1", 31, 28, 180),
)  # fmt: skip


def orders(battle: Battle, text: str) -> tuple[Order, ...]:
    """What a text orders; nothing in it may be wrong."""
    found = reading(battle, text)
    assert found.problems == ()
    assert isinstance(found.answer, Sheet)
    return found.answer.orders


def problem(battle: Battle, text: str) -> Problem:
    """The only thing that is wrong with a text."""
    found = reading(battle, text).problems
    assert len(found) == 1
    return found[0]


def note(battle: Battle, text: str) -> str:
    """What is remarked on the only line of a text."""
    return reading(battle, text).understood[0].note


# --- the table of verbs -------------------------------------------------------------------------------------------


def test_the_grammar_has_no_line_that_reads_in_two_ways(caplog: pytest.LogCaptureFixture) -> None:
    lark_logger.setLevel("DEBUG")
    made = Lark.__init__

    def loud(self: Lark, *args: Any, **more: Any) -> None:
        made(self, *args, **{**more, "debug": True})

    with caplog.at_level("DEBUG", logger=lark_logger.name), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lark, "__init__", loud)
        Grammar(VERBS)
    assert "conflict" not in caplog.text.lower()


def test_every_example_of_the_help_page_is_read() -> None:
    for verb in VERBS.verbs:
        if verb.example:
            assert looks_like_order(verb.example), verb.example
            if verb.kind != "control":
                text = GROUND.marked(tidied(clean(verb.example)), {}, {}, {})
                assert not isinstance(heard(text), Unreadable | Unfit), verb.example


def test_the_help_page_has_every_verb_and_every_decision() -> None:
    told = {verb.word for chapter in GUIDE.chapters for verb in chapter.verbs}
    assert told == {verb.word for verb in VERBS.verbs if verb.kind not in {"also", "deploy"}}
    assert [one.number for one in GUIDE.catalogue] == [f"OH-D{n}" for n in range(1, 11)]
    words = {word for one in GUIDE.catalogue for word in one.words}
    assert {one.word for one in GUIDE.decisions} == {*words, "pass"}  # it is no decision of the rules


# --- exact orders -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("I1 forward 4", moving(I1, Hundredths(400))),
        ("i1: FORWARD 4.5 inches.", moving(I1, Hundredths(450))),
        ('I1 forward 4"', moving(I1, Hundredths(400))),
        ("I1 forward 4\u201d", moving(I1, Hundredths(400))),
        ("I1 forward 4\u2033", moving(I1, Hundredths(400))),
        ("I1 forward 4''", moving(I1, Hundredths(400))),
        ("I1 fwd 4in", moving(I1, Hundredths(400))),
        ("I1 forward 4\u00bd", moving(I1, Hundredths(450))),
        ("I1 forward \u00be", moving(I1, Hundredths(75))),
        ("I1 forward four inches", moving(I1, Hundredths(400))),
        ("I1 - forward 4", moving(I1, Hundredths(400))),
        ("I1 forward by 4", moving(I1, Hundredths(400))),
        ("I1 move forward 4", moving(I1, Hundredths(400))),
        ("I1 pivot right 30", moving(I1, Hundredths(0), Tenths(300))),
        ("I1 right 30\u00b0", moving(I1, Hundredths(0), Tenths(300))),
        ("I1 pivot 30 degrees right", moving(I1, Hundredths(0), Tenths(300))),
        ("I1 left 12.5", moving(I1, Hundredths(0), Tenths(-125))),
        ("I1 about, forward 3", moving(I1, Hundredths(300), Tenths(1800))),
        ("I1 turn about and forward 3", moving(I1, Hundredths(300), Tenths(1800))),
        ("I1 face 90", moving(I1, Hundredths(0), Tenths(900))),
        ("I1 face northwest", moving(I1, Hundredths(0), Tenths(-450))),
        ("I1 face 20,10", moving(I1, Hundredths(0), Tenths(900))),
        ("I1 forward 5, face 20,15", moving(I1, Hundredths(500), pivot_end=Tenths(900))),
        (
            "I1 pivot right 30, forward 6, pivot left 15",
            moving(I1, Hundredths(600), Tenths(300), Tenths(-150)),
        ),
        ("I1 pivot right 30, pivot left 15", Move(unit=I1, legs=(Pivot(Tenths(300)), Pivot(Tenths(-150))))),
        ("C1 charge EC1, pivot right 0", None),
        ("I1 hold", Hold(unit=I1)),
        ("I1 hold fire", HoldFire(unit=I1)),
        ("I1 shoot EC1", Shoot(unit=I1, targets=(EC1,))),
        ("I1 fire at Byron's Horse", Shoot(unit=I1, targets=(EC1,))),
        ("I1 shoot at the nearest", Shoot(unit=I1, targets=(EC1,))),
        ("I1 shoot ES1 else EC1", Shoot(unit=I1, targets=(StandId("ES1"), EC1))),
    ],
)  # fmt: skip
def test_an_order_is_read_however_it_is_written(text: str, order: Order | None) -> None:
    if order is not None:
        assert orders(OPEN, text) == (order,)
    else:
        assert reading(OPEN, text).problems


def test_a_move_and_a_shot_stand_on_one_line_or_on_two() -> None:
    both = (moving(I1, Hundredths(400)), Shoot(unit=I1, targets=(EC1,)))
    assert orders(OPEN, "I1 forward 4, shoot EC1") == both
    assert orders(OPEN, "I1 forward 4\nI1 shoot EC1") == both
    assert understood(OPEN, "I1 forward 4, shoot EC1") == ["I1 forward 4, shoot EC1"]
    refused = problem(OPEN, "I1 shoot EC1, forward 4")
    assert "OH-move-5" in refused.rules
    assert refused.suggestions == ("I1 forward 4, shoot EC1",)


def test_a_name_that_both_sides_have_is_the_enemys_where_one_shoots_or_charges() -> None:
    same = table(
        unit("I1", 10, 10, name="Red regiment"), unit("I2", 15, 10), unit("EC1", 10, 18, 180, name="Red regiment")
    )
    assert understood(same, "I2 shoot the Red Regiment") == ["I2 shoot EC1"]
    assert problem(same, "I2 toward Red regiment").kind == "not readable"
    assert understood(same, "Red regiment forward 4") == ["I1 forward 4"]


def test_several_units_and_all_are_ordered_on_one_line() -> None:
    assert understood(OPEN, "I1, I2 and C1 forward 4") == ["I1 forward 4", "I2 forward 4", "C1 forward 4"]
    assert understood(OPEN, "all hold") == ["C1 hold", "I1 hold", "I2 hold"]
    own = understood(OPEN, "all hold\nI1 forward 2")
    assert own == ["C1 hold", "I2 hold", "I1 forward 2"]


def test_units_of_one_line_move_in_the_order_in_which_they_can() -> None:
    column = table(unit("I1", 10, 10), unit("I2", 10, 13))
    assert understood(column, "I1 I2 forward 4") == ["I2 forward 4", "I1 forward 4"]
    assert understood(column, "I2 forward 4\nI1 forward 4") == ["I2 forward 4", "I1 forward 4"]


def test_lines_are_judged_after_those_above_them() -> None:
    column = table(unit("I1", 10, 10), unit("I2", 10, 13))
    assert understood(column, "I1 toward 10,34\nI2 forward 4") == ["I1 forward 1.01", "I2 forward 4"]
    assert understood(column, "I2 forward 4\nI1 toward 10,34") == ["I2 forward 4", "I1 forward 5.01"]


# --- aims ---------------------------------------------------------------------------------------------------------


def place(battle: Battle, text: str, code: str = "I1") -> tuple[float, float]:
    """Where a line brings a unit."""
    order = next(one for one in orders(battle, text) if isinstance(one, Move | Enter))
    came = done(battle, order)
    assert isinstance(came, Moved | Entered)
    assert order.unit == code
    end = came.end
    return end.at.x / 100, end.at.y / 100


@pytest.mark.parametrize("where", ["13,14", "(13, 14)", "13/14", "13 14", '13", 14"', "(13;14)"])
def test_toward_a_place_goes_there(where: str) -> None:
    assert understood(OPEN, f"I1 toward {where}") == ["I1 pivot right 36.9, forward 5"]
    assert place(OPEN, f"I1 go to {where}") == (13, 14)


def test_what_is_too_far_is_cut_and_told() -> None:
    assert understood(OPEN, "I1 toward 10,34") == ["I1 forward 6"]
    assert note(OPEN, "I1 toward 10,34") == "toward 10,34: 18 inches short"
    assert understood(OPEN, "I1 toward 10,34 at most 2.5") == ["I1 forward 2.5"]
    stopped = table(unit("I1", 10, 10), unit("I2", 10, 14))
    assert understood(stopped, "I1 toward 10,34") == ["I1 forward 2.01"]
    assert "stops because I2 is in the way (OH-move-6" in note(stopped, "I1 toward 10,34")


def test_toward_an_enemy_stops_short_of_contact() -> None:
    near = table(unit("I1", 10, 10), unit("EC1", 10, 16, 180))
    assert understood(near, "I1 toward EC1") == ["I1 forward 3.98"]
    assert understood(near, "I1 up to contact range of EC1") == ["I1 forward 3.98"]
    assert "which only a charge may" in problem(near, "I1 forward 4").reason
    assert problem(near, "I1 forward 4").suggestions[0] == "I1 forward 3.98"


@pytest.mark.parametrize(
    ("reach", "order"),
    [("6", "I1 forward 2"), ("range", None), ('6.5"', "I1 forward 1.5"), ("charge range", "I1 forward 2")],
)
def test_up_to_a_range(reach: str, order: str | None) -> None:
    if order is None:
        far = problem(OPEN, f"I1 up to {reach} of EC1")
        assert "the range is 8" in far.reason
    else:
        assert understood(OPEN, f"I1 up to {reach} of EC1") == [order]


WOODED = table(
    unit("I1", 10, 10), unit("S1", 30, 4), unit("EC1", 30, 30, 180),
    block("wood", "woods", 8, 14, 12, 20, called="Harrow Wood"), block("hill", "hill", 24, 8, 34, 20),
    ground("road", "road", (0, 4), (36, 4), called="the Turnpike"),
)  # fmt: skip


@pytest.mark.parametrize(
    "words", ["Harrow Wood", "the wood's edge", "the edge of the wood", "the wood edge", "the nearest wood"]
)
def test_ground_is_called_by_its_name_or_its_kind(words: str) -> None:
    assert understood(WOODED, f"I1 to {words}") == ["I1 forward 3"]
    assert note(WOODED, f"I1 to {words}") == "to the edge of Harrow Wood"


def test_into_ground_goes_until_the_centre_is_in_it() -> None:
    assert place(WOODED, "S1 onto the hill", "S1") == (30, 8.05)
    assert "there is no ford on this map" in problem(WOODED, "I1 to the ford").reason.replace("crossing", "ford")
    assert problem(WOODED, "S1 into 30,8").kind == "not readable"


def test_forbidden_ground_stops_an_aim_and_says_so() -> None:
    assert understood(WOODED, "I1 toward 10,24") == ["I1 forward 3.01"]
    assert "Harrow Wood (OH-R-terr-1)" in note(WOODED, "I1 toward 10,24")
    assert understood(WOODED, "S1 toward 30,12") == ["S1 forward 8"]


def test_two_woods_are_told_apart() -> None:
    two = replace(WOODED, features=(*WOODED.features, block("w2", "woods", 2, 14, 5, 20, called="Low Copse")))
    found = problem(two, "I1 to the wood")
    assert (found.kind, set(found.suggestions)) == ("ambiguous", {"I1 to Harrow Wood", "I1 to Low Copse"})


def test_along_a_road() -> None:
    there = table(unit("I1", 10, 4.5, 80), ground("road", "road", (0, 4), (36, 4), called="the Turnpike"))
    road = moving(I1, Hundredths(900), road=True)
    assert orders(there, "I1 along the road 9") == (road,)
    assert orders(there, 'I1 road 9"') == (road,)
    assert orders(there, "I1 by the Turnpike 9") == (road,)
    assert place(there, "I1 along the road to 15,9") == (15, 4)
    assert place(there, "I1 to 15,9 by the road") == (15, 4)
    assert place(there, "I1 by the Turnpike to 4,4") == (4, 4)
    assert place(there, "I1 along the road") == (19, 4)
    far = problem(there, "I1 along the road 9.5")
    assert ("OH-move-1" in far.rules, far.suggestions[0]) == (True, "I1 road 9")
    assert "OH-G16" in problem(WOODED, "I1 along the road 3").rules


def test_a_unit_and_a_square_of_one_name_are_told_apart() -> None:
    both = table(unit("I1", 10, 10), unit("C2", 30, 10), unit("EC1", 20, 30, 180))
    found = problem(both, "I1 toward C2")
    assert found.kind == "ambiguous"
    assert "write unit C2 or square C2" in found.reason
    assert len(found.suggestions) == 2
    assert understood(both, "I1 toward unit C2") == ["I1 pivot right 90, forward 6"]
    assert understood(both, "I1 toward square C2 by 3") == ["I1 pivot right 101.3, forward 3"]
    assert understood(both, "I1 toward B3") == ["I1 pivot left 11.3, forward 5.1"]


def test_a_charge_has_the_least_pivot_that_meets_the_enemy() -> None:
    aside = table(unit("C1", 10, 10), unit("EI1", 16, 18, 180))
    order = orders(aside, "C1 charge EI1")[0]
    assert isinstance(order, Charge)
    assert 0 < order.pivot_start < 450
    less = Charge(unit=C1, target=StandId("EI1"), pivot_start=Tenths(order.pivot_start - 1))
    assert getattr(done(aside, less), "objections", ())
    exact = order_text(order)
    assert orders(aside, f"C1 {exact}") == (order,)
    degrees = exact.split()[2].rstrip(",")
    assert orders(aside, f"C1 charge EI1, pivot right {degrees}") == (order,)
    assert "on its front" in note(aside, "C1 charge EI1")
    assert "charger may not pivot at the end" in problem(aside, "C1 pivot right 20, charge EI1, pivot left 20").reason


def test_who_is_attacked_in_flank_turns() -> None:
    fight = table(
        unit("I1", 18, 18), unit("EC1", 21, 18, 270), Contact(EC1, I1, Face.RIGHT),
    )  # fmt: skip
    for text in ("I1 turn to EC1", "I1 turn to face EC1"):
        assert orders(fight, text) == (TurnToFace(unit=I1, attacker=EC1),)
    assert problem(fight, "I1 forward 2").suggestions[0] == "I1 turn to EC1"


COMING = table(
    unit("I1", 10, 4), unit("I2", 0, 0, 0, state="to come"), unit("I3", 0, 0, 0, state="to come"),
    arrivals=(
        Arrival(units=(StandId("I2"),), turn=1, edge=TableEdge.SOUTH, start=Hundredths(1000), end=Hundredths(3000)),
        Arrival(units=(StandId("I3"),), turn=3, edge=TableEdge.SOUTH, start=Hundredths(1000), end=Hundredths(3000)),
    ),
)  # fmt: skip


def test_reinforcements_enter() -> None:
    assert orders(COMING, "I2 enter 24,0, forward 4") == (
        Enter(unit=StandId("I2"), at=spot(24, 0), legs=(Go(Hundredths(400)),)),
    )
    assert place(COMING, "I2 enter 24,0, toward 27,8", "I2") == (25.89, 4.69)
    assert place(COMING, "I2 enter, forward full", "I2") == (20, 5)
    assert "OH-Q42" in problem(COMING, "I2 enter 5,0, forward 4").rules
    assert "may come in turn 3" in problem(COMING, "I3 enter 24,0, forward 4").reason
    assert [one.code for one in form(COMING, asked(COMING))] == ["I1", "I2"]


def test_an_aim_never_leads_off_the_table_by_an_exit() -> None:
    way_out = Exit(name="the north road", edge=TableEdge.NORTH, start=Hundredths(0), end=Hundredths(3600))
    there = table(unit("I1", 10, 32), exits=(way_out,))
    assert place(there, "I1 toward 10,36") == (10, 35)
    assert note(there, "I1 forward 6") == "it leaves the table by the north road"


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule", "first"),
    [
        ("I1 forward 7", "OH-move-1", "I1 forward 6"),
        ("I1 back 3", "OH-Q3", "I1 about, forward 3, about"),
        ("I1 sideways right 2", "OH-Q3", "I1 pivot right 90, forward 2, pivot left 90"),
        ("I1 forward 2, pivot right 30, forward 2", "OH-move-3", "I1 forward 2, pivot right 30"),
        ("I1 pivot right 10, toward 10,20", "OH-move-3", None),
        ("I1 charge EC1", "OH-R-charge-1", "I1 shoot EC1"),
        ("C1 shoot EC1", "OH-shoot-1", None),
        ("I1 pivot right 60, shoot EC1", "OH-shoot-3", "I1 pivot right 40.9, shoot EC1"),
        ("I2 shoot ES1", "OH-shoot-4", "I2 pivot right 3.2, forward 4.01, shoot ES1"),
        ("I1 shoot EC1, ES1", "OH-shoot-2", "I1 shoot EC1 else ES1"),
        ("I1 shoot EC1 and shoot ES1", "OH-shoot-2", "I1 shoot EC1 else ES1"),
        ("C1 left 90, forward 21", "OH-Q36", None),
        ("I1 turn to EC1", "OH-melee-7", None),
    ],
)
def test_a_refusal_names_its_rule_and_what_would_be_taken(text: str, rule: str, first: str | None) -> None:
    found = problem(OPEN, text)
    assert found.kind == "not allowed"
    assert rule in found.rules
    assert found.quote == text
    assert found.consequence == f"This line changes nothing for {text[:2]}."
    if first is not None:
        assert found.suggestions[0] == first
    for line in found.suggestions:
        assert reading(OPEN, line).problems == (), line


def test_all_reasons_are_told() -> None:
    found = problem(table(unit("I1", 10, 10), unit("EI1", 10, 19, 180)), "I1 charge EI1")
    assert {"OH-R-charge-1", "OH-R-charge-4"} <= set(found.rules)
    assert "may not charge" in found.reason
    assert "of its 6" in found.reason


@pytest.mark.parametrize(
    ("text", "kind", "told", "first"),
    [
        ("I1 fowrard 4", "not readable", 'Did you mean "forward"?', "I1 forward 4"),
        ("I1 wheel right 30", "not readable", "no wheel", "I1 pivot right 30"),
        ("I1 turn right 30", "not readable", "to change facing", "I1 pivot right 30"),
        ("I1 turn right", "not readable", "to change facing", "I1 pivot right 90"),
        ("I1 foward 4", "not readable", '"forward" or "toward"', "I1 forward 4"),
        ("I1 forward 4 right 30", "not readable", "put a comma", "I1 forward 4, pivot right 30"),
        ("I1 right 5 forward 4 shoot EC1", "not readable", "put a comma", "I1 pivot right 5, forward 4, shoot EC1"),
        ("I1 shoot", "not readable", "not complete", "I1 shoot EC1"),
        ("standing I1 charge any within 9 flank", "not readable", "a line of its own", None),
        ("I1 pivot 30", "ambiguous", "right or left", "I1 pivot right 30"),
        ("I1 forward 4,5", "not readable", "with a point: 4.5", "I1 forward 4.5"),
        ("I1 forward 4.123", "not readable", "finer than the hundredths", "I1 forward 4.12"),
        ("I1 forward 30\u00b0", "not readable", "in inches, not an angle", "I1 pivot right 30"),
        ('I1 pivot right 30"', "not readable", "in degrees, not a length", "I1 pivot right 30"),
        ("I1 forward", "not readable", "not complete", None),
        ("I9 forward 4", "not readable", "there is no unit I9; your units are C1, I1 and I2", None),
        ("EC1 forward 4", "not allowed", "EC1 is not yours", None),
        ("I1 shoot C1", "not allowed", "C1 is your own", None),
        ("I1 toward 50,10", "not readable", "not on the table, which is 36 by 36 inches", None),
        ("I1 toward Z9", "not readable", "no unit and no square Z9", None),
        ("forward 4", "not readable", "which unit is to do that?", None),
        ("C1-I2 hold", "not readable", "no list of units", "C1 I1 I2 hold"),
        ("I1 attack EC1", "not readable", 'Did you mean "charge"?', None),
        ("I1 13,14", "not readable", 'write "to 13,14"', "I1 pivot right 36.9, forward 5"),
        ("I1 at 10,4", "not allowed", "before the first turn only", None),
        ("infantry forward 4", "not readable", "standing orders", None),
        ("standing shoot nearest", "not readable", "for whom it is", "standing all shoot nearest"),
        ("army 5", "not allowed", "no army is drawn now", None),
        ("redy", "not readable", 'Did you mean "ready"?', "ready"),
    ],
)
def test_what_cannot_be_read_is_told_and_never_guessed(text: str, kind: str, told: str, first: str | None) -> None:
    found = problem(OPEN, text)
    assert (found.kind, found.quote) == (kind, text)
    assert told in found.reason
    assert reading(OPEN, text).answer is None
    if first is not None:
        assert found.suggestions[0].casefold() == first.casefold()
    for line in found.suggestions:
        assert reading(OPEN, line).problems == (), line


def test_reading_goes_on_after_a_problem_and_prose_is_none() -> None:
    text = "Dear Tom,\n\nI1 forwrd 4\nC1 forward 3\nI1 shoot ES1\nI2 hold\n\nYours, Ann"
    found = reading(OPEN, text)
    assert [(one.line, one.kind) for one in found.problems] == [(3, "not readable"), (5, "not allowed")]
    assert understood(OPEN, text) == ["C1 forward 3", "I2 hold"]
    assert [number for number, _ in found.unread] == [1, 8]


def test_two_different_orders_for_one_unit_are_both_left() -> None:
    found = problem(OPEN, "I1 forward 4\nI1 forward 3")
    assert found.kind == "two orders"
    assert "line 1 says i1 forward 4; line 2 says i1 forward 3" in found.reason
    assert reading(OPEN, "I1 forward 4\nI1 forward 4").problems == ()


def test_a_wrapped_line_is_put_together() -> None:
    assert understood(OPEN, "I1 pivot right 30,\n forward 6\nC1 toward\n20,8") == [
        "I1 pivot right 30, forward 6", "C1 forward 4",
    ]  # fmt: skip


def test_a_shot_is_judged_from_where_all_have_come_to() -> None:
    blocked = table(unit("I1", 10, 10), unit("I2", 10, 13), unit("EC1", 10, 20, 180))
    barred = {"I1 shoot EC1": 1, "I2 forward 1\nI1 shoot EC1": 1, "I2 left 90, forward 6\nI1 shoot EC1": 0}
    for text, count in barred.items():
        found = RULES.reading(blocked, asked(blocked), text)
        assert found.problems == ()
        assert [one.rules for one in found.warnings] == [("OH-Q20", "OH-G11")] * count
        assert [one.text for one in found.warnings] == [
            "I2 is in the line of fire of I1. I1 then does not shoot."
        ] * count


def test_controls_are_kept_apart() -> None:
    assert reading(OPEN, "I1 hold\nready").controls == ("ready",)
    assert reading(OPEN, "ready\nnot ready").problems[0].kind == "two orders"
    assert reading(OPEN, "I1 hold\nno orders").controls == ()


# --- canonical text, and what stands ------------------------------------------------------------------------------

tenth = st.integers(-1799, 1800).map(Tenths)
far = st.integers(1, 600).map(Hundredths)
steps = st.one_of(
    st.builds(lambda by, a, b: moving(I1, by, a, b), far, tenth, tenth),
    st.builds(lambda by, a: Move(unit=I1, legs=(Pivot(a), Go(by)), road=True), far, tenth.filter(bool)),
    st.builds(lambda a: Charge(unit=I1, target=EC1, pivot_start=a), tenth),
    st.just(Hold(unit=I1)),
    st.just(TurnToFace(unit=I1, attacker=EC1)),
)


@settings(max_examples=60, deadline=None)
@given(steps)
def test_canonical_text_says_the_same_order(order: Order) -> None:
    """As heard and planned, whether it is lawful or not."""
    from pbem.rulesets.onehour.language.idling import desk_of
    from pbem.rulesets.onehour.language.parsed import ForUnits
    from pbem.rulesets.onehour.language.planning import planned

    on_road = replace(OPEN, features=(ground("road", "road", (0, 10), (36, 10)),))
    desk = desk_of(on_road, asked(on_road))
    line = heard(desk.text(clean(f"I1 {order_text(order)}")))
    assert isinstance(line, ForUnits)
    assert planned(desk, on_road, I1, line.steps).orders == (order,)


def test_a_sheet_reads_back_to_the_same_answer() -> None:
    text = (
        "I1 forward 4, shoot EC1\nC1 toward 24,18\nI2 hold, hold fire\nstanding all shoot most hits first\n"
        "standing infantry hold fire beyond 8 or against cover\nstanding I1 keep 8 from the enemy"
    )
    first = reading(OPEN, text)
    assert first.problems == ()
    again = reading(OPEN, first.text)
    assert (again.answer, again.text, again.problems) == (first.answer, first.text, ())
    assert write(OPEN, first.answer) == first.text == sheet_text(first.answer)
    assert write(OPEN, None) == ""


def test_a_newer_text_changes_only_whom_it_names() -> None:
    first = reading(OPEN, "I1 forward 4, shoot EC1\nC1 forward 3\nstanding all shoot nearest\nstanding I1 hold").answer
    newer = reading(OPEN, "C1 hold\nI2 forward 1\nstanding all shoot default").answer
    stands = overlay(OPEN, first, newer)
    assert write(OPEN, stands).splitlines() == [
        "I1 forward 4, shoot EC1", "C1 hold", "I2 forward 1", "Standing I1 without orders hold",
    ]  # fmt: skip
    assert overlay(OPEN, first, None) == first
    whole = overlay(OPEN, first, reading(OPEN, "I1 hold\nI2 forward 2").answer)
    assert write(OPEN, whole).splitlines()[:3] == ["I1 hold", "C1 forward 3", "I2 forward 2"]
    kept = replace(OPEN, sheets={BLUE: stands})
    assert write(kept, overlay(kept, None, newer)).splitlines() == [
        "C1 hold", "I2 forward 1", "Standing I1 without orders hold",
    ]  # fmt: skip


def test_the_form_says_what_acts_if_nothing_is_sent() -> None:
    rows = {one.code: (one.order, one.note) for one in form(OPEN, asked(OPEN))}
    assert rows["I1"] == ("shoot EC1", "default: the nearest it may shoot at")
    assert rows["C1"] == ("hold", "")
    told = replace(OPEN, sheets={BLUE: reading(OPEN, "standing C1 go to 20,20").answer})
    rows = {one.code: (one.order, one.note) for one in form(told, asked(told))}
    assert rows["C1"] == ("forward 12", "standing order: C1 without orders go to 20,20")
    for code, (order, _) in rows.items():
        assert reading(told, f"{code} {order}").problems == ()


def test_the_form_says_who_turns_and_who_comes() -> None:
    fight = table(unit("I1", 18, 18), unit("EC1", 21, 18, 270), Contact(EC1, I1, Face.RIGHT))
    (row,) = form(fight, asked(fight))
    assert (row.code, row.order) == ("I1", "turn to EC1")
    assert row.note == "default; its fight goes on: 3.5 hits on the average"
    rows = {one.code: one.order for one in form(COMING, asked(COMING))}
    assert rows["I2"] == "enter 20,0, forward 6"


# --- before the first turn ----------------------------------------------------------------------------------------


def placing(battle: Battle) -> AskSetup:
    """Blue sets up."""
    return AskSetup(seat=Seat("blue"), default=SetUp(), side=BLUE)


def test_units_are_set_up() -> None:
    zone = tuple(spot(x, y) for x, y in ((0, 0), (36, 0), (36, 12), (0, 12)))
    armies = (replace(OPEN.armies[0], zone=zone), OPEN.armies[1])
    before = replace(OPEN, phase="set-up", active=None, armies=armies, deploys=True)
    found = read(before, placing(before), "I1 at 12,4 facing 0\nI2 at (20, 6)\nC1 at 20,30 facing 0")
    assert found.answer == SetUp(
        places=(Placed(I1, Pose(spot(12, 4), Tenths(0))), Placed(StandId("I2"), Pose(spot(20, 6), Tenths(0))))
    )
    assert [(one.line, one.about, one.rules) for one in found.problems] == [(3, "C1", ("OH-D1",))]
    assert read(before, placing(before), write(before, found.answer)).answer == found.answer
    assert read(before, placing(before), "deploy as sample").answer == SetUp()
    assert write(before, SetUp()) == "deploy as sample"
    assert read(before, placing(before), "I1 forward 4").problems[0].kind == "not allowed"
    newer = read(before, placing(before), "I2 at 28,6").answer
    both = overlay(before, found.answer, newer)
    assert isinstance(both, SetUp)
    assert [one.unit for one in both.places] == ["I1", "I2"]
    assert both.places[1].pose.at == spot(28, 6)


def test_an_army_is_chosen_or_rolled_for() -> None:
    ask = AskArmy(seat=Seat("blue"), default=ArmyChoice(), side=BLUE)
    assert read(OPEN, ask, "army 5").answer == ArmyChoice(5)
    assert read(OPEN, ask, "army roll").answer == ArmyChoice()
    assert "rows 1 to 6" in read(OPEN, ask, "army 7").problems[0].reason
    assert read(OPEN, ask, "army 5\narmy 4").problems[0].kind == "two orders"
    for row in (ArmyChoice(3), ArmyChoice()):
        assert read(OPEN, ask, write(OPEN, row)).answer == row


# --- whatever is sent ---------------------------------------------------------------------------------------------


HERE = {"S01": "I1", "S02": "I2", "S03": "I2", "S04": "C1", "S05": "I1", "H03": "I1", "N02": "EC1", "N04": "EC1"}
EXAMPLES = [re.sub(r"[SNHR]0\d", lambda code: HERE.get(code[0], "ES1"), verb.example) for verb in VERBS.verbs]
"""Those of the help, with codes of the table here."""
VOCABULARY = (
    "I1 C1 I2 EC1 all and , then forward full 4 4.5 30\u00b0 pivot right left face about toward to up of contact range "
    "charge shoot else nearest hold fire turn enter 12,4 at facing along by the road wood hill into D3 square unit "
    "standing infantry without orders keep from enemy never any within front order default wheel back 24 18"
)
WORDS = VOCABULARY.split()
sentences = st.lists(st.sampled_from(WORDS), max_size=7).map(lambda some: "I1 " + " ".join(some))
several = st.lists(st.sampled_from(EXAMPLES), max_size=4).map("\n".join)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from([OPEN, WOODED, COMING]), st.text(max_size=60) | several | sentences)
def test_reading_never_fails_and_suggests_only_what_would_be_taken(battle: Battle, text: str) -> None:
    found = reading(battle, text)
    assert (found.answer is None) == (not found.text)
    assert reading(battle, found.text).answer == found.answer
    for one in found.problems:
        for line in one.suggestions if len(found.problems) == 1 and "\n" not in text else ():
            assert reading(battle, line).problems == (), line


def test_mail_that_we_send_is_told_from_orders() -> None:
    for line in (
        "I1 to Harrow Wood",
        "I1 along Old Road 9",
        "I1 shoot Byron's Horse",
        "standing all hold",
        "turn 5",
        "ready",
    ):
        assert looks_like_order(line), line
    for line in ("| I1 forward 4", "I1 moved 4 inches", "Your units", "I1 Essex's Foot: 3 of 15 hits", "C1 charged I2"):
        assert not looks_like_order(line), line
