"""What happens to the sight of hidden units (OH-H1 and on).  ``Sighted`` and its like are of one side alone."""

from functools import partial
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hiding import (
    OfSide,
    SightingWithdrawn,
    SightRuled,
    TroopsReported,
    forgetting,
    with_fallen,
    without_unit,
)
from pbem.engine.ids import Side, StandId
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving, UnitLost, UnitsGaveAway, UnitSighted
from pbem.rulesets.onehour.battle import Battle, Unit, with_unit
from pbem.rulesets.onehour.commands import Order
from pbem.rulesets.onehour.sights import as_known


class Sighted(UnitSighted[Battle], frozen=True, tag="sighted"):
    """A unit came in sight, or is seen better than before (OH-H1, OH-H3, OH-H4)."""

    shown: Unit | UnsetType = UNSET
    """The unit as well as it is seen, in what a seat learns alone."""


class LostSight(UnitLost[Battle], frozen=True, tag="lost sight"):
    """A unit is no longer in sight (OH-H5)."""

    def apply(self, battle: Battle) -> Battle:
        """Its ghost stays, as well as it was known, where it was last seen."""
        was = replace(battle.units[self.unit], pose=self.at, state="on table")
        return self.leaving(battle, partial(as_known, was))


class SightingReported(TroopsReported[Battle], frozen=True, tag="sighting reported"):
    """An umpire's word: a side was told of troops."""

    shown: Unit


class BlindUnveiled(Fact[Battle], frozen=True, tag="blind unveiled"):
    """A blind was made out, or met, and is taken off the table: nothing is there (OH-H10)."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        """Neither side sees it, or takes it to be anywhere."""
        one = replace(battle.units[self.unit], state="unveiled")
        return without_unit(with_unit(battle, one), self.unit)


class FoundOut(OfSide[Battle], frozen=True, tag="found out"):
    """An order that was lawful by all that its side saw could not be carried out as it was written (OH-H6, OH-H7).

    what: ``ran into``: an enemy that was not in sight stood in the way; ``not as seen``: what was seen of an enemy
    misled.  enemies: those it was for.  What the order was to spend is spent.
    """

    order: Order
    what: Literal["ran into", "not as seen"]
    enemies: tuple[StandId, ...] = ()
    shooting: bool = False

    def apply(self, battle: Battle) -> Battle:
        """The unit has moved, or shot."""
        one = battle.units[self.order.unit]
        return with_unit(battle, replace(one, shot=True) if self.shooting else replace(one, moved=True))


def after_falling(battle: Battle, unit: StandId) -> Battle:
    """The battle with a destroyed unit out of sight; a side that saw it knows of its loss (OH-H9)."""
    return with_fallen(battle, unit, partial(as_known, battle.units[unit]))


def after_shown(battle: Battle, side: Side) -> Battle:
    """The battle when a side's player turn begins: what its units gave away in its last one is forgotten (OH-H2)."""
    return forgetting(battle, lambda unit: battle.units[unit].side != side)


NoticedFacts = (
    Sighted | LostSight | PlaceSeenEmpty | SeenMoving | AreaSeen | UnitsGaveAway | FoundOut | BlindUnveiled
    | SightingReported | SightingWithdrawn | SightRuled
)  # fmt: skip
