"""What is checked of random one-hour battles."""

from pbem.engine.fuzzing import Fuzzing
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.facts import Charged, Eliminated, PhaseBegan, PlayerTurnBegan, Shot, Struck, TurnedToFace
from pbem.rulesets.onehour.fuzzing.invariants import after_fact, between_steps
from pbem.rulesets.onehour.fuzzing.listed import check_listed
from pbem.rulesets.onehour.fuzzing.offered import leads_there
from pbem.rulesets.onehour.fuzzing.positions import setup
from pbem.rulesets.onehour.fuzzing.secrets import other_secrets

FUZZING: Fuzzing[Battle] = Fuzzing(
    setup=setup,
    after_fact=after_fact,
    between_steps=between_steps,
    other_secrets=other_secrets,
    listed=check_listed,
    leads_there=leads_there,
    closely=37,
    remembered=(Charged, Eliminated, PhaseBegan, PlayerTurnBegan, Shot, Struck, TurnedToFace),
)
