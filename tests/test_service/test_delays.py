"""After the last submission a turn waits a little, so that a slip can be mended."""

from datetime import timedelta

import pytest

from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Clocked
from pbem.service.model.gamepage import GamePage
from pbem.service.options import PRESETS, Options, options_from
from pbem.service.play import clockwork
from pbem.service.play.clockwork import Ticked, next_due, tick
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import Receipt, submit, withdraw
from pbem.store import journal
from tests.test_service.conftest import START, Office
from tests.toyrules import BLUE, RED

POST = Options(every=3, at="20:00", zone="Europe/London", delay=5)
SOON = START + timedelta(minutes=5)


def order(office: Office, game: GameId, seat: Seat, text: str, door: str = "mail") -> Receipt:
    return submit(office.services, game, seat, text, door, office.players[seat])


def page(office: Office, game: GameId, seat: Seat) -> GamePage:
    return game_page(office.services, game, seat)


def both_in(office: Office, options: Options = POST) -> GameId:
    game = office.begin(options)
    order(office, game, RED, "bid 3\nready")
    order(office, game, BLUE, "bid 2\nready")
    return game


def test_the_turn_is_played_some_minutes_after_the_last_submission(office: Office) -> None:
    game = office.begin(POST)
    assert order(office, game, RED, "bid 3\nready").plays is None
    receipt = order(office, game, BLUE, "bid 2\nready")
    assert receipt.outcome == "filed"
    assert receipt.said[-1] == (
        "Both sides have submitted: the turn is played at 11:05 BST. You can change your orders until then."
    )
    for seat, told in ((RED, "12:05 CEST"), (BLUE, "11:05 BST")):
        plays = page(office, game, seat).plays
        assert plays is not None
        assert (plays.at, plays.told) == (SOON, told)
    assert next_due(office.services) == SOON
    office.later(minutes=4, seconds=59)
    assert tick(office.services) == Ticked()
    office.later(seconds=1)
    assert tick(office.services).played == (game,)
    assert tick(office.services) == Ticked()
    assert page(office, game, RED).turn == 2
    assert page(office, game, RED).plays is None


def test_that_all_are_in_is_an_entry_of_the_journal(lite: Office) -> None:
    game = both_in(lite)
    with lite.services.db.reading() as session:
        entries = journal.load_kinds(session, game, ("clock",))
    codec = load_game(lite.services, game).rules.codec
    last = codec.read(entries[-1])
    assert isinstance(last, Clocked)
    assert (last.act, from_iso(last.due), entries[-1].author) == ("all in", SOON, "engine")


@pytest.mark.parametrize("change", ["bid 1", "not ready", "withdraw"])
@pytest.mark.parametrize("door", ["mail", "web", "api"])
def test_any_change_calls_it_off_and_the_next_last_submission_begins_it_anew(
    lite: Office, change: str, door: str
) -> None:
    game = both_in(lite)
    lite.later(minutes=3)
    order(lite, game, RED, change, door)
    assert page(lite, game, RED).plays is page(lite, game, BLUE).plays is None
    lite.later(hours=3)
    assert tick(lite.services) == Ticked()
    order(lite, game, RED, "bid 2\nready", door)
    plays = page(lite, game, BLUE).plays
    assert plays is not None
    assert plays.at == START + timedelta(hours=3, minutes=8)
    lite.later(minutes=5)
    assert tick(lite.services).played == (game,)


def test_orders_changed_and_submitted_again_begin_the_delay_again(lite: Office) -> None:
    game = both_in(lite)
    lite.later(minutes=4)
    receipt = order(lite, game, RED, "bid 2\nready")
    assert receipt.plays is not None
    assert receipt.plays.at == START + timedelta(minutes=9)
    assert order(lite, game, RED, "ready").plays == receipt.plays  # said twice changes nothing
    lite.later(minutes=4)
    assert tick(lite.services) == Ticked()


def test_a_deadline_within_the_delay_comes_first(lite: Office) -> None:
    game = lite.begin(Options(every=6, unit="hours", delay=60))
    order(lite, game, RED, "bid 3\nready")
    lite.later(hours=5, minutes=30)
    receipt = order(lite, game, BLUE, "bid 2\nready")
    assert receipt.plays is not None
    assert receipt.plays.at == START + timedelta(hours=6)
    lite.later(minutes=30)
    assert tick(lite.services).played == (game,)
    assert tick(lite.services) == Ticked()


def test_in_grace_the_delay_ends_with_it(lite: Office) -> None:
    game = lite.begin(Options(every=6, unit="hours", grace=1, delay=10))
    order(lite, game, RED, "bid 3\nready")
    lite.later(hours=6)
    assert tick(lite.services).grace == (game,)
    lite.later(minutes=55)
    receipt = order(lite, game, BLUE, "bid 2\nready")
    assert receipt.plays is not None
    assert receipt.plays.at == START + timedelta(hours=7)
    lite.later(minutes=5)
    assert tick(lite.services).played == (game,)


def test_no_turn_waits_where_one_person_plays_or_the_game_says_so(lite: Office) -> None:
    solo = lite.begin(POST, aides=(BLUE,))
    assert order(lite, solo, RED, "bid 3\nready").outcome == "played"
    agreed = lite.begin(Options(delay=0))
    order(lite, agreed, RED, "bid 3\nready")
    assert order(lite, agreed, BLUE, "bid 2\nready").outcome == "played"


def test_games_by_post_have_a_delay_of_five_minutes_unless_they_say_otherwise() -> None:
    assert {name: preset.options.delay for name, preset in PRESETS.items()} == {"relaxed": 5, "brisk": 5, "evening": 0}
    assert (options_from({}).delay, options_from({"every": 0}).delay, options_from({"delay": 0}).delay) == (5, 0, 0)


def test_a_seat_learns_nothing_of_another_until_all_are_in_nor_after_it_is_called_off(lite: Office) -> None:
    game = lite.begin(POST)
    before = page(lite, game, BLUE)
    order(lite, game, RED, "bid 3\nready")
    assert page(lite, game, BLUE) == before
    order(lite, game, BLUE, "bid 2\nready")
    withdraw(lite.services, game, RED, "mail", lite.players[RED])
    waits = page(lite, game, BLUE)
    assert (waits.plays, waits.waiting.you, waits.waiting.others) == (None, False, ("Red",))
    anew = lite.begin(POST)
    order(lite, anew, BLUE, "bid 2\nready")
    assert page(lite, anew, BLUE).waiting == waits.waiting  # as if Red had not been in at all


def test_killed_before_the_turn_is_written_it_is_played_once_by_the_next_worker(
    lite: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = both_in(lite)
    lite.later(minutes=5)

    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(clockwork, "_done", killed)
        with pytest.raises(Killed):
            tick(lite.services)
    assert page(lite, game, RED).turn == 1
    assert tick(lite.services) == Ticked()  # the row is still the dead one's
    lite.later(minutes=3)
    assert tick(lite.services).played == (game,)
    assert page(lite, game, RED).turn == 2
    assert tick(lite.services) == Ticked()
