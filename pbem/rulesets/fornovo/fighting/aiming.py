"""What a unit's fire at a target comes to, or why it may not be (FS-9.1, FS-9.6, FS-9.10, FS-9.12, FS-9.19)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.engine.ids import StandId
from pbem.engine.table.angles import Point
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.rects import Face, Rect, corners, middle
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting import arms, targets
from pbem.rulesets.fornovo.fighting.cells import NIL
from pbem.rulesets.fornovo.fighting.covering import column
from pbem.rulesets.fornovo.moving import firing_line
from pbem.rulesets.fornovo.moving.hewing import hedged
from pbem.rulesets.fornovo.moving.lines_of_fire import (
    InTheWay,
    Muzzle,
    gap,
    nearest_of,
    obstacles,
    on_the_way,
    screened,
)
from pbem.rulesets.fornovo.moving.places import kept_of, rect_of
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.units import Unit

EVERY = 1_000_000
"""More figures than any unit has."""
FAR_AWAY = Hundredths(1_000_000)
"""Beyond any table."""
SAVE: dict[t.SmallArms, t.SaveRow] = {
    "steady_musketry": "gunpowder", "other_musketry": "gunpowder", "pistol": "gunpowder", "crossbow": "crossbow",
    "longbow": "longbow", "self_bow": "other",
}  # fmt: skip
"""FS-9.20."""


class Pool(NamedTuple):
    """Dice rolled together at one target in one band."""

    target: StandId
    band: str
    row: str
    column: t.Column
    cell: str
    dense: bool
    """FS-9.23: +1 on each die."""
    dice: int
    save: t.SaveRow
    gun: t.GunKind | None = None
    """Of ball and hail."""


class Aim(NamedTuple):
    """The fire of a unit at a target."""

    target: StandId
    figures: int
    """Or gunners, that shoot."""
    pools: tuple[Pool, ...]
    halvings: int
    range: Hundredths
    """To the nearest."""
    origin: Point
    """The middle of its front, or of the side of the block."""
    gap: tuple[str, str] | None = None
    """What it shoots between."""
    salvee: bool = False
    rank: int = 0
    """FS-9.17: the one that fires its salvee; 0: all."""


class Salvo(NamedTuple):
    """How the small arms of a unit are fired."""

    salvee: bool = False
    rank: int = 0
    """FS-9.17: of a salvee by a single rank; 0: all."""
    before: tuple[Unit, ...] = ()
    """FS-9.1d: targets of the figures that can hit them; those that can hit none of these are left."""


PLAIN = Salvo()


def aim(battle: Battle, unit: Unit, target: Unit, how: Salvo = PLAIN) -> Aim | Refusal:
    """Fire of small arms; refused where a rule bars it."""
    if how.salvee and not arms.loaded_for_salvee(battle, unit, how.rank):
        return barred("FS-9.17", "FS-9.14b", "FS-Q54")
    if how.rank and not how.salvee:
        return barred("FS-9.17")
    against = (
        targets.unready(battle, unit) or _unarmed(battle, unit, how.rank) or targets.barred_target(battle, unit, target)
    )
    if against is not None:
        return against
    made = measured(battle, unit, target, how)
    if isinstance(made, Refusal):
        return made
    if how.before:
        return as_near_to(battle, unit, how.before[0], target, made, lambda other: measured(battle, unit, other, how))
    return preferred(battle, unit, target, made, lambda other: measured(battle, unit, other))


def as_near_to(  # who, after whom, at whom
    battle: Battle, unit: Unit, first: Unit, target: Unit, made: Aim, measure: Callable[[Unit], Aim | Refusal]
) -> Aim | Refusal:  # fmt: skip
    """FS-9.1d: figures that cannot hit the chosen target may take another, as near as possible to it (FS-9.10)."""
    far = firing_line.apart(battle, first, target)
    for other in battle.units.values():
        if other.id in {first.id, target.id} or targets.barred_target(battle, unit, other) is not None:
            continue
        if firing_line.apart(battle, first, other) < far:
            instead = measure(other)
            if isinstance(instead, Aim) and any(one.cell != NIL for one in instead.pools):
                return barred("FS-9.1d", "FS-9.10")
    return made


def preferred(
    battle: Battle, unit: Unit, target: Unit, made: Aim, measure: Callable[[Unit], Aim | Refusal]
) -> Aim | Refusal:  # fmt: skip
    """FS-9.10: refused where another target comes first.  measure: the fire at another target."""
    if arms.in_charge(battle, unit) or targets.led(battle, unit):
        return made
    for other in targets.nearer(battle, unit, target, made.range):
        if targets.barred_target(battle, unit, other) is not None:
            continue
        instead = measure(other)
        if isinstance(instead, Refusal) or all(one.cell == NIL for one in instead.pools):
            continue
        if not targets.as_near(battle, made.range, instead.range):
            return barred("FS-9.10", "FS-Q50")
    return made


def _unarmed(battle: Battle, unit: Unit, rank: int) -> Refusal | None:
    """FS-2.12c, FS-9.14c: nothing to shoot with, or it has moved too far."""
    if unit.kind == "sniper":
        return None
    weapons = arms.weapons(unit)
    if not weapons:
        plugged = any(one.missile and one.bayonet == "plug_fixed" for one in unit.blocks)
        return barred("FS-2.12c") if plugged else barred("FS-9.1a")
    far = all(arms.effect_of_moving(battle, unit, one, rank) == "none" for one in weapons)
    if far and "javelin" not in weapons and not targets.chargers(battle, unit):
        return barred("FS-9.14c", "FS-Q54")
    if far and not arms.in_charge(battle, unit):
        return barred("FS-9.14c")
    return None


def measured(battle: Battle, unit: Unit, target: Unit, how: Salvo = PLAIN) -> Aim | Refusal:
    """G-6: its dice, band by band; refused where no figure reaches the target."""
    if how.before:
        return _measured(battle, unit, target, how)
    return kept_of(battle, ("aim", how), unit, target, lambda: _measured(battle, unit, target, how))


def _measured(battle: Battle, unit: Unit, target: Unit, how: Salvo) -> Aim | Refusal:
    its = targets.places(battle, unit, target)
    rect = rect_of(battle, unit)
    if not its or rect is None:
        return barred("FS-9.1a")
    if hedged(battle, unit, its[0]):
        return barred("FS-11.6c", "FS-Q77")
    things = obstacles(battle, unit, target, its[0])
    origin = middle(rect, Face.FRONT)
    close = target.id in targets.chargers(battle, unit) or arms.in_charge(battle, unit)
    own = [InTheWay("", one, over=False) for one in firing_line.pikes_of(battle, unit)]
    near_by = [*on_the_way(rect, its, things), *own]
    open_to = [one for one in its if not screened(corners(rect), corners(one), near_by)]
    through, room = None, EVERY
    pools: list[Pool] = []
    figures, nearest = 0, FAR_AWAY
    for weapon in _weapons(battle, unit, how):
        far = None if close else max(arms.ranges(battle, unit, weapon))
        muzzles = _left_over(battle, unit, how, far, own, arms.muzzles(battle, unit, weapon, how.rank))
        found = _reaches(muzzles, open_to, far, near_by)
        if found and not pools:
            through = gap(origin, its[0], things)
            room = through.width // battle.inches(1) if through else EVERY
        found, room = found[:room], max(0, room - len(found))
        if not found:
            continue
        figures, nearest = figures + len(found), min(nearest, found[0])
        limits = arms.ranges(battle, unit, weapon)
        pools += _pools(battle, unit, target, weapon, _bands(battle, unit, found, limits[0], close_only=close))
    if not pools:
        return barred("FS-9.1d") if how.before else _out_of_reach(battle, unit, its, things)
    hidden = targets.unseen(battle, unit, target, nearest)
    if hidden is not None:
        return hidden
    times = min(
        arms.halvings(battle, unit, target, one, salvee=how.salvee, rank=how.rank)
        for one in _weapons(battle, unit, how)
    )
    between = through.between if through else None
    return Aim(target.id, figures, tuple(pools), times, nearest, origin, between, how.salvee, how.rank)


def _weapons(battle: Battle, unit: Unit, how: Salvo) -> list[t.Missile]:
    """Those it can shoot as it has moved; while it charges those of FS-10.7a; of a salvee by ranks its muskets."""
    if targets.charging(battle, unit):
        return list(dict.fromkeys(arms.weapons_in_charge(unit)))
    every: list[t.Missile] = ["musket"] if how.rank else arms.weapons(unit)
    return [one for one in every if arms.effect_of_moving(battle, unit, one, how.rank) != "none"] or every


def _left_over(  # of whom, how, how far
    battle: Battle, unit: Unit, how: Salvo, limit: Hundredths | None, own: Sequence[InTheWay],
    muzzles: Sequence[Muzzle],
) -> Sequence[Muzzle]:  # fmt: skip
    """FS-9.1d: those that cannot hit what was chosen before."""
    for first in how.before:
        there = targets.places(battle, unit, first)
        things = [*(obstacles(battle, unit, first, there[0]) if there else ()), *own]
        muzzles = [one for one in muzzles if not _reaches([one], there, limit, things)]
    return muzzles


def _reaches(
    muzzles: Sequence[Muzzle], its: Sequence[Rect], limit: Hundredths | None, things: Sequence[InTheWay]
) -> list[Hundredths]:  # fmt: skip
    return sorted(far for one in muzzles if (far := nearest_of(one, its, limit, things)) is not None)


def _bands(
    battle: Battle, unit: Unit, found: Sequence[Hundredths], close: Hundredths, *, close_only: bool = False
) -> dict[str, int]:
    """G-6: groups in the order of distance, each in the band of its farthest figure; dice of each band."""
    dice, size = arms.dice_of_figures(battle, unit, len(found))
    bands: dict[str, int] = {} if dice else {"close" if close_only or found[-1] <= close else "far": 0}
    for one in range(dice):
        farthest = found[min(len(found), (one + 1) * size) - 1]
        band = "close" if close_only or farthest <= close else "far"
        bands[band] = bands.get(band, 0) + 1
    return bands


def _pools(battle: Battle, unit: Unit, target: Unit, weapon: t.Missile, bands: dict[str, int]) -> list[Pool]:
    row = arms.row(battle, unit, weapon)
    rect = rect_of(battle, unit)
    assert rect is not None
    found = []
    for band, dice in bands.items():
        cells = arms.cells(battle, row, band)
        kind = column(battle, target, (rect.x, rect.y), "small arms", cells)
        found.append(Pool(target.id, band, row, kind, cells[kind], dense=False, dice=dice, save=SAVE[row]))
    return found


def _out_of_reach(battle: Battle, unit: Unit, its: Sequence[Rect], things: Sequence[InTheWay]) -> Refusal:
    """What bars it: something in the way, else the arc, else the range."""
    weapons = arms.weapons(unit)
    muzzles = [one for weapon in weapons for one in arms.muzzles(battle, unit, weapon)]
    far = max(max(arms.ranges(battle, unit, weapon)) for weapon in weapons)
    if things and any(_reaches([one], its, far, ()) for one in muzzles):
        return barred("FS-9.11c", "FS-9.11a", "FS-9.11b", "FS-9.11d", "FS-Q49", "FS-2.14d", "FS-9.12a")
    anyhow = [one._replace(half=None) for one in muzzles]
    return (
        barred("FS-9.2a", "G-5")
        if any(_reaches([one], its, far, ()) for one in anyhow)
        else barred("FS-9.19", "FS-9.1c")
    )
