"""Recoils (FS-7.12a, FS-7.12b, FS-7.12c, FS-7.12d, G-21)."""

from typing import Literal, NamedTuple

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.advance import moved
from pbem.engine.table.angles import opposite
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Anchor, Rect, pose_of
from pbem.engine.table.shapes import Polygon
from pbem.rulesets.fornovo.moving.places import footprints, parts_at, parts_of, rect_of
from pbem.rulesets.fornovo.moving.strips import barriers, beyond, clear, enemies_in, friends_in, met, swerves, turned
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.units import Unit


class Recoil(NamedTuple):
    """A recoil as it would be made."""

    to: Pose
    """Where it ends; the facing is kept."""
    inches: Hundredths
    """Of its way."""
    through: tuple[StandId, ...]
    """Friends burst through."""


def recoil(battle: Battle, unit: Unit, far: Hundredths, swerve: Literal["left", "right"]) -> Recoil | None:
    """Straight back, or the smallest swerve that is free; None: an enemy bars its way, and it routs."""
    rect = rect_of(battle, unit)
    if rect is None:
        return None
    back = opposite(unit.pose.facing if unit.pose else rect.facing)
    mine = parts_at(battle, unit, rect)
    others: list[Rect | Polygon] = [one.rect for one in footprints(battle) if one.unit.id != unit.id]
    others += [one.area for one in barriers(battle, rect)]
    # Of a move backwards the unit's left hand is clockwise.
    for turn in swerves(swerve):
        if all(met(mine, turned(back, -turn), far / 100, one) is None for one in others):
            return Recoil(pose_of(moved(rect, turned(back, -turn), far / 100), Anchor.FRONT), far, ())
    enemies = [one for one in enemies_in(battle, unit) if met(mine, back, far / 100, one.rect) is not None]
    walls = [one for one in barriers(battle, rect) if met(mine, back, far / 100, one.area) is not None]
    if enemies or walls:
        return None
    through = [one for one in friends_in(battle, unit) if met(mine, back, far / 100, one.rect) is not None]
    out = beyond(mine, back, far / 100, through)
    end = moved(rect, back, out)
    burst = tuple(dict.fromkeys(one.unit.id for one in through))
    return Recoil(pose_of(end, Anchor.FRONT), Hundredths(round(out * 100)), burst)


def clear_to(battle: Battle, unit: Unit, to: Pose, after: StandId) -> bool:
    """FS-Q42, G-11: whether no unit but the enemy that it follows (``after``) stands on its way, or where that ends."""
    mine, there = parts_of(battle, unit), parts_of(battle, replace(unit, pose=to))
    return clear(mine, there, (*friends_in(battle, unit), *enemies_in(battle, unit, {after})))
