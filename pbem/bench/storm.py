"""A storm of order mails: through a real Postfix into our door, read, filed, each answered once (``pbem bench``)."""

import os
import re
import smtplib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import msgspec
from sqlmodel import col, func, select

from pbem.bench import postfix
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.jobs import listener, open_services, worker_of
from pbem.mail.lmtp import Listener
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.scenarios import first_scenario
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.outgoing.outbox import drain, relay_for
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.services import Services
from pbem.store.tables import InMail

ORDERS = "orders@example.test"
SENDERS = 4
"""Connections by which the mails are handed to Postfix."""

WITHIN = 300.0
"""Seconds after which a storm is given up, and what is missing counts as lost."""

ANSWERED = re.compile(rb"^In-Reply-To: *<(\d+)\.storm@", re.MULTILINE | re.IGNORECASE)


class Storm(msgspec.Struct, frozen=True):
    """Figures of many mails that arrived together."""

    mails: int

    taken: float
    """Seconds from the first mail sent until our door had stored the last."""

    answered: float
    """Seconds from the first mail sent until the relay had taken the last answer."""

    busy: float
    """Seconds of processor time of this service, players and relay included."""

    lost: int
    """Mails that got no answer."""

    doubled: int
    """Mails that got more than one answer."""


class _Sink:
    """A relay that takes everything, and counts which mails it saw answers to."""

    def __init__(self) -> None:
        self.seen: Counter[int] = Counter()

    def take(self, raw: bytes, sender: str, recipients: tuple[str, ...], arrived: datetime) -> None:
        """Count it."""
        found = ANSWERED.search(raw)
        if found:
            self.seen[int(found[1])] += 1


def figures(quick: bool) -> Iterator[str]:
    """A storm, told in a line.  quick: of 20 mails instead of 1,000."""
    if postfix.program() is None or os.geteuid() != 0:
        yield "storm of 1,000 order mails: not measured; it needs Postfix, and root to run it (target 60 s)"
        return
    told = storm(games=1 if quick else 50, each=10)
    yield (
        f"storm of {told.mails:,} order mails through Postfix: all stored after {told.taken:.1f} s, all answered after "
        f"{told.answered:.1f} s, {told.lost} lost, {told.doubled} answered twice (target 60 s, 0, 0); "
        f"{told.busy / told.mails * 1000:.0f} ms of the processor each"
    )


def storm(games: int, each: int) -> Storm:
    """Games, and how often each of their two players orders anew.  Needs Postfix and root."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="pbem-storm-")))
        folder.chmod(0o755)  # Postfix has users of its own
        sink = _Sink()
        relay = stack.enter_context(Listener("127.0.0.1:0", sink.take, lambda address: True, smtp=True))
        services = stack.enter_context(_office(folder, relay.port))
        mails = _begin(services, games, each)
        door = stack.enter_context(listener(services, "127.0.0.1:0"))
        port = stack.enter_context(postfix.postfix(_made(folder / "postfix"), {"example.test": door.port}, [ORDERS]))
        worker = stack.enter_context(worker_of(services))
        worker.start()
        stack.callback(worker.close)
        began, busy = time.perf_counter(), time.process_time()
        _send(mails, port)
        taken = _until(lambda: _stored(services) >= len(mails), began)
        answered = _until(lambda: len(sink.seen) >= len(mails), began)
        busy = time.process_time() - busy
        worker.close()
        _send_out(services)  # an answer too many would be there by now
        doubled = sum(times > 1 for times in sink.seen.values())
        return Storm(len(mails), taken, answered, busy, len(mails) - len(sink.seen), doubled)


@contextmanager
def _office(folder: Path, relay: int) -> Iterator[Services]:
    config = Config(
        database_url=f"sqlite:///{folder / 'storm.sqlite3'}", secret="s" * 64, data_dir=folder,
        mail_domain="example.test", orders_address=ORDERS, smtp_url=f"smtp://127.0.0.1:{relay}", relay_rate=0,
    )  # fmt: skip
    services = open_services(config)
    services.db.migrate()
    yield services
    services.db.close()


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _begin(services: Services, games: int, each: int) -> list[tuple[str, str, bytes]]:
    """Begin the games and send out their first reports; the mails of the storm: sender, recipient, bytes."""
    maker, mails, scenario = tokens_of(services.config), [], first_scenario()
    seats = services.scenarios(scenario, {}).scenario.seats
    for number in range(games):
        game = GameId(f"storm-{number}")
        players = {seat: ensure_player(services, f"{seat}{number}@players.test", str(seat)) for seat in seats}
        new_game(services, scenario, players, Options(every=0), seed=b"storm" * 8, game=game)
        for seat in seats:
            to, lines = ORDERS.replace("@", f"+{maker.reply(TurnRef(game, seat, 1))}@"), _orders(services, game, seat)
            mails += [(f"{seat}{number}@players.test", to, lines[one % len(lines)]) for one in range(each)]
    _send_out(services)
    return [(sender, to, _mail(number, sender, to, line)) for number, (sender, to, line) in enumerate(mails)]


def _orders(services: Services, game: GameId, seat: Seat) -> list[str]:
    """Lines that a seat may order."""
    work = load_game(services, game)
    ask = asked(work.desk, seat)
    return work.rules.aide.orders(work.view(seat), ask).splitlines() if ask is not None else ["ready"]


def _send_out(services: Services) -> None:
    with closing(relay_for(services.config)) as relay:
        drain(services, relay)


def _mail(number: int, sender: str, to: str, line: str) -> bytes:
    head = [f"From: {sender}", f"To: {to}", f"Message-ID: <{number}.storm@players.test>", "Subject: Re: orders"]
    return "\r\n".join([*head, "", line, ""]).encode()


def _send(mails: Sequence[tuple[str, str, bytes]], port: int) -> None:
    """All of them, by several connections at once."""

    def send(some: Sequence[tuple[str, str, bytes]]) -> None:
        with smtplib.SMTP("127.0.0.1", port, timeout=60) as smtp:
            for sender, to, raw in some:
                smtp.sendmail(sender, [to], raw)

    threads = [Thread(target=send, args=(mails[one::SENDERS],)) for one in range(SENDERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _stored(services: Services) -> int:
    with services.db.reading() as session:
        return session.exec(select(func.count(col(InMail.id)))).one()


def _until(holds: Callable[[], bool], began: float) -> float:
    """Seconds since then until it holds, or the storm is given up."""
    while not holds() and time.perf_counter() - began < WITHIN:
        time.sleep(0.1)
    return time.perf_counter() - began
