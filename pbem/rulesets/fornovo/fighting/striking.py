"""Who strikes, with how many dice, at whom (FS-10.2, FS-10.7d, FS-10.8, FS-11.8.3, FS-11.8.4, G-26, G-35)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pbem.engine.ids import StandId
from pbem.engine.table.rects import Face
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.firing_line import facing_files, footing
from pbem.rulesets.fornovo.moving.places import rect_of, square_files
from pbem.rulesets.fornovo.state.battle import Battle, Combat, combats_of, opponent, piece
from pbem.rulesets.fornovo.state.fighting_facts import Round
from pbem.rulesets.fornovo.state.units import Block, Unit, files, ranks

RANKS, PIKE_RANKS, BEYOND, BEYOND_STRONGPOINT = 2, 4, 4, 2
"""FS-10.2a, FS-10.2b, FS-11.8.4."""


class WeaponDice(NamedTuple):
    """Of one weapon at one enemy."""

    weapon: t.Melee
    number: int
    filled: bool = False
    """FS-10.2g, FS-Q60: its last die was filled out with figures of another group."""


def in_hand(battle: Battle, unit: Unit, block: Block) -> t.Melee:
    """FS-10.7d: who shot in a charge situation fights with handarms."""
    shot = unit.weapons_dropped or any(one.unit == unit.id and one.fired for one in battle.charges)
    return "handarm" if shot and block.missile is not None else block.melee


def figures_that_strike(battle: Battle, unit: Unit, enemies: Sequence[Unit]) -> dict[t.Melee, int]:
    """FS-10.2a, FS-10.2b, FS-10.2c, FS-11.8.3a, FS-11.8.3b: by weapon."""
    if unit.morale == "routed":
        return {}
    if unit.guns is not None:
        return {"handarm": unit.gunners}
    held = piece(battle, unit.inside)
    inside = [piece(battle, each.inside) for each in enemies]
    blocks = [one for one in inside if one is not None and one.kind == "block"]
    if (held is not None and held.kind in {"block", "strongpoint"}) or not unit.arrayed:
        return _by_weapon(battle, unit, lambda block: block.figures)
    if blocks:
        every = _by_weapon(battle, unit, lambda block: block.figures)
        return _capped(every, _room(battle, unit, enemies))
    if unit.formation == "square":
        return _of_square(battle, unit, len(_faces(battle, unit, enemies)))
    low, high = _files(battle, unit, enemies)
    strong = any(one is not None and one.kind == "strongpoint" for one in inside)
    found: dict[t.Melee, int] = {}
    place = 0
    for block in unit.blocks:
        weapon = in_hand(battle, unit, block)
        wide, first = block.rows[0], place
        place += wide
        if unit.striking is not None and block.missile is None:
            continue
        for row in block.rows[: PIKE_RANKS if weapon == "pike" and not strong else RANKS]:
            start = 2 * first + wide - row  # of the centred row, in half files
            there = sum(2 * low - 1 <= start + 2 * one <= 2 * high + 1 for one in range(row))
            found[weapon] = found.get(weapon, 0) + there
    return {**found, **_exchanged(unit, low, high)}


def _exchanged(unit: Unit, low: int, high: int) -> dict[t.Melee, int]:
    """FS-10.8: the troop type that has taken the place of the striking ranks of those without missiles."""
    if unit.striking is None:
        return {}
    there = sum(one.figures for one in unit.blocks if one.melee == unit.striking and one.missile is None)
    shot = sum(one.rows[0] for one in unit.blocks if one.missile is not None)
    wide = max(1, min(high - low + 1, files(unit) - shot))
    return {unit.striking: min(there, wide * (PIKE_RANKS if unit.striking == "pike" else RANKS))}


def _by_weapon(battle: Battle, unit: Unit, count: Callable[[Block], int]) -> dict[t.Melee, int]:
    found: dict[t.Melee, int] = {}
    for one in unit.blocks:
        found[in_hand(battle, unit, one)] = found.get(in_hand(battle, unit, one), 0) + count(one)
    return found


def _capped(figures: dict[t.Melee, int], room: int) -> dict[t.Melee, int]:
    found: dict[t.Melee, int] = {}
    for weapon, count in figures.items():
        found[weapon] = min(count, room)
        room -= found[weapon]
    return found


def _room(battle: Battle, unit: Unit, enemies: Sequence[Unit]) -> int:
    """FS-11.8.3b, FS-Q73: what of twice the block's most garrison its fellows on that side leave it."""
    enemy = next(one for one in enemies if one.inside is not None)
    held = piece(battle, enemy.inside)
    assert held is not None
    room = 2 * held.max_garrison
    for one in sorted(opponent(each, enemy.id) for each in combats_of(battle, enemy.id)):
        other = battle.units[one]
        if one != unit.id and one < unit.id and _side(battle, other, enemy) == _side(battle, unit, enemy):
            room -= other.figures
    return max(0, room)


