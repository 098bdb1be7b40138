"""A country with one of everything that can lie over a ground: what a palette is made from."""

from pbem.engine.countrychart import CountryChart, Flag, Grade, MapPlace, MapRoad, RoadMarch
from pbem.engine.mapstyle import SideKey, SideLook


def sampler() -> CountryChart:
    """A flag of each side and grade, a march of each kind, a place of each holder."""
    looks: tuple[SideLook, SideLook] = (1, 2)
    return CountryChart(
        title="All that a map can show", subtitle="a sheet of samples", width=40, height=30,
        places=tuple(
            MapPlace(id=f"p{n}", name="Sampleton", at=(800 * n + 400, 2400), held=held)
            for n, held in enumerate((*looks, None))
        ),
        roads=(
            MapRoad(a="p0", b="p1", course=((400, 2400), (1200, 2400)), miles=8, halves=2, bridge="B", broken=True),
        ),
        sides=(SideKey("A", "First", 1, 2, 5), SideKey("B", "Second", 2, 3, 5)),
        flags=tuple(flag for look in looks for flag in _flags(look)),
        marches=tuple(
            RoadMarch(kind, look, "A1", ((500, 1800 + 200 * look), (3500, 1800 + 200 * look)), ((1800, 2000),))
            for look in looks for kind in ("moved", "ordered")
        ),
        fights=((3400, 2500),),
    )  # fmt: skip


def _flags(look: SideLook) -> list[Flag]:
    grades: tuple[tuple[Grade, int], ...] = (("own", 0), ("dispatch", 1), ("seen", 0), ("seen", 3), ("body", 6))
    return [
        Flag(code=f"{'AB'[look - 1]}{n}", name="", look=look, at=(700 * n + 300, 600 + 700 * (look - 1)), strength="6",
             grade=grade, when="5 June" if n else "", age=age, fellow=not n)
        for n, (grade, age) in enumerate(grades)
    ]  # fmt: skip
