"""A chart with one of everything, on any ground: what a palette is made from, and what shows a change of style."""

from collections.abc import Sequence

from pbem.engine.hexchart import Arrow, Counter, GroundHex, HexChart, LoneGeneral, MeleeMark, Wreck
from pbem.engine.hexes import FACINGS, Hex
from pbem.engine.mapstyle import SideKey
from pbem.reports.maps.hexes.board import at_column_row

P0, P1, P2, P3, _, _ = FACINGS


def sampler(columns: int, rows: int, ground: Sequence[GroundHex], objective: Sequence[Hex]) -> HexChart:
    """One counter of each side in each state, one arrow of each kind, every mark: 8 columns by 6 rows hold all."""
    at = at_column_row
    return HexChart(
        title="All that a map can show",
        subtitle="a sheet of samples",
        columns=columns,
        rows=rows,
        ground=tuple(ground),
        names=(),
        objective=tuple(objective),
        objective_text="a band of gold",
        sides=(
            SideKey("A", "First", 1, 2, 5),
            SideKey("B", "Second", 2, 3, 5),
        ),
        counters=(
            Counter(code="A01", name="", look=1, symbol="pike-and-shot", hex=at(0, 0), facing=P1, ranks=(5,)),
            Counter(code="A02", name="", look=1, symbol="horse", hex=at(2, 0), facing=P0, ranks=(4,), ready=True),
            Counter(code="A03", name="", look=1, symbol="pike", hex=at(4, 0), facing=P2, ranks=(5, 5), lost=2),
            Counter(
                code="A04", name="", look=1, symbol="dragoons", hex=at(6, 0), facing=P3, ranks=(3,),
                disordered=True, general=True,
            ),
            Counter(code="B01", name="", look=2, symbol="pike-and-shot", hex=at(0, 2), facing=P1, ranks=(5,)),
            Counter(code="B02", name="", look=2, symbol="horse", hex=at(2, 2), facing=P0, ranks=(4,), ready=True),
            Counter(code="B03", name="", look=2, symbol="pike", hex=at(4, 2), facing=P2, ranks=(5, 5), lost=2),
            Counter(
                code="B04", name="", look=2, symbol="dragoons", hex=at(6, 2), facing=P3, ranks=(3,),
                disordered=True, general=True,
            ),
            Counter(code="B05", name="", look=2, symbol="horse", hex=at(1, 4), facing=P0, ranks=(), ghost=3),
        ),
        generals=(LoneGeneral("A", 1, at(3, 4)), LoneGeneral("B", 2, at(5, 4))),
        arrows=(
            Arrow("moved", 1, "A05", (at(0, 5), at(1, 5), at(2, 5))),
            Arrow("charged", 1, "A06", (at(4, 5), at(5, 5), at(6, 5))),
            Arrow("fell-back", 1, "A07", (at(0, 3), at(1, 3), at(2, 3))),
            Arrow("shot", 1, "A04", (at(6, 0), at(6, 2))),
            Arrow("moved", 2, "B06", (at(4, 3), at(5, 3), at(6, 3))),
            Arrow("charged", 2, "B07", (at(0, 1), at(1, 1), at(2, 1))),
            Arrow("fell-back", 2, "B08", (at(4, 1), at(5, 1))),
            Arrow("shot", 2, "B03", (at(4, 2), at(6, 4))),
        ),
        melees=(MeleeMark(at(2, 2), at(2, 1)),),
        wrecks=(Wreck("B09", 2, at(7, 4)),),
    )  # fmt: skip
