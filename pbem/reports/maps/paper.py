"""A sheet of paper: what every map laid out on one has, whatever its board.  Sheet units: 1200 wide."""

from typing import Final, Literal, Protocol

from pbem.reports.maps.shapes import SvgRect

Crop = Literal["fight"]
"""``fight``: where units stand and arrows go."""

SHEET: Final = 1200.0
"""Width of a sheet, in its own units."""


class PlacedBoard(Protocol):
    """A board on a sheet.

    width: of the sheet.  top: where the map begins, the border's letters included; above it lies the head.  field: the
    box inside the border.  frame: the border's outer line.  bottom: where the map ends and the legend may begin.
    transform: from board units to sheet units, as SVG says it.
    """

    @property
    def width(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def field(self) -> SvgRect: ...
    @property
    def frame(self) -> SvgRect: ...
    @property
    def bottom(self) -> float: ...
    @property
    def transform(self) -> str: ...
    def __hash__(self) -> int: ...


def check_crop(crop: str | None) -> Crop | None:
    """Raises ValueError for a crop that is none."""
    if crop is None:
        return None
    if crop == "fight":
        return "fight"
    raise ValueError(f"{crop!r} is not a crop of a map: use 'fight', or None for the whole board")
