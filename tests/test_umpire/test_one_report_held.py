"""One seat's report held while the others are published: its reader sees the game as it was, no clock runs for it."""

import re
from pathlib import Path

import msgspec
import pytest
from sqlmodel import select

from pbem.engine.ids import Seat
from pbem.service.agreements.deputies import deputies_of
from pbem.service.agreements.pacts import NoPact, concede
from pbem.service.incoming.closing import close_turns
from pbem.service.options import Options
from pbem.service.people.account import make_feed
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.pulse import pulse_of
from pbem.service.play.running import shut
from pbem.service.play.turns import submit
from pbem.service.umpire.account import NotOver, account_of
from pbem.service.umpire.held import (
    NotHeld,
    dry_run,
    hold_report,
    lay_down,
    moments_to_rule,
    publish,
    release_report,
    run_of,
)
from pbem.service.umpire.overview import knows_of
from pbem.service.umpire.reportlines import report_line_in
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import NoRuling, rule, rulings_of
from pbem.service.umpire.seats import give_up, umpires_deputy
from pbem.service.umpire.timing import NoTime, run_now
from pbem.service.umpire.undoing import undo_ruling
from pbem.store.tables import OutMail, PlayerId
from tests.test_mail.conftest import HARROW, begun, letter, office_with  # noqa: F401  # two are fixtures
from tests.test_mail.conftest import NORTH as MAIL_NORTH
from tests.test_mail.conftest import Office as MailOffice
from tests.test_service.conftest import Office
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.test_umpire.ruled_duel import RULED
from tests.test_umpire.test_held import HELD, close, order, work_of
from tests.test_umpire.test_questions import GEOFF, by_mail, told_to, umpires_address  # noqa: F401  # one is a fixture
from tests.test_umpire.test_timing import sound
from tests.toyrules import BLUE, RED, SEATS
from tests.web_offices import NORTH, SOUTH
from tests.web_offices import office as web_office


@pytest.fixture
def held(lite: Office) -> Umpired:
    """A closed turn of a duel whose umpire holds Blue's report of it."""
    umpired = begin_umpired(lite, HELD)
    close(umpired)
    hold_report(lite.services, umpired.game, BLUE, "his scouts are slow", umpired.umpire)
    return umpired


def go(held: Umpired) -> None:
    assert publish(held.office.services, held.game, run_of(work_of(held)), held.umpire)


def page(held: Umpired, seat: Seat) -> bytes:
    return msgspec.json.encode(game_page(held.office.services, held.game, seat).told, enc_hook=str)


def reported(held: Umpired) -> list[str]:
    return [one.recipient for one in held.office.mails("report") if one.turn == 2]


def test_who_hears_that_a_report_is_held_is_chosen(held: Umpired) -> None:
    services = held.office.services
    assert not [one for one in held.office.mails("seat") if b"holds the report" in one.raw]
    hold_report(services, held.game, RED, "fog", held.umpire, told="touched")
    told = [one.recipient for one in held.office.mails("seat") if b"holds the report of Red" in one.raw]
    assert told == ["red@example.org"]
    word = report_line_in("report Red: hold\ntell all\nbecause fog")
    assert word is not None
    assert (word.hold, word.told, word.reason) == (True, "all", "fog")


@pytest.mark.parametrize("by_umpire", [True, False])
def test_the_others_read_theirs_and_no_clock_runs_until_it_is_released(held: Umpired, by_umpire: bool) -> None:
    """by_umpire: else by the service, after the days agreed."""
    services, before = held.office.services, game_page(held.office.services, held.game, BLUE)
    go(held)
    seen = game_page(services, held.game, BLUE)
    assert (seen.told, seen.turn, seen.turns, seen.ask) == (before.told, before.turn, before.turns, None)
    assert (seen.chart, seen.turn_name, seen.ahead) == (before.chart, before.turn_name, before.ahead)
    assert game_page(services, held.game, RED).turn == 2
    assert reported(held) == ["red@example.org"]
    assert [order(held, seat) for seat in SEATS] == ["filed", "closed"]
    assert not work_of(held).desk.due
    held.office.later(hours=90)
    close_turns(services)
    with pytest.raises(NoTime, match="release it first"):
        run_now(services, held.game, "go on", held.umpire)
    if by_umpire:
        assert release_report(services, held.game, BLUE, held.umpire)
    else:
        held.office.later(hours=90)
        assert close_turns(services).released == (held.game,)
    assert reported(held) == ["red@example.org", "blue@example.org"]
    assert work_of(held).desk.due > work_of(held).desk.opened_at
    assert order(held, BLUE) == "filed"
    assert work_of(held).desk.shut
    assert sound(held)