def _side(battle: Battle, unit: Unit, enemy: Unit) -> Face:
    """The side of a footprint, or block, on which an enemy of it is."""
    mine, its = footing(battle, unit), footing(battle, enemy)
    if mine is None or its is None:
        return Face.FRONT
    dx, dy = mine.x - its.x, mine.y - its.y
    right, forward = dx * its.fy - dy * its.fx, dx * its.fx + dy * its.fy
    beside, before = abs(right) - its.half_width, abs(forward) - its.half_depth
    if before >= beside:
        return Face.FRONT if forward >= 0 else Face.REAR
    return Face.RIGHT if right >= 0 else Face.LEFT


def _faces(battle: Battle, unit: Unit, enemies: Sequence[Unit]) -> set[Face]:
    return {_side(battle, one, unit) for one in enemies}


def _of_square(battle: Battle, unit: Unit, faces: int) -> dict[t.Melee, int]:
    """G-35, FS-Q87: a quarter of the figures on each face, in its first ranks."""
    long, deep = square_files(unit), min(ranks(unit), 4)
    found: dict[t.Melee, int] = {}
    for one in unit.blocks:
        weapon = in_hand(battle, unit, one)
        share = min(deep, PIKE_RANKS if weapon == "pike" else RANKS)
        face = -(-one.figures // 4)
        found[weapon] = found.get(weapon, 0) + faces * min(face, -(-face * share // max(1, deep)))
    assert long >= 0
    return found


def _files(battle: Battle, unit: Unit, enemies: Sequence[Unit]) -> tuple[int, int]:
    """G-26: the first and the last file that strikes, from the left."""
    wide = files(unit)
    rect = rect_of(battle, unit)
    low, high = wide, -1
    for enemy in enemies:
        its = footing(battle, enemy)
        if rect is None or its is None:
            return 0, wide - 1
        if attacked_on(battle, unit, enemy) != "front":
            reach = min(wide, len(facing_files(battle, enemy, rect)) + 2 * BEYOND)
            first = 0 if _side(battle, enemy, unit) is not Face.RIGHT else wide - reach
            low, high = min(low, first), max(high, first + reach - 1)
            continue
        there = facing_files(battle, unit, its)
        held = piece(battle, enemy.inside)
        beyond = BEYOND_STRONGPOINT if held is not None and held.kind == "strongpoint" else BEYOND
        low, high = min(low, there[0] - beyond), max(high, there[-1] + beyond)
    return max(0, low), min(wide - 1, high)


def attacked_on(battle: Battle, unit: Unit, enemy: Unit) -> t.Aspect:
    """FS-Q106: the side on which that enemy attacks it."""
    fought = combat_of(battle, unit.id, enemy.id)
    return fought.aspect if fought is not None and fought.units[1] == unit.id else "front"


def combat_of(battle: Battle, unit: StandId, enemy: StandId) -> Combat | None:
    """The combat of the two."""
    return next((one for one in battle.combats if {*one.units} == {unit, enemy}), None)


def dice_of_weapons(unit: Unit, figures: Mapping[t.Melee, int], now: Round) -> list[WeaponDice]:
    """FS-10.2d, FS-10.2e, FS-10.2f, FS-10.2g, FS-Q59, FS-Q69: in the order of the weapons."""
    sizes = {one: _size(unit, one, now) for one in t.MELEE_ORDER if figures.get(one)}
    counts = {one: figures[one] // size for one, size in sizes.items()}
    left = {one: figures[one] % size for one, size in sizes.items()}
    filled: set[t.Melee] = set()
    for one, size in sizes.items():
        if size > 2 and left[one] == size - 1:
            counts[one], left[one] = counts[one] + 1, 0
    for one, size in sizes.items():
        givers = [each for each in sizes if each != one and each in {"pike", "heavy_weapon"} and sizes[each] > 2]
        short = size - 1 - left[one]
        if size > 2 and left[one] and sum(left[each] for each in givers) >= short:
            for each in givers:
                given = min(short, left[each])
                left[each], short = left[each] - given, short - given
            counts[one], left[one] = counts[one] + 1, 0
            filled.add(one)
    return [WeaponDice(one, counts[one], one in filled) for one in sizes]


def _size(unit: Unit, weapon: t.Melee, now: Round) -> int:
    if unit.kind == "cavalry":
        return t.MELEE_GROUP["horse"]
    if unit.kind == "mounted_foot":
        return t.MELEE_GROUP["other"]
    heavy = weapon == "heavy_weapon" or (weapon == "sword_and_shield" and now == "melee")
    return t.MELEE_GROUP["pike" if heavy or weapon == "pike" else "other"]


def shared(dice: Sequence[WeaponDice], enemies: Sequence[StandId]) -> dict[StandId, list[WeaponDice]]:
    """FS-10.2h, D-19: evenly; enemies: in the order in which they get what is left over."""
    found: dict[StandId, dict[t.Melee, int]] = {one: {} for one in enemies}
    last: dict[t.Melee, StandId] = {}
    turn = 0
    for one in dice:
        for _ in range(one.number):
            enemy = enemies[turn % len(enemies)]
            found[enemy][one.weapon] = found[enemy].get(one.weapon, 0) + 1
            last[one.weapon] = enemy
            turn += 1
    filled = {one.weapon for one in dice if one.filled}
    return {
        enemy: [WeaponDice(weapon, count, weapon in filled and last[weapon] == enemy) for weapon, count in each.items()]
        for enemy, each in found.items()
    }
