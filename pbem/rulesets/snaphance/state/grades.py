"""Who has won, and by how much: the margin or the points of each side, and the grade of the victory.

A broken army is always beaten decisively (SN-14.0c).  Whoever holds an objective that ends the battle has won it at
least marginally.  Else the lead decides, by the scenario's borders.
"""

from fractions import Fraction

from pbem.engine.ids import Side
from pbem.rulesets.snaphance.state.battle import Battle, Grade, Score, Verdict, army, other_side
from pbem.rulesets.snaphance.state.objectives import holder, in_hand


def outright(battle: Battle, winner: Side | None, *, broken: bool = False) -> Verdict:
    """The grade of a battle that was won outright: by a break, or by an objective.  winner None: both broke alike."""
    scores = {one.id: score(battle, one.id) for one in battle.armies}
    lead = _lead(battle, scores, winner)
    if winner is None:
        grade: Grade = "drawn"
    elif broken:
        grade = "decisive"
    else:
        grade = _grade(battle, lead)
        grade = "marginal" if grade == "drawn" else grade
    return Verdict(by=battle.victory.by, grade=grade, lead=lead, scores=scores)


def at_the_limit(battle: Battle) -> tuple[Side | None, Verdict]:
    """Who has won a battle that has run its rounds, None for a draw, and the grade."""
    scores = {one.id: score(battle, one.id) for one in battle.armies}
    best = max(one.total for one in scores.values())
    ahead = [side for side, one in scores.items() if one.total == best]
    leader = ahead[0] if len(ahead) == 1 else None
    lead = _lead(battle, scores, leader)
    grade: Grade = _grade(battle, lead) if leader is not None else "drawn"
    verdict = Verdict(by=battle.victory.by, grade=grade, lead=lead, scores=scores)
    return (None if grade == "drawn" else leader), verdict


def score(battle: Battle, side: Side) -> Score:
    """What a side has come to as things stand."""
    mine, enemy = army(battle, side), army(battle, other_side(battle, side))
    if battle.victory.by == "points":
        extra = sum(goal.points * len(in_hand(battle, side, goal)) for goal in battle.objectives)
        total = extra + battle.victory.break_point * enemy.break_lost
    else:
        extra = sum(goal.percent for goal in battle.objectives if holder(battle, goal) == side)
        against = sum(goal.percent for goal in battle.objectives if holder(battle, goal) == enemy.id)
        share = Fraction(enemy.break_lost - mine.break_lost, max(enemy.break_total, 1))
        total = int(1000 * share) + 10 * (extra - against)  # tenths of a per cent, towards 0
    return Score(
        harm=enemy.break_lost, enemy_total=enemy.break_total, lost=mine.break_lost, extra=extra, total=total
    )  # fmt: skip


def _lead(battle: Battle, scores: dict[Side, Score], leader: Side | None) -> int:
    """A margin is a lead already; of points it is the difference."""
    if leader is None:
        return 0
    ours = scores[leader].total
    return ours if battle.victory.by == "margin" else ours - scores[other_side(battle, leader)].total


def _grade(battle: Battle, lead: int) -> Grade:
    by, unit = battle.victory, 10 if battle.victory.by == "margin" else 1
    if lead < unit * by.drawn_below:
        return "drawn"
    if lead < unit * by.clear_from:
        return "marginal"
    return "clear" if lead <= unit * by.decisive_over else "decisive"
