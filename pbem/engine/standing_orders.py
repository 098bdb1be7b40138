"""Standing orders: decisions as a table, the order in force, newer orders over older ones, the offers of the table.

A rule set brings its table (a ``DecisionRow`` for each decision that can be settled in advance) and its own order
structs, of whatever shape its journals hold: one struct for all decisions with a word as its value, or a struct for
each decision.  Functions take the struct as it is, with small functions that say for whom it is
and what it answers.

Scopes are the rule set's: a unit, a sort, a group, a side.  ``precedence`` ranks them by a number, so that any list of
scopes fits.  Several answers to one event are orders of one decision and one scope with different conditions: *if
charged by horse* and *if charged by foot* share their subject and differ in their key, and the condition that holds
ranks before none (AR-D4, AR-D8, AR-D12, D-3, D-9).  Lists of preference (AR-D11, D-5) and
figures (AR-D2) are a row's ``forms``.  What an order answers to an ask stays in the rule set.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from pbem.engine.offers import Acting, Choice, Decision

O = TypeVar("O")  # noqa: E741  # an order, of the rule set's own struct
"""A standing order."""


class DecisionRow(msgspec.Struct, frozen=True):
    """A decision that can be settled in advance."""

    number: str
    """In the catalogue of its rules; '' for none."""
    title: str
    """What it decides, in words."""
    values: Mapping[str, str]
    """Its fixed answers in the words of orders, with their meaning."""
    default: str
    """The answer that holds when no order settles it, in the words of orders."""
    also: Mapping[str, str] = {}
    """Other spellings of fixed answers."""
    forms: Mapping[str, str] = {}
    """What else may be said, as an example in the words of orders, with its meaning."""
    name: str = ""
    """As orders say it (``evade fire``)."""
    when: str = ""
    """It arises (``When it is charged``)."""

    def meaning(self, value: str) -> str:
        """An answer in words: ``Which enemies it charges: no enemy``."""
        return f"{self.title}: {self.values.get(value, value)}"


def precedence(nearness: int, *, conditional: bool = False) -> int:
    """The rank of an order for a unit: the more particular scope first, of equal ones the order with a condition.

    nearness: 0 for an order that is not for the unit; else the higher, the more particular its scope.
    """
    return 2 * nearness + conditional if nearness > 0 else 0


def in_force(orders: Iterable[O], rank: Callable[[O], int]) -> O | None:
    """The order of highest rank, the last of equal ones; None where none has a rank above 0.

    orders: those of one decision.  rank: 0 for an order that does not speak now.
    """
    best: O | None = None
    highest = 1
    for order in orders:
        if (found := rank(order)) >= highest:
            best, highest = order, found
    return best


def overlaid(
    before: Iterable[O],
    after: Sequence[O],
    *,
    subject: Callable[[O], Hashable],
    taken_back: Callable[[O], bool],
    key: Callable[[O], Hashable] | None = None,
) -> tuple[O, ...]:
    """The orders that stand when newer ones come: each in the place of that of its key, else last.

    subject: the decision and the scope of an order.  key: the same with its condition; left out: the subject.
    taken_back: whether an order takes back all older ones of its subject; such an order never stands itself.
    """
    key = key or subject
    gone = {subject(order) for order in after if taken_back(order)}
    found = {key(order): order for order in before if subject(order) not in gone}
    found.update({key(order): order for order in after})
    return tuple(order for order in found.values() if not taken_back(order))


def offered(
    row: DecisionRow,
    said: Sequence[Choice],
    scopes: Iterable[Choice],
    stands: Sequence[str] = (),
    acts: Callable[[str], tuple[str, str]] | None = None,
) -> Decision:
    """A row of the web's table of standing orders.

    said: the orders of this decision that are to stand.  scopes: those with a choice among the fixed answers, without a
    value; an order for one of them with a fixed answer sets it, all others are shown as whole lines.  stands: codes of
    the units that may come to the decision and have orders of their own; () for a decision of the whole side.
    acts: the answer of a unit as things are, and whose order gives it ('' for the default).
    """
    scopes = tuple(scopes)
    lines = {one.line for one in scopes}
    chosen = {one.line: one.value for one in said if one.line in lines and one.value in row.values}
    others = tuple(one for one in said if one.line not in lines or one.value not in row.values)
    return Decision(
        title=row.title, values=row.values, default=row.default, name=row.name, when=row.when,
        choices=tuple(Choice(whom=one.whom, line=one.line, value=chosen.get(one.line, "")) for one in scopes),
        exceptions=tuple(f"{one.line} {one.value}" for one in others), single=others,
        stands=tuple(stands), alone=f"standing <unit> {row.name}" if stands else "",
        acts=_acting(stands, acts) if acts is not None and said else (),
    )  # fmt: skip


def _acting(stands: Iterable[str], acts: Callable[[str], tuple[str, str]]) -> tuple[Acting, ...]:
    """What each unit would do, those that would do the same for the same reason together."""
    same: dict[tuple[str, str], list[str]] = {}
    for code in stands:
        same.setdefault(acts(code), []).append(code)
    return tuple(Acting(tuple(codes), value, by) for (value, by), codes in same.items())
