"""The vocabulary of Armatys' cases hides nothing; the cases stand under ``tests/cases/armatys``."""

from typing import Any

import pytest

from pbem.rulesets.armatys.cases import run_case


def test_a_wrong_expectation_and_an_unknown_key_fail() -> None:
    position = {"units": [{"id": "A1", "rows": ["MM"], "at": [10, 10]}]}
    case = {"id": "x", "position": position, "action": {"kind": "derive"}}
    wrong = run_case({}, {**case, "expect": {"units": {"A1": {"files": 3}}}})
    assert [one.key for one in wrong.differences] == ["units.A1.files"]
    assert "no key 'width'" in run_case({}, {**case, "expect": {"units": {"A1": {"width": 3}}}}).error


POSITION = {"units": [{"id": "A1", "rows": ["MM"], "at": [10, 10]}]}
MOVE = {"unit": "A1", "do": "move"}


def _play(*orders: dict[str, Any], **more: Any) -> dict[str, Any]:  # an action as written
    return {"action": {"kind": "play", "from": "P5d", "to": "P5e", "orders": [*orders], **more}}


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (_play({**MOVE, "unit": "A9", "moves": [{"ahead": 1}]}), "no unit or general 'A9'"),
        (_play({**MOVE, "moves": [{"ahead": 1, "back": 1}]}), "has one key"),
        (_play({**MOVE, "moves": [{"rejoin": "A8"}]}), "no unit or general 'A8'"),
        (_play({**MOVE, "moves": [{"jump": 1}]}), "there is no move 'jump'"),
        (_play({**MOVE, "moves": [{"bayonets": "off"}]}), "moves[0].bayonets"),
        (_play({**MOVE, "moves": [{"detach": {"id": "A2", "rows": ["M"]}}]}), "'leaves' is missing"),
        (_play({"unit": "A1", "do": "recover", "target": "A1"}), "an order to recover has no 'target'"),
        (_play({"unit": "A1", "do": "fire"}), "'target' is missing"),
        (_play(choices={"A1": {"answer": "flee"}}), "choices.A1.answer"),
        (_play(choices={"A9": {"modifier": 1}}), "no unit or general 'A9'"),
        (_play(to="P1e"), "P1e comes before P5d"),
        ({"position": {"units": [{"id": "A1", "rows": ["MX"]}]}}, "there are no figures X"),
        ({"position": {"units": [{"id": "A1", "rows": ["M"], "taken": {"rain": 1}}]}}, "taken"),
        ({"expect": {"not_rolled": ["ar.chrge:A1"]}}, "no dice are called 'ar.chrge'"),
        ({"expect": {"melee": {"A1>A1:pikes": {"groups": 0}}}}, "no figures strike as 'pikes'"),
    ],
)  # fmt: skip
def test_a_slip_in_a_case_is_told_and_never_passed_over(slip: dict[str, Any], told: str) -> None:
    case = {"id": "x", "position": POSITION, "action": {"kind": "derive"}, "expect": {}, **slip}
    assert told in run_case({}, case).error
