"""An order mail opens its game once, from the first look at its text to its answer."""

import pytest

from tests.openings import openings
from tests.test_mail.conftest import Office, letter


@pytest.mark.parametrize("text", ["S01 forward 0607\nS02 forward 0707\n", "S01 hold\nready\n", "S99 hold\n"])
def test_an_order_mail_opens_its_game_once(office: Office, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    assert openings(monkeypatch, lambda: office.receive(letter(text))) == 1
