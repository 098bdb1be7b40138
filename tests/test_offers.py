"""What the map offers: every line is read, and says where on the board it is tapped; the fields of a stand."""

from collections.abc import Iterable

import pytest
from msgspec import structs

from pbem.engine.hexes import Facing, Hex, from_label, straight_ahead
from pbem.engine.ids import CommanderId, MeleeId, StandId
from pbem.engine.offers import Offer, UnitOffers
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.language.continuing import then
from pbem.rulesets.snaphance.language.remarks import charge_remark
from pbem.rulesets.snaphance.state.asks import (
    AskOrders,
    AskReaction,
    AskStand,
    AskWay,
    Reaction,
    Response,
    StandChoice,
    Way,
)
from pbem.rulesets.snaphance.state.battle import Battle, Melee, army
from pbem.rulesets.snaphance.state.commands import Sheet, StandOrders, TurnTo
from pbem.rulesets.snaphance.state.special_rules import DeadGround, MustCharge
from pbem.scenarios import load_scenario
from tests.snaphance_positions import BLUE, RED, position, stand

B1, R1 = StandId("b1"), StandId("r1")


def orders_of(battle: Battle) -> AskOrders:
    """What blue is asked for its orders."""
    return AskOrders(seat=army(battle, BLUE).seat, default=Sheet(), round=1)


def card(battle: Battle, code: str) -> UnitOffers:
    """What one of blue's stands is offered."""
    found = RULES.language.offers_for(battle, orders_of(battle), None, code)
    assert found is not None
    return found


def at(offers: Iterable[Offer]) -> dict[str, str]:
    """Where each line is tapped."""
    return {one.line: one.at for one in offers}


# --- where on the map ----------------------------------------------------------------------------------------------


def test_the_point_shows_to_the_hex_beyond_the_front_hexes() -> None:
    ahead = [straight_ahead(Hex(0, 0), Facing(facing)) for facing in range(6)]
    assert ahead == [Hex(1, -2), Hex(2, -1), Hex(1, 1), Hex(-1, 2), Hex(-2, 1), Hex(-1, -1)]


def test_a_march_is_tapped_where_it_ends_and_a_turn_straight_ahead() -> None:
    battle = position([stand("b1", "ps", 3, 3, 1), stand("r1", "ps", 9, 0, 3)], columns=12, rows=12)
    assert at(card(battle, "b1").marches) == {
        "b1 forward 0603": "0603", "b1 forward 0604": "0604", "b1 turn 12": "0502", "b1 turn 4": "0705",
    }  # fmt: skip
    assert from_label("0705") == straight_ahead(Hex(3, 3), Facing(2))


def test_a_turn_to_the_edge_is_tapped_nowhere() -> None:
    battle = position([stand("b1", "ps", 0, 0, 3), stand("r1", "ps", 9, 0, 3)], columns=12, rows=12)
    found = at(card(battle, "b1").marches)
    assert (found["b1 turn 8"], found["b1 turn 4"]) == ("", "0202")


def test_shots_charges_and_melees_are_tapped_on_the_enemy() -> None:
    battle = position([stand("b1", "ps", 3, 3), stand("r1", "ps", 3, 2, 3)])
    found = at(card(battle, "b1").may)
    assert (found["b1 fire r1"], found["b1 charge r1"], found["b1 hold"]) == ("r1", "r1", "")
    melees = {MeleeId("m"): Melee(id=MeleeId("m"), stands={RED: R1, BLUE: B1})}
    fought = card(position([stand("b1", "ps", 3, 3), stand("r1", "ps", 3, 2, 3)], melees=melees), "b1")
    assert at(fought.may) == {"b1 fight": "r1"}


def test_answers_are_tapped_where_a_way_ends_or_on_the_stand_chosen() -> None:
    some = [stand("b1", "ps", 3, 3), stand("r1", "ps", 3, 2, 3), stand("r2", "ps", 4, 2, 3)]
    battle = position(some, columns=12, rows=12)
    seat = army(battle, BLUE).seat
    ways = ((), (Hex(3, 4), Hex(3, 5)), (Hex(-1, 4),))
    way = AskWay(seat=seat, default=Way(()), matter="retreat", stand=B1, other=R1, options=ways)
    assert at(RULES.language.offers(battle, way, None).answers) == {"stay": "0504", "0605 0606": "0606", "0205": "0205"}
    chosen = AskStand(
        seat=seat, default=StandChoice(R1), matter="target", stand=B1, options=(R1, StandId("r2"), None)
    )  # fmt: skip
    assert list(at(RULES.language.offers(battle, chosen, None).answers).values()) == ["r1", "r2", ""]
    options = (Response(B1, "fire", R1), Response(B1, "charge", StandId("r2")))
    react = AskReaction(
        seat=seat, default=Reaction(), cause="step", stands=(R1,), options=options, dice=(3, 0)
    )  # fmt: skip
    assert list(at(RULES.language.offers(battle, react, None).answers).values()) == ["", "r1", "r2"]


