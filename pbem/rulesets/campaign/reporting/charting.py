"""The map as data: the country on the table's chart, a mile to half an inch (CA-1)."""

from pbem.engine.ids import Side
from pbem.engine.mapstyle import SideKey, SideLook, look_of
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import Area, Base, TableChart, TableFeature
from pbem.rulesets.campaign.reporting.places import when
from pbem.rulesets.campaign.reporting.troops import states, strength
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import Whereabouts
from pbem.rulesets.campaign.state.forces import Force

MILE = 60
"""Hundredths of an inch of the chart."""
MARGIN = 300


def spot(view: Campaign, x: int, y: int) -> Spot:
    """A point of the country, in miles from its north-west corner."""
    return Spot(Hundredths(MARGIN + x * MILE), Hundredths(MARGIN + (view.country.height - y) * MILE))


def where_spot(view: Campaign, where: Whereabouts) -> Spot:
    """Where a force is, along its road."""
    start = view.country.towns[where.town]
    here = spot(view, start.x, start.y)
    road = view.country.road(where.town, where.to) if where.to else None
    if road is None:
        return here
    end = spot(view, view.country.towns[where.to].x, view.country.towns[where.to].y)
    return Spot(
        Hundredths(here.x + (end.x - here.x) * where.done // road.length),
        Hundredths(here.y + (end.y - here.y) * where.done // road.length),
    )


def chart(turn: SeatTurn[Campaign]) -> TableChart:
    """The map of a turn: the country, own forces, what is held, as the reader knows it."""
    view = turn.after
    looks = {one.id: look_of((army.id for army in view.armies), one.id) for one in view.armies}
    country = view.country
    roads = tuple(
        TableFeature(
            id=f"road-{n}", kind="road", half_width=Hundredths(12),
            shape=(spot(view, country.towns[one.a].x, country.towns[one.a].y),
                   spot(view, country.towns[one.b].x, country.towns[one.b].y)),
        )
        for n, one in enumerate(country.roads)
    )  # fmt: skip
    return TableChart(
        title=view.title, subtitle=when(view, view.half), width=Hundredths(2 * MARGIN + country.width * MILE),
        depth=Hundredths(2 * MARGIN + country.height * MILE), features=roads, objective_text="towns",
        areas=tuple(
            Area(kind="objective", shape=(spot(view, one.x, one.y),), radius=Hundredths(70), name=one.name,
                 look=_look(looks, view.towns[town].side))
            for town, one in country.towns.items()
        ),
        sides=tuple(SideKey(one.letter, one.name, looks[one.id], one.points, 0, "points") for one in view.armies),
        bases=tuple(_base(view, looks, one, n) for n, one in enumerate(_shown(view))),
        strength_words="men, in hundreds",
    )  # fmt: skip


def _shown(view: Campaign) -> list[Force]:
    return [one for _, one in sorted(view.forces.items()) if one.is_there and one.kind != "garrison"]


def _look(looks: dict[Side, SideLook], side: Side | None) -> SideLook | None:
    return looks[side] if side is not None else None


def _base(view: Campaign, looks: dict[Side, SideLook], force: Force, n: int) -> Base:
    at = where_spot(view, force.where)
    symbol = "horse" if force.light else "pike-and-shot"
    return Base(
        code=force.code, name=force.name, look=looks[force.side], symbol=symbol,
        at=Pose(Spot(at.x, Hundredths(at.y + 120 * (n % 3))), Tenths(0)), width=Hundredths(220), depth=Hundredths(110),
        strength=str((force.men + 50) // 100) if force.units else "", told=(strength(force), *states(view, force)),
        fellow=force.as_of >= 0,
    )  # fmt: skip
