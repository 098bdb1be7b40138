"""What players and the operator read while a clock waits for somebody who has not heard of his turn."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.service.outgoing.alarm import let_run, raise_alarms
from pbem.service.outgoing.digest import send_digests, set_digest
from pbem.service.outgoing.outbox import drain
from pbem.service.play.games import load_game
from pbem.service.play.turns import submit
from pbem.store.tables import OutMail
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SECRET, SOUTH, START, Office, letter, reply_to, text_of
from tests.test_mail.relays import Sink
from tests.test_mail.test_returns import GONE, dsn, lose, next_turn, report, second_address


@pytest.fixture
def waits(office_with: Callable[..., Office]) -> Office:
    """Ann's first report has come back, and the clock waits; Bob has heard."""
    office = office_with(smtp_url="smtp://relay.example.org")
    drain(office.services, Sink())
    office.receive(dsn(GONE, report(office).message_id))
    assert raise_alarms(office.services).paused == (HARROW,)
    return office


def words(mail: OutMail) -> str:
    """The text part of a mail, on one line."""
    return " ".join(text_of(mail.raw).split())


def test_the_operator_reads_whom_it_is_about_why_and_what_he_can_do(waits: Office) -> None:
    (told,) = waits.mails("notice")
    text = words(told)
    for said in (
        "A player has not received their turn",
        "The deadline of Harrow Down, Thu 14 May, 20:00 UTC, does not count for now.",
        "Ann Aldous, ann@players.test",
        "550 5.1.1 no such user",
        "pbem reach ann@players.test",
        "pbem clock harrow-down --go-on",
    ):
        assert said in text
    assert told.recipient == "operator@example.org"
    assert "+" not in told.sender.partition("@")[0] or "b-" in told.sender


def test_an_answer_shows_no_deadline_while_the_clock_waits(waits: Office) -> None:
    waits.receive(letter("N01 hold\n", BOB, reply_to(NORTH)))
    (answer,) = [mail for mail in waits.mails() if mail.player is not None and mail.kind in {"answer", "unchanged"}]
    text = words(answer)
    assert "no deadline for now: a player could not be reached, and the clock waits until they are" in text
    assert "14 May" not in text
    assert "Ann Aldous, 550" not in text
    assert ANN not in text


def test_who_asks_for_more_time_is_told_that_there_is_no_deadline(waits: Office) -> None:
    waits.receive(letter("extend\n", BOB, reply_to(NORTH)))
    (answer,) = [mail for mail in waits.mails() if mail.recipient == BOB]
    assert "The game already waits" in words(answer)


def test_when_it_runs_again_everybody_is_told_the_new_deadline(waits: Office) -> None:
    waits.later(days=7)
    due = let_run(waits.services, HARROW)
    assert due - waits.clock.at >= timedelta(days=3)
    told = waits.mails("extended")
    assert {mail.recipient for mail in told} == {ANN, BOB}
    assert all("The deadline has moved" in words(mail) for mail in told)
    assert all(b"BEGIN:VCALENDAR" in mail.raw or b"text/calendar" in mail.raw for mail in told)


def test_orders_of_the_player_by_mail_let_it_run(waits: Office) -> None:
    waits.later(days=2)
    assert waits.receive(letter("S02 turn 2\n")).state == "accepted"
    assert raise_alarms(waits.services).running == (HARROW,)
    due = waits.page().due
    assert due is not None
    assert due.at >= waits.clock.at + timedelta(days=3, hours=9)


def test_an_address_that_is_confirmed_meanwhile_gets_the_report_and_the_clock_runs_again(waits: Office) -> None:
    waits.later(days=1)
    second_address(waits, "ann@elsewhere.test")
    assert raise_alarms(waits.services).waiting == (HARROW,)
    sink = Sink()
    drain(waits.services, sink)
    assert ("ann@elsewhere.test", report(waits).raw) in sink.got
    waits.later(hours=2)
    assert raise_alarms(waits.services).running == (HARROW,)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_digest_that_comes_back_stops_the_clocks_of_what_is_in_it(waits: Office, elsewhere: bool) -> None:
    player = report(waits).player
    assert player is not None
    set_digest(waits.services, player, "18:00")
    if elsewhere:
        second_address(waits, "ann@elsewhere.test")
    next_turn(waits)
    drain(waits.services, Sink())
    assert (report(waits, turn=2).state, raise_alarms(waits.services).paused) == ("queued", ())
    waits.later(hours=8)
    assert send_digests(waits.services) == 1
    drain(waits.services, Sink())
    assert raise_alarms(waits.services).paused == ()
    (digest,) = waits.mails("digest")
    waits.receive(dsn(GONE, digest.message_id, copy=9))
    assert raise_alarms(waits.services).paused == (() if elsewhere else (HARROW,))
    sink = Sink()
    drain(waits.services, sink)
    assert (("ann@elsewhere.test", digest.raw) in sink.got) == elsewhere


