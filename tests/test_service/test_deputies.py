"""Deputies: in their turns they have all that the seat has, and its player hears of it; before and after, nothing."""

import pytest

from pbem.engine.ids import GameId
from pbem.service.agreements.deputies import MOST, UMPIRE, BadDeputy, deputies_of, dismiss_deputy, name_deputy
from pbem.service.agreements.seating import SeatTaken, hand_to_aide, take_seat
from pbem.service.incoming.copies import told_beside
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.acting import acting_seat
from pbem.service.play.clockwork import tick
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page, seat_of
from pbem.service.play.turns import submit
from pbem.store.tables import PlayerId
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED

CARL = "carl@example.org"


@pytest.fixture
def carl(lite: Office) -> PlayerId:
    return ensure_player(lite.services, CARL, "Carl Clay", "Europe/Madrid")


def play_round(office: Office, game: GameId) -> None:
    """One more turn of each seat, and whatever is asked within it."""
    before = load_game(office.services, game).desk.turns[RED]
    for seat in (RED, BLUE):
        submit(office.services, game, seat, "bid 1\nparry never\nready", "mail", office.players[seat])
    assert load_game(office.services, game).desk.turns[RED] == before + 1


def name(office: Office, game: GameId, first: int, last: int, by: str = "") -> PlayerId:
    return name_deputy(office.services, game, RED, CARL, first, last, by or office.players[RED])


def test_in_his_turns_a_deputy_has_the_seat_and_before_and_after_nothing(office: Office) -> None:
    game = office.begin()
    carl = name(office, game, 2, 3)
    seen = []
    for turn in range(1, 5):
        assert load_game(office.services, game).desk.turns[RED] == turn
        reports = [mail.turn for mail in office.mails("report") if mail.player == carl]
        cards = [card.seat for card in my_games(office.services, carl)]
        seen.append((seat_of(office.services, game, carl), cards, reports))
        office.later(minutes=5)
        if turn < 4:
            play_round(office, game)
    assert seen == [(None, [], []), (RED, [RED], [2]), (RED, [RED], [2, 3]), (None, [], [2, 3])]


def test_a_deputy_of_the_open_turn_has_its_report_at_once(office: Office) -> None:
    game = office.begin()
    carl = name(office, game, 1, 1)
    (report,) = [mail for mail in office.mails("report") if mail.player == carl]
    (first,) = [mail for mail in office.mails("report") if mail.player == office.players[RED]]
    assert (report.seat, report.turn) == (first.seat, first.turn) == (RED, 1)
    assert report.message_id != first.message_id
    assert report.recipient == CARL
    (told,) = office.mails("deputy")
    assert (told.recipient, told.game, told.seat) == (CARL, game, RED)
    (word,) = office.mails("notice")
    assert word.recipient == "red@example.org"
    assert b"in turn 1" in word.raw


def test_the_journal_and_the_page_say_who_filed(office: Office) -> None:
    game = office.begin()
    carl = name(office, game, 1, 9)
    submit(
        office.services,
        game,
        RED,
        "bid 3",
        "web",
        carl,
        alongside=told_beside(office.services, game, RED, carl, "bid 3"),
    )
    work = load_game(office.services, game)
    assert work.desk.filed[RED].by == carl
    stands = game_page(office.services, game, RED).stands
    assert stands is not None
    assert stands.by == "carl"
    (copy,) = office.mails("copy")
    assert (copy.recipient, copy.player) == ("red@example.org", office.players[RED])
    assert b"carl, your deputy, sent this" in copy.raw.replace(b"\r\n", b" ").replace(b"=\n", b"")
    submit(office.services, game, RED, "bid 2", "web", office.players[RED])
    stands = game_page(office.services, game, RED).stands
    assert stands is not None
    assert stands.by == ""
    assert told_beside(office.services, game, RED, office.players[RED], "bid 2") is None


def test_what_changes_nothing_is_not_copied(lite: Office, carl: PlayerId) -> None:
    game = lite.begin()
    name(lite, game, 1, 9)
    beside = told_beside(lite.services, game, RED, carl, "nonsense")
    submit(lite.services, game, RED, "nonsense", "web", carl, whole=False, alongside=beside)
    assert lite.mails("copy") == []


