"""The armies of a scenario file: sides, units, when they come, how they are drawn."""

import re

from msgspec.structs import replace

from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.spec import inside, read
from pbem.engine.table.edges import Table, inwards, on_edge
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose
from pbem.engine.table.references import SQUARE
from pbem.rulesets.onehour.battle import TYPES, Army, Arrival, Muster, State, Unit, UnitType
from pbem.rulesets.onehour.scenario.file import ArmySpec, EntersSpec, File, SideSpec, UnitSpec
from pbem.rulesets.onehour.scenario.map import read_depth, read_frontage
from pbem.rulesets.onehour.scenario.reading import BY_DICE, SET_UP, Reading, area, bearing, spot, stretch
from pbem.rulesets.onehour.tables import ARMY_SIZE, ELIMINATED_AT, ROWS

CODE = re.compile(r"[A-Z]{1,3}[0-9]{1,3}")
SQUARE_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")


def read_sides(got: Reading, file: File) -> None:
    """Both armies."""
    if len(file.sides) != 2:
        got.faults.add("sides", f"a battle has two sides; here are {len(file.sides)}")
    for i, value in enumerate(file.sides):
        spec = read(SideSpec, value, f"sides[{i}]", got.faults)
        if spec is not None:
            _side(got, spec, f"sides[{i}]")


def _side(got: Reading, spec: SideSpec, where: str) -> None:
    _check_names(got, spec, where)
    zone = area(got, spec.zone, inside(where, "zone")) if spec.zone else ()
    if got.pace == SET_UP and not zone:
        got.faults.add(where, "'zone' is missing: where its player may set up, [[x, y], ...]; or play at another pace")
    before = len(got.units)
    for i, value in enumerate(spec.units):
        unit = read(UnitSpec, value, f"{where}.units[{i}]", got.faults)
        if unit is not None:
            _unit(got, spec, unit, f"{where}.units[{i}]")
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


def _check_names(got: Reading, spec: SideSpec, where: str) -> None:
    if not re.fullmatch(r"[a-z][a-z-]*", spec.id):
        got.faults.add(inside(where, "id"), "a lower-case word: south")
    if not re.fullmatch(r"[A-Z]", spec.letter):
        got.faults.add(inside(where, "letter"), "one capital letter: the first of its units' codes")
    for other in got.armies:
        if other.id == spec.id or other.letter == spec.letter:
            got.faults.add(where, f"the sides' ids and letters must differ: both are {spec.id} or {spec.letter}")


def _check_break(got: Reading, spec: SideSpec, size: int, where: str) -> None:
    if not size:
        got.faults.add(where, "a side has 'units', or an 'army' to be drawn")
    elif spec.break_at is not None and not 1 <= spec.break_at <= size:
        what = f"{spec.break_at} is not between 1 and the side's {size} units (SCN-break)"
        got.faults.add(inside(where, "break_at"), what)
    elif spec.break_at is not None and spec.break_at * 3 < size:
        got.warnings.add(inside(where, "break_at"), f"{spec.break_at} of {size} units: it breaks very soon (SCN-break)")


# --- units --------------------------------------------------------------------------------------------------------


def _unit(got: Reading, of: SideSpec, spec: UnitSpec, where: str) -> None:
    code = StandId(spec.id)
    _check_code(got, of, spec.id, where)
    if code in got.units:
        got.faults.add(inside(where, "id"), f"there is a unit {spec.id} already, in {got.places[code]}")
        return
    wide = got.switches.frontage if spec.width is None else read_frontage(got, spec.width, inside(where, "width"))
    deep = Hundredths(min(got.switches.depth, wide))
    if spec.depth is not None:
        deep = read_depth(got, spec.depth, wide, inside(where, "depth"))
    _check_state(got, spec, where)
    facing = inwards(of.home) if spec.facing is None else bearing(got, spec.facing, inside(where, "facing"))
    pose = _stands(got, spec, facing, where) if spec.enters is None else _enters(got, code, spec, where)
    if pose is None:
        return
    state: State = "to come" if spec.enters is not None else "to place" if got.pace == SET_UP else "on table"
    got.places[code] = where
    got.units[code] = Unit(
        id=code, name=spec.name, side=Side(of.id), type=spec.type, width=wide, depth=deep, pose=pose, hits=spec.hits,
        out_of_ammo=spec.out_of_ammo, state=state,
    )  # fmt: skip


def _check_code(got: Reading, of: SideSpec, code: str, where: str) -> None:
    if not CODE.fullmatch(code) or code[0] != of.letter:
        got.faults.add(inside(where, "id"), f"{code!r} is no code for this side's map: {of.letter}01 to {of.letter}99")
    elif is_square(got.table, code):
        what = f"{code} is also a square of the map, and orders could mean either: write {code[0]}0{code[1:]}"
        got.faults.add(inside(where, "id"), what)


