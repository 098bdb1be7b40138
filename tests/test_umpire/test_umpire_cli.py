"""``pbem rule`` and ``pbem rewind``: what an operator does for a game's umpire."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from tests.fresh import write_schema

Pbem = Callable[..., Result]
NEW = ("new", "snaphance/harrow-down", "--seat", "south=ines@example.org", "--seat", "north=aide")


@pytest.fixture
def pbem(tmp_path: Path) -> Pbem:
    """``pbem(*arguments)``, with two games of Harrow Down: one umpired, one (``harrow-down-2``) not."""

    def pbem(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments, env={"PBEM_SECRET": "s" * 40, "PBEM_DATA_DIR": str(tmp_path)})

    write_schema(tmp_path / "pbem.sqlite3")
    for given in ((*NEW, "--umpire", "geoff@example.org"), NEW):
        assert pbem(*given).exit_code == 0
    return pbem


def test_a_ruling_is_shown_and_with_a_reason_carried_out(pbem: Pbem) -> None:
    shown = pbem("rule", "harrow-down", "S04 at 0605 facing 2")
    assert shown.exit_code == 0
    assert "S04 at 0605, facing 2" in shown.output
    assert "Nothing is changed" in shown.output
    done = pbem("rule", "harrow-down", "S04 at 0605 facing 2", "--reason", "the table was bumped")
    assert "Carried out: S04 at 0605, facing 2." in done.output
    again = pbem("rule", "harrow-down", "S04 at 0605 facing 2")
    assert "S04 at 0605, facing 2, strength 4  ->" in again.output


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("rule", "harrow-down", "S4 removed"), "did you mean: rule S04 removed"),
        (("rule", "harrow-down-2", "S04 removed"), "has no umpire"),
        (("rewind", "harrow-down-2"), "has no umpire"),
        (("rewind", "harrow-down", "--after", "9.9"), "there is no event '9.9'"),
        (("rewind", "harrow-down", "--after", "0.0"), "same or fresh"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(pbem: Pbem, arguments: tuple[str, ...], word: str) -> None:
    failed = pbem(*arguments)
    assert failed.exit_code == 1
    assert word in failed.output
    assert "Traceback" not in failed.output


def test_events_are_listed_and_the_game_turned_back_to_one(pbem: Pbem) -> None:
    listed = pbem("rewind", "harrow-down")
    assert "0.0" in listed.output
    pbem("rule", "harrow-down", "S04 removed", "--reason", "a mistake")
    done = pbem("rewind", "harrow-down", "--after", "0.0", "--dice", "same", "--reason", "that was wrong")
    assert (done.exit_code, "goes on after event 0.0" in done.output) == (0, True)
    assert "off the board" not in pbem("rule", "harrow-down", "S04 facing 2").output
