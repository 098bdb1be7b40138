"""Fire and melee under special rules: rain, powder that gives out, furze."""

from msgspec.structs import replace

from pbem.engine.special import rules_of
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit


def as_it_shoots(battle: Battle, unit: Unit) -> Unit:
    """A unit as its musketry counts: raw in the rain, with more counters when its side's powder gives out."""
    for _, rain in rules_of(battle, k.Rain):
        if battle.bound in rain.bounds:
            unit = replace(unit, ability="raw")
    for _, powder in rules_of(battle, k.Powder):
        if unit.side == powder.side and unit.kind == "foot" and battle.bound >= powder.from_bound:
            unit = replace(unit, counters=unit.counters + powder.counters)
    return unit


def hampering(battle: Battle) -> frozenset[str]:
    """The pieces of terrain that hamper a charge."""
    return frozenset(piece for _, rule in rules_of(battle, k.Furze) for piece in rule.ground)
