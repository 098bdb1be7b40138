"""How a battle ends and who has won it (OH-Q32, OH-Q37; the scenario's objectives and break points)."""

from collections.abc import Mapping

from msgspec import UNSET

from pbem.engine.ids import RuleId, Side
from pbem.engine.table import objectives
from pbem.engine.table.objectives import AreaToHold, Objective, Standing
from pbem.rulesets.onehour.battle import (
    Battle,
    Ending,
    SideScore,
    Verdict,
    lost_by,
    on_table,
    other_side,
)
from pbem.rulesets.onehour.facts import BattleEnded
from pbem.rulesets.onehour.tables import rules


def standing(battle: Battle) -> Standing:
    """Where the units on the table stand: what counts is their centres (OH-G7); blinds do not count (OH-H10)."""
    return [(unit.side, unit.pose.at) for unit in on_table(battle) if not unit.blind]


def holders(battle: Battle) -> Mapping[str, Side]:
    """Of each area, by name, the side that was the last to stand there alone."""
    return objectives.holders(battle.objectives, standing(battle), battle.holders)


def held(battle: Battle, side: Side, objective: Objective) -> tuple[AreaToHold, ...]:
    """The areas of an objective that a side has in hand (SCN-objective)."""
    return objectives.held(objective, side, standing(battle), battle.holders)


def holder(battle: Battle, objective: Objective) -> Side | None:
    """The one side that holds an objective; None for neither or both."""
    found = [one.id for one in battle.armies if len(held(battle, one.id, objective)) >= objective.need]
    return found[0] if len(found) == 1 else None


def outcome_now(battle: Battle) -> BattleEnded | None:
    """Whether the battle is over at the end of this player turn, and how; None when it goes on."""
    for ends in (_nobody_left, _broken, _objective_held, _last_turn):
        ended = ends(battle)
        if ended is not None:
            return ended
    return None


def _nobody_left(battle: Battle) -> BattleEnded | None:
    """A side has no unit on the table and none to come: it has lost (OH-Q32).

    Where its last units have left by an exit, the scenario's measure decides instead: they are not eliminated.
    """
    gone = [one.id for one in battle.armies if not _anybody(battle, one.id)]
    if not gone:
        return None
    if any(unit.state == "left" for unit in battle.units.values() if unit.side in gone):
        return judged(battle)
    winner = other_side(battle, gone[0]) if len(gone) == 1 else None
    return _ended(battle, "no units" if winner is not None else "draw", winner, rules("OH-Q32"))


def _anybody(battle: Battle, side: Side) -> bool:
    if battle.sights is not UNSET and battle.sights.opened:
        return True  # there may be more of it than was seen
    return any(
        unit.side == side and unit.state in {"on table", "to come"} and not unit.blind for unit in battle.units.values()
    )


def _broken(battle: Battle) -> BattleEnded | None:
    """A side has lost as many units as its break point, or an umpire says so (the scenario, OH-Q37).

    Both at once: the fewer lost wins.
    """
    ruled = battle.ruled_broken or ()
    broken = [one.id for one in battle.armies if 0 < one.break_at <= lost_by(battle, one.id) or one.id in ruled]
    if not broken:
        return None
    winner = other_side(battle, broken[0]) if len(broken) == 1 else fewer_lost(battle)
    return _ended(battle, "broken" if winner is not None else "draw", winner, rules("SCN-break", "OH-Q37"))


def _objective_held(battle: Battle) -> BattleEnded | None:
    """An objective that is tested now and held by one side (the scenario)."""
    for one in battle.objectives:
        tested = one.test == "at once" or (one.test == "turn" and turn_over(battle))
        if not one.wins or not tested or battle.turn < one.from_turn:
            continue
        side = holder(battle, one)
        if side is not None:
            return _ended(battle, "objective", side, rules("SCN-objective"), one.name)
    return None


def turn_over(battle: Battle) -> bool:
    """Whether the second side's player turn has just ended (OH-seq-1)."""
    return battle.active == battle.side_order[-1]


def _last_turn(battle: Battle) -> BattleEnded | None:
    """The scenario's last turn is over (OH-Q32)."""
    if battle.limit is None or battle.turn < battle.limit or not turn_over(battle):
        return None
    return judged(battle)


def judged(battle: Battle) -> BattleEnded:
    """By the scenario's measure; where there is none, or it tells nothing, by the fewer units lost (OH-Q37)."""
    if battle.victory.by == "points":
        return _by_points(battle)
    if battle.victory.by == "objective":
        winning = [(one, holder(battle, one)) for one in battle.objectives if one.wins]
        found = [(one, side) for one, side in winning if side is not None]
        if len({side for _, side in found}) == 1:
            return _ended(battle, "objective", found[0][1], rules("SCN-objective", "OH-Q37"), found[0][0].name)
        if not found and battle.victory.otherwise is not None:
            return _ended(battle, "objective", battle.victory.otherwise, rules("SCN-objective", "OH-Q37"))
    winner = fewer_lost(battle)
    return _ended(battle, "units lost" if winner is not None else "draw", winner, rules("OH-Q37"))


def _by_points(battle: Battle) -> BattleEnded:
    (one, mine), (other, theirs) = [(army.id, points_of(battle, army.id)) for army in battle.armies]
    winner = None if abs(mine - theirs) < battle.victory.lead else one if mine > theirs else other
    return _ended(battle, "points" if winner is not None else "draw", winner, rules("SCN-victory", "OH-Q37"))


def fewer_lost(battle: Battle) -> Side | None:
    """The side with fewer units eliminated; None when they are equal."""
    one, other = [army.id for army in battle.armies]
    lead = lost_by(battle, other) - lost_by(battle, one)
    return None if lead == 0 else one if lead > 0 else other


def points_of(battle: Battle, side: Side) -> int:
    """Points for areas held, units that have left by an exit, enemies eliminated (the scenario), and by ruling."""
    areas = sum(one.points * len(held(battle, side, one)) for one in battle.objectives)
    worth = {one.name: one.points for one in battle.exits}
    left = sum(worth.get(battle.left_by.get(unit.id, ""), 0) for unit in battle.units.values() if unit.side == side)
    ruled = (battle.ruled_points or {}).get(side, 0)
    return ruled + areas + left + battle.victory.unit * lost_by(battle, other_side(battle, side))


def score_of(battle: Battle, side: Side) -> SideScore:
    """What a side has come to as things stand."""
    return SideScore(
        lost=lost_by(battle, side),
        held=sum(len(held(battle, side, one)) for one in battle.objectives),
        points=points_of(battle, side),
    )


def verdict_of(battle: Battle) -> Verdict:
    """Both sides' scores."""
    return Verdict(by=battle.victory.by, scores={one.id: score_of(battle, one.id) for one in battle.armies})


def _ended(
    battle: Battle, kind: Ending, winner: Side | None, cited: tuple[RuleId, ...], objective: str = ""
) -> BattleEnded:
    return BattleEnded(kind=kind, winner=winner, objective=objective, verdict=verdict_of(battle), rules=cited)


def conclude(battle: Battle, loser: Side | None) -> tuple[BattleEnded, ...]:
    """What happens when a side gives up the field; loser None: when the sides agree on a draw (OH-D10).

    A draw that is agreed is judged by nothing, so it has no scores.
    """
    if loser is None:
        return (BattleEnded(kind="draw", winner=None, rules=rules("OH-D10")),)
    return (_ended(battle, "conceded", other_side(battle, loser), rules("OH-D10")),)
