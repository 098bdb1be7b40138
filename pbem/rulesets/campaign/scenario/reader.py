"""A campaign file and the game's options to a campaign, or every fault with its place."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from pbem.engine.commanders import Parcel
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.ruleset import Scenario, SeatTurn
from pbem.engine.scenariofile.gathered import Gathered
from pbem.engine.scenariofile.reader import ScenarioReader
from pbem.engine.spec import inside, read, unknown
from pbem.rulesets.campaign.reporting.troops import rows
from pbem.rulesets.campaign.scenario import file as spec
from pbem.rulesets.campaign.state.calendar import Calendar, Half, morning_of
from pbem.rulesets.campaign.state.campaign import (
    BATTLES,
    FOUGHT_BY,
    LEAD,
    LEADS,
    OWN_SIDE,
    PACES,
    VOICES,
    Campaign,
    Goal,
    Host,
    Officer,
    Rates,
    of_side,
)
from pbem.rulesets.campaign.state.country import (
    MILE,
    NOWHERE,
    Cmiles,
    Country,
    Highway,
    Magazine,
    Stream,
    Town,
    TownId,
    Whereabouts,
    measured,
    near_town,
)
from pbem.rulesets.campaign.state.forces import FOOT, HORSE, Force, Regiment
from pbem.rulesets.campaign.state.knowledge import Heard, Knowledge
from pbem.rulesets.campaign.tables import BREAD_NONE, BREAD_TRAIN
from pbem.rulesets.campaign.view import view

OPTIONS = ("pace", "sight", "commanders", "battles", "own_side", "fought_by", "lead", "voice")
RATING = ("A", "B", "C")
TYPES = (*HORSE, *FOOT, "DRA", "ART")


@dataclass
class Gazette(Gathered):
    """What has been read so far."""

    towns: dict[TownId, Town] = field(default_factory=dict)
    held: dict[TownId, Side | None] = field(default_factory=dict)
    roads: list[Highway] = field(default_factory=list)
    hosts: list[Host] = field(default_factory=list)
    officers: dict[Seat, Officer] = field(default_factory=dict)
    forces: dict[StandId, Force] = field(default_factory=dict)
    goals: list[Goal] = field(default_factory=list)

    def town(self, name: str, where: str) -> TownId:
        """A town by its id; a fault where there is none."""
        self.one_of(name, self.towns, where, "town")
        return TownId(name)

    def choice(self, option: str, known: Iterable[str], said: str) -> str:
        """What the game's options choose, else what the file says, else the first."""
        names = list(known)
        chosen = self.options.get(option) or said or names[0]
        where = f"options.{option}" if self.options.get(option) else option
        return chosen if self.one_of(chosen, names, where, f"choice of {option}") else names[0]


def build(got: Gazette, file: spec.CampaignFile) -> Campaign | None:
    """The campaign, part after part."""
    unknown(got.options, OPTIONS, "options", got.faults)
    pace = got.choice("pace", PACES, "")
    battles = got.choice("battles", BATTLES, file.battles)
    fought_by = got.choice("fought_by", FOUGHT_BY, file.fought_by)
    lead = got.choice("lead", LEADS, "")
    if battles in {"aides", "post"} and not fought_by:
        got.fault("fought_by", "battles by aides or by post want the name of the rules they are fought by")
    own = got.choice("own_side", OWN_SIDE, "")
    voice = got.choice("voice", VOICES, "")
    begins = read(spec.BeginsSpec, file.begins, "begins", got.faults)
    extent = read(spec.ExtentSpec, file.map, "map", got.faults)
    got.between(file.days, 120, "days", "120 days")
    _towns(got, file)
    _roads(got, file)
    _courses(got, file)
    rivers, hills, woods = (_streams(got, some, name) for some, name in
                            ((file.rivers, "rivers"), (file.hills, "hills"), (file.woods, "woods")))  # fmt: skip
    got.two_sides(file.sides)
    for side, where in got.items(spec.HostSpec, file.sides, "sides"):
        _host(got, side, where)
    _owners(got, file)
    rates = _rates(got, file.rates)
    _goals(got, file)
    if begins is None or extent is None or got.faults.found:
        return None
    country = measured(
        Country(
        width=extent.width, height=extent.height, towns=got.towns, roads=tuple(got.roads), rivers=rivers, hills=hills,
        woods=woods, heading=tuple(extent.heading),
    ))  # fmt: skip
    _joined(got, country)
    campaign = Campaign(
        title=file.title, country=country, armies=tuple(got.hosts), officers=got.officers, forces=got.forces,
        calendar=Calendar(year=begins.year, month=begins.month, day=begins.day, days=file.days),
        towns={town: Magazine(got.held[town]) for town in got.towns}, rates=rates, goals=tuple(got.goals), pace=pace,
        battles=battles, fought_by=fought_by, open_side=own == "open", lead=int(lead or LEAD), voice=voice,
    )  # fmt: skip
    return replace(campaign, knows=_first_knowledge(campaign), mustered=_mustered(campaign))


