"""Orders that can be sent and will not work as written: what the seat that gives them is told at once.

A warning is no refusal: the order is understood, is filed, and may yet succeed if something else changes first.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from pbem.engine.hexes import Hex
from pbem.engine.ids import RuleId
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose

WarningKind = Literal["collision", "impossible"]
"""collision: two orders of one side contradict each other.  impossible: it cannot be done as things stand."""


class Footprint(msgspec.Struct, frozen=True):
    """Where a unit of a table would stand.  at: its middle and facing."""

    code: str
    at: Pose
    width: Hundredths
    depth: Hundredths


class OrderWarning(msgspec.Struct, frozen=True, kw_only=True):
    """Why an order of a sheet will not work as written."""

    kind: WarningKind
    units: tuple[str, ...]
    """Codes of those whose order it is."""
    text: str
    """Who, where, who acts first, and what the unit does then, in sentences."""
    others: tuple[str, ...] = ()
    """Codes of units in the way, contradicted, or aimed at."""
    hexes: tuple[Hex, ...] = ()
    """Where, for the map; () for a warning that has no place."""
    footprints: tuple[Footprint, ...] = ()
    """Where, for the map; () for a warning that has no place."""
    rules: tuple[RuleId, ...] = ()
    suggestions: tuple[str, ...] = ()
    """Whole lines that would work instead."""


def warned(warnings: Iterable[OrderWarning]) -> frozenset[str]:
    """The codes of all units whose orders will not work as written."""
    return frozenset(code for one in warnings for code in one.units)


def no_warnings(view: object, ask: object, answer: object) -> tuple[OrderWarning, ...]:
    """For a rule set that warns of nothing."""
    return ()
