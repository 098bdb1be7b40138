"""A scenario file -> a battle (catalogue section 10).  ``scenarios/fornovo/README.md`` tells how one is written."""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.scenariofile.arrivals import needs_of
from pbem.engine.scenariofile.borders import read_borders
from pbem.engine.scenariofile.parcelling import share_out
from pbem.engine.scenariofile.reader import ScenarioReader
from pbem.engine.sightings import Sights
from pbem.engine.spec import inside, read
from pbem.engine.table.edges import inwards, on_edge, wholly_on
from pbem.engine.table.measures import TOUCH, Hundredths
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.scenario.aims import read_objectives
from pbem.engine.table.scenario.ground import GroundKinds
from pbem.rulesets.fornovo.moving.places import overlap, rect_of, standing
from pbem.rulesets.fornovo.muster.legality import army_breaches, breaches
from pbem.rulesets.fornovo.muster.pricing import price
from pbem.rulesets.fornovo.reporting.troops import rows
from pbem.rulesets.fornovo.scenario.file import (
    ArmySpec,
    BattleFile,
    EntrySpec,
    LeaderSpec,
    TerrainSpec,
    TroopSpec,
    VisibilitySpec,
)
from pbem.rulesets.fornovo.scenario.lists import lists_agreed
from pbem.rulesets.fornovo.scenario.parts import BattleParts
from pbem.rulesets.fornovo.scenario.special import SPECIAL
from pbem.rulesets.fornovo.scenario.summary import summary
from pbem.rulesets.fornovo.seeing.reports import reported
from pbem.rulesets.fornovo.state.asks import Stop
from pbem.rulesets.fornovo.state.battle import LINES, Army, Battle, General, Piece
from pbem.rulesets.fornovo.state.scene import Arrival, Sight, Switches
from pbem.rulesets.fornovo.state.spec import GeneralSpec, UnitSpec, general_of, unit_of
from pbem.rulesets.fornovo.state.units import Unit
from pbem.rulesets.fornovo.view import view

PACES: Mapping[str, str] = {
    "turn": "One exchange of orders a turn: charges are answered, and all else is decided, by your standing orders.",
    "answers": "As by turns, and once charges are declared those charged are asked how they answer them.",
    "steps": "As by answers, and Side B is asked for its moves anew when Side A has moved.",
    "stops": "As by steps; roles are known before the orders are given, and chargers whose target routed are asked.",
}
"""How often a game stops for its players, the usual one first."""
STOPS: Mapping[str, tuple[Stop, ...]] = {
    "turn": (), "answers": ("answers",), "steps": ("answers", "moves"),
    "stops": ("roles", "answers", "moves", "targets"),
}  # fmt: skip
"""The optional stops of each pace (catalogue section 5)."""
GROUND = GroundKinds(spec=TerrainSpec, lines=frozenset(LINES), named_once=False, crossing="ford")
IN_SIGHT = Hundredths(3600)
"""Where units are hidden they are in sight so far off, or as far as ``visibility`` says (FS-H1)."""
EARLY = 1585
"""FS-Q25: the year in which the late period begins."""
_TROOPS = frozenset(one.name for one in msgspec.structs.fields(UnitSpec)) & frozenset(
    one.name for one in msgspec.structs.fields(TroopSpec)
)
"""Fields of a unit that a scenario says as cases do."""


