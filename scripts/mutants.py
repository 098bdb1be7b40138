#!/usr/bin/env python3
"""Breaks the rules of a rule set one small place at a time, and tells which breaks no case notices.

Each mutant runs in a fork of one process that has everything imported: the function that holds it gets new code, then
the cases that reach its lines run until the first that fails; what they leave alive may be tried by the tests that
import its module (``--tests``).  ``docs/mutants.md`` has the last figures.
"""

import argparse
import ast
import copy
import hashlib
import importlib
import os
import pickle
import random
import re
import resource
import signal
import sys
import time
import types
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from pbem.engine.casekit.results import CaseStop
from pbem.engine.play import Misuse
from pbem.rulesets import rule_sets
from pbem.yamlfile import read_yaml

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("fighting", "moving", "playing", "special", "state")
"""Folders of a rule set that hold rules."""
NOT_RULES = frozenset({
    "agreeing", "asks", "battle", "chances", "checking", "choices", "commands", "facts", "forecast", "going_on",
    "grouping", "group_orders", "naming", "odds", "rulings", "speaking", "special_facts", "special_rules", "tables",
    "trying", "view",
})  # fmt: skip
"""Modules of them that list, foretell, check orders beforehand, or word: what they do is seen by other tests."""
TOLD = frozenset({
    "words", "_ruled", "silenced", "fives_ruled", "_read_otherwise", "_hurt", "_stays_behind", "_friend", "_ways",
    "smoke_words", "reason", "freed", "expected", "to_come", "where", "_between",
})  # fmt: skip
"""Functions whose result is only told: sentences, and the rules that a fact cites."""
NOT_OF_RULES = frozenset({"test_aide", "test_fuzz", "test_forecast", "test_language", "test_offers", "test_what_if"})
"""Test files that import rules for what lists, words, foretells or plays at random: slow, they seldom notice."""
TELLING: set[str] = set()
"""Facts of the rule set that change nothing: they only tell.  Found by ``find_telling``."""
LISTS = frozenset({
    "aside", "turned_farther", "_before_turning", "by_enemy", "out_of_town", "straight_ways", "rallies_with", "odds",
    "_brought_up", "may_come_ragged", "recallable", "marched", "away_from",
})  # fmt: skip
"""Functions that only list what may be ordered, or foretell: no play asks them."""
TOLD_BY = frozenset({"no", "rules", "_ids", "RuleId", "switched", "switched_ids"})
"""Calls that make a refusal's words or a list of rules: what stands in their brackets is told."""
TOLD_AS = frozenset({"rules", "cited", "why", "asked", "because", "decided", "by"})
"""Names, of variables and of parts of a fact, for what is told."""
RULE_ID = re.compile(r"(SNS?|SNT|SCN|OH)-")
MOST_TESTS = 200
"""Tests that may try one mutant: the quickest of those that come by it."""
SECONDS = 60
"""Of processor time that a mutant may take: one that runs on is noticed."""

SWAPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A place to break.  lines: of its statement, where cases must come by.  change: made to a copy of the function."""

    module: str
    path: Path
    function: tuple[str, ...]
    lines: tuple[int, int]
    line: int
    what: str
    place: int
    kind: int


# --- places -------------------------------------------------------------------------------------------------------


def changes(node: ast.AST) -> list[tuple[str, Callable[[Any], ast.AST]]]:
    """Each way to break a node: in words, and what stands in its place."""
    found: list[tuple[str, Callable[[Any], ast.AST]]] = []
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            found += [(f"{_word(op)} -> {other.__name__}", _compared(i, other)) for other in SWAPS.get(type(op), ())]
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        found.append((f"{_word(node.op)} -> {other.__name__}", _with_op(other())))
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not | ast.USub):
            found.append((f"{_word(node.op)} removed", lambda one: one.operand))
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not _text(node):
        swapped = OPERATORS[type(node.op)]
        found.append((f"{_word(node.op)} -> {swapped.__name__}", _with_op(swapped())))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        found.append((f"{node.value} -> {not node.value}", lambda one: ast.Constant(not one.value)))
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        steps = (1,) if hasattr(node, "from_front") else (1, -1)
        found += [(f"{node.value} -> {node.value + by}", _more(by)) for by in steps]
    return found or of_statement(node)


def of_statement(node: ast.AST) -> list[tuple[str, Callable[[Any], ast.AST]]]:
    """The same for what decides, ends or acts."""
    found: list[tuple[str, Callable[[Any], ast.AST]]] = []
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        found.append((f"{_word(node)} negated", _negated))
    elif isinstance(node, ast.Return) and node.value is not None and not _nothing(node.value):
        found.append(("return None", lambda _: ast.Return(ast.Constant(None))))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        found.append(("call removed", lambda _: ast.Pass()))
    elif isinstance(node, ast.Continue | ast.Break):
        found.append((f"{_word(node)} removed", lambda _: ast.Pass()))
    elif isinstance(node, ast.AugAssign):
        found.append(("assignment removed", lambda _: ast.Pass()))
    return found


def _nothing(node: ast.expr) -> bool:
    """What is given back for nothing: a constant, (), []."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Tuple | ast.List) and not node.elts)


