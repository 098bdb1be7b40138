"""Scenario files of the one-hour rules: the four there are, every fault named with its place, and what may be odd."""

import copy
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.ids import Side, StandId
from pbem.engine.ruleset import Scenario
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.scenario.aims import ExitSpec, NearSpec, ObjectiveSpec
from pbem.engine.table.scenario.arrivals import EntersSpec
from pbem.engine.table.scenario.measured import HeldSpec, TableSpec
from pbem.paths import SCENARIOS
from pbem.rulesets import onehour
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.reporting.readings import ABOUT, BY_SWITCH, SAYS, readings
from pbem.rulesets.onehour.scenario import file as shapes
from pbem.rulesets.onehour.scenario.armies import is_square
from pbem.rulesets.onehour.scenario.reader import PACES, scenario
from pbem.rulesets.onehour.tables import CONFIDENCE
from pbem.yamlfile import read_yaml

FOLDER = SCENARIOS / "onehour"
NAMES = (
    "coutras", "cropredy", "dreux", "edgehill", "harrow-down", "lutzen", "mill-ford", "naseby", "nieuwpoort", "rocroi",
    "two-farms",
)  # fmt: skip
REFERENCE = Path(onehour.__file__).parent / "reference"


@cache
def files(name: str) -> dict[str, Any]:
    """A scenario file as read; not to be changed."""
    spec: dict[str, Any] = read_yaml(FOLDER / f"{name}.yaml").value
    return spec


def spec_of(name: str) -> dict[str, Any]:
    return copy.deepcopy(files(name))


def battle(name: str, pace: str = "turn") -> Battle:
    read = scenario(spec_of(name), {"pace": pace})
    assert read.faults == ()
    assert read.battle is not None
    return read.battle


# --- the four -----------------------------------------------------------------------------------------------------


def test_the_battles_that_ship_are_known_by_name() -> None:
    assert tuple(sorted(path.stem for path in FOLDER.glob("*.yaml"))) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_battle_of_ours_has_no_fault_and_nothing_odd(name: str) -> None:
    read = scenario(spec_of(name), {})
    assert (read.faults, read.warnings) == ((), ())
    assert read.name == name
    assert read.rounds == 15
    assert [len(rows) for rows in read.armies.values()] == ([5, 5] if name in {"mill-ford", "two-farms"} else [6, 6])


@pytest.mark.parametrize("name", ["harrow-down", "mill-ford"])
def test_a_mirrored_battle_is_the_same_turned_by_half_a_turn(name: str) -> None:
    there = battle(name)
    for south in (unit for unit in there.units.values() if unit.side == "south"):
        north = there.units[StandId("N" + south.id[1:])]
        assert (north.type, north.name, north.hits, north.state) == (south.type, south.name, south.hits, south.state)
        assert (north.pose.at.x + south.pose.at.x, north.pose.at.y + south.pose.at.y) == (3600, 3600)
        assert (north.pose.facing - south.pose.facing) % 3600 == 1800
    shapes_there = {tuple(sorted(one.shape)) for one in there.features}
    turned = {tuple(sorted((3600 - x, 3600 - y) for x, y in map(pair, shape))) for shape in shapes_there}
    assert turned == {tuple(sorted(map(pair, shape))) for shape in shapes_there}
    assert sorted((one.turn, len(one.units), one.start) for one in there.arrivals if one.edge == "south") == sorted(
        (one.turn, len(one.units), 3600 - one.start) for one in there.arrivals if one.edge == "north"
    )


def pair(place: Any) -> tuple[int, int]:
    return place.x, place.y


def test_harrow_down_stands_where_its_file_says() -> None:
    there = battle("harrow-down")
    assert {u: (one.type, one.pose.at.x, one.pose.at.y) for u, one in there.units.items() if one.side == "south"} == {
        "S01": ("Infantry", 1300, 600), "S02": ("Infantry", 1800, 600), "S03": ("Infantry", 2300, 600),
        "S04": ("Cavalry", 2850, 600), "S05": ("Cavalry", 800, 600), "S06": ("Infantry", 300, 600),
    }  # fmt: skip
    assert (there.switches.woods, there.limit, there.side_order) == ("infantry", 15, ())
    assert [army.break_at for army in there.armies] == [4, 4]