# --- the country ----------------------------------------------------------------------------------------------------


def _towns(got: Gazette, file: spec.CampaignFile) -> None:
    for one, where in got.items(spec.TownSpec, file.towns, "towns"):
        if not re.fullmatch(r"[a-z][a-z-]*", one.id):
            got.fault(where, f"{one.id!r} is no id: a lower-case word such as chipping-norton", "id")
        if one.supply < 0 or one.works < 0:
            got.fault(where, "supply and works are no less than 0")
        if got.once(one.id, got.towns, f"{where}.id", "a town"):
            town = TownId(one.id)
            got.towns[town] = Town(
                id=town, name=one.name, x=one.at[0], y=one.at[1], supply=one.supply, magazine=one.magazine,
                works=one.works, ground=one.ground, field=one.field, kind=one.kind,
                stronghold=one.stronghold or ("walls" if one.works else ""),
            )  # fmt: skip
            got.held[town] = Side(one.held) if one.held else None
    names = [one.name.casefold() for one in got.towns.values()]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            got.fault("towns", f"two towns have the name {name!r}: orders could not tell them apart")


def _roads(got: Gazette, file: spec.CampaignFile) -> None:
    for n, one in enumerate(file.roads):
        where = inside("roads", n)
        form = isinstance(one, list) and len(one) in {3, 4} and all(isinstance(part, str) for part in one[:2])
        if not form or not isinstance(one[2], int) or one[2] <= 0 or not all(isinstance(x, str) for x in one[3:]):
            got.fault(where, "a road is written [oxford, abingdon, 7], in miles, with its bridge as a fourth")
            continue
        ends = (got.town(one[0], f"{where}[0]"), got.town(one[1], f"{where}[1]"))
        if ends[0] == ends[1] or any({road.a, road.b} == set(ends) for road in got.roads):
            got.fault(where, f"there is a road from {ends[0]} to {ends[1]} already, or its ends are one")
            continue
        got.roads.append(Highway(a=ends[0], b=ends[1], length=Cmiles(one[2] * MILE), bridge=one[3] if one[3:] else ""))


def _courses(got: Gazette, file: spec.CampaignFile) -> None:
    """How the map draws the roads."""
    for one, where in got.items(spec.CourseSpec, file.courses, "courses"):
        n = next((n for n, road in enumerate(got.roads) if {road.a, road.b} == set(one.road)), None)
        if n is None:
            got.fault(where, f"there is no road from {one.road[0]} to {one.road[1]}", "road")
            continue
        by = one.by if got.roads[n].a == one.road[0] else one.by[::-1]
        got.roads[n] = replace(got.roads[n], by=tuple(by), great=one.great)


def _streams(got: Gazette, some: list[Any], name: str) -> tuple[Stream, ...]:
    found = []
    for one, where in got.items(spec.StreamSpec, some, name):
        if not one.points or (name == "rivers" and len(one.points) < 2):
            got.fault(where, "a river has two points or more, hills and a wood one", "points")
            continue
        found.append(Stream(one.name, tuple(one.points), one.half, one.breadth, one.steep))
    return tuple(found)


def _joined(got: Gazette, country: Country) -> None:
    """A country in one piece."""
    first = next(iter(country.towns))
    for town, one in country.towns.items():
        if one.kind != "exit" and town not in country.far[first]:
            got.fault("roads", f"no road leads from {first} to {town}")


def _owners(got: Gazette, file: spec.CampaignFile) -> None:
    for n, one in enumerate(file.towns):
        held = one.get("held", "") if isinstance(one, dict) else ""
        if held:
            got.one_of(held, [host.id for host in got.hosts], f"towns[{n}].held", "side")


def _rates(got: Gazette, said: Mapping[str, Any]) -> Rates:
    """Miles a day to hundredths in a half-day; by night all of it."""
    one = read(spec.RatesSpec, said, "rates", got.faults) or spec.RatesSpec()
    half = MILE // 2
    for name in ("train", "foot", "horse", "forced", "courier"):
        if getattr(one, name) <= 0:
            got.fault("rates", "a rate is more than 0 miles", name)
    return Rates(
        train=Cmiles(one.train * half), foot=Cmiles(one.foot * half), horse=Cmiles(one.horse * half),
        forced=Cmiles(one.forced * half), night=Cmiles(one.night * MILE), courier=Cmiles(one.courier * half),
        courier_night=Cmiles(one.courier_night * MILE),
    )  # fmt: skip