def is_square(table: Table, code: str) -> bool:
    """Whether a code is the name of a square of six inches: ``D3``; ``D03`` is none."""
    found = SQUARE_NAME.fullmatch(code)
    if found is None:
        return False
    column, row = ord(found[1]) - ord("A"), int(found[2]) - 1
    return column * SQUARE < table.width and row * SQUARE < table.depth


def _check_state(got: Reading, spec: UnitSpec, where: str) -> None:
    if not 0 <= spec.hits < ELIMINATED_AT:
        got.faults.add(inside(where, "hits"), f"a unit starts with 0 to {ELIMINATED_AT - 1} hits (OH-elim-1)")
    if spec.out_of_ammo and not ROWS[spec.type].shoots:
        got.faults.add(inside(where, "out_of_ammo"), f"{spec.type} have no ammunition to run out of (OH-shoot-1)")


def _stands(got: Reading, spec: UnitSpec, facing: Tenths, where: str) -> Pose | None:
    if spec.at is None:
        later = "or enters: {turn: 2, edge: south}, when it comes later"
        got.faults.add(where, f"'at' is missing: its centre, [x, y]; {later}")
        return None
    return Pose(spot(got, spec.at, inside(where, "at")), facing)


def _enters(got: Reading, code: StandId, spec: UnitSpec, where: str) -> Pose | None:
    """A unit that comes later (OH-Q42); those that come together make one arrival."""
    for key, value in (("at", spec.at), ("facing", spec.facing)):
        if value is not None:
            got.faults.add(inside(where, key), f"{spec.id} enters later, square to the edge: write where in 'enters'")
    place = inside(where, "enters")
    enters = read(EntersSpec, spec.enters, place, got.faults)
    if enters is None:
        return None
    if enters.turn < 1:
        got.faults.add(inside(place, "turn"), "the first turn is turn 1")
    start, end = _mouth(got, enters, place)
    new = Arrival(
        units=(code,),
        turn=enters.turn,
        edge=enters.edge,
        start=start,
        end=end,
        may_wait=enters.may_wait,
        secret=enters.secret,
    )
    _add_arrival(got, new)
    return Pose(on_edge(got.table, enters.edge, Hundredths((start + end) // 2)), inwards(enters.edge))


def _mouth(got: Reading, enters: EntersSpec, where: str) -> tuple[Hundredths, Hundredths]:
    """The stretch of the edge where the middle of its front may enter."""
    if enters.at is None:
        return stretch(got, enters.edge, enters.from_, enters.to, where)
    if enters.from_ is not None or enters.to is not None:
        got.faults.add(inside(where, "at"), "one place, or a stretch from and to: not both")
    return stretch(got, enters.edge, enters.at, enters.at, where)


def _add_arrival(got: Reading, new: Arrival) -> None:
    """Units of a side that come in the same way are one arrival."""
    for i, one in enumerate(got.arrivals):
        if replace(one, units=new.units) == new and one.units[0][0] == new.units[0][0]:
            got.arrivals[i] = replace(one, units=(*one.units, *new.units))
            return
    got.arrivals.append(new)


# --- armies by the table ------------------------------------------------------------------------------------------


def _muster(got: Reading, spec: SideSpec, before: int, where: str) -> Muster | None:
    """An army to be drawn (OH-D2): because the file says so, or because the game's pace does."""
    if spec.army is not None:
        return _written(got, spec, inside(where, "army"))
    return _from_list(got, spec, before) if got.pace == BY_DICE else None


def _written(got: Reading, spec: SideSpec, where: str) -> Muster | None:
    army = read(ArmySpec, spec.army, where, got.faults)
    if army is None:
        return None
    if not 1 <= len(army.places) <= ARMY_SIZE:
        got.faults.add(inside(where, "places"), f"the table draws 1 to {ARMY_SIZE} units, each with its place (OH-D2)")
        return None
    facing = inwards(spec.home)
    slots = tuple(Pose(spot(got, pair, f"{where}.places[{i}]"), facing) for i, pair in enumerate(army.places))
    codes: dict[UnitType, str] = {kind: army.codes.get(kind, spec.letter + kind[0]) for kind in TYPES}
    for kind, code in codes.items():
        if not re.fullmatch(r"[A-Z]{1,3}", code) or code[0] != spec.letter or list(codes.values()).count(code) > 1:
            what = f"{code!r}: {spec.letter} and one or two capitals more, others for each type"
            got.faults.add(f"{where}.codes.{kind}", what)
    return Muster(size=len(slots), slots=slots, codes=codes, choice=army.choice)


def _from_list(got: Reading, spec: SideSpec, before: int) -> Muster | None:
    """The units that start on the table give their places up to drawn ones; those that come later stay as listed."""
    mine = [unit for unit in list(got.units.values())[before:] if unit.state != "to come"][:ARMY_SIZE]
    for unit in mine:
        del got.units[unit.id]
    codes: dict[UnitType, str] = {kind: spec.letter + kind[0] for kind in TYPES}
    return Muster(size=len(mine), slots=tuple(unit.pose for unit in mine), codes=codes, choice="row") if mine else None
