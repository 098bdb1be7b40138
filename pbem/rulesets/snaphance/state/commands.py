"""Orders as data: what a line of the order language, a case or the aide says a stand shall do.

A stand's orders are a tuple of actions carried out in turn.  Turning and marching that fit one move are one move
(SN-4.2d); ``again`` begins a further move, with its order test (SN-4.4a).  A ``Charge`` ends the move before it, or
finds its own way.
"""

from typing import Literal

import msgspec

from pbem.engine.hexes import Facing, Hex
from pbem.engine.ids import CommanderId, GroupId, StandId

March = Literal["forward", "backward", "sideways", "sideways_forward", "move"]
"""How a stand goes; ``move`` is the free movement of skirmishers, dragoons, light cavalry and guns."""


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """One thing a stand is to do."""


class Hold(Action, frozen=True, tag="hold"):
    """Stand still."""


class Rally(Action, frozen=True, tag="rally"):
    """Test to rally (SN-9.0a)."""


class Opportunity(Action, frozen=True, tag="opportunity"):
    """Test to go on opportunity (SN-6.1a)."""


class TurnTo(Action, frozen=True, tag="turn"):
    """Turn in place to a facing."""

    to: Facing
    again: bool = False


class Go(Action, frozen=True, tag="go"):
    """March through hexes.  end_facing: for free movers.  A hex farther off is reached by the shortest lawful way."""

    how: March
    path: tuple[Hex, ...]
    end_facing: Facing | None = None
    again: bool = False


class Fire(Action, frozen=True, tag="fire"):
    """Shoot.  target None: the nearest (D7's default).  then_move: keeps the right to move (SN-7.2c, 7.3b)."""

    target: StandId | None = None
    ranks: int = 1
    then_move: bool = False


class Charge(Action, frozen=True, tag="charge"):
    """Attack a stand, from where the march ended or by the shortest way (SN-Q12).

    follow: what to do once no enemy is left there to fight; None: as the standing order or the default says (D23).
    """

    target: StandId
    follow: Literal["remaining_mp", "stop"] | None = None
    again: bool = False


class Fight(Action, frozen=True, tag="fight"):
    """Fight the ongoing melee now (D35)."""


class LeaveTown(Action, frozen=True, tag="leave_town"):
    """A combat stand leaves a town (SNT-town-5b)."""

    path: tuple[Hex, ...]
    end_facing: Facing | None = None


class Enter(Action, frozen=True, tag="enter"):
    """Come onto the board, for a stand that is to come.  hex None: by the first there is."""

    hex: Hex | None = None


class StandPlace(msgspec.Struct, frozen=True):
    """Where a stand is set up."""

    stand: StandId
    hex: Hex
    facing: Facing


class SetUp(msgspec.Struct, frozen=True, kw_only=True, tag="set-up"):
    """A side's set-up (SN-H8).  Stands it does not name stand as the scenario has them."""

    places: tuple[StandPlace, ...] = ()


Act = Hold | Rally | Opportunity | TurnTo | Go | Fire | Charge | Fight | LeaveTown | Enter


class EnemyWithin(msgspec.Struct, frozen=True, tag="enemy within"):
    """An enemy (of a sort) within so many hexes of the stand.  what: any, horse, foot, guns or one stand."""

    hexes: int
    what: str = "any"


class Is(msgspec.Struct, frozen=True, tag="is"):
    """A state of a stand: ``disordered``, ``in order``, ``in melee``, ``destroyed``.  stand None: the one ordered."""

    state: Literal["disordered", "in order", "in melee", "destroyed"]
    stand: StandId | None = None


class Needs(msgspec.Struct, frozen=True, tag="needs"):
    """The order test for the stand's next further move needs this number on the die, or more (D5)."""

    die: int


class StrengthLeft(msgspec.Struct, frozen=True, tag="sp left"):
    """The stand has at least so many SP; for a decision with a price, when that has been paid (D26)."""

    sp: int


