"""A battle followed afterwards: every event with the field after it, the dice, what may be taken home; and to whom."""

import io
import itertools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from pbem.engine.archive import read_archive, verify
from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import Hex
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.rulesets import rule_set
from pbem.service.options import Options
from pbem.service.play.games import load_game
from pbem.service.play.pages import NoReport, game_page
from pbem.service.play.tellings import seat_turn
from pbem.service.play.turns import ready, submit
from pbem.service.replay.debrief import debrief
from pbem.service.replay.dicebook import Tray, dice_book, no_less_uneven
from pbem.service.replay.downloads import all_reports_text, archive_for_players, export_game, form_text, report_text
from pbem.service.replay.replay import Closed, is_watched, replay
from tests.test_service.conftest import Office, composed
from tests.toyrules import BLUE, RED
from tests.web_offices import NORTH, SOUTH
from tests.web_offices import Office as Desk
from tests.web_offices import office as desk_office


def fought(office: Office, game: GameId) -> None:
    """Play a duel to its end; Red's orders hold a secret, and so do Blue's."""
    for _ in range(60):
        work = load_game(office.services, game)
        if work.desk.open is None:
            break
        for ask in work.desk.open.batch.asks:
            text = f"bid 2\nparry {'always' if ask.seat == RED else 'never'}\nready"
            submit(office.services, game, ask.seat, text if "Bid" in type(ask).__name__ else "no\nready", "mail", "x")
    assert load_game(office.services, game).state == "over"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with desk_office(tmp_path_factory.mktemp("replay")) as made:
        yield replace(made, services=replace(made.services, compose=composed))


@pytest.fixture(scope="module")
def harrow(desk: Desk) -> GameId:
    """Harrow Down, fought to its end: Ines leaves all to the form, the aide of North does what he can."""
    game = desk.begin()
    while load_game(desk.services, game).state == "running":
        ready(desk.services, game, SOUTH, "web", desk.ines)
    return game


# --- moments ------------------------------------------------------------------------------------------------------


def places(chart: HexChart) -> dict[str, Hex]:
    return {one.code: one.hex for one in chart.counters}


def test_every_event_has_the_field_as_it_then_stood(desk: Desk, harrow: GameId) -> None:
    moved = 0
    for turn in replay(desk.services, harrow, SOUTH).turns[1:]:
        seen = replay(desk.services, harrow, SOUTH, turn.number)
        assert [one.no for one in seen.moments[1:]] == [f"{turn.number}.{n}" for n in range(1, len(seen.moments))]
        for before, after in itertools.pairwise(seen.moments):
            went = {arrow.code: arrow for arrow in after.chart.arrows if arrow.kind != "shot"}
            stood, stands = places(before.chart), places(after.chart)
            for code, here in stands.items():
                if stood.get(code, here) != here:
                    assert code in went, f"{code} moved in {after.no}, and no arrow says so"
                    moved += 1
            for code in went:
                first = next(arrow for arrow in after.chart.arrows if arrow.code == code and arrow.kind != "shot")
                last = [arrow for arrow in after.chart.arrows if arrow.code == code and arrow.kind != "shot"][-1]
                assert first.path[0] == stood[code]
                assert code not in stands or last.path[-1] == stands[code]
            gone = {one.code for one in after.chart.wrecks}
            assert not gone & stands.keys()
            assert gone <= stood.keys()
        whole = game_page(desk.services, harrow, SOUTH, turn.number).chart
        assert places(seen.moments[-1].chart) == places(whole)
    assert moved > 20


BEGINNINGS = {
    "GroupActivated", "ActivationEnded", "StandBegan", "CommanderMoved", "CommanderReplaced", "Contact", "Struck",
    "OpportunityEnded", "SideBroken", "BattleEnded",
}  # fmt: skip
"""Facts with which something new is told."""


def test_an_event_ends_where_the_next_begins(desk: Desk, harrow: GameId) -> None:
    work = load_game(desk.services, harrow)
    met = set[str]()
    for mark in work.marks_of(SOUTH):
        turn = seat_turn(work.rules, work.table, mark)
        events = [event for chapter in work.rules.reporting.tell(turn).chapters for event in chapter.events]
        met |= {type(turn.happenings[one.until].fact).__name__ for one in events[:-1]}
        assert [one.until for one in events] == sorted({one.until for one in events})
        assert not events or events[-1].until == len(turn.happenings)
    assert met <= BEGINNINGS
    assert {"StandBegan", "GroupActivated"} <= met


