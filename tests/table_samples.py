"""Tables to draw: a meeting at a mill in its seventh turn, before its first, every kind of ground, a crowd."""

from typing import Literal

import msgspec

from pbem.engine.mapstyle import SideKey, SideLook
from pbem.engine.table.measures import Hundredths, hundredths, tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import Area, Base, Cover, Fallen, TableChart, TableFeature, Touch, Track
from pbem.reports.maps.symbols import KINDS

Mark = Literal["disordered", "ready", "general", "spent", "captured"]


def spot(x: float, y: float) -> Spot:
    return Spot(hundredths(x), hundredths(y))


def pose(x: float, y: float, facing: float) -> Pose:
    return Pose(spot(x, y), tenths(facing))


def ground(
    identity: str, kind: Cover, *points: tuple[float, float], name: str = "", half_width: float = 0
) -> TableFeature:
    shape = tuple(spot(x, y) for x, y in points)
    return TableFeature(id=identity, kind=kind, shape=shape, name=name, half_width=hundredths(half_width))


def unit(
    code: str,
    symbol: str,
    x: float,
    y: float,
    facing: float,
    strength: str = "0",
    *,
    marks: tuple[Mark, ...] = (),
    lost: int = 0,
    ghost: int | None = None,
    width: float = 4,
    depth: float = 2,
    name: str = "",
) -> Base:
    look: SideLook = 1 if code[0] in "HIS" else 2
    told = (f"{strength} hits", *(("out of ammunition",) if "spent" in marks else ()))
    return Base(
        code=code, name=name, look=look, symbol=symbol, at=pose(x, y, facing), width=hundredths(width),
        depth=hundredths(depth), strength=strength, marks=marks, lost=lost, ghost=ghost, told=told,
    )  # fmt: skip


def moved(kind: Literal["moved", "charged", "shot", "fell-back"], code: str, *way: tuple[float, float],
          before: tuple[float, float, float] | None = None) -> Track:  # fmt: skip
    look: SideLook = 2 if code.startswith("R") else 1
    start = pose(*before) if before else None
    return Track(kind, look, code, tuple(spot(x, y) for x, y in way), start=start)


THE_MILL = (
    ground(
        "ridge", "hill", (2, 25), (5, 32), (11, 34.5), (16, 32), (15, 27), (9, 23.5), (4, 23.5), name="Gallows Hill"
    ),
    ground("wood", "wood", (25, 29), (28, 34), (34, 34.5), (35, 30), (31, 27), (27, 27), name="Nab Wood"),
    ground("copse", "wood", (1, 8), (3, 12), (7, 12.5), (8, 9), (5, 6), name="Hag Copse"),
    ground(
        "river", "river", (0, 19.5), (6, 18.5), (12, 16), (18, 15.5), (24, 17.5), (30, 20), (36, 20.5), (36, 22.5),
        (30, 22), (24, 19.5), (18, 17.5), (12, 18), (6, 20.5), (0, 21.5), name="River Thorn",
    ),
    ground("bridge", "crossing", (19.5, 13.2), (21.5, 13.2), (21.5, 21), (19.5, 21)),
    ground("ford", "crossing", (4.6, 16.8), (6.6, 16.2), (7.6, 22.4), (5.6, 22.9), name="the ford"),
    ground("town", "town", (22.5, 7), (23, 12.5), (29, 13), (30, 7.5), (26, 6), name="Thornwick"),
    ground("field", "field", (30, 11), (35, 11.5), (34.5, 16.5), (30.5, 16)),
    ground("marsh", "marsh", (10, 19.5), (14, 19), (16, 21), (12, 22.5), (9.5, 21.5)),
    ground("road", "road", (20, 36), (20.5, 28), (20.5, 12), (24, 9.5), (36, 8.5), half_width=1),
    ground("lane", "road", (20.5, 12), (14, 8), (12, 0), half_width=1),
)  # fmt: skip
SIDES = (SideKey("B", "Blue", 1, 1, 6, "units"), SideKey("R", "Red", 2, 2, 6, "units"))


