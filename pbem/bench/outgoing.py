"""Queued reports drained to a loopback SMTP sink, beside smtplib alone sending the same bytes (``pbem bench``)."""

import smtplib
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlmodel import col, select

from pbem.bench.timing import told
from pbem.config import Config
from pbem.jobs import open_services
from pbem.mail.relay import SmtpRelay
from pbem.scenarios import first_scenario
from pbem.service.options import Options
from pbem.service.outgoing.drawing import draw_some
from pbem.service.outgoing.outbox import drain
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.service.services import Services
from pbem.store.tables import OutMail, mail_key

HOST = "127.0.0.1"
FEW, MANY = 200, 10_000
END = b"\r\n.\r\n"
AT_ONCE = 500
"""Rows written in one transaction while the queue is made."""


def outgoing_figures(quick: bool) -> Iterator[str]:
    """The figures, a line each.  quick: fewer mails."""
    number = FEW if quick else MANY
    with TemporaryDirectory(prefix="pbem-bench-") as folder, smtp_sink() as port:
        services = _office(Path(folder))
        raw = _queue(services, number)
        floor = _floor(port, raw, number)
        relay = SmtpRelay(f"smtp://{HOST}:{port}")
        began, busy = time.perf_counter(), time.process_time()
        done = drain(services, relay)
        ours, busy = time.perf_counter() - began, time.process_time() - busy
        relay.close()
        services.db.close()
    if done.sent != number:
        raise RuntimeError(f"of {number} queued reports {done.sent} were sent")
    rate = f"{number / ours:,.0f} mails/s, {number / busy:,.0f} for each second of a core (target 500)"
    spent = f"{ours:.1f} s, {rate}, of {len(raw) // 1024} KiB"
    yield told(f"drain {number:,} queued reports", spent, ours / floor, "smtplib alone", "3")


@contextmanager
def smtp_sink() -> Iterator[int]:
    """An SMTP server in a process of its own that takes everything and keeps nothing; its port."""
    context = get_context("spawn")
    here, there = context.Pipe()
    server = context.Process(target=serve, args=(there,), daemon=True)
    server.start()
    try:
        yield here.recv()
    finally:
        server.terminate()
        server.join()


def serve(told_port: Connection) -> None:
    """Take mails, one connection after the other, for as long as this process lives."""
    with socket.create_server((HOST, 0)) as listening:
        told_port.send(listening.getsockname()[1])
        while True:
            connection, _ = listening.accept()
            with connection:
                _converse(connection)


def _converse(connection: socket.socket) -> None:
    """As much SMTP as a client that does not pipeline needs."""
    connection.sendall(b"220 sink\r\n")
    while line := connection.recv(4096):
        verb = line[:4].upper()
        if verb == b"DATA":
            connection.sendall(b"354 go on\r\n")
            tail = b""
            while not tail.endswith(END):
                tail = (tail + connection.recv(1 << 20))[-len(END) :]
        connection.sendall(b"221 bye\r\n" if verb == b"QUIT" else b"250 ok\r\n")


def _office(folder: Path) -> Services:
    config = Config(database_url=f"sqlite:///{folder / 'bench.sqlite3'}", secret="b" * 64, data_dir=folder)
    services = open_services(config)
    services.db.migrate()
    scenario = first_scenario()
    seats = services.scenarios(scenario, {}).scenario.seats
    players = {seat: ensure_player(services, f"{seat}@players.test", str(seat)) for seat in seats}
    new_game(services, scenario, players, Options(every=0), seed=b"bench" * 8)
    while draw_some(services):
        pass
    return services


def _queue(services: Services, number: int) -> bytes:
    """Make the outbox hold so many copies of a first report; its bytes."""
    with services.db.writing() as session:
        rows = session.exec(select(OutMail).order_by(col(OutMail.key))).all()
        first = {**rows[0].model_dump(), "raw": rows[0].raw}
        for row in rows:
            session.delete(row)
    for start in range(0, number, AT_ONCE):
        with services.db.writing() as session:
            for one in range(start, min(start + AT_ONCE, number)):
                key = mail_key(one, rows[0].seat, "report")
                session.add(OutMail(**{**first, "key": key, "message_id": f"<k.{one}@bench.test>"}))
    return rows[0].raw


def _floor(port: int, raw: bytes, number: int) -> float:
    """Seconds that smtplib alone needs."""
    with smtplib.SMTP(HOST, port) as smtp:
        began = time.perf_counter()
        for _ in range(number):
            smtp.sendmail("orders@pbem.localhost", ["ann@players.test"], raw)
        return time.perf_counter() - began
