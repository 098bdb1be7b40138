"""What a charge, a shot or a place is worth, in units: the aide's judgement of any two that may meet."""

from collections.abc import Iterable, Mapping
from math import sqrt

from pbem.engine.ids import StandId
from pbem.engine.table.angles import ahead
from pbem.engine.table.contact import overlaps
from pbem.engine.table.measures import Tenths
from pbem.engine.table.rects import Face, Rect
from pbem.rulesets.onehour.aides.looking import Look, Piece, face_of, shot_blow, struck_blow
from pbem.rulesets.onehour.aides.temperaments import Temperament
from pbem.rulesets.onehour.fighting.chances import kills, opened, useful
from pbem.rulesets.onehour.tables import ELIMINATED_AT

PER_HIT = 0.6 / ELIMINATED_AT
"""What a hit takes from the worth of a unit that stays."""
LAST_HIT = 0.4
"""What the hit that removes it takes besides."""
BLOWS = 2
"""Free blows counted at a unit that cannot strike back: then the battle has gone on."""
FREE = 0.05
"""And for a friend's fight being shorter by them."""
HELPED = 4
"""Hits that a friend who is at the same enemy will do him before it is over."""
PIVOT = 0.70
"""The cosine of the farthest a charger may pivot, 45 degrees, with a little for its width."""
RANGE = 12.0
BROAD = 8.0
"""Inches: a unit whose centre is so much farther off is not in the way."""
BASES = 3.0
"""Inches that the sizes of two units add to a charge's reach."""
GAP = 0.15
"""Inches that are left between two who do not mean to touch."""
LIKELY = 0.7
"""Of the charges that an enemy could well make, as many are made."""
LEAST_FIRE = 0.25
"""Of the shots of an enemy who has many to choose from, as many are made at any one."""


def shot_worth(target: Piece, left: int) -> float:
    """A shot at a unit with so many hits left, those of earlier shots taken off."""
    if left <= 0:
        return 0.0
    blow = shot_blow(target)
    return PER_HIT * useful(blow, left) + LAST_HIT * kills(blow, left)


def charge_worth(look: Look, temper: Temperament, mine: Piece, foe: Piece, face: Face) -> float:
    """A charge of one unit on that face of another: what comes of it in the end, less what it costs.

    Who is held in front cannot turn to strike back at an attacker on another face (OH-melee-8).
    """
    first = struck_blow(look.view, mine, foe, face)
    if foe.left <= 0:
        return 0.0
    if face is not Face.FRONT and foe.front_taken:
        dealt = min(float(foe.left), BLOWS * useful(first, foe.left))
        kill = min(1.0, BLOWS * useful(first, foe.left) / foe.left)
        return temper.gain * (PER_HIT * dealt + LAST_HIT * kill * kill) + FREE
    mine_later = struck_blow(look.view, mine, foe, Face.FRONT)
    theirs = struck_blow(look.view, foe, mine, Face.FRONT)
    left = max(1, foe.left - HELPED) if foe.engaged else foe.left
    fight = opened(max(mine.left, 1), left, first, mine_later, theirs)
    lost = 1 - fight.win
    gained = fight.win * (LAST_HIT + PER_HIT * left) + PER_HIT * (lost * left - fight.theirs)
    paid = lost * (LAST_HIT + PER_HIT * mine.left) + PER_HIT * (fight.win * mine.left - fight.mine)
    return temper.gain * gained - temper.loss * paid


def company(look: Look, temper: Temperament, mine: Piece, foe: Piece) -> float:
    """What friends and enemies who may come to a fight make it worth more or less, and powder that it keeps unused."""
    friends = enemies = 0
    for one in look.pieces.values():
        if one.charges and not one.engaged and one.id not in (mine.id, foe.id) and one.left > 0:
            near = apart(one, foe) <= one.reach + BASES
            friends += near and one.side == mine.side
            enemies += near and one.side != mine.side
    return temper.support * (min(friends, 2) - min(enemies, 2) + foe.shoots / 2)


