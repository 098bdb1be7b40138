"""Turns that wait for their umpire: closed, played in memory, remarked on, published in one transaction."""

import random
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import TABLE, PlannedRuling
from pbem.service.agreements.pacts import NoPact, concede, offer_draw
from pbem.service.incoming.closing import close_turns
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.people.seats import NoWord, add_word, ensure_player
from pbem.service.play.games import BadGame, load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.play.work import Work
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.held import (
    NotHeld,
    dice_after,
    dry_run,
    lay_down,
    moments_to_rule,
    note_dry_run,
    publish,
    run_of,
    trial_of,
)
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import rulings_of
from pbem.service.umpire.seats import give_up
from pbem.service.umpire.timing import NoTime, nudge, run_now
from pbem.store import journal
from pbem.store.tables import PlayerId
from pbem.web.game.pictures import picture
from tests.test_service.conftest import Office
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.test_umpire.test_timing import sound
from tests.toyrules import BLUE, RED, SEATS
from tests.web_offices import NORTH, SOUTH, plain
from tests.web_offices import Office as WebOffice
from tests.web_offices import office as web_office

HELD = Options(reports="held", every=24, unit="hours", grace=0)


@pytest.fixture
def held(lite: Office) -> Umpired:
    """A duel whose turns wait for Geoff."""
    return begin_umpired(lite, HELD)


def order(held: Umpired, seat: Seat, text: str = "bid 3\nparry always") -> str:
    return submit(held.office.services, held.game, seat, text, "web", held.office.players[seat], True).outcome


def work_of(held: Umpired) -> Work:
    return load_game(held.office.services, held.game)


def close(held: Umpired) -> None:
    """Both sides submit."""
    for seat in SEATS:
        order(held, seat)


def go(held: Umpired, **remarks: object) -> bool:
    """Publish what the umpire sees now."""
    return publish(held.office.services, held.game, run_of(work_of(held)), held.umpire, **remarks)  # type: ignore[arg-type]  # as given


def test_when_all_are_in_orders_are_closed_and_nothing_is_played(held: Umpired) -> None:
    close(held)
    work = work_of(held)
    assert work.desk.shut
    assert not work.desk.due
    assert work.battle.round == 1
    assert [one.kind for one in held.office.mails("report", "over") if one.turn > 1] == []
    (told,) = [one for one in held.office.mails("umpire") if b"orders are closed" in one.raw]
    assert told.recipient == "geoff@example.org"
    assert order(held, RED, "bid 1") == "closed"
    page = game_page(held.office.services, held.game, RED)
    assert page.ask is None
    assert "Orders are closed" in page.ahead


def test_at_the_deadline_they_are_closed_with_what_stands(held: Umpired) -> None:
    order(held, RED)
    held.office.later(hours=25)
    close_turns(held.office.services)
    assert work_of(held).desk.shut
    assert go(held)
    given = next(line.body.given for line in work_of(held).table if line.kind == "answer")
    assert [one.by for one in given] == ["player", "deadline"]


def test_what_is_seen_beforehand_is_what_is_played(held: Umpired) -> None:
    while work_of(held).state == "running":
        close(held)
        before = work_of(held)
        seen = dry_run(before)
        assert not seen.broken
        assert go(held)
        after = work_of(held)
        planned = [(one.kind, one.body) for one in trial_of(before).drafts if one.kind in TABLE]
        played = [(line.kind, line.body) for line in after.table if line.seq > before.last_seq]
        assert planned == played
        for report in seen.reports:
            page = game_page(held.office.services, held.game, report.seat, report.number)
            assert page.told == report.page.told
    assert sound(held)


