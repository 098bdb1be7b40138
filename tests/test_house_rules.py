"""What holds for every file of the project, and for what it is installed from."""

import ast
import os
import re
import subprocess
import tokenize
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pbem import paths

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SKIPPED = {".git", ".venv", ".boot", "out", "var", "build", "__pycache__", ".hypothesis"}
MODULES = sorted((ROOT / "pbem").rglob("*.py"))

# A file speaks of the game and the program, not of how, where or by whom it was written.  One letter of each word is in
# brackets, so that this list is not found by itself.
UNFIT = re.compile(
    r"""\b(?: [Aa]ssis[t]ants? | A[I] | L[L]Ms? | (?:Chat)?G[P]T | [Cc]laud[e] | [Cc]opilo[t] | [Cc]hatbo[t]s?
    | OpenA[I] | Anthropi[c] | [Ll]anguage[ ]mode[l]s? | issues?[ ]\#?[0-9]+ )\b
    | /wor[k]/(?:main|shared) | /roo[t]/ | /tm[p]/(?:brief|mypy) | \.\./share[d]/""",
    re.VERBOSE,
)


def texts() -> list[tuple[str, str]]:
    """Path and text of every file of the checkout that is text."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [one for one in folders if one not in SKIPPED and not one.endswith(("_cache", ".egg-info"))]
        for path in (Path(folder) / name for name in names if name not in SKIPPED):
            try:
                found.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
            except UnicodeDecodeError:
                continue
    return sorted(found)


def unfit(text: str) -> list[str]:
    """The lines that say what is not to be said."""
    return [f"line {number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1) if UNFIT.search(line)]


def test_files_speak_of_the_game_not_of_their_making() -> None:
    found = {path: lines for path, text in texts() if (lines := unfit(text))}
    assert found == {}


@pytest.mark.parametrize("planted", ["an assis" + "tant wrote", "by A" + "I", "see /wor" + "k/shared", "iss" + "ue 2"])
def test_a_planted_word_is_found(planted: str) -> None:
    assert unfit(f"first line\n# {planted}\n") == [f"line 2: # {planted}"]


@pytest.mark.parametrize("fine", ["AIDE", "the aide-de-camp", "she was paid", "issue orders", "work/main road"])
def test_a_fine_word_is_let_pass(fine: str) -> None:
    assert unfit(fine) == []


def head_of(source: str) -> str:
    """A module to the end of its docstring, if it begins with one: to parse the rest takes a hundred times as long."""
    quotes = '"""'
    first, words, rest = source.partition(quotes)
    return source if first or not words else f"{quotes}{rest.partition(quotes)[0]}{quotes}"


def test_every_module_says_what_it_is() -> None:
    told = {path: ast.get_docstring(ast.parse(head_of(path.read_text(encoding="utf-8")))) or "" for path in MODULES}
    assert [f"{path.relative_to(ROOT)}: {words!r}" for path, words in told.items() if len(words.split()) < 3] == []


def test_nothing_is_left_to_do_in_the_code() -> None:
    notes = re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K])\b")
    found = []
    for path in MODULES:
        if not notes.search(path.read_text(encoding="utf-8")):
            continue
        with path.open("rb") as source:
            found += [
                f"{path.relative_to(ROOT)}:{token.start[0]}: {token.string}"
                for token in tokenize.tokenize(source.readline)
                if token.type == tokenize.COMMENT and notes.search(token.string)
            ]
    assert found == []


def test_each_silenced_warning_has_its_reason_beside_it() -> None:
    """``# noqa: S608 - why`` or ``# type: ignore[arg-type]  # why``."""
    silenced = re.compile(r"#\s*(?:noqa(?::\s*[A-Z0-9, ]+)?|type:\s*ignore(?:\[[a-z0-9, -]+\])?|pragma:[a-z ]*)(.*)")
    found = []
    for path in [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))]:
        if not silenced.search(path.read_text(encoding="utf-8")):
            continue
        with path.open("rb") as source:
            for token in tokenize.tokenize(source.readline):
                match = token.type == tokenize.COMMENT and silenced.search(token.string)
                if match and len(re.findall(r"[A-Za-z]+", match[1])) < 2:
                    found.append(f"{path.relative_to(ROOT)}:{token.start[0]}: {token.string}")
    assert found == []


# --- what it is installed from


def locked(name: str) -> dict[str, str]:
    """Package and its requirement line of a lock file, hashes joined to it."""
    text = (ROOT / name).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return {canonicalize_name(line.split("==")[0]): line for line in lines}


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_lock_files_name_packages_versions_and_hashes_only(name: str) -> None:
    for package, line in locked(name).items():
        assert re.fullmatch(
            r"[a-z0-9.-]+==[0-9][a-z0-9.]*( ; [^:/#@]+)?( +--hash=sha256:[0-9a-f]{64})+",
            line.rstrip(),
        ), f"{name}: {package}: {line[:120]}"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("requirements.lock", PROJECT["dependencies"]),
        ("requirements-dev.lock", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]),
    ],
)
def test_lock_files_hold_what_the_project_asks_for(name: str, wanted: list[str]) -> None:
    have = locked(name)
    for requirement in map(Requirement, wanted):
        line = have.get(canonicalize_name(requirement.name), "")
        version = line.partition("==")[2].split(" ")[0]
        assert version, f"{name} has no {requirement.name}: run `make lock`"
        assert requirement.specifier.contains(version), f"{name} has {requirement.name} {version}: run `make lock`"