def may_reach(mover: Piece, target: Piece) -> float | None:
    """The inches left over if one unit charged another as they stand, units in between left out; None: it cannot.

    A rough measure: straight ahead after a pivot of at most 45 degrees.
    """
    dx, dy = target.x - mover.x, target.y - mover.y
    far = sqrt(dx * dx + dy * dy)
    if far < 0.1:
        return None
    ux, uy = dx / far, dy / far
    over = mover.reach + mover.half_depth + target.extent(ux, uy) - far
    if over < 0 or ux * mover.fx + uy * mover.fy < PIVOT:
        return None
    return over


def room(
    pieces: Iterable[Piece], mover: Piece, fx: float, fy: float, most: float, spare: StandId | None = None
) -> float:
    """How far a unit could go along a direction before it comes upon another, at most so far.

    spare: a unit that is not in the way.  A rough measure: a unit in the way is taken for a rectangle along it.
    """
    wide, deep = mover.half_width, mover.half_depth
    for one in pieces:
        if one.id in (mover.id, spare):
            continue
        dx, dy = one.x - mover.x, one.y - mover.y
        along = dx * fx + dy * fy
        if along <= 0 or along > most + BROAD:
            continue
        across, beside = abs(one.fx * fx + one.fy * fy), abs(one.fx * fy - one.fy * fx)
        if abs(dx * fy - dy * fx) < wide + one.half_width * across + one.half_depth * beside:
            most = min(most, along - deep - one.half_depth * across - one.half_width * beside - GAP)
    return max(most, 0.0)


def fits(pieces: Iterable[Piece], mover: Piece, x: float, y: float, facing: Tenths) -> bool:
    """Whether there is room for a unit at a place, clear of everybody else."""
    fx, fy = ahead(facing)
    place = Rect(x, y, fx, fy, mover.half_width + GAP / 2, mover.half_depth + GAP / 2, facing)
    return not any(
        (one.x - x) ** 2 + (one.y - y) ** 2 < BROAD * BROAD
        and overlaps(place, one.place)
        for one in pieces if one.id != mover.id
    )  # fmt: skip


def between(pieces: Iterable[Piece], one: Piece, other: Piece) -> bool:
    """Whether a unit stands in the way from one unit to another."""
    dx, dy = other.x - one.x, other.y - one.y
    far = sqrt(dx * dx + dy * dy)
    if far < 0.1:
        return False
    ux, uy = dx / far, dy / far
    gap = far - one.half_depth - other.extent(ux, uy)
    return room(pieces, one, ux, uy, gap, other.id) + 2 * GAP < gap


def danger(look: Look, temper: Temperament, mine: Piece, foes: Mapping[Piece, float]) -> float:
    """What the enemy's next player turn could do to a unit where it is to stand: the worst charge, and fire.

    foes: with the share of the shots of each that would be made at it, were it in reach.
    """
    worst, fire = 0.0, 0.0
    for foe, share in foes.items():
        if foe.engaged:
            continue
        if foe.shoots:
            fire += share * _fire(mine, foe)
        elif may_reach(foe, mine) is not None and not between(look.pieces.values(), foe, mine):
            harm = charge_worth(look, temper, foe, mine, face_of(mine, foe.x, foe.y))
            worst = max(worst, harm)
    return LIKELY * worst + fire


def shares(foes: Iterable[Piece], friends: Iterable[Piece]) -> dict[Piece, float]:
    """The part of the shots of each enemy that would be made at one more unit, besides these friends in his reach."""
    found: dict[Piece, float] = {}
    for foe in foes:
        others = sum(apart(foe, friend) <= RANGE + foe.reach + 2 for friend in friends) if foe.shoots else 0
        found[foe] = max(LEAST_FIRE, 1 / (1 + others))
    return found


def _fire(mine: Piece, foe: Piece) -> float:
    far = apart(mine, foe) - foe.half_depth - mine.half_depth
    if far > RANGE + foe.reach:
        return 0.0
    return shot_worth(mine, mine.left) * (1.0 if far <= RANGE + 1 else 0.7)


def apart(one: Piece, other: Piece) -> float:
    """Inches from centre to centre."""
    dx, dy = other.x - one.x, other.y - one.y
    return sqrt(dx * dx + dy * dy)
