"""The armies of a scenario file: sides, units, when they come, how they are drawn."""

import re

from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.scenariofile.parcelling import Holdings, parcelled, seated
from pbem.engine.spec import inside, read
from pbem.engine.table.edges import Table, inwards
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose
from pbem.engine.table.references import SQUARE
from pbem.engine.table.scenario.arrivals import entry, join, read_enters
from pbem.rulesets.onehour.battle import TYPES, Army, ArmyByTable, Arrival, State, Unit, UnitType
from pbem.rulesets.onehour.scenario.file import ArmySpec, File, SideSpec, UnitSpec
from pbem.rulesets.onehour.scenario.map import read_depth, read_frontage
from pbem.rulesets.onehour.scenario.reading import BY_DICE, SET_UP, ScenarioParts
from pbem.rulesets.onehour.tables import ARMY_SIZE, ELIMINATED_AT, ROWS

SQUARE_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")


def read_sides(got: ScenarioParts, file: File) -> None:
    """Both armies."""
    got.two_sides(file.sides)
    for spec, where in got.items(SideSpec, file.sides, "sides"):
        _side(got, spec, where)


def share_out(got: ScenarioParts, file: File) -> None:
    """The units of each side parcelled out among several commanders, where the game wants that."""
    if got.pace == BY_DICE:
        if got.options.get("commanders"):
            got.fault("options.commanders", "armies are drawn at this pace, so no units can be parcelled out before")
        return
    codes = {army.id: {str(u): str(u) for u, unit in got.units.items() if unit.side == army.id} for army in got.armies}
    parcels = parcelled(got, file.commanders, got.armies, Holdings("unit", codes))
    got.armies = [seated(army, parcels) for army in got.armies]


def _side(got: ScenarioParts, spec: SideSpec, where: str) -> None:
    got.check_side(spec.id, spec.letter, got.armies, where)
    zone = got.area(spec.zone, inside(where, "zone")) if spec.zone else ()
    if got.pace == SET_UP and not zone:
        got.fault(where, "'zone' is missing: where its player may set up, [[x, y], ...]; or play at another pace")
    before = len(got.units)
    for unit, place in got.items(UnitSpec, spec.units, f"{where}.units"):
        _unit(got, spec, unit, place)
    muster = _muster(got, spec, before, where)
    _check_break(got, spec, len(got.units) - before + (muster.size if muster else 0), where)
    got.armies.append(
        Army(
            id=Side(spec.id),
            name=spec.name,
            letter=spec.letter,
            seat=Seat(spec.id),
            edge=spec.home,
            zone=zone,
            break_at=spec.break_at or 0,
            muster=muster,
            text=" ".join(spec.text.split()),
        )
    )


def _check_break(got: ScenarioParts, spec: SideSpec, size: int, where: str) -> None:
    place, at = inside(where, "break_at"), spec.break_at
    if not size:
        got.fault(where, "a side has 'units', or an 'army' to be drawn")
    elif at is not None and got.between(at, size, place, f"the side's {size} units (SCN-break)") and at * 3 < size:
        got.warn(place, f"{at} of {size} units: it breaks very soon (SCN-break)")


# --- units --------------------------------------------------------------------------------------------------------


def _unit(got: ScenarioParts, of: SideSpec, spec: UnitSpec, where: str) -> None:
    code = StandId(spec.id)
    _check_code(got, of, spec.id, where)
    if code in got.units:
        got.fault(where, f"there is a unit {spec.id} already, in {got.places[code]}", "id")
        return
    wide = got.switches.frontage if spec.width is None else read_frontage(got, spec.width, inside(where, "width"))
    deep = Hundredths(min(got.switches.depth, wide))
    if spec.depth is not None:
        deep = read_depth(got, spec.depth, wide, inside(where, "depth"))
    _check_state(got, spec, where)
    facing = inwards(of.home) if spec.facing is None else got.bearing(spec.facing, inside(where, "facing"))
    pose = _stands(got, spec, facing, where) if spec.enters is None else _enters(got, code, spec, where)
    if pose is None:
        return
    state: State = "to come" if spec.enters is not None else "to place" if got.pace == SET_UP else "on table"
    got.places[code] = where
    got.units[code] = Unit(
        id=code, name=spec.name, side=Side(of.id), type=spec.type, width=wide, depth=deep, pose=pose, hits=spec.hits,
        out_of_ammo=spec.out_of_ammo, state=state,
    )  # fmt: skip


