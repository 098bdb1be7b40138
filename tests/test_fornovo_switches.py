"""Each ruling that a game of Fornovo to Sedgemoor may read otherwise changes what a case says of it."""

import copy
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.rulesets.fornovo.cases import run_case
from pbem.rulesets.fornovo.state.scene import Switches
from pbem.yamlfile import read_yaml

CASES = Path(__file__).parent / "cases" / "fornovo"


@cache
def every_case() -> list[dict[str, Any]]:
    """All there are; read when a test asks, not by each process that collects tests."""
    return [case for path in sorted(CASES.glob("*.yaml")) for case in read_yaml(path).value["cases"]]


def _positions(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Of a case and of its parts."""
    return [one["position"] for one in (case, *case.get("parts", {}).values()) if "position" in one]


def _said(case: dict[str, Any], switch: str) -> bool:
    return any(switch in one.get("rulings", {}) for one in _positions(case))


@pytest.mark.parametrize("switch", [one.name for one in msgspec.structs.fields(Switches)])
def test_a_case_of_each_switch_fails_without_it(switch: str) -> None:
    found = [case for case in every_case() if _said(case, switch)]
    assert found, "a case plays it"
    for case in found:
        plain = copy.deepcopy(case)
        for one in _positions(plain):
            one.get("rulings", {}).pop(switch, None)
        assert run_case({}, case).passed
        assert not run_case({}, plain).passed
