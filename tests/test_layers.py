"""Imports point downwards only, and the engine and the rule sets are pure."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

BELOW: dict[str, set[str]] = {
    "engine": set(),
    "rulesets": {"engine"},
    "paths": set(),
    "clock": set(),
    "yamlfile": set(),
    "config": {"paths"},
    "scenarios": {"engine", "rulesets", "paths", "yamlfile"},
    "cases": {"engine", "rulesets", "yamlfile"},
    "reports": {"engine", "rulesets", "paths"},
    "mail": {"engine", "rulesets", "reports", "paths", "clock", "config"},
    "store": {"engine", "rulesets", "paths", "clock", "config"},
    "service": {
        *("engine", "rulesets", "reports", "mail", "store"),
        *("paths", "clock", "yamlfile", "config", "scenarios"),
    },
}
"""What each folder or file of pbem may import besides itself.  A rule set may not import another one."""

TOP = {"web", "worker", "app", "jobs", "bench", "fuzz", "cli"}
"""These may import everything below; of one another only what ``SIDEWAYS`` says."""

SIDEWAYS: dict[str, set[str]] = {
    "web": set(),
    "worker": set(),
    "app": {"web", "jobs"},
    "jobs": {"worker"},
    "bench": {"app", "cli", "jobs"},  # it measures the demo
    "fuzz": set(),
    "cli": {"app", "bench", "fuzz", "jobs", "worker"},
}

FOLDERS: dict[str, tuple[str, ...]] = {
    "campaign": (
        *("state", "tables", "moving", "view", "playing", "reporting", "scenario", "language", "aides", "deciding"),
        *("knowing", "umpiring", "rules", "cases", "fuzzing", "playtest", ""),
    ),
    "snaphance": (
        *(
            "state",
            "special",
            "moving",
            "standing",
            "writing",
            "fighting",
            "seeing",
            "playing",
            "deciding",
            "language",
            "reporting",
        ),
        *("aides", "scenario", "umpiring", "rules", "randomplay", "cases", "fuzzing", "playtest", ""),
    ),
    "armatys": (
        *(
            "tables",
            "state",
            "special",
            "fighting",
            "moving",
            "morale",
            "asks",
            "playing",
            "view",
            "what_if",
            "seeing",
            "cases",
        ),
        *("reporting", "scenario", "language", "aides", "deciding", "umpiring", "rules", "fuzzing", "playtest", ""),
    ),
    "fornovo": (
        *("tables", "state", "special", "muster", "moving", "fighting", "morale", "playing", "view", "seeing", "cases"),
        *("reporting", "scenario", "language", "aides", "deciding", "umpiring", "rules", "fuzzing", "playtest", ""),
    ),
    "onehour": (
        *(
            "commands",
            "battle",
            "tables",
            "sights",
            "noticed",
            "facts",
            "asks",
            "view",
            "moving",
            "seeing",
            "fighting",
            "writing",
            "standing",
        ),
        *(
            "playing",
            "deciding",
            "what_if",
            "language",
            "reporting",
            "aides",
            "scenario",
            "umpiring",
            "rules",
            "randomplay",
            "cases",
        ),
        *("fuzzing", "playtest", ""),
    ),
}
"""The folders of each rule set and the files at its top, the lowest first; ``""`` is the rule set itself.

Each may import what stands before it, wherever in a file the import stands.
"""

SERVICE = (
    *("options", "plainwords", "model", "services", "queues", "play", "what_if", "outgoing", "replay", "people"),
    *("agreements", "umpire", "campaigns", "lobby", "incoming", "operator", "accounts", ""),
)
"""The folders of the service and the files at its top, in the same order."""

PURE = {"engine", "rulesets"}
PURE_LIBRARIES = {"lark", "msgspec", "rapidfuzz"}
PURE_MODULES = {
    *("__future__", "abc", "ast", "base64", "bisect", "collections", "contextlib", "copy", "dataclasses", "difflib"),
    *("enum", "fractions", "functools", "graphlib", "hashlib", "heapq", "hmac", "inspect", "itertools", "json", "math"),
    *("operator", "re", "string", "textwrap", "types", "typing", "unicodedata"),
}
"""All of the standard library that pure code may use: no clock, file, network, process, thread, environment, chance."""
LIST = ("pbem.rulesets", "importlib.import_module")
"""The list of rule sets imports each when it is asked for: most commands need one."""

IMPURE_CALLS = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}
IMPURE_CALL = re.compile(rf"\b(?:{'|'.join(IMPURE_CALLS)})\s*\(")

SLOW = re.compile(r"  # slow: (alembic|apprise|psycopg|rule sets)$")
"""The reason for an import within a function: these libraries take long to import, and most processes need them never.

