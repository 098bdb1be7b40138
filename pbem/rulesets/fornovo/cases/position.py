"""The position of a case as a battle: the vocabulary's ``position``."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.casekit.inches import Number, Pair, length, place
from pbem.engine.casekit.reading import known, read_tree
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Sights
from pbem.engine.spec import Faults, inside
from pbem.engine.table.edges import Table, TableEdge
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.muster.pricing import price
from pbem.rulesets.fornovo.seeing.noticing import notice
from pbem.rulesets.fornovo.state.battle import LINES, Army, Battle, Charge, Chase, Combat, Piece, PieceKind
from pbem.rulesets.fornovo.state.scene import Switches
from pbem.rulesets.fornovo.state.spec import GeneralSpec, UnitSpec, general_of, unit_of
from pbem.rulesets.fornovo.state.special_rules import Special
from pbem.rulesets.fornovo.state.units import Unit

BLUE, RED = Side("blue"), Side("red")
SideName = Literal["blue", "red"]


class ChargeSpec(msgspec.Struct, frozen=True, kw_only=True):
    unit: str
    target: str
    counter: bool = False
    aspect: t.Aspect = "front"
    moved: Number
    straight: Number
    state: Literal["pending", "home"] = "pending"
    fired: bool = False


class CombatSpec(msgspec.Struct, frozen=True, kw_only=True):
    units: tuple[str, str]
    rounds: int = 0
    aspect: t.Aspect = "front"
    last: dict[str, int] = {}
    now: dict[str, int] = {}
    fire: dict[str, int] = {}
    lost_before: dict[str, int] = {}


class ChaseSpec(msgspec.Struct, frozen=True, kw_only=True):
    unit: str
    target: str
    moves: int = 0
    allowed: bool = False
    gallop: bool = False


class PieceSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: PieceKind
    shape: list[Pair] = []
    line: list[Pair] = []
    clear_for: list[SideName] = []
    max_garrison: int = 48
    ball_hits: dict[t.GunKind, int] = {}


class PositionSpec(msgspec.Struct, frozen=True, kw_only=True, rename={"side_a": "side_A"}):
    scale: t.FigureScale = 25
    turn: int = 5
    year: int = 1640
    period: t.Period = "late"
    side_a: SideName = "blue"
    table: Pair = (72, 48)
    nations: dict[SideName, str] = {}
    units: list[UnitSpec] = []
    generals: list[GeneralSpec] | None = None
    terrain: list[PieceSpec] = []
    charges: list[ChargeSpec] = []
    combats: list[CombatSpec] = []
    pursuits: list[ChaseSpec] = []
    rulings: Switches = Switches()
    special: list[dict[str, Any]] = []
    """Special rules, lengths in hundredths of an inch."""
    limit: int = 0
    """The last turn; 0: there is none."""
    break_at: dict[SideName, int] = {}
    """Points lost at which a side is broken."""
    fog: Number | None = None
    """In inches: how far troops see (FS-11.3a); nothing is hidden by it."""
    visibility: Number | None = None
    """In inches; given: units are hidden, and what is in sight at first has been seen."""


def read_position(value: dict[str, Any], faults: Faults) -> Battle | None:
    """The battle; None, with faults, when anything is wrong."""
    spec = read_tree(PositionSpec, value, "position", faults)
    if spec is None:
        return None
    size = place(spec.table, "position.table", faults)
    units = [unit_of(one, inside("position.units", i), faults) for i, one in enumerate(spec.units)]
    generals = [general_of(one, inside("position.generals", i), faults) for i, one in enumerate(spec.generals or [])]
    units = [replace(_shelled(one, units), points=price(one).total) for one in units]
    points = {side: sum(one.points for one in units if one.side == side) for side in (BLUE, RED)}
    names = [*(one.id for one in units), *(one.id for one in generals)]
    if len(set(names)) < len(names):
        faults.add("position", "two units or generals have the same id")
    _named(spec, names, faults)
    return _looked_about(Battle(
        table=Table(size.x, size.y),
        armies=(
            Army(id=BLUE, edge=TableEdge.SOUTH, nation=spec.nations.get("blue", ""),
                 break_at=spec.break_at.get("blue", 0), points=points[BLUE]),
            Army(id=RED, edge=TableEdge.NORTH, nation=spec.nations.get("red", ""),
                 break_at=spec.break_at.get("red", 0), points=points[RED]),
        ),
        scale=spec.scale, year=spec.year, period=spec.period, turn=spec.turn, side_a=Side(spec.side_a),
        units={one.id: one for one in units}, generals={one.id: one for one in generals},
        led=spec.generals is None, switches=spec.rulings, special=_special(spec.special, faults), limit=spec.limit,
        terrain=tuple(_piece(one, inside("position.terrain", i), faults) for i, one in enumerate(spec.terrain)),
        charges=tuple(_charge(one, inside("position.charges", i), faults) for i, one in enumerate(spec.charges)),
        combats=tuple(map(_combat, spec.combats)),
        pursuits=tuple(
            Chase(unit=StandId(o.unit), target=StandId(o.target), moves=o.moves, allowed=o.allowed, gallop=o.gallop)
            for o in spec.pursuits
        ),
        visibility=None if spec.fog is None else length(spec.fog, "position", faults),
        sights=UNSET if spec.visibility is None else Sights(visibility=length(spec.visibility, "position", faults)),
    ))  # fmt: skip


def _special(rules: list[dict[str, Any]], faults: Faults) -> tuple[Special, ...]:
    """Special rules as scenario files have them, but lengths in hundredths of an inch and places as x and y."""
    try:
        return msgspec.convert(rules, tuple[Special, ...])
    except msgspec.ValidationError as fault:
        faults.add("position.special", str(fault))
        return ()


def _looked_about(battle: Battle) -> Battle:
    """Where units are hidden: with what is in sight at first."""
    for fact in notice(replace(battle, turn=battle.turn - 1), battle):
        battle = fact.apply(battle)
    return battle


def _shelled(unit: Unit, units: Sequence[Unit]) -> Unit:
    """FS-8.6: artillery among those that shot at it; heavy artillery is taken to have hit."""
    guns = [one.guns for one in units if one.guns is not None and one.id in unit.shot.by]
    heavy = bool(unit.shot.gunpowder) and any(one.kind == "heavy" for one in guns)
    return replace(unit, shot=replace(unit.shot, guns=bool(guns), heavy=heavy))


def _named(spec: PositionSpec, names: Sequence[str], faults: Faults) -> None:
    """Every unit named anywhere is there."""
    for one in spec.charges:
        known((one.unit, one.target), names, "position.charges", faults)
    for fought in spec.combats:
        known(fought.units, names, "position.combats", faults)
    for chase in spec.pursuits:
        known((chase.unit, chase.target), names, "position.pursuits", faults)
    for general in spec.generals or []:
        known((*general.assigned, *filter(None, [general.attached_to])), names, "position.generals", faults)


def _charge(one: ChargeSpec, where: str, faults: Faults) -> Charge:
    return Charge(
        unit=StandId(one.unit), target=StandId(one.target), counter=one.counter, aspect=one.aspect, state=one.state,
        moved=length(one.moved, f"{where}.moved", faults), straight=length(one.straight, f"{where}.straight", faults),
        fired=one.fired,
    )  # fmt: skip


def _combat(one: CombatSpec) -> Combat:
    def by_id(there: dict[str, int]) -> dict[StandId, int]:
        return {StandId(key): count for key, count in there.items()}

    return Combat(
        units=(StandId(one.units[0]), StandId(one.units[1])), rounds=one.rounds, aspect=one.aspect,
        last=by_id(one.last), now=by_id(one.now), fire=by_id(one.fire), lost_before=by_id(one.lost_before),
    )  # fmt: skip


def _piece(one: PieceSpec, where: str, faults: Faults) -> Piece:
    points = one.line if one.kind in LINES else one.shape
    if len(points) < (2 if one.kind in LINES else 3):
        faults.add(where, f"a {one.kind} has {'a line' if one.kind in LINES else 'a shape'}")
    return Piece(
        id=one.id, kind=one.kind, clear_for=tuple(map(Side, one.clear_for)), max_garrison=one.max_garrison,
        shape=tuple(place(at, f"{where}[{i}]", faults) for i, at in enumerate(points)),
        ball_hits=dict(one.ball_hits),
    )  # fmt: skip