def _word(node: ast.AST) -> str:
    return type(node).__name__


def _text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
               for one in sides)  # fmt: skip


def _compared(i: int, other: type[ast.cmpop]) -> Callable[[Any], ast.AST]:
    def change(node: ast.Compare) -> ast.AST:
        node.ops[i] = other()
        return node

    return change


def _with_op(op: ast.AST) -> Callable[[Any], ast.AST]:
    def change(node: Any) -> ast.AST:
        node.op = op
        return node

    return change


def _more(by: int) -> Callable[[Any], ast.AST]:
    return lambda node: ast.Constant(node.value + by)


def _negated(node: Any) -> ast.AST:
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return node


def _functions(tree: ast.Module) -> Iterator[tuple[tuple[str, ...], ast.FunctionDef]]:
    """Functions and methods of a module with their names, those inside others not apart."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield (node.name,), node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield (node.name, method.name), method


def is_told(node: ast.AST) -> bool:
    """Whether a node only says what is told of the rules: it is left whole."""
    if isinstance(node, ast.keyword):
        return node.arg in TOLD_AS or node.arg == "strict"
    if isinstance(node, ast.IfExp):
        return is_text(node.body) and is_text(node.orelse)
    if isinstance(node, ast.If):
        return all(is_told(one) for one in (*node.body, *node.orelse))
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return all(isinstance(one, ast.Name) and one.id in TOLD_AS for one in targets)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        said, what = node.value.func, node.value.args[0] if node.value.args else None
        if isinstance(what, ast.Call) and isinstance(what.func, ast.Name) and what.func.id in TELLING:
            return True
        return isinstance(said, ast.Attribute) and isinstance(said.value, ast.Name) and said.value.id in TOLD_AS
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TOLD_BY


def find_telling(base: Path) -> None:
    """Fills ``TELLING``: the facts of a rule set that leave the battle as it is."""
    for path in base.rglob("*facts.py"):
        for fact in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(fact, ast.ClassDef):
                continue
            for apply in fact.body:
                if isinstance(apply, ast.FunctionDef) and apply.name == "apply" and _keeps(apply):
                    TELLING.add(fact.name)


def _keeps(apply: ast.FunctionDef) -> bool:
    """Whether a function gives back the battle it was given, and does nothing else."""
    if len(apply.body) != 2 or not isinstance(apply.body[1], ast.Return):
        return False
    back = apply.body[1].value
    return isinstance(back, ast.Name) and back.id == "battle"


def is_text(node: ast.expr) -> bool:
    """Words, the identifier of a rule, or one or another of them."""
    if isinstance(node, ast.IfExp):
        return is_text(node.body) and is_text(node.orelse)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in TOLD_BY
    said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return isinstance(node, ast.JoinedStr) or " " in said or bool(RULE_ID.match(said))


def _code(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """The nodes of a function's body with their statements, in a fixed order; no words, types or docstrings."""

    def walk(node: ast.AST, statement: ast.stmt) -> Iterator[tuple[ast.AST, ast.stmt]]:
        statement = node if isinstance(node, ast.stmt) else statement
        if is_told(node):
            return
        yield node, statement
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "type_comment", "decorator_list"} or isinstance(node, ast.JoinedStr):
                continue
            if name == "slice" and isinstance(value, ast.Constant) and value.value == 0:
                value.from_front = True  # type: ignore[attr-defined]  # the only one is the last too: no -1
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from walk(child, statement)

    for statement in function.body:
        yield from walk(statement, statement)


def mutants(paths: Sequence[Path]) -> list[Mutant]:
    """Every mutant of some modules."""
    found: list[Mutant] = []
    for path in paths:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for name, function in _functions(ast.parse(path.read_text(encoding="utf-8"))):
            if name[-1] in TOLD | LISTS:
                continue
            for place, (node, statement) in enumerate(_code(function)):
                first = statement.lineno
                body = getattr(statement, "body", None)
                last = body[0].lineno - 1 if isinstance(body, list) and body else statement.end_lineno or first
                for kind, (what, _) in enumerate(changes(node)):
                    line = getattr(node, "lineno", first)
                    found.append(Mutant(module, path, name, (first, max(first, last)), line, what, place, kind))
    return found


