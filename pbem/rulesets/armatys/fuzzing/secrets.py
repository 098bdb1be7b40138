"""Battles with all changed that a seat does not know."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.standing import Standing
from pbem.rulesets.armatys.view import counters_known


def other_secrets(battle: Battle, ask: Ask[Any]) -> Battle:
    """Other standing orders of the enemy, other counters wherever the seat does not see them (AR-gen-4, AR-Q74)."""
    enemy = next(one for one in battle.armies if one.seat != ask.seat)
    mine = next(code for code, one in sorted(battle.units.items()) if one.side == enemy.id or len(battle.units) == 1)
    units = {
        code: one if counters_known(battle, ask.seat, one) else replace(one, counters=(one.counters + 1) % 5)
        for code, one in battle.units.items()
    }
    standing = {**battle.standing, enemy.id: (Standing(mine, "fire", "hold"),)}
    return replace(battle, units=units, standing=standing)
