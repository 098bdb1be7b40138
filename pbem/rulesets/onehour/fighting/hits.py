"""Hits: score times factor, rounded up once, and who is taken off for them (section 4, OH-elim-1)."""

from typing import TYPE_CHECKING

from pbem.rulesets.onehour.battle import Battle, on_table
from pbem.rulesets.onehour.facts import Eliminated
from pbem.rulesets.onehour.tables import ELIMINATED_AT, rules

if TYPE_CHECKING:
    from pbem.engine.play import Play


def halves_of(*, halved: bool, doubled: bool) -> int:
    """The factor in halves: at most one halving and one doubling count; both together are the plain score (OH-Q25)."""
    return (1 if halved else 2) * (2 if doubled else 1)


def hits_of(score: int, halves: int) -> int:
    """Score times factor, fractions up, once (OH-R-melee-4, OH-Q25, OH-Q26)."""
    return (score * halves + 1) // 2


def take_off(play: "Play[Battle]") -> None:
    """Step 4: every unit of 15 hits or more goes, of either side (OH-elim-1, OH-Q30, OH-Q31)."""
    for unit in on_table(play.battle):
        if unit.hits >= ELIMINATED_AT:
            play.record(
                Eliminated(unit=unit.id, hits=unit.hits, rules=rules("OH-elim-1", "OH-Q30", "OH-melee-6", "OH-Q29"))
            )
