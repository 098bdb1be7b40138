"""A rule set is a folder and a line in the list: nothing else of the program knows one by its name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.rulesets import rule_sets

ROOT = Path(__file__).parent.parent
RULE_SETS = ROOT / "pbem" / "rulesets"


def names() -> tuple[str, ...]:
    """Of every rule set in the list, and of every folder of one."""
    folders = (path.name for path in RULE_SETS.iterdir() if path.is_dir() and not path.name.startswith("_"))
    return tuple(sorted({*rule_sets(), *folders}))


def files() -> Iterator[tuple[str, str]]:
    """Path and text of every file of the program that belongs to no rule set, the list itself apart."""
    for folder in ("pbem", "templates", "scripts"):
        for path in sorted((ROOT / folder).rglob("*")):
            if not path.is_file() or "__pycache__" in path.parts or path.is_relative_to(RULE_SETS):
                continue
            try:
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


WORDS = {"campaign"}
"""Rule sets named by an ordinary word: it may stand in a sentence, not as a name, a module or a path."""


def named(text: str) -> list[str]:
    """The lines that name a rule set: in code, in comments, in words for players."""
    plain = [re.escape(name) for name in names() if name not in WORDS]
    quoted = [rf"[\"'/.]{name}\b" for name in WORDS]
    every = re.compile("|".join((*plain, *quoted)), re.IGNORECASE)
    return [f"line {number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1) if every.search(line)]


def test_nothing_outside_its_folder_names_a_rule_set() -> None:
    found = {path: lines for path, text in files() if (lines := named(text))}
    assert found == {}


def test_the_program_is_searched() -> None:
    searched = {path for path, _ in files()}
    assert {
        "pbem/cli/main.py",
        "pbem/engine/ruleset.py",
        "pbem/service/play/turns.py",
        "templates/web/base.html",
    } <= searched
    assert {"scripts/screenshots.py", "templates/mail/letter.txt.j2"} <= searched
    assert not [path for path in searched if path.startswith("pbem/rulesets/")]


@pytest.mark.parametrize(
    "planted",
    [
        'if rules.name == "snaphance":', "# as in Snaphance", "from pbem.rulesets.snaphance import RULES",
        "<p>SNAPHANCE</p>", "rules('campaign')",
        "from pbem.rulesets.campaign import RULES", "load('pbem.rulesets.' + 'snaphance')",
    ],
)  # fmt: skip
def test_a_planted_name_is_found(planted: str) -> None:
    assert named(f"first line\n{planted}\n") == [f"line 2: {planted}"]


def test_every_folder_is_in_the_list_once() -> None:
    """A folder that has no value yet (``rules.py``) is still being built, and no game can be made of it."""
    whole = [name for name in names() if (RULE_SETS / name / "rules.py").is_file()]
    assert sorted(rule_sets()) == whole
    assert all(name == rules.name for name, rules in rule_sets().items())
