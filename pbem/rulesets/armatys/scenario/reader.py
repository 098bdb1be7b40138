"""A scenario file -> a battle (catalogue section 9).  ``scenarios/armatys/README.md`` tells how one is written."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from pbem.engine.ids import Side, StandId
from pbem.engine.scenariofile.arrivals import needs_of
from pbem.engine.scenariofile.borders import read_borders
from pbem.engine.scenariofile.parcelling import share_out
from pbem.engine.scenariofile.reader import ScenarioReader
from pbem.engine.sightings import Sights
from pbem.engine.spec import inside, read
from pbem.engine.table import contact
from pbem.engine.table.distances import rects
from pbem.engine.table.edges import inwards, wholly_on
from pbem.engine.table.measures import NOISE, Hundredths
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.scenario.aims import read_objectives
from pbem.engine.table.scenario.ground import GroundKinds
from pbem.rulesets.armatys.asks import Stop
from pbem.rulesets.armatys.reporting.troops import rows
from pbem.rulesets.armatys.scenario.file import (
    ArmySpec,
    BattleFile,
    EntrySpec,
    GroundPieceSpec,
    LeaderSpec,
    SightSpec,
    TroopSpec,
)
from pbem.rulesets.armatys.scenario.parts import BattleParts
from pbem.rulesets.armatys.scenario.special import SPECIAL
from pbem.rulesets.armatys.scenario.summary import summary
from pbem.rulesets.armatys.seeing.reports import reported
from pbem.rulesets.armatys.state.battle import LINES, Army, Arrival, Battle, General, Piece, Sight
from pbem.rulesets.armatys.state.switches import Switches
from pbem.rulesets.armatys.state.units import GunStatus, Unit, footprint
from pbem.rulesets.armatys.tables import FULL_CREW, Morale
from pbem.rulesets.armatys.view import view

PACES: Mapping[str, str] = {
    "bound": "One exchange of orders a bound: answers to charges, fire and rallies go by your standing orders.",
    "charges": "As by bounds, and once charges are tested both sides are asked how they answer them.",
    "moves": "As by charges, and after the melees both sides are asked for their moves anew.",
    "stops": "As by moves, and fire is asked for after the moves, rest and speeches after the fire.",
}
"""How often a game stops for its players, the usual one first."""
STOPS: Mapping[str, tuple[Stop, ...]] = {
    "bound": (), "charges": ("K1",), "moves": ("K1", "K2"), "stops": ("K1", "K2", "K3", "K4"),
}  # fmt: skip
"""The stops within a bound of each pace (catalogue section 1)."""
GROUND = GroundKinds(spec=GroundPieceSpec, lines=frozenset(LINES))
LETTERS = {"foot": "MPWB", "horse": "H", "irregular_light_cavalry": "H", "dragoons": "D", "artillery": ""}
"""Of the figures that a kind of unit may have (catalogue section 2)."""
LEAST_SIGHT = Hundredths(300)
IN_SIGHT = Hundredths(3600)
"""Where units are hidden they are in sight so far off, or as far as ``visibility`` says (AR-H1)."""
FAR = Hundredths(100_000)
"""No limit to sight."""
DIE = 6
"""Sides of a die."""
CORNER = Spot(Hundredths(0), Hundredths(0))
"""Of a unit that is not on the table yet."""


def _battle(got: BattleParts, file: BattleFile) -> Battle | None:
    pace = got.read_pace(PACES)
    got.read_table(file.table)
    if got.between(file.bounds, 99, "bounds", "99 bounds"):
        got.two_sides(file.sides, ", the first of them first in the order of dice")
    laid = GROUND.read(got, file.terrain)
    for spec, where in got.items(ArmySpec, file.sides, "sides"):
        _side(got, spec, file, where)
    if len(got.armies) != 2:
        return None
    share_out(got, file.commanders, {**got.units, **got.to_come}, got.generals)
    got.ground = {one.spec.id: one.spec.kind for one in laid}
    ground: dict[str, AreaToHold | None] = {
        one.spec.id: AreaToHold(name=one.spec.name or one.spec.id, shape=one.shape) if one.shape else None
        for one in laid if one.spec.kind not in LINES
    }  # fmt: skip
    battle = Battle(
        title=file.title,
        history=" ".join(file.history.split()),
        table=got.table,
        armies=(got.armies[0], got.armies[1]),
        limit=file.bounds,
        stops=STOPS.get(pace, ()),
        counters=file.counters,
        classes=_classes(got, file),
        switches=read(Switches, {"columns": "one file", **file.switches}, "switches", got.faults) or Switches(),
        borders=read_borders(got, file.victory),
        objectives=tuple(goal for goal, _ in read_objectives(got, file.objectives, got.armies, ground, file.bounds)),
        arrivals=tuple(got.arrivals),
        to_come=got.to_come,
        sight=_weather(got, file),
        sights=_sights(got, file, pace),
        units=got.units,
        generals=got.generals,
        terrain=tuple(
            Piece(id=one.spec.id, kind=one.spec.kind, shape=one.shape, crossable=one.spec.crossable, name=one.spec.name)
            for one in laid
        ),
        special=SPECIAL.read(got, file.special),
        bound=0,
        phase="orders",
    )
    _check_places(got, battle)
    return battle


def _classes(got: BattleParts, file: BattleFile) -> Mapping[int, Morale]:
    """AR-cls-3, AR-cls-4."""
    if file.classes and len(file.classes) != DIE:
        got.fault("classes", f"six classes, for the dice 1 to 6; there are {len(file.classes)}")
        return {}
    return dict(enumerate(file.classes, 1))


def _sights(got: BattleParts, file: BattleFile, pace: str) -> Sights[Unit] | UnsetType:
    """What the sides see at first, nothing, where units are hidden (AR-H1)."""
    if not got.read_sight(file.sight):
        return UNSET
    if STOPS.get(pace):
        told = "who is asked within a bound would learn of what is not in sight"
        got.fault("options.pace", f"where units are hidden the pace is bound, not {pace!r}: {told}")
    if isinstance(file.visibility, list):
        return Sights(visibility=IN_SIGHT)
    return Sights(visibility=got.length(file.visibility, "visibility", LEAST_SIGHT))


def _weather(got: BattleParts, file: BattleFile) -> tuple[Sight, ...]:
    found: list[Sight] = []
    weather = file.visibility if isinstance(file.visibility, list) else []
    for spec, where in got.items(SightSpec, weather, "visibility"):
        far = FAR if spec.inches is None else got.length(spec.inches, inside(where, "inches"), LEAST_SIGHT)
        found.append(Sight(spec.bound, far))
    return tuple(sorted(found, key=lambda one: one.bound))


def _side(got: BattleParts, spec: ArmySpec, file: BattleFile, where: str) -> None:
    got.check_side(spec.id, spec.letter, got.armies, where)
    points = sum(spec.batteries.values())
    for unit, place in got.items(TroopSpec, spec.units, f"{where}.units"):
        _unit(got, spec, unit, file, place)
        points += unit.points
    for general, place in got.items(LeaderSpec, spec.generals, f"{where}.generals"):
        _general(got, spec, general, file, place)
    if spec.break_at and not got.between(spec.break_at, points, inside(where, "break_at"), f"its {points} points"):
        return
    got.armies.append(
        Army(
            id=Side(spec.id), name=spec.name, letter=spec.letter, edge=spec.home, points=points,
            break_at=spec.break_at, batteries=spec.batteries, text=" ".join(spec.text.split()),
        )
    )  # fmt: skip


def _unit(got: BattleParts, of: ArmySpec, spec: TroopSpec, file: BattleFile, where: str) -> None:
    code = StandId(spec.id)
    got.check_code(spec.id, of.letter, inside(where, "id"))
    if code in got.places:
        got.fault(where, f"there is a unit {spec.id} already, in {got.places[code]}", "id")
        return
    got.places[code] = where
    _check_figures(got, of, spec, where)
    facing = inwards(of.home) if spec.facing is None else got.bearing(spec.facing, inside(where, "facing"))
    pose = Pose(got.spot(spec.at, inside(where, "at")), facing) if spec.at is not None else None
    status: GunStatus = "limbered" if spec.limbered else "prepared"
    unit = Unit(
        id=code, name=spec.name, side=Side(of.id), kind=spec.kind, pose=pose or Pose(CORNER, facing), rows=_rows(spec),
        ability=spec.ability, morale=spec.morale, armour=spec.armour, grenadiers=spec.grenadiers, lance=spec.lance,
        bow=spec.bow, bayonet=spec.bayonet, gun=spec.gun, galloper=spec.galloper, status=status, scale=file.scale // 15,
        charge_modifier=spec.charge_modifier, points=spec.points, battery=spec.battery, counters=spec.counters,
        start_figures=sum(map(len, _rows(spec))), pistols=spec.pistols, pistols_loaded=spec.pistols,
        mounted=spec.mounted,
    )  # fmt: skip
    if spec.enters is not None:
        _enters(got, unit, spec, where)
    elif pose is None:
        got.fault(where, "'at' is missing: the middle of its front edge, [x, y]; or 'enters', when it comes later")
    else:
        got.units[code] = unit


def _rows(spec: TroopSpec) -> tuple[str, ...]:
    """Its figures; of a gun its crew."""
    if spec.gun is not None:
        return ("G" * (FULL_CREW[spec.gun] if spec.crew is None else spec.crew),)
    return tuple(spec.rows)


def _check_figures(got: BattleParts, of: ArmySpec, spec: TroopSpec, where: str) -> None:
    """Rows of letters that its kind may have, none longer than the front one; a gun with its class."""
    if (spec.kind == "artillery") is not (spec.gun is not None):
        got.fault(where, "artillery, and nothing else, has a 'gun': light, medium or heavy", "gun")
    if spec.kind == "artillery":
        if spec.rows:
            got.fault(where, "a gun has no rows: its crew is full, or what 'crew' says", "rows")
        if spec.battery and spec.battery not in of.batteries:
            got.fault(where, f"there is no battery {spec.battery!r} in 'batteries'", "battery")
        return
    if not spec.rows or not all(spec.rows):
        got.fault(where, "'rows' is missing: the figures of each row, front row first: [MMPPMM, MMPPMM]")
        return
    strange = set("".join(spec.rows)) - set(LETTERS[spec.kind])
    if strange:
        got.fault(where, f"{spec.kind} has figures {', '.join(LETTERS[spec.kind])}, and no {min(strange)}", "rows")
    if any(len(row) > len(spec.rows[0]) for row in spec.rows):
        got.fault(where, "no row is longer than the front one (AR-form-1)", "rows")
    for letter in spec.armour:
        if letter not in "".join(spec.rows):
            got.fault(where, f"armour for {letter}, and it has no such figure", "armour")


def _enters(got: BattleParts, unit: Unit, spec: TroopSpec, where: str) -> None:
    place = inside(where, "enters")
    enters = read(EntrySpec, spec.enters, place, got.faults)
    if enters is None:
        return
    got.between(enters.bound, 99, inside(place, "bound"), "99 bounds")
    needs = needs_of(got, enters.needs, inside(place, "needs"))
    start, end = got.mouth(enters.edge, enters.at, None, None, place)
    got.arrivals.append(
        Arrival(
            units=(unit.id,), turn=enters.bound, edge=enters.edge, start=start, end=end, may_wait=False, needs=needs
        )
    )
    got.to_come[unit.id] = unit


def _general(got: BattleParts, of: ArmySpec, spec: LeaderSpec, file: BattleFile, where: str) -> None:
    code = StandId(spec.id)
    got.check_code(spec.id, of.letter, inside(where, "id"), r"[A-Z]{2}[0-9]{1,2}")
    if got.once(spec.id, got.generals, inside(where, "id"), "a general"):
        facing = inwards(of.home) if spec.facing is None else got.bearing(spec.facing, inside(where, "facing"))
        with_unit = StandId(spec.comes_with) if spec.comes_with else None
        if (with_unit is None) is (spec.at is None):
            got.fault(where, "a general stands 'at' a place, or 'comes_with' a unit that enters: one of the two", "at")
        elif with_unit is not None and with_unit not in got.to_come:
            got.fault(where, f"there is no unit {with_unit} of this side that enters later", "comes_with")
        got.generals[code] = General(
            id=code, side=Side(of.id), name=spec.name, points=spec.points, mounted=spec.mounted,
            pose=Pose(CORNER if spec.at is None else got.spot(spec.at, inside(where, "at")), facing),
            status="fit" if with_unit is None else "to come", comes_with=with_unit, scale=file.scale // 15,
        )  # fmt: skip


def _check_places(got: BattleParts, battle: Battle) -> None:
    """Units stand on the table, none on another, none within an inch of an enemy (AR-G4, AR-G20, AR-Q65)."""
    there = list(battle.units.values())
    for i, unit in enumerate(there):
        where = inside(got.places[unit.id], "at")
        if not wholly_on(battle.table, unit.rect):
            got.fault(where, f"{unit.id} hangs over the table's edge: {_size(unit)}")
        for other in there[:i]:
            if contact.overlaps(unit.rect, other.rect):
                got.fault(where, f"{unit.id} stands on {other.id}: {_size(unit)} (AR-G4)")
            elif unit.side != other.side and rects(unit.rect, other.rect) < 1 - NOISE:
                got.fault(where, f"{unit.id} is less than 1 inch from its enemy {other.id} (AR-Q65)")


def _size(unit: Unit) -> str:
    wide, deep = footprint(unit)
    return f"it is {wide:.2f} inches wide and {deep:.2f} deep (AR-G2)"


scenario = ScenarioReader(
    rules="armatys",
    file=BattleFile,
    gathered=BattleParts,
    build=_battle,
    armies=lambda got: got.armies,
    rounds=lambda file: file.bounds,
    summary=summary,
    view=view,
    rows=rows,
    report=reported,
)
"""A parsed file and the game's options (``pace``) as a scenario."""
