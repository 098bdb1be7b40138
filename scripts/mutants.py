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
import resource
import signal
import sys
import time
import types
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.engine.cases import CaseStop
from pbem.rulesets import rule_sets
from pbem.yamlfile import read_yaml

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("fighting", "moving", "playing", "special")
"""Folders of a rule set that hold rules."""
NOT_RULES = frozenset({
    "agreeing", "chances", "checking", "choices", "conditions", "facts", "forecast", "going_on", "grouping", "kinds",
    "naming", "reporting", "speaking", "trying",
})  # fmt: skip
"""Modules of them that list, foretell, check orders beforehand, or word: what they do is seen by other tests."""
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
        found += [(f"{node.value} -> {node.value + by}", _more(by)) for by in (1, -1)]
    return found or of_statement(node)


def of_statement(node: ast.AST) -> list[tuple[str, Callable[[Any], ast.AST]]]:
    """The same for what decides, ends or acts."""
    found: list[tuple[str, Callable[[Any], ast.AST]]] = []
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        found.append((f"{_word(node)} negated", _negated))
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        found.append(("return None", lambda _: ast.Return(ast.Constant(None))))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        found.append(("call removed", lambda _: ast.Pass()))
    elif isinstance(node, ast.Continue | ast.Break):
        found.append((f"{_word(node)} removed", lambda _: ast.Pass()))
    elif isinstance(node, ast.AugAssign):
        found.append(("assignment removed", lambda _: ast.Pass()))
    return found


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


def _code(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """The nodes of a function's body with their statements, in a fixed order; no words, types or docstrings."""

    def walk(node: ast.AST, statement: ast.stmt) -> Iterator[tuple[ast.AST, ast.stmt]]:
        statement = node if isinstance(node, ast.stmt) else statement
        yield node, statement
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "type_comment", "decorator_list"} or isinstance(node, ast.JoinedStr):
                continue
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


# --- cases --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    """One case.  run: whether it passes."""

    name: str
    run: Callable[[], bool]


def units(name: str) -> list[Unit]:
    """The cases of a rule set."""
    vocabulary = rule_sets()[name].playtest.vocabulary
    if vocabulary is None:
        raise SystemExit(f"{name} has no cases")
    found: list[Unit] = []
    for path in sorted((ROOT / "tests" / "cases" / name).glob("*.yaml")):
        head = read_yaml(path).value
        found += [Unit(f"{path.stem} {case['id']}", _runner(vocabulary, head, case)) for case in head["cases"]]
    return found


def _runner(vocabulary: Callable[[Any, Any], Any], head: Any, case: Any) -> Callable[[], bool]:
    def run() -> bool:
        try:
            return bool(vocabulary(head, case).passed)
        except (Exception, CaseStop):  # noqa: BLE001  # a case that breaks has noticed
            return False

    return run


Reached = dict[tuple[str, int], list[int]]
"""The cases that come by a line, by path and number."""


def reached(some: Sequence[Unit], paths: Sequence[Path]) -> tuple[Reached, list[float]]:
    """Which cases come by which lines, and how long each takes."""
    wanted = {str(path) for path in paths}
    seen: set[tuple[str, int]] = set()

    def line(frame: types.FrameType, event: str, _: object) -> Any:
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: types.FrameType, event: str, _: object) -> Any:
        return line if frame.f_code.co_filename in wanted else None

    found: Reached = {}
    took: list[float] = []
    for place, unit in enumerate(some):
        seen.clear()
        began = time.process_time()
        sys.settrace(call)
        try:
            passed = unit.run()
        finally:
            sys.settrace(None)
        if not passed:
            raise SystemExit(f"{unit.name} fails before anything is broken")
        took.append(time.process_time() - began)
        for where in seen:
            found.setdefault(where, []).append(place)
    return found, took


def kept(name: str, some: Sequence[Unit], paths: Sequence[Path]) -> tuple[Reached, list[float]]:
    """The same, kept beside the build while neither rules nor cases change."""
    files = [*sorted((ROOT / "pbem").rglob("*.py")), *sorted((ROOT / "tests" / "cases" / name).glob("*.yaml"))]
    mark = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    store = ROOT / "build" / f"mutants-{name}-{mark}.pickle"
    if store.exists():
        found: tuple[Reached, list[float]] = pickle.loads(store.read_bytes())  # noqa: S301  # our own
        return found
    got = reached(some, paths)
    store.parent.mkdir(exist_ok=True)
    store.write_bytes(pickle.dumps(got))
    return got


# --- running ------------------------------------------------------------------------------------------------------


def tried(mutant: Mutant, some: Sequence[Unit], order: Sequence[int], tests: Sequence[Path]) -> str:
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
        killer = next((some[place].name for place in order if not some[place].run()), "")
        if not killer and tests:
            import pytest

            args = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", *map(str, tests)]
            killer = "tests" if pytest.main(args) == 1 else ""
        os.write(writing, killer.encode())
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


def tests_of(name: str, module: str) -> list[Path]:
    """The test files of a rule set, and of special rules, that import a module."""
    files = [*(ROOT / "tests").glob(f"test_{name}_*.py"), ROOT / "tests" / "test_special.py"]
    return [path for path in sorted(files) if f"from {module} import" in path.read_text(encoding="utf-8")]


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
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the path of the modules to break")
    parser.add_argument("--tests", action="store_true", help="let tests that import the module try the survivors")
    args = parser.parse_args()
    base = ROOT / "pbem" / "rulesets" / args.rules
    paths = [
        path for folder in FOLDERS for path in sorted((base / folder).glob("*.py"))
        if path.stem not in NOT_RULES and path.stem != "__init__"
    ]  # fmt: skip
    some = units(args.rules)
    found, took = kept(args.rules, some, paths)
    todo = [one for one in mutants(paths) if args.only in str(one.path)]
    every = len(todo)
    if args.sample and args.sample < every:
        todo = random.Random(args.seed).sample(todo, args.sample)
    todo.sort(key=lambda one: (str(one.path), one.line))

    def run(mutant: Mutant) -> str:
        lines = range(mutant.lines[0], mutant.lines[1] + 1)
        places = {place for line in lines for place in found.get((str(mutant.path), line), ())}
        order = sorted(places, key=lambda place: took[place])
        return tried(mutant, some, order, tests_of(args.rules, mutant.module) if args.tests else ())

    began = time.monotonic()
    results: list[tuple[Mutant, str]] = []
    for mutant, killer in shared(todo, args.jobs, run):
        results.append((mutant, killer))
        if not killer:
            where = f"{mutant.path.relative_to(base)}:{mutant.line}"
            print(f"alive  {where}  {'.'.join(mutant.function)}  {mutant.what}", flush=True)
    alive = sum(1 for _, killer in results if not killer)
    by_module = Counter(str(mutant.path.relative_to(base)) for mutant, killer in results if not killer)
    for module, number in by_module.most_common():
        print(f"  {module}: {number}")
    seconds = time.monotonic() - began
    share = 100 * (len(results) - alive) / max(1, len(results))
    print(
        f"{args.rules}, seed {args.seed}: {len(results)} of {every} mutants, {len(results) - alive} killed"
        f" ({share:.1f} %), {alive} alive, {seconds / max(1, len(results)):.2f} s each"
    )


if __name__ == "__main__":
    main()