def test_notes_and_strikes_are_in_the_report_and_nowhere_before(held: Umpired) -> None:
    close(held)
    red = next(one for one in dry_run(work_of(held)).reports if one.seat == RED)
    struck = red.sentences[0]
    with pytest.raises(NotHeld, match="reason"):
        go(held, strikes=[(RED, struck)])
    with pytest.raises(NotHeld, match="does not say"):
        go(held, strikes=[(RED, "the moon fell")], reason="it did not")
    assert go(held, notes=[(RED, "The fog lifts."), (BLUE, " ")], strikes=[(RED, struck)], reason="he was blinded")
    mine = game_page(held.office.services, held.game, RED).told
    assert mine.remark == "The fog lifts."
    assert struck not in [event.text for chapter in mine.chapters for event in chapter.events]
    mail = next(one for one in held.office.mails("report") if one.recipient == "red@example.org" and one.turn == 2)
    assert b"The fog lifts." in mail.raw
    theirs = game_page(held.office.services, held.game, BLUE).told
    assert not theirs.remark
    assert struck in [event.text for chapter in theirs.chapters for event in chapter.events]
    assert sound(held)


def test_a_look_is_journaled_once_and_closes_the_words_of_the_dice(held: Umpired) -> None:
    services = held.office.services
    with pytest.raises(NotHeld, match="open"):
        note_dry_run(services, held.game, held.umpire)
    close(held)
    for _ in range(2):
        note_dry_run(services, held.game, held.umpire)
    with services.db.reading() as session:
        looks = [one for one in journal.load(session, held.game) if one.kind == "report"]
    assert len(looks) == 1
    with pytest.raises(NoWord, match="looked"):
        add_word(services, held.game, RED, "Rocroi")


def test_what_has_changed_since_is_not_published(held: Umpired) -> None:
    close(held)
    services, run = held.office.services, run_of(work_of(held))
    submit(services, held.game, RED, "bid 1", "umpire", held.umpire, True, late_too=True, reason="he telephoned")
    with pytest.raises(NotHeld, match="changed"):
        publish(services, held.game, run, held.umpire)
    assert work_of(held).desk.shut
    with pytest.raises(NotUmpire):
        publish(services, held.game, run, held.office.players[RED])
    assert go(held)


def test_no_pact_and_no_reminder_reaches_a_closed_turn(held: Umpired) -> None:
    close(held)
    services, red = held.office.services, held.office.players[RED]
    for pact in (offer_draw, concede):
        with pytest.raises(NoPact, match="closed"):
            pact(services, held.game, RED, red)
    with pytest.raises(NoTime):
        nudge(services, held.game, RED, held.umpire)
    with pytest.raises(NoTime):
        run_now(services, held.game, "go on", held.umpire)


def test_without_its_umpire_a_turn_is_played_after_the_days_agreed(lite: Office) -> None:
    held = begin_umpired(lite, Options(reports="held", every=24, unit="hours", grace=0, absent=2))
    close(held)
    lite.later(hours=47)
    close_turns(lite.services)
    assert work_of(held).desk.shut
    lite.later(hours=2)
    close_turns(lite.services)
    assert not work_of(held).desk.shut
    assert work_of(held).battle.round == 2
    assert sound(held)


def test_an_umpire_who_leaves_leaves_no_turn_behind(held: Umpired) -> None:
    close(held)
    give_up(held.office.services, held.game, held.umpire)
    assert work_of(held).battle.round == 2
    assert order(held, RED) == "filed"
    assert order(held, BLUE) == "played"
    assert work_of(held).battle.round == 3


def test_held_reports_need_an_umpire(lite: Office) -> None:
    with pytest.raises(BadGame, match="held for an umpire"):
        lite.begin(HELD)


# --- rulings laid down for moments of the turn ----------------------------------------------------------------------


def aides_submit(desk: WebOffice, game: GameId, *, seats: tuple[Seat, ...] = (SOUTH, NORTH)) -> None:
    """Orders as an aide would write them, sent by the players."""
    players = {SOUTH: desk.ines, NORTH: desk.tom}
    for seat in seats:
        work = load_game(desk.services, game)
        ask = asked(work.desk, seat)
        if ask is not None and not work.desk.shut:
            submit(desk.services, game, seat, aide_orders(work, ask)[1], "web", players[seat], True)


def some_plan(chance: random.Random, work: Work) -> PlannedRuling:
    """A change of a unit's state or place, after some event of the dry run."""
    language = work.rules.rulings
    assert language is not None
    moment = chance.choice(moments_to_rule(work))
    code = chance.choice(sorted(language.units(work.battle)))
    told = next((one.says for one in language.presses(work.battle, code)[-3:]), "removed")
    return msgspec.structs.replace(moment, text=f"{code} {told}", reason="fog of war", all_the_same=True)


