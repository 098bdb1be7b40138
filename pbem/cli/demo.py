"""A whole battle through the real doors: aides-de-camp who write mails (``pbem demo``).

Each side is a player with a mail address.  Its reports leave by SMTP to a sink on loopback; the player answers the
report, as a mail program would, with the orders its aide-de-camp writes; the answer goes in by LMTP, is stored, read,
acknowledged; when all are ready the round is played.  The same seed gives the same battle.
"""

import hashlib
import shutil
import smtplib
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import click

from pbem.cli.archives import verify_file
from pbem.config import Config
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.wording import number
from pbem.jobs import listener, open_services
from pbem.mail.lmtp import Listener
from pbem.mail.relay import SmtpRelay
from pbem.scenarios import Loaded, first_scenario, load_scenario
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.model.desk import asked
from pbem.service.options import Options, options_from
from pbem.service.outgoing.outbox import drain
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.replay.downloads import export_game
from pbem.service.services import Services

PEOPLE = ("Ines", "Tom", "Karin", "Luc", "Anna", "Piet", "Maria", "Hans")
"""Who play: a seat each, whose title is their surname."""
OVERSEER = "Geoff"
"""Who umpires."""
MOST_TURNS = 60
"""The most rounds of orders in a demo; a battle with more is a battle that does not end."""


class DemoFailed(Exception):
    """The demo did not come out as it must; the message says where."""


@dataclass(frozen=True)
class DemoBattle:
    """A demo battle and who plays it."""

    scenario: str

    loaded: Loaded

    tempers: Mapping[Seat, str]

    """Temperaments of the aides-de-camp that are not the usual ones."""

    options: Options
    """What is agreed; the demo has no deadlines."""

    umpired: bool = False
    """Whether it has an umpire, who is sent what umpires are sent, and lets the turns be played."""

    @classmethod
    def named(
        cls, scenario: str, tempers: Mapping[Seat, str], given: Mapping[str, str], *, umpired: bool = False
    ) -> "DemoBattle":
        """Raises BadScenario, OptionsError, DemoFailed for a seat there is not.  given: options by their names."""
        options = options_from({**given, "every": 0, "aides": {str(seat): one for seat, one in tempers.items()}})
        loaded = load_scenario(scenario, options.of_scenario)
        seats = loaded.scenario.seats
        strange = [seat for seat in tempers if seat not in seats]
        if strange:
            raise DemoFailed(f"{loaded.scenario.title} has the seats {', '.join(seats)}, not {strange[0]!r}")
        return cls(scenario, loaded, tempers, options, umpired)

    @property
    def game(self) -> GameId:
        """The game's name in addresses: that of its file."""
        return GameId(Path(self.scenario).stem)

    @property
    def players(self) -> Mapping[Seat, str]:
        """``Ines South``: by seat, in their order."""
        titles = self.loaded.scenario.seat_titles
        return {
            seat: f"{person} {titles.get(seat, seat.capitalize())}"
            for person, seat in zip(PEOPLE, self.loaded.scenario.seats, strict=False)
        }


class _Sink:
    """A mail server on loopback that keeps what it gets, in order, for each recipient."""

    def __init__(self) -> None:
        self.waiting: dict[str, deque[bytes]] = {}

    def take(self, raw: bytes, sender: str, recipients: tuple[str, ...], arrived: datetime) -> None:
        """Keep a mail."""
        for recipient in recipients:
            self.waiting.setdefault(recipient.lower(), deque()).append(raw)


