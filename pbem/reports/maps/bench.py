"""What a map costs, beside the least it could cost."""

import io
import itertools
import statistics
import time
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from PIL import Image

from pbem.engine.chart import Chart
from pbem.engine.hexchart import GroundHex, HexChart
from pbem.engine.hexes import from_label
from pbem.reports.maps import png
from pbem.reports.maps.hexes.sampler import sampler


class MapFigures(NamedTuple):
    """Medians in milliseconds, and the size of the picture."""

    full: float
    """Drawing everything."""

    cached: float
    """Drawing with ground and legend cached, as in most turns of a game; with another subtitle each time."""

    floor: float
    """Encoding the same bitmap as PNG."""

    kib: float

    @property
    def ratio(self) -> float:
        """The cached picture against its floor."""
        return self.cached / self.floor


WOOD: Final = ("0206", "0306", "0904", "1004")
HILL: Final = ("0604", "0605", "0705", "0606")


def crowded_harrow_down() -> HexChart:
    """The board of Harrow Down with one of everything a map can show: busier than any turn of it."""
    hill = tuple(from_label(text) for text in HILL)
    ground = (*(GroundHex(from_label(text), "wood") for text in WOOD), *(GroundHex(h, "hill") for h in hill))
    return sampler(12, 9, ground, hill)


def bench_map(chart: Chart | None = None, width: int = 1200, rounds: int = 7) -> MapFigures:
    """Draw a chart so many times each way, the ways in turn, and give the medians.

    chart: without one, the board of Harrow Down with one of everything.
    """
    chart = chart or crowded_harrow_down()

    turns = (msgspec.structs.replace(chart, subtitle=f"{chart.subtitle} {n}") for n in itertools.count())

    def cold() -> None:
        png.forget()
        png.render_png(next(turns), width)

    data = png.render_png(chart, width)
    bitmap = Image.open(io.BytesIO(data)).convert("RGB")

    def another_turn() -> None:
        png.forget_units()
        png.render_png(next(turns), width)

    ways: tuple[Callable[[], object], ...] = (
        cold,
        another_turn,
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