def test_both_lock_files_agree() -> None:
    run, dev = locked("requirements.lock"), locked("requirements-dev.lock")
    assert {name: line for name, line in dev.items() if name in run} == run


def test_scripts_can_be_run_and_are_sound() -> None:
    for path in [ROOT / ".ci/run", *sorted((ROOT / "scripts").iterdir())]:
        assert path.stat().st_mode & 0o111, f"{path} is not executable"
        shell = path.read_text().splitlines()[0].rpartition("/")[2].removeprefix("env ")
        check = ["-m", "ast"] if shell == "python3" else ["-n"]
        ran = subprocess.run([shell, *check, str(path)], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("install", "scripts/venv requirements.lock .venv/.ok"),
        ("run PORT=8123", ".venv/bin/pbem run --port 8123"),
        ("run BATTLE=this/that", ".venv/bin/pbem run --port 8000 --scenario this/that\n"),
        ("demo OUT=there SEED=7", ".venv/bin/pbem demo --out there --seed 7"),
        ("demo", ".venv/bin/pbem demo --out out/demo\n"),
        ("bench", ".venv/bin/pbem bench"),
        ("lint", ".venv/bin/mypy"),
        ("test", "scripts/test-servers"),
        ("test", ".venv/bin/pytest"),
    ],
)
def test_make_runs_what_it_promises(target: str, told: str) -> None:
    """``make --dry-run`` as on a machine where nothing is set up yet."""
    command = ["make", "--dry-run", "--always-make", *target.split()]
    clean = {"PATH": os.environ["PATH"]}  # these tests may themselves run under make
    ran = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=True)
    assert told in ran.stdout


def test_every_setting_is_explained() -> None:
    settings = re.compile(r"\bPBEM_[A-Z_]+\b")
    read = set(settings.findall((ROOT / "pbem/config.py").read_text()))
    told = set(settings.findall((ROOT / "docs/install.md").read_text()))
    assert read
    assert told - {"PBEM_TEST_PG_URL"} == read


# --- folders of files that are not code


def test_templates_and_scenarios_are_found() -> None:
    assert paths.TEMPLATES == ROOT / "templates"
    assert paths.SCENARIOS == ROOT / "scenarios"


def test_a_missing_folder_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(paths.Missing, match=f"there is no {tmp_path}/templates.*make install"):
        paths.folder("templates", tmp_path)


HOUSEHOLD = re.compile(r"\b(?:nobody|whoever|whomever|somebody|someone|no one)\b", re.IGNORECASE)
QUOTED = re.compile(r"``[^`]*``")


def comments_and_docstrings(source: str) -> list[tuple[int, str]]:
    """Line and text of every line of a docstring and of every comment; what they quote from reports is left out."""
    lines = source.splitlines()
    found = [
        (number, lines[number - 1])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    ]
    tokens = tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__)
    found += [(one.start[0], one.string) for one in tokens if one.type == tokenize.COMMENT]
    return [(number, QUOTED.sub("", text)) for number, text in found]


def test_comments_and_docstrings_name_who_acts() -> None:
    household = [
        f"{path.relative_to(ROOT)}:{number}: {text.strip()}"
        for path in MODULES
        if HOUSEHOLD.search(source := path.read_text(encoding="utf-8"))
        for number, text in comments_and_docstrings(source)
        if HOUSEHOLD.search(text)
    ]
    assert not household, "name the actor: the seat, the player, the unit, the operator"


def test_a_household_word_is_found_and_a_quoted_one_is_not() -> None:
    source = '"""What somebody said."""\n# told ``nobody``\nwhoever = 1  # whoever it is\n'
    hits = [number for number, text in comments_and_docstrings(source) if HOUSEHOLD.search(text)]
    assert hits == [1, 3]


CLASS = re.compile(r"^ *class \w", re.MULTILINE)


def fields_told_together(source: str) -> list[str]:
    """Classes whose docstring tells three fields or more, as ``name: what it is``."""
    found = []
    for node in ast.walk(ast.parse(source)) if CLASS.search(source) else ():
        if isinstance(node, ast.ClassDef):
            names = [
                one.target.id
                for one in node.body
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
            ]
            told = [
                name for name in names if re.search(rf"(?:^|[\s,(]){name}(?:, \w+)*:\s", ast.get_docstring(node) or "")
            ]
            if len(told) > 2:
                found.append(node.name)
    return found


def test_fields_are_told_beneath_themselves() -> None:
    """But for the shapes of the API, whose docstrings are its published descriptions."""
    modules = [path for path in MODULES if "web/api" not in path.as_posix()]
    together = {
        path.name: found for path in modules if (found := fields_told_together(path.read_text(encoding="utf-8")))
    }
    assert not together, "give each field a docstring of its own"


def test_fields_told_together_are_found() -> None:
    source = 'class A:\n    """An A.  one: first.  two, three: more."""\n    one: int\n    two: int\n    three: int\n'
    assert fields_told_together(source) == ["A"]
