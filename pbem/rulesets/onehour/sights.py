"""Hidden units as a side sees them (OH-H3, OH-H4): names, and units of which not all is known.

A unit that is not known stands in a view as a unit with declared values: 4 by 2 inches, no hits; a body of troops as
Infantry without a facing.  What is worked out from these is no more than about right.
"""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Ghost, SideSights, Sighting, Sights, current_names, renamed
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose
from pbem.rulesets.onehour.battle import Battle, Unit, UnitType
from pbem.rulesets.onehour.tables import ELIMINATED_AT, ROWS

NOMINAL_WIDTH, NOMINAL_DEPTH = Hundredths(400), Hundredths(200)
"""The base of whatever is not known."""
NO_FACING = Tenths(0)
FOOT: UnitType = "Infantry"
HORSE: UnitType = "Cavalry"


def sights_of(battle: Battle) -> Sights[Unit] | None:
    """What is seen in a battle with hidden units; None where nothing is hidden."""
    return None if battle.sights is UNSET else battle.sights


def side_sights(battle: Battle, side: Side) -> SideSights[Unit]:
    """What a side sees; nothing where nothing is hidden."""
    sights = sights_of(battle)
    return sights.of(side) if sights is not None else SideSights()


def is_hidden(battle: Battle) -> bool:
    """Whether units are hidden in it, and it goes on: at its end all is laid open (OH-H9)."""
    return battle.sights is not UNSET and not battle.sights.opened and battle.phase != "over"


def laid_open(battle: Battle) -> Battle:
    """A branch on which what a side's view holds is all that there is to see."""
    sights = sights_of(battle)
    return battle if sights is None else replace(battle, sights=Sights(visibility=sights.visibility, opened=True))


def as_known(unit: Unit, sighting: Sighting) -> Unit:
    """A unit as well as it is seen (OH-H3)."""
    if sighting.grade == "known":
        return unit
    horse = ROWS[unit.type].horse
    made_out = sighting.grade == "made out"
    return Unit(
        id=sighting.name,
        name=f"{_how_many(unit)} {'horse' if horse else 'foot'}" if made_out else "body of troops",
        side=unit.side,
        type=HORSE if made_out and horse else FOOT,
        width=NOMINAL_WIDTH,
        depth=NOMINAL_DEPTH,
        pose=unit.pose if made_out else Pose(unit.pose.at, NO_FACING),
        state=unit.state,
        seen=sighting.grade,
    )  # fmt: skip


def _how_many(unit: Unit) -> str:
    """``few``, ``some``, ``many``, by the hits that it can still take."""
    if unit.seen is not UNSET:
        return unit.name.partition(" ")[0]
    left = max(ELIMINATED_AT - unit.hits, 0)
    return "few" if 3 * left <= ELIMINATED_AT else "some" if 3 * left <= 2 * ELIMINATED_AT else "many"


def seen_units(battle: Battle, side: Side) -> dict[StandId, Unit]:
    """The other side's units as a side knows them, those it saw destroyed among them, in the order of their names."""
    sights = side_sights(battle, side)
    found = {one.name: as_known(battle.units[unit], one) for unit, one in sights.seen.items()}
    return dict(sorted({**sights.fallen, **found}.items()))


def ghosts_of(battle: Battle, side: Side) -> Mapping[StandId, Ghost[Unit]]:
    """Where a side last saw units that it sees no longer (OH-H5)."""
    return dict(sorted(side_sights(battle, side).ghosts.items()))


def cut_sights(battle: Battle, side: Side | None) -> Sights[Unit] | None:
    """What one side sees, by the names that it knows; of the other side nothing."""
    sights = sights_of(battle)
    if sights is None:
        return None
    if side is None:
        return Sights(visibility=sights.visibility)
    mine = sights.of(side)
    seen = {one.name: one for one in sorted(mine.seen.values(), key=lambda one: one.name)}
    joined = dict(sorted(current_names(mine).items()))
    cut = replace(
        mine, seen=seen, tokens=joined, ghosts=ghosts_of(battle, side), fallen=dict(sorted(mine.fallen.items()))
    )
    return Sights(visibility=sights.visibility, sides={side: cut})


def units_named(battle: Battle, side: Side, names: tuple[StandId, ...]) -> tuple[StandId, ...]:
    """True codes of units as a side calls them."""
    return renamed(names, side_sights(battle, side).tokens)
