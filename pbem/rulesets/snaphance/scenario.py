"""A scenario file -> a battle set up (catalogue section 8).  ``scenarios/README.md`` tells how a file is written.

Nothing is guessed: every fault is told with its place, what it is and what to write instead, and no battle is made
while there is one.  What the rules cannot play yet is a fault too, never ignored.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from pbem.engine.hexes import Hex, from_hour, from_label, front_hexes, label
from pbem.engine.ids import CommanderId, GroupId, Seat, Side, StandId
from pbem.engine.ruleset import Scenario, ScenarioFault
from pbem.engine.spec import Faults, inside, read, unknown
from pbem.rulesets.snaphance.armylist import Row, read_row, stand_type
from pbem.rulesets.snaphance.battle import (
    CS,
    Army,
    Battle,
    Category,
    Commander,
    Group,
    HexKey,
    NamedPlace,
    Objective,
    OrderClass,
    Pace,
    Stand,
    StandType,
    Terrain,
    key,
    on_board,
)

RULINGS = 74
"""The catalogue's rulings are SN-Q1 to SN-Q74."""
BANS = ("opportunity",)
CODE = re.compile(r"[A-Z][0-9]{2}")


Label = str | int
"""A hex as written: YAML reads 0705 as text and 1001 as a number."""


class Board(msgspec.Struct, frozen=True):
    """Size in hexes; scale: metres a hex."""

    columns: int
    rows: int
    scale: int = 100


class Place(msgspec.Struct, frozen=True):
    name: str
    hexes: tuple[Label, ...]


class General(msgspec.Struct, frozen=True, kw_only=True):
    """with: the stand he starts with, attached.  range: command range in hexes, else by the army's training (SN-Q1)."""

    id: str
    name: str
    with_: str = msgspec.field(name="with")
    bonus: int = 0
    range: int | None = None


class StandSpec(msgspec.Struct, frozen=True, kw_only=True):
    """sp: strength now, per rank, where it starts with losses."""

    id: str
    name: str
    type: str
    hex: Label
    facing: int
    sp: tuple[int, ...] | None = None
    disordered: bool = False


class GroupSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    general: dict[str, Any]
    stands: list[Any]


class SideSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    letter: str
    break_at: int
    groups: list[Any]
    training: Any = "poor"


