"""What would become of a mail is told as it would become, and nothing is kept."""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text
from sqlmodel import select

from pbem.cli.main import main
from pbem.clock import FixedClock
from pbem.mail.reader import MailReader
from pbem.mail.tokens import TurnRef
from pbem.service.incoming import dryrun
from pbem.service.incoming.dryrun import by_mail_room, by_reading, by_rules, dry_run, fresh_battle
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.games import BadGame
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.tables import InMail
from tests.test_mail.conftest import (
    HARROW,
    NORTH,
    ORDERS,
    SECRET,
    SOUTH,
    START,
    Office,
    config_for,
    letter,
    reply_to,
)
from tests.test_mail.test_fixtures import EXPECTED, FOLDER, raw
from tests.test_mail.worlds import WORLDS

US = MailReader(ORDERS, "mx.example.test")


def everything(office: Office) -> dict[str, list[object]]:
    """Every row of every table."""
    with office.services.db.reading() as session:
        link = session.connection()
        tables = link.execute(text("select name from sqlite_master where type = 'table'")).all()
        return {name: [*link.execute(text(f"select * from {name}")).all()] for (name,) in tables}


# --- as the mail room does ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(EXPECTED)[::10])
def test_it_tells_what_the_mail_room_then_does(office: Office, name: str) -> None:
    expected = EXPECTED[name]
    WORLDS[expected.world](office)
    for before in expected.after:
        office.receive(raw(before))
    before_it = everything(office)
    tried = by_mail_room(office.services, name, raw(name))
    assert everything(office) == before_it
    outcome = office.receive(raw(name))
    assert (tried.state, tried.note) == (outcome.state, outcome.note)
    assert (tried.game, tried.seat) == (outcome.game or tried.game, outcome.seat or tried.seat)
    if tried.state in {"accepted", "partly"} and not expected.after:
        assert set(expected.orders) <= {*tried.lines}


def test_problems_and_lines(office: Office) -> None:
    tried = by_mail_room(office.services, "x", letter("Dear umpire\nS02 turn 2\nS03 fier N01\nS04 turn 10\nthanks\n"))
    assert (tried.state, tried.game, tried.seat, tried.turn) == ("partly", HARROW, SOUTH, 1)
    assert tried.lines == ("S02 turn 2", "S04 turn 10")
    (problem,) = tried.problems
    assert (problem.line, problem.text) == (3, "S03 fier N01")
    assert "fire" in problem.message
    assert office.orders() == []


def test_lines_for_turns_to_come_are_no_orders_of_the_open_one(office: Office) -> None:
    tried = by_mail_room(office.services, "x", letter("S02 turn 2\nTURN 2\nS04 turn 10\nTURN 9\nS04 turn 2\n"))
    assert (tried.state, tried.lines) == ("partly", ("S02 turn 2",))
    assert "1 line is kept for your turn 2" in tried.notes[0]
    assert "TURN 9 was not kept" in tried.notes[1]
    with fresh_battle("snaphance/harrow-down", SOUTH, US) as (services, turn):
        tried = by_rules(services, turn, "x", letter("TURN 2\nS04 turn 10\n"))
    assert (tried.state, tried.lines) == ("accepted", ())


def test_a_turn_that_would_be_played_is_not(office: Office) -> None:
    office.receive(letter("S02 turn 2\nready\n"))
    tried = by_mail_room(office.services, "x", letter("ready", sender="bob@players.test", to=reply_to(NORTH), name="b"))
    assert (tried.state, tried.lines) == ("accepted", ("ready",))
    assert office.page().turn == 1
    office.receive(letter("ready", sender="bob@players.test", to=reply_to(NORTH), name="b"))
    assert office.page().turn == 2


def test_a_mail_that_was_handled_before_keeps_what_became_of_it(office: Office) -> None:
    mail = letter("S02 turn 2")
    office.receive(mail)
    tried = by_mail_room(office.services, "x", mail)
    assert (tried.state, tried.seat) == ("accepted", "south")


def test_the_envelope_may_hold_the_token(office: Office) -> None:
    mail = letter("S02 turn 2", to=ORDERS)
    assert by_mail_room(office.services, "x", mail).state == "held"
    assert by_mail_room(office.services, "x", mail, (reply_to(),)).state == "accepted"


def test_on_postgresql_nothing_is_kept_either(postgres_copy: str, tmp_path: Path) -> None:
    with closing(Database.open(postgres_copy)) as db:
        services = Services(db, config_for(postgres_copy, tmp_path), FixedClock(START), compose=compose_mail)
        tried = by_mail_room(services, "x", letter("S02 turn 2"))
        assert (tried.state, tried.lines) == ("accepted", ("S02 turn 2",))
        with db.reading() as session:
            assert session.exec(select(InMail.id)).all() == []


