"""Players who order by web and by mail at a service whose processes are killed, and insist until they are answered.

Each side files two versions a turn, the second final.  A player whose request or mail was cut off sends the very same
again, as people and mail servers do.
"""

import smtplib
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

import requests
from sqlmodel import col, select

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player, sign_in_link
from pbem.service.play.games import load_game, new_game
from pbem.service.services import Services
from pbem.store.mails import mail_id
from pbem.store.tables import InMail, PlayerId
from tests.servers import HOST
from tests.test_proofs.field import SCENARIO, SEATS, SOUTH
from tests.web_offices import TOKEN

CODES = {seat: f"{seat[0].upper()}02" for seat in SEATS}
AT_ONCE = Options(every=0, delay=0)
CUT_OFF = (requests.RequestException, OSError, smtplib.SMTPException)
PATIENCE = 600.0
"""Seconds in which a turn must be played once both sides are ready."""

WEB, MAIL = "web", "mail"


@dataclass(frozen=True)
class Sent:
    """A version that its player was told is filed, or stored."""

    game: GameId
    seat: Seat
    turn: int
    stage: int
    door: str
    text: str


@dataclass
class Streams:
    """What all players share.  lmtp: ports of the workers' doors.  cut: how often each door was cut off."""

    services: Services
    web: int
    lmtp: tuple[int, ...]
    ends: threading.Event = field(default_factory=threading.Event)
    sent: list[Sent] = field(default_factory=list)
    mails: dict[str, bytes] = field(default_factory=dict)
    games: list[GameId] = field(default_factory=list)
    cut: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def over(self) -> bool:
        """Whether no new turn is to be begun."""
        return self.ends.is_set()


def text_of(turn: int, stage: int, seat: Seat) -> str:
    """Orders for a unit that can obey them in every turn: those that count move nothing."""
    return f"{CODES[seat]} turn {(2, 4, 8, 10)[turn % 4]}" if stage == 1 else f"{CODES[seat]} hold"


