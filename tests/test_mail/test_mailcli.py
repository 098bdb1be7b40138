"""The mails from the shell: the list, one of them opened, and nothing of the enemy's for an operator who plays."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from tests.test_mail.conftest import ANN, BOB, NORTH, SECRET, Office, letter, reply_to

STRANGE = letter("S02 turn 2\n", "eve@elsewhere.test", name="strange", Subject="Re: \x07orders")


def pbem(folder: Path, *arguments: str, operator: str = "operator@example.org") -> Result:
    env = {
        "PBEM_SECRET": SECRET, "PBEM_DATABASE_URL": f"sqlite:///{folder / 'pbem.db'}", "PBEM_DATA_DIR": str(folder),
        "PBEM_ORDERS_ADDRESS": "orders@example.test", "PBEM_MAIL_DOMAIN": "example.test",
        "PBEM_OPERATOR_ADDRESS": operator,
    }  # fmt: skip
    return CliRunner().invoke(main, arguments, env=env)


@pytest.fixture
def mails(office: Office) -> dict[str, str]:
    """A mail that is held and one that was taken: their ids."""
    return {
        "held": office.receive(STRANGE).mail,
        "taken": office.receive(letter("N02 turn 8\n", BOB, reply_to(NORTH))).mail,
    }


def test_those_that_need_the_operator_are_listed_first(tmp_path: Path, mails: dict[str, str]) -> None:
    told = pbem(tmp_path, "mails")
    assert told.exit_code == 0, told.output
    first, note, counts = told.output.splitlines()
    assert first.startswith(f"{mails['held']}  ")
    assert "held  eve@elsewhere.test  Re: \\x07orders" in first
    assert "unknown address" in note
    assert counts == "1 needs, 2 all, 1 accepted"
    every = pbem(tmp_path, "mails", "all", "--from", "bob").output
    assert mails["taken"] in every
    assert mails["held"] not in every
    assert "\x07" not in told.output


def test_one_is_shown_with_how_it_was_judged(tmp_path: Path, mails: dict[str, str]) -> None:
    told = pbem(tmp_path, "mail", mails["held"]).output
    assert "Door: ingest" in told
    assert f"Name here: {mails['held']}" in told
    assert "held: " in told
    assert told.rstrip().endswith("S02 turn 2")
    assert pbem(tmp_path, "mail", "0" * 64).exit_code == 1


def test_an_operator_who_plays_is_not_shown_the_enemys(tmp_path: Path, mails: dict[str, str]) -> None:
    assert "N02 turn 8" in pbem(tmp_path, "mail", mails["taken"]).output
    told = pbem(tmp_path, "mail", mails["taken"], operator=ANN).output
    assert "N02" not in told
    assert "hidden" in told
    assert "(hidden: it may be your opponent's)" in pbem(tmp_path, "mails", "accepted", operator=ANN).output


def test_what_cannot_be_shown_is_told(tmp_path: Path, mails: dict[str, str]) -> None:
    assert "is not one of needs, all" in pbem(tmp_path, "mails", "everything").output
    assert "set PBEM_OPERATOR_ADDRESS" in pbem(tmp_path, "mails", operator="").output
