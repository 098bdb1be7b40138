"""Skirmish: a small rule set of an inch table, invented for the tests: sealed bounds, declared charges, moves at once.

It is made of the common machinery as far as that goes, and shows what a rule set brings of its own.

- SK-1  Foot are 3 by 1 inches, horse 2 by 1; each begins with a strength of 4.
- SK-2  A bound: both sides order in secret; then all units act at once.
- SK-3  Foot go up to 4 inches, horse up to 8, straight at a place.  All go on one clock of four quarters; a unit that
  would come within half an inch of another stops there.
- SK-4  A charge is at an enemy within a move.  The charged side is asked for each such unit: it stands, or it evades, a
  move straight away from the charger.  A charger that meets its enemy is in contact.
- SK-5  Foot that did not move or charge shoot at an enemy within 8 inches: a die each point of strength, 5 and 6 hit.
- SK-6  In contact both throw a die each point of strength, 4 to 6 hit; the charger throws one more.
- SK-7  A hit is a point of strength; a unit without any is destroyed.
- SK-8  A unit in ambush is not seen by its enemy until it does anything, or an enemy is within 6 inches.
- SK-9  After the last bound the side that alone has a unit within 3 inches of the hill wins; a side without units
  loses.
"""

from tests.skirmish.rules import SKIRMISH, loaded

__all__ = ["SKIRMISH", "loaded"]
