"""The mails a use case causes.

A use case says which; the composer of its `Services` makes each once, before anything is written.
"""

from datetime import datetime
from typing import Literal, Protocol

import msgspec

from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.reports.letter import Letter
from pbem.reports.report import Penned
from pbem.service.model.gamepage import GamePage
from pbem.store.tables import PlayerId

MailKind = Literal[
    "begun", "report", "over", "reminder", "late", "extended", "stopped", "sign-in", "address", "deputy", "notice",
    "invitation", "muster", "letter", "pact", "seat", "missed",
]  # fmt: skip

PRIORITIES: dict[MailKind, int] = {
    "sign-in": 1, "begun": 4, "report": 4, "over": 4, "late": 6, "extended": 6, "reminder": 7, "stopped": 2,
    "address": 1, "deputy": 3, "notice": 3, "letter": 5, "pact": 3, "seat": 3, "invitation": 5, "muster": 3,
    "missed": 6,
}  # fmt: skip
"""Smaller goes first; acknowledgements (the mail room's) come before reports."""


class Correspondent(msgspec.Struct, frozen=True):
    """Whom a mail goes to.  zone: IANA.  player: None for the operator."""

    player: PlayerId | None
    name: str
    address: str
    zone: str = "UTC"


KEPT_MEANWHILE = (
    "Nothing sent meanwhile is lost. A mail for this game is kept, its writer is told why, and it is read when the "
    "game goes on; orders sent on its page are kept there as drafts."
)
"""What the operator is told of a stopped game's orders."""


def operator_of(config: Config) -> Correspondent | None:
    """Whoever runs the service; None when nobody is to be told of anything."""
    return Correspondent(None, "the operator", config.operator_address) if config.operator_address else None


class MailMatter(msgspec.Struct, frozen=True, kw_only=True):
    """One mail to be made.

    turn, seat: of the turn it is about; an answer to it gives orders for that turn.  revision: tells two mails of a
    kind and turn apart.  page: what the seat may see of the game, in ``to.zone``.  link, text: a sign-in link; why a
    game stopped.  letter: what it says, where whoever causes it has written it himself.  penned: letters of other
    players that come with a report.
    """

    kind: MailKind
    to: Correspondent
    at: datetime
    game: GameId = GameId("")
    turn: int = 0
    seat: Seat = Seat("")
    revision: str = "0"
    page: GamePage | None = None
    link: str = ""
    text: str = ""
    letter: Letter | None = None
    penned: tuple[Penned, ...] = ()


class Composed(msgspec.Struct, frozen=True):
    """A mail as it will be sent.  sender: envelope address.  lines: of both its parts, to be known when quoted back."""

    raw: bytes
    message_id: str
    sender: str
    lines: tuple[str, ...] = ()


class Composer(Protocol):
    """Makes a mail."""

    def __call__(self, config: Config, matter: MailMatter) -> Composed:
        """The bytes, the same for the same matter but for what MIME makes up."""
        ...
