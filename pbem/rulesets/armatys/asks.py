"""The asks of a bound: a packet of orders (K0), and what is said at its stops (K1, K2, K3, K4)."""

from typing import Literal

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.ids import Side, StandId
from pbem.rulesets.armatys.state.orders import ChargeOrder, MoveOrder, RestOrder, Shot, Speech
from pbem.rulesets.armatys.state.standing import Standing

Stop = Literal["", "K1", "K2", "K3", "K4"]
"""'' for the packet of the bound (K0)."""


class Packet(msgspec.Struct, frozen=True, kw_only=True, tag="packet", omit_defaults=True):
    """A side's orders of a bound.  Numbers of orders are given when both packets are in: here they are 0."""

    charges: tuple[ChargeOrder, ...] = ()
    holds: tuple[StandId, ...] = ()
    """Units told to hold: what was ordered of them before is taken back."""
    moves: tuple[MoveOrder, ...] = ()
    """Of a unit with a charge too: what it does if its charge is refused."""
    shots: tuple[Shot, ...] = ()
    """In P6."""
    rests: tuple[RestOrder, ...] = ()
    speeches: tuple[Speech, ...] = ()
    now: tuple[Standing, ...] = ()
    """What units choose in this bound alone, if it comes to that."""
    standing: tuple[Standing, ...] = ()
    """New ones, and those taken back; older ones stay."""


class AskPacket(Ask[Packet], frozen=True, kw_only=True, tag="ask packet"):
    """The orders of a bound, or what is said at a stop within it."""

    side: Side
    bound: int
    stop: Stop = ""


Asks = AskPacket
Answers = Packet
