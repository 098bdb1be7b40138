"""What can happen in a one-hour battle.  Facts carry results and set them; the rules decided elsewhere."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import ParcelledOut
from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId, Seat, Side, StandId
from pbem.engine.rulings.facts import BreakRuled, LastTurnPut, PointsRuled, VisibilityPut, WordFreed, WordGiven
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour.battle import (
    Battle,
    Contact,
    Ending,
    Phase,
    Unit,
    Verdict,
    army,
    side_of_seat,
    with_unit,
    with_units,
)
from pbem.rulesets.onehour.commands import Order, Placed, Sheet
from pbem.rulesets.onehour.noticed import NoticedFacts, after_falling, after_shown

Code = Literal[
    "not-active", "already-moved", "too-far", "bad-path", "blocked-by-unit", "contact-needs-charge", "woods",
    "impassable", "river", "town-end", "off-table", "not-on-road", "has-ammunition", "charge-pivot", "face-taken",
    "no-contact", "wrong-target", "no-room", "engaged", "front-engaged", "does-not-fit", "cannot-shoot",
    "no-ammunition", "out-of-arc", "out-of-range", "no-line", "one-target", "outside-zone", "tied", "not-due",
    "umpire", "blind",
]  # fmt: skip
"""Refusal codes of the catalogue (section 5); the last four are for what only scenarios and umpires can forbid."""


class Objection(msgspec.Struct, frozen=True):
    """One reason why an order is refused.

    why: a clause (``I2 is in the way``), units by their codes.  by: the unit or terrain piece that stands in the way.
    """

    code: Code
    why: str
    rules: tuple[RuleId, ...] = ()
    by: str = ""


# --- before the first turn ----------------------------------------------------------------------------------------


class ArmyDrawn(Fact[Battle], frozen=True, tag="army drawn"):
    """A side's units, from the table (OH-D2).  die: None where its player took the row.  units: as they come to be."""

    side: Side
    row: int
    die: int | None
    units: tuple[Unit, ...]

    def apply(self, battle: Battle) -> Battle:
        """They stand as the sample placement has them, or wait to be set up."""
        return with_units(battle, self.units)


class SetUpMade(Fact[Battle], frozen=True, tag="set up"):
    """A side's units take their places.  sample: as the scenario has them."""

    side: Side
    places: tuple[Placed, ...]
    sample: bool

    def apply(self, battle: Battle) -> Battle:
        """They are on the table."""
        return with_units(
            battle, [replace(battle.units[one.unit], pose=one.pose, state="on table") for one in self.places]
        )


class FirstThrown(Fact[Battle], frozen=True, tag="first thrown"):
    """A die each for the first player turn (OH-Q1).  tied: thrown again."""

    dice: Mapping[Side, int]
    tied: bool

    def apply(self, battle: Battle) -> Battle:
        """Nothing changes before the order of sides is set."""
        return battle


class OrderOfSides(Fact[Battle], frozen=True, tag="order of sides"):
    """Who moves first in every turn, for the whole game (OH-Q1)."""

    order: tuple[Side, ...]

    def apply(self, battle: Battle) -> Battle:
        """Set."""
        return replace(battle, side_order=self.order)


class PhaseBegan(Fact[Battle], frozen=True, tag="phase"):
    """What comes next: a step of the player turn (OH-seq-2), or of what goes before the first."""

    phase: Phase

    def apply(self, battle: Battle) -> Battle:
        """Set."""
        return replace(battle, phase=self.phase)


# --- a player turn ------------------------------------------------------------------------------------------------


class PlayerTurnBegan(Fact[Battle], frozen=True, tag="player turn began"):
    """A side becomes active (OH-seq-1).  turn: the complete turn it belongs to, from 1."""

    turn: int
    side: Side

    def apply(self, battle: Battle) -> Battle:
        """Its orders are awaited."""
        return replace(after_shown(battle, self.side), turn=self.turn, active=self.side, phase="orders")


class OrdersTaken(Fact[Battle], frozen=True, tag="orders taken"):
    """A commander's sheet for the active side, seen by the own seat only."""

    side: Side
    sheet: Sheet
    seat: Seat | UnsetType = UNSET
    """Whose it is, where the side has several commanders."""

    def apply(self, battle: Battle) -> Battle:
        """It replaces the commander's last one; movement is next."""
        return replace(battle, sheets={**battle.sheets, self._whose(battle): self.sheet}, phase="movement")

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """Only by its own seat."""
        return self._whose(battle) == seat

    def _whose(self, battle: Battle) -> Seat:
        return army(battle, self.side).seat if isinstance(self.seat, UnsetType) else self.seat


