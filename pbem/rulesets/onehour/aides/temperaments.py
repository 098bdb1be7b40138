"""How an aide-de-camp is minded: weights, no rules.

All worth is counted in units: 1.0 is one fresh unit of the enemy destroyed.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace


class Temperament(msgspec.Struct, frozen=True, kw_only=True):
    """What an aide holds dear."""

    title: str
    """One sentence about him."""
    gain: float = 1.0
    """What the enemy's loss, and his own, is worth to him."""
    loss: float = 1.0
    """What the enemy's loss, and his own, is worth to him."""
    charge: float = 0.05
    """What a charge must promise."""
    press: float = 0.015
    """For an inch nearer to the enemy."""
    goal: float = 0.035
    """For an inch nearer to an objective."""
    fear: float = 0.6
    """Of what the enemy could do to a unit where it is to end."""
    hold: float = 0.15
    """For a unit on what it is to hold."""
    line: float = 0.04
    """For a friend at its side."""
    order: float = 0.1
    """For an inch that it does not go ahead of the others."""
    support: float = 0.12
    """In a charge, for each friend who can come to help, and against each enemy who can."""
    early: float = 0.1
    """How much a goal counts at the beginning of the time, and at its end."""
    end: float = 3.0
    """How much a goal counts at the beginning of the time, and at its end."""
    eager: float = 2.0
    """By how much more he presses at the end than at the beginning."""
    calm: float = 0.6
    """Of his fear, what is gone then."""


def impatient(temper: Temperament) -> Temperament:
    """The same aide when nothing is gained by waiting: closes, alone if need be, and takes worse odds."""
    return replace(
        temper, press=IMPATIENT * temper.press, charge=temper.charge - WORSE,
        fear=temper.fear / 4, order=0.0,
    )  # fmt: skip


IMPATIENT, WORSE = 10.0, 0.25
"""How much more an impatient aide presses, and how much less a charge must promise."""

STEADY = Temperament(
    title="shoots before he closes, charges where the odds are his, and takes what is to be held in time"
)
BOLD = Temperament(
    title="goes straight at the enemy, rides for his flanks, and gives more than he counts",
    gain=1.25, loss=0.8, charge=-0.1, press=0.03, goal=0.03, fear=0.35, hold=0.15, line=0.02,
)  # fmt: skip
WARY = Temperament(
    title="stands on good ground at the longest range, faces whoever could come at him, and spares his men",
    gain=0.95, loss=1.25, charge=0.2, press=0.006, goal=0.035, fear=0.9, hold=0.35, line=0.05,
)  # fmt: skip

TEMPERAMENTS: Mapping[str, Temperament] = {"steady": STEADY, "bold": BOLD, "wary": WARY}
"""By name; the first is the usual one."""

TEMPERS: Mapping[str, str] = {name: one.title for name, one in TEMPERAMENTS.items()}
