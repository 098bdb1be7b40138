"""Objectives and exits of the inch table in words: what holding is worth, and how it stands."""

from collections.abc import Iterable, Mapping

from pbem.engine.ids import Side
from pbem.engine.table.objectives import AreaToHold, Exit, Objective, Test
from pbem.engine.wording import capital, listed, number, plural

Names = Mapping[Side, str]
"""Armies by their names, in the order in which they are told."""


def worth(goal: Objective, names: Names, when: Mapping[Test, str]) -> str:
    """``a side that is alone at Harrow Down after turn 15 wins``.  when: the words for each test."""
    only = listed([names[side] for side in goal.sides])
    holds = "is alone at" if goal.hold == "alone" else "was the last to be alone at"
    since = f" from turn {goal.from_turn} on" if goal.test != "end" and goal.from_turn > 1 else ""
    told: list[str] = []
    if goal.wins:
        condition = f"{holds} {needed(goal)} {when[goal.test]}{since}"
        told.append(f"if {only} {condition}, it wins" if only else f"a side that {condition} wins")
    if goal.points:
        each = "each of " if len(goal.areas) > 1 else ""
        told.append(f"holding {each}{the_areas(goal)} after the last turn is worth {_points(goal.points)}")
    return ", and ".join(told)


def leaving(way: Exit, names: Names) -> str:
    """``units of South may leave by the north road; each that does is worth 2 points``."""
    who = listed([names[side] for side in way.sides]) if way.sides else "either side"
    each = f"; each that does is worth {_points(way.points)}" if way.points else ""
    return f"units of {who} may leave by {way.name}{each}"


def needed(goal: Objective) -> str:
    """``Harrow Down``; ``both Bridge and Ford``; ``two of East Farm, West Farm and The Rise``."""
    have = len(goal.areas)
    if have == 1:
        return goal.areas[0].name
    if goal.need == have:
        return f"both {the_areas(goal)}" if have == 2 else f"all of {the_areas(goal)}"
    return f"{number(goal.need)} of {the_areas(goal)}"


def the_areas(goal: Objective) -> str:
    """``Bridge and Ford``."""
    return listed([one.name for one in goal.areas])


def objective_text(goals: Iterable[Objective]) -> str:
    """As a map's legend has it: ``objective: Harrow Down``; several: ``objectives: ...``."""
    told = [needed(goal) for goal in goals]
    return f"{'objective' if len(told) == 1 else 'objectives'}: {'; '.join(told)}" if told else ""


def in_hand(goal: Objective, has: Mapping[Side, tuple[AreaToHold, ...]], names: Names, mine: Side | None) -> str:
    """``You hold Harrow Down.``  has: the areas in hand of each side.  names: the reader's side first."""
    told = [
        f"{'you hold' if side == mine else f'{name} holds'} {listed([one.name for one in has[side]])}"
        for side, name in names.items()
        if has[side]
    ]
    if told:
        return f"{capital('; '.join(told))}."
    return f"Neither side holds {' or '.join(one.name for one in goal.areas)}."


def _points(points: int) -> str:
    return plural(points, "point", "points")
