"""What each feature of a table is drawn as, and told as."""

from typing import Literal

from pbem.engine.tablechart import TableChart, TableFeature
from pbem.reports.maps import lines

Drawn = Literal[
    "wood", "field", "marsh", "town", "hill", "lake", "river", "bridge", "ford", "road", "hedge", "works", "impassable"
]
"""Kinds of ground, crossings settled."""


def kind_of(chart: TableChart, one: TableFeature) -> Drawn:
    """What a feature is: of a crossing whether it is a bridge, which has a road on it, or a ford."""
    if one.kind != "crossing":
        return one.kind
    loop: lines.Loop = [(spot.x, spot.y) for spot in one.shape]
    walked = (at for other in chart.features if other.kind == "road" and len(other.shape) > 1
              for at in lines.paced([(spot.x, spot.y) for spot in other.shape], 25, closed=False))  # fmt: skip
    return "bridge" if len(loop) > 2 and any(lines.holds([loop], at) for at in walked) else "ford"


def is_line(one: TableFeature) -> bool:
    """Whether a feature is a line, not an area."""
    return one.kind in {"road", "hedge", "works"}
