"""Whole games of the toy duel: begun, played, stopped, gone on with, ended."""

import json
import logging

import msgspec
import pytest

from pbem.engine.dice import SeededDice, commitment
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Entry, check_chain, story
from pbem.engine.play import Play, audit
from pbem.service.agreements.pacts import concede
from pbem.service.model.deskfold import fold_desk, read_all
from pbem.service.options import Options
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import BadGame, check_open_steps, games, load_game, new_game, resume
from pbem.service.play.pages import NoReport, game_page
from pbem.service.play.running import close_batch, guarded, play_on, stop_game
from pbem.service.play.turns import Receipt, check, submit, withdraw
from pbem.service.play.work import UnknownGame
from pbem.service.replay.downloads import export_game
from pbem.store import journal
from tests.test_service.conftest import Office
from tests.toyrules import (
    BLUE,
    RED,
    TOY,
    AskBid,
    Bid,
    BidTaken,
    Duel,
    Fighting,
    RoundBegan,
    Struck,
    rules,
    script,
)  # fmt: skip

NO_CLOCK = Options(every=0)


def order(office: Office, game: GameId, seat: Seat, text: str, **more: object) -> Receipt:
    """Orders by mail."""
    return submit(office.services, game, seat, text, "mail", f"{seat}@example.org", **more)  # type: ignore[arg-type]  # passed on


def play_out(office: Office, game: GameId, text: str = "bid 2\nready") -> None:
    """Both sides bid until the duel is over."""
    for _ in range(20):
        if load_game(office.services, game).state == "over":
            return
        for seat in (RED, BLUE):
            order(office, game, seat, text)
    raise AssertionError("the duel never ended")


def test_a_game_is_begun_with_its_first_turn_asked_and_both_reports_in_the_outbox(office: Office) -> None:
    game = office.begin()
    work = load_game(office.services, game)
    assert (game, work.state, work.desk.turns) == ("duel", "running", {RED: 1, BLUE: 1})
    assert [(mail.kind, mail.seat, mail.turn) for mail in office.mails()] == [
        ("report", "blue", 1),
        ("report", "red", 1),
    ]
    page = game_page(office.services, game, RED)
    assert (page.number, page.turn, page.turn_name, page.asked) == (0, 1, "round 1", "Your bid for round 1.")
    assert page.commitment == commitment(b"toy")
    assert page.seed == ""
    assert office.begin() == "duel-2"


def test_orders_wait_sealed_until_both_are_ready_and_then_the_turn_is_played_at_once(office: Office) -> None:
    game = office.begin()
    first = order(office, game, RED, "bid 3 # all of it\nready")
    assert first.outcome == "filed"
    assert first.stands is not None
    assert (first.stands.number, first.stands.final, first.stands.text) == (1, True, "bid 3")
    second = order(office, game, BLUE, "bid 1\nready")
    assert second.outcome == "played"
    assert second.turn == 2
    told = game_page(office.services, game, BLUE).told
    assert any("blue was struck" in event.text for chapter in told.chapters for event in chapter.events)
    assert {(mail.seat, mail.turn) for mail in office.mails("report")} == {
        ("red", 1),
        ("blue", 1),
        ("red", 2),
        ("blue", 2),
    }


def test_a_newer_text_changes_only_what_it_names_and_by_web_it_is_the_whole(lite: Office) -> None:
    game = lite.begin()
    order(lite, game, RED, "bid 3\nparry always")
    by_mail = order(lite, game, RED, "bid 2")
    assert by_mail.stands is not None
    assert (by_mail.stands.number, by_mail.stands.text) == (2, "bid 2\nparry always")
    assert by_mail.before is not None
    assert by_mail.before.text == "bid 3\nparry always"
    by_web = submit(lite.services, game, RED, "bid 1", "web", "red")
    assert by_web.stands is not None
    assert by_web.stands.text == "bid 1"


