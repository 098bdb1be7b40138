"""A hidden one-hour battle by post: tokens in orders, and codes that a seat has not learned."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ids import GameId
from pbem.mail.tokens import TurnRef
from pbem.service.options import Options
from pbem.service.outgoing import wording
from pbem.service.play.games import load_game, new_game
from tests.mail_offices import BOB, NORTH, SOUTH, MailOffice, mail_office
from tests.test_mail.conftest import text_of
from tests.test_proofs.field import SEED, no_picture


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailOffice]:
    monkeypatch.setattr(wording, "render_png", no_picture)
    with mail_office(tmp_path) as one:
        yield one


def begin(desk: MailOffice) -> GameId:
    seats = {SOUTH: desk.ann, NORTH: desk.bob}
    return new_game(desk.services, "onehour/harrow-down", seats, Options(every=0, sight="hidden"), seed=SEED)


def send(desk: MailOffice, game: GameId, text: str) -> str:
    desk.receive(text, BOB, TurnRef(game, NORTH, load_game(desk.services, game).desk.turns[NORTH]))
    answer = text_of(desk.sent("answer", "unchanged", "refused")[-1].raw)
    return " ".join(answer.replace("|", " ").split())


def test_orders_name_tokens_and_no_code_that_the_seat_has_not_learned(desk: MailOffice) -> None:
    game = begin(desk)
    report = text_of(desk.sent("report")[0].raw)
    assert "?1 many" in report, "North goes first, and is asked"
    assert re.search(r"S0\d", report) is None
    assert "North set up" in report
    assert "South set up" not in report
    assert "There is no unit S02; you see ?1, ?2 and ?3." in send(desk, game, "N04 charge S02")
    assert "inches of its 12" in send(desk, game, "N04 charge ?2"), "judged by where the token stands"
    assert "1 order understood" in send(desk, game, "standing N01 shoot ?2")
