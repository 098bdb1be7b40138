"""The position of a case as a battle: the vocabulary's ``position``."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.casekit.inches import Number, Pair, angle, length, place
from pbem.engine.casekit.reading import known, read_tree
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Sights
from pbem.engine.spec import Faults, inside
from pbem.engine.table.angles import bearing, relative
from pbem.engine.table.edges import Table, TableEdge
from pbem.engine.table.measures import Hundredths, normal
from pbem.engine.table.places import Pose, point
from pbem.engine.table.rects import Face
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.seeing.noticing import notice
from pbem.rulesets.armatys.state.battle import LINES, Army, Battle, Contact, General, Piece, PieceKind, Sight
from pbem.rulesets.armatys.state.special_rules import Special
from pbem.rulesets.armatys.state.switches import Switches
from pbem.rulesets.armatys.state.units import Charge, Crossing, GunStatus, Pursuit, Unit

ARMIES = (
    Army(id=Side("A"), name="A", letter="A", edge=TableEdge.SOUTH),
    Army(id=Side("B"), name="B", letter="B", edge=TableEdge.NORTH),
)
QUARTER = 900
"""Tenths of a degree."""
LETTERS = "MPWBHD"
"""Of figures."""
_SideName = Literal["A", "B"]


class CrossingSpec(msgspec.Struct, frozen=True, kw_only=True):
    bridge: str
    over: int


class PursuitSpec(msgspec.Struct, frozen=True, kw_only=True):
    quarry: str
    bounds: int = 0


class UnitSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    side: _SideName = "A"
    kind: t.Kind = "foot"
    ability: t.Ability = "trained"
    morale: t.Morale = "average"
    rows: list[str] = []
    armour: dict[str, t.Armour] = {}
    grenadiers: bool = False
    lance: bool = False
    bow: bool = False
    bayonet: Literal["none", "plug", "ring"] = "none"
    parent: str | None = None
    gun: t.GunClass | None = None
    galloper: bool = False
    crew: int | None = None
    at: Pair = (0, 0)
    facing: Number = 0
    counters: int = 0
    state: Literal["steady", "broken"] = "steady"
    break_due: str | None = None
    pursuit: PursuitSpec | Literal["none"] | None = None
    rally_owed: int = 0
    pistols_loaded: bool = False
    bayonets_fixed: bool = False
    mounted: bool = True
    march_column: bool = False
    crossing: CrossingSpec | None = None
    status: GunStatus = "prepared"
    left_as: Literal["limbered", "unlimbering"] | None = None
    unlimber_moves: int = 0
    crew_at: Pair | None = None
    moved: Number = 0
    changed: bool = False
    fired: bool = False
    fought: bool = False
    retired: bool = False
    failed_charge: bool = False
    taken: dict[t.Cause | Literal["figures"], int] = {}


class GeneralSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    side: _SideName = "A"
    mounted: bool = True
    at: Pair
    facing: Number = 0
    status: Literal["fit", "wounded"] = "fit"
    back_in: int | None = None
    rolled: bool = False


class ContactSpec(msgspec.Struct, frozen=True, kw_only=True):
    units: tuple[str, str]
    face: Face = Face.FRONT
    rounds: int = 0
    by: list[str] = []


class PieceSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: PieceKind
    shape: list[Pair] = []
    line: list[Pair] = []
    crossable: bool = True


class PositionSpec(msgspec.Struct, frozen=True, kw_only=True):
    bound: int = 1
    table: Pair = (72, 48)
    scale: Literal[15, 25] = 15
    units: list[UnitSpec] = []
    generals: list[GeneralSpec] = []
    contacts: list[ContactSpec] = []
    terrain: list[PieceSpec] = []
    special: list[dict[str, Any]] = []
    """Special rules, as scenario files have them, with ids for units and terrain."""
    special_done: list[int] = []
    counters: Literal["open", "owner_only", "umpire_only"] = "open"
    switches: Switches = Switches()
    """Rulings that are played in their other reading."""
    classes: list[t.Morale] = []
    """By the dice 1 to 6 (AR-cls-4)."""
    visibility: Number | None = None
    """In inches; given: units are hidden, and what is in sight at first has been seen."""
    weather: Number | None = None
    """How far troops see (AR-ter-16)."""


def read_position(value: dict[str, Any], faults: Faults) -> Battle | None:
    """The battle; None, with faults, when anything is wrong."""
    spec = read_tree(PositionSpec, value, "position", faults)
    if spec is None:
        return None
    where, times = "position", 2 if spec.scale == 25 else 1
    size = place(spec.table, f"{where}.table", faults)
    units = [_unit(one, times, inside(f"{where}.units", i), faults) for i, one in enumerate(spec.units)]
    generals = [
        _general(one, spec.bound, times, inside(f"{where}.generals", i), faults) for i, one in enumerate(spec.generals)
    ]
    pieces = [_piece(one, inside(f"{where}.terrain", i), faults) for i, one in enumerate(spec.terrain)]
    names = [*(one.id for one in units), *(one.id for one in generals)]
    if len(set(names)) < len(names):
        faults.add(where, "two units or generals have the same id")
    bridges = [one.id for one in pieces if one.kind == "bridge"]
    known([one.crossing.bridge for one in units if one.crossing is not None], bridges, where, faults, "bridge")
    by_id = {one.id: _on_its_bridge(one, pieces) for one in units}
    contacts = [
        Contact(StandId(one.units[0]), StandId(one.units[1]), one.face, one.rounds, tuple(map(StandId, one.by)))
        for i, one in enumerate(spec.contacts)
        if known((*one.units, *one.by), by_id, inside(f"{where}.contacts", i), faults)
    ]
    return _looked_about(Battle(
        table=Table(size.x, size.y), armies=ARMIES, units=_as_charged(by_id, contacts),
        generals={one.id: one for one in generals},
        contacts=tuple(contacts), terrain=tuple(pieces), bound=spec.bound,
        special=_special(spec.special, f"{where}.special", faults), special_done=tuple(spec.special_done),
        counters=spec.counters, switches=spec.switches, classes=dict(enumerate(spec.classes, 1)),
        sights=UNSET if spec.visibility is None else Sights(visibility=length(spec.visibility, where, faults)),
        sight=() if spec.weather is None else (Sight(0, length(spec.weather, where, faults)),),
    ))  # fmt: skip


def _looked_about(battle: Battle) -> Battle:
    """Where units are hidden: with what is in sight at first."""
    for fact in notice(replace(battle, bound=battle.bound - 1), battle):
        battle = fact.apply(battle)
    return battle


def _as_charged(units: dict[StandId, Unit], contacts: Sequence[Contact]) -> dict[StandId, Unit]:
    """With the memory that ``by`` speaks of: who charged or counter-charged in this bound, and who stood."""
    found, held = dict(units), {unit for one in contacts if one.rounds for unit in (one.one, one.other)}
    for one in contacts:
        for unit, enemy in ((one.one, one.other), (one.other, one.one)):
            there = found[unit]
            if unit in one.by and unit == one.other and enemy in one.by:
                found[unit] = replace(there, answer="counter", meets=enemy)
            elif unit in one.by and there.charge is None:
                found[unit] = replace(there, charge=Charge(enemy, passed=True))
            elif one.by and unit not in one.by and unit not in held and there.state == "steady":
                found[unit] = replace(there, answer="stand", stood=True)
    return found


def _on_its_bridge(unit: Unit, pieces: Sequence[Piece]) -> Unit:
    """A unit in the midst of a crossing stands at the end it came from, the one behind it as it faces."""
    bridge = next((one for one in pieces if unit.crossing is not None and one.id == unit.crossing.bridge), None)
    if bridge is None:
        return unit
    one, other = bridge.shape[0], bridge.shape[-1]
    back = abs(relative(bearing(point(one), point(other)), unit.pose.facing)) > QUARTER
    near, far = (other, one) if back else (one, other)
    return replace(unit, march_column=unit.gun is None, pose=Pose(near, bearing(point(near), point(far))))


def _pose(at: Pair, facing: Number, where: str, faults: Faults) -> Pose:
    return Pose(place(at, f"{where}.at", faults), normal(angle(facing, f"{where}.facing", faults)))


def _unit(one: UnitSpec, scale: int, where: str, faults: Faults) -> Unit:
    if (one.kind == "artillery") != (one.gun is not None) or (one.gun is None and not one.rows):
        faults.add(where, "artillery has 'gun', and no other kind; other kinds have 'rows'")
    wrong = sorted({*"".join(one.rows), *one.armour} - {*LETTERS, "G"})
    if wrong:
        faults.add(where, f"there are no figures {' '.join(wrong)}; there are {' '.join(LETTERS)}")
    if not all(one.rows):
        faults.add(where, "a row has no figures")
    crew = one.crew if one.crew is not None else t.FULL_CREW[one.gun or "light"]
    plain = {key: getattr(one, key) for key in _SAME}
    plain["status"] = one.status if crew else "abandoned"  # AR-Q83
    if one.crew_at is not None:
        plain["crew_at"] = _pose(one.crew_at, one.facing, f"{where}.crew_at", faults)
    return Unit(
        left_as=one.left_as or UNSET,
        id=StandId(one.id), name=one.id, side=Side(one.side), pose=_pose(one.at, one.facing, where, faults),
        rows=("G" * crew,) if one.gun else tuple(one.rows), scale=scale, pursuit=_pursuit(one.pursuit),
        crossing=Crossing(one.crossing.bridge, one.crossing.over) if one.crossing is not None else None,
        moved=Hundredths(length(one.moved, f"{where}.moved", faults)), **plain,
    )  # fmt: skip


_SAME = (
    *("kind", "ability", "morale", "armour", "grenadiers", "lance", "bow", "bayonet", "parent", "gun", "galloper"),
    *("counters", "state", "break_due", "rally_owed", "pistols_loaded", "bayonets_fixed", "mounted", "march_column"),
    *("status", "unlimber_moves", "changed", "fired", "fought", "retired", "failed_charge", "taken"),
)
"""Keys of a unit that are fields of the unit, as they stand."""


def _pursuit(one: PursuitSpec | Literal["none"] | None) -> Pursuit | None:
    return Pursuit(StandId(one.quarry), one.bounds) if isinstance(one, PursuitSpec) else None


def _general(one: GeneralSpec, bound: int, scale: int, where: str, faults: Faults) -> General:
    status = "fit" if one.back_in is not None and one.back_in <= bound else one.status
    return General(
        id=StandId(one.id), side=Side(one.side), pose=_pose(one.at, one.facing, where, faults), mounted=one.mounted,
        status=status, back_in=one.back_in if status == "wounded" else None, rolled=one.rolled, scale=scale,
    )  # fmt: skip


def _special(rules: list[dict[str, Any]], where: str, faults: Faults) -> tuple[Special, ...]:
    """Places and inches become hundredths; what is left is as the structs have it."""
    found: list[Special] = []
    for i, one in enumerate(rules):
        at = inside(where, i)
        parts = dict(one)
        for key in {"at", "lane"} & parts.keys():
            parts[key] = place(parts[key], f"{at}.{key}", faults)
        if "area" in parts:
            parts["area"] = [place(corner, f"{at}.area", faults) for corner in parts["area"]]
        if "within" in parts:
            parts["within"] = length(parts["within"], f"{at}.within", faults)
        try:
            found.append(msgspec.convert(msgspec.to_builtins(parts), Special))
        except msgspec.ValidationError as fault:
            faults.add(at, str(fault))
    return tuple(found)


def _piece(one: PieceSpec, where: str, faults: Faults) -> Piece:
    points = one.line if one.kind in LINES else one.shape
    if len(points) < (2 if one.kind in LINES else 3):
        faults.add(where, f"a {one.kind} has {'a line' if one.kind in LINES else 'a shape'}")
    spots = tuple(place(at, inside(f"{where}.shape", i), faults) for i, at in enumerate(points))
    return Piece(id=one.id, kind=one.kind, shape=spots, crossable=one.crossable)
