"""The ask of a bound (K0): a packet of orders."""

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.ids import Side, StandId
from pbem.rulesets.armatys.state.orders import ChargeOrder, MoveOrder, RestOrder, Shot, Speech
from pbem.rulesets.armatys.state.standing import Standing


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
    """The orders of a bound."""

    side: Side
    bound: int


Asks = AskPacket
Answers = Packet
