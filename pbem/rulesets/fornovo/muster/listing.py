"""Army list files: read, priced, every fault with its place (FS-4, catalogue section 9)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.armylist import PricedArmy, PricedEntry
from pbem.engine.casekit.reading import known, read_tree
from pbem.engine.ids import Side, StandId
from pbem.engine.spec import Faults, inside
from pbem.engine.table.edges import Table, TableEdge
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.muster.legality import army_breaches, breaches
from pbem.rulesets.fornovo.muster.pricing import price
from pbem.rulesets.fornovo.state.battle import Army, Battle
from pbem.rulesets.fornovo.state.spec import GeneralSpec, UnitSpec, general_of, unit_of
from pbem.rulesets.fornovo.state.units import Unit


class WorksSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What an army buys for the ground (FS-4c): sections of 4(3)"."""

    ditch: int = 0
    light_works: int = 0
    heavy_works: int = 0
    wagons: int = 0
    war_wagons: int = 0


class ArmyListSpec(msgspec.Struct, frozen=True, kw_only=True):
    """An army list file."""

    rules: str
    title: str
    nation: str
    year: int
    limit: int = 0
    units: list[UnitSpec]
    generals: list[GeneralSpec] = []
    works: WorksSpec = WorksSpec()


WORKS: Mapping[str, tuple[str, int]] = {
    "ditch": ("sections of ditch", t.DITCH), "light_works": ("sections of light fieldworks", t.LIGHT_WORKS),
    "heavy_works": ("sections of heavy fieldworks", t.HEAVY_WORKS), "wagons": ("wagons", t.WAGON),
    "war_wagons": ("war wagons", t.WAR_WAGON),
}  # fmt: skip
"""FS-4c."""


def army_list(value: Mapping[str, Any], faults: Faults) -> PricedArmy | None:
    """An army list, priced; a fault for every unit and everything else that the rules refuse."""
    spec = read_tree(ArmyListSpec, value, "", faults)
    if spec is None:
        return None
    battle = _musters(spec, faults)
    for i, one in enumerate(spec.units):
        for rules, what in breaches(battle, battle.units[StandId(one.id)]):
            faults.add(inside("units", i), f"{one.id}: {what} ({', '.join(rules)})")
    for rules, what in army_breaches(battle):
        faults.add("generals" if "FS-3a" in rules else "units", f"{what} ({', '.join(rules)})")
    entries = [PricedEntry(one.id, described(one), price(one).total) for one in battle.units.values()]
    entries += [_general(one) for one in spec.generals]
    bought = msgspec.structs.asdict(spec.works)
    entries += [PricedEntry("", f"{n} {WORKS[key][0]}", n * WORKS[key][1]) for key, n in bought.items() if n]
    army = PricedArmy(title=spec.title, entries=tuple(entries), limit=spec.limit)
    if army.limit and army.points > army.limit:
        faults.add("limit", f"the army costs {army.points} points, {army.points - army.limit} over the limit")
    return army


def _musters(spec: ArmyListSpec, faults: Faults) -> Battle:
    """The list as a battle of one side, without places."""
    side = Side("army")
    units = [unit_of(one, inside("units", i), faults) for i, one in enumerate(spec.units)]
    generals = [general_of(one, inside("generals", i), faults) for i, one in enumerate(spec.generals)]
    for i, one in enumerate(spec.units):
        if one.id in {other.id for other in spec.units[:i]}:
            faults.add(inside("units", i), f"a second unit {one.id!r}; every unit has a code of its own")
        if one.at is not None:
            faults.add(f"units[{i}].at", "an army list has no places; leave 'at' out")
    for i, leader in enumerate(spec.generals):
        known((*leader.assigned, *filter(None, [leader.attached_to])), [o.id for o in units], f"generals[{i}]", faults)
    replaced = {one.id: msgspec.structs.replace(one, side=side) for one in units}
    led = {one.id: msgspec.structs.replace(one, side=side) for one in generals}
    army, none = Army(id=side, edge=TableEdge.SOUTH, nation=spec.nation), Army(id=Side(""), edge=TableEdge.NORTH)
    return Battle(
        table=Table(Hundredths(0), Hundredths(0)), armies=(army, none), side_a=side, year=spec.year, units=replaced,
        generals=led,
    )  # fmt: skip


def described(unit: Unit) -> str:
    """A unit in a line: ``regular foot C, 24 figures: 16 light musket, 8 medium pike``."""
    type_ = "regular" if unit.type == "R" else "irregular"
    if unit.guns:
        return f"{unit.guns.n} {unit.guns.kind.replace('_', ' ')} guns, {type_} gunners {unit.grade}: {unit.gunners}"
    kinds: dict[str, int] = {}
    for one in unit.blocks:
        weapons = [one.melee] if one.melee != "handarm" or not one.missile else []
        arms = " and ".join([*weapons, *([one.missile] if one.missile else [])]).replace("_", " ")
        name = f"{_ARMOUR[one.armour]} {arms}"
        kinds[name] = kinds.get(name, 0) + one.figures
    troops = ", ".join(f"{count} {name}" for name, count in kinds.items())
    return f"{type_} {unit.kind.replace('_', ' ')} {unit.grade}, {unit.figures} figures: {troops}"


_ARMOUR = {"L": "light", "M": "medium", "H": "heavy", "A": "armored"}


def _general(one: GeneralSpec) -> PricedEntry:
    return PricedEntry(one.id, one.kind.upper()[0] + "/" + one.kind.upper()[1], _RANK[one.kind])


_RANK = {"cc": t.COMMANDER, "sg": t.SUBORDINATE}
