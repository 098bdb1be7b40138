"""What a unit may be (catalogue section 9: FS-2a and on, FS-4, FS-Q21, FS-Q22, FS-Q88)."""

from collections.abc import Callable, Iterator

from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.battle import Battle, army_of
from pbem.rulesets.fornovo.state.units import Unit, files, ranks, rows

Breach = tuple[tuple[RuleId, ...], str]
"""The rules against something, and what it is, in words."""


def breaches(battle: Battle, unit: Unit) -> list[Breach]:
    """Everything for which a unit of an army list is refused; [] for a legal one."""
    return [found for check in _CHECKS for found in check(battle, unit)]


def army_breaches(battle: Battle) -> list[Breach]:
    """What is wrong with the armies as a whole: FS-3a, FS-2.6a, FS-Q28."""
    found = [breach for some in surplus(battle).values() for breach in some]
    for army in battle.armies:
        units = [one for one in battle.units.values() if one.side == army.id]
        chiefs = [one.contingent for one in battle.generals.values() if one.side == army.id and one.kind == "cc"]
        if units and "" not in chiefs:
            found.append(_told("no C/C: one for the army, one for each allied contingent", "FS-3a"))
        if len({one.unsupplied for one in units}) > 1:
            found.append(_told("a part of the army is unsupplied: the whole of it or none", "FS-4c", "FS-Q28"))
    return found


def surplus(battle: Battle) -> dict[StandId, list[Breach]]:
    """FS-3a, FS-2.6a: of each unit or general that an army has one of too many, or too often, the rules against it."""
    found: dict[StandId, list[Breach]] = {}
    led: set[tuple[str, str]] = set()
    sniping: set[str] = set()
    for general in battle.generals.values():
        one = (general.side, general.contingent)
        if general.kind == "cc" and one in led:
            found[general.id] = [_told(f"{general.id} is a second C/C of the army or contingent", "FS-3a")]
        led |= {one} if general.kind == "cc" else set()
    for unit in battle.units.values():
        if unit.kind == "sniper" and unit.side in sniping:
            found[unit.id] = [_told(f"{unit.id} is a second sniper", "FS-2.6a")]
        sniping |= {unit.side} if unit.kind == "sniper" else set()
        if sum(unit.id in one.assigned for one in battle.generals.values()) > 1:
            found.setdefault(unit.id, []).append(_told(f"{unit.id} has more than one S/G", "FS-3a"))
    return found


def _told(what: str, *rules: str) -> Breach:
    return tuple(map(RuleId, rules)), what


