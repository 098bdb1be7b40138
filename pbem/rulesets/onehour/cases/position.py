"""The position of a case as a battle."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.casekit.inches import Number, Pair, angle, length, place
from pbem.engine.casekit.reading import known, read_tree
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.sightings import Sights
from pbem.engine.spec import Faults, inside
from pbem.engine.table.edges import Table, TableEdge
from pbem.engine.table.measures import Hundredths, normal
from pbem.engine.table.objectives import AreaToHold, Exit, KeptNear, Objective
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Face
from pbem.engine.table.shapes import line, polygon
from pbem.rulesets.onehour.battle import (
    TYPES,
    Army,
    ArmyByTable,
    Arrival,
    Battle,
    Contact,
    Feature,
    FeatureKind,
    State,
    Switches,
    Unit,
    UnitType,
    Victory,
    Woods,
)
from pbem.rulesets.onehour.cases.action import CaseTurn, Entry

SIDES = ("blue", "red")
"""Where a case names fewer."""


class CaseUnit(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    side: str
    type: UnitType
    x: Number
    y: Number
    facing: Number = 0
    hits: int = 0
    out_of_ammo: bool = False
    blind: bool = False
    """Units are hidden then, and the sides field blinds (OH-H10)."""
    eliminated: bool = False
    frontage: Number | None = None
    depth: Number | None = None
    state: State = "on table"


class CaseFeature(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: FeatureKind
    shape: tuple[Pair, ...]


class ContactSpec(msgspec.Struct, frozen=True, kw_only=True):
    attacker: str
    target: str
    face: Face


class CaseSwitch(msgspec.Struct, frozen=True, kw_only=True):
    woods: Woods | None = None
    pikes: bool | Literal["on", "off"] | None = None
    road_bonus: Number | None = None
    depth: Number | None = None
    frontage: Number | None = None
    shoot_into_melee: bool | Literal["on", "off"] | None = None


class AreaSpec(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    shape: tuple[Pair, ...]
    radius: Number = 0


class CaseObjective(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    areas: list[AreaSpec]
    need: int = 1
    hold: Literal["alone", "last"] = "alone"
    test: Literal["end", "turn", "at once"] = "end"
    from_turn: int = 1
    wins: bool = True
    points: int = 0
    sides: tuple[str, ...] = ()


class StretchSpec(msgspec.Struct, frozen=True, kw_only=True):
    """An exit.  span: of the edge, from its west or south end."""

    name: str
    edge: TableEdge
    span: Pair
    sides: tuple[str, ...] = ()
    points: int = 0


class ArrivalSpec(msgspec.Struct, frozen=True, kw_only=True):
    units: tuple[str, ...]
    turn: int
    edge: TableEdge
    span: Pair
    may_wait: bool = True


class TieSpec(msgspec.Struct, frozen=True, kw_only=True):
    units: tuple[str, ...]
    at: Pair
    within: Number
    name: str = "its post"


class MusterSpec(msgspec.Struct, frozen=True, kw_only=True):
    """slots: ``[x, y, facing]`` for each unit, in the printed order of types.  code: what the units' ids begin with."""

    size: int = 6
    slots: tuple[tuple[Number, Number, Number], ...]
    code: str
    choice: Literal["roll", "row"] = "roll"


class CaseVictory(msgspec.Struct, frozen=True, kw_only=True):
    by: Literal["objective", "points", "units"] = "units"
    otherwise: str | None = None
    unit: int = 0
    lead: int = 1


class PositionSpec(msgspec.Struct, frozen=True, kw_only=True):
    """units to first_side: as every file has them.  The rest is for what only scenarios have."""

    units: list[CaseUnit]
    terrain: list[CaseFeature] = []
    contacts: list[ContactSpec] = []
    sides: tuple[str, str] | None = None
    first_side: str | None = None
    table: Pair | None = None
    switches: CaseSwitch = CaseSwitch()
    turn: int = 1
    limit: int | None = None
    objectives: list[CaseObjective] = []
    exits: list[StretchSpec] = []
    arrivals: list[ArrivalSpec] = []
    ties: list[TieSpec] = []
    break_at: dict[str, int] = {}
    victory: CaseVictory = CaseVictory()
    zones: dict[str, tuple[Pair, ...]] = {}
    deploys: bool = False
    musters: dict[str, MusterSpec | None] = {}
    visibility: Number | None = None
    """In inches; given: units are hidden."""


