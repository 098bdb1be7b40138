"""Changes of facing, frontage and the like (FS-7.17, FS-7.13, FS-7.14, FS-2.11, FS-2.12, FS-10.8, FS-11.8b)."""

from msgspec.structs import replace

from pbem.engine.table.areas import meets
from pbem.engine.table.distances import rect_line
from pbem.engine.table.measures import Hundredths, Inches, Tenths, within
from pbem.engine.table.paths import Shift, after
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Anchor, Rect, grown, pose_of
from pbem.engine.table.turning import turn_to
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.hewing import hedge_in_front
from pbem.rulesets.fornovo.moving.places import SQUARE_RANKS, centroid, faced_about, rect_of
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred, trained
from pbem.rulesets.fornovo.special.holding import may_limber
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.battle import Battle, combats_of
from pbem.rulesets.fornovo.state.units import Block, Unit, files, ranks, without_figures

IN_PLACE = Tenths(450)
"""FS-7e."""
WORKS = ("light_works", "heavy_works", "ditch")
NEAR = 0.02
"""Inches by which shapes that touch are grown to meet."""


def changed(battle: Battle, unit: Unit, leg: o.Leg) -> tuple[Unit, float, float] | Refusal:
    """FS-7.17a, FS-7.17b, FS-7.17f, FS-7.13a, FS-7.14a, FS-2.11a, FS-2.12c: the unit after a change, its cost in moves
    and in inches.
    """
    dear = 1 if trained(battle, unit) else 2
    rect = rect_of(battle, unit)
    match leg:
        case o.FaceTo(facing) if rect is not None:
            return _faced(battle, unit, rect, facing, dear)
        case o.Frontage(wanted) if len(unit.blocks) == 1 and 1 <= wanted <= unit.figures and not unit.guns:
            each = battle.inches(2) / 100 * (0 if unit.skirmishers else dear)
            return _dealt(unit, wanted), 0, each * abs(files(unit) - wanted)
        case o.Square(form) if unit.foot and not unit.skirmishers and form is (unit.formation == "line"):
            deep = ranks(unit) >= SQUARE_RANKS
            there = replace(unit, formation="square" if form else "line")
            return _centred(battle, unit, there), dear / (4 if deep else 2), 0
        case o.Unlimber() if unit.guns and unit.limbered:
            if unit.gunners < t.GUNNERS_TO_UNLIMBER[unit.guns.kind]:
                return barred("FS-7.1")
            whole = unit.guns.kind in {"medium", "heavy"}
            return replace(unit, limbered=False, limbers=0), 1 if whole else 0.5, 0
        case o.Horses(mount) if (unit.rides and unit.horses_at is not None) if mount else unit.kind == "mounted_foot":
            return (_mounted(unit), 1, 0) if mount else (_dismounted(unit), 0.5, 0)
        case o.Stakes(plant) if any(one.stakes for one in unit.blocks) if plant else _at_stakes(battle, rect):
            return unit, 0.5 if plant else 1, 0
        case o.Bayonets(fix, front) if any(one.bayonet != "none" for one in unit.blocks):
            return _fixed(unit, ("plug_front" if front else "plug_fixed") if fix else "plug")
        case o.Exchange():
            return _exchanged(battle, unit, leg)
        case _:
            return _besides(battle, unit, leg)


def _besides(battle: Battle, unit: Unit, leg: o.Leg) -> tuple[Unit, float, float] | Refusal:
    """FS-10.9, FS-2.10b, FS-11.8b: weapons, wagons, blocks; else why not."""
    match leg:
        case o.Switch(weapon):
            return _switched(unit, weapon)
        case o.Limber() if unit.guns and not unit.limbered and may_limber(battle, unit.id):
            whole = unit.guns.kind in {"medium", "heavy"}
            return (
                replace(unit, limbered=True, limbers=unit.guns.n, teamed=True, maneuvered=True),
                1 if whole else 0.5,
                0,
            )
        case o.Hitch(hitch) if unit.kind == "wagons" and unit.set_up is hitch:
            return replace(unit, set_up=not hitch, maneuvered=True), 0.5, 0
        case o.Hew() if unit.foot and unit.formation == "line" and hedge_in_front(battle, unit):
            return replace(unit, maneuvered=True), 1, 0
        case o.Enter(name):
            return _entered(battle, unit, name)
        case o.Emerge(side):
            return emerged(battle, unit, side)
    return barred(*_WHY.get(type(leg), ("FS-7b",)))


