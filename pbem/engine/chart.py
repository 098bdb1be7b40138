"""A map as data: what one seat's map shows, before anybody draws it.

A rule set fills a chart from a cut view (``RuleSet.chart``): of hexes, of a table in inches or of a country;
``reports/maps`` draws it.  Nothing in a chart may come from the true battle: what is in the chart is on the page.
"""

from pbem.engine.countrychart import CountryChart, RoadMarch
from pbem.engine.hexchart import Arrow, HexChart
from pbem.engine.tablechart import TableChart, Track

Chart = HexChart | TableChart | CountryChart
Drawn = Arrow | Track | RoadMarch
"""What is ordered, as drawn: a march, a charge, a shot."""


def nothing_drawn(view: object, ask: object, answer: object) -> tuple[Drawn, ...]:
    """For a rule set that does not draw what is ordered."""
    return ()