# --- on a fresh battle --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def battle() -> Iterator[tuple[Services, TurnRef]]:
    with fresh_battle("harrow-down", SOUTH, US) as made:
        yield made


@pytest.mark.parametrize(
    ("name", "state", "lines"),
    [
        ("plain-top", "accepted", ("S02 turn 2", "S04 turn 10")),
        ("html-gmail", "accepted", ("S02 turn 2", "S04 turn 10")),
        ("unknown-sender", "accepted", ("S02 turn 2", "S04 turn 10")),
        ("one-bad-line", "partly", ("S02 turn 2", "S04 turn 10")),
        ("both-differ", "rejected", ()),
        ("empty", "rejected", ()),
        ("ready", "accepted", ("ready",)),
        ("bounce", "ignored", ()),
        ("nested", "quarantined", ()),
    ],
)
def test_the_text_is_judged_whoever_sent_it(
    battle: tuple[Services, TurnRef], name: str, state: str, lines: tuple[str, ...]
) -> None:
    tried = by_rules(*battle, name, raw(name))
    assert (tried.by, tried.state, tried.lines) == ("scenario", state, lines)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadGame, match="no seat 'west'; there are"):
        list(dry_run(["x"], {}, "harrow-down", "west"))


# --- by reading alone ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_every_mail_is_read(name: str) -> None:
    tried = by_reading(US, name, raw(name))
    expected = EXPECTED[name]
    assert tried.by == "reading"
    if expected.state == "quarantined":
        assert tried.state == "quarantined"
    elif tried.kind == "person":
        assert tried.state == "held"
        assert tried.lines or not expected.orders or expected.after


def run(files: list[str], env: dict[str, str], *more: str, given: bytes = b"") -> list[dict[str, object]]:
    unset = dict.fromkeys(name for name in os.environ if name.startswith("PBEM_"))
    ran = CliRunner().invoke(main, ["ingest", "--dry-run", *more, *files], input=given, env={**unset, **env})
    assert ran.exit_code == 0, ran.output
    assert ran.stdout.isascii()
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_the_command_needs_no_settings_and_no_file_stops_it(tmp_path: Path) -> None:
    (tmp_path / "empty.eml").write_bytes(b" \n")
    (tmp_path / "noise.eml").write_bytes(bytes(range(256)) * 99)
    files = [str(tmp_path / "none.eml"), str(tmp_path), str(tmp_path / "empty.eml"), str(tmp_path / "noise.eml"), "-"]
    told = run([*files, str(FOLDER / "plain-top.eml")], {}, given=b"From: a@b.test\n\nS02 hold\n")
    assert [one["file"] for one in told] == [*files, str(FOLDER / "plain-top.eml")]
    assert [one["state"] for one in told] == ["quarantined"] * 3 + ["held"] * 3
    assert "No such file" in str(told[0]["why"])
    assert "directory" in str(told[1]["why"])
    assert "empty" in str(told[2]["why"])
    assert (told[4]["sender"], told[4]["lines"]) == ("a@b.test", ["S02 hold"])
    assert told[5]["lines"] == ["S02 turn 2", "S04 turn 10"]
    assert all("PBEM_SECRET is not set" in str(one["note"]) for one in told[3:])


def test_the_command_with_a_database(office: Office) -> None:
    env = {
        "PBEM_SECRET": SECRET, "PBEM_DATABASE_URL": str(office.services.db.url), "PBEM_ORDERS_ADDRESS": ORDERS,
        "PBEM_MAIL_DOMAIN": "example.test",
    }  # fmt: skip
    before = everything(office)
    (told,) = run([str(FOLDER / "plain-top.eml")], env)
    assert (told["by"], told["state"], told["kind"]) == ("database", "rejected", "person")  # its turn ended long ago
    assert everything(office) == before
    (alone,) = run([str(FOLDER / "plain-top.eml")], {**env, "PBEM_DATABASE_URL": "sqlite:////nowhere/pbem.sqlite3"})
    assert (alone["by"], alone["state"]) == ("reading", "held")
    assert "is not there" in str(alone["note"])


def test_the_command_with_a_scenario() -> None:
    (told,) = run([str(FOLDER / "plain-top.eml")], {}, "--scenario", "snaphance/harrow-down", "--seat", "south")
    assert (told["by"], told["state"], told["lines"]) == ("scenario", "accepted", ["S02 turn 2", "S04 turn 10"])


def test_what_breaks_the_mail_room_is_told_and_stops_nothing(
    office: Office, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*given: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(dryrun, "by_mail_room", broken)
    env = {"PBEM_SECRET": SECRET, "PBEM_DATABASE_URL": str(office.services.db.url)}
    (told,) = dry_run([str(FOLDER / "plain-top.eml")], env)
    assert (told.state, told.why) == ("quarantined", "handling it failed: RuntimeError: broken")
