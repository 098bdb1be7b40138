"""What units do that no order of the packet is for: by their side's standing orders, else by default (section 5)."""

from collections.abc import Iterator

from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths, read_inches
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting.aiming import (
    Objection,
    distance,
    firers,
    gun_needs,
    objection,
    unready,
    weapon_of,
)
from pbem.rulesets.armatys.fighting.closing_fire import aimed_at
from pbem.rulesets.armatys.morale.generals import beyond_words
from pbem.rulesets.armatys.morale.resting import quiet
from pbem.rulesets.armatys.playing.choosing import does
from pbem.rulesets.armatys.state.battle import Battle, in_order, touching, unit_of
from pbem.rulesets.armatys.state.charged import chargers_of, charging
from pbem.rulesets.armatys.state.orders import RestOrder, Shot, Speech
from pbem.rulesets.armatys.state.units import Unit

NEEDED = 3
"""AR-D17: counters at which a general speaks to his unit."""


def closing(battle: Battle) -> Iterator[Shot]:
    """P3: those who stood fire at a charger (AR-D8); guns, and others as they are told, support friends (AR-D9)."""
    for unit in in_order(battle):
        if unit.fired or not unit.rows or unit.state == "broken":
            continue
        target = _charger(battle, unit) if unit.stood else _supported(battle, unit)
        if target is not None:
            yield Shot(0, unit.id, target)


def _charger(battle: Battle, unit: Unit) -> StandId | None:
    """AR-D8: the charger with most figures, the first of equals; plug bayonets as they are told."""
    if does(battle, unit.id, "volley") == "hold" or unit.cavalry:
        return None
    against = sorted(chargers_of(battle, unit.id), key=lambda one: (-one.figures, one.id))
    if unit.bayonet == "plug":
        horse = any(one.cavalry for one in against)
        if does(battle, unit.id, "bayonets against horse" if horse else "bayonets against foot") == "fix":
            return None
    return next((one.id for one in against if firers(unit, weapon_of(unit, one))), None)


def _supported(battle: Battle, unit: Unit) -> StandId | None:
    """AR-D9: the nearest enemy who charges a friend, or is charged by one, that may be fired at."""
    wish = does(battle, unit.id, "support")
    if wish == "wait" and not unit.gun:
        return None
    foes = [one for one in battle.units.values() if one.side != unit.side]
    wanted = [
        one for one in foes
        if (wish != "charged" and charging(one)) or (wish in {"charged", "any"} and chargers_of(battle, one.id))
    ]  # fmt: skip
    for _, enemy in sorted((distance(unit, one), one.id) for one in wanted):
        found = aimed_at(battle, unit, battle.units[enemy])
        if not isinstance(found, Objection) and (not unit.gun or gun_needs(unit, found) <= 6):
            return enemy
    return None


def shots(battle: Battle, without: frozenset[StandId]) -> Iterator[Shot]:
    """AR-D15: every other unit able to fire, at the nearest enemy it may fire at, the first of equals.

    without: units that have an order of their own, or hold their fire.
    """
    for unit in in_order(battle):
        if unit.id in without or not unit.rows:
            continue
        wish = does(battle, unit.id, "fire")
        if wish == "hold":
            continue
        target = _target(battle, unit, _limit(wish))
        if target is not None:
            yield Shot(0, unit.id, target)


def _target(battle: Battle, unit: Unit, limit: Hundredths | None) -> StandId | None:
    farthest = _farthest(unit)
    enemies = [one for one in battle.units.values() if one.side != unit.side and _about(unit, one, farthest)]
    for far, enemy in sorted((distance(unit, one), one.id) for one in enemies):
        target = battle.units[enemy]
        if limit is not None and far > limit:
            return None
        if objection(battle, unit, target) is None and (not unit.gun or gun_needs(unit, target) <= 6):
            return enemy
    return None


def _farthest(unit: Unit) -> int:
    """Inches that a unit's fire may reach as things stand; 0: it does not fire at all."""
    weapon: t.Weapon = "gun" if unit.gun else "musket" if not unit.cavalry else "bow" if unit.bow else "pistol"
    if unready(unit, weapon) and not (weapon == "bow" and unit.pistols_loaded):
        return 0
    return {"gun": t.GUN_RANGES[-1], "musket": t.MUSKET_RANGE, "pistol": t.PISTOL_RANGE, "bow": t.BOW_RANGE}[weapon]


def _about(unit: Unit, enemy: Unit, inches: int) -> bool:
    """Whether an enemy may be so near: by boxes, on the safe side."""
    one, other = unit.rect, enemy.rect
    reach = inches + one.half_width + one.half_depth + other.half_width + other.half_depth + 1
    return inches > 0 and abs(one.x - other.x) <= reach and abs(one.y - other.y) <= reach


def _limit(wish: str) -> Hundredths | None:
    """``within 4``."""
    return read_inches(wish.rsplit(maxsplit=1)[-1]) if wish.startswith("within") else None


def rests(battle: Battle, without: frozenset[StandId]) -> Iterator[RestOrder]:
    """AR-D16: every other unit that did nothing removes a counter or reloads."""
    for unit in in_order(battle):
        if unit.id in without or not quiet(battle, unit):
            continue
        can_reload = unit.pistols and not unit.pistols_loaded and unit.state == "steady"
        if can_reload and (does(battle, unit.id, "rest") == "reload" or not unit.counters):
            yield RestOrder(0, unit.id, "reload")
        elif unit.counters:
            yield RestOrder(0, unit.id, "recover")


def speeches(battle: Battle, without: frozenset[StandId]) -> Iterator[Speech]:
    """AR-D17: every other general who is with a unit that may be spoken to."""
    spoken: set[StandId] = set()
    for name, general in sorted(battle.generals.items()):
        unit = unit_of(battle, general) if general.status == "fit" and name not in without else None
        if unit is None or unit.id in spoken or unit.fired or touching(battle, unit.id) or not unit.counters:
            continue
        if beyond_words(battle, unit):
            continue
        wish = does(battle, unit.id, "speech")
        needed = unit.counters >= NEEDED or unit.state == "broken"
        if wish == "always" or (wish == "needed" and needed):
            spoken.add(unit.id)
            yield Speech(0, name, unit.id)
