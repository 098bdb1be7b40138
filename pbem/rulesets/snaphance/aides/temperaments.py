"""How an aide-de-camp is minded: weights, no rules.

All worth is counted in break points: 1.0 is one break point of the enemy lost.
"""

from collections.abc import Mapping

import msgspec

from pbem.rulesets.snaphance.state.commands import Decision


class Temperament(msgspec.Struct, frozen=True, kw_only=True):
    """What an aide holds dear."""

    title: str
    """One sentence about him."""
    gain: float = 1.0
    """What a break point of the enemy, and one of his own, is worth to him."""
    loss: float = 1.0
    """What a break point of the enemy, and one of his own, is worth to him."""
    charge: float = 0.25
    """What an attack must promise."""
    press: float = 0.10
    """For a hex nearer to the enemy."""
    goal: float = 0.30
    """For a hex nearer to an objective."""
    fear: float = 0.6
    """Of what the enemy could do to a stand where it is to end."""
    line: float = 0.08
    """For a friend at its side."""
    nurse: int = 1
    """A stand with no more SP than this goes back."""
    patience: float = 0.05
    """What a march must promise more than waiting."""
    standing: Mapping[Decision, str] = {}
    """Standing orders he gives, for the whole side."""


STEADY = Temperament(
    title="keeps his line, shoots before he charges, and charges where the odds are his",
    standing={"opportunity_charge": "if 3 more dice", "abort_if_hit": "if sp lost"},
)
BOLD = Temperament(
    title="goes straight at the enemy, horse first, and follows up what he has broken",
    gain=1.25, loss=0.85, charge=0.05, press=0.16, goal=0.26, fear=0.35, line=0.05, nurse=0, patience=0.0,
    standing={"opportunity_charge": "if more dice", "pursue": "yes", "follow": "1"},
)  # fmt: skip
WARY = Temperament(
    title="holds good ground under a covered flank, waits on opportunity, and spares his men",
    gain=0.95, loss=1.25, charge=0.5, press=0.06, goal=0.32, fear=0.9, line=0.12, nurse=2, patience=0.2,
    standing={"opportunity_charge": "if 3 more dice", "pursue": "no", "follow": "stop", "abort_if_hit": "always"},
)  # fmt: skip

TEMPERAMENTS: Mapping[str, Temperament] = {"steady": STEADY, "bold": BOLD, "wary": WARY}
"""By name; the first is the usual one."""

TEMPERS: Mapping[str, str] = {name: one.title for name, one in TEMPERAMENTS.items()}
