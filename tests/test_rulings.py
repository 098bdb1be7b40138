"""RULINGS.md: each ruling of the catalogue once, with cases that are there and cite it."""

import re
from pathlib import Path

import yaml

from pbem.rulesets.snaphance.rulings import RULINGS

HERE = Path(__file__).parent
TOLD = HERE.parent / "pbem" / "rulesets" / "snaphance" / "RULINGS.md"


def test_each_ruling_is_told_once_with_cases_that_cite_it() -> None:
    cites = {
        f"{path.stem} {case['id']}": case["cites"]
        for path in (HERE / "cases" / "snaphance").glob("*.yaml")
        for case in yaml.safe_load(path.read_text())["cases"]
    }
    rows = re.findall(r"^\| SN-Q(\d+) \|.*\| ([^|]+) \|$", TOLD.read_text(), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, RULINGS + 1))
    wrong = [
        f"SN-Q{number}: {case}"
        for number, cases in rows for case in cases.split(", ") if f"SN-Q{number}" not in cites.get(case, ())
    ]  # fmt: skip
    assert not wrong
