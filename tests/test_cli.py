"""The command line: each command does what it says, and what goes wrong is one clear line."""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from importlib import import_module
from pathlib import Path
from urllib.parse import quote

import click
import msgspec
import pytest
from click.testing import CliRunner, Result
from sqlmodel import col, select

from pbem.cli.main import COMMANDS, main
from pbem.cli.plainly import KNOWN
from pbem.clock import iso
from pbem.engine.archive import archive_header, export_lines, read_archive
from pbem.engine.journal import FIRST_HASH, Entry, entry_hash
from pbem.paths import SCENARIOS
from pbem.scenarios import one_scenario, scenario_names
from pbem.service.play.heartbeat import CLOCK
from pbem.store.db import Database
from pbem.store.tables import Deadline, Game, Heartbeat, InMail, OutMail
from tests.fresh import write_schema
from tests.servers import free_port, until
from tests.servers.dovecot import Mailbox

ROOT = Path(__file__).parent.parent
SECRET = "s" * 40
HARROW = SCENARIOS / "snaphance" / "harrow-down.yaml"

Pbem = Callable[..., Result]


def pbem_in(folder: Path) -> Pbem:
    """``pbem(*arguments)`` with its games in a folder; settings are given in capitals."""

    def pbem(*arguments: str, given: str | bytes = "", **settings: str | None) -> Result:
        env = {"PBEM_SECRET": SECRET, "PBEM_DATA_DIR": str(folder), "PBEM_DATABASE_URL": None, **settings}
        return CliRunner().invoke(main, arguments, input=given, env=env)

    return pbem


def test_the_list_of_commands_says_of_each_what_its_own_help_does() -> None:
    context = click.Context(main)
    commands = {word: main.get_command(context, word) for word in COMMANDS}
    assert {word: one.get_short_help_str(200) for word, one in commands.items() if one} == {
        word: later.about for word, later in COMMANDS.items()
    }
    assert {word: one.name for word, one in commands.items() if one} == {word: word for word in COMMANDS}


def test_every_fault_told_in_one_line_is_an_exception_there_is() -> None:
    for name in KNOWN:
        module, _, kind = name.rpartition(".")
        assert issubclass(getattr(import_module(module), kind), Exception)
        assert getattr(import_module(module), kind).__module__ == module


def test_the_list_of_commands_waits_for_no_library() -> None:
    listing = "import sys; from pbem.cli.main import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True).stdout.split()
    assert "click" in loaded
    assert not {"flask", "sqlalchemy", "msgspec", "pbem.scenarios"} & set(loaded)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games: harrow-down waits for Ines, harrow-down-2 was fought out by two aides-de-camp."""
    folder = tmp_path_factory.mktemp("games")
    pbem = pbem_in(folder)
    write_schema(folder / "pbem.sqlite3")
    for arguments in (
        ("new", "snaphance/harrow-down", "--seat", "south=ines@example.org", "--seat", "north=aide"),
        ("new", "snaphance/harrow-down", "--seat", "south=aide", "--seat", "north=aide"),
    ):
        done = pbem(*arguments)
        assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of the games, to change."""
    return Path(shutil.copytree(played, tmp_path / "games"))


@pytest.fixture
def pbem(folder: Path) -> Pbem:
    """The command on that copy."""
    return pbem_in(folder)


@pytest.fixture(scope="module")
def archive(played: Path) -> Path:
    """The archive of the battle that was fought out."""
    path = played / "fought.jsonl"
    done = pbem_in(played)("export", "harrow-down-2", "--out", str(path))
    assert done.exit_code == 0, done.output
    return path


@contextlib.contextmanager
def rows_of(folder: Path) -> Iterator[Database]:
    """The database, to look into."""
    db = Database.open(f"sqlite:///{folder / 'pbem.sqlite3'}")
    try:
        yield db
    finally:
        db.close()


