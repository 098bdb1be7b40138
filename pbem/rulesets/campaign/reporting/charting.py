"""The map as data: the country, who holds what, forces as the reader knows them, marches (CA-1)."""

from collections.abc import Iterator
from itertools import pairwise

from pbem.engine.asks import Ask
from pbem.engine.countrychart import CountryChart, DayRate, Flag, MapLine, MapPlace, MapRoad, MileSpot, RoadMarch, Site
from pbem.engine.ids import UMPIRE, Side
from pbem.engine.mapstyle import SideKey, SideLook, look_of
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets.campaign.moving.rates import rate
from pbem.rulesets.campaign.reporting.places import place, when
from pbem.rulesets.campaign.reporting.troops import states, strength
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign, side_of_seat
from pbem.rulesets.campaign.state.country import MILE, Highway, Stream, Town, TownId, Whereabouts, ends
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.knowledge import Knowledge, Spotted
from pbem.rulesets.campaign.state.orders import Act, Sheet

TENTH = MILE // 10
GREAT_TOWN, VILLAGE = 5000, 2000
"""Men a place feeds from which it is drawn as a city; up to which as a village."""
FORGOTTEN = 7
"""Days after which a sighting is no longer on the map."""
MOST_SEEN = 16
"""Sightings that the map shows."""
Looks = dict[Side, SideLook]


def chart(turn: SeatTurn[Campaign]) -> CountryChart:
    """The map of a turn as the reader knows it.  Rules: CA-1."""
    view, country = turn.after, turn.after.country
    looks: Looks = {one.id: look_of((army.id for army in view.armies), one.id) for one in view.armies}
    return CountryChart(
        title=view.title, subtitle=_subtitle(turn), heading=country.heading or (view.title,), width=country.width,
        height=country.height, rates=_rates(view),
        places=tuple(_place(one, looks, view.towns[town].side) for town, one in country.towns.items()),
        roads=tuple(_road(view, one) for one in country.roads),
        rivers=_lines(country.rivers), hills=_lines(country.hills), woods=_lines(country.woods),
        sides=tuple(SideKey(one.letter, one.name, looks[one.id], one.points, 0, "points") for one in view.armies),
        flags=(*_forces(turn, looks), *_sightings(turn, looks)),
        marches=(*_marched(turn, looks), *_under_orders(turn, looks)), fights=tuple(_fights(turn)),
    )  # fmt: skip


def _subtitle(turn: SeatTurn[Campaign]) -> str:
    view = turn.after
    officer = view.officers.get(turn.seat)
    eyes = f"known to {officer.name}" if officer and view.phase != "over" else "as it is"
    return f"{when(view, view.half)} · day {min(view.day, view.calendar.days)} of {view.calendar.days} · {eyes}"


# --- the country ------------------------------------------------------------------------------------------------------


