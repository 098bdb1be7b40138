"""Two at once, killed in the middle, a database in use: nothing half done, nothing done twice."""

import shutil
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, select

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import check_chain, story_of
from pbem.engine.play import advance
from pbem.service import services
from pbem.service.options import Options
from pbem.service.play.games import load_game
from pbem.service.play.turns import Receipt, submit
from pbem.service.play.work import Also
from pbem.store import journal
from pbem.store.errors import Conflict
from pbem.store.tables import Deadline, Game, OutMail, ReportRow
from tests.children import ended, started
from tests.fresh import write_schema
from tests.test_service import victim
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED, TOY, Duel


def in_threads(*calls: Callable[[], object]) -> list[object]:
    """Run all at once; what each returned or raised."""
    found: list[object] = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(place: int, call: Callable[[], object]) -> None:
        gate.wait()
        try:
            found[place] = call()
        except Exception as fault:  # noqa: BLE001  # handed to the test
            found[place] = fault

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return found


def journal_of(office: Office, game: GameId) -> list[str]:
    """The kinds of a game's entries, the chain checked."""
    with office.services.db.reading() as session:
        entries = journal.load(session, game)
    check_chain(entries)
    return [one.kind for one in entries]


def test_two_seats_at_once_both_count_and_the_turn_is_played_once(office: Office) -> None:
    game = office.begin()
    for turn in (1, 2, 3):
        if load_game(office.services, game).state == "over":
            break

        def send(seat: Seat, turn: int = turn) -> Receipt:
            return submit(office.services, game, seat, "bid 1\nready", "mail", seat, turn=turn)

        found = in_threads(lambda: send(RED), lambda: send(BLUE))
        assert sorted(one.outcome for one in found if isinstance(one, Receipt)) == ["filed", "played"]
        assert journal_of(office, game).count("answer") >= turn
    reports = [(mail.seat, mail.turn) for mail in office.mails("report", "over")]
    assert len(reports) == len(set(reports))


def test_the_same_seat_from_two_devices_at_once_gets_two_versions(office: Office) -> None:
    game = office.begin()
    found = in_threads(*(lambda n=n: submit(office.services, game, RED, f"bid {n}", "mail", "red") for n in (1, 2, 3)))  # type: ignore[misc]  # mypy cannot infer a lambda's default
    numbers = sorted(one.stands.number for one in found if isinstance(one, Receipt) and one.stands)
    assert numbers == [1, 2, 3]


def everything(office: Office, game: GameId) -> object:
    """The journal and every row that a turn moves."""
    with office.services.db.reading() as session:
        rows = [
            sorted(str(row.model_dump()) for row in session.exec(select(table)).all())
            for table in (Game, Deadline, ReportRow, OutMail)
        ]
    return journal_of(office, game), rows


def test_what_a_door_writes_alongside_is_written_with_the_turn_or_nothing_is(office: Office) -> None:
    game = office.begin()
    submit(office.services, game, BLUE, "bid 1\nready", "mail", "blue")
    before = everything(office, game)
    asked: list[Receipt] = []

    def failing(receipt: Receipt) -> Also:
        asked.append(receipt)

        def write(session: Session) -> None:
            raise RuntimeError("the answer could not be stored")

        return write

    with pytest.raises(RuntimeError, match="could not be stored"):
        submit(office.services, game, RED, "bid 3\nready", "mail", "red", alongside=failing)
    assert asked[0].outcome == "played"
    assert asked[0].page is not None
    assert asked[0].page.turn == 2
    assert everything(office, game) == before
    assert set(load_game(office.services, game).desk.open.submissions) == {BLUE}  # type: ignore[union-attr]  # still asked


