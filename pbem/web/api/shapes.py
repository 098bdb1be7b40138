"""What the API gives of a game as it stands: an outside form that stays while the inside moves.

Each is filled from a value inside, field by field (`shaping.shaped`), and derives from it where it gives all of its
fields.  Docstrings are given out in the OpenAPI document, under the name without ``Shape``.  Times are ISO 8601 in UTC.
Places are as orders name them (``0605``, ``24,18.5``), units by their code (``S04``).
"""

from datetime import datetime
from typing import Literal

import msgspec

from pbem.engine.reporting import Outcome
from pbem.service.model import gamepage


class Out(msgspec.Struct):
    """What is given."""


class Sent(msgspec.Struct, forbid_unknown_fields=True):
    """What is taken."""


# --- a game -------------------------------------------------------------------------------------------------------


class PartyShape(gamepage.Party, frozen=True):
    """A seat as everybody sees it.  name: of its player, or of its aide-de-camp.  mine: the key's own seat."""


class DueShape(Out):
    """A deadline.  told: in words, in the player's zone.  late: it has passed, and orders count until `grace_until`."""

    at: datetime
    zone: str
    told: str
    late: bool
    grace_until: datetime | None


class VersionShape(Out):
    """The version of the seat's orders that stands.  door: mail, web, api or aide.  final: the player is ready.

    text: all of it, in canonical form.  by: name of the deputy who sent it, empty for the seat's own player.
    """

    number: int
    door: str
    at: datetime
    final: bool
    text: str
    by: str


class WaitingShape(gamepage.WaitedFor, frozen=True):
    """Who is waited for, as far as the seat may know.  others: their titles.  more: others, and not known whom."""


class TurnLinkShape(gamepage.TurnLink, frozen=True):
    """A report the seat was given.  number: of its turn, 0 for how the battle began."""


class WordShape(Out):
    """What a seat added to the seed of the dice."""

    seat: str
    word: str


class DiceShape(Out):
    """What proves the dice.  commitment: SHA-256 of the seed, told before the first roll.  seed: empty until the battle
    is over.  words_open: no dice have been thrown yet, so that words may be added."""

    commitment: str
    words: tuple[WordShape, ...]
    words_open: bool
    seed: str


class OutcomeShape(Outcome, frozen=True):
    """How a battle ended.  winner: a side, empty for a draw."""


class GameNowShape(Out):
    """A game as it stands.

    turn: the seat's own number of the turn whose orders are, or were last, asked of it; orders name it.  report: number
    of the latest report.  asked: what is asked of the seat now, in words; empty when nothing is.  due: null when no
    clock runs, or while it waits (`clock_waits`) because a player could not be told of their turn.  plays_at: when the
    turn is played, all having submitted; orders can be changed until then; null while not all have.  silence: what
    becomes of a missed turn.  grace: hours after the deadline in which orders still count.
    """

    game: str
    title: str
    rules: str
    rules_title: str
    seat: str
    seat_title: str
    state: Literal["running", "stopped", "over"]
    turn: int
    turn_name: str
    report: int
    asked: str
    due: DueShape | None
    plays_at: datetime | None
    clock_waits: bool
    parties: tuple[PartyShape, ...]
    waiting: WaitingShape
    stands: VersionShape | None
    silence: str
    grace: int
    extensions_left: int
    missed: int
    dice: DiceShape
    outcome: OutcomeShape | None


class ReportsShape(Out):
    """The reports the seat was given, the oldest first."""

    reports: tuple[TurnLinkShape, ...]
