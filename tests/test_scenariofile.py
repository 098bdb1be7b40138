"""What every scenario file is read by, tried on a picnic: two parties, baskets, a blanket, a table in inches."""

from typing import Any

import msgspec
import pytest

from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.reporting import UnitRow
from pbem.engine.ruleset import Scenario, SeatTurn
from pbem.engine.scenariofile.arrivals import needs_of, overlaid
from pbem.engine.scenariofile.gathered import Gathered
from pbem.engine.scenariofile.reader import FileHead, ScenarioReader
from pbem.engine.scenariofile.special import SpecialSection
from pbem.engine.spec import ScenarioFault
from pbem.engine.table.arrivals import EdgeArrival, coming
from pbem.engine.table.edges import Table, TableEdge
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.scenario.arrivals import check_turns, entry, join, read_enters
from pbem.engine.table.scenario.ground import GroundKinds, GroundSpec, Laid
from pbem.engine.table.scenario.measured import Measured


class Party(msgspec.Struct, frozen=True):
    id: Side
    name: str
    letter: str
    seat: Seat


class PartySpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    letter: str
    baskets: int = 2


class Picnic(msgspec.Struct, frozen=True):
    armies: tuple[Party, ...]


class File(FileHead, frozen=True, kw_only=True):
    hours: int | None = None


class Parts(Gathered):
    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.parties: list[Party] = []


def build(got: Parts, file: File) -> Picnic | None:
    got.read_pace(("slow", "fast"))
    got.two_sides(file.sides, ", one to bring the wine")
    for spec, where in got.items(PartySpec, file.sides, "sides"):
        got.check_side(spec.id, spec.letter, got.parties, where, "basket")
        got.between(spec.baskets, 3, f"{where}.baskets", "the 3 that one can carry")
        got.parties.append(Party(Side(spec.id), spec.name, spec.letter, Seat(spec.id)))
    if file.hours is None:
        got.warn("", "it may rain before the end")
    return Picnic(tuple(got.parties))


def rows(turn: SeatTurn[Picnic], side: Side) -> tuple[UnitRow, ...]:
    row = UnitRow(
        code=side, name="", kind="", group="", place="", facing="", strength="", left=0, start=len(turn.after.armies)
    )
    return (row,)


read = ScenarioReader(
    rules="picnic",
    file=File,
    gathered=Parts,
    build=build,
    armies=lambda got: got.parties,
    rounds=lambda file: file.hours,
    summary=lambda picnic: tuple(one.name for one in picnic.armies),
    view=lambda picnic, seat: picnic,
    rows=rows,
)


def picnic(**changes: Any) -> dict[str, Any]:
    sides = [{"id": "red", "name": "Red", "letter": "R"}, {"id": "blue", "name": "Blue", "letter": "B"}]
    head = {
        "rules": "picnic",
        "name": "meadow",
        "title": "In the meadow",
        "blurb": " Sun. ",
        "hours": 3,
        "sides": sides,
    }
    return {**head, **changes}


def faults(found: Scenario[Any]) -> list[tuple[str, str]]:
    return told(found.faults)


def told(found: Any) -> list[tuple[str, str]]:
    return [(one.where, one.what) for one in found if isinstance(one, ScenarioFault)]


def test_a_sound_file_is_a_scenario() -> None:
    got = read(picnic(history="Once.", sources=" An uncle. "), {"pace": "fast"})
    assert (faults(got), got.warnings) == ([], ())
    assert (got.name, got.title, got.blurb, got.sources, got.rounds) == (
        "meadow", "In the meadow", "Sun.", "An uncle.", 3,
    )  # fmt: skip
    assert (got.seats, got.seat_titles) == (("red", "blue"), {"red": "Red", "blue": "Blue"})
    assert got.battle is not None
    assert got.summary == ("Red", "Blue")
    assert {seat: [row.start for row in found] for seat, found in got.armies.items()} == {"red": [2], "blue": [2]}


def test_no_battle_is_made_while_there_is_a_fault_but_all_are_told() -> None:
    got = read(picnic(rules="chess", hours="three"), {"pace": "hasty", "speed": "9"})
    assert faults(got) == [
        ("hours", "expected `int | null`, got `str`".replace("`", "")),
        ("rules", "this file is for the rules 'chess', not for picnic"),
        ("options.speed", "unknown key 'speed'; known here: blinds, commanders, pace, sight"),
        ("options.pace", "'hasty' is no pace; there are: slow, fast"),
    ]
    assert (got.battle, got.summary, got.armies) == (None, (), {})
    assert told(got.warnings) == [("", "it may rain before the end")]
    assert got.seats == ("red", "blue"), "what can be read is read"


