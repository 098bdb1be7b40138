"""What a battle is about, in words: its objectives, its limit, how it will be judged, and how it was."""

from pbem.engine.hexes import key
from pbem.engine.ids import Side
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.snaphance.state.battle import Battle, Objective, Score, army, other_side
from pbem.rulesets.snaphance.state.objectives import in_hand

GRADES = {"drawn": "a draw", "marginal": "a marginal victory", "clear": "a clear victory",
          "decisive": "a decisive victory"}  # fmt: skip


def what_wins(battle: Battle) -> str:
    """``A side that holds three of the four hill hexes at the end of round 10 wins.``  '' without objectives."""
    clauses = [_worth(goal) for goal in battle.objectives]
    if battle.victory.by == "points":
        worth = plural(battle.victory.break_point, "point", "points")
        clauses.append(f"each break point the enemy loses is worth {worth}")
    return f"{capital('; '.join(clauses))}." if clauses else ""


def _worth(goal: Objective) -> str:
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


def _needed(goal: Objective) -> str:
    """``three of the four hill hexes``, ``both crossings``, ``the windmill battery``."""
    have, need = len(goal.hexes), goal.need
    if have == 1:
        return f"the {goal.name}"
    if need == have:
        return f"both {goal.name}" if have == 2 else f"all {number(have)} {goal.name}"
    return f"{number(need)} of {the_hexes(goal)}"


def aimed_at(goal: Objective) -> str:
    """What is to be held: ``both crossings``; ``each of the two farms``, where every hex counts."""
    return f"each of {the_hexes(goal)}" if goal.points and len(goal.hexes) > 1 else _needed(goal)


def the_hexes(goal: Objective) -> str:
    """``the four hill hexes``; ``the windmill battery`` where it is one."""
    return f"the {goal.name}" if len(goal.hexes) == 1 else f"the {number(len(goal.hexes))} {goal.name}"


def how_it_ends(battle: Battle) -> str:
    """When each side breaks, and what decides after the last round, with its borders."""
    one, other = battle.armies
    told = f"{one.name} breaks at {plural(one.break_at, 'break point', 'break points')} lost"
    told += f", {other.name} at {other.break_at}" if other.break_at != one.break_at else f", and so does {other.name}"
    if battle.limit is not None:
        told += f"; after round {battle.limit} the {decides(battle)}"
    return f"{told}. {borders(battle)}"


def decides(battle: Battle) -> str:
    """What judges a battle that has run its rounds."""
    return "points decide" if battle.victory.by == "points" else "margin decides"


def borders(battle: Battle) -> str:
    """How a victory is graded: ``below 10 % is a draw, ...``."""
    by = battle.victory
    if by.by == "points":
        return (
            f"A lead of fewer than {plural(by.drawn_below, 'point', 'points')} is a draw, up to {by.clear_from} a "
            f"marginal victory, from {by.clear_from} a clear one, over {by.decisive_over} or by breaking the enemy a "
            "decisive one."
        )
    return (
        "The margin is the enemy's break points lost less your own, as a share of the enemy's total: below "
        f"{by.drawn_below} % is a draw, up to {by.clear_from} % a marginal victory, from {by.clear_from} % a clear "
        f"one, over {by.decisive_over} % or by breaking the enemy a decisive one."
    )


def in_hand_now(battle: Battle, mine: Side | None) -> str:
    """``You hold three of the four hill hexes, North one.``  One sentence an objective; '' without any."""
    return " ".join(_now(battle, mine, goal) for goal in battle.objectives)


def _now(battle: Battle, mine: Side | None, goal: Objective) -> str:
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
    told = f"{_why(battle)}: {_graded(battle)}" if battle.verdict is not None else f"{_why(battle)}."
    return told if battle.verdict is None else f"{told} {figures(battle)}"


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
    if battle.ended == "draw" and battle.verdict is None:
        return f"Both sides agreed to a draw in round {battle.round}"
    return f"{winner or 'Neither side'} has won after the last round, {battle.round}"


def _graded(battle: Battle) -> str:
    """The grade and the lead: ``a clear victory, by 27.2 %``."""
    verdict = battle.verdict
    if verdict is None:
        return ""
    lead = f"{amount(verdict.lead)} %" if verdict.by == "margin" else plural(verdict.lead, "point", "points")
    if battle.ended == "broken":
        return f"{GRADES[verdict.grade]}."
    if verdict.grade == "drawn":
        side = next((s for s, one in sorted(verdict.scores.items()) if verdict.lead and _leads(battle, s)), None)
        return (
            f"a draw, with {army(battle, side).name} ahead by {lead}." if side else "a draw, with neither side ahead."
        )
    return f"{GRADES[verdict.grade]}, by {lead}." if verdict.lead > 0 else f"{GRADES[verdict.grade]}."


def _leads(battle: Battle, side: Side) -> bool:
    scores = battle.verdict.scores if battle.verdict is not None else {}
    return scores[side].total > scores[other_side(battle, side)].total


def figures(battle: Battle) -> str:
    """What each side has come to, of what breaks it: ``North lost 3 of 5 break points, South 1 of 5``."""
    verdict = battle.verdict
    if verdict is None:
        return ""
    if verdict.by == "points":
        return f"{'; '.join(_points(battle, side, one) for side, one in _winner_last(battle))}."
    lost = [
        f"{army(battle, side).name} lost {one.lost} of {army(battle, side).break_at}"
        for side, one in _winner_last(battle)
    ]
    gave = [f"{army(battle, s).name} {one.extra} %" for s, one in _winner_last(battle) if one.extra]
    return f"{' break points, '.join(lost)}{f'; objectives gave {listed(gave)}' if gave else ''}."


def _points(battle: Battle, side: Side, one: Score) -> str:
    """``White has 9 points, 6 of them of objectives``."""
    of = f", {one.extra} of them for objectives" if one.extra else ""
    return f"{army(battle, side).name} has {plural(one.total, 'point', 'points')}{of}"


def _winner_last(battle: Battle) -> list[tuple[Side, Score]]:
    scores = battle.verdict.scores if battle.verdict is not None else {}
    return sorted(scores.items(), key=lambda item: (item[0] == battle.winner, item[0]))


def amount(tenths: int) -> str:
    """``27.2``, ``30``."""
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10:.1f}"