class ObjectiveSpec(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    hexes: tuple[Label, ...]
    need: int
    at_round: int


class File(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file.  army_list: rows shared by many battles, already read; types: rows of this battle alone."""

    rules: str
    name: str
    title: str
    blurb: str
    year: int
    board: dict[str, Any]
    sides: list[Any]
    terrain: dict[str, Any] = {}
    cover: list[Any] = []
    places: list[Any] = []
    no_entry: dict[str, Any] = {}
    army_list: Any = {}
    types: dict[str, Any] = {}
    objective: dict[str, Any] | None = None
    limit: int | None = None
    bans: list[Any] = []
    rulings: dict[str, Any] = {}


def scenario(spec: Mapping[str, Any], options: Mapping[str, str]) -> Scenario[Battle]:
    """A parsed file and the game's options (``pace``: round, activation or ask me) as a scenario."""
    return _Reader(spec, options).scenario()


class _Reader:
    """One reading of one file: what has been gathered so far, and what was wrong."""

    def __init__(self, spec: Mapping[str, Any], options: Mapping[str, str]) -> None:
        self.spec, self.options = spec, options
        self.faults, self.warnings = Faults(), Faults()
        self.board = Board(0, 0)
        self.ground: dict[HexKey, Terrain] = {}
        self.no_entry: dict[Terrain, tuple[Category, ...]] = {}
        self.rows: dict[str, tuple[Row, str]] = {}
        self.types: dict[str, StandType] = {}
        self.armies: list[Army] = []
        self.groups: dict[GroupId, Group] = {}
        self.stands: dict[StandId, Stand] = {}
        self.commanders: dict[CommanderId, Commander] = {}
        self.at: dict[HexKey, StandId] = {}
        self.places_of: dict[str, str] = {}

    def scenario(self) -> Scenario[Battle]:
        file = read(File, self.spec, "", self.faults)
        if file is None:
            wrong = {fault.where.partition(".")[0].partition("[")[0] for fault in self.faults.found}
            file = read(File, {k: v for k, v in self.spec.items() if k not in wrong}, "", Faults())
        battle = self._battle(file) if file is not None else None
        return Scenario(
            name=str(self.spec.get("name", "")),
            title=file.title if file else "",
            blurb=file.blurb.strip() if file else "",
            seats=tuple(army.seat for army in self.armies),
            seat_titles={army.seat: army.name for army in self.armies},
            battle=battle if not self.faults.found else None,
            faults=tuple(self.faults.found),
            warnings=tuple(self.warnings.found),
        )

    def _battle(self, file: File) -> Battle | None:
        if file.rules != "snaphance":
            self.faults.add("rules", f"this file is for the rules {file.rules!r}, not for snaphance")
        board = read(Board, file.board, "board", self.faults)
        if board is None:
            return None
        self.board = board
        if not (1 <= board.columns <= 99 and 1 <= board.rows <= 99):
            self.faults.add("board", "columns and rows are 1 to 99, so that hex labels have four digits")
        self._terrain(file)
        self._rows(file)
        if len(file.sides) != 2:
            self.faults.add("sides", f"a battle has two sides, the first to roll first; here are {len(file.sides)}")
        for i, side in enumerate(file.sides):
            self._side(side, f"sides[{i}]")
        self._warn_of_zones()
        pace = self._pace()
        objective = self._objective(file)
        if file.limit is not None and file.limit < 1:
            self.faults.add("limit", "the number of rounds is 1 or more; leave it out for none")
        self._bans_and_rulings(file)
        places = [self._place(place, f"places[{i}]") for i, place in enumerate(file.places)]
        return Battle(
            title=file.title,
            year=file.year,
            pace=pace,
            limit=file.limit,
            columns=board.columns,
            rows=board.rows,
            scale=board.scale,
            ground=self.ground,
            no_entry=self.no_entry,
            cover=tuple(self._hexes(file.cover, "cover")),
            places=tuple(place for place in places if place is not None),
            objective=objective,
            types=self.types,
            armies=tuple(self.armies),
            groups=self.groups,
            stands=self.stands,
            commanders=self.commanders,
            at=self.at,
            bans=tuple(str(ban) for ban in file.bans),
        )

    # --- the map ------------------------------------------------------------------------------------------------

    def _terrain(self, file: File) -> None:
        kinds = [kind for kind in get_args(Terrain) if kind != "open"]
        unknown(file.terrain, kinds, "terrain", self.faults)
        for kind in kinds:
            for here in self._hexes(file.terrain.get(kind, []), f"terrain.{kind}"):
                if key(here) in self.ground:
                    self.faults.add(
                        f"terrain.{kind}", f"{label(here)} is {self.ground[key(here)]} already: name it once"
                    )
                self.ground[key(here)] = kind
        unknown(file.no_entry, kinds, "no_entry", self.faults)
        for kind in kinds:
            if kind in file.no_entry:
                try:
                    self.no_entry[kind] = msgspec.convert(file.no_entry[kind], tuple[Category, ...])
                except msgspec.ValidationError:
                    self.faults.add(f"no_entry.{kind}", f"a list of categories out of {', '.join(get_args(Category))}")

    def _hexes(self, labels: object, where: str) -> list[Hex]:
        if not isinstance(labels, list | tuple):
            self.faults.add(where, "expected a list of hexes: [0605, 0705]")
            return []
        found = (self._hex(text, inside(where, i)) for i, text in enumerate(labels))
        return [here for here in found if here is not None]

    def _hex(self, text: object, where: str) -> Hex | None:
        try:
            here = from_label(f"{text:04d}" if isinstance(text, int) else str(text))
        except ValueError as fault:
            self.faults.add(where, str(fault))
            return None
        if on_board(_empty(self.board), here):
            return here
        last = f"{self.board.columns:02d}{self.board.rows:02d}"
        self.faults.add(where, f"{text} is off the board, which goes from 0101 to {last}")
        return None

    def _place(self, value: object, where: str) -> NamedPlace | None:
        place = read(Place, value, where, self.faults)
        return NamedPlace(place.name, tuple(self._hexes(place.hexes, inside(where, "hexes")))) if place else None

    # --- the army list ------------------------------------------------------------------------------------------

    def _rows(self, file: File) -> None:
        shared = file.army_list
        if isinstance(shared, str):
            self.faults.add(
                "army_list",
                f"the army list {shared!r} has not been read: give its rows, or load the file with load_scenario",
            )
            shared = {}
        elif not isinstance(shared, Mapping):
            self.faults.add("army_list", "expected the name of an army list file, such as army-list.yaml")
            shared = {}
        for name, row in shared.items():
            self._row(str(name), row, f"army_list.{name}")
        for name, row in file.types.items():
            if name in shared:
                self.faults.add(
                    f"types.{name}", f"{name} is a row of the army list already: give this one a name of its own"
                )
            self._row(name, row, f"types.{name}")

    def _row(self, name: str, value: object, where: str) -> None:
        row = read_row(name, value, where, self.faults)
        if row is None:
            self.places_of[name] = where
            return
        if row.bp is None:
            self.faults.add(where, f"{name}: 'bp' is missing: the break points of each rank, 1, 2 or 3 (SN-14.0a)")
        self.rows[name] = (row, where)

    def _type(self, name: str, where: str) -> StandType | None:
        """A stand's row.  ``PSL-B``: row PSL of class B; in class C each rank has one strength point less."""
        if name in self.types:
            return self.types[name]
        row_name, _, letter = name.rpartition("-")
        if name in self.rows or not row_name:
            row_name, letter = name, ""
        if row_name in self.places_of or name in self.places_of:
            return None
        if row_name not in self.rows:
            self.faults.add(
                where,
                f"there is no row {row_name!r} in the army list; there are: {', '.join(sorted(self.rows))}",
            )
            return None
        row = self.rows[row_name][0]
        letter = letter or row.order_class or ""
        if row.order_class is not None and row_name != name:
            self.faults.add(where, f"row {row_name} has its class, {row.order_class}, already: write {row_name}")
            return None
        if letter not in get_args(OrderClass):
            self.faults.add(
                where, f"{name!r} names no order class: write {row_name}-A, {row_name}-B or {row_name}-C (SN-1.3b)"
            )
            return None
        order_class = msgspec.convert(letter, OrderClass)
        fewer = 1 if order_class == "C" and row.order_class is None else 0
        if fewer and min(row.sp) < 2:
            self.faults.add(where, f"{name}: class C costs each rank one strength point and would leave none")
            return None
        self.types[name] = stand_type(name, row, order_class, fewer)
        return self.types[name]

    # --- the armies ---------------------------------------------------------------------------------------------

    def _side(self, value: object, where: str) -> None:
        spec = read(SideSpec, value, where, self.faults)
        if spec is None:
            return
        side = Side(spec.id)
        if spec.training not in ("well", "poor"):
            self.faults.add(inside(where, "training"), "training is well (orders reach 6 hexes) or poor (4) (SN-Q1)")
        for other in self.armies:
            if other.id == side or other.letter == spec.letter:
                self.faults.add(where, f"the sides' ids and letters must differ: both are {side} or {spec.letter}")
        if not re.fullmatch(r"[A-Z]", spec.letter):
            self.faults.add(inside(where, "letter"), "one capital letter: the first of its stands' codes")
        if not re.fullmatch(r"[a-z][a-z-]*", spec.id):
            self.faults.add(inside(where, "id"), "a lower-case word: south")
        if not spec.groups:
            self.faults.add(inside(where, "groups"), "an army has at least one command group (SN-1.1a)")
        before = set(self.stands)
        for i, group in enumerate(spec.groups):
            self._group(side, spec, group, f"{where}.groups[{i}]")
        total = sum(self.types[s.type].bp * len(s.sp) for s in self.stands.values() if s.id not in before)
        if not 1 <= spec.break_at <= total:
            self.faults.add(
                inside(where, "break_at"),
                f"{spec.break_at} is not between 1 and the army's {total} break points (SN-14.0c)",
            )
        elif 4 * spec.break_at < total or 3 * spec.break_at > 2 * total:
            self.warnings.add(
                inside(where, "break_at"),
                f"{spec.break_at} of {total}: an army usually breaks at a third to a half (SN-14.0c)",
            )
        training: Literal["well", "poor"] = "well" if spec.training == "well" else "poor"
        self.armies.append(
            Army(
                id=side,
                name=spec.name,
                letter=spec.letter,
                seat=Seat(spec.id),
                training=training,
                break_total=total,
                break_at=spec.break_at,
            )
        )

    def _group(self, side: Side, of: SideSpec, value: object, where: str) -> None:
        spec = read(GroupSpec, value, where, self.faults)
        if spec is None:
            return
        group = GroupId(f"{side}.{spec.id}")
        if not re.fullmatch(r"[A-Z][A-Za-z]*", spec.id):
            self.faults.add(inside(where, "id"), "one word with a capital, as players write it: Horse")
        if group in self.groups:
            self.faults.add(inside(where, "id"), f"{side} has a group {spec.id} already")
        self.groups[group] = Group(id=group, name=spec.id, side=side)
        if not spec.stands:
            self.faults.add(inside(where, "stands"), f"group {spec.id} has no stands")
        for i, stand in enumerate(spec.stands):
            self._stand(side, of.letter, group, stand, f"{where}.stands[{i}]")
        self._general(side, of, group, spec.general, inside(where, "general"))

    def _stand(self, side: Side, letter: str, group: GroupId, value: object, where: str) -> None:
        spec = read(StandSpec, value, where, self.faults)
        if spec is None:
            return
        here, kind = self._hex(spec.hex, inside(where, "hex")), self._type(spec.type, inside(where, "type"))
        try:
            facing = from_hour(spec.facing)
        except ValueError as fault:
            self.faults.add(inside(where, "facing"), str(fault))
            return
        if not CODE.fullmatch(spec.id) or spec.id[0] != letter:
            self.faults.add(
                inside(where, "id"), f"{spec.id!r} is no code for this side's map: {letter}01 to {letter}99"
            )
        if spec.id in self.stands:
            self.faults.add(inside(where, "id"), f"there is a stand {spec.id} already")
            return
        if here is None or kind is None:
            return
        if key(here) in self.at:
            self.faults.add(
                inside(where, "hex"), f"{label(here)} holds {self.at[key(here)]} already: one stand a hex (SN-1.2a)"
            )
        ground = self.ground.get(key(here), "open")
        if ground == "impassable" or kind.category in self.no_entry.get(ground, ()):
            self.faults.add(
                inside(where, "hex"), f"{spec.id} may not enter {ground}, so it cannot start in {label(here)}"
            )
        sp = kind.sp if spec.sp is None else spec.sp
        if (
            len(sp) > len(kind.sp)
            or not sp
            or any(not 1 <= now <= full for now, full in zip(sp, kind.sp, strict=False))
        ):
            full = list(kind.sp)
            self.faults.add(
                inside(where, "sp"), f"{spec.id} has at most {full}, front rank first, and at least 1 a rank"
            )
            return
        stand = Stand(
            id=StandId(spec.id), name=spec.name, side=side, group=group, type=kind.name, hex=here, facing=facing,
            sp=sp, disordered=spec.disordered,
        )  # fmt: skip
        self.stands[stand.id] = stand
        self.at.setdefault(key(here), stand.id)

    def _general(self, side: Side, of: SideSpec, group: GroupId, value: object, where: str) -> None:
        spec = read(General, value, where, self.faults)
        if spec is None:
            return
        if spec.id in self.commanders:
            self.faults.add(inside(where, "id"), f"there is a general {spec.id} already")
        stand = self.stands.get(StandId(spec.with_))
        if stand is None or stand.group != group:
            self.faults.add(
                inside(where, "with"), f"{spec.with_!r} is no stand of his group (SN-1.1a): name the one he starts with"
            )
            return
        reach = spec.range if spec.range is not None else 6 if of.training == "well" else 4
        if reach < 0:
            self.faults.add(inside(where, "range"), "a command range is 0 hexes or more")
        self.commanders[CommanderId(spec.id)] = Commander(
            id=CommanderId(spec.id), name=spec.name, side=side, group=group, hex=stand.hex, attached_to=stand.id,
            bonus=spec.bonus, range=reach,
        )  # fmt: skip

    # --- the rest -----------------------------------------------------------------------------------------------

    def _warn_of_zones(self) -> None:
        """Stands set up inside an enemy ZOC (SN-4.6a: of combat stands and Shot)."""
        for _, stand in sorted(self.stands.items()):
            if self.types[stand.type].category not in {*CS, "Sh"}:
                continue
            for here in front_hexes(stand.hex, stand.facing):
                other = self.stands.get(self.at.get(key(here), StandId("")))
                if other is not None and other.side != stand.side:
                    self.warnings.add("sides", f"{other.id} starts in the zone of control of {stand.id} (SN-4.6a)")

    def _pace(self) -> Pace:
        unknown(self.options, ("pace",), "options", self.faults)
        pace = self.options.get("pace", "round")
        if pace not in get_args(Pace):
            self.faults.add("options.pace", f"{pace!r} is no pace; there are: {', '.join(get_args(Pace))}")
            return "round"
        found: Pace = msgspec.convert(pace, Pace)
        return found

    def _objective(self, file: File) -> Objective | None:
        if file.objective is None:
            return None
        spec = read(ObjectiveSpec, file.objective, "objective", self.faults)
        if spec is None:
            return None
        hexes = tuple(self._hexes(spec.hexes, "objective.hexes"))
        if not 1 <= spec.need <= max(len(spec.hexes), 1):
            self.faults.add("objective.need", f"{spec.need} is not between 1 and the number of its hexes")
        elif 2 * spec.need <= len(spec.hexes):
            self.warnings.add("objective.need", "both sides can hold that many at once; then nobody wins by it")
        if spec.at_round < 1 or (file.limit is not None and spec.at_round > file.limit):
            self.faults.add("objective.at_round", f"round {spec.at_round} is never played out")
        return Objective(spec.name, hexes, spec.need, spec.at_round)

    def _bans_and_rulings(self, file: File) -> None:
        for i, ban in enumerate(file.bans):
            if ban not in BANS:
                self.faults.add(f"bans[{i}]", f"{ban!r} cannot be left out; what can: {', '.join(BANS)}")
        for name in file.rulings:
            number = re.fullmatch(r"SN-Q([0-9]+)", str(name))
            if not number or not 1 <= int(number[1]) <= RULINGS:
                self.faults.add(f"rulings.{name}", f"there is no ruling {name}: SN-Q1 to SN-Q{RULINGS}")
            else:
                self.faults.add(f"rulings.{name}", f"only the catalogue's own {name} can be played yet: leave it out")


def _empty(board: Board) -> Battle:
    """A board with nothing on it."""
    return Battle(
        title="",
        year=0,
        columns=board.columns,
        rows=board.rows,
        types={},
        armies=(),
        groups={},
        stands={},
        commanders={},
    )


def fault_line(fault: ScenarioFault) -> str:
    """A fault in one line."""
    return f"{fault.where or 'the file'}: {fault.what}"
