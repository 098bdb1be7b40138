"""The names everything else is keyed by, each a type of its own so that mypy keeps them apart."""

from typing import NewType

Seat = NewType("Seat", str)
"""Who plays a side: ``south``, ``north``, ``umpire``."""

Side = NewType("Side", str)
"""An army."""

StandId = NewType("StandId", str)
"""A stand's map code: ``S04``."""

GroupId = NewType("GroupId", str)
"""A command group: ``south.Horse``; its last part is what players write."""

CommanderId = NewType("CommanderId", str)
"""A general or other leader marker."""

MeleeId = NewType("MeleeId", str)

RuleId = NewType("RuleId", str)
"""A rule of a catalogue: ``SN-7.0c``; rulings are rules too: ``SN-Q12``."""

Seq = NewType("Seq", int)
"""Place of an entry in its game's journal, from 1."""

GameId = NewType("GameId", str)

UMPIRE = Seat("umpire")
"""The seat that sees all."""