def play_demo(
    out: Path,
    seed: int,
    say: Callable[[str], None],
    tempers: Mapping[Seat, str] | None = None,
    scenario: str = "",
    given: Mapping[str, str] | None = None,
    *,
    umpired: bool = False,
) -> None:
    """Play; leaves ``mail/*.eml``, ``maps/*.png``, ``archive.jsonl`` and ``summary.txt`` under ``out``.

    tempers: of the aides, where they are not the usual ones.  scenario: by its name, '' for the one of newcomers.
    given: options of the game by their names.  umpired: with an umpire.

    Raises DemoFailed when an order is not taken, the battle does not end, or its archive does not verify and audit;
    BadScenario.
    """
    began = perf_counter()
    who = {seat: one for seat, one in (tempers or {}).items() if one}
    battle = DemoBattle.named(scenario or first_scenario(), who, given or {}, umpired=umpired)
    for folder in ("mail", "maps"):
        shutil.rmtree(out / folder, ignore_errors=True)
        (out / folder).mkdir(parents=True)
    with ExitStack() as stack:
        work = Path(stack.enter_context(TemporaryDirectory(prefix="pbem-demo-")))
        sink = _Sink()
        server = stack.enter_context(Listener("127.0.0.1:0", sink.take, lambda address: True, smtp=True))
        services = _services(work, seed, server.port)
        stack.callback(services.db.close)
        relay = stack.enter_context(closing(SmtpRelay(services.config.smtp_url)))
        door = stack.enter_context(listener(services, "127.0.0.1:0"))
        demo = _Demo(services, sink, door.port, out, relay, battle)
        demo.play(seed, say)
        archive = out / "archive.jsonl"
        archive.write_text("".join(export_game(services, battle.game)), encoding="utf-8")
        verified = verify_file(archive, audit=True)
        summary = demo.summary(seed, perf_counter() - began)
        (out / "summary.txt").write_text("\n".join((*summary, *verified.lines)) + "\n", encoding="utf-8")
    for line in (*summary, *verified.lines, f"Mails, maps, archive and summary are in {out}."):
        say(line)
    if not verified.good:
        raise DemoFailed("the archive does not verify")


def _services(folder: Path, seed: int, smtp_port: int) -> Services:
    secret = hashlib.sha256(f"pbem demo {seed}".encode()).hexdigest()
    config = Config(
        database_url=f"sqlite:///{folder / 'demo.sqlite3'}",
        secret=secret,
        data_dir=folder,
        smtp_url=f"smtp://127.0.0.1:{smtp_port}",
        builtin_mailbox=True,
    )
    services = open_services(config)
    services.db.migrate()
    return services


