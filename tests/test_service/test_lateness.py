"""Missed deadlines: every player is told, the late are chased, and agreed excuses move the deadline."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import msgspec

from pbem.engine.archive import read_archive, verify
from pbem.service.lobby.terms import terms
from pbem.service.options import Options
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.replay.downloads import export_game
from pbem.store.tables import OutMail
from tests.test_mail.conftest import text_of
from tests.test_service.conftest import Office
from tests.test_service.test_clockwork import DAYS, order
from tests.toyrules import BLUE, RED, TOY

DUE = datetime(2026, 5, 14, 19, 0, tzinfo=UTC)


def agreed(options: Options, **changed: object) -> Options:
    """Options, some of them agreed otherwise."""
    return msgspec.structs.replace(options, **changed)


def real(office: Office) -> Office:
    """The same office, whose mails say what mails say."""
    return replace(office, services=replace(office.services, compose=compose_mail))


def plain(mail: OutMail) -> str:
    """The text of a mail, on one line."""
    return " ".join(text_of(mail.raw).split())


def test_the_others_are_told_who_is_late_and_what_comes_next(office: Office) -> None:
    office = real(office)
    game = office.begin(DAYS)
    order(office, game, BLUE, "bid 2")
    office.clock.at = DUE
    tick(office.services)
    (told,) = office.mails("missed")
    assert told.seat == BLUE
    assert "Orders from Red had not arrived by the deadline." in plain(told)
    assert "They still count until Fri 15 May, 08:00 BST (07:00 UTC)." in plain(told)
    assert "After that the turn is played with their standing orders." in plain(told)
    office.clock.at = DUE + timedelta(hours=12)
    assert tick(office.services).played == (game,)
    assert game_page(office.services, game, BLUE).missed_others == ("Red",)
    assert game_page(office.services, game, RED).missed_others == ()
    report = [mail for mail in office.mails("report") if mail.seat == BLUE][-1]
    assert "Orders from Red did not arrive in time: their standing orders were used." in plain(report)


def test_nobody_hears_before_the_deadline_that_a_seat_has_sent_nothing(lite: Office) -> None:
    game = lite.begin(DAYS)
    order(lite, game, BLUE, "bid 2\nready")
    lite.clock.at = DUE - timedelta(minutes=1)
    tick(lite.services)
    assert lite.mails("missed") == []


def test_the_late_are_told_once_a_day_until_grace_ends(office: Office) -> None:
    game = office.begin(agreed(DAYS, grace=60))
    order(office, game, BLUE, "bid 2")
    heard = []
    for hours in range(0, 61, 4):
        office.clock.at = DUE + timedelta(hours=hours)
        tick(office.services)
        heard.append(len(office.mails("late")))
    assert heard[0] == 1
    assert (heard[5], heard[6]) == (1, 2), "a day after the first word"
    assert heard[-1] == 3
    assert {mail.seat for mail in office.mails("late")} == {"red"}
    assert game_page(office.services, game, RED).misses.total == 1


def test_a_game_that_waits_chases_for_two_weeks(lite: Office) -> None:
    game = lite.begin(agreed(DAYS, missed="wait"))
    for day in range(20):
        lite.clock.at = DUE + timedelta(days=day, minutes=1 + day)
        tick(lite.services)
    assert len([mail for mail in lite.mails("late") if mail.seat == RED]) == 1 + 14
    assert load_game(lite.services, game).state == "running"


def test_who_has_sent_orders_is_chased_no_more(lite: Office) -> None:
    game = lite.begin(agreed(DAYS, grace=60))
    order(lite, game, BLUE, "bid 2")
    lite.clock.at = DUE
    tick(lite.services)
    order(lite, game, RED, "bid 2")
    lite.clock.at = DUE + timedelta(hours=30)
    tick(lite.services)
    assert len(lite.mails("late")) == 1


def test_an_agreed_excuse_moves_the_deadline_by_a_day_and_all_are_told(office: Office) -> None:
    office = real(office)
    game = office.begin(agreed(DAYS, excused=1))
    order(office, game, BLUE, "bid 2")
    office.clock.at = DUE
    assert tick(office.services).put_off == (game,)
    page = game_page(office.services, game, RED)
    assert page.due is not None
    assert (page.due.at, page.due.late) == (DUE + timedelta(days=1), False)
    told = {mail.seat: plain(mail) for mail in office.mails("missed")}
    assert "You are excused this time. After this you are excused no more missed deadlines." in told[RED]
    assert "The players agreed to excuse this, so the deadline is a day later." in told[BLUE]
    assert "Orders are due Fri 15 May, 20:00 BST (19:00 UTC)." in told[BLUE]
    office.clock.at = DUE + timedelta(days=1)
    assert tick(office.services).grace == (game,), "the second miss is not excused"
    office.later(hours=12)
    assert tick(office.services).played == (game,)
    archive = read_archive(export_game(office.services, game))
    assert [str(one) for one in verify(archive, TOY, audit=True) if one.fault] == []


def test_one_without_an_excuse_left_is_late_whatever_the_other_has(lite: Office) -> None:
    game = lite.begin(agreed(DAYS, excused=1))
    order(lite, game, BLUE, "bid 2")
    lite.clock.at = DUE
    tick(lite.services)
    order(lite, game, BLUE, "withdraw")
    lite.later(days=1)
    assert tick(lite.services).grace == (game,)
    assert {mail.seat for mail in lite.mails("late")} == {"red", "blue"}


def test_excuses_are_among_the_terms() -> None:
    told = " ".join(one.told for one in terms(agreed(DAYS, excused=2), TOY, 6))
    assert "Each side is excused the first two missed deadlines: the next one is a day later." in told
