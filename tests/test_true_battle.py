"""A lint of the places that read the true battle: what decides whether to try reads what its seat sees.

The boundary: the modules of a rule set that decide (`DECIDERS`: standing orders, conditions, defaults, policies, what
can be chosen) and every ask.  They are handed `play.seen(seat)`, or what is made of it; what then happens reads the
battle.  Above the rules, whatever words, offers, tries, answers, draws or tells for a seat is handed a view.  Best
effort: it reads one function at a time.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

PBEM = Path(__file__).parent.parent / "pbem"
RULES = PBEM / "rulesets"

DECIDERS: Mapping[str, tuple[str, ...]] = {
    "snaphance": ("standing", "deciding", "playing.plan", "playing.choices", "language"),
    "onehour": ("standing", "deciding", "playing.choices", "language"),
    "armatys": ("deciding", "playing.policies", "playing.choosing", "language"),
    "fornovo": ("deciding", "playing.policies", "playing.choosing", "language"),
}
"""The modules and folders whose functions say whether a seat tries something, and what it is offered."""

EYES = frozenset({"seen", "seen_by"})
"""What cuts the battle to a seat: what stands in its brackets may name the seat by the true battle."""

PUBLIC = frozenset({"turn", "round", "bound", "phase"})
"""What of the true battle both sides know."""

GROUPS = frozenset({"language", "deciding", "aide", "reporting"})
"""The parts of a rule set that are handed a seat's view by whoever calls them."""


class TrueRead(NamedTuple):
    """A call that is handed the true battle."""

    line: int
    within: str
    """The function it stands in."""
    calls: str


ALLOWED: Mapping[tuple[str, str, str], str] = {
    ("service/replay/debrief.py", "debrief", "afterwards"): "the battle is over, and all is laid open",
    ("rulesets/snaphance/playing/rounds.py", "_declared", "AskGroup"): "a side's own groups, which it knows",
    ("rulesets/snaphance/playing/turns.py", "stand_turn", "breaks_off"): (
        "whether a march that was ordered leaves the enemy it is bound to: that is what happens, not whether to try"
    ),
}
"""The exceptions, (file, function, what is called), each with its reason."""


# --- the lint ---------------------------------------------------------------------------------------------------------


def read_in_rules(source: str, rules: str) -> tuple[list[TrueRead], int]:
    """The deciders and asks that functions of `play` hand the true battle; and how many such calls there are."""
    tree, found, many = ast.parse(source), [], 0
    deciders = _imported(tree, rules)
    for function in _functions(tree):
        if "play" not in {one.arg for one in (*function.args.args, *function.args.kwonlyargs)}:
            continue
        true = _aliases(function)
        for call in _calls(function):
            name = _name(call.func)
            if name not in deciders and not (name.startswith("Ask") and isinstance(call.func, ast.Name)):
                continue
            many += 1
            if any(_reads_truth(one, true) for one in (*call.args, *(one.value for one in call.keywords))):
                found.append(TrueRead(call.lineno, function.name, name))
    return found, many


def read_above(source: str) -> tuple[list[TrueRead], int]:
    """The same of what is called of a rule set for a seat, above the rules."""
    tree, found, many = ast.parse(source), [], 0
    for function in _functions(tree):
        for call in _calls(function):
            if not (_is_for_a_seat(call.func)):
                continue
            many += 1
            if any(_names_battle(one) for one in call.args[:1]):
                found.append(TrueRead(call.lineno, function.name, _name(call.func)))
    return found, many


