"""What is drawn and told of one kind of chart: a row of functions, one each for hexes, tables, countries."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pbem.engine.chart import Drawn
from pbem.engine.warnings import OrderWarning
from pbem.reports.maps.inline import Inline, Part, Step
from pbem.reports.maps.paper import Crop
from pbem.reports.maps.shapes import Point, Shape, SvgRect
from pbem.reports.maps.svg import Drawing, MapSheet

C = TypeVar("C")
"""The chart."""
In_contra = TypeVar("In_contra", contravariant=True)


class LaysOut(Protocol[In_contra]):
    """Works out everything but the ground.  Raises ValueError for a crop or a kind of unit that there is not."""

    def __call__(self, chart: In_contra, crop: Crop | None, /, *, with_furniture: bool) -> MapSheet:
        """The sheet."""


class Inlines(Protocol[In_contra]):
    """Draws a seat's map for a page.  own: codes of its units.  links: whether they lead to their cards."""

    def __call__(self, chart: In_contra, own: Collection[str], /, *, links: bool) -> Inline:
        """The map.  Raises ValueError for a kind of unit that there is not."""


@dataclass(frozen=True, kw_only=True)
class MapKind(Generic[C]):
    """One kind of chart, drawn and told."""

    lay_out: LaysOut[C]
    ground_shapes: Callable[[C, Any], Drawing]
    """Ground and border by the place that its own `lay_out` gave; nothing in them depends on the turn."""
    ground_of: Callable[[C], C]
    """A chart without anything that changes from turn to turn."""
    sample: Callable[[], C]
    """A chart with one of everything that can lie over a ground."""
    glance: Callable[[C], str]
    """The whole board as a small SVG document."""
    alt: Callable[[C], str]
    """The position in words, side by side."""
    text_map: Callable[[C], list[str]]
    """Plain text of at most 72 columns, each line with a bar."""
    text_map_key: Callable[[C], str]
    """What the signs of the text map mean."""
    scale_words: Callable[[C], str]
    """How the map measures."""
    signs_words: str
    """How the units on the picture are to be read."""
    inline_map: Inlines[C]
    ground_picture: Callable[[C, Part], str]
    """A picture under an inline map, as an SVG document."""
    planned: Callable[[C, Iterable[Drawn]], Sequence[Shape]]
    """What is ordered, in board units of the page's map."""
    rings: Callable[[C, OrderWarning], list[tuple[str, Point]]]
    """Where a warning lies: rings as path data, each with the place of its sign."""
    army_box: Callable[[C, Collection[str], Iterable[Drawn]], SvgRect | None]
    """The box round units, their orders and the enemies near them, in sheet units."""
    without_zones: Callable[[C], C]
    """A chart without what units rule."""
    stirred: Callable[[C, C], str]
    """What is otherwise than before, outlined: path data in board units."""
    ways: Callable[[C, C], dict[str, list[Step]]]
    """How each unit came from where it was to where it is."""