def test_what_comes_back_from_everywhere_goes_round_no_more(waits: Office) -> None:
    second_address(waits, "ann@elsewhere.test")
    raise_alarms(waits.services)
    for number in range(3):
        drain(waits.services, Sink())
        waits.receive(dsn(GONE, report(waits).message_id, report(waits).recipient, copy=number + 1))
        waits.later(hours=2)
        assert raise_alarms(waits.services).waiting == (HARROW,)
        assert report(waits).recipient == "ann@elsewhere.test"
    assert report(waits).state == "sent"


def test_what_is_told_of_reports_that_have_not_left(office_with: Callable[..., Office]) -> None:
    office = office_with(smtp_url="smtp://relay.example.org")
    office.clock.at = START + timedelta(days=2, hours=10)
    assert raise_alarms(office.services).paused == (HARROW,)
    (told,) = office.mails("notice")
    text = words(told)
    assert "2 mails wait in the outbox, the oldest since Mon 11 May, 10:00 UTC." in text
    assert "Harrow Down (harrow-down), " in text
    assert "Bob Barlow, | bob@players.test" in text


def test_what_is_told_of_a_lost_address(waits: Office) -> None:
    lose(waits)
    raise_alarms(waits.services)
    (told,) = [mail for mail in waits.mails("notice") if not mail.game]
    text = words(told)
    assert "Too much of what was sent to ann@players.test has come back." in text
    assert "Ann Aldous has no other address" in text


def test_a_battle_goes_on_after_the_wait(waits: Office) -> None:
    for seat in (SOUTH, NORTH):
        submit(waits.services, HARROW, seat, "ready", "web", "x")
    assert waits.page().turn == 2
    assert waits.page().due is not None
    assert raise_alarms(waits.services).running == ()


# --- by hand ------------------------------------------------------------------------------------------------------


def pbem(office: Office, *arguments: str) -> Result:
    """A command on the office's database."""
    env = {"PBEM_SECRET": SECRET, "PBEM_DATABASE_URL": str(office.services.db.url), "PBEM_SMTP_URL": "smtp://127.0.0.1"}
    return CliRunner().invoke(main, arguments, env=env)


def test_the_operator_asks_for_whom_a_clock_waits_and_lets_it_run(waits: Office) -> None:
    asked = pbem(waits, "clock", HARROW)
    assert asked.output.startswith(
        "South, turn 1: Ann Aldous, ann@players.test; deadline on hold since Mon 11 May, 10:30"
    )
    let = pbem(waits, "clock", HARROW, "--go-on", "--note", "on holiday, he said")
    assert let.exit_code == 0
    assert let.output.startswith("harrow-down goes on. Orders are due ")
    head = load_game(waits.services, HARROW).head
    assert head is not None
    assert (head.author, "on holiday, he said" in head.payload) == ("umpire", True)
    again = pbem(waits, "clock", HARROW, "--go-on")
    assert (again.exit_code, "is not on hold" in again.output) == (1, True)
    unknown = pbem(waits, "clock", "nowhere")
    assert (unknown.exit_code, "there is no game 'nowhere'" in unknown.output) == (1, True)


def test_the_operator_lists_lost_addresses_and_says_that_one_is_good_again(waits: Office) -> None:
    assert pbem(waits, "reach").output == "Mail comes back from no address.\n"
    lose(waits)
    listed = pbem(waits, "reach").output
    assert listed.startswith(
        "ann@players.test (Ann Aldous) since Mon 11 May, 10:30 UTC; reports are not sent; 550 5.1.1"
    )
    assert pbem(waits, "reach", "Ann@Players.test").output == "Ann@Players.test: reports go there again; 1 sent again\n"
    assert pbem(waits, "reach").output == "Mail comes back from no address.\n"
    assert (report(waits).state, report(waits).returned) == ("queued", "")
    assert pbem(waits, "reach", "nonsense").exit_code == 1
