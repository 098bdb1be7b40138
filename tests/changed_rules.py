"""A rule set of which a test changes a part, wherever among its groups the part lies."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from pbem.engine.ruleset import RuleSet

OWN = {one.name for one in fields(RuleSet)}


def changed(rules: RuleSet[Any], **parts: Any) -> RuleSet[Any]:
    """The rule set with other parts: fields of its own, or of one of its groups.  Raises TypeError for any other."""
    own = {name: part for name, part in parts.items() if name in OWN}
    for group in (name for name in OWN if is_dataclass(getattr(rules, name))):
        names = {one.name for one in fields(getattr(rules, group))} & parts.keys() - own.keys()
        if names:
            own[group] = replace(getattr(rules, group), **{name: parts[name] for name in names})
            parts = {name: part for name, part in parts.items() if name not in names}
    return replace(rules, **own, **{name: part for name, part in parts.items() if name not in own})
