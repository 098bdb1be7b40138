"""A process that fights on at Harrow Down by mail until so many turns are played, and may be made to die at a point.

At the NUMBERth time it comes to a POINT it kills itself, as abruptly as the machine could.
"""

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from pbem.clock import FixedClock
from pbem.engine.play import Play
from pbem.mail.relay import RelayAnswer
from pbem.service.incoming.doors import ingest
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.outgoing import wording
from pbem.service.outgoing.outbox import drain
from pbem.service.play.games import load_game
from pbem.service.play.work import Work
from tests.test_proofs.field import HARROW, SEATS, START, Field, aide, letter, no_picture, open_field


class Book:
    """A relay that takes every mail, and writes each Message-ID down before it says so."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def close(self) -> None:
        """Nothing is open."""

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Taken."""
        told = next(line for line in raw.decode().split("\r\n") if line.lower().startswith("message-id:"))
        with self.path.open("a") as book:
            book.write(told.partition(":")[2].strip() + "\n")
        return RelayAnswer("sent", "250 taken")


def fight(field: Field, last_turn: int, book: Path) -> None:
    """Order what the aide would, by mail, until the reports of that turn are out."""
    relay = Book(book)
    for _ in range(10 * last_turn):
        handle_waiting(field.services)
        drain(field.services, relay)
        work = load_game(field.services, HARROW)
        if work.desk.open is None or min(work.desk.turns.values()) > last_turn:
            return
        for seat in SEATS:
            work = load_game(field.services, HARROW)
            if work.desk.open is None or seat not in work.desk.open.waiting_for():
                continue
            ask = work.desk.open.ask_of(seat)
            assert ask is not None
            turn = work.desk.turns[seat]
            ingest(field.services, letter(field, HARROW, seat, f"{aide(work, ask)}\nready", f"{turn}.{seat}"))
            handle_waiting(field.services)
    raise RuntimeError(f"turn {last_turn} was never played")


def die_at(point: str, number: int) -> None:
    """Arrange to be killed."""
    left = number

    def killing(call: Callable[..., Any], counts: Callable[..., bool] = lambda *_: True, after: bool = True) -> Any:
        def instead(*args: Any, **named: Any) -> Any:
            nonlocal left
            result = call(*args, **named) if after else None
            if counts(*args):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            return result if after else call(*args, **named)

        return instead

    if point == "in a melee":
        Play.roll = killing(Play.roll, lambda play, label, *_: label == "melee")  # type: ignore[method-assign]  # on purpose
    elif point == "written, not committed":
        Work._write_rows = killing(Work._write_rows)  # type: ignore[method-assign]  # on purpose
    elif point == "committed, nothing sent":
        Work.write = killing(Work.write)  # type: ignore[method-assign]  # on purpose
    elif point == "mail stored, not read":
        global ingest  # noqa: PLW0603  # the name `fight` calls
        ingest = killing(ingest)
    elif point == "sent, not noted":
        Book.send = killing(Book.send)  # type: ignore[method-assign]  # on purpose
    else:
        raise ValueError(f"there is no point {point!r}")


def main(url: str, folder: Path, last_turn: int, minutes: int, *death: Any) -> None:
    """minutes: how late its clock is; death: at which point it dies, and the how manyth time it comes there."""
    wording.render_png = no_picture
    field = open_field(url, folder, FixedClock(START + timedelta(minutes=minutes)))
    if death:
        die_at(*death)
    fight(field, last_turn, folder / "sent.txt")
