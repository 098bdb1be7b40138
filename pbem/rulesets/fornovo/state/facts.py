"""What can happen in a turn but for fire, combat and tests (``fighting_facts``).  ``apply`` sets the results."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.commanders import CommandersStanding, commander_of
from pbem.engine.facts import Fact
from pbem.engine.grades import GradedVerdict
from pbem.engine.hiding import forgetting
from pbem.engine.ids import UMPIRE, RuleId, Seat, Side, StandId
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.battle import (
    Battle,
    Charge,
    Chase,
    Combat,
    General,
    Piece,
    PieceKind,
    combats_of,
    with_unit,
)  # fmt: skip
from pbem.rulesets.fornovo.state.noticed import after_falling
from pbem.rulesets.fornovo.state.scene import Sight
from pbem.rulesets.fornovo.state.special_rules import LastPowder, Tired
from pbem.rulesets.fornovo.state.standing import Standing
from pbem.rulesets.fornovo.state.units import LeftTable, ShotAt, Unit, crew_alone

RALLY_STEPS = ("", "R1", "R2", "R3a", "R3b", "R4")
"""Before the Move phase: what begins there was there when it began (FS-Q32)."""


def _late(battle: Battle) -> bool:
    """FS-Q32: the Move phase of this turn has begun."""
    return battle.step not in RALLY_STEPS


def _without_charge(battle: Battle, unit: StandId) -> Battle:
    """A unit's charge, and charges at it that are not yet made, at their end."""
    return replace(
        battle, charges=tuple(replace(one, state="over") if one.unit == unit else one for one in battle.charges)
    )


def _apart(battle: Battle, *units: StandId) -> Battle:
    """Combats of these (of one: all of its own; of two: theirs) are over."""
    ending = tuple(one for one in battle.combats if {*units} <= {*one.units})
    kept = tuple(one for one in battle.combats if one not in ending)
    return replace(battle, combats=kept, combats_over=(*battle.combats_over, *ending))


# --- the turn -------------------------------------------------------------------------------------------------------


class TurnBegan(Fact[Battle], frozen=True, tag="turn began"):
    """The memory of the turn before becomes that of the last turn (catalogue section 2)."""

    turn: int

    def apply(self, battle: Battle) -> Battle:
        units = {code: _next_turn(battle, unit) for code, unit in battle.units.items()}
        combats = tuple(map(_next_round, battle.combats))
        return replace(
            battle, turn=self.turn, units=units, combats=combats, charges=(), combats_over=(), step="", phase="action",
            sights=forgetting(battle).sights,
        )  # fmt: skip


def _next_turn(battle: Battle, unit: Unit) -> Unit:
    charged = any(one.unit == unit.id and one.moved for one in battle.charges)
    moved = bool(unit.moved or unit.maneuvered or charged or unit.evaded)
    fought = any(unit.id in one.units for one in (*battle.combats, *battle.combats_over))
    return replace(
        unit, moved_last_turn=moved, fired_last_turn=unit.fired, fought_last_turn=fought, fired=False,
        salvee_ranks=(), salvee_ranks_before=unit.salvee_ranks, wavers=False, loots=False,
        rounds_fought=unit.rounds_fought + (fought and counted(battle, unit.id, Tired)),
        volleys=unit.volleys + (unit.fired and counted(battle, unit.id, LastPowder)),
        straight_before=unit.straight_before if moved else Hundredths(0), advanced=Hundredths(0), moved=Hundredths(0),
        maneuvered=False, shelled_by=_shelled_by(battle, unit), shot=ShotAt(), routed_this_turn=False,
        burst_through=False, tested_friends=False, fresh=False, fresh_disorder=False, evaded=False,
        false_rout_tried=False, weapons_dropped=False, passed_fire=(),
    )  # fmt: skip


def counted(battle: Battle, unit: StandId, kind: type[Tired | LastPowder]) -> bool:
    """Whether a special rule counts the turns in which a unit does something."""
    return any(isinstance(rule, kind) and unit in rule.units for rule in battle.special)


def _shelled_by(battle: Battle, unit: Unit) -> tuple[StandId, ...]:
    """FS-9.10."""
    guns = [code for code in unit.shot.by if (one := battle.units.get(code)) and one.guns and one.side != unit.side]
    return tuple(sorted(guns)) if unit.guns else ()