def _size(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2a."""
    if unit.guns:
        if not 1 <= unit.guns.n <= t.MOST_GUNS:
            yield _told(f"{unit.guns.n} guns: 1 to {t.MOST_GUNS} are allowed", "FS-2a")
        if unit.limbers > unit.guns.n:
            yield _told(f"{unit.limbers} limbers for {unit.guns.n} guns", "FS-2a")
    elif unit.kind in {"foot", "mounted_foot", "cavalry"}:
        most = t.MOST_CAVALRY if unit.kind == "cavalry" else t.MOST_FOOT
        if not t.LEAST_FIGURES <= unit.figures <= most:
            yield _told(f"{unit.figures} figures: {t.LEAST_FIGURES} to {most} are allowed", "FS-2a")


def _war_wagons(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2.10c, FS-Q27: up to four defenders on foot and one gun no heavier than light."""
    if unit.kind != "wagons":
        return
    if unit.figures > t.MOST_IN_WAGON or len(unit.blocks) > 1:
        yield _told(f"{unit.figures} defenders: a war wagon holds up to {t.MOST_IN_WAGON}, all alike", "FS-2.10c")
    gun = unit.carried
    if gun is not None and (gun.kind not in {"very_light", "light"} or gun.n > 1):
        yield _told("a war wagon has one gun, light or very light", "FS-2.10c", "FS-Q27")


def _gunners(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-4a: gunners are light infantry."""
    if unit.guns and unit.crew_armour != "L":
        yield _told("gunners are light infantry", "FS-4a")


def _salvee(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2.5a, FS-2.5b, FS-4a."""
    if "salvee" not in unit.training:
        return
    if unit.type != "R" or unit.grade == "D" or not unit.foot:
        yield _told("salvee training is for regular foot of Grade A to C", "FS-2.5a", "FS-4a")
    if not any(one.missile == "musket" for one in unit.blocks):
        yield _told("salvee training is for muskets", "FS-9.17", "FS-4a")
    swedes = army_of(battle, unit.side).nation.lower() in {"sweden", "swedish"}
    if battle.year < 1620 or (battle.year <= 1640 and not swedes):
        yield _told(f"salvee training in {battle.year}: Sweden from 1620, all from 1641", "FS-2.5b")


def _sniper(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2.6a."""
    if unit.kind == "sniper" and battle.year <= 1630:
        yield _told(f"a sniper in {battle.year}: only after 1630", "FS-2.6a")


def _bayonets(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2.12a."""
    for block in unit.blocks:
        if block.bayonet == "none":
            continue
        since = 1680 if block.bayonet == "ring" else 1660
        if battle.year < since:
            yield _told(f"{block.bayonet.partition('_')[0]} bayonets in {battle.year}: from {since} on", "FS-2.12a")
        if unit.type != "R" or not unit.foot or block.missile != "musket":
            yield _told("bayonets are for the muskets of regular foot", "FS-2.12a")


def _mixture(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2.14a, FS-2.13, FS-Q88: missile blocks beside pikes or halberds need the training."""
    if unit.type == "I" and len({one.melee for one in unit.blocks if not one.missile}) > 1:
        yield _told("only regulars mix melee weapons in a unit", "FS-Q88", "FS-2b")
    missiles = [one for one in unit.blocks if one.missile]
    others = [one for one in unit.blocks if not one.missile]
    if unit.mounted or unit.guns or not (missiles and any(one.melee in {"pike", "heavy_weapon"} for one in others)):
        return
    if not {"pike_and_shot", "bill_and_bow"} & {*unit.training}:
        yield _told("missile men beside pikes or halberds without the training", "FS-2.14a", "FS-Q88")


def _sleeves(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2.14b, FS-2.14e, FS-Q20, FS-Q21: two sleeves, alike within one file."""
    if not {"pike_and_shot", "bill_and_bow"} & {*unit.training}:
        return
    shot = [one for one in unit.blocks if one.missile]
    if len(unit.blocks) != 3 or len(shot) != 2 or unit.blocks[1].missile:
        yield _told("the missile men stand in two sleeves beside the pikes", "FS-2.14b", "FS-Q21")
        return
    left, right = (one.rows[0] if one.arrayed else one.figures for one in shot)
    if abs(left - right) > (1 if unit.arrayed else 2):
        yield _told(f"sleeves of {left} and {right} files", "FS-2.14b", "FS-Q21")
    if "pike_and_shot" in unit.training and battle.year < 1580:
        if unit.arrayed and max(left, right) > 3:
            yield _told(f"a sleeve {max(left, right)} wide in {battle.year}: at most 3 before 1580", "FS-2.14e")
        if 2 * sum(one.figures for one in shot) > unit.figures:
            yield _told(f"more than half shot in {battle.year}", "FS-2.14e")


def _array(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2c, FS-2.1b, FS-5.1, FS-Q21, FS-Q22: the rows, where they are told."""
    if "shallow" in unit.training:
        yield _told("shallow formation has no price", "FS-Q22")
    if not unit.arrayed:
        return
    for block in unit.blocks:
        if any(row != block.rows[0] for row in block.rows[:-1]) or block.rows[-1] > block.rows[0]:
            yield _told(f"rows of {block.rows}: only the rearmost may be shorter", "FS-2c", "FS-Q21")
    least = t.LEAST_RANKS["cavalry" if unit.mounted else "foot"]
    if not unit.skirmishers and not unit.inside and "shallow" not in unit.training and ranks(unit) < least:
        yield _told(f"{ranks(unit)} ranks: {least} are the least", "FS-2.1b", "FS-2.1c")
    if files(unit) > t.MOST_WIDE[unit.type] and rows(unit):
        yield _told(f"{files(unit)} figures wide: {t.MOST_WIDE[unit.type]} are the most", "FS-5.1", "FS-Q21")


def _cavalry(battle: Battle, unit: Unit) -> Iterator[Breach]:
    """FS-2.4a, FS-2.4b, FS-4b."""
    if unit.nobles and (unit.kind != "cavalry" or unit.grade == "D"):
        yield _told("nobles are cavalry of Grade A to C", "FS-4b")
    if unit.barded and (unit.kind != "cavalry" or any(one.armour not in {"H", "A"} for one in unit.blocks)):
        yield _told("barded troops are heavy or armored cavalry", "FS-4b")
    if "false_rout" in unit.training:
        light = all(one.armour in {"L", "M"} for one in unit.blocks)
        if unit.kind != "cavalry" or unit.type != "I" or not light:
            yield _told("false rout is for irregular light or medium cavalry", "FS-4b", "FS-2.16")
    if unit.kind == "cavalry" and unit.type == "I" and unit.charge == "trot":
        yield _told("irregular cavalry charges at the gallop", "FS-2.4b")


_CHECKS: tuple[Callable[[Battle, Unit], Iterator[Breach]], ...] = (
    _size, _war_wagons, _gunners, _salvee, _sniper, _bayonets, _mixture, _sleeves, _array, _cavalry,
)  # fmt: skip