def applied(mutant: Mutant) -> None:
    """Gives the function its broken code, wherever it has been imported to."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    function = next(node for name, node in _functions(tree) if name == mutant.function)
    node = next(one for at, (one, _) in enumerate(_code(function)) if at == mutant.place)
    new = changes(node)[mutant.kind][1](copy.deepcopy(node))

    class Swap(ast.NodeTransformer):
        def visit(self, one: ast.AST) -> Any:
            return ast.copy_location(new, one) if one is node else super().generic_visit(one)

    function.decorator_list = []
    broken = ast.fix_missing_locations(ast.Module([Swap().visit(function)], []))
    space: dict[str, Any] = {}
    loaded = importlib.import_module(mutant.module)
    exec(compile(broken, str(mutant.path), "exec"), loaded.__dict__, space)  # noqa: S102  # what a mutation is
    there: Any = loaded
    for name in mutant.function:
        there = vars(there)[name]
    there = getattr(there, "fget", None) or getattr(there, "__func__", None) or there
    while hasattr(there, "__wrapped__"):
        there.cache_clear() if hasattr(there, "cache_clear") else None
        there = there.__wrapped__
    there.__code__ = space[mutant.function[-1]].__code__


# --- what notices ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    """A case, or a test function.  mark: changes when it does.  run: whether it passes."""

    name: str
    mark: str
    run: Callable[[], bool]
    is_case: bool = True


def cases(name: str) -> list[Unit]:
    """The cases of a rule set."""
    vocabulary = rule_sets()[name].playtest.vocabulary
    if vocabulary is None:
        raise SystemExit(f"{name} has no cases")
    found: list[Unit] = []
    for path in sorted((ROOT / "tests" / "cases" / name).glob("*.yaml")):
        head = read_yaml(path).value
        shared = {key: value for key, value in head.items() if key != "cases"}
        for case in head["cases"]:
            mark = hashlib.sha256(repr((shared, case)).encode()).hexdigest()
            found.append(Unit(f"{path.stem} {case['id']}", mark, _runner(vocabulary, head, case)))
    return found


def _runner(vocabulary: Callable[[Any, Any], Any], head: Any, case: Any) -> Callable[[], bool]:
    def run() -> bool:
        try:
            return bool(vocabulary(head, case).passed)
        except (Exception, CaseStop, Misuse):  # noqa: BLE001  # a case that breaks has noticed
            return False

    return run


class Tests:
    """Asks pytest for the test functions of some files, and does with them what is to be done within its run."""

    def __init__(self, then: Callable[[list[Unit]], None]) -> None:
        self.then = then

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of a run of all tests."""
        self.then([Unit(item.nodeid, _file_mark(item.path), _tester(item), False) for item in session.items])
        return True


def _file_mark(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _tester(item: pytest.Item) -> Callable[[], bool]:
    def run() -> bool:
        return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))

    return run


def tests_of(name: str) -> list[Path]:
    """The test files that import what is broken."""
    wanted = tuple(f"from pbem.rulesets.{name}.{folder}" for folder in FOLDERS)
    files = [(path, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "tests").glob("*.py"))]
    return [path for path, text in files if path.stem not in NOT_OF_RULES and any(one in text for one in wanted)]


Reached = dict[tuple[str, int], list[int]]
"""Which units come by a line, by path and number."""


def reached(name: str, some: Sequence[Unit], paths: Sequence[Path]) -> tuple[Reached, list[float]]:
    """Which units come by which lines, and how long each takes; kept beside the build until rules or unit change."""
    files = sorted((ROOT / "pbem" / "rulesets" / name).rglob("*.py"))
    mark = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    store = ROOT / "build" / f"mutants-{name}-{mark}.pickle"
    known: dict[tuple[str, str], tuple[float, frozenset[tuple[str, int]]]] = {}
    if store.exists():
        known = pickle.loads(store.read_bytes())  # noqa: S301  # our own
    fresh = [unit for unit in some if (unit.name, unit.mark) not in known]
    store.parent.mkdir(exist_ok=True)
    saved = time.monotonic()
    for unit in fresh:
        known[unit.name, unit.mark] = traced(unit, {str(path) for path in paths})
        if unit is fresh[-1] or time.monotonic() - saved > 10:
            store.write_bytes(pickle.dumps(known))
            saved = time.monotonic()
    found: Reached = {}
    for place, unit in enumerate(some):
        for where in known[unit.name, unit.mark][1]:
            found.setdefault(where, []).append(place)
    return found, [known[unit.name, unit.mark][0] for unit in some]


