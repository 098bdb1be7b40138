"""Where a unit is to be, if it does not charge: nearer its goal, at range, facing the enemies that could come at it."""

from collections.abc import Iterator
from math import sqrt

import msgspec
from msgspec.structs import replace

from pbem.engine.table.angles import EIGHTH, HALF_TURN, ahead, relative, relative_bearing, turned, vector_bearing
from pbem.engine.table.areas import crosses
from pbem.engine.table.distances import rects
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.shapes import polygon
from pbem.rulesets.onehour.aides.aims import AideGoal, Aims, holds
from pbem.rulesets.onehour.aides.looking import HIDES, Look, Piece, face_of, ground_at
from pbem.rulesets.onehour.aides.temperaments import Temperament
from pbem.rulesets.onehour.aides.ways import land_of
from pbem.rulesets.onehour.aides.weighing import (
    RANGE,
    apart,
    between,
    charge_worth,
    danger,
    fits,
    may_reach,
    room,
    shares,
    shot_worth,
)
from pbem.rulesets.onehour.commands import Go, Move, moving

NEAR = 3
"""As many of the nearest enemies are thought of as something to go at."""
FAR_OFF = 22.0
"""Inches beyond its move at which an enemy is nothing to a unit this turn and the next."""
SAFE = 0.1
"""Inches by which a range is undershot, and a contact avoided."""
LATER = 0.35
"""What a charge in the next turn is worth now: the enemy moves in between."""
TROUBLE, TRIFLE = 0.001, 100
"""Of each part of a move; of an advance below so many hundredths of an inch ten times as much."""
WHOLE = Tenths(10)
"""Pivots are of whole degrees."""
NONE = Hundredths(0)
STEP = 10
"""Hundredths: advances are of whole tenths of an inch."""
ASIDE = (Tenths(450), Tenths(-450), Tenths(900), Tenths(-900))
ABOUT = 8.0
"""Inches beyond its move within which a unit thinks of ways round an enemy."""
MUZZLE = 2.0
"""Inches from an enemy with powder within which a unit that can charge had better not halt."""
NEIGHBOUR = 7.0
"""Friends whose centres are so near cover a flank."""
ELBOW, CROWDED = 4.5, -1.5
"""Friends who are nearer leave one another no room to pivot: what their company is worth then."""


