"""Impact or melee, combat points, cells (FS-10.1, FS-10.3, FS-10.4, FS-10.12, FS-10.13)."""

from collections.abc import Mapping

from pbem.engine.ids import StandId
from pbem.engine.table.areas import crosses, crosses_line, meets
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting.covering import LEVELS, cover
from pbem.rulesets.fornovo.fighting.striking import combat_of, in_hand
from pbem.rulesets.fornovo.moving.charging import impetus
from pbem.rulesets.fornovo.moving.firing_line import footing
from pbem.rulesets.fornovo.moving.flanks import open_flanks
from pbem.rulesets.fornovo.moving.lines_of_fire import above
from pbem.rulesets.fornovo.moving.places import disordered
from pbem.rulesets.fornovo.state.battle import (
    LINES,
    WOODS,
    Battle,
    Charge,
    Combat,
    combats_of,
    leader,
    opponent,
)
from pbem.rulesets.fornovo.state.fighting_facts import Round
from pbem.rulesets.fornovo.state.units import Unit, armour, grade, pike_supported

HIDES_LINES = tuple(one for one in LINES if one != "stakes")


def round_of(battle: Battle, fought: Combat) -> Round:
    """FS-10.1a, FS-10.1b, FS-10.1c, FS-Q65, FS-Q93."""
    if fought.crash or any({one.unit, one.target} == {*fought.units} and one.state == "home" for one in battle.charges):
        return "impact"
    for one in fought.units:
        other = opponent(fought, one)
        if pike_supported(battle.units[one]) and fought.last.get(other, 0) > fought.last.get(one, 0):
            return "impact"
    return "melee"


def factors(battle: Battle, unit: Unit, enemy: Unit, now: Round) -> Mapping[str, int]:
    """FS-10.12: the lines that apply to a unit against an enemy."""
    fought = combat_of(battle, unit.id, enemy.id)
    made = _charge(battle, unit.id, enemy.id)
    attacks = made is not None or (fought is not None and fought.units[0] == unit.id)
    horse = unit.kind == "cavalry"
    open_ground = in_the_open(battle, enemy, unit)
    every = {
        **(_impact(battle, unit, enemy, made, attacks=attacks, open_ground=open_ground) if now == "impact" else {}),
        "FS-10.12f": max(0, t.GRADES.index(grade(enemy)) - t.GRADES.index(grade(unit))),
        "FS-10.12g": open_flanks(battle, enemy) if horse and enemy.foot and open_ground else 0,
        "FS-10.12h": 2 * (fought is not None and fought.units[0] == unit.id and fought.aspect != "front"),
        "FS-10.12i": int(horse and enemy.foot and open_ground and not pike_supported(enemy)),
        "FS-10.12j": 2 * (enemy.morale in {"shaken", "routed"}),
        "FS-10.12k": -lost_before(battle, unit, fought),
        "FS-10.12l": int(leader(battle, unit.id) is not None),
        "FS-10.12m": -disordered(battle, unit),
        "FS-10.12n": -_cover(battle, unit, enemy),
    }
    return {line_: value for line_, value in every.items() if value}


def _charge(battle: Battle, unit: StandId, enemy: StandId) -> Charge | None:
    return next(
        (one for one in battle.charges if one.unit == unit and one.target == enemy and one.state == "home"), None
    )


def _impact(
    battle: Battle, unit: Unit, enemy: Unit, made: Charge | None, *, attacks: bool, open_ground: bool
) -> dict[str, int]:  # fmt: skip
    """FS-10.12a, FS-10.12b, FS-10.12c, FS-10.12d, FS-10.12e."""
    swift = made is not None and impetus(battle, made)
    gallops = swift and unit.kind == "cavalry" and unit.charge == "gallop"
    both_horse = unit.kind == enemy.kind == "cavalry"
    return {
        "FS-10.12a": 3 * gallops,
        "FS-10.12b": int(swift and not gallops),
        "FS-10.12c": int(open_ground and length(battle, unit) < length(battle, enemy)),
        "FS-10.12d": -(attacks and uphill(battle, unit, enemy)),
        "FS-10.12e": int(both_horse and armour(unit) in {"H", "A"} and armour(enemy) in {"M", "L"}),
    }


def length(battle: Battle, unit: Unit) -> int:
    """FS-10.3, FS-10.7d: of the longest weapon in hand, 1 the longest."""
    blocks = unit.blocks
    if unit.striking is not None:
        blocks = tuple(one for one in blocks if one.melee == unit.striking) or blocks
    return min(
        (_length(battle, unit, i) for i, one in enumerate(unit.blocks) if one in blocks), default=t.LENGTH["handarm"]
    )


def _length(battle: Battle, unit: Unit, place: int) -> int:
    block = unit.blocks[place]
    weapon = in_hand(battle, unit, block)
    return t.LENGTH["long_spear"] if weapon == "heavy_weapon" and block.six_foot else t.LENGTH[weapon]


def lost_before(battle: Battle, unit: Unit, fought: Combat | None) -> bool:
    """FS-10.12k, FS-Q64, FS-Q70: by the totals of the round before."""
    if fought is None or not fought.rounds:
        return False
    mine = [one for one in combats_of(battle, unit.id) if one.rounds]
    suffered = sum(one.last.get(unit.id, 0) for one in mine)
    inflicted = sum(one.last.get(opponent(one, unit.id), 0) for one in mine)
    return suffered > inflicted


def _cover(battle: Battle, unit: Unit, enemy: Unit) -> int:
    mine = footing(battle, unit)
    if mine is None:
        return 0
    return LEVELS.index(cover(battle, enemy, (mine.x, mine.y), "combat"))


def in_the_open(battle: Battle, target: Unit, striker: Unit) -> bool:
    """FS-Q61, FS-11.1d."""
    mine, its = footing(battle, striker), footing(battle, target)
    if target.kind == "wagons":
        return False
    if target.inside is not None or mine is None or its is None:
        return target.inside is None
    way = (mine.x, mine.y), (its.x, its.y)
    for one in battle.terrain:
        if one.kind in HIDES_LINES:
            if crosses_line(*way, one.way):
                return False
        elif one.kind in {*WOODS, "block", "strongpoint"}:
            if meets(its, one.area):
                return False
        elif one.kind in {"stream", "ford"} and crosses(*way, one.area):
            return False
        elif striker.mounted and one.kind == "steep_hill" and meets(its, one.area):
            return above(one, mine, its)
    return True


def uphill(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """FS-10.12d: the enemy is on a steep slope, and the unit below it."""
    mine, its = footing(battle, unit), footing(battle, enemy)
    if mine is None or its is None:
        return False
    return any(one.kind == "steep_hill" and meets(its, one.area) and above(one, its, mine) for one in battle.terrain)


def cell(mine: int, theirs: int, *, cavalry: bool) -> str:
    """FS-10.4, FS-10.13: what a unit with so many points hits on."""
    more = mine - theirs
    row = t.COMBAT_CELLS[min(3, abs(more))][cavalry]
    return row[0] if more >= 0 else row[1]