@pytest.mark.parametrize(("rules", "turns"), [("snaphance", 3), ("onehour", 5), ("armatys", 2)])
def test_whatever_is_laid_down_the_turn_is_played_as_the_dry_run_showed_it(
    rules: str, turns: int, tmp_path: Path
) -> None:
    """Random rulings at random events: the same table entries, kind and body, in order; a clean audit."""
    chance, carried = random.Random(rules), 0
    with web_office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        options = Options(reports="held")
        game = new_game(desk.services, f"{rules}/harrow-down", seats, options, seed=b"held", umpire=geoff)
        for _ in range(turns):
            aides_submit(desk, game)
            before = load_game(desk.services, game)
            if before.state == "over":
                break
            for _ in range(chance.randint(1, 2)):
                with suppress(NotHeld):
                    lay_down(desk.services, game, some_plan(chance, before), geoff)
                before = load_game(desk.services, game)
            seen, trial = dry_run(before), trial_of(before)
            assert len(seen.rulings) == len(before.desk.plans)
            carried += len(seen.rulings)
            assert publish(desk.services, game, seen.run, geoff)
            after = load_game(desk.services, game)
            planned = [(one.kind, one.body) for one in trial.drafts if one.kind in TABLE]
            assert planned == [(line.kind, line.body) for line in after.table if line.seq > before.last_seq]
            assert not after.desk.plans
            for report in seen.reports:
                assert game_page(desk.services, game, report.seat, report.number).told == report.page.told
        assert carried
        work = load_game(desk.services, game)
        archive = read_archive(export_game(desk.services, game))
        assert [one.what for one in verify(archive, work.rules, audit=True) if one.fault] == []


def test_a_ruling_is_laid_down_at_an_event_and_taken_away_again_on_the_page(tmp_path: Path) -> None:
    with web_office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        aides_submit(desk, game)
        where, umpire = f"/g/{game}/umpire/turn", desk.visitor(geoff)
        lay = {"do": "plan", "event": "3", "plan-text": "S04 disordered", "plan-reason": "the horse bolted"}
        assert umpire.send(where, where, **lay).status_code == 409
        laid = umpire.send(where, where, **lay, **{"plan-told": "all", "note-south": "Mind the wood."}).text
        assert "After event 1.3: S04 disordered" in plain(laid)
        assert "Mind the wood." in laid
        assert "After event 1.3: S04 disordered" in plain(umpire.get(where).text)
        assert umpire.get(f"{where}/map-north.svg?event=3").mimetype == "image/svg+xml"
        bad = umpire.send(where, where, **{**lay, "plan-text": "S04 dances", "plan-told": "all"})
        assert (bad.status_code, "dances" in plain(bad.text)) == (409, True)
        (seq,) = load_game(desk.services, game).desk.plans
        unseen = run_of(load_game(desk.services, game)).rpartition("/")[0]
        assert umpire.send(where, where, do="publish", run=unseen).status_code == 409
        assert "After event" not in plain(umpire.send(where, where, do=f"drop {seq}").text)
        assert umpire.send(where, where, do=f"drop {seq}").status_code == 409
        umpire.send(where, where, **lay, **{"plan-told": "all"})
        spoken: dict[str, Any] = {"late_too": True, "reason": "by telephone"}
        assert submit(desk.services, game, SOUTH, "S04 hold", "umpire", geoff, True, **spoken).outcome == "filed"
        void = plain(umpire.get(where).text)
        assert "Void: laid down for a turn that has since changed After event 1.3: S04 disordered" in void
        assert umpire.send(where, where, do="drop").status_code == 200
        umpire.send(where, where, **lay, **{"plan-told": "all"})
        run = run_of(load_game(desk.services, game))
        assert umpire.send(where, where, do="publish", run=run).status_code == 303
        (card,) = rulings_of(load_game(desk.services, game))
        assert (card.said, card.reason, card.told) == (("S04 disordered",), "the horse bolted", "all")


