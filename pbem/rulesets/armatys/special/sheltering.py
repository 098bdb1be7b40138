"""Cover by special rules: a barricade at a place, hedges on banks."""

from collections.abc import Iterator

from pbem.engine.special import rules_of
from pbem.engine.table.distances import point_rect
from pbem.engine.table.measures import within
from pbem.engine.table.places import point
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle, Piece
from pbem.rulesets.armatys.state.units import Unit


def barricaded(battle: Battle, unit: Unit) -> bool:
    """Whether a unit on foot stands at a barricade of its side."""
    return any(
        unit.side == rule.side and not unit.cavalry and not unit.gun
        and within(point_rect(point(rule.at), unit.rect), rule.within)
        for _, rule in rules_of(battle, k.Barricade)
    )  # fmt: skip


def banks_for(battle: Battle, unit: Unit) -> Iterator[Piece]:
    """The hedges that are soft cover for a unit."""
    if unit.kind == "dragoons" and not unit.mounted:
        banked = {name for _, rule in rules_of(battle, k.Banked) for name in rule.hedges}
        yield from (one for one in battle.terrain if one.id in banked)
