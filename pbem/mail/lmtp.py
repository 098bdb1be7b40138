"""The LMTP door: a listener behind an operator's mail server, and the built-in mailbox's way in.

It only takes mails and hands them on; 250 is said when the taker has returned, so never before they are stored.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Self

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

log = logging.getLogger(__name__)

LARGEST = 2 * 1024 * 1024
"""Bytes of a mail that is taken."""

MOST_RECIPIENTS = 20

Take = Callable[[bytes, str, tuple[str, ...]], None]
"""Stores a mail: its raw bytes, envelope sender ('' for the null sender), recipients.  Raises when it could not."""


class _Handler:
    """What the listener does with what it hears."""

    def __init__(self, take: Take, ours: Callable[[str], bool]) -> None:
        self.take, self.ours = take, ours

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
        raw = envelope.original_content or b""
        recipients = tuple(envelope.rcpt_tos)
        sender = (envelope.mail_from or "").removeprefix("<").removesuffix(">")  # the null sender comes as "<>"
        try:
            await asyncio.get_running_loop().run_in_executor(None, self.take, raw, sender, recipients)
        except Exception:
            log.exception("a mail for %r could not be stored; its sender was told to try again", recipients)
            answer = "451 4.3.0 not stored, try again later"
        else:
            answer = "250 2.0.0 stored"
        return "\r\n".join([answer] * (len(recipients) if isinstance(server, LMTP) else 1))

    async def handle_exception(self, error: Exception) -> str:
        """What the listener itself stumbles over is no fault of the mail."""
        log.error("the mail door stumbled: %r", error)
        return "451 4.3.0 trouble here, try again later"


class Listener:
    """The door: open from `start` to `stop`, in a thread of its own."""

    def __init__(
        self, listen: str, take: Take, ours: Callable[[str], bool], *, protocol: type[SMTP] = LMTP, name: str = "pbem"
    ) -> None:
        """listen: ``host:port``, port 0 for any that is free.  ours: whether an address is one to take mail for.

        protocol: LMTP, or SMTP for mail programs of the same machine (the built-in mailbox).
        """
        host, _, port = listen.rpartition(":")
        self.host = host.strip("[]")
        handler = _Handler(take, ours)

        class Door(Controller):
            def factory(self) -> SMTP:
                return protocol(
                    handler, data_size_limit=LARGEST, hostname=name, enable_SMTPUTF8=True, ident="pbem", loop=self.loop
                )

        self._controller = Door(handler, hostname=self.host, port=_free_port(self.host) if port == "0" else int(port))

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._controller.port)

    def start(self) -> None:
        """Open.  Raises OSError when somebody else listens there."""
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
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