def test_every_submission_is_journaled_as_sent_and_as_understood(lite: Office) -> None:
    game = lite.begin()
    order(lite, game, RED, "BID 3   # for my uncle\nbid 9")
    with lite.services.db.reading() as session:
        entry = journal.load(session, game)[-1]
    body = json.loads(entry.payload)
    assert (entry.kind, entry.author, body["sent"], body["text"]) == (
        "orders",
        "red",
        "BID 3   # for my uncle\nbid 9",
        "bid 3",
    )


def test_ready_counts_beside_a_line_that_names_no_unit(lite: Office) -> None:
    game = lite.begin()
    order(lite, game, BLUE, "bid 2\nready")
    receipt = order(lite, game, RED, "bid 2\nparri always\nready")
    assert receipt.outcome == "played"


def test_ready_alone_takes_what_the_form_shows(lite: Office) -> None:
    game = lite.begin()
    order(lite, game, BLUE, "bid 2\nready")
    assert order(lite, game, RED, "ready").outcome == "played"
    given = next(line.body for line in load_game(lite.services, game).table if line.kind == "answer").given
    assert [(one.answer.hard, one.by) for one in given] == [(1, "player"), (2, "player")]


def test_orders_changed_after_ready_are_not_final_until_said_so_again(lite: Office) -> None:
    game = lite.begin()
    order(lite, game, RED, "bid 2\nready")
    changed = order(lite, game, RED, "bid 3")
    assert changed.stands is not None
    assert not changed.stands.final
    assert order(lite, game, BLUE, "bid 1\nready").outcome == "filed"
    same = order(lite, game, RED, "bid 3")
    assert (same.outcome, "version 2 of your orders still counts" in same.said[0]) == ("nothing", True)
    assert order(lite, game, RED, "ready").outcome == "played"


def test_withdrawn_orders_stand_no_more(lite: Office) -> None:
    game = lite.begin()
    order(lite, game, RED, "bid 3\nready")
    assert withdraw(lite.services, game, RED, "mail", "red").outcome == "withdrawn"
    assert order(lite, game, BLUE, "bid 1\nready").outcome == "filed"
    again = order(lite, game, RED, "bid 2")
    assert again.stands is not None
    assert again.stands.number == 3
    assert again.before is None


def test_orders_for_another_turn_are_refused_and_never_applied(lite: Office) -> None:
    game = lite.begin()
    for seat in (RED, BLUE):
        order(lite, game, seat, "bid 2\nready", turn=1)
    late = order(lite, game, RED, "bid 3\nready", turn=1)
    assert (late.outcome, late.turn, late.taken) == ("closed", 2, False)
    assert "turn 1" in late.said[0]
    assert late.stands is None
    assert load_game(lite.services, game).desk.open.submissions == {}  # type: ignore[union-attr]  # it is open
    assert order(lite, game, RED, "bid 3", turn=9).outcome == "closed"


def test_nothing_is_taken_from_prose_and_nothing_is_written(lite: Office) -> None:
    game = lite.begin()
    before = load_game(lite.services, game).last_seq
    receipt = order(lite, game, RED, "What a fine day.")
    assert (receipt.outcome, receipt.stands) == ("nothing", None)
    assert receipt.reading is not None
    assert receipt.reading.problems
    assert load_game(lite.services, game).last_seq == before


def test_a_text_as_long_as_a_book_is_refused_unread(lite: Office) -> None:
    game = lite.begin()
    receipt = order(lite, game, RED, "bid 2\n" * 10_000)
    assert receipt.outcome == "too long"
    assert receipt.reading is None
    assert check(lite.services, game, RED, "bid 2\n" * 10_000).reading is None


def test_checking_writes_nothing(lite: Office) -> None:
    game = lite.begin()
    before = load_game(lite.services, game).last_seq
    checked = check(lite.services, game, RED, "bid 2\nbid")
    assert checked.reading is not None
    assert len(checked.reading.problems) == 1
    assert load_game(lite.services, game).last_seq == before


