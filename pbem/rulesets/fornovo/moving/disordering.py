"""Ground that disorders those who go over it (FS-11.2, FS-11.4a, FS-11.4b, FS-11.5c, FS-11.6a, FS-11.7, FS-11.10b)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.ids import RuleId
from pbem.engine.table.distances import rect_line
from pbem.engine.table.measures import Hundredths, Inches, inches, within
from pbem.engine.table.paths import Ahead, length_in_area
from pbem.engine.table.paths import Leg as Way
from pbem.engine.table.rects import Rect
from pbem.rulesets.fornovo.moving.ground import meets_line
from pbem.rulesets.fornovo.moving.places import disordering, normal_move, on, rect_of
from pbem.rulesets.fornovo.state.battle import LINES, WOODS, Battle, Piece
from pbem.rulesets.fornovo.state.units import Unit

_AREAS: dict[str, str] = {
    **dict.fromkeys(WOODS, "FS-11.5c"), "stream": "FS-11.2", "ford": "FS-11.2", "bridge": "FS-11.7",
}  # fmt: skip
AGAINST_FOOT = {"light_works": "FS-11.10b", "heavy_works": "FS-11.10b", "laager": "FS-2.17c"}
"""Lines that disorder those who attack across them."""
_LINES: dict[str, str] = {
    "low_wall": "FS-11.6a", "high_wall": "FS-11.6a", "light_works": "FS-11.10b", "heavy_works": "FS-11.10b",
    "laager": "FS-2.17c",
}  # fmt: skip


def upset_on_the_way(battle: Battle, unit: Unit, way: Sequence[tuple[Rect, Way]]) -> RuleId | None:
    """The rule by which a move disorders; it lasts until it is recovered from (FS-Q75).  None: it does not."""
    if unit.guns or not way:
        return None
    rect = rect_of(battle, unit)
    if rect is not None and (there := disordering(battle, unit, rect)) is not None:
        return _rule(next(one for one in battle.terrain if one.id == there))
    for one in battle.terrain:
        if _upsets(battle, unit, way, one):
            return _rule(one)
    return None


def upset_by_charge(battle: Battle, unit: Unit, target: Unit, start: Rect, far: Hundredths) -> RuleId | None:
    """The same of a charge: at woods and works too (FS-11.5c, FS-11.10b), at fences not (FS-11.6a)."""
    its = rect_of(battle, target)
    held = [
        one for one in battle.terrain
        if one.kind in LINES and its is not None and within(rect_line(its, one.way), battle.inches(1))
    ]  # fmt: skip
    ahead = Ahead(Inches(far / 100 + 1))
    for one in battle.terrain:
        if one.kind in WOODS and its is not None and on(its, one):
            return RuleId("FS-11.5c")
        if one in held and one.kind in AGAINST_FOOT and meets_line(start, ahead, one):
            return RuleId(AGAINST_FOOT[one.kind])
    crossed = replace(battle, terrain=tuple(one for one in battle.terrain if one not in held))
    return upset_on_the_way(crossed, unit, [(start, Ahead(inches(far)))])


def _rule(one: Piece) -> RuleId:
    return RuleId(_AREAS.get(one.kind) or _LINES.get(one.kind) or "FS-11.4b")


def _upsets(battle: Battle, unit: Unit, way: Sequence[tuple[Rect, Way]], one: Piece) -> bool:
    if one.kind in LINES:
        return one.kind in _LINES and any(meets_line(start, piece, one) for start, piece in way)
    inside = sum(length_in_area(start, piece, one.area) for start, piece in way)
    if one.kind == "rough":
        pikes = any(block.melee == "pike" for block in unit.blocks)
        return inside > (0 if pikes else normal_move(unit, battle.scale) / 200 + 0.005)
    return one.kind in _AREAS and inside > 0
