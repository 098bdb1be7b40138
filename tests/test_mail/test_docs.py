"""What the operator's pages tell to write is tried: settings are read, commands exist, Postfix runs with its lines."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import click
import pytest

from pbem.cli.main import main
from pbem.clock import SystemClock
from pbem.config import Config
from pbem.engine.ruleset import AideDeCamp, Course, Deciding, Language, Reporting, RuleSet, State
from pbem.jobs import listener
from pbem.service.operator.doctor import examine
from pbem.service.outgoing.wording import compose_mail
from pbem.service.services import Services
from pbem.store.db import Database
from tests.servers import free_port
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import run_postfix

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md", *(ROOT / "scenarios").rglob("README.md")])
BLOCK = re.compile(r"```\n(.*?)```", re.DOTALL)
SECRET = "s" * 40


def blocks(page: Path, begin: str = "") -> list[str]:
    """The blocks of a page whose first line is so."""
    return [block for block in BLOCK.findall(page.read_text(encoding="utf-8")) if block.startswith(begin)]


def settings(text: str) -> dict[str, str]:
    """``PBEM_...=value`` lines, as an environment file has them."""
    return dict(re.findall(r"^(PBEM_[A-Z_]+)=(\S*)", text, re.MULTILINE))


def test_every_block_of_settings_is_taken_as_it_stands() -> None:
    found = [(page.name, env) for page in PAGES for block in blocks(page) if (env := settings(block))]
    assert len(found) >= 5
    for page, env in found:
        config = Config.from_environment({**env, "PBEM_SECRET": SECRET})
        assert config.mail_domain != "", page


def test_every_setting_is_told_of_and_none_that_is_not() -> None:
    known = set(re.findall(r"PBEM_[A-Z_]+", (ROOT / "pbem" / "config.py").read_text(encoding="utf-8")))
    told = {page: set(re.findall(r"PBEM_[A-Z_]*[A-Z]", page.read_text(encoding="utf-8"))) for page in PAGES}
    assert known - told[ROOT / "docs" / "install.md"] == set()
    assert {word for words in told.values() for word in words} - known <= {"PBEM_TEST_PG_URL"}


def commands() -> Iterator[tuple[str, str, list[str]]]:
    """Page, command and options of every ``pbem ...`` that is told to type."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        typed = re.findall(r"`(?:\.venv/bin/)?pbem ([^`]+)`", text)
        typed += [
            line
            for block in BLOCK.findall(text)
            for line in re.findall(r"^(?:\.venv/bin/)?pbem (.+)$", block, re.MULTILINE)
        ]
        for line in typed:
            words = line.split()
            yield page.name, words[0], [word.partition("=")[0] for word in words if word.startswith("--")]


def test_every_command_that_is_told_to_type_is_there_with_its_options() -> None:
    found = list(commands())
    assert len(found) > 20
    for page, name, options in found:
        if name.startswith("-"):
            continue
        command = main.get_command(click.Context(main), name)
        assert command is not None, f"{page}: pbem {name}"
        every = command.commands.values() if isinstance(command, click.Group) else [command]
        known = {option for one in every for param in one.params for option in param.opts} | {"--help"}
        assert set(options) <= known, f"{page}: pbem {name}"


def test_every_test_that_a_page_names_is_there() -> None:
    named = {name for page in PAGES for name in re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8"))}
    files = (file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    there = {name for text in files for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}
    assert len(named) >= 10
    assert named - there == set()


def test_the_page_on_rule_sets_tells_every_field() -> None:
    page = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
    groups = (State, Course, Deciding, Language, Reporting, AideDeCamp)
    told = [one.name for kind in (RuleSet, *groups) for one in fields(kind)]
    assert [name for name in told if f"`{name}`" not in page] == []
    for name in re.findall(r"`(test_\w+\.py)`", page):
        assert (ROOT / "tests" / name).exists(), name


def test_every_page_is_in_the_index_and_links_lead_somewhere() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for page in PAGES:
        if page.parent.name == "docs" and page.name != "README.md":
            assert f"]({page.name})" in index, page.name
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


@pytest.fixture
def as_told() -> tuple[str, str]:
    """The lines for main.cf and the table of header checks, without the milters, which the tests do not run."""
    page = ROOT / "docs" / "postfix.md"
    lines = "".join(blocks(page, "# /etc/postfix/main.cf\n"))
    lines = re.sub(r"^(?:smtpd_milters|non_smtpd_milters|milter_default_action) = .*\n", "", lines, flags=re.MULTILINE)
    (checks,) = blocks(page, "# /etc/postfix/header_checks\n")
    return lines, checks


def test_postfix_runs_with_what_its_page_says_and_the_doctor_finds_nothing_wrong(
    dovecot: Dovecot, as_told: tuple[str, str], tmp_path: Path
) -> None:
    lines, checks = as_told
    told = settings((ROOT / "docs" / "postfix.md").read_text(encoding="utf-8"))
    assert "lmtp:inet:127.0.0.1:8024" in lines
    assert told["PBEM_LMTP_LISTEN"] == "127.0.0.1:8024"
    lines = lines.replace("{", "{{").replace("}", "}}").replace("/etc/postfix/header_checks", "{etc}/checks")
    port = free_port()
    lines = lines.replace("127.0.0.1:8024", f"127.0.0.1:{port}")
    with run_postfix(dovecot, lines, checks=checks) as postfix:
        here = {"PBEM_LMTP_LISTEN": f"127.0.0.1:{port}", "PBEM_SMTP_URL": f"smtp://{postfix.host}:{postfix.port}"}
        env = {"PBEM_SECRET": SECRET, "PBEM_DATA_DIR": str(tmp_path), "PBEM_OPERATOR_ADDRESS": "you@example.org"}
        env["PBEM_BASE_URL"] = "https://battles.example.org"
        config = Config.from_environment({**told, **here, **env})
        db = Database.open(config.database_url)
        db.migrate()
        services = replace(Services(db, config, compose=compose_mail), clock=SystemClock())
        with listener(services, config.lmtp_listen):
            said = list(examine(services, names=None, wait=20))
        db.close()
    found, told_of = {(one.about, one.state) for one in said}, "\n".join(one.found for one in said)
    assert not [one for one in found if one[1] == "FAILED"], told_of
    assert {("plus-addresses", "ok"), ("returned mails", "ok"), ("Message-ID", "ok")} <= found
    assert "a forged one that names mx.example.org is taken out" in told_of
