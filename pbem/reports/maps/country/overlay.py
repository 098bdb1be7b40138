"""All that lies over the country: who holds what, marches, battles, flags."""

from typing import NamedTuple

from pbem.engine.countrychart import CountryChart
from pbem.reports.maps.country import flags, marches, towns, ways
from pbem.reports.maps.country.bare import ground_of
from pbem.reports.maps.country.flags import PlacedFlag
from pbem.reports.maps.country.layout import CountryLayout
from pbem.reports.maps.shapes import Disc, Point, Shape, SvgRect, around, hull


class CountryOverlay(NamedTuple):
    """What lies over the ground, lowest first."""

    signs: list[Shape]
    """Who holds each place; broken bridges."""
    marched: list[Shape]
    flags: list[PlacedFlag]
    fights: list[Shape]
    boxes: list[SvgRect]

    def shapes(self, place: CountryLayout) -> list[Shape]:
        """All of it."""
        return [
            *self.signs, *self.marched, *self.fights,
            *(shape for one in self.flags for shape in flags.pole(one, place)),
            *(shape for one in self.flags for shape in flags.cloth(one, place)),
            *(shape for one in self.flags for shape in flags.date(one, place)),
        ]  # fmt: skip


def overlay(chart: CountryChart, place: CountryLayout) -> CountryOverlay:
    """The layers above the ground."""
    seen = place.shown.grown(2)
    here = [
        one for one in chart.places if one.site not in {"box", "exit"} and seen.holds(around(place.at(one.at), 1, 1))
    ]
    signs = [shape for one in here for shape in towns.holder_sign(one, place)] + ways.broken_bridges(chart, place)
    lines = [line for one in chart.marches if (line := marches.line_of(one, place)) is not None]
    points: list[Point] = [at for line in lines for at, _ in line.sampled(5)]
    fights: list[Shape] = [
        Disc(*place.at(spot), 17 * place.unit, "m-melee", "f-field", "s-ink", "c-ink") for spot in chart.fights
    ]
    hung = flags.placed(chart, ground_of(chart), place, points)
    boxes = [around(place.at(one.at), 24, 24) for one in here] + [around(at, 30, 30) for at in points]
    boxes += [around(place.at(spot), 40, 40) for spot in chart.fights] + [flags.box_of(one, place) for one in hung]
    return CountryOverlay(
        signs, [shape for one in chart.marches for shape in marches.drawn(one, place)], hung, fights,
        [hull(boxes)] if boxes else [],
    )  # fmt: skip