class StandingOrderActed(Fact[Battle], frozen=True, tag="standing order acted"):
    """A standing order or default was turned into an order, which follows.  Seen by its own side only.

    standing: in words (``charge any enemy within 8``); '' for the default of the rules.
    """

    side: Side
    order: Order
    standing: str

    def apply(self, battle: Battle) -> Battle:
        """The order itself does what it does."""
        return battle

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """Only by the side's own seats."""
        return _own(battle, self.side, seat)


class Refused(Fact[Battle], frozen=True, tag="refused"):
    """An order was refused whole when its turn came; the unit holds.  objections: all that it earned, the first first.

    Seen by its own side only.
    """

    side: Side
    order: Order
    objections: tuple[Objection, ...]

    def apply(self, battle: Battle) -> Battle:
        """Nothing changes."""
        return battle

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """Only by the side's own seats."""
        return _own(battle, self.side, seat)


class Moved(Fact[Battle], frozen=True, tag="moved"):
    """A unit made its move.

    Rules: OH-move-1, OH-move-2, OH-move-3.
    """

    unit: StandId
    path: tuple[Spot, ...]
    """Its centre's way, from where it was; two places at least."""
    end: Pose
    distance: Hundredths
    """Of the allowance spent."""
    road: bool = False
    """Along one (OH-G16)."""

    def apply(self, battle: Battle) -> Battle:
        """It stands there, and has moved."""
        return with_unit(battle, replace(battle.units[self.unit], pose=self.end, moved=True))


class Entered(Fact[Battle], frozen=True, tag="entered"):
    """A reinforcement came onto the table (OH-Q42).  path: from the table edge."""

    unit: StandId
    path: tuple[Spot, ...]
    end: Pose
    distance: Hundredths

    def apply(self, battle: Battle) -> Battle:
        """It is on the table, and has moved."""
        return with_unit(
            battle, replace(battle.units[self.unit], pose=self.end, state="on table", moved=True, entered=True)
        )


class LeftTable(Fact[Battle], frozen=True, tag="left table"):
    """A unit left by an exit (OH-Q36): gone, not eliminated."""

    unit: StandId
    exit: str
    path: tuple[Spot, ...]
    distance: Hundredths

    def apply(self, battle: Battle) -> Battle:
        """It is off the table for good."""
        gone = replace(battle.units[self.unit], state="left", moved=True)
        return replace(with_unit(battle, gone), left_by={**battle.left_by, self.unit: self.exit})


class Charged(Fact[Battle], frozen=True, tag="charged"):
    """A unit charged home (OH-G13)."""

    unit: StandId
    target: StandId
    face: Face
    """Of the target."""
    start: Pose
    """Where it set out, pivoted."""
    touch: Pose
    """Its pose at first touch, before squaring up."""
    end: Pose
    """Squared up."""
    distance: Hundredths
    """Run to first touch."""

    def apply(self, battle: Battle) -> Battle:
        """It stands in contact; its own front and that face are taken."""
        after = with_unit(battle, replace(battle.units[self.unit], pose=self.end, moved=True, charged=True))
        contact = Contact(self.unit, self.target, self.face, battle.turn)
        return replace(after, contacts=(*battle.contacts, contact))


class TurnedToFace(Fact[Battle], frozen=True, tag="turned to face"):
    """A unit turned to an attacker (OH-G14)."""

    unit: StandId
    attacker: StandId
    face: Face
    """Where the attacker was."""
    by: Tenths
    """900 right, -900 left, 1800 about."""
    end: Pose
    faces: Mapping[StandId, Face]
    """Of all attackers of the unit, the face each of them is on now."""

    def apply(self, battle: Battle) -> Battle:
        """It faces there, and its faces are renamed."""
        contacts = tuple(
            replace(one, face=self.faces[one.attacker]) if one.target == self.unit else one for one in battle.contacts
        )
        return replace(with_unit(battle, replace(battle.units[self.unit], pose=self.end)), contacts=contacts)


