"""One look at the table: what an aide takes in before he writes a line, in inches and in plain numbers."""

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import Side, StandId
from pbem.engine.table.angles import ahead, relative_bearing
from pbem.engine.table.areas import inside
from pbem.engine.table.measures import Tenths, inches
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Face, Rect
from pbem.engine.table.shapes import polygon
from pbem.rulesets.onehour.battle import Battle, Feature, Unit, on_table
from pbem.rulesets.onehour.fighting.chances import ExpectedBlow
from pbem.rulesets.onehour.tables import ELIMINATED_AT, ROWS

FRONT_ARC, REAR_ARC = Tenths(450), Tenths(1350)
COVER = frozenset({"woods", "town"})
FAVOURS = frozenset({"woods", "town", "hill", "crossing"})

HIDES = frozenset({"woods", "town", "hill"})

Ground = tuple[Feature, ...]
"""The woods, towns, hills and crossings that a centre is in."""


class Piece(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A unit as an aide sees it, where it stands or is to stand."""

    unit: Unit
    id: StandId
    side: Side
    x: float
    """Its centre; half_width, half_depth, reach (its allowance): inches."""
    y: float
    """Its centre; half_width, half_depth, reach (its allowance): inches."""
    facing: Tenths
    fx: float
    """Along its facing."""
    fy: float
    """Along its facing."""
    half_width: float
    half_depth: float
    reach: float
    plus: int
    horse: bool
    shoots: bool
    """It has something to shoot with."""
    charges: bool
    """It may charge, as far as it can by itself (OH-R-charge-1)."""
    left: int
    """Hits that remove it."""
    engaged: bool
    """By contacts."""
    front_taken: bool
    """By contacts."""
    ground: Ground
    """That its centre is in."""

    @property
    def place(self) -> Rect:
        """Its footprint."""
        return Rect(self.x, self.y, self.fx, self.fy, self.half_width, self.half_depth, self.facing)

    def extent(self, dx: float, dy: float) -> float:
        """From its centre to its edge in a direction of one inch's length."""
        ahead_part, beside = abs(dx * self.fx + dy * self.fy), abs(dx * self.fy - dy * self.fx)
        deep = self.half_depth / ahead_part if ahead_part > 1e-6 else 99.0
        wide = self.half_width / beside if beside > 1e-6 else 99.0
        return min(wide, deep)


class Look(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The table as a side sees it when it writes its orders.

    pieces: everybody on the table, friends where they are to be once those ordered before have moved.
    """

    view: Battle
    side: Side
    pieces: dict[StandId, Piece]

    @property
    def mine(self) -> list[Piece]:
        """The side's own, by id."""
        return [piece for piece in self.pieces.values() if piece.side == self.side]

    @property
    def foes(self) -> list[Piece]:
        """The enemy's, by id; those whom the shots so far are sure to remove are still there."""
        return [piece for piece in self.pieces.values() if piece.side != self.side]


def look(view: Battle, side: Side) -> Look:
    """A seat's view, taken in."""
    return Look(view=view, side=side, pieces={unit.id: piece_of(view, unit) for unit in on_table(view)})


def piece_of(view: Battle, unit: Unit) -> Piece:
    """A unit as it stands."""
    row, (x, y) = ROWS[unit.type], (unit.pose.at.x / 100, unit.pose.at.y / 100)
    fx, fy = ahead(unit.pose.facing)
    shoots = row.shoots and not unit.out_of_ammo
    return Piece(
        unit=unit, id=unit.id, side=unit.side, x=x, y=y, facing=unit.pose.facing, fx=fx, fy=fy,
        half_width=unit.width / 200, half_depth=unit.depth / 200, reach=inches(row.move), plus=row.plus,
        horse=row.horse, shoots=shoots, charges=not shoots, left=ELIMINATED_AT - unit.hits,
        engaged=any(unit.id in (one.attacker, one.target) for one in view.contacts),
        front_taken=front_taken(view, unit.id), ground=ground_at(view, x, y),
    )  # fmt: skip


def front_taken(view: Battle, unit: StandId) -> bool:
    """Whether a unit has charged an enemy that is there still, or is attacked in front."""
    return any(one.attacker == unit or (one.target == unit and one.face is Face.FRONT) for one in view.contacts)


def standing_at(view: Battle, piece: Piece, pose: Pose) -> Piece:
    """The same unit at another place."""
    x, y = pose.at.x / 100, pose.at.y / 100
    fx, fy = ahead(pose.facing)
    ground = piece.ground if (x, y) == (piece.x, piece.y) else ground_at(view, x, y)
    return replace(piece, x=x, y=y, facing=pose.facing, fx=fx, fy=fy, ground=ground)


def ground_at(view: Battle, x: float, y: float) -> Ground:
    """What favours a unit whose centre is there (OH-G7)."""
    return tuple(one for one in view.features if one.kind in FAVOURS and inside((x, y), polygon(one.shape)))


def in_cover(ground: Ground) -> bool:
    """Whether shots at a unit there count half (OH-R-shoot-1)."""
    return any(one.kind in COVER for one in ground)


def shot_blow(target: Piece) -> ExpectedBlow:
    """A shot at an enemy."""
    return ExpectedBlow(0, 1 if in_cover(target.ground) else 2)


def struck_blow(view: Battle, striker: Piece, target: Piece, face: Face) -> ExpectedBlow:
    """A blow of one unit at another on that face (OH-R-melee-1, OH-R-melee-2, OH-R-melee-3)."""
    halved = (
        (view.switches.pikes and striker.horse and target.unit.type == "Infantry")
        or any(one.kind in COVER or (one.kind == "hill" and one not in striker.ground) for one in target.ground)
        or (face is Face.FRONT and _on_crossing(striker) and not _on_crossing(target))
    )
    return ExpectedBlow(striker.plus, (1 if halved else 2) * (1 if face is Face.FRONT else 2))


def _on_crossing(piece: Piece) -> bool:
    return any(one.kind == "crossing" for one in piece.ground)


def face_of(target: Piece, x: float, y: float) -> Face:
    """The face of a target that a charge from there would be on (OH-G12)."""
    bearing = relative_bearing((target.x, target.y), target.facing, (x, y))
    if abs(bearing) <= FRONT_ARC:
        return Face.FRONT
    if abs(bearing) >= REAR_ARC:
        return Face.REAR
    return Face.RIGHT if bearing > 0 else Face.LEFT
