"""Point values (FS-4a, FS-4b, FS-4c, FS-4d, FS-4e, FS-4f, FS-Q23)."""

import msgspec

from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.units import Block, Unit, driverless, guns_of


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit costs."""

    per_figure: tuple[int, ...]
    """Of each block; of artillery of a gunner."""
    figure_points: int
    """All figures, stakes included."""
    gun_points: int
    """Guns, wagons."""
    limber_points: int
    """Limbers."""
    command_points: int
    """FS-2a: paid for each unit."""

    @property
    def total(self) -> int:
        """The unit."""
        return self.figure_points + self.gun_points + self.limber_points + self.command_points


def price(unit: Unit) -> Price:
    """FS-4: a unit with its command, guns, limbers and stakes."""
    if unit.kind == "sniper":
        return Price(per_figure=(), figure_points=t.SNIPER, gun_points=0, limber_points=0, command_points=0)
    each = tuple(_cavalry(unit, one) if unit.kind == "cavalry" else _foot(unit, one) for one in unit.blocks)
    figures = sum(points * one.figures for points, one in zip(each, unit.blocks, strict=True))
    if unit.guns:
        each = (_gunner(unit),)
        figures = each[0] * unit.gunners
    return Price(
        per_figure=each,
        figure_points=figures + _stakes(unit),
        gun_points=_wagon(unit) + (t.GUN[guns.kind] * guns.n if (guns := guns_of(unit)) else 0),
        limber_points=t.LIMBER * unit.limbers,
        command_points=_command(unit),
    )


def _command(unit: Unit) -> int:
    """FS-2a: paid for each unit; a wagon without figures is none."""
    if driverless(unit):
        return 0
    return t.CAVALRY_COMMAND if unit.kind == "cavalry" else t.FOOT_COMMAND


def _wagon(unit: Unit) -> int:
    """FS-4c: with a crew or a gun it is a war wagon."""
    if unit.kind != "wagons":
        return 0
    return t.WAR_WAGON if unit.figures or unit.carried else t.WAGON


def _foot(unit: Unit, block: Block) -> int:
    """FS-4a, FS-4e: one figure on foot, or of mounted infantry; horse and bayonet come after the least price."""
    points = t.FOOT_GRADE[unit.grade] + t.FOOT_ARMOUR[block.armour] + _melee(block) + _shield(block)
    if block.missile is not None:
        points += t.FOOT_MISSILE.get(block.missile, t.OTHER_WEAPON)
    if "salvee" in unit.training and block.missile == "musket":
        points += t.SALVEE
    if {"pike_and_shot", "bill_and_bow"} & {*unit.training}:
        points += t.TRAINED
    points = max(t.FOOT_LEAST, points + _irregular(unit, t.IRREGULAR_FOOT) + _want(unit))
    return points + (t.HORSE if unit.kind == "mounted_foot" else 0) + (t.BAYONET if block.bayonet != "none" else 0)


def _cavalry(unit: Unit, block: Block) -> int:
    """FS-4b, FS-4e: one figure of cavalry."""
    points = t.CAVALRY_GRADE[unit.grade] + t.CAVALRY_ARMOUR[block.armour] + _shield(block)
    points += _melee(block)
    if "heavy_lance" in {block.melee, block.second}:
        points += t.HEAVY_LANCE - t.OTHER_WEAPON
    if block.missile is not None:
        points += t.PISTOLS if block.missile == "pistol" else t.OTHER_WEAPON
    points += t.NOBLES * unit.nobles + t.BARDED * unit.barded + t.FALSE_ROUT * ("false_rout" in unit.training)
    return max(t.CAVALRY_LEAST, points + _irregular(unit, t.IRREGULAR_CAVALRY) + _want(unit))


def _gunner(unit: Unit) -> int:
    """FS-4a: a gunner."""
    points = t.FOOT_GRADE[unit.grade] + t.GUNNER + _irregular(unit, t.IRREGULAR_FOOT) + _want(unit)
    return max(t.FOOT_LEAST, points)


def _melee(block: Block) -> int:
    """FS-4d: a handarm is in the base cost; FS-Q23: any other weapon is paid."""
    return sum(t.OTHER_WEAPON for one in (block.melee, block.second) if one not in {"handarm", None})


def _shield(block: Block) -> int:
    """FS-Q23."""
    return t.OTHER_WEAPON * block.shield


def _irregular(unit: Unit, points: int) -> int:
    return points if unit.type == "I" else 0


def _want(unit: Unit) -> int:
    """FS-4c: unpaid and unsupplied troops."""
    return t.UNPAID * unit.unpaid + t.UNSUPPLIED * unit.unsupplied


def _stakes(unit: Unit) -> int:
    """FS-4c: for every six figures that carry them, or part of six."""
    carriers = sum(one.figures for one in unit.blocks if one.stakes)
    return t.STAKES * -(-carriers // t.STAKES_FIGURES)
