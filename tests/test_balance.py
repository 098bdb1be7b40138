"""What the heads of scenario files say of their balance is what battles between steady aides come to."""

import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "scripts" / "balance.py"
TOLERANCE = 5
"""Wins of a hundred by which a figure may differ before its file has to be measured anew."""

SAMPLE = ("onehour/harrow-down", "onehour/coutras", "snaphance/harrow-down", "snaphance/two-farms")


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SAMPLE)
def test_the_figures_in_the_head_of_a_scenario_file_come_again(scenario: str) -> None:
    command = [sys.executable, str(SCRIPT), "--jobs", "1", "--tolerance", str(TOLERANCE), scenario]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


HEAD = "# Measured (steady aides, 100 battles, seed 1): south 48, north 50, drawn 2; idle turns 0 % at most.\n"


@pytest.mark.parametrize(
    ("figures", "tolerance", "agreed"),
    [
        ("south 48, north 50, drawn 2;", 0, True),
        ("south 49, north 49, drawn 2;", 0, False),
        ("south 53, north 45, drawn 2;", 5, True),
        ("south 54, north 44, drawn 2;", 5, False),
        ("white 48, north 50, drawn 2;", 5, False),
    ],
)
def test_figures_agree_within_a_tolerance(figures: str, tolerance: int, agreed: bool) -> None:
    agrees: Callable[[str, str, int], bool] = runpy.run_path(str(SCRIPT))["agrees"]
    line = HEAD.replace("south 48, north 50, drawn 2;", figures)
    assert agrees(f"# A battle.\n{HEAD}\nrules: any\n", line, tolerance) is agreed
