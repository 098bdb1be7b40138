"""What happens to the sight of hidden units (FS-H1 and on), beside what every table has.  It is of one side alone."""

from functools import partial
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.hiding import TOLD, OfSide, TroopsReported, side_sights, with_fallen, with_report, with_sights
from pbem.engine.ids import StandId
from pbem.engine.sightings import Ghost, Sighting, out_of_sight, sighted
from pbem.engine.table.places import Pose
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.sights import as_known
from pbem.rulesets.fornovo.state.units import Unit


class Sighted(OfSide[Battle], frozen=True, tag="sighted"):
    """A unit came in sight, or is seen better than before (FS-H1, FS-H3, FS-H4).

    before: what the side called it until now, '' for a unit that was out of sight.  shown: the unit as well as it is
    seen, in what a seat learns alone.
    """

    unit: StandId
    sighting: Sighting
    before: StandId = StandId("")
    shown: Unit | UnsetType = UNSET

    def apply(self, battle: Battle) -> Battle:
        """It is in sight so."""
        return with_sights(battle, self.side, sighted(side_sights(battle, self.side), self.unit, self.sighting))


class LostSight(OfSide[Battle], frozen=True, tag="lost sight"):
    """A unit is no longer in sight (FS-H5).  at: where it was last seen."""

    unit: StandId
    name: StandId
    at: Pose

    def apply(self, battle: Battle) -> Battle:
        """Its ghost stays, as well as it was known."""
        sights = side_sights(battle, self.side)
        sighting = sights.seen[self.unit]
        was = as_known(replace(battle.units[self.unit], pose=self.at, inside=None), sighting)
        return with_sights(battle, self.side, out_of_sight(sights, self.unit, Ghost(was, sighting.grade, battle.turn)))


class SightingReported(TroopsReported[Battle], frozen=True, tag="sighting reported"):
    """An umpire's word: a side was told of troops.  shown: as its map shows them, by the name it calls them."""

    shown: Unit

    def apply(self, battle: Battle) -> Battle:
        """Its map shows them as last seen."""
        told = Ghost(self.shown, self.shown.seen or "body", battle.turn, self.source or TOLD)
        return with_report(battle, self.side, self.shown.id, told)


class FoundOut(OfSide[Battle], frozen=True, tag="found out"):
    """An order that was lawful by all that its side saw could not be carried out whole (FS-H6, FS-H7).

    what: ``ran into``: an enemy that was not in sight stood in the way; ``not as seen``: what was seen of an enemy
    misled.  enemies: those it was for.
    """

    unit: StandId
    what: Literal["ran into", "not as seen"]
    enemies: tuple[StandId, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        """What it did is told by itself."""
        return battle


def after_falling(battle: Battle, unit: Unit) -> Battle:
    """The battle with a unit out of sight that is gone; a side that saw it knows of its loss (FS-H9)."""
    return with_fallen(battle, unit.id, partial(as_known, unit))
