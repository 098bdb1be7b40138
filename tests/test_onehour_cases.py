"""Cases of the one-hour rules: every slip of the pen is told, and a wrong expectation is found."""

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.cases.run import run_file
from pbem.engine.casekit.results import CaseResult
from tests.plain_yaml import safe_load

CASES = Path(__file__).parent / "cases" / "onehour"

GOOD: dict[str, Any] = {
    "id": "K",
    "position": {
        "terrain": [{"id": "copse", "kind": "woods", "shape": [[0, 30], [6, 30], [6, 36]]}],
        "units": [
            {"id": "I1", "side": "blue", "type": "Infantry", "x": 10, "y": 10, "facing": 0},
            {"id": "S1", "side": "blue", "type": "Swordsmen", "x": 20, "y": 10, "facing": 0},
            {"id": "E1", "side": "red", "type": "Cavalry", "x": 10, "y": 20, "facing": 180},
            {"id": "E2", "side": "red", "type": "Cavalry", "x": 20, "y": 12, "facing": 180},
        ],
        "contacts": [{"attacker": "S1", "target": "E2", "face": "front"}],
    },
    "action": [
        {
            "side": "blue",
            "orders": [
                {"unit": "I1", "order": "move", "advance": 2},
                {"unit": "I1", "order": "shoot", "target": "E1"},
                {"unit": "S1", "order": "move", "advance": 9},
            ],
        }
    ],
    "dice": [
        {"label": "shoot:I1", "values": [4]},
        {"label": "ammo:I1", "values": [2]},
        {"label": "melee:S1", "values": [1]},
    ],
    "expect": {
        "refused": [
            {"unit": "S1", "order": "move", "code": "engaged", "by": "E2"},
            {"unit": "S1", "order": "move", "code": "too-far"},
        ],
        "units": {"I1": {"y": 12, "out_of_ammo": True}, "E1": {"hits": 4}},
        "contacts": [{"attacker": "S1", "target": "E2", "face": "front"}],
        "blows": [
            {"by": "I1", "target": "E1", "score": 4, "factor": 1, "hits": 4},
            {"by": "S1", "target": "E2", "score": 3, "factor": 1, "hits": 3},
        ],
    },
}


def run(tmp_path: Path, case: Any, **head: Any) -> CaseResult:
    path = tmp_path / "some.yaml"
    path.write_text(yaml.safe_dump({"ruleset": "onehour", "version": 1, "cases": [case], **head}))
    return run_file(path)[0]


def changed(at: tuple[Any, ...], value: object) -> dict[str, Any]:
    case = copy.deepcopy(GOOD)
    inner: Any = case
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return case


def test_the_case_is_good(tmp_path: Path) -> None:
    result = run(tmp_path, GOOD)
    assert result.passed, result


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        # unknown keys, anywhere
        (("expects",), {}, "unknown key 'expects'"),
        (("position", "stands"), [], "position.stands: unknown key 'stands'"),
        (("position", "units", 0, "sp"), 3, "position.units[0].sp: unknown key 'sp'"),
        (("position", "terrain", 0, "height"), 3, "position.terrain[0].height: unknown key"),
        (("position", "contacts", 0, "since"), 3, "position.contacts[0].since: unknown key"),
        (("position", "switches"), {"pike": "on"}, "unknown key 'pike'; did you mean 'pikes'?"),
        (("action", 0, "order"), [], "action[0].order: unknown key 'order'; did you mean 'orders'?"),
        (("action", 0, "orders", 0, "distance"), 3, "action[0].orders[0].distance: unknown key"),
        (("action", 0, "orders", 1, "advance"), 3, "action[0].orders[1].advance: unknown key"),
        (("action",), [{"setup": True, "side": "blue"}], "action[0].side: unknown key"),
        (("dice", 0, "die"), 3, "dice[0].die: unknown key"),
        (("expect", "unit"), {}, "expect.unit: unknown key 'unit'"),
        (("expect", "units", "I1", "z"), 3, "expect.units.I1.z: unknown key"),
        (("expect", "blows", 0, "dice"), 3, "expect.blows[0].dice: unknown key"),
        (("expect", "refused", 0, "rules"), [], "expect.refused[0].rules: unknown key"),
        # names that nobody has
        (("action", 0, "orders", 0, "unit"), "I9", "action[0].orders[0]: there is no unit 'I9'"),
        (("action", 0, "orders", 1, "target"), "E9", "action[0].orders[1]: there is no unit 'E9'"),
        (("action", 0, "side"), "green", "a battle has two sides, not blue, red, green"),
        (("position", "contacts", 0, "target"), "E9", "position.contacts[0]: there is no unit 'E9'"),
        (("position", "first_side"), "green", "position.first_side: there is no side 'green'"),
        (("position", "break_at"), {"green": 3}, "position.break_at: there is no side 'green'"),
        (("position", "exits"), [{"name": "x", "edge": "north", "span": [0, 9], "sides": ["green"]}], "position.exits"),
        (("expect", "units", "I9"), {"hits": 0}, "expect.units.I9: there is no such unit"),
        # values
        (("position", "units", 0, "type"), "Pikes", "position.units[0].type"),
        (("position", "units", 1, "id"), "I1", "there are two units I1"),
        (("position", "units", 0, "x"), float("nan"), "nan is no number"),
        (("position", "units", 0, "facing"), "north", "position.units[0].facing"),
        (("position", "terrain", 0, "kind"), "forest", "position.terrain[0].kind"),
        (("position", "terrain", 0, "shape"), [[0, 0], [1, 1]], "position.terrain[0].shape"),
        (("position", "contacts", 0, "face"), "flank", "position.contacts[0].face"),
        (("position", "sides"), ["blue", "blue"], "a battle has two sides"),
        (("action", 0, "orders", 0, "order"), "march", "expected one of move, charge, face, shoot, enter"),
        (("dice", 0, "label"), "shot:I1", "no die is labelled 'shot:I1'"),
        (("dice", 0, "values"), [7], "a die shows 1 to 6"),
        (("dice", 0, "label"), "shoot", "whose die it is has to be said: 'shoot:<who>'"),
        (("expect", "units", "I1", "y"), None, "expect.units.I1.y: expected a value"),
        # what came of it
        (("dice", 0, "label"), "shoot:S1", "the rules ask for shoot by I1"),
        (("dice", 0, "values"), [4, 4], "the rules ask for shoot by I1: 1 die"),
        (("dice",), GOOD["dice"][:2], "the dice are at their end"),
        (("dice",), [*GOOD["dice"], {"label": "melee:S1", "values": [2]}], "dice left over: melee by S1: 2"),
        (("expect", "units", "I1", "y"), 12.01, "units.I1.y: 12.01 12"),
        (("expect", "units", "I1", "y"), 12.006, "units.I1.y: 12.006 12"),
        (("expect", "units", "E1", "hits"), 3, "units.E1.hits: 3 4"),
        (("expect", "contacts"), [], "contacts: [] ['S1 on the front of E2']"),
        (("expect", "blows", 1, "factor"), "1/2", "blows[1].factor: 1/2 1"),
        (("expect", "blows"), GOOD["expect"]["blows"][:1], "blows: ['I1 at E1'] ['I1 at E1', 'S1 at E2']"),
        (("expect", "refused"), [], "refused: not named S1 move: too-far, engaged (by E2)"),
        (("expect", "refused", 0, "by"), "E1", "refused[0]: S1 move: engaged (by E1)"),
        (("expect", "refused", 0, "code"), "woods", "refused[0]: S1 move: woods"),
        (("expect", "refused"), [*GOOD["expect"]["refused"], GOOD["expect"]["refused"][1]], "S1 move: too-far"),
        (("expect", "side_order"), ["red", "blue"], "side_order: ['red', 'blue'] ['blue', 'red']"),
        (("expect", "ended"), {"kind": "draw"}, "ended: draw, won by nobody it goes on"),
    ],
)
def test_a_slip_is_told(tmp_path: Path, at: tuple[Any, ...], value: object, said: str) -> None:
    result = run(tmp_path, changed(at, value))
    found = "; ".join([result.error, *(f"{one.key}: {one.expected} {one.found}" for one in result.differences)])
    order_free = found.replace("engaged (by E2), too-far", "too-far, engaged (by E2)")
    assert said in order_free
    assert not result.passed


