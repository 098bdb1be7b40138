"""What shelters a unit, and the column of the shooting tables it is shot at on (FS-9.6, FS-11, G-27, G-30, G-34)."""

from typing import Literal

from pbem.engine.table.angles import THREE_EIGHTHS, Point, relative_bearing
from pbem.engine.table.areas import crosses_line, divided, share
from pbem.engine.table.distances import rect_line
from pbem.engine.table.measures import TOLERANCE, Tenths, within
from pbem.engine.table.rects import Rect, corners, local
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.fighting.cells import expected
from pbem.rulesets.fornovo.moving.places import rect_of
from pbem.rulesets.fornovo.state.battle import LINES, WOODS, Battle, Piece
from pbem.rulesets.fornovo.state.units import Unit, ranks

Cover = Literal["none", "soft", "hard"]
LEVELS: tuple[Cover, ...] = ("none", "soft", "hard")
Against = Literal["small arms", "hail", "ball", "heavy ball", "combat"]
"""``heavy ball``: of medium and heavy guns; ``ball``: of lighter ones."""
Side = Literal["front", "left", "right", "rear"]

LEVEL: dict[str, dict[Against, int]] = {
    "block": {"small arms": 2, "hail": 2, "ball": 2, "heavy ball": 1, "combat": 2},
    "strongpoint": {"small arms": 2, "hail": 2, "ball": 2, "heavy ball": 1, "combat": 2},
    "light_works": {"small arms": 2, "hail": 2, "ball": 1, "heavy ball": 1, "combat": 1},
    "heavy_works": {"small arms": 2, "hail": 2, "ball": 2, "heavy ball": 2, "combat": 2},
    "high_wall": {"small arms": 1, "hail": 1, "ball": 1, "heavy ball": 1, "combat": 1},
    "hedgerow": {"small arms": 1, "hail": 1, "ball": 1, "heavy ball": 1, "combat": 0},
    "laager": {"small arms": 1, "hail": 1, "ball": 1, "heavy ball": 1, "combat": 0},
    "ditch": {"small arms": 2, "hail": 2, "ball": 2, "heavy ball": 2, "combat": 0},
    "rough": {"small arms": 0, "hail": 0, "ball": 1, "heavy ball": 1, "combat": 0},
    **{
        wood: {"small arms": 1, "hail": 1, "ball": 1, "heavy ball": 1, "combat": 0} for wood in WOODS
    },
}  # fmt: skip
"""FS-11.8.1, FS-11.10d, FS-11.10e, FS-11.6b, FS-11.6c, FS-2.10d, FS-11.9, FS-11.4d, FS-11.5d: 0 none, 1 soft, 2 hard.
"""
TO_WRECK = {"block": 4, "strongpoint": 4, "light_works": 2, "heavy_works": 6}
"""FS-11.8.5, FS-11.10.1a, FS-11.10.1b: hits."""
BESIDE = 1
"""G-34: inches."""
ENFILADE = Tenths(225)
"""G-30."""


def wrecked(one: Piece) -> bool:
    """FS-11.8.5, FS-11.10.1a, FS-11.10.1b: by medium or heavy ball; heavy works by heavy ball alone."""
    kinds: tuple[t.GunKind, ...] = ("heavy",) if one.kind == "heavy_works" else ("medium", "heavy")
    return one.kind in TO_WRECK and sum(one.ball_hits.get(kind, 0) for kind in kinds) >= TO_WRECK[one.kind]


def level(one: Piece, against: Against) -> int:
    """FS-11.8.5, FS-11.10.1c, FS-Q74: wrecked, a level less; hard cover of light works stays soft to small arms."""
    full = LEVEL.get(one.kind, {}).get(against, 0)
    return max(0, full - wrecked(one))


def shelters(battle: Battle, unit: Unit, origin: Point) -> list[Piece]:
    """What stands between a unit and an enemy whose middle is there, or holds the unit whole (FS-9.6c)."""
    rect = rect_of(battle, unit)
    return [one for one in battle.terrain if one.kind in LEVEL and _shelters(battle, unit, rect, one, origin)]


def _shelters(battle: Battle, unit: Unit, rect: Rect | None, one: Piece, origin: Point) -> bool:
    if one.kind in {"block", "strongpoint"} or rect is None:
        return unit.inside == one.id
    if one.kind not in LINES:
        return share(rect, one.area) > 1 - TOLERANCE
    way = one.way
    if one.kind == "ditch":
        return unit.inside == one.id or divided(rect, way)
    near = within(rect_line(rect, way), battle.inches(BESIDE)) or unit.inside == one.id
    return near and all(crosses_line(origin, corner, way) for corner in corners(rect))


def cover(battle: Battle, unit: Unit, origin: Point, against: Against) -> Cover:
    """The best there is (FS-9.6b)."""
    own = 1 if unit.kind == "wagons" and against != "combat" else 0  # FS-2.10d
    return LEVELS[max([own, *(level(one, against) for one in shelters(battle, unit, origin))])]


def column(battle: Battle, unit: Unit, origin: Point, against: Against, cells: dict[t.Column, str]) -> t.Column:
    """FS-9.6a, FS-9.6b: of the classes that fit, the best for the target."""
    there = cover(battle, unit, origin, against)
    fits: list[t.Column] = ["skirmish"] if unit.skirmishers else []
    fits += [there] if there != "none" else []
    fits += [] if unit.skirmishers else ["normal"]
    return min(fits, key=lambda one: expected(cells[one]))


def dense(battle: Battle, unit: Unit, origin: Point) -> bool:
    """FS-9.6a, G-30: close order in three ranks or more, or enfiladed."""
    if unit.skirmishers or not unit.blocks or unit.kind == "wagons":
        return False
    rect = rect_of(battle, unit)
    return ranks(unit) >= 3 or (rect is not None and _enfiladed(rect, origin))


def _enfiladed(rect: Rect, origin: Point) -> bool:
    off = abs(relative_bearing((rect.x, rect.y), rect.facing, origin))
    return abs(off - 900) <= ENFILADE


def side_of(battle: Battle, unit: Unit, origin: Point) -> Side:
    """G-27: the side from which a point shoots at a unit; squares and garrisons have no flank or rear (FS-Q87)."""
    rect = rect_of(battle, unit)
    if rect is None or unit.formation == "square" or unit.inside is not None:
        return "front"
    if local(rect, origin)[1] >= rect.half_depth - TOLERANCE:
        return "front"
    off = relative_bearing((rect.x, rect.y), rect.facing, origin)
    if abs(off) > THREE_EIGHTHS:
        return "rear"
    return "left" if off < 0 else "right"
