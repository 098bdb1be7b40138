"""A public class name has one meaning: in all that is no rule set, and within each rule set."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "pbem"


RULE_SETS = sorted(path.parent.name for path in ROOT.glob("rulesets/*/__init__.py"))


@cache
def public_classes() -> tuple[tuple[str, str], ...]:
    """Every public class of pbem: the rule set it is of ('' for none), its name.  Migrations have none."""
    found = []
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT).parts
        rule_set = parts[1] if parts[0] == "rulesets" and len(parts) > 2 else ""
        source = path.read_text(encoding="utf-8")
        found += [(rule_set, name) for name in (class_names(source) if "class " in source else ())]
    return tuple(found)


def class_names(source: str) -> list[str]:
    """The public classes of a module, wherever in it they stand."""
    nodes = ast.walk(ast.parse(source))
    return [node.name for node in nodes if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def test_no_two_classes_outside_the_rule_sets_have_one_name() -> None:
    found = Counter(name for rule_set, name in public_classes() if not rule_set)
    assert not {name for name, count in found.items() if count > 1}, "a second class of that name"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_two_classes_of_a_rule_set_have_one_name(rules: str) -> None:
    found = Counter(name for rule_set, name in public_classes() if rule_set == rules)
    assert not {name for name, count in found.items() if count > 1}, "a second class of that name"


def test_no_class_of_a_rule_set_has_the_name_of_one_outside() -> None:
    inside = {name for rule_set, name in public_classes() if rule_set}
    outside = {name for rule_set, name in public_classes() if not rule_set}
    assert not inside & outside, "a second class of that name"


def test_every_rule_set_is_searched() -> None:
    assert {rule_set for rule_set, _ in public_classes()} == {"", *RULE_SETS}


def test_classes_are_found_wherever_they_stand() -> None:
    assert class_names("class A: ...\nif x:\n    class B:\n        class C: ...\nclass _D: ...\ndef f(): ...") == [
        "A", "B", "C",
    ]  # fmt: skip