def test_the_field_of_one_turn_begins_as_that_of_the_last_ended(desk: Desk, harrow: GameId) -> None:
    turns = [replay(desk.services, harrow, SOUTH, turn.number) for turn in replay(desk.services, harrow, SOUTH).turns]
    for one, other in itertools.pairwise(turns):
        assert places(one.moments[-1].chart) == places(other.moments[0].chart)


def test_events_worth_going_to_are_of_a_kind(desk: Desk, harrow: GameId) -> None:
    turns = [replay(desk.services, harrow, SOUTH, turn.number) for turn in replay(desk.services, harrow, SOUTH).turns]
    events = [one.told for turn in turns for one in turn.moments if one.told is not None]
    kinds = Counter(one.kind for one in events)
    assert kinds["end"] == 1
    assert kinds["charge"] + kinds["melee"] + kinds["loss"]
    assert all("destroyed" in one.text or "left the field" in one.text for one in events if one.kind == "loss")
    assert all(one.brief for one in events if one.kind)


def test_what_there_is_not_is_said_with_what_there_is(desk: Desk, harrow: GameId) -> None:
    with pytest.raises(NoReport, match="there is no turn 99 of Harrow Down; there are 0 to "):
        replay(desk.services, harrow, SOUTH, 99)
    with pytest.raises(NoReport, match="no event 999 in round 1: it has events 1 to "):
        replay(desk.services, harrow, SOUTH, 1).at(999)
    with pytest.raises(NoReport, match="called 'east'; there are south, north, umpire"):
        replay(desk.services, harrow, SOUTH, 1, Seat("east"))


# --- whose eyes ---------------------------------------------------------------------------------------------------


def test_while_it_goes_on_a_seat_has_its_own_eyes_only(lite: Office) -> None:
    game = lite.begin(Options(watch="anyone"))
    for seat, text in ((RED, "bid 2\nparry always\nready"), (BLUE, "bid 3\nparry never\nready")):
        submit(lite.services, game, seat, text, "mail", "x")
    for eyes in (BLUE, UMPIRE):
        with pytest.raises(Closed, match="open when the battle is over"):
            replay(lite.services, game, RED, eyes=eyes)
        with pytest.raises(Closed):
            dice_book(lite.services, game, RED, eyes)
    with pytest.raises(Closed):
        replay(lite.services, game, None)
    with pytest.raises(Closed):
        replay(lite.services, game, None, eyes=RED)
    assert not is_watched(lite.services, game)
    with pytest.raises(Closed):
        debrief(lite.services, game, RED)
    for seat, secret in ((RED, b"blue: parry"), (BLUE, b"red: parry")):
        for turn in replay(lite.services, game, seat).turns:
            seen = msgspec.json.encode(replay(lite.services, game, seat, turn.number))
            assert secret not in seen
            assert b"bid 2" in seen or b"bid 3" in seen or turn.number == 0


def test_when_it_is_over_every_side_is_open_to_the_players(lite: Office) -> None:
    game = lite.begin()
    fought(lite, game)
    for eyes, knows in ((RED, {"red"}), (BLUE, {"blue"}), (UMPIRE, {"red", "blue"})):
        told = msgspec.json.encode([replay(lite.services, game, RED, n, eyes) for n in (0, 1, 2)]).decode()
        assert {seat for seat in ("red", "blue") if f"({seat}: parry" in told} == knows
    assert [one.seat for one in replay(lite.services, game, BLUE).choices] == [BLUE, RED, UMPIRE]
    with pytest.raises(Closed):
        replay(lite.services, game, None)


def test_a_game_that_anyone_may_watch_is_open_to_lookers_on_when_it_is_over(lite: Office) -> None:
    game = lite.begin(Options(watch="anyone"))
    fought(lite, game)
    assert is_watched(lite.services, game)
    assert replay(lite.services, game, None).eyes.seat == UMPIRE
    assert replay(lite.services, game, None, 1, BLUE).eyes.title == "Blue"
    assert not is_watched(lite.services, GameId("nowhere"))


# --- dice ---------------------------------------------------------------------------------------------------------


def test_every_die_of_a_battle_is_in_the_book_with_the_side_that_threw_it(desk: Desk, harrow: GameId) -> None:
    book = dice_book(desk.services, harrow, SOUTH, UMPIRE)
    told = Counter((one.roll.side, one.roll.dice) for turn in book.turns for one in turn.rolls)
    thrown = Counter[tuple[str, tuple[int, ...]]]()
    for line in load_game(desk.services, harrow).table:
        if line.kind == "roll":
            side = "South" if line.body.by == "south" or line.body.by.startswith("S") else "North"
            thrown[side, line.body.values] += 1
    assert told == thrown
    assert [tray.side for tray in book.trays] == ["North", "South", ""]
    assert book.trays[-1].dice == sum(len(dice) * many for (_, dice), many in thrown.items())
    assert book.seed
    assert book.commitment


