"""What can happen in a battle.  Each fact sets its results in ``apply``."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from pbem.engine.commanders import CommandersStanding, commander_of
from pbem.engine.facts import Fact
from pbem.engine.grades import GradedVerdict
from pbem.engine.hiding import forgetting
from pbem.engine.ids import UMPIRE, RuleId, Seat, Side, StandId
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Face
from pbem.rulesets.armatys.state.battle import Battle, General, Melee, Sight, more, with_unit
from pbem.rulesets.armatys.state.noticed import after_falling
from pbem.rulesets.armatys.state.standing import Standing
from pbem.rulesets.armatys.state.units import Crossing, GunStatus, Pursuit, Unit
from pbem.rulesets.armatys.tables import Cause, Morale, Striker

FRESH: Mapping[str, Any] = {
    "moved": Hundredths(0), "changed": False, "fired": False, "fought": False, "retired": False,
    "failed_charge": False, "taken": {}, "charge": None, "answer": None, "meets": None, "stood": False,
    "flees": False, "pursued": False, "was": None, "ground": 0, "through": (), "been_through": (), "hampered": (),
}  # fmt: skip
"""What a unit remembers of a bound before anything of it is played."""


class OrderRefused(Fact[Battle], frozen=True, tag="order refused"):
    """An order that the rules bar."""

    order: int
    """Its number, from 1."""
    unit: StandId
    """The unit or general it is for."""
    why: tuple[RuleId, ...]
    """The rules against it."""
    distance: Hundredths | None = None
    """To the target, of a shot."""
    by: str | None = None
    """The unit or piece of terrain in the way."""
    inside: Hundredths | None = None
    """How much of a line of fire runs in woods and towns."""

    def apply(self, battle: Battle) -> Battle:
        return battle

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """A refusal is its owner's alone."""
        one = battle.units.get(self.unit) or battle.generals.get(self.unit) or battle.removed.get(self.unit)
        return seat == UMPIRE or (one is not None and commander_of(battle.armies, one) == seat)


class Fired(Fact[Battle], frozen=True, tag="fired"):
    """AR-fire-8, AR-art-8: a volley, or the shot of a gun."""

    order: int
    unit: StandId
    target: StandId
    distance: Hundredths
    required: int
    """The least die that hits."""
    hits: int
    figures: int = 0
    """Those that fire, in groups of a size; none of a gun."""
    size: int = 0
    groups: int = 0
    empties: bool = False
    dice: tuple[int, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        return with_unit(battle, replace(one, fired=True, pistols_loaded=one.pistols_loaded and not self.empties))


class Struck(Fact[Battle], frozen=True, tag="struck"):
    """AR-mel-7, AR-mel-8: what one type of a unit does to an enemy.  face: the enemy's.  hits: None before the dice."""

    unit: StandId
    enemy: StandId
    striker: Striker
    figures: int
    size: int
    groups: int
    face: Face
    hits: int | None = None
    dice: tuple[int, ...] = ()
    flank_by_hits: bool = False
    """AR-Q47, switched: only groups that hit give flank counters."""

    def apply(self, battle: Battle) -> Battle:
        if self.striker != "pistol" or self.hits is None:
            return battle
        return with_unit(battle, replace(battle.units[self.unit], pistols_loaded=False))

    @property
    def flank(self) -> int:
        """Flank counters."""
        if self.face is Face.FRONT:
            return 0
        return (self.hits or 0) if self.flank_by_hits else self.groups


class Risked(Fact[Battle], frozen=True, tag="risked"):
    """AR-cas: a figure tested for.  by: who hit it (``A1``, ``A1:pike``); risk: the type named, '' of one type only."""

    unit: StandId
    by: str
    risk: str = ""
    saved: bool = False
    lost: str = ""
    rows: tuple[str, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        if not self.lost:
            return battle
        one = battle.units[self.unit]
        status = "abandoned" if one.gun and not any(self.rows) else one.status  # AR-Q83
        lost = more(one.taken, "figures", 1)
        return with_unit(battle, replace(one, rows=self.rows, taken=lost, status=status))


class CountersTaken(Fact[Battle], frozen=True, tag="counters taken"):
    """count: negative where a speech takes them away."""

    unit: StandId
    cause: Cause
    count: int

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        taken = more(one.taken, self.cause, self.count)
        ground = 0 if self.cause == "terrain" else one.ground
        return with_unit(battle, replace(one, counters=one.counters + self.count, taken=taken, ground=ground))


class Recovered(Fact[Battle], frozen=True, tag="recovered"):
    """AR-mor-7: a counter removed in P7, or pistols reloaded."""

    unit: StandId
    reloads: bool = False

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        done = replace(one, pistols_loaded=True) if self.reloads else replace(one, counters=one.counters - 1)
        return with_unit(battle, done)


class MeleeDecided(Fact[Battle], frozen=True, tag="melee decided"):
    """A round of melee fought (AR-mel-14)."""

    melee: Melee

    def apply(self, battle: Battle) -> Battle:
        units = {**battle.units}
        for unit in self.melee.units:
            units[unit] = replace(units[unit], fought=True)
        contacts = tuple(
            replace(one, rounds=one.rounds + ({one.one, one.other} <= {*self.melee.units})) for one in battle.contacts
        )
        return replace(battle, units=units, contacts=contacts)


class Broke(Fact[Battle], frozen=True, tag="broke"):
    """AR-Q14.  due: the enemy that broke it, or ``edge``.  at_once: in P1, so that it retires in P2a."""

    unit: StandId
    due: str
    at_once: bool = False

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        return with_unit(
            battle,
            replace(
                one,
                state="broken",
                break_due=self.due,
                flees=one.flees or self.at_once,
                pursuit=None,
                has_broken=True,
            ),
        )


class Retired(Fact[Battle], frozen=True, tag="retired"):
    """AR-mor-4, AR-G17: a retirement made."""

    unit: StandId
    to: Pose
    inches: Hundredths
    ground: int = 0
    """Counters of terrain that it brings (AR-Q59)."""
    through: tuple[StandId, ...] = ()
    """Friends gone through (AR-Q67)."""

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        moved = replace(
            one, pose=self.to, moved=Hundredths(one.moved + self.inches), retired=True, changed=True, break_due=None,
            flees=False, was=one.was or one.pose, ground=one.ground + self.ground,
            through=(*one.through, *self.through),
        )  # fmt: skip
        contacts = tuple(c for c in battle.contacts if self.unit not in (c.one, c.other))
        return replace(with_unit(battle, moved), contacts=contacts)


class ClassRolled(Fact[Battle], frozen=True, tag="class rolled"):
    """AR-cls-3."""

    unit: StandId
    morale: Morale

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], morale=self.morale, class_rolled=True))


