"""The checked border of a map and the numbers of its columns and rows.  Positions are sheet units (1200 wide)."""

from pbem.reports.maps.hexes import board
from pbem.reports.maps.hexes.layout import Layout
from pbem.reports.maps.shapes import Path, Shape, SvgRect, Text, box


def border(place: Layout) -> list[Shape]:
    """The checked border, a check to a column and a row, and the numbers outside it."""
    shown, field, frame = place.window, place.field, place.frame
    shapes: list[Shape] = [
        Path(box(frame), "s-ink", 2.6),
        Path(box(field), "s-ink", 1.4),
    ]
    checks = ""
    numbers: list[Shape] = []
    size = 27 if place.scale > 0.8 else 25
    half = board.WIDTH / 2 * place.scale
    shift = 0.25 * board.WIDTH if shown.bottom > shown.top else 0.5 * board.WIDTH * (shown.top & 1)
    for column in range(shown.left - 1, shown.right + 2):
        x = place.x(column * board.WIDTH + shift)
        if column < 0 or not field.left + 14 < x < field.right - 14:
            continue
        if column % 2 == 0:
            left, right = max(x - half, field.left), min(x + half, field.right)
            checks += box(SvgRect(left, frame.top + 2.2, right, field.top - 1.6))
            checks += box(SvgRect(left, field.bottom + 1.6, right, frame.bottom - 2.2))
        numbers.append(Text(f"{column + 1:02d}", x, frame.top - 10, size, "bold f-ink"))
    half = board.ROW / 2 * place.scale
    for row in range(shown.top - 1, shown.bottom + 2):
        y = place.y(row * board.ROW)
        if row < 0 or not field.top + 14 < y < field.bottom - 14:
            continue
        if row % 2 == 0:
            top, bottom = max(y - half, field.top), min(y + half, field.bottom)
            checks += box(SvgRect(frame.left + 2.2, top, field.left - 1.6, bottom))
            checks += box(SvgRect(field.right + 1.6, top, frame.right - 2.2, bottom))
        numbers.append(Text(f"{row + 1:02d}", frame.left - 8, y + size * 0.36, size, "bold f-ink", "end"))
    return [*shapes, Path(checks, "f-ink"), *numbers]
