"""S1: all fire of both sides, its effects at once (FS-9, catalogue section 4)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.fornovo.fighting import arms, gunnery, losses
from pbem.rulesets.fornovo.fighting.aiming import Aim, Pool
from pbem.rulesets.fornovo.fighting.by_sight import plans_of
from pbem.rulesets.fornovo.fighting.cells import halved, hits
from pbem.rulesets.fornovo.fighting.covering import TO_WRECK, shelters, side_of, wrecked
from pbem.rulesets.fornovo.fighting.losses import Dealt, Hit
from pbem.rulesets.fornovo.fighting.planning import Planned
from pbem.rulesets.fornovo.special import holding as special
from pbem.rulesets.fornovo.state import facts as ff
from pbem.rulesets.fornovo.state import fighting_facts as f
from pbem.rulesets.fornovo.state.battle import Battle, in_order
from pbem.rulesets.fornovo.state.orders import Orders
from pbem.rulesets.fornovo.state.units import ShotAt, Unit

WRECKS_WAGON = 2
"""FS-2.10e: hits of ball."""


class Landed(NamedTuple):
    """Hits of one shooter on one target, after halvings."""

    by: StandId
    target: StandId
    figures: int
    hits: int
    pool: Pool
    """Whose row, shot and save they have."""
    aim: Aim


def shoot(play: Play[Battle], orders: Orders) -> None:
    """FS-9.1a: every die, then hits on guns, saves, losses, generals."""
    before = play.battle
    plans = plans_of(play, orders.shots)
    rank = {one.id: place for place, one in enumerate(in_order(before))}
    landed: list[Landed] = []
    for plan in sorted(plans, key=lambda one: (rank[one.order.unit], one.aims[0].target, _hail(one))):
        landed += _fired(play, plan)
    _wreck(play, before, landed)
    on_units = _dealt(play, before, landed, orders)
    stand = losses.saves(play, on_units, losses.needed_against_shot)
    _lost(play, before, landed, on_units, stand, orders)
    losses.risk_generals(play, {unit: len(some) for unit, some in stand.items()})
    _single(play, before, landed)
    losses.clear(play)


def _hail(plan: Planned) -> bool:
    """After ball (catalogue section 4)."""
    return plan.barrage is not None and plan.barrage.shot == "hail"


def _fired(play: Play[Battle], plan: Planned) -> list[Landed]:
    """One unit: its targets by id, ``close`` before ``far``."""
    found = []
    for one in sorted(plan.aims, key=lambda each: each.target):
        if plan.barrage is not None and any(model.friends for model in plan.barrage.laid):
            found += _through_friends(play, plan)
            continue
        raw = 0
        for pool in one.pools:
            raw += _pool(play, plan, pool)
        found.append(_volley(play, plan, one, one.target, raw))
        if one.target in play.battle.generals and found[-1].hits:
            _sniped(play, plan.order.unit, one.target)
    return found


def _pool(play: Play[Battle], plan: Planned, pool: Pool, dice: int | None = None, *, friend: bool = False) -> int:
    """One roll; its raw hits."""
    return sum(_each(play, plan, pool, pool.dice if dice is None else dice, friend=friend))


def _each(play: Play[Battle], plan: Planned, pool: Pool, dice: int, *, friend: bool) -> list[int]:
    """FS-9.1a, FS-9.23: raw hits of each die."""
    unit = plan.order.unit
    sniper = play.battle.units[unit].kind == "sniper"
    label = f"fs.sniper:{unit}" if sniper else f"fs.shoot:{unit}>{pool.target}:{pool.band}"
    values = play.roll(label, unit, dice).values if dice else ()
    raw = [hits(pool.cell, value + pool.dense) for value in values]
    play.record(
        f.Shot(
            order=plan.order.number, unit=unit, target=pool.target, band=pool.band, row=pool.row, column=pool.column,
            cell=pool.cell, dense=pool.dense, raw_hits=sum(raw), dice=values, friend=friend, rules=(_rule(pool),),
        )
    )  # fmt: skip
    return raw


def _rule(pool: Pool) -> RuleId:
    return RuleId("FS-9.19" if "_ball" not in pool.row and "_hail" not in pool.row else "FS-9.23")


def _volley(play: Play[Battle], plan: Planned, one: Aim, target: StandId, raw: int) -> Landed:
    """FS-9.19m, FS-Q47."""
    shooter = plan.order.unit
    far = all(pool.band == "far" for pool in one.pools)
    unit = play.battle.units[shooter]
    times = one.halvings + special.halvings(play.battle, unit.side, guns=plan.barrage is not None, far=far)
    count = halved(raw, times)
    shot = plan.barrage.shot if plan.barrage is not None else None
    drops = plan.barrage is None and arms.in_charge(play.battle, play.battle.units[shooter])
    play.record(
        f.VolleyFired(
            unit=shooter, target=target, figures=one.figures, hits=count, halvings=times, salvee=one.salvee,
            shot=shot, drops=drops, rank=one.rank, rules=(RuleId("FS-9.1a"),),
        )
    )  # fmt: skip
    return Landed(shooter, target, one.figures, count, one.pools[0], one)


def _through_friends(play: Play[Battle], plan: Planned) -> list[Landed]:
    """FS-9.13c: friends in the danger zone are shot at first, with every die of the models they are in the way of."""
    made = plan.barrage
    assert made is not None
    before = play.battle
    live = [model for model in made.laid for _ in range(model.dice)]
    found = []
    for friend in sorted({one for model in made.laid for one in model.friends}):
        mine = [one for one in live if friend in one.friends]
        pool = gunnery.pool_at_friend(before, plan.order.unit, friend, made.shot, len(mine))
        raw = _each(play, plan, pool, len(mine), friend=True)
        spent = [one for one, hit in zip(mine, raw, strict=True) if hit]
        for one in spent:
            live.remove(one)
        aim = made.aim._replace(target=friend, pools=(pool,))
        found.append(_volley(play, plan, aim, friend, sum(raw)))
    raw_on = 0
    for pool in made.aim.pools:
        dice = sum(one.band == pool.band for one in live)
        raw_on += _pool(play, plan, pool, dice)
    return [*found, _volley(play, plan, made.aim, made.aim.target, raw_on)]


def _sniped(play: Play[Battle], unit: StandId, general: StandId) -> None:
    """FS-2.6d."""
    die = play.roll(f"fs.sniper:{unit}", unit, 1).values[0]
    play.record(f.GeneralAtRisk(general=general, die=die, falls=die == 6, rules=(RuleId("FS-2.6d"),)))


def _wreck(play: Play[Battle], before: Battle, landed: Sequence[Landed]) -> None:
    """FS-11.8.5, FS-11.10.1a, FS-11.10.1b: hits of ball on what shelters the target."""
    for one in landed:
        kind = one.pool.gun
        target = before.units.get(one.target)
        if not one.hits or kind not in {"medium", "heavy"} or target is None or kind is None:
            continue
        for piece in shelters(before, target, one.aim.origin):
            if piece.kind in TO_WRECK:
                now = next(each for each in play.battle.terrain if each.id == piece.id)
                more = {**now.ball_hits, kind: now.ball_hits.get(kind, 0) + one.hits}
                falls = wrecked(replace(now, ball_hits=more))
                rule = RuleId("FS-11.8.5" if "works" not in piece.kind else "FS-11.10.1a")
                play.record(f.WorksHit(piece=piece.id, kind=kind, hits=one.hits, wrecked=falls, rules=(rule,)))


def _single(play: Play[Battle], before: Battle, landed: Sequence[Landed]) -> None:
    """FS-Q57, FS-2.10e: snipers and wagons, which have no figures."""
    for unit in in_order(before):
        mine = [one for one in landed if one.target == unit.id and one.hits]
        ball = sum(one.hits for one in mine if one.pool.row.endswith("_ball"))
        if unit.kind == "wagons" and ball:
            play.record(f.WagonsHit(unit=unit.id, hits=ball, rules=(RuleId("FS-2.10e"),)))
        wreck = unit.kind == "wagons" and unit.ball_hits + ball >= WRECKS_WAGON
        if wreck and play.battle.units[unit.id].figures:
            play.record(ff.CrewLeft(unit=unit.id, rules=(RuleId("FS-2.10e"), RuleId("FS-7f"))))
        elif wreck or (unit.kind == "sniper" and mine):
            play.record(ff.Removed(unit=unit.id, how="destroyed" if wreck else "sniped", rules=(RuleId("FS-Q57"),)))


def _dealt(
    play: Play[Battle], before: Battle, landed: Sequence[Landed], orders: Orders
) -> dict[StandId, list[Dealt]]:  # fmt: skip
    """FS-9.15, FS-9.8: hits on batteries, then hits dealt to troop types."""
    found: dict[StandId, list[Dealt]] = {}
    for unit in in_order(before):
        mine = [one for one in landed if one.target == unit.id and one.hits]
        each = [
            (Hit(one.by, one.pool.save, side_of(before, unit, one.aim.origin)), one.pool.gun)
            for one in mine for _ in range(one.hits)
        ]  # fmt: skip
        if not each:
            continue
        if unit.guns is not None:
            fell = _on_battery(play, unit, [gun for _, gun in each])
            found[unit.id] = [
                Dealt(hit, "gunner", None) for (hit, _), what in zip(each, fell, strict=True) if what == "gunner"
            ]
        elif unit.blocks:
            found[unit.id] = losses.dealt(unit, [hit for hit, _ in each], orders.choose(before, unit.id))
    return found


Fell = Literal["miss", "limber", "gunner", "gun"]


def _on_battery(play: Play[Battle], unit: Unit, guns: Sequence[str | None]) -> list[Fell]:
    """FS-9.15, FS-Q53."""
    assert unit.guns is not None
    values = play.roll(f"fs.gunhit:{unit.id}", unit.id, len(guns)).values
    limbers, models, gunners = unit.limbers, unit.guns.n, unit.gunners
    fell: list[Fell] = []
    for value, gun in zip(values, guns, strict=True):
        what: Fell = "miss" if value <= 3 else "gunner"
        if value <= 3 and limbers:
            what, limbers = "limber", limbers - 1
        elif value == 6 and gun in {"light", "medium", "heavy"}:
            what = "gun" if models else "miss"
            models = max(0, models - 1)
        elif what == "gunner":
            what = "gunner" if gunners else "miss"
            gunners = max(0, gunners - 1)
        fell.append(what)
    play.record(
        f.GunsHit(unit=unit.id, dice=values, fell=tuple(fell), models=models, limbers=limbers,
                  rules=(RuleId("FS-9.15"),))
    )  # fmt: skip
    return fell


def _lost(
    play: Play[Battle], before: Battle, landed: Sequence[Landed], dealt: dict[StandId, list[Dealt]],
    stand: dict[StandId, list[Dealt]], orders: Orders,
) -> None:  # fmt: skip
    """All losses together; what each target remembers of the fire (FS-8.6)."""
    for unit in in_order(before):
        mine = [one for one in landed if one.target == unit.id]
        if not mine:
            continue
        lost = stand.get(unit.id, [])
        blocks, gunners = losses.off(unit, lost, orders.choose(before, unit.id).loss_order)
        by = losses.counted(lost)
        hit = losses.counted(dealt.get(unit.id, []))
        play.record(
            f.FiguresLost(
                unit=unit.id, lost=len(lost), by=by, saved={who: hit[who] - by.get(who, 0) for who in hit},
                blocks=blocks, gunners=gunners, shot=_remembered(before, unit, mine, lost), rules=(RuleId("FS-1.4"),),
            )
        )  # fmt: skip


def _remembered(before: Battle, unit: Unit, mine: Sequence[Landed], lost: Sequence[Dealt]) -> ShotAt:
    powder = sum(one.hit.row == "gunpowder" for one in lost)
    hurt = {one.hit.by for one in lost}
    heavy = {one.by for one in mine if one.pool.row in {"heavy_ball", "heavy_hail"}}
    return ShotAt(
        by={one.by: one.figures for one in mine}, gunpowder=powder, other=len(lost) - powder,
        flank=any(side_of(before, unit, one.aim.origin) != "front" for one in mine),
        salvee=any(one.aim.salvee for one in mine if one.by in hurt), heavy=bool(heavy & hurt),
        guns=any(one.pool.row.endswith(("_ball", "_hail")) for one in mine),
    )  # fmt: skip