class OfClass(msgspec.Struct, frozen=True, tag="class"):
    """The stand's order class is one of these: ``AB`` (D15)."""

    classes: str


class CameTo(msgspec.Struct, frozen=True, tag="came to"):
    """What came of the orders before it on the same line: a test failed or passed, a march was refused or cut short."""

    what: Literal["test failed", "test passed", "path blocked"]


class GroupMoved(msgspec.Struct, frozen=True, tag="group moved"):
    """A group has acted this round, or has not (D1)."""

    group: GroupId
    moved: bool = True


Condition = EnemyWithin | Is | Needs | StrengthLeft | OfClass | CameTo | GroupMoved


class When(msgspec.Struct, frozen=True, tag="if"):
    """``if <condition> then ... else ...``: judged when the stand's turn comes, on what its seat can see."""

    condition: Condition
    then: tuple[Act, ...]
    otherwise: tuple[Act, ...] = ()


class StandOrders(msgspec.Struct, frozen=True, tag="stand"):
    """All a stand is to do in its next turn."""

    stand: StandId
    actions: tuple[Act | When, ...]


class GroupMove(msgspec.Struct, frozen=True, tag="group move"):
    """Several stands move as one (SN-4.9a): directions for all (0..5), the leader of the list first.

    attack: enemies to be attacked when all have moved, with all others in contact then (SN-Q66); () for none.
    """

    stands: tuple[StandId, ...]
    how: March
    directions: tuple[int, ...]
    attack: tuple[StandId, ...] = ()


GroupPurpose = Literal["opportunity", "rally"]


class GroupWait(msgspec.Struct, frozen=True, tag="group opportunity"):
    """Several stands test as one (SN-Q22): to wait on opportunity (SN-4.9b), or to rally (SN-9.1a)."""

    stands: tuple[StandId, ...]
    purpose: GroupPurpose = "opportunity"


class CommanderOrders(msgspec.Struct, frozen=True, tag="commander"):
    """A general goes to a hex or joins a stand (D6).  All None: he leaves the stand he is with and stays.

    recall: a stand he brings back to the board (a special rule of the scenario); he goes nowhere by that.
    """

    commander: CommanderId
    to: Hex | None = None
    join: StandId | None = None
    recall: StandId | None = None


Decision = Literal[
    "idle", "rally", "evade", "evade_fire", "evade_again", "battle_stand", "defensive_fire", "follow",
    "retreat_distance", "retreat_side", "bounce_distance", "fight_on", "pursue", "pursuit_leader", "face_attacker",
    "evade_distance", "evade_side", "town_hold", "opportunity_fire", "opportunity_charge", "if_fired_on",
    "if_opp_charged", "abort_if_hit", "opportunity", "extra_moves", "attach", "help", "target", "attack", "support",
    "evade_to", "sk_support", "retreat_to", "pursue_side", "join_melee", "commander_with", "break_off_to",
]  # fmt: skip
"""Decisions that a standing order can settle; ``decisions`` has their numbers, words and defaults."""


class StandingOrder(msgspec.Struct, frozen=True):
    """An answer given in advance: for a stand, a group or (neither) a whole side.

    value: of the decision, in its canonical words.  when: it speaks only while this is so; None: always.
    """

    decision: Decision
    value: str
    stand: StandId | None = None
    group: GroupId | None = None
    when: Condition | None = None


class BidWhen(msgspec.Struct, frozen=True, tag="bid"):
    """A group to be declared, passed over while the condition does not hold (D1)."""

    group: GroupId
    when: GroupMoved


Item = StandOrders | GroupMove | GroupWait | CommanderOrders


class Sheet(msgspec.Struct, frozen=True, kw_only=True, tag="sheet"):
    """A side's orders."""

    bids: tuple[GroupId | BidWhen, ...] = ()
    """Groups in the order they are to be declared (D1)."""
    orders: tuple[Item, ...] = ()
    """In the order they are to be carried out (D2)."""
    standing: tuple[StandingOrder, ...] = ()
    """All its standing orders as they are to stand from now on."""