def read_position(
    conventions: object, value: Mapping[str, Any], action: Sequence[Entry], faults: Faults
) -> Battle | None:
    """The battle as it stands before the first player turn; None when anything is wrong with it."""
    spec = read_tree(PositionSpec, value, "position", faults)
    if spec is None:
        return None
    table, switches = defaults(conventions, faults)
    if spec.table is not None:
        at = place(spec.table, "position.table", faults)
        table = Table(at.x, at.y)
    switches = _switched(switches, spec.switches, faults)
    units = _units(spec, switches, faults)
    sides = _sides(spec, units, action, faults)
    _check_sides(spec, sides, faults)
    first = Side(spec.first_side) if spec.first_side is not None else None
    if first is not None and first not in sides:
        faults.add("position.first_side", f"there is no side {first!r}; there are {' and '.join(sides)}")
    battle = Battle(
        title="a case", table=table, limit=spec.limit, switches=switches, units=units, turn=spec.turn - 1,
        armies=tuple(_army(spec, side, faults) for side in sides),
        features=tuple(_features(spec, faults)), contacts=tuple(_contacts(spec, units, faults)),
        objectives=tuple(_objectives(spec, faults)), exits=tuple(_exits(spec, faults)),
        arrivals=tuple(_arrivals(spec, units, faults)), ties=tuple(_ties(spec, units, faults)),
        victory=_victory(spec.victory), deploys=spec.deploys, phase="first side",
        sights=_sights(spec, faults),
        side_order=(first, next(side for side in sides if side != first)) if first is not None else (),
    )  # fmt: skip
    for i, entry in enumerate(action):
        entry.check_names(battle, inside("action", i), faults)
    return battle


def _sights(spec: PositionSpec, faults: Faults) -> Sights[Unit] | UnsetType:
    if spec.visibility is None:
        return UNSET
    blinds = any(one.blind for one in spec.units)
    return Sights(visibility=length(spec.visibility, "position.visibility", faults), blinds=blinds)


def defaults(conventions: object, faults: Faults) -> tuple[Table, Switches]:
    """The table and switches of the file's head: ``conventions.defaults`` says them in words, as a list with ``;``."""
    table, switches = Table(Hundredths(3600), Hundredths(3600)), Switches()
    if not isinstance(conventions, Mapping) or not all(isinstance(text, str) for text in conventions.values()):
        faults.add("conventions", "expected texts by their names")
        return table, switches
    text = str(conventions.get("defaults", ""))
    said = dict(re.findall(r"\b(table|frontage|depth)\s+([\d.]+(?: x [\d.]+)?)", text))
    listed = dict(re.findall(r"\b(woods|pikes|road_bonus|shoot_into_melee): ([\w.]+)", text))
    if " x " in said.get("table", ""):
        width, depth = (_number(part) for part in said["table"].split(" x "))
        at = place((width, depth), "conventions.defaults", faults)
        table = Table(at.x, at.y)
    wanted: dict[str, Any] = {key: _number(said[key]) for key in ("frontage", "depth") if key in said}
    wanted |= {key: _plain(word) for key, word in listed.items()}
    spec = read_tree(CaseSwitch, wanted, "conventions.defaults", faults)
    return table, _switched(switches, spec or CaseSwitch(), faults)


def _number(text: str) -> Number:
    return float(text) if "." in text else int(text)


def _plain(word: str) -> str | bool | Number:
    if word in {"on", "off", "true", "false"}:
        return word in {"on", "true"}
    return _number(word) if word[0].isdigit() else word


def _switched(switches: Switches, spec: CaseSwitch, faults: Faults) -> Switches:
    changed: dict[str, Any] = {}
    for key in ("road_bonus", "depth", "frontage"):
        wanted = getattr(spec, key)
        if wanted is not None:
            changed[key] = length(wanted, f"position.switches.{key}", faults)
    for key in ("pikes", "shoot_into_melee"):
        wanted = getattr(spec, key)
        if wanted is not None:
            changed[key] = wanted in {True, "on"}
    if spec.woods is not None:
        changed["woods"] = spec.woods
    return replace(switches, **changed)


def _units(spec: PositionSpec, switches: Switches, faults: Faults) -> dict[StandId, Unit]:
    found: dict[StandId, Unit] = {}
    for i, one in enumerate(spec.units):
        where = inside("position.units", i)
        if one.id in found:
            faults.add(f"{where}.id", f"there are two units {one.id}")
        width = switches.frontage if one.frontage is None else length(one.frontage, f"{where}.frontage", faults)
        depth = switches.depth if one.depth is None else length(one.depth, f"{where}.depth", faults)
        at = place((one.x, one.y), where, faults)
        facing = normal(angle(one.facing, f"{where}.facing", faults))
        found[StandId(one.id)] = Unit(
            id=StandId(one.id), name=one.id, side=Side(one.side), type=one.type, width=width, depth=depth,
            pose=Pose(at, facing), hits=one.hits, out_of_ammo=one.out_of_ammo,
            state="eliminated" if one.eliminated else one.state, blind=True if one.blind else UNSET,
        )  # fmt: skip
    return found


def _sides(
    spec: PositionSpec, units: Mapping[StandId, Unit], action: Sequence[Entry], faults: Faults
) -> tuple[Side, Side]:
    """The two sides: as the case orders them, else as they first appear, made up from blue and red."""
    used = list(
        dict.fromkeys(
            [*(unit.side for unit in units.values()), *(one.side for one in action if isinstance(one, CaseTurn))]
        )
    )
    named = [Side(side) for side in spec.sides] if spec.sides is not None else used
    sides = [*named, *(Side(side) for side in SIDES if side not in named)][: max(2, len(named))]
    if len(set(sides)) != 2:
        faults.add("position.sides", f"a battle has two sides, not {', '.join(sides)}")
    strange = [side for side in used if side not in sides]
    if strange:
        faults.add("position.units", f"there is no side {strange[0]!r}; there are {' and '.join(sides)}")
    return sides[0], sides[1]


