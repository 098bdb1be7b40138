"""What the map offers a one-hour unit: every line is taken and does what it says; fields; lines for several."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.ids import Seat, StandId
from pbem.engine.offers import Offer, UnitOffers
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.asks import AskArmy, AskOrders, AskSetup
from pbem.rulesets.onehour.battle import Arrival, Battle, Contact
from pbem.rulesets.onehour.commands import ArmyChoice, Move, SetUp, Sheet
from pbem.rulesets.onehour.facts import Moved
from pbem.rulesets.onehour.language.offering import group_offers, offers, offers_for
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.playing.checking import check_sheet
from pbem.scenarios import load_scenario
from tests.onehour_tables import BLUE, asked, block, ground, reading, table, unit

MOST_MARCHES = 40


def card(battle: Battle, code: str, text: str = "") -> UnitOffers:
    """What one of blue's units is offered.  text: what it has been ordered."""
    found = offers_for(battle, asked(battle), reading(battle, text).answer if text else None, code)
    assert found is not None
    return found


def taken(battle: Battle, ask: AskOrders, some: Iterable[Offer]) -> None:
    """Every line is read without a problem, and all it orders would be carried out."""
    for offer in some:
        found = RULES.language.read(battle, ask, offer.line)
        assert found.problems == (), offer.line
        assert isinstance(found.answer, Sheet)
        assert not any(check_sheet(battle, found.answer.orders).objections), offer.line
        move = next((one for one in found.answer.orders if isinstance(one, Move)), None)
        if move is not None and "," in offer.at:
            came = done(battle, move)
            assert isinstance(came, Moved)
            assert f"{came.end.at.x / 100:g},{came.end.at.y / 100:g}" == offer.at


def all_of(one: UnitOffers) -> tuple[Offer, ...]:
    """Every line of a card."""
    return (*one.may, *one.marches, *one.then)


FIELD = table(
    unit("I1", 10, 10), unit("I2", 15, 10), unit("C1", 22, 8), unit("S1", 28, 8),
    unit("EC1", 12, 20, 180, name="Byron's Horse"), unit("EI1", 22, 18, 180), unit("ES1", 28, 14, 180, hits=12),
    block("w", "woods", 2, 14, 6, 20, called="Harrow Wood"), block("h", "hill", 26, 24, 34, 30, called="Gallows Hill"),
    ground("r", "road", (0, 10), (36, 10)),
)  # fmt: skip

# --- every line is taken ------------------------------------------------------------------------------------------


def test_whatever_is_offered_is_taken() -> None:
    found = offers(FIELD, asked(FIELD), None)
    assert found.stands == ("C1", "I1", "I2", "S1") == tuple(one.code for one in found.units)
    for one in found.units:
        taken(FIELD, asked(FIELD), all_of(one))
        assert 10 < len(one.marches) < MOST_MARCHES
        assert len({offer.line for offer in all_of(one)}) == len(all_of(one))
        assert card(FIELD, one.code) == one


@pytest.mark.parametrize("name", ["harrow-down", "mill-ford", "two-farms", "coutras"])
def test_whatever_is_offered_at_the_start_of_a_scenario_is_taken(name: str) -> None:
    begun = load_scenario(f"onehour/{name}").scenario.battle
    assert begun is not None
    for army in begun.armies:
        battle = replace(begun, phase="orders", turn=1, active=army.id)
        ask = AskOrders(seat=army.seat, default=Sheet(), turn=1, side=army.id)
        found = offers(battle, ask, None, units=False)
        for code in found.stands[::2]:
            one = offers_for(battle, ask, None, code)
            assert one is not None
            taken(battle, ask, all_of(one))
        taken(battle, ask, group_offers(battle, ask, None, found.stands[:3]))
        for row in RULES.language.form(battle, ask):
            assert RULES.language.read(battle, ask, f"{row.code} {row.order}").problems == ()


place = st.tuples(st.integers(2, 34), st.integers(2, 34), st.integers(0, 359))


@settings(max_examples=12, deadline=None)
@given(st.lists(place, min_size=5, max_size=5))
def test_whatever_is_offered_anywhere_is_taken(where: list[tuple[int, int, int]]) -> None:
    some = [unit(code, *at) for code, at in zip(("I1", "C1", "I2", "EI1", "EC1"), where, strict=True)]
    field = table(
        *some, block("hill", "hill", 10, 10, 16, 18, called="Gallows Hill"), ground("r", "road", (0, 9), (36, 30))
    )
    for code in ("I1", "C1"):
        taken(field, asked(field), all_of(card(field, code)))
    taken(field, asked(field), group_offers(field, asked(field), None, ("I1", "I2")))


# --- what a card says ---------------------------------------------------------------------------------------------


def test_charges_and_shots_are_tapped_on_the_enemy_and_say_what_they_are_worth() -> None:
    horse = {offer.line: offer for offer in card(FIELD, "C1").may}
    charge = horse["C1 charge EI1"]
    assert (charge.at, charge.note) == ("EI1", "on its front, 8 inches; 3 hits on the average (pikes halve it)")
    foot = {offer.line: offer for offer in card(FIELD, "I1").may}
    assert foot["I1 shoot EC1"].text == "Shoot EC1 Byron's Horse"
    assert foot["I1 shoot EC1"].note == "range 8; 3.5 hits on the average"
    assert {"I1 hold", "I1 hold fire"} <= set(foot)
    beaten = {offer.line: offer.note for offer in card(FIELD, "S1").may}
    assert beaten["S1 charge ES1"].endswith("removes it 100 in 100")


