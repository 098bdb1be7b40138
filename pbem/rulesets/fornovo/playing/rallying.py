"""R1, R2, R3a and R4: roles, recoils owed, rallying and halting, returns to the table."""

from msgspec.structs import replace

from pbem.engine.ids import RuleId
from pbem.engine.play import Play
from pbem.engine.table.angles import bearing
from pbem.engine.table.edges import TableEdge, inwards, to_edge
from pbem.engine.table.measures import Tenths, beyond
from pbem.engine.table.places import Pose, Spot, point
from pbem.engine.table.rects import Anchor, centre, pose_of
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.morale import tests
from pbem.rulesets.fornovo.moving.places import distance, faced_about, parts_at, parts_of, rect_of, standing, upon
from pbem.rulesets.fornovo.moving.recoiling import clear_to, recoil
from pbem.rulesets.fornovo.moving.seeing import sees
from pbem.rulesets.fornovo.moving.strips import close_order
from pbem.rulesets.fornovo.playing.routing import break_unit
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import Battle, Chase, chase_of, combats_of, in_order, opponent, umpires_word
from pbem.rulesets.fornovo.state.orders import Choices, Orders
from pbem.rulesets.fornovo.state.units import Unit, exhausted

SITS_OUT = 2
"""FS-7.4b: turns from leaving the table to the first test."""


def roles(play: Play[Battle], orders: Orders) -> None:
    """R1.  Rules: FS-6b, FS-Q30."""
    first, second = play.battle.sides
    while True:
        dice = {}
        for side in (first, second):
            dice[side] = play.roll(f"fs.init:{side}", side, 1).values[0]
        if dice[first] != dice[second]:
            break
    winner, other = (first, second) if dice[first] > dice[second] else (second, first)
    side_a = winner if orders.choose(play.battle, winner).initiative == "A" else other
    play.record(f.RolesChosen(winner, side_a, dice, rules=(RuleId("FS-6b"),)))


def recoils(play: Play[Battle], orders: Orders) -> None:
    """R2.  Rules: FS-7.12a, FS-7.12b, FS-7.12c, FS-7.12d, FS-Q42."""
    owing = [one for one in in_order(play.battle) if one.recoil_owed]
    for unit in owing:
        swerve = orders.choose(play.battle, unit.id).swerve
        found = recoil(play.battle, unit, unit.recoil_owed, swerve)
        if found is None:
            enemies = [opponent(one, unit.id) for one in combats_of(play.battle, unit.id)]
            break_unit(play, unit.id, min(enemies, default=None), orders, rules=(RuleId("FS-7.12c"),))
            continue
        play.record(f.Recoiled(unit.id, found.to, found.inches, rules=(RuleId("FS-7.12a"),)))
        for friend in found.through:
            play.record(f.BurstThrough(friend, unit.id, rules=(RuleId("FS-7.12d"),)))
    for unit in owing:
        _followed(play, unit, orders)


def _followed(play: Play[Battle], was: Unit, orders: Orders) -> None:
    """D-3, FS-Q42: the winner follows by the same way, else the combat is over."""
    now = play.battle.units.get(was.id)
    if now is None or now.pose is None or was.pose is None or now.morale == "routed":
        return
    east, north = now.pose.at.x - was.pose.at.x, now.pose.at.y - was.pose.at.y
    for combat in combats_of(play.battle, was.id):
        enemy = play.battle.units[opponent(combat, was.id)]
        held = len(combats_of(play.battle, enemy.id)) > 1 or enemy.recoil_owed or enemy.kind == "wagons"
        if held or enemy.pose is None or not orders.choose(play.battle, enemy.id).follow_up:
            play.record(f.ContactLost(combat.units, rules=(RuleId("FS-Q42"),)))
            continue
        at = Spot(enemy.pose.at.x + east, enemy.pose.at.y + north)  # type: ignore[arg-type]  # hundredths of an inch
        to = Pose(at, enemy.pose.facing)
        if not clear_to(play.battle, enemy, to, was.id):
            play.record(f.ContactLost(combat.units, rules=(RuleId("FS-Q42"), RuleId("G-11"))))
            continue
        play.record(f.FollowedUp(enemy.id, was.id, to, was.recoil_owed, rules=(RuleId("FS-Q42"),)))


