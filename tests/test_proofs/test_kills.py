"""Processes of a running service killed at hundreds of random moments, while players order by web and by mail.

``make kills`` runs it and prints the counts; ``KILLS`` says how many moments, on each database.
"""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import requests
from sqlmodel import col, select

from pbem.clock import FixedClock, SystemClock
from pbem.engine.archive import Archive, archive_header, verify
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Entry
from pbem.mail.lmtp import Listener
from pbem.mail.relay import SmtpRelay
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.outgoing.outbox import drain
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.games import load_game
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.db import Database
from pbem.store.tables import InMail, OutMail, ReportRow
from tests.fresh import new_database
from tests.servers import HOST, free_port, listens, until
from tests.test_proofs.field import SEATS, settings
from tests.test_proofs.streams import Sent, Streams, Table

KILLS = int(os.environ.get("KILLS", "300"))
TABLES = 6
LONGEST = 1.5
"""Seconds, at random up to so many, between a process being at work and its death."""

MESSAGE_ID = re.compile(rb"^message-id:\s*(\S+)", re.IGNORECASE | re.MULTILINE)
ROOT = Path(__file__).parents[2]


class Service:
    """One web process and some workers, each killed and started again."""

    def __init__(self, url: str, folder: Path, workers: int, relay: int) -> None:
        """relay: port of the one mails go to."""
        self.folder, self.web, self.doors = folder, free_port(), tuple(free_port() for _ in range(workers))
        self.environment = {
            **os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder), "PBEM_SECRET": "proof" * 8,
            "PBEM_DATABASE_URL": url, "PBEM_DATA_DIR": str(folder), "PBEM_MAIL_DOMAIN": "example.test",
            "PBEM_ORDERS_ADDRESS": "orders@example.test", "PBEM_OPERATOR_ADDRESS": "operator@example.org",
            "PBEM_SMTP_URL": f"smtp://{HOST}:{relay}", "PBEM_RELAY_RATE": "0",
            "PBEM_BASE_URL": f"http://{HOST}:{self.web}",
        }  # fmt: skip
        gunicorn = [sys.executable, "-m", "gunicorn", "--worker-class", "gthread", "--workers", "1", "--threads", "4"]
        gunicorn += ["--no-control-socket", "--bind", f"{HOST}:{self.web}", "tests.test_proofs.hurried:web()"]
        worker = [sys.executable, "-m", "tests.test_proofs.hurried", "worker"]
        self.commands = [(gunicorn, ""), *((worker, f"{HOST}:{door}") for door in self.doors)]
        self.running = [self._start(number) for number in range(len(self.commands))]

    def _start(self, number: int) -> "subprocess.Popen[bytes]":
        command, listen = self.commands[number]
        environment = {**self.environment, **({"PBEM_LMTP_LISTEN": listen} if listen else {})}
        with (self.folder / f"process-{number}.log").open("ab") as log:
            return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True)

    def kill(self, number: int) -> bool:
        """Kill one, with its children, and start it anew; whether it was alive."""
        alive = self._end(number)
        self.running[number] = self._start(number)
        return alive

    def at_work(self, number: int) -> bool:
        """Whether a process has come up: it listens, and gunicorn's child answers."""
        if number:
            return listens(self.doors[number - 1])
        try:
            return requests.get(f"http://{HOST}:{self.web}/sign-in", timeout=5).status_code < 500
        except requests.RequestException:
            return False

    def _end(self, number: int) -> bool:
        process = self.running[number]
        alive = process.poll() is None
        if alive:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return alive

    def stop(self) -> None:
        """Kill all of them for good."""
        for number in range(len(self.running)):
            self._end(number)


class Relay:
    """Takes every mail; how often each, and with which bytes."""

    def __init__(self) -> None:
        self.got: dict[str, list[bytes]] = defaultdict(list)
        self.door = Listener(f"{HOST}:{free_port()}", self._take, lambda _: True, smtp=True)

    def _take(self, raw: bytes, sender: str, recipients: tuple[str, ...], arrived: datetime) -> None:
        found = MESSAGE_ID.search(raw)
        assert found is not None
        self.got[found[1].decode()].append(raw)


@pytest.mark.soak
@pytest.mark.parametrize(("database", "workers"), [("sqlite", 1), ("postgresql", 2)])
def test_killed_at_hundreds_of_moments_nothing_is_lost_and_nothing_doubled(
    request: pytest.FixtureRequest, tmp_path: Path, database: str, workers: int
) -> None:
    if database == "sqlite":
        new_database(tmp_path / "pbem.db").close()
        url = f"sqlite:///{tmp_path / 'pbem.db'}"
    else:
        url = request.getfixturevalue("postgres_ready")
    relay = Relay()
    relay.door.start()
    service = Service(url, tmp_path, workers, relay.door.port)
    config = settings(url, tmp_path, base_url=f"http://{HOST}:{service.web}", secret="proof" * 8)
    services = Services(Database.open(url), config, SystemClock(), compose=compose_mail)
    streams = Streams(services, service.web, service.doors)
    try:
        deaths = fight(service, streams)
    finally:
        service.stop()
    later = Services(
        services.db, config, FixedClock(datetime.now(UTC) + timedelta(minutes=20)), compose=compose_mail
    )  # leases of the dead are over
    while handle_waiting(later):
        pass
    out = SmtpRelay(f"smtp://{HOST}:{relay.door.port}")
    drain(later, out)
    out.close()
    relay.door.stop()
    count(database, services, streams, deaths, relay)
    services.db.close()