def test_what_may_not_be_done_is_told_with_its_rules() -> None:
    denied = {one.text: one.rules for one in card(FIELD, "I1").may_not}
    charge = next(text for text in denied if text.startswith("charge EC1"))
    assert "may not charge" in charge
    assert "OH-R-charge-1" in denied[charge]
    assert any(text.startswith("shoot EI1") and "OH-shoot-3" in rules for text, rules in denied.items())


def test_ways_lead_up_to_enemies_along_roads_and_to_ground_with_a_name() -> None:
    ways = {offer.text: offer for offer in card(FIELD, "I1").marches}
    assert ways["Forward 6"].line == "I1 forward 6"
    assert ways["To the edge of Harrow Wood"].line == "I1 pivot left 45, forward 4.65"
    assert ways["Up to EC1"].line.startswith("I1 pivot right 11.3, forward")
    assert ways["Face EC1"].line == "I1 pivot right 11.3"
    assert ways["By the road to 1,10"].line == "I1 pivot left 90, road 9"
    assert ways["About"].line == "I1 about"


def test_a_tap_anywhere_writes_a_line_that_is_read() -> None:
    for one in card(FIELD, "I1").anywhere:
        line = one.line.replace("{place}", "9.5,13.25")
        assert reading(FIELD, line).problems == (), line


def test_the_fields_of_a_unit() -> None:
    shown = {one.title: one for one in card(FIELD, "I1").fields}
    assert [one.kind for one in shown.values()] == ["reach", "near", "far"]
    far = shown["Field of fire, 12 inches"].places
    assert (far[0], "10,23" in far) == ("10,11", True)
    assert {one.kind for one in card(FIELD, "C1").fields} == {"reach"}
    edge = table(unit("I1", 2, 34), unit("EC1", 30, 4))
    for field in card(edge, "I1").fields:
        for corner in field.places:
            x, y = map(float, corner.split(","))
            assert 0 <= x <= 36, field
            assert 0 <= y <= 36, field


def test_what_is_ordered_goes_on_with_a_shot() -> None:
    then = {offer.line: offer.at for offer in card(FIELD, "I1", "I1 forward 4").then}
    assert then == {"I1 forward 4, shoot EC1": "EC1", "I1 forward 4, pivot right 29.8, shoot EI1": "EI1"}
    taken(FIELD, asked(FIELD), card(FIELD, "I1", "I1 forward 4").then)
    assert card(FIELD, "C1", "C1 forward 4").then == ()
    assert card(FIELD, "I1", "I1 hold").then == ()


def test_who_fights_is_offered_to_turn_and_nothing_else() -> None:
    fight = table(unit("I1", 18, 18), unit("EC1", 21, 18, 270), Contact(StandId("EC1"), StandId("I1"), Face.RIGHT))
    found = card(fight, "I1")
    assert [offer.line for offer in all_of(found)] == ["I1 turn to EC1"]
    assert found.may[0].note == "3.5 hits on the average"
    assert any("OH-melee-6" in one.rules for one in found.may_not)


def test_who_is_to_come_is_offered_places_to_enter() -> None:
    arrival = Arrival(
        units=(StandId("I5"),), turn=1, edge=TableEdge.SOUTH, start=Hundredths(1000), end=Hundredths(2000)
    )
    field = table(unit("I1", 30, 3), unit("I5", 0, 0, state="to come"), arrivals=(arrival,))
    found = card(field, "I5")
    assert [offer.at for offer in found.marches] == ["15,0", "14,0", "18,0", "10,0"]
    taken(field, asked(field), all_of(found))
    line = found.anywhere[0].line.replace("{place}", "14,8")
    assert reading(field, line).problems == ()


def test_several_are_offered_what_all_of_them_may_do() -> None:
    ask = asked(FIELD)
    lines = [offer.line for offer in group_offers(FIELD, ask, None, ("I1", "I2"))]
    assert {"I1 I2 forward full", "I1 I2 forward 4", "I1 I2 hold", "I1 I2 shoot nearest", "I1 I2 shoot EC1"} <= set(
        lines
    )
    assert not any(line.endswith("forward 8") for line in lines)
    assert all("shoot" not in offer.line for offer in group_offers(FIELD, ask, None, ("I1", "C1")))
    assert group_offers(FIELD, ask, None, ("I1",)) == ()
    assert group_offers(FIELD, ask, None, ("I1", "EC1")) == ()
    assert offers_for(FIELD, ask, None, "EC1") is None


# --- before the first turn ----------------------------------------------------------------------------------------


def test_set_up_and_armies_are_offered() -> None:
    before = replace(FIELD, phase="set-up", active=None, deploys=True)
    ask = AskSetup(seat=Seat("blue"), default=SetUp(), side=BLUE)
    shown = offers(before, ask, None)
    assert shown.answers[0].same
    for one in shown.units:
        for way in one.anywhere:
            line = way.line.replace("{place}", "5,4")
            assert RULES.language.read(before, ask, line).problems == (), line
    draw = AskArmy(seat=Seat("blue"), default=ArmyChoice(), side=BLUE)
    rows = offers(before, draw, None).answers
    assert [RULES.language.read(before, draw, row.line).answer for row in rows] == [
        ArmyChoice(), *(ArmyChoice(row) for row in range(1, 7)),
    ]  # fmt: skip
    assert "Which army do you lead?" in RULES.language.describe(before, draw)
    assert RULES.language.describe(before, ask)
    assert RULES.language.describe(FIELD, asked(FIELD)) == "Your orders for your player turn in turn 1."