def _rates(view: Campaign) -> tuple[DayRate, ...]:
    rates = view.rates
    return (
        DayRate("army", rates.train * 2 // MILE), DayRate("horse", rates.horse * 2 // MILE),
        DayRate("forced", rates.forced * 2 // MILE),
    )  # fmt: skip


def _place(town: Town, looks: Looks, held: Side | None) -> MapPlace:
    site: Site = "city" if town.magazine or town.supply >= GREAT_TOWN else "town"
    if town.supply <= VILLAGE and not town.magazine:
        site = "village"
    return MapPlace(
        id=str(town.id), name=town.name, at=(town.x * MILE, town.y * MILE),
        site=town.kind if town.kind != "town" else site, stronghold=town.stronghold, magazine=town.magazine,
        held=looks[held] if held is not None else None,
    )  # fmt: skip


def _course(view: Campaign, road: Highway) -> tuple[MileSpot, ...]:
    """How the map draws a road, both its towns with it."""
    start, end = view.country.towns[road.a], view.country.towns[road.b]
    between = ((x * TENTH, y * TENTH) for x, y in road.by)
    return ((start.x * MILE, start.y * MILE), *between, (end.x * MILE, end.y * MILE))


def _road(view: Campaign, road: Highway) -> MapRoad:
    return MapRoad(
        a=str(road.a), b=str(road.b), course=_course(view, road), miles=road.length // MILE,
        halves=max(1, -(-road.length // view.rates.train)), great=road.great, bridge=road.bridge,
        broken=bool(road.bridge) and road.bridge in view.broken,
    )  # fmt: skip


def _lines(some: tuple[Stream, ...]) -> tuple[MapLine, ...]:
    return tuple(
        MapLine(
            name=one.name, course=tuple((x * TENTH, y * TENTH) for x, y in one.points), half=one.half * TENTH,
            breadth=one.breadth, steep=one.steep,
        )
        for one in some
    )  # fmt: skip


# --- where on a road --------------------------------------------------------------------------------------------------


def spot(view: Campaign, where: Whereabouts) -> MileSpot:
    """Where a force is, along its road as drawn."""
    start = view.country.towns[where.town]
    road = view.country.road(where.town, where.to) if where.to else None
    if road is None:
        return start.x * MILE, start.y * MILE
    return _stretch(view, where.town, where.to, where.done)[-1]


def _stretch(view: Campaign, start: TownId, end: TownId, done: int) -> tuple[MileSpot, ...]:
    """A road as drawn from one town as far as a force has come on it, of its length in miles by road."""
    road = view.country.road(start, end)
    assert road is not None
    course = _course(view, road)
    course = course if road.a == start else course[::-1]
    legs = [_far(a, b) for a, b in pairwise(course)]
    left = sum(legs) * done // road.length
    found = [course[0]]
    for (ax, ay), (bx, by), leg in zip(course, course[1:], legs, strict=False):
        if left < leg:
            return (*found, (ax + (bx - ax) * left // leg, ay + (by - ay) * left // leg))
        left -= leg
        found.append((bx, by))
    return tuple(found)


def _far(one: MileSpot, other: MileSpot) -> int:
    """Hundredths of a mile, by the old rule: the longer side and half of the other, near enough to share out a road."""
    x, y = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(1, max(x, y) * 96 // 100 + min(x, y) * 40 // 100)


def way(view: Campaign, start: Whereabouts, towns: tuple[TownId, ...], end: Whereabouts) -> tuple[MileSpot, ...]:
    """The roads from where a force was, by some towns, to where it is."""
    found: list[MileSpot] = [spot(view, start)]
    here = start.town
    if start.to and towns:
        on = towns[0]
        back = start.town if on == start.to else start.to
        whole = _stretch(view, back, on, view.country.far[back][on])
        road = view.country.road(back, on)
        done = start.done if on == start.to else (road.length if road else 0) - start.done
        found += whole[len(_stretch(view, back, on, done)) - 1 :]
        here, towns = on, towns[1:]
    for town in towns:
        road = view.country.road(here, town)
        if road is None:
            break
        found += _stretch(view, here, town, road.length)[1:]
        here = town
    if end.to:
        if here == end.town:
            found += _stretch(view, end.town, end.to, end.done)[1:]
        else:
            found.append(spot(view, end))
    return tuple(dict.fromkeys(found)) if len(found) > 1 else ()


# --- forces -----------------------------------------------------------------------------------------------------------


def _thousands(men: int) -> str:
    """``6``, ``2½``; below a thousand ``0.4``."""
    halves = (men + 250) // 500
    if halves < 2:
        return f"0.{max(1, (men + 50) // 100)}" if men < 950 else "1"
    return f"{halves // 2}{'½' if halves % 2 else ''}"


def _forces(turn: SeatTurn[Campaign], looks: Looks) -> Iterator[Flag]:
    """Forces that march, as the reader's eyes and the dispatches of its side have them."""
    view = turn.after
    for code, force in sorted(view.forces.items()):
        if not force.is_there or force.kind == "garrison":
            continue
        told = force.as_of >= 0
        yield Flag(
            code=str(code), name=force.name, look=looks[force.side], at=spot(view, force.where),
            place=str(force.where.town) if force.where.in_town else "", where=_where(view, force.where),
            strength=_thousands(force.men) if force.units else "", grade="dispatch" if told else "own",
            when=_stamp(view, force.as_of) if told else "", age=_age(view, force.as_of) if told else 0,
            told=(strength(force), *states(view, force)), fellow=turn.seat not in {UMPIRE, force.seat},
            fights=bool(force.pinned),
        )  # fmt: skip


def _where(view: Campaign, where: Whereabouts) -> str:
    return f"at {place(view, where)}" if where.in_town else place(view, where)


def _age(view: Campaign, half: Half) -> int:
    return max(0, view.half - half) // 2


def _stamp(view: Campaign, half: Half) -> str:
    """``5 June p.m.``: of when something is known."""
    return f"{view.calendar.date(half // 2 + 1)} {'p.m.' if half % 2 else 'a.m.'}"


def _sightings(turn: SeatTurn[Campaign], looks: Looks) -> Iterator[Flag]:
    """The last sighting at each place, the newest first; none that is known better, none that is forgotten."""
    view = turn.after
    side = side_of_seat(view, turn.seat)
    if side is None or view.phase == "over":
        return
    enemy = next((one for one in view.armies if one.id != side), None)
    spotted = view.knows.get(turn.seat, Knowledge()).spotted
    newest: dict[TownId, Spotted] = {}
    for one in sorted(spotted, key=lambda each: each.half):
        newest[one.at] = one
    fresh = [one for one in newest.values() if _age(view, one.half) <= FORGOTTEN]
    for n, one in enumerate(sorted(fresh, key=lambda each: (-each.half, each.at))[:MOST_SEEN] if enemy else ()):
        assert enemy is not None
        yield _sighted(view, one, n, looks[enemy.id], enemy.letter)


def _sighted(view: Campaign, one: Spotted, n: int, look: SideLook, letter: str) -> Flag:
    town = view.country.towns[one.at]
    least, most = _thousands(one.least) if one.most else "", _thousands(one.most) if one.most else ""
    toward = f"going toward {view.country.towns[one.toward].name}" if one.toward else ""
    name = f"{one.leader}'s force" if one.leader else "enemy"
    size = f"{one.least:,} to {one.most:,} men" if one.most else ""
    return Flag(
        code=f"{letter}?", name=name, look=look, at=(town.x * MILE, town.y * MILE), place=str(one.at),
        where=f"at {town.name}", strength=(least if least == most else f"{least}-{most}") if one.most else "",
        grade="seen" if one.most else "body", when=f"{f'{one.leader}, ' if one.leader else ''}{_stamp(view, one.half)}",
        age=_age(view, one.half), told=tuple(part for part in (size, one.arms, toward) if part),
    )  # fmt: skip


# --- marches ----------------------------------------------------------------------------------------------------------


def _marched(turn: SeatTurn[Campaign], looks: Looks) -> Iterator[RoadMarch]:
    """What the reader saw march in this turn, each force's half-days in one line."""
    view = turn.after
    paths: dict[str, list[MileSpot]] = {}
    sides: dict[str, Side] = {}
    for happening in turn.happenings:
        fact = happening.fact
        if not isinstance(fact, f.Marched) or fact.force not in view.forces:
            continue
        start = fact.start
        sides[fact.force] = view.forces[fact.force].side
        if not start.town or not fact.end.town:
            continue
        towns = tuple(town for town in fact.through if town != start.town or start.to)
        path = paths.setdefault(fact.force, [])
        path += [one for one in way(view, start, towns, fact.end) if one not in path[-1:]]
    for code, path in sorted(paths.items()):
        if len(path) > 1:
            yield RoadMarch("moved", looks[sides[code]], code, tuple(path))


def _under_orders(turn: SeatTurn[Campaign], looks: Looks) -> Iterator[RoadMarch]:
    """Marches that the reader's own forces have orders for."""
    view = turn.after
    for _, force in sorted(view.forces.items()):
        if force.order is not None and force.is_there and force.as_of < 0 and turn.seat in (force.seat, UMPIRE):
            march = ordered(view, force, force.order, looks[force.side])
            if march is not None:
                yield march


def ordered(view: Campaign, force: Force, act: Act, look: SideLook) -> RoadMarch | None:
    """A march as ordered, a tick for each half-day; None for an act that is no march."""
    if act.does != "march" or not act.route:
        return None
    here = force.where
    path = way(view, here, act.route, Whereabouts(act.route[-1]))
    if len(path) < 2:
        return None
    return RoadMarch("ordered", look, str(force.code), path, _ticks(view, force, act, path))


def _ticks(view: Campaign, force: Force, act: Act, path: tuple[MileSpot, ...]) -> tuple[MileSpot, ...]:
    """Where it will be at the end of each half-day, if nothing stops it."""
    legs = [_far(a, b) for a, b in pairwise(path)]
    here = force.where
    first = dict(ends(view.country, here)).get(act.route[0])
    towns = act.route if first is not None else (here.town, *act.route)
    roads = [view.country.far[a][b] for a, b in pairwise(towns)]
    pace = max(1, rate(view, force, act.pace) * sum(legs) // max((first or 0) + sum(roads), 1))
    found: list[MileSpot] = []
    gone, due = 0, int(pace)
    for (ax, ay), (bx, by), leg in zip(path, path[1:], legs, strict=False):
        while due < min(gone + leg, sum(legs) - pace // 8):
            part = due - gone
            found.append((ax + (bx - ax) * part // leg, ay + (by - ay) * part // leg))
            due += pace
        gone += leg
    return tuple(found)


def _fights(turn: SeatTurn[Campaign]) -> Iterator[MileSpot]:
    """Where the reader knows of a battle or a small action in this turn."""
    view = turn.after
    found: list[MileSpot] = []
    for happening in turn.happenings:
        fact = happening.fact
        if isinstance(fact, f.MetEnemy) and fact.comes in {"battle", "rear guard", "horse"} and fact.at.town:
            found.append(spot(view, fact.at))
    yield from dict.fromkeys(found)


def drawn(view: Campaign, ask: Ask[object], answer: object) -> tuple[RoadMarch, ...]:
    """The marches of a sheet as ordered.  Rules: CA-4."""
    if not isinstance(answer, Sheet):
        return ()
    found = []
    for act in answer.acts:
        force = view.forces.get(act.force)
        if force is not None and force.is_there and force.seat == ask.seat:
            march = ordered(view, force, act, look_of((army.id for army in view.armies), force.side))
            if march is not None:
                found.append(march)
    return tuple(found)
