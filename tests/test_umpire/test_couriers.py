"""Couriers: how long they ride in both rule sets, round whom, into whose hands; what each reader learns of a letter."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from pbem.engine.archive import read_archive, verify
from pbem.engine.couriers import Ride, turns_for, way
from pbem.engine.hexes import from_label, key, neighbours
from pbem.engine.hexes import label as as_label
from pbem.engine.ids import Seat
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.onehour.battle import with_unit
from pbem.rulesets.onehour.playing.couriers import ride as inch_ride
from pbem.rulesets.snaphance.playing.couriers import ride as hex_ride
from pbem.rulesets.snaphance.state.battle import Battle as HexBattle
from pbem.scenarios import load_scenario
from pbem.service.agreements.letterbook import letterbook, write_letter
from pbem.service.incoming.asking import names_of
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import BadGame, new_game
from pbem.service.play.letters import letters_with
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.letters import see_to_letter, write_as_umpire
from pbem.service.umpire.turnback import past_turns, turn_back
from tests.test_commanders.conftest import CONDE, DREUX, SAINT_ANDRE, SEATS, Council, begin
from tests.test_service.conftest import Office, lite  # noqa: F401  # one is a fixture
from tests.toyrules import BLUE, RED
from tests.web_offices import office as opened
from tests.web_offices import plain

COLIGNY = SEATS[3]
FOOT, HORSE, ENEMY = Seat("southern-foot"), Seat("southern-horse"), Seat("northern-foot")
INCHES = "onehour/harrow-down"
WORDS, WHY = "Come to the zephyr ford.", "the ford is held"


@pytest.fixture
def inches(tmp_path: Path) -> Iterator[Council]:
    """Harrow Down in inches with two commanders a side, whose letters ride."""
    with opened(tmp_path) as desk:
        found = desk.services.scenarios(INCHES, {"commanders": "scenario"}).scenario
        made = begin(desk, *found.seats, scenario=INCHES, options=Options(every=1, delay=0, letters="couriers"))
        while made.work.battle.turn == 0 or "set-up" in str(made.work.desk.open):
            halves(made, 1)
        yield made


def halves(made: Council, many: int) -> None:
    """Let so many questions be answered as they stand."""
    for _ in range(many):
        open_ask = made.work.desk.open
        assert open_ask is not None
        made.ready(*(ask.seat for ask in open_ask.batch.asks))


def book(made: Council, seat: Seat) -> list[str]:
    return [one.text for one in letterbook(made.work, seat).letters]


def write(made: Council, sender: Seat, *to: Seat) -> None:
    write_letter(made.office.services, made.game, sender, to, WORDS, made.players[sender])


# --- the way ------------------------------------------------------------------------------------------------------


def steps_but(held: set[int]) -> Callable[[int], Iterable[tuple[int, int]]]:
    def steps(here: int) -> Iterable[tuple[int, int]]:
        return [(there, 1) for there in (here - 1, here + 1, here + 10) if there not in held and 0 <= there < 30]

    return steps


def test_the_shortest_open_way_is_found_or_none() -> None:
    assert way(0, 3, steps_but(set())) == (3, (0, 1, 2, 3))
    assert way(0, 12, steps_but({1, 2})) == (3, (0, 10, 11, 12))
    assert way(0, 3, steps_but({1, 10})) is None
    assert [turns_for(length, 4) for length in (1, 4, 5)] == [1, 1, 2]


@pytest.fixture(scope="module")
def hexes() -> HexBattle:
    """Dreux as it begins, with two commanders a side."""
    battle = load_scenario(DREUX, {"commanders": "scenario"}).scenario.battle
    assert isinstance(battle, HexBattle)
    return battle


def moved(battle: HexBattle, code: str, label: str) -> HexBattle:
    """A stand put into another hex."""
    there, one = from_label(label), battle.stands[code]
    at = {place: held for place, held in battle.at.items() if held != code} | {key(there): one.id}
    return msgspec.structs.replace(
        battle, at=at, stands={**battle.stands, one.id: msgspec.structs.replace(one, hex=there)}
    )


def without(battle: HexBattle, code: str) -> HexBattle:
    """As one sees it who does not see the stand."""
    at = {place: held for place, held in battle.at.items() if held != code}
    return msgspec.structs.replace(battle, at=at, stands={c: s for c, s in battle.stands.items() if c != code})


def test_on_hexes_a_courier_rides_round_enemies_that_are_seen_and_into_those_that_are_not(hexes: HexBattle) -> None:
    free = hex_ride(hexes, hexes, COLIGNY, CONDE)
    assert (free.turns, free.sent_from, free.taken_by) == (2, "1309", None)
    enemy = next(code for code, one in sorted(hexes.stands.items()) if one.on_board and one.side == "royal")
    taken = []
    for label in ("1209", "1210", "1110", "1010", "1011", "1109", "1111", "1211"):
        between = moved(hexes, enemy, label)
        assert hex_ride(between, between, COLIGNY, CONDE).taken_by is None
        blind = without(between, enemy)
        taken.append(hex_ride(between, blind, COLIGNY, CONDE).taken_by)
        assert hex_ride(between, blind, COLIGNY, SAINT_ANDRE).taken_by is None  # a trumpeter rides openly
    assert "royal" in taken


def test_on_hexes_a_ring_of_enemies_leaves_no_way(hexes: HexBattle) -> None:
    ring, here = hexes, from_label("1309")
    enemies = [code for code, one in sorted(hexes.stands.items()) if one.on_board and one.side == "royal"]
    for code, there in zip(enemies, neighbours(here), strict=False):
        ring = moved(ring, code, as_label(there))
    assert hex_ride(ring, ring, COLIGNY, CONDE) == Ride(turns=None, sent_from="1309")


def test_in_inches_a_courier_keeps_clear_of_enemies_that_are_seen_and_meets_those_that_are_not(inches: Council) -> None:
    battle = inches.work.battle
    free = inch_ride(battle, battle, FOOT, HORSE)
    assert (free.turns, free.taken_by) == (4, None)
    unit = next(one for one in battle.units.values() if one.side == "north")
    half = Spot(*(type(unit.pose.at.x)(place) for place in (2075, 600)))  # between the two
    between = with_unit(battle, msgspec.structs.replace(unit, pose=Pose(half, unit.pose.facing)))
    blind = msgspec.structs.replace(between, units={c: one for c, one in between.units.items() if c != unit.id})
    assert inch_ride(between, between, FOOT, HORSE).taken_by is None
    assert inch_ride(between, blind, FOOT, HORSE).taken_by == "north"
    assert inch_ride(between, blind, FOOT, ENEMY).taken_by is None


# --- in a game ----------------------------------------------------------------------------------------------------


def test_a_letter_comes_when_its_courier_does_with_the_report_and_says_whence(inches: Council) -> None:
    write(inches, FOOT, HORSE, ENEMY)
    assert book(inches, FOOT) == [WORDS, WORDS]  # each addressee has a courier
    came: dict[Seat, int] = {}
    for half in range(1, 9):
        halves(inches, 1)
        for seat in (HORSE, ENEMY):
            if book(inches, seat) and seat not in came:
                came[seat] = half
    assert came == {HORSE: 4, ENEMY: 7}, came  # the enemy is asked in the other halves
    own, theirs = letterbook(inches.work, HORSE).letters[0], letterbook(inches.work, ENEMY).letters[0]
    assert (own.sent_from != "", theirs.sent_from) == (True, "")  # an enemy does not learn the place
    assert own.arrived is not None
    told = [len(letters_with(inches.work, HORSE, mark.number)) for mark in inches.work.marks_of(HORSE)]
    assert sum(told) == 1
    archive = read_archive(export_game(inches.office.services, inches.game))
    assert [one.what for one in verify(archive, inches.work.rules, audit=True) if one.fault] == []


def test_while_it_rides_no_other_player_sees_a_word_of_it_and_the_umpire_can_lose_it(inches: Council) -> None:
    services = inches.office.services
    geoff = ensure_player(services, "geoff@example.org", "Geoff Gale")
    seats = dict(inches.players)
    options = Options(every=1, delay=0, letters="couriers", commanders="scenario")
    again = Council(inches.office, new_game(services, INCHES, seats, options, umpire=geoff, seed=b"c"), inches.players)
    write(again, FOOT, HORSE)
    paths = [f"/g/{again.game}{one}" for one in ("", "/letters", "/table")]
    readers = [inches.office.visitor(again.players[seat]) for seat in (HORSE, ENEMY)]
    before = [plain(one.get(path).text) for one in readers for path in paths]
    assert not any("zephyr" in one for one in before)
    see_to_letter(services, again.game, 1, "lose", WHY, geoff)
    assert [plain(one.get(path).text) for one in readers for path in paths] == before
    for _ in range(5):
        halves(again, 1)
    assert book(again, HORSE) == []
    assert book(again, FOOT) == [WORDS]


def test_a_letter_that_the_umpire_forges_looks_as_one_that_a_courier_brought(inches: Council) -> None:
    services = inches.office.services
    geoff = ensure_player(services, "geoff@example.org", "Geoff Gale")
    options = Options(every=1, delay=0, letters="couriers", commanders="scenario")
    game = new_game(services, INCHES, dict(inches.players), options, umpire=geoff, seed=b"c")
    again = Council(inches.office, game, inches.players)
    write_as_umpire(services, game, [HORSE, ENEMY], WORDS, geoff, "southern-foot")
    write(again, FOOT, HORSE)
    halves(again, 9)
    true, forged = letterbook(again.work, HORSE).letters
    assert (forged.sender, forged.to, forged.sent_from) == (true.sender, true.to, true.sent_from)
    assert forged.sent_from
    assert forged.arrived is not None
    assert letterbook(again.work, ENEMY).letters[0].sent_from == ""


def test_a_letter_that_was_delivered_stays_so_when_the_game_is_turned_back(inches: Council) -> None:
    services = inches.office.services
    geoff = ensure_player(services, "geoff@example.org", "Geoff Gale")
    options = Options(every=1, delay=0, letters="couriers", commanders="scenario")
    game = new_game(services, INCHES, dict(inches.players), options, umpire=geoff, seed=b"c")
    again = Council(inches.office, game, inches.players)
    write(again, FOOT, HORSE)
    for _ in range(9):
        halves(again, 1)
    assert book(again, HORSE) == [WORDS]
    turn_back(services, game, past_turns(again.work)[-1].events[0].seq, "same", WHY, geoff)
    assert book(again, HORSE) == [WORDS]


def test_what_is_taken_is_read_by_the_taker_and_never_comes(inches: Council, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Ride(turns=2, sent_from="13,6", taken_by=inches.work.rules.state.side_of(inches.work.battle, ENEMY))
    rules = inches.work.rules
    monkeypatch.setattr(type(rules.course), "couriers", property(lambda _course: lambda *_: taken), raising=False)
    write(inches, FOOT, HORSE)
    for _ in range(6):
        halves(inches, 1)
    assert book(inches, HORSE) == []
    assert book(inches, FOOT) == [WORDS]
    (copy,) = letterbook(inches.work, ENEMY).letters
    assert (copy.text, copy.taken, copy.sent_from) == (WORDS, True, "")


def test_a_side_of_several_commanders_is_written_to_by_its_name(inches: Council) -> None:
    names = names_of(inches.work, FOOT)
    assert names["south"] == (HORSE,)
    assert set(names["north"]) == {ENEMY, Seat("northern-horse")}


def test_rules_without_couriers_refuse_the_option(lite: Office) -> None:  # noqa: F811  # a fixture
    seats = {seat: lite.players[seat] for seat in (RED, BLUE)}
    with pytest.raises(BadGame, match="has no couriers"):
        new_game(lite.services, "toy/duel", seats, Options(letters="couriers"))
