"""Cases of the phases of Armatys' rules that are built, and what is refused because it is not."""

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


def test_a_case_of_a_phase_that_is_not_built_says_so() -> None:
    position = {"units": [{"id": "A1", "rows": ["MM"], "at": [10, 10]}]}
    action = {
        "kind": "play",
        "from": "P3a",
        "to": "P3d",
        "orders": [{"unit": "A1", "do": "fire", "target": "B1", "in": "P3a"}],
    }
    result = run_case({}, {"id": "x", "position": position, "action": action})
    assert "not built: order 1: fire in P3a" in result.error


def test_a_wrong_expectation_and_an_unknown_key_fail() -> None:
    position = {"units": [{"id": "A1", "rows": ["MM"], "at": [10, 10]}]}
    case = {"id": "x", "position": position, "action": {"kind": "derive"}}
    wrong = run_case({}, {**case, "expect": {"units": {"A1": {"files": 3}}}})
    assert [one.key for one in wrong.differences] == ["units.A1.files"]
    assert "no key 'width'" in run_case({}, {**case, "expect": {"units": {"A1": {"width": 3}}}}).error
