"""Cases written wrongly: each slip is an error that says where and why, none is passed over."""

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.cases.run import run_file

TYPES = {
    "ps": {"category": "PS", "mp": 1, "sp": [6], "cb": 1, "fire": {"PB": -2, "2H": -2}, "bp": 3, "class": "B"},
    "horse": {"category": "Hs", "mp": 3, "sp": [5], "cb": 2, "bp": 2, "class": "B"},
}
GOOD: dict[str, Any] = {
    "id": "T-1",
    "title": "a charge, dice counted",
    "position": {
        "stands": [
            {"id": "b1", "side": "blue", "type": "ps", "hex": [0, 2], "facing": 0},
            {"id": "r1", "side": "red", "type": "ps", "hex": [0, 0], "facing": 3},
        ]
    },
    "action": {
        "orders": [{"stand": "b1", "do": "forward", "path": [[0, 1]], "attack": "r1"}],
        "until": "melee_dice_count",
    },
    "dice": [{"label": "fire", "purpose": "defensive", "by": "r1", "values": [1, 1, 1, 1]}],
    "expect": {"dice_counts": {"melee:b1": 7}},
}


def error(tmp_path: Path, case: dict[str, Any]) -> str:
    path = tmp_path / "some.yaml"
    path.write_text(yaml.safe_dump({"ruleset": "snaphance", "version": 1, "types": TYPES, "cases": [case]}))
    (result,) = run_file(path)
    return "" if result.passed else result.error or "; ".join(f"{d.key}: {d.expected}" for d in result.differences)


def changed(at: tuple[Any, ...], value: object) -> dict[str, Any]:
    case = copy.deepcopy(GOOD)
    here: Any = case
    for step in at[:-1]:
        here = here[step]
    here[at[-1]] = value
    return case


def test_the_case_itself_is_good(tmp_path: Path) -> None:
    assert error(tmp_path, GOOD) == ""


ORDER = ("action", "orders", 0)


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        # orders
        (ORDER, {"stand": "b9", "do": "end"}, "action.orders[0]: there is no stand 'b9'"),
        (ORDER, {"stand": "b1", "do": "forward"}, "action.orders[0]: 'do: forward' needs a path"),
        (ORDER, {"stand": "b1", "do": "turn"}, "action.orders[0]: 'do: turn' needs 'to_facing'"),
        (ORDER, {"stand": "b1", "do": "rally", "path": [[0, 1]]}, "action.orders[0].path: 'do: rally' has no use"),
        (ORDER, {"stand": "b1", "do": "fire", "attack": "r1"}, "action.orders[0].attack: 'do: fire' has no use"),
        (ORDER, {"stand": "b1", "do": "forward", "path": [[0, 1]], "attack": "r9"}, "there is no stand 'r9'"),
        (ORDER, {"stand": "b1", "do": "forward", "path": [[0, 1]], "attack": True}, "name the enemy"),
        (ORDER, {"stand": "b1", "do": "fire", "target": "r9"}, "action.orders[0]: there is no stand 'r9'"),
        (ORDER, {"stand": "b1", "melee": "m1", "do": "fight"}, "an order is for one of"),
        (ORDER, {"stand": "b1", "do": "stroll"}, "action.orders[0].do"),
        (ORDER, {"commander": "cb", "do": "move"}, "a commander has 'do: move' and the hex"),
        (ORDER, {"melee": "m1", "do": "fire"}, "a melee has 'do: fight'"),
        (ORDER, {"melee": "m1", "do": "fight"}, "there is no melee m1"),
        (ORDER, {"group_move": ["b1"], "do": "forward"}, "a group move has a direction"),
        (("action", "choices"), {"r9": {"evade": True}}, "action.choices: there is no stand 'r9'"),
        (("action", "choices"), {"r1": {"evade_direction": "D6"}}, "action.choices.r1.evade_direction"),
        (("action", "retreat"), {"stand": "r9", "beaten_by": "b1"}, "action.retreat: there is no stand 'r9'"),
        (("action", "losses_in_order"), [{"stand": "r1", "lost": "all"}], "action.losses_in_order[0].lost"),
        (("action", "losses_in_order"), [{"stand": "r1", "lost": "second rank"}], "r1 has no second rank to lose"),
        # position
        (("position", "melees"), [{"id": "m", "battle_stands": {"blue": "b1", "red": "r9"}}], "no stand 'r9'"),
        (("position", "melees"), [{"id": "m", "battle_stands": {"blue": "b1"}}], "a battle stand of each side"),
        (("position", "break_share"), {"red": "third"}, "position.break_share.red: a share is a number"),
        (("action", "retreat"), {"stand": "b1", "beaten_by": "b1"}, "beaten by one of the other side"),
        (("position", "just_won"), [{"battle_stand": "b9"}], "position.just_won[0]: there is no stand 'b9'"),
        (("position", "melee_result_pending"), {"winner": "b1", "loser": "r9", "morale_loss": 1}, "no stand 'r9'"),
        (("position", "commanders"), [{"id": "c", "side": "blue", "attached_to": "b9"}], "no stand 'b9'"),
        (("position", "roster"), {"red": {"pikes": 2}}, "position.roster.red.pikes: there is no type 'pikes'"),
        (("position", "stands", 1, "id"), "b1", "position.stands[1].id: there are two stands 'b1'"),
        (("position", "stands", 1, "type"), "pike", "position.stands[1].type: there is no type 'pike'"),
        (("position", "stands", 1, "hex"), [0, 2], "are in one hex"),
        (("position", "stands", 1, "sp"), [0], "position.stands[1].sp: SP are given rank by rank"),
        (("position", "stands", 1, "sp"), [0, 5], "position.stands[1].sp: SP are given rank by rank"),
        (("position", "terrain"), [{"hex": [0, 0], "type": "bog"}], "position.terrain[0].type"),
        (("position", "terrain"), [{"hex": [0, 0], "type": "woods", "level": 3}], "a level is 0 flat"),
        # expectations
        (("expect", "hits"), {"b9": 0}, "expect.hits: there is no stand 'b9'"),
        (("expect", "morale_loss"), {"b9": 0}, "expect.morale_loss: there is no stand 'b9'"),
        (("expect", "dice_counts"), {"melee:b9": 0}, "expect.dice_counts: there is no stand 'b9'"),
        (("expect", "dice_counts"), {"melees:b1": 0}, "the purposes are"),
        (("expect", "supports"), {"green": []}, "expect.supports: there is no side 'green'"),
        (("expect", "loser"), "r9", "expect.loser: there is no stand 'r9'"),
        (("expect", "hits"), 3, "expect.hits: it is not written as this key is"),
        (("expect", "stands"), ["b1"], "expect.stands: it is not written as this key is"),
        (("expect", "refused"), [{"rules": ["SN-10.0a"]}], "expect.refused: it is not written as this key is"),
        (("expect", "positions"), [{"after": "lunch", "b1": [0, 0]}], "'after' is an ordinal"),
        # dice
        (("dice", 0, "values"), [1, 1, 1], "the rules ask for fire.defensive by r1: 4 dice"),
        (("dice", 0, "values"), [1, 1, 1, 7], "dice[0]"),
    ],
)
def test_a_slip_is_told(tmp_path: Path, at: tuple[Any, ...], value: object, said: str) -> None:
    assert said in error(tmp_path, changed(at, value))


