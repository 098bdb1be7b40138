"""A map as a page holds it: the ground and its numbers are pictures, all else stands in the page itself.

So the heavy part is fetched once a game, and every unit is a thing that can be tapped.  Lengths are sheet units where
nothing else is said.  One such map a page: its ids begin with ``b-``.
"""

import hashlib
import re
from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

import msgspec
from markupsafe import Markup

from pbem.engine.chart import Chart
from pbem.reports.maps import symbols
from pbem.reports.maps.shapes import Point, Shape, ShapeGroup, SvgRect, Text
from pbem.reports.maps.svg import symbols_of, template

IDS: Final = "b-"
_GROUP: Final = re.compile(r'<g transform="([^"]*)">((?:(?!</?g\b).)*)</g>', re.DOTALL)
"""A group without groups in it."""
_MIDDLE: Final = ' text-anchor="middle"'
"""Texts of a page's map are, by its style sheet."""
Part = Literal["ground", "numbers"]
"""The two pictures under an inline map.  numbers: those of the hexes; on a table the lines of its squares."""


class HexBoard(NamedTuple):
    """A board of hexes: 88 board units wide each, the origin the middle of hex 0101."""

    columns: int

    rows: tuple[str, ...]
    """A sign of the ground for each hex, row by row."""

    signs: tuple[tuple[str, str], ...]
    """What each sign means."""

    kind: Literal["hexes"] = "hexes"


class ToldGround(NamedTuple):
    """A piece of the table's ground, in words."""

    words: str
    """Where a unit on it is, ``in Nab Wood``, ``on the road``."""

    shape: tuple[tuple[float, float], ...]
    """Corners of an area, or points of a line, in inches from the south-west corner of the table."""

    reach: float = 0
    """Inches to either side of a line, 0 for an area."""


class TableBoard(NamedTuple):
    """A table in inches."""

    inch: float
    """Board units an inch. Their origin is the north-west corner: x inches to the east and y to the north are (x *
    inch, (depth - y) * inch)."""

    width: float
    """Inches from west to east."""

    depth: float
    """Inches from south to north."""

    squares: float
    """Inches of a side of the lettered squares; A1 is in the south-west corner."""

    ground: tuple[ToldGround, ...]
    """Pieces of ground, the ones to be told first; a place in none of them is open."""

    kind: Literal["inches"] = "inches"


class CountryBoard(NamedTuple):
    """A country: its places by their ids."""

    places: tuple[tuple[str, str, float, float], ...]
    """Id, name, and where it is in board units, whose origin is the north-west corner."""

    mile: float
    """Board units a mile."""

    kind: Literal["country"] = "country"


class Inline(NamedTuple):
    """A map as part of a page."""

    width: int
    """Width of the sheet."""

    height: int
    """Height of the sheet."""

    fight: SvgRect
    """The box round the fight."""

    transform: str

    symbols: Markup
    """Definitions of its symbols."""

    svg: Markup
    """Markup of everything over the ground, in board units under ``transform``: each unit an element ``.stand`` with
    ``data-code``, ``data-place`` as orders name places (``0605``; ``24,18.5``, ``burford``) and, on a table,
    ``data-outline``, path data of its footprint, ``data-facing``, degrees from north, and in it ``.plate``, all that
    turns with it.
    """

    board: HexBoard | TableBoard | CountryBoard
    """Its board: hexes, a table or a country."""

    words: str
    """The position in words."""


class Step(NamedTuple):
    """A place on a unit's way: board units and degrees clockwise, counted from how it ends."""

    x: float
    y: float
    turn: float = 0


