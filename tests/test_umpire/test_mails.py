"""What the umpire is mailed: late orders, a player whom mail does not reach, a stop, and once a day how all stands."""

import pytest

from pbem.engine.play import Play
from pbem.service.agreements.seating import SILENT_TURNS, open_silent_seat
from pbem.service.options import Options
from pbem.service.outgoing.alarm import raise_alarms
from pbem.service.outgoing.digest import set_digest
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game
from pbem.service.play.journals import forget_read
from pbem.service.play.turns import submit
from pbem.service.umpire.digest import send_umpires_digests
from pbem.service.umpire.questions import ask_umpire
from pbem.service.umpire.seats import name_co_umpire
from pbem.store.errors import BrokenGame
from pbem.store.tables import EntryRow
from tests.test_service.conftest import Office
from tests.test_service.test_alarm import came_back, with_relay
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.toyrules import BLUE, RED, Duel, rules

GEOFF = "geoff@example.org"


def told(office: Office, words: bytes) -> list[str]:
    return [one.recipient for one in office.mails("umpire") if words in one.raw]


def test_late_orders_are_told_to_the_umpire_and_whose_they_are(lite: Office) -> None:
    umpired = begin_umpired(lite, Options(grace=12))
    name_co_umpire(lite.services, umpired.game, "helen@example.org", ["clock"], umpired.umpire)
    name_co_umpire(lite.services, umpired.game, "ivo@example.org", ["letters"], umpired.umpire)
    submit(lite.services, umpired.game, RED, "bid 1", "web", lite.players[RED], True)
    lite.later(days=3, hours=12)
    tick(lite.services)
    assert told(lite, b"passed without Blue") == [GEOFF, "helen@example.org"]
    assert not told(lite, b"without Red")


def test_a_stopped_game_is_told_to_the_operator_and_the_umpire(lite: Office) -> None:
    umpired = begin_umpired(lite)

    def breaks(play: Play[Duel]) -> None:
        raise RuntimeError("the bridge is down")

    broken = lite.with_rules(rules(breaks))
    for seat in (RED, BLUE):
        submit(broken.services, umpired.game, seat, "bid 1", "web", lite.players[seat], True)
    lite.later(hours=1)
    tick(broken.services)
    assert load_game(lite.services, umpired.game).state == "stopped"
    assert told(lite, b"the bridge is down") == [GEOFF]
    assert [one.recipient for one in lite.mails("stopped")] == ["operator@example.org"]


def test_a_damaged_journal_is_told_to_the_umpire(umpired: Umpired) -> None:
    office = umpired.office
    with office.services.db.writing() as session:
        session.get_one(EntryRow, (umpired.game, 2)).payload = "{}"
    forget_read()
    with pytest.raises(BrokenGame):
        load_game(office.services, umpired.game)
    assert told(office, b"is damaged, so the game is stopped") == [GEOFF]


def test_a_bounce_is_told_to_the_umpire_without_the_address(lite: Office) -> None:
    umpired = begin_umpired(lite)
    relayed = with_relay(lite)
    came_back(relayed, RED, "hard")
    raise_alarms(relayed.services)
    raise_alarms(relayed.services)
    assert told(lite, b"has not received turn 1") == [GEOFF]
    (mail,) = [one for one in lite.mails("umpire") if b"has not received turn 1" in one.raw]
    assert b"red@example.org" not in mail.raw
    assert load_game(lite.services, umpired.game).desk.paused is not None


def test_a_seat_opened_for_silence_is_told_to_the_umpire_and_not_the_operator(lite: Office) -> None:
    umpired = begin_umpired(lite, Options(grace=0, excused=0))
    for _turn in range(SILENT_TURNS):
        lite.later(days=4)
        submit(lite.services, umpired.game, RED, "bid 1\nready", "web", lite.players[RED], True)
        tick(lite.services)
    open_silent_seat(lite.services, umpired.game, RED, lite.players[RED], BLUE)
    assert told(lite, b"asked to open the seat of Blue") == [GEOFF]
    assert not [one for one in lite.mails("notice") if b"asked to open" in one.raw and one.player is None]


def test_the_digest_comes_once_a_day_at_the_umpires_hour(lite: Office) -> None:
    umpired = begin_umpired(lite)
    assert send_umpires_digests(lite.services) == 0
    set_digest(lite.services, umpired.umpire, "18:00")
    ask_umpire(lite.services, umpired.game, RED, "May I turn?", lite.players[RED])
    submit(lite.services, umpired.game, RED, "bid 3", "web", lite.players[RED], True)
    assert send_umpires_digests(lite.services) == 0
    lite.later(hours=8, minutes=5)
    assert [send_umpires_digests(lite.services) for _time in range(2)] == [1, 0]
    (mail,) = [one for one in lite.mails("umpire") if b"The games you umpire" in one.raw]
    assert mail.recipient == GEOFF
    assert b"Still to submit in round 1: Blue." in mail.raw
    assert b"1 question waits for an answer." in mail.raw
    assert b"bid 3" not in mail.raw
    lite.later(hours=5)
    assert send_umpires_digests(lite.services) == 0, "the hour is long past"
    lite.later(hours=19)
    assert send_umpires_digests(lite.services) == 1
