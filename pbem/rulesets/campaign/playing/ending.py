"""Points and the end (CA-17)."""

from pbem.engine.ids import Seat
from pbem.engine.play import Play
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.campaign import Campaign, Goal, of_side, seats
from pbem.rulesets.campaign.tables import RULE, SMALL


def dealt(campaign: Campaign, goal: Goal) -> bool:
    """Whether a goal counts: of its side, or dealt to a seat."""
    return not goal.private or campaign.knows[goal.private].aim == goal.name


def count_days(play: Play[Campaign]) -> None:
    """Days in a row on which something has been so, and what is won as soon as it is.  Rules: CA-17."""
    for goal in play.battle.goals:
        if not dealt(play.battle, goal) or _won(play.battle, goal):
            continue
        if goal.kind == "beyond":
            days = play.battle.beyond.get(goal.name, 0) + 1 if _beyond(play.battle, goal) else 0
            if days != play.battle.beyond.get(goal.name, 0):
                play.record(f.DaysCounted(goal.name, days))
            if days >= goal.day:
                _win(play, goal, goal.points)
        elif goal.kind == "leave" and _left(play.battle, goal):
            _win(play, goal, goal.points)


def _won(campaign: Campaign, goal: Goal) -> bool:
    return any(one.goal == goal.name for one in campaign.scored)


def _win(play: Play[Campaign], goal: Goal, points: int) -> None:
    to = knowing_of(play.battle, goal)
    play.record(f.PointsWon(goal.name, goal.side, points, goal.private, to, rules=RULE["CA-17"]))


def knowing_of(campaign: Campaign, goal: Goal) -> tuple[Seat, ...]:
    """The seats that know of a goal as soon as it is fulfilled: whose it is; of a side's goal, whose troops did it."""
    if goal.private:
        return (goal.private,)
    if goal.kind == "beyond":
        return tuple(
            seat for seat in of_side(campaign, goal.side)
            if campaign.forces[campaign.officers[seat].head].where.town in goal.towns
        )  # fmt: skip
    return ()


def _beyond(campaign: Campaign, goal: Goal) -> bool:
    """Whether a field army of the side stands in one of some towns."""
    return any(
        one.side == goal.side and one.kind == "field" and one.is_there and one.men >= SMALL and one.where.in_town
        and one.where.town in goal.towns
        for one in campaign.forces.values()
    )  # fmt: skip


def _left(campaign: Campaign, goal: Goal) -> bool:
    """Whether enough have left by an exit in time."""
    some = [
        (horse if goal.arm == "horse" else men)
        for town, half, men, horse in campaign.left.get(goal.side, ())
        if town in goal.towns and (not goal.day or half < 2 * goal.day)
    ]
    return sum(some) >= max(goal.men, 1)


def end(play: Play[Campaign]) -> None:
    """The last evening: all goals are counted, the side with more points has won.  Rules: CA-17."""
    for goal in play.battle.goals:
        if dealt(play.battle, goal) and not _won(play.battle, goal):
            points = worth(play.battle, goal)
            if points:
                everyone = seats(play.battle)
                play.record(f.PointsWon(goal.name, goal.side, points, goal.private, everyone, rules=RULE["CA-17"]))
    best = sorted(((one.points, one.id) for one in play.battle.armies), reverse=True)
    winner = best[0][1] if best[0][0] != best[1][0] else None
    play.record(f.CampaignEnded(winner, rules=RULE["CA-17"]))


def worth(campaign: Campaign, goal: Goal) -> int:
    """Points of a goal as the campaign stands at its end."""
    match goal.kind:
        case "held" | "taken":
            return goal.points if all(campaign.towns[town].side == goal.side for town in goal.towns) else 0
        case "safe":
            return goal.points if goal.leader not in campaign.fallen else 0
        case "captured":
            return goal.points if goal.leader in campaign.fallen else 0
        case "beaten":
            return goal.points * _beaten(campaign, goal)
        case "guns":
            return goal.points * campaign.guns.get(goal.side, 0)
        case "alone":
            return goal.points if _alone(campaign, goal) else 0
        case "losses" | "bands":
            return goal.points if _spared(campaign, goal) else 0
    return 0


def _beaten(campaign: Campaign, goal: Goal) -> int:
    """Enemy commanders whose army was beaten in a battle that the side won."""
    found = {
        force.seat
        for fight in campaign.fights
        if fight.winner == goal.side
        for side in fight.spec.sides
        if side.side != goal.side
        for code in side.forces
        if (force := campaign.forces[code]).kind == "field"
    }
    return len(found) if not goal.seat else int(goal.seat in found)


def _alone(campaign: Campaign, goal: Goal) -> bool:
    """Whether a seat's own army, and no other of its side, won a battle in which it met a seat of the enemy."""
    for fight in campaign.fights:
        own = [code for side in fight.spec.sides if side.side == goal.side for code in side.forces]
        if fight.winner == goal.side and own and all(campaign.forces[code].seat == goal.seat for code in own):
            return True
    return False


def _spared(campaign: Campaign, goal: Goal) -> bool:
    """Whether a seat's horse, or its trained bands, have lost no more than so many in a hundred."""
    units = [
        unit for one in campaign.forces.values() if one.seat == goal.seat for unit in one.units
        if (goal.kind == "bands" and unit.bands) or (goal.kind == "losses" and unit.arm == "horse")
    ]  # fmt: skip
    return sum(one.men for one in units) * 100 >= campaign.mustered.get(goal.name, 0) * (100 - goal.percent)
