"""Nothing of a seat's orders is in anything of the other's."""

from collections.abc import Iterator

import msgspec
import pytest

from pbem.engine.ids import GameId, Seat
from pbem.service.model.gamepage import GamePage
from pbem.service.options import Options
from pbem.service.play.drafts import keep_draft
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import check, submit
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED

MARKS = {RED: "ROWAN-SECRET", BLUE: "BEECH-SECRET"}
"""Written into every order as a remark: they may be in nobody's but the writer's own pages and mails."""

PARRY = {RED: "parry always", BLUE: "parry never"}


def everything_of(office: Office, game: GameId, seat: Seat) -> Iterator[bytes]:
    """Every page, list and mail there is for a seat."""
    page = game_page(office.services, game, seat)
    for turn in page.turns:
        yield msgspec.json.encode(game_page(office.services, game, seat, turn.number))
    yield msgspec.json.encode(my_games(office.services, office.players[seat]))
    yield from (mail.raw for mail in office.mails() if mail.seat == seat)


@pytest.mark.parametrize("pace", ["round", "ask me"])
def test_a_game_played_to_its_end_never_shows_a_seat_the_others_sealed_text(office: Office, pace: str) -> None:
    game = office.begin(Options(pace=pace))
    seen: set[str] = set()
    for _ in range(80):
        work = load_game(office.services, game)
        if work.state == "over":
            break
        assert work.desk.open is not None
        for ask in work.desk.open.batch.asks:
            mine, theirs = ask.seat, BLUE if ask.seat == RED else RED
            text = f"bid 2 # {MARKS[mine]}\n{PARRY[mine]}" if "Bid" in type(ask).__name__ else f"no # {MARKS[mine]}"
            keep_draft(office.services, game, mine, work.desk.turns[mine], f"# {MARKS[mine]} draft")
            receipts = [
                submit(office.services, game, mine, text, "mail", f"{MARKS[mine]}@example.org"),
                submit(office.services, game, mine, "ready", "mail", MARKS[mine]),
            ]
            seen.update(receipt.outcome for receipt in receipts)
            for blob in everything_of(office, game, theirs):
                assert MARKS[mine].encode() not in blob
                assert PARRY[mine].encode() not in blob
            assert MARKS[mine] not in str(check(office.services, game, theirs, "bid 2"))
    assert load_game(office.services, game).state == "over"
    assert seen == {"filed", "played"}


def test_while_sealed_a_seat_does_not_learn_that_the_other_is_in(lite: Office) -> None:
    game = lite.begin()

    def blue_sees() -> bytes:
        return msgspec.json.encode(_without_time(game_page(lite.services, game, BLUE)))

    before = blue_sees()
    submit(lite.services, game, RED, "bid 3", "mail", "red")
    assert blue_sees() == before
    submit(lite.services, game, RED, "ready", "mail", "red")
    assert blue_sees() == before
    page = game_page(lite.services, game, BLUE)
    assert (page.waiting.you, page.waiting.others, page.waiting.more) == (True, (), True)
    mine = game_page(lite.services, game, RED)
    assert (mine.waiting.you, mine.waiting.others) == (False, ("Blue",))


def _without_time(page: GamePage) -> GamePage:
    return msgspec.structs.replace(page, now=page.told_at, due=None)


def test_no_seq_and_no_hash_is_on_a_page(lite: Office) -> None:
    game = lite.begin()
    for seat in (RED, BLUE):
        submit(lite.services, game, seat, "bid 2\nready", "mail", "x")
    work = load_game(lite.services, game)
    assert work.head is not None
    raw = msgspec.json.encode(game_page(lite.services, game, RED))
    assert work.head.hash.encode() not in raw
    assert b'"seq"' not in raw
    assert work.seed.encode() not in raw
    assert work.seed not in repr(work)