def test_lances_stand_in_a_thin_line_and_squadrons_deep() -> None:
    there = battle("coutras")
    assert {(one.width, one.depth) for u, one in there.units.items() if u in {"R01", "R02", "R03"}} == {(600, 100)}
    assert {(one.width, one.depth) for u, one in there.units.items() if u in {"H01", "H02"}} == {(400, 300)}
    assert there.side_order == ("royal", "huguenot")
    assert there.history.startswith("Navarre's army")
    assert scenario(spec_of("coutras"), {}).sources


def test_a_crossing_laid_over_a_river_reaches_beyond_both_banks() -> None:
    ford = next(one for one in battle("mill-ford").features if one.id == "ford")
    assert sorted(map(pair, ford.shape)) == [(950, 1500), (950, 2100), (1150, 1500), (1150, 2100)]


def test_those_that_come_together_are_one_arrival() -> None:
    assert [one.units for one in battle("mill-ford").arrivals] == [("S03", "S04"), ("S05",), ("N03", "N04"), ("N05",)]


@pytest.mark.parametrize("name", NAMES)
def test_the_battle_survives_its_own_json(name: str) -> None:
    there = battle(name)
    assert msgspec.json.decode(msgspec.json.encode(there), type=Battle) == there


# --- paces --------------------------------------------------------------------------------------------------------


def test_at_the_pace_of_set_up_units_wait_to_be_placed() -> None:
    there = battle("mill-ford", "set-up")
    assert there.deploys
    assert {u: one.state for u, one in there.units.items() if one.side == "south"} == {
        "S01": "to place", "S02": "to place", "S03": "to come", "S04": "to come", "S05": "to come",
    }  # fmt: skip


def test_at_the_pace_of_armies_listed_units_give_up_their_places() -> None:
    there = battle("harrow-down", "armies")
    assert there.units == {}
    listed = battle("harrow-down")
    for army in there.armies:
        assert army.muster is not None
        assert army.muster.slots == tuple(one.pose for one in listed.units.values() if one.side == army.id)
        assert (army.muster.size, army.muster.choice) == (6, "row")


def test_an_army_is_not_drawn_where_a_place_would_not_hold_any_type() -> None:
    (fault,) = scenario(spec_of("coutras"), {"pace": "armies"}).faults
    assert (fault.where, "in the warren" in fault.what or "the warren" in fault.what) == ("options.pace", True)


def test_an_unknown_pace_or_option_is_a_fault() -> None:
    told = scenario(spec_of("harrow-down"), {"pace": "round", "speed": "high"}).faults
    assert [fault.where for fault in told] == ["options.speed", "options.pace"]
    assert ", ".join(PACES) in told[1].what


def test_without_a_pace_the_usual_one_is_played() -> None:
    assert scenario(spec_of("harrow-down"), {"pace": ""}).battle == battle("harrow-down", next(iter(PACES)))


# --- faults -------------------------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], Any]


