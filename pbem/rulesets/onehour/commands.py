"""Orders as data: what a line of the order language, a case or the aide says a unit shall do.

A sheet is a flat list: each order names its unit; a unit may have a move and a shot.  The order of the list is the
order of moving, and that of shooting (OH-D3).  Figures are exact; what a player only aims at is worked out when his
text is read.  An order is taken whole or refused whole (OH-Q5).
"""

from typing import Literal

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Face


class Pivot(msgspec.Struct, frozen=True, tag="pivot"):
    """Turn about the centre: tenths of a degree, positive clockwise (to the right), any angle."""

    by: Tenths


class Go(msgspec.Struct, frozen=True, tag="go"):
    """Go so far: hundredths of an inch, not below 0.  Only ``ahead`` is lawful; any other way is a ``bad-path``."""

    by: Hundredths
    way: Literal["ahead", "back", "left", "right"] = "ahead"


Leg = Pivot | Go


class Move(msgspec.Struct, frozen=True, kw_only=True, tag="move"):
    """An ordinary move, or one along a road.  legs: as ordered; lawful: [Pivot], [Go], [Pivot], each once at most.

    ``moving`` makes lawful ones.  road: the whole move follows the road on which the centre stands (OH-G16): a first
    pivot turns it into the road's direction (left out: into the one that is nearer to its facing), Go counts along it.
    """

    unit: StandId
    legs: tuple[Leg, ...] = ()
    road: bool = False


class Charge(msgspec.Struct, frozen=True, kw_only=True, tag="charge"):
    """Pivot at most 45 degrees, run straight ahead into the named enemy, square up (OH-G13).

    pivot_end: not lawful (OH-R-charge-2); here so that it can be refused.
    """

    unit: StandId
    target: StandId
    pivot_start: Tenths = Tenths(0)
    pivot_end: Tenths = Tenths(0)


class TurnToFace(msgspec.Struct, frozen=True, kw_only=True, tag="face"):
    """Turn by a right angle or about to face an attacker on a flank or the rear (OH-melee-7, OH-G14)."""

    unit: StandId
    attacker: StandId


class Enter(msgspec.Struct, frozen=True, kw_only=True, tag="enter"):
    """Come onto the table (OH-Q42).  at: on the table edge, where the middle of its front enters, facing inwards.

    legs: of the ordinary move that follows.  The unit must end wholly on the table.
    """

    unit: StandId
    at: Spot
    legs: tuple[Leg, ...]


class Shoot(msgspec.Struct, frozen=True, kw_only=True, tag="shoot"):
    """Shoot at one target (OH-shoot-2).  targets: one: at that, whatever its hits; several: the first that is lawful
    and has fewer than 15 hits (OH-D6)."""

    unit: StandId
    targets: tuple[StandId, ...]


class Hold(msgspec.Struct, frozen=True, kw_only=True, tag="hold"):
    """Neither move nor charge nor turn to face nor enter: standing orders and defaults do not act for it."""

    unit: StandId


class HoldFire(msgspec.Struct, frozen=True, kw_only=True, tag="hold fire"):
    """Do not shoot: neither do standing orders or the default."""

    unit: StandId


MoveOrder = Move | Charge | TurnToFace | Enter | Hold
"""What is carried out in step 1."""
ShotOrder = Shoot | HoldFire
"""What is carried out in step 2."""
Order = MoveOrder | ShotOrder


def legs(pivot_start: Tenths, advance: Hundredths, pivot_end: Tenths) -> tuple[Leg, ...]:
    """The lawful shape of a move (OH-move-3), without what is nothing."""
    found: tuple[Leg, ...] = (Pivot(pivot_start),) if pivot_start else ()
    if advance:
        found = (*found, Go(advance))
    elif pivot_start and pivot_end:
        found = (*found, Go(Hundredths(0)))
    return (*found, Pivot(pivot_end)) if pivot_end else found


NO_PIVOT = Tenths(0)


def moving(
    unit: StandId, advance: Hundredths, pivot_start: Tenths = NO_PIVOT, pivot_end: Tenths = NO_PIVOT, *,
    road: bool = False,
) -> Move:  # fmt: skip
    """A lawfully shaped move."""
    return Move(unit=unit, legs=legs(pivot_start, advance, pivot_end), road=road)


# --- standing orders (OH-D3, OH-D4, OH-D5, OH-D6, OH-D7, OH-D8, OH-D9) --------------------------------------------

Whom = str
"""For whom: a unit's code, a type (``Infantry``), ``foot``, ``horse``, or ``all``; the more particular one speaks."""


class OrderOfMoving(msgspec.Struct, frozen=True, kw_only=True, tag="order of moving"):
    """D3: units without an order of their own act in this order; those not named after them, by id."""

    units: tuple[StandId, ...]


