"""The campaign above the battles: hidden daily marches, couriers, scouts, bread and meetings (CA-1)."""

from dataclasses import replace

from pbem.rulesets.campaign import rules
from pbem.rulesets.campaign.playtest import PLAYTEST

RULES = replace(rules.RULES, playtest=PLAYTEST)
"""The rule set."""