def test_an_unknown_game_and_an_unknown_seat_are_named(lite: Office) -> None:
    with pytest.raises(UnknownGame, match="there is no game 'nowhere'"):
        order(lite, GameId("nowhere"), RED, "bid 1")
    game = lite.begin()
    with pytest.raises(UnknownGame, match="has no seat green; its seats are red, blue"):
        order(lite, game, Seat("green"), "bid 1")
    with pytest.raises(ValueError, match="door 'window'"):
        submit(lite.services, game, RED, "bid 1", "window", "red")
    with pytest.raises(BadGame, match="has the seats red, blue; given were red"):
        new_game(lite.services, "toy/duel", {RED: None})
    with pytest.raises(NoReport, match="there is no report 7"):
        game_page(lite.services, game, RED, 7)


def test_a_game_ends_with_its_seed_revealed_and_its_dice_and_facts_check(office: Office) -> None:
    game = office.begin()
    play_out(office, game)
    with office.services.db.reading() as session:
        entries = journal.load(session, game)
    check_chain(entries)
    notes = read_all(TOY.codec, entries)
    desk = fold_desk(notes)
    assert desk.seed == b"toy".hex()
    assert desk.open is None
    dice = SeededDice(b"toy", game, ())
    rolls = [note.body for note in notes if note.kind == "roll"]
    assert rolls
    assert all(dice.throw(r.key, r.label, r.by, len(r.values))[0] == r.values for r in rolls)
    assert audit(TOY, story(TOY.codec, entries), dice) == []
    page = game_page(office.services, game, RED)
    assert page.state == "over"
    assert page.outcome is not None
    assert page.seed == b"toy".hex()
    assert {mail.seat for mail in office.mails("over")} == {"red", "blue"}
    after = order(office, game, RED, "bid 1")
    assert after.outcome == "over"
    assert my_games(office.services, office.players[RED])[0].group == "over"


def test_the_aide_answers_at_once_by_text_that_is_read_like_anybodys(office: Office) -> None:
    game = office.begin(aides=(BLUE,))
    assert [(mail.kind, mail.seat) for mail in office.mails()] == [("report", "red")]
    assert order(office, game, RED, "bid 2\nready").outcome == "played"
    notes = [line.body for line in load_game(office.services, game).table if line.kind == "answer"]
    assert [given.by for given in notes[0].given] == ["player", "aide"]
    assert order(office, game, BLUE, "bid 3").outcome == "not asked"


def test_an_aide_has_the_temperament_that_was_agreed_for_his_seat(lite: Office) -> None:
    game = lite.begin(Options(aides={"blue": "wild"}), aides=(BLUE,))
    order(lite, game, RED, "bid 1\nready")
    notes = [line.body for line in load_game(lite.services, game).table if line.kind == "answer"]
    assert notes[0].given[1].answer.hard == 3
    assert [party.name for party in game_page(lite.services, game, RED).parties][1] == "the wild aide-de-camp"


@pytest.mark.parametrize(
    ("aides", "words"), [({"blue": "sly"}, "'sly'; there are calm, wild"), ({"green": "wild"}, "red, blue")]
)
def test_an_aide_that_there_is_not_is_refused(lite: Office, aides: dict[str, str], words: str) -> None:
    with pytest.raises(BadGame, match=words):
        lite.begin(Options(aides=aides))


def test_two_aides_play_a_whole_game_by_themselves(lite: Office) -> None:
    game = lite.begin(aides=(RED, BLUE))
    assert load_game(lite.services, game).state == "over"
    assert lite.mails() == []
    assert game_page(lite.services, game, RED, 0).told.turn_name == "the start"


def test_an_ask_in_the_middle_of_a_step_goes_to_one_seat_and_only_that_seat_is_told(lite: Office) -> None:
    game = lite.begin(Options(pace="ask me"), seed=b"a hit")
    order(lite, game, RED, "bid 3\nready")
    receipt = order(lite, game, BLUE, "bid 3\nready")
    assert receipt.outcome == "played"
    work = load_game(lite.services, game)
    assert work.desk.open is not None
    (ask,) = work.desk.open.batch.asks
    mine, other = ask.seat, RED if ask.seat == BLUE else BLUE
    assert game_page(lite.services, game, mine).asked == "Parry?"
    theirs = game_page(lite.services, game, other)
    assert (theirs.ask, theirs.waiting.you, theirs.waiting.others) == (None, False, (mine.capitalize(),))
    assert order(lite, game, other, "yes").outcome == "not asked"
    assert order(lite, game, mine, "no\nready", turn=2).outcome == "played"


