"""What a one-hour battle is about, in words: what is to be held, what ends it, how it was judged."""

from pbem.engine.ids import Side
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.onehour.battle import Area, Army, Battle, Exit, Objective, Score, army, other_side
from pbem.rulesets.onehour.playing.ending import alone_in


def what_wins(battle: Battle) -> str:
    """``A side that is alone at Harrow Down after turn 15 wins.``  '' where nothing is to be held."""
    clauses = [_worth(battle, goal) for goal in battle.objectives]
    clauses += [_leaving(battle, one) for one in battle.exits]
    if battle.victory.by == "points" and battle.victory.unit:
        clauses.append(f"each enemy unit destroyed is worth {plural(battle.victory.unit, 'point', 'points')}")
    return f"{capital('; '.join(clauses))}." if clauses else ""


def _worth(battle: Battle, goal: Objective) -> str:
    """What holding an objective is worth."""
    only = listed([army(battle, side).name for side in goal.sides])
    holds = "is alone at" if goal.hold == "alone" else "was the last to be alone at"
    when = {
        "end": f"after turn {battle.limit}",
        "turn": "at the end of a turn",
        "at once": "at the end of a player turn",
    }
    since = f" from turn {goal.from_turn} on" if goal.test != "end" and goal.from_turn > 1 else ""
    told: list[str] = []
    if goal.wins:
        condition = f"{holds} {needed(goal)} {when[goal.test]}{since}"
        told.append(f"if {only} {condition}, it wins" if only else f"a side that {condition} wins")
    if goal.points:
        each = "each of " if len(goal.areas) > 1 else ""
        told.append(f"holding {each}{the_areas(goal)} after the last turn is worth {_points(goal.points)}")
    return ", and ".join(told)


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


def _leaving(battle: Battle, one: Exit) -> str:
    who = listed([army(battle, side).name for side in one.sides]) if one.sides else "either side"
    worth = f"; each that does is worth {_points(one.points)}" if one.points else ""
    return f"units of {who} may leave by {one.name}{worth}"


def _points(points: int) -> str:
    return plural(points, "point", "points")


def how_it_ends(battle: Battle) -> str:
    """When each side breaks, and what decides after the last turn."""
    one, other = battle.armies
    if one.break_at and one.break_at == other.break_at:
        told = f"A side that has lost {number(one.break_at)} units breaks"
    else:
        told = capital(f"{_breaks(one)}, {_breaks(other)}")
    return f"{told}. {decides(battle)}" if battle.limit is not None else f"{told}."


def _breaks(side: Army) -> str:
    if not side.break_at:
        return f"{side.name} breaks when it has no units left"
    return f"{side.name} breaks when it has lost {plural(side.break_at, 'unit', 'units')}"


def decides(battle: Battle) -> str:
    """What judges a battle that has run its turns."""
    after = f"after turn {battle.limit}"
    fewer = f"the side that has lost fewer units {after} wins"
    match battle.victory.by:
        case "points":
            lead = "" if battle.victory.lead == 1 else f", by {battle.victory.lead} or more,"
            return f"Otherwise the side with more points{lead} {after} wins."
        case "units":
            return f"Otherwise {fewer}."
        case "objective" if battle.victory.otherwise is not None:
            return f"Otherwise {army(battle, battle.victory.otherwise).name} wins {after}."
        case "objective":
            return f"Otherwise {fewer}."


# --- as it stands -------------------------------------------------------------------------------------------------


def held_areas(battle: Battle, side: Side, goal: Objective) -> tuple[Area, ...]:
    """The areas of an objective that a side has in hand (SCN-objective)."""
    if goal.sides and side not in goal.sides:
        return ()
    holds = {
        one.name: battle.holders.get(one.name) if goal.hold == "last" else alone_in(battle, one) for one in goal.areas
    }
    return tuple(one for one in goal.areas if holds[one.name] == side)


def in_hand_now(battle: Battle, mine: Side | None) -> str:
    """``You hold Harrow Down.``  One sentence an objective; '' without any."""
    return " ".join(_now(battle, mine, goal) for goal in battle.objectives)


def _now(battle: Battle, mine: Side | None, goal: Objective) -> str:
    has = {one.id: [area.name for area in held_areas(battle, one.id, goal)] for one in battle.armies}
    order = sorted(battle.armies, key=lambda one: one.id != mine)
    told = [f"{_who(one, mine)} {listed(has[one.id])}" for one in order if has[one.id]]
    if told:
        return f"{capital('; '.join(told))}."
    return f"Neither side holds {' or '.join(one.name for one in goal.areas)}."


def _who(one: Army, mine: Side | None) -> str:
    return "you hold" if one.id == mine else f"{one.name} holds"


# --- the end ------------------------------------------------------------------------------------------------------


def ending(battle: Battle) -> str:
    """How the battle ended, in words; '' while it goes on."""
    if battle.ended is None:
        return ""
    winner = army(battle, battle.winner).name if battle.winner is not None else ""
    loser = army(battle, other_side(battle, battle.winner)).name if battle.winner is not None else ""
    score = _scores(battle)
    match battle.ended:
        case "no units":
            return f"{winner} has won: {loser} has no units left on the table."
        case "broken":
            return f"{winner} has won: {loser} has broken, with {score or 'too many units lost'}."
        case "objective":
            goal = next((one for one in battle.objectives if one.name == battle.won_by), None)
            return f"{winner} has won: {f'it holds {needed(goal)}' if goal else 'neither side holds the objective'}."
        case "points":
            return f"{winner} has won on points: {score}."
        case "units lost":
            return f"{winner} has won: it has lost fewer units ({score})."
        case "draw":
            return f"A draw: {score}." if score else f"Both sides agreed to a draw{_when(battle)}."
        case "conceded":
            return f"{winner} has won: {loser} conceded."


def _when(battle: Battle) -> str:
    return f" in turn {battle.turn}" if battle.turn else ""


def _scores(battle: Battle) -> str:
    """``South 3, North 4 units lost``."""
    if battle.verdict is None:
        return ""
    verdict = battle.verdict
    told = [f"{one.name} {_counted(verdict.by, verdict.scores[one.id])}" for one in battle.armies]
    return f"{', '.join(told)} {'points' if verdict.by == 'points' else 'units lost'}"


def _counted(by: str, score: Score) -> int:
    return score.points if by == "points" else score.lost
