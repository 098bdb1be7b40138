"""Where the figures and models stand that may shoot (FS-9.1c, FS-9.1e, FS-9.2, FS-9.3a, G-3, G-33, G-35, G-36)."""

from collections.abc import Callable, Iterator

from pbem.engine.table.angles import Point
from pbem.engine.table.distances import nearest_on_rect
from pbem.engine.table.lateral import interval
from pbem.engine.table.measures import TOUCH, Hundredths, Tenths, hundredths, inches, millimetres, normal
from pbem.engine.table.places import Spot, point
from pbem.engine.table.rects import FACES, Face, Rect, local_point, outward, strip
from pbem.rulesets.fornovo.moving.lines_of_fire import Muzzle
from pbem.rulesets.fornovo.moving.places import Parts, base, blocks_at, distance, parts_of, rect_of, square_files
from pbem.rulesets.fornovo.state.battle import Battle, Piece, piece
from pbem.rulesets.fornovo.state.units import Block, Unit, files, ranks

ARC = Tenths(225)
"""FS-9.2a."""
BLOCK_ARC = Tenths(900)
"""G-33."""
SLEEVE_RANKS = 4
"""FS-2.14d."""


def muzzles(battle: Battle, unit: Unit, shoots: Callable[[Block], bool], rows: range) -> list[Muzzle]:
    """G-3: of every figure of the blocks that shoot, of these rows; of a square those of its faces; from war wagons
    all round.
    """
    rect = rect_of(battle, unit)
    if rect is None:
        return []
    if unit.kind == "wagons":
        crew = sum(one.figures for one in unit.blocks if shoots(one))
        return [Muzzle((rect.x, rect.y), rect.facing, None)] * crew
    if unit.formation == "square":
        return [one for face in FACES for one in _face(battle, unit, shoots, rect, face)]
    half = None if unit.mounted or tercio(battle, unit) else ARC
    wide, depth = map(millimetres, base(unit, battle.scale))
    left = -files(unit) * wide / 2
    found = []
    for block in unit.blocks:
        middle = left + block.rows[0] * wide / 2
        left += block.rows[0] * wide
        if not shoots(block):
            continue
        for row in rows[: len(block.rows) - rows.start]:
            plugged = row == 0 and block.bayonet == "plug_front"  # FS-2.12c
            for file in range(figures := 0 if plugged else block.rows[row]):
                across = middle + (file - (figures - 1) / 2) * wide
                at = local_point(rect, across, rect.half_depth - row * depth)
                found.append(Muzzle(at, rect.facing, half))
    return found


def _face(
    battle: Battle, unit: Unit, shoots: Callable[[Block], bool], rect: Rect, face: Face
) -> Iterator[Muzzle]:  # fmt: skip
    """G-35, FS-Q87, FS-2.12c: a quarter of the figures on each face; plugged front ranks do not shoot."""
    all_round = sum(one.figures for one in unit.blocks if shoots(one))
    place = FACES.index(face)
    there = all_round // 4 + (place < all_round % 4)
    wide, depth = map(millimetres, base(unit, battle.scale))
    long = square_files(unit)
    turned = rect._replace(fx=_ahead(rect, face)[0], fy=_ahead(rect, face)[1], facing=outward(rect.facing, face))
    plugged = long if any(shoots(one) and one.bayonet == "plug_front" for one in unit.blocks) else 0
    for number in range(plugged, min(there, long * min(ranks(unit), 2))):
        row, file = divmod(number, long)
        across = (file - (long - 1) / 2) * wide
        yield Muzzle(local_point(turned, across, rect.half_depth - row * depth), turned.facing, ARC)


def _ahead(rect: Rect, face: Face) -> Point:
    fx, fy = rect.fx, rect.fy
    return {Face.FRONT: (fx, fy), Face.RIGHT: (fy, -fx), Face.REAR: (-fx, -fy), Face.LEFT: (-fy, fx)}[face]


def tercio(battle: Battle, unit: Unit) -> bool:
    """FS-2.14d, FS-9.2c, FS-Q20, FS-Q24, FS-Q97: stationary regular foot with sleeves of four ranks or more."""
    sleeved = ["pike_and_shot", *(["bill_and_bow"] if battle.switches.bill_and_bow == "sleeves" else [])]
    trained = {*sleeved} & {*unit.training}
    still = not (unit.moved or unit.maneuvered)
    sleeves = [one for one in unit.blocks if one.missile]
    deep = bool(sleeves) and all(len(one.rows) >= SLEEVE_RANKS for one in sleeves)
    return unit.foot and unit.type == "R" and bool(trained) and still and deep