def rallies(play: Play[Battle], orders: Orders) -> None:
    """R3a.  Rules: FS-7.2, FS-8.4, FS-8.5, FS-2.9d, FS-Q33, FS-Q37, FS-Q81."""
    for unit in in_order(play.battle):
        eligible = unit.morale == "routed" and unit.rout_moves and not exhausted(unit) and not unit.unpaid
        eligible = eligible and umpires_word(play.battle, unit.id, "rally") != "forbidden"
        if eligible and tests.rally(play, unit.id):
            to = facing_after(play.battle, unit, orders.choose(play.battle, unit.id))
            play.record(f.Rallied(unit.id, to, rules=(RuleId("FS-8.4"), RuleId("FS-Q39"))))
    for unit in in_order(play.battle):
        chase = chase_of(play.battle, unit.id)
        if chase is not None and _far(play.battle, unit, chase):
            halt(play, unit, orders)
    for unit in in_order(play.battle):
        chase = chase_of(play.battle, unit.id)
        if chase is None or unit.unpaid or (unit.mounted and not chase.moves):
            continue
        if orders.choose(play.battle, unit.id).pursuit == "allow":
            play.record(f.PursuitAllowed(unit.id, rules=(RuleId("FS-8.5"),)))
        elif tests.halt(play, unit.id):
            halt(play, unit, orders)


def _far(battle: Battle, unit: Unit, chase: Chase) -> bool:
    """FS-8.5: beyond 12(9)" from its target it halts without a roll; FS-7.3a: so it does where the target is gone."""
    target = battle.units.get(chase.target)
    its = parts_of(battle, target) if target else ()
    return beyond(distance(parts_of(battle, unit), its), battle.inches(t.FRIEND_NEAR))


def halt(play: Play[Battle], unit: Unit, orders: Orders) -> None:
    """FS-8.5, FS-Q39: it halts, good and disordered, and may turn about free."""
    now = play.battle.units[unit.id]
    to = facing_after(play.battle, now, orders.choose(play.battle, unit.id))
    play.record(f.PursuitEnded(unit.id, to, rules=(RuleId("FS-8.5"),)))


def facing_after(battle: Battle, unit: Unit, choices: Choices) -> Pose | None:
    """D-6, G-14: its pose, turned as chosen or to the nearest enemy in sight; unturned if it would overlap others."""
    to = _wanted_facing(battle, unit, choices)
    rect = rect_of(battle, unit)
    if rect is None or to is None:
        return unit.pose
    pose = pose_of(faced_about(battle, unit, rect, to), Anchor.FRONT)
    there = parts_of(battle, replace(unit, pose=pose))
    return unit.pose if upon(there, [one.rect for one in close_order(battle, unit)]) else pose


def _wanted_facing(battle: Battle, unit: Unit, choices: Choices) -> Tenths | None:
    rect = rect_of(battle, unit)
    if rect is None or choices.after_halt == "keep":
        return None
    if choices.after_halt == "face_enemy":
        seen = [
            (distance(parts_at(battle, unit, rect), parts_of(battle, one.unit)), one.unit.id, one.rect)
            for one in standing(battle)
            if one.unit.side != unit.side and sees(battle, unit, one.unit)
        ]  # fmt: skip
        if not seen:
            return None
        return bearing(centre(rect), centre(min(seen)[2]))
    return choices.after_halt


def returns(play: Play[Battle], orders: Orders) -> None:
    """R4.  Rules: FS-7.4b, FS-7.4c, FS-8.5, FS-Q40."""
    for unit in in_order(play.battle):
        left = unit.left_table
        if left is None or unit.unpaid or play.battle.turn < left.turn + SITS_OUT:
            continue
        if not orders.choose(play.battle, unit.id).comes_back or not tests.halt(play, unit.id, returning=True):
            continue
        edge = nearest_edge(play.battle, left.at)
        to = Pose(left.at, inwards(edge))
        there = replace(unit, pose=to, left_table=None)
        turned = facing_after(play.battle, there, orders.choose(play.battle, unit.id))
        facing = turned.facing if turned is not None else to.facing
        play.record(f.CameBack(unit.id, Pose(left.at, facing), rules=(RuleId("FS-7.4c"),)))


def nearest_edge(battle: Battle, at: Spot) -> TableEdge:
    """The edge of the table nearest to a place."""
    return min(TableEdge, key=lambda edge: abs(to_edge(battle.table, edge, point(at))))
