"""A table with one of everything: what a palette is made from."""

from pbem.engine.mapstyle import SideKey, SideLook
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import Base, Fallen, TableChart, Touch, Track


def sampler() -> TableChart:
    """A unit of each side in each state, an arrow of each kind, every mark."""
    return TableChart(
        title="All that a map can show", subtitle="a sheet of samples", width=Hundredths(3600), depth=Hundredths(2400),
        features=(), areas=(), objective_text="",
        sides=(SideKey("A", "First", 1, 2, 5), SideKey("B", "Second", 2, 3, 5)),
        bases=(*_units("A", 1, 500), *_units("B", 2, 1300), _unit("B9", 2, "horse", (3100, 600), 300, ghost=3)),
        tracks=(*_tracks(1, 800), *_tracks(2, 1700)),
        touches=(Touch("A1", "B1", _spot(1800, 200)),),
        fallen=(Fallen("A8", 1, Pose(_spot(3200, 1500), Tenths(450)), Hundredths(400), Hundredths(200)),),
    )  # fmt: skip


def _spot(x: int, y: int) -> Spot:
    return Spot(Hundredths(x), Hundredths(y))


def _unit(code: str, look: SideLook, symbol: str, at: tuple[int, int], facing: int, ghost: int | None = None) -> Base:
    return Base(
        code=code, name="", look=look, symbol=symbol, at=Pose(_spot(*at), Tenths(facing)), width=Hundredths(400),
        depth=Hundredths(200), strength="12", marks=("ready", "spent") if symbol == "shot" else (),
        lost=3 if symbol == "horse" else 0, ghost=ghost,
    )  # fmt: skip


def _units(letter: str, look: SideLook, y: int) -> tuple[Base, ...]:
    kinds = ("pike-and-shot", "horse", "shot", "foot", "reiters")
    return tuple(_unit(f"{letter}{n}", look, kind, (300 + 600 * n, y), 150 * n) for n, kind in enumerate(kinds))


def _tracks(look: SideLook, y: int) -> tuple[Track, ...]:
    return (
        Track("moved", look, "A5", (_spot(300, y), _spot(900, y))),
        Track("charged", look, "A6", (_spot(1200, y), _spot(1800, y))),
        Track("fell-back", look, "A7", (_spot(2100, y), _spot(2500, y))),
        Track("shot", look, "A8", (_spot(2700, y), _spot(3300, y))),
    )
