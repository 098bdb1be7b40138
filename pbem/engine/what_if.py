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
    """How a unit came out of a try.

    mine: of the seat that tries.  start: its strength before; lost: of that, below 0 for what it has won back.
    gone: destroyed, or off the field.  at: where it is, as told, '' for who is gone or still to come.
    deeds: what it did, in a few set phrases of its rule set (``charge won``), each once.
    """

    code: str
    mine: bool
    start: int
    lost: int
    gone: bool
    disordered: bool
    at: str
    deeds: tuple[str, ...] = ()


class Came(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a try.  lost: of each side by its name, of what its tally counts.

    ended: how the battle did, '' if it goes on.  winner: the name of the side that won it, '' for none.
    """

    stands: tuple[StandCame, ...]
    lost: Mapping[str, int]
    ended: str = ""
    winner: str = ""


@dataclass(frozen=True)
class WhatIf(Generic[B]):
    """from_here: view, ask -> the view such that the script first comes to this ask again; raises CannotTry.

    came: the view before, the battle after, what happened, whose try, his answer -> what came of it.
    """

    from_here: Callable[[B, Ask[Any]], B]
    came: Callable[[B, B, Sequence[Fact[B]], Seat, Any], Came]
