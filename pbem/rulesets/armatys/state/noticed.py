"""What happens to the sight of hidden units (AR-H1 and on), beside what every table has.  It is of one side alone."""

from functools import partial
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.hiding import OfSide, TroopsReported, with_fallen
from pbem.engine.ids import StandId
from pbem.engine.table.noticed import UnitLost, UnitSighted
from pbem.rulesets.armatys.state.battle import Battle, with_unit
from pbem.rulesets.armatys.state.sights import as_known
from pbem.rulesets.armatys.state.units import Unit


class Sighted(UnitSighted[Battle], frozen=True, tag="sighted"):
    """A unit came in sight, or is seen better than before (AR-H1, AR-H3, AR-H4)."""

    shown: Unit | UnsetType = UNSET
    """The unit as well as it is seen, in what a seat learns alone."""


class LostSight(UnitLost[Battle], frozen=True, tag="lost sight"):
    """A unit is no longer in sight (AR-H5)."""

    def apply(self, battle: Battle) -> Battle:
        """Its ghost stays, as well as it was known, where it was last seen."""
        was = replace(battle.units[self.unit], pose=self.at)
        return self.leaving(battle, partial(as_known, was))


class SightingReported(TroopsReported[Battle], frozen=True, tag="sighting reported"):
    """An umpire's word: a side was told of troops."""

    shown: Unit


class FoundOut(OfSide[Battle], frozen=True, tag="found out"):
    """An order that was lawful by all that its side saw could not be carried out (AR-H6, AR-H7).

    what: ``ran into``: an enemy that was not in sight stood in the way; ``not as seen``: what was seen of an enemy
    misled.  enemies: those it was for.  What the order was to spend is spent.
    """

    unit: StandId
    """The unit or general that it is for."""
    what: Literal["ran into", "not as seen"]
    enemies: tuple[StandId, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        """The unit has spent its bound."""
        one = battle.units.get(self.unit)
        return with_unit(battle, replace(one, changed=True)) if one is not None else battle


def after_falling(battle: Battle, unit: Unit) -> Battle:
    """The battle with a unit out of sight that is gone; a side that saw it knows of its loss (AR-H9)."""
    return with_fallen(battle, unit.id, partial(as_known, unit))
