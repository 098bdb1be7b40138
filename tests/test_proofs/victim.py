"""A process that fights on at Harrow Down by mail until so many turns are played, and may be made to die at a point.

At the NUMBERth time it comes to a POINT it kills itself, as abruptly as the machine could.
"""

import os
import signal
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from pbem.clock import FixedClock
from pbem.engine.play import Play
from pbem.mail.relay import RelayAnswer
from pbem.service.incoming.doors import ingest
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.outgoing import drawing, outbox, wording
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


POINTS: dict[str, tuple[Any, str, bool]] = {
    "in a melee": (Play, "roll", True),
    "written, not committed": (Work, "_write_rows", True),
    "committed, nothing sent": (Work, "write", True),
    "mail stored, not read": (sys.modules[__name__], "ingest", True),
    "to be drawn": (drawing, "_drawn", False),
    "drawn, not stored": (drawing, "_drawn", True),
    "map stored, not sent": (outbox, "draw_some", True),
    "sent, not noted": (Book, "send", True),
}
"""Where to die: the function, and whether after it or before it."""


def die_at(point: str, number: int) -> None:
    """Arrange to be killed."""
    owner, name, after = POINTS[point]
    real: Callable[..., Any] = getattr(owner, name)
    left = number

    def instead(*args: Any, **named: Any) -> Any:
        nonlocal left
        result = real(*args, **named) if after else None
        if name != "roll" or args[1] == "melee":
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return result if after else real(*args, **named)

    setattr(owner, name, instead)


def main(url: str, folder: Path, last_turn: int, minutes: int, *death: Any) -> None:
    """minutes: how late its clock is; death: at which point it dies, and the how manyth time it comes there."""
    wording.render_png = no_picture
    field = open_field(url, folder, FixedClock(START + timedelta(minutes=minutes)))
    if death:
        die_at(*death)
    fight(field, last_turn, folder / "sent.txt")
