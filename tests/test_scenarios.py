"""Scenario files: Harrow Down as it must be, and every fault named with its place and line."""

import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem import scenarios
from pbem.engine.hexes import from_label, hour, label
from pbem.engine.ids import Side, StandId
from pbem.paths import SCENARIOS
from pbem.rulesets.snaphance.scenario.reader import scenario
from pbem.rulesets.snaphance.state.battle import Battle, Category, stand_at, stands_of
from pbem.yamlfile import YamlFault, parse_yaml, read_yaml

FOLDER = SCENARIOS / "snaphance"


@cache
def files(name: str) -> dict[str, Any]:
    """A scenario file with its army list, as read; not to be changed."""
    spec: dict[str, Any] = read_yaml(FOLDER / f"{name}.yaml").value
    return {**spec, "army_list": read_yaml(FOLDER / "army-list.yaml").value}


def harrow() -> dict[str, Any]:
    return copy.deepcopy(files("harrow-down"))


def battle() -> Battle:
    read = scenario(harrow(), {"pace": "round"})
    assert read.faults == ()
    assert read.battle is not None
    return read.battle


# --- Harrow Down --------------------------------------------------------------------------------------------------


def test_harrow_down_has_no_fault_and_nothing_odd() -> None:
    read = scenario(harrow(), {})
    assert (read.faults, read.warnings) == ((), ())
    assert (read.name, read.title, read.seats) == ("harrow-down", "Harrow Down", ("south", "north"))


def test_harrow_down_is_the_same_turned_by_half_a_turn() -> None:
    """The board has a middle; every stand of the one side stands opposite its like."""
    there = battle()
    for south in stands_of(there, Side("south")):
        north = there.stands[StandId("N" + south.id[1:])]
        assert (north.type, north.name, north.group[6:]) == (south.type, south.name, south.group[6:])
        assert (north.facing - south.facing) % 6 == 3
        assert (north.hex.q + south.hex.q, north.hex.r + south.hex.r) == (7, 8)


def test_harrow_down_stands_where_its_table_says() -> None:
    there = battle()
    placed = {s.id: (label(s.hex), hour(s.facing), s.sp) for s in there.stands.values()}
    assert placed == {
        "S01": ("0508", 12, (5,)), "S02": ("0608", 12, (5,)), "S03": ("0708", 12, (5,)),
        "S04": ("0908", 12, (4,)), "S05": ("0309", 12, (4,)), "S06": ("0208", 12, (3,)),
        "N01": ("0702", 6, (5,)), "N02": ("0602", 6, (5,)), "N03": ("0502", 6, (5,)),
        "N04": ("0302", 6, (4,)), "N05": ("1001", 6, (4,)), "N06": ("1002", 6, (3,)),
    }  # fmt: skip
    assert [(a.break_total, a.break_at, a.training) for a in there.armies] == [(11, 5, "poor")] * 2
    for stand in there.stands.values():
        found = stand_at(there, stand.hex)
        assert found is not None
        assert found.id == stand.id


def test_every_group_has_its_general_with_a_stand() -> None:
    there = battle()
    generals = {c.group: (c.attached_to, c.bonus, c.range) for c in there.commanders.values()}
    assert generals == {
        "south.Foot": ("S02", 1, 4),
        "south.Horse": ("S04", 0, 4),
        "north.Foot": ("N02", 1, 4),
        "north.Horse": ("N04", 0, 4),
    }
    assert set(generals) == set(there.groups)


def test_the_battle_survives_its_own_json() -> None:
    there = battle()
    assert msgspec.json.decode(msgspec.json.encode(there), type=Battle) == there


def test_the_pace_is_the_game_s() -> None:
    read = scenario(harrow(), {"pace": "ask me"})
    assert read.battle is not None
    assert read.battle.pace == "ask me"


