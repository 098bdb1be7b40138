"""A bound: sealed orders, charges answered, moves at once, shots, blows, the end."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.ids import Side, StandId
from pbem.engine.play import Play
from pbem.engine.table.angles import ahead, bearing, opposite
from pbem.engine.table.distances import points, rects
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.measures import Tenths, hundredths
from pbem.engine.table.places import Pose, Spot, point
from tests.skirmish import battle as f
from tests.skirmish.battle import MOVE, RULE, Act, AskBound, AskEvade, Field, Sheet, Troop, apart, footprint, ours

QUARTERS = 4
GAP = 0.5
"""Inches that units stop apart (SK-3)."""


def refusal(field: Field, act: Act) -> str:
    """Why an order cannot be carried out as things stand; '' for one that can."""
    unit, enemy = field.units[act.unit], field.units.get(act.at) if act.at is not None else None
    if act.does in {"charge", "shoot"} and (enemy is None or enemy.side == unit.side):
        return "there is no such enemy to be seen"
    if enemy is not None and act.does == "charge" and apart(unit, enemy) * 100 > MOVE[unit.kind]:
        return f"{enemy.id} is {apart(unit, enemy):.1f} inches away, and {unit.kind} charge {MOVE[unit.kind] // 100}"
    if act.does == "shoot" and unit.kind != "foot":
        return "only foot shoot"
    if enemy is not None and act.does == "shoot" and apart(unit, enemy) > f.RANGE:
        return f"{enemy.id} is {apart(unit, enemy):.1f} inches away, and shots go {f.RANGE:g}"
    return ""


def script(play: Play[Field]) -> None:
    """One step."""
    if play.battle.phase == "orders":
        _orders(play)
        return
    acts = _acts(play)
    evading = _answers(play, acts)
    _moves(play, acts, evading)
    for act in acts:
        if act.does == "shoot" and act.at is not None and {act.unit, act.at} <= play.battle.units.keys():
            _blow(play, play.battle.units[act.unit], act.at, "shot")
    for act in acts:
        if act.does == "charge" and act.at is not None and {act.unit, act.at} <= play.battle.units.keys():
            _melee(play, act.unit, act.at)
    _end(play)


def _orders(play: Play[Field]) -> None:
    """SK-2."""
    if play.battle.bound == 0:
        play.record(f.BoundBegan(1))
    asks = [AskBound(seat=one.seat, default=Sheet(), bound=play.battle.bound) for one in play.battle.armies]
    for army, sheet in zip(play.battle.armies, play.ask_each(asks, sealed=True), strict=True):
        play.record(f.OrdersTaken(army.id, sheet))
    play.record(f.ActionBegan())


def _acts(play: Play[Field]) -> list[Act]:
    """What can be done of what was ordered, by code; who does anything in ambush is seen (SK-8)."""
    found: list[Act] = []
    for side, sheet in play.battle.sheets.items():
        seen = play.seen(next(one.seat for one in play.battle.armies if one.id == side))
        for act in sheet.acts:
            why = refusal(seen, act) if act.unit in seen.units else "it is gone"
            if why:
                play.record(f.NotDone(act, side, why))
            elif act.does != "hold":
                found.append(act)
    for act in found:
        _found(play, act.unit)
    return sorted(found, key=lambda act: act.unit)


def _found(play: Play[Field], unit: StandId) -> None:
    one = play.battle.units[unit]
    if one.ambush:
        play.record(f.Found(unit, one.name, one.kind, one.side, one.pose, one.strength, rules=RULE["SK-8"]))


def _answers(play: Play[Field], acts: list[Act]) -> dict[StandId, StandId]:
    """Who evades from whom (SK-4)."""
    found: dict[StandId, StandId] = {}
    for act in acts:
        if act.does == "charge" and act.at is not None and act.at not in found:
            target = play.battle.units[act.at]
            seat = next(one.seat for one in play.battle.armies if one.id == target.side)
            ask = AskEvade(seat=seat, default=f.Answer(target.kind == "horse"), unit=target.id, charger=act.unit)
            if play.ask(ask).evades:
                found[target.id] = act.unit
    return found


def _moves(play: Play[Field], acts: list[Act], evading: Mapping[StandId, StandId]) -> None:
    """All on one clock of quarters (SK-3)."""
    start = dict(play.battle.units)
    going = {act.unit: act for act in acts if act.does in {"go", "charge"} and act.unit not in evading}
    now = dict(start)
    done: set[StandId] = set()
    for _ in range(QUARTERS):
        for unit in sorted((going.keys() | evading.keys()) - done):
            moved = _quarter(play.battle, now, unit, going.get(unit), evading.get(unit))
            if moved is None:
                done.add(unit)
            else:
                now[unit] = replace(now[unit], pose=moved)
    for unit, one in now.items():
        if one.pose != start[unit].pose:
            how = "evaded" if unit in evading else "charged" if going[unit].does == "charge" else "moved"
            rules = RULE["SK-4" if how != "moved" else "SK-3"]
            play.record(f.Went(unit, start[unit].pose, one.pose, how, rules=rules))  # type: ignore[arg-type]  # of the three
    for one in list(play.battle.units.values()):
        if one.ambush and any(apart(one, other) <= f.FOUND for other in f.foes(play.battle, one.side)):
            _found(play, one.id)


def _quarter(
    field: Field, now: Mapping[StandId, Troop], unit: StandId, act: Act | None, charger: StandId | None
) -> Pose | None:
    """Where a unit stands a quarter of its move on; None when it has arrived or is in another's way."""
    one = now[unit]
    here = point(one.pose.at)
    if charger is not None:
        facing, far = opposite(bearing(here, point(now[charger].pose.at))), MOVE[one.kind] / 100 / QUARTERS
    else:
        assert act is not None
        to = now[act.at].pose.at if act.at is not None else act.to
        assert to is not None
        facing = bearing(here, point(to)) if to != one.pose.at else one.pose.facing
        far = min(MOVE[one.kind] / 100 / QUARTERS, points(here, point(to)))
    pose = _ahead(one, facing, far)
    target = act.at if act is not None and act.does == "charge" else None
    rect = footprint(one, pose)
    if target is not None and rects(rect, now[target].rect) <= GAP:
        return None
    others = [other.rect for other in now.values() if other.id not in (unit, target)]
    blocked = any(rects(rect, other) < GAP <= rects(one.rect, other) for other in others)
    return pose if far and not blocked and wholly_on(field.table, rect) else None


