"""The day in short: which units met, which are in trouble, which orders fail; made of the truth, deciding nothing."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.engine.ids import Seat
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.cache import Cache
from pbem.service.play.games import load_game, new_game
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.replay.downloads import export_game
from pbem.service.umpire import clerk
from pbem.service.umpire.clerk import DaySummary, day_words, summary_of
from pbem.service.umpire.digest import digest_of
from pbem.store.tables import Player
from tests.test_umpire.conftest import RULED
from tests.test_umpire.test_rulings import Ruled, begun
from tests.web_offices import NORTH, SOUTH, office, plain


@pytest.fixture(params=RULED)
def fought(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ruled]:
    """A game of each rule set in which the armies have met and bled, both sides ordered by aides."""
    for made in begun(tmp_path, request.param):
        for turn in range(30):
            order(made)
            seen = day(made)
            if turn >= 3 and seen.trouble and seen.met:
                break
        yield made


def order(made: Ruled, word: str = "ready") -> None:
    """Whatever is asked now, ordered as the aide would."""
    services = made.desk.services
    open_ask = load_game(services, made.game).desk.open
    assert open_ask is not None
    for ask in open_ask.batch.asks:
        work = load_game(services, made.game)
        person = work.chair(ask.seat).person
        if asked(work.desk, ask.seat) is not None and person is not None:
            text = f"{aide_orders(work, ask)[1]}\n{word}"
            submit(services, made.game, ask.seat, text, "web", person.player, as_is=True)


def day(made: Ruled) -> DaySummary:
    return summary_of(load_game(made.desk.services, made.game))


def test_units_that_met_and_units_in_trouble_are_named(fought: Ruled) -> None:
    seen = day(fought)
    assert seen.met
    for one in seen.met:
        assert one.one[0] != one.other[0]  # of two sides
        assert all(one.one.split(" ")[0] in said and one.other.split(" ")[0] in said for _no, said in one.told)
    for unit in seen.trouble:
        assert unit.side.startswith({"S": "South", "N": "North"}[unit.unit[0]])
    words = " ".join(day_words(seen))
    assert seen.met[0].one in words
    assert seen.trouble[0].unit in words


def test_looking_writes_nothing_and_the_tries_do_not_use_the_dice_of_the_game(fought: Ruled) -> None:
    order(fought, "")  # drafts, tried as they stand
    before = list(export_game(fought.desk.services, fought.game))
    work = load_game(fought.desk.services, fought.game)
    seen = summary_of(work)
    assert seen.tried
    assert not seen.untried
    assert list(export_game(fought.desk.services, fought.game)) == before
    assert work.desk.rolled == load_game(fought.desk.services, fought.game).desk.rolled
    work.seed = "00"
    assert clerk._made(work) == seen  # whatever the game's seed is, the clerk says the same


def test_an_order_into_a_place_held_by_ones_own_is_told(tmp_path: Path) -> None:
    for made in begun(tmp_path, "snaphance"):
        made.rule("S04 at 0607 facing 12")
        made.rule("S01 at 0606 facing 12")
        submit(made.desk.services, made.game, SOUTH, "S04 forward 0606\nS01 hold", "web", made.desk.ines)
        seen = day(made)
        said = [*(f"{one.quote} {one.why}" for one in seen.lines), *(one.said for one in seen.orders)]
        assert any("S04" in one and "S01" in one for one in said), seen
        assert {one.side for one in (*seen.lines, *seen.orders)} == {"South"}


def test_an_order_is_told_of_the_commander_who_leads_the_unit(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats = {Seat("ann"): desk.ines, Seat("ben"): desk.tom, NORTH: None}
        options = Options(commanders="Ann: south.Foot; Ben: south.Horse")
        game = new_game(desk.services, "snaphance/harrow-down", seats, options, seed=b"two", umpire=geoff)
        submit(desk.services, game, Seat("ann"), "S01 hold", "web", desk.ines)
        submit(desk.services, game, Seat("ben"), "S04 charge N05", "web", desk.tom)
        failing = [one for one in summary_of(load_game(desk.services, game)).orders if "S04" in one.said]
        assert [one.side for one in failing] == ["Ben (South)"]


def test_a_set_up_is_tried_without_the_rounds_after_it(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats = {SOUTH: desk.ines, NORTH: None}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(pace="set-up"), seed=b"up", umpire=geoff)
        submit(desk.services, game, SOUTH, "S01 at 0608 face 12", "web", desk.ines)
        work = load_game(desk.services, game)
        tried = clerk._tried(work, 1).story.lines[len(work.story.lines) :]
        assert work.rules.course.turn_name(work.battle) == "the set-up"
        assert tried
        assert len(tried) < 30  # a whole battle has hundreds


def test_a_condition_that_cannot_come_true_and_a_refused_line_are_told(tmp_path: Path) -> None:
    for made in begun(tmp_path, "snaphance"):
        submit(made.desk.services, made.game, SOUTH, "S04 charge N05\nS05 fly", "web", made.desk.ines)
        seen = day(made)
        assert any(one.quote == "S05 fly" for one in seen.lines)
        failing = [one for one in seen.orders if "S04" in one.said]
        assert [one.times for one in failing] == [one.of for one in failing] == [clerk.TRIES]


def test_orders_that_take_long_to_try_are_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clerk, "LONGEST", 1e-9)
    for made in begun(tmp_path, "snaphance"):
        submit(made.desk.services, made.game, SOUTH, "S04 charge N05", "web", made.desk.ines)
        seen = day(made)
        assert seen.tries == 1
        assert {one.of for one in seen.orders} == {1}


def test_rules_that_fail_leave_the_page_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no")

    for made in begun(tmp_path, "snaphance"):
        submit(made.desk.services, made.game, SOUTH, "S01 hold", "web", made.desk.ines)
        monkeypatch.setattr(clerk, "_tried", broken)
        assert day(made).untried == "The orders of South could not be tried."


def test_it_stands_on_the_umpires_page_and_in_the_digest_and_no_player_gets_it(tmp_path: Path) -> None:
    for made in begun(tmp_path, "snaphance"):
        desk = made.desk
        submit(desk.services, made.game, SOUTH, "S04 charge N05", "web", desk.ines)
        (failing,) = [one for one in day(made).orders if "S04" in one.said]
        clerk._summaries = Cache(32)
        umpire = desk.visitor(made.umpire)
        at_once = umpire.get(f"/g/{made.game}/umpire").text
        assert f'hx-get="/g/{made.game}/umpire?eyes=south&amp;day=1"' in at_once
        assert failing.said not in plain(at_once)
        page = plain(umpire.get(f"/g/{made.game}/umpire?eyes=south&day=1").text)
        assert "The day in short" in page
        assert f"South: {failing.said}" in page
        with desk.services.db.reading() as session:
            geoff = session.exec(select(Player).where(Player.id == made.umpire)).one()
        letter = digest_of(desk.services, geoff, [made.game], desk.clock.at + timedelta(hours=1))
        assert letter is not None
        assert failing.said in str(letter)
        for player in (desk.ines, desk.tom):
            assert "The day in short" not in desk.visitor(player).get(f"/g/{made.game}").text
