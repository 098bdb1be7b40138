"""The source lint of rules code: every planted offence is found, what is fine is let pass, and our rules are clean."""

import re
from pathlib import Path

import pytest

from pbem.engine.lint import lint

RULES = Path(__file__).parent.parent / "pbem" / "rulesets"

IMPORTED = re.compile(r"^[ \t]*from (pbem\.rulesets\.[\w.]+) import", re.MULTILINE)

GEOMETRY = "moving"
"""The folder of a rule set that may count in fractions, as ``engine/table`` does: paths, and times along them.

They add, multiply, divide and take square roots, which come out alike on every machine; facts hold hundredths.
"""


def rules_code() -> list[Path]:
    """The modules that are run again at a resume: those with functions of ``play``, and what they import.

    Reading orders (``verbs``) comes before any play, and may remember.
    """
    texts = {path: path.read_text(encoding="utf-8") for path in RULES.rglob("*.py")}
    found: set[Path] = set()
    todo = [path for path, text in texts.items() if "play: " in text and path.parent.name != "cases"]
    while todo:
        path = todo.pop()
        if path in found:
            continue
        found.add(path)
        for name in IMPORTED.findall(texts[path]):
            there = RULES.parent.parent / (name.replace(".", "/") + ".py")
            todo += [there] if there in texts and there.stem != "verbs" else []
    return sorted(found)