def test_sides_are_two_with_ids_and_letters_of_their_own() -> None:
    sides = [
        {"id": "Red", "name": "Red", "letter": "R", "baskets": 4}, {"id": "blue", "name": "Blue", "letter": "b"},
        {"id": "green", "name": "Green", "letter": "R"}, {"name": "lost"},
    ]  # fmt: skip
    assert sorted(faults(read(picnic(sides=sides), {}))) == [
        ("sides", "a battle has two sides, one to bring the wine; here are 4"),
        ("sides[0].baskets", "4 is not between 1 and the 3 that one can carry"),
        ("sides[0].id", "a lower-case word: south"),
        ("sides[1].letter", "one capital letter: the first of its baskets' codes"),
        ("sides[2]", "the sides' ids and letters must differ: both are green or R"),
        ("sides[3]", "'id' is missing"),
        ("sides[3]", "'letter' is missing"),
    ]


def test_names_and_codes_are_checked_against_what_is_known() -> None:
    got = Gathered({})
    parties = [Party(Side("red"), "Red", "R", Seat("red"))]
    assert got.sides_named(("red",), parties, "first") == ("red",)
    assert got.check_code("R01", "R", "a")
    assert got.once("blanket", ["rug"], "b", "a thing")
    assert not got.faults.found
    got.sides_named(("green",), parties, "first")
    got.once("rug", ["rug"], "b", "a thing")
    assert not got.check_code("B01", "R", "c")
    assert not got.check_code("R1", "R", "d", r"[A-Z][0-9]{2}")
    assert told(got.faults.found) == [
        ("first", "there is no side 'green'; there are: red"),
        ("b", "there is a thing 'rug' already"),
        ("c", "'B01' is no code for this side's map: R01 to R99"),
        ("d", "'R1' is no code for this side's map: R01 to R99"),
    ]


# --- arrivals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "needs"), [(None, None), ("4+", 4), (6, 6), ("2", 2)])
def test_a_die_for_an_arrival_is_two_to_six(said: object, needs: int | None) -> None:
    got = Gathered({})
    assert needs_of(got, said, "roll") == needs
    assert not got.faults.found


@pytest.mark.parametrize("said", ["1+", "7", "4-6", ""])
def test_another_die_is_a_fault(said: str) -> None:
    got = Gathered({})
    assert needs_of(got, said, "roll") is None
    assert [one.where for one in got.faults.found] == ["roll"]


def test_what_a_unit_says_lies_over_what_its_group_says() -> None:
    class When(msgspec.Struct, frozen=True):
        turn: int | None = None
        edge: str | None = None

    assert overlaid(When(2, "south"), None, When(edge="west")) == {"turn": 2, "edge": "west"}


# --- special rules ------------------------------------------------------------------------------------------------


class Rain(msgspec.Struct, frozen=True):
    hour: int
    guests: tuple[Side, ...] = ()
    host: Side | None = None


def side(got: Parts, value: object, where: str) -> Side:
    return got.sides_named((value,), got.parties, where)[0]


def check(got: Parts, rule: Rain, where: str) -> None:
    if rule.hour > 12:
        got.fault(where, "too late", "hour")


SPECIAL = SpecialSection(
    kinds={"rain": Rain}, parts={Side: side}, check=check, example="{rule: rain, hour: 1}", counted=("hour",),
    listed=frozenset({"guests"}),
)  # fmt: skip


def special(*rules: object) -> tuple[tuple[Any, ...], list[tuple[str, str]]]:
    got = Parts({})
    got.parties.append(Party(Side("red"), "Red", "R", Seat("red")))
    found = SPECIAL.read(got, list(rules))
    return found, told(got.faults.found)


def test_a_special_rule_is_the_struct_of_its_kind() -> None:
    assert special({"rule": "rain", "hour": 3, "host": "red"}) == ((Rain(3, host=Side("red")),), [])