def refused(done: Result, *words: str, code: int = 1) -> None:
    """It ended in one line that says what is the matter."""
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    line = done.stderr.strip().splitlines()[-1]
    assert line.startswith("Error: ")
    for word in words:
        assert word in line
    assert "Traceback" not in done.output
    if code == 1:
        assert len(done.stderr.strip().splitlines()) == 1


# --- the command itself -------------------------------------------------------------------------------------------


def test_version_and_help_tell_every_command(pbem: Pbem) -> None:
    assert re.fullmatch(r"(pbem|main), version 0\.1\.0\n", pbem("--version").stdout)
    told = pbem("-h").stdout
    for name in COMMANDS:
        assert f"  {name} " in told
        helped = pbem(name, "--help")
        assert helped.exit_code == 0
        assert helped.stdout.startswith("Usage: ")
    promised = {
        "new",
        "serve",
        "worker",
        "tick",
        "ingest",
        "export",
        "verify",
        "case",
        "demo",
        "bench",
        "run",
        "migrate",
    }
    assert promised <= set(COMMANDS)


def test_an_unknown_command_is_refused(pbem: Pbem) -> None:
    refused(pbem("conquer"), "conquer", code=2)


def test_it_runs_as_a_program(folder: Path) -> None:
    env = {**os.environ, "PBEM_SECRET": SECRET, "PBEM_DATA_DIR": str(folder)}
    ran = subprocess.run([sys.executable, "-m", "pbem.cli", "games"], env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "harrow-down-2  over  Harrow Down" in ran.stdout


# --- beginning games ----------------------------------------------------------------------------------------------


def test_a_game_is_begun_and_listed_and_its_first_report_is_on_its_way(pbem: Pbem, folder: Path) -> None:
    done = pbem(
        "new", "snaphance/harrow-down", "--seat", "south=ines@example.org", "--seat", "north=tom@example.org",
        "--option", "every=5", "--option", "at=21:30", "--option", "zone=Europe/Madrid", "--option", "weekdays=1,5",
        "--option", "missed=wait",
    )  # fmt: skip
    assert (done.exit_code, done.stdout) == (0, "harrow-down-3\n")
    assert "harrow-down-3  running  Harrow Down\n" in pbem("games").stdout
    with rows_of(folder) as db, db.reading() as session:
        agreed = json.loads(session.get_one(Game, "harrow-down-3").options)["options"]
        mails = session.exec(select(OutMail).where(OutMail.game == "harrow-down-3")).all()
    assert {key: agreed[key] for key in ("every", "at", "zone", "weekdays", "missed")} == {
        "every": 5, "at": "21:30", "zone": "Europe/Madrid", "weekdays": [1, 5], "missed": "wait",
    }  # fmt: skip
    assert {mail.recipient for mail in mails} == {"ines@example.org", "tom@example.org"}


def test_a_game_is_begun_with_an_umpire_who_is_mailed(pbem: Pbem, folder: Path) -> None:
    sides = ("--seat", "south=ines@example.org", "--seat", "north=aide")
    done = pbem("new", "snaphance/harrow-down", *sides, "--umpire", "geoff@example.org")
    assert done.exit_code == 0
    with rows_of(folder) as db, db.reading() as session:
        mails = session.exec(select(OutMail).where(OutMail.game == done.stdout.strip())).all()
    assert {mail.recipient for mail in mails if mail.kind == "umpire"} == {"geoff@example.org"}
    refused(pbem("new", "snaphance/harrow-down", *sides, "--umpire", "ines@example.org"), "plays no seat of it")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere", "--seat", "south=a@b.cd"], ["no scenario 'nowhere'", "snaphance/harrow-down"]),
        (["there/is/none.yaml", "--seat", "south=a@b.cd"], ["there is no file there/is/none.yaml"]),
        (["snaphance/harrow-down", "--seat", "south=a@b.cd"], ["seats south, north", "given were south"]),
        (["snaphance/harrow-down", "--seat", "south=aide", "--seat", "east=aide"], ["seats south, north", "east"]),
        (["snaphance/harrow-down", "--seat", "south=ines", "--seat", "north=aide"], ["'ines' is not a mail address"]),
        (["snaphance/harrow-down", "--seat", "south=aide", "--option", "evry=3"], ["evry", "every"]),
        (["snaphance/harrow-down", "--seat", "south=aide", "--option", "every=soon"], ["every"]),
        (["snaphance/harrow-down", "--seat", "south=aide", "--option", "at=25:00"], ["'25:00'", "20:00"]),
        (["snaphance/harrow-down", "--seat", "south=aide", "--option", "zone=Mars"], ["no time zone 'Mars'"]),
        (["snaphance/harrow-down", "--seat", "south=aide", "--option", "weekdays=0"], ["weekdays"]),
        (["snaphance/harrow-down", "--seat", "south=aide", "--option", "weekdays=Monday"], ["weekdays"]),
        (
            ["snaphance/harrow-down", "--seat", "south=aide:sly", "--seat", "north=aide"],
            ["'sly'", "steady, bold, wary"],
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_nothing_is_begun(
    pbem: Pbem, arguments: Sequence[str], words: Sequence[str]
) -> None:
    before = pbem("games").stdout
    refused(pbem("new", *arguments), *words)
    assert pbem("games").stdout == before


def test_a_pace_the_rules_do_not_know_is_refused(pbem: Pbem) -> None:
    options = ["--seat", "south=aide", "--seat", "north=aide", "--option", "pace=sprint"]
    refused(pbem("new", "snaphance/harrow-down", *options), "pace", "sprint")


HALVES = [["--seat", "south"], ["--seat", "=a@b.cd"], ["--seat", "south=aide", "--option", "every"]]


@pytest.mark.parametrize("arguments", HALVES)
def test_half_a_pair_is_refused_with_an_example(pbem: Pbem, arguments: Sequence[str]) -> None:
    refused(pbem("new", "snaphance/harrow-down", *arguments), "write it as --", code=2)


def test_a_scenario_is_checked(pbem: Pbem, tmp_path: Path) -> None:
    told = pbem("scenario", "check", str(HARROW)).stdout.splitlines()
    assert told[0] == f"{HARROW}: ready to play"
    assert "  South: 6 stands in 2 groups, 26 SP; breaks at 5 of 11 break points (45 per cent); training poor" in told
    assert "  A side that holds three of the four hill hexes at the end of round 10 wins." in told
    copy = tmp_path / "copy.yaml"
    text = HARROW.read_text(encoding="utf-8").replace("hex: 0608", "hex: 0508")
    copy.write_text(text, encoding="utf-8")
    shutil.copy(HARROW.with_name("army-list.yaml"), tmp_path)
    line = next(number for number, one in enumerate(text.splitlines(), 1) if "id: S02" in one)
    done = pbem("scenario", "check", str(copy), str(HARROW))
    assert done.exit_code == 1
    first, *others = done.stdout.splitlines()
    assert first.startswith(f"{copy}, line {line}: ")
    assert all(word in first for word in ("S01", "0508"))
    assert others[0] == f"{HARROW}: ready to play"


def test_a_scenario_that_is_not_there_or_no_yaml_is_told(pbem: Pbem, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("rules: [snaphance\n")
    done = pbem("scenario", "check", str(bad), str(tmp_path / "none.yaml"))
    assert done.exit_code == 1
    assert f"{bad}, line " in done.stdout
    assert f"there is no file {tmp_path / 'none.yaml'}" in done.stdout


# --- clock, mail, sign-in -----------------------------------------------------------------------------------------


def test_tick_acts_on_what_is_due_as_if_it_were_then(pbem: Pbem, folder: Path) -> None:
    assert pbem("tick").stdout == ""
    with rows_of(folder) as db, db.reading() as session:
        due = max(row.due_utc for row in session.exec(select(Deadline).where(col(Deadline.done_at).is_(None))).all())

    def looked_at(moment: datetime) -> str:
        """A tick of a worker that has looked at the deadlines until a minute before."""
        with rows_of(folder) as db, db.writing() as session:
            row = session.get(Heartbeat, CLOCK)
            if row is not None:
                row.at = moment - timedelta(minutes=1)
        return pbem("tick", "--now", iso(moment)).stdout

    told = [looked_at(due + timedelta(hours=hours)) for hours in (-1, 1, 2, 13, 14)]
    assert told == ["reminded harrow-down\n", "grace harrow-down\n", "", "played harrow-down\n", ""]


@pytest.mark.parametrize("when", ["tomorrow", "2026-05-14", "2026-05-14T19:00:00"])
def test_a_time_without_a_zone_is_refused(pbem: Pbem, when: str) -> None:
    refused(pbem("tick", "--now", when), when, code=2)


def order_mail(folder: Path, text: str, name: str = "one") -> bytes:
    """Ines answers her newest report."""
    with rows_of(folder) as db, db.reading() as session:
        mails = select(OutMail).where(OutMail.game == "harrow-down").order_by(col(OutMail.created_at).desc())
        report = session.exec(mails).first()
    assert report is not None
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Ines <ines@example.org>", "orders@pbem.localhost", "Re: Harrow Down"
    mail["Message-ID"], mail["In-Reply-To"] = f"<{name}@example.org>", report.message_id
    mail.set_content(text)
    return mail.as_bytes()


def test_a_raw_mail_is_taken_in_from_a_file_or_standard_input_and_handled_once(
    pbem: Pbem, folder: Path, tmp_path: Path
) -> None:
    raw = order_mail(folder, "S01 hold\nS99 hold\n")
    file = tmp_path / "mail.eml"
    file.write_bytes(raw)
    first = pbem("ingest", str(file))
    assert first.exit_code == 0, first.output
    assert re.match(r"[0-9a-f]{64} partly\b", first.stdout)
    again = pbem("ingest", "-", given=raw)
    assert again.stdout == first.stdout
    other = pbem("ingest", "-", given=order_mail(folder, "all hold\n", "two"))
    assert re.match(r"[0-9a-f]{64} accepted\b", other.stdout)
    with rows_of(folder) as db, db.reading() as session:
        assert len(session.exec(select(InMail)).all()) == 2
        answers = session.exec(select(OutMail).where(OutMail.kind == "answer")).all()
    assert len(answers) == 2


def test_a_mail_that_is_not_there_or_empty_is_refused(pbem: Pbem) -> None:
    refused(pbem("ingest", "none.eml"), "none.eml", code=2)
    refused(pbem("ingest", "-"), "empty")


def test_a_held_mail_may_be_handled_again(pbem: Pbem) -> None:
    stranger = b"From: eve@example.net\nTo: orders@pbem.localhost\nMessage-ID: <e@example.net>\n\nS01 hold\n"
    name, state = pbem("ingest", "-", given=stranger).stdout.split()[:2]
    assert state == "held"
    assert pbem("retry", name).stdout.startswith(f"{name} held")
    refused(pbem("retry", "f00"), "no stored mail 'f00'")


def test_a_sign_in_link_is_handed_over(pbem: Pbem) -> None:
    done = pbem("sign-in", "new@example.org", "--name", "Nell", PBEM_BASE_URL="https://battles.example.org/")
    assert re.fullmatch(r"https://battles\.example\.org/sign-in/\S+\n", done.stdout)
    refused(pbem("sign-in", "nobody"), "'nobody' is not a mail address")


def test_only_a_stopped_game_can_be_resumed(pbem: Pbem) -> None:
    refused(pbem("resume", "harrow-down", "--reason", "mended"), "not stopped", "running")
    refused(pbem("resume", "nowhere", "--reason", "mended"), "nowhere")


# --- archives -----------------------------------------------------------------------------------------------------


def test_an_archive_verifies_and_audits_without_any_setting(archive: Path) -> None:
    bare = {"PBEM_SECRET": None, "PBEM_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    for more, words in (([], "chain, dice and story hold"), (["--audit"], "chain, dice, story and every rule hold")):
        done = CliRunner().invoke(main, ["verify", *more, str(archive)], env=bare)
        assert done.exit_code == 0, done.output
        assert words in done.stdout.splitlines()[-1]


def test_an_export_goes_to_standard_output_too(played: Path, archive: Path) -> None:
    done = pbem_in(played)("export", "harrow-down-2")
    assert done.stdout == archive.read_text(encoding="utf-8")


def test_a_game_that_goes_on_verifies_but_for_its_seed(pbem: Pbem, tmp_path: Path) -> None:
    path = tmp_path / "open.jsonl"
    assert pbem("export", "harrow-down", "--out", str(path)).exit_code == 0
    done = pbem("verify", "--audit", str(path))
    assert done.exit_code == 0
    assert "seed is not revealed before the end" in done.stdout


@pytest.mark.parametrize("chance", range(24))
def test_a_flipped_byte_is_found_and_its_line_named(archive: Path, tmp_path: Path, chance: int) -> None:
    whole = bytearray(archive.read_bytes())
    draw = random.Random(chance)
    place = draw.randrange(len(whole))
    whole[place] ^= 1 << draw.randrange(8)
    line = archive.read_bytes()[:place].count(b"\n") + 1
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(bytes(whole))
    done = CliRunner().invoke(main, ["verify", str(changed)])
    assert done.exit_code == 1
    named = {int(number) for number in re.findall(r"\bline (\d+)", done.stdout)}
    # A line feed more or less moves what follows by a line; bytes that are no UTF-8 are named by their place.
    by_place = re.search(r"position (\d+)", done.stdout)
    assert {line, line + 1} & named or by_place, done.stdout


def test_a_die_or_a_fact_changed_with_every_hash_made_anew_is_found(archive: Path, tmp_path: Path) -> None:
    """A forger who knows how entries are sealed still cannot make the dice fit the seed, or the facts the rules."""
    with archive.open(encoding="utf-8", newline="") as file:
        entries = list(read_archive(file).entries)
    place = next(n for n, entry in enumerate(entries) if entry.kind == "roll")
    values = re.search(r'"values":\[(\d)', entries[place].payload)
    assert values is not None
    other = 1 + int(values[1]) % 6
    payload = entries[place].payload.replace(values[0], f'"values":[{other}', 1)
    done = CliRunner().invoke(main, ["verify", str(resealed(entries, place, payload, tmp_path))])
    assert done.exit_code == 1
    assert f"line {place + 2}: " in done.stdout
    assert "the seed gives" in done.stdout


def resealed(entries: list[Entry], place: int, payload: str, folder: Path) -> Path:
    """An archive with another payload in one place, every hash mended."""
    changed = [*entries[:place], msgspec.structs.replace(entries[place], payload=payload), *entries[place + 1 :]]
    for n in range(place, len(changed)):
        prev, one = changed[n - 1].hash if n else FIRST_HASH, changed[n]
        made = entry_hash(prev, one.game, one.seq, one.kind, one.version, one.at, one.author, one.payload)
        changed[n] = msgspec.structs.replace(one, prev=prev, hash=made)
    forged = folder / "forged.jsonl"
    forged.write_text("".join(export_lines(archive_header(changed), changed)), encoding="utf-8", newline="")
    return forged


def test_options_that_no_game_could_keep_are_found(archive: Path, tmp_path: Path) -> None:
    with archive.open(encoding="utf-8", newline="") as file:
        entries = list(read_archive(file).entries)
    for name, value in (("grace", 10**25), ("every", -1)):
        payload = re.sub(rf'"{name}":\d+', f'"{name}":{value}', entries[0].payload, count=1)
        assert payload != entries[0].payload
        done = CliRunner().invoke(main, ["verify", str(resealed(entries, 0, payload, tmp_path))])
        assert (done.exit_code, f"entry 1: what was agreed cannot be: the option {name}" in done.stdout) == (1, True)


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n", '{"format":"something else"}\n', "\x00\n"])
def test_what_is_no_archive_is_told_so(tmp_path: Path, text: str) -> None:
    file = tmp_path / "something"
    file.write_text(text)
    done = CliRunner().invoke(main, ["verify", str(file)])
    assert done.exit_code == 1
    assert f"{file} is no archive, or was changed: line 1" in done.stdout


def test_a_cut_archive_is_found(archive: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    lines = archive.read_text(encoding="utf-8").splitlines(keepends=True)
    for text, words in (("".join(lines[:-1]), "entries"), ("".join(lines)[:-20], "cut off")):
        cut.write_text(text, encoding="utf-8")
        done = CliRunner().invoke(main, ["verify", str(cut)])
        assert (done.exit_code, words in done.stdout) == (1, True), done.stdout


def test_a_file_or_game_that_is_not_there_is_refused(pbem: Pbem, tmp_path: Path) -> None:
    refused(pbem("verify", "none.jsonl"), "none.jsonl", code=2)
    refused(pbem("export", "waterloo"), "no game 'waterloo'", "pbem games")
    refused(pbem("export", "harrow-down", "--out", str(tmp_path / "no" / "folder")), str(tmp_path / "no" / "folder"))


# --- cases --------------------------------------------------------------------------------------------------------


def test_cases_are_run_and_counted(pbem: Pbem) -> None:
    files = sorted(str(path) for path in (ROOT / "tests/cases/snaphance").glob("[mr]*.yaml"))
    done = pbem("case", *files)
    assert done.exit_code == 0
    *lines, last = done.stdout.splitlines()
    assert last == f"{len(lines)} passed, 0 failed"
    assert len(lines) > 20
    assert all(line.startswith("passed  ") for line in lines)


def test_a_case_that_fails_says_what_differs(pbem: Pbem, tmp_path: Path) -> None:
    text = (ROOT / "tests/cases/snaphance/movement.yaml").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(text.replace("b1: {hex: [0, 0], facing: 2", "b1: {hex: [0, 0], facing: 5", 1), encoding="utf-8")
    done = pbem("case", str(wrong))
    assert done.exit_code == 1
    assert re.search(r"^FAILED  R-40 ", done.stdout, re.MULTILINE)
    assert re.search(r"^    \S*facing\S*: expected 5, found 2$", done.stdout, re.MULTILINE)
    assert re.fullmatch(r"\d+ passed, 1 failed", done.stdout.splitlines()[-1])


def test_a_file_of_cases_that_cannot_be_read_fails(pbem: Pbem, tmp_path: Path) -> None:
    done = pbem("case", str(tmp_path / "none.yaml"))
    assert done.exit_code == 1
    assert "there is no file" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"


# --- settings and the database ------------------------------------------------------------------------------------

READERS = [
    ("games",), ("tick",), ("export", "harrow-down"), ("sign-in", "a@example.org"), ("retry", "f00"),
    ("resume", "harrow-down", "--reason", "x"),
    ("new", "snaphance/harrow-down", "--seat", "south=aide", "--seat", "north=aide"),
]  # fmt: skip


@pytest.mark.parametrize("arguments", READERS, ids=[one[0] for one in READERS])
def test_every_command_names_what_is_wrong_with_its_database(
    pbem: Pbem, tmp_path: Path, arguments: Sequence[str]
) -> None:
    text = tmp_path / "text.sqlite3"
    text.write_text("this is no database, however long it is looked at\n" * 100)
    gone, empty = tmp_path / "gone.sqlite3", tmp_path / "empty.sqlite3"
    sqlite3.connect(empty).close()
    empty.touch()
    for path, words in ((text, "is not an SQLite database"), (gone, "is not there"), (empty, "pbem migrate")):
        refused(pbem(*arguments, PBEM_DATABASE_URL=f"sqlite:///{path}"), str(path), words)
    assert not gone.exists()


def test_a_database_another_program_keeps_locked_is_told_so(
    pbem: Pbem, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.store.db.Database.open.__func__.__defaults__", (0.2,))
    monkeypatch.setattr("pbem.store.db.AT_ONCE_TRIES", 2)
    holder = sqlite3.connect(folder / "pbem.sqlite3", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        refused(pbem("sign-in", "ines@example.org"), "pbem.sqlite3 is locked", "nothing was written")
        refused(pbem("migrate"), "pbem.sqlite3 is locked")
        assert "harrow-down" in pbem("games").stdout, "readers need not wait"
    finally:
        holder.close()
    assert pbem("sign-in", "ines@example.org").exit_code == 0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"PBEM_SECRET": None}, ["PBEM_SECRET", "32", "secrets.token_hex"]),
        ({"PBEM_SECRET": "short"}, ["PBEM_SECRET", "5 characters"]),
        ({"PBEM_DATABASE_URL": "mysql://me:hush@host/x"}, ["PBEM_DATABASE_URL", "mysql://", "sqlite://"]),
        ({"PBEM_DATABASE_URL": "sqlite://"}, ["sqlite:///"]),
        ({"PBEM_BUILTIN_MAILBOX": "perhaps"}, ["PBEM_BUILTIN_MAILBOX", "1 or 0"]),
        ({"PBEM_LMTP_LISTEN": "here"}, ["PBEM_LMTP_LISTEN", "127.0.0.1:8024"]),
        ({"PBEM_ORDERS_ADDRESS": "orders"}, ["PBEM_ORDERS_ADDRESS", "orders@example.org"]),
    ],
)
def test_a_setting_that_cannot_be_is_named(pbem: Pbem, settings: dict[str, str | None], words: Sequence[str]) -> None:
    done = pbem("games", **settings)
    refused(done, *words)
    assert "hush" not in done.output


def test_migrate_makes_a_database_and_may_be_repeated(tmp_path: Path) -> None:
    pbem = pbem_in(tmp_path / "new")
    assert [pbem("migrate").stdout for _ in range(2)] == ["The database is up to date.\n"] * 2
    assert pbem("games").stdout == ""


def test_migrate_stops_a_game_whose_rules_go_another_way_now(
    pbem: Pbem, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.service.play import games

    monkeypatch.setattr(games, "_still_plays", lambda services, game: False)
    done = pbem("migrate")
    assert (done.exit_code, done.stdout.splitlines()[1].partition(":")[0]) == (0, "harrow-down is stopped")


# --- processes ----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def worker(folder: Path, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """``pbem worker`` as a process; told to stop at the end, which it must do with 0."""
    env = {**os.environ, "PBEM_SECRET": SECRET, "PBEM_DATA_DIR": str(folder), **settings}
    process = subprocess.Popen([sys.executable, "-m", "pbem.cli", "worker"], env=env, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0, errors


def answers_in(folder: Path) -> list[OutMail]:
    """Mails of the outbox that answer mails."""
    with rows_of(folder) as db, db.reading() as session:
        return list(session.exec(select(OutMail).where(OutMail.kind == "answer")).all())


@pytest.mark.slow
def test_a_worker_takes_mail_by_lmtp_answers_it_and_ends_when_told(folder: Path) -> None:
    port = free_port()
    raw = order_mail(folder, "all hold\n")
    with worker(folder, PBEM_LMTP_LISTEN=f"127.0.0.1:{port}"):

        def delivered() -> bool:
            try:
                with smtplib.LMTP("127.0.0.1", port) as lmtp:
                    return lmtp.sendmail("ines@example.org", ["orders@pbem.localhost"], raw) == {}
            except OSError:
                return False

        until(delivered, "the mail door")
        until(lambda: [mail.state for mail in answers_in(folder)] == ["sent"], "the answer")
    assert list((folder / "outbox").glob("*.eml"))


@pytest.mark.slow
def test_a_worker_reads_the_mailbox_it_is_given(folder: Path, mailbox: Mailbox) -> None:
    mailbox.deliver(order_mail(folder, "all hold\n"))
    url = f"imap://{quote(mailbox.user)}:{mailbox.password}@{mailbox.host}:{mailbox.imap_port}/INBOX"
    with worker(folder, PBEM_IMAP_URL=url):
        until(lambda: len(answers_in(folder)) == 1, "the answer to a mail in the mailbox")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["worker", "serve"])
def test_a_port_that_is_taken_is_told_in_one_line(folder: Path, command: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        env = {**os.environ, "PBEM_SECRET": SECRET, "PBEM_DATA_DIR": str(folder)}
        arguments = ["serve", "--port", port] if command == "serve" else ["worker"]
        env |= {} if command == "serve" else {"PBEM_LMTP_LISTEN": f"127.0.0.1:{port}"}
        ran = subprocess.run(
            [sys.executable, "-m", "pbem.cli", *arguments], env=env, capture_output=True, text=True, timeout=60
        )
    assert ran.returncode == 1
    (line,) = ran.stderr.splitlines()
    assert line.startswith("Error: ")
    assert port in line


# --- figures ------------------------------------------------------------------------------------------------------


@pytest.mark.soak
def test_bench_tells_every_figure_beside_its_floor_or_target(pbem: Pbem) -> None:
    done = pbem("bench", "--quick")
    assert done.exit_code == 0, done.output
    told = [line.partition(":")[0] for line in done.stdout.splitlines()]
    figures = ("append a turn's entries", "fold a stored journal", "map at 1200 px", "order mail stored", "storm of")
    for figure in figures:
        assert sum(one.startswith(figure) for one in told) == 1, figure
    for line in done.stdout.splitlines():
        if line.endswith(":"):  # what the lines below are about
            continue
        assert re.search(r"\d", line)
        assert "target" in line or line.startswith("  ")


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        (
            ("new", "harrow-down", "--seat", "south=a@b.cd", "--seat", "north=aide"),
            (
                "pbem new snaphance/harrow-down --seat south=a@b.cd --seat north=aide",
                "pbem new onehour/harrow-down --seat south=a@b.cd --seat north=aide",
            ),
        ),
        (("run", "--port", "8123", "--scenario", "coutras"), ("pbem run --port 8123 --scenario onehour/coutras",)),
        (("demo", "--scenario", "mill-ford"), ("pbem demo --scenario snaphance/mill-ford",)),
        (("match", "two-farms", "--games", "2", "-v"), ("pbem match onehour/two-farms --games 2 --verbose",)),
    ],
)  # fmt: skip
def test_a_battle_that_several_rule_sets_have_is_asked_back_with_the_commands(
    words: tuple[str, ...], commands: tuple[str, ...]
) -> None:
    done = CliRunner().invoke(main, list(words), prog_name="pbem")
    assert done.exit_code == 1
    assert "Several rule sets have a battle" in done.output
    for command in commands:
        assert f"  {command}\n" in done.output


def test_a_battle_of_one_rule_set_alone_needs_no_more_than_its_name() -> None:
    battles = [name.partition("/")[2] for name in scenario_names()]
    alone = next(name for name in scenario_names() if battles.count(name.partition("/")[2]) == 1)
    assert one_scenario(alone.partition("/")[2]) == alone
    assert one_scenario("onehour/harrow-down") == "onehour/harrow-down"
    assert one_scenario("") == ""
