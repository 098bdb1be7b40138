"""Fire from a block, side by side (FS-9.1e, FS-11.8.2, FS-Q72, G-33), and of snipers (FS-2.6, FS-Q57)."""

from pbem.engine.ids import StandId
from pbem.engine.table.angles import Point
from pbem.engine.table.distances import point_rect
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.rects import Face, middle
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting import arms, targets
from pbem.rulesets.fornovo.fighting.aiming import SAVE, Aim, Pool
from pbem.rulesets.fornovo.fighting.cells import dice_of
from pbem.rulesets.fornovo.fighting.covering import column
from pbem.rulesets.fornovo.moving import firing_line
from pbem.rulesets.fornovo.moving.lines_of_fire import Muzzle, nearest_of, obstacles
from pbem.rulesets.fornovo.moving.places import Parts, rect_of
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.state.battle import Battle, General, piece
from pbem.rulesets.fornovo.state.units import Unit

SIDE_OF_A_DIE = 2
"""FS-11.8.2: inches of frontage."""
SNIPER_RANGE = 32
"""FS-2.6c: inches."""


def dice_of_garrison(unit: Unit) -> int:
    """FS-Q72, FS-2.12c: of all its missile figures but a plugged front rank."""
    plugged = sum(one.rows[0] for one in unit.blocks if one.arrayed and one.bayonet == "plug_front")
    return dice_of(sum(one.figures for one in unit.blocks if arms.armed(one)) - plugged, t.FIRE_GROUP["foot"])


def from_sides(battle: Battle, unit: Unit, sides: dict[str, tuple[StandId, int]]) -> list[Aim] | Refusal:
    """FS-11.8.2: one die for each 2(1.5)" of a side, at most all its dice."""
    against = targets.unready(battle, unit)
    if against is not None:
        return against
    if sum(dice for _, dice in sides.values()) > dice_of_garrison(unit):
        return barred("FS-11.8.2", "FS-Q72")
    found = []
    for side, (name, dice) in sorted(sides.items()):
        target = battle.units.get(name)
        made = from_side(battle, unit, side, target, dice) if target is not None else barred("FS-9.1a")
        if isinstance(made, Refusal):
            return made
        found.append(made)
    return found


def from_side(battle: Battle, unit: Unit, side: str, target: Unit, dice: int) -> Aim | Refusal:
    """What one side shoots.  dice: as ordered; 0 for as many as it has."""
    there = piece(battle, unit.inside)
    its = firing_line.footing(battle, target)
    against = targets.barred_target(battle, unit, target)
    if against is not None or there is None or its is None:
        return against or barred("FS-9.1a")
    muzzle, long = firing_line.sides_of_block(there)[side]
    most = long // battle.inches(SIDE_OF_A_DIE)
    if dice > most:
        return barred("FS-11.8.2")
    weapon = next(iter(arms.weapons(unit)), None)
    if weapon is None:
        return barred("FS-9.19")
    close, far = arms.ranges(battle, unit, weapon)
    parts = firing_line.footings(battle, target)
    away = nearest_of(muzzle, parts, max(close, far), obstacles(battle, unit, target, its))
    if away is None:
        return _unreached(muzzle, battle, target, max(close, far))
    hidden = targets.unseen(battle, unit, target, away)
    if hidden is not None:
        return hidden
    row = arms.row(battle, unit, weapon)
    band = "close" if away <= close else "far"
    cells = arms.cells(battle, row, band)
    kind = column(battle, target, muzzle.at, "small arms", cells)
    count = dice or min(most, dice_of_garrison(unit))
    pool = Pool(target.id, band, row, kind, cells[kind], dense=False, dice=count, save=SAVE[row])
    times = arms.halvings(battle, unit, target, weapon, salvee=False)
    return Aim(target.id, count * t.FIRE_GROUP["foot"], (pool,), times, away, muzzle.at)


def _unreached(muzzle: Muzzle, battle: Battle, target: Unit, far: Hundredths) -> Refusal:
    if nearest_of(muzzle, firing_line.footings(battle, target), far, ()) is not None:
        return barred("FS-9.11c", "FS-Q49")
    return barred("FS-9.19", "G-33")


def facing_side(battle: Battle, unit: Unit, target: Unit) -> str:
    """The side of its block that is nearest to a target."""
    there, its = piece(battle, unit.inside), firing_line.footings(battle, target)
    if there is None or not its:
        return "north"
    sides = firing_line.sides_of_block(there)
    return min(sides, key=lambda side: min(point_rect(sides[side][0].at, part) for part in its))


def sniped(battle: Battle, unit: Unit, name: StandId) -> Aim | Refusal:
    """FS-2.6b, FS-2.6c, FS-Q57: the one die of a sniper, at a unit or a general."""
    against = targets.unready(battle, unit)
    if against is not None:
        return against
    general = battle.generals.get(name)
    target = battle.units.get(name if general is None else general.attached_to or StandId(""))
    side = general.side if general is not None else target.side if target is not None else unit.side
    if side == unit.side or (general is not None and general.removed):
        return barred("FS-2.6c")
    rect = rect_of(battle, unit)
    spot = _spot(battle, general, target, unit)
    if rect is None or spot is None:
        return barred("FS-2.6c", "G-5")
    hidden = targets.unseen(battle, unit, target, spot) if target is not None else None
    if hidden is not None:
        return hidden
    close = battle.inches(t.RANGES["steady_musketry"][0])
    band = "close" if spot <= close else "far"
    cells = arms.cells(battle, "steady_musketry", band)
    centre: Point = (rect.x, rect.y)
    kind: t.Column = "normal" if target is None else column(battle, target, centre, "small arms", cells)
    pool = Pool(name, band, "steady_musketry", kind, cells[kind], dense=False, dice=1, save="gunpowder")
    return Aim(name, 1, (pool,), 0, spot, middle(rect, Face.FRONT))


def _spot(battle: Battle, general: General | None, target: Unit | None, unit: Unit) -> Hundredths | None:
    """To a target it sees within 32(24) inches."""
    rect = rect_of(battle, unit)
    if rect is None:
        return None
    muzzle = Muzzle(middle(rect, Face.FRONT), rect.facing, firing_line.ARC)
    its: Parts = ()
    if target is not None:
        its = firing_line.footings(battle, target)
    elif general is not None and general.at is not None:
        its = (firing_line.at_spot(rect, general.at),)
    things = obstacles(battle, unit, target or unit, its[0]) if its else ()
    return nearest_of(muzzle, its, battle.inches(SNIPER_RANGE), things)