def test_a_roll_stands_beside_its_event(desk: Desk, harrow: GameId) -> None:
    for turn in dice_book(desk.services, harrow, SOUTH).turns:
        moments = replay(desk.services, harrow, SOUTH, turn.number).moments
        for one in turn.rolls:
            moment = moments[one.event]
            assert (moment.no, moment.chapter) == (one.no, one.chapter)
            assert moment.told is not None
            assert one.led or one.roll in moment.told.rolls


def test_while_it_goes_on_the_seed_is_secret(lite: Office) -> None:
    game = lite.begin()
    work = load_game(lite.services, game)
    assert work.seed not in str(msgspec.json.encode(dice_book(lite.services, game, RED)))


@pytest.mark.parametrize(("chi_square", "chance"), [(0, 1), (4.351, 0.5), (9.236, 0.1), (11.070, 0.05), (15.086, 0.01)])
def test_chi_square_by_the_printed_table(chi_square: float, chance: float) -> None:
    assert no_less_uneven(chi_square) == pytest.approx(chance, abs=2e-4)


def test_what_a_tray_of_dice_comes_to() -> None:
    even, odd, few = Tray("North", (10,) * 6), Tray("South", (30, 6, 6, 6, 6, 6)), Tray("", (1, 0, 0, 0, 0, 3))
    assert (even.dice, even.expected, even.mean, even.chance) == (60, 10, 3.5, 1)
    assert odd.chance < 0.0001
    assert (few.enough, odd.enough) == (False, True)
    assert few.mean == pytest.approx(4.75)
    assert math.isclose(Tray("", (0,) * 6).chance, 1)


# --- taken home ---------------------------------------------------------------------------------------------------


def test_the_archive_is_for_players_when_the_game_is_over(desk: Desk, harrow: GameId, lite: Office) -> None:
    open_game = lite.begin()
    with pytest.raises(Closed, match="opens when the battle is over"):
        archive_for_players(lite.services, open_game)
    text = "".join(archive_for_players(desk.services, harrow))
    assert text == "".join(export_game(desk.services, harrow))
    found = verify(read_archive(io.StringIO(text, newline="")), rule_set("snaphance"))
    assert not [one for one in found if one.fault]


def test_reports_are_taken_home_as_mails_have_them_without_the_code_of_the_turn(desk: Desk) -> None:
    game = desk.begin()
    ready(desk.services, game, SOUTH, "web", desk.ines)
    now, then = report_text(desk.services, game, SOUTH), report_text(desk.services, game, SOUTH, 0)
    assert "Round 1 is done" in now
    assert "WHAT HAPPENED" in now
    assert "ORDER FORM FOR ROUND 2" in now
    assert "its code is" not in now
    assert "Write orders on the web" not in now
    assert "ORDER FORM FOR" not in then
    assert "Due" not in then
    assert then in all_reports_text(desk.services, game, SOUTH)
    assert now in all_reports_text(desk.services, game, SOUTH)


def test_the_order_form_reads_back_to_what_acts_now(desk: Desk) -> None:
    game = desk.begin()
    page = game_page(desk.services, game, SOUTH)
    work = load_game(desk.services, game)
    assert page.ask is not None
    reading = work.rules.language.read(work.view(SOUTH), page.ask, form_text(page))
    assert not reading.problems
    assert not reading.unread
    assert len(reading.understood) == len(page.form)


def test_a_finished_battle_is_laid_open_to_its_sides(desk: Desk, harrow: GameId, lite: Office) -> None:
    laid = debrief(desk.services, harrow, SOUTH)
    assert laid.outcome is not None
    assert [turn.name for turn in laid.turns] == [f"round {n}" for n in range(1, len(laid.turns) + 1)]
    first = {one.seat: one for one in laid.turns[0].orders}
    assert (first[SOUTH].by, first[NORTH].by) == ("player", "aide")
    assert "N01" in first[NORTH].text
    game = lite.begin(Options(pace="ask me"))
    fought(lite, game)
    orders = debrief(lite.services, game, RED).turns[0].orders
    assert ["bid 2" in one.text for one in orders[:2]] == [True, True]
    assert all(one.version == 1 for one in orders)