# --- one stand ------------------------------------------------------------------------------------------------------


def test_one_stands_card_is_what_all_of_them_say_of_it() -> None:
    battle = position([stand("b1", "ps", 3, 3), stand("b2", "horse", 6, 3), stand("r1", "ps", 3, 1, 3)])
    ask = orders_of(battle)
    every = RULES.language.offers(battle, ask, None)
    assert every.stands == ("b1", "b2") == tuple(one.code for one in every.units)
    assert [RULES.language.offers_for(battle, ask, None, code) for code in every.stands] == list(every.units)
    assert [RULES.language.offers_for(battle, ask, None, code) for code in ("r1", "b9", "")] == [None] * 3
    short = RULES.language.offers(battle, ask, None, units=False)
    assert (short.units, short.stands, short.decisions) == ((), every.stands, every.decisions)


# --- fields ---------------------------------------------------------------------------------------------------------


def fields(battle: Battle, code: str) -> dict[str, tuple[str, int]]:
    """A stand's fields by title: what kind, how many hexes."""
    return {one.title: (one.kind, len(one.places)) for one in card(battle, code).fields}


def test_a_zone_of_control_and_a_field_of_fire_for_each_column() -> None:
    battle = position([stand("b1", "ps", 9, 9), stand("r1", "ps", 9, 1, 3)], columns=30, rows=30)
    assert fields(battle, "b1") == {
        "Zone of control": ("zone", 2), "Fire at point-blank, -2": ("near", 2), "Fire at 2 hexes, -2": ("near", 5),
        "Fire at 3 hexes, -3": ("far", 6),
    }  # fmt: skip
    assert card(battle, "b1").fields[0].places == ("1409", "1509")


def test_the_arc_of_guns_is_narrow_and_what_cannot_be_seen_is_left_out() -> None:
    guns = [stand("b1", "guns", 9, 9), stand("r1", "ps", 9, 1, 3)]
    assert fields(position(guns, columns=30, rows=30), "b1")["Fire at 2 hexes"] == ("near", 3)
    wooded = position(guns, columns=30, rows=30, ground={"10,7": "woods"})
    titles = fields(wooded, "b1")
    assert titles["Fire at 2 hexes"] == ("near", 3), "into the wood"
    assert titles["Fire at 4 hexes"][1] < fields(position(guns, columns=30, rows=30), "b1")["Fire at 4 hexes"][1]


def test_the_edge_of_the_board_cuts_fields_and_horse_has_none_of_fire() -> None:
    battle = position([stand("b1", "horse", 0, 0, 0), stand("r1", "ps", 9, 0, 3)], columns=12, rows=12)
    assert card(battle, "b1").fields == ()
    assert set(fields(position([stand("b1", "horse", 9, 9), stand("r1", "ps", 9, 1, 3)]), "b1")) == {"Zone of control"}


def test_dead_ground_is_no_field_of_fire() -> None:
    guns = [stand("b1", "guns", 9, 9), stand("r1", "ps", 9, 1, 3)]
    dead = DeadGround(stands=(B1,), ground=(Hex(9, 9),), hidden=(Hex(10, 7),), rounds=3)
    battle = position(guns, columns=30, rows=30, special=(dead,))
    assert fields(battle, "b1")["Fire at 2 hexes"] == ("near", 2)


# --- odds -----------------------------------------------------------------------------------------------------------


def notes(battle: Battle, code: str) -> dict[str, str]:
    """What is said of each thing a stand may do."""
    return {one.line: one.note for one in card(battle, code).may}


def test_a_shot_and_a_charge_are_offered_with_their_chances() -> None:
    told = notes(position([stand("b1", "ps", 3, 3, sp=(4,)), stand("r1", "ps", 3, 2, 3)]), "b1")
    assert told["b1 fire r1"] == "2 dice, at least one hit 33 in 100"
    assert told["b1 charge r1"] == (
        "4 dice against 6, under the fire of 4 dice, beats it 5 in 100, drawn 41, driven back 54"
    )


def test_a_charge_on_those_who_may_evade_says_so() -> None:
    told = notes(position([stand("b1", "horse", 3, 3), stand("r1", "skirm", 3, 0, 3)]), "b1")
    assert told["b1 charge r1"] == "it evades, or is ridden down"
    told = notes(position([stand("b1", "horse", 3, 3), stand("r1", "croats", 3, 0, 3)]), "b1")
    assert told["b1 charge r1"].endswith(", if no enemy evades")


