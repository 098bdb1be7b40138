"""Groups of figures: size and number (AR-fire-3, AR-fire-5, AR-fire-6, AR-fire-7, AR-bow-3, AR-mel-5, AR-mel-6)."""

from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.state.units import Unit, ranks


def groups(figures: int, size: int) -> int:
    """AR-fire-7: rounded down, and one more for a remainder of more than half the size."""
    return figures // size + (2 * (figures % size) > size)


def _sized(size: int, unit: Unit) -> int:
    """AR-fire-5, AR-fire-6, AR-Q46: for ability and every full two counters; at least 1."""
    return max(1, size + t.ABILITY[unit.ability] + unit.counters // 2)


def musket_group(unit: Unit) -> int:
    """AR-fire-3."""
    return _sized(t.FIRING_GROUP[min(ranks(unit), 3)], unit)


def pistol_group(unit: Unit) -> int:
    """AR-pist-5."""
    return _sized(t.MOUNTED_GROUP, unit)


def bow_group(unit: Unit, *, twos: bool) -> int:
    """AR-bow-3, AR-Q36: each counter adds 1.  twos: by the switch every full two do."""
    if twos:
        return _sized(t.MOUNTED_GROUP, unit)
    return max(1, t.MOUNTED_GROUP + t.ABILITY[unit.ability] + unit.counters)


def firing_group(unit: Unit, weapon: t.Weapon, *, twos: bool = False) -> int:
    """Of muskets, pistols or horse bows.  twos: as in ``bow_group``."""
    if weapon == "pistol":
        return pistol_group(unit)
    return bow_group(unit, twos=twos) if weapon == "bow" else musket_group(unit)


def melee_group(unit: Unit, striker: t.Striker, enemy: Unit, *, charged: bool, first_round: bool) -> int:
    """AR-mel-4, AR-mel-5, AR-lan-1, AR-bay.  charged: made this contact by a charge, in this bound (AR-Q45)."""
    bayonets = striker == "musket" and (unit.bayonet == "ring" or unit.bayonets_fixed)
    against_cavalry, against_infantry = t.BAYONET_GROUP if bayonets else t.MELEE_GROUP[striker]
    size = against_cavalry if enemy.cavalry else against_infantry
    size -= charged and first_round and unit.cavalry
    size -= unit.lance and first_round
    return _sized(size, unit)