def traced(unit: Unit, wanted: Container[str]) -> tuple[float, frozenset[tuple[str, int]]]:
    """Seconds that a unit takes, and the lines it comes by."""
    seen: set[tuple[str, int]] = set()

    def line(frame: types.FrameType, event: str, _: object) -> Any:
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: types.FrameType, event: str, _: object) -> Any:
        return line if frame.f_code.co_filename in wanted else None

    began = time.process_time()
    sys.settrace(call)
    try:
        passed = unit.run()
    finally:
        sys.settrace(None)
    if not passed:
        raise SystemExit(f"{unit.name} fails before anything is broken")
    return time.process_time() - began, frozenset(seen)


# --- running ------------------------------------------------------------------------------------------------------


def tried(mutant: Mutant, some: Sequence[Unit], order: Sequence[int]) -> str:
    """What notices a mutant; '' for nothing.  In a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        applied(mutant)
        by = next((some[place].name for place in order if not some[place].run()), "")
        os.write(writing, by.encode())
        os._exit(0)
    os.close(writing)
    killer = b""
    while part := os.read(reading, 4096):
        killer += part
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "it runs on" if os.WTERMSIG(status) == signal.SIGXCPU else "it crashes"
    return killer.decode() if os.WEXITSTATUS(status) == 0 else "it breaks"


def shared(todo: Sequence[Mutant], jobs: int, run: Callable[[Mutant], str]) -> Iterator[tuple[Mutant, str]]:
    """Mutants with what noticed each, by several processes."""
    if jobs == 1:
        yield from ((mutant, run(mutant)) for mutant in todo)
        return
    pipes: list[int] = []
    for job in range(jobs):
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.close(reading)
            with os.fdopen(writing, "wb") as out:
                pickle.dump([(place, run(todo[place])) for place in range(job, len(todo), jobs)], out)
            os._exit(0)
        os.close(writing)
        pipes.append(reading)
    for pipe in pipes:
        with os.fdopen(pipe, "rb") as into:
            yield from ((todo[place], killer) for place, killer in pickle.load(into))  # noqa: S301  # our own
        os.wait()


def main() -> None:
    """Try a sample, tell the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", choices=sorted(rule_sets()))
    parser.add_argument("--sample", type=int, default=300, help="how many mutants; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which")
    parser.add_argument("--part", default="1/1", help="2/6: the second sixth of the sample, on a busy machine")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the path of the modules to break")
    parser.add_argument("--tests", action="store_true", help="let tests that import the rules try the survivors")
    args = parser.parse_args()
    if not args.tests:
        run(args, cases(args.rules))
        return
    then = Tests(lambda tests: run(args, [*cases(args.rules), *tests]))
    pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *map(str, tests_of(args.rules))], [then])


def run(args: argparse.Namespace, some: Sequence[Unit]) -> None:
    """The sample, tried by cases first, and by tests."""
    base = ROOT / "pbem" / "rulesets" / args.rules
    find_telling(base)
    paths = [
        path for folder in FOLDERS for path in sorted((base / folder).glob("*.py"))
        if path.stem not in NOT_RULES and path.stem != "__init__"
    ]  # fmt: skip
    found, took = reached(args.rules, some, paths)
    every = mutants(paths)
    todo = [one for one in every if args.only in str(one.path)]
    if args.sample and args.sample < len(todo):
        todo = random.Random(args.seed).sample(todo, args.sample)
    todo.sort(key=lambda one: (str(one.path), one.line))
    part, parts = map(int, args.part.split("/"))
    todo = todo[part - 1 :: parts]

    def passing(mutant: Mutant) -> set[int]:
        lines = range(mutant.lines[0], mutant.lines[1] + 1)
        return {place for line in lines for place in found.get((str(mutant.path), line), ())}

    def noticed(mutant: Mutant) -> str:
        order = sorted(passing(mutant), key=lambda place: (not some[place].is_case, took[place]))
        first_test = sum(some[place].is_case for place in order)
        return tried(mutant, some, order[: first_test + MOST_TESTS])

    began = time.monotonic()
    tests = {unit.name for unit in some if not unit.is_case}
    alive: Counter[str] = Counter()
    by_tests = 0
    for mutant, killer in shared(todo, args.jobs, noticed):
        where = str(mutant.path.relative_to(base))
        by_tests += killer in tests
        if not killer:
            alive[where] += 1
            by = "" if passing(mutant) else "  (nothing comes by)"
            print(f"alive  {where}:{mutant.line}  {'.'.join(mutant.function)}  {mutant.what}{by}", flush=True)
    for module, number in alive.most_common():
        print(f"  {module}: {number}")
    seconds = time.monotonic() - began
    killed = len(todo) - alive.total()
    print(
        f"{args.rules}, seed {args.seed}: {len(todo)} of {len(every)} mutants, {killed} killed"
        f" ({100 * killed / max(1, len(todo)):.1f} %; {by_tests} by tests alone), {alive.total()} alive,"
        f" {seconds / max(1, len(todo)):.2f} s each"
    )


if __name__ == "__main__":
    main()
