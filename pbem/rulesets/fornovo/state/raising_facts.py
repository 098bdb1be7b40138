"""An army raised by its list before the first turn (FS-4, FS-Q89)."""

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.ids import Side
from pbem.rulesets.fornovo.state.battle import Battle, General
from pbem.rulesets.fornovo.state.units import Unit


class ArmyRaised(Fact[Battle], frozen=True, tag="army raised"):
    """A side's units and generals in place of the scenario's; the share of points that breaks it stays."""

    side: Side
    units: tuple[Unit, ...]
    """Each at its place."""
    generals: tuple[General, ...]
    points: int
    """Of the whole list."""

    def apply(self, battle: Battle) -> Battle:
        units = {code: one for code, one in battle.units.items() if one.side != self.side}
        generals = {code: one for code, one in battle.generals.items() if one.side != self.side}
        return replace(
            battle,
            units={**units, **{one.id: one for one in self.units}},
            generals={**generals, **{one.id: one for one in self.generals}},
            armies=tuple(
                replace(one, points=of, break_at=-(-one.break_at * of // one.points) if one.points else 0)
                if one.id == self.side else one
                for one in battle.armies for of in (sum(unit.points for unit in self.units),)
            ),
        )  # fmt: skip


class ListsDone(Fact[Battle], frozen=True, tag="lists done"):
    """Both armies are there: no list is asked for any more."""

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, army_points=0)
