"""Hits dealt to the troop types of a unit, saves, figures taken off (FS-9.5, FS-9.8, FS-10.5, FS-10.11, D-17, D-18)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting.covering import Side
from pbem.rulesets.fornovo.special.holding import falls_on
from pbem.rulesets.fornovo.state import facts as ff
from pbem.rulesets.fornovo.state import fighting_facts as f
from pbem.rulesets.fornovo.state.battle import Battle, in_order
from pbem.rulesets.fornovo.state.orders import Choices
from pbem.rulesets.fornovo.state.units import Block, Unit, grade

ROWS = ("crossbow", "longbow", "other", "gunpowder", "heavy_weapon")
COMBAT_ROWS = ("heavy_weapon", "other")


class Hit(NamedTuple):
    """A hit on a unit."""

    by: StandId
    row: str
    """Of the save table."""
    side: Side
    """From which it comes."""


class Dealt(NamedTuple):
    """A hit on a troop type."""

    hit: Hit
    type: str
    block: Block | None
    """Of that type; None: a gunner."""


def type_of(block: Block) -> str:
    """FS-9.8: by missile weapon, else by melee weapon; so the two sleeves are one."""
    return block.missile or block.melee


def in_reach(unit: Unit, side: Side) -> dict[str, int]:
    """FS-9.8, FS-10.5: figures of each troop type in the two ranks, or files, nearest to that side."""
    blocks = list(unit.blocks)
    if side in {"left", "right"}:
        row = blocks if side == "left" else blocks[::-1]
        blocks = row[: 1 if row and row[0].rows[0] >= 2 else 2]
    found: dict[str, int] = {}
    for one in blocks:
        found[type_of(one)] = found.get(type_of(one), 0) + sum(one.rows[:2])
    return found


def dealt(unit: Unit, hits: Sequence[Hit], choices: Choices) -> list[Dealt]:
    """FS-9.8, D-17: evenly; what is left over in the owner's order, else to the type with most figures in reach."""
    if not unit.blocks:
        return [Dealt(hit, "gunner", None) for hit in hits]
    turn: dict[tuple[str, ...], int] = {}
    found = []
    for hit in hits:
        there = in_reach(unit, hit.side)
        own = [one for one in choices.remainder_hits if one in there]
        order = tuple(dict.fromkeys([*own, *sorted(there, key=lambda one: -there[one])]))
        at = turn.get(order, 0)
        turn[order] = at + 1
        type_ = order[at % len(order)]
        found.append(Dealt(hit, type_, next(one for one in unit.blocks if type_of(one) == type_)))
    return found


def needed_against_shot(unit: Unit, one: Dealt) -> int:
    """FS-9.20, FS-9.5d: the least die that saves."""
    row: t.SaveRow = one.hit.row  # type: ignore[assignment]  # a row of the table of shooting
    armour = one.block.armour if one.block is not None else "L"
    added = t.SAVE_GRADE[grade(unit)]
    if row != "gunpowder":
        added += unit.barded + (one.block is not None and one.block.shield and one.hit.side in {"front", "left"})
    return t.SHOT_SAVE[row][armour] - added


def needed_in_combat(unit: Unit, one: Dealt) -> int:
    """FS-10.14, FS-10.11."""
    armour = one.block.armour if one.block is not None else "L"
    shield = one.block is not None and one.block.shield and one.hit.side in {"front", "left"}
    return t.COMBAT_SAVE[one.hit.row][armour] - (shield and one.hit.row != "heavy_weapon")


def saves(
    play: Play[Battle], hits: Mapping[StandId, Sequence[Dealt]], needed: Callable[[Unit, Dealt], int]
) -> dict[StandId, list[Dealt]]:  # fmt: skip
    """All saves, side by side and unit by unit; the hits that stand (FS-9.5a, FS-10.11, section 4)."""
    stand: dict[StandId, list[Dealt]] = {}
    for unit in in_order(play.battle):
        mine = hits.get(unit.id, ())
        several = len({one.armour for one in unit.blocks}) > 1
        left: list[Dealt] = []
        for row in ROWS if needed is needed_against_shot else COMBAT_ROWS:
            for armour in t.ARMOURS:
                some = [one for one in mine if one.hit.row == row and _armour(one) == armour]
                name = f"{unit.id}.{armour}" if several else unit.id
                left += _rolled(play, unit, name, row, armour, some, needed)
        if mine:
            stand[unit.id] = left
    return stand


