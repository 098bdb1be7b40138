"""One of several processes at one database: gives orders (a web process), or ticks and drains (a worker).

A web process orders for one seat in each game, until each has been played on.  A worker, by a clock that is late, ticks
and sends until every game has been played on.
"""

import os
import time
from datetime import timedelta
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Literal

from pbem.clock import FixedClock
from pbem.engine.ids import GameId, Seat
from pbem.service.outgoing import wording
from pbem.service.outgoing.outbox import drain
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game
from tests.test_proofs.field import START, Field, no_picture, open_field
from tests.test_proofs.victim import Book

TURNS = 2


def write_orders(field: Field, seat: Seat, games: list[GameId]) -> None:
    """Three versions each turn, the last one final, all games in turn."""
    for turn in range(1, TURNS + 1):
        for version in ("hold", "turn 12" if seat == "north" else "turn 6", "hold"):
            for game in games:
                receipt = field.order(game, seat, f"{seat[0].upper()}02 {version}")
                assert receipt.outcome in {"filed", "nothing"}, (turn, receipt.outcome, receipt.said)
        for game in games:
            receipt = field.order(game, seat, "ready")
            assert receipt.outcome in {"filed", "played"}, (turn, receipt.outcome, receipt.said)
        while any(load_game(field.services, game).desk.turns[seat] == turn for game in games):
            time.sleep(0.02)


def work(field: Field, games: list[GameId], book: Path) -> list[GameId]:
    """What a worker does, without pause; the games it played on."""
    played: list[GameId] = []
    while any(min(load_game(field.services, game).desk.turns.values()) < 2 for game in games):
        told = tick(field.services)
        assert not told.failed
        played += told.played
        drain(field.services, Book(book))
    drain(field.services, Book(book))
    return played


def main(
    what: Literal["web", "worker"], url: str, folder: Path, seat: Seat | None, hours: float, games: list[GameId],
    barrier: Barrier, told: Connection,
) -> None:  # fmt: skip
    """seat: a web process's; hours: how late the clock is; told: gets what was played."""
    wording.render_png = no_picture
    field = open_field(url, folder, FixedClock(START + timedelta(hours=hours)))
    barrier.wait(60)
    if what == "web":
        assert seat is not None
        write_orders(field, seat, games)
    else:
        told.send(work(field, games, folder / f"sent-{os.getpid()}.txt"))
