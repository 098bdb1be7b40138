"""K6: points lost, ground held, who has won and by how much (FS-Q89: the scenario's)."""

from fractions import Fraction

from msgspec.structs import replace

from pbem.engine import grades
from pbem.engine.grades import GradedScore
from pbem.engine.ids import Side
from pbem.engine.table import objectives
from pbem.engine.table.objectives import AreaToHold, Objective, Standing
from pbem.engine.table.places import spot
from pbem.engine.table.rects import centre
from pbem.rulesets.fornovo.moving.places import rect_of
from pbem.rulesets.fornovo.playing import scoring
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import Battle, army_of, other_side
from pbem.rulesets.fornovo.state.units import shattered


def standing(battle: Battle) -> Standing:
    """Where units in good or halted morale stand: what counts is the middle of each; a garrison stands in its block."""
    found = []
    for one in battle.units.values():
        rect = rect_of(battle, one)
        if one.morale in {"good", "halted"} and rect is not None:
            found.append((one.side, spot(centre(rect))))
        elif one.morale in {"good", "halted"} and one.inside is not None:
            shape = next((piece.shape for piece in battle.terrain if piece.id == one.inside), ())
            found += [(one.side, at) for at in shape[:1]]
    return found


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


def lost(battle: Battle, side: Side) -> int:
    """Points that a side has lost: units gone, those routed or shattered as a turn ends, and by an umpire's word."""
    gone = [one for one in battle.removed.values() if one.side == side and not one.went_home]
    there = [one for one in battle.units.values() if one.side == side and (one.morale == "routed" or shattered(one))]
    return max(0, sum(one.points for one in (*gone, *there)) + (battle.ruled_points or {}).get(side, 0))


def scores(battle: Battle) -> dict[Side, GradedScore]:
    """What each side has come to."""
    return {side: _score(battle, side) for side in battle.sides}


def _score(battle: Battle, side: Side) -> GradedScore:
    enemy = other_side(battle, side)
    ours, theirs = lost(battle, side), lost(battle, enemy)
    mine, whole = max(army_of(battle, side).points, 1), max(army_of(battle, enemy).points, 1)
    extra, against = _extra(battle, side), _extra(battle, enemy)
    if battle.borders.by == "points":
        total = theirs * battle.borders.break_point + extra
    else:
        total = int(1000 * (Fraction(theirs, whole) - Fraction(ours, mine))) + 10 * (extra - against)
    return GradedScore(harm=theirs, enemy_total=whole, lost=ours, extra=extra, total=total)


def _extra(battle: Battle, side: Side) -> int:
    """Of objectives, of generals that the enemy has lost, of special rules."""
    lost_ones = [one for one in battle.generals.values() if one.removed and not (one.to_come or one.went_home)]
    fallen = [one for one in lost_ones if one.side != side]
    ground = sum(
        goal.points * len(areas) for goal in battle.objectives
        if len(areas := held(battle, side, goal)) >= goal.need
    )  # fmt: skip
    return ground + sum(one.points for one in fallen) + scoring.points(battle, side)


def ended(battle: Battle) -> f.BattleEnded | None:
    """Whether the battle is over at the end of a turn, and how; None when it goes on."""
    return _broken(battle) or _gone_home(battle) or _objective(battle) or _none_left(battle) or _limit(battle)


def _broken(battle: Battle) -> f.BattleEnded | None:
    """A side's lost points have reached its break level, or an umpire says so; both at once: the larger margin wins."""
    ruled = battle.ruled_broken or ()
    beaten = [one.id for one in battle.armies if 0 < one.break_at <= lost(battle, one.id) or one.id in ruled]
    if not beaten:
        return None
    come_to = scores(battle)
    winner = other_side(battle, beaten[0]) if len(beaten) == 1 else _ahead(battle)
    verdict = grades.outright(battle.borders, come_to, winner, broken=winner is not None)
    return f.BattleEnded(winner, "broken" if winner else "draw", verdict)


def _ahead(battle: Battle) -> Side | None:
    totals = {side: one.total for side, one in scores(battle).items()}
    one, other = battle.sides
    return None if totals[one] == totals[other] else max(battle.sides, key=lambda side: totals[side])


def _gone_home(battle: Battle) -> f.BattleEnded | None:
    """By a special rule: enough of an army has marched off."""
    side = scoring.gone_home(battle)
    if side is None:
        return None
    return f.BattleEnded(side, "objective", grades.outright(battle.borders, scores(battle), side), "the way home")


def _objective(battle: Battle) -> f.BattleEnded | None:
    """An objective that wins is held by one side, at the end of a turn or of the last one."""
    for goal in battle.objectives:
        due = goal.test != "end" or battle.turn >= battle.limit > 0
        if goal.wins and due and battle.turn >= goal.from_turn and (side := holder(battle, goal)) is not None:
            return f.BattleEnded(side, "objective", grades.outright(battle.borders, scores(battle), side), goal.name)
    return None


def _none_left(battle: Battle) -> f.BattleEnded | None:
    """A side has no unit that is not routed, and none to come."""
    left = {one.side for one in battle.units.values() if one.morale != "routed" and not one.guns}
    coming = {one.side for one in battle.to_come.values()}
    gone = [side for side in battle.sides if side not in left | coming]
    if not gone:
        return None
    winner = other_side(battle, gone[0]) if len(gone) == 1 else None
    verdict = grades.outright(battle.borders, scores(battle), winner, broken=winner is not None)
    return f.BattleEnded(winner, "broken" if winner else "draw", verdict)


def _limit(battle: Battle) -> f.BattleEnded | None:
    if not battle.limit or battle.turn < battle.limit:
        return None
    come_to = scores(battle)
    winner, verdict = grades.at_the_limit(battle.borders, come_to)
    rider = scoring.rides_down(battle, standing(battle))
    if rider is not None and winner != rider:
        winner, verdict = rider, grades.outright(battle.borders, come_to, rider)
    return f.BattleEnded(winner, "limit" if winner else "draw", verdict)


def conclude(battle: Battle, loser: Side | None) -> tuple[f.BattleEnded, ...]:
    """A side concedes, or, loser None, the sides agree on a draw."""
    come_to = scores(battle)
    if loser is None:
        return (f.BattleEnded(None, "draw", grades.outright(battle.borders, come_to, None)),)
    winner = other_side(battle, loser)
    verdict = grades.outright(battle.borders, come_to, winner)
    if verdict.grade == "decisive" and scoring.on_terms(battle, loser):
        verdict = replace(verdict, grade="clear")
    return (f.BattleEnded(winner, "conceded", verdict),)
