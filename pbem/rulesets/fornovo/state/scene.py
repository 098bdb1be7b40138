"""What a scenario adds to a battle: late comers, how far troops see, readings that differ, how the battle ends."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.table.arrivals import EdgeArrival
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot

Ending = Literal["", "broken", "objective", "limit", "draw", "conceded", "ruled"]
"""How a battle ended."""


class Arrival(EdgeArrival, frozen=True, kw_only=True):
    """Units and generals that come by one die.  edge, start and end: of the first of them."""

    needs: int | None = None
    """The least die that brings them, each turn again; None: they come for certain."""
    places: Mapping[StandId, Spot]
    """Where on the edge each of them comes."""


class Sight(msgspec.Struct, frozen=True):
    """How far troops see (FS-11.3a), from a turn on."""

    turn: int
    inches: Hundredths


class Switches(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Rulings that a game may read otherwise; the defaults are the catalogue's (section 7)."""

    pistols: Literal["56H", "6HH"] = "56H"
    """FS-Q2: the Normal cell of pistols."""
    mounted_dice: Literal[2, 3] = 3
    """FS-Q3: mounted figures to a die of shooting."""
    elite_halt: Literal[-1, 1] = -1
    """FS-Q5: of Grade A in tests to halt."""
    late_light_ball: Literal["body", "playsheet"] = "body"
    """FS-Q10: the ranges of light ball from 1585 on."""
    maneuvers: Literal["body", "playsheet"] = "body"
    """FS-Q14: what maneuvers cost."""
    bill_and_bow: Literal["sleeves", "free"] = "sleeves"
    """FS-Q20: whether longbows stand in sleeves beside halberds."""
    naked: Literal["any", "pikes_and_horse"] = "any"
    """FS-Q62: against whom naked foot suffers in FS-8.7 and FS-8.8."""
