"""One mail a day in place of many: nothing is lost by it, nothing told twice, nothing urgent kept back."""

from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import icalendar
import pytest

from pbem.clock import FixedClock
from pbem.engine.ids import GameId, Seat
from pbem.mail.bodytext import from_html
from pbem.reports.letter import sent_size
from pbem.rulesets.snaphance.language.language import looks_like_order
from pbem.service.agreements.seating import hand_to_aide
from pbem.service.options import Options, OptionsError
from pbem.service.outgoing import digest, digestmail
from pbem.service.outgoing.digest import send_digests, set_digest
from pbem.service.outgoing.outbox import drain, hold_mail
from pbem.service.outgoing.pausing import pause
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.games import new_game
from pbem.service.queues.quiet import set_quiet
from pbem.service.queues.sending import FOR_DIGEST
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.tables import OutMail, Player, PlayerId
from tests.test_mail.conftest import (
    ANN,
    BOB,
    HARROW,
    NORTH,
    SOUTH,
    START,
    Office,
    begin,
    config_for,
    letter,
    part_of,
    reply_to,
    text_of,
)
from tests.test_mail.relays import Sink
from tests.test_mail.test_quiet import play_a_turn
from tests.test_mail.test_styles import GROUPS, harmless

MILL = GameId("mill-ford")
SIX = datetime(2026, 5, 11, 16, 0, tzinfo=UTC)
"""18:00 in Madrid."""


@pytest.fixture
def ann(office: Office) -> PlayerId:
    """Ann, who wants one mail a day at six in the evening; the first reports have gone out."""
    drain(office.services, Sink())
    player = ensure_player(office.services, ANN, "Ann Aldous")
    set_digest(office.services, player, "18:00")
    return player


def second_game(office: Office) -> None:
    """Mill Ford, too, between Ann and Bob."""
    seats: dict[Seat, PlayerId | None] = {
        SOUTH: ensure_player(office.services, ANN, "Ann"), NORTH: ensure_player(office.services, BOB, "Bob")
    }  # fmt: skip
    new_game(office.services, "snaphance/mill-ford", seats, Options(), seed=b"mill" * 8, game=MILL)


def read(mail: OutMail) -> EmailMessage:
    return message_from_bytes(mail.raw, policy=default)


def to_ann(sink: Sink) -> list[str]:
    """The kinds of what Ann got."""
    return [str(one["X-PBEM"]) for one in sink.messages if ANN in str(one["To"])]


def reports_of_ann(office: Office) -> list[OutMail]:
    return [mail for mail in office.mails("report") if mail.recipient == ANN and mail.state != "sent"]


def test_reports_of_all_games_come_as_one_mail_and_each_is_whole(office: Office, ann: PlayerId) -> None:
    second_game(office)
    play_a_turn(office)
    waiting = reports_of_ann(office)
    assert {(mail.game, mail.last_reply) for mail in waiting} == {(HARROW, FOR_DIGEST), (MILL, FOR_DIGEST)}
    sink = Sink()
    drain(office.services, sink)
    assert to_ann(sink) == ["answer"]
    office.clock.at = SIX - timedelta(minutes=1)
    assert send_digests(office.services) == 0
    office.clock.at = SIX
    assert send_digests(office.services) == 1
    assert send_digests(office.services) == 0
    (mail,) = office.mails("digest")
    assert (mail.player, mail.recipient, mail.game) == (ann, ANN, "")
    for report in waiting:
        told = text_of(report.raw)
        story = told[told.index("======") :].split("* * *")[0]
        lines = [line for line in story.split("\r\n") if "|" in line]
        assert lines
        assert [line for line in lines if line not in text_of(mail.raw)] == []
    assert {one.state for one in reports_of_ann(office)} == {"suppressed"}
    for report in reports_of_ann(office):
        assert report.last_reply == f"sent in the digest {mail.message_id[1:29]}"[: len(report.last_reply)]
    later = Sink()
    office.later(hours=30)
    drain(office.services, later)
    assert to_ann(later) == ["digest"]


def test_what_is_owed_stands_first_with_its_address_and_code(office: Office, ann: PlayerId) -> None:
    second_game(office)
    play_a_turn(office)
    office.clock.at = SIX
    send_digests(office.services)
    (mail,) = office.mails("digest")
    text = text_of(mail.raw)
    assert text.index("2 battles want you") < text.index("ORDER FORM")
    for game in ("Harrow Down", "Mill Ford"):
        assert f"{game}: your turn: orders for round" in " ".join(text.split())
    assert text.count("mailto:orders+") == 2
    assert "Or answer this mail" not in text
    assert f"mailto:{reply_to(SOUTH, 2)}" in text
    assert text.count("The code of this turn is ") == 2
    assert "does not say which battle it is for" in " ".join(text.split())
    message = read(mail)
    assert message["Reply-To"] is None
    assert "/mail/pause/" in str(message["List-Unsubscribe"])
    page = part_of(mail.raw, "text/html")
    pictures = [part["Content-ID"].strip("<>") for part in message.walk() if part.get_content_type() == "image/png"]
    assert len(pictures) == len(set(pictures)) == 2
    assert all(f"cid:{one}" in page for one in pictures)