# --- trouble ------------------------------------------------------------------------------------------------------


def harder(play: Play[Duel]) -> None:
    """A changed rule: everything hits."""
    if play.battle.phase == "bid":
        return script(play)
    for seat, other in ((RED, BLUE), (BLUE, RED)):
        faces = play.roll("strike", seat, play.battle.bids[seat]).values  # type: ignore[arg-type]  # a seat is its side here
        play.record(Struck(other, faces, len(faces) + 1, False))
    return None


def test_rules_that_drift_stop_that_game_alone_and_say_where(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    game, other = office.begin(Options(pace="ask me"), seed=b"a hit"), office.begin()
    for seat in (RED, BLUE):
        order(office, game, seat, "bid 3\nready")
    work = load_game(office.services, game)
    (ask,) = work.desk.open.batch.asks  # type: ignore[union-attr]  # a parry is asked
    changed = office.with_rules(rules(harder))
    with caplog.at_level(logging.ERROR):
        receipt = order(changed, game, ask.seat, "yes\nready")
    assert receipt.outcome == "stopped"
    stopped = load_game(office.services, game)
    assert stopped.state == "stopped"
    assert "the rules now give" in stopped.stop_reason
    assert f"after entry {stopped.last_seq - 1}" in stopped.stop_reason
    assert [line.seq for line in stopped.table] == [line.seq for line in work.table]
    assert "is stopped after entry" in caplog.text
    assert [mail.recipient for mail in office.mails("stopped")] == ["operator@example.org"]
    assert order(changed, game, ask.seat, "no").outcome == "stopped"
    assert order(changed, other, RED, "bid 1\nready").outcome == "filed"
    with pytest.raises(BadGame, match="is not stopped"):
        resume(office.services, other, "no reason")
    assert resume(office.services, game, "the old rules are back")
    assert load_game(office.services, game).state == "running"
    assert load_game(office.services, game).desk.turns[ask.seat] > work.desk.turns[ask.seat] - 1


def test_rules_code_that_fails_stops_the_game_and_keeps_the_orders(lite: Office) -> None:
    def broken(play: Play[Duel]) -> None:
        if play.battle.phase == "fight":
            raise ZeroDivisionError("a table has a hole")
        script(play)

    game = lite.begin()
    order(lite, game, RED, "bid 3\nready")
    receipt = order(lite.with_rules(rules(broken)), game, BLUE, "bid 1\nready")
    assert receipt.outcome == "stopped"
    work = load_game(lite.services, game)
    assert "ZeroDivisionError: a table has a hole" in work.stop_reason
    assert work.desk.open is not None
    assert {seat: one.text for seat, one in work.desk.open.submissions.items()} == {RED: "bid 3", BLUE: "bid 1"}
    assert resume(lite.services, game, "the table is mended")
    work = load_game(lite.services, game)
    assert (work.state, work.desk.turns) == ("running", {RED: 2, BLUE: 2})


def test_a_battle_that_is_over_is_over_again_after_a_stop(lite: Office) -> None:
    game = lite.begin()
    concede(lite.services, game, RED, lite.players[RED])
    work = load_game(lite.services, game)
    stop_game(work, ValueError("a torn entry"))
    work.write()
    assert load_game(lite.services, game).state == "stopped"
    assert resume(lite.services, game, "restored")
    assert load_game(lite.services, game).state == "over"


def test_a_report_that_cannot_be_written_stops_the_game_instead_of_losing_the_turn(lite: Office) -> None:
    def speechless(turn: object) -> object:
        raise KeyError("no sentence for this fact")

    game = lite.begin()
    order(lite, game, RED, "bid 3\nready")
    assert order(lite.with_rules(rules(tell=speechless)), game, BLUE, "bid 1\nready").outcome == "stopped"
    assert resume(lite.services, game, "there is a sentence now")
    assert load_game(lite.services, game).desk.turns == {RED: 2, BLUE: 2}


def test_after_a_new_version_every_open_step_is_run_once(lite: Office) -> None:
    game, other = lite.begin(Options(pace="ask me"), seed=b"a hit"), lite.begin()
    for seat in (RED, BLUE):
        order(lite, game, seat, "bid 3\nready")
    order(lite, other, RED, "bid 3")
    before = [load_game(lite.services, one).last_seq for one in (game, other)]
    assert check_open_steps(lite.services) == ()
    assert [load_game(lite.services, one).last_seq for one in (game, other)] == before
    assert check_open_steps(lite.with_rules(rules(harder)).services) == (game,)
    assert {one: state for one, _, state in games(lite.services)} == {game: "stopped", other: "running"}


def test_an_ask_put_anew_keeps_the_orders_of_whom_it_asks_the_same(lite: Office) -> None:
    def kinder(play: Play[Duel]) -> None:
        if play.battle.phase != "bid":
            return script(play)
        asks = [
            AskBid(seat=seat, default=Bid(1 if seat == RED else 3), round=play.battle.round) for seat in (RED, BLUE)
        ]
        if play.battle.round == 0:
            play.record(RoundBegan(1))
            asks = [msgspec.structs.replace(ask, round=1) for ask in asks]
        for seat, bid in zip((RED, BLUE), play.ask_each(asks, sealed=True), strict=True):
            play.record(BidTaken(seat, bid))
        return play.record(Fighting())

    game = lite.begin()
    for seat in (RED, BLUE):
        order(lite, game, seat, "bid 3")
    changed = lite.with_rules(rules(kinder))
    assert check_open_steps(changed.services) == ()
    work = load_game(changed.services, game)
    assert work.desk.open is not None
    assert {seat: one.text for seat, one in work.desk.open.submissions.items()} == {RED: "bid 3"}
    assert work.desk.turns == {RED: 1, BLUE: 2}
    assert [mark.number for mark in work.marks_of(BLUE)] == [0, 1]
    assert order(changed, game, RED, "ready", turn=1).outcome == "filed"
    assert order(changed, game, BLUE, "bid 1\nready", turn=1).outcome == "closed"
    assert order(changed, game, BLUE, "bid 1\nready", turn=2).outcome == "played"


def test_a_page_never_shows_why_a_game_stopped(lite: Office) -> None:
    game = lite.begin()
    order(lite, game, RED, "bid 3\nready")

    def broken(play: Play[Duel]) -> None:
        raise ValueError(f"blue bid {play.battle.bids}")

    work = load_game(lite.with_rules(rules(broken)).services, game)
    guarded(work, lambda: (close_batch(work), play_on(work))[1])
    work.write()
    page = game_page(lite.services, game, RED)
    assert page.state == "stopped"
    assert b"ValueError" not in msgspec.json.encode(page)


def test_an_archive_holds_what_was_agreed(office: Office) -> None:
    agreed = Options(every=2, grace=5, weekdays=(1, 2), zone="Europe/Madrid", leave=9)
    game = office.begin(agreed)
    told = [msgspec.json.decode(line) for line in export_game(office.services, game)]
    opened = msgspec.json.decode(told[1]["payload"])
    assert msgspec.convert(opened["agreed"], Options) == agreed


def test_a_journal_begun_before_options_were_kept_in_it_is_read(office: Office) -> None:
    game = office.begin()
    (first, *_) = load_journal(office, game)
    payload = msgspec.json.decode(first.payload)
    del payload["agreed"]
    old = msgspec.structs.replace(first, payload=msgspec.json.encode(payload).decode())
    assert office.services.rules("duel").codec.read(old).agreed == {}


def load_journal(office: Office, game: GameId) -> list[Entry]:
    with office.services.db.reading() as session:
        return journal.load(session, game)
