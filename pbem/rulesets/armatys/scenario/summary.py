"""A scenario in a few lines, for the author of its file: armies, arrivals, what wins."""

from pbem.engine.grades import explained
from pbem.engine.table.arrivals import when_and_where
from pbem.engine.table.measures import say_inches
from pbem.engine.wording import listed, plural
from pbem.rulesets.armatys.special.speaking import special_rules
from pbem.rulesets.armatys.state.battle import Army, Arrival, Battle


def summary(battle: Battle) -> tuple[str, ...]:
    """One fact a line."""
    wide, deep = say_inches(battle.table.width), say_inches(battle.table.depth)
    return (
        f"{battle.title}: {wide} by {deep} inches, {plural(battle.limit, 'bound', 'bounds')}",
        *(_army(battle, one) for one in battle.armies),
        *(_arrives(battle, units) for units in battle.arrivals),
        *(f"to be held: {goal.name} ({listed([area.name for area in goal.areas])})" for goal in battle.objectives),
        explained(battle.borders),
        *([COUNTERS[battle.counters]] if battle.counters != "open" else []),
        *(f"{rule}: {words}" for rule, words in special_rules(battle)),
    )


COUNTERS = {
    "owner_only": "Each side sees the counters of its own units only (AR-gen-4)",
    "umpire_only": "A side sees the counters of a unit only while one of its generals is with it (AR-Q74)",
}


def _army(battle: Battle, one: Army) -> str:
    """``South: 6 units, 104 figures, 11 points; beaten at 5``."""
    mine = [unit for unit in (*battle.units.values(), *battle.to_come.values()) if unit.side == one.id]
    beaten = f"; beaten at {one.break_at}" if one.break_at else ""
    figures = sum(unit.figures for unit in mine if not unit.gun)
    size = f"{plural(len(mine), 'unit', 'units')}, {figures} figures, {plural(one.points, 'point', 'points')}"
    return f"{one.name}: {size}{beaten}"


def _arrives(battle: Battle, one: Arrival) -> str:
    by_dice = f" on {one.needs} or more, thrown each bound" if one.needs else ""
    return f"{listed(one.units)} {when_and_where(one, battle.table, 0).replace('turn', 'bound')}{by_dice}"
