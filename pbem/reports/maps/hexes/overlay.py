"""All that lies over the ground: names, arrows, last places, counters, shots, badges, in this order.

A shot over some distance runs beneath the counters on its way: none of them is harder to read for it.
"""

from typing import Final, NamedTuple

from pbem.engine.hexchart import Counter, HexChart
from pbem.reports.maps.hexes import arrows, badges, board, ground, names, plates, tokens
from pbem.reports.maps.hexes.layout import Layout
from pbem.reports.maps.hexes.names import HIDES
from pbem.reports.maps.shapes import Disc, Shape, ShapeGroup, SvgRect, around

_ARROW: Final = 6.0
"""How bad it is to print a name over an arrow."""
_GROUND: Final = 3.0
"""How bad it is to print a name over trees or slopes."""


class CounterPiece(NamedTuple):
    """A counter that is drawn: its plate with the front, and what hangs on it."""

    counter: Counter
    plate: list[Shape]
    hung: list[Shape]


class HexOverlay(NamedTuple):
    """What lies over the ground, in layers, each lowest first."""

    names: list[Shape]

    below: list[Shape]
    """Marches, and shots over some distance."""

    ghosts: list[CounterPiece]
    """Counters of units that are out of view."""

    pieces: list[CounterPiece]
    """All other counters."""

    walls: list[Shape]

    above: list[Shape]
    """Where marches began, wrecks, generals, shots at neighbours, melees."""

    boxes: list[SvgRect]
    """Boxes that all of it fills."""

    @property
    def shapes(self) -> list[Shape]:
        """All of it, lowest first."""
        return [
            *self.names, *self.below,
            *(shape for one in self.ghosts for shape in one.plate),
            *(shape for one in self.pieces for shape in one.plate),
            *self.walls, *self.above,
            *(shape for one in self.pieces for shape in one.hung),
        ]  # fmt: skip


def overlay(chart: HexChart, place: Layout) -> HexOverlay:
    """The layers above the ground."""
    hex_width = place.scale * board.WIDTH
    field = place.board_field
    plate, small = plates.plate_for(hex_width), badges.badge_scale(hex_width)
    stands = plates.stands(chart, plate)
    discs = badges.melee_discs(chart, small)
    marches = arrows.marches(chart, small)
    shots = arrows.shots(chart)
    ghosts = [c for c in chart.counters if c.ghost is not None]
    wrecks = _wrecks(chart, small)
    pieces = [CounterPiece(one.counter, _counter(one, plate), badges.hung(one, discs, small)) for one in stands]
    standards = [tokens.standard(g, board.centre(g.hex), small) for g in chart.generals]

    hiding = [
        *(s.rect.grown(7) for s in stands),
        *(around(plates.towards_front(s), 40, 34) for s in stands),
        *(around(board.centre(g.hex), 60, 90) for g in ghosts),
        *(_badge_box(b) for b in discs),
        *(_badge_box(b) for one in pieces for b in one.hung),
        *(around(at, 60, 66) for at, _ in wrecks),
        *(around((x - 6, y - 12), 56, 72) for x, y in (board.centre(g.hex) for g in chart.generals)),
        *(b for m in marches for b in (m.boxes[:1] if m.tag else [])),
    ]
    crossing = [*(b for m in marches for b in m.boxes), *(b for shot in shots for b in shot.boxes)]
    size = ground.number_size(place)
    number_boxes = [around(board.centre(h), 2.3 * size, 1.1 * size) for h in ground.numbered(chart, place)]
    placed = names.placed(
        chart,
        field,
        place.scale,
        [
            *((b, HIDES) for b in hiding),
            *((b, _ARROW) for b in crossing),
            *((board.hex_rect(g.hex).grown(-9), _GROUND) for g in chart.ground if g.ground != "open"),
        ],
        number_boxes,
    )
    far = [s for shot in shots if not shot.near for s in shot.dots]
    return HexOverlay(
        names=[n.shape for n in placed],
        below=[*(s for m in marches for s in m.shapes), *far],
        ghosts=[CounterPiece(g, [tokens.ghost(g, plate)], []) for g in ghosts],
        pieces=pieces,
        walls=ground.walls(chart, {c.hex for c in chart.counters}),  # again, over the plates that hide them
        above=[
            *(s for m in marches for s in m.tag),
            *(s for _, drawn in wrecks for s in drawn),
            *standards,
            *(s for shot in shots if shot.near for s in shot.dots),
            *(s for shot in shots for s in shot.ring),
            *discs,
        ],
        boxes=[*hiding, *crossing, *(n.box for n in placed)],
    )


def _counter(stand: plates.PlacedCounter, plate: plates.Plate) -> list[Shape]:
    return [*plates.ready_frame(stand, plate), *plates.redan(stand), plates.draw(stand, plate)]


def _badge_box(badge: Shape) -> SvgRect:
    match badge:
        case Disc(x, y, r):
            return around((x, y), 2 * r + 4, 2 * r + 4)
        case ShapeGroup(_, x, y):
            return around((x, y), 36, 36)
        case _:
            raise TypeError(f"{type(badge).__name__} is no badge")


def _wrecks(chart: HexChart, scale: float) -> list[tuple[tuple[float, float], list[Shape]]]:
    """Wrecks in the middle of their hexes, or at the foot of a hex where troops stand by now."""
    standing = {c.hex for c in chart.counters}
    found = []
    for lost in chart.wrecks:
        x, y = board.centre(lost.hex)
        at = (x - 26, y + 36) if lost.hex in standing else (x, y)
        found.append((at, tokens.wreck(lost, at, scale)))
    return found
