"""Standing orders of a group's general, judged on which groups have acted."""

from pbem.engine.ids import GroupId
from pbem.rulesets.snaphance.state.battle import Battle, seat_of_group
from pbem.rulesets.snaphance.state.commands import Decision, GroupMoved, StandingOrder


def has_moved(view: Battle, condition: GroupMoved) -> bool:
    """Whether a group has acted this round, or has not, as the condition wants."""
    group = view.groups.get(condition.group)
    return group is not None and group.moved == condition.moved


def group_order(view: Battle, group: GroupId, decision: Decision) -> StandingOrder | None:
    """The standing order of a group's general for a decision: the group's, else the side's."""
    sheet = view.sheets.get(seat_of_group(view, group))
    found = [
        order for order in (sheet.standing if sheet else ())
        if order.decision == decision and order.stand is None and order.group in (None, group)
        and (order.when is None or (isinstance(order.when, GroupMoved) and has_moved(view, order.when)))
    ]  # fmt: skip
    return max(found, key=lambda order: (order.group is not None, order.when is not None), default=None)
