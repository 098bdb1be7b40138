"""One-hour pike and shot: a handful of units a side, measured in inches, one mail a player turn."""

from dataclasses import replace

from pbem.rulesets.onehour import rules
from pbem.rulesets.onehour.playtest import PLAYTEST

RULES = replace(rules.RULES, playtest=PLAYTEST)
"""The rule set."""
