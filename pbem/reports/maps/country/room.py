"""Where there is room on a map: a grid of cells, each with how bad it is to cover it."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from pbem.reports.maps.shapes import Point, SvgRect

CELL: Final = 6.0
BESIDE: Final = 400.0
"""How bad a cell beside the field is."""


class Room:
    """A field with what lies in it.  A box of the field costs what its cells cost together."""

    def __init__(self, field: SvgRect, cells: Sequence[list[float]] | None = None) -> None:
        """cells: of another of the same field, which are copied."""
        self.field = field
        wide, high = math.ceil(field.width / CELL), math.ceil(field.height / CELL)
        self.cells = [row[:] for row in cells] if cells is not None else [[0.0] * wide for _ in range(high)]

    def _span(self, box: SvgRect) -> tuple[int, int, int, int]:
        left, top = self.field.left, self.field.top
        return (
            math.floor((box.left - left) / CELL), math.floor((box.top - top) / CELL),
            math.ceil((box.right - left) / CELL), math.ceil((box.bottom - top) / CELL),
        )  # fmt: skip

    def fill(self, box: SvgRect, bad: float) -> None:
        """Make a box so much worse to cover, a cell of it."""
        left, top, right, bottom = self._span(box)
        for row in self.cells[max(top, 0) : max(bottom, 0)]:
            for n in range(max(left, 0), min(right, len(row))):
                row[n] += bad

    def fill_points(self, points: Iterable[Point], bad: float) -> None:
        """Make the cells of some points so bad, each once."""
        left, top = self.field.left, self.field.top
        cells = {(math.floor((y - top) / CELL), math.floor((x - left) / CELL)) for x, y in points}
        for row, column in cells:
            if 0 <= row < len(self.cells) and 0 <= column < len(self.cells[row]):
                self.cells[row][column] += bad

    def cost_points(self, points: Iterable[Point], least: float = 0) -> float:
        """How bad it is to cover the cells of some points, each once; none that is less bad than ``least``."""
        left, top = self.field.left, self.field.top
        cells = {(math.floor((y - top) / CELL), math.floor((x - left) / CELL)) for x, y in points}
        inside = [(row, column) for row, column in cells if 0 <= row < len(self.cells)]
        bad = (self.cells[row][column] for row, column in inside if 0 <= column < len(self.cells[row]))
        return sum(one for one in bad if one >= least)

    def cost(self, box: SvgRect) -> float:
        """How bad it is to cover a box."""
        left, top, right, bottom = self._span(box)
        inside = [row[max(left, 0) : max(right, 0)] for row in self.cells[max(top, 0) : max(bottom, 0)]]
        beside = (right - left) * (bottom - top) - sum(len(row) for row in inside)
        return sum(sum(row) for row in inside) + BESIDE * beside
