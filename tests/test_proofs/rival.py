"""One of several processes at one database: gives orders (a web process), or ticks and drains (a worker).

``python -m tests.test_proofs.rival web DATABASE_URL FOLDER SEAT GAME...``: orders for that seat in each game, until
each has been played on.  ``... worker DATABASE_URL FOLDER HOURS GAME...``: by a clock that is HOURS late, ticks and
sends until every game has been played on.
"""

import os
import sys
from datetime import timedelta
from pathlib import Path

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
            os.sched_yield()


def work(field: Field, games: list[GameId], book: Path) -> None:
    """What a worker does, without pause."""
    while any(min(load_game(field.services, game).desk.turns.values()) < 2 for game in games):
        told = tick(field.services)
        assert not told.failed
        for game in told.played:
            print(f"played {game}")
        drain(field.services, Book(book))
    drain(field.services, Book(book))


def main() -> None:
    """As the command line says."""
    what, url, folder, third, *names = sys.argv[1:]
    wording.render_png = no_picture
    late = float(third) if what == "worker" else 0
    field = open_field(url, Path(folder), FixedClock(START + timedelta(hours=late)))
    games = [GameId(name) for name in names]
    print("here", flush=True)
    sys.stdin.readline()
    if what == "web":
        write_orders(field, Seat(third), games)
    else:
        work(field, games, Path(folder) / f"sent-{os.getpid()}.txt")


if __name__ == "__main__":
    main()
