"""The aide-de-camp: orders for a seat without a player, in one of several temperaments.

It sees what its seat sees, nothing of it is random, and it writes what a player would write.
"""

from pbem.rulesets.snaphance.aides.temperaments import TEMPERAMENTS, TEMPERS
from pbem.rulesets.snaphance.aides.writer import aide

__all__ = ["TEMPERAMENTS", "TEMPERS", "aide"]
