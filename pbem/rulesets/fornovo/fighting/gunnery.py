"""Fire of artillery (FS-7.1, FS-9.1.1c, FS-9.1.1d, FS-9.12b, FS-9.13, FS-9.14, FS-9.16, FS-9.21, FS-9.22, FS-9.23)."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.ids import StandId
from pbem.engine.table.contact import overlaps
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.rects import Face, middle
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting import targets
from pbem.rulesets.fornovo.fighting.aiming import Aim, Pool, as_near_to, preferred
from pbem.rulesets.fornovo.fighting.cells import NIL, dice_of
from pbem.rulesets.fornovo.fighting.covering import Against, column, dense
from pbem.rulesets.fornovo.moving.firing_line import apart, danger_zone, footing, footings, models
from pbem.rulesets.fornovo.moving.hewing import hedged
from pbem.rulesets.fornovo.moving.lines_of_fire import Muzzle, gap, nearest_of, obstacles
from pbem.rulesets.fornovo.moving.places import Parts, base, footprints, kept_of, normal_move, rect_of
from pbem.rulesets.fornovo.moving.refusals import Refusal, barred
from pbem.rulesets.fornovo.special.holding import masked
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.units import Battery, Unit, guns_of, guns_served, ready_turn

HAIL_SPREAD, GUN_GAP = 2, 4
"""FS-9.13b, FS-9.12b: inches."""


class LaidGun(NamedTuple):
    """A model that bears on the target."""

    muzzle: Muzzle
    range: Hundredths
    band: str
    dice: int
    friends: tuple[StandId, ...]
    """In its danger zone (FS-9.13c), the nearest first."""


class Barrage(NamedTuple):
    """The fire of a battery: its aim, and what of it goes through friends first."""

    aim: Aim
    laid: tuple[LaidGun, ...]
    shot: t.Shot


def barrage(
    battle: Battle, unit: Unit, target: Unit, shot: t.Shot | None, before: Sequence[Barrage] = ()
) -> Barrage | Refusal:  # fmt: skip
    """Fire of a battery; refused where a rule bars it.  before: by models that this order no longer has."""
    against = targets.unready(battle, unit) or unserved(battle, unit) or targets.barred_target(battle, unit, target)
    if against is not None:
        return against
    made = _laid(battle, unit, target, shot, before) if before else laid(battle, unit, target, shot)
    if isinstance(made, Refusal):
        return made
    if before:
        first = battle.units[before[0].aim.target]
        nearest = as_near_to(
            battle, unit, first, target, made.aim, lambda other: _aim_of(_laid(battle, unit, other, shot, before))
        )
        return nearest if isinstance(nearest, Refusal) else made
    shelling = [battle.units[one] for one in unit.shelled_by if one in battle.units]
    if target.id not in unit.shelled_by:  # FS-9.10: enemy artillery that fired on it last turn comes first
        for one in shelling:
            other = laid(battle, unit, one, None)
            if targets.barred_target(battle, unit, one) is None and not isinstance(other, Refusal):
                return barred("FS-9.10")
        nearest = preferred(battle, unit, target, made.aim, lambda other: _aimed(battle, unit, other))
        return nearest if isinstance(nearest, Refusal) else made
    return made


def _aimed(battle: Battle, unit: Unit, target: Unit) -> Aim | Refusal:
    return _aim_of(laid(battle, unit, target, None))


def _aim_of(found: Barrage | Refusal) -> Aim | Refusal:
    return found if isinstance(found, Refusal) else found.aim


def unserved(battle: Battle, unit: Unit) -> Refusal | None:
    """FS-Q100, FS-9.14e, FS-9.14c, FS-7.1, FS-9.16."""
    guns = guns_of(unit)
    if guns is None or unit.limbered:
        return barred("FS-Q100")
    if unit.moved or unit.maneuvered:
        if guns.kind != "very_light":
            return barred("FS-9.14e")
        if 2 * unit.moved > normal_move(unit, battle.scale):
            return barred("FS-9.14c")
    if not guns_served(unit):
        return barred("FS-7.1")
    return barred("FS-9.16") if ready_turn(unit, battle.turn, battle.period) > battle.turn else None


def laid(battle: Battle, unit: Unit, target: Unit, shot: t.Shot | None) -> Barrage | Refusal:
    """G-36: the models that bear, with the dice they hold."""
    return kept_of(battle, ("laid", shot or ""), unit, target, lambda: _laid(battle, unit, target, shot))


def _laid(
    battle: Battle, unit: Unit, target: Unit, shot: t.Shot | None, before: Sequence[Barrage] = ()
) -> Barrage | Refusal:  # fmt: skip
    """FS-9.1d, FS-Q26, G-36: of the models that have not been laid before, with what dice those leave."""
    its = footing(battle, target)
    guns = guns_of(unit)
    if its is None or guns is None:
        return barred("FS-9.1a")
    if hedged(battle, unit, its):
        return barred("FS-11.6c", "FS-Q77")
    things = obstacles(battle, unit, target, its)
    used = [one.muzzle for made in before for one in made.laid]
    there = [one for one in models(battle, unit) if one not in used]
    parts, most = footings(battle, target), longest(battle, guns)
    bearing = [(one, far) for one in there if (far := nearest_of(one, parts, most, things)) is not None]
    through = gap(_front(battle, unit), its, things) if bearing else None
    if through is not None:
        bearing = bearing[: through.width // battle.inches(GUN_GAP)]
    if not bearing:
        return _missed(battle, unit, parts, there, blocked=bool(things))
    hidden = targets.unseen(battle, unit, target, bearing[0][1])
    if hidden is not None:
        return hidden
    fired = shot or ("hail" if bearing[0][1] <= hail_range(battle, guns) else "ball")
    if fired == "ball" and guns.kind == "organ":
        return barred("FS-2.7")
    if fired == "hail" and guns.kind == "very_light":
        return barred("FS-9.21", "FS-9.22", "FS-9.23")
    bearing = [(one, far) for one, far in bearing if band(battle, guns, fired, far)]
    bearing = bearing[: guns_served(unit) - len(used)]
    if not bearing:
        return barred("FS-9.1d" if used else "FS-9.21", "FS-9.22")
    every = dice_of_guns(guns.kind, len(used) + len(bearing), unit.figures)
    left = every - sum(one.dice for made in before for one in made.laid)
    found = _dealt(battle, unit, target, fired, bearing, left)
    mask = masked(battle, unit.id)
    if mask is not None and any(one.friends for one in found):
        return barred(mask, "FS-9.13c")
    pools = _pools(battle, unit, target, fired, found)
    half = 1 if unit.moved or unit.maneuvered else 0
    times = half + (unit.morale == "shaken")
    between = through.between if through else None
    one = Aim(target.id, unit.figures, pools, times, bearing[0][1], _front(battle, unit), between)
    return Barrage(one, found, fired)


def _front(battle: Battle, unit: Unit) -> tuple[float, float]:
    rect = rect_of(battle, unit)
    assert rect is not None
    return middle(rect, Face.FRONT)


def _missed(battle: Battle, unit: Unit, its: Parts, there: Sequence[Muzzle], *, blocked: bool) -> Refusal:
    guns = guns_of(unit)
    far = longest(battle, guns) if guns else Hundredths(0)
    if blocked and any(nearest_of(one, its, far, ()) is not None for one in there):
        return barred("FS-9.11c", "FS-9.11a", "FS-9.11b", "FS-9.11d", "FS-Q49", "FS-9.12b")
    anyhow = any(nearest_of(one._replace(half=None), its, far, ()) is not None for one in there)
    return barred("FS-9.2a", "G-5") if anyhow else barred("FS-9.21", "FS-9.22")


def longest(battle: Battle, guns: Battery) -> Hundredths:
    """The range of its farther shot."""
    return Hundredths(max(ball_ranges(battle, guns)[1], hail_range(battle, guns)))


def ball_ranges(battle: Battle, guns: Battery) -> tuple[Hundredths, Hundredths]:
    """FS-9.21, FS-9.22, FS-Q10: close and far; 0 for organ guns."""
    printed = t.BALL_RANGES[battle.period].get(guns.kind, (0, 0))
    if battle.switches.late_light_ball == "playsheet" and (battle.period, guns.kind) == ("late", "light"):
        printed = t.LATE_LIGHT_BALL
    return battle.inches(printed[0]), battle.inches(printed[1])


def hail_range(battle: Battle, guns: Battery) -> Hundredths:
    """FS-9.21, FS-9.22, FS-9.23; 0 for very light guns."""
    return battle.inches(t.HAIL_RANGE[battle.period].get(guns.kind, 0))


def band(battle: Battle, guns: Battery, shot: t.Shot, far: Hundredths) -> str:
    """``hail``, ``close``, ``far``; '' beyond."""
    if shot == "hail":
        return "hail" if far <= hail_range(battle, guns) else ""
    close, most = ball_ranges(battle, guns)
    return "close" if far <= close else "far" if far <= most else ""


def dice_of_guns(kind: t.GunKind, models_: int, gunners: int) -> int:
    """FS-9.1.1c, FS-9.1.1d, FS-Q26: of the pooled gunners of so many firing models."""
    if kind in {"heavy", "organ"}:
        return min(2 * models_, gunners // t.FIRE_GROUP["heavy gun"])
    return min(models_, dice_of(gunners, t.FIRE_GROUP["gun"]))


def _dealt(
    battle: Battle, unit: Unit, target: Unit, shot: t.Shot, bearing: Sequence[tuple[Muzzle, Hundredths]], left: int
) -> tuple[LaidGun, ...]:  # fmt: skip
    """G-36: so many dice from left to right, one or two each."""
    guns = guns_of(unit)
    assert guns is not None
    each = 2 if guns.kind in {"heavy", "organ"} else 1
    found = []
    for muzzle, far in bearing:
        mine = min(each, left)
        left -= mine
        friends = in_danger(battle, unit, target, shot, muzzle)
        found.append(LaidGun(muzzle, far, band(battle, guns, shot, far), mine, friends))
    return tuple(found)


def in_danger(battle: Battle, unit: Unit, target: Unit, shot: t.Shot, muzzle: Muzzle) -> tuple[StandId, ...]:
    """FS-9.13a, FS-9.13b, G-10: friends in the strip from the muzzle to the far edge of the target."""
    its = footing(battle, target)
    if its is None:
        return ()
    more = battle.inches(HAIL_SPREAD) if shot == "hail" else Hundredths(0)
    lane = danger_zone(muzzle, its, base(unit, battle.scale)[0], more)
    found = {
        (apart(battle, unit, one.unit), one.unit.id) for one in footprints(battle)
        if one.unit.side == unit.side and one.unit.id != unit.id and overlaps(lane, one.rect)
    }  # fmt: skip
    return tuple(one for _, one in sorted(found))


def _pools(
    battle: Battle, unit: Unit, target: Unit, shot: t.Shot, found: Sequence[LaidGun]
) -> tuple[Pool, ...]:  # fmt: skip
    """Dice by band: ``close`` before ``far``."""
    dice: dict[str, int] = {}
    for one in found:
        dice[one.band] = dice.get(one.band, 0) + one.dice
    names = [name for name in ("close", "far", "hail") if name in dice]
    return tuple(pool(battle, unit, target, shot, name, dice[name]) for name in names)


def pool(battle: Battle, unit: Unit, target: Unit, shot: t.Shot, name: str, dice: int) -> Pool:
    """FS-9.21, FS-9.22, FS-9.23: the row, the column and the cell."""
    guns = guns_of(unit)
    assert guns is not None
    kind = guns.kind
    if shot == "hail":
        printed = t.HAIL[battle.period]
        against: Against = "hail"
    else:
        printed = (*t.BALL[battle.period, name], *t.BALL_COVER[kind, name])
        against = "heavy ball" if kind in {"medium", "heavy"} else "ball"
    cells: dict[t.Column, str] = dict(zip(t.COLUMNS, printed, strict=True))
    rect = rect_of(battle, unit)
    assert rect is not None
    centre = (rect.x, rect.y)
    there = column(battle, target, centre, against, cells)
    thick = shot == "ball" and there == "normal" and cells[there] != NIL and dense(battle, target, centre)
    return Pool(
        target.id, name, f"{kind}_{shot}", there, cells[there], thick, dice, "gunpowder",
        kind if shot == "ball" else None,
    )  # fmt: skip


def pool_at_friend(battle: Battle, name: StandId, friend: StandId, shot: t.Shot, dice: int) -> Pool:
    """FS-9.13c: the same at a friend in the danger zone."""
    unit, their = battle.units[name], battle.units[friend]
    guns = guns_of(unit)
    assert guns is not None
    near = band(battle, guns, shot, apart(battle, unit, their))
    return pool(battle, unit, their, shot, near or "far", dice)
