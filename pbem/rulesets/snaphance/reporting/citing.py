"""Which rules a report cites at an event: those that decided it, without those that go without saying."""

from pbem.engine.ids import RuleId
from pbem.engine.narrator.citing import Citing, rule_ids

ROUTINE = rule_ids(
    "SN-1.4a", "SN-1.4c", "SN-1.4d", "SN-1.4e", "SN-1.4f", "SN-3.1a", "SN-4.0b", "SN-4.0c", "SN-4.1a",
    "SN-4.2a", "SN-4.2d", "SN-4.5a", "SN-7.0d", "SN-8.0c", "SN-8.0d", "SN-8.4a", "SN-10.2a", "SN-11.0b",
    "SN-12.0b", "SN-15.0c", "SN-Q2", "SN-Q5", "SN-Q7", "SN-Q8", "SN-Q12", "SN-Q16", "SN-Q17", "SN-Q20",
    "SN-Q39", "SN-Q49", "SN-Q56", "SN-Q65", "SN-Q70", "SNS-F1", "SNS-M1",
)  # fmt: skip
"""How every shot, test, step and melee goes.  Cited each time they would bury what made this one different."""

COMMON = rule_ids(
    "SN-4.5b", "SN-7.0c", "SN-7.4a", "SN-7.6a", "SN-7.6f", "SN-8.0b", "SN-8.1a", "SN-8.1b", "SN-8.3a",
    "SN-9.0a", "SN-10.1a", "SN-10.3a", "SN-10.6b", "SN-11.0a", "SN-12.0a", "SN-13.0b", "SN-13.0c", "SN-13.1a",
    "SNS-F4", "SNS-M2", "SNS-M4", "SNS-M5", "SNS-M7", "SNS-P2",
)  # fmt: skip
"""The rules a kind of event stands on: cited where there is room beside the special ones."""

TWINS = {
    "SNS-F3": "SN-7.2c", "SNS-F9": "SN-7.3a", "SNS-M3": "SNT-hill-a", "SNS-M4": "SN-10.4b", "SNS-M5": "SN-10.3a",
    "SNS-M7": "SN-10.4a", "SNS-P1": "SN-13.0d", "SNS-P2": "SN-13.0c", "SNS-V1": "SN-7.2d",
}  # fmt: skip
"""Lines of the sheet that say again what a rule says: the rule is enough."""

CITING = Citing(
    most=5, routine=ROUTINE, common=COMMON, twins={RuleId(one): RuleId(twin) for one, twin in TWINS.items()}
)