def _check_code(got: ScenarioParts, of: SideSpec, code: str, where: str) -> None:
    place = inside(where, "id")
    if got.check_code(code, of.letter, place) and is_square(got.table, code):
        got.fault(
            place,
            f"{code} is also a square of the map, and orders could mean either: write {code[0]}0{code[1:]}",
        )


def is_square(table: Table, code: str) -> bool:
    """Whether a code is the name of a square of six inches: ``D3``; ``D03`` is none."""
    found = SQUARE_NAME.fullmatch(code)
    if found is None:
        return False
    column, row = ord(found[1]) - ord("A"), int(found[2]) - 1
    return column * SQUARE < table.width and row * SQUARE < table.depth


def _check_state(got: ScenarioParts, spec: UnitSpec, where: str) -> None:
    if not 0 <= spec.hits < ELIMINATED_AT:
        got.fault(where, f"a unit starts with 0 to {ELIMINATED_AT - 1} hits (OH-elim-1)", "hits")
    if spec.out_of_ammo and not ROWS[spec.type].shoots:
        got.fault(where, f"{spec.type} have no ammunition to run out of (OH-shoot-1)", "out_of_ammo")


def _stands(got: ScenarioParts, spec: UnitSpec, facing: Tenths, where: str) -> Pose | None:
    if spec.at is None:
        later = "or enters: {turn: 2, edge: south}, when it comes later"
        got.fault(where, f"'at' is missing: its centre, [x, y]; {later}")
        return None
    return Pose(got.spot(spec.at, inside(where, "at")), facing)


def _enters(got: ScenarioParts, code: StandId, spec: UnitSpec, where: str) -> Pose | None:
    """A unit that comes later (OH-Q42); those that come together make one arrival."""
    for key, value in (("at", spec.at), ("facing", spec.facing)):
        if value is not None:
            got.fault(where, f"{spec.id} enters later, square to the edge: write where in 'enters'", key)
    new = read_enters(got, Arrival, code, spec.enters, inside(where, "enters"))
    if new is None:
        return None
    join(got.arrivals, new)
    return entry(got, new)


# --- armies by the table ------------------------------------------------------------------------------------------


def _muster(got: ScenarioParts, spec: SideSpec, before: int, where: str) -> ArmyByTable | None:
    """An army to be drawn (OH-D2): because the file says so, or because the game's pace does."""
    if spec.army is not None:
        return _written(got, spec, inside(where, "army"))
    return _from_list(got, spec, before) if got.pace == BY_DICE else None


def _written(got: ScenarioParts, spec: SideSpec, where: str) -> ArmyByTable | None:
    army = read(ArmySpec, spec.army, where, got.faults)
    if army is None:
        return None
    if not 1 <= len(army.places) <= ARMY_SIZE:
        got.fault(where, f"the table draws 1 to {ARMY_SIZE} units, each with its place (OH-D2)", "places")
        return None
    facing = inwards(spec.home)
    slots = tuple(Pose(got.spot(pair, f"{where}.places[{i}]"), facing) for i, pair in enumerate(army.places))
    codes: dict[UnitType, str] = {kind: army.codes.get(kind, spec.letter + kind[0]) for kind in TYPES}
    for kind, code in codes.items():
        if not re.fullmatch(r"[A-Z]{1,3}", code) or code[0] != spec.letter or list(codes.values()).count(code) > 1:
            what = f"{code!r}: {spec.letter} and one or two capitals more, others for each type"
            got.fault(f"{where}.codes.{kind}", what)
    return ArmyByTable(size=len(slots), slots=slots, codes=codes, choice=army.choice)


def _from_list(got: ScenarioParts, spec: SideSpec, before: int) -> ArmyByTable | None:
    """The units that start on the table give their places up to drawn ones; those that come later stay as listed."""
    mine = [unit for unit in list(got.units.values())[before:] if unit.state != "to come"][:ARMY_SIZE]
    for unit in mine:
        del got.units[unit.id]
    codes: dict[UnitType, str] = {kind: spec.letter + kind[0] for kind in TYPES}
    return (
        ArmyByTable(size=len(mine), slots=tuple(unit.pose for unit in mine), codes=codes, choice="row")
        if mine
        else None
    )
