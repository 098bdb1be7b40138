"""What a unit's card shows: its figures and counters, the tests before it, its fire; its arc and charge as fields."""

from collections.abc import Iterator
from typing import Literal

from pbem.engine.offers import CardState, Field, NeededDie
from pbem.engine.table.angles import EIGHTH
from pbem.engine.table.fields import outline
from pbem.engine.table.measures import Tenths
from pbem.engine.wording import plural
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting.aiming import firers, unready
from pbem.rulesets.armatys.fighting.groups import firing_group, groups
from pbem.rulesets.armatys.morale.testing import Test, parts_of
from pbem.rulesets.armatys.moving.charging import MOST
from pbem.rulesets.armatys.moving.zones import zone_of_charge, zone_of_fire
from pbem.rulesets.armatys.state.battle import Battle, touching
from pbem.rulesets.armatys.state.units import Unit, break_number, rate, speed

TESTS: tuple[tuple[str, Test], ...] = (("Stand", "stand"), ("Charge", "charge"), ("Halt a pursuit", "pursuit"))
GUN_ARC = Tenths(337)
"""AR-G7: off the facing, from the middle of a base through its front corners."""
RANGES = {"musket": t.MUSKET_RANGE, "pistol": t.PISTOL_RANGE, "bow": t.BOW_RANGE}
NAMES = {"musket": "Muskets", "pistol": "Pistols", "bow": "Bows"}


def state_of(battle: Battle, unit: Unit) -> CardState:
    """Its figures, counters, tests and fire as things stand, without a general's help."""
    known = unit.counters_known and unit.morale != "unknown"
    return CardState(
        rows=() if unit.gun or unit.march_column else unit.rows, held=unit.counters,
        breaks_at=(break_number(unit) or 0) if unit.counters_known else 0,
        tests=tuple(_tests(unit)) if known and not unit.gun else (), facts=tuple(_facts(battle, unit)),
    )  # fmt: skip


def _tests(unit: Unit) -> Iterator[NeededDie]:
    for name, test in TESTS:
        parts = parts_of(unit, test, general=0, obstacle=False)
        (morale, base), *changes = parts
        made_of = ", ".join([f"{morale} {base}", *(f"{what} {count:+d}" for what, count in changes)])
        yield NeededDie(name, sum(count for _, count in parts), made_of)


def _facts(battle: Battle, unit: Unit) -> Iterator[str]:
    if unit.rows and rate(unit):
        less = f" ({rate(unit)} less {plural(unit.counters, 'counter', 'counters')})" if unit.counters else ""
        yield f"Forward {speed(unit)} inches{less}."
    for weapon, size in _weapons(battle, unit):
        if weapon == "gun":
            needs = ", ".join(f"{need}+ to {reach} inches" for reach, need in _bands(unit))
            yield f"Fire: {needs}."
        else:
            dice = plural(groups(firers(unit, weapon), size), "die", "dice")
            yield (
                f"{NAMES[weapon]} to {RANGES[weapon]} inches: {firers(unit, weapon)} in groups of {size}: {dice}, "
                f"each hits on {t.HIT} or 6."
            )


def _weapons(battle: Battle, unit: Unit) -> Iterator[tuple[t.Weapon, int]]:
    """What it could fire with as things stand, and in groups of how many."""
    if not unit.rows:
        return
    if unit.gun:
        if unit.status == "prepared":
            yield "gun", 1
        return
    carried: tuple[tuple[t.Weapon, bool], ...] = (
        ("musket", not unit.cavalry), ("pistol", unit.cavalry and unit.pistols), ("bow", unit.cavalry and unit.bow),
    )  # fmt: skip
    for weapon, has in carried:
        if has and not unready(unit, weapon):
            yield weapon, firing_group(unit, weapon, twos=battle.switches.horse_bows == "twos")


def _bands(gun: Unit) -> Iterator[tuple[int, int]]:
    """Inches, and the least die that hits within them (AR-art-8, AR-art-9)."""
    assert gun.gun is not None
    short = t.FULL_CREW[gun.gun] - gun.figures
    for reach, need in zip(t.GUN_RANGES, t.GUN_NEEDS[gun.gun], strict=False):
        if need + short <= 6:
            yield reach, need + short


def fields_of(battle: Battle, unit: Unit) -> tuple[Field, ...]:
    """Its charge on open ground, and the bands of its fire, each with what hits in it."""
    return (*_charge(battle, unit), *_fire(battle, unit))


def _fire(battle: Battle, unit: Unit) -> Iterator[Field]:
    for weapon, _ in _weapons(battle, unit):
        if weapon == "gun":
            for reach, need in _bands(unit):
                kind: Literal["near", "far"] = "near" if reach == t.GUN_RANGES[0] else "far"
                shape = outline(battle.table, zone_of_fire(unit.rect, unit.pose.facing, reach, GUN_ARC))
                yield Field(
                    kind, f"Fire to {reach} inches: {need} or more hits", shape, f"{reach}″: {need}{'+' * (need < 6)}"
                )
        else:
            title = f"{NAMES[weapon]}, {RANGES[weapon]} inches: {t.HIT} or more hits"
            shape = outline(battle.table, zone_of_fire(unit.rect, unit.pose.facing, RANGES[weapon], EIGHTH))
            yield Field("near", title, shape, f"{RANGES[weapon]}″: {t.HIT}+")


def _charge(battle: Battle, unit: Unit) -> Iterator[Field]:
    """AR-G15, AR-D2: where a wheel of up to 45 degrees and a straight move may bring its front."""
    if unit.gun or not unit.rows or unit.state == "broken" or unit.pursuit or unit.rally_owed:
        return
    if not touching(battle, unit.id) and not unit.march_column and speed(unit):
        shape = outline(battle.table, zone_of_charge(unit.rect, speed(unit), MOST))
        yield Field("reach", f"Charge, {speed(unit)} inches on open ground", shape)
