"""What is added to each reaction test (FS-8.4, FS-8.5, FS-8.6, FS-8.7, FS-8.8, FS-8.9): the lines that apply."""

from collections.abc import Mapping

from pbem.engine.ids import StandId
from pbem.engine.table.areas import share
from pbem.engine.table.contact import meets as touches
from pbem.engine.table.measures import TOLERANCE
from pbem.engine.table.places import Spot
from pbem.engine.table.rects import Rect
from pbem.engine.table.shapes import polygon
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting.covering import LEVEL, level
from pbem.rulesets.fornovo.morale.artillery import outgunned
from pbem.rulesets.fornovo.moving.charging import impetus
from pbem.rulesets.fornovo.moving.command import in_command
from pbem.rulesets.fornovo.moving.firing_line import apart
from pbem.rulesets.fornovo.moving.flanks import open_flanks
from pbem.rulesets.fornovo.moving.places import footprints, kept_of, parts_of, rect_of, steady
from pbem.rulesets.fornovo.moving.seeing import sees
from pbem.rulesets.fornovo.state.battle import (
    WOODS,
    Battle,
    Charge,
    charge_of,
    charges_on,
    chase_of,
    combats_of,
    leader,
    opponent,
    piece,
)
from pbem.rulesets.fornovo.state.units import (
    Unit,
    d_minus,
    exhausted,
    grade,
    large,
    mostly_missile,
    pike_supported,
)

Reasons = Mapping[str, int]


def _applying(table: Mapping[t.Grade, int], unit: Unit, lines: Mapping[str, int]) -> Reasons:
    """FS-8.3, FS-2.8b: the grade, and every line that is not 0."""
    every = {f"grade {grade(unit)}": table[grade(unit)], **lines, "D minus": -d_minus(unit)}
    return {line: int(points) for line, points in every.items() if points}  # no truth value: a journal holds numbers


def rallying(battle: Battle, unit: Unit) -> Reasons:
    """FS-8.4."""
    return _applying(t.RALLY, unit, {
        "general with unit": _led(battle, unit),
        "no visible enemies within 12(9) inches": 0 if _enemy_near(battle, unit) else 2,
        "in contact with the enemy": -_touched(battle, unit),
        "irregulars": -(unit.type == "I"),
        "army outgunned": -outgunned(battle, unit.side),
    })  # fmt: skip


def halting(battle: Battle, unit: Unit, *, returning: bool) -> Reasons:
    """FS-8.5, FS-Q5, FS-Q6, FS-Q7."""
    gallop, allowed = _pursuit(battle, unit)
    wild = unit.type == "I" or (unit.kind == "cavalry" and gallop)
    elite = {**t.HALT, "A": battle.switches.elite_halt}
    return _applying(elite, unit, {
        "general with unit": _led(battle, unit),
        "testing to return; in cover": 2 * (returning or in_cover(battle, unit)),
        "irregular troops, or cavalry that charged at the gallop": -2 * wild,
        "other mounted troops, or any exhausted unit": -((unit.mounted and not wild) or exhausted(unit)),
        "pursuit or follow-up was allowed": -allowed,
    })  # fmt: skip


def _pursuit(battle: Battle, unit: Unit) -> tuple[bool, bool]:
    """Whether it charged at the gallop; whether its pursuit was allowed."""
    if unit.left_table is not None:
        return unit.left_table.gallop, unit.left_table.allowed
    chase = chase_of(battle, unit.id)
    if chase is not None:
        return chase.gallop, chase.allowed
    return unit.charge == "gallop" and charge_of(battle, unit.id) is not None, False