def test_every_row_of_the_army_list_can_be_fielded() -> None:
    """One stand of each row in a battle of its own, in class B; class C costs each rank a point."""
    rows = read_yaml(FOLDER / "army-list.yaml").value
    assert len(rows) == 22
    for name, row in rows.items():
        spec = harrow()
        spec["sides"][0]["groups"][0]["stands"][0]["type"] = f"{name}-B"
        spec["sides"][0]["groups"][0]["stands"][1]["type"] = f"{name}-C"
        read = scenario(spec, {})
        assert read.faults == ()
        assert read.battle is not None
        kind, poor = read.battle.types[f"{name}-B"], read.battle.types[f"{name}-C"]
        assert (list(kind.sp), kind.order_class) == (row["sp"], "B")
        assert (list(poor.sp), poor.order_class) == ([sp - 1 for sp in row["sp"]], "C")


@pytest.mark.parametrize(
    ("name", "pursuit", "table", "heavy", "after"),
    [
        ("GEN", "must", "cavalry3", True, 3),
        ("HOR", "may", "cavalry", True, 1),
        ("PSL", "may", "infantry", False, 1),
        ("DRA", "never", "infantry", False, 0),
        ("LC", "never", "cavalry", False, 1),
    ],
)
def test_what_a_row_leaves_out_is_the_catalogue_s(name: str, pursuit: str, table: str, heavy: bool, after: int) -> None:
    spec = harrow()
    spec["sides"][0]["groups"][0]["stands"][0]["type"] = f"{name}-B"
    read = scenario(spec, {})
    assert read.battle is not None
    kind = read.battle.types[f"{name}-B"]
    assert (kind.pursuit, kind.pursuit_table, kind.heavy, kind.cb_after_loss) == (pursuit, table, heavy, after)


# --- faults -------------------------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], Any]


def stand(spec: dict[str, Any], side: int = 0, group: int = 0, index: int = 0) -> dict[str, Any]:
    return spec["sides"][side]["groups"][group]["stands"][index]


def put(spec: dict[str, Any], *path_and_value: Any) -> None:
    *path, last, value = path_and_value
    for step in path:
        spec = spec[step]
    spec[last] = value


def both(one: Change, other: Change) -> Change:
    return lambda spec: (one(spec), other(spec))


def late(spec: dict[str, Any], **enters: Any) -> None:
    """The first stand comes during the battle."""
    del stand(spec)["hex"]
    stand(spec)["enters"] = enters


FIRST = "sides[0].groups[0].stands[0]"

