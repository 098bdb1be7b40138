"""The bot of the examples plays a whole battle over HTTP, as anybody's would."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from werkzeug.serving import make_server

from examples import bot
from pbem.service.people.keys import make_key
from pbem.service.play.pages import game_page
from pbem.service.play.turns import ready
from tests import table_games
from tests.web_offices import NORTH, SOUTH, Office, office

SOURCE = Path(bot.__file__)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def url(desk: Office) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, desk.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The receipts the bot gets."""
    receipts, call = [], bot.call

    def noted(url: str, key: str, path: str, sent: bot.Json | None = None, tag: str = "") -> tuple[bot.Json, str]:
        answer = call(url, key, path, sent, tag)
        if sent:
            receipts.append(answer[0])
        return answer

    monkeypatch.setattr(bot, "call", noted)
    return receipts


def test_it_plays_a_whole_battle_against_the_aide(desk: Office, url: str, told: list[dict[str, Any]]) -> None:
    game = desk.begin()
    ended = bot.play(url, make_key(desk.services, desk.ines, game, SOUTH, "bot"), pause=0.01)
    page = game_page(desk.services, game, SOUTH)
    assert page.outcome is not None
    assert ended["outcome"]["text"] == page.outcome.text
    assert len(told) == page.turn >= 4
    assert [one["reading"]["problems"] for one in told] == [[]] * page.turn
    assert any("charge" in one["order"] for sent in told for one in sent["reading"]["understood"])


def test_it_plays_one_on_a_table_too(desk: Office, url: str, told: list[dict[str, Any]]) -> None:
    game = table_games.begin(desk.services, desk.ines)
    seat = table_games.first_seat(desk.services)
    ended = bot.play(url, make_key(desk.services, desk.ines, game, seat, "bot"), pause=0.01)
    page = game_page(desk.services, game, seat)
    assert page.outcome is not None
    assert ended["outcome"]["text"] == page.outcome.text
    orders = [one["order"] for sent in told if sent["reading"] for one in sent["reading"]["understood"]]
    for deed in ("forward", "shoot", "charge"):
        assert any(deed in one for one in orders), deed


def test_it_waits_for_the_other_side(desk: Office, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = desk.begin(against_aide=False)
    waited = []

    class Enough(Exception):
        """The test has seen enough."""

    def sleep(seconds: float) -> None:
        waited.append((seconds, game_page(desk.services, game, SOUTH).turn))
        if len(waited) == 3:
            raise Enough
        ready(desk.services, game, NORTH, "web", desk.tom)

    monkeypatch.setattr(bot.time, "sleep", sleep)
    with pytest.raises(Enough):
        bot.play(url, make_key(desk.services, desk.ines, game, SOUTH, "bot"))
    assert waited == [(30, 1), (30, 2), (30, 3)]


def test_it_has_forty_lines_and_needs_nothing_else() -> None:
    lines = [line for line in SOURCE.read_text().splitlines() if line.strip() and not line.strip().startswith('"""')]
    assert len(lines) <= 40
    assert not any("pbem." in line for line in lines)
