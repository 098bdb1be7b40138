"""What anybody is ever waited for: one ask, one seat, one answer; asks put together are closed by one answer."""

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

import msgspec

from pbem.engine.ids import Seat, Seq

A = TypeVar("A")

Decider = Literal["player", "standing order", "default", "deadline", "aide", "umpire"]
"""Who decided: the player; a standing order of his; the default of the rules because his pace leaves it to them; the
missed-turn policy after the deadline; the aide-de-camp; the umpire."""


class Ask(msgspec.Struct, Generic[A], frozen=True, kw_only=True):
    """A question to one seat.  Subclasses add what it is about, in values worked out from the seat's own view.

    default: what happens if the seat gives no answer.
    """

    seat: Seat
    default: A

    def refusal(self, answer: A) -> str:
        """Why an answer is not one of those allowed; '' when it is."""
        return ""


class Given(msgspec.Struct, Generic[A], frozen=True):
    """An answer and who gave it."""

    answer: A
    by: Decider
    note: str = ""
    """The standing order that fired, in words."""


class Decided(msgspec.Struct, frozen=True):
    """One of a seat's own asks, closed: what it was asked, what was answered and by whom.  Told to that seat only."""

    ask: Ask[Any]
    given: Given[Any]


class Batch(msgspec.Struct, Generic[A], frozen=True):
    """Asks put together.  Sealed: no seat learns another's answer before all are in, nor that it is in.

    A(ny): the rule set's union of asks.
    """

    asks: tuple[A, ...]
    sealed: bool = False


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has sent for its ask in the open batch: the last one counts.

    answer: as understood (None: nothing could be taken).  final: the seat is ready.
    """

    seat: Seat
    at: Seq
    number: int
    door: str
    text: str
    answer: Any
    final: bool


class OpenAsk(msgspec.Struct, frozen=True):
    """The open batch, the entry that opened it, and what has come in for it."""

    seq: Seq
    batch: Batch[Any]
    submissions: Mapping[Seat, Submission]

    def ask_of(self, seat: Seat) -> Ask[Any] | None:
        """The ask put to a seat, if there is one."""
        return next((ask for ask in self.batch.asks if ask.seat == seat), None)

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose final answer is still missing."""
        return tuple(ask.seat for ask in self.batch.asks if not self._settled(ask.seat))

    def _settled(self, seat: Seat) -> bool:
        sent = self.submissions.get(seat)
        return sent is not None and sent.final and sent.answer is not None