class Place(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Somewhere to be."""

    move: Move
    piece: Piece
    """The unit as it would stand there."""
    worth: float
    """Of being there."""
    why: str
    prey: Piece | None
    """What it shoots at from there."""
    ride: float
    """What a charge from there promises for the next turn."""


def places(look: Look, after: Aims, temper: Temperament, piece: Piece) -> list[Place]:
    """Where it could go, the best first; where it is among them.  Whether the way is clear has still to be seen."""
    foes = [foe for foe in look.foes if foe.left > 0 and apart(piece, foe) <= piece.reach + FAR_OFF]
    goal = after.goals.get(piece.id)
    scale = _Scale(look, after, temper, piece, foes)
    thought = dict.fromkeys(scale.way(*way) for way in _ways(look, piece, foes, goal))
    found = [scale.weigh(*shape) for shape in thought if shape is not None]
    if piece.charges and foes and not any(place.ride for place in found):
        anew = dict.fromkeys(scale.way(*way) for way in _out(piece, scale.prey()))
        found += [scale.weigh(*shape) for shape in anew if shape is not None and shape not in thought]
    return sorted(found, key=lambda place: -place.worth)


Way = tuple[Tenths, float, Piece | None]
"""The bearing to go along, inches, and whom to face in the end; None: the way it went."""

Shape = tuple[Tenths, Hundredths, Tenths]
"""Pivot, advance, pivot."""


def _ways(look: Look, piece: Piece, foes: list[Piece], goal: AideGoal | None) -> Iterator[Way]:
    """What is worth a thought."""
    near = sorted(foes or look.foes, key=lambda foe: apart(piece, foe))[:NEAR]
    first = near[0] if near else None
    yield piece.facing, 0.0, None
    for foe in near:
        yield piece.facing, 0.0, foe
    for foe in near:
        yield from _towards(piece, foe)
    yield piece.facing, piece.reach, None
    yield piece.facing, piece.reach / 2, first
    if first is not None and apart(piece, first) < piece.reach + ABOUT:
        yield from _round(piece, first, near[-1])
    for foe in [foe for foe in near if foe.charges and not foe.engaged and may_reach(foe, piece) is not None][:1]:
        bearing = vector_bearing((piece.x - foe.x, piece.y - foe.y))
        yield bearing, piece.reach, foe
        for aside in (Tenths(900), Tenths(-900)):
            yield turned(bearing, aside), piece.reach / 2, foe
    if goal is not None and not holds(goal.area, piece.x, piece.y):
        ahead_of = land_of(look.view, piece.unit.type).ahead(piece.x, piece.y, goal.at, piece.reach)
        for n, (x, y) in enumerate(ahead_of):
            if n < 2:
                far = sqrt((x - piece.x) ** 2 + (y - piece.y) ** 2)
                yield vector_bearing((x - piece.x, y - piece.y)), min(piece.reach, far), first
                yield vector_bearing((x - piece.x, y - piece.y)), min(piece.reach, far), None


def _towards(piece: Piece, foe: Piece) -> Iterator[Way]:
    """Up to range, up to half its move, as near as may be."""
    dx, dy = foe.x - piece.x, foe.y - piece.y
    far = sqrt(dx * dx + dy * dy) or 1.0
    gap = far - piece.half_depth - foe.extent(dx / far, dy / far) - 2 * SAFE
    bearing = vector_bearing((dx, dy))
    most = min(piece.reach, gap)
    if most <= 0:
        return
    if piece.shoots and 0 < gap - RANGE + 2 * SAFE < most:
        yield bearing, gap - RANGE + 2 * SAFE + SAFE, None
    yield bearing, most, None
    if most > 2:
        yield bearing, most / 2, None


def _round(piece: Piece, foe: Piece, other: Piece) -> Iterator[Way]:
    """To either side of an enemy, past friends who are in the way."""
    bearing = vector_bearing((foe.x - piece.x, foe.y - piece.y))
    for aside in ASIDE:
        yield turned(bearing, aside), piece.reach, foe
        yield turned(bearing, aside), piece.reach / 2, other


def _out(piece: Piece, prey: Piece) -> Iterator[Way]:
    """Out of a press, to where it would have room to charge in the next turn."""
    for turn in range(0, 3600, 450):
        for distance in (piece.reach / 4, piece.reach / 2):
            yield turned(piece.facing, Tenths(turn)), distance, prey


class _Scale:
    """Weighs places for one unit."""

    def __init__(self, look: Look, after: Aims, temper: Temperament, piece: Piece, foes: list[Piece]) -> None:
        self.look, self.temper, self.piece, self.foes = look, temper, piece, foes
        self.goal = after.goals.get(piece.id)
        self.land = land_of(look.view, piece.unit.type)
        self.friends = [one for one in look.mine if one.id != piece.id]
        self.shares = shares(foes, self.friends)
        self.targets = [foe for foe in foes if may_be_shot(look, foe)] if piece.shoots else []
        self.front = after.front
        self.press = temper.press * (1 + temper.eager * after.late)
        self.fear = temper.fear * (1 - temper.calm * after.late)
        self.here = self._gone(piece.x, piece.y)
        self.nearest = min((apart(piece, foe) for foe in foes), default=piece.reach + FAR_OFF)

    def way(self, bearing: Tenths, distance: float, whom: Piece | None) -> Shape | None:
        """One way to go, as far as there is room: pivot, advance, pivot; None where the ground bars it."""
        piece = self.piece
        first = _whole(relative(bearing, piece.facing))
        bearing = turned(piece.facing, first)
        others = self.look.pieces.values()
        if first % HALF_TURN and not fits(others, piece, piece.x, piece.y, bearing):
            return None
        fx, fy = ahead(bearing)
        advance = 0
        if distance:
            advance = int(room(others, piece, fx, fy, distance) * 100) // STEP * STEP
        x, y = piece.x + fx * advance / 100, piece.y + fy * advance / 100
        if advance and not self.land.clear(piece.x, piece.y, (x, y)):
            return None
        last = 0
        if whom is not None:
            last = _whole(relative_bearing((x, y), bearing, (whom.x, whom.y)))
            if last and not fits(others, piece, x, y, turned(bearing, Tenths(last))):
                last = 0
        return (first, Hundredths(advance), Tenths(last)) if advance else (Tenths(first + last), NONE, Tenths(0))

    def weigh(self, first: Tenths, advance: Hundredths, last: Tenths) -> Place:
        """That way weighed."""
        piece = self.piece
        fx, fy = ahead(turned(piece.facing, first))
        x, y = piece.x + fx * advance / 100, piece.y + fy * advance / 100
        facing = turned(piece.facing, Tenths(first + last))
        fx, fy = ahead(facing)
        there = replace(
            piece, x=x, y=y, facing=facing, fx=fx, fy=fy,
            ground=ground_at(self.look.view, x, y) if advance else piece.ground,
        )  # fmt: skip
        return self._worth(there, moving(piece.id, advance, first, last))

    def _worth(self, there: Piece, move: Move) -> Place:
        """What it is worth to be there, and what for most of all."""
        temper = self.temper
        prey, shot = self._shot(there)
        ride = self._next_charge(there)
        fear = self.fear * danger(self.look, temper, there, self.shares)
        went = self.here - self._gone(there.x, there.y)
        goal = self.goal
        pull = goal.pull * went if goal is not None else 0.0
        if goal is not None and holds(goal.area, there.x, there.y):
            pull += temper.hold * goal.pull / temper.goal
        near = min((apart(there, foe) for foe in self.foes), default=self.nearest)
        press = 0.0
        if prey is None:
            press = self.press * (self.nearest - near)
            press -= temper.order * max(0.0, min(self.front, self.nearest) - near)
        beside = min((apart(there, friend) for friend in self.friends), default=FAR_OFF)
        line = temper.line * (CROWDED if beside < ELBOW else beside <= NEIGHBOUR)
        worth = temper.gain * shot + ride + pull + press + line - fear - _trouble(move)
        reasons = ((shot, "shoot"), (ride, "ride"), (abs(pull), "goal"), (press, "press"))
        return Place(move=move, piece=there, worth=worth, why=max(reasons)[1], prey=prey, ride=ride)

    def prey(self) -> Piece:
        """Whom it would charge most gladly, as far as it may come to do so."""
        near = [foe for foe in self.foes if apart(self.piece, foe) <= 2 * self.piece.reach] or self.foes
        return max(near, key=lambda foe: (self._gladly(foe), foe.id))

    def _gladly(self, foe: Piece) -> float:
        return charge_worth(self.look, self.temper, self.piece, foe, face_of(foe, self.piece.x, self.piece.y))

    def _gone(self, x: float, y: float) -> float:
        """Inches left to its goal."""
        if self.goal is None:
            return 0.0
        return 0.0 if holds(self.goal.area, x, y) else self.land.far(x, y, self.goal.at)

    def _shot(self, there: Piece) -> tuple[Piece | None, float]:
        """The best shot from there."""
        found = [(shot_worth(foe, foe.left), foe) for foe in self.targets if can_shoot(there, foe)]
        for worth, foe in sorted(found, key=lambda one: (-one[0], one[1].id)):
            if in_sight(self.look, there, foe):
                return foe, worth
        return None, 0.0

    def _next_charge(self, there: Piece) -> float:
        """The best charge that it could make next turn if no unit moved."""
        if not there.charges:
            return 0.0
        best = 0.0
        for foe in self.foes:
            if may_reach(there, foe) is not None:
                face = face_of(foe, there.x, there.y)
                worth = charge_worth(self.look, self.temper, there, foe, face)
                if worth > best and not between(self.look.pieces.values(), there, foe):
                    best = worth
        return LATER * best


def at_the_muzzle(there: Piece, foe: Piece) -> bool:
    """Whether a unit would stand within ``MUZZLE`` of an enemy who is free to shoot."""
    if not foe.shoots or foe.engaged:
        return False
    return apart(there, foe) < MUZZLE + _across(there, foe) and rects(there.place, foe.place) < MUZZLE


def _across(one: Piece, other: Piece) -> float:
    """Inches between the centres of two units that touch, at most."""
    return one.half_width + one.half_depth + other.half_width + other.half_depth


def _trouble(move: Move) -> float:
    """What a move costs of itself: no unit marches a few tenths of an inch for nothing."""
    trifling = any(isinstance(leg, Go) and leg.by < TRIFLE for leg in move.legs)
    return TROUBLE * (len(move.legs) + (10 if trifling else 0))


def may_be_shot(look: Look, foe: Piece) -> bool:
    """Whether the battle lets anybody shoot at it: into a fight only where that is allowed (OH-Q22)."""
    return look.view.switches.shoot_into_melee or not foe.engaged


def in_sight(look: Look, there: Piece, foe: Piece) -> bool:
    """Whether the line of fire is clear of units, and of ground that neither of the two is in (OH-G11)."""
    start, end = (there.x + there.fx * there.half_depth, there.y + there.fy * there.half_depth), (foe.x, foe.y)
    if any(crosses(start, end, one.place) for one in look.pieces.values() if one.id not in (there.id, foe.id)):
        return False
    return not any(
        crosses(start, end, polygon(one.shape)) for one in look.view.features
        if one.kind in HIDES and one not in there.ground and one not in foe.ground
    )  # fmt: skip


def can_shoot(there: Piece, foe: Piece) -> bool:
    """Whether a target is in arc and range from there, roughly: lines are another matter."""
    ox, oy = there.x + there.fx * there.half_depth, there.y + there.fy * there.half_depth
    dx, dy = foe.x - ox, foe.y - oy
    far = sqrt(dx * dx + dy * dy)
    if far < SAFE:
        return True
    if far - foe.extent(dx / far, dy / far) > RANGE:
        return False
    return abs(relative(vector_bearing((dx, dy)), there.facing)) <= EIGHTH


def _whole(angle: Tenths) -> Tenths:
    """To the nearest degree."""
    return Tenths((angle + WHOLE // 2) // WHOLE * WHOLE)