class Tapped(NamedTuple):
    """A unit of a map on a page."""

    code: str

    place: str
    """Its place as orders name it."""

    own: bool

    ghost: bool

    told: str
    """The unit in words."""

    plate: Sequence[Shape]

    hung: Sequence[Shape]

    outline: str = ""
    """Path data of its footprint; '' on hexes."""

    facing: str = ""
    """Degrees from north; '' on hexes."""

    @property
    def label(self) -> str:
        """Its name for assistive technology: what is seen first, ``S01 5: Red regiment, at 0406`` (WCAG 2.5.3)."""
        seen = " ".join(_written((*self.plate, *self.hung)))
        told = self.told.removeprefix(f"{self.code} ") if seen.startswith(self.code) else self.told
        return f"{seen}: {told}" if seen else told


def _written(shapes: Sequence[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, ShapeGroup):
            yield from _written(shape.shapes)


class Layers(NamedTuple):
    """What lies over the ground, lowest first."""

    names: Sequence[Shape]

    zones: Sequence[tuple[str, str]]
    """Names and path data of zones."""

    below: Sequence[Shape]

    ghosts: Sequence[Tapped]

    pieces: Sequence[Tapped]

    walls: Sequence[Shape]

    above: Sequence[Shape]

    @property
    def shapes(self) -> list[Shape]:
        units = [shape for one in (*self.ghosts, *self.pieces) for shape in (*one.plate, *one.hung)]
        return [*self.names, *self.below, *units, *self.walls, *self.above]


def printed(layers: Layers, *, links: bool) -> tuple[Markup, Markup]:
    """The definitions that some layers need, and the layers."""
    used = set(symbols_of(layers.shapes))
    drawn = template("maps/inline.svg.j2").render(**layers._asdict(), ids=IDS, links=links)
    # a lone line break between texts is no space to axe, which compares what is seen with the label (WCAG 2.5.3)
    drawn, alike = _said_once(
        drawn.replace(_MIDDLE, "").replace("</text>\n", "</text> \n").replace("</g>\n", "</g> \n")
    )
    kinds = template("maps/symbols.svg.j2").render(
        ids=IDS, used=used, symbols=[(name, one) for name, one in symbols.ALL.items() if name in used],
    )  # fmt: skip
    kinds += "".join(f'<g id="{IDS}{name}">{shapes}</g>\n' for shapes, name in alike.items())
    return _markup(kinds), _markup(drawn)


def shapes_alone(shapes: Sequence[Shape]) -> Markup:
    """Some shapes to be put into a page's map."""
    return _markup(template("maps/shapes.svg.j2").render(shapes=shapes, ids=IDS))


def clashes(rings: Iterable[tuple[str, Point]]) -> Markup:
    """Rings (path data, and where the sign of each is) as a page's style sheet draws them."""
    signs = Markup("").join(
        Markup('<path class="clash-ring" d="{}"/><g transform="translate({:.1f},{:.1f})"><circle class="clash" r="22"/>'
               '<path class="clash-mark" d="M0,-11V2M0,10V10.2"/></g>').format(d, *at)
        for d, at in rings
    )  # fmt: skip
    return Markup('<g class="clashes">{}</g>').format(signs) if signs else signs


def tag_of(bare: Chart) -> str:
    """A name for a ground: the same ground has the same."""
    return hashlib.sha256(msgspec.json.encode(bare)).hexdigest()[:20]


def _said_once(drawn: str) -> tuple[str, dict[str, str]]:
    """A drawing in which groups alike (empty plates, fronts, badges) are named instead, and those groups by name."""
    often = Counted(found[2] for found in _GROUP.finditer(drawn))
    names = {shapes: f"x{n}" for n, (shapes, times) in enumerate(often.items()) if times > 1}

    def named(found: re.Match[str]) -> str:
        name = names.get(found[2])
        moved = f' transform="{found[1]}"' if found[1] != "translate(0,0)" else ""
        return f'<use href="#{IDS}{name}"{moved}/>' if name else found[0]

    return _GROUP.sub(named, drawn), names


def _markup(text: str) -> Markup:
    return Markup(text)  # noqa: S704 - printed by our own template, which escapes every text