def test_the_deadlines_of_all_its_games_are_in_one_calendar(office: Office, ann: PlayerId) -> None:
    second_game(office)
    play_a_turn(office)
    office.clock.at = SIX
    send_digests(office.services)
    (mail,) = office.mails("digest")
    events = icalendar.Calendar.from_ical(part_of(mail.raw, "text/calendar")).walk("VEVENT")
    assert {str(one["UID"]) for one in events} == {
        f"{HARROW}.2.south@example.test", f"{MILL}.1.south@example.test"
    }  # fmt: skip
    due = office.page().due
    assert due is not None
    assert {one.decoded("DTSTART") for one in events} == {due.at}


def test_a_digest_with_one_open_turn_may_be_answered(office: Office, ann: PlayerId) -> None:
    play_a_turn(office)
    office.clock.at = SIX
    send_digests(office.services)
    (mail,) = office.mails("digest")
    assert (mail.game, mail.seat, mail.turn) == (HARROW, SOUTH, 2)
    assert str(read(mail)["Reply-To"]).endswith(f"<{reply_to(SOUTH, 2)}>")
    answer = letter("all hold\n", to="orders@example.test", name="to-the-digest", In_Reply_To=mail.message_id)
    assert office.receive(answer).state == "accepted"


def test_an_answer_to_a_digest_of_several_open_turns_is_asked_about(office: Office, ann: PlayerId) -> None:
    second_game(office)
    play_a_turn(office)
    office.clock.at = SIX
    send_digests(office.services)
    (mail,) = office.mails("digest")
    answer = letter("all hold\n", to="orders@example.test", name="to-the-digest", In_Reply_To=mail.message_id)
    assert office.receive(answer).state == "held"
    assert office.orders() == []


def test_no_line_of_a_digest_reads_as_an_order_and_each_is_known_when_quoted(office: Office, ann: PlayerId) -> None:
    play_a_turn(office)
    play_a_turn(office, 2)
    office.clock.at = SIX
    send_digests(office.services)
    (mail,) = office.mails("digest")
    harmless(mail)
    quoted = "\n".join(text_of(mail.raw).split("\r\n"))
    outcome = office.receive(letter(f"S02 turn 4\n\n{quoted}\n", to=reply_to(SOUTH, 3), name="unquoted"))
    assert outcome.state == "accepted", outcome.note
    assert office.orders() == ["S02 turn 4"]
    (told,) = [one for one in office.mails("answer") if "unquoted" in str(read(one)["References"])]
    assert "NOT READ AS ORDERS" not in text_of(told.raw)


def test_no_line_of_a_digest_of_several_games_reads_as_an_order(office: Office, ann: PlayerId) -> None:
    second_game(office)
    play_a_turn(office)
    office.clock.at = SIX
    send_digests(office.services)
    (mail,) = office.mails("digest")
    for text in (text_of(mail.raw), from_html(part_of(mail.raw, "text/html"))):
        assert [line for line in text.splitlines() if looks_like_order(line, (*GROUPS, "Main"))] == []


def test_two_reports_of_one_game_are_both_in_it_and_the_form_is_the_newest(office: Office, ann: PlayerId) -> None:
    play_a_turn(office)
    play_a_turn(office, 2)
    office.clock.at = SIX
    assert send_digests(office.services) == 1
    text = text_of(office.mails("digest")[0].raw)
    assert text.count("HARROW DOWN: ROUND 1 IS DONE") == text.count("HARROW DOWN: ROUND 2 IS DONE") == 1
    assert text.count("ORDER FORM FOR ROUND 3") == 1


@pytest.mark.parametrize(("hours", "waits"), [(8, False), (9, False), (10, True)])
def test_a_report_that_cannot_wait_comes_by_itself(office: Office, ann: PlayerId, hours: int, waits: bool) -> None:
    """It is 12:30 in Madrid, the digest goes at 18:00, and four hours are to be left then."""
    options = Options(every=hours, unit="hours", grace=0)
    game = new_game(office.services, "snaphance/harrow-down", {SOUTH: ann, NORTH: None}, options, seed=b"soon" * 8)
    (report,) = [mail for mail in reports_of_ann(office) if mail.game == game]
    assert (report.last_reply == FOR_DIGEST) == waits
    assert report.next_at == (SIX + timedelta(hours=1) if waits else office.clock.now())


def test_reminders_do_not_wait_for_a_digest(office: Office, ann: PlayerId) -> None:
    office.clock.at = datetime(2026, 5, 13, 20, 0, tzinfo=UTC)
    tick(office.services)
    sink = Sink()
    drain(office.services, sink)
    assert to_ann(sink) == ["reminder"]


def test_reports_go_by_themselves_if_nobody_makes_the_digest(office: Office, ann: PlayerId) -> None:
    play_a_turn(office)
    office.clock.at = SIX + timedelta(minutes=59)
    early, late = Sink(), Sink()
    drain(office.services, early)
    assert "report" not in to_ann(early)
    office.clock.at = SIX + timedelta(hours=1)
    drain(office.services, late)
    assert to_ann(late) == ["report"]
    assert send_digests(office.services) == 0


