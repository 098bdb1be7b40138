"""Snaphance: pike-and-shot battles of about 1450 to 1700, foot, horse and guns on hexes."""

from dataclasses import replace

from pbem.rulesets.snaphance import rules
from pbem.rulesets.snaphance.playtest import PLAYTEST

RULES = replace(rules.RULES, playtest=PLAYTEST)
"""The rule set."""