def _battle(got: BattleParts, file: BattleFile) -> Battle | None:
    pace = got.read_pace(PACES, ("lists",))
    got.read_table(file.table)
    if got.between(file.turns, 99, "turns", "99 turns"):
        got.two_sides(file.sides, ", the first of them first in the order of dice")
    laid = GROUND.read(got, file.terrain)
    got.ground = {one.spec.id: one.spec.kind for one in laid}
    for spec, where in got.items(ArmySpec, file.sides, "sides"):
        _side(got, spec, file, where)
    if len(got.armies) != 2:
        return None
    share_out(got, file.commanders, {**got.units, **got.to_come}, got.generals)
    ground: dict[str, AreaToHold | None] = {
        one.spec.id: AreaToHold(name=one.spec.name or one.spec.id, shape=one.shape) if one.shape else None
        for one in laid if one.spec.kind not in LINES
    }  # fmt: skip
    agreed = lists_agreed(got, file)
    year = agreed.year or file.year
    if agreed.nations:
        got.armies = [replace(one, nation=of) for one, of in zip(got.armies, agreed.nations, strict=True)]
    first = file.first or got.armies[0].id
    got.one_of(first, [one.id for one in got.armies], "first", "side")
    battle = Battle(
        title=file.title,
        history=" ".join(file.history.split()),
        table=got.table,
        armies=(got.armies[0], got.armies[1]),
        scale=file.scale,
        year=year,
        period=file.period or ("early" if year < EARLY else "late"),
        turn=0,
        side_a=Side(first),
        first=Side(file.first) if file.first else None,
        limit=file.turns,
        stops=STOPS.get(pace, ()),
        switches=read(Switches, file.rulings, "rulings", got.faults) or Switches(),
        borders=read_borders(got, file.victory),
        objectives=tuple(goal for goal, _ in read_objectives(got, file.objectives, got.armies, ground, file.turns)),
        arrivals=tuple(got.arrivals.values()),
        to_come=got.to_come,
        sight=_weather(got, file),
        sights=_hidden(got, file, pace),
        units=got.units,
        generals=got.generals,
        terrain=tuple(
            Piece(
                id=one.spec.id, kind=one.spec.kind, shape=one.shape, name=one.spec.name,
                max_garrison=one.spec.max_garrison,
                clear_for=got.sides_named(one.spec.clear_for, got.armies, "terrain"),
            )
            for one in laid
        ),
        special=SPECIAL.read(got, file.special),
        army_points=agreed.points,
        phase="orders",
    )  # fmt: skip
    _check_troops(got, battle, file)
    _check_places(got, battle)
    return battle


def _hidden(got: BattleParts, file: BattleFile, pace: str) -> Sights[Unit] | UnsetType:
    """What the sides see at first, nothing, where units are hidden (FS-H1)."""
    if not got.read_sight(file.sight):
        return UNSET
    if STOPS.get(pace):
        told = "who is asked within a turn would learn of what is not in sight"
        got.fault("options.pace", f"where units are hidden the pace is turn, not {pace!r}: {told}")
    return Sights(visibility=IN_SIGHT)


def _weather(got: BattleParts, file: BattleFile) -> tuple[Sight, ...]:
    """FS-11.3a."""
    found = [
        Sight(spec.turn, got.length(spec.inches, inside(where, "inches"), Hundredths(100)))
        for spec, where in got.items(VisibilitySpec, file.visibility, "visibility")
    ]
    return tuple(sorted(found, key=lambda one: one.turn))


