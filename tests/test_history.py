"""June 1644 played by the orders really given."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.demo import DemoFailed
from pbem.cli.history import played_history
from pbem.cli.main import main
from pbem.scenarios import SCENARIOS, BadScenario, scenario_names

FILE = SCENARIOS / "campaign" / "oxford-1644-history.yaml"


def test_history_brings_the_king_to_his_places_within_half_a_day() -> None:
    """CAMPAIGN 8: Worcester on the 6th, back to Witney, Buckingham by the 22nd, Cropredy on the 29th."""
    played = played_history("campaign/oxford-1644")
    assert played.off == ()
    for place in (
        "at Worcester: day 6",
        "back at Witney: day 1",
        "the King at Buckingham: day 22",
        "at Cropredy: day 29",
    ):
        assert any(place in line for line in played.lines), place
    assert any("eleven guns" in line for line in played.lines), "a battle's laid-down result tells why"
    assert any(line.startswith("Not kept:") for line in played.lines)


def test_a_place_that_is_not_reached_is_no_success(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8").replace("at: worcester, day: 6", "at: worcester, day: 3")
    changed = tmp_path / "other.yaml"
    changed.write_text(text, encoding="utf-8")
    assert any("the King at Worcester" in line for line in played_history("campaign/oxford-1644", changed).off)


def test_an_order_that_is_not_read_is_told_with_its_day(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8").replace("R21 join R2", "R21 join the navy")
    changed = tmp_path / "other.yaml"
    changed.write_text(text, encoding="utf-8")
    with pytest.raises(DemoFailed, match="1 June, wilmot: R21 join the navy"):
        played_history("campaign/oxford-1644", changed)


def test_a_history_is_no_scenario_of_its_own() -> None:
    assert "campaign/oxford-1644-history" not in scenario_names()
    with pytest.raises(BadScenario, match="has no history"):
        played_history("campaign/two-rivers")


def test_what_a_history_cannot_use_is_refused() -> None:
    answer = CliRunner().invoke(main, ["demo", "--history", "--out", "x", "--umpire"])
    assert answer.exit_code == 2
    assert "leave out --out, --umpire" in answer.output
