"""Fornovo to Sedgemoor: figures in ranks, morale states, turns of four phases.

It is being built: its cases run and its army lists are priced; no game is made of it before it can fight a battle.
"""

from pbem.engine.library import RulesLibrary
from pbem.rulesets.fornovo.cases import run_case
from pbem.rulesets.fornovo.muster.listing import army_list

LIBRARY = RulesLibrary(name="fornovo", title="Fornovo to Sedgemoor", vocabulary=run_case, army_list=army_list)
"""What there is of it."""
