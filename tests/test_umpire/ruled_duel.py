"""The duel of the service's tests with rulings: what an umpire can rule about a duellist is his strength."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.facts import Fact
from pbem.engine.ids import Seat, Side
from pbem.engine.rulings.language import RulingFault, RulingLanguage, UnitRuled, clause
from tests.toyrules import BLUE, RED, SEATS, BidTaken, Duel, Ended, Fighting, RoundBegan, Struck, rules

MOST = 9
"""Strength that can be ruled."""


class Duellist(msgspec.Struct, frozen=True):
    """A side of the duel, as a unit that can be ruled on."""

    id: Seat
    strength: int


class StrengthRuled(Fact[Duel], frozen=True, tag="strength ruled"):
    """A duellist is as ruled."""

    unit: Duellist

    def apply(self, battle: Duel) -> Duel:
        """With that strength."""
        return msgspec.structs.replace(battle, strength={**battle.strength, self.unit.id: self.unit.strength})


def _strength(battle: Duel, unit: Duellist, found: "re.Match[str]") -> UnitRuled:
    strength = int(found["strength"])
    if strength > MOST:
        raise RulingFault(f"{strength} is more than {MOST}", (f"rule {unit.id} strength {MOST}",))
    return UnitRuled(Duellist(unit.id, strength), f"strength {strength}")


def _units(battle: Duel) -> Mapping[str, Duellist]:
    return {str(seat): Duellist(seat, battle.strength[seat]) for seat in SEATS}


def _faults(battle: Duel) -> tuple[str, ...]:
    return tuple(f"{seat} has no strength left" for seat in SEATS if battle.strength[seat] <= 0)


RULINGS: RulingLanguage[Duel] = RulingLanguage(
    units=_units, put=StrengthRuled,
    describe=lambda battle, code: f"{code} strength {battle.strength[Seat(code)]}" if code in SEATS else "",
    clauses=(clause("strength <n>", r"strength (?P<strength>-?\d+)", _strength, "Sets it.", "red strength 3"),),
    end=lambda battle, winner: (Ended(conceded=_loser(winner), drawn=winner is None),),
    sides=lambda battle: {Side(RED): "Red", Side(BLUE): "Blue"}, faults=_faults,
)  # fmt: skip


def _loser(winner: Side | None) -> Side | None:
    return None if winner is None else Side(BLUE if winner == RED else RED)


RULED: Any = rules(facts=BidTaken | RoundBegan | Fighting | Struck | Ended | StrengthRuled, rulings=RULINGS)
"""The duel, whose umpire can rule."""
