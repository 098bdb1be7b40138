"""A scenario in a few lines, for the author of its file: armies, arrivals, what wins."""

from pbem.engine.grades import explained
from pbem.engine.table.arrivals import when_and_where
from pbem.engine.table.measures import say_inches
from pbem.engine.wording import listed, plural
from pbem.rulesets.fornovo.special.speaking import special_rules
from pbem.rulesets.fornovo.state.battle import Army, Battle
from pbem.rulesets.fornovo.state.scene import Arrival


def summary(battle: Battle) -> tuple[str, ...]:
    """One fact a line."""
    wide, deep = say_inches(battle.table.width), say_inches(battle.table.depth)
    return (
        f"{battle.title}: {wide} by {deep} inches, {battle.scale} mm figures, {plural(battle.limit, 'turn', 'turns')}",
        *(_army(battle, one) for one in battle.armies),
        *(_arrives(battle, one) for one in battle.arrivals),
        *(f"to be held: {goal.name} ({listed([area.name for area in goal.areas])})" for goal in battle.objectives),
        explained(battle.borders),
        *(f"{rule}: {words}" for rule, words in special_rules(battle)),
    )


def _army(battle: Battle, one: Army) -> str:
    """``South: 3 units, 44 figures, 396 points; broken at 198``."""
    mine = [unit for unit in (*battle.units.values(), *battle.to_come.values()) if unit.side == one.id]
    broken = f"; broken at {one.break_at}" if one.break_at else ""
    size = f"{plural(len(mine), 'unit', 'units')}, {plural(sum(unit.figures for unit in mine), 'figure', 'figures')}"
    return f"{one.name}: {size}, {plural(one.points, 'point', 'points')}{broken}"


def _arrives(battle: Battle, one: Arrival) -> str:
    by_dice = f" on {one.needs} or more, thrown each turn" if one.needs else ""
    return f"{listed(one.units)} {when_and_where(one, battle.table, 0)}{by_dice}"