def fight(service: Service, streams: Streams) -> Counter[str]:
    """Play and kill; how many of each kind died."""
    tables = [Table(streams, number) for number in range(TABLES)]
    for table in tables:
        table.start()
    chance, deaths = random.Random(KILLS), Counter[str]()
    while sum(deaths.values()) < KILLS and not any(table.failed for table in tables):
        number = chance.randrange(len(service.running))
        until(partial(service.at_work, number), f"process {number} to be at work", 240)
        time.sleep(chance.uniform(0, LONGEST))
        if service.kill(number):
            deaths["web" if number == 0 else "worker"] += 1
    streams.ends.set()
    for table in tables:
        table.join(240)
        assert not table.is_alive(), f"{table.name} waits still"
        assert table.failed is None, table.failed
    assert threading.active_count() < 50
    return deaths


def count(database: str, services: Services, streams: Streams, deaths: Counter[str], relay: Relay) -> None:
    """Everything that must be there is there once; tells the counts."""
    with services.db.reading() as session:
        journals = {game: journal.load(session, game) for game in streams.games}
        letters = {one.id: one for one in session.exec(select(InMail)).all()}
        mails = session.exec(select(OutMail).order_by(col(OutMail.key))).all()
        told_of = select(ReportRow.game, ReportRow.seat, ReportRow.number).where(col(ReportRow.game).in_(streams.games))
        reports = session.exec(told_of).all()
    turns = sum(_sound(services, game, entries, streams.sent) for game, entries in journals.items())
    assert set(letters) == set(streams.mails), "a mail was lost, or stored twice"
    assert Counter(one.state for one in letters.values()) == {"accepted": len(letters)}
    answers = [one.answer for one in letters.values()]
    assert None not in answers
    assert len(set(answers)) == len(answers)
    assert {one.state for one in mails} == {"sent"}, Counter((one.kind, one.state) for one in mails)
    assert set(relay.got) == {one.message_id for one in mails}, "a mail was never sent, or made twice"
    assert all(len(set(copies)) == 1 for copies in relay.got.values()), "a copy is not the same mail"
    told = Counter((one.game, one.seat, one.turn) for one in mails if one.kind in {"report", "over"})
    assert set(told.values()) == {1}
    assert len(told) == len(reports) == len(set(reports))
    again = sum(len(copies) - 1 for copies in relay.got.values())
    assert again <= 20 * deaths["worker"], "what was sent together is noted together"
    entries = sum(len(one) for one in journals.values())
    doors = Counter(one.door for one in streams.sent)
    print(
        f"\n{database}: killed {sum(deaths.values())} times ({deaths['web']} web, {deaths['worker']} worker); "
        f"cut off {streams.cut['web']} web requests and {streams.cut['mail']} mails; "
        f"{len(journals)} games, {turns} turns played, {entries} entries verified and audited; "
        f"versions acknowledged {doors['web']} by web and {doors['mail']} by mail, all filed once; "
        f"{len(letters)} mails in, each answered once; {len(mails)} mails out, {again} copies sent again; "
        "lost 0, doubled 0"
    )


def _sound(services: Services, game: GameId, entries: list[Entry], sent: list[Sent]) -> int:
    """A journal verified and audited; each seat's two versions of each turn are in it once.  How many turns."""
    work = load_game(services, game)
    assert work.state in {"running", "over"}, work.stop_reason
    found = verify(Archive(archive_header(entries), tuple(entries)), work.rules, audit=True)
    assert [str(one) for one in found if one.fault] == []
    asks: dict[int, dict[Seat, int]] = {}
    turns: Counter[Seat] = Counter()
    filed: dict[tuple[Seat, int], list[tuple[int, str, bool]]] = defaultdict(list)
    for entry in entries:
        body = work.rules.codec.read(entry)
        if entry.kind == "ask":
            turns.update(one.seat for one in body.batch.asks)
            asks[entry.seq] = {one.seat: turns[one.seat] for one in body.batch.asks}
        elif entry.kind == "orders":
            line = body.sent.strip().splitlines()[0]
            filed[body.seat, asks[body.ask][body.seat]].append((body.number, line, body.final))
    told = defaultdict(list)
    for one in sent:
        if one.game == game:
            told[one.seat, one.turn].append(one.text)
    for place, texts in told.items():
        assert [line for _, line, _ in filed[place]][: len(texts)] == texts, (game, place, filed[place], texts)
    for (seat, turn), versions in filed.items():
        assert [number for number, _, _ in versions] == [1, 2], (game, seat, turn, versions)
        assert [final for _, _, final in versions] == [False, True], (game, seat, turn, versions)
    return min(turns[seat] for seat in SEATS) - 1
