"""Refusals: every reason an order earns, not the first alone (section 5)."""

import msgspec

from pbem.rulesets.onehour.facts import Code, Objection
from pbem.rulesets.onehour.tables import rules


class No(msgspec.Struct, frozen=True):
    """An order that is refused whole (OH-Q5).  objections: all it earns, at least one."""

    objections: tuple[Objection, ...]


def objection(code: Code, why: str, *cited: str, by: str = "") -> Objection:
    """One reason.  by: the unit or terrain piece that stands in the way."""
    return Objection(code, why, rules(*cited), by)


def once(found: list[Objection]) -> tuple[Objection, ...]:
    """Each reason once, in the order found: one thing may stand in the way at several points of a move."""
    kept: list[Objection] = []
    for one in found:
        if not any(one.code == other.code and one.by == other.by for other in kept):
            kept.append(one)
    return tuple(kept)
