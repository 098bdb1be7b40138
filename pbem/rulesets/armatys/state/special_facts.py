"""What can happen by the special rules of a battle.  Each fact sets its results in ``apply``."""

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.ids import StandId
from pbem.engine.table.places import Pose
from pbem.rulesets.armatys.state.battle import Battle, with_unit
from pbem.rulesets.armatys.state.facts import FRESH


class SpecialActed(Fact[Battle], frozen=True, tag="special rule acted"):
    """A special rule that acts once has acted, or its die was thrown."""

    rule: int
    """Its place among the special rules of the battle."""
    acts: bool
    """Whether it acts; a die that failed may be thrown again in a later bound, where the rule says so."""
    unit: StandId
    """Whose die it was, or upon whom it acts."""
    die: int | None = None
    """The die, where there was one."""

    def apply(self, battle: Battle) -> Battle:
        """Noted, so that it does not act or is not tried again."""
        tried = replace(battle, special_tried=(*battle.special_tried, self.rule))
        return replace(tried, special_done=(*battle.special_done, self.rule)) if self.acts else tried


class CameBack(Fact[Battle], frozen=True, tag="came back"):
    """A die for a unit that pursued off the table; it comes back, or does not."""

    unit: StandId
    die: int
    to: Pose | None
    """Where it stands; None: it has not come."""

    def apply(self, battle: Battle) -> Battle:
        """Steady, pistols empty, half its bounds of pursuit owed (AR-Q23)."""
        if self.to is None:
            return battle
        was = battle.removed[self.unit]
        bounds = was.pursuit.bounds if was.pursuit is not None else 0
        there = replace(
            was, **FRESH, pose=self.to, pursuit=None, rally_owed=was.rally_owed + (bounds + 1) // 2,
            pistols_loaded=False, state="steady", break_due=None, left_in=None,
        )  # fmt: skip
        others = {code: one for code, one in battle.removed.items() if code != self.unit}
        return with_unit(replace(battle, removed=others), there)


class FollowTried(Fact[Battle], frozen=True, tag="follow tried"):
    """A die for a unit behind a line that pursues."""

    unit: StandId
    die: int
    goes: bool

    def apply(self, battle: Battle) -> Battle:
        """Nothing by itself: a pursuit is a fact of its own."""
        return battle


class LaneTaken(Fact[Battle], frozen=True, tag="lane taken"):
    """The one unit of a bound that crosses an obstacle at a lane."""

    rule: int
    """The place of the special rule among those of the battle."""
    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        """No other unit has the lane in this bound."""
        return replace(battle, special_tried=(*battle.special_tried, self.rule))