def test_a_charge_on_a_flank_is_told_from_where_it_began() -> None:
    told = notes(position([stand("b1", "gendarmes", 3, 0, 5), stand("r1", "ps", 0, 0, 3, sp=(4,))]), "b1")
    assert told["b1 charge r1"].startswith("12 dice against 3, beats it 77 in 100")


def test_skirmishers_that_might_support_might_evade_too() -> None:
    some = [stand("b1", "horse", 0, 2), stand("r1", "ps", 0, 0, 3), stand("r2", "skirm", -1, 1, 2)]
    assert notes(position(some), "b1")["b1 charge r1"].endswith(", if no enemy evades")
    assert notes(position(some[:2]), "b1")["b1 charge r1"].endswith("evades") is False


def test_where_it_may_not_attack_from_the_reason_is_told() -> None:
    battle = position([stand("b1", "horse", 0, 1), stand("r1", "ps", 0, 0, 3)])
    assert charge_remark(battle, R1, B1, moved=False) == "foot does not attack mounted combat stands"


def test_who_is_in_disorder_rallies_first_unless_told_not_to() -> None:
    first = "rallies first, needs a 4 to act as well; "
    battle = position([stand("b1", "shot", 3, 6, disordered=True), stand("r1", "ps", 3, 3, 3)])
    assert notes(battle, "b1")["b1 fire r1"] == f"{first}4 dice, at least one hit 60 in 100"
    told = RULES.language.read(battle, orders_of(battle), "b1 fire r1\nstanding b1 rally no").answer
    battle = structs.replace(battle, sheets={BLUE: told})
    assert notes(battle, "b1")["b1 fire r1"] == "3 dice, at least one hit 48 in 100"
    battle = position([stand("b1", "horse", 3, 3, disordered=True), stand("r1", "ps", 3, 1, 3, sp=(3,))])
    assert notes(battle, "b1")["b1 charge r1"].startswith(f"{first}5 dice against 4, ")
    battle = position([stand("b1", "horse", 3, 4, disordered=True), stand("r1", "ps", 3, 1, 3, sp=(3,))])
    gone_on = ordered(battle, "b1", "b1 forward 0504").then
    assert [one.note.startswith(f"{first}5 dice") for one in gone_on if one.at == "r1"] == [True]


# --- going on -------------------------------------------------------------------------------------------------------


def ordered(battle: Battle, code: str, line: str) -> UnitOffers:
    """What one of blue's stands is offered once it has been given a line, which is taken; and so is all of that."""
    ask = orders_of(battle)
    reading = RULES.language.read(battle, ask, line)
    assert reading.problems == ()
    found = RULES.language.offers_for(battle, ask, reading.answer, code)
    assert found is not None
    for offer in found.then:
        again = RULES.language.read(battle, ask, offer.line)
        assert (again.problems, RULES.language.write(battle, again.answer)) == ((), offer.line)
    return found


HORSE = [stand("b1", "horse", 3, 8), stand("b2", "horse", 4, 8), stand("r1", "ps", 3, 2, 3)]


def test_hex_after_hex_is_one_march_and_the_next_move_is_one_by_test() -> None:
    battle = position(HORSE, columns=14, rows=14)
    assert card(battle, "b1").then == ()
    found = {one.at: one for one in ordered(battle, "b1", "b1 forward 0708").then}
    assert found["0707"].line == "b1 forward 0708 0707"
    assert found["0707"].note == "2 MP"
    farther = next(one for one in found.values() if "again" in one.line)
    assert farther.line.startswith("b1 forward 0708, again ")
    assert farther.note == "needs a 4 for the second move"
    whole = ordered(battle, "b1", "b1 forward 0708 0707 0706").then
    assert all("again" in one.line or "turn" in one.line for one in whole)


def test_hex_then_enemy_is_a_charge_or_a_shot_from_there() -> None:
    some = [stand("b1", "horse", 3, 7), stand("b2", "shot", 2, 6), stand("r1", "ps", 3, 2, 3, sp=(3,))]
    battle = position(some, columns=14, rows=14)
    charges = [one for one in ordered(battle, "b1", "b1 forward 0707").then if one.at == "r1"]
    assert [one.line for one in charges] == ["b1 forward 0707, again charge r1"]
    assert charges[0].note.startswith("needs a 4 for the second move; 5 dice against 4, ")
    shots = {one.line: one for one in ordered(battle, "b2", "b2 forward 0506").then if "fire" in one.line}
    assert shots["b2 forward 0506, fire r1"].at == "r1"
    assert shots["b2 forward 0506, fire r1"].note == "3 dice, at least one hit 48 in 100"