def test_two_refusals_want_two_entries(tmp_path: Path) -> None:
    case = copy.deepcopy(GOOD)
    case["action"][0]["orders"] += [{"unit": "S1", "order": "move", "advance": 1}]
    case["expect"]["refused"] = [{"unit": "S1", "order": "move", "code": "engaged"}]
    assert not run(tmp_path, case).passed
    case["expect"]["refused"] *= 2
    assert run(tmp_path, case).passed


def test_the_defaults_of_the_head_are_read(tmp_path: Path) -> None:
    told = safe_load((CASES / "given.yaml").read_text())["conventions"]["defaults"]
    case = {
        "id": "K",
        "position": {"units": [{"id": "I1", "side": "blue", "type": "Infantry", "x": 46, "y": 10, "facing": 90}]},
        "action": [{"side": "blue", "orders": [{"unit": "I1", "order": "move", "advance": 1}]}],
        "expect": {"refused": [], "units": {"I1": {"x": 47}}},
    }
    assert not run(tmp_path, case, conventions={"defaults": told}).passed
    wide = told.replace("table 36 x 36", "table 48 x 36")
    assert run(tmp_path, case, conventions={"defaults": wide}).passed
    deep = wide.replace("depth 2", "depth 2.5")
    assert not run(tmp_path, case, conventions={"defaults": deep}).passed


def test_a_battle_that_is_over_is_not_played_on(tmp_path: Path) -> None:
    case = copy.deepcopy(GOOD)
    case["action"].insert(0, {"concede": "red"})
    assert "over before" in run(tmp_path, case).error


def test_numbers_are_rounded_to_what_is_stored(tmp_path: Path) -> None:
    case = changed(("action", 0, "orders", 0, "advance"), 6.005)
    case["expect"] |= {"units": {"I1": {"x": 10.004, "y": 15.996, "facing": -360.05}}}
    assert run(tmp_path, case).passed
    for key, value in {"x": 10.006, "y": 15.99, "facing": 0.06}.items():
        wrong = copy.deepcopy(case)
        wrong["expect"]["units"]["I1"][key] = value
        assert not run(tmp_path, wrong).passed, key
    case["action"][0]["orders"][0]["advance"] = 6.0051
    assert not run(tmp_path, case).passed


def test_a_unit_may_be_listed_eliminated(tmp_path: Path) -> None:
    gone = {"id": "E3", "side": "red", "type": "Infantry", "x": 10, "y": 12, "facing": 0, "eliminated": True}
    case = copy.deepcopy(GOOD)
    case["position"]["units"].append(gone)
    assert run(tmp_path, case).passed
    gone["eliminated"] = False
    assert not run(tmp_path, case).passed