class _Demo:
    """The players, and what they got."""

    def __init__(
        self, services: Services, sink: _Sink, lmtp_port: int, out: Path, relay: SmtpRelay, battle: DemoBattle
    ) -> None:  # fmt: skip
        self.battle, self.game = battle, battle.game
        self.reports: dict[Seat, EmailMessage] = {}
        self.services, self.sink, self.lmtp_port, self.out, self.relay = services, sink, lmtp_port, out, relay
        self.mails = 0
        self.maps = 0
        self.turns = 0
        self.orders = 0

    def play(self, seed: int, say: Callable[[str], None]) -> None:
        """From the first report to the last."""
        players = {
            seat: ensure_player(self.services, f"{seat}@players.test", name)
            for seat, name in self.battle.players.items()
        }
        dice = hashlib.sha256(f"pbem demo dice {seed}".encode()).digest()
        umpire = ensure_player(self.services, f"{UMPIRE}@players.test", OVERSEER) if self.battle.umpired else None
        new_game(
            self.services, self.battle.scenario, players, self.battle.options, seed=dice, game=self.game, umpire=umpire
        )
        drain(self.services, self.relay)
        scenario = self.battle.loaded.scenario
        with click.progressbar(length=scenario.rounds or MOST_TURNS, label=scenario.title) as bar:
            for _ in range(MOST_TURNS):
                self._take_reports()
                work = load_game(self.services, self.game)
                if work.state == "over":
                    bar.update(bar.length or 0)
                    return
                for seat in [seat for seat in players if asked(work.desk, seat) is not None]:
                    self._order(seat)
                self.turns += 1
                bar.update(work.rules.playtest.score(work.battle).rounds - bar.pos)
        raise DemoFailed(f"the battle has not ended after {MOST_TURNS} turns")

    def _take_reports(self) -> None:
        """What each player was told since he last ordered: the newest is the one he answers."""
        for seat in self.battle.players:
            while self.sink.waiting.get(f"{seat}@players.test"):
                self.reports[seat] = self._take(seat, "report")
        while self.sink.waiting.get(f"{UMPIRE}@players.test"):
            self._take(UMPIRE, "mail")

    def _order(self, seat: Seat) -> None:
        """Answer the newest report with the aide's orders, and read the acknowledgement."""
        work = load_game(self.services, self.game)
        ask = asked(work.desk, seat)
        if ask is None:
            raise DemoFailed(f"nothing is asked of {seat} in turn {self.turns + 1}")
        report = self.reports.pop(seat, None)
        if report is None:
            raise DemoFailed(f"{seat} waits for a report in turn {self.turns + 1}, and none has come")
        orders = work.rules.aide.orders(work.view(seat), ask, self.battle.tempers.get(seat, ""))
        answer = _answer(report, f"{seat}@players.test", f"{orders}\nready\n")
        self._keep(answer.as_bytes(), f"{seat}-orders")
        with smtplib.LMTP("127.0.0.1", self.lmtp_port) as lmtp:
            lmtp.send_message(answer)
        handle_waiting(self.services)
        drain(self.services, self.relay)
        self.orders += len(orders.splitlines())
        told = self._take(seat, "answer").get_body(("plain",))
        text = told.get_content() if told is not None else ""
        taken = "understood" in text if orders.strip() else "You sent no orders" in text
        if "need you" in text or "needs you" in text or not taken:
            raise DemoFailed(f"the orders of {seat} in turn {self.turns + 1} were not all taken:\n{text}")

    def _take(self, seat: Seat, kind: str) -> EmailMessage:
        """The next mail to a seat, which must be of that kind; kept, its map with it."""
        waiting = self.sink.waiting.get(f"{seat}@players.test")
        if not waiting:
            raise DemoFailed(f"{seat} waits for a mail ({kind}) in turn {self.turns + 1}, and none has come")
        raw = waiting.popleft()
        self._keep(raw, f"{seat}-{kind}")
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        for part in message.walk():
            if part.get_content_type() == "image/png":
                self.maps += 1
                picture = part.get_payload(decode=True)
                assert isinstance(picture, bytes)
                (self.out / "maps" / f"{self.turns:02d}-{seat}.png").write_bytes(picture)
        return message

    def _keep(self, raw: bytes, name: str) -> None:
        self.mails += 1
        (self.out / "mail" / f"{self.mails:03d}-{name}.eml").write_bytes(raw)

    def summary(self, seed: int, seconds: float) -> tuple[str, ...]:
        """What happened, in lines."""
        work = load_game(self.services, self.game)
        end = work.rules.course.outcome(work.battle)
        return (
            f"{work.title}, {work.rules.title} rules, seed {seed}: {self._players()} by mail.",
            end.text if end is not None else "The battle has not ended.",
            f"{self.turns} turns, {self.orders} order lines, {self.mails} mails, {self.maps} maps, {seconds:.1f} s.",
        )

    def _players(self) -> str:
        """``two aides-de-camp``; ``two aides-de-camp (south bold, north steady)``; ``with an umpire``."""
        tempers = self.battle.tempers
        many = f"{number(len(self.battle.players))} aides-de-camp"
        if not tempers:
            return f"{many} and an umpire" if self.battle.umpired else many
        usual = next(iter(self.battle.loaded.rules.aide.tempers))
        return f"{many} ({', '.join(f'{seat} {tempers.get(seat, usual)}' for seat in self.battle.players)})"


def _answer(report: EmailMessage, sender: str, orders: str) -> EmailMessage:
    """An answer as mail programs write them: the new text above, the report quoted below."""
    answer = EmailMessage()
    answer["From"] = sender
    answer["To"] = report["Reply-To"] or report["From"]
    answer["Subject"] = f"Re: {report['Subject']}"
    answer["Message-ID"] = f"<{hashlib.sha256(report.as_bytes() + orders.encode()).hexdigest()[:32]}@players.test>"
    answer["In-Reply-To"] = report["Message-ID"]
    answer["References"] = report["Message-ID"]
    body = report.get_body(("plain",))
    quoted = "".join(f"> {line}\n" for line in (body.get_content() if body is not None else "").splitlines())
    answer.set_content(f"{orders}\nOn the day of the report, Battles by Post wrote:\n{quoted}")
    return answer