``pbem.cli.main`` imports a command when it is run.
"""

INDENTED_IMPORT = re.compile(r"^[ \t]+(?:import|from)\s", re.MULTILINE)

WITHOUT_FLASK = """
import pkgutil, importlib, sys
import pbem.engine
for module in pkgutil.walk_packages(pbem.engine.__path__, "pbem.engine."):
    importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def modules() -> Iterator[tuple[str, str]]:
    """Every module of pbem: its dotted name, its source."""
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path.read_text(encoding="utf-8")


def imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every import, wherever it stands; ``from a import b`` gives ``a.b``."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{'.' * node.level}{node.module or ''}.{alias.name}") for alias in node.names)


def violations(module: str, source: str) -> list[str]:
    """Sentences saying which lines of a module break the layers, and how."""
    found = []
    tree = ast.parse(source)
    for line, name in imported(statements(tree)):
        why = objection(module, name)
        if why:
            found.append(f"{module}:{line}: {why}")
    if layer_of(module) in PURE and IMPURE_CALL.search(source):
        found += [
            f"{module}:{node.lineno}: {node.func.id}() has no place in pure code"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
        ]
    return found


def layer_of(module: str) -> str:
    """``pbem.engine.dice`` is of ``engine``; ``pbem`` itself of none."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def objection(module: str, name: str) -> str:
    """Why this module may not import that name; '' if it may."""
    layer = layer_of(module)
    if name.startswith("."):
        return f"imports {name}: write the whole name, so that everybody sees which layer it is of"
    if (module, name) == LIST:
        return ""
    if name.partition(".")[0] != "pbem":
        return pure_objection(layer, name)
    target = layer_of(name)
    if not layer:
        return "" if not target else f"imports {name}: the package itself imports nothing"
    if layer not in BELOW and layer not in TOP:
        return f"pbem.{layer} has no place in the layers: give it one in tests/test_layers.py"
    allowed = {*BELOW, *SIDEWAYS[layer]} if layer in TOP else BELOW[layer]
    if target not in {*allowed, layer}:
        return f"imports {name}: {layer} may import {', '.join(sorted({*allowed, layer}))} only"
    rule_set, other = module.split(".")[2:3], name.split(".")[2:3]
    if target == "rulesets" != layer and other and (ROOT / "pbem" / "rulesets" / other[0]).is_dir():
        return f"imports {name}: outside the rule sets only their list is imported; the rest is a value of RuleSet"
    if layer == target == "rulesets" and rule_set and rule_set != other:
        return f"imports {name}: a rule set knows no other; what two of them need lives in the engine"
    return upward(module, name) if layer == target else ""


def upward(module: str, name: str) -> str:
    """Why a module may not import a higher folder of its own room; '' if the folder is not higher."""
    room = next((one for one in orders() if f"{module}.".startswith(f"{one}.")), "")
    if not room:
        return ""
    order, called = orders()[room], room.rpartition(".")[2]
    here, there = place_of(module, room), place_of(name, room)
    unknown = [place for place in (here, there) if place not in order]
    if unknown:
        return f"{called}/{unknown[0]} has no place among the folders: give it one in tests/test_layers.py"
    if order.index(there) > order.index(here):
        return f"imports {name}: {called}/{there} lies above {called}/{here}"
    return ""


def orders() -> dict[str, tuple[str, ...]]:
    """The rooms whose folders have an order, by their dotted names."""
    return {"pbem.service": SERVICE, **{f"pbem.rulesets.{name}": order for name, order in FOLDERS.items()}}


def place_of(name: str, room: str) -> str:
    """The folder of a room, or the file at its top, that a dotted name is in; '' for the room itself."""
    place = (*name.split(".")[len(room.split(".")) :], "")[0]
    base = ROOT.joinpath(*room.split("."))
    return place if (base / place).is_dir() or (base / f"{place}.py").is_file() else ""


def statements(node: ast.AST, *, at_run: bool = False) -> Iterator[ast.AST]:
    """The statements below a node.  at_run: without what only a type checker reads."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            for child in getattr(here, part, ()):
                if at_run and isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                    continue
                waiting.append(child)
                yield child


