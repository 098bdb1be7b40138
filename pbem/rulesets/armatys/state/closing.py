"""What can happen as units charge, beside the facts of every fight.  Each fact sets its results in ``apply``."""

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose
from pbem.rulesets.armatys.state.battle import Battle, Contact, more, with_unit
from pbem.rulesets.armatys.state.units import Answer, Charge


class ChargeDeclared(Fact[Battle], frozen=True, tag="charge declared"):
    """AR-chg-1, AR-G15: a charge that is legal."""

    order: int
    unit: StandId
    charge: Charge
    time: Hundredths
    """Of a move, to the target where it stands."""

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], charge=self.charge))


class ChargeAnswered(Fact[Battle], frozen=True, tag="charge answered"):
    """AR-chg-6, AR-Q8: what a charged unit does.  meets: the charger that a counter-charge goes at."""

    unit: StandId
    answer: Answer
    meets: StandId | None = None
    by_default: bool = False
    """Neither this bound's orders nor a standing order said so: told to its owner alone."""

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], answer=self.answer, meets=self.meets))


class ChargeMoved(Fact[Battle], frozen=True, tag="charge moved"):
    """AR-G16, AR-G18: the move of a charger or counter-charger in P2, of a pursuer in P2 or P5."""

    unit: StandId
    to: Pose
    inches: Hundredths
    pursuing: bool = False
    ground: int = 0
    """Counters of terrain that it brings (AR-Q59)."""
    through: tuple[StandId, ...] = ()
    """Friends gone through (AR-Q67)."""
    hampered: tuple[str, ...] = ()
    """Ground on the way that hampers a charge (special rule)."""

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        chased = one.pursuit
        if self.pursuing and chased is not None:
            chased = replace(chased, bounds=chased.bounds + 1)
        moved = replace(
            one, pose=self.to, moved=Hundredths(one.moved + self.inches), changed=True, was=one.was or one.pose,
            pursuit=chased, pursued=one.pursued or self.pursuing, ground=one.ground + self.ground,
            through=(*one.through, *self.through), hampered=self.hampered,
        )  # fmt: skip
        return with_unit(battle, moved)


class ContactMade(Fact[Battle], frozen=True, tag="contact made"):
    """AR-G4, AR-G21: a charge reached an enemy."""

    contact: Contact

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, contacts=(*battle.contacts, self.contact))


class Interpenetrated(Fact[Battle], frozen=True, tag="interpenetrated"):
    """AR-int-1, AR-Q67: two friends, the counters each takes as one has gone through the other."""

    one: StandId
    other: StandId
    first: int
    second: int

    def apply(self, battle: Battle) -> Battle:
        for unit, friend, count in ((self.one, self.other, self.first), (self.other, self.one, self.second)):
            hit = battle.units[unit]
            done = replace(
                hit,
                counters=hit.counters + count,
                taken=more(hit.taken, "interpenetration", count),
                through=tuple(one for one in hit.through if one != friend),
                been_through=(*hit.been_through, friend),
            )
            battle = with_unit(battle, done)
        return battle


class CrewFled(Fact[Battle], frozen=True, tag="crew fled"):
    """AR-Q25: a crew leaves its gun.  to: its centre."""

    unit: StandId
    to: Pose
    inches: Hundredths
    through: tuple[StandId, ...] = ()
    """Friends gone through (AR-Q67)."""

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        left = one.left_as if one.status in {"prepared", "abandoned"} else one.status
        gone = replace(
            one, crew_at=self.to, status="abandoned", left_as=left, moved=Hundredths(one.moved + self.inches),
            changed=True, retired=True, break_due=None, flees=False, through=(*one.through, *self.through),
        )  # fmt: skip
        return with_unit(battle, gone)


class CutDown(Fact[Battle], frozen=True, tag="crew cut down"):
    """AR-mel-11.  The gun stays, without a crew."""

    unit: StandId
    by: StandId

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        lost = more(one.taken, "figures", one.figures)
        return with_unit(battle, replace(one, rows=(), crew_at=None, status="abandoned", taken=lost, cut_down=True))


class BayonetsFixed(Fact[Battle], frozen=True, tag="bayonets fixed"):
    """AR-bay-1: plug bayonets fixed without a move of their own."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], bayonets_fixed=True))


class FaceTurned(Fact[Battle], frozen=True, tag="face turned"):
    """AR-Q53: a unit in melee has turned; how its enemies now stand to it."""

    unit: StandId
    contacts: tuple[Contact, ...]

    def apply(self, battle: Battle) -> Battle:
        others = tuple(one for one in battle.contacts if self.unit not in (one.one, one.other))
        return replace(battle, contacts=(*others, *self.contacts))
