"""The tables of the campaign's rules, named as in its reference."""

from collections.abc import Mapping
from typing import Literal

from pbem.engine.ids import RuleId
from pbem.rulesets.campaign.state.orders import Stance

RULE: Mapping[str, tuple[RuleId, ...]] = {
    name: (RuleId(name),) for name in (*(f"CA-{n}" for n in range(1, 20)), *(f"CA-Q{n}" for n in range(1, 33)))
}
"""A citation of one rule."""

EVENT_DAYS = 7
PACE_DAYS: Mapping[str, int] = {"day": 1, "three days": 3, "event": EVENT_DAYS}
"""Days between two turns, at the most (CA-2)."""

# --- meeting: the stance table (CA-10) ------------------------------------------------------------------------------

Comes = Literal["battle", "catch", "stand-off", "horse"]
_ROWS: tuple[tuple[Stance, Stance, Comes], ...] = (
    ("seek", "seek", "battle"), ("seek", "hold", "battle"), ("seek", "march", "battle"), ("seek", "besiege", "battle"),
    ("seek", "avoid", "catch"), ("seek", "screen", "horse"),
    ("march", "march", "stand-off"), ("march", "hold", "stand-off"), ("march", "avoid", "stand-off"),
    ("march", "besiege", "stand-off"), ("march", "screen", "horse"),
    ("hold", "hold", "stand-off"), ("hold", "avoid", "stand-off"), ("hold", "besiege", "stand-off"),
    ("hold", "screen", "horse"),
    ("avoid", "avoid", "stand-off"), ("avoid", "besiege", "stand-off"), ("avoid", "screen", "horse"),
    ("besiege", "besiege", "stand-off"), ("besiege", "screen", "horse"), ("screen", "screen", "horse"),
)  # fmt: skip
STANCES: Mapping[tuple[Stance, Stance], Comes] = {
    **{(one, other): comes for one, other, comes in _ROWS}, **{(other, one): comes for one, other, comes in _ROWS}
}  # fmt: skip
"""What comes of a meeting: every pair of stances has a row."""
CAUGHT = 4
"""On this or more a body as fast as its pursuer is caught; a quarter of it, the rear guard, fights."""
HORSE_ODDS = 4
"""A screen fights only horse that are no more than so many times its own, and no fewer than that part of them."""
BLIND_HORSE = 200
"""A blind vanishes when more horse than these meet it."""
STAND_OFF = 500
"""Hundredths of a mile that two bodies stop apart: half a day's march of an army."""

# --- small actions (CA-11) ------------------------------------------------------------------------------------------

SMALL = 1000
"""Men of the smaller side under which it is a small action."""
ODDS = 4
"""Odds over which it is one."""
WEIGHTS: Mapping[str, int] = {"A": 4, "B": 3, "C": 2}
"""Of a hundred men, by their rating."""
STEPS: tuple[tuple[int, int, int], ...] = ((4, 1, 4), (3, 1, 3), (2, 1, 2), (3, 2, 1))
"""Odds in weight, and what they add to the die."""
WORKS = 2
"""What walls add to their defenders' die, for each level."""
LOSS_PER_POINT = 10
"""In a hundred: what the loser loses for each point of difference."""
MOST_LOST = 60
WINNER_LOSES = 5
DRAW_LOSES = 8
"""In a hundred."""
LOST_FOR_GOOD, LOST_TAKEN = 50, 25
"""In a hundred of a unit's losses: dead and gone, prisoners; the rest come back in three days (CA-14)."""
BACK_AFTER = 6
"""Half-days."""

# --- wear (CA-16) ---------------------------------------------------------------------------------------------------

STRAGGLING = (5, 5, 10)
"""In a hundred, on the first, second, third and each later day of a forced march."""
NIGHT_STRAGGLING = 5
HUNGER = (2, 5, 8)
"""In a hundred, on the first, second, third and each later day without bread."""
STARVING = 3
"""Days without bread after which units fight one class lower, until they have been fed for two."""
EATEN_OUT = 4
"""Days after which a town feeds half."""
BREAD_TRAIN, BREAD_NONE = 4, 1
"""Days of bread that a body with its train carries, and one without."""
MAGAZINE_MILES = 2000
"""Two days' march: so far a magazine feeds."""
RECOVERY = 10
"""In a hundred of those away, a day, in a town with a magazine."""
BANDS_FROM, BANDS_GO, BANDS_GO_BEATEN = 20, 2, 4
"""From that day on trained bands go home on this or less; after a defeat on twice as much."""
RAIN, RAIN_DAYS = 1, (1, 1, 2, 2, 3, 3)
"""Rain begins on this or less, and lasts so many days by the second die."""
BRIDGE_MEN = 100
BREAK_HALVES, MEND_HALVES = 1, 2
"""Foot or dragoons that a bridge takes; half-days to break it and to mend it."""
SIEGE_HALVES = 4
"""Half-days of work for each level of works before a breach can be made."""
YIELD_ODDS = 4
"""A breached garrison yields to so many times its men."""
RETREAT = 1000
"""Hundredths of a mile that a beaten body falls back: a day."""
NO_SEEK = 4
"""Half-days for which it may not seek."""

# --- sight (CA-7) ---------------------------------------------------------------------------------------------------

NEAR = 500
"""Hundredths of a mile within which a watcher and a screen see (CA-Q6)."""
SCOUT_PACE = 2000
"""Hundredths of a mile that scouts and news ride in a half-day."""
MANY_HORSE = 1000
LOOSE, CLOSE = 40, 15
"""In a hundred, how far numbers may be wrong."""
SPY_MEN = 1000
FALSE_MILES = 2000
"""Two days' march: from so far a false report takes a true body (CA-Q9)."""
COURIER_NEAR = 500
LOST_ON, DELAYED_ON, TAKEN_ON = 1, 2, 6
"""The die of a courier who rides past an enemy screen (CA-8)."""
MOST_ASKED = 6
"""How often a rider follows an addressee who is gone (CA-Q5)."""