def unit(spec: dict[str, Any], index: int = 0, side: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = spec["sides"][side]["units"][index]
    return found


def put(spec: Any, *path_and_value: Any) -> None:
    *path, last, value = path_and_value
    for step in path:
        spec = spec[step]
    spec[last] = value


def both(one: Change, other: Change) -> Change:
    """Two changes of a file."""
    return lambda spec: (one(spec), other(spec))


def zoneless(spec: dict[str, Any]) -> None:
    """South has no zone."""
    del spec["sides"][0]["zone"]


def late(spec: dict[str, Any], **enters: Any) -> None:
    """The first unit comes during the battle."""
    del unit(spec)["at"]
    del unit(spec)["facing"]
    unit(spec)["enters"] = enters


def drawn(spec: dict[str, Any], **army: Any) -> None:
    """South's army is drawn."""
    spec["sides"][0]["units"] = []
    spec["sides"][0]["army"] = {"places": [[13, 6], [18, 6], [23, 6], [28, 6]], **army}


def more(spec: dict[str, Any], **feature: Any) -> None:
    """One more piece of terrain."""
    spec["terrain"].append(feature)


SQUARE = [[0, 20], [4, 20], [4, 24], [0, 24]]
FIRST, GOAL = "sides[0].units[0]", "objectives[0]"

FAULTS: list[tuple[str, Change, str, str]] = [
    ("rules", lambda s: put(s, "rules", "snaphance"), "rules", "not for onehour"),
    ("unknown key", lambda s: put(s, "turn", 15), "turn", "did you mean 'turns'"),
    ("turns", lambda s: put(s, "turns", 0), "turns", "1 to 99"),
    ("information", lambda s: put(s, "information", "sealed"), "information", "'sealed' is not played here"),
    ("first", lambda s: put(s, "first", "east"), "first", "there are: south, north"),
    ("table", lambda s: put(s, "table", "width", 6), "table.width", "12 to 120"),
    ("table finer", lambda s: put(s, "table", "depth", 36.001), "table.depth", "finer than a hundredth"),
    ("switch", lambda s: put(s, "switches", "wood", "none"), "switches.wood", "did you mean 'woods'"),
    ("woods", lambda s: put(s, "switches", "woods", "horse"), "switches.woods", "'horse'"),
    ("road", lambda s: put(s, "switches", "road_bonus", 13), "switches.road_bonus", "more than 12"),
    ("no road", lambda s: put(s, "switches", "road_bonus", -1), "switches.road_bonus", "-1 is less than 0"),
    ("frontage", lambda s: put(s, "switches", "frontage", 7), "switches.frontage", "4 to 6 inches wide"),
    ("depth", lambda s: put(s, "switches", "depth", 5), "switches.depth", "no deeper than wide"),
    ("corners", lambda s: put(s, "terrain", 0, "shape", [[1, 1], [2, 2]]), "terrain[0].shape", "three"),
    ("crossed edges", lambda s: put(s, "terrain", 0, "shape", [[14, 14], [20, 20], [20, 14], [14, 20]]),
     "terrain[0].shape", "edges 1 and 3"),
    ("off table", lambda s: put(s, "terrain", 0, "shape", 0, [14, 40]), "terrain[0].shape[0]", "off the table"),
    ("no shape", lambda s: s["terrain"][0].pop("shape"), "terrain[0]", "'shape' is missing"),
    ("kind", lambda s: put(s, "terrain", 0, "kind", "bog"), "terrain[0].kind", "'bog'"),
    ("id", lambda s: put(s, "terrain", 0, "id", "The Down"), "terrain[0].id", "west-wood"),
    ("id twice", lambda s: put(s, "terrain", 2, "id", "west-wood"), "terrain[2].id", "west-wood already"),
    ("name twice", lambda s: put(s, "terrain", 2, "name", "west wood"), "terrain[2].name", "has that name already"),
    ("short road", lambda s: more(s, id="lane", kind="road", shape=[[1, 1], [1, 1]]), "terrain[3].shape", "two"),
    ("over", lambda s: more(s, id="x", kind="hill", over="down", at=[1, 1]), "terrain[3].over", "is for a crossing"),
    ("over what", lambda s: more(s, id="x", kind="crossing", over="down", at=[1, 1]), "terrain[3].over", "no river"),
    ("over where", lambda s: more(s, id="x", kind="crossing", over="down"), "terrain[3]", "'at' is missing"),
    ("at of a shape", lambda s: put(s, "terrain", 0, "at", [1, 1]), "terrain[0].at", "laid 'over' a river"),
    ("one side", lambda s: s["sides"].pop(), "sides", "two sides"),
    ("letters", lambda s: put(s, "sides", 1, "letter", "S"), "sides[1]", "must differ"),
    ("letter", lambda s: put(s, "sides", 0, "letter", "south"), "sides[0].letter", "one capital"),
    ("side id", lambda s: put(s, "sides", 0, "id", "South"), "sides[0].id", "lower-case"),
    ("home", lambda s: put(s, "sides", 0, "home", "down"), "sides[0].home", "'down'"),
    ("nobody", lambda s: put(s, "sides", 0, "units", []), "sides[0]", "'units', or an 'army'"),
    ("break", lambda s: put(s, "sides", 0, "break_at", 7), "sides[0].break_at", "between 1 and the side's 6"),
    ("zone", lambda s: put(s, "sides", 0, "zone", [[0, 0], [36, 0]]), "sides[0].zone", "three"),
    ("code", lambda s: put(unit(s), "id", "N07"), FIRST + ".id", "S01 to S99"),
    ("square", both(lambda s: put(s, "sides", 0, "letter", "B"), lambda s: put(unit(s), "id", "B3")), FIRST + ".id",
     "B3 is also a square of the map"),
    ("code twice", lambda s: put(unit(s), "id", "S02"), "sides[0].units[1].id", "S02 already"),
    ("type", lambda s: put(unit(s), "type", "Dragoons"), FIRST + ".type", "'Dragoons'"),
    ("no place", lambda s: unit(s).pop("at"), FIRST, "'at' is missing"),
    ("one number", lambda s: put(unit(s), "at", [13]), FIRST + ".at", "expected"),
    ("width", lambda s: put(unit(s), "width", 3), FIRST + ".width", "4 to 6"),
    ("unit depth", lambda s: put(unit(s), "depth", 0.5), FIRST + ".depth", "1 to 4 inches deep"),
    ("facing", lambda s: put(unit(s), "facing", 12.34), FIRST + ".facing", "finer than a tenth"),
    ("hits", lambda s: put(unit(s), "hits", 15), FIRST + ".hits", "0 to 14"),
    ("no powder", lambda s: put(unit(s, 3), "out_of_ammo", True), "sides[0].units[3].out_of_ammo", "no ammunition"),
    ("overlap", lambda s: put(unit(s), "at", [16, 6]), FIRST + ".at", "S02 is in the way"),
    ("enemies touch", both(zoneless, lambda s: put(unit(s), "at", [13, 28])), "sides[1].units[2].at",
     "touches its enemy S01"),
    ("over the edge", lambda s: put(unit(s, 5), "at", [1, 6]), "sides[0].units[5].at", "off the table"),
    ("off zone", lambda s: put(unit(s), "at", [13, 7.5]), FIRST + ".at", "outside its side's zone"),
    ("in a wood", both(zoneless, lambda s: put(unit(s, 4), "at", [8, 14])), "sides[0].units[4].at",
     "may not enter the wood West Wood (OH-R-terr-1)"),
    ("in a marsh", lambda s: more(s, id="bog", kind="marsh", shape=[[12, 5], [14, 5], [14, 7], [12, 7]]),
     FIRST + ".at", "OH-R-terr-3"),
    ("in a river", lambda s: more(s, id="beck", kind="river", shape=[[0, 5], [36, 5], [36, 6], [0, 6]]),
     FIRST + ".at", "OH-R-terr-4"),
    ("horse in town", lambda s: more(s, id="ham", kind="town", shape=[[6, 4], [10, 4], [10, 8], [6, 8]]),
     "sides[0].units[4].at", "OH-R-terr-2"),
    ("enters at", lambda s: put(unit(s), "enters", {"turn": 2, "edge": "south"}), FIRST + ".at", "enters later"),
    ("turn", lambda s: late(s, turn=0, edge="south"), FIRST + ".enters.turn", "turn 1"),
    ("too late", lambda s: late(s, turn=16, edge="south"), FIRST + ".enters.turn", "after the last one, 15"),
    ("edge", lambda s: late(s, turn=2, edge="top"), FIRST + ".enters.edge", "'top'"),
    ("beyond the edge", lambda s: late(s, turn=2, edge="south", at=40), FIRST + ".enters", "which is 36 long"),
    ("both", lambda s: late(s, turn=2, edge="south", at=4, to=9), FIRST + ".enters.at", "not both"),
    ("army places", lambda s: drawn(s, places=[[1, 6]] * 7), "sides[0].army.places", "1 to 6"),
    ("army overlap", lambda s: drawn(s, places=[[13, 6], [14, 6]]), "sides[0].army.places[1]", "would overlap"),
    ("army in town", both(drawn, lambda s: more(s, id="ham", kind="town", shape=[[12, 4], [16, 4], [16, 8], [12, 8]])),
     "sides[0].army.places[0]", "Reiters, which the table of armies may draw"),
    ("army codes", lambda s: drawn(s, codes={"Infantry": "NI"}), "sides[0].army.codes.Infantry", "'NI'"),
    ("objective twice", lambda s: s["objectives"].append(s["objectives"][0]), "objectives[1].name", "already"),
    ("area", lambda s: put(s, "objectives", 0, "areas", ["dawn"]), GOAL + ".areas[0]", "there are: down, west-wood"),
    ("no area", lambda s: put(s, "objectives", 0, "areas", []), GOAL + ".areas", "nothing is to be held"),
    ("own area", lambda s: put(s, "objectives", 0, "areas", [{"name": "x", "within": 3}]), GOAL + ".areas[0]", "'at'"),
    ("need", lambda s: put(s, "objectives", 0, "need", 2), GOAL + ".need", "between 1 and its 1"),
    ("from turn", lambda s: put(s, "objectives", 0, "from_turn", 16), GOAL + ".from_turn", "the last turn, 15"),
    ("points", lambda s: put(s, "objectives", 0, "points", 3), GOAL + ".points", "victory: {by: points}"),
    ("worthless", lambda s: put(s, "objectives", 0, "wins", False), GOAL, "worth no points"),
    ("wins nothing", lambda s: put(s, "victory", {"by": "units"}), GOAL, "wins nothing where victory is by units"),
    ("whose", lambda s: put(s, "objectives", 0, "sides", ["east"]), GOAL + ".sides", "no side 'east'"),
    ("no objective", both(lambda s: s.pop("objectives"), lambda s: put(s, "victory", {"by": "objective"})),
     "victory.by", "there is no objective"),
    ("otherwise", lambda s: put(s, "victory", {"otherwise": "east"}), "victory.otherwise", "no side 'east'"),
    ("lead", lambda s: put(s, "victory", {"lead": 0}), "victory", "1 or more"),
    ("unit", lambda s: put(s, "victory", {"unit": 2}), "victory", "only with victory: {by: points}"),
    ("exit", lambda s: put(s, "exits", [{"name": "gap", "edge": "north", "from": 3, "to": 5}]), "exits[0]", "narrow"),
    ("near", lambda s: put(s, "near", [{"name": "it", "units": ["S09"], "at": [1, 1], "within": 4}]), "near[0].units",
     "no unit S09"),
    ("too near", lambda s: put(s, "near", [{"name": "it", "units": ["S01"], "at": [1, 1], "within": 4}]),
     FIRST + ".at", "within 4 inches of it (SCN-near)"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "where", "what"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_a_fault_is_told_with_its_place(change: Change, where: str, what: str) -> None:
    spec = spec_of("harrow-down")
    change(spec)
    read = scenario(spec, {})
    found = [fault.what for fault in read.faults if fault.where == where]
    assert any(what in one for one in found), read.faults
    assert read.battle is None


def test_every_fault_is_told_at_once() -> None:
    spec = spec_of("harrow-down")
    for change in (row[1] for row in FAULTS if row[0] in {"turns", "kind", "type", "width", "need", "lead"}):
        change(spec)
    places = {fault.where for fault in scenario(spec, {}).faults}
    assert {"turns", "terrain[0].kind", FIRST + ".type", "victory"} <= places


NONSENSE: tuple[Any, ...] = ({}, [1], "x", 3, None)


@pytest.mark.parametrize("key", [key for key in shapes.File.__struct_fields__ if key not in {"exits", "near"}])
def test_a_key_that_is_nonsense_is_told_about_without_a_crash(key: str) -> None:
    for nonsense in NONSENSE:
        read = scenario({**spec_of("harrow-down"), key: nonsense}, {})
        assert (read.battle is None) == bool(read.faults)


@pytest.mark.parametrize("broken", [{}, {"rules": "onehour"}, {"rules": "onehour", "sides": [{}, 3]}])
def test_a_file_of_nearly_nothing_is_told_about_without_a_crash(broken: dict[str, Any]) -> None:
    read = scenario(broken, {})
    assert read.faults
    assert read.battle is None


# --- what is odd --------------------------------------------------------------------------------------------------


def warned(change: Change) -> Scenario[Battle]:
    spec = spec_of("harrow-down")
    change(spec)
    read = scenario(spec, {})
    assert read.faults == ()
    return read


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        (lambda s: s.pop("turns"), "", "until a side has nobody left"),
        (lambda s: put(s, "turns", 5), "turns", "powder hardly runs out"),
        (lambda s: put(s, "sides", 0, "break_at", 1), "sides[0].break_at", "breaks very soon"),
        (lambda s: more(s, id="beck", name="the beck", kind="river", shape=SQUARE), "terrain", "can cross the beck"),
        (lambda s: more(s, id="plank", kind="crossing", shape=SQUARE), "terrain", "plank crosses no river"),
    ],
)
def test_what_is_odd_is_played_and_told(change: Change, where: str, what: str) -> None:
    (fault,) = warned(change).warnings
    assert fault.where == where
    assert what in fault.what


def test_the_summary_tells_armies_aims_and_secrets() -> None:
    told = scenario(spec_of("mill-ford"), {}).summary
    assert told[0] == "Mill Ford: 36 by 36 inches, 15 turns, first by dice"
    assert "South: 5 units (3 Infantry, 2 Reiters); beaten at 3 lost" in told
    assert "S03 and S04 expected in turn 2 over the south edge at 16.5" in told
    assert "A side that is alone at both the bridge and the ford at the end of a turn wins." in told
    secret = spec_of("mill-ford")
    unit(secret, 4)["enters"]["secret"] = True
    assert any(line.endswith("in secret") for line in scenario(secret, {}).summary)


def test_who_comes_in_secret_is_no_row_of_the_battle_page() -> None:
    secret = spec_of("mill-ford")
    unit(secret, 4)["enters"]["secret"] = True
    rows = scenario(secret, {}).armies
    assert [len(one) for one in rows.values()] == [4, 5]


def test_a_code_that_names_a_square_is_known() -> None:
    table = battle("harrow-down").table
    assert [code for code in ("A1", "F6", "G1", "A7", "S01", "B03", "AB1") if is_square(table, code)] == ["A1", "F6"]


# --- restored rules and switches ----------------------------------------------------------------------------------


def test_every_restored_rule_and_switch_has_its_words() -> None:
    assert set(CONFIDENCE) == set(SAYS) | ({*BY_SWITCH} & {*CONFIDENCE})
    assert not set(SAYS) & set(BY_SWITCH)
    assert set(ABOUT) <= set(CONFIDENCE)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_report_shows_each_restored_rule_of_its_ground_with_how_sure_it_is(name: str) -> None:
    there = battle(name)
    kinds = {one.kind for one in there.features}
    told = dict(readings(there))
    expected = {rule for rule in CONFIDENCE if rule not in ABOUT or kinds & set(ABOUT[rule])}
    assert expected == set(told) & set(CONFIDENCE)
    assert all(f"confidence: {CONFIDENCE[rule]}" in told[rule] for rule in expected)


def test_a_switch_that_is_set_otherwise_says_so() -> None:
    told = dict(readings(battle("harrow-down")))
    assert told["OH-R-terr-1"] == (  # type: ignore[index]  # a rule's name
        "Only Infantry may enter a wood. (Restored; confidence: low; set so for this battle.)"
    )
    spec = spec_of("harrow-down")
    spec["switches"] = {"pikes": False, "shoot_into_melee": False, "road_bonus": 2, "depth": 1.5, "frontage": 5}
    spec["sides"][0]["units"] = [{**one, "at": [3 + 6 * i, 6]} for i, one in enumerate(spec["sides"][0]["units"])]
    spec["sides"][1]["units"] = [{**one, "at": [3 + 6 * i, 30]} for i, one in enumerate(spec["sides"][1]["units"])]
    read = scenario(spec, {})
    assert read.battle is not None
    assert read.battle.switches.road_bonus == Hundredths(200)
    said = " ".join(words for _, words in readings(read.battle))
    for words in (
        "takes the hits as they are. (Restored; confidence: low; set so for this battle.)",
        "may not be shot at. (Not in the printed rules",
        "Units are 1.5 inches deep where nothing else is said.",
        "Units are 5 inches wide",
    ):
        assert words in said


def test_the_reference_says_how_sure_each_restored_rule_is() -> None:
    text = (REFERENCE / "07-restored.md").read_text(encoding="utf-8")
    for rule, confidence in CONFIDENCE.items():
        paragraph = text.split(f"**{rule} ")[1].split("\n- **")[0].split("\n## ")[0]
        assert re.search(confidence.partition(" to ")[0], paragraph, re.IGNORECASE), rule


# --- the page on writing scenarios ----------------------------------------------------------------------------------


def keys(*structs: type[msgspec.Struct]) -> Iterable[str]:
    return (field.encode_name for struct in structs for field in msgspec.structs.fields(struct))


def test_the_page_on_scenarios_tells_every_key() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    quoted = " ".join(re.findall(r"`([^`]*)`", page))
    everything = keys(
        shapes.File, TableSpec, shapes.SwitchSpec, shapes.FeatureSpec, EntersSpec, shapes.UnitSpec,
        shapes.ArmySpec, shapes.SideSpec, HeldSpec, ObjectiveSpec, shapes.VictorySpec, ExitSpec,
        NearSpec,
    )  # fmt: skip
    assert [key for key in everything if not re.search(rf"\b{key}\b", quoted)] == []
    assert [pace for pace in PACES if f"`{pace}`" not in page] == []


def test_sides_are_those_of_the_file() -> None:
    assert [army.id for army in battle("two-farms").armies] == [Side("white"), Side("black")]
