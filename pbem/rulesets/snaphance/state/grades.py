"""Who has won, and by how much: the margin or the points of each side, and the grade of the victory.

A broken army is always beaten decisively (SN-14.0c).  A side that holds an objective that ends the battle has won it at
least marginally.  Else the lead decides, by the scenario's borders.
"""

from fractions import Fraction

from pbem.engine import grades
from pbem.engine.grades import GradedScore, GradedVerdict
from pbem.engine.ids import Side
from pbem.rulesets.snaphance.state.battle import Battle, army, other_side
from pbem.rulesets.snaphance.state.objectives import holder, in_hand


def outright(battle: Battle, winner: Side | None, *, broken: bool = False) -> GradedVerdict:
    """The grade of a battle that was won outright: by a break, or by an objective.  winner None: both broke alike."""
    return grades.outright(battle.victory, scores(battle), winner, broken=broken)


def at_the_limit(battle: Battle) -> tuple[Side | None, GradedVerdict]:
    """Who has won a battle that has run its rounds, None for a draw, and the grade."""
    return grades.at_the_limit(battle.victory, scores(battle))


def scores(battle: Battle) -> dict[Side, GradedScore]:
    """What each side has come to as things stand."""
    return {one.id: score(battle, one.id) for one in battle.armies}


def score(battle: Battle, side: Side) -> GradedScore:
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
    return GradedScore(
        harm=enemy.break_lost, enemy_total=enemy.break_total, lost=mine.break_lost, extra=extra, total=total
    )  # fmt: skip
