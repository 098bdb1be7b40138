"""The LMTP door: a listener behind an operator's mail server, and the built-in mailbox's way in.

It only takes mails and hands them on; 250 is said when the taker has returned, so never before they are stored.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from datetime import datetime
from typing import AnyStr, Self

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.clock import Clock, SystemClock

log = logging.getLogger(__name__)

LARGEST = 2 * 1024 * 1024
"""Bytes of a mail that is taken."""

LONGEST_LINE = 256 * 1024
"""Octets of a line that is taken: whole mails of HTML come as one line, and a refusal would be a lost order."""

MOST_RECIPIENTS = 20
MOST_AT_ONCE = 40
"""Connections; those beyond are told to try again later."""

PATIENCE = 300.0
"""Seconds a client may take over one command, or over the whole of a mail."""

TOO_MUCH = ("552 Error: Too much", "500 Line too long")
"""How the library's own refusals of a whole mail begin."""

Take = Callable[[bytes, str, tuple[str, ...], datetime], None]
"""Stores a mail: its raw bytes, envelope sender ('' for the null sender), recipients, when its last byte was here.

Raises when it could not.
"""


class NoRoom(Exception):
    """Raised by a ``Take`` that has no room for a mail now."""


class _Handler:
    """What the listener does with what it hears."""

    def __init__(self, take: Take, ours: Callable[[str], bool], clock: Clock) -> None:
        self.take, self.ours, self.clock = take, ours, clock
        self.open: set[SMTP] = set()

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not self.ours(address):
            return "550 5.1.1 no order address of ours"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients, send the rest in a mail of their own"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """One answer for each recipient of LMTP, one for all of SMTP.  Any trouble of ours is 451: try again."""
        arrived = self.clock.now()  # not when there was a thread, or the database, free for it: deadlines go by it
        raw = envelope.original_content or b""
        recipients = tuple(envelope.rcpt_tos)
        sender = (envelope.mail_from or "").removeprefix("<").removesuffix(">")  # the null sender comes as "<>"
        try:
            await asyncio.get_running_loop().run_in_executor(None, self.take, raw, sender, recipients, arrived)
        except NoRoom as fault:
            log.warning("a mail for %r was put off: %s", recipients, fault)
            answer = "452 4.3.1 no room now, try again later"
        except Exception:
            log.exception("a mail for %r could not be stored; its sender was told to try again", recipients)
            answer = "451 4.3.0 not stored, try again later"
        else:
            answer = "250 2.0.0 stored"
        return answers(server, answer)

    async def handle_exception(self, error: Exception) -> str:
        """What the listener itself stumbles over is no fault of the mail."""
        log.error("the mail door stumbled: %r", error)
        return "451 4.3.0 trouble here, try again later"


def answers(server: SMTP, answer: str) -> str:
    """An answer to a mail: once for each recipient by LMTP (RFC 2033 4.2), once for all by SMTP."""
    times = len(server.envelope.rcpt_tos) if isinstance(server, LMTP) and server.envelope else 1
    return "\r\n".join([answer] * times)


class _Bounded(SMTP):
    """A conversation that may be turned away at the door."""

    line_length_limit = LONGEST_LINE
    turned_away = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Turn away those who are too many."""
        if len(self.event_handler.open) >= MOST_AT_ONCE:
            self.turned_away = True
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(b"421 4.3.2 too many connections, try again later\r\n")
            transport.close()
            return
        self.event_handler.open.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """One fewer."""
        if not self.turned_away:
            self.event_handler.open.discard(self)
            super().connection_lost(error)

    async def push(self, status: AnyStr) -> None:
        """What the library says once of a mail too large or with a line too long, LMTP must say for each recipient."""
        if isinstance(status, str) and status.startswith(TOO_MUCH):  # type: ignore[redundant-expr]  # checked for bytes too
            await super().push(answers(self, status))
        else:
            await super().push(status)


class _Lmtp(_Bounded, LMTP):
    """LMTP, bounded."""


class Listener:
    """The door: open from `start` to `stop`, in a thread of its own."""

    def __init__(
        self,
        listen: str,
        take: Take,
        ours: Callable[[str], bool],
        *,
        smtp: bool = False,
        patience: float = PATIENCE,
        clock: Clock | None = None,
    ) -> None:
        """listen: ``host:port``, port 0 for any that is free.  ours: whether an address is one to take mail for.

        smtp: speak SMTP, for mail programs of the same machine (the built-in mailbox), instead of LMTP.  patience: as
        ``PATIENCE``.
        """
        host, _, port = listen.rpartition(":")
        self.host = host.strip("[]")
        handler = _Handler(take, ours, clock or SystemClock())

        class Door(Controller):
            def factory(self) -> SMTP:
                return (_Bounded if smtp else _Lmtp)(
                    handler, data_size_limit=LARGEST, hostname="pbem", enable_SMTPUTF8=True, ident="pbem",
                    loop=self.loop, timeout=patience,
                )  # fmt: skip

        self._controller = Door(handler, hostname=self.host, port=_free_port(self.host) if port == "0" else int(port))

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._controller.port)

    def start(self) -> None:
        """Open.  Raises OSError when another process listens there."""
        self._controller.start()

    def stop(self) -> None:
        """Close; mails under way are finished first or tried again by their sender."""
        self._controller.stop(no_assert=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *told: object) -> None:
        self.stop()


def _free_port(host: str) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
