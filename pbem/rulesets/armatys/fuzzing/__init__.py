"""What is checked of random battles of Armatys' rules."""

from pbem.engine.fuzzing import Fuzzing
from pbem.rulesets.armatys.fuzzing.invariants import after_fact, between_steps
from pbem.rulesets.armatys.fuzzing.offered import aides_are_taken, leads_there
from pbem.rulesets.armatys.fuzzing.positions import setup
from pbem.rulesets.armatys.fuzzing.secrets import other_secrets
from pbem.rulesets.armatys.state.battle import Battle

FUZZING: Fuzzing[Battle] = Fuzzing(
    setup=setup, after_fact=after_fact, between_steps=between_steps, other_secrets=other_secrets,
    listed=aides_are_taken, leads_there=leads_there, closely=11,
)  # fmt: skip