def under_fire(battle: Battle, unit: Unit) -> Reasons:
    """FS-8.6, FS-Q51."""
    shot, big = unit.shot, large(unit)
    return _applying(t.STAND, unit, {
        "general with unit": _led(battle, unit),
        "gunpowder hits": -(shot.gunpowder // (3 if big else 2)),
        "hits from other shooting": -(shot.other // (4 if big else 3)),
        "shot at from flank or rear": -shot.flank,
        "shaken": -(unit.morale == "shaken"),
        "hit by heavy artillery or by steady salvee fire": -(shot.heavy or shot.salvee),
        "army outgunned": -outgunned(battle, unit.side),
    })  # fmt: skip


def charging(battle: Battle, unit: Unit) -> Reasons:
    """FS-8.7, FS-Q105: to charge home, or to meet a charge."""
    mine = charge_of(battle, unit.id)
    if mine is not None and (mine.state in {"evaded", "failed", "over"} or mine.target not in battle.units):
        mine = None
    on_it = [one for one in charges_on(battle, unit.id) if one.state in {"pending", "home"}]
    foes = [battle.units[one] for one in _foes(battle, unit, mine, on_it)]
    weak = mine is not None and (
        mine.aspect != "front" or battle.units[mine.target].morale in {"shaken", "routed"}
    )  # fmt: skip
    gallops = mine is not None and unit.kind == "cavalry" and unit.charge == "gallop" and impetus(battle, mine)
    exposed = unit.morale == "shaken" or any(one.aspect != "front" for one in on_it)
    naked = _naked(battle, unit, foes) and mostly_missile(unit)
    return _applying(t.STAND, unit, {
        "general with unit": _led(battle, unit),
        "no general in command distance": -(not _led(battle, unit) and not in_command(battle, unit)),
        "nobles": int(unit.nobles),
        "charging a flank or rear, a shaken or routing target": 4 * weak,
        "cavalry with impetus charging at the gallop": 2 * gallops,
        "gunpowder hits": -(unit.shot.gunpowder // (3 if large(unit) else 2)),
        "shaken, or charged on the flank or rear": -2 * exposed,
        "mounted against steady pike-supported foot frontally": -3 * _at_pikes(battle, unit, mine, foes),
        "naked foot, more than half missile troops": -2 * naked,
    })  # fmt: skip


def _foes(battle: Battle, unit: Unit, mine: Charge | None, on_it: list[Charge]) -> set[StandId]:
    crashed = {one for each in combats_of(battle, unit.id) if each.crash for one in each.units if one != unit.id}
    both = {*([mine.target] if mine is not None else []), *(one.unit for one in on_it), *crashed}
    return {one for one in both if one in battle.units}


def _naked(battle: Battle, unit: Unit, foes: list[Unit]) -> bool:
    """FS-2.15a, FS-2.12b, FS-Q62."""
    return unit.foot and not pike_supported(unit, reaction=True) and _matters(battle, foes)


def _matters(battle: Battle, foes: list[Unit]) -> bool:
    """FS-Q62: against any enemy, or by the other reading against cavalry and pike-supported units alone."""
    any_enemy = battle.switches.naked == "any"
    return any_enemy or any(one.kind == "cavalry" or pike_supported(one, reaction=True) for one in foes)


def _at_pikes(battle: Battle, unit: Unit, mine: Charge | None, foes: list[Unit]) -> bool:
    """Against the front of such foot: it charges there, or is charged by it."""
    if not unit.mounted:
        return False
    behind = mine.target if mine is not None and mine.aspect != "front" else None
    return any(
        one.foot and one.id != behind and steady(battle, one) and pike_supported(one, reaction=True) for one in foes
    )


def beaten(battle: Battle, unit: Unit, suffered: int) -> Reasons:
    """FS-8.8.  suffered: in this round, charge fire included."""
    fights = [one for one in (*battle.combats, *battle.combats_over) if unit.id in one.units]
    before = max((one.lost_before.get(unit.id, 0) for one in fights), default=0)
    flanked = any(one.units[1] == unit.id and one.aspect != "front" for one in fights)
    foes = [battle.units[other] for one in fights if (other := opponent(one, unit.id)) in battle.units]
    return _applying(t.LOST, unit, {
        "general with unit": _led(battle, unit),
        "hits suffered": -(suffered // (3 if large(unit) else 2)),
        "under flank or rear attack": -flanked,
        "more than half missile-armed foot": -2 * (unit.foot and mostly_missile(unit) and _matters(battle, foes)),
        "shaken": -2 * (unit.morale == "shaken"),
        "successive rounds lost after the first": -before,
    })  # fmt: skip


def seeing_rout(battle: Battle, unit: Unit) -> Reasons:
    """FS-8.9, FS-Q6, FS-Q102."""
    return _applying(t.STAND, unit, {
        "general with unit": _led(battle, unit),
        "in square; in hard cover": int(unit.formation == "square" or in_cover(battle, unit, least=2)),
        "routing friends visible within 12(9) inches": -len(routers_in_sight(battle, unit)),
        "shaken": -(unit.morale == "shaken"),
        "two open flanks": -(unit.pose is not None and open_flanks(battle, unit) == 2),
        "suffered a burst-through": -2 * unit.burst_through,
    })  # fmt: skip


def routers_in_sight(battle: Battle, unit: Unit) -> list[Unit]:
    """FS-8.9b, FS-8.9c, FS-8.9d, FS-Q102: visible routing friends within 12(9)" that it does not ignore."""
    return kept_of(battle, "routers in sight", unit, unit, lambda: _routers_in_sight(battle, unit))


def _routers_in_sight(battle: Battle, unit: Unit) -> list[Unit]:
    return [
        one for one in battle.units.values()
        if one.side == unit.side and one.id != unit.id and one.morale == "routed" and not _ignores(unit, one)
        and apart(battle, unit, one) <= battle.inches(t.FRIEND_NEAR) and one.pose is not None
        and sees(battle, unit, one)
    ]  # fmt: skip


def _ignores(unit: Unit, friend: Unit) -> bool:
    if unit.type == "R" and (friend.skirmishers or friend.kind == "artillery"):
        return True
    if grade(unit) == "A" and grade(friend) == "D":
        return True
    return unit.nobles and t.GRADES.index(grade(friend)) > t.GRADES.index(grade(unit))


def in_cover(battle: Battle, unit: Unit, *, least: int = 1) -> bool:
    """In a block, works or a wood that covers it against small arms (FS-8.5; ``least`` 2: hard cover, FS-8.9)."""
    held = piece(battle, unit.inside)
    if held is not None and level(held, "small arms") >= least:
        return True
    rect = rect_of(battle, unit)
    woods = [one for one in battle.terrain if one.kind in WOODS and LEVEL[one.kind]["small arms"] >= least]
    return rect is not None and any(_whole(rect, one.shape) for one in woods)


def _whole(rect: Rect, shape: tuple[Spot, ...]) -> bool:
    return share(rect, polygon(shape)) > 1 - TOLERANCE


def _led(battle: Battle, unit: Unit) -> bool:
    return leader(battle, unit.id) is not None


def _enemy_near(battle: Battle, unit: Unit) -> bool:
    near = battle.inches(t.FRIEND_NEAR)
    return any(
        one.side != unit.side and apart(battle, unit, one) <= near and sees(battle, unit, one)
        for one in battle.units.values()
        if one.left_table is None
    )


def _touched(battle: Battle, unit: Unit) -> bool:
    """It is in contact with an enemy: by combat, pursuit or footprint."""
    if combats_of(battle, unit.id):
        return True
    foes = [one.rect for one in footprints(battle) if one.unit.side != unit.side]
    return any(touches(part, one) for part in parts_of(battle, unit) for one in foes)
