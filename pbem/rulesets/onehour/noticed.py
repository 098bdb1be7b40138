"""What happens to the sight of hidden units (OH-H1 and on).  ``Sighted`` and its like are of one side alone."""

from functools import partial
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hiding import (
    TOLD,
    OfSide,
    SightingWithdrawn,
    SightRuled,
    TroopsReported,
    forgetting,
    side_sights,
    with_fallen,
    with_report,
    with_sights,
    without_unit,
)
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Ghost, Sighting, out_of_sight, sighted
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving, UnitsGaveAway
from pbem.engine.table.places import Pose
from pbem.rulesets.onehour.battle import Battle, Unit, with_unit
from pbem.rulesets.onehour.commands import Order
from pbem.rulesets.onehour.sights import as_known


class Sighted(OfSide[Battle], frozen=True, tag="sighted"):
    """A unit came in sight, or is seen better than before (OH-H1, OH-H3, OH-H4).

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
    """A unit is no longer in sight (OH-H5).  at: where it was last seen."""

    unit: StandId
    name: StandId
    at: Pose

    def apply(self, battle: Battle) -> Battle:
        """Its ghost stays, as well as it was known; none of a unit whose place is known to be another."""
        sights = side_sights(battle, self.side)
        sighting = sights.seen[self.unit]
        was = as_known(replace(battle.units[self.unit], pose=self.at, state="on table"), sighting)
        ghost = Ghost(was, sighting.grade, battle.turn)
        return with_sights(battle, self.side, out_of_sight(sights, self.unit, ghost))


class SightingReported(TroopsReported[Battle], frozen=True, tag="sighting reported"):
    """An umpire's word: a side was told of troops.  shown: as its map shows them, by the name it calls them."""

    shown: Unit

    def apply(self, battle: Battle) -> Battle:
        """Its map shows them as last seen."""
        told = Ghost(self.shown, self.shown.seen or "body", battle.turn, self.source or TOLD)
        return with_report(battle, self.side, self.shown.id, told)


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
