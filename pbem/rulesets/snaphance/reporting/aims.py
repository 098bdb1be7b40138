"""What a battle is about, in words: its objectives, its limit, how it will be judged, and how it was."""

from pbem.engine.grades import decides, explained, figures, graded
from pbem.engine.hexes import key
from pbem.engine.ids import Side
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.snaphance.state.battle import Battle, HexObjective, army
from pbem.rulesets.snaphance.state.objectives import in_hand


def what_wins(battle: Battle) -> str:
    """``A side that holds three of the four hill hexes at the end of round 10 wins.``  '' without objectives."""
    clauses = [_worth(goal) for goal in battle.objectives]
    if battle.victory.by == "points":
        worth = plural(battle.victory.break_point, "point", "points")
        clauses.append(f"each break point the enemy loses is worth {worth}")
    return f"{capital('; '.join(clauses))}." if clauses else ""


def _worth(goal: HexObjective) -> str:
    """What holding an objective is worth."""
    told: list[str] = []
    if goal.at_round is not None:
        told.append(f"a side that holds {_needed(goal)} at the end of round {goal.at_round} wins")
    if goal.from_round is not None:
        since = f" from round {goal.from_round} on" if goal.from_round > 1 else ""
        told.append(f"a side that holds {_needed(goal)} at the end of any round{since} wins")
    if goal.points:
        told.append(f"{aimed_at(goal)} held at the end is worth {plural(goal.points, 'point', 'points')}")
    if goal.percent:
        told.append(f"holding {_needed(goal)} at the end adds {goal.percent} % to the margin")
    return ", and ".join(told)


def _needed(goal: HexObjective) -> str:
    """``three of the four hill hexes``, ``both crossings``, ``the windmill battery``."""
    have, need = len(goal.hexes), goal.need
    if have == 1:
        return f"the {_bare(goal)}"
    if need == have:
        return f"both {_bare(goal)}" if have == 2 else f"all {number(have)} {_bare(goal)}"
    return f"{number(need)} of {the_hexes(goal)}"


def _bare(goal: HexObjective) -> str:
    """Its name without the article that a scenario may give it (``the villages``)."""
    return goal.name.removeprefix("the ")


def aimed_at(goal: HexObjective) -> str:
    """What is to be held: ``both crossings``; ``each of the two farms``, where every hex counts."""
    return f"each of {the_hexes(goal)}" if goal.points and len(goal.hexes) > 1 else _needed(goal)


def the_hexes(goal: HexObjective) -> str:
    """``the four hill hexes``; ``the windmill battery`` where it is one."""
    return f"the {_bare(goal)}" if len(goal.hexes) == 1 else f"the {number(len(goal.hexes))} {_bare(goal)}"


def how_it_ends(battle: Battle) -> str:
    """When each side breaks, and what decides after the last round, with its borders."""
    one, other = battle.armies
    told = f"{one.name} breaks at {plural(one.break_at, 'break point', 'break points')} lost"
    told += f", {other.name} at {other.break_at}" if other.break_at != one.break_at else f", and so does {other.name}"
    if battle.limit is not None:
        told += f"; after round {battle.limit} the {decides(battle.victory)}"
    return f"{told}. {explained(battle.victory)}"


def in_hand_now(battle: Battle, mine: Side | None) -> str:
    """``You hold three of the four hill hexes, North one.``  One sentence an objective; '' without any."""
    return " ".join(_now(battle, mine, goal) for goal in battle.objectives)


def _now(battle: Battle, mine: Side | None, goal: HexObjective) -> str:
    """How an objective stands.  A hex with an enemy beside it is contested."""
    one, other = sorted(battle.armies, key=lambda one: one.id != mine)
    has = {side.id: len(in_hand(battle, side.id, goal)) for side in (one, other)}
    taken = sum(key(here) in battle.holders for here in goal.hexes)
    contested = taken - sum(has.values())
    if not taken:
        return f"Neither side has reached {the_hexes(goal) if len(goal.hexes) == 1 else f'the {goal.name}'} yet."
    who = "You hold" if mine else f"{one.name} holds"
    them = "you" if mine else one.name
    if len(goal.hexes) == 1:
        if contested:
            return f"The {goal.name} is contested."
        return f"{who} the {goal.name}." if has[one.id] else f"{other.name} holds the {goal.name}."
    if not any(has.values()):
        return f"None of {the_hexes(goal)} is safely held."
    if not has[other.id]:
        told = f"{who} {number(has[one.id])} of {the_hexes(goal)}, {other.name} nothing"
    elif not has[one.id]:
        told = f"{other.name} holds {number(has[other.id])} of {the_hexes(goal)}, {them} nothing"
    else:
        told = f"{who} {number(has[one.id])} of {the_hexes(goal)}, {other.name} {number(has[other.id])}"
    if contested:
        told += f"; {number(contested)} {'is' if contested == 1 else 'are'} contested"
    return f"{told}."


# --- the end --------------------------------------------------------------------------------------------------------


def ending(battle: Battle) -> str:
    """How a battle ended: who won and why, the grade, and its figures."""
    verdict = battle.verdict
    if verdict is None:
        return f"{_why(battle)}."
    names = {one.id: one.name for one in battle.armies}
    breaks = {one.id: one.break_at for one in battle.armies}
    grade = graded(verdict, names, broken=battle.ended == "broken")
    return f"{_why(battle)}: {grade} {figures(verdict, names, breaks, battle.winner)}"


def _why(battle: Battle) -> str:
    winner = army(battle, battle.winner).name if battle.winner else ""
    broken = listed([one.name for one in battle.armies if one.broken])
    if battle.ended == "broken" and winner:
        return f"{broken} broke in round {battle.round}, and {winner} has won the field"
    if battle.ended == "broken":
        return f"{broken} broke in round {battle.round} at the same time: neither side has won"
    if battle.ended == "objective":
        goal = next(one for one in battle.objectives if one.name == battle.won_by)
        most = "at least " if goal.need < len(goal.hexes) else ""
        return f"{winner} holds {most}{_needed(goal)} at the end of round {battle.round}, and wins"
    if battle.ended == "conceded":
        return f"The other side conceded: {winner} has won"
    if battle.ended == "ruled":
        return f"The umpire ended the battle: {f'{winner} has won' if winner else 'a draw'}"
    if battle.ended == "draw" and battle.verdict is None:
        return f"Both sides agreed to a draw in round {battle.round}"
    return f"{winner or 'Neither side'} has won after the last round, {battle.round}"
