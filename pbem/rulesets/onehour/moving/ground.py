"""Terrain: what a unit is in, what it may not enter, where rivers are crossed (OH-R-terr, OH-G7, OH-G8, OH-G16)."""

from collections.abc import Iterator

from pbem.engine.table.advance import advanced, swept
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import inside, meets, pieces_inside
from pbem.engine.table.measures import within
from pbem.engine.table.paths import entry_and_exit
from pbem.engine.table.rects import Rect, centre
from pbem.engine.table.shapes import Polygon, Polyline, line, polygon
from pbem.engine.table.ways import nearest
from pbem.rulesets.onehour.battle import Battle, Feature, UnitType
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.moving.refusing import objection
from pbem.rulesets.onehour.tables import ROAD_HALF_WIDTH, ROWS

ENTER_WOODS: dict[str, tuple[UnitType, ...]] = {
    "swordsmen": ("Swordsmen",),
    "none": (),
    "infantry": ("Infantry",),
    "foot": ("Infantry", "Swordsmen"),
}
"""OH-R-terr-1, by the switch ``woods``."""


def ground(feature: Feature) -> Polygon:
    """The shape of a feature that is no road."""
    return polygon(feature.shape)


def way(feature: Feature) -> Polyline:
    """The line of a road."""
    return line(feature.shape)


def of_kind(battle: Battle, *kinds: str) -> Iterator[Feature]:
    """The features of these kinds, in the scenario's order."""
    return (one for one in battle.features if one.kind in kinds)


def standing_in(battle: Battle, at: Point, *kinds: str) -> tuple[Feature, ...]:
    """The features of these kinds that hold a centre: inside, or on the edge (OH-G7)."""
    return tuple(one for one in of_kind(battle, *kinds) if inside(at, ground(one)))


def barred(battle: Battle, kind: UnitType) -> Iterator[Feature]:
    """The features no part of such a unit may pass over (OH-R-terr-1, 3, 4); rivers among them, crossings or not."""
    for one in battle.features:
        if one.kind in {"marsh", "lake", "river"} or (
            one.kind == "woods" and kind not in ENTER_WOODS[battle.switches.woods]
        ):
            yield one


def forbidden(battle: Battle, kind: UnitType, place: Rect) -> list[Objection]:
    """The forbidden ground that a footprint meets (OH-G7); a river is none to who stands on a crossing (OH-G8)."""
    return [
        _barred_by(one)
        for one in barred(battle, kind)
        if meets(place, ground(one)) and not (one.kind == "river" and on_crossing(battle, centre(place)))
    ]


def forbidden_on_the_way(battle: Battle, kind: UnitType, start: Rect, distance: float) -> list[Objection]:
    """The forbidden ground met anywhere on a straight advance, its ends included (OH-G5, OH-G7, OH-G8)."""
    strip = swept(start, distance)
    return [
        _barred_by(one)
        for one in barred(battle, kind)
        if meets(strip, ground(one)) and not (one.kind == "river" and _crosses(battle, start, distance, ground(one)))
    ]


def _barred_by(feature: Feature) -> Objection:
    name = feature.name or feature.id
    if feature.kind == "woods":
        return objection("woods", f"it may not enter the wood {name}", "OH-R-terr-1", by=feature.id)
    if feature.kind == "river":
        return objection("river", f"{name} is crossed only at bridges and fords", "OH-R-terr-4", "OH-G8", by=feature.id)
    return objection("impassable", f"no unit may enter {name}, a {feature.kind}", "OH-R-terr-3", by=feature.id)


def on_crossing(battle: Battle, at: Point) -> bool:
    """Whether a centre is inside a bridge or ford (OH-G8)."""
    return bool(standing_in(battle, at, "crossing"))


def _crosses(battle: Battle, start: Rect, distance: float, river: Polygon) -> bool:
    """Whether the centre is inside a crossing for as long as any part of the unit is over the river (OH-G8)."""
    return all(
        _on_one_crossing(battle, centre(advanced(start, max(wet, 0))), centre(advanced(start, min(dry, distance))))
        for wet, dry in entry_and_exit(start, distance, river)
    )


def _on_one_crossing(battle: Battle, start: Point, end: Point) -> bool:
    """Whether a straight way lies within one bridge or ford, which is convex: both its ends do."""
    return any(all(inside(at, ground(one)) for at in (start, end)) for one in of_kind(battle, "crossing"))


def unbridged(battle: Battle, start: Rect, distance: float) -> list[Objection]:
    """Rivers that a straight piece of road leads through where there is no crossing (OH-R-terr-4, OH-G16).

    Whatever else its flanks meet is nothing to a unit on a road.
    """
    end = centre(advanced(start, distance))
    return [
        _barred_by(one)
        for one in of_kind(battle, "river")
        if any(
            not _on_one_crossing(battle, centre(advanced(start, since)), centre(advanced(start, until)))
            for since, until in pieces_inside(centre(start), end, ground(one))
        )
    ]


def on_road(battle: Battle, at: Point) -> bool:
    """Whether a centre is on a road: within an inch of its line (OH-G16)."""
    return any(within(nearest(way(one), at).off, ROAD_HALF_WIDTH) for one in of_kind(battle, "road"))


def town_end(battle: Battle, kind: UnitType, at: Point) -> list[Objection]:
    """The town in which horse may not end its move (OH-R-terr-2); its centre tells (OH-G7)."""
    if not ROWS[kind].horse:
        return []
    return [
        objection("town-end", f"horse may not end a move in {one.name or one.id}", "OH-R-terr-2", by=one.id)
        for one in standing_in(battle, at, "town")
    ]
