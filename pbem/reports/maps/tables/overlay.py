"""All that lies over the ground of a table: names, last places and arrows, units, shots, contacts, tags."""

from typing import Final, NamedTuple

from pbem.engine.mapstyle import SideLook
from pbem.engine.tablechart import Base, TableChart
from pbem.reports.maps.shapes import Disc, Shape, SvgRect, around
from pbem.reports.maps.tables import names, tagging, tags, tracks, units
from pbem.reports.maps.tables.bodies import body_of
from pbem.reports.maps.tables.layout import TableLayout
from pbem.reports.maps.tables.tagging import Obstacle
from pbem.reports.maps.tables.tracks import Sign

CONTACT: Final = 16.0
"""Radius of the swords where two units touch."""
_HIDES: Final = 12.0
"""How bad it is to print a name over a unit or its tag."""


class UnitPiece(NamedTuple):
    """A unit that is drawn: its footprint, and its tag."""

    base: Base
    plate: list[Shape]
    hung: list[Shape]


class TableOverlay(NamedTuple):
    """What lies over the ground, in layers, each lowest first."""

    names: list[Shape]

    below: list[Shape]
    """Last known places, moves, the fronts of units."""

    ghosts: list[UnitPiece]

    pieces: list[UnitPiece]

    above: list[Shape]
    """Units destroyed, shots, contacts."""

    boxes: list[SvgRect]
    """Boxes that all of it fills."""

    signs: dict[Sign, SideLook]
    """Signs of what was done and drawn, each with the side that did it first."""

    @property
    def shapes(self) -> list[Shape]:
        """All of it, lowest first."""
        return [
            *self.names, *self.below,
            *(shape for one in self.ghosts for shape in one.plate),
            *(shape for one in self.pieces for shape in one.plate),
            *self.above,
            *(shape for one in self.pieces for shape in one.hung),
        ]  # fmt: skip


def overlay(chart: TableChart, place: TableLayout) -> TableOverlay:
    """The layers above the ground."""
    bases = [one for one in chart.bases if one.ghost is None]
    bodies = [body_of(one, place) for one in bases]
    ghosts = [one for one in chart.bases if one.ghost is not None]
    ways = tracks.drawn(chart, place)
    discs = [Disc(*place.at(touch.at), CONTACT, "m-melee", "f-field", "s-ink", "c-ink") for touch in chart.touches]
    discs += [found for one in bases if (found := units.answer(one, place)) is not None]
    wrecks = [units.wreck_box(one, place) for one in chart.fallen]
    crossing = [box for way in ways for box in way.boxes]
    places = [body_of(one, place).box for one in ghosts]
    hung = tagging.placed(
        bases,
        place,
        [
            *(Obstacle(around((d.x, d.y), 2 * d.r, 2 * d.r), 10) for d in discs),
            *(Obstacle(box, 9) for box in wrecks),
            *(Obstacle(box, 5) for box in places),
            *(Obstacle(box, 2) for box in crossing),
        ],
    )
    hiding = [
        *(body.box.grown(8) for body in bodies), *(tag.box for tag in hung), *places, *wrecks,
        *(around((d.x, d.y), 2 * d.r, 2 * d.r) for d in discs),
    ]  # fmt: skip
    named = names.placed(chart, place, [*((box, _HIDES) for box in hiding), *((box, 6.0) for box in crossing)])
    return TableOverlay(
        names=[one.shape for one in named],
        below=[
            *(shape for way in ways for shape in way.below),
            *(units.front(body, one) for one, body in zip(bases, bodies, strict=True)),
        ],
        ghosts=[UnitPiece(one, [units.ghost(one, place)], []) for one in ghosts],
        pieces=[
            UnitPiece(one, [*units.ready_frame(one, place), units.plate(one, place)], tags.drawn(tag))
            for one, tag in zip(bases, hung, strict=True)
        ],
        above=[
            *(shape for lost in chart.fallen for shape in units.wreck(lost, place)),
            *(shape for way in ways for shape in way.above),
            *discs,
        ],
        boxes=[*hiding, *crossing, *(one.box for one in named)],
        signs={sign: look for way in reversed(ways) for sign, look in way.signs.items()},
    )
