"""A game through its doors: database, mails, maps (``pbem bench``)."""

import statistics
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.bench.battles import whole_journal
from pbem.bench.timing import median, told
from pbem.cli.demo import play_demo
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.jobs import open_services
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.reports.maps.bench import bench_map
from pbem.scenarios import first_scenario
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.incoming.mailroom import handle
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.outgoing.drawing import draw_some
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import check, submit
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.bench import bench_append, bench_fold

GAME = GameId("bench")
ROUNDS = 3
"""Rounds fought before anything is measured: the armies have met."""


def figures(quick: bool) -> Iterator[str]:
    """The figures, a line each, as they are measured.  quick: fewer repeats, and no whole demo."""
    repeats = 3 if quick else 7
    with TemporaryDirectory(prefix="pbem-bench-") as folder:
        services, seats = _game(Path(folder))
        for _ in range(ROUNDS):
            _fight_a_round(services, seats)
        with services.db.reading() as session:
            entries = journal.load(session, GAME)
        append = bench_append(entries, rounds=20 if quick else 60)
        yield told("append a turn's entries", f"{append.ours:.2f} ms", append.ratio, "the bare driver", "1.6")
        folding = bench_fold(*whole_journal(), repeats)
        rates = f"{folding.folded:,.0f} entries/s once read, {folding.read_and_folded:,.0f} from the database on"
        beside = f"{folding.read_and_folded / folding.fetched:.2f} of what the bare driver reads"
        yield f"fold a stored journal of {folding.entries:,} entries: {rates} = {beside} (target 400,000)"
        page = game_page(services, GAME, seats[0])
        drawn = bench_map(page.chart, rounds=repeats)
        yield told("map at 1200 px", f"{drawn.cached:.0f} ms, {drawn.kib:.0f} KiB (at most 150)", drawn.ratio,
                    "encoding that bitmap", "5")  # fmt: skip
        yield f"  the same with nothing kept: {drawn.full:.0f} ms"
        orders = _orders(services, seats[0])
        spent = median(lambda: check(services, GAME, seats[0], orders), repeats * 3)
        yield f"check {len(orders.splitlines())} lines of orders: {spent:.1f} ms (target 5 without loading the game)"
        turned, maps = _mail_to_reports(services, seats, repeats)
        yield f"order mail stored -> both reports in the outbox: {turned:.0f} ms (target 150)"
        yield f"  their maps drawn, after that: {maps:.0f} ms"
        services.db.close()
        if not quick:
            began = time.perf_counter()
            play_demo(Path(folder) / "demo", 1, lambda line: None)
            yield f"a whole demo battle: {time.perf_counter() - began:.1f} s (target 60)"


def _game(folder: Path) -> tuple[Services, tuple[Seat, ...]]:
    """A game of the battle for newcomers just begun, and its seats."""
    config = Config(
        database_url=f"sqlite:///{folder / 'bench.sqlite3'}", secret="b" * 64, data_dir=folder, builtin_mailbox=True
    )
    services = open_services(config)
    services.db.migrate()
    scenario = first_scenario()
    seats = services.scenarios(scenario, {}).scenario.seats
    players = {seat: ensure_player(services, f"{seat}@players.test", str(seat)) for seat in seats}
    new_game(services, scenario, players, Options(every=0), seed=b"bench" * 8, game=GAME)
    return services, seats


def _orders(services: Services, seat: Seat) -> str:
    work = load_game(services, GAME)
    ask = asked(work.desk, seat)
    return work.rules.aide.orders(work.view(seat), ask) if ask is not None else ""


def _fight_a_round(services: Services, seats: tuple[Seat, ...]) -> None:
    for seat in seats:
        submit(services, GAME, seat, f"{_orders(services, seat)}\nready", "web", f"{seat}@players.test")


def _mail_to_reports(services: Services, seats: tuple[Seat, ...], repeats: int) -> tuple[float, float]:
    """Milliseconds of work from the last awaited order mail, stored, to all reports in the outbox; for their maps."""
    *others, last = seats
    spent: list[float] = []
    drawn: list[float] = []
    while draw_some(services):
        pass
    for _ in range(repeats):
        work = load_game(services, GAME)
        if work.state == "over":
            break
        for seat in others:
            submit(services, GAME, seat, f"{_orders(services, seat)}\nready", "web", f"{seat}@players.test")
        raw = _mail(services, last, _orders(services, last), work.desk.turns[last])
        name = store_mail(services, raw, Envelope(f"{last}@players.test", ()), services.clock.now(), "lmtp")
        began = time.process_time()
        outcome = handle(services, name)
        spent.append((time.process_time() - began) * 1000)
        if outcome.state != "accepted":
            raise RuntimeError(f"the order mail was {outcome.state}: {outcome.note}")
        began = time.process_time()
        while draw_some(services):
            pass
        drawn.append((time.process_time() - began) * 1000)
    return statistics.median(spent), statistics.median(drawn)


def _mail(services: Services, seat: Seat, orders: str, turn: int) -> bytes:
    local, _, domain = services.config.orders_address.partition("@")
    message = EmailMessage()
    message["From"] = f"{seat}@players.test"
    message["To"] = f"{local}+{tokens_of(services.config).reply(TurnRef(GAME, seat, turn))}@{domain}"
    message["Subject"] = "orders"
    message["Message-ID"] = f"<{turn}@players.test>"
    message.set_content(f"{orders}\nready\n")
    return message.as_bytes()
