"""Many at once at one game: every submission is filed, however many are in each other's way."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from pbem.engine.journal import check_chain
from pbem.service.play.games import load_game
from pbem.store.errors import StoreError
from tests.test_proofs.conftest import Fields
from tests.test_proofs.field import HARROW, NORTH, SOUTH, Field


@pytest.fixture(params=["sqlite", "postgresql"])
def field(request: pytest.FixtureRequest, field_on: Fields) -> Field:
    """A field on each database."""
    return field_on(request.getfixturevalue("postgres_ready") if request.param == "postgresql" else "")


@pytest.mark.slow
@pytest.mark.parametrize("many", [40, pytest.param(200, marks=pytest.mark.soak)])
def test_many_submissions_to_one_game_at_once_are_all_filed(field: Field, many: int) -> None:
    field.begin(game=HARROW)
    off = threading.Barrier(many)

    def send(number: int) -> str:
        off.wait(60)
        seat, code = ((SOUTH, "S02"), (NORTH, "N02"))[number % 2]
        what = ("hold", "turn 6", "turn 12", "turn 1")[number // 2 % 4]
        try:
            return field.order(HARROW, seat, f"{code} {what}").outcome
        except StoreError as fault:
            return type(fault).__name__

    with ThreadPoolExecutor(many) as crowd:
        became = Counter(crowd.map(send, range(many)))
    assert set(became) <= {"filed", "nothing"}, became
    entries = field.entries(HARROW)
    check_chain(entries)
    assert sum(one.kind == "orders" for one in entries) == became["filed"]
    filed = load_game(field.services, HARROW).desk.filed
    assert filed[SOUTH].number + filed[NORTH].number == became["filed"]
