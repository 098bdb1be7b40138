"""What the sides notice of hidden units on a table, in facts that any rule set in inches has (H2, H5, H9)."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hiding import H, OfSide, giving_away, is_hidden, side_sights, sights_of, with_sights
from pbem.engine.ids import RuleId, Seat, Side, StandId
from pbem.engine.sightings import Ghost, Sighting, out_of_sight, sighted, without_ghost
from pbem.engine.table.places import Pose

if TYPE_CHECKING:
    from pbem.engine.play import Play


class UnitSighted(OfSide[H], frozen=True, kw_only=True):
    """A unit came in sight, or is seen better than before (H1, H3, H4)."""

    unit: StandId
    sighting: Sighting
    before: StandId = StandId("")
    """What the side called it until now, '' for a unit that was out of sight."""

    def apply(self, battle: H) -> H:
        """It is in sight so."""
        return with_sights(battle, self.side, sighted(side_sights(battle, self.side), self.unit, self.sighting))


class UnitLost(OfSide[H], frozen=True, kw_only=True):
    """A unit is no longer in sight (H5).  A rule set's ``apply`` calls ``leaving`` with how it stood there."""

    unit: StandId
    name: StandId
    at: Pose
    """Where it was last seen."""

    def leaving(self, battle: H, shown: Callable[[Sighting], Any]) -> H:
        """The battle in which its ghost stays.  shown: the unit as well as it is seen, where it was last seen."""
        mine = side_sights(battle, self.side)
        sighting = mine.seen[self.unit]
        ghost = Ghost(shown(sighting), sighting.grade, battle.sight_turn)
        return with_sights(battle, self.side, out_of_sight(mine, self.unit, ghost))


class PlaceSeenEmpty(OfSide[Any], frozen=True, tag="place empty"):
    """The place where a unit was last seen is in sight, and the unit is not there (H5)."""

    name: StandId

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """Its ghost goes."""
        return with_sights(battle, self.side, without_ghost(side_sights(battle, self.side), self.name))


class SeenMoving(OfSide[Any], frozen=True, tag="seen moving"):
    """A unit in sight moved, and still is in sight."""

    unit: StandId
    start: Pose
    end: Pose

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """It has moved already."""
        return battle


class AreaSeen(OfSide[Any], frozen=True, tag="area seen"):
    """A side sees in whose hand an area is (H9)."""

    area: str
    holder: Side

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """It knows so until it sees otherwise."""
        sights = side_sights(battle, self.side)
        return with_sights(battle, self.side, replace(sights, held={**sights.held, self.area: self.holder}))


class UnitsGaveAway(Fact[Any], frozen=True, tag="gave away"):
    """Units gave themselves away by what they do (H2): they are in sight of all enemies within twice the visibility.

    Neither side is told: what it sees by it is.
    """

    units: tuple[StandId, ...]

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """For as long as the rule set says."""
        return giving_away(battle, self.units)

    def seen_by(self, battle: Any, seat: Seat) -> bool:  # noqa: ANN401  # of any rule set
        """By neither side."""
        return False


def give_away(play: "Play[Any]", units: Iterable[StandId], rules: tuple[RuleId, ...]) -> None:
    """Units give themselves away (H2); nothing where nothing is hidden."""
    sights = sights_of(play.battle)
    fresh = tuple(dict.fromkeys(unit for unit in units if sights is not None and unit not in sights.shown))
    if fresh and is_hidden(play.battle):
        play.record(UnitsGaveAway(units=fresh, rules=rules))
