"""A battle of Armatys by mail, from the first report to the end: one exchange a bound, and each side told of each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.play.games import load_game, new_game
from pbem.service.play.running import aide_orders
from pbem.store.tables import PlayerId
from tests.mail_offices import ANN, BOB, NORTH, SOUTH, MailOffice, mail_office
from tests.test_mail.conftest import text_of
from tests.test_proofs.field import SEED

BOUNDS = 10
"""The last of Harrow Down."""
SOME = 3
"""Bounds that are fought in the suite."""
WRITERS = {SOUTH: ANN, NORTH: BOB}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as one:
        yield one


def send(desk: MailOffice, game: GameId, seat: Seat, text: str) -> str:
    """A mail of a seat's player to its open turn, and the answer."""
    desk.receive(text, WRITERS[seat], TurnRef(game, seat, load_game(desk.services, game).desk.turns[seat]))
    return text_of(desk.sent("answer", "unchanged", "refused")[-1].raw)


def written(desk: MailOffice, game: GameId, seat: Seat) -> str:
    """What an aide-de-camp would write for a seat."""
    work = load_game(desk.services, game)
    ask = asked(work.desk, seat)
    assert ask is not None
    return aide_orders(work, ask)[1]


@pytest.mark.slow
@pytest.mark.parametrize("bounds", [SOME, pytest.param(BOUNDS, marks=pytest.mark.soak)])
def test_a_battle_is_fought_by_mail_with_one_exchange_a_bound(desk: MailOffice, bounds: int) -> None:
    """To its end, or for some bounds."""
    seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ann, NORTH: desk.bob}
    game = new_game(desk.services, "armatys/harrow-down", seats, Options(every=0), seed=SEED)
    answer = send(desk, game, SOUTH, "S01 ahead 40")
    assert "S01 ahead 40" in answer
    assert "Nothing was changed" in answer
    exchanges = 0
    while load_game(desk.services, game).state == "running" and exchanges < bounds:
        exchanges += 1
        for seat in (SOUTH, NORTH):
            assert "understood" in send(desk, game, seat, f"{written(desk, game, seat)}\nready")
    reports = desk.sent("report", "final")
    assert len(reports) >= 2 * exchanges, "each side was told of each bound"
    assert not any("Strength ," in text_of(one.raw) for one in reports), "a general has no strength"
    assert load_game(desk.services, game).desk.turns[SOUTH] > exchanges or bounds == BOUNDS
    if bounds == BOUNDS:
        told_of_its_end(desk, game)


def told_of_its_end(desk: MailOffice, game: GameId) -> None:
    """It is over, and who won was told."""
    assert load_game(desk.services, game).state != "running"
    assert any("won: " in text_of(one.raw) for one in desk.sent()), "the end was told"
