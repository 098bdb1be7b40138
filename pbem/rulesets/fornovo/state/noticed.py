"""What happens to the sight of hidden units (FS-H1 and on), beside what every table has.  It is of one side alone."""

from functools import partial
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.hiding import OfSide, TroopsReported, with_fallen
from pbem.engine.ids import StandId
from pbem.engine.table.noticed import UnitLost, UnitSighted
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.sights import as_known
from pbem.rulesets.fornovo.state.units import Unit


class Sighted(UnitSighted[Battle], frozen=True, tag="sighted"):
    """A unit came in sight, or is seen better than before (FS-H1, FS-H3, FS-H4)."""

    shown: Unit | UnsetType = UNSET
    """The unit as well as it is seen, in what a seat learns alone."""


class LostSight(UnitLost[Battle], frozen=True, tag="lost sight"):
    """A unit is no longer in sight (FS-H5)."""

    def apply(self, battle: Battle) -> Battle:
        """Its ghost stays, as well as it was known, where it was last seen."""
        was = replace(battle.units[self.unit], pose=self.at, inside=None)
        return self.leaving(battle, partial(as_known, was))


class SightingReported(TroopsReported[Battle], frozen=True, tag="sighting reported"):
    """An umpire's word: a side was told of troops."""

    shown: Unit


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
