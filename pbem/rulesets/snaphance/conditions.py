"""Conditions of orders, judged when a stand's turn comes on what its seat can see."""

from collections.abc import Mapping

from pbem.engine.hexes import (
    distance,
)
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.battle import (
    FOOT_CS,
    Battle,
    Category,
    melee_of,
    type_of,
)
from pbem.rulesets.snaphance.commands import (
    Act,
    Condition,
    EnemyWithin,
    When,
)


def resolved(view: Battle, stand: StandId, actions: tuple[Act | When, ...]) -> tuple[Act, ...]:
    """Actions with their conditions judged on what the stand's seat can see."""
    out: list[Act] = []
    for action in actions:
        if isinstance(action, When):
            out += action.then if holds(view, stand, action.condition) else action.otherwise
        else:
            out.append(action)
    return tuple(out)


_SORTS: Mapping[str, frozenset[Category]] = {
    "horse": frozenset({"Pi", "Ln", "Hs", "FH", "LC"}),
    "foot": FOOT_CS | frozenset({"Sh", "Dr", "Sk"}),
    "guns": frozenset({"Art"}),
}


def holds(view: Battle, stand: StandId, condition: Condition) -> bool:
    """Whether a condition is true of what a seat sees."""
    one = view.stands[stand]
    if isinstance(condition, EnemyWithin):
        for other in view.stands.values():
            if other.side == one.side or not other.on_board or distance(one.hex, other.hex) > condition.hexes:
                continue
            sort = _SORTS.get(condition.what)
            if condition.what in ("any", other.id) or (sort and type_of(view, other.id).category in sort):
                return True
        return False
    about = view.stands.get(condition.stand or stand)
    if about is None:
        return False
    if condition.state == "destroyed":
        return about.destroyed
    if condition.state == "in melee":
        return melee_of(view, about.id) is not None
    return about.on_board and about.disordered == (condition.state == "disordered")