_WHY: dict[type, tuple[str, ...]] = {
    o.Frontage: ("FS-7.17b", "FS-2c"), o.Square: ("FS-7.17f", "FS-2.2a"), o.Unlimber: ("FS-7.13a", "FS-7.13b"),
    o.Horses: ("FS-7.14a",), o.Stakes: ("FS-2.11a",), o.Bayonets: ("FS-2.12c", "FS-2.12d"),
    o.Limber: ("FS-7.13b",), o.Hitch: ("FS-2.10b",), o.Hew: ("FS-11.6c", "FS-Q77"),
    o.Attach: ("FS-3.1.2b",), o.Detach: ("FS-3.1.2b",),
}  # fmt: skip


def _faced(battle: Battle, unit: Unit, rect: Rect, facing: Tenths, dear: int) -> tuple[Unit, float, float] | Refusal:
    """FS-7.17a, FS-7e, FS-PS.1, FS-Q14, G-14, G-16."""
    there = _placed(unit, faced_about(battle, unit, rect, facing))
    if unit.guns and not unit.limbered and unit.guns.kind == "heavy":
        return (there, 0, 0) if abs(turn_to(rect, facing)) <= IN_PLACE else barred("FS-7e")
    dozens = -(-unit.figures // t.FACING_FIGURES) if battle.switches.maneuvers == "playsheet" and not unit.guns else 1
    return there, 0 if unit.skirmishers else dear * dozens / 2, 0


def _placed(unit: Unit, rect: Rect) -> Unit:
    return replace(unit, pose=pose_of(rect, Anchor.FRONT), maneuvered=True)


def _dealt(unit: Unit, wanted: int) -> Unit:
    """G-15, FS-2c: the figures dealt anew into rows of so many."""
    whole, rest = divmod(unit.figures, wanted)
    block = replace(unit.blocks[0], rows=(wanted,) * whole + ((rest,) if rest else ()))
    return replace(unit, blocks=(block,), maneuvered=True)


def _centred(battle: Battle, was: Unit, there: Unit) -> Unit:
    """G-35: about the centroid of the former footprint, facing kept."""
    before, now = rect_of(battle, was), rect_of(battle, there)
    if before is None or now is None:
        return there
    x, y = centroid(battle, was, before)
    return _placed(there, now._replace(x=x, y=y))


def _fixed(unit: Unit, plugs: t.Bayonet) -> tuple[Unit, float, float]:
    """FS-2.12c: half a move for plugs; FS-2.12d: rings at once."""
    blocks = [replace(one, bayonet=plugs) if one.bayonet in t.PLUGS else one for one in unit.blocks]
    return replace(unit, blocks=tuple(blocks)), 0.5 if any(one.bayonet in t.PLUGS for one in blocks) else 0, 0


def _at_stakes(battle: Battle, rect: Rect | None) -> bool:
    """FS-2.11c: planted stakes that it can take up."""
    there = [one.way for one in battle.terrain if one.kind == "stakes"]
    return rect is not None and any(within(rect_line(rect, one), battle.inches(1)) for one in there)


def _dismounted(unit: Unit) -> Unit:
    """FS-7.14a, FS-7.14b: one figure in ten, at least one, holds the horses where they stand."""
    holders = max(1, unit.figures // 10)
    left, blocks = holders, []
    for block in reversed(unit.blocks):
        gone = min(left, block.figures - 1)
        blocks.append(without_figures(block, gone))
        left -= gone
    at = unit.pose.at if unit.pose is not None else None
    return replace(
        unit, kind="foot", rides=True, holders=holders - left, horses_at=at, blocks=tuple(reversed(blocks)),
        maneuvered=True,
    )  # fmt: skip


def _mounted(unit: Unit) -> Unit:
    """FS-7.14a: the holders fall in again at the rear."""
    last = unit.blocks[-1]
    wide, rows = last.rows[0], [*last.rows]
    for _ in range(unit.holders):
        if rows[-1] < wide:
            rows[-1] += 1
        else:
            rows.append(1)
    blocks = (*unit.blocks[:-1], replace(last, rows=tuple(rows)))
    return replace(
        unit, kind="mounted_foot", rides=False, holders=0, horses_at=None, blocks=blocks, maneuvered=True
    )  # fmt: skip


def _exchanged(battle: Battle, unit: Unit, leg: o.Exchange) -> tuple[Unit, float, float] | Refusal:
    """FS-10.8: ranks of another troop type take the place of those that strike."""
    there = {one.melee for one in unit.blocks}
    if unit.type != "R" or unit.morale != "good" or not combats_of(battle, unit.id) or not {leg.out, leg.into} <= there:
        return barred("FS-10.8")
    return replace(unit, striking=leg.into), 0, 0


def _switched(unit: Unit, weapon: t.Melee) -> tuple[Unit, float, float] | Refusal:
    """FS-10.9, FS-4d: free; mounted lose the weapon that they had in hand, foot lay it down where they stand."""
    here = unit.pose.at if unit.pose is not None else None
    blocks = tuple(_in_hand(unit, one, weapon, near=here == unit.laid_at) for one in unit.blocks)
    if blocks == unit.blocks:
        return barred("FS-10.9")
    return replace(unit, blocks=blocks, laid_at=here), 0, 0


def _in_hand(unit: Unit, block: Block, weapon: t.Melee, *, near: bool) -> Block:
    """A block with another of its weapons in hand; as it is where it has no such weapon."""
    lying = block.laid if near else None
    if weapon == block.melee or weapon not in {block.second, lying, "handarm"}:
        return block
    second = block.second if weapon != block.second else None
    if block.melee == "handarm":
        return replace(block, melee=weapon, second=second, laid=None if weapon == lying else lying)
    if unit.mounted:
        return replace(block, melee=weapon, second=second)
    return replace(block, melee=weapon, second=second, laid=block.melee)


def _entered(battle: Battle, unit: Unit, name: str) -> tuple[Unit, float, float] | Refusal:
    """FS-11.8b: free to enter, for foot that touches the block and finds room."""
    one = next((each for each in battle.terrain if each.id == name), None)
    rect = rect_of(battle, unit)
    if one is not None and one.kind in WORKS and rect is not None and unit.foot:
        near = within(rect_line(rect, one.way), battle.inches(1))
        there = replace(unit, inside=name, disordered=True, fresh_disorder=True)
        return (there, 0, 0) if near else barred("FS-11.10a")
    if one is None or one.kind not in {"block", "strongpoint"} or rect is None or not unit.foot:
        return barred("FS-11.8b", "FS-11.8.3e")
    taken = sum(each.figures for each in battle.units.values() if each.inside == name)
    enemy = any(each.inside == name and each.side != unit.side for each in battle.units.values())
    if enemy or not meets(grown(rect, NEAR), one.area) or taken + unit.figures > one.max_garrison:
        return barred("FS-11.8b", "FS-11.8.3d" if enemy else "FS-11.8a")
    return replace(unit, inside=name, pose=None, maneuvered=True), 0, 0


def emerged(battle: Battle, unit: Unit, side: str) -> tuple[Unit, float, float] | Refusal:
    """FS-11.8b, FS-11.8c: half a move, its rear to the middle of a side; disordered."""
    one = next((each for each in battle.terrain if each.id == unit.inside), None)
    if one is None or not unit.arrayed:
        return barred("FS-11.8b")
    xs, ys = [spot.x for spot in one.shape], [spot.y for spot in one.shape]
    facing = Tenths({"north": 0, "east": 900, "south": 1800, "west": 2700}[side])
    middle_x, middle_y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    x = {"east": max(xs), "west": min(xs)}.get(side, middle_x)
    y = {"north": max(ys), "south": min(ys)}.get(side, middle_y)
    rear = Spot(Hundredths(x), Hundredths(y))
    there = replace(unit, inside=None, pose=Pose(rear, facing), disordered=True, fresh_disorder=True, maneuvered=True)
    rect = rect_of(battle, there)
    assert rect is not None
    out = after(rect, Shift(Tenths(0), Inches(2 * rect.half_depth + NEAR)))
    return replace(there, pose=pose_of(out, Anchor.FRONT)), 0.5, 0