@pytest.mark.parametrize(
    ("rule", "where", "what"),
    [
        ("rain", "special[0]", "a special rule begins with its kind: rule: rain"),
        ({"rule": "rein"}, "special[0].rule.rein", "unknown key 'rein'; did you mean 'rain'?"),
        ({"rule": "rain"}, "special[0]", "'hour' is missing for the rule rain"),
        ({"rule": "rain", "hour": "x"}, "special[0].hour", "expected int, got str"),
        ({"rule": "rain", "hour": 0}, "special[0].hour", "0 is too small: 1 or more"),
        ({"rule": "rain", "hour": 13}, "special[0].hour", "too late"),
        ({"rule": "rain", "hour": 1, "guests": []}, "special[0].guests", "one at least"),
        ({"rule": "rain", "hour": 1, "host": "green"}, "special[0].host", "there is no side 'green'; there are: red"),
        ({"rule": "rain", "hour": 1, "host": {}}, "special[0].host", "there is no side {}; there are: red"),
        ({"rule": "rain", "hour": 1, "hoist": 1}, "special[0].hoist", "unknown key 'hoist'; did you mean 'host'?"),
    ],
)
def test_a_fault_of_a_special_rule_has_its_place(rule: object, where: str, what: str) -> None:
    assert (where, what) in special(rule)[1]


def test_special_rules_are_a_list() -> None:
    got = Parts({})
    assert SPECIAL.read(got, {"rule": "rain"}) == ()
    assert told(got.faults.found) == [("special", "expected a list of special rules: - {rule: rain, hour: 1}")]


# --- the table in inches ------------------------------------------------------------------------------------------


class Plot(GroundSpec, frozen=True, kw_only=True):
    slope: str = ""


GROUND = GroundKinds(
    spec=Plot, lines=frozenset({"road", "hedge", "brook"}), wide=frozenset({"brook"}), named_once=False
)
RIVER = {"id": "river", "kind": "river", "shape": [[0, 10], [36, 10], [36, 12], [0, 12]]}


def ground(*pieces: dict[str, Any], kinds: GroundKinds[Plot] = GROUND) -> tuple[list[Laid[Plot]], Measured]:
    got = Measured({})
    laid = kinds.read(got, pieces)
    kinds.warn_of_water(got, laid)
    return laid, got


def test_ground_is_areas_and_lines_with_the_keys_of_the_rules() -> None:
    laid, got = ground(
        {"id": "hill", "kind": "hill", "slope": "steep", "shape": [[1, 1], [5, 1], [5, 4.5]]},
        {"id": "lane", "kind": "road", "shape": [[0, 0], [10, 0]]},
        {"id": "brook", "kind": "brook", "width": 1.5, "shape": [[0, 5], [10, 5]]},
    )
    assert told(got.faults.found) == []
    assert [(one.spec.slope, len(one.shape), one.width) for one in laid] == [("steep", 3, 0), ("", 2, 0), ("", 2, 150)]
    assert (laid[0].shape[2].x, laid[0].shape[2].y) == (500, 450)


def test_a_bridge_is_laid_over_a_river_that_may_come_after_it() -> None:
    bridge = {"id": "bridge", "kind": "crossing", "over": "river", "at": [18, 11], "width": 3}
    laid, got = ground(bridge, RIVER)
    assert (told(got.faults.found), told(got.warnings.found)) == ([], [])
    assert sorted((one.x, one.y) for one in laid[0].shape) == [(1650, 800), (1650, 1400), (1950, 800), (1950, 1400)]


@pytest.mark.parametrize(
    ("piece", "where", "what"),
    [
        ({"id": "A", "kind": "hill"}, "terrain[1].id", "'A' is no id"),
        ({"id": "river", "kind": "hill"}, "terrain[1].id", "already"),
        ({"id": "hill", "kind": "hill"}, "terrain[1]", "'shape' is missing"),
        ({"id": "a", "kind": "hill", "shape": [[0, 0], [1, 1]]}, "terrain[1].shape", "corners"),
        ({"id": "a", "kind": "hill", "shape": [[0, 0], [99, 1], [1, 1]]}, "terrain[1].shape[1]", "off the table"),
        ({"id": "a", "kind": "road", "width": 2, "shape": [[0, 0], [1, 1]]}, "terrain[1].width", "is for a crossing"),
        ({"id": "a", "kind": "brook", "width": 0.1, "shape": [[0, 0], [1, 1]]}, "terrain[1].width", "less than 0.5"),
        ({"id": "a", "kind": "hill", "over": "river"}, "terrain[1].over", "this is a hill"),
        ({"id": "a", "kind": "crossing", "over": "brook", "at": [1, 1]}, "terrain[1].over", "there are: river"),
        ({"id": "a", "kind": "crossing", "over": "river"}, "terrain[1]", "'at' is missing"),
        ({"id": "a", "kind": "crossing", "over": "river", "at": [1, 1]}, "terrain[1].at", ""),
    ],
)
def test_a_fault_of_the_ground_has_its_place(piece: dict[str, Any], where: str, what: str) -> None:
    found = told(ground(RIVER, piece)[1].faults.found)
    assert any(one == where and what in words for one, words in found), found


