"""Units that come during a battle (AR-Q66: the scenario's), as a bound begins and before its orders are given."""

from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.angles import ahead, rightward
from pbem.engine.table.contact import overlaps
from pbem.engine.table.distances import rects
from pbem.engine.table.edges import inwards, on_edge, wholly_on
from pbem.engine.table.measures import NOISE, Hundredths, inches
from pbem.engine.table.places import Pose, point, spot
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Arrival, Battle
from pbem.rulesets.armatys.state.units import Unit, footprint

STEP, FARTHEST = 50, 1200
"""Hundredths: between the places tried on either side, and the last of them."""


def arrive(play: Play[Battle]) -> None:
    """Every arrival that is due; one that a die must bring throws it each bound."""
    for one in play.battle.arrivals:
        waiting = [unit for unit in one.units if unit in play.battle.to_come]
        if not waiting or play.battle.bound < one.turn:
            continue
        if one.needs is not None and play.roll("ar.arrival", waiting[0], 1).values[0] < one.needs:
            continue
        for unit in waiting:
            pose = entry(play.battle, one, play.battle.to_come[unit])
            if pose is not None:
                play.record(f.UnitArrived(unit, pose, rules=(RuleId("AR-Q66"),)))
                _general(play, unit)


def _general(play: Play[Battle], unit: StandId) -> None:
    """The general who comes with a unit stands behind it, in contact."""
    rect = play.battle.units[unit].rect
    for _, one in sorted(play.battle.generals.items()):
        if one.to_come and one.comes_with == unit:
            back = rect.half_depth + one.rect.half_depth
            at = spot((rect.x - rect.fx * back, rect.y - rect.fy * back))
            there = replace(one, status="fit", pose=Pose(at, play.battle.units[unit].pose.facing))
            play.record(f.GeneralChanged(there, rules=(RuleId("AR-gnl-1"),)))


def entry(battle: Battle, arrival: Arrival, unit: Unit) -> Pose | None:
    """Its rear to the edge, at the free place nearest to where it is to come in; None while there is none."""
    facing = inwards(arrival.edge)
    (x, y), deep = point(on_edge(battle.table, arrival.edge, arrival.start)), footprint(unit).depth
    (east, north), (right, up) = ahead(facing), rightward(facing)
    for aside in sorted(range(-FARTHEST, FARTHEST + STEP, STEP), key=lambda off: (abs(off), -off)):
        far = inches(Hundredths(aside))
        pose = Pose(spot((x + east * deep + right * far, y + north * deep + up * far)), facing)
        if _free(battle, replace(unit, pose=pose)):
            return pose
    return None


def _free(battle: Battle, unit: Unit) -> bool:
    """On the table, on no other unit, an inch from every enemy (AR-Q65)."""
    if not wholly_on(battle.table, unit.rect):
        return False
    return not any(
        overlaps(unit.rect, one.rect) or (one.side != unit.side and rects(unit.rect, one.rect) < 1 - NOISE)
        for one in battle.units.values()
    )
