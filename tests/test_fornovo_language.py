"""Orders of Fornovo to Sedgemoor: read, judged by what plays them, written back; standing orders; what is refused."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.orders import Reading
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot
from pbem.rulesets.fornovo.language.language import form, looks_like_order, overlay, read
from pbem.rulesets.fornovo.language.offering import offers, offers_for
from pbem.rulesets.fornovo.language.writing import write
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.state.asks import AskPacket, Packet
from pbem.rulesets.fornovo.state.battle import Charge
from pbem.rulesets.fornovo.state.orders import ChargeOrder, FireOrder, Go, MoveOrder
from tests.fornovo_battles import battle

SOUTH = AskPacket(seat=Seat("south"), default=Packet(), side=Side("south"), turn=1)


def reading(text: str, north: float = 24) -> Reading:
    """north: how far up the enemy's front stands."""

    def near(spec: dict) -> None:  # type: ignore[type-arg]  # a parsed file
        spec["sides"][1]["units"][0]["at"], spec["special"] = [24, north], []

    return read(battle(near), SOUTH, text)


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("s01 hold", "S01 hold"),
        ("S01 ahead 4", "S01 forward 4"),
        ("S01: wheel 20 left, then forward 3", "S01 wheel left 20, forward 3"),
        ("S01 retire 2", "S01 back 2"),
        ("S01 sidestep left 1.5", "S01 left 1.5"),
        ("S01 oblique right 20 for 4", "S01 oblique right 20 4"),
        ("S01 turn east", "S01 turn 90"),
        ("S01 about turn", "S01 turn 180"),
        ("S01 form in 10 files", "S01 form 10 files"),
        ("S01 form a square", "S01 form square"),
        ("S01 forward 3 if no enemy within 6", "S01 forward 3 unless enemy within 6"),
        ("S01 shoot at N01", "S01 fire N01"),
        ("S01 counter-charge N01", "S01 countercharge N01"),
        ("S01 receive in square", "S01 receive in square"),
        ("Foot forward 2", "S01 forward 2"),
        ("SC1 attach to S01", "SC1 join S01"),
        ("SC1 to 20,5", "SC1 to 20,5"),
        ("all forward 2", "S01 forward 2"),
        ("standing all if charged: countercharge horse, stand foot",
         "standing all if charged countercharge horse, stand foot"),
        ("standing S01 if charged by foot stand", "standing S01 if charged by foot stand"),
        ("standing S01 pursuit pursue below 8", "standing S01 pursuit allow below 8"),
        ("standing all after halt face north", "standing all after halt face 0"),
        ("standing all return from turn 6", "standing all return turn 6"),
        ("standing S01 evade right 30", "standing S01 evade right 30"),
        ("standing all fire default", "standing all fire default"),
    ],
)  # fmt: skip
def test_a_line_is_understood_and_its_canonical_form_reads_back_to_the_same(line: str, canonical: str) -> None:
    found = reading(line)
    assert not found.problems
    assert found.text == canonical
    again = reading(found.text)
    assert (again.answer, again.text) == (found.answer, canonical)


@pytest.mark.parametrize(
    ("line", "told", "rule"),
    [
        ("S01 forward 9", "farther than it can go", "FS-7a"),
        ("S01 charge N01", "out of its reach", "FS-7.6b"),
        ("S01 evade", "only skirmishers, and light horse", "FS-7.9a"),
        ("S01 plant stakes", "no stakes", "FS-2.11a"),
        ("S01 fire N01 hail", "no guns", ""),
        ("S02 forward 3", "not on the table yet", ""),
        ("S09 forward 3", "you have no S09", ""),
        ("S01 charge N09", "there is no enemy N09", ""),
        ("S01 forwrad 3", 'Did you mean "forward"', ""),
        ("SC1 forward 3", "is a general", ""),
        ("S01 enter the mill", "there is no block", ""),
    ],
)
def test_what_cannot_be_done_is_told_with_its_rule(line: str, told: str, rule: str) -> None:
    problem = reading(line).problems[0]
    assert told in problem.reason
    assert not rule or rule in problem.rules


def test_a_unit_goes_toward_a_place_as_far_as_it_can_and_the_move_is_legal() -> None:
    there = battle(lambda spec: spec.update(special=[]))
    packet = read(there, SOUTH, "S01 to 30,30").answer
    made = march(there, there.units[StandId("S01")], packet.moves[0].legs)
    assert not isinstance(made, Refusal)
    assert made.left < 0.3