def test_a_digest_that_cannot_be_made_leaves_its_reports_and_other_players_alone(
    office: Office, ann: PlayerId, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_digest(office.services, ensure_player(office.services, BOB, "Bob"), "17:00")  # London: the same moment
    play_a_turn(office)
    office.clock.at = SIX
    made = digestmail.digest_mail

    def broken(services: object, player: Player, rows: object) -> object:
        if player.id == ann:
            raise RuntimeError("a fault nobody foresaw")
        return made(office.services, player, rows)  # type: ignore[arg-type]  # handed on

    monkeypatch.setattr(digest, "digest_mail", broken)
    assert send_digests(office.services) == 1
    assert [mail.recipient for mail in office.mails("digest")] == [BOB]
    assert [mail.last_reply for mail in reports_of_ann(office)] == [FOR_DIGEST]


def test_a_report_that_has_gone_meanwhile_is_not_told_twice(
    office: Office, ann: PlayerId, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play_a_turn(office)
    office.clock.at = SIX
    made = digestmail.digest_mail

    def slow(*given: object) -> object:
        done = made(*given)  # type: ignore[arg-type]  # handed on
        set_digest(office.services, ann, "")
        return done

    monkeypatch.setattr(digest, "digest_mail", slow)
    assert send_digests(office.services) == 0
    assert office.mails("digest") == []
    assert caplog.records == []
    sink = Sink()
    drain(office.services, sink)
    assert "report" in to_ann(sink)


def test_another_hour_moves_what_waits_and_none_lets_it_go(office: Office, ann: PlayerId) -> None:
    play_a_turn(office)
    set_digest(office.services, ann, "20:00")
    office.clock.at = SIX
    assert send_digests(office.services) == 0
    office.clock.at = SIX + timedelta(hours=2)
    assert send_digests(office.services) == 1
    play_a_turn(office, 2)
    set_digest(office.services, ann, "")
    sink = Sink()
    drain(office.services, sink)
    assert sorted(to_ann(sink)) == ["answer", "answer", "digest", "report"]
    with pytest.raises(OptionsError):
        set_digest(office.services, ann, "six")


def test_what_cannot_wait_for_the_new_hour_goes_now(office: Office, ann: PlayerId) -> None:
    play_a_turn(office)  # due on Thursday at 20:00 UTC
    (waiting,) = reports_of_ann(office)
    office.clock.at = datetime(2026, 5, 14, 5, 0, tzinfo=UTC)
    set_digest(office.services, ann, "18:00")  # 16:00 UTC: four hours are left
    assert reports_of_ann(office)[0].next_at == datetime(2026, 5, 14, 17, 0, tzinfo=UTC)
    set_digest(office.services, ann, "18:01")
    assert reports_of_ann(office)[0].next_at == office.clock.at
    assert reports_of_ann(office)[0].last_reply != waiting.last_reply == FOR_DIGEST


def test_paused_held_and_lost_to_its_reader_is_not_in_it(office: Office, ann: PlayerId) -> None:
    second_game(office)
    play_a_turn(office)
    pause(office.services, MILL, ann)
    hold_mail(office.services, HARROW, held=True)
    office.clock.at = SIX
    assert send_digests(office.services) == 0
    hold_mail(office.services, HARROW, held=False)
    hand_to_aide(office.services, HARROW, SOUTH)
    assert send_digests(office.services) == 0
    assert office.mails("digest") == []


def test_a_digest_keeps_quiet_hours(office: Office, ann: PlayerId) -> None:
    set_quiet(office.services, ann, "17:30", "20:00")
    play_a_turn(office)
    office.clock.at = SIX
    send_digests(office.services)
    (mail,) = office.mails("digest")
    assert mail.next_at == SIX + timedelta(hours=2)


def test_html_that_would_be_cut_off_tells_less_and_the_text_all(
    office: Office, ann: PlayerId, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_a_turn(office)
    office.clock.at = SIX
    monkeypatch.setattr(digestmail, "HTML_BYTES", 15_000)
    send_digests(office.services)
    (mail,) = office.mails("digest")
    page, text = part_of(mail.raw, "text/html"), text_of(mail.raw)
    assert sent_size(page) <= 15_000
    assert "What happened" not in page
    assert f"/g/{HARROW}/turns/1" in page
    assert "WHAT HAPPENED" in text
    harmless(mail)


def test_a_digest_is_made_on_postgresql_too(postgres_url: str, tmp_path: Path) -> None:
    db = Database.open(postgres_url)
    db.migrate()
    office = Office(
        Services(db, config_for(postgres_url, tmp_path), clock := FixedClock(START), compose=compose_mail), clock
    )
    begin(office.services)
    set_digest(office.services, ensure_player(office.services, ANN, "Ann"), "18:00")
    drain(office.services, Sink())
    play_a_turn(office)
    office.clock.at = SIX
    assert send_digests(office.services) == 1
    sink = Sink()
    drain(office.services, sink)
    assert to_ann(sink) == ["answer", "digest"]
    db.close()