def _armour(one: Dealt) -> t.Armour:
    return one.block.armour if one.block is not None else "L"


def _rolled(
    play: Play[Battle], unit: Unit, name: str, row: str, armour: t.Armour, hits: Sequence[Dealt],
    needed: Callable[[Unit, Dealt], int],
) -> list[Dealt]:  # fmt: skip
    """FS-9.5b, FS-9.5c: a 1 fails; what cannot be saved is not rolled for."""
    least = [max(2, needed(unit, one)) for one in hits]
    may = [one for one, need in zip(hits, least, strict=True) if need <= 6]
    needs = tuple(need for need in least if need <= 6)
    lost = [one for one, need in zip(hits, least, strict=True) if need > 6]
    if may:
        values = play.roll(f"fs.save:{name}:{row}", unit.id, len(may)).values
        saved = [value >= need for value, need in zip(values, needs, strict=True)]
        rule = RuleId("FS-10.11" if needed is needed_in_combat else "FS-9.5a")
        play.record(f.Saved(unit=unit.id, row=row, armour=armour, needs=needs, saved=sum(saved), dice=values,
                            rules=(rule,)))  # fmt: skip
        lost += [one for one, safe in zip(may, saved, strict=True) if not safe]
    return lost


def without(blocks: Sequence[Block], types: Iterable[str], order: str) -> tuple[Block, ...]:
    """D-18: blocks less a figure for each type named; where a type has none left, of the block with most figures."""
    now = list(blocks)
    for type_ in types:
        there = [i for i, one in enumerate(now) if type_of(one) == type_ and one.figures]
        there = there or [i for i, one in enumerate(now) if one.figures]
        if there:
            at = max(there, key=lambda i: (now[i].figures, i))
            now[at] = _less(now[at], order)
    return tuple(now)


def _less(block: Block, order: str) -> Block:
    """Of the rearmost row; ``flank``: the depth is kept."""
    rows = list(block.rows)
    if order == "flank" and block.arrayed and len(rows) > 1:
        left, deep = block.figures - 1, len(rows)
        wide = -(-left // deep)
        rows = [min(wide, max(0, left - row * wide)) for row in range(deep)]
    else:
        rows[-1] -= 1
    kept = tuple(row for row in rows if row)
    return replace(block, rows=kept or (0,))


def off(unit: Unit, stand: Sequence[Dealt], order: str) -> tuple[tuple[Block, ...], int]:
    """The blocks and gunners of a unit after its losses."""
    if unit.guns is not None:
        return unit.blocks, max(0, unit.gunners - len(stand))
    return without(unit.blocks, [one.type for one in stand], order), unit.gunners


def counted(stand: Iterable[Dealt]) -> dict[StandId, int]:
    """By whom."""
    found: dict[StandId, int] = {}
    for one in stand:
        found[one.hit.by] = found.get(one.hit.by, 0) + 1
    return found


def risk_generals(play: Play[Battle], lost: Mapping[StandId, int]) -> None:
    """FS-3.1.3, FS-Q51: as soon as a unit has lost two figures in a phase."""
    for unit in in_order(play.battle):
        if lost.get(unit.id, 0) < 2:
            continue
        for general in sorted(play.battle.generals.values(), key=lambda one: one.id):
            if general.attached_to == unit.id and not general.removed:
                die = play.roll(f"fs.general:{general.id}", general.id, 1).values[0]
                play.record(
                    f.GeneralAtRisk(
                        general=general.id,
                        die=die,
                        falls=die <= falls_on(play.battle, general.id),
                        rules=(RuleId("FS-3.1.3"),),
                    )
                )


def clear(play: Play[Battle]) -> None:
    """FS-1.4, FS-Q57: who has no figures or guns left is gone."""
    for unit in in_order(play.battle):
        empty = not unit.guns.n if unit.guns is not None else bool(unit.blocks) and not unit.figures
        if empty:
            play.record(ff.Removed(unit=unit.id, how="destroyed", rules=(RuleId("FS-1.4"),)))