def _next_round(one: Combat) -> Combat:
    suffered = {unit: one.now.get(unit, 0) + one.fire.get(unit, 0) for unit in one.units}
    first, second = one.units
    lost = {
        unit: one.lost_before.get(unit, 0) + 1 if suffered[unit] > suffered[other] else 0
        for unit, other in ((first, second), (second, first))
    }
    return replace(one, rounds=one.rounds + 1, last=suffered, now={}, fire={}, lost_before=lost, crash=False)


class OrdersAsked(Fact[Battle], frozen=True, tag="orders asked"):
    """Packets are asked for."""

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, phase="orders", step="")


class PhaseBegan(Fact[Battle], frozen=True, tag="phase began"):
    """A step of the turn begins (FS-6a)."""

    step: str

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, step=self.step, phase="action")


class RolesChosen(Fact[Battle], frozen=True, tag="roles chosen"):
    """FS-6b, D-2.  dice: of the last throw."""

    winner: Side
    side_a: Side
    dice: Mapping[Side, int] = {}

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, side_a=self.side_a)


class StandingGiven(CommandersStanding[Standing], frozen=True, tag="standing given"):
    """A commander's standing orders."""


class OrderRefused(Fact[Battle], frozen=True, tag="order refused"):
    """An order that the rules bar, or that has become void."""

    order: int
    """Its number, from 1."""
    unit: StandId
    """The unit or general it is for."""
    why: tuple[RuleId, ...]
    """The rules against it."""
    void: bool = False
    """It was possible when it was given."""

    def apply(self, battle: Battle) -> Battle:
        return battle

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """A refusal is its owner's alone."""
        one = battle.units.get(self.unit) or battle.generals.get(self.unit) or battle.removed.get(self.unit)
        return seat == UMPIRE or (one is not None and commander_of(battle.armies, one) == seat)


class GroundHeld(Fact[Battle], frozen=True, tag="ground held"):
    """Of each area that counts for its last holder, that side."""

    held: Mapping[str, Side]

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, held=self.held)


class UnitPut(Fact[Battle], frozen=True, tag="unit put"):
    """An umpire's word: a unit as it now is; one without figures is gone."""

    unit: Unit

    def apply(self, battle: Battle) -> Battle:
        there = with_unit(battle, self.unit)
        there = replace(there, removed={code: one for code, one in there.removed.items() if code != self.unit.id})
        moved = battle.units.get(self.unit.id)
        if not self.unit.figures:
            return _gone(there, self.unit.id)
        return _apart(there, self.unit.id) if moved is not None and moved.pose != self.unit.pose else there


class FogPut(Fact[Battle], frozen=True, tag="fog put"):
    """An umpire's word: how far troops see, from some turns on (FS-11.3a)."""

    sight: tuple[Sight, ...]
    """All of it, as it now is."""
    inches: Hundredths | None
    """How far is seen from now on; None where the fog lifts."""
    until: int
    """The last turn of it."""

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, sight=self.sight)


class BattleEnded(Fact[Battle], frozen=True, tag="battle ended"):
    """The battle is over.  winner: None for a draw."""

    winner: Side | None
    how: Literal["broken", "objective", "limit", "draw", "conceded", "ruled"]
    verdict: GradedVerdict
    objective: str = ""

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, phase="over", step="", winner=self.winner, how=self.how, verdict=self.verdict)


# --- moves ----------------------------------------------------------------------------------------------------------


class MoveMade(Fact[Battle], frozen=True, tag="move made"):
    """D-13, D-14: a normal move.  unit: as it then stands."""

    order: int
    unit: Unit
    cost: Hundredths
    """Inches of the allowance."""
    inches: Hundredths = Hundredths(0)
    """Of its way."""
    disorders: tuple[StandId, ...] = ()
    """FS-7.10d: units that the move disorders."""

    def apply(self, battle: Battle) -> Battle:
        there = with_unit(battle, self.unit)
        for code in self.disorders:
            upset = replace(there.units[code], disordered=True, fresh_disorder=True)
            there = with_unit(there, upset)
        return there