FAULTS: list[tuple[str, Change, str, str]] = [
    ("two stands", lambda s: put(stand(s),
     "hex", "0608"), "sides[0].groups[0].stands[1].hex", "0608 holds S01 already"),
    ("off the board", lambda s: put(stand(s), "hex", "1301"), FIRST + ".hex", "off the board"),
    ("no hex", lambda s: put(stand(s), "hex", "x5"), FIRST + ".hex", "four digits"),
    ("column 0", lambda s: put(stand(s), "hex", "0001"), FIRST + ".hex", "off the board"),
    ("unknown row", lambda s: put(stand(s), "type", "ELF-B"), FIRST + ".type", "no row 'ELF'"),
    ("no class", lambda s: put(stand(s), "type", "PSL"), FIRST + ".type", "names no order class"),
    ("class D", lambda s: put(stand(s), "type", "PSL-D"), FIRST + ".type", "PSL-A, PSL-B or PSL-C"),
    ("facing", lambda s: put(stand(s), "facing", 3), FIRST + ".facing", "12, 2, 4, 6, 8 or 10"),
    ("facing in words", lambda s: put(stand(s), "facing", "north"), FIRST + ".facing", "expected int"),
    ("code", lambda s: put(stand(s), "id", "N07"), FIRST + ".id", "S01 to S99"),
    ("code twice", lambda s: put(stand(s), "id", "S02"), "sides[0].groups[0].stands[1].id", "S02 already"),
    ("strength", lambda s: put(stand(s), "sp", [9]), FIRST + ".sp", "at most [5]"),
    ("unknown key", lambda s: put(stand(s), "hexs", 1), FIRST + ".hexs", "did you mean 'hex'"),
    ("no name", lambda s: stand(s).pop("name"), FIRST, "'name' is missing"),
    ("horse in wood", lambda s: put(stand(s, 0, 1, 0),
     "hex", "0206"), "sides[0].groups[1].stands[0].hex", "not enter woods"),
    ("no general", lambda s: s["sides"][0]["groups"][0].pop("general"), "sides[0].groups[0]", "'general' is missing"),
    ("his stand", lambda s: put(s, "sides", 0, "groups", 0, "general", "with", "S04"),
     "sides[0].groups[0].general.with", "no stand of his group"),
    ("one general twice", lambda s: put(s, "sides", 0, "groups", 1, "general", "id", "SC"),
     "sides[0].groups[1].general.id", "a general SC already"),
    ("empty group", lambda s: put(s, "sides", 0, "groups", 0, "stands", []), "sides[0].groups[0].stands", "no stands"),
    ("group twice", lambda s: put(s, "sides", 0, "groups", 1, "id", "Foot"),
     "sides[0].groups[1].id", "a group Foot already"),
    ("one side", lambda s: s["sides"].pop(), "sides", "two sides"),
    ("one letter", lambda s: put(s, "sides", 1, "letter", "S"), "sides[1]", "must differ"),
    ("training", lambda s: put(s, "sides", 0, "training", "good"), "sides[0].training", "well"),
    ("break at 0", lambda s: put(s, "sides", 0, "break_at", 0), "sides[0].break_at", "between 1 and the army's 11"),
    ("break at 12", lambda s: put(s, "sides", 1, "break_at", 12), "sides[1].break_at", "between 1 and the army's 11"),
    ("terrain kind", lambda s: put(s, "terrain", "wood", ["0101"]), "terrain.wood", "did you mean 'woods'"),
    ("terrain as water", lambda s: put(s, "terrain", "water", ["0605"]), "terrain.water", "0605 is hill-slope already"),
    ("terrain twice", lambda s: s["terrain"]["woods"].append("0605"), "terrain.hill-slope", "0605 is woods already"),
    ("terrain off", lambda s: s["terrain"]["woods"].append("0610"), "terrain.woods[4]", "0101 to 1209"),
    ("no entry", lambda s: put(s, "no_entry", "woods", ["Horse"]), "no_entry.woods", "categories out of"),
    ("board", lambda s: put(s, "board", "columns", 0), "board", "1 to 99"),
    ("no board", lambda s: s.pop("board"), "", "'board' is missing"),
    ("category", lambda s: put(s, "army_list", "PSL", "category", "Foot"),
     "army_list.PSL.category", "enum value 'Foot'"),
    ("no mp", lambda s: s["army_list"]["PSL"].pop("mp"), "army_list.PSL", "'mp' is missing"),
    ("no sp", lambda s: s["army_list"]["PSL"].pop("sp"), "army_list.PSL", "'sp' is missing"),
    ("sp 0", lambda s: put(s, "army_list", "PSL", "sp", [0]), "army_list.PSL.sp", "1 or more"),
    ("no bp", lambda s: s["army_list"]["PSL"].pop("bp"), "army_list.PSL", "'bp' is missing"),
    ("bp 4", lambda s: put(s, "army_list", "PSL", "bp", 4), "army_list.PSL.bp", "1, 2 or 3"),
    ("column", lambda s: put(s, "army_list", "PSL", "fire", {"5H": 0}), "army_list.PSL.fire.5H", "range columns"),
    ("kind", lambda s: put(s, "army_list", "PSL", "kind", "SS"), "army_list.PSL.kind", "PS is a CS"),
    ("row twice", lambda s: put(s, "types", {"PSL": s["army_list"]["PSL"]}), "types.PSL", "already"),
    ("list unread", lambda s: put(s, "army_list", "army-list.yaml"), "army_list", "has not been read"),
    ("objective", lambda s: put(s, "objectives", 0, "need", 5), "objectives[0].need", "between 1 and"),
    ("objective twice", lambda s: s["objectives"].append(s["objectives"][0]), "objectives[1].name", "already"),
    ("objective nowhere", lambda s: put(s, "objectives", 0, "hexes", []), "objectives[0].hexes", "one hex at least"),
    ("objective shut", both(lambda s: put(s, "terrain", "water", ["0101"]),
     lambda s: put(s, "objectives", 0, "hexes", ["0101"])),
     "objectives[0].hexes[0]", "nobody can enter 0101"),
    ("objective at once and later", lambda s: put(s, "objectives", 0, "from_round", 2), "objectives[0]", "not both"),
    ("objective from never", lambda s: put(s, "objectives", [{"name": "hill", "hexes": ["0605"], "from_round": 11}]),
     "objectives[0].from_round", "never played"),
    ("points by the margin", lambda s: put(s, "objectives", 0, "points", 3), "objectives[0].points", "write percent"),
    ("percent by points", both(lambda s: put(s, "victory", {"by": "points"}),
     lambda s: put(s, "objectives", 0, "percent", 5)),
     "objectives[0].percent", "write points"),
    ("no percent", lambda s: put(s, "objectives", 0, "percent", 0), "objectives[0].percent", "1 or more"),
    ("worth nothing", both(lambda s: put(s, "victory", {"by": "points"}),
     lambda s: put(s, "objectives", [{"name": "hill", "hexes": ["0605"]}])), "objectives[0]", "counts for nothing"),
    ("held by nobody", lambda s: put(s, "objectives", 0, "held_by", "east"), "objectives[0].held_by", "south, north"),
    ("the old key", lambda s: put(s, "objective", {}), "objective", "did you mean 'objectives'"),
    ("victory", lambda s: put(s, "victory", {"by": "lot"}), "victory.by", "margin, points"),
    ("borders", lambda s: put(s, "victory", {"clear_from": 5}), "victory", "none less than the one before"),
    ("break points by the margin", lambda s: put(s, "victory", {"break_point": 2}),
     "victory.break_point", "by: points"),
    ("crossing", lambda s: put(s, "crossings", [{"hex": "9901"}]), "crossings[0].hex", "off the board"),
    ("shut crossing", both(lambda s: put(s, "terrain", "water", ["0101"]),
     lambda s: put(s, "crossings", [{"hex": "0101"}])),
     "crossings[0].hex", "nobody can cross"),
    ("crossing twice", lambda s: put(s, "crossings", [{"hex": "0101"}, {"hex": "0101"}]),
     "crossings[1].hex", "already"),
    ("crossing for none", lambda s: put(s, "crossings", [{"hex": "0101", "stands_a_round": 0}]),
     "crossings[0].stands_a_round", "one stand a round at least"),
    ("no way in", lambda s: stand(s).pop("hex"), FIRST, "where it starts"),
    ("two ways in", lambda s: put(stand(s), "enters", {"round": 2, "hex": "0609"}),
     FIRST + ".hex", "no hex to start in"),
    ("no round", lambda s: late(s, hex="0609"), FIRST + ".enters", "'round' is missing"),
    ("no entry hex", lambda s: late(s, round=2), FIRST + ".enters", "'hex' is missing"),
    ("entry hexes", lambda s: late(s, round=2, hex=[]), FIRST + ".enters.hex", "name a hex at least"),
    ("entry off", lambda s: late(s, round=2, hex="1301"), FIRST + ".enters.hex[0]", "off the board"),
    ("round 0", lambda s: late(s, round=0, hex="0609"), FIRST + ".enters.round", "1 or more"),
    ("after the end", lambda s: late(s, round=11, hex="0609"), FIRST + ".enters", "never comes"),
    ("a die of 7", lambda s: late(s, round=2, hex="0609", roll="7+"), FIRST + ".enters.roll", "2+ to 6+"),
    ("a true key", both(lambda s: put(stand(s), "enters", {"round": 2, "hex": "0609", True: "4+"}),
     lambda s: stand(s).pop("hex")),
     FIRST + ".enters.True", "YAML reads on"),
    ("not by that ground", both(lambda s: put(stand(s, 0, 1), "enters", {"round": 2, "hex": "0206"}),
     lambda s: stand(s, 0, 1).pop("hex")), "sides[0].groups[1].stands[0].enters", "cannot come by 0206"),
    ("late objective", lambda s: put(s, "objectives", 0, "at_round", 11), "objectives[0].at_round", "never played"),
    ("limit", lambda s: put(s, "limit", 0), "limit", "1 or more"),
    ("ban", lambda s: put(s, "bans", ["fire"]), "bans[0]", "'fire' cannot be left out"),
    ("ruling", lambda s: put(s, "rulings", {"SN-Q99": "x"}), "rulings.SN-Q99", "no ruling"),
    ("other ruling", lambda s: put(s, "rulings", {"SN-Q24": "x"}), "rulings.SN-Q24", "are: all (Nobody goes"),
    ("no other reading", lambda s: put(s, "rulings", {"SN-Q61": "x"}), "rulings.SN-Q61", "one reading only"),
    ("other rules", lambda s: put(s, "rules", "onehour"), "rules", "onehour"),
    ("not built", lambda s: put(s, "roads", []), "roads", "unknown key"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "where", "what"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_fault_is_named_with_its_place(change: Change, where: str, what: str) -> None:
    spec = harrow()
    change(spec)
    read = scenario(spec, {})
    assert read.battle is None
    assert [f for f in read.faults if f.where == where and what in f.what], read.faults


def test_options_are_checked() -> None:
    assert [f.where for f in scenario(harrow(), {"pace": "slow"}).faults] == ["options.pace"]
    assert [f.where for f in scenario(harrow(), {"pase": "round"}).faults] == ["options.pase"]


def test_all_faults_are_told_at_once() -> None:
    spec = harrow()
    put(stand(spec), "hex", "9901")
    put(stand(spec, 1), "facing", 1)
    put(spec, "limit", "ten")
    read = scenario(spec, {})
    assert {f.where for f in read.faults} >= {
        "limit",
        "sides[0].groups[0].stands[0].hex",
        "sides[1].groups[0].stands[0].facing",
    }


def test_odd_but_playable_is_a_warning() -> None:
    spec = harrow()
    put(stand(spec), "hex", "0503")
    put(spec, "sides", 0, "break_at", 1)
    read = scenario(spec, {})
    assert read.battle is not None
    told = " ".join(w.what for w in read.warnings)
    assert "S01 starts in the zone of control of N03" in told
    assert "third to a half" in told


def test_a_way_in_within_the_board_is_odd() -> None:
    spec = harrow()
    late(spec, round=2, hex="0605")
    read = scenario(spec, {})
    assert read.faults == ()
    assert [(w.where, w.what) for w in read.warnings] == [
        (FIRST + ".enters", "0605 is not at the edge of the board, where S01 would enter")
    ]


def test_a_group_s_arrival_is_its_stands_unless_they_say_otherwise() -> None:
    """Lützen's: five by one die, two of them elsewhere; three more for certain, by two hexes."""
    read = scenario(copy.deepcopy(files("lutzen")), {})
    assert read.battle is not None
    told = [(one.round, one.needs, " ".join(one.stands)) for one in read.battle.arrivals]
    assert told == [(3, 3, "I23 I24 I25 I26 I27"), (10, None, "I28 I29 I30")]
    assert [label(read.battle.stands[StandId(code)].enters[0]) for code in ("I24", "I25", "I30")] == [
        "1801", "1701", "1701",
    ]  # fmt: skip


def test_what_a_good_file_holds_is_summed_up() -> None:
    told = scenario(copy.deepcopy(files("mill-ford")), {}).summary
    assert "South: 5 stands in 2 groups, 20 SP; breaks at 4 of 9 break points (44 per cent); training poor" in told
    assert any(line.startswith("To come: N03 and N04 in round 2 at 0701;") for line in told)
    assert "A side that holds both crossings at the end of any round wins." in told
    assert "Crossing at 0905: 1 stand a round" in told


def test_no_entry_keeps_its_categories() -> None:
    hs: Category = "Hs"
    assert battle().no_entry == {"woods": (hs,)}
    assert from_label("0605") in battle().objectives[0].hexes


# --- files, lines -------------------------------------------------------------------------------------------------


def test_a_hex_is_text_and_not_an_octal_number() -> None:
    assert parse_yaml("a: [0705, 0908, 1002, -3, 0]", "x").value == {"a": ["0705", "0908", 1002, -3, 0]}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: 1\nb: [", "x, line 2"),
        ("a: 1\nb: 2\na: 3", "x, line 3: 'a' is given twice"),
        ("", "x is empty"),
        ("a: &b [*b]", "holds itself"),
        ("a: !!python/object:os.system {}", "x, line 1: the tag"),
        ("[1]: 2", "x, line 1: a key is one word or number"),
    ],
)
def test_bad_yaml_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(YamlFault) as caught:
        parse_yaml(text, "x")
    assert told in str(caught.value)


def test_lines_are_those_of_the_file() -> None:
    read = parse_yaml("a: 1\nb:\n  - c: 2\n    d: 3\n  - {c: 4}\n", "x")
    assert {where: read.line(where) for where in ("a", "b[0].d", "b[1].c", "b[1].missing", "b[7]", "z")} == {
        "a": 1, "b[0].d": 4, "b[1].c": 5, "b[1].missing": 5, "b[7]": 2, "z": 1,
    }  # fmt: skip


def test_harrow_down_loads_by_name_and_by_path() -> None:
    by_name, by_path = scenarios.load_scenario("harrow-down"), scenarios.load_scenario(FOLDER / "harrow-down.yaml")
    assert by_name.scenario == by_path.scenario
    assert by_name.rules.name == "snaphance"
    assert "snaphance/harrow-down" in scenarios.scenario_names()
    assert not [name for name in scenarios.scenario_names() if "army-list" in name]


def test_every_scenario_of_the_checkout_loads() -> None:
    for name in scenarios.scenario_names():
        assert scenarios.load_scenario(name).scenario.battle is not None


def test_a_fault_names_file_and_line(tmp_path: Path) -> None:
    text = (FOLDER / "harrow-down.yaml").read_text().replace("hex: 0608", "hex: 0508")
    (tmp_path / "army-list.yaml").write_text(
        (FOLDER / "army-list.yaml").read_text().replace("sp: [4], cb: 2", "sp: [0], cb: 2")
    )
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(scenarios.BadScenario) as caught:
        scenarios.load_scenario(path)
    line = next(i for i, row in enumerate(text.splitlines(), 1) if "S02, name" in row)
    assert (
        f"{path}, line {line}: sides[0].groups[0].stands[1].hex: 0508 holds S01 already: one stand a hex (SN-1.2a)"
        in caught.value.faults
    )
    assert any(f.startswith(f"{tmp_path / 'army-list.yaml'}, line ") and "HOR.sp" in f for f in caught.value.faults)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("nowhere.yaml", None, "there is no file"),
        ("x.yaml", "- a", "rules: snaphance"),
        ("x.yaml", "rules: chess", "there is no rule set 'chess'"),
        ("x.yaml", "rules: snaphance\narmy_list: gone.yaml", "line 2: there is no army list"),
        ("x.yaml", "rules: [", "not YAML"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, name: str, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(scenarios.BadScenario, match=told):
        scenarios.load_scenario(tmp_path / name)


def test_an_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(scenarios.BadScenario, match="snaphance/harrow-down"):
        scenarios.load_scenario("harrow-up")
