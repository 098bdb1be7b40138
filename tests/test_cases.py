"""The rules tests that are data: every case under ``tests/cases`` passes, and the runner hides nothing."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.cases.run import run_file, summary, told
from pbem.engine.casekit.results import CaseResult

CASES = sorted((Path(__file__).parent / "cases").rglob("*.yaml"))


@pytest.mark.parametrize("path", CASES, ids=[f"{path.parent.name}/{path.stem}" for path in CASES])
def test_the_cases_of_a_file(path: Path) -> None:
    results = run_file(path)
    assert results, "the file holds no case"
    failed = "\n".join(line for result in results if not result.passed for line in told(result))
    assert not failed, f"\n{failed}"


TYPES = {
    "ps": {
        "category": "PS",
        "mp": 1,
        "sp": [6],
        "cb": 1,
        "fire": {"PB": -2, "2H": -2, "3H": -3},
        "bp": 3,
        "class": "B",
    },
    "horse": {"category": "Hs", "mp": 3, "sp": [5], "cb": 2, "bp": 2, "class": "B"},
    "sk": {"category": "Sk", "mp": 2, "sp": [2], "fire": {"PB": 0, "2H": 0}, "weapon": "musket", "bp": 1, "class": "B"},
}


def shot() -> dict[str, Any]:
    """One stand fires on another at two hexes: four dice, one hit, a test that fails by one."""
    return {
        "id": "T-1",
        "title": "a shot",
        "position": {
            "stands": [
                {"id": "b1", "side": "blue", "type": "ps", "hex": [0, 2], "facing": 0},
                {"id": "r1", "side": "red", "type": "horse", "hex": [0, 0], "facing": 3},
            ]
        },
        "action": {"orders": [{"stand": "b1", "do": "fire", "target": "r1"}]},
        "dice": [
            {"label": "fire", "purpose": "fire", "by": "b1", "values": [6, 1, 2, 3]},
            {"label": "morale", "purpose": "fire", "by": "r1", "values": [5]},
        ],
        "expect": {"hits": {"b1": 1}, "stands": {"r1": {"sp": [4], "disordered": True}}},
    }


def run(tmp_path: Path, *cases: Any, **head: Any) -> list[CaseResult]:
    path = tmp_path / "some.yaml"
    path.write_text(
        yaml.safe_dump({"ruleset": "snaphance", "version": 1, "types": TYPES, "cases": list(cases), **head})
    )
    return run_file(path)


def test_a_case_passes_and_a_wrong_one_tells_what_differs(tmp_path: Path) -> None:
    wrong = shot()
    wrong["expect"]["hits"]["b1"] = 2
    wrong["expect"]["stands"]["r1"]["sp"] = [5]
    good, bad = run(tmp_path, shot(), wrong)
    assert (good.passed, bad.passed) == (True, False)
    assert told(good) == ["passed  T-1  a shot"]
    assert told(bad) == [
        "FAILED  T-1  a shot",
        "    hits.b1: expected 2, found 1",
        "    stands.r1.sp: expected [5], found [4]",
        "    dice asked for: fire.fire by b1: 4 dice; morale.fire by r1: 1 die",
    ]
    assert summary([good, bad]) == "1 passed, 1 failed"


@pytest.mark.parametrize(
    ("dice", "error"),
    [
        ([], "at their end, but the rules ask for fire.fire by b1: 4 dice"),
        ([{"label": "fire", "values": [1, 1, 1]}], "the next dice are fire by anybody: 1 1 1"),
        ([{"label": "morale", "values": [1, 1, 1, 1]}], "the rules ask for fire.fire by b1"),
        ([{"label": "fire", "purpose": "rank2", "values": [1, 1, 1, 1]}], "the next dice are fire.rank2"),
        ([{"label": "fire", "by": "b2", "values": [1, 1, 1, 1]}], "by b2"),
        (
            [{"label": "fire", "values": [1, 1, 1, 1]}, {"label": "fire", "values": [6]}],
            "dice left over: fire by anybody: 6",
        ),
        ([{"label": "fire", "value": [1]}], "dice[0].value: unknown key"),
    ],
)
def test_the_dice_must_be_those_of_the_tape(tmp_path: Path, dice: list[Any], error: str) -> None:
    (result,) = run(tmp_path, {**shot(), "dice": dice, "expect": {}})
    assert error in result.error


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ((), "expected"),
        (("position",), "weather"),
        (("position", "stands", 0), "morale"),
        (("action",), "order"),
        (("action", "orders", 0), "then"),
        (("action", "choices", "r1"), "flee"),
        (("expect",), "hit"),
        (("expect", "stands", "r1"), "strength"),
        (("dice", 0), "face"),
    ],
)
def test_an_unknown_key_is_an_error_anywhere(tmp_path: Path, path: tuple[Any, ...], key: str) -> None:
    case = shot()
    case["action"]["choices"] = {"r1": {}}
    at = case
    for step in path:
        at = at[step]
    at[key] = 1
    (result,) = run(tmp_path, case)
    assert not result.passed
    assert f"unknown key '{key}'" in result.error


def test_a_refusal_matches_by_order_and_rule(tmp_path: Path) -> None:
    case = shot()
    case["action"]["orders"].append({"stand": "b1", "do": "fire", "target": "r1"})
    case["expect"] = {"refused": [{"order": 2, "rules": ["SN-4.0c", "SN-9.0a"]}]}
    assert run(tmp_path, case)[0].passed
    case["expect"] = {"refused": [{"order": 1, "rules": ["SN-4.0c"]}, {"order": 2, "rules": ["SN-9.0a"]}]}
    (result,) = run(tmp_path, case)
    assert [(d.expected, d.found) for d in result.differences] == [
        ("order 1 refused by SN-4.0c", "not refused"),
        ("order 2 refused by SN-9.0a", "refused at step 0 by SN-4.0c"),
    ]
    assert "    refused: order 2: b1" in "\n".join(told(result))


def test_dice_that_may_not_be_thrown(tmp_path: Path) -> None:
    case = shot()
    case["expect"] = {"dice_counts": {"fire:b1": 4, "fire:r1": 0}}
    assert run(tmp_path, case)[0].passed
    case["expect"] = {"dice_counts": {"fire:b1": 0, "fire:r1": 1}}
    assert [(d.key, d.found) for d in run(tmp_path, case)[0].differences] == [
        ("dice_counts.fire:b1", "4"),
        ("dice_counts.fire:r1", "0"),
    ]


def test_melee_dice_are_counted_and_none_is_thrown(tmp_path: Path) -> None:
    case = shot()
    case["position"]["stands"][1] |= {"type": "ps"}
    case["action"] = {
        "orders": [{"stand": "b1", "do": "forward", "path": [[0, 1]], "attack": "r1"}],
        "until": "melee_dice_count",
    }
    case["dice"] = [{"label": "fire", "purpose": "defensive", "by": "r1", "values": [1, 1, 1, 1]}]
    case["expect"] = {"dice_counts": {"melee:b1": 7, "melee:r1": 6}, "battle_stands": {"blue": "b1", "red": "r1"}}
    assert run(tmp_path, case)[0].differences == ()
    assert run(tmp_path, case)[0].error == ""


def test_orders_judged_separately_each_start_afresh(tmp_path: Path) -> None:
    case = shot()
    case["action"] = {
        "orders": [
            {"stand": "b1", "do": "forward", "path": [[0, 1]]},
            {"stand": "b1", "do": "backward", "path": [[0, 3]]},
            {"stand": "b1", "do": "turn", "to_facing": 1, "same_move": True},
        ],
        "separately": True,
    }
    case["dice"] = []
    case["expect"] = {"refused": [{"order": 3, "rules": ["SN-4.2d"]}], "stands": {"b1": {"hex": [0, 3]}}}
    assert told(run(tmp_path, case)[0]) == ["passed  T-1  a shot"]


def test_a_choice_that_is_not_offered_is_told(tmp_path: Path) -> None:
    case = shot()
    case["position"]["stands"] = [
        {"id": "b1", "side": "blue", "type": "horse", "hex": [0, 2], "facing": 0},
        {"id": "r1", "side": "red", "type": "sk", "hex": [0, 0], "facing": 3},
    ]
    case["action"] = {
        "orders": [{"stand": "b1", "do": "forward", "path": [[0, 1]], "attack": "r1"}],
        "choices": {"r1": {"evade": True, "evade_path": [[5, 5]]}},
    }
    assert "r1 cannot evade as chosen; open to it: " in run(tmp_path, case)[0].error


def test_a_when_that_nobody_can_read_fails_and_says_so(tmp_path: Path) -> None:
    case = shot()
    case["position"]["stands"][1] |= {"opportunity": True}
    case["action"]["choices"] = {"r1": {"opportunity_fire": "b1", "when": "b1 is near"}}
    assert "'b1 is near' is not understood" in run(tmp_path, case)[0].error


def test_one_broken_case_does_not_hide_the_others(tmp_path: Path) -> None:
    broken = shot()
    broken["expect"] = {"refused": [{"rules": ["SN-4.0c"]}]}
    results = run(tmp_path, broken, 7, shot())
    assert [result.passed for result in results] == [False, False, True]
    assert "expect.refused: it is not written as this key is: 'order' is missing" in results[0].error


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("cases: [", "not YAML"),
        ("ruleset: snaphance", "a list 'cases'"),
        ("ruleset: chess\ncases: []", "no vocabulary for the rule set 'chess'"),
        ("ruleset: snaphance\ncases: []\ncase: []", "unknown key case"),
        ("ruleset: snaphance\nversion: 2\ncases: []", "version 2"),
    ],
)
def test_a_wrong_file_is_one_failure(tmp_path: Path, text: str, error: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text)
    (result,) = run_file(path)
    assert error in result.error


def test_a_missing_file_is_one_failure(tmp_path: Path) -> None:
    (result,) = run_file(tmp_path / "gone.yaml")
    assert "there is no file" in result.error