class GeneralChanged(Fact[Battle], frozen=True, tag="general changed"):
    """FS-3.1.2b, FS-3.1.3, FS-Q79: a general rides, attaches himself, leaves a unit, is driven off, is gone."""

    general: General
    order: int = 0
    """0: not by order."""

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, generals={**battle.generals, self.general.id: self.general})


class DebtPaid(Fact[Battle], frozen=True, tag="debt paid"):
    """FS-Q43."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        left = one.debt - 1
        morale: t.Morale = "good" if not left and one.morale == "shaken" else one.morale
        return with_unit(battle, replace(one, debt=left, morale=morale))


class WoodFound(Fact[Battle], frozen=True, tag="wood found"):
    """FS-11.5f: an undecided wood is light or heavy."""

    piece: str
    kind: PieceKind
    die: int

    def apply(self, battle: Battle) -> Battle:
        found = tuple(replace(one, kind=self.kind) if one.id == self.piece else one for one in battle.terrain)
        return replace(battle, terrain=found)


class Mutinied(Fact[Battle], frozen=True, tag="mutinied"):
    """FS-2.9a, FS-2.9b, FS-2.9c: the die of an unpaid unit; on a 1 it is gone."""

    unit: StandId
    die: int
    gone: bool

    def apply(self, battle: Battle) -> Battle:
        return _gone(battle, self.unit) if self.gone else battle


class Removed(Fact[Battle], frozen=True, tag="removed"):
    """A unit that is gone: without figures, surrendered, dispersed, off the table for good."""

    unit: StandId
    how: Literal["destroyed", "surrendered", "dispersed", "fled", "overrun", "sniped", "home"]

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        if self.how == "fled" and one.pose is not None:
            battle = with_unit(battle, replace(one, left_table=LeftTable(turn=battle.turn, at=one.pose.at)))
        return _gone(_homeward(battle, one) if self.how == "home" else battle, self.unit)


def _homeward(battle: Battle, unit: Unit) -> Battle:
    """A unit that marches off, with its general, is not lost."""
    generals = {
        code: replace(one, went_home=True) if one.attached_to == unit.id else one
        for code, one in battle.generals.items()
    }
    return with_unit(replace(battle, generals=generals), replace(unit, went_home=True))


def _gone(battle: Battle, code: StandId) -> Battle:
    """A unit out of play; what it was in is over."""
    there = _apart(_without_charge(battle, code), code)
    units = {key: one for key, one in there.units.items() if key != code}
    generals = {
        key: replace(one, attached_to=None, removed=True) if one.attached_to == code else one
        for key, one in there.generals.items()
    }
    chases = tuple(one for one in there.pursuits if one.unit != code)
    removed = {**there.removed, code: there.units[code]}
    gone = replace(there, units=units, generals=generals, pursuits=chases, removed=removed)
    return after_falling(gone, there.units[code])


# --- states ---------------------------------------------------------------------------------------------------------


class MoraleChanged(Fact[Battle], frozen=True, tag="morale changed"):
    """FS-8.1: good, halted or shaken; for routs see ``Routed``."""

    unit: StandId
    morale: t.Morale

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], morale=self.morale, fresh=_late(battle)))


class Disordered(Fact[Battle], frozen=True, tag="disordered"):
    """FS-5.1: by a temporary source; ``rules`` say which."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        late = one.fresh_disorder if one.disordered else _late(battle)
        return with_unit(battle, replace(one, disordered=True, fresh_disorder=late))


class Recovered(Fact[Battle], frozen=True, tag="recovered"):
    """FS-5.4a, FS-5.4b, FS-5.4c: from halted or shaken, from disorder, or from both."""

    unit: StandId
    morale: bool
    order: bool

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        morale = "good" if self.morale else one.morale
        return with_unit(battle, replace(one, morale=morale, disordered=one.disordered and not self.order))


class Routed(Fact[Battle], frozen=True, tag="routed"):
    """A unit breaks; it is moved later (G-22).  by: the enemy that caused it."""

    unit: StandId
    by: StandId | None = None

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        gone = replace(
            one, morale="routed", routed_this_turn=True, disordered=True, fresh_disorder=_late(battle), rout_moves=0,
            routed_from=self.by, recoil_owed=Hundredths(0), debt=0, formation="line",
        )  # fmt: skip
        there = _apart(_without_charge(with_unit(battle, gone), self.unit), self.unit)
        return replace(there, pursuits=tuple(one for one in there.pursuits if one.unit != self.unit))