def pikes_of(battle: Battle, unit: Unit) -> list[Rect]:
    """FS-2.14d: the blocks of a unit without missile weapons, through which its own shot does not go."""
    rect = rect_of(battle, unit)
    if rect is None or not tercio(battle, unit):
        return []
    there = zip(unit.blocks, blocks_at(battle, unit, rect), strict=True)
    return [part for one, part in there if one.missile is None]


def models(battle: Battle, unit: Unit) -> list[Muzzle]:
    """G-36: of each gun, from left to right; that of a war wagon all round."""
    rect = rect_of(battle, unit)
    if rect is not None and unit.carried is not None:
        return [Muzzle((rect.x, rect.y), rect.facing, None)]
    if rect is None or unit.guns is None:
        return []
    wide = millimetres(base(unit, battle.scale)[0])
    return [
        Muzzle(local_point(rect, (one - (unit.guns.n - 1) / 2) * wide, rect.half_depth), rect.facing, ARC)
        for one in range(unit.guns.n)
    ]


def sides_of_block(one: Piece) -> dict[str, tuple[Muzzle, Hundredths]]:
    """G-33: the middle of each side of a block that lies along the axes, its arc, the side's length."""
    west, south, east, north = one.area.box
    x, y = (west + east) / 2, (south + north) / 2
    there = {"north": (x, north, 0), "east": (east, y, 900), "south": (x, south, 1800), "west": (west, y, 2700)}
    return {
        side: (
            Muzzle((a, b), normal(facing), BLOCK_ARC),
            hundredths(east - west if side in {"north", "south"} else north - south),
        )
        for side, (a, b, facing) in there.items()
    }


def block_rect(one: Piece) -> Rect:
    """A block as it is shot at."""
    west, south, east, north = one.area.box
    return Rect(
        (west + east) / 2, (south + north) / 2, 0.0, 1.0, (east - west) / 2, (north - south) / 2, Tenths(0)
    )  # fmt: skip


def footing(battle: Battle, unit: Unit) -> Rect | None:
    """Its footprint, or that of the block it holds (G-33)."""
    there = piece(battle, unit.inside) if unit.pose is None else None
    return block_rect(there) if there is not None else rect_of(battle, unit)


def footings(battle: Battle, unit: Unit) -> Parts:
    """G-2: the parts of its footprint, or the rectangle of the block that it holds; () if it is not on the table."""
    there = piece(battle, unit.inside) if unit.pose is None else None
    return (block_rect(there),) if there is not None else parts_of(battle, unit)


def apart(battle: Battle, unit: Unit, target: Unit) -> Hundredths:
    """Between the two, by footprints; 0 where one has none."""
    mine, its = footings(battle, unit), footings(battle, target)
    return hundredths(distance(mine, its)) if mine and its else Hundredths(0)


def danger_zone(muzzle: Muzzle, its: Rect, wide: int, more: Hundredths) -> Rect:
    """G-10: the strip to the far edge of a target.  wide: of the model, in millimetres; more: to either side."""
    half = millimetres(wide) / 2 + inches(more)
    near = nearest_on_rect(muzzle.at, its)
    lane = strip(muzzle.at, near, half)
    far = (near[0] + lane.fx * 2 * its.half_depth, near[1] + lane.fy * 2 * its.half_depth)
    return strip(muzzle.at, far, half)


def at_spot(rect: Rect, at: Spot) -> Rect:
    """A place that a single figure takes up."""
    x, y = point(at)
    return rect._replace(x=x, y=y, half_width=TOUCH, half_depth=TOUCH)


def facing_files(battle: Battle, unit: Unit, its: Rect) -> list[int]:
    """G-26: the files of a unit across from a footprint; the nearest where none is."""
    rect = rect_of(battle, unit)
    count = files(unit)
    if rect is None or not count:
        return [0]
    wide = millimetres(base(unit, battle.scale)[0])
    start, end = interval(rect, its)
    left = -count * wide / 2
    found = [one for one in range(count) if left + one * wide < end - TOUCH and left + (one + 1) * wide > start + TOUCH]
    if found:
        return found
    return [min(range(count), key=lambda one: abs(left + (one + 0.5) * wide - (start + end) / 2))]