def circle(sources: dict[str, str]) -> list[str]:
    """Modules that import one another in a ring, within functions too, the first again at the end; [] for none."""
    graph: dict[str, set[str]] = {}
    for module, source in sources.items():
        names = [name for _, name in imported(statements(ast.parse(source), at_run=True))]
        files = {name if name in sources else name.rpartition(".")[0] for name in names}
        graph[module] = files & sources.keys() - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def deferred(source: str) -> list[str]:
    """Imports within functions that no slow library excuses: the line of each, and its text.

    An import that waits for a slow library says so beside it: ``# slow: apprise``.
    """
    lines, found = source.splitlines(), set()
    if not INDENTED_IMPORT.search(source):
        return []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= {one.lineno for one in ast.walk(node) if isinstance(one, ast.Import | ast.ImportFrom)}
    return [f"{line}: {lines[line - 1].strip()}" for line in sorted(found) if not SLOW.search(lines[line - 1])]


def pure_objection(layer: str, name: str) -> str:
    if layer not in PURE or name.partition(".")[0] in PURE_MODULES | PURE_LIBRARIES:
        return ""
    libraries = ", ".join(sorted(PURE_LIBRARIES))
    return f"imports {name}: {layer} is pure and may use {libraries} and the modules of PURE_MODULES only"


def test_imports_point_downwards() -> None:
    assert [fault for module, source in modules() for fault in violations(module, source)] == []


def test_no_files_import_one_another_in_a_ring() -> None:
    assert circle(dict(modules())) == []


def test_no_import_stands_in_a_function_but_for_a_slow_library() -> None:
    assert [f"{module}:{line}" for module, source in modules() for line in deferred(source)] == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("def f():\n    import json", 1),
        ("class A:\n    async def f(self):\n        if x:\n            from json import loads", 1),
        ("def f():\n    from apprise import Apprise  # slow: apprise", 0),
        ("def f():\n    import json  # slow: json", 1),
        ("import json\nif x:\n    import re", 0),
    ],
)
def test_a_planted_deferred_import_is_found(source: str, count: int) -> None:
    assert len(deferred(source)) == count


def test_every_rule_set_has_an_order_of_its_folders() -> None:
    base = ROOT / "pbem" / "rulesets"
    assert {path.name for path in base.iterdir() if (path / "__init__.py").is_file()} == FOLDERS.keys()
    for rule_set, order in FOLDERS.items():
        assert folders_in(base / rule_set) == set(order) - {""}


def test_every_folder_of_the_service_has_a_place_in_its_order() -> None:
    assert folders_in(ROOT / "pbem" / "service") == set(SERVICE) - {""}


def folders_in(room: Path) -> set[str]:
    """The names of the folders of a room, and of the files at its top."""
    found = [*room.glob("*.py"), *room.glob("*/__init__.py")]
    return {path.parent.name if path.stem == "__init__" else path.stem for path in found} - {room.name}


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("from pbem.rulesets.b import f", "from pbem.rulesets.a import g", True),
        ("from pbem.rulesets import b", "def f():\n    from pbem.rulesets.a import g", True),
        ("def f():\n    import pbem.rulesets.b", "def f():\n    if x:\n        import pbem.rulesets.a", True),
        ("from pbem.rulesets.b import f", "if TYPE_CHECKING:\n    from pbem.rulesets.a import g", False),
        ("from pbem.rulesets.b import f", "from pbem.engine import play", False),
    ],
)
def test_a_planted_ring_is_found(first: str, second: str, found: bool) -> None:
    assert bool(circle({"pbem.rulesets.a": first, "pbem.rulesets.b": second})) is found


def test_everything_at_the_top_of_pbem_has_a_place_in_the_layers() -> None:
    there = {path.stem for path in (ROOT / "pbem").iterdir() if not path.name.startswith("_")}
    assert there - {*BELOW, *TOP} == set()


