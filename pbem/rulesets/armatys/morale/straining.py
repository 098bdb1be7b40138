"""Counters of terrain and interpenetration, placed as a step of moves ends (AR-int-1, AR-ter-5, AR-Q59, AR-Q67)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, in_order
from pbem.rulesets.armatys.state.closing import Interpenetrated


def settle(play: Play[Battle]) -> None:
    """P2d and P5e, before the break check: what the moves of P2, or of P5, have cost."""
    before = play.battle
    for unit in in_order(before):
        if unit.ground:
            play.record(f.CountersTaken(unit.id, "terrain", unit.ground, rules=(RuleId("AR-Q59"),)))
    for one, other in _pairs(before):
        first, second = (_half(before, unit) for unit in (other, one))
        play.record(Interpenetrated(one, other, first, second, rules=(RuleId("AR-int-1"), RuleId("AR-Q67"))))


def _pairs(battle: Battle) -> list[tuple[StandId, StandId]]:
    """Pairs of friends whose counters are due, once each, in the order of dice."""
    order = [one.id for one in in_order(battle)]
    found = [(unit, friend) for unit in order for friend in battle.units[unit].through if friend in order]
    due = {tuple(sorted(pair, key=order.index)) for pair in found if pair[1] not in battle.units[pair[0]].been_through}
    return sorted(((one, other) for one, other in due), key=lambda pair: [order.index(unit) for unit in pair])


def _half(battle: Battle, unit: StandId) -> int:
    """AR-int-1: half of the counters that a unit holds, fractions up, at least 1."""
    return max(1, (battle.units[unit].counters + 1) // 2)
