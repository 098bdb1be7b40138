"""What a rule set gives so that whole random battles can be checked entry by entry (``pbem fuzz``).

What is true of any game is checked outside: replay equals play, bytes read back, an audit agrees, a view hides what it
must, answers read back, what is offered is taken.  Here is what only the rules themselves can say.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.facts import Fact
from pbem.engine.ids import Seat
from pbem.engine.offers import Offer

B = TypeVar("B")
B_co = TypeVar("B_co", covariant=True)


class FuzzFault(Exception):
    """What a check found.  step, entry: where, 0 where it is not known."""

    def __init__(self, what: str, step: int = 0, entry: int = 0) -> None:
        """what: one sentence."""
        super().__init__(what)
        self.step, self.entry = step, entry


class Setup(msgspec.Struct, Generic[B], frozen=True):
    """One battle to be played.  wild: lines that may be refused are given too."""

    battle: B
    title: str
    seats: tuple[Seat, ...]
    wild: bool = False


class Library(Protocol[B_co]):
    """The files of the rule set's folder under ``scenarios``, read for pure code."""

    def names(self) -> Sequence[str]:
        """Its battles, by file name without ending."""

    def battle(self, name: str, pace: str) -> B_co:
        """A battle of these, as it begins at that pace ('' for the usual one); read once."""

    def shared(self, name: str) -> Any:  # noqa: ANN401  # parsed YAML
        """What a file that is no battle holds (``army-list``)."""


def nothing_to_see(*_: object) -> None:
    """No check of that sort."""


@dataclass(frozen=True, kw_only=True)
class Fuzzing(Generic[B]):
    """Every check raises Fault at the first thing wrong."""

    setup: Callable[[Chance, int, Library[B]], Setup[B]]
    """Chance, the game's number, the library -> the battle to be played: the same for the same chance."""
    other_secrets: Callable[[B, Ask[Any]], B]
    """The battle with all altered that the ask's seat must not see: its view has to be the same."""
    after_fact: Callable[[B, B, Sequence[Fact[B]]], None] = nothing_to_see
    """The battle as it began, as it is after a fact, and the facts of ``remembered`` so far."""
    between_steps: Callable[[B], None] = nothing_to_see
    """What must hold of a battle whenever a step has ended."""
    listed: Callable[[B, Ask[Any], Chance], None] = nothing_to_see
    """What a stand may do is listed exactly: a seat's view, what it is asked."""
    leads_there: Callable[[B, Offer, Any], None] = nothing_to_see
    """View, a line that was offered, the answer it reads to -> it does what it says, and its place is one."""
    remembered: tuple[type[Fact[Any]], ...] = ()
    closely: int = 7
    """Of so many asks one has all that is listed and offered for it checked, which takes the longest."""
