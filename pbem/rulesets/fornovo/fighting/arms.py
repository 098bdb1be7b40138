"""Missile weapons of a unit: rows, ranges, ranks that shoot, halvings (FS-9.3, FS-9.14, FS-9.17, FS-9.19)."""

from typing import Literal

from pbem.engine.table.measures import Hundredths
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting.cells import dice_of
from pbem.rulesets.fornovo.moving import firing_line
from pbem.rulesets.fornovo.moving.lines_of_fire import Muzzle
from pbem.rulesets.fornovo.moving.places import charge_move, normal_move, steady
from pbem.rulesets.fornovo.state.battle import Battle, charge_of, charges_on
from pbem.rulesets.fornovo.state.units import Block, Unit, grade

FIREARMS = ("musket", "arquebus", "pistol")
ROTATION = 2
"""FS-9.14a: inches."""
Effect = Literal["full", "half", "none"]


def armed(block: Block) -> bool:
    """FS-2.12c: it has a missile weapon, and no bayonet in its muzzle."""
    return block.missile is not None and block.bayonet != "plug_fixed"


def drilled(battle: Battle, unit: Unit) -> bool:
    """Steady and of Grade A to C; not in square (FS-9.18)."""
    return steady(battle, unit) and grade(unit) != "D" and unit.formation != "square"


def weapons(unit: Unit) -> list[t.Missile]:
    """Its missile weapons that can be shot, in the order of its blocks."""
    return list(dict.fromkeys(one.missile for one in unit.blocks if armed(one) and one.missile is not None))


def muzzles(battle: Battle, unit: Unit, weapon: t.Missile, rank: int = 0) -> list[Muzzle]:
    """FS-9.1c: of every figure with the weapon whose rank may shoot; of one rank alone, where it is given."""
    rows = range(rank - 1, rank) if rank else range(ranks_that_shoot(battle, unit, weapon))
    return firing_line.muzzles(battle, unit, lambda one: armed(one) and one.missile == weapon, rows)


def row(battle: Battle, unit: Unit, weapon: t.Missile) -> t.SmallArms:
    """FS-9.19, FS-Q16."""
    return "steady_musketry" if weapon == "musket" and drilled(battle, unit) else t.ROW[weapon]


def cells(battle: Battle, row: t.SmallArms, band: str) -> dict[t.Column, str]:
    """FS-9.19, FS-Q2: what hits, by column."""
    found: dict[t.Column, str] = dict(zip(t.COLUMNS, t.SMALL_ARMS[row, band], strict=True))
    return {**found, "normal": battle.switches.pistols} if row == "pistol" else found


def dice_of_figures(battle: Battle, unit: Unit, figures: int) -> tuple[int, int]:
    """FS-9.1.1a, FS-9.1.1b, FS-Q3: dice, and figures to each."""
    size = battle.switches.mounted_dice if unit.mounted else t.FIRE_GROUP["foot"]
    return dice_of(figures, size), size


def ranges(battle: Battle, unit: Unit, weapon: t.Missile) -> tuple[Hundredths, Hundredths]:
    """FS-9.19, FS-9.19m: close and far; 0 where there is no far band."""
    close, far = t.RANGES[row(battle, unit, weapon)]
    if weapon == "javelin":
        far = 0
    share = 2 if unit.mounted and weapon == "self_bow" else 1
    return Hundredths(battle.inches(close) // share), Hundredths(battle.inches(far) // share)


def ranks_that_shoot(battle: Battle, unit: Unit, weapon: t.Missile) -> int:
    """FS-9.3a, FS-9.3b, FS-10.7e, FS-Q55."""
    trotters = unit.kind == "cavalry" and unit.charge == "trot" and unit.type == "R" and weapon in FIREARMS
    return 4 if trotters and steady(battle, unit) and not in_charge(battle, unit) else 2


def in_charge(battle: Battle, unit: Unit) -> bool:
    """It charges, counter-charges or is charged, and the enemy is not gone (FS-10.7a)."""
    gone = {"evaded", "over", "failed"}
    mine = charge_of(battle, unit.id)
    return (mine is not None and mine.state not in gone) or any(
        one.state not in gone for one in charges_on(battle, unit.id)
    )


def weapons_in_charge(unit: Unit) -> list[t.Missile]:
    """FS-10.7a: what may be shot while charging: pistols of trot cavalry, muskets of salvee infantry, javelins."""
    may: list[t.Missile] = ["javelin"]
    if unit.kind == "cavalry" and unit.charge == "trot":
        may.append("pistol")
    if "salvee" in unit.training:
        may.append("musket")
    return [one.missile for one in unit.blocks if armed(one) and one.missile in may]


def loaded_for_salvee(battle: Battle, unit: Unit, rank: int = 0) -> bool:
    """FS-9.17, FS-9.14b, FS-Q54.  rank: the one that is to fire alone; 0: all."""
    fired = unit.fired_last_turn and (not rank or rank in (unit.salvee_ranks_before or (rank,)))
    ready = not (unit.moved_last_turn or fired or unit.fought_last_turn)
    muskets = any(one.missile == "musket" and armed(one) for one in unit.blocks)
    return "salvee" in unit.training and ready and muskets and drilled(battle, unit)


def effect_of_moving(battle: Battle, unit: Unit, weapon: t.Missile, rank: int = 0) -> Effect:
    """FS-9.14a, FS-9.14b, FS-9.14c, FS-9.14d: how a unit shoots after its move."""
    if unit.mounted or not (unit.moved or unit.maneuvered):
        return "full"
    if weapon == "musket" and loaded_for_salvee(battle, unit, rank):
        return "full"
    rotates = weapon in {"musket", "arquebus", "crossbow"} and drilled(battle, unit)
    if rotates and unit.moved <= battle.inches(ROTATION) and not unit.maneuvered:
        return "full"
    return "half" if 2 * unit.moved <= normal_move(unit, battle.scale) else "none"


def halvings(  # who, at whom, with what, how
    battle: Battle, unit: Unit, target: Unit, weapon: t.Missile, *, salvee: bool, rank: int = 0
) -> int:  # fmt: skip
    """FS-9.19m, FS-9.4b, FS-Q4, FS-Q47, FS-Q90: how many times its hits are halved."""
    return (
        (unit.morale == "shaken")
        + (effect_of_moving(battle, unit, weapon, rank) != "full")
        + (unit.foot and not salvee and caught_short(battle, unit, target))
        + (unit.mounted and weapon not in {"self_bow", "pistol"})
    )


def caught_short(battle: Battle, unit: Unit, target: Unit) -> bool:
    """FS-9.4b: contacted by that enemy at under half of the full charge move it could make."""
    made = charge_of(battle, target.id)
    if made is None or made.target != unit.id:
        return False
    return 2 * made.moved < charge_move(target, battle.scale, shoots=made.fired)
