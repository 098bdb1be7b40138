"""What can happen as troops and crews leave and return.  Each fact sets its results in ``apply``."""

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose
from pbem.rulesets.armatys.state.battle import Battle, with_unit
from pbem.rulesets.armatys.state.noticed import after_falling
from pbem.rulesets.armatys.state.units import Unit


class Detached(Fact[Battle], frozen=True, tag="detached"):
    """AR-form-4, AR-G26: a sub-unit has left its parent; both have spent their bound."""

    order: int
    """Number of the order."""
    unit: StandId
    """The parent."""
    sub: Unit
    """The new unit."""
    leaves: tuple[str, ...]
    """The rows of the parent afterwards."""

    def apply(self, battle: Battle) -> Battle:
        """The new unit stands beside its parent, which has its points and figures the less."""
        was = battle.units[self.unit]
        rest = max(0, was.start_figures - self.sub.start_figures)
        parent = replace(
            was, rows=self.leaves, changed=True, points=was.points - self.sub.points, start_figures=rest,
        )  # fmt: skip
        return with_unit(with_unit(battle, parent), self.sub)


class Rejoined(Fact[Battle], frozen=True, tag="rejoined"):
    """AR-form-8, AR-Q68: a sub-unit is part of its parent again; it is no loss."""

    unit: StandId
    """The sub-unit, which is no more."""
    parent: Unit
    """As it is with the figures of the other."""

    def apply(self, battle: Battle) -> Battle:
        """The sub-unit is gone, without points and figures."""
        gone = replace(battle.units[self.unit], rows=(), points=0, joined=True)
        units = {code: one for code, one in battle.units.items() if code != self.unit}
        there = after_falling(replace(battle, units=units, removed={**battle.removed, self.unit: gone}), gone)
        return with_unit(there, self.parent)


class CrewReturned(Fact[Battle], frozen=True, tag="crew returned"):
    """AR-Q25: a crew that ran has gone toward its gun."""

    order: int
    unit: StandId
    to: Pose
    """Its centre."""
    inches: Hundredths
    mans: bool
    """It is at its gun, and mans it."""
    ground: int = 0
    """Counters of terrain that it brings (AR-Q59)."""
    through: tuple[StandId, ...] = ()
    """Friends gone through (AR-Q67)."""
    by: StandId | None = None
    """The unit that stopped it."""

    def apply(self, battle: Battle) -> Battle:
        """A manned gun is as it was left: limbered, being unlimbered or prepared."""
        one = battle.units[self.unit]
        there = replace(
            one, crew_at=self.to, moved=Hundredths(one.moved + self.inches), changed=one.changed or self.mans,
            ground=one.ground + self.ground, through=(*one.through, *self.through),
        )  # fmt: skip
        if self.mans:
            status = "prepared" if one.left_as is UNSET else one.left_as
            there = replace(there, crew_at=None, status=status, left_as=UNSET)
        return with_unit(battle, there)
