"""``pbem address`` and ``pbem deputy``: what the operator does for players, and what he is told when it cannot be."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlmodel import select

from pbem.cli.main import main
from pbem.store.db import Database
from pbem.store.tables import OutMail
from tests.fresh import write_schema

INES, CARL = "ines@example.org", "carl@example.org"
Pbem = Callable[..., Result]


@pytest.fixture
def pbem(tmp_path: Path) -> Pbem:
    """``pbem(*arguments)``, with Harrow Down begun by Ines as South."""

    def pbem(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments, env={"PBEM_SECRET": "s" * 40, "PBEM_DATA_DIR": str(tmp_path)})

    write_schema(tmp_path / "pbem.sqlite3")
    assert pbem("new", "snaphance/harrow-down", "--seat", f"south={INES}", "--seat", "north=aide").exit_code == 0
    return pbem


def mailed(folder: Path) -> list[tuple[str, str]]:
    """Kind and recipient of every mail that was caused."""
    db = Database.open(f"sqlite:///{folder / 'pbem.sqlite3'}")
    with db.reading() as session:
        rows = session.exec(select(OutMail)).all()
    db.close()
    return [(row.kind, row.recipient) for row in rows]


def test_an_address_is_added_by_the_operators_word(pbem: Pbem, tmp_path: Path) -> None:
    done = pbem("address", "add", INES, "ines@work.example")
    assert (done.exit_code, done.output) == (
        0, f"Mails from ines@work.example now count as mails from {INES}, who has been told by mail.\n",
    )  # fmt: skip
    assert ("notice", INES) in mailed(tmp_path)
    for arguments, word in (
        ((INES, "ines@work.example"), "already"),
        (("nobody@example.org", "x@example.org"), "no player has the address"),
        ((INES, "x"), "is not a mail address"),
    ):
        failed = pbem("address", "add", *arguments)
        assert failed.exit_code == 1
        assert word in failed.output
        assert failed.output.startswith("Error: ")


def test_a_deputy_is_named_and_dismissed(pbem: Pbem, tmp_path: Path) -> None:
    done = pbem("deputy", "harrow-down", "south", CARL, "--from", "1", "--to", "3")
    assert (done.exit_code, done.output) == (0, f"{CARL} may order for south in turns 1 to 3.\n")
    assert {("deputy", CARL), ("report", CARL), ("notice", INES)} <= set(mailed(tmp_path))
    done = pbem("deputy", "harrow-down", "south", CARL, "--dismiss")
    assert (done.exit_code, done.output) == (0, f"{CARL} no longer orders for south.\n")
    assert ("notice", CARL) in mailed(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("harrow-down", "south", CARL), 2, "for which turns?"),
        (("harrow-down", "south", CARL, "--from", "1", "--to", "2", "--dismiss"), 2, "leave out --from and --to"),
        (("harrow-down", "south", CARL, "--dismiss"), 1, "is not a deputy of South"),
        (("harrow-down", "south", INES, "--from", "1", "--to", "2"), 1, "plays South already"),
        (("harrow-down", "north", CARL, "--from", "1", "--to", "2"), 1, "North in Harrow Down has no player"),
        (("harrow-down", "west", CARL, "--from", "1", "--to", "2"), 1, "has no seat west"),
        (("nowhere", "south", CARL, "--from", "1", "--to", "2"), 1, "there is no game"),
        (("harrow-down", "south", CARL, "--from", "0", "--to", "2"), 2, "range"),
    ],
)
def test_what_cannot_be_is_one_clear_line(pbem: Pbem, arguments: tuple[str, ...], code: int, word: str) -> None:
    failed = pbem("deputy", *arguments)
    assert failed.exit_code == code
    assert word in failed.output
    assert "Traceback" not in failed.output


def test_the_operator_gives_a_game_an_umpire_and_the_players_are_told(pbem: Pbem, tmp_path: Path) -> None:
    done = pbem("umpire", "harrow-down", CARL)
    assert (done.exit_code, done.output) == (
        0,
        f"{CARL} umpires harrow-down from now on. Every player has been told.\n",
    )
    assert {("umpire", CARL), ("seat", INES)} <= set(mailed(tmp_path))
    failed = pbem("umpire", "harrow-down", INES)
    assert failed.exit_code == 1
    assert failed.output.startswith("Error: ")
    assert "cannot umpire it" in failed.output