# --- the sides ------------------------------------------------------------------------------------------------------


def _host(got: Gazette, one: spec.HostSpec, where: str) -> None:
    got.check_side(one.id, one.letter, got.hosts, where, "force")
    side = Side(one.id)
    parcels: list[Parcel] = []
    for officer, there in got.items(spec.OfficerSpec, one.seats, f"{where}.seats"):
        if not re.fullmatch(r"[a-z][a-z-]*", officer.id):
            got.fault(there, f"{officer.id!r} is no seat: a lower-case word such as waller", "id")
        got.once(officer.id, got.officers, f"{there}.id", "a seat")
        seat = Seat(officer.id)
        codes = [_force(got, force, seat, side, one.letter, at)
                 for force, at in got.items(spec.ForceSpec, officer.forces, f"{there}.forces")]  # fmt: skip
        got.one_of(officer.head, codes, f"{there}.head", "force of this seat")
        parcels.append(Parcel(seat=seat, name=officer.name, holds=tuple(codes), chief=officer.chief))
        got.officers[seat] = Officer(
            seat=seat, name=officer.name, short=officer.short, side=side, head=StandId(officer.head),
            reports_to=Seat(officer.reports_to), person=officer.person,
        )  # fmt: skip
    if not parcels:
        got.fault(where, "a side has at least one seat", "seats")
        return
    names = [parcel.seat for parcel in parcels]
    for seat in names:
        chief = got.officers[seat].reports_to
        if chief and chief not in names:
            got.fault(where, f"{seat} reports to {chief!r}, which is no seat of this side")
    got.hosts.append(Host(id=side, name=one.name, letter=one.letter, parcels=tuple(parcels)))


def _force(got: Gazette, one: spec.ForceSpec, seat: Seat, side: Side, letter: str, where: str) -> StandId:
    code = StandId(one.code)
    got.check_code(one.code, letter, f"{where}.code", r"[A-Z][0-9]{1,3}")
    got.once(one.code, got.forces, f"{where}.code", "a force")
    at, enters, arrival = _begin(got, one, where)
    units: list[Regiment] = []
    for unit, there in got.items(spec.RegimentSpec, one.units, f"{where}.units"):
        units += _units(got, unit, code, len(units), there)
    if not units and one.kind != "blind":
        got.fault(where, "a force has units, or is a blind", "units")
    bread = one.bread if one.bread is not None else BREAD_TRAIN if one.train else BREAD_NONE
    got.forces[code] = Force(
        code=code, name=one.name, seat=seat, side=side, where=at, kind=one.kind, units=tuple(units),
        leaders=tuple(one.leaders), train=one.train, light=one.light, bread=bread, enters=enters, arrival=arrival,
        trail=(at.town,) if at.town else (),
    )  # fmt: skip
    return code


def _begin(got: Gazette, one: spec.ForceSpec, where: str) -> tuple[Whereabouts, Half, TownId]:
    """Where a force begins, from when it may march, where it comes in."""
    at = NOWHERE
    if one.road is not None:
        start, to, miles = one.road
        road = next((road for road in got.roads if {road.a, road.b} == {start, to}), None)
        if road is None or not 0 < miles * MILE < road.length:
            got.fault(where, "a road that there is, and miles short of its end: [newbury, faringdon, 20]", "road")
        else:
            at = Whereabouts(TownId(start), TownId(to), Cmiles(miles * MILE))
    elif one.at:
        at = Whereabouts(got.town(one.at, f"{where}.at"))
    if one.enters is None:
        if at == NOWHERE:
            got.fault(where, "a force stands at a town, on a road, or enters later", "at")
        return at, Half(0), TownId("")
    enters = read(spec.EntrySpec, one.enters, f"{where}.enters", got.faults)
    if enters is None:
        return at, Half(0), TownId("")
    arrival = got.town(enters.at, f"{where}.enters.at") if enters.at else TownId("")
    if bool(arrival) is bool(at.town):
        got.fault(where, "a force that enters stands nowhere before, or it waits in a town until that day", "enters")
    return at, morning_of(max(enters.day, 1)), arrival


