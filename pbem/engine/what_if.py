"""What a rule set gives so that orders can be tried: how a view is played on, and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.facts import Fact
from pbem.engine.ids import Seat

B = TypeVar("B")


class CannotTry(Exception):
    """What is asked cannot be tried on a branch; the message says why, and what can."""


class StandCame(msgspec.Struct, frozen=True, kw_only=True):
    """How a unit came out of a try."""

    code: str
    mine: bool
    """Of the seat that tries."""
    start: int
    """Its strength before."""
    lost: int
    """Of that, below 0 for what it has won back."""
    gone: bool
    """Destroyed, or off the field."""
    disordered: bool
    at: str
    """Where it is, as told, '' for who is gone or still to come."""
    deeds: tuple[str, ...] = ()
    """What it did, in a few set phrases of its rule set (``charge won``), each once."""


class Came(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a try."""

    stands: tuple[StandCame, ...]
    lost: Mapping[str, int]
    """Of each side by its name, of what its tally counts."""
    ended: str = ""
    """How the battle did, '' if it goes on."""
    winner: str = ""
    """The name of the side that won it, '' for none."""


@dataclass(frozen=True)
class WhatIf(Generic[B]):
    """from_here: view, ask -> the view such that the script first comes to this ask again; raises CannotTry.

    came: the view before, the battle after, what happened, whose try, his answer -> what came of it.
    """

    from_here: Callable[[B, Ask[Any]], B]
    came: Callable[[B, B, Sequence[Fact[B]], Seat, Any], Came]