@pytest.mark.parametrize("path", rules_code(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_rules_can_be_run_again(path: Path) -> None:
    assert lint(path.read_text(encoding="utf-8"), geometry=path.parent.name == GEOMETRY) == []


def test_the_words_of_orders_that_facts_carry_are_made_without_memory() -> None:
    """``Refused`` holds an order's text."""
    assert RULES / "snaphance" / "writing" / "writing.py" in rules_code()


PLANTED = {
    "float": "x = 0.5",
    "float()": "def f(n):\n    return float(n)",
    "/": "def f(a, b):\n    return a / b",
    "/=": "def f(a, b):\n    a /= b",
    "random": "import random",
    "random as": "from random import choice as pick",
    "time": "from time import monotonic",
    "datetime": "import datetime as d",
    "id": "def f(x):\n    return id(x)",
    "hash": "def f(x):\n    return hash(x)",
    "global": "n = 0\ndef f():\n    global n\n    n += 1",
    "nonlocal": "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1",
    "module list": "seen = []\ndef f(x):\n    seen.append(x)",
    "module dict": "memo = {}\ndef f(x):\n    memo[x] = 1",
    "module attribute": "box = Box()\ndef f(x):\n    box.value = x",
    "cache": "from functools import cache",
    "lru_cache": "import functools\nfrom functools import lru_cache",
    "cached_property": "class A(Struct):\n    @cached_property\n    def b(self):\n        return self.c",
    "for over a set": "def f():\n    for x in {1, 2}:\n        go(x)",
    "for over set()": "def f(a):\n    for x in set(a):\n        go(x)",
    "for over a named set": "def f(a):\n    b = set(a)\n    for x in b:\n        go(x)",
    "for over a set parameter": "def f(a: set[int]):\n    for x in a:\n        go(x)",
    "for over a difference": "def f(a, b):\n    for x in set(a) - set(b):\n        go(x)",
    "list of a set": "def f(a):\n    return list({*a})",
    "tuple of a frozenset": "def f(a):\n    return tuple(frozenset(a))",
    "comprehension over a set": "def f(a):\n    return [x for x in {*a}]",
    "join of a set": "def f(a):\n    return ', '.join(set(a))",
    "unpacked set": "def f(a):\n    return [*set(a)]",
    "set pop": "def f(a):\n    b = set(a)\n    return b.pop()",
    "bare except": "def f(a):\n    try:\n        go(a)\n    except:\n        pass",
    "except BaseException": "def f(a):\n    try:\n        go(a)\n    except BaseException:\n        pass",
    "except Waiting": "def f(a):\n    try:\n        go(a)\n    except Waiting:\n        pass",
    "suppress": "from contextlib import suppress",
    "contextlib.suppress": "def f():\n    with contextlib.suppress(KeyError):\n        go()",
    "try around play": "def f(play):\n    try:\n        play.roll('x', 'a', 1)\n    except KeyError:\n        pass",
    "try around a rule": "def f(play):\n    try:\n        fire(play)\n    except KeyError:\n        pass",
    "with around play": "def f(play):\n    with lock:\n        play.record(fact)",
    "return in finally": "def f(a):\n    try:\n        go(a)\n    finally:\n        return 1",
    "continue in finally": (
        "def f(a):\n    for b in a:\n        try:\n            go(b)\n        finally:\n            continue"
    ),
    "record in finally": "def f(play, a):\n    try:\n        go(a)\n    finally:\n        play.record(a)",
    "lambda": "def f(play):\n    return lambda: play.roll('x', 'a', 1)",
    "generator": "def f(play, a):\n    return any(fire(play, x) for x in a)",
    "list comprehension": "def f(play, a):\n    return [play.roll('x', b, 1) for b in a]",
    "kept generator": "def f(play, a):\n    late = (play.battle.stands[x] for x in a)\n    return late",
    "generator function": "def f(play, a):\n    for x in a:\n        yield play.roll('x', x, 1)",
    "closure": "def f(play, a):\n    def g():\n        play.record(a)\n    return g",
    "battle beside play": "def f(play, a):\n    fire(play, play.battle, a)",
    "stand beside play": "def f(play, a):\n    fire(play, play.battle.stands[a])",
    "named battle beside play": "def f(play, a):\n    battle = play.battle\n    fire(play, target=battle)",
    "stale battle": "def f(play, a):\n    battle = play.battle\n    play.record(a)\n    return battle.round",
    "stale stand": "def f(play, a):\n    stand = play.battle.stands[a]\n    fire(play, a)\n    return stand.hex",
    "stale on one way": "def f(play, a):\n    b = play.battle\n    if a:\n        play.record(a)\n    return b.round",
    "stale the second time": (
        "def f(play, a):\n    b = play.battle\n    for x in a:\n        go(b, x)\n        play.record(x)"
    ),
    "stale in while": "def f(play, a):\n    b = play.battle\n    while b.round:\n        play.record(a)",
    "stale in one call": "def f(play, a):\n    b = play.battle\n    go(fire(play, a), b)",
}


@pytest.mark.parametrize("source", PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_offence_is_found(source: str) -> None:
    assert lint(source), source


def test_only_geometry_may_count_in_fractions_and_no_geometry_may_remember() -> None:
    assert lint("x = 0.5 / 3", geometry=True) == []
    assert lint("from functools import lru_cache", geometry=True)
    assert lint("def f(x):\n    return hash(x)", geometry=True)


FINE = {
    "worked out once": "class A(Struct, frozen=True):\n    @cached_property\n    def b(self):\n        return self.c",
    "integers": "x = 5 // 2",
    "type union": "x: int | None = None",
    "sorted set": "def f(a):\n    for x in sorted(set(a)):\n        go(x)",
    "size of a set": "def f(a):\n    return len({x for x in a}) + sum(x for x in set(a))",
    "membership": "def f(a, x):\n    return x in {1, 2}",
    "set of a set": "def f(a):\n    b = set(a)\n    return {*b, 1}",
    "list pop": "def f(a):\n    b = [*a]\n    return b.pop()",
    "local list": "def f(a):\n    seen = []\n    seen.append(a)",
    "shadowed module name": "seen = ()\ndef f(seen, a):\n    seen.append(a)",
    "module table": "TABLE = {1: 2}\ndef f(a):\n    return TABLE[a]",
    "try without play": "def f(a):\n    try:\n        return int(a)\n    except ValueError:\n        return 0",
    "reading in a comprehension": "def f(play, a):\n    return any(play.battle.stands[x].moved for x in a)",
    "an order": "def f(play, a):\n    order = play.battle.sheets[a].orders[0]\n    go(play, order)\n    return order",
    "first iterable": "def f(play):\n    return [x.id for x in play.battle.stands]",
    "lambda without play": "def f(play, a):\n    return sorted(a, key=lambda x: x.id)",
    "fresh battle": "def f(play, a):\n    play.record(a)\n    battle = play.battle\n    return battle.round",
    "read again": (
        "def f(play, a):\n    b = play.battle\n    go(b)\n    play.record(a)\n    b = play.battle\n    return b.round"
    ),
    "before": "def f(play, a):\n    before = play.battle\n    play.record(a)\n    return before.round",
    "other way returned": (
        "def f(play, a):\n    b = play.battle\n    if a:\n        play.record(a)\n        return 0\n    return b.round"
    ),
    "seen": "def f(play, a):\n    b = play.battle\n    play.seen(a)\n    return b.round",
    "a value, no photograph": (
        "def f(play, a):\n    side = play.battle.stands[a].side\n    play.record(a)\n    return side"
    ),
    "ids beside play": "def f(play, a):\n    stand = play.battle.stands[a]\n    fire(play, stand.id)",
    "battle without play": "def f(play, a):\n    return may_fire(play.battle, a)",
}


@pytest.mark.parametrize("source", FINE.values(), ids=FINE.keys())
def test_what_is_fine_is_let_pass(source: str) -> None:
    assert lint(source) == []


def test_an_offence_names_its_line() -> None:
    assert [offence.line for offence in lint("x = 1\ny = 2\nz = 0.5\n")] == [3]
