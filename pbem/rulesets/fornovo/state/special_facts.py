"""What special rules and late comers do.  Each fact sets its results in ``apply``."""

from typing import Literal

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.ids import StandId
from pbem.engine.table.places import Pose
from pbem.rulesets.fornovo.state.battle import Battle, Piece, with_unit


class SpecialActed(Fact[Battle], frozen=True, tag="special acted"):
    """A special rule acts, or a die decides that it does not."""

    rule: int
    """Its place in ``Battle.special``."""
    unit: StandId
    """The unit or general it is about; '' for none."""
    acts: bool
    die: int | None = None
    frees: tuple[StandId, ...] = ()
    """Units that are held back no more."""
    disorders: bool = False
    """The unit."""
    done: bool = False
    """It acts no more."""
    sounds: bool = False
    """An alarm, upon which drums call the units."""
    drums: bool = False
    """The unit hears them, or does not yet."""

    def apply(self, battle: Battle) -> Battle:
        there = replace(battle, freed=(*battle.freed, *self.frees))
        if self.sounds:
            there = replace(there, alarms={**there.alarms, self.rule: there.turn})
        if self.done:
            there = replace(there, special_done=(*there.special_done, self.rule))
        if self.disorders and self.acts:
            one = there.units[self.unit]
            there = with_unit(there, replace(one, disordered=True))
        return there


class Marked(Fact[Battle], frozen=True, tag="special marked"):
    """A special rule has hold of a unit: it is tired for good, wavers or loots in this turn, or strays in the next."""

    unit: StandId
    how: Literal["tired", "wavers", "strays", "loots"]
    die: int | None = None

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        if self.how == "tired":
            return with_unit(battle, replace(one, tired=True))
        if self.how == "loots":
            return with_unit(battle, replace(one, loots=True, disordered=True))
        if self.how == "wavers":
            return with_unit(battle, replace(one, wavers=True))
        return with_unit(battle, replace(one, strays=battle.turn + 1))


class UnitArrived(Fact[Battle], frozen=True, tag="unit arrived"):
    """A unit comes over the edge of the table."""

    unit: StandId
    to: Pose

    def apply(self, battle: Battle) -> Battle:
        late = {code: one for code, one in battle.to_come.items() if code != self.unit}
        return with_unit(replace(battle, to_come=late), replace(battle.to_come[self.unit], pose=self.to))


class GroundClosed(Fact[Battle], frozen=True, tag="ground closed"):
    """A piece of terrain as it is from now on."""

    piece: Piece

    def apply(self, battle: Battle) -> Battle:
        kept = tuple(one for one in battle.terrain if one.id != self.piece.id)
        return replace(battle, terrain=(*kept, self.piece))
