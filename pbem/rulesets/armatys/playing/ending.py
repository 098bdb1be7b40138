"""K5: points lost, ground held, who has won and by how much (AR-Q66: the scenario's)."""

from fractions import Fraction

from pbem.engine import grades
from pbem.engine.grades import GradedScore
from pbem.engine.ids import Side
from pbem.engine.table import objectives
from pbem.engine.table.objectives import AreaToHold, Objective, Standing
from pbem.engine.table.places import spot
from pbem.engine.table.rects import centre
from pbem.rulesets.armatys.special.prizes import prize_points
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, army_of, other_side
from pbem.rulesets.armatys.state.units import Unit


def standing(battle: Battle) -> Standing:
    """Where unbroken units stand: what counts is their centres."""
    return [(one.side, spot(centre(one.rect))) for one in battle.units.values() if one.state == "steady"]


def holders(battle: Battle) -> dict[str, Side]:
    """Of each area, by name, the side that was the last to stand there alone."""
    return objectives.holders(battle.objectives, standing(battle), battle.held)


def held(battle: Battle, side: Side, goal: Objective) -> tuple[AreaToHold, ...]:
    """The areas of an objective that a side has in hand."""
    return objectives.held(goal, side, standing(battle), battle.held)


def holder(battle: Battle, goal: Objective) -> Side | None:
    """The one side that holds an objective; None for neither or both."""
    found = [side for side in battle.sides if len(held(battle, side, goal)) >= goal.need]
    return found[0] if len(found) == 1 else None


def lost(battle: Battle, side: Side, *, final: bool = False) -> int:
    """Points that a side has lost, also by an umpire's word.  final: broken units count too, as after the last bound.

    A unit that pursued off the table is gone, and costs nothing; a battery counts when more than half of its guns are
    abandoned or gone.
    """
    gone = [one for one in battle.removed.values() if one.side == side and one.pursuit is None]
    there = [one for one in battle.units.values() if one.side == side]
    broken = [one for one in there if final and one.state == "broken"]
    guns = sum(points for name, points in army_of(battle, side).batteries.items() if _taken(name, there, gone))
    ruled = (battle.ruled_points or {}).get(side, 0)
    return max(0, sum(one.points for one in (*gone, *broken)) + guns + ruled)


def _taken(battery: str, there: list[Unit], gone: list[Unit]) -> bool:
    mine = [one for one in there if one.battery == battery]
    dead = [one for one in gone if one.battery == battery]
    return 2 * (len(dead) + sum(one.status == "abandoned" for one in mine)) > len(mine) + len(dead)


def scores(battle: Battle, *, final: bool = False) -> dict[Side, GradedScore]:
    """What each side has come to."""
    return {side: _score(battle, side, final=final) for side in battle.sides}


def _score(battle: Battle, side: Side, *, final: bool) -> GradedScore:
    enemy = other_side(battle, side)
    ours, theirs = lost(battle, side, final=final), lost(battle, enemy, final=final)
    mine, whole = max(army_of(battle, side).points, 1), max(army_of(battle, enemy).points, 1)
    extra, against = _extra(battle, side), _extra(battle, enemy)
    if battle.borders.by == "points":
        total = theirs * battle.borders.break_point + extra
    else:
        total = int(1000 * (Fraction(theirs, whole) - Fraction(ours, mine))) + 10 * (extra - against)
    return GradedScore(harm=theirs, enemy_total=whole, lost=ours, extra=extra, total=total)


def _extra(battle: Battle, side: Side) -> int:
    """Of objectives, and of generals that the enemy has lost."""
    fallen = [one for one in battle.generals.values() if one.side != side and one.status != "fit"]
    ground = sum(goal.points * len(held(battle, side, goal)) for goal in battle.objectives)
    return ground + sum(one.points for one in fallen) + prize_points(battle, side)


def ended(battle: Battle) -> f.BattleEnded | None:
    """Whether the battle is over at the end of a bound, and how; None when it goes on."""
    return _broken(battle) or _objective(battle) or _nobody(battle) or _limit(battle)


def _broken(battle: Battle) -> f.BattleEnded | None:
    """A side's lost points have reached its break level, or an umpire says so; both at once: the larger margin wins."""
    ruled = battle.ruled_broken or ()
    beaten = [one.id for one in battle.armies if 0 < one.break_at <= lost(battle, one.id) or one.id in ruled]
    if not beaten:
        return None
    come_to = scores(battle)
    if len(beaten) == 1:
        winner: Side | None = other_side(battle, beaten[0])
    else:
        winner = _ahead(battle)
    return f.BattleEnded(
        winner, "broken" if winner else "draw", grades.outright(battle.borders, come_to, winner, broken=True)
    )


def _ahead(battle: Battle) -> Side | None:
    totals = {side: one.total for side, one in scores(battle).items()}
    one, other = battle.sides
    return None if totals[one] == totals[other] else max(battle.sides, key=lambda side: totals[side])


def _objective(battle: Battle) -> f.BattleEnded | None:
    """An objective that wins is held by one side, at the end of a bound or of the last one."""
    for goal in battle.objectives:
        due = goal.test != "end" or battle.bound >= battle.limit > 0
        if goal.wins and due and battle.bound >= goal.from_turn and (side := holder(battle, goal)) is not None:
            verdict = grades.outright(battle.borders, scores(battle, final=True), side)
            return f.BattleEnded(side, "objective", verdict, goal.name)
    return None


def _nobody(battle: Battle) -> f.BattleEnded | None:
    """A side has no unbroken unit, and none to come."""
    left = {one.side for one in battle.units.values() if one.state == "steady" and not one.gun}
    coming = {one.side for one in battle.to_come.values()}
    gone = [side for side in battle.sides if side not in left | coming]
    if not gone:
        return None
    winner = other_side(battle, gone[0]) if len(gone) == 1 else None
    verdict = grades.outright(battle.borders, scores(battle, final=True), winner, broken=winner is not None)
    return f.BattleEnded(winner, "broken" if winner else "draw", verdict)


def _limit(battle: Battle) -> f.BattleEnded | None:
    if not battle.limit or battle.bound < battle.limit:
        return None
    winner, verdict = grades.at_the_limit(battle.borders, scores(battle, final=True))
    return f.BattleEnded(winner, "limit" if winner else "draw", verdict)


def conclude(battle: Battle, loser: Side | None) -> tuple[f.BattleEnded, ...]:
    """A side concedes, or, loser None, the sides agree on a draw."""
    come_to = scores(battle, final=True)
    if loser is None:
        return (f.BattleEnded(None, "draw", grades.outright(battle.borders, come_to, None)),)
    winner = other_side(battle, loser)
    return (f.BattleEnded(winner, "conceded", grades.outright(battle.borders, come_to, winner)),)
