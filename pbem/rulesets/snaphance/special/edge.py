"""A dangerous edge (``edge``): stands driven over it cost their break points twice, or oftener."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.wording import number
from pbem.rulesets.snaphance.state.battle import Battle, army
from pbem.rulesets.snaphance.state.special_rules import BoardEdge, Edge

RULE = RuleId("SCN-edge")


def words(battle: Battle, rule: Edge) -> str:
    """``A stand of Huguenot that is driven over the bottom edge costs double its break points``."""
    often = "double" if rule.times == 2 else f"{number(rule.times)} times"
    name = army(battle, rule.side).name
    return f"a {name} stand that is driven over the {rule.edge} edge costs {often} its break points"


def times_over(battle: Battle, stand: StandId) -> int:
    """How many times a stand's break points are lost when it is driven over the edge where it stands."""
    one = battle.stands[stand]
    for rule in battle.special:
        if isinstance(rule, Edge) and rule.side == one.side and rule.edge in edges_at(battle, stand):
            return rule.times
    return 1


def edges_at(battle: Battle, stand: StandId) -> tuple[BoardEdge, ...]:
    """The edges of the board on which a stand stands; two in a corner."""
    here = battle.stands[stand].hex
    column = here.q + (here.r - (here.r & 1)) // 2
    found: list[BoardEdge] = []
    if here.r == 0:
        found.append("top")
    if battle.rows is not None and here.r == battle.rows - 1:
        found.append("bottom")
    if column == 0:
        found.append("left")
    if battle.columns is not None and column == battle.columns - 1:
        found.append("right")
    return tuple(found)
