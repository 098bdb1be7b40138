"""The legend of what a table's map shows, and nothing else; the ruler."""

from pbem.engine.tablechart import TableChart
from pbem.reports.maps.shapes import Shape
from pbem.reports.maps.tables.layout import TableLayout


def legend(chart: TableChart, place: TableLayout, top: float) -> tuple[list[Shape], float]:
    """The legend of what is shown, and where it ends."""
    return [], top + 40
