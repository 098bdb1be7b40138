"""What a map costs, beside the least it could cost."""

import io
import itertools
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from PIL import Image

from pbem.engine.chart import Chart
from pbem.reports.maps import png


class MapFigures(NamedTuple):
    """Medians in milliseconds, and the size of the picture.

    full: ground, units and palette, nothing kept.  cached: with ground and legend kept, as in most turns of a game; the
    subtitle is another each time.  floor: encoding the same bitmap as PNG, nothing else.
    """

    full: float
    cached: float
    floor: float
    kib: float

    @property
    def ratio(self) -> float:
        """The cached picture against its floor."""
        return self.cached / self.floor


def bench_map(chart: Chart, width: int = 1200, rounds: int = 7) -> MapFigures:
    """Draw a chart so many times each way, the ways in turn, and give the medians."""

    turns = (msgspec.structs.replace(chart, subtitle=f"{chart.subtitle} {n}") for n in itertools.count())

    def cold() -> None:
        png.forget()
        png.render_png(next(turns), width)

    data = png.render_png(chart, width)
    bitmap = Image.open(io.BytesIO(data)).convert("RGB")
    ways: tuple[Callable[[], object], ...] = (
        cold,
        lambda: png.render_png(next(turns), width),
        lambda: bitmap.save(io.BytesIO(), "PNG"),
    )
    spent: list[list[float]] = [[], [], []]
    for _ in range(rounds):
        for way, times in zip(ways, spent, strict=True):
            start = time.perf_counter()
            way()
            times.append((time.perf_counter() - start) * 1000)
    full, cached, floor = (statistics.median(times) for times in spent)
    return MapFigures(full, cached, floor, len(data) / 1024)
