"""Weight of artillery (FS-8.2a, FS-8.2b, FS-8.2c, FS-Q80)."""

from pbem.engine.ids import Side
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.special.holding import weightless
from pbem.rulesets.fornovo.state.battle import Battle


def weight(battle: Battle, side: Side) -> int:
    """FS-8.2a: of the models in play."""
    guns = [
        one.guns for one in battle.units.values() if one.side == side and one.guns and not weightless(battle, one.id)
    ]
    return sum(t.ARTILLERY_WEIGHT[one.kind] * one.n for one in guns)


def outgunned(battle: Battle, side: Side) -> bool:
    """FS-8.2b, FS-8.2c: lighter than two thirds of an enemy of six points or more."""
    enemy = sum(weight(battle, one.id) for one in battle.armies if one.id != side)
    return enemy >= t.LEAST_WEIGHT and 3 * weight(battle, side) < 2 * enemy