def test_nothing_refused_can_be_expected(tmp_path: Path) -> None:
    assert error(tmp_path, changed(("expect", "refused"), [])) == ""
    refused = changed(("position", "stands", 1, "type"), "horse")
    refused["dice"], refused["expect"] = [], {"refused": []}
    assert "refused: none" in error(tmp_path, refused)


@pytest.mark.parametrize(
    ("key", "right", "wrong"),
    [
        ("dice_counts", {"melee:b1": [7, 7]}, {"melee:b1": [7]}),
        ("loser", ["r1", "r1"], ["r1"]),
        ("pursuit_hexes", [1, 0], [1]),
        ("pursuit_hexes", 1, 2),
        ("loser", "r1", "b1"),
    ],
)
def test_a_list_is_of_each_in_turn(tmp_path: Path, key: str, right: Any, wrong: Any) -> None:
    case = copy.deepcopy(GOOD)
    del case["action"]["until"]
    case["action"]["orders"].append({"stand": "b1", "do": "pursue"})
    case["action"]["choices"] = {"r1": {"retreat_distance": 1}}
    case["dice"] = [
        {"label": "fire", "values": [1, 1, 1, 1]},
        {"label": "melee", "purpose": "round", "by": "b1", "values": [6, 1, 1, 1, 1, 1, 1]},
        {"label": "melee", "by": "r1", "values": [1, 1, 1, 1, 1, 1]},
        {"label": "morale", "by": "r1", "values": [6]},
        {"label": "pursuit", "values": [4]},
        {"label": "melee", "by": "b1", "values": [6, 1, 1, 1, 1, 1, 1]},
        {"label": "melee", "by": "r1", "values": [1, 1, 1, 1]},
        {"label": "morale", "by": "r1", "values": [6]},
        {"label": "pursuit", "values": [1]},
    ]
    case["expect"] = {key: right}
    assert error(tmp_path, case) == ""
    case["expect"] = {key: wrong}
    assert key in error(tmp_path, case)


def test_a_change_of_which_a_case_does_not_speak_is_told_where_it_has_besides(tmp_path: Path) -> None:
    spoken = changed(("expect", "besides"), {"b1": {"hex": [0, 1]}})
    assert error(tmp_path, spoken) == ""
    assert error(tmp_path, changed(("expect", "besides"), {})) == "besides.b1.hex: [0, 2]"
    assert error(tmp_path, changed(("expect", "besides"), {"b1": {"hex": [0, 3]}})) == "besides.b1.hex: [0, 3]"
    refused = changed((*ORDER, "path"), [[5, 5]])
    refused["expect"], refused["dice"] = {"besides": {}}, []
    assert error(tmp_path, refused) == "besides: no refusal"