@pytest.mark.parametrize("line", ["b1 hold", "b1 opportunity", "b1 charge r1", "b1 if enemy within 2 then hold", ""])
def test_after_some_orders_there_is_nothing_to_add(line: str) -> None:
    battle = position([stand("b1", "horse", 3, 6), stand("r1", "ps", 3, 3, 3)], columns=14, rows=14)
    assert ordered(battle, "b1", line).then == ()


def test_after_a_shot_it_may_go_on_if_it_says_so() -> None:
    battle = position([stand("b1", "shot", 3, 6), stand("r1", "ps", 3, 3, 3)], columns=14, rows=14)
    lines = [one.line for one in ordered(battle, "b1", "b1 fire r1").then]
    assert "b1 fire r1 then move, back 0708" in lines
    assert all("then move" in line for line in lines)


def test_what_is_barred_as_things_stand_is_not_gone_on_from() -> None:
    friend = position([stand("b1", "ps", 3, 7), stand("b2", "swiss", 3, 6), stand("r1", "ps", 9, 0, 3)], columns=14,
                      rows=14)  # fmt: skip
    assert ordered(friend, "b1", "b1 forward 0707").then == ()


def test_one_who_must_charge_goes_on_to_nothing_else() -> None:
    must = MustCharge(general=CommanderId("bg"))
    battle = position(
        [stand("b1", "gendarmes", 3, 7), stand("r1", "reiters", 3, 3, 3)], columns=14, rows=14, special=(must,),
        generals={"bg": (3, 7, "b1"), "rg": (9, 0, None)},
    )  # fmt: skip
    turned = Sheet(orders=(StandOrders(stand=B1, actions=(TurnTo(to=Facing(1)),)),))
    assert all("charge" in one.line for one in then(battle, B1, turned))
    assert any("forward" in one.line for one in then(structs.replace(battle, special=()), B1, turned))


# --- several --------------------------------------------------------------------------------------------------------


def together(battle: Battle, *codes: str) -> dict[str, str]:
    """What some of blue's stands are offered together, all of which is taken, and where it is tapped."""
    ask = orders_of(battle)
    found = RULES.language.group_offers(battle, ask, None, codes)
    for offer in found:
        assert RULES.language.read(battle, ask, offer.line).problems == (), offer.line
    return at(found)


def test_those_who_stand_together_may_go_together() -> None:
    battle = position(HORSE, columns=14, rows=14)
    found = together(battle, "b2", "b1")
    assert found["b2 b1 together forward 1"] == "0908"
    assert found["b2 b1 together forward 11 11"] == "0807"
    assert found["b2 b1 together back 5"] == "0910"
    assert found["b2 b1 hold"] == ""
    assert together(battle, "b1") == together(battle, "b1", "r1") == together(battle, "b1", "b9") == {}


def test_those_of_two_sorts_may_only_do_the_same() -> None:
    some = [stand("b1", "shot", 3, 6), stand("b2", "ps", 4, 6), stand("r1", "ps", 4, 3, 3)]
    found = together(position(some, columns=14, rows=14), "b1", "b2")
    assert found == {"b1 b2 fire r1": "r1", "b1 b2 fire nearest": "", "b1 b2 hold": ""}


def test_a_group_ends_its_move_where_all_of_it_may_stand() -> None:
    some = [stand("b1", "shot", 3, 8), stand("b2", "shot", 4, 8), stand("b3", "ps", 3, 7), stand("r1", "ps", 9, 0, 3)]
    found = together(position(some, columns=14, rows=14), "b1", "b2")
    assert "b1 b2 together forward 11 11" in found
    assert "b1 b2 together forward 11" not in found


def test_who_is_still_to_come_is_in_no_group() -> None:
    battle = load_scenario("snaphance/mill-ford", {"pace": "round"}).scenario.battle
    assert battle is not None
    late = tuple(structs.replace(one, due=True) for one in battle.arrivals)
    battle = structs.replace(battle, arrivals=late, round=2)
    ask = AskOrders(seat=army(battle, battle.stands[StandId("S03")].side).seat, default=Sheet(), round=2)
    there = RULES.language.offers(battle, ask, None, units=False).stands
    assert {"S03", "S04"} <= set(there)
    assert RULES.language.group_offers(battle, ask, None, ("S03", "S04")) == ()
    assert RULES.language.group_offers(battle, ask, None, ("S01", "S02")) != ()
