"""Fornovo to Sedgemoor: figures in ranks, morale states, turns of four phases, sealed orders."""

from dataclasses import replace

from pbem.engine.library import RulesLibrary
from pbem.rulesets.fornovo import rules
from pbem.rulesets.fornovo.cases import run_case
from pbem.rulesets.fornovo.muster.listing import army_list
from pbem.rulesets.fornovo.playtest import PLAYTEST

RULES = replace(rules.RULES, playtest=PLAYTEST)
"""The rule set."""
LIBRARY = RulesLibrary(name="fornovo", title="Fornovo to Sedgemoor", vocabulary=run_case, army_list=army_list)
"""What of it is used without a game."""
