"""What maps at a glance share: their size, their colours by day and night."""

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.reports.maps.shapes import SvgRect
from pbem.reports.maps.themes import PALETTES, Theme

WIDTH: Final = 132
"""Pixels."""


def glance_svg(
    box: SvgRect, roles: Sequence[str], shapes: Iterable[str], edge: int, stroked: Sequence[str] = ()
) -> str:
    """Some elements as a small SVG document, which turns dark for a reader who prefers that.

    box: the board, in its own units.  roles: of the palette, classes of filled elements; stroked: of lines, ``edge``
    wide.  Classes ``side1``, ``side2``: the first side's units are filled, the second's framed, as on the large map.
    """
    paper, dark = (_colours(theme, roles, edge, stroked) for theme in ("paper", "dark"))
    height = round(box.height * WIDTH / box.width)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="{box.left:.0f} {box.top:.0f} {box.width:.0f} {box.height:.0f}">'
        f"<style>{paper}@media (prefers-color-scheme:dark){{{dark}}}</style>"
        f'<rect class="field" x="{box.left:.0f}" y="{box.top:.0f}" width="{box.width:.0f}" height="{box.height:.0f}"/>'
        f"{''.join(shapes)}</svg>"
    )


def _colours(theme: Theme, roles: Sequence[str], edge: int, stroked: Sequence[str]) -> str:
    palette = PALETTES[theme]
    fills = "".join(f".{role}{{fill:{palette[role]}}}" for role in dict.fromkeys(("field", *roles)))
    strokes = "".join(f".{role}{{fill:none;stroke:{palette[role]};stroke-width:{edge}}}" for role in stroked)
    return (
        f"{fills}{strokes}.side1{{fill:{palette['side1-plate']};stroke:{palette['side1-edge']};stroke-width:{edge}}}"
        f".side2{{fill:{palette['side2-plate']};stroke:{palette['side2-frame']};stroke-width:{edge}}}"
    )
