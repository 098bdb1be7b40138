"""Several processes at once, on one game and on many: no order is lost, each deadline is acted on once."""

from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Submitted, check_chain, story
from pbem.engine.play import audit
from pbem.service.options import Options
from pbem.service.play.games import load_game
from tests.children import at_once
from tests.test_proofs.conftest import Fields
from tests.test_proofs.field import SEATS, SEED, Field
from tests.test_proofs.rival import TURNS, main

GAMES = 2
"""Both sides write to each at once, and to all at once."""


@pytest.fixture
def field(request: pytest.FixtureRequest, field_on: Fields) -> Field:
    """A field on the database that is named."""
    return field_on(request.getfixturevalue("postgres_ready") if request.param == "postgresql" else "")


def rivals(field: Field, tmp_path: Path, *commands: tuple[str, Seat | None, float, list[GameId]]) -> list[list[GameId]]:
    """Run them together; the games that each worker played on."""
    url = field.services.db.url.render_as_string(hide_password=False)
    return at_once(main, *((what, url, tmp_path, *rest) for what, *rest in commands))


def assert_sound(field: Field, game: GameId) -> None:
    """The journal is whole and the rules stand by it."""
    entries = field.entries(game)
    check_chain(entries)
    rules = load_game(field.services, game).rules
    assert audit(rules, story(rules.codec, entries), SeededDice(SEED, game, ())) == []


@pytest.mark.slow
@pytest.mark.parametrize("field", ["postgresql", pytest.param("sqlite", marks=pytest.mark.soak)], indirect=True)
def test_two_sides_order_through_two_processes_and_no_order_is_lost(field: Field, tmp_path: Path) -> None:
    games = [field.begin(game=GameId(f"game-{number}")) for number in range(GAMES)]
    rivals(field, tmp_path, *(("web", seat, 0, games) for seat in SEATS))
    for game in games:
        assert_sound(field, game)
        work = load_game(field.services, game)
        assert work.desk.turns == dict.fromkeys(SEATS, TURNS + 1)
        bodies = [work.rules.codec.read(one) for one in field.entries(game) if one.kind == "orders"]
        filed = Counter((body.seat, body.ask) for body in bodies if isinstance(body, Submitted))
        assert len(filed) == 2 * TURNS
        assert set(filed.values()) == {4}, "three versions and a word, each kept"
        numbers = [body.number for body in bodies if body.seat == SEATS[0]]
        assert numbers == [1, 2, 3, 4] * TURNS
    reports = Counter((mail.game, mail.seat, mail.turn) for mail in field.mails("report"))
    assert len(reports) == 2 * GAMES * (TURNS + 1)
    assert set(reports.values()) == {1}


@pytest.mark.slow
@pytest.mark.parametrize("field", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)], indirect=True)
def test_three_workers_act_on_each_deadline_once_and_send_each_mail_once(field: Field, tmp_path: Path) -> None:
    hourly = Options(every=6, unit="hours", grace=0, remind=0)
    games = [field.begin(hourly, game=GameId(f"game-{number}")) for number in range(3)]
    told = rivals(field, tmp_path, *(("worker", None, 7, games) for _ in range(3)))
    assert sorted(chain(*told)) == sorted(games), "a turn was played twice, or by nobody"
    for game in games:
        assert_sound(field, game)
        assert load_game(field.services, game).desk.turns == dict.fromkeys(SEATS, 2)
        clock = [
            field.services.rules("snaphance").codec.read(one) for one in field.entries(game) if one.kind == "clock"
        ]
        assert [one.act for one in clock] == ["opened", "passed", "opened"]
    sent = Counter("".join(path.read_text() for path in tmp_path.glob("sent-*.txt")).split())
    assert set(sent) == {mail.message_id for mail in field.mails()}
    assert set(sent.values()) == {1}
    assert all(mail.state == "sent" and mail.attempts == 1 for mail in field.mails())