def _imported(tree: ast.AST, rules: str) -> frozenset[str]:
    """The names in a module of what decides."""
    at = f"pbem.rulesets.{rules}."
    return frozenset(
        alias.asname or alias.name
        for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(at)
        for alias in node.names
        if any(
            f"{where}.".startswith(f"{one}.") for one in DECIDERS[rules]
            for where in ((node.module or "").removeprefix(at), f"{node.module}.{alias.name}".removeprefix(at))
        )
    )  # fmt: skip


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(function: ast.expr) -> str:
    """What is called: ``f`` of ``f(...)`` and of ``module.f(...)``."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _aliases(function: ast.FunctionDef) -> frozenset[str]:
    """The names that the true battle has in a function."""
    given = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
    true = [node for node in given if ast.unparse(node.value) == "play.battle"]
    return frozenset(name.id for node in true for name in node.targets if isinstance(name, ast.Name))


def _reads_truth(node: ast.AST, true: frozenset[str]) -> bool:
    """Whether an argument is, or is made of, the true battle, but for what both sides know and whose seat it is."""
    if isinstance(node, ast.Call) and _name(node.func) in EYES:
        return False
    if isinstance(node, ast.Attribute) and node.attr in PUBLIC:
        return False
    if (isinstance(node, ast.Attribute) and ast.unparse(node) == "play.battle") or getattr(node, "id", "") in true:
        return True
    return any(_reads_truth(one, true) for one in ast.iter_child_nodes(node))


def _is_for_a_seat(function: ast.expr) -> bool:
    """Whether it is ``rules.language.read`` and the like, or ``rules.reading``."""
    if not isinstance(function, ast.Attribute):
        return False
    of = function.value
    if function.attr != "reading":
        if not (isinstance(of, ast.Attribute) and of.attr in GROUPS):
            return False
        of = of.value
    return ast.unparse(of).split(".")[-1] in {"rules", "_rules", "RULES"}


def _names_battle(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and _name(node.func) == "view":
        return False
    if isinstance(node, ast.Attribute) and node.attr in {"battle", "_battle"}:
        return True
    return any(_names_battle(one) for one in ast.iter_child_nodes(node))


# --- what it finds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", DECIDERS)
def test_what_decides_whether_to_try_reads_what_its_seat_sees(rules: str) -> None:
    places = [RULES / rules / one.replace(".", "/") for one in DECIDERS[rules]]
    assert [one for one in places if not (one.is_dir() or one.with_suffix(".py").is_file())] == []
    found, many = {}, 0
    for path in sorted((RULES / rules).rglob("*.py")):
        reads, calls = read_in_rules(path.read_text(encoding="utf-8"), rules)
        where = str(path.relative_to(PBEM))
        found |= {(where, one.within, one.calls): one.line for one in reads}
        many += calls
    assert {key: line for key, line in found.items() if key not in ALLOWED} == {}
    assert many  # else it looks at nothing


def test_what_is_made_for_a_seat_above_the_rules_is_made_of_its_view() -> None:
    found, many = {}, 0
    for path in sorted(PBEM.rglob("*.py")):
        if RULES not in path.parents:
            reads, calls = read_above(path.read_text(encoding="utf-8"))
            found |= {(str(path.relative_to(PBEM)), one.within, one.calls): one.line for one in reads}
            many += calls
    assert found.keys() - ALLOWED.keys() == set()
    assert many > 50


def test_every_exception_is_still_needed() -> None:
    there = {
        (where, one.within, one.calls)
        for where in {where for where, _function, _calls in ALLOWED}
        for one in _reads_of(PBEM / where)
    }
    assert ALLOWED.keys() <= there


def _reads_of(path: Path) -> list[TrueRead]:
    source = path.read_text(encoding="utf-8")
    if RULES in path.parents:
        return read_in_rules(source, path.relative_to(RULES).parts[0])[0]
    return read_above(source)[0]


HEAD = "from pbem.rulesets.snaphance.standing.orders import wants\n"
PLANTED = {
    "an ask": "def f(play):\n    play.ask(AskYesNo(options=near(play.battle)))",
    "a standing order": HEAD + "def f(play, a):\n    return wants(play.battle, a)",
    "under another name": HEAD + "def f(play, a):\n    battle = play.battle\n    return wants(battle, a)",
    "a stand of it": HEAD + "def f(play, a):\n    return wants(play.seen(a), play.battle.stands[a])",
}
FINE = {
    "what the seat sees": HEAD + "def f(play, a):\n    return wants(play.seen(seat_of(play.battle, a)), a)",
    "what both know": "def f(play):\n    play.ask(AskOrders(turn=play.battle.turn))",
    "what happens": "def f(play, a):\n    strike(play.battle, a)",
}


@pytest.mark.parametrize("source", PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_read_is_found(source: str) -> None:
    assert read_in_rules(source, "snaphance")[0]


@pytest.mark.parametrize("source", FINE.values(), ids=FINE.keys())
def test_what_is_fine_is_let_pass(source: str) -> None:
    assert read_in_rules(source, "snaphance")[0] == []


def test_a_planted_read_above_the_rules_is_found() -> None:
    assert read_above("def f(work, ask):\n    return work.rules.language.form(work.battle, ask)")[0]
    assert read_above("def f(work, ask, text):\n    return work.rules.reading(work.battle, ask, text)")[0]
    assert not read_above("def f(self, a):\n    return self.rules.deciding.decide(self.state.view(self.battle, 1), a)")[
        0
    ]
