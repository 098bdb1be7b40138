"""Input built to exhaust its reader (nested a hundred thousand deep, doubled by aliases) is refused with a reason."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli.archives import verify_file
from pbem.engine.archive import Archive, archive_header, export_lines, verify
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import FIRST_HASH, Entry, entry_hash
from pbem.web.api.operations import OPERATIONS
from pbem.yamlfile import DEEPEST, YamlFault, parse_yaml
from tests.api_programs import program
from tests.web_offices import Office, office

DEEP = "[" * 120_000
NESTED = DEEP + "]" * len(DEEP)
LAUGHS = "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)
"""Ten lines of ten aliases each: a hundred thousand million words."""

HANGS = 60
"""Seconds after which a command is held to hang."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


# --- JSON ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body", [DEEP, NESTED, f'{{"text": {NESTED}}}', '{"a":' * 20_000], ids=["open", "closed", "in a field", "objects"]
)
def test_nested_json_is_refused_at_every_door_of_the_api(desk: Office, body: str) -> None:
    bot = program(desk, desk.begin())
    for one in OPERATIONS:
        if one.body is not None:
            answer = bot.client.open(
                f"/api/1{one.path}", method=one.method, data=body,
                headers={"Authorization": f"Bearer {bot.key}", "Content-Type": "application/json"},
            )  # fmt: skip
            assert answer.status_code in {400, 413, 422}, (one.name, answer.status_code)
            assert answer.json is not None
            assert answer.json["detail"]


# --- archives -----------------------------------------------------------------------------------------------------


def entry(payload: str) -> Entry:
    game, at = GameId("deep"), "2026-05-11T10:00:00.000Z"
    digest = entry_hash(FIRST_HASH, game, 1, "game", 1, at, "engine", payload)
    return Entry(game, Seq(1), "game", 1, at, "engine", payload, FIRST_HASH, digest)


@pytest.mark.parametrize("line", [NESTED, f'{{"format":{NESTED}}}', f'{{"more":{NESTED}}}'])
def test_a_nested_archive_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "deep.jsonl"
    file.write_text(f"{line}\n")
    report = verify_file(file, audit=True)
    assert not report.good
    assert "line 1" in report.lines[-1]


@pytest.mark.parametrize("rules", ["snaphance", "unheard-of"])
def test_an_entry_with_a_nested_payload_is_named(tmp_path: Path, rules: str) -> None:
    opening = f'"title":"Deep","rules":"{rules}","rules_version":"1"'
    shallow = entry(f"{{{opening}}}")
    deep = entry(f'{{{opening},"battle":{NESTED}}}')
    header = archive_header([shallow])
    file = tmp_path / "deep.jsonl"
    file.write_text("".join(export_lines(header, [deep])))
    report = verify_file(file, audit=True)
    assert not report.good
    assert any("nested too deeply" in line for line in report.lines)
    assert verify(Archive(header, (deep,)), None)


# --- YAML ---------------------------------------------------------------------------------------------------------

BOMBS = {
    "lists": "a: " + DEEP[:100_000],
    "closed lists": "a: " + "[" * 50_000 + "]" * 50_000,
    "mappings": "{a: " * 25_000,
    "items on one line": "- " * 50_000 + "x",
    "keys": "? " * 50_000 + "x",
    "anchors": "&a [" * 25_000,
    "laughs": LAUGHS,
    "itself": "a: &a [*a]",
    "digits": "a: " + "9" * 100_000,
    "no such day": "a: 2026-13-45",
}


@pytest.mark.parametrize("command", [("scenario", "check"), ("case",)], ids=" ".join)
def test_the_commands_that_read_yaml_refuse_it(tmp_path: Path, command: tuple[str, ...]) -> None:
    """One after the other, in a process of its own: a bomb that goes off takes it with it."""
    files = [tmp_path / f"{bomb}.yaml" for bomb in BOMBS]
    for file in files:
        file.write_text(BOMBS[file.stem])
    done = subprocess.run(
        [sys.executable, "-m", "pbem.cli", *command, *map(str, files)], capture_output=True, text=True, timeout=HANGS
    )
    assert done.returncode == 1, (done.returncode, done.stderr[-500:])
    assert [file.name for file in files if file.name not in done.stdout] == [], done.stdout[-2000:]
    assert "Traceback" not in done.stderr
    assert len(done.stdout) < 2000 * len(BOMBS)


def test_an_army_list_is_read_as_carefully_as_its_scenario(tmp_path: Path) -> None:
    (tmp_path / "army.yaml").write_text(BOMBS["lists"])
    (tmp_path / "one.yaml").write_text("rules: snaphance\narmy_list: army.yaml\n")
    done = subprocess.run(
        [sys.executable, "-m", "pbem.cli", "scenario", "check", str(tmp_path / "one.yaml")],
        capture_output=True, text=True, timeout=HANGS,
    )  # fmt: skip
    assert done.returncode == 1
    assert "nested more than" in done.stdout


def test_what_is_as_deep_as_a_file_may_be_is_read() -> None:
    parse_yaml("[" * DEEPEST + "]" * DEEPEST, "x")
    with pytest.raises(YamlFault, match="line 1: lists and mappings are nested"):
        parse_yaml("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "x")


def test_an_alias_is_worth_what_it_stands_for() -> None:
    assert parse_yaml("a: &a [1, 2]\nb: [*a, *a]\n", "x").value["b"] == [[1, 2], [1, 2]]
    with pytest.raises(YamlFault, match="line 6: with its aliases written out"):
        parse_yaml(LAUGHS, "x")
