"""Everything in one process, for one person on one machine: web, clock, mail room and a built-in mailbox.

The database and every mail lie under the data folder; starting again goes on with the same games.
"""

import logging
import os
import secrets
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import FrameType

from tzlocal import get_localzone_name
from werkzeug.serving import BaseWSGIServer, make_server

from pbem.app import create_app
from pbem.cli.places import WantedPlace, first_game
from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.jobs import CannotRun, listener, open_door, open_services, worker_of
from pbem.mail.lmtp import Listener
from pbem.service.options import OptionsError, zone_of
from pbem.service.people.account import set_name
from pbem.service.people.seats import ensure_player, player, sign_in_link
from pbem.service.play.games import load_game
from pbem.service.services import Services
from pbem.store.tables import PlayerId

HOST = "127.0.0.1"
YOU = "you@pbem.localhost"
YOUR_NAME = "Player One"
"""The name of the player at this machine until the player sets another: it reads well in every sentence."""
LMTP_PORT, SMTP_PORT = 8024, 8025


def embedded_config(data_dir: Path, port: int) -> Config:
    """The settings of the embedded mode; the secret is made once and kept in the data folder."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)  # mails and games are private
    return Config(
        database_url=f"sqlite:///{data_dir / 'pbem.sqlite3'}",
        secret=_secret(data_dir / "secret"),
        data_dir=data_dir,
        base_url=f"http://{HOST}:{port}",
        builtin_mailbox=True,
    )


def _secret(path: Path) -> str:
    if not path.exists():
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
    return path.read_text(encoding="ascii").strip()


def run(data_dir: Path, port: int, say: Callable[[str], None], wanted: WantedPlace) -> None:
    """Run until SIGINT or SIGTERM.  say: tells the person.

    Raises CannotRun when the port is taken or there is no such commander, BadGame for an unknown temperament,
    BadScenario.
    """
    stopped = threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopped.set()

    with ExitStack() as stack:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, stop)
        door = stack.enter_context(web_door(port))
        config = embedded_config(data_dir, port)
        services = open_services(config)
        stack.callback(services.db.close)
        services.db.migrate()
        web = web_server(config, door)
        lmtp = stack.enter_context(_door(services, LMTP_PORT))
        smtp = stack.enter_context(_door(services, SMTP_PORT, smtp=True))
        worker = stack.enter_context(worker_of(services))
        worker.start()
        stack.callback(worker.close)
        thread = threading.Thread(target=web.serve_forever, name="web", daemon=True)
        thread.start()
        stack.callback(thread.join, 5)
        stack.callback(web.shutdown)
        game = first_game(services, you_of(services), wanted)
        _greet(services, config, game, lmtp, smtp, say)
        stopped.wait()
        say("\nStopping. Your games are kept.")


def web_door(port: int) -> socket.socket:
    """The port of the web pages, ours and listening.  Raises CannotRun when another program has it."""
    try:
        return socket.create_server((HOST, port))
    except OSError as fault:
        why = os.strerror(fault.errno) if fault.errno else str(fault)
        raise CannotRun(
            f"port {port} of {HOST} is not available: {why}. Choose another: make run PORT={port % 65535 + 1}"
        ) from fault


def web_server(config: Config, door: socket.socket) -> BaseWSGIServer:
    """The web pages, behind a door that listens already."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    port = door.getsockname()[1]
    return make_server(HOST, port, create_app(config), threaded=True, fd=door.fileno())


def _door(services: Services, port: int, smtp: bool = False) -> AbstractContextManager[Listener]:
    """A mail door at its usual port, or at any that is free when another program has that one."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            port = 0
    return open_door(listener(services, f"{HOST}:{port}", smtp))


def you_of(services: Services) -> PlayerId:
    """The player at this machine, made once."""
    found = ensure_player(services, YOU, YOUR_NAME, _zone())
    card = player(services, found)
    if card is not None and card.name == "You":  # as it was called by an earlier version
        set_name(services, found, YOUR_NAME)
    return found


def _zone() -> str:
    try:
        name = get_localzone_name() or "UTC"
        zone_of(name)
    except (OptionsError, LookupError, ValueError):
        return "UTC"
    return str(name)


def _greet(
    services: Services, config: Config, game: GameId, lmtp: Listener, smtp: Listener, say: Callable[[str], None]
) -> None:  # fmt: skip
    link = sign_in_link(services, you_of(services))
    umpires = load_game(services, game).desk.umpire == you_of(services)
    page = f"{config.base_url}/g/{game}"
    for line in (
        "",
        "Battles by Post is running.",
        "",
        f"  Sign in (works once, within 20 minutes):  {link}",
        f"  You umpire, at:                           {page}/umpire"
        if umpires
        else f"  Your battle:                              {page}",
        f"  All mails sent:                           {config.base_url}/outbox (files: {config.data_dir / 'outbox'})",
        "",
        f"  To order by mail, send from {YOU} to {config.orders_address}",
        f"  by SMTP at {HOST}:{smtp.port} (LMTP at {HOST}:{lmtp.port}). With the mail in orders.eml:",
        *_taken(lmtp, smtp),
        "",
        f"  {curl_line(config, smtp.port)}",
        "",
        "  Press Ctrl-C to stop. Your games are kept: make run continues them.",
        "",
    ):
        say(line)


def curl_line(config: Config, port: int) -> str:
    """The command that sends ``orders.eml`` through the SMTP door at a port."""
    return f"curl smtp://{HOST}:{port} --mail-from {YOU} --mail-rcpt {config.orders_address} --upload-file orders.eml"


def _taken(lmtp: Listener, smtp: Listener) -> list[str]:
    """A line for each mail door that is not at its usual port."""
    doors = (("SMTP", SMTP_PORT, smtp.port), ("LMTP", LMTP_PORT, lmtp.port))
    return [
        f"  (Another program uses port {usual}, so {name} is at {port} until you stop this.)"
        for name, usual, port in doors if port != usual
    ]  # fmt: skip
