"""C1: one round of every combat (FS-10, catalogue section 4)."""

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.angles import relative_bearing
from pbem.rulesets.fornovo.fighting import losses
from pbem.rulesets.fornovo.fighting.cells import hits
from pbem.rulesets.fornovo.fighting.covering import Side
from pbem.rulesets.fornovo.fighting.factors import cell, factors, round_of
from pbem.rulesets.fornovo.fighting.losses import Dealt, Hit
from pbem.rulesets.fornovo.fighting.striking import (
    WeaponDice,
    attacked_on,
    dice_of_weapons,
    figures_that_strike,
    shared,
)
from pbem.rulesets.fornovo.moving.firing_line import footing
from pbem.rulesets.fornovo.state import fighting_facts as f
from pbem.rulesets.fornovo.state.battle import Battle, combats_of, in_order, opponent
from pbem.rulesets.fornovo.state.orders import Chooser, Orders
from pbem.rulesets.fornovo.state.units import Unit


class PairOff(NamedTuple):
    """A unit against an enemy, before any die."""

    pair: f.PairCounted
    dice: tuple[WeaponDice, ...]


def fight(play: Play[Battle], orders: Orders) -> None:
    """FS-10.1, FS-10.6: every die, then saves, losses, generals, who lost."""
    before = play.battle
    counts = counted(before, orders.choose)
    for one in counts:
        play.record(one.pair)
    if orders.until == "melee_dice":
        return
    landed: dict[StandId, list[Hit]] = {}
    for one in counts:
        landed.setdefault(one.pair.enemy, []).extend(_struck(play, before, one))
    dealt = {
        unit.id: losses.dealt(unit, landed[unit.id], orders.choose(before, unit.id))
        for unit in in_order(before) if landed.get(unit.id)
    }  # fmt: skip
    stand = losses.saves(play, dealt, losses.needed_in_combat)
    _lost(play, dealt, stand, orders)
    losses.risk_generals(play, {unit: len(some) for unit, some in stand.items()})
    if counts:
        play.record(f.RoundDecided(losers=tuple(losers(play.battle)), rules=(RuleId("FS-10.6"),)))
    losses.clear(play)


def counted(battle: Battle, choose: Chooser) -> list[PairOff]:
    """FS-10.2, FS-10.4: every unit in combat against each of its enemies, in the order of the dice."""
    found = []
    for unit in in_order(battle):
        fights = [one for one in combats_of(battle, unit.id) if opponent(one, unit.id) in battle.units]
        enemies = [battle.units[opponent(one, unit.id)] for one in fights]
        if not enemies:
            continue
        rounds = {opponent(one, unit.id): round_of(battle, one) for one in fights}
        now: f.Round = "impact" if all(one == "impact" for one in rounds.values()) else "melee"
        dice = dice_of_weapons(unit, figures_that_strike(battle, unit, enemies), now)
        given = shared(dice, _preferred(battle, unit, enemies, choose))
        order = sorted(enemies, key=lambda one: one.id)
        found += [_against(battle, unit, enemy, rounds[enemy.id], given[enemy.id]) for enemy in order]
    return found


def _preferred(battle: Battle, unit: Unit, enemies: Sequence[Unit], choose: Chooser) -> list[StandId]:
    """D-19: as its owner says, else the enemy to the front first, then by id."""
    own = choose(battle, unit.id).remainder_dice
    rest = sorted(enemies, key=lambda one: (attacked_on(battle, unit, one) != "front", one.id))
    names = [one.id for one in rest]
    return [*(one for one in own if one in names), *(one for one in names if one not in own)]


def _against(battle: Battle, unit: Unit, enemy: Unit, now: f.Round, dice: Sequence[WeaponDice]) -> PairOff:
    mine, theirs = factors(battle, unit, enemy, now), factors(battle, enemy, unit, now)
    both = unit.kind == enemy.kind == "cavalry"
    points, against = sum(mine.values()), sum(theirs.values())
    pair = f.PairCounted(
        unit=unit.id, enemy=enemy.id, round=now, factors=mine, points=points, against=against,
        cell=cell(points, against, cavalry=both), dice={one.weapon: one.number for one in dice if one.number},
        rules=(RuleId("FS-10.4"),),
    )  # fmt: skip
    return PairOff(pair, tuple(one for one in dice if one.number))


def _struck(play: Play[Battle], before: Battle, one: PairOff) -> list[Hit]:
    """FS-10.13: the dice of each weapon; hits that keep their weapon (FS-Q60)."""
    pair, found = one.pair, []
    side = struck_on(before, pair.enemy, pair.unit)
    for dice in one.dice:
        values = play.roll(f"fs.melee:{pair.unit}>{pair.enemy}:{dice.weapon}", pair.unit, dice.number).values
        raw = [hits(pair.cell, value) for value in values]
        play.record(
            f.Struck(unit=pair.unit, enemy=pair.enemy, weapon=dice.weapon, raw_hits=sum(raw), dice=values,
                     rules=(RuleId("FS-10.13"),))
        )  # fmt: skip
        heavy = dice.weapon == "heavy_weapon" or (dice.weapon == "sword_and_shield" and pair.round == "melee")
        for place, count in enumerate(raw):
            other = not heavy or (dice.filled and place == len(raw) - 1)
            found += [Hit(pair.unit, "other" if other else "heavy_weapon", side)] * count
    return found


def struck_on(battle: Battle, unit: StandId, enemy: StandId) -> Side:
    """FS-10.11: the side on which a unit is attacked."""
    aspect = attacked_on(battle, battle.units[unit], battle.units[enemy])
    if aspect != "flank":
        return aspect
    mine, its = footing(battle, battle.units[unit]), footing(battle, battle.units[enemy])
    if mine is None or its is None:
        return "right"
    return "left" if relative_bearing((mine.x, mine.y), mine.facing, (its.x, its.y)) < 0 else "right"


def _lost(
    play: Play[Battle], dealt: dict[StandId, list[Dealt]], stand: dict[StandId, list[Dealt]], orders: Orders
) -> None:  # fmt: skip
    """All losses together."""
    before = play.battle
    for unit in in_order(before):
        if unit.id not in dealt:
            continue
        lost = stand[unit.id]
        blocks, gunners = losses.off(unit, lost, orders.choose(before, unit.id).loss_order)
        by, hit = losses.counted(lost), losses.counted(dealt[unit.id])
        play.record(
            f.FiguresLost(
                unit=unit.id, lost=len(lost), by=by, saved={who: hit[who] - by.get(who, 0) for who in hit},
                blocks=blocks, gunners=gunners, rules=(RuleId("FS-1.4"),),
            )
        )  # fmt: skip


def suffered(battle: Battle, unit: StandId) -> int:
    """FS-10.6, FS-9.7, FS-10.7b: losses of a unit in this round, charge fire included."""
    fights = [one for one in (*battle.combats, *battle.combats_over) if unit in one.units]
    return sum(one.now.get(unit, 0) + one.fire.get(unit, 0) for one in fights)


def inflicted(battle: Battle, unit: StandId) -> int:
    """FS-Q64: what its opponents of this round lost to it."""
    fights = [one for one in (*battle.combats, *battle.combats_over) if unit in one.units]
    return sum(one.now.get(other, 0) + one.fire.get(other, 0) for one in fights for other in (opponent(one, unit),))


def losers(battle: Battle) -> list[StandId]:
    """FS-10.6, FS-Q64: who suffered more than it inflicted, in the order of dice."""
    return [one.id for one in in_order(battle) if suffered(battle, one.id) > inflicted(battle, one.id)]
