"""Conditions of orders, judged when a stand's turn comes on what its seat can see."""

from collections.abc import Mapping

from pbem.engine.hexes import (
    distance,
)
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.moving.command import modifiers, needs
from pbem.rulesets.snaphance.state.battle import (
    FOOT_CS,
    Battle,
    Category,
    Stand,
    melee_of,
    type_of,
)
from pbem.rulesets.snaphance.state.commands import (
    Act,
    CameTo,
    Condition,
    EnemyWithin,
    GroupMoved,
    Is,
    Needs,
    OfClass,
    StrengthLeft,
    When,
)
from pbem.rulesets.snaphance.state.group_orders import has_moved


def resolved(view: Battle, stand: StandId, actions: tuple[Act | When, ...]) -> tuple[Act | When, ...]:
    """Actions with their conditions judged on what the stand's seat can see.

    Those about what came of the orders before them on the line wait until these have been carried out.
    """
    out: list[Act | When] = []
    for action in actions:
        if isinstance(action, When) and not isinstance(action.condition, CameTo | Needs):
            out += action.then if holds(view, stand, action.condition) else action.otherwise
        else:
            out.append(action)
    return tuple(out)


SORTS: Mapping[str, frozenset[Category]] = {
    "horse": frozenset({"Pi", "Ln", "Hs", "FH", "LC"}),
    "foot": FOOT_CS | frozenset({"Sh", "Dr", "Sk"}),
    "guns": frozenset({"Art"}),
    "pikes": frozenset({"Pk", "PS"}),
    "shot": frozenset({"Sh", "Dr"}),
    "skirmishers": frozenset({"Sk"}),
}
"""Sorts of troops, as orders name them."""


def holds(view: Battle, stand: StandId, condition: Condition, price: int = 0) -> bool:
    """Whether a condition is true of what a seat sees.

    price: SP that what is decided will cost.  What came of an order is not known here: never.
    """
    one = view.stands[stand]
    match condition:
        case EnemyWithin() | Is():
            return _seen(view, one, condition)
        case Needs(die=die):
            return die_needed(view, stand) >= die
        case StrengthLeft(sp=sp):
            return sum(one.sp) - price >= sp
        case OfClass(classes=classes):
            return type_of(view, stand).order_class in classes
        case GroupMoved():
            return has_moved(view, condition)
        case CameTo():
            return False


def die_needed(view: Battle, stand: StandId) -> int:
    """What a die must show in the order test for a stand's next further move (SN-4.5)."""
    return needs(view, (stand,)) - sum(term.value for term in modifiers(view, (stand,), "extra_move"))


def _seen(view: Battle, one: Stand, condition: EnemyWithin | Is) -> bool:
    if isinstance(condition, EnemyWithin):
        for other in view.stands.values():
            if other.side == one.side or not other.on_board or distance(one.hex, other.hex) > condition.hexes:
                continue
            sort = SORTS.get(condition.what)
            if condition.what in ("any", other.id) or (sort and type_of(view, other.id).category in sort):
                return True
        return False
    about = view.stands.get(condition.stand or one.id)
    if about is None:
        return False
    if condition.state == "destroyed":
        return about.destroyed
    if condition.state == "in melee":
        return melee_of(view, about.id) is not None
    return about.on_board and about.disordered == (condition.state == "disordered")
