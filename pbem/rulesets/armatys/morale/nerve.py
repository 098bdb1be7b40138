"""Units that desert, lose heart together, or panic: special rules of scenarios."""

from collections.abc import Sequence

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.engine.special import cited, rules_of
from pbem.engine.table.distances import rects
from pbem.engine.table.measures import within
from pbem.rulesets.armatys.special.naming import broken_or_gone
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle, in_order
from pbem.rulesets.armatys.state.special_facts import SpecialActed


def desert(play: Play[Battle]) -> None:
    """The end of P1b: units that leave as enemy Horse near them begins its charge."""
    before = play.battle
    for _, rule in rules_of(before, k.Deserts):
        for unit in [before.units[one] for one in rule.units if one in before.units]:
            chargers = [one for one in in_order(before) if one.side != unit.side and one.kind == "horse"]
            passed = [one for one in chargers if one.charge and one.charge.passed]
            if any(within(rects(one.rect, unit.rect), rule.within) for one in passed):
                play.record(f.Removed(unit.id, rules=(cited(rule),)))


def disheartened(battle: Battle) -> list[tuple[int, StandId]]:
    """As a break check begins: the units that break because others of their brigade have; the place of the rule."""
    return [
        (place, unit)
        for place, rule in rules_of(battle, k.Disheartened)
        if place not in battle.special_done and len(broken_or_gone(battle, rule.units)) >= rule.lost
        for unit in rule.units
        if unit in battle.units and battle.units[unit].state == "steady"
    ]


def panic(play: Play[Battle]) -> None:
    """The end of a break check: raw foot near lost units takes a counter, once in the battle."""
    before = play.battle
    for place, rule in rules_of(before, k.Panic):
        lost = broken_or_gone(before, rule.units)
        if place in before.special_done or len(lost) < rule.lost:
            continue
        play.record(SpecialActed(place, acts=True, unit=lost[0], rules=(cited(rule),)))
        for unit in _near(before, lost, rule):
            play.record(f.CountersTaken(unit, "panic", 1, rules=(cited(rule),)))


def _near(battle: Battle, lost: Sequence[StandId], rule: k.Panic) -> list[StandId]:
    """Steady raw foot of the same side, as near as the rule says to one of the lost units, where that last stood."""
    every = {**battle.removed, **battle.units}
    away = [every[one] for one in lost]
    return [
        one.id
        for one in in_order(battle)
        if one.kind == "foot" and one.ability == "raw" and one.side == away[0].side and one.state == "steady"
        and any(within(rects(one.rect, other.rect), rule.within) for other in away)
    ]  # fmt: skip
