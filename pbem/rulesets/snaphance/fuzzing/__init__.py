"""What is checked of random battles of Snaphance."""

from pbem.engine.fuzzing import Fuzzing
from pbem.rulesets.snaphance.fuzzing.invariants import after_fact, between_steps
from pbem.rulesets.snaphance.fuzzing.listed import check_listed
from pbem.rulesets.snaphance.fuzzing.offered import leads_there
from pbem.rulesets.snaphance.fuzzing.positions import setup
from pbem.rulesets.snaphance.fuzzing.secrets import other_secrets
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.facts import LeftBoard
from pbem.rulesets.snaphance.state.special_facts import CommanderCaptured, Looted, Recalled

FUZZING: Fuzzing[Battle] = Fuzzing(
    setup=setup,
    after_fact=after_fact,
    between_steps=between_steps,
    other_secrets=other_secrets,
    listed=check_listed,
    leads_there=leads_there,
    remembered=(LeftBoard, Recalled, Looted, CommanderCaptured),
)
