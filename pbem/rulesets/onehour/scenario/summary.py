"""A scenario in a few lines, for the author of its file: armies, arrivals, what wins, what is played how."""

from pbem.engine.table.measures import say_inches
from pbem.engine.wording import listed, plural
from pbem.rulesets.onehour.battle import TYPES, Army, Battle
from pbem.rulesets.onehour.reporting.aims import how_it_ends, what_wins
from pbem.rulesets.onehour.reporting.readings import readings
from pbem.rulesets.onehour.reporting.troops import expected


def summary(battle: Battle) -> tuple[str, ...]:
    """One fact a line; it tells the secrets of both sides."""
    wide, deep = say_inches(battle.table.width), say_inches(battle.table.depth)
    limit = plural(battle.limit, "turn", "turns") if battle.limit else "no limit of turns"
    first = next(
        (f"{one.name} goes first" for one in battle.armies if one.id in battle.side_order[:1]), "first by dice"
    )
    told = (
        f"{battle.title}: {wide} by {deep} inches, {limit}, {first}",
        *(_army(battle, one) for one in battle.armies),
        *_arrivals(battle),
        what_wins(battle),
        how_it_ends(battle),
        *(
            f"{listed(one.units)} within {say_inches(one.within)} inches of {one.name or 'their place'}"
            for one in battle.ties
        ),
        *(f"{rule}: {says}" for rule, says in readings(battle)),
    )
    return tuple(line for line in told if line)


def _army(battle: Battle, one: Army) -> str:
    """``South: 6 units (4 Infantry, 2 Cavalry); beaten at 4 lost``."""
    units = [unit for unit in battle.units.values() if unit.side == one.id]
    counts = [f"{n} {kind}" for kind in TYPES if (n := sum(unit.type == kind for unit in units))]
    drawn = f"{one.muster.size} drawn by the table" if one.muster is not None else ""
    size = len(units) + (one.muster.size if one.muster is not None else 0)
    beaten = f"; beaten at {one.break_at} lost" if one.break_at else ""
    return f"{one.name}: {plural(size, 'unit', 'units')} ({', '.join([*counts, drawn] if drawn else counts)}){beaten}"


def _arrivals(battle: Battle) -> list[str]:
    return [
        f"{listed(one.units)} {expected(battle, one)}{', in secret' if one.secret else ''}" for one in battle.arrivals
    ]