class GeneralChanged(Fact[Battle], frozen=True, tag="general changed"):
    """AR-gnl-4, AR-gnl-5: what became of a general as his unit suffered."""

    general: General

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, generals={**battle.generals, self.general.id: self.general})


class BoundBegan(Fact[Battle], frozen=True, tag="bound began"):
    """The memory of the bound before is wiped (catalogue section 2)."""

    bound: int

    def apply(self, battle: Battle) -> Battle:
        return replace(
            battle,
            bound=self.bound,
            sights=forgetting(battle).sights,
            special_tried=(),
            units={unit: replace(one, **FRESH) for unit, one in battle.units.items()},
            generals={name: replace(one, rolled=False) for name, one in battle.generals.items()},
            contacts=tuple(replace(one, by=()) for one in battle.contacts),
        )


class Removed(Fact[Battle], frozen=True, tag="removed"):
    """AR-Q83, AR-Q76: a unit without figures, or off the table."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        units = {unit: one for unit, one in battle.units.items() if unit != self.unit}
        contacts = tuple(c for c in battle.contacts if self.unit not in (c.one, c.other))
        gone = {**battle.removed, self.unit: replace(battle.units[self.unit], left_in=battle.bound)}
        return after_falling(replace(battle, units=units, contacts=contacts, removed=gone), gone[self.unit])


class QuietBound(Fact[Battle], frozen=True, tag="quiet bound"):
    """A quiet bound: one owed is paid (AR-Q23); a broken unit is steady again (AR-Q17)."""

    unit: StandId
    steadied: bool
    paid: bool

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        state = "steady" if self.steadied else one.state
        return with_unit(battle, replace(one, state=state, rally_owed=one.rally_owed - self.paid))


class ReactionTested(Fact[Battle], frozen=True, tag="reaction tested"):
    """AR-chg, AR-stand, AR-pur: a test of reaction."""

    unit: StandId
    test: Literal["charge", "counter", "stand", "pursuit"]
    required: int | None
    """The least die that passes; None: failed without a die (AR-Q75)."""
    passed: bool
    die: int | None = None
    parts: tuple[tuple[str, int], ...] = ()
    """What the number required is made of: ``average 3``, ``Horse -1``."""

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        if self.test == "charge" and one.charge is not None:
            one = replace(one, charge=replace(one.charge, passed=self.passed), failed_charge=not self.passed)
        elif self.test == "counter" and not self.passed:
            one = replace(one, answer=None, meets=None, failed_charge=True)
        elif self.test == "stand":
            one = replace(one, stood=self.passed)
        return with_unit(battle, one)


class PursuitBegan(Fact[Battle], frozen=True, tag="pursuit began"):
    """AR-pur-1: a unit is to pursue the enemy that it broke; its first move is due in P5."""

    unit: StandId
    quarry: StandId

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], pursuit=Pursuit(self.quarry)))


class PursuitEnded(Fact[Battle], frozen=True, tag="pursuit ended"):
    """AR-pur-2, AR-pur-9.  owed: bounds of rallying."""

    unit: StandId
    owed: int

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], pursuit=None, rally_owed=self.owed))


class Moved(Fact[Battle], frozen=True, tag="moved"):
    """AR-G19: an ordinary move made; what it leaves the unit as."""

    order: int
    unit: StandId
    time: float
    """The share of a move that the order takes."""
    to: Pose
    inches: Hundredths
    path: tuple[Spot, ...]
    """Places of the middle of its front on the way."""
    rows: tuple[str, ...]
    march_column: bool
    mounted: bool
    status: GunStatus
    unlimber_moves: int
    bayonets_fixed: bool
    changed: bool
    """Whether it changed formation, turned or the like."""
    by: StandId | None = None
    """The unit that stopped it early."""
    ground: int = 0
    """Counters of terrain that it brings (AR-Q59)."""
    through: tuple[StandId, ...] = ()
    """Friends gone through (AR-Q67)."""
    crossing: Crossing | None = None
    """The bridge that it is on afterwards (AR-G25)."""
    quarters: tuple[Spot, ...] = ()
    """Where it was at a quarter, a half, three quarters of the bound, as far as it then still moved (AR-G19)."""

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        there = replace(
            one, crossing=self.crossing,
            pose=self.to, rows=self.rows, march_column=self.march_column, mounted=self.mounted,
            status=self.status, unlimber_moves=self.unlimber_moves, bayonets_fixed=self.bayonets_fixed,
            moved=Hundredths(one.moved + self.inches), changed=one.changed or self.changed,
            ground=one.ground + self.ground, through=(*one.through, *self.through),
        )  # fmt: skip
        return with_unit(battle, there)


class GeneralMoved(Fact[Battle], frozen=True, tag="general moved"):
    """AR-G24: a general rides, or goes along with his unit."""

    general: StandId
    to: Pose
    order: int = 0
    """Number of the order, of a ride."""
    time: float = 0
    """The share of a move that a ride takes."""

    def apply(self, battle: Battle) -> Battle:
        one = replace(battle.generals[self.general], pose=self.to)
        return replace(battle, generals={**battle.generals, self.general: one})


class PhaseBegan(Fact[Battle], frozen=True, tag="phase began"):
    """A phase of the bound begins."""

    step: str

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, step=self.step, phase="action")


class OrdersAsked(Fact[Battle], frozen=True, tag="orders asked"):
    """K0: packets are asked for."""

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, phase="orders", step="")


class StandingGiven(CommandersStanding[Standing], frozen=True, tag="standing given"):
    """A commander's standing orders."""


