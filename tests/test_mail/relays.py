"""Relays of the tests that need no server."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from pbem.mail.relay import RelayAnswer


class Sink:
    """Takes everything."""

    def __init__(self) -> None:
        self.got: list[tuple[str, bytes]] = []

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Take it."""
        self.got.append((recipient, raw))
        return RelayAnswer("sent", "taken")

    def close(self) -> None:
        """Nothing is open."""

    @property
    def messages(self) -> list[EmailMessage]:
        """What it got, read."""
        return [message_from_bytes(raw, policy=default) for _, raw in self.got]

    @property
    def kinds(self) -> list[str]:
        """Their kinds, in the order they came."""
        return [str(message["X-PBEM"]) for message in self.messages]
