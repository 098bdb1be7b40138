"""The battles as they stand on the shelf: by rule set, sorted and filtered as the reader asks in the address."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from flask_babel import lazy_gettext as _

from pbem.service.lobby.battlebook import BattleCard

SMALL, LARGE = 12, 30
"""Units of both sides together: a small battle has so many at most, a large one more."""

SIZES = {"small": (0, SMALL), "medium": (SMALL, LARGE), "large": (LARGE, 10**6)}
"""Above how many units, and how many at most."""

SIZE_WORDS = {
    "": _("Any size"), "small": _("Small: up to 12 units"), "medium": _("Medium: 13 to 30 units"),
    "large": _("Large: over 30 units"),
}  # fmt: skip
SORT_WORDS = {"size": _("Fewest units first"), "length": _("Fewest turns first")}


class Shelf(NamedTuple):
    """Battles of one rule set."""

    rules: str
    title: str
    battles: tuple[BattleCard, ...]


class Wish(NamedTuple):
    """Which battles the reader wants listed."""

    rules: str = ""
    """Name of a rule set; '' for all."""

    size: str = ""
    """A size of battles; '' for all."""

    sort: str = "size"


def wish_of(asked: Mapping[str, str]) -> Wish:
    """From the address of a page; a word that means nothing counts as none."""
    size, sort = asked.get("size", ""), asked.get("sort", "")
    return Wish(asked.get("rules", ""), size if size in SIZES else "", sort if sort in SORT_WORDS else "size")


def shelves(battles: Iterable[BattleCard], wish: Wish) -> tuple[Shelf, ...]:
    """The battles that are wished for, by rule set.  battles: the smallest first, as `battlebook.battles` has them."""
    some = tuple(battles)
    order = [one.rules for one in some]
    every = [one for one in some if wish.rules in {"", one.rules} and _fits(one, wish.size)]
    if wish.sort == "length":
        every.sort(key=lambda one: one.rounds or 10**6)
    sets = {one.rules: one.rules_title for one in sorted(every, key=lambda one: order.index(one.rules))}
    return tuple(Shelf(rules, title, tuple(b for b in every if b.rules == rules)) for rules, title in sets.items())


def _fits(battle: BattleCard, size: str) -> bool:
    above, most = SIZES.get(size, (-1, 10**6))
    return above < battle.size <= most