class Rallied(Fact[Battle], frozen=True, tag="rallied"):
    """FS-8.4, FS-Q39: a router stops, halted and disordered."""

    unit: StandId
    to: Pose | None

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        stopped = replace(
            one, morale="halted", disordered=True, pose=self.to, rout_moves=0, routed_from=None, fresh=_late(battle)
        )
        return with_unit(battle, stopped)


# --- charges --------------------------------------------------------------------------------------------------------


class ChargeDeclared(Fact[Battle], frozen=True, tag="charge declared"):
    """D-8: not yet moved."""

    charge: Charge
    order: int = 0

    def apply(self, battle: Battle) -> Battle:
        return replace(battle, charges=(*battle.charges, self.charge))


class ChargeAnswered(Fact[Battle], frozen=True, tag="charge answered"):
    """D-9: what the target of a charge does.  unit: in a square it is one."""

    unit: StandId
    does: Literal["stand", "countercharge", "evade", "square"]
    order: int = 0
    square: Unit | None = None
    """As it stands in a square."""

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, self.square) if self.square is not None else battle


class ChargeMoved(Fact[Battle], frozen=True, tag="charge moved"):
    """A charger or counter-charger moves; its charge as it then is takes the place of the one there was."""

    charge: Charge
    to: Pose
    impetus: bool = False
    """FS-7.7, as things stand."""

    def apply(self, battle: Battle) -> Battle:
        others = tuple(one for one in battle.charges if one.unit != self.charge.unit)
        at = next((i for i, one in enumerate(battle.charges) if one.unit == self.charge.unit), len(others))
        charges = (*others[:at], self.charge, *others[at:])
        one = battle.units[self.charge.unit]
        moved = replace(
            one, pose=self.to, moved=self.charge.moved, advanced=self.charge.moved, straight_before=Hundredths(0)
        )
        return replace(with_unit(battle, moved), charges=charges)


class Evaded(Fact[Battle], frozen=True, tag="evaded"):
    """FS-7.9b: the target of charges is gone from where it stood."""

    unit: StandId
    to: Pose
    inches: Hundredths

    def apply(self, battle: Battle) -> Battle:
        one = replace(battle.units[self.unit], pose=self.to, moved=self.inches, evaded=True)
        charges = tuple(
            replace(each, state="evaded")
            if each.target == self.unit and each.state in {"declared", "pending"}
            else each
            for each in battle.charges
        )
        return replace(with_unit(battle, one), charges=charges)


class FalseRout(Fact[Battle], frozen=True, tag="false rout"):
    """FS-2.16: whether an evader turns about to countercharge."""

    unit: StandId
    die: int
    turns: bool

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], false_rout_tried=True))


class ChargeConfirmed(Fact[Battle], frozen=True, tag="charge confirmed"):
    """FS-8.7: the charger has passed; home: and its target has met it."""

    unit: StandId
    home: bool = False

    def apply(self, battle: Battle) -> Battle:
        charges = tuple(
            replace(one, passed=True, state="home" if self.home else one.state) if one.unit == self.unit else one
            for one in battle.charges
        )
        return replace(battle, charges=charges)


class ChargeFailed(Fact[Battle], frozen=True, tag="charge failed"):
    """FS-8.7: a charger or counter-charger recoils half of what it charged, shaken."""

    unit: StandId
    to: Pose
    inches: Hundredths

    def apply(self, battle: Battle) -> Battle:
        one = replace(battle.units[self.unit], pose=self.to, morale="shaken", fresh=_late(battle))
        charges = tuple(replace(c, state="failed") if c.unit == self.unit else c for c in battle.charges)
        return replace(_apart(with_unit(battle, one), self.unit), charges=charges)


class ChargeEnded(Fact[Battle], frozen=True, tag="charge ended"):
    """A charge whose target is gone comes to its end.  to: where it halts."""

    unit: StandId
    to: Pose | None = None

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        there = battle if self.to is None else with_unit(battle, replace(one, pose=self.to))
        return _without_charge(there, self.unit)


