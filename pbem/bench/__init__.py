"""The measured figures, each beside its floor or its target, as ratios from one run (``pbem bench``).

Speeds of a machine prove nothing by themselves: a figure is told with what the same machine needs for the least that
could be done.  Milliseconds of a page, a check or a turn are of the processor, so that others on the machine do not
count.
"""

from collections.abc import Iterator

from pbem.bench import battles, game, long, mail, outgoing, pages, storm
from pbem.scenarios import largest_scenarios


def figures(quick: bool) -> Iterator[str]:
    """The figures, a line each, as they are measured.  quick: fewer repeats, and no whole demo."""
    for name in largest_scenarios():
        yield f"{name}:"
        yield from battles.figures(quick, name)
    yield from game.figures(quick)
    yield from pages.figures(quick)
    yield from long.figures(quick)
    yield from mail.reading_figures(quick)
    yield from storm.figures(quick)
    yield from outgoing.outgoing_figures(quick)


def where_time_goes() -> Iterator[str]:
    """Where the time of a large battle goes, a line each."""
    yield from battles.where()