def test_rulings_change_a_page_until_its_next_report_is_held_and_not_after(held: Umpired) -> None:
    made, before = Umpired(held.office.with_rules(RULED), held.game, held.umpire), page(held, BLUE)
    services = made.office.services
    rule(services, made.game, "red strength 5", "a slip", made.umpire)
    ruled = page(made, BLUE)
    assert ruled != before
    go(made)
    assert page(made, BLUE) == ruled
    rule(services, made.game, "red strength 6", "another", made.umpire)
    assert page(made, BLUE) == ruled


def test_a_hold_is_taken_back_before_the_turn_is_published(held: Umpired) -> None:
    services = held.office.services
    assert not release_report(services, held.game, BLUE, held.umpire)
    go(held)
    assert sorted(reported(held)) == ["blue@example.org", "red@example.org"]
    with pytest.raises(NotHeld, match="not held"):
        release_report(services, held.game, BLUE, held.umpire)


def test_a_hold_needs_a_reason_a_report_and_the_right(held: Umpired) -> None:
    services, red = held.office.services, held.office.players[RED]
    with pytest.raises(NotHeld, match="reason"):
        hold_report(services, held.game, RED, " ", held.umpire)
    with pytest.raises(NotHeld, match="already"):
        hold_report(services, held.game, BLUE, "again", held.umpire)
    with pytest.raises(NotUmpire):
        release_report(services, held.game, BLUE, red)


def test_a_deputy_named_meanwhile_reads_of_no_turn_that_is_held(held: Umpired) -> None:
    services = held.office.services
    go(held)
    umpires_deputy(services, held.game, BLUE, "dora@example.org", 1, "he is away", held.umpire)
    (told,) = [one.raw for one in held.office.mails("deputy")]
    assert b"in turn 2; turn 1 is open now" in told
    assert b"tell the umpire, who has named you" in told
    (word,) = [one.raw for one in held.office.mails("notice") if one.recipient == "blue@example.org"]
    assert b"The reason: he is away" in word
    assert [one.first for one in deputies_of(services, held.game, BLUE)] == [2]


def test_an_umpire_who_leaves_holds_no_report(held: Umpired) -> None:
    go(held)
    give_up(held.office.services, held.game, held.umpire)
    assert len(reported(held)) == 2
    assert not work_of(held).desk.held


def test_a_battle_that_ends_meanwhile_is_laid_open_with_it_and_the_debrief_tells(held: Umpired) -> None:
    services = held.office.services
    go(held)
    with pytest.raises(NoPact, match="once its report has come"):
        concede(services, held.game, BLUE, held.office.players[BLUE])
    concede(services, held.game, RED, held.office.players[RED])
    assert (work_of(held).state, work_of(held).desk.seed) == ("running", "")
    assert release_report(services, held.game, BLUE, held.umpire)
    work = work_of(held)
    assert (work.state, work.desk.held, bool(work.desk.seed)) == ("over", {}, True)
    assert [one.turn for one in held.office.mails("over") if one.recipient == "blue@example.org"] == [3]
    said = [one.said for one in account_of(work, "UTC").acts if one.what == "report"]
    assert said == ["Turn 1: the report of Blue was held.", "Turn 1: the report of Blue was released."]
    assert sound(held)


@pytest.fixture
def last(lite: Office) -> Umpired:
    """A closed turn with which a duel ends, as its umpire has laid down, who holds Blue's report of it."""
    made = begin_umpired(lite, HELD)
    made = Umpired(lite.with_rules(RULED), made.game, made.umpire)
    close(made)
    moment = moments_to_rule(work_of(made))[-1]
    plan = msgspec.structs.replace(moment, text="end: Red wins", reason="dusk", told="all")
    lay_down(made.office.services, made.game, plan, made.umpire)
    assert dry_run(work_of(made)).over
    hold_report(lite.services, made.game, BLUE, "his scouts are slow", made.umpire)
    return made