def _units(got: Gazette, one: spec.RegimentSpec, code: StandId, n: int, where: str) -> list[Regiment]:
    kind, _, rating = one.type.partition("-")
    if kind not in TYPES or rating not in RATING:
        got.fault(where, f"{one.type!r} is no type with its class, such as PSL-B; types: {', '.join(TYPES)}", "type")
        return []
    if one.men <= 0 or one.of <= 0:
        got.fault(where, "men and units are more than 0", "men")
        return []
    return [
        Regiment(
            code=StandId(f"{code}-{n + k + 1}"), name=f"{one.name} {k + 1}" if one.of > 1 else one.name, type=kind,
            rating=rating, men=one.men, start=one.men, bands=one.bands,  # type: ignore[arg-type]  # one of RATING
        )
        for k in range(one.of)
    ]  # fmt: skip


# --- goals, and what is known ---------------------------------------------------------------------------------------


def _goals(got: Gazette, file: spec.CampaignFile) -> None:
    names: list[str] = []
    for one, where in got.items(spec.GoalSpec, file.goals, "goals"):
        got.once(one.name, names, f"{where}.name", "a goal")
        names.append(one.name)
        got.one_of(one.side, [host.id for host in got.hosts], f"{where}.side", "side")
        for seat in (one.seat, one.private):
            if seat:
                got.one_of(seat, got.officers, where, "seat")
        towns = tuple(got.town(town, f"{where}.towns") for town in one.towns)
        got.goals.append(
            Goal(
                name=one.name, text=one.text, side=Side(one.side), points=one.points, kind=one.kind, towns=towns,
                seat=Seat(one.seat), men=one.men, arm=one.arm, day=one.day, percent=one.percent, leader=one.leader,
                private=Seat(one.private),
            )
        )  # fmt: skip


def _first_knowledge(campaign: Campaign) -> Mapping[Seat, Knowledge]:
    """At the beginning a seat knows its own side, and who holds which town."""
    held = {town: one.side for town, one in campaign.towns.items()}
    found: dict[Seat, Knowledge] = {}
    for seat, officer in campaign.officers.items():
        own = {
            code: replace(one, as_of=Half(0)) for code, one in campaign.forces.items() if one.side == officer.side
        }  # fmt: skip
        heads = {
            other: Heard(near_town(campaign.country, campaign.forces[campaign.officers[other].head].where), Half(0))
            for other in of_side(campaign, officer.side)
            if other != seat and campaign.forces[campaign.officers[other].head].where.town
        }
        found[seat] = Knowledge(reports=own, heads=heads, held=held)
    return found


def _mustered(campaign: Campaign) -> Mapping[str, int]:
    """What goals about losses count at the beginning."""
    return {
        goal.name: sum(
            unit.men for one in campaign.forces.values() if one.seat == goal.seat for unit in one.units
            if (goal.kind == "bands" and unit.bands) or (goal.kind == "losses" and unit.arm == "horse")
        )
        for goal in campaign.goals if goal.kind in {"bands", "losses"}
    }  # fmt: skip


def summary(campaign: Campaign) -> tuple[str, ...]:
    """For the author of the file: it tells the secrets of both sides."""
    lines = [
        f"{len(campaign.country.towns)} places, {len(campaign.country.roads)} roads, {campaign.calendar.days} days"
    ]
    for host in campaign.armies:
        forces = [one for one in campaign.forces.values() if one.side == host.id]
        men, guns = sum(one.men for one in forces), sum(one.guns for one in forces)
        lines.append(
            f"{host.name}: {len(of_side(campaign, host.id))} seats, {len(forces)} forces, {men} men, {guns} guns"
        )
    return tuple(lines)


READ = ScenarioReader[spec.CampaignFile, Gazette, Campaign](
    rules="campaign", file=spec.CampaignFile, gathered=Gazette, build=build, armies=lambda got: got.hosts,
    rounds=lambda file: file.days, summary=summary, view=view, rows=rows,
)  # fmt: skip
"""Reads a campaign file."""


def scenario(file: Mapping[str, Any], options: Mapping[str, str]) -> Scenario[Campaign]:
    """A parsed file and the game's options as a campaign, with the forces that each commander begins with: the file
    tells them to any reader.  Blinds, and where each force stands, are left out."""
    got = READ(file, options)
    if got.battle is None:
        return got
    turn = SeatTurn(Seat(""), 0, got.battle, got.battle, ())
    every = [row for host in got.battle.armies for row in rows(turn, host.id) if row.kind != "blind"]
    whose = {str(one.code): one.seat for one in got.battle.forces.values()}
    armies = {
        seat: tuple(replace(row, place="", states=()) for row in every if whose[row.code] == seat) for seat in got.seats
    }  # fmt: skip
    return replace(got, armies=armies)
