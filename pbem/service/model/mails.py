"""The mails a use case causes.

A use case says which; the composer of its `Services` makes each once, before anything is written.
"""

from datetime import datetime
from typing import Literal, Protocol

import msgspec

from pbem.config import Config
from pbem.engine.chart import Chart
from pbem.engine.ids import GameId, Seat
from pbem.mail.compose import Outgoing
from pbem.reports.letter import Letter
from pbem.reports.report import Penned
from pbem.service.model.gamepage import GamePage
from pbem.store.tables import PlayerId

MailKind = Literal[
    "begun", "report", "over", "reminder", "late", "extended", "stopped", "sign-in", "address", "deputy", "notice",
    "invitation", "muster", "letter", "pact", "seat", "missed", "umpire", "answered", "ruling",
]  # fmt: skip

PRIORITIES: dict[MailKind, int] = {
    "sign-in": 1, "begun": 4, "report": 4, "over": 4, "late": 6, "extended": 6, "reminder": 7, "stopped": 2,
    "address": 1, "deputy": 3, "notice": 3, "letter": 5, "pact": 3, "seat": 3, "invitation": 5, "muster": 3,
    "missed": 6, "umpire": 3, "answered": 3, "ruling": 3,
}  # fmt: skip
"""Smaller goes first; acknowledgements (the mail room's) come before reports.

umpire: what the umpire is told.  answered: what the umpire answers a question.
"""


class Correspondent(msgspec.Struct, frozen=True):
    """An addressee of mails."""

    player: PlayerId | None
    """Their player id; None for the operator."""

    name: str
    """Their name."""

    address: str
    """Where mails to them go."""

    zone: str = "UTC"
    """Their zone, IANA."""


KEPT_MEANWHILE = (
    "Nothing sent meanwhile is lost. A mail for this game is kept, its writer is told why, and it is read when the "
    "game goes on; orders sent on its page are kept there as drafts."
)
"""What the operator is told of a stopped game's orders."""


def operator_of(config: Config) -> Correspondent | None:
    """The operator as an addressee; None where the settings name none."""
    return Correspondent(None, "the operator", config.operator_address) if config.operator_address else None


class MailMatter(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail is about, before it is rendered."""

    kind: MailKind
    """What kind of mail it is."""

    to: Correspondent
    """Who gets it."""

    at: datetime
    """When it is written, UTC."""

    game: GameId = GameId("")
    """The game it is about; '' for none."""

    turn: int = 0
    """Number of the turn it is about, whose orders an answer to it gives; 0 for none."""

    seat: Seat = Seat("")
    """The seat that counts that turn; '' for none."""

    revision: str = "0"
    """Tells two mails of one kind and turn apart."""

    page: GamePage | None = None
    """What the seat may see of the game, in ``to.zone``; None for a mail about no game."""

    link: str = ""
    """A sign-in link; '' for none."""

    text: str = ""
    """Why a game stopped; '' for none."""

    letter: Letter | None = None
    """What it says, where the use case that sends it has written it."""

    penned: tuple[Penned, ...] = ()
    """Letters of other players that come with a report."""


class Undrawn(msgspec.Struct, frozen=True):
    """A mail that is to show maps, before they are drawn: all that its bytes are made of."""

    mail: Outgoing

    charts: dict[str, Chart]
    """What its maps show, by the names its HTML knows them by."""


class Composed(msgspec.Struct, frozen=True):
    """A mail as it is sent."""

    raw: bytes
    """The bytes; of a mail that is to show maps, those of the mail without them."""

    message_id: str
    """Its Message-ID, in angle brackets."""

    sender: str
    """Envelope sender."""

    lines: tuple[str, ...] = ()
    """Lines of its text and HTML, by which they are known when they come back quoted; those of the HTML of a mail that
    is to show maps are noted as it is drawn."""

    undrawn: Undrawn | None = None
    """The mail with the maps it is to show; None where there are none to draw."""


class Composer(Protocol):
    """Makes a mail."""

    def __call__(self, config: Config, matter: MailMatter) -> Composed:
        """The bytes, the same for the same matter but for what MIME makes up."""
        ...