def test_nobody_stands_in_who_knows_another_side(lite: Office, carl: PlayerId) -> None:
    game = lite.begin()
    with pytest.raises(BadDeputy, match="seen another side"):
        name_deputy(lite.services, game, RED, "blue@example.org", 1, 2, lite.players[RED])
    with pytest.raises(BadDeputy, match="plays Red already"):
        name_deputy(lite.services, game, RED, "red@example.org", 1, 2, lite.players[RED])
    name(lite, game, 1, 2)
    with pytest.raises(BadDeputy, match="seen another side"):
        name_deputy(lite.services, game, BLUE, CARL, 1, 2, UMPIRE)
    dismiss_deputy(lite.services, game, RED, CARL, UMPIRE)
    with pytest.raises(BadDeputy, match="seen another side"):
        name_deputy(lite.services, game, BLUE, CARL, 1, 2, UMPIRE)
    hand_to_aide(lite.services, game, BLUE)
    with pytest.raises(SeatTaken, match="seen another side"):
        take_seat(lite.services, game, BLUE, carl)
    with pytest.raises(BadDeputy, match="seen another side"):  # who left a seat knows it still
        name_deputy(lite.services, game, RED, "blue@example.org", 1, 2, UMPIRE)


def test_a_dismissed_deputy_has_nothing_any_more_and_both_are_told(office: Office) -> None:
    game = office.begin()
    carl = name(office, game, 1, 9)
    assert [(one.name, one.first, one.last, one.now) for one in deputies_of(office.services, game, RED)] == [
        ("carl", 1, 9, True)
    ]
    office.later(minutes=1)
    dismiss_deputy(office.services, game, RED, CARL, office.players[RED])
    assert acting_seat(office.services, game, carl) is None
    assert deputies_of(office.services, game, RED) == ()
    assert {mail.recipient for mail in office.mails("notice")[1:]} == {"red@example.org", CARL}
    before = len([mail for mail in office.mails() if mail.player == carl])
    play_round(office, game)
    assert len([mail for mail in office.mails() if mail.player == carl]) == before
    with pytest.raises(BadDeputy, match="is not a deputy"):
        dismiss_deputy(office.services, game, RED, CARL, UMPIRE)


def test_named_again_he_has_other_turns(lite: Office, carl: PlayerId) -> None:
    game = lite.begin()
    name(lite, game, 1, 9)
    lite.later(minutes=1)
    name(lite, game, 3, 4)
    assert acting_seat(lite.services, game, carl) is None
    lite.later(minutes=1)
    name(lite, game, 1, 1)
    assert acting_seat(lite.services, game, carl) == RED
    assert [(one.first, one.last) for one in deputies_of(lite.services, game, RED)] == [(1, 1)]


def test_whoever_takes_over_the_seat_has_no_deputies(lite: Office, carl: PlayerId) -> None:
    game = lite.begin()
    name(lite, game, 1, 9)
    hand_to_aide(lite.services, game, RED)
    assert acting_seat(lite.services, game, carl) is None
    take_seat(lite.services, game, RED, lite.players[RED])
    assert acting_seat(lite.services, game, carl) is None


def test_reminders_go_to_the_deputy_too(lite: Office, carl: PlayerId) -> None:
    game = lite.begin(Options(every=3, remind=24))
    name(lite, game, 1, 1)
    lite.later(days=3)
    tick(lite.services)
    kinds = {mail.kind for mail in lite.mails() if mail.player == carl}
    assert kinds == {"deputy", "report", "reminder"}
    times = {mail.recipient for mail in lite.mails("reminder")}
    assert times == {"red@example.org", "blue@example.org", CARL}


@pytest.mark.parametrize(
    ("first", "last", "word"), [(0, 2, "there are no turns"), (3, 2, "there are no turns"), (1, 1, "has been played")]
)
def test_turns_that_cannot_be(lite: Office, carl: PlayerId, first: int, last: int, word: str) -> None:
    game = lite.begin()
    play_round(lite, game)
    with pytest.raises(BadDeputy, match=word):
        name(lite, game, first, last)
    assert lite.mails("deputy") == []


def test_who_has_no_say(lite: Office, carl: PlayerId) -> None:
    game = lite.begin(aides=(BLUE,))
    with pytest.raises(BadDeputy, match="only its own player or the umpire"):
        name(lite, game, 1, 2, carl)
    with pytest.raises(BadDeputy, match="has no player"):
        name_deputy(lite.services, game, BLUE, CARL, 1, 2, UMPIRE)
    for number in range(MOST):
        name_deputy(lite.services, game, RED, f"{number}@example.org", 1, 2, UMPIRE)
    with pytest.raises(BadDeputy, match="the most"):
        name(lite, game, 1, 2)
