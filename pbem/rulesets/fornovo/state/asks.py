"""The asks of a turn: a packet of orders, and what is said at its stops (catalogue sections 5 and 11)."""

from typing import Literal

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.ids import Side, StandId
from pbem.rulesets.fornovo.state.battle import General
from pbem.rulesets.fornovo.state.orders import AnswerOrder, ChargeOrder, FireOrder, MoveOrder
from pbem.rulesets.fornovo.state.standing import Standing
from pbem.rulesets.fornovo.state.units import Unit

Stop = Literal["", "armies", "roles", "answers", "moves", "targets", "tests"]
"""'' for the packet of the turn; before the first of them an army list; else after R1, after charges are declared,
after M3a, after S2, before C3.
"""


class Packet(msgspec.Struct, frozen=True, kw_only=True, tag="packet", omit_defaults=True):
    """A side's orders of a turn.  Numbers of orders are given when both packets are in: here they are 0."""

    charges: tuple[ChargeOrder, ...] = ()
    """D-8."""
    holds: tuple[StandId, ...] = ()
    """Units told to hold: what was ordered of them before is taken back."""
    answers: tuple[AnswerOrder, ...] = ()
    """D-9, D-10."""
    moves: tuple[MoveOrder, ...] = ()
    """D-13, D-14, D-15."""
    shots: tuple[FireOrder, ...] = ()
    """D-16, D-23."""
    standing: tuple[Standing, ...] = ()
    """New standing orders, and those taken back; older ones stay."""
    levies: tuple[Unit, ...] = ()
    """Of an army list: units; one without a place is deployed in the order of the list."""
    leaders: tuple[General, ...] = ()
    """Of an army list: generals."""


class AskPacket(Ask[Packet], frozen=True, kw_only=True, tag="ask packet"):
    """The orders of a turn, or what is said at a stop within it."""

    side: Side
    turn: int
    stop: Stop = ""


Asks = AskPacket
Answers = Packet
