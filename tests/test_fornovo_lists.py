"""Army lists of equal points: read line by line, priced, refused, taken to the field; by mail and on the web."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.ids import GameId, Seat, Side, StandId
from pbem.engine.orders import Reading
from pbem.mail.tokens import TurnRef
from pbem.rulesets.fornovo.language.language import describe, looks_like_order, overlay, read
from pbem.rulesets.fornovo.language.offering import offers
from pbem.rulesets.fornovo.moving.deploying import deployed, misplaced
from pbem.rulesets.fornovo.scenario.reader import scenario
from pbem.rulesets.fornovo.state.asks import AskPacket, Packet
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.play.games import load_game, new_game
from pbem.service.play.running import aide_orders
from pbem.store.tables import PlayerId
from tests.fornovo_battles import changed
from tests.mail_offices import ANN, BOB, NORTH, SOUTH, MailOffice, mail_office
from tests.test_mail.conftest import text_of
from tests.test_proofs.field import SEED

ASK = AskPacket(seat=Seat("south"), default=Packet(), side=Side("south"), turn=0, stop="armies")
LIST = """\
SC1 raise commander
S01 raise foot b 8x3 muskets
S02 raise foot c, pike and shot, 4x3 muskets + 4x4 medium pikes + 4x3 muskets at 30,6
S03 raise horse b gallop 5x2 heavy pistols
"""


def bare(spec: dict[str, Any]) -> None:
    spec.update(special=[], army_points=1000)
    spec["sides"][0]["units"].pop()


def field() -> Battle:
    found = changed(bare)
    assert found.faults == ()
    assert found.battle is not None
    return found.battle


def reading(text: str, before: Packet | None = None) -> Reading:
    return read(field(), ASK, text, before)


def test_a_list_is_priced_line_by_line_and_reads_back_to_the_same() -> None:
    found = reading(LIST)
    assert not found.problems
    assert [one.order.rpartition("(")[2] for one in found.understood[:-1]] == [
        "200 points)", "202 points)", "290 points)", "220 points)",
    ]  # fmt: skip
    assert reading(found.text).answer == found.answer


@pytest.mark.parametrize("bow", ["longbow", "crossbow", "self bow", "composite bow", "bow"])
def test_a_list_has_bows_of_every_kind(bow: str) -> None:
    found = reading(f"SC1 raise commander\nS01 raise foot c 4x3 {bow}s\nS02 raise war wagon c 4x1 {bow}s, 1 light gun")
    assert not found.problems
    assert reading(found.text).answer == found.answer


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("S04 raise foot c 8x3 bananas", "is no word of an army list"),
        ("S04 raise horse irregular trot 5x2", "gallop"),
        ("S04 raise foot c muskets", "say its figures"),
        ("S04 raise foot c 20x3 musket", "16 are the most"),
        ("S04 raise foot c 4x3 musket at 20,30", "within 9 inches of its own edge"),
        ("N04 raise foot c 4x3 musket", "codes such as S01"),
        ("S04 raise foot d 8x3 salvee musket", "salvee training"),
        ("S04 raise foot c 16x4 musket", "over the 1000 agreed"),
        ("S04 raise foot c 4x3 musket at 30,6", "stands on S02"),
        ("SC2 raise commander", "one commander"),
        ("NC1 raise commander", "codes such as SC1"),
        ("S04 raise general", "codes such as SC1"),
        ("SC2 raise general for N01", "your own units"),
        ("S04 raise foot c 24 musket", "say its figures"),
        ("S04 raise artillery c 2 light guns 8 gunners 8x3 musket", "neither rows"),
        ("S04 hitch wagon", "a line of an army list is"),
    ],
)
def test_a_fault_stands_beside_its_line(line: str, told: str) -> None:
    problems = reading(LIST + line).problems
    assert [one.line for one in problems] == [5] * len(problems)
    assert any(told in one.reason for one in problems)


def test_a_list_wrapped_by_a_mail_program_reads_the_same() -> None:
    wrapped = (
        LIST.replace(" + 4x3", "\n+ 4x3").replace(" heavy pistols", "\nheavy pistols\nHave fun").replace("8x3", "8 x 3")
    )
    found = reading(wrapped)
    assert not found.problems
    assert found.answer == reading(LIST).answer
    assert [quote for _, quote in found.unread] == ["Have fun"]


def test_a_later_line_replaces_a_unit_or_disbands_it() -> None:
    first = reading(LIST).answer
    second = reading("S03 disband\nS01 raise foot c 4x3 musket", first)
    assert not second.problems
    whole = overlay(field(), first, second.answer)
    assert sorted(one.id for one in whole.levies) == ["S01", "S02"]
    assert [one.figures for one in whole.levies if one.id == "S01"] == [12]


def test_troops_are_offered_with_what_is_left_of_the_points() -> None:
    made = offers(field(), ASK, reading(LIST).answer)
    assert made.answers
    assert all("left" in one.note and not reading(f"{LIST}{one.line}").problems for one in made.answers)
    assert "1000 points" in describe(field(), ASK)
    assert looks_like_order("S01 raise foot c 8x3 musket")


def test_units_are_deployed_side_by_side_on_free_ground() -> None:
    there = field()
    units = deployed(there, Side("south"), reading(LIST).answer.levies)
    assert len(units) == 3
    assert [misplaced(there, one, []) for one in units] == ["", "", ""]


@pytest.mark.parametrize(
    ("said", "fault"),
    [("soon", "points"), ("12", "points"), ("800 1650 Spain/France", ""), ("800", "")],
)
def test_points_year_and_nations_are_agreed_by_an_option(said: str, fault: str) -> None:
    spec: dict[str, Any] = {}
    changed(lambda one: (bare(one), spec.update(one)))
    found = scenario(spec, {"lists": said})
    assert (fault in str(found.faults)) if fault else found.faults == ()
    if said.endswith("France"):
        assert found.battle is not None
        assert (found.battle.year, [one.nation for one in found.battle.armies]) == (1650, ["Spain", "France"])


def test_special_rules_go_with_the_scenarios_own_armies() -> None:
    found = changed(lambda spec: spec.update(army_points=1000))
    assert "special rules" in str(found.faults)


# --- by mail ------------------------------------------------------------------------------------------------------

WRITERS = {SOUTH: ANN, NORTH: BOB}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as one:
        yield one


def send(desk: MailOffice, game: GameId, seat: Seat, text: str) -> str:
    desk.receive(text, WRITERS[seat], TurnRef(game, seat, load_game(desk.services, game).desk.turns[seat]))
    return text_of(desk.sent("answer", "unchanged", "refused")[-1].raw)


def test_two_lists_are_sealed_and_fight_as_they_were_written(desk: MailOffice) -> None:
    seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ann, NORTH: desk.bob}
    options = Options(every=0, lists="1000 1650 England/Scotland")
    game = new_game(desk.services, "fornovo/harrow-down", seats, options, seed=SEED)
    assert "over the 1000 agreed" in send(desk, game, SOUTH, f"{LIST}S04 raise foot a 8x3 musket\nready")
    assert "(202 points)" in send(desk, game, SOUTH, f"S04 disband\n{LIST}ready")
    send(desk, game, NORTH, "NC1 raise commander\nN01 raise horse c trot 6x2 medium pistol\nready")
    units = load_game(desk.services, game).battle.units
    assert {code: one.figures for code, one in units.items()} == {
        StandId("S01"): 24, StandId("S02"): 40, StandId("S03"): 10, StandId("N01"): 12,
    }  # fmt: skip


def written(desk: MailOffice, game: GameId, seat: Seat) -> str:
    """What an aide-de-camp would write for a seat."""
    work = load_game(desk.services, game)
    ask = asked(work.desk, seat)
    assert ask is not None
    return aide_orders(work, ask)[1]


TURNS = 8
"""The last of Harrow Down."""


@pytest.mark.slow
def test_a_battle_of_two_lists_is_fought_by_mail_to_its_end_with_one_exchange_a_turn(desk: MailOffice) -> None:
    seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ann, NORTH: desk.bob}
    game = new_game(desk.services, "fornovo/harrow-down", seats, Options(every=0, lists="1000"), seed=SEED)
    send(desk, game, SOUTH, f"{LIST}ready")
    send(desk, game, NORTH, "NC1 raise commander\nN01 raise horse b trot 6x2 medium pistol\nready")
    exchanges = 0
    while load_game(desk.services, game).state == "running" and exchanges <= TURNS:
        exchanges += 1
        for seat in (SOUTH, NORTH):
            answer = send(desk, game, seat, f"{written(desk, game, seat)}\nready")
            assert "understood" in answer or "no orders" in answer.lower()
    assert load_game(desk.services, game).state != "running"
    assert exchanges <= TURNS
    assert any("South raises 3 units for 912 points" in text_of(one.raw) for one in desk.sent("report", "final"))
    assert any("won: " in text_of(one.raw) for one in desk.sent()), "the end was told"
