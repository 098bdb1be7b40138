"""What is played: battles of the shipped scenarios, and skirmishes of some of their units at odd places."""

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.fuzzing import Library, Setup
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Sights
from pbem.engine.table.areas import meets
from pbem.engine.table.contact import overlaps
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.measures import Tenths, normal
from pbem.engine.table.places import Pose, spot
from pbem.rulesets.armatys.moving.costing import closed_to
from pbem.rulesets.armatys.moving.riding import behind
from pbem.rulesets.armatys.state.battle import LINES, Battle, General
from pbem.rulesets.armatys.state.units import Unit, break_number
from pbem.rulesets.armatys.tables import Ability, Morale

WHOLE = 12
"""One game of so many is a shipped battle from its beginning: they are long, and skirmishes odder."""
TRIES = 20
"""Places made up for a unit before it is left out."""
AROUND = 9
"""Inches to either side of the middle of a skirmish."""
HIDDEN = 25
"""In so many games of a hundred units are hidden."""
STOPS = ("K1", "K2", "K3", "K4")
VISIBLE: tuple[Literal["open", "owner_only", "umpire_only"], ...] = ("open", "open", "owner_only", "umpire_only")


def setup(chance: Chance, number: int, library: Library[Battle]) -> Setup[Battle]:
    """A game by its number."""
    battle = library.battle(chance.pick(library.names()), "")
    if number % WHOLE:
        battle = _skirmish(battle, chance)
    battle = replace(
        battle, counters=chance.pick(VISIBLE), stops=tuple(one for one in STOPS if chance.odds(12)),
    )  # fmt: skip
    if chance.odds(HIDDEN):
        far = chance.pick((600, 1200, 2400, 3600))
        battle = replace(battle, stops=(), sights=Sights(visibility=far))
    return Setup(battle, battle.title, tuple(one.seat for one in battle.armies), wild=chance.odds(60))


def _skirmish(battle: Battle, chance: Chance) -> Battle:
    """Two to five units a side about one place, for some bounds; special rules are left to whole battles."""
    every = {**battle.to_come, **battle.units}
    x = AROUND + chance.below(battle.table.width // 100 - 2 * AROUND)
    y = AROUND + chance.below(battle.table.depth // 100 - 2 * AROUND)
    units: dict[StandId, Unit] = {}
    for side in battle.sides:
        mine = chance.mixed(sorted(code for code, one in every.items() if one.side == side))
        for code in mine[: 2 + chance.below(4)]:
            placed = _placed(battle, units, _odd(every[code], chance), (x, y), chance)
            if placed is not None:
                units[code] = placed
    generals = _generals(battle, units)
    return replace(
        battle, units=units, to_come={}, arrivals=(), special=(), contacts=(), generals=generals,
        limit=battle.bound + 2 + chance.below(5),
    )  # fmt: skip


def _odd(unit: Unit, chance: Chance) -> Unit:
    """A unit as it may be in the midst of a battle, some armed as few are."""
    ability: Ability = chance.pick(get_args(Ability))
    morale: Morale = chance.pick(get_args(Morale))
    unit = replace(
        unit, ability=ability, morale=morale, lance=unit.cavalry and chance.odds(15), grenadiers=chance.odds(10),
        bow=chance.odds(10) and not unit.gun, bayonet=chance.pick(("none", "none", "plug", "ring")),
        pistols_loaded=unit.pistols and chance.odds(70),
    )  # fmt: skip
    most = (break_number(unit) or 2) - 1
    return replace(unit, counters=min(most, chance.below(4)))


def _placed(
    battle: Battle, units: Mapping[StandId, Unit], unit: Unit, about: tuple[int, int], chance: Chance
) -> Unit | None:
    """It at a free place, facing the enemy more or less; None where none is found."""
    for _ in range(TRIES):
        to_north = unit.side == battle.sides[0]
        facing = normal(Tenths((0 if to_north else 1800) + 300 * (chance.below(7) - 3) + chance.below(100)))
        off = chance.below(200 * AROUND) / 100 - AROUND, chance.below(100 * AROUND) / 100
        at = spot((about[0] + off[0], about[1] + (-off[1] if to_north else off[1])))
        there = replace(unit, pose=Pose(at, facing))
        if _free(battle, units, there):
            return there
    return None


def _free(battle: Battle, units: Mapping[StandId, Unit], unit: Unit) -> bool:
    """Wholly on the table, an inch off enemies (AR-Q65), on no friend, on no ground closed to it."""
    rect = unit.rect
    if not wholly_on(battle.table, rect):
        return False
    for other in units.values():
        keeps = 1 if other.side != unit.side else 0.05
        if overlaps(rect._replace(half_width=rect.half_width + keeps, half_depth=rect.half_depth + keeps), other.rect):
            return False
    areas = [one for one in battle.terrain if one.kind not in LINES and closed_to(unit, one)]
    return not any(meets(rect, one.area) for one in areas)


def _generals(battle: Battle, units: Mapping[StandId, Unit]) -> dict[StandId, General]:
    """One of each side that has units, behind the first of them."""
    found: dict[StandId, General] = {}
    for side in battle.sides:
        mine = [units[code] for code in sorted(units) if units[code].side == side]
        name = next((code for code, one in sorted(battle.generals.items()) if one.side == Side(side)), None)
        if mine and name is not None:
            general = replace(battle.generals[name], status="fit", comes_with=None)
            found[name] = replace(general, pose=behind(mine[0], general))
    return found