def _ahead(one: Troop, facing: Tenths, far: float) -> Pose:
    (x, y), (east, north) = point(one.pose.at), ahead(facing)
    return Pose(Spot(hundredths(x + east * far), hundredths(y + north * far)), facing)


def _blow(play: Play[Field], one: Troop, target: StandId, how: str, more: int = 0) -> int:
    """Dice for a volley or a blow (SK-5, SK-6); the hits."""
    least, rule = (5, "SK-5") if how == "shot" else (4, "SK-6")
    dice = play.roll(how, one.id, one.strength + more).values
    hits = sum(face >= least for face in dice)
    play.record(f.Fought(one.id, target, how, dice, least, hits, rules=RULE[rule]))  # type: ignore[arg-type]  # of the two
    if play.battle.units[target].strength == 0:
        play.record(f.Fell(target, rules=RULE["SK-7"]))
    return hits


def _melee(play: Play[Field], charger: StandId, target: StandId) -> None:
    """Both strike at once, if the charge has met its enemy (SK-4, SK-6)."""
    one, other = play.battle.units[charger], play.battle.units[target]
    if apart(one, other) > GAP + MOVE[one.kind] / 100 / QUARTERS:
        return
    back = replace(other, strength=other.strength)
    _blow(play, one, target, "struck", more=1)
    _blow(play, back, charger, "struck")


def _end(play: Play[Field]) -> None:
    """SK-9."""
    left = [one.id for one in play.battle.armies if ours(play.battle, one.id)]
    holding = f.holders(play.battle)
    if len(left) < 2:
        play.record(f.Ended(left[0] if left else None, "broken" if left else "draw", rules=RULE["SK-9"]))
    elif play.battle.bound == play.battle.bounds:
        winner = next(iter(holding)) if len(holding) == 1 else None
        play.record(f.Ended(winner, "objective" if winner else "draw", rules=RULE["SK-9"]))
    else:
        play.record(f.BoundBegan(play.battle.bound + 1))


def conclude(field: Field, loser: Side | None) -> tuple[f.Ended, ...]:
    """A side concedes, or the sides agree on a draw."""
    if loser is None:
        return (f.Ended(None, "draw"),)
    return (f.Ended(next(one.id for one in field.armies if one.id != loser), "conceded"),)