class ContactMade(Fact[Battle], frozen=True, tag="contact made"):
    """Two enemies are to fight; one combat of the same two takes the place of another."""

    combat: Combat

    def apply(self, battle: Battle) -> Battle:
        kept = tuple(one for one in battle.combats if {*one.units} != {*self.combat.units})
        return replace(battle, combats=(*kept, self.combat))


class ContactLost(Fact[Battle], frozen=True, tag="contact lost"):
    """A combat is over (FS-Q42)."""

    units: tuple[StandId, StandId]

    def apply(self, battle: Battle) -> Battle:
        return _apart(battle, *self.units)


class CombatDisordered(Fact[Battle], frozen=True, tag="combat disordered"):
    """FS-5.1, FS-Q67: two rounds of combat have disordered a unit."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], disordered=True, fresh_disorder=True))


class Overrun(Fact[Battle], frozen=True, tag="overrun"):
    """FS-10.10b, FS-Q68: skirmishers or gunners met by close-order troops.  unit: as it then is; by: who met them."""

    unit: Unit
    by: StandId
    lost: int

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, self.unit)


# --- recoils, routs, pursuits ---------------------------------------------------------------------------------------


class RecoilOwed(Fact[Battle], frozen=True, tag="recoil owed"):
    """FS-8.8: to be made in the next R2."""

    unit: StandId
    inches: Hundredths

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], recoil_owed=self.inches))


class Recoiled(Fact[Battle], frozen=True, tag="recoiled"):
    """FS-7.12a."""

    unit: StandId
    to: Pose
    inches: Hundredths

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], pose=self.to, recoil_owed=Hundredths(0)))


class FollowedUp(Fact[Battle], frozen=True, tag="followed up"):
    """D-3, FS-Q42: the winner stays in contact with an enemy that recoiled."""

    unit: StandId
    after: StandId
    to: Pose
    inches: Hundredths

    def apply(self, battle: Battle) -> Battle:
        pair = {self.unit, self.after}
        combats = tuple(
            replace(one, followed=(*one.followed, self.unit)) if {*one.units} == pair else one for one in battle.combats
        )
        there = with_unit(battle, replace(battle.units[self.unit], pose=self.to))
        return replace(there, combats=combats)


class CrewLeft(Fact[Battle], frozen=True, tag="crew left"):
    """FS-7f: gunners leave their guns."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, crew_alone(battle.units[self.unit]))


class DrivenOut(Fact[Battle], frozen=True, tag="driven out"):
    """A garrison that routs out of its building.  unit: as it then stands."""

    unit: Unit

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, self.unit)


class HorsesDispersed(Fact[Battle], frozen=True, tag="horses dispersed"):
    """FS-7.14c: an enemy unit has touched the horses of dismounted troops."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], horses_at=None))


class StakesMoved(Fact[Battle], frozen=True, tag="stakes moved"):
    """FS-2.11a, FS-2.11c: a line of stakes planted, or taken up.  carried: whether the unit has them now."""

    unit: StandId
    terrain: tuple[Piece, ...]
    """Of the table, as it then is."""
    carried: bool

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        blocks = tuple(replace(block, stakes=self.carried) for block in one.blocks)
        return replace(with_unit(battle, replace(one, blocks=blocks)), terrain=self.terrain)


class HedgeWorked(Fact[Battle], frozen=True, tag="hedge worked"):
    """FS-11.6c, FS-Q44: a hedgerow loopholed or broken down, or the first of two Move phases spent on that."""

    unit: StandId
    how: Literal["begun", "loopholed", "broken"]
    terrain: tuple[Piece, ...]
    """Of the table, as it then is."""

    def apply(self, battle: Battle) -> Battle:
        one = replace(battle.units[self.unit], hewing=battle.turn if self.how == "begun" else 0)
        return replace(with_unit(battle, one), terrain=self.terrain)


class StakesLost(Fact[Battle], frozen=True, tag="stakes lost"):
    """FS-2.11b: carriers that charge, countercharge or evade lose their stakes."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        return with_unit(battle, replace(one, blocks=tuple(replace(block, stakes=False) for block in one.blocks)))