def test_the_last_report_of_a_battle_is_held_and_all_stays_closed_until_it_is_released(last: Umpired) -> None:
    services, red, blue = last.office.services, last.office.players[RED], last.office.players[BLUE]
    before = page(last, BLUE)
    assert publish(services, last.game, run_of(work_of(last)), last.umpire)
    work = work_of(last)
    assert (work.state, work.desk.seed, work.desk.open) == ("running", "", None)
    assert page(last, BLUE) == before
    assert game_page(services, last.game, BLUE).outcome is None
    assert game_page(services, last.game, RED).outcome is not None
    assert [one.recipient for one in last.office.mails("over")] == ["red@example.org"]
    assert order(last, BLUE) == "closed"
    assert order(last, RED) == "over"
    with pytest.raises(NoPact, match="once its report has come"):
        concede(services, last.game, BLUE, blue)
    with pytest.raises(NoPact, match="is over"):
        concede(services, last.game, RED, red)
    with pytest.raises(NoRuling, match="turn it back first"):
        rule(services, last.game, "blue strength 5", "a slip", last.umpire)
    with pytest.raises(NotOver):
        account_of(work, "UTC")
    assert sound(last)

    assert release_report(services, last.game, BLUE, last.umpire)
    work = work_of(last)
    assert (work.state, bool(work.desk.seed), game_page(services, last.game, BLUE).outcome is None) == (
        "over", True, False,
    )  # fmt: skip
    assert {one.recipient for one in last.office.mails("over")} == {"red@example.org", "blue@example.org"}
    seeded = [one for one in last.office.mails("over", "pact") if work.seed in one.raw.decode()]
    assert sorted((one.kind, one.recipient) for one in seeded) == [
        ("over", "blue@example.org"), ("pact", "red@example.org"),
    ]  # fmt: skip
    assert sound(last)


def test_a_battle_whose_last_report_is_held_is_turned_back_and_no_number_is_used_twice(last: Umpired) -> None:
    services = last.office.services
    assert publish(services, last.game, run_of(work_of(last)), last.umpire)
    (card,) = rulings_of(work_of(last))
    undo_ruling(services, last.game, card.seq, "not yet dusk", last.umpire)
    work = work_of(last)
    assert (work.state, work.desk.ended, work.desk.held, work.desk.open is None) == ("running", False, {}, False)
    for seat in SEATS:
        numbers = [one.number for one in work.written_for(seat)]
        assert numbers == sorted(set(numbers))
        assert order(last, seat) == "filed"
    assert sound(last)


def test_without_its_umpire_the_last_report_goes_out_after_the_days_agreed(last: Umpired) -> None:
    services = last.office.services
    assert publish(services, last.game, run_of(work_of(last)), last.umpire)
    last.office.later(hours=7 * 24 - 1)
    close_turns(services)
    assert (work_of(last).state, pulse_of(services, last.game, BLUE).plays) == ("running", "")
    last.office.later(hours=2)
    assert close_turns(services).released == (last.game,)
    assert (work_of(last).state, work_of(last).desk.held) == ("over", {})
    assert len(last.office.mails("over")) == 2
    assert sound(last)


def test_an_umpire_who_leaves_lays_the_ended_battle_open(last: Umpired) -> None:
    assert publish(last.office.services, last.game, run_of(work_of(last)), last.umpire)
    give_up(last.office.services, last.game, last.umpire)
    assert work_of(last).state == "over"
    assert sound(last)


PATHS = ("", "?tab=report", "?tab=orders", "/replay", "/dice", "/downloads", "/downloads/reports.txt",
         "/downloads/map.svg", "/glance.svg", "/standing", "/versions", "/table")  # fmt: skip
TOKENS = re.compile(r'name="csrf[^>]*>|csrf-token" content="[^"]*"|nonce="[^"]*"')


