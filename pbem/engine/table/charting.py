"""The marks of a table's map from a rule set's units and facts: arrows, touches, wrecks, stretches of the edge.

A rule set brings a ``Footing`` for each unit and a table of arrows: a function a kind of fact.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from pbem.engine.mapstyle import ArrowKind, SideLook
from pbem.engine.ruleset import Happening
from pbem.engine.table.clipping import in_window
from pbem.engine.table.edges import Table, TableEdge, edge_length, holds, on_edge
from pbem.engine.table.measures import Hundredths, inches
from pbem.engine.table.places import Pose, Spot, point, spot
from pbem.engine.table.rects import Anchor, Face, middle, placed, size
from pbem.engine.tablechart import Fallen, TableFeature, Touch, Track

B = TypeVar("B")
NOTHING = Hundredths(0)

Arrows = Mapping[type, Callable[[B, Any], Track | None]]
"""How each kind of fact is drawn: from the battle before it, and the fact; None where it draws nothing."""


class Footing(msgspec.Struct, frozen=True):
    """Where a unit stands and whose it is.  at: the middle of its footprint, and its facing."""

    code: str
    look: SideLook
    at: Pose
    width: Hundredths
    depth: Hundredths

    def muzzle(self) -> Spot:
        """The middle of its front edge."""
        return spot(middle(placed(self.at, size(self.width, self.depth), Anchor.CENTRE), Face.FRONT))

    def went(self, path: tuple[Spot, ...], end: Pose | None, kind: ArrowKind = "moved") -> Track:
        """It went that way from where it stands.  end: None where it left the table."""
        return Track(kind, self.look, self.code, path, end, self.at)

    def came(self, path: tuple[Spot, ...], end: Pose) -> Track:
        """It came onto the table."""
        return Track("moved", self.look, self.code, path, end)

    def shot(self, target: Pose) -> Track:
        """Its line of fire."""
        return Track("shot", self.look, self.code, (self.muzzle(), target.at))

    def touches(self, other: str) -> Touch:
        """It is in contact with another before its front."""
        return Touch(self.code, other, self.muzzle())

    def fallen(self) -> Fallen:
        """It was destroyed where it stands."""
        return Fallen(self.code, self.look, self.at, self.width, self.depth)


def arrow(arrows: Arrows[B], before: B, fact: object) -> Iterator[Track]:
    """A fact as an arrow, if it is one."""
    draw = arrows.get(type(fact))
    track = draw(before, fact) if draw is not None else None
    if track is not None:
        yield track


def tracks(arrows: Arrows[B], happenings: Iterable[Happening[B]]) -> Iterator[Track]:
    """Every move, charge and shot of a turn."""
    for happening in happenings:
        yield from arrow(arrows, happening.before, happening.fact)


def on_table(table: Table, track: Track) -> Track:
    """A track as far as it lies on the table; who left it has no last place."""
    end = next((n for n, at in enumerate(track.path) if n and not holds(table, point(at))), None)
    if end is None:
        return track
    way = (point(track.path[end - 1]), point(track.path[end]))
    left = in_window(way, 0, inches(table.width), 0, inches(table.depth))
    gone = (*track.path[:end], *((spot(left[1]),) if left is not None else ()))
    return replace(track, path=gone if len(gone) > 1 else track.path[:1] * 2, end=None)


def each_once(*path: Spot) -> tuple[Spot, ...]:
    """A way without places that follow themselves; two places at least."""
    kept = [here for here, last in zip(path, (None, *path), strict=False) if here != last]
    return tuple(kept) if len(kept) > 1 else (path[0], path[-1])


def stretch(
    table: Table, edge: TableEdge, start: Hundredths, end: Hundredths, beyond: Hundredths = NOTHING
) -> tuple[Spot, ...]:
    """Two places on an edge, each so much farther out, as far as the edge goes."""
    low, high = max(start - beyond, 0), min(end + beyond, edge_length(table, edge))
    return on_edge(table, edge, Hundredths(low)), on_edge(table, edge, Hundredths(high))


def unprinted(name: str, features: Iterable[TableFeature]) -> str:
    """The name of an area, unless a feature has the same printed on it."""
    printed = {one.name.casefold().removeprefix("the ") for one in features}
    return "" if name.casefold().removeprefix("the ") in printed else name
