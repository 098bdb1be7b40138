"""A map at a glance: where the ground is and where the stands are, small enough for a list of games."""

from collections.abc import Iterable
from typing import Final

from pbem.engine.hexchart import HexChart
from pbem.engine.hexes import Hex
from pbem.engine.mapstyle import SideLook
from pbem.reports.maps import lines
from pbem.reports.maps.glances import glance_svg
from pbem.reports.maps.hexes import board
from pbem.reports.maps.shapes import SvgRect

GROUNDS: Final = {
    "wood": "wood", "hill": "hill", "hill-top": "hill", "stream": "water", "water": "water", "town": "roof",
    "field": "crop", "swamp": "marsh",
}  # fmt: skip
"""Roles of the palette by kind of ground; open ground is the sheet itself."""

STAND: Final = (0.78, 0.46)
"""Width and height of a stand, in widths of a hex."""


def render_glance(chart: HexChart) -> str:
    """The whole board as a small SVG document, which turns dark for a reader who prefers that.

    The first side's stands are filled, the second's framed: the shapes of the large map.
    """
    boxes = [board.hex_rect(one.hex) for one in chart.ground]
    left, top = min(one.left for one in boxes), min(one.top for one in boxes)
    right, bottom = max(one.right for one in boxes), max(one.bottom for one in boxes)
    shapes = [
        *(_ground(kind, (one.hex for one in chart.ground if one.ground == kind)) for kind in GROUNDS),
        *(_stand(one.hex, one.look) for one in chart.counters if one.ghost is None),
    ]
    return glance_svg(SvgRect(left, top, right, bottom), list(GROUNDS.values()), shapes, round(board.WIDTH / 9))


def _ground(kind: str, hexes: Iterable[Hex]) -> str:
    loops = board.outlines(hexes)
    if not loops:
        return ""
    path = "".join(f"M{'L'.join(f'{x:.0f} {y:.0f}' for x, y in lines.rounded(loop, 1))}Z" for loop in loops)
    return f'<path class="{GROUNDS[kind]}" fill-rule="evenodd" d="{path}"/>'


def _stand(here: Hex, look: SideLook) -> str:
    x, y = board.centre(here)
    width, height = STAND[0] * board.WIDTH, STAND[1] * board.WIDTH
    return (
        f'<rect class="side{look}" x="{x - width / 2:.0f}" y="{y - height / 2:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}"/>'
    )
