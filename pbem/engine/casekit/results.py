"""How a case came out, and why one could not be played."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from pbem.engine.spec import Faults


class Difference(msgspec.Struct, frozen=True):
    """A key of ``expect`` that differs."""

    key: str
    expected: str
    """In words."""
    found: str
    """In words."""


class CaseResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a case came out."""

    id: str
    title: str
    error: str = ""
    """Why it could not be played to its end."""
    differences: tuple[Difference, ...] = ()
    asked: tuple[str, ...] = ()
    """The dice that the rules asked for."""
    refused: tuple[str, ...] = ()
    """What the rules refused on the way, in words: often the reason of a difference."""

    @property
    def passed(self) -> bool:
        """Played to its end, and nothing differs."""
        return not self.error and not self.differences


Vocabulary = Callable[[Mapping[str, Any], Mapping[str, Any]], CaseResult]
"""Plays one case: the file's head (its ``types``), the case."""


class CaseStop(BaseException):
    """The case cannot go on; no rules code may catch it.  The message says why."""


class Enough(CaseStop):
    """The case has come to where it is to stop (``until``)."""


def fault_text(faults: Faults) -> str:
    """Faults in one line."""
    return "; ".join(f"{fault.where}: {fault.what}" if fault.where else fault.what for fault in faults.found)