class Table(threading.Thread):
    """The two players of one game after the other."""

    def __init__(self, streams: Streams, number: int) -> None:
        """number: tells their addresses from others'."""
        super().__init__(name=f"table {number}", daemon=True)
        self.streams, self.number = streams, number
        self.addresses: dict[Seat, str] = {}
        self.players: dict[Seat, PlayerId] = {}
        self.browsers: dict[Seat, tuple[requests.Session, str]] = {}
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Play until the streams end; the turn that is under way is played to its end."""
        try:
            battle = 0
            while not self.streams.over():
                battle += 1
                game = GameId(f"table-{self.number}-{battle}")
                self._sit_down(battle)
                seats: dict[Seat, PlayerId | None] = dict(self.players)
                new_game(self.streams.services, SCENARIO, seats, AT_ONCE, game=game)
                self.streams.games.append(game)
                while not self.streams.over() and load_game(self.streams.services, game).state == "running":
                    self._turn(game)
        except BaseException as fault:  # told by the test, which waits for this thread
            self.failed = fault
            raise

    def _sit_down(self, battle: int) -> None:
        """Players of this battle alone: of one who plays on and on, no more than sixty mails an hour are read."""
        self.addresses = {seat: f"{seat}{self.number}-{battle}@players.test" for seat in SEATS}
        self.players = {
            seat: ensure_player(self.streams.services, address, f"{seat.title()} {self.number}")
            for seat, address in self.addresses.items()
        }
        self.browsers = {}

    def _turn(self, game: GameId) -> None:
        turns = load_game(self.streams.services, game).desk.turns
        for stage in (1, 2):
            for seat in SEATS:
                by_web = (turns[seat] + (seat == SOUTH)) % 2 == 0
                (self._by_web if by_web else self._by_mail)(game, seat, turns[seat], stage)
        until = time.monotonic() + PATIENCE
        while load_game(self.streams.services, game).desk.turns == turns:
            assert time.monotonic() < until, f"{game}: the turn was never played"
            if load_game(self.streams.services, game).state != "running":
                return
            time.sleep(0.02)

    def _note(self, game: GameId, seat: Seat, turn: int, stage: int, door: str) -> None:
        self.streams.sent.append(Sent(game, seat, turn, stage, door, text_of(turn, stage, seat)))

    # --- web ----------------------------------------------------------------------------------------------------------

    def _by_web(self, game: GameId, seat: Seat, turn: int, stage: int) -> None:
        while True:
            try:
                browser, token = self._browser(seat, game)
                answer = browser.post(
                    f"http://{HOST}:{self.streams.web}/g/{game}/orders", allow_redirects=False, timeout=30,
                    data={"csrf_token": token, "turn": str(turn), "text": text_of(turn, stage, seat),
                          "do": "save" if stage == 1 else "ready-as-is"},
                )  # fmt: skip
            except CUT_OFF:
                self.streams.cut[WEB] += 1
                time.sleep(0.05)
                continue
            if answer.status_code == 303 or (answer.status_code == 409 and stage == 2):
                break  # 409: a copy that was cut off had played the turn
            assert answer.status_code in {429, 500, 502, 503}, (answer.status_code, answer.text[:3000])
            assert answer.status_code != 500, answer.text[:3000]
            time.sleep(0.2)
        if answer.status_code == 303:
            self._note(game, seat, turn, stage, WEB)

    def _browser(self, seat: Seat, game: GameId) -> tuple[requests.Session, str]:
        """A browser that is signed in, and its form's token."""
        if seat not in self.browsers:
            services, browser = self.streams.services, requests.Session()
            base = f"http://{HOST}:{self.streams.web}"
            link = sign_in_link(services, self.players[seat]).replace(services.config.base_url, base)
            token = TOKEN.search(browser.get(link, timeout=30).text)
            if token is not None:
                browser.post(link, data={"csrf_token": token[1]}, timeout=30)
                token = TOKEN.search(browser.get(f"{base}/g/{game}", timeout=30).text)
            if token is None:
                time.sleep(5)  # too many sign-ins in a minute
                raise OSError("no form to send")
            self.browsers[seat] = browser, token[1]
        return self.browsers[seat]

    # --- mail ---------------------------------------------------------------------------------------------------------

    def _by_mail(self, game: GameId, seat: Seat, turn: int, stage: int) -> None:
        """Hand a mail over until it is taken; the one of the first version is waited for, for the later one counts."""
        raw = self._letter(game, seat, turn, stage)
        name, tries = mail_id(raw), 0
        while True:
            port = self.streams.lmtp[(self.number + tries) % len(self.streams.lmtp)]
            tries += 1
            try:
                with smtplib.LMTP(HOST, port, timeout=30) as door:
                    door.sendmail(self.addresses[seat], [self.streams.services.config.orders_address], raw)
                break
            except CUT_OFF:
                self.streams.cut[MAIL] += 1
                time.sleep(0.05)
        self.streams.mails[name] = raw
        self._note(game, seat, turn, stage, MAIL)
        while stage == 1 and self._waits(name):
            time.sleep(0.02)

    def _waits(self, name: str) -> bool:
        with self.streams.services.db.reading() as session:
            return session.exec(select(InMail.state).where(col(InMail.id) == name)).one() == "stored"

    def _letter(self, game: GameId, seat: Seat, turn: int, stage: int) -> bytes:
        config = self.streams.services.config
        local, _, domain = config.orders_address.partition("@")
        token = tokens_of(config).reply(TurnRef(game, seat, turn))
        lines = [
            f"From: {self.addresses[seat]}", f"To: {local}+{token}@{domain}",
            f"Message-ID: <{game}.{seat}.{turn}.{stage}@players.test>", "", text_of(turn, stage, seat),
            *(["ready"] if stage == 2 else []), "",
        ]  # fmt: skip
        return "\r\n".join(lines).encode()
