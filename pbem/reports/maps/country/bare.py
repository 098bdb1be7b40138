"""A country without what changes from turn to turn."""

from msgspec.structs import replace

from pbem.engine.countrychart import CountryChart


def ground_of(chart: CountryChart) -> CountryChart:
    """A chart without forces, marches, and who holds what."""
    return replace(
        chart, title="", subtitle="", sides=(), flags=(), marches=(), fights=(),
        places=tuple(replace(one, held=None) for one in chart.places),
        roads=tuple(replace(one, broken=False) for one in chart.roads),
    )  # fmt: skip