def the_mill() -> TableChart:
    """Mid-battle: six against five at odd angles, two in contact, shots, moves, a charge, one destroyed."""
    return TableChart(
        title="Mill Ford", subtitle="1644 · turn 7 of 15 · after Red’s half · Blue view",
        width=Hundredths(3600), depth=Hundredths(3600), features=THE_MILL,
        areas=(Area(kind="objective", shape=(spot(20.5, 17),), radius=hundredths(3), name=""),),
        objective_text="the bridge, held at the end", sides=SIDES,
        bases=(
            unit("I1", "pike-and-shot", 14.5, 12.5, 12, "6", marks=("spent",), lost=3),
            unit("I2", "pike-and-shot", 20.5, 10.2, 0, "11", lost=2),
            unit("I3", "pike-and-shot", 25.5, 15, 338, "2"),
            unit("S4", "foot", 6, 15.3, 352.5, "4"),
            unit("H5", "reiters", 31, 18.2, 315, "0"),
            unit("H6", "horse", 10.6, 5.2, 45, "9"),
            unit("R1", "pike-and-shot", 20.7, 22.3, 180, "8", lost=4),
            unit("R2", "pike-and-shot", 26.2, 23.6, 196, "3", marks=("spent",)),
            unit("R3", "pike-and-shot", 12, 29, 160, "0"),
            unit("R4", "foot", 6.2, 17.3, 172.5, "12", lost=5),
            unit("R5", "horse", 17.9, 13.2, 282, "5", marks=("disordered",)),
        ),
        tracks=(
            moved("charged", "R5", (24, 12), (20.5, 12.6), (18.2, 13.1), before=(27.5, 11, 290)),
            moved("moved", "R1", (21.5, 30), (20.7, 22.5), before=(21.5, 30, 186)),
            moved("moved", "R2", (29, 28), (26.2, 23.6), before=(29, 28, 212)),
            moved("moved", "H6", (7.5, 2.5), (10.6, 5.2), before=(7.5, 2.5, 48)),
            moved("shot", "R1", (20.7, 21.3), (20.5, 10.8)),
            moved("shot", "R2", (26, 22.6), (25.5, 15.4)),
            moved("shot", "I1", (14.8, 13.5), (20.5, 22.0)),
        ),
        touches=(Touch("S4", "R4", spot(6.1, 16.3)), Touch("R5", "I1", spot(16.5, 12.9))),
        fallen=(Fallen("R6", 2, pose(30.5, 25.4, 200), hundredths(4), hundredths(2)),),
        coming="H7 (Reiters) in turn 9 at the south edge", strength_words="hits", lost_words="hits this turn",
    )  # fmt: skip


def the_mill_opening() -> TableChart:
    """Before the first turn: the zones where the sides set up, an exit, one that is not seen now."""
    kinds = ("pike-and-shot", "pike-and-shot", "pike-and-shot", "foot", "reiters", "horse")
    south = tuple(unit(f"{'IIISHH'[n]}{n + 1}", kind, 4.5 + 5.2 * n, 3, 0) for n, kind in enumerate(kinds))
    north = tuple(unit(f"R{n + 1}", kind, 31 - 5.2 * n, 33, 180) for n, kind in enumerate(kinds))
    return msgspec.structs.replace(
        the_mill(), subtitle="1644 · before turn 1 of 15 · Blue view", tracks=(), touches=(), fallen=(),
        coming="",
        bases=(*south, *north[:5], unit("R6", "horse", 5, 28, 180, ghost=2)),
        areas=(
            Area(kind="objective", shape=(spot(20.5, 17),), name=""),
            Area(kind="deployment", shape=(spot(0, 0), spot(36, 0), spot(36, 6), spot(0, 6)), look=1),
            Area(kind="deployment", shape=(spot(0, 30), spot(36, 30), spot(36, 36), spot(0, 36)), look=2),
            Area(kind="exit", shape=(spot(10, 0), spot(15, 0)), name="Oxford", look=2),
            Area(kind="entry", shape=(spot(0, 10), spot(0, 14)), look=1),
        ),
        sides=(SideKey("B", "Blue", 1, 0, 0, "units"), SideKey("R", "Red", 2, 0, 0, "units")),
    )  # fmt: skip


def every_cover() -> TableChart:
    """A long table with every kind of ground and of unit, some in columns, and a title too long."""
    features = (
        *THE_MILL,
        ground("lake", "lake", (52, 0), (50, 5), (54, 9), (60, 8), (62, 0), name="Fish Pond"),
        ground("rocks", "impassable", (40, 40), (46, 41), (44, 46), (39, 45), name="The Crags"),
        ground("hedge", "hedge", (40, 20), (48, 21), (52, 26)),
        ground("works", "works", (56, 30), (62, 32), (66, 30), name="Redoubt"),
        ground("bridge2", "bridge", (60, 12), (62, 12), (62, 18), (60, 18)),
        ground("stream", "river", (48, 14), (72, 14), (72, 16), (48, 16)),
        ground("ford2", "ford", (50, 12), (52, 12), (52, 18), (50, 18)),
    )
    bases = tuple(
        unit(f"{'S' if n % 2 else 'R'}{n + 10}", kind, 40 + 5.5 * (n % 6), 24 + 6 * (n // 6), 20 * n, str(n),
             width=2 if n == 5 else 4, depth=5 if n == 5 else 2)
        for n, kind in enumerate(KINDS)
    )  # fmt: skip
    return msgspec.structs.replace(
        the_mill(), title="Every Kind of Ground, and a Title that is Much too Long for any Sheet",
        width=Hundredths(7200), depth=Hundredths(4800), features=features, bases=(*the_mill().bases[:5], *bases),
        areas=(
            Area(kind="objective", shape=(spot(58, 20), spot(64, 20), spot(64, 24), spot(58, 24)), name="Fair Field"),
        ),
    )  # fmt: skip


def crowd() -> TableChart:
    """Twelve units in one knot."""
    places = [(14 + 4.3 * (n % 3) + (n % 2) * 0.4, 10 + 3.1 * (n // 3), 17 * n % 360) for n in range(12)]
    bases = tuple(
        unit(
            f"{'I' if n % 2 else 'R'}{n % 6 + 1}",
            "pike-and-shot" if n % 3 else "horse",
            x,
            y,
            facing,
            str(n),
            lost=n % 4,
        )
        for n, (x, y, facing) in enumerate(places)
    )
    return msgspec.structs.replace(the_mill(), bases=bases, tracks=(), touches=(), fallen=(), coming="")
