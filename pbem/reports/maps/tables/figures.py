"""Figures one by one in files and rows, where a unit's cells are large enough for them.

Dots are firearms, blocks cut by their files pikes, teeth horse, a stroke and a dot mounted dragoons, a half with a
stroke ahead halberds.
"""

from typing import Final

from pbem.reports.maps.marks import Ink
from pbem.reports.maps.shapes import Path, Shape, SvgRect, box, dot, polyline

LEAST: Final = (6.0, 9.0)
"""Width and depth of a cell in board units, below which the sign of the kind is drawn instead."""


def figures(rows: tuple[str, ...], wide: float, deep: float, ink: Ink, *, torn: bool) -> list[Shape]:
    """The figures of a footprint about its middle, front up; nothing where the cells are too small.

    torn: every other file stands out of line.
    """
    files = max(map(len, rows), default=0)
    if not files or wide / files < LEAST[0] or deep / len(rows) < LEAST[1]:
        return []
    across, back = wide / files, deep / len(rows)
    solid, strokes = "", ""
    for row, letters in enumerate(rows):
        left = -across * len(letters) / 2
        for file, letter in enumerate(letters):
            slip = back * 0.16 * (-1 if (file + row) % 2 else 1) if torn else 0.0
            x, y = left + file * across, -deep / 2 + row * back + slip
            filled, stroke = _figure(letter, SvgRect(x, y, x + across, y + back))
            solid, strokes = solid + filled, strokes + stroke
    found: list[Shape] = [Path(solid, f"f-{ink.marks}")]
    return [*found, Path(strokes, f"s-{ink.marks}", max(1.2, across * 0.16))] if strokes else found


def _figure(letter: str, cell: SvgRect) -> tuple[str, str]:
    """What is filled, and what is drawn as a line."""
    x, y = cell.middle
    wide, deep = cell.width, cell.height
    match letter:
        case "." | " ":
            return "", ""
        case "P":
            block = SvgRect(cell.left + wide * 0.13, cell.top + deep * 0.06, cell.right - wide * 0.13, cell.bottom)
            return box(block), ""
        case "H":
            corner = (cell.left + wide * 0.06, cell.bottom - deep * 0.08)
            right = cell.right - wide * 0.06
            return polyline((corner, (right, cell.top + deep * 0.14), (right, corner[1])), closed=True), ""
        case "D" if deep > 1.5 * wide:
            mounted = polyline(((cell.left + wide * 0.1, cell.bottom - deep * 0.1), (cell.right - wide * 0.1, y)))
            return dot((x, y - deep * 0.2), wide / 4.5), mounted
        case "W":
            half = SvgRect(cell.left + wide * 0.13, y, cell.right - wide * 0.13, cell.bottom - deep * 0.06)
            return box(half), polyline(((x, y), (x, cell.top + deep * 0.12)))
        case _:
            return dot((x, y), min(wide, deep) / 4), ""