def _side(got: BattleParts, spec: ArmySpec, file: BattleFile, where: str) -> None:
    got.check_side(spec.id, spec.letter, got.armies, where)
    for troop, place in got.items(TroopSpec, spec.units, f"{where}.units"):
        _unit(got, spec, troop, place)
    for leader, place in got.items(LeaderSpec, spec.generals, f"{where}.generals"):
        _general(got, spec, leader, place)
    if spec.break_share and not got.between(spec.break_share, 100, inside(where, "break_share"), "100 per cent"):
        return
    points = sum(one.points for one in (*got.units.values(), *got.to_come.values()) if one.side == spec.id)
    got.armies.append(
        Army(
            id=Side(spec.id), name=spec.name, letter=spec.letter, edge=spec.home, nation=spec.nation, points=points,
            break_at=-(-points * spec.break_share // 100), text=" ".join(spec.text.split()),
        )
    )  # fmt: skip


def _unit(got: BattleParts, of: ArmySpec, spec: TroopSpec, where: str) -> None:
    code = StandId(spec.id)
    got.check_code(spec.id, of.letter, inside(where, "id"), r"[A-Z][0-9]{2,3}")
    if code in got.places:
        got.fault(where, f"there is a unit {spec.id} already, in {got.places[code]}", "id")
        return
    got.places[code] = where
    facing = inwards(spec.home or of.home) / 10 if spec.facing is None else spec.facing
    same = {key: getattr(spec, key) for key in _TROOPS} | {"side": of.id, "facing": facing}
    unit = unit_of(UnitSpec(**same), where, got.faults)
    unit = replace(unit, group=spec.group, home=spec.home)
    unit = replace(unit, points=0 if spec.extra else price(unit).total)
    if sum(key is not None for key in (spec.at, spec.inside, spec.enters)) != 1:
        got.fault(where, "a unit stands 'at' a place, 'in' a block, or 'enters' later: one of the three")
    elif spec.inside is not None:
        got.one_of(spec.inside, sorted(got.ground), inside(where, "in"), "piece of terrain")
        got.units[code] = unit
    elif spec.enters is not None:
        _enters(got, code, spec.enters, where)
        got.to_come[code] = unit
    else:
        got.units[code] = unit


def _enters(got: BattleParts, code: StandId, value: object, where: str) -> None:
    """A unit or general who comes; with those of the same word, turn and number by one die."""
    place = inside(where, "enters")
    spec = read(EntrySpec, value, place, got.faults)
    if spec is None:
        return
    got.between(spec.turn, 99, inside(place, "turn"), "99 turns")
    needs = needs_of(got, spec.needs, inside(place, "needs"))
    start, end = got.mouth(spec.edge, spec.at, None, None, place)
    at = on_edge(got.table, spec.edge, start)
    name = spec.with_ or code
    had = got.arrivals.get(name)
    if had is None:
        got.arrivals[name] = Arrival(
            units=(code,), turn=spec.turn, edge=spec.edge, start=start, end=end, needs=needs, may_wait=False,
            places={code: at},
        )  # fmt: skip
        return
    if (had.turn, had.edge, had.needs) != (spec.turn, spec.edge, needs):
        got.fault(place, f"those who come with {name!r} come in one turn, over one edge, by one die", "with")
    got.arrivals[name] = replace(had, units=(*had.units, code), places={**had.places, code: at})


def _general(got: BattleParts, of: ArmySpec, spec: LeaderSpec, where: str) -> None:
    code = StandId(spec.id)
    got.check_code(spec.id, of.letter, inside(where, "id"), r"[A-Z]{2}[0-9]{1,2}")
    if not got.once(spec.id, got.generals, inside(where, "id"), "a general"):
        return
    there = {str(one) for one in (*got.units, *got.to_come) if one[0] == of.letter}
    for unit in (*spec.assigned, *([spec.with_] if spec.with_ else [])):
        got.one_of(unit, sorted(there), where, "unit of his side")
    if sum(key is not None for key in (spec.at, spec.with_, spec.enters)) != 1:
        got.fault(where, "a general stands 'at' a place, is 'with' a unit, or 'enters' later: one of the three")
    written = GeneralSpec(
        id=spec.id, side=of.id, kind=spec.kind, at=spec.at, attached_to=spec.with_, assigned=spec.assigned,
        contingent=spec.contingent,
    )  # fmt: skip
    general: General = general_of(written, where, got.faults)
    late = spec.enters is not None
    got.generals[code] = replace(general, name=spec.name, points=spec.points, to_come=late, removed=late)
    if late:
        _enters(got, code, spec.enters, where)


def _check_troops(got: BattleParts, battle: Battle, file: BattleFile) -> None:
    """What the rules refuse of units and armies (catalogue section 9).  Shallow formation: the scenario prices it."""
    every = replace(battle, units={**battle.units, **battle.to_come})
    for unit in every.units.values():
        for rules, what in breaches(every, unit):
            if RuleId("FS-Q22") not in rules or file.shallow_price is None:
                got.fault(got.places[unit.id], f"{unit.id}: {what} ({', '.join(rules)})")
    for rules, what in army_breaches(every):
        got.fault("sides", f"{what} ({', '.join(rules)})")


def _check_places(got: BattleParts, battle: Battle) -> None:
    """Units stand on the table, and none on another (G-2, G-9)."""
    there = standing(battle)
    for i, (unit, rect) in enumerate(there):
        where = inside(got.places[unit.id], "at")
        if not wholly_on(battle.table, rect):
            got.fault(where, f"{unit.id} hangs over the table's edge: {_size(battle, unit)}")
        for other in there[:i]:
            if overlap(battle, unit, other.unit) > TOUCH:
                got.fault(where, f"{unit.id} stands on {other.unit.id}: {_size(battle, unit)} (G-2)")


def _size(battle: Battle, unit: Unit) -> str:
    rect = rect_of(battle, unit)
    assert rect is not None
    return f"it is {2 * rect.half_width:.2f} inches wide and {2 * rect.half_depth:.2f} deep"


scenario = ScenarioReader(
    rules="fornovo",
    file=BattleFile,
    gathered=BattleParts,
    build=_battle,
    armies=lambda got: got.armies,
    rounds=lambda file: file.turns,
    summary=summary,
    view=view,
    rows=rows,
    report=reported,
)
"""A parsed file and the game's options (``pace``) as a scenario."""
