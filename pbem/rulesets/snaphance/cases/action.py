"""The action of a case, read."""

from pbem.engine.ids import GroupId, Side
from pbem.engine.spec import Faults, inside, read
from pbem.rulesets.snaphance.cases.sense import check_order
from pbem.rulesets.snaphance.cases.shapes import (
    Action,
    ActionSpec,
    ChoiceSpec,
    LossSpec,
    OrderSpec,
    RetreatSpec,
    SituationSpec,
)


def read_action(value: object, faults: Faults) -> Action | None:
    """The action of a case; None when anything is wrong with it."""
    spec = read(ActionSpec, value, "action", faults)
    if spec is None:
        return None
    before = len(faults.found)
    orders = [read(OrderSpec, one, f"action.orders[{i}]", faults) for i, one in enumerate(spec.orders)]
    for i, order in enumerate(orders):
        if order is not None:
            check_order(order, f"action.orders[{i}]", faults)
    choices = {name: read(ChoiceSpec, one, f"action.choices.{name}", faults) for name, one in spec.choices.items()}
    retreat = read(RetreatSpec, spec.retreat, "action.retreat", faults) if spec.retreat is not None else None
    losses = [read(LossSpec, one, f"action.losses_in_order[{i}]", faults) for i, one in enumerate(spec.losses_in_order)]
    asked = [read(SituationSpec, one, inside("action.situations", i), faults) for i, one in enumerate(spec.situations)]
    if len(faults.found) > before:
        return None
    return Action(
        declare={Side(side): GroupId(group) for side, group in spec.declare.items()},
        orders=tuple(one for one in orders if one is not None),
        choices={name: one for name, one in choices.items() if one is not None},
        until=spec.until, separately=spec.separately, retreat=retreat,
        losses=tuple(one for one in losses if one is not None),
        query=spec.query, situations=tuple(one for one in asked if one is not None),
    )  # fmt: skip
