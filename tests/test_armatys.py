"""Cases of Armatys' rules."""

from pathlib import Path
from typing import Any

import pytest

from pbem.rulesets.armatys.cases import run_case
from pbem.yamlfile import read_yaml

FOLDER = Path(__file__).parent / "armatys"
CASES = [(path.stem, case) for path in sorted(FOLDER.glob("*.yaml")) for case in read_yaml(path).value["cases"]]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[f"{name}-{case['id']}" for name, case in CASES])
def test_a_case_passes(case: dict[str, Any]) -> None:
    result = run_case({}, case)
    assert result.passed, (result.error, result.differences, result.refused)


def test_a_wrong_expectation_and_an_unknown_key_fail() -> None:
    position = {"units": [{"id": "A1", "rows": ["MM"], "at": [10, 10]}]}
    case = {"id": "x", "position": position, "action": {"kind": "derive"}}
    wrong = run_case({}, {**case, "expect": {"units": {"A1": {"files": 3}}}})
    assert [one.key for one in wrong.differences] == ["units.A1.files"]
    assert "no key 'width'" in run_case({}, {**case, "expect": {"units": {"A1": {"width": 3}}}}).error