def test_dice_shown_in_the_dry_run_are_chosen_and_laid_down_before_their_event(tmp_path: Path) -> None:
    with web_office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        aides_submit(desk, game)
        where, umpire = f"/g/{game}/umpire/turn", desk.visitor(geoff)
        work = load_game(desk.services, game)
        south, north = dice_after(work, 1)
        (thrown,) = re.findall(r"initiative north = (\d) (\d)", north)
        assert umpire.send(where, where, event="1").text.count('value="dice ') == 2
        assert "Lay down these dice" not in umpire.send(where, where, event="0").text
        assert umpire.send(where, where, do="dice 2", event="1").status_code == 409
        page = umpire.send(where, where, **{"do": "dice 1", "at": "1", "plan-text": south, "note-south": "Mind."}).text
        assert f"{south}\n{north}</textarea>" in page
        assert ('name="at" value="0"' in page, "Mind." in page) == (True, True)
        faces = tuple(7 - int(face) for face in thrown)
        laid = f"{south}\ndice initiative north = {faces[0]} {faces[1]}"
        umpire.send(where, where, **{"do": "plan", "at": "0", "plan-text": laid, "plan-reason": "cocked",
                                     "plan-told": "all"})  # fmt: skip
        rolls = [line.body.values for line in trial_of(load_game(desk.services, game)).table if line.kind == "roll"]
        assert rolls[1] == faces


# --- on the page ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["snaphance", "onehour"])
def test_the_umpire_sees_remarks_on_and_publishes_a_turn_on_its_page(rules: str, tmp_path: Path) -> None:
    with web_office(tmp_path) as desk:
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: None}
        options = Options(reports="held")
        game = new_game(desk.services, f"{rules}/harrow-down", seats, options, umpire=desk.tom)
        submit(desk.services, game, SOUTH, "", "web", desk.ines, True)
        where, umpire, player = f"/g/{game}/umpire/turn", desk.visitor(desk.tom), desk.visitor(desk.ines)
        seen = umpire.get(where)
        told = load_game(desk.services, game)
        assert player.get(where).status_code == 404
        run = run_of(told)
        south = next(one for one in dry_run(told).reports if one.seat == SOUTH)
        assert all(said in plain(seen.text).replace("\n", " ") for said in south.page.told.in_short)
        assert umpire.get(f"{where}/map-umpire.svg?event=1").mimetype == "image/svg+xml"
        assert umpire.get(f"{where}/map-south.svg").mimetype == "image/svg+xml"
        assert umpire.get(f"{where}/map-south.svg?report=1").data == picture(south.page.chart, "whole").svg
        assert player.get(f"{where}/map-south.svg?report=1").status_code == 404
        looked = umpire.send(where, where, do="look", run=run, **{"note-south": "Mind the wood."})
        assert "Mind the wood." in looked.text
        assert not player.get(f"/g/{game}?tab=report").text.count("Mind the wood.")
        assert umpire.send(where, where, do="publish", run="another").status_code == 409
        sent = umpire.send(where, where, do="publish", run=run, **{"note-south": "Mind the wood."})
        assert sent.status_code == 303
        assert "Mind the wood." in player.get(f"/g/{game}?tab=report").text
        assert umpire.get(where).status_code == 303


def test_closed_orders_are_opened_again_by_days_and_a_player_reads_that_they_were_closed(tmp_path: Path) -> None:
    with web_office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: None}
        game = new_game(
            desk.services, "onehour/harrow-down", seats, Options(reports="held"), seed=b"held", umpire=geoff
        )
        submit(desk.services, game, SOUTH, "", "web", desk.ines, True, as_is=True)
        page, umpire, ines = f"/g/{game}/umpire", desk.visitor(geoff), desk.visitor(desk.ines)
        assert "The turn waits for the umpire" in plain(umpire.get("/games").text)
        assert "Orders are closed · the umpire plays the turn" in plain(ines.get(f"/g/{game}").text)
        assert "Open the orders again" in plain(umpire.get(page).text)
        assert umpire.send(page, page, do="extend", days="2", reason="Ines thinks again").status_code == 303
        close_turns(desk.services)
        desk_now = load_game(desk.services, game).desk
        assert (desk_now.shut, bool(desk_now.due)) == ("", True)