@pytest.mark.parametrize("ends", [False, True])
def test_each_page_of_its_reader_stays_as_it_was_byte_for_byte(tmp_path: Path, ends: bool) -> None:
    """ends: whether the battle ends with the turn; else its reader has missed it."""
    with web_office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        submit(desk.services, game, SOUTH, "S01 forward 0607", "web", desk.ines, True)
        if ends:
            submit(desk.services, game, NORTH, "", "web", desk.tom, True)
        else:
            desk.later(days=9)
            close_turns(desk.services)
        where, umpire, tom = f"/g/{game}/umpire/turn", desk.visitor(geoff), desk.visitor(desk.tom)
        umpire.get(where)  # from the first look on no word is added to the dice
        if ends:
            lay = {"plan-text": "end: South wins", "plan-reason": "dusk", "plan-told": "all"}
            assert umpire.send(where, where, do="plan", event="3", **lay).status_code == 200
        feed = f"/feed/{make_feed(desk.services, desk.tom)}.atom"
        lists = {path: TOKENS.sub("", tom.get(path).text) for path in ("/", feed)}
        before = {path: TOKENS.sub("", tom.get(f"/g/{game}{path}").text) for path in PATHS}
        assert umpire.send(where, where, do="hold north").status_code == 409
        assert "This report is held" in umpire.send(where, where, do="hold north", **{"hold-north": "fog"}).text
        run = dry_run(load_game(desk.services, game)).run
        assert umpire.send(where, where, do="publish", run=run).status_code == 303
        for path, was in before.items():
            assert TOKENS.sub("", tom.get(f"/g/{game}{path}").text) == was, path
        assert {path: TOKENS.sub("", tom.get(path).text) for path in lists} == lists
        assert {tom.get(f"/g/{game}/{path}").status_code for path in ("debrief", "downloads/archive.jsonl")} == {403}
        assert ("The battle is over" in desk.visitor(desk.ines).get(f"/g/{game}").text) == ends
        assert tom.get(f"/g/{game}/pulse").json["number"] == 0
        page = f"/g/{game}/umpire"
        seen = umpire.get(page).text
        assert "report held" in seen
        assert "without you the report goes out" in seen
        assert umpire.send(page, page, do="release north").status_code == 303
        assert TOKENS.sub("", tom.get(f"/g/{game}?tab=report").text) != before["?tab=report"]


def test_a_line_of_a_mail_holds_and_releases_a_report(by_mail: MailOffice) -> None:  # noqa: F811  # the fixture's name
    def say(words: str, name: str) -> str:
        return by_mail.receive(letter(words, GEOFF, umpires_address(by_mail, 0), name)).state

    assert say("report North: hold\nbecause of fog\n", "one") == "rejected"
    assert "orders of Harrow Down are open" in told_to(by_mail, GEOFF)
    work = load_game(by_mail.services, HARROW)
    shut(work)
    work.write()
    assert say("report North: hold\n", "two") == "rejected"
    assert say("report West: hold\nbecause of fog\n", "three") == "rejected"
    assert say("report North: hold\nbecause of fog\n", "four") == "accepted"
    assert load_game(by_mail.services, HARROW).desk.held == {MAIL_NORTH: 0}
    assert say("report North: release\n", "five") == "accepted"
    assert "goes out with the others" in told_to(by_mail, GEOFF)
    assert not load_game(by_mail.services, HARROW).desk.held


def test_a_unit_that_is_gone_is_known_wrongly_until_the_report_is_released(tmp_path: Path) -> None:
    with web_office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        for seat, who in ((SOUTH, desk.ines), (NORTH, desk.tom)):
            submit(desk.services, game, seat, "", "web", who, True)
        hold_report(desk.services, game, NORTH, "fog", geoff)
        assert publish(desk.services, game, run_of(load_game(desk.services, game)), geoff)
        rule(desk.services, game, "S02 removed", "gone home", geoff, told="at the end")
        work = load_game(desk.services, game)
        north = knows_of(work, work.chair(NORTH))
        assert (north.unnamed, [one.partition(";")[0] for one in north.wrong]) == ((), ["S02: gone"])


@pytest.mark.parametrize(("unannounced", "before", "after"), [((), 2, 4), ((object,), 1, 2)])
def test_a_ruling_is_told_with_the_report_that_is_held_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unannounced: tuple[type, ...], before: int, after: int
) -> None:
    """unannounced: facts that their readers may not take to be the umpire's; before: mails to South alone."""
    with web_office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        for seat, who in ((SOUTH, desk.ines), (NORTH, desk.tom)):
            submit(desk.services, game, seat, "", "web", who, True)
        hold_report(desk.services, game, NORTH, "fog", geoff)
        assert publish(desk.services, game, run_of(load_game(desk.services, game)), geoff)

        def heard() -> int:
            with desk.services.db.reading() as session:
                return len(session.exec(select(OutMail).where(OutMail.kind == "ruling")).all())

        monkeypatch.setitem(vars(load_game(desk.services, game).rules.rulings), "unannounced", unannounced)
        rule(desk.services, game, "N02 strength 3", "shot to pieces in round 1", geoff)
        rule(desk.services, game, "S02 strength 3", "so was this one", geoff, told="all")
        assert heard() == before, "North is told of none"
        release_report(desk.services, game, NORTH, geoff)
        assert heard() == after