class UnitArrived(Fact[Battle], frozen=True, tag="arrived"):
    """A unit comes over the edge of the table."""

    unit: StandId
    to: Pose

    def apply(self, battle: Battle) -> Battle:
        late = {unit: one for unit, one in battle.to_come.items() if unit != self.unit}
        return with_unit(replace(battle, to_come=late), replace(battle.to_come[self.unit], pose=self.to))


class GroundHeld(Fact[Battle], frozen=True, tag="ground held"):
    """Of each area that counts for its last holder, that side."""

    held: Mapping[str, Side]

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, held=self.held)


class UnitPut(Fact[Battle], frozen=True, tag="unit put"):
    """An umpire's word (AR-D22): a unit as it now is; one without figures is gone."""

    unit: Unit

    def apply(self, battle: Battle) -> Battle:
        there = with_unit(battle, self.unit)
        there = replace(there, removed={code: one for code, one in there.removed.items() if code != self.unit.id})
        moved = battle.units.get(self.unit.id)
        apart = moved is not None and moved.pose != self.unit.pose
        if not self.unit.rows:
            units = {code: one for code, one in there.units.items() if code != self.unit.id}
            there = after_falling(
                replace(there, units=units, removed={**there.removed, self.unit.id: self.unit}), self.unit
            )
        if apart or not self.unit.rows:
            there = replace(there, contacts=tuple(c for c in there.contacts if self.unit.id not in (c.one, c.other)))
        return there


class FogPut(Fact[Battle], frozen=True, tag="fog put"):
    """An umpire's word (AR-D22): how far troops see, from some bounds on."""

    sight: tuple[Sight, ...]
    """All of it, as it now is."""
    inches: Hundredths | None
    """How far is seen from now on; None where the fog lifts."""
    until: int
    """The last bound of it."""

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, sight=self.sight)


class BattleEnded(Fact[Battle], frozen=True, tag="battle ended"):
    """K5: the battle is over.  winner: None for a draw."""

    winner: Side | None
    how: Literal["broken", "objective", "limit", "draw", "conceded", "ruled"]
    verdict: GradedVerdict
    objective: str = ""

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, phase="over", step="", winner=self.winner, how=self.how, verdict=self.verdict)