class Shot(Fact[Battle], frozen=True, tag="shot"):
    """One shot (OH-shoot-5, OH-shoot-6, OH-shoot-7, OH-shoot-8)."""

    unit: StandId
    target: StandId
    range: Hundredths
    """From the middle of the shooter's front to the target."""
    die: int
    """The hits before cover."""
    cover: str
    """Id of the wood or town the target is in, '' for none."""
    halves: int
    """Numerator of the factor in halves: 1 = 1/2, 2 = 1."""
    hits: int
    """Taken by the target."""
    ammo: int
    """The second die."""
    out: bool
    """The shooter has run out."""

    def apply(self, battle: Battle) -> Battle:
        """The target has the hits; the shooter has shot, and may be out of ammunition."""
        target, one = battle.units[self.target], battle.units[self.unit]
        return with_units(
            battle,
            [
                replace(target, hits=target.hits + self.hits),
                replace(one, shot=True, out_of_ammo=one.out_of_ammo or self.out),
            ],
        )

    @property
    def score(self) -> int:
        """The die as it is (OH-shoot-5)."""
        return self.die


class Struck(Fact[Battle], frozen=True, tag="struck"):
    """One blow in hand-to-hand (OH-melee-1, OH-melee-2, OH-melee-3, OH-melee-4, OH-melee-5)."""

    unit: StandId
    target: StandId
    face: Face
    """Of the target that is struck."""
    die: int
    plus: int
    """2 for Swordsmen and Cavalry."""
    halved: tuple[RuleId, ...]
    """Every rule that halves (OH-R-melee-1, 2), () for none."""
    doubled: bool
    """In flank or rear."""
    halves: int
    """The factor in halves: 1, 2 or 4 (OH-Q25)."""
    hits: int
    ground: str = ""
    """Id of the feature that favours the target, '' for none."""

    def apply(self, battle: Battle) -> Battle:
        """The target has the hits."""
        target = battle.units[self.target]
        return with_unit(battle, replace(target, hits=target.hits + self.hits))

    @property
    def score(self) -> int:
        """Die and addition."""
        return self.die + self.plus


class Eliminated(Fact[Battle], frozen=True, tag="eliminated"):
    """A unit of 15 hits or more is taken off (OH-elim-1); its fights are over (OH-Q29)."""

    unit: StandId
    hits: int

    def apply(self, battle: Battle) -> Battle:
        """It and its contacts are gone."""
        gone = replace(battle.units[self.unit], state="eliminated")
        left = tuple(one for one in battle.contacts if self.unit not in (one.attacker, one.target))
        return replace(after_falling(with_unit(battle, gone), self.unit), contacts=left)


class PlayerTurnEnded(Fact[Battle], frozen=True, tag="player turn ended"):
    """All four steps are done.  holders: of each area by name, who was the last to stand there alone."""

    side: Side
    holders: Mapping[str, Side]

    def apply(self, battle: Battle) -> Battle:
        """What units did in it is forgotten; the end is judged next."""
        fresh = [
            replace(unit, moved=False, charged=False, shot=False, entered=False)
            for unit in battle.units.values() if unit.moved or unit.charged or unit.shot or unit.entered
        ]  # fmt: skip
        return replace(with_units(battle, fresh), holders=self.holders, phase="ending")


class BattleEnded(Fact[Battle], frozen=True, tag="battle ended"):
    """The battle is over.  winner None: a draw.  objective: the name of the one that decided it."""

    kind: Ending
    winner: Side | None
    objective: str = ""
    verdict: Verdict | None = None

    def apply(self, battle: Battle) -> Battle:
        """No seat is awaited any more."""
        return replace(
            battle, phase="over", winner=self.winner, ended=self.kind, won_by=self.objective, verdict=self.verdict
        )


class UnitPut(Fact[Battle], frozen=True, tag="unit put"):
    """An umpire's word: a unit is as he says.  Its fights, where it is taken off, are over."""

    unit: Unit

    def apply(self, battle: Battle) -> Battle:
        """The unit replaces what it was; fights that it is put away from are over."""
        after, was = with_unit(battle, self.unit), battle.units.get(self.unit.id)
        if self.unit.on_table and was is not None and was.pose == self.unit.pose:
            return after
        left = tuple(one for one in battle.contacts if self.unit.id not in (one.attacker, one.target))
        return replace(after, contacts=left)


Facts = (
    ArmyDrawn | SetUpMade | FirstThrown | OrderOfSides | PhaseBegan | PlayerTurnBegan | OrdersTaken
    | StandingOrderActed | Refused | Moved | Entered | LeftTable | Charged | TurnedToFace | Shot | Struck | Eliminated
    | PlayerTurnEnded | BattleEnded | UnitPut | WordGiven | WordFreed | PointsRuled
    | BreakRuled | LastTurnPut | VisibilityPut | ParcelledOut | NoticedFacts
)  # fmt: skip


def _own(battle: Battle, side: Side, seat: Seat) -> bool:
    return side_of_seat(battle, seat) == side