def test_a_charge_without_a_way_finds_the_wheel_that_brings_it_to_its_target() -> None:
    straight = reading("S01 charge N01", north=14).answer
    assert straight.charges == (ChargeOrder(0, StandId("S01"), StandId("N01")),)
    assert reading("S01 charge N01", north=14).text == "S01 charge N01"


def test_a_newer_line_replaces_all_that_its_unit_was_ordered() -> None:
    there = battle()
    older, newer = (read(there, SOUTH, text).answer for text in ("S01 forward 3\nSC1 to 20,5", "S01 fire N01"))
    assert write(there, overlay(there, older, newer)) == "S01 fire N01\nSC1 to 20,5"


def test_units_move_in_the_sequence_of_the_lines_and_the_text_keeps_it() -> None:
    moves = tuple(MoveOrder(0, StandId(unit), (Go(Hundredths(200)),)) for unit in ("S02", "S01"))
    packet = Packet(moves=moves, shots=(FireOrder(0, StandId("S01"), StandId("N01")),))
    assert write(battle(), packet) == "S02 forward 2\nS01 fire N01, forward 2"


def test_two_lines_that_differ_about_one_unit_are_both_left_out() -> None:
    found = reading("S01 forward 3\nS01 back 2")
    assert found.answer is None
    assert found.problems


def test_the_form_has_a_line_for_every_unit_and_general_on_the_table() -> None:
    assert [line.code for line in form(battle(), SOUTH)] == ["S01", "SC1"]


def test_our_own_mail_is_told_from_orders() -> None:
    assert looks_like_order("S01 forward 3")
    assert looks_like_order("standing all fire hold")
    assert not looks_like_order("Your turn: orders needed")


def test_skirmishers_and_generals_go_straight_to_a_place() -> None:
    packet = read(battle(), SOUTH, "SC1 to 20,5").answer
    assert packet.moves[0].legs[-1].place == Spot(Hundredths(2000), Hundredths(500))


@pytest.mark.parametrize(("line", "rank"), [("S01 fire N01 salvee by second rank", 2), ("S01 fire N01 salvee", UNSET)])
def test_a_salvee_may_be_fired_by_one_rank(line: str, rank: object) -> None:
    (shot,) = read(battle(), SOUTH, line).answer.shots
    assert (shot.salvee, shot.rank) == (True, rank)


def test_a_rank_that_does_not_shoot_is_refused() -> None:
    (problem,) = reading("S01 fire N01 salvee rank 3").problems
    assert "rank 1" in problem.reason


@pytest.mark.parametrize(
    "line",
    ["S01 fire N01 salvee rank 1.5", "S01 form 8.5 files", "standing S01 pursuit allow below 7.5",
     "standing S01 return turn 6.5"],
)  # fmt: skip
def test_what_is_counted_is_a_whole_number(line: str) -> None:
    (problem,) = reading(line).problems
    assert ".5 is no whole number" in problem.reason


def test_a_war_wagon_whose_crew_has_nothing_to_shoot_with_fires_its_gun() -> None:
    """FS-2.10c: without a word for the shot too."""

    def wagon(spec: dict) -> None:  # type: ignore[type-arg]  # a parsed file
        place = {key: spec["sides"][0]["units"][0][key] for key in ("id", "at")}
        spec["special"] = []
        spec["sides"][0]["units"][0] = {**place, "class": "wagons", "figures": 4, "guns": {"kind": "light", "n": 1}}

    assert not read(battle(wagon), SOUTH, "S01 fire N01").problems


def test_where_charges_are_answered_only_units_charged_are_to_order() -> None:
    ask, quiet = replace(SOUTH, stop="answers"), battle()
    charged = replace(quiet, charges=(Charge(unit=StandId("N01"), target=StandId("S01"), state="declared"),))
    assert offers(quiet, ask, None).stands == ()
    assert offers(charged, ask, None).stands == ("S01",)
    assert offers_for(charged, ask, None, "S01") is not None
    assert offers(charged, replace(ask, stop="tests"), None).stands == ()
    assert "SC1" in offers(charged, SOUTH, None, units=False).stands
