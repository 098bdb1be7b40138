"""What a one-hour battle is about, in words: what is to be held, what ends it, how it was judged."""

from pbem.engine.ids import Side
from pbem.engine.table.aims import in_hand, leaving, needed, worth
from pbem.engine.table.objectives import Test
from pbem.engine.wording import capital, number, plural
from pbem.rulesets.onehour.battle import Army, Battle, SideScore, army, other_side
from pbem.rulesets.onehour.playing.ending import held


def what_wins(battle: Battle) -> str:
    """``A side that is alone at Harrow Down after turn 15 wins.``  '' where nothing is to be held."""
    names = {one.id: one.name for one in battle.armies}
    when: dict[Test, str] = {
        "end": f"after turn {battle.limit}", "turn": "at the end of a turn", "at once": "at the end of a player turn",
    }  # fmt: skip
    clauses = [worth(goal, names, when) for goal in battle.objectives]
    clauses += [leaving(one, names) for one in battle.exits]
    if battle.victory.by == "points" and battle.victory.unit:
        clauses.append(f"each enemy unit destroyed is worth {plural(battle.victory.unit, 'point', 'points')}")
    return f"{capital('; '.join(clauses))}." if clauses else ""


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


def in_hand_now(battle: Battle, mine: Side | None) -> str:
    """``You hold Harrow Down.``  One sentence an objective; '' without any."""
    names = {one.id: one.name for one in sorted(battle.armies, key=lambda one: one.id != mine)}
    return " ".join(
        in_hand(goal, {side: held(battle, side, goal) for side in names}, names, mine) for goal in battle.objectives
    )


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
        case "ruled":
            return f"The umpire ended the battle: {f'{winner} has won' if winner else 'a draw'}."


def _when(battle: Battle) -> str:
    return f" in turn {battle.turn}" if battle.turn else ""


def _scores(battle: Battle) -> str:
    """``South 3, North 4 units lost``."""
    if battle.verdict is None:
        return ""
    verdict = battle.verdict
    told = [f"{one.name} {_counted(verdict.by, verdict.scores[one.id])}" for one in battle.armies]
    return f"{', '.join(told)} {'points' if verdict.by == 'points' else 'units lost'}"


def _counted(by: str, score: SideScore) -> int:
    return score.points if by == "points" else score.lost