class RoutMoved(Fact[Battle], frozen=True, tag="rout moved"):
    """FS-7.2.1: a whole or half rout move."""

    unit: StandId
    to: Pose
    inches: Hundredths
    half: bool = False

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        run = replace(one, pose=self.to, rout_moves=one.rout_moves + 1, inside=None)
        return _apart(with_unit(battle, run), self.unit)


class BurstThrough(Fact[Battle], frozen=True, tag="burst through"):
    """FS-7.2.1e, FS-7.2.1h: a friend through which a router or recoiler goes."""

    unit: StandId
    by: StandId

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        late = one.fresh_disorder if one.disordered else _late(battle)
        return with_unit(battle, replace(one, disordered=True, fresh_disorder=late, burst_through=True))


class PursuitBegan(Fact[Battle], frozen=True, tag="pursuit began"):
    """FS-Q37: it is to pursue; entering pursuit disorders (FS-5.1)."""

    chase: Chase

    def apply(self, battle: Battle) -> Battle:
        kept = tuple(one for one in battle.pursuits if one.unit != self.chase.unit)
        unit = battle.units[self.chase.unit]
        late = unit.fresh_disorder if unit.disordered else _late(battle)
        there = with_unit(battle, replace(unit, disordered=True, fresh_disorder=late))
        return replace(there, pursuits=(*kept, self.chase))


class PursuitMoved(Fact[Battle], frozen=True, tag="pursuit moved"):
    """FS-7.3a, FS-7.3b, G-25."""

    unit: StandId
    to: Pose
    inches: Hundredths

    def apply(self, battle: Battle) -> Battle:
        chases = tuple(replace(one, moves=one.moves + 1) if one.unit == self.unit else one for one in battle.pursuits)
        one = replace(battle.units[self.unit], pose=self.to, disordered=True, fresh_disorder=_late(battle))
        return replace(with_unit(battle, one), pursuits=chases)


class PursuitAllowed(Fact[Battle], frozen=True, tag="pursuit allowed"):
    """D-4: its owner lets it pursue; FS-8.5: later tests at -1."""

    unit: StandId

    def apply(self, battle: Battle) -> Battle:
        chases = tuple(replace(one, allowed=True) if one.unit == self.unit else one for one in battle.pursuits)
        return replace(battle, pursuits=chases)


class PursuitEnded(Fact[Battle], frozen=True, tag="pursuit ended"):
    """FS-8.5, FS-Q39: it halts, good and disordered; crash: it has run into a fresh enemy.  to: as it then faces."""

    unit: StandId
    to: Pose | None = None
    crash: bool = False

    def apply(self, battle: Battle) -> Battle:
        one = battle.units[self.unit]
        late = one.fresh_disorder if one.disordered else _late(battle)
        stopped = replace(one, pose=self.to or one.pose, disordered=True, fresh_disorder=late)
        chases = tuple(each for each in battle.pursuits if each.unit != self.unit)
        return replace(with_unit(battle, stopped), pursuits=chases)


class OffTable(Fact[Battle], frozen=True, tag="off table"):
    """FS-7.4a: a pursuer leaves the table after its target."""

    unit: StandId
    at: Spot

    def apply(self, battle: Battle) -> Battle:
        chase = next(one for one in battle.pursuits if one.unit == self.unit)
        left = LeftTable(turn=battle.turn, at=self.at, gallop=chase.gallop, allowed=chase.allowed)
        one = replace(battle.units[self.unit], pose=None, left_table=left)
        chases = tuple(each for each in battle.pursuits if each.unit != self.unit)
        return replace(with_unit(battle, one), pursuits=chases)


class CameBack(Fact[Battle], frozen=True, tag="came back"):
    """FS-7.4c, FS-Q40: in good order at the edge."""

    unit: StandId
    to: Pose

    def apply(self, battle: Battle) -> Battle:
        one = replace(battle.units[self.unit], pose=self.to, left_table=None, morale="good", disordered=False)
        return with_unit(battle, one)


def in_contact(battle: Battle, unit: StandId) -> bool:
    """Whether it is in combat."""
    return bool(combats_of(battle, unit))