def test_water_that_cannot_be_crossed_is_odd() -> None:
    ford = {"id": "ford", "kind": "crossing", "name": "the ford", "shape": [[1, 1], [3, 1], [3, 3]]}
    assert [what for _, what in told(ground(RIVER, ford)[1].warnings.found)] == [
        "nobody can cross river: it has no bridge and no ford", "the ford crosses no river",
    ]  # fmt: skip


def test_a_name_belongs_to_one_piece_where_orders_go_by_names() -> None:
    mills = [{"id": f"mill-{n}", "kind": "town", "name": "Mill", "shape": [[n, 0], [n + 1, 0], [n, 1]]} for n in (1, 5)]
    once = GroundKinds(spec=Plot, lines=frozenset())
    assert told(ground(*mills)[1].faults.found) == []
    assert [where for where, _ in told(ground(*mills, kinds=once)[1].faults.found)] == ["terrain[1].name"]


def test_measures_are_read_with_their_faults() -> None:
    got = Measured({})
    got.read_table({"width": 72, "depth": 48.5})
    assert got.table == Table(got.length(72, ""), got.length(48.5, ""))
    assert got.mouth(TableEdge.SOUTH, 10, None, None, "") == (1000, 1000)
    assert got.mouth(TableEdge.WEST, None, 10, None, "") == (1000, 4850)
    mill = {"name": "mill", "at": [1, 2], "within": 6}
    assert got.held(mill, "") == AreaToHold(name="mill", shape=(got.spot((1, 2), ""),), radius=Hundredths(600))
    assert got.bearing(-90, "") == 2700
    assert not got.faults.found
    got.read_table({"width": 5})
    got.mouth(TableEdge.SOUTH, 10, 2, None, "enters")
    got.stretch(TableEdge.WEST, 20, 10, "exit")
    got.held({"name": "mill", "at": [1, 2]}, "area")
    got.length(float("nan"), "long")
    assert [one.where for one in got.faults.found] == ["table.width", "enters.at", "exit", "area", "long"]


def test_units_that_come_in_the_same_way_are_one_arrival() -> None:
    got = Measured({})
    arrivals: list[EdgeArrival] = []
    south = {"turn": 2, "edge": "south", "at": 10}
    for code, value in (("S01", south), ("S02", south), ("N01", south), ("S03", {**south, "secret": True})):
        new = read_enters(got, EdgeArrival, StandId(code), value, code)
        assert new is not None
        join(arrivals, new)
    assert [one.units for one in arrivals] == [("S01", "S02"), ("N01",), ("S03",)]
    assert not got.faults.found
    assert entry(got, arrivals[0]) == Pose(Spot(Hundredths(1000), Hundredths(0)), Tenths(0))
    check_turns(got, arrivals, 1, {StandId(code): code for code in ("S01", "S02", "N01", "S03")})
    assert [one.where for one in got.faults.found] == [f"{code}.enters.turn" for code in ("S01", "N01", "S03")]


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"turn": 0, "edge": "south"}, "enters.turn"),
        ({"turn": 1, "edge": "up"}, "enters.edge"),
        ({"turn": 1, "edge": "south", "at": 99}, "enters"),
        ({"turn": 1, "edge": "south", "at": 9, "to": 12}, "enters.at"),
    ],
)
def test_a_fault_of_an_arrival_has_its_place(value: dict[str, Any], where: str) -> None:
    got = Measured({})
    read_enters(got, EdgeArrival, StandId("S01"), value, "enters")
    assert [one.where for one in got.faults.found] == [where]


def test_who_is_to_come_is_told_with_when_and_where() -> None:
    point = EdgeArrival(
        units=(StandId("S01"), StandId("S02")),
        turn=2,
        edge=TableEdge.SOUTH,
        start=Hundredths(1650),
        end=Hundredths(1650),
    )
    part = EdgeArrival(units=(StandId("N01"),), turn=4, edge=TableEdge.WEST, start=Hundredths(0), end=Hundredths(850))
    whole = EdgeArrival(units=(StandId("N02"),), turn=5, edge=TableEdge.WEST, start=Hundredths(0), end=Hundredths(3600))
    table = Table(Hundredths(3600), Hundredths(3600))
    late = {StandId("S02"), StandId("N01"), StandId("N02")}
    assert coming([point, part, whole], late, table, 2) == (
        "S02 now over the south edge at 16.5; N01 in turn 4 over the west edge at 0 to 8.5; "
        "N02 in turn 5 over the west edge"
    )
    assert coming([point], set(), table, 2) == ""
