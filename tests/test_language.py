"""The Snaphance order language: what is read, what is refused and why, and what canonical text reads back to."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import logger as lark_logger
from msgspec.structs import replace

from pbem.engine.hexes import Facing, from_hour, from_label
from pbem.engine.ids import CommanderId, GroupId, MeleeId, RuleId, Seat, Side, StandId
from pbem.engine.language.grammar import Grammar
from pbem.engine.orders import Reading
from pbem.rulesets.snaphance.fighting.chances import chance_of_hit
from pbem.rulesets.snaphance.language.cleaning import clean
from pbem.rulesets.snaphance.language.language import (
    VERBS,
    describe,
    form,
    looks_like_order,
    order_text,
    overlay,
    read,
    sheet_text,
    write,
)
from pbem.rulesets.snaphance.standing.conditions import SORTS
from pbem.rulesets.snaphance.standing.decisions import GENERALS, STANDING
from pbem.rulesets.snaphance.standing.wishes import ORDERINGS
from pbem.rulesets.snaphance.state.asks import (
    AskChange,
    AskGroup,
    AskMelee,
    AskOrders,
    AskStand,
    AskWay,
    AskYesNo,
    Change,
    GroupChoice,
    MeleeChoice,
    StandChoice,
    Way,
    YesNo,
)
from pbem.rulesets.snaphance.state.battle import Battle, Melee, with_commander, with_stand
from pbem.rulesets.snaphance.state.commands import (
    Act,
    BidWhen,
    CameTo,
    Charge,
    CommanderOrders,
    Condition,
    Decision,
    EnemyWithin,
    Fight,
    Fire,
    Go,
    GroupMove,
    GroupMoved,
    GroupWait,
    Hold,
    Is,
    LeaveTown,
    Needs,
    OfClass,
    Opportunity,
    Rally,
    Sheet,
    StandingOrder,
    StandOrders,
    StrengthLeft,
    TurnTo,
    When,
)
from pbem.rulesets.snaphance.writing.verbs import MAKE, heard
from pbem.rulesets.snaphance.writing.writing import spoken
from pbem.scenarios import load_scenario

SOUTH, NORTH = Seat("south"), Seat("north")
FOOT, HORSE = GroupId("south.Foot"), GroupId("south.Horse")
ORDERS = AskOrders(seat=SOUTH, default=Sheet(), round=3)


def put(battle: Battle, code: str, where: str, facing: int = 12, **more: object) -> Battle:
    """A stand somewhere else."""
    stand = replace(battle.stands[StandId(code)], hex=from_label(where), facing=from_hour(facing), **more)
    return with_stand(battle, stand)


def harrow_down() -> Battle:
    """The battle as it begins."""
    battle = load_scenario("harrow-down", {"pace": "round"}).scenario.battle
    assert battle is not None
    return battle


def fight() -> Battle:
    """Round 3, at close quarters: S01 and S04 before N01 and N04, S05 disordered, N05 destroyed."""
    battle = replace(harrow_down(), round=3)
    battle = put(put(battle, "S01", "0606"), "N01", "0604", 6)
    battle = put(put(battle, "S02", "0707"), "S05", "0307", disordered=True)
    battle = put(put(battle, "N05", "0306", 6, destroyed=True, sp=()), "N04", "0503", 6)
    return put(put(battle, "S04", "0506"), "S03", "0807")


FIGHT = fight()


def reading(text: str, battle: Battle = FIGHT) -> Reading:
    return read(battle, ORDERS, text)


def understood(text: str, battle: Battle = FIGHT) -> list[str]:
    """Everything read in a text, in canonical form; fails when anything in it is a problem."""
    found = reading(text, battle)
    assert found.problems == ()
    return [f"{one.code} {one.order}" for one in found.understood]


# --- the table


def test_every_row_has_its_function_and_every_function_its_row() -> None:
    assert {verb.rule for verb in VERBS.verbs if verb.grammar} == set(MAKE)


def test_every_verb_belongs_to_a_chapter_of_the_help() -> None:
    assert {verb.kind for verb in VERBS.verbs} == set(VERBS.kinds)


@pytest.mark.parametrize("verb", VERBS.verbs, ids=lambda verb: verb.rule)
def test_every_example_reads(verb) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - pytest gives the row
    if not verb.grammar:
        assert reading(verb.example).controls == (verb.word,)
        return
    said = heard(clean(verb.example), "answer" if verb.kind == "reply" else "order")
    orders = ("ForStands", "Together", "TogetherWait", "ForLeader", "Bid", "StandingSaid", "SetAt", "AsScenario")
    assert type(said).__name__ in (*orders, "Reply", "GroupNamed")


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    from lark import Lark

    from pbem.engine.language import grammar as module

    monkeypatch.setattr(module, "Lark", lambda text, **more: Lark(text, debug=True, **more))
    monkeypatch.setattr(lark_logger, "propagate", True)
    with caplog.at_level("DEBUG", logger=lark_logger.name):
        Grammar(VERBS)
    assert [record.message for record in caplog.records if "onflict" in record.message] == []


def test_every_standing_order_has_a_default_among_its_values() -> None:
    for one in STANDING.values():
        assert one.default in one.values


# --- reading


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("S01 hold", ["S01 hold"]),
        ("s01 HOLD.", ["S01 hold"]),
        ("S01: hold", ["S01 hold"]),
        ("S01 S02 hold", ["S01 hold", "S02 hold"]),
        ("S01, S02 and S03: hold", ["S01 hold", "S02 hold", "S03 hold"]),
        ("group Foot: all hold", ["S01 hold", "S02 hold", "S03 hold"]),
        ("group foot hold", ["S01 hold", "S02 hold", "S03 hold"]),
        ("group Foot: hold", ["S01 hold", "S02 hold", "S03 hold"]),
        ('group "Foot" hold', ["S01 hold", "S02 hold", "S03 hold"]),
        ("all hold", [f"S0{n} hold" for n in range(1, 7)]),
        ("S01 fire N01", ["S01 fire N01"]),
        ("S01 Fire at N01", ["S01 fire N01"]),
        ("S01 fire on the nearest", ["S01 fire nearest"]),
        ("S01 fire nearest then move, forward 0605", ["S01 fire nearest then move, forward 0605"]),
        ("S04 turn to 12 o'clock", ["S04 turn 12"]),
        ("S04 turn 2 then forward 0605", ["S04 turn 2, forward 0605"]),
        ("S01 back 0607", ["S01 back 0607"]),
        ("S01 backwards to 0607", ["S01 back 0607"]),
        ("S06 move 0307, face 2", ["S06 move 0307 face 2"]),
        ("S06 move 0307 face 2", ["S06 move 0307 face 2"]),
        ("S04 charge at N01", ["S04 charge N01"]),
        ("S04 charge N01 stop", ["S04 charge N01 stop"]),
        ("S04 charge N01 follow", ["S04 charge N01 follow"]),
        ("S05 rally, hold", ["S05 rally, hold"]),
        ("S05 rally; hold", ["S05 rally, hold"]),
        ("Colonel join S01", ["Colonel join S01"]),
        ("the Colonel join S01", ["Colonel join S01"]),
        ("S01 if disordered then rally, hold", ["S01 if disordered then rally, hold"]),
        ("S01 if in order then hold else rally", ["S01 if in order then hold else rally"]),
        ("SC join S01", ["Colonel join S01"]),
        ("general Foot join S01", ["Colonel join S01"]),
        ("general of Foot: leave", ["Colonel leave"]),
        ("Major go 0907", ["Major go 0907"]),
        ("bid Horse, Foot", ["Side bid Horse, Foot"]),
        ("Side: bid horse then foot", ["Side bid Horse, Foot"]),
        ("bid Horse", ["Side bid Horse"]),
        ("standing S05 evade never", ["Standing S05 evade never"]),
        ("standing S05: evade-fire 3", ["Standing S05 evade fire 3"]),
        ("standing group Horse pursue no", ["Standing group Horse pursue no"]),
        ("standing group Horse: pursue no", ["Standing group Horse pursue no"]),
        ('standing group "Horse" pursue no', ["Standing group Horse pursue no"]),
        ("standing all idle hold", ["Standing all idle hold"]),
        ("standing S04 pursuit leader -1", ["Standing S04 pursuit leader -1"]),
        ("standing S04 S05 pursue default", ["Standing S04 pursue default", "Standing S05 pursue default"]),
        ("S01 if enemy horse within 3 then hold else forward 0605",
         ["S01 if enemy horse within 3 then hold else forward 0605"]),
        ("S01 if N04 within 3 hexes then fire N01", ["S01 if N04 within 3 then fire N01"]),
        ("S01 if S02 is destroyed, then hold, else hold", ["S01 if S02 destroyed then hold else hold"]),
        ("S01 turn 2, if in melee then fight", ["S01 turn 2, if in melee then fight"]),
        ("S02 S03 together forward 1", ["S02 S03 together forward 1"]),
        ("group Foot together back to 5 o'clock", ["S01 S02 S03 together back 5"]),
    ],
)  # fmt: skip
def test_what_is_written_is_understood(text: str, canonical: list[str]) -> None:
    if "together" in text:  # whether these may move together is the rules' business
        from pbem.rulesets.snaphance.language.cleaning import lines
        from pbem.rulesets.snaphance.language.language import _desk, _take

        taken = [one for line in lines(text) for one in _take(_desk(FIGHT, ORDERS), line)]
        assert [f"{' '.join(one.value.stands)} {order_text(FIGHT, one.value)}" for one in taken] == canonical  # type: ignore[union-attr, arg-type]  # a group move
        return
    assert understood(text) == canonical


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("S04 forward 0905, 0805", "s04 forward 0905 0805"),
        ("S04 forward 0905-0805 -> 0705", "s04 forward 0905 0805 0705"),
        ("S04 forward 0905 TO 0805, charge N01", "s04 forward 0905 0805, charge n01"),
        ("S04 forward 0905 \u2192 0805 via 0705", "s04 forward 0905 0805 0705"),
        ("S04 move 0905 face 12, fire N01", "s04 move 0905 face 12, fire n01"),
    ],
)
def test_whatever_stands_between_the_hexes_of_a_way_is_left_out(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


def test_a_whole_sheet_is_read_in_turn() -> None:
    found = reading("bid Foot, Horse\nS05 rally, hold\nS01 fire N01\nColonel join S01\nstanding all pursue no\nready")
    assert found.answer == Sheet(
        bids=(FOOT, HORSE),
        orders=(
            StandOrders(StandId("S05"), (Rally(), Hold())),
            StandOrders(StandId("S01"), (Fire(target=StandId("N01")),)),
            CommanderOrders(CommanderId("SC"), join=StandId("S01")),
        ),
        standing=(StandingOrder("pursue", "no"),),
    )
    assert found.controls == ("ready",)
    assert found.problems == ()
    assert [line.code for line in found.missing] == ["S02", "S03", "S04", "S06"]
    assert found.text.split("\n") == [
        "Side bid Foot, Horse", "S05 rally, hold", "S01 fire N01", "Colonel join S01", "Standing all pursue no",
    ]  # fmt: skip


def test_a_greeting_and_a_signature_are_told_once_and_are_no_errors() -> None:
    found = reading("Hello Tom,\nnice battle so far.\n\nS01 hold\nS02 hold\n\nCheers\nInes\nSent from my phone")
    assert found.problems == ()
    assert [number for number, _ in found.unread] == [1, 2, 7, 8, 9]
    assert found.unread[-1] == (9, "Sent from my phone")


def test_a_bad_line_at_the_end_is_an_error_and_no_signature() -> None:
    found = reading("S01 hold\nS06 chrage N04\nTom")
    assert [(one.line, one.kind) for one in found.problems] == [(2, "not readable")]
    assert found.unread == ((3, "Tom"),)


def test_reading_goes_on_after_a_bad_line_and_quotes_it_as_sent() -> None:
    found = reading("S01 Dance!\nS02 hold\n\u2022 S03 fier  N01\nS05 hold")
    assert [(one.line, one.quote) for one in found.problems] == [(1, "S01 Dance!"), (3, "\u2022 S03 fier  N01")]
    assert [one.code for one in found.understood] == ["S02", "S05"]


def test_barred_lines_are_never_read() -> None:
    assert reading("S01 | hold\n| S02 hold\nS03 \u2502 hold").answer is None


def test_a_line_for_a_stand_goes_before_its_groups_and_that_before_all() -> None:
    assert understood("all hold\ngroup Foot: fire nearest\nS01 fire N01\nS02 hold\nS03 hold") == [
        "S04 hold", "S05 hold", "S06 hold", "S01 fire N01", "S02 hold", "S03 hold",
    ]  # fmt: skip


def test_where_a_stands_own_line_is_refused_its_groups_line_acts() -> None:
    found = reading("group Horse hold\nS06 charge N04")
    told = [(one.about, one.kind, one.rules) for one in found.problems]
    assert told == [("S06", "not allowed", (RuleId("SN-10.0a"),))]
    assert [one.code for one in found.understood] == ["S04", "S05", "S06"]


def test_of_two_different_orders_for_a_stand_neither_is_taken() -> None:
    found = reading("S01 hold\nS02 hold\nS01 fire N01")
    assert [one.code for one in found.understood] == ["S02"]
    problem = found.problems[0]
    assert (problem.kind, problem.line, problem.about) == ("two orders", 3, "S01")
    assert "line 1 says S01 hold" in problem.reason


@pytest.mark.parametrize(
    "text",
    ["bid Foot\nbid Horse", "Colonel join S01\nColonel go 0607", "standing S05 pursue no\nstanding S05 pursue yes",
     "S02 S03 together forward 1\nS02 S03 together forward 11"],
)  # fmt: skip
def test_all_kinds_of_orders_can_contradict_one_another(text: str) -> None:
    found = reading(text)
    assert "two orders" in [one.kind for one in found.problems]
    assert found.answer is None


def test_the_same_order_twice_is_one() -> None:
    assert understood("S01 hold\ns01 hold.\n- S01 HOLD") == ["S01 hold"]


def test_a_wrapped_line_is_put_together_again() -> None:
    assert understood("S04 turn 2, forward\n0605") == ["S04 turn 2, forward 0605"]
    assert understood("S05 rally,\nhold\nS01 hold") == ["S05 rally, hold", "S01 hold"]
    assert understood("S01 if enemy horse within 3 then hold\nelse forward 0605")[0].endswith("else forward 0605")
    assert understood("S04 charge\nN01\nS01 hold") == ["S04 charge N01", "S01 hold"]


def test_a_march_broken_off_is_not_taken_for_a_whole_one() -> None:
    found = reading("S04 forward 0505\n0504 chrage N01")
    assert found.answer is None
    assert found.problems[0].line == 1


def test_what_depends_on_others_is_no_refusal() -> None:
    found = reading("S01 forward 0605", put(FIGHT, "S02", "0605"))
    assert found.problems == ()
    assert len(found.understood) == 1


def test_only_the_group_that_acts_is_asked_for() -> None:
    ask = AskOrders(seat=SOUTH, default=Sheet(), round=3, group=FOOT)
    found = read(FIGHT, ask, "all hold\nS04 hold\nbid Foot")
    assert [one.code for one in found.understood] == ["S01", "S02", "S03"]
    assert [one.reason for one in found.problems] == [
        "S04 is not of Foot, which acts now", "no group is to be declared now",
    ]  # fmt: skip


def test_generals_of_one_name_are_told_apart_by_their_groups() -> None:
    major = FIGHT.commanders[CommanderId("SM")]
    battle = with_commander(FIGHT, replace(major, name="the Colonel"))
    problem = reading("Colonel leave", battle).problems[0]
    assert problem.kind == "ambiguous"
    assert problem.suggestions == ("general Foot leave", "general Horse leave")
    assert understood("general Horse leave", battle) == ["general Horse leave"]


# --- remarks


def test_chances_are_counted_right() -> None:
    assert [chance_of_hit(n) for n in (0, 1, 2, 3, 4)] == [0, 17, 33, 48, 60]
    assert chance_of_hit(1, 1) == 31


def test_chances_agree_with_counting_every_throw() -> None:
    from itertools import product

    for dice in (1, 2, 3, 4):
        throws = list(product(range(1, 7), repeat=dice))
        hits = sum(1 for throw in throws if 6 in throw or throw.count(5) >= 2)
        assert chance_of_hit(dice) == round(100 * hits / len(throws))


def test_a_shot_is_understood_with_its_dice_and_chance() -> None:
    notes = {one.code: one.note for one in reading("S01 fire N01\nS04 charge N01\nS05 rally, hold").understood}
    assert notes["S01"] == "4 dice, at least one hit 60 in 100"
    assert "driven back" in notes["S04"]
    assert " against " in notes["S04"]
    assert notes["S05"].startswith("needs a ")


def test_a_further_move_says_what_it_needs() -> None:
    note = reading("S04 turn 10, again turn 8, again turn 6").understood[0].note
    assert "for the second move" in note
    assert "for the third move" in note


# --- bad lines


@pytest.mark.parametrize(
    ("text", "kind", "reason", "rules", "suggestions"),
    [
        (
            "S03 fier N01", "not readable",
            '"fier" is not an order. Did you mean "fire"?',
            (), ("S03 fire N01",),
        ),
        (
            "S01 Fired N01", "not readable",
            '"fired" is not an order. Did you mean "fire"?',
            (), ("S01 fire N01",),
        ),
        (
            "S04 chrage N01", "not readable",
            '"chrage" is not an order. Did you mean "charge"?',
            (), ("S04 charge N01",),
        ),
        (
            "S01 shoot N01", "not readable",
            '"shoot" is not an order. Did you mean "fire"?',
            (), ("S01 fire N01",),
        ),
        (
            "S04 attack N01", "not readable",
            '"attack" is not an order. Did you mean "charge"?',
            (), ("S04 charge N01",),
        ),
        (
            "S01 dance", "not readable",
            '"dance" is not an order',
            (), (),
        ),
        (
            "S01", "not readable",
            "the line is not complete: an order is missing, such as hold",
            (), (),
        ),
        (
            "S01:", "not readable",
            "the line is not complete: an order is missing, such as hold",
            (), (),
        ),
        (
            "S01 turn", "not readable",
            'the line is not complete: after "turn" comes a facing by clock hour: 12, 2, 4, 6, 8 or 10',
            (), (),
        ),
        (
            "S01 turn left", "not readable",
            'after "turn" comes a facing by clock hour: 12, 2, 4, 6, 8 or 10, not "left"',
            (), (),
        ),
        (
            "S01 turn 3", "not readable",
            "3 o'clock is no hex point: a stand faces 12, 2, 4, 6, 8 or 10 o'clock",
            (), ("S01 turn 2", "S01 turn 4"),
        ),
        (
            "S01 turn 13", "not readable",
            "13 o'clock is no hex point: a stand faces 12, 2, 4, 6, 8 or 10 o'clock",
            (), (),
        ),
        (
            "S01 turn 100", "not readable",
            'after "turn" comes a facing by clock hour: 12, 2, 4, 6, 8 or 10, not "100"',
            (), (),
        ),
        (
            "S01 turn 12 o'clok", "not readable",
            "\"o'clok\" cannot stand after \"12\"; put a comma between two orders",
            (), (),
        ),
        (
            "S01 forward", "not readable",
            'the line is not complete: after "forward" comes a hex by its four digits, such as 0705',
            (), (),
        ),
        (
            "S01 forward 2", "not readable",
            'after "forward" comes a hex by its four digits, such as 0705, not "2"',
            (), (),
        ),
        (
            "S01 forward 12134", "not readable",
            'after "forward" comes a hex by its four digits, such as 0705, not "12134"',
            (), (),
        ),
        (
            "S01 forward 605", "not readable",
            'after "forward" comes a hex by its four digits, such as 0705, not "605"',
            (), (),
        ),
        (
            "S01 forward 1505", "not readable",
            "there is no hex 1505 on this board: it goes from 0101 to 1209",
            (), (),
        ),
        (
            "S01 forward 0012", "not readable",
            "there is no hex 0012: columns and rows begin with 01",
            (), (),
        ),
        (
            "S01 forward 0700", "not readable",
            "there is no hex 0700: columns and rows begin with 01",
            (), (),
        ),
        (
            "S01 forward hill", "not readable",
            'after "forward" comes a hex by its four digits, such as 0705, not "hill"',
            (), (),
        ),
        (
            "S01 fire", "not readable",
            'the line is not complete: after "fire" comes a stand by its map code, such as S04 or "nearest"',
            (), (),
        ),
        (
            "S01 fire N09", "not readable",
            "there is no N09 that you can see; you can see N01, N02, N03, N04 and N06",
            (), (),
        ),
        (
            "S01 fire S02", "not allowed",
            "S02 is your own",
            (), (),
        ),
        (
            "S01 fire N05", "not allowed",
            "N05 has been destroyed",
            (), (),
        ),
        (
            "S01 fire nearset", "not readable",
            (
                'after "fire" comes a stand by its map code, such as S04 or "nearest", not "nearset". Did you'
                ' mean "nearest"?'
            ),
            (), ("S01 fire nearest",),
        ),
        (
            "S01 fire N01 both", "not readable",
            'the line is not complete: after "both" comes "ranks"',
            (), (),
        ),
        (
            "S01 fire N01 both rank", "not readable",
            'after "both" comes "ranks", not "rank". Did you mean "ranks"?',
            (), (),
        ),
        (
            "S01 fire N01 and then", "not readable",
            '"then" is not an order',
            (), (),
        ),
        (
            "S04 charge", "not readable",
            'the line is not complete: after "charge" comes a stand by its map code, such as S04',
            (), (),
        ),
        (
            "S04 charge nearest", "not readable",
            'after "charge" comes a stand by its map code, such as S04, not "nearest"',
            (), (),
        ),
        (
            "S04 charge M04", "not readable",
            "there is no M04 that you can see; you can see N01, N02, N03, N04 and N06",
            (), ("S04 charge N04",),
        ),
        (
            "S06 charge N04", "not allowed",
            "it has no charge bonus (Dragoons) and may not charge",
            ("SN-10.0a",), ("S06 hold",),
        ),
        (
            "S01 again", "not readable",
            "the line is not complete: an order is missing, such as hold",
            (), (),
        ),
        (
            "S01 again hold", "not readable",
            '"again" begins a further move: after it comes a turn, a march or a charge',
            (), (),
        ),
        (
            "S01 hold hold", "not readable",
            '"hold" cannot stand after "hold"; put a comma between two orders',
            (), (),
        ),
        (
            "S01 hold forward 0605", "not readable",
            '"forward" cannot stand after "hold"; put a comma between two orders',
            (), (),
        ),
        (
            "S01 face 10", "not readable",
            '"face" ends a free move; any other stand turns: write "turn"',
            (), ("S01 turn 10",),
        ),
        (
            "S01 forward 0605 face 10", "not readable",
            '"face" cannot stand after "0605"; put a comma between two orders',
            (), (),
        ),
        (
            "S06 move 0307 face 3", "not readable",
            "3 o'clock is no hex point: a stand faces 12, 2, 4, 6, 8 or 10 o'clock",
            (), ("S06 move 0307 face 2", "S06 move 0307 face 4"),
        ),
        (
            "S07 hold", "not readable",
            "there is no stand S07; your stands are S01, S02, S03, S04, S05 and S06",
            (), (),
        ),
        (
            "SO1 hold", "not readable",
            "there is no stand SO1; your stands are S01, S02, S03, S04, S05 and S06",
            (), ("S01 hold",),
        ),
        (
            "X99 hold", "not readable",
            "there is no stand X99; your stands are S01, S02, S03, S04, S05 and S06",
            (), (),
        ),
        (
            "Ѕ01 hold", "not readable",
            'there is no stand "Ѕ01"; your stands are S01, S02, S03, S04, S05 and S06',
            (), ("S01 hold",),
        ),
        (
            "N02 hold", "not allowed",
            "N02 is not yours",
            (), (),
        ),
        (
            "N05 hold", "not allowed",
            "N05 is not yours",
            (), (),
        ),
        (
            "group hold", "not readable",
            "the line is not complete: after the group's name an order is missing, such as hold",
            (), (),
        ),
        (
            "group Hores hold", "not readable",
            'you have no group "hores"; yours are Foot and Horse',
            (), ("group horse hold",),
        ),
        (
            "group Horse hlod", "not readable",
            '"hlod" is not an order. Did you mean "hold"?',
            (), ("group horse hold",),
        ),
        (
            "group North hold", "not readable",
            'you have no group "north"; yours are Foot and Horse',
            (), (),
        ),
        (
            "Horse hold", "not readable",
            'for a group write "group" before its name: group horse',
            (), ("group horse hold",),
        ),
        (
            "Red regimnt hold", "not readable",
            "stands are called by their map codes: this is S01",
            (), ("S01 hold",),
        ),
        (
            "Colonel hold", "not readable",
            'a general can "join" a stand, "go" to a hex or "leave" his stand',
            (), (),
        ),
        (
            "Colonel joins S01", "not readable",
            'a general can "join" a stand, "go" to a hex or "leave" his stand',
            (), ("Colonel join S01",),
        ),
        (
            "Colonel join", "not readable",
            'the line is not complete: after "join" comes a stand by its map code, such as S04',
            (), (),
        ),
        (
            "Colonel join N01", "not allowed",
            "N01 is not yours",
            (), (),
        ),
        (
            "Colonel join S04", "not allowed",
            "S04 is no stand of his group",
            ("SN-3.1b",), (),
        ),
        (
            "Colonel go", "not readable",
            'the line is not complete: after "go" comes a hex by its four digits, such as 0705',
            (), (),
        ),
        (
            "Colonel go 1505", "not readable",
            "there is no hex 1505 on this board: it goes from 0101 to 1209",
            (), (),
        ),
        (
            "General join S01", "not readable",
            'after "general" comes the name of his group',
            (), (),
        ),
        (
            "general Guns join S01", "not readable",
            'you have no group "guns"; yours are Foot and Horse',
            (), (),
        ),
        (
            "Captain join S01", "not readable",
            'you have no general "captain"; your generals are: Colonel, Major',
            (), (),
        ),
        (
            "Kernel join S01", "not readable",
            'you have no general "kernel"; your generals are: Colonel, Major',
            (), (),
        ),
        (
            "bid", "not readable",
            'the line is not complete: after "bid" comes the name of a group',
            (), (),
        ),
        (
            "bid Cavalry", "not readable",
            'you have no group "cavalry"; yours are Foot and Horse',
            (), (),
        ),
        (
            "bid Horse Foot", "not readable",
            'put a comma between two groups: "horse foot"',
            (), ("Side bid Horse, Foot",),
        ),
        (
            "bid Horze", "not readable",
            'you have no group "horze"; yours are Foot and Horse',
            (), ("Side bid Horse",),
        ),
        (
            "standing", "not readable",
            (
                'the line is not complete: after "standing" comes a stand by its map code, such as S04 or '
                '"all" or "group"'
            ),
            (), (),
        ),
        (
            "standing S05", "not readable",
            (
                'the line is not complete: after "S05" comes what is decided and the answer, such as: '
                "standing S05 evade never"
            ),
            (), (),
        ),
        (
            "standing S05 evade", "not readable",
            '"evade" needs an answer: use auto, always, never, if horse, if combat stand or default',
            (), (),
        ),
        (
            "standing S05 evade maybe", "not readable",
            '"maybe" is no answer to "evade": use auto, always, never, if horse, if combat stand or default',
            (), (),
        ),
        (
            "standing S05 evade nevr", "not readable",
            '"nevr" is no answer to "evade": use auto, always, never, if horse, if combat stand or default',
            (), ("Standing S05 evade never",),
        ),
        (
            "standing S05 pursuit no", "not readable",
            (
                '"pursuit no" is no standing order; they begin with words such as idle, evade, pursue or retreat '
                "distance: the order help has them all"
            ),
            (), (),
        ),
        (
            "standing group Hors pursue no", "not readable",
            'you have no group "hors"; yours are Foot and Horse',
            (), ("Standing group Horse pursue no",),
        ),
        (
            "standing S09 idle hold", "not readable",
            "there is no stand S09; your stands are S01, S02, S03, S04, S05 and S06",
            (), (),
        ),
        (
            "standing N01 idle hold", "not allowed",
            "N01 is not yours",
            (), (),
        ),
        (
            "standing all sing", "not readable",
            (
                '"sing" is no standing order; they begin with words such as idle, evade, pursue or retreat distance: '
                "the order help has them all"
            ),
            (), (),
        ),
        (
            "standing all target hrose", "not readable",
            '"hrose" names no enemies. Did you mean "horse"?',
            (), ("Standing all target horse",),
        ),
        (
            "standing all evade always if path blocked", "not readable",
            '"path blocked" is said of orders on the same line, not of a standing order',
            (), (),
        ),
        (
            "standing S01 attach S02", "not readable",
            '"attach" is said of a group, or of all: it is its general\'s',
            (), (),
        ),
        (
            "standing all opportunity fire at N02 within 2 from 3", "not readable",
            "from 3 hexes on and within 2 there is nothing",
            (), (),
        ),
        (
            "standing all evade default if disordered", "not readable",
            '"default" takes back all that is said of a decision: it has no condition',
            (), (),
        ),
        (
            "bid Horse if Guns moved", "not readable",
            'you have no group "guns"; yours are Foot and Horse',
            (), (),
        ),
        (
            "S01 if enemy within 3 hold", "not readable",
            'after "3" comes "then", not "hold"',
            (), (),
        ),
        (
            "S01 if enemy within then hold", "not readable",
            'after "within" comes a number of hexes, such as 3, not "then"',
            (), (),
        ),
        (
            "S01 if raining then hold", "not readable",
            'after "if" comes a condition, such as: enemy within 3, disordered, in melee, not "raining"',
            (), (),
        ),
        (
            "S01 if N09 within 3 then hold", "not readable",
            "there is no N09 that you can see; you can see N01, N02, N03, N04 and N06",
            (), (),
        ),
        (
            "S01 if S09 destroyed then hold", "not readable",
            "there is no stand S09 that you know of",
            (), (),
        ),
        (
            "S01 if disordered then hold, if in melee then fight", "not readable",
            'a line has one "if", and nothing after it',
            (), (),
        ),
        (
            "S01 if disordered then dance", "not readable",
            '"dance" is not an order',
            (), (),
        ),
        (
            "S01 S02 together forward 2", "not readable",
            "2 o'clock is no hex side: stands go to 1, 3, 5, 7, 9 or 11 o'clock",
            (), (),
        ),
        (
            "S01 S02 together", "not readable",
            (
                'the line is not complete: after "together" comes hex sides by clock hour: 1, 3, 5, 7, 9 or '
                '11 or "back" or "forward" or "move" or "opportunity" or "rally" or "sideways" or "slant"'
            ),
            (), (),
        ),
        (
            "S01 S04 together forward 1", "not allowed",
            "they are not of one command group",
            ("SN-4.9a", "SN-1.4c"), (),
        ),
        (
            "S01 rally", "not allowed",
            "it is not disordered",
            ("SN-9.0a",), ("S01 hold",),
        ),
        (
            "S03 opportunity", "not allowed",
            "the scenario leaves opportunity out",
            ("SN-6.1a",), ("S03 hold",),
        ),
        (
            "S01 leave town 0605", "not allowed",
            "only a combat stand in a town leaves it so; others march out",
            ("SNT-town-5a", "SNT-town-5b"), ("S01 hold",),
        ),
        (
            "S01 forward 0605 0504 0503 0502", "not allowed",
            "0504: it halts in the zone of control of N01",
            ("SN-4.6b",), ("S01 forward 0605", "S01 hold"),
        ),
        (
            "S05 forward 0306, again forward 0305", "not allowed",
            "0306: the scenario keeps Horse out of woods",
            ("SN-2.0a",), ("S05 hold",),
        ),
        (
            "S01 sideways 0605", "not allowed",
            "0605 is not one of its flank hexes",
            ("SN-4.8a",), ("S01 hold",),
        ),
        (
            "redy", "not readable",
            '"redy" is not an order. Did you mean "ready"?',
            (), ("ready",),
        ),
        (
            "not redy", "not readable",
            '"not redy" is not an order. Did you mean "not ready"?',
            (), ("not ready",),
        ),
        (
            "extnd", "not readable",
            '"extnd" is not an order. Did you mean "extend"?',
            (), ("extend",),
        ),
        (
            "fire N01", "not readable",
            "which stand is to do that? A line begins with its map code, such as S01",
            (), (),
        ),
        (
            "Hold", "not readable",
            "which stand is to do that? A line begins with its map code, such as S01",
            (), (),
        ),
        (
            "S01 hold\nS01 fire N01", "two orders",
            "line 1 says S01 hold; line 2 says S01 fire N01; only one can be carried out",
            (), ("S01 hold", "S01 fire N01"),
        ),
        (
            "ready\nnot ready", "two orders",
            'one line says "ready", another "not ready"',
            (), ("ready", "not ready"),
        ),
        (
            "withdraw\nS01 hold", "ambiguous",
            "this line takes all orders back, and other lines give orders",
            (), (),
        ),
        (
            "S01 hold fast", "not readable",
            '"fast" cannot stand after "hold"; put a comma between two orders',
            (), (),
        ),
        (
            "S-01 hold", "not readable",
            'there is no stand "S-01"; your stands are S01, S02, S03, S04, S05 and S06',
            (), ("S01 hold",),
        ),
        (
            "S01 hold S02 hold", "not readable",
            'each stand has a line of its own: "S02" begins another order',
            (), (),
        ),
        (
            "S01 turn 10 degrees", "not readable",
            '"degrees" cannot stand after "10"; put a comma between two orders',
            (), (),
        ),
        (
            "S04 gallop 0505", "not readable",
            '"gallop" is not an order',
            (), (),
        ),
        (
            "S01 fall back 0607", "not readable",
            '"fall" is not an order. Did you mean "back"?',
            (), ("S01 back 0607",),
        ),
        (
            "S06 fire N04 both ranks", "not allowed",
            "only pistols fire in two ranks",
            ("SN-7.3a",), ("S06 hold",),
        ),
        (
            "S04 fire N04 both ranks", "not allowed",
            "it has no ranged fire (Horse)",
            ("SN-2.1.3a", "SN-7.6a", "SN-7.0c", "SN-15.0c"), ("S04 hold",),
        ),
        (
            "S01 sidewyas 0506", "not readable",
            '"sidewyas" is not an order. Did you mean "sideways"?',
            (), ("S01 sideways 0506",),
        ),
        (
            'S01 "hold', "not readable",
            '""hold" is not an order. Did you mean "hold"?',
            (), ("S01 hold",),
        ),
        (
            'bid "Horse', "not readable",
            'after "bid" comes the name of a group, not ""horse"',
            (), (),
        ),
        (
            "S 01 hold", "not readable",
            'there is no stand "S 01"; your stands are S01, S02, S03, S04, S05 and S06',
            (), ("S01 hold",),
        ),
        (
            "Captain to join S01", "not readable",
            'you have no general "captain to"; your generals are: Colonel, Major',
            (), (),
        ),
        (
            "group Horse: gallop", "not readable",
            '"gallop" is not an order',
            (), (),
        ),
        (
            "S01 if enemy within 3 and hold", "not readable",
            'after "3" comes "then", not "and"',
            (), (),
        ),
        (
            "standing group", "not readable",
            (
                'the line is not complete: after "group" comes what is decided and the answer, such as: '
                "standing S05 evade never"
            ),
            (), (),
        ),
    ],
)  # fmt: skip
def test_a_bad_line_is_told_what_is_wrong_and_what_would_be_taken(
    text: str, kind: str, reason: str, rules: tuple[str, ...], suggestions: tuple[str, ...]
) -> None:
    found = reading(text)
    assert len(found.problems) == 1
    problem = found.problems[0]
    assert (problem.kind, problem.reason, problem.rules, problem.suggestions) == (kind, reason, rules, suggestions)
    assert problem.quote in text
    assert problem.consequence
    for line in problem.suggestions:
        offered = reading(line)
        assert offered.problems == (), line
        assert offered.answer is not None or offered.controls, line


@given(st.text() | st.text(alphabet="S0123456N holdfireturncg,:|#\n\"'-"))
@settings(max_examples=150)
def test_no_text_at_all_makes_reading_fail(text: str) -> None:
    for ask in (ORDERS, AskYesNo(seat=SOUTH, default=YesNo(False), matter="evade", stand=StandId("S05"))):
        found = read(FIGHT, ask, text)
        assert all(problem.reason and problem.quote for problem in found.problems)
        looks_like_order(text)


WORDS = sorted(
    {"S04", "N04", "X9", "0605", "0504", "3", ",", ":", "then", "else", "Foot", "all"}
    | {word for verb in VERBS.verbs for word in verb.example.split()}
)


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), max_size=5).map("\n".join))
@settings(max_examples=150)
def test_no_jumble_of_order_words_makes_reading_fail(text: str) -> None:
    found = reading(text)
    if found.answer is not None:
        again = reading(found.text)
        assert again.answer == found.answer
        assert again.problems == ()


# --- round trips

STANDS = [StandId(f"S0{n}") for n in range(1, 7)]
ENEMIES = [StandId(f"N0{n}") for n in (1, 2, 3, 4, 6)]
facings = st.sampled_from(range(6)).map(Facing)
places = st.builds(lambda c, r: from_label(f"{c:02d}{r:02d}"), st.integers(1, 12), st.integers(1, 9))
paths = st.lists(places, min_size=1, max_size=4).map(tuple)
enemies = st.sampled_from(ENEMIES)
marches = st.sampled_from(["forward", "backward", "sideways", "sideways_forward"])
gos = st.builds(Go, how=marches, path=paths, again=st.booleans()) | st.builds(
    Go, how=st.just("move"), path=paths, end_facing=st.none() | facings, again=st.booleans()
)
acts: st.SearchStrategy[Act] = st.one_of(
    st.sampled_from([Hold(), Rally(), Opportunity(), Fight()]),
    st.builds(TurnTo, to=facings, again=st.booleans()),
    gos,
    st.builds(Fire, target=st.none() | enemies, ranks=st.sampled_from([1, 2]), then_move=st.booleans()),
    st.builds(Charge, target=enemies, follow=st.sampled_from([None, "remaining_mp", "stop"]), again=st.booleans()),
    st.builds(LeaveTown, path=paths, end_facing=st.none() | facings),
)
moved = st.builds(GroupMoved, group=st.sampled_from([FOOT, HORSE]), moved=st.booleans())
provisos: st.SearchStrategy[Condition] = st.one_of(
    st.builds(EnemyWithin, hexes=st.integers(0, 99), what=st.sampled_from(["any", *SORTS, *ENEMIES])),
    st.builds(
        Is, state=st.sampled_from(["disordered", "in order", "in melee", "destroyed"]),
        stand=st.none() | st.sampled_from([*STANDS, *ENEMIES, StandId("N05")]),
    ),
    st.builds(Needs, die=st.integers(1, 9)),
    st.builds(StrengthLeft, sp=st.integers(1, 12)),
    st.builds(OfClass, classes=st.sampled_from(["A", "B", "C", "AB", "BC", "ABC"])),
    moved,
)  # fmt: skip
conditions: st.SearchStrategy[Condition] = provisos | st.builds(
    CameTo, what=st.sampled_from(["test failed", "test passed", "path blocked"])
)
chains = st.lists(acts, min_size=1, max_size=4).map(tuple)
whens = st.builds(When, condition=conditions, then=chains, otherwise=st.just(()) | chains)
bodies = chains | st.builds(lambda before, when: (*before, when), st.just(()) | chains, whens)
OPEN: Mapping[str, st.SearchStrategy[str]] = {
    "": st.nothing(),
    "targets": st.lists(st.sampled_from([*SORTS, *ORDERINGS, *ENEMIES]), min_size=1, unique=True).map(" ".join),
    "stands": st.lists(st.sampled_from(STANDS), min_size=1, unique=True).map(" ".join),
    "hexes": st.just("0407 0408") | st.just("0308"),
    "shots": st.sampled_from(["at N02 horse within 3 from 2", "within 3", "from 2", "at guns", "within 3 from 3"]),
    "charges": st.sampled_from(
        ["at N02 guns", "not pikes not cover if 2 more dice", "at horse not cover", "if 5 more dice"]
    ),
}


def _standing_orders(name: Decision) -> st.SearchStrategy[StandingOrder]:
    one = STANDING[name]
    answers = st.sampled_from(sorted(one.values)) | OPEN[one.opens]
    scopes: st.SearchStrategy[dict[str, Any]] = st.builds(dict, group=st.none() | st.sampled_from([FOOT, HORSE]))
    if name not in GENERALS:
        scopes |= st.builds(dict, stand=st.sampled_from(STANDS))
    said = st.tuples(answers, st.none() | provisos) | st.just(("default", None))
    return st.tuples(said, scopes).map(lambda p: StandingOrder(decision=name, value=p[0][0], when=p[0][1], **p[1]))


decisions = st.sampled_from(sorted(STANDING)).flatmap(_standing_orders)
leaders = st.sampled_from([CommanderId("SC"), CommanderId("SM")])
items = st.one_of(
    st.builds(StandOrders, stand=st.sampled_from(STANDS), actions=bodies),
    st.builds(GroupMove, stands=st.sets(st.sampled_from(STANDS), min_size=1).map(lambda s: tuple(sorted(s))),
              how=st.sampled_from(["forward", "backward", "sideways", "sideways_forward", "move"]),
              directions=st.lists(st.integers(0, 5), min_size=1, max_size=4).map(tuple)),
    st.builds(CommanderOrders, commander=leaders, to=paths.map(lambda path: path[0])),
    st.builds(CommanderOrders, commander=leaders, join=st.sampled_from(STANDS)),
    st.builds(CommanderOrders, commander=leaders),
    st.builds(GroupWait, stands=st.just((StandId("S01"), StandId("S02"))),
              purpose=st.sampled_from(["rally", "opportunity"])),
)  # fmt: skip


def whom(item: StandOrders | GroupMove | CommanderOrders) -> str:
    return str(item.stand if isinstance(item, StandOrders) else type(item))


sheets = st.builds(
    Sheet,
    bids=st.sampled_from([(), (FOOT,), (HORSE,), (HORSE, FOOT), (FOOT, HORSE)])
    | st.builds(lambda when: (BidWhen(HORSE, when), FOOT), moved),
    orders=st.lists(items, max_size=6, unique_by=whom).map(tuple),
    standing=st.lists(decisions, max_size=4, unique_by=lambda o: (o.decision, o.stand, o.group)).map(tuple),
)


@given(sheets)
@settings(max_examples=150)
def test_a_sheet_written_and_read_is_the_same_sheet(sheet: Sheet) -> None:
    """What the rules say to it is another matter: the judge lets everything pass here."""
    from pbem.rulesets.snaphance.language import advice

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advice, "judge", lambda view, item: advice.Judgement(None))
        found = reading(sheet_text(FIGHT, sheet))
    assert found.problems == ()
    assert (found.answer or Sheet()) == sheet
    assert found.text == sheet_text(FIGHT, sheet)


@given(bodies)
def test_an_order_is_written_on_one_line_without_a_bar(actions: tuple[Act | When, ...]) -> None:
    text = order_text(FIGHT, StandOrders(StandId("S01"), actions))
    assert "\n" not in text
    assert "|" not in text
    assert looks_like_order(f"S01 {text}")


@pytest.mark.parametrize(
    "name", ["Left Wing", "Rupert's Horse", "Forward", "Hold fast", "1st Brigade", "St. George", "all", "Guns", "Group"]
)
def test_groups_may_have_any_name(name: str) -> None:
    group = replace(FIGHT.groups[HORSE], name=name)
    battle = replace(FIGHT, groups={**FIGHT.groups, HORSE: group})
    sheet = Sheet(
        bids=(HORSE,),
        orders=(CommanderOrders(CommanderId("SM")),),
        standing=(StandingOrder("pursue", "no", group=HORSE),),
    )
    assert reading(sheet_text(battle, sheet), battle).answer == sheet
    assert understood(f"group {spoken(name)}: hold", battle) == ["S04 hold", "S05 hold", "S06 hold"]


# --- overlays


def test_only_the_stands_named_change() -> None:
    first = reading("bid Horse, Foot\nS01 hold\nS02 hold\nS03 hold\nstanding all pursue no").answer
    second = reading("S02 fire nearest\nstanding S04 pursue yes").answer
    assert write(FIGHT, overlay(FIGHT, first, second)).split("\n") == [
        "Side bid Horse, Foot", "S01 hold", "S02 fire nearest", "S03 hold", "Standing all pursue no",
        "Standing S04 pursue yes",
    ]  # fmt: skip


def test_a_text_that_names_all_sets_their_turn_anew() -> None:
    first = reading("S01 hold\nS02 hold\nS03 hold").answer
    second = reading("S03 hold\nS01 hold\nS02 hold\nS04 hold").answer
    orders = overlay(FIGHT, first, second).orders  # type: ignore[union-attr]  # two sheets make a sheet
    assert [item.stand for item in orders if isinstance(item, StandOrders)] == ["S03", "S01", "S02", "S04"]


def test_an_order_for_one_of_a_group_move_breaks_the_move_up() -> None:
    move = Sheet(orders=(GroupMove((StandId("S02"), StandId("S03")), "forward", (0,)),))
    after = overlay(FIGHT, move, reading("S02 hold").answer)
    assert after == Sheet(orders=(StandOrders(StandId("S02"), (Hold(),)),))


def test_standing_orders_and_bids_of_the_last_turn_stay_and_its_orders_go() -> None:
    held = StandOrders(StandId("S01"), (Hold(),))
    last = Sheet(bids=(HORSE,), orders=(held,), standing=(StandingOrder("pursue", "no"),))
    view = replace(FIGHT, sheets={Side("south"): last})
    assert overlay(view, None, reading("S02 hold").answer) == replace(
        last, orders=(StandOrders(StandId("S02"), (Hold(),)),)
    )
    cleared = overlay(view, None, reading("standing all pursue default").answer)
    assert cleared == Sheet(bids=(HORSE,))


def test_nothing_new_leaves_what_stood() -> None:
    first = reading("S01 hold").answer
    assert overlay(FIGHT, first, None) == first
    assert overlay(FIGHT, None, None) is None
    assert overlay(FIGHT, YesNo(True), YesNo(False)) == YesNo(False)


# --- forms


def test_the_form_reads_back_without_a_problem_and_leaves_nobody_out() -> None:
    for battle in (harrow_down(), FIGHT):
        rows = form(battle, ORDERS)
        assert [row.code for row in rows] == ["Side", *STANDS]
        found = reading("\n".join(f"{row.code} {row.order}" for row in rows), battle)
        assert found.problems == ()
        assert found.missing == ()


def test_the_form_says_what_acts_if_nothing_is_sent() -> None:
    rows = {row.code: row for row in form(FIGHT, ORDERS)}
    assert rows["S01"].order == "fire nearest"
    assert rows["S01"].note.startswith("nearest now is N01: 4 dice")
    assert rows["S05"].order == "rally, hold"
    held = replace(FIGHT, sheets={Side("south"): Sheet(standing=(StandingOrder("idle", "hold", group=FOOT),))})
    rows = {row.code: row for row in form(held, ORDERS)}
    assert (rows["S01"].order, rows["S01"].note) == ("hold", "standing order for Foot: hold")


# --- single questions

EVADE = AskYesNo(seat=SOUTH, default=YesNo(False), matter="evade", stand=StandId("S05"), other=StandId("N04"))
WAYS = ((from_label("0308"), from_label("0309")), (from_label("0208"),), ())
WAY = AskWay(seat=SOUTH, default=Way(()), matter="evade", stand=StandId("S05"), other=StandId("N04"), options=WAYS)
STAND = AskStand(seat=SOUTH, default=StandChoice(StandId("N01")), matter="battle_stand", stand=StandId("S01"),
                 options=(StandId("N01"), StandId("N02")))  # fmt: skip
GROUP = AskGroup(seat=SOUTH, default=GroupChoice(FOOT), options=(FOOT, HORSE))
CHANGE = AskChange(seat=SOUTH, default=Change(0), stand=StandId("S04"))
M1 = MeleeId("m1")
MELEE = AskMelee(seat=SOUTH, default=MeleeChoice(M1), stand=StandId("S04"), options=(M1,))
FOUGHT = Melee(id=M1, stands={Side("south"): StandId("S01"), Side("north"): StandId("N01")})
ENGAGED = replace(FIGHT, melees={M1: FOUGHT})


@pytest.mark.parametrize(
    ("ask", "text", "answer"),
    [
        (EVADE, "yes", YesNo(True)), (EVADE, "Yes!", YesNo(True)), (EVADE, "S05 evade no", YesNo(False)),
        (EVADE, "s05: n", YesNo(False)), (EVADE, "evade yes", YesNo(True)), (EVADE, "Hi,\n\nyes\n\nTom", YesNo(True)),
        (WAY, "0308 0309", Way(WAYS[0])), (WAY, "S05 evade 0308, 0309", Way(WAYS[0])), (WAY, "0208", Way(WAYS[1])),
        (WAY, "stay", Way(())),
        (STAND, "N02", StandChoice(StandId("N02"))), (STAND, "S01 n01", StandChoice(StandId("N01"))),
        (GROUP, "Horse", GroupChoice(HORSE)), (GROUP, "group foot", GroupChoice(FOOT)),
        (GROUP, "declare group Horse", GroupChoice(HORSE)),
        (CHANGE, "+1", Change(1)), (CHANGE, "S04 -1", Change(-1)), (CHANGE, "change 0", Change(0)),
        (MELEE, "N01", MeleeChoice(M1)), (MELEE, "S01", MeleeChoice(M1)), (MELEE, "m1", MeleeChoice(M1)),
    ],
)  # fmt: skip
def test_a_question_is_answered(ask: AskYesNo, text: str, answer: object) -> None:
    found = read(ENGAGED, ask, text)
    assert found.answer == answer
    assert found.problems == ()
    assert read(ENGAGED, ask, found.text).answer == answer
    assert write(ENGAGED, found.answer) == found.text


@pytest.mark.parametrize(
    ("ask", "text", "kind"),
    [
        (EVADE, "S04 evade yes", "not allowed"), (EVADE, "S05 pursue yes", "not allowed"),
        (EVADE, "0504", "not readable"),
        (EVADE, "yes\nno", "two orders"), (EVADE, "S05 hold", "not readable"), (WAY, "0504", "not allowed"),
        (WAY, "yes", "not readable"), (STAND, "N04", "not allowed"), (STAND, "none", "not allowed"),
        (GROUP, "group Guns", "not readable"), (CHANGE, "yes", "not readable"), (MELEE, "N02", "not readable"),
        (EVADE, "yess", "not readable"),
    ],
)  # fmt: skip
def test_a_bad_answer_is_told_what_is_wanted(ask: AskYesNo, text: str, kind: str) -> None:
    found = read(ENGAGED, ask, text)
    assert found.answer is None
    assert [problem.kind for problem in found.problems] == [kind]
    assert found.missing == form(ENGAGED, ask)


def test_every_question_is_put_in_words() -> None:
    assert describe(FIGHT, ORDERS) == "Your orders for round 3."
    assert describe(FIGHT, EVADE) == "Does S05 Left troops evade N04 Right troops?"
    assert describe(FIGHT, WAY).endswith("Open to it: 0308 0309 or 0208 or stay.")
    assert describe(ENGAGED, MELEE) == "Which melee does S04 Right troops join? That of N01 and S01."
    for ask in (STAND, GROUP, CHANGE, AskOrders(seat=SOUTH, default=Sheet(), round=3, group=FOOT)):
        assert describe(FIGHT, ask)


# --- mail's safety


@pytest.mark.parametrize(
    "line",
    ["S01 hold", "> not quoted: S01", "ready", "Extend.", "yes", "0504 0503", "N01", "group Horse: all hold",
     "bid Horse", "Major leave", "standing all idle hold", "X17 fire nearest", "- K9 rally"],
)  # fmt: skip
def test_what_may_be_an_order_is_noticed(line: str) -> None:
    assert looks_like_order(line) != line.startswith(">")


@pytest.mark.parametrize(
    "line",
    ["S01 | hold", "Orders are due on Thursday.", "Your orders for round 5", "4 dice, at least one hit 52 in 100",
     "Battles by Post", "  <unit> hold              <unit> rally", "Round 4 is done.", ""],
)  # fmt: skip
def test_text_of_ours_is_no_order(line: str) -> None:
    assert not looks_like_order(line)


def test_a_groups_name_alone_answers_a_question() -> None:
    assert looks_like_order("Horse", groups=["Horse"])
    assert not looks_like_order("Horse")


# --- speed


def test_a_branch_is_judged_as_if_its_condition_held() -> None:
    """A rally for the case of disorder is taken of who is in order now (SN-9.0a); and the other way about."""
    for text in ("S01 if in order then rally else hold", "S05 if disordered then hold else rally"):
        (problem,) = reading(text).problems
        assert problem.reason == "it is not disordered"


def test_a_general_is_called_by_any_word_of_his_name() -> None:
    battle = load_scenario("dreux", {"pace": "round"}).scenario.battle
    assert battle is not None
    seat = Seat("huguenot")
    said = read(battle, AskOrders(seat=seat, default=Sheet(), round=1), "Coligny leave\nPrince leave")
    assert [one.code for one in said.understood] == ["Admiral Coligny", "Prince of Condé"]
    assert said.problems == ()