def _check_sides(spec: PositionSpec, sides: Sequence[Side], faults: Faults) -> None:
    """A fault for every side that is named and is none of the two."""
    named: dict[str, Iterable[object]] = {
        "break_at": spec.break_at,
        "zones": spec.zones,
        "musters": spec.musters,
        "victory.otherwise": [one for one in [spec.victory.otherwise] if one is not None],
        "objectives": [side for one in spec.objectives for side in one.sides],
        "exits": [side for one in spec.exits for side in one.sides],
    }
    for key, wanted in named.items():
        for side in wanted:
            if side not in sides:
                faults.add(f"position.{key}", f"there is no side {side!r}; there are {' and '.join(sides)}")


def _army(spec: PositionSpec, side: Side, faults: Faults) -> Army:
    zone = tuple(place(at, f"position.zones.{side}", faults) for at in spec.zones.get(side, ()))
    return Army(
        id=side, name=side, letter=side[:1].upper(), seat=Seat(side), break_at=spec.break_at.get(side, 0), zone=zone,
        muster=_muster(spec.musters.get(side), f"position.musters.{side}", faults),
    )  # fmt: skip


def _muster(one: MusterSpec | None, where: str, faults: Faults) -> ArmyByTable | None:
    if one is None:
        return None
    slots = tuple(Pose(place((x, y), where, faults), normal(angle(t, where, faults))) for x, y, t in one.slots)
    if len(slots) != one.size:
        faults.add(f"{where}.slots", f"{len(slots)} slots for {one.size} units")
    return ArmyByTable(size=one.size, slots=slots, codes={t: f"{one.code}{t[0]}" for t in TYPES}, choice=one.choice)


def _features(spec: PositionSpec, faults: Faults) -> Iterable[Feature]:
    seen: list[str] = []
    for i, one in enumerate(spec.terrain):
        where = inside("position.terrain", i)
        if one.id in seen:
            faults.add(f"{where}.id", f"there are two pieces of terrain {one.id}")
        seen.append(one.id)
        shape = tuple(place(at, inside(f"{where}.shape", j), faults) for j, at in enumerate(one.shape))
        try:
            (line if one.kind == "road" else polygon)(shape)
        except ValueError as fault:
            faults.add(f"{where}.shape", str(fault))
            continue
        yield Feature(id=one.id, kind=one.kind, shape=shape)


def _contacts(spec: PositionSpec, units: Mapping[StandId, Unit], faults: Faults) -> Iterable[Contact]:
    for i, one in enumerate(spec.contacts):
        where = inside("position.contacts", i)
        if known((one.attacker, one.target), units, where, faults):
            yield Contact(StandId(one.attacker), StandId(one.target), one.face)


def _objectives(spec: PositionSpec, faults: Faults) -> Iterable[Objective]:
    for i, one in enumerate(spec.objectives):
        where = inside("position.objectives", i)
        areas = tuple(
            AreaToHold(
                name=area.name, shape=tuple(place(at, where, faults) for at in area.shape),
                radius=length(area.radius, where, faults),
            )
            for area in one.areas
        )  # fmt: skip
        yield Objective(
            name=one.name, areas=areas, need=one.need, hold=one.hold, test=one.test, from_turn=one.from_turn,
            wins=one.wins, points=one.points, sides=tuple(Side(side) for side in one.sides),
        )  # fmt: skip


def _exits(spec: PositionSpec, faults: Faults) -> Iterable[Exit]:
    for i, one in enumerate(spec.exits):
        start, end = (length(part, f"position.exits[{i}].span", faults) for part in one.span)
        yield Exit(
            name=one.name, edge=one.edge, start=start, end=end, points=one.points,
            sides=tuple(Side(side) for side in one.sides),
        )  # fmt: skip


def _arrivals(spec: PositionSpec, units: Mapping[StandId, Unit], faults: Faults) -> Iterable[Arrival]:
    for i, one in enumerate(spec.arrivals):
        where = inside("position.arrivals", i)
        if known(one.units, units, where, faults):
            start, end = (length(part, f"{where}.span", faults) for part in one.span)
            yield Arrival(
                units=tuple(StandId(unit) for unit in one.units), turn=one.turn, edge=one.edge, start=start, end=end,
                may_wait=one.may_wait,
            )  # fmt: skip


def _ties(spec: PositionSpec, units: Mapping[StandId, Unit], faults: Faults) -> Iterable[KeptNear]:
    for i, one in enumerate(spec.ties):
        where = inside("position.ties", i)
        if known(one.units, units, where, faults):
            yield KeptNear(
                units=tuple(StandId(unit) for unit in one.units), at=place(one.at, where, faults), name=one.name,
                within=length(one.within, where, faults),
            )  # fmt: skip


def _victory(one: CaseVictory) -> Victory:
    otherwise = Side(one.otherwise) if one.otherwise is not None else None
    return Victory(by=one.by, otherwise=otherwise, unit=one.unit, lead=one.lead)
