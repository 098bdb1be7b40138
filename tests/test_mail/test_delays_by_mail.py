"""Between the last submission and the turn being played, a mail can take ready back, or change an order."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.clock import FixedClock
from pbem.engine.ids import Seat
from pbem.service.options import Options
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.games import new_game
from pbem.service.services import Services
from pbem.store.tables import PlayerId
from tests.fresh import new_database
from tests.test_mail.conftest import (
    ANN,
    BOB,
    HARROW,
    NORTH,
    SOUTH,
    START,
    Office,
    config_for,
    letter,
    reply_to,
    text_of,
)  # fmt: skip

BY_POST = Options(every=3, at="20:00", zone="Europe/London", delay=5)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """Harrow Down by post, where a turn waits five minutes for a slip to be mended."""
    db = new_database(tmp_path / "pbem.db")
    clock = FixedClock(START)
    services = Services(db, config_for(str(db.url), tmp_path), clock, compose=compose_mail)
    seats: dict[Seat, PlayerId | None] = {
        SOUTH: ensure_player(services, ANN, "Ann Aldous", "Europe/Madrid"),
        NORTH: ensure_player(services, BOB, "Bob Barlow", "Europe/London"),
    }
    new_game(services, "snaphance/harrow-down", seats, BY_POST, seed=b"harrow" * 6, game=HARROW)
    yield Office(services, clock)
    db.close()


def answer(office: Office, body: str, name: str, sender: str = ANN, seat: Seat = SOUTH, turn: int = 1) -> str:
    """Send a mail; the answer to it, on one line."""
    had = {one.key for one in office.mails()}
    office.receive(letter(body, sender=sender, to=reply_to(seat, turn), name=name))
    (mail,) = [one for one in office.mails("answer", "unchanged", "refused") if one.key not in had]
    return " ".join(text_of(mail.raw).split())


def both_in(office: Office) -> str:
    """Both sides submit, South last."""
    answer(office, "N02 turn 2\nready\n", "north", BOB, NORTH)
    return answer(office, "S02 turn 2\nready\n", "south")


def test_the_last_to_submit_is_told_when_the_turn_is_played(office: Office) -> None:
    told = both_in(office)
    assert "Both sides have submitted: the turn is played at 12:05 CEST." in told
    assert "The word undo on a line of its own makes them a draft again." in told
    assert "Your turn: orders" not in told


def test_undo_within_the_delay_takes_ready_back(office: Office) -> None:
    both_in(office)
    office.later(minutes=4)
    told = answer(office, "undo\n", "undo")
    assert "Orders saved as a draft" in told
    assert "You had submitted them; now they are a draft again" in told
    assert "All sides had submitted; now the turn waits until you submit your orders again." in told
    office.later(hours=2)
    assert tick(office.services).played == ()
    stands = office.page().stands
    assert stands is not None
    assert (stands.final, office.orders()) == (False, ["S02 turn 2"])
    answer(office, "ready\n", "again")
    office.later(minutes=5)
    assert tick(office.services).played == (HARROW,)


@pytest.mark.parametrize("word", ["undo", "withdraw"])
def test_after_the_delay_it_is_too_late_and_the_answer_says_what_to_do(office: Office, word: str) -> None:
    both_in(office)
    office.later(minutes=5)
    assert tick(office.services).played == (HARROW,)
    told = answer(office, f"{word}\n", "late")
    assert "It is too late to take those orders back: the turn they were for has been played." in told
    assert "write a line that begins with question:" in told
    assert "ORDER FORM FOR ROUND 2" in told
    assert office.page().stands is None


def test_an_order_changed_within_the_delay_stops_it_until_ready_is_said_again(office: Office) -> None:
    both_in(office)
    office.later(minutes=3)
    told = answer(office, "S02 turn 10\n", "change")
    assert "now the turn waits until you submit your orders again" in told
    office.later(minutes=3)
    assert tick(office.services).played == ()
    assert "the turn is played at 12:11 CEST" in answer(office, "ready\n", "ready")
    office.later(minutes=5)
    assert tick(office.services).played == (HARROW,)
    (acted,) = [row for row in office.page().told.mine if row.code == "S02"]
    assert acted.facing == "10"


def test_an_order_changed_with_ready_begins_the_delay_anew(office: Office) -> None:
    both_in(office)
    office.later(minutes=3)
    told = answer(office, "S02 turn 10\nready\n", "change")
    assert "the turn is played at 12:08 CEST" in told
    assert "waits until" not in told
