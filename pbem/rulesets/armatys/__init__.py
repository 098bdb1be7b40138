"""Armatys' Pike & Shot: figures in files and rows, counters, bounds of eight phases, sealed orders."""

from dataclasses import replace

from pbem.rulesets.armatys import rules
from pbem.rulesets.armatys.playtest import PLAYTEST

RULES = replace(rules.RULES, playtest=PLAYTEST)
"""The rule set."""
