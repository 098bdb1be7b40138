"""What is checked of random battles of Fornovo to Sedgemoor."""

from pbem.engine.fuzzing import Fuzzing
from pbem.rulesets.fornovo.fuzzing.invariants import after_fact, between_steps
from pbem.rulesets.fornovo.fuzzing.offered import aides_are_taken
from pbem.rulesets.fornovo.fuzzing.positions import other_secrets, setup
from pbem.rulesets.fornovo.state.battle import Battle

FUZZING: Fuzzing[Battle] = Fuzzing(
    setup=setup, after_fact=after_fact, between_steps=between_steps, other_secrets=other_secrets,
    listed=aides_are_taken, closely=17,
)  # fmt: skip