def test_a_database_put_back_from_a_copy_is_read_anew(tmp_path: Path, office_on: Callable[[str], Office]) -> None:
    url = write_schema(tmp_path / "live.db")
    office = office_on(url)
    game = office.begin()
    office.services.db.close()
    shutil.copy(tmp_path / "live.db", tmp_path / "copy.db")
    submit(office.services, game, RED, "bid 3", "mail", "red")
    assert load_game(office.services, game).desk.open is not None
    office.services.db.close()
    for left in tmp_path.glob("live.db*"):
        left.unlink()
    shutil.copy(tmp_path / "copy.db", tmp_path / "live.db")
    assert ended(started(victim.main, url, "nowhere", game, RED, "bid 1"), 60) == 0
    desk = load_game(office.services, game).desk
    assert desk.open is not None
    assert desk.open.submissions[RED].text == "bid 1"


def test_a_writer_who_is_always_late_gives_up_with_a_clear_error(lite: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "PATIENCE", 0.3)
    game = lite.begin()

    def meddle(receipt: Receipt) -> Also:
        number = 1 + sum(map(len, calls))
        calls.append("x")
        submit(lite.services, game, BLUE, f"bid {1 + number % 3}", "mail", "blue")
        return lambda session: None

    calls: list[str] = []
    with pytest.raises(Conflict, match="load it again"):
        submit(lite.services, game, RED, "bid 3", "mail", "red", alongside=meddle)
    assert len(calls) > 1, "it was tried again"


@pytest.mark.parametrize("where", ["before-commit", "in-transaction", "mid-fight", "after-commit"])
def test_killed_at_any_point_the_game_goes_on_where_it_was(office: Office, url: str, where: str) -> None:
    game, twin = office.begin(), office.begin(seed=b"toy")
    submit(office.services, game, RED, "bid 3\nready", "mail", "red")
    before = journal_of(office, game)
    assert ended(started(victim.main, url, where, game, BLUE, "bid 2\nready"), 60) == -signal.SIGKILL
    if where == "after-commit":
        assert load_game(office.services, game).desk.turns[RED] == 2
        return
    assert journal_of(office, game) == before
    assert submit(office.services, game, BLUE, "bid 2\nready", "mail", "blue").outcome == "played"
    assert twin != game


TEXTS = {"AskBid": "bid 3\nready", "AskParry": "yes\nready"}


def test_a_game_resumed_from_its_bytes_at_every_ask_is_the_game_played_straight_through(lite: Office) -> None:
    """Each use case loads from the database, `advance` plays in one go; same seed, id and answers: same facts."""
    game = lite.begin(Options(pace="ask me"), seed=b"resume")
    while (open_ask := load_game(lite.services, game).desk.open) is not None:
        for ask in open_ask.batch.asks:
            submit(lite.services, game, ask.seat, TEXTS[type(ask).__name__], "mail", "x")
    table = load_game(lite.services, game).table
    dice = SeededDice(b"resume", game, ())
    through = advance(TOY, story_of(table[:1]), next_seq=2, dice=dice, decide=_decide)
    kinds = {"roll", "fact"}
    posted = [(line.kind, line.body) for line in table if line.kind in kinds]
    assert [(line.kind, line.body) for line in through.story.lines if line.kind in kinds] == posted
    assert any(kind == "roll" for kind, _ in posted)


def _decide(view: Duel, ask: Ask[Any]) -> Given[Any]:
    return TOY.deciding.decide(view, ask) or Given(
        TOY.language.read(view, ask, TEXTS[type(ask).__name__]).answer, "player"
    )


def test_both_databases_hold_the_same_journal_byte_for_byte(
    tmp_path: Path, postgres_ready: str, office_on: Callable[[str], Office]
) -> None:
    told: list[list[tuple[str, str, str]]] = []
    for url in (write_schema(tmp_path / "one.db"), postgres_ready):
        office = office_on(url)
        game = office.begin(Options(pace="ask me"), seed=b"both")
        while (open_ask := load_game(office.services, game).desk.open) is not None:
            for ask in open_ask.batch.asks:
                submit(office.services, game, ask.seat, TEXTS[type(ask).__name__], "mail", "x")
        with office.services.db.reading() as session:
            told.append([(one.kind, one.payload, one.hash) for one in journal.load(session, game)])
    assert told[0] == told[1]
    assert len(told[0]) > 30