class StandingMove(msgspec.Struct, frozen=True, kw_only=True, tag="standing move"):
    """D4: what a unit without an order to move does.

    ``go to`` a place (``to``); ``by road`` to the point of the road nearest to ``to``, and stop; ``keep`` at least
    ``distance`` from the nearest enemy; ``face`` the nearest enemy; ``hold``.
    """

    whom: Whom
    how: Literal["hold", "go to", "by road", "keep", "face"]
    to: Spot | None = None
    distance: Hundredths = Hundredths(0)


class StandingCharge(msgspec.Struct, frozen=True, kw_only=True, tag="standing charge"):
    """D5: charge when it is legal."""

    whom: Whom
    targets: tuple[StandId, ...] = ()
    """Named enemies, the first that may be charged; (): any, the nearest."""
    within: Hundredths | None = None
    """Only if its nearest point is at most so far from the front's middle, None for the allowance."""
    never: bool = False
    """Do not charge."""


class StandingFaces(msgspec.Struct, frozen=True, kw_only=True, tag="standing faces"):
    """D5: whether a standing charge goes in on flanks and rear only."""

    whom: Whom
    flank_or_rear: bool = True


class StandingBars(msgspec.Struct, frozen=True, kw_only=True, tag="standing bars"):
    """D5: what a standing charge never meets.  infantry_front: the front of Infantry.  uphill: anybody on a hill that
    the charger is not on.
    """

    whom: Whom
    infantry_front: bool = False
    uphill: bool = False


class StandingTarget(msgspec.Struct, frozen=True, kw_only=True, tag="standing target"):
    """D6: whom a unit without an order to shoot shoots at.

    targets: named, the first lawful one with fewer than 15 hits and no other; (): by ``prefer``.
    """

    whom: Whom
    targets: tuple[StandId, ...] = ()
    prefer: Literal["nearest", "most hits"] = "nearest"


class StandingFire(msgspec.Struct, frozen=True, kw_only=True, tag="standing fire"):
    """D6: when such a unit holds its fire.  always; beyond: this range; cover: at targets in a wood or town."""

    whom: Whom
    always: bool = False
    beyond: Hundredths | None = None
    cover: bool = False


class StandingTurn(msgspec.Struct, frozen=True, kw_only=True, tag="standing turn"):
    """D7: whether a unit turns to face attackers, and which faces it looks to first; () for not at all."""

    whom: Whom
    faces: tuple[Face, ...] = (Face.REAR, Face.RIGHT, Face.LEFT)


class StandingEntry(msgspec.Struct, frozen=True, kw_only=True, tag="standing entry"):
    """D9: where a unit enters; None: the middle of its stretch of edge."""

    whom: Whom
    at: Spot | None = None


class StandingWait(msgspec.Struct, frozen=True, kw_only=True, tag="standing wait"):
    """D9: a unit does not enter before turn ``turn``; 0: as soon as it may."""

    whom: Whom
    turn: int = 0


class StandingPass(msgspec.Struct, frozen=True, kw_only=True, tag="standing pass"):
    """The side's own player turns are played without asking it, while nothing happens that needs it.

    It is asked again once an enemy is within ``within`` of one of its units, one of them is in a fight, or an order
    would be refused.  until: the last turn that is passed; 0: no limit, and then only standing orders act.  With a
    limit the last orders are carried out anew in each turn.  Neither: every turn is asked for.
    """

    whom: Whom = "all"
    until: int = 0
    within: Hundredths = Hundredths(0)


class TakenBack(msgspec.Struct, frozen=True, kw_only=True, tag="taken back"):
    """An earlier standing order, for a unit or for all, taken back.  It never outlasts the text it stands in.

    decision: the name of the struct it takes back.
    """

    whom: Whom
    decision: str


Standing = (
    OrderOfMoving | StandingMove | StandingCharge | StandingFaces | StandingBars | StandingTarget | StandingFire
    | StandingTurn | StandingEntry | StandingWait | StandingPass | TakenBack
)  # fmt: skip


class Sheet(msgspec.Struct, frozen=True, kw_only=True, tag="sheet"):
    """A side's orders of one player turn.  orders: in the order of moving and of shooting.

    standing: all its standing orders as they are to stand from now on.
    """

    orders: tuple[Order, ...] = ()
    standing: tuple[Standing, ...] = ()


class OwnAction(msgspec.Struct, frozen=True):
    """An order that no player wrote: a standing order or a default at the moment the unit acts.

    standing: the standing order in words, '' for the default of the rules.
    """

    order: Order
    standing: str = ""


class Placed(msgspec.Struct, frozen=True):
    """A unit's place at set-up."""

    unit: StandId
    pose: Pose


class SetUp(msgspec.Struct, frozen=True, kw_only=True, tag="set-up"):
    """A side's set-up (OH-D1).  Units it does not name stand as the sample placement has them."""

    places: tuple[Placed, ...] = ()


class ArmyChoice(msgspec.Struct, frozen=True, tag="army"):
    """OH-D2: a row of the army table, 1 to 6; None: roll for it."""

    row: int | None = None
