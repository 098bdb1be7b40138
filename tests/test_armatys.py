"""The vocabulary of Armatys' cases hides nothing; the cases stand under ``tests/cases/armatys``."""

from pbem.rulesets.armatys.cases import run_case


def test_a_wrong_expectation_and_an_unknown_key_fail() -> None:
    position = {"units": [{"id": "A1", "rows": ["MM"], "at": [10, 10]}]}
    case = {"id": "x", "position": position, "action": {"kind": "derive"}}
    wrong = run_case({}, {**case, "expect": {"units": {"A1": {"files": 3}}}})
    assert [one.key for one in wrong.differences] == ["units.A1.files"]
    assert "no key 'width'" in run_case({}, {**case, "expect": {"units": {"A1": {"width": 3}}}}).error
