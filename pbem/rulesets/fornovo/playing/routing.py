"""Routs and pursuits: who breaks, who goes after him, how they run (FS-7.2, FS-7.3, FS-7.4, FS-7.5; R3b)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.lateral import facing_width
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.fornovo.morale import tests
from pbem.rulesets.fornovo.moving.fleeing import Hunt, flight, homewards, hunt
from pbem.rulesets.fornovo.moving.maneuvers import emerged
from pbem.rulesets.fornovo.moving.places import charge_move, distance, parts_of, rect_of
from pbem.rulesets.fornovo.moving.recoiling import recoil
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.playing.generals import drive_off
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import (
    Battle,
    Chase,
    Combat,
    charge_of,
    chase_of,
    combats_of,
    in_order,
    opponent,
)  # fmt: skip
from pbem.rulesets.fornovo.state.orders import Orders
from pbem.rulesets.fornovo.state.units import Unit


def break_unit(
    play: Play[Battle], unit: StandId, by: StandId | None, orders: Orders, rules: tuple[RuleId, ...]
) -> None:
    """A unit routs; enemies that have no other opponent in contact are to pursue it.

    Rules: FS-8.1, FS-5.1, FS-7.3a, FS-Q37.
    """
    facing = [(opponent(one, unit), one) for one in combats_of(play.battle, unit)]
    play.record(f.Routed(unit, by, rules=rules))
    for enemy, combat in facing:
        pursue_if_free(play, enemy, (unit, combat), orders)


def pursue_if_free(play: Play[Battle], unit: StandId, last: tuple[StandId, Combat], orders: Orders) -> None:
    """FS-7.3c, FS-Q37, D-5: of those it routed in this turn it pursues the one it had most figures in contact with."""
    battle = play.battle
    one = battle.units.get(unit)
    if one is None or combats_of(battle, unit) or one.morale == "routed" or one.pose is None:
        return
    if one.inside or one.guns or one.kind == "wagons":
        return
    routed = [
        (opponent(fought, unit), fought) for fought in battle.combats_over
        if unit in fought.units and _routed_now(battle, opponent(fought, unit))
    ]  # fmt: skip
    target, combat = max(routed or [last], key=lambda each: _liking(battle, one, each[0], orders))
    charge = charge_of(battle, unit)
    gallop = unit in combat.gallop or (charge is not None and charge.state in {"home", "over"})
    gallop = gallop and one.kind == "cavalry" and one.charge == "gallop"
    chase = Chase(unit=unit, target=target, allowed=unit in combat.followed, gallop=gallop)
    play.record(f.PursuitBegan(chase, rules=(RuleId("FS-Q37"),)))


def _routed_now(battle: Battle, unit: StandId) -> bool:
    one = battle.units.get(unit)
    return one is not None and one.morale == "routed" and one.routed_this_turn


def _liking(battle: Battle, unit: Unit, target: StandId, orders: Orders) -> tuple[float, bool, float, list[int]]:
    """Most figures in contact; on a tie as chosen, then the nearest, then the lowest id."""
    mine, its = rect_of(battle, unit), rect_of(battle, battle.units[target])
    if mine is None or its is None:
        return 0, False, 0, []
    apart = distance(parts_of(battle, unit), parts_of(battle, battle.units[target]))
    chosen = orders.choose(battle, unit.id).pursue == target
    return round(facing_width(mine, its), 2), chosen, -apart, [-ord(letter) for letter in target]


# --- R3b ------------------------------------------------------------------------------------------------------------


def run_all(play: Play[Battle], orders: Orders) -> None:
    """R3b: routers of both sides, then pursuers of both sides.  Rules: FS-7.2.1a, FS-7.3a, FS-7.4a, FS-7.5c."""
    flowed: dict[StandId, tuple[StandId, ...]] = {}
    for unit in in_order(play.battle):
        if unit.morale == "routed" and unit.id in play.battle.units:
            flowed[unit.id] = run(play, unit.id, orders)
    for unit in in_order(play.battle):
        chase = chase_of(play.battle, unit.id)
        if chase is not None and unit.id in play.battle.units:
            allowance = charge_move(unit, play.battle.scale)
            pursue(play, chase, allowance, orders, flowed.get(chase.target, ()))
    drive_off(play)


def run(play: Play[Battle], unit: StandId, orders: Orders, *, half: bool = False) -> tuple[StandId, ...]:
    """A rout move; the units it flowed round.  Rules: FS-7.2.1a, FS-7.2.1e, FS-7.2.1f, FS-7.2.1h, FS-7.5a, FS-7f."""
    one = play.battle.units[unit]
    if one.guns is not None or one.kind == "wagons":
        play.record(f.CrewLeft(unit, rules=(RuleId("FS-7f"),)))
    elif one.pose is None and one.inside is not None:
        outside = emerged(play.battle, in_rows(one), homeward_side(play.battle, one))
        if not isinstance(outside, Refusal):
            play.record(f.DrivenOut(outside[0], rules=(RuleId("FS-11.8b"),)))
    found = flight(play.battle, play.battle.units[unit], orders.choose(play.battle, unit).swerve, half=half)
    if found is None:
        return ()
    if found.end in {"", "fled"}:
        play.record(f.RoutMoved(unit, found.to, found.inches, half, rules=(RuleId("FS-7.2.1a"),)))
    for friend in found.bursts:
        play.record(f.BurstThrough(friend, unit, rules=(RuleId("FS-7.5a"), RuleId("FS-7.2.1h"))))
    if found.end:
        why = {"surrendered": "FS-7.2.1e", "dispersed": "FS-7.2.1e", "fled": "FS-Q83"}[found.end]
        play.record(f.Removed(unit, found.end, rules=(RuleId(why),)))
    return found.flowed


WIDE = 8
"""Files of a garrison without rows that is driven out."""


def in_rows(unit: Unit) -> Unit:
    """A garrison without rows, as it forms outside."""
    if unit.arrayed:
        return unit
    blocks = []
    for block in unit.blocks:
        whole, rest = divmod(block.figures, WIDE)
        rows = (WIDE,) * whole + ((rest,) if rest else ())
        blocks.append(replace(block, rows=rows, arrayed=True))
    return replace(unit, blocks=tuple(blocks))


def homeward_side(battle: Battle, unit: Unit) -> str:
    """The side of its building towards its baseline."""
    return {0: "north", 900: "east", 1800: "south", 2700: "west"}[homewards(battle, unit)]


def routers(battle: Battle) -> tuple[StandId, ...]:
    """Who is routing."""
    return tuple(one.id for one in in_order(battle) if one.morale == "routed")


def half_rout_moves(play: Play[Battle], orders: Orders, before: Sequence[StandId]) -> None:
    """FS-7.2.1a: units that have routed in S2 or S3 make half a rout move at once.  before: who routed already."""
    for unit in routers(play.battle):
        if unit not in before and unit in play.battle.units:
            run(play, unit, orders, half=True)


def pursue(
    play: Play[Battle], chase: Chase, allowance: Hundredths, orders: Orders, flowed: Sequence[StandId] = ()
) -> None:
    """A pursuit move.  Rules: FS-7.3a, FS-7.3b, FS-7.4a, FS-7.5b, FS-7.5c, FS-Q93."""
    unit = play.battle.units[chase.unit]
    found = hunt(play.battle, chase, allowance, flowed)
    if found is None or unit.pose is None:
        play.record(f.PursuitEnded(chase.unit, unit.pose, rules=(RuleId("FS-7.3a"),)))
        return
    play.record(f.PursuitMoved(chase.unit, found.to, found.inches, rules=(RuleId("FS-7.3b"),)))
    if found.crash is not None:
        _crash(play, chase, found.crash, found, orders)
    elif found.caught is not None:
        gallop = (chase.unit,) if chase.gallop else ()
        combat = Combat(units=(chase.unit, found.caught), aspect="rear", gallop=gallop)
        play.record(f.ContactMade(combat, rules=(RuleId("FS-Q93"),)))
    elif found.off:
        play.record(f.OffTable(chase.unit, found.edge, rules=(RuleId("FS-7.4a"),)))


def _crash(play: Play[Battle], chase: Chase, enemy: StandId, found: Hunt, orders: Orders) -> None:
    """FS-7.5c, FS-Q93: into a fresh enemy: both disordered, both test, combat in C1 as an impact without impetus."""
    rules = (RuleId("FS-7.5c"), RuleId("FS-Q93"))
    gallop = (chase.unit,) if chase.gallop else ()
    play.record(f.PursuitEnded(chase.unit, found.to, crash=True, rules=rules))
    play.record(f.Disordered(enemy, rules=rules))
    play.record(f.ContactMade(Combat(units=(chase.unit, enemy), crash=True, gallop=gallop), rules=rules))
    if not tests.charge(play, chase.unit):
        fall_back(play, chase.unit, found.inches, orders)
    elif not tests.charge(play, enemy):
        break_unit(play, enemy, chase.unit, orders, rules=(RuleId("FS-8.7"),))


def fall_back(play: Play[Battle], unit: StandId, charged: Hundredths, orders: Orders) -> None:
    """FS-8.7: a failed charger recoils half the distance it charged and is shaken; with no way out it routs."""
    half = Hundredths(charged // 2)
    found = recoil(play.battle, play.battle.units[unit], half, orders.choose(play.battle, unit).swerve)
    if found is None:
        break_unit(play, unit, None, orders, rules=(RuleId("FS-7.12c"),))
        return
    play.record(f.ChargeFailed(unit, found.to, found.inches, rules=(RuleId("FS-8.7"),)))
    for friend in found.through:
        play.record(f.BurstThrough(friend, unit, rules=(RuleId("FS-7.12d"),)))
