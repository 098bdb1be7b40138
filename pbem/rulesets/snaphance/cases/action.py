"""The action of a case, read."""

from pbem.engine.casekit.reading import read_tree
from pbem.engine.spec import Faults, inside
from pbem.rulesets.snaphance.cases.sense import check_order
from pbem.rulesets.snaphance.cases.shapes import CaseAction


def read_action(value: object, faults: Faults) -> CaseAction | None:
    """The action of a case; None when anything is wrong with it."""
    before = len(faults.found)
    action = read_tree(CaseAction, value, "action", faults)
    for i, order in enumerate(action.orders if action is not None else ()):
        check_order(order, inside("action.orders", i), faults)
    return action if len(faults.found) == before else None