@pytest.mark.parametrize(
    ("module", "source", "word"),
    [
        ("pbem.engine.dice", "import random", "random"),
        ("pbem.engine.dice", "def f():\n    from secrets import randbelow", "secrets"),
        ("pbem.engine.play", "from datetime import datetime", "datetime"),
        ("pbem.engine.play", "import sqlalchemy.orm", "sqlalchemy"),
        ("pbem.engine.play", "open('x')", "open()"),
        ("pbem.engine.play", "import os.path as p", "os.path"),
        ("pbem.engine.play", "from pbem import rulesets", "rulesets"),
        ("pbem.engine.play", "from pbem.rulesets.snaphance import fire", "rulesets"),
        ("pbem.engine.play", "from . import journal", "whole name"),
        ("pbem.rulesets.snaphance.fire", "import time", "time"),
        ("pbem.rulesets.snaphance.fire", "from pathlib import Path", "pathlib"),
        ("pbem.rulesets.snaphance.fire", "from pbem.rulesets.armatys import tables", "knows no other"),
        ("pbem.rulesets.snaphance.fire", "from pbem.rulesets import armatys", "knows no other"),
        ("pbem.rulesets.snaphance.fire", "from pbem.paths import SCENARIOS", "paths"),
        ("pbem.rulesets.snaphance.moving.zones", "from pbem.rulesets.snaphance.fighting.melee import x", "lies above"),
        ("pbem.rulesets.snaphance.state.view", "def f():\n    from pbem.rulesets.snaphance import RULES", "lies above"),
        ("pbem.rulesets.onehour.moving.moves", "from pbem.rulesets.onehour import playing", "lies above"),
        ("pbem.service.play.turns", "from pbem.rulesets.snaphance.state.asks import AskOrders", "only their list"),
        ("pbem.service.play.work", "from pbem.service.outgoing.wording import compose_mail", "lies above"),
        ("pbem.service.services", "def f():\n    from pbem.service.play import pages", "lies above"),
        ("pbem.service.model.mails", "if TYPE_CHECKING:\n    import pbem.service.play.pages", "lies above"),
        ("pbem.service.people.keys", "from pbem.service.press.letters import x", "lies above"),
        ("pbem.fuzz.checks", "from pbem.rulesets import snaphance", "only their list"),
        ("pbem.cli", "def f():\n    import pbem.rulesets.snaphance", "only their list"),
        ("pbem.reports.report", "import pbem.store.journal", "store"),
        ("pbem.mail.inbox", "from pbem.service import turns", "service"),
        ("pbem.mail.inbox", "from pbem.store import tables", "store"),
        ("pbem.store.journal", "from pbem.mail import outbox", "mail"),
        ("pbem.service.play.turns", "if True:\n    import pbem.web.game.games", "web"),
        ("pbem.web.game.games", "from pbem.cli.main import main", "cli"),
        ("pbem.app", "import pbem.worker", "worker"),
        ("pbem.umpire.rulings", "import pbem.engine.play", "no place"),
        ("pbem", "from pbem.engine import play", "imports nothing"),
    ],
)
def test_a_planted_fault_is_found(module: str, source: str, word: str) -> None:
    found = violations(module, source)
    assert len(found) == 1
    assert word in found[0]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("pbem.engine.dice", "import hmac\nimport msgspec\nfrom pbem.engine.ids import Seat"),
        ("pbem.rulesets", "from pbem.rulesets.snaphance import RULES"),
        ("pbem.service.play.turns", "from pbem.rulesets import UnknownRules, rule_set"),
        (
            "pbem.rulesets.snaphance.moving.zones",
            "from pbem.rulesets.snaphance.state import tables\nfrom pbem.engine import hexes",
        ),
        ("pbem.rulesets.snaphance", "from pbem.rulesets.snaphance.playing.sequence import script"),
        ("pbem.service.play.turns", "import time\nfrom pbem.store import journal\nfrom pbem.mail import outbox"),
        ("pbem.service.play.turns", "from pbem.service.play.pages import x\nfrom pbem.service.model.desk import asked"),
        ("pbem.service.accounts.leaving", "def f():\n    from pbem.service.lobby import musters"),
        ("pbem.cli.playing", "from pbem.cli.run import run\nfrom pbem import bench"),
    ],
)
def test_what_is_right_is_let_pass(module: str, source: str) -> None:
    assert violations(module, source) == []


def test_the_engine_brings_no_server_or_database_with_it() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT_FLASK], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert "msgspec" in loaded
    assert not loaded & {
        "flask",
        "werkzeug",
        "sqlalchemy",
        "sqlmodel",
        "pydantic",
        "apscheduler",
        "jinja2",
        "PIL",
        "socket",
    }
