"""What standing orders say beside fixed words: whom, from how far, on what terms, and what of an ask that picks."""

import itertools
import re
from collections.abc import Mapping, Sequence

import msgspec

from pbem.engine.hexes import Hex, distance, from_label, local
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.standing.conditions import SORTS
from pbem.rulesets.snaphance.state.battle import Battle, type_of

ORDERINGS = ("nearest", "weakest", "strongest")
TARGET_WORDS: Mapping[str, str] = {
    **{word: word for word in (*ORDERINGS, *SORTS)}, "pike": "pikes", "skirmisher": "skirmishers", "gun": "guns",
    "artillery": "guns", "cavalry": "horse", "mounted": "horse", "infantry": "foot",
}  # fmt: skip
"""Sorts of enemies as they may be written, and their canonical words."""

CODE = re.compile(r"(?:[a-z]{1,3}|\?)[0-9]{1,3}", re.IGNORECASE)


class FireWish(msgspec.Struct, frozen=True):
    """At whom a stand on opportunity fires (anybody, if empty), and from how many hexes to how many (D16)."""

    targets: tuple[str, ...] = ()
    least: int = 0
    most: int = 99


class Terms(msgspec.Struct, frozen=True):
    """Whom a stand on opportunity charges (anybody, if empty), whom not, and with how many dice more (D17)."""

    targets: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    margin: int | None = None


# --- in words -------------------------------------------------------------------------------------------------------


def reach_text(reach: FireWish) -> str:
    """``at N02 horse within 3 from 2``."""
    at = f"at {' '.join(reach.targets)}" if reach.targets else ""
    far = f"within {reach.most}" if reach.most < FireWish().most else ""
    near = f"from {reach.least}" if reach.least else ""
    return " ".join(part for part in (at, far, near) if part)


def terms_text(terms: Terms) -> str:
    """``at horse not cover if 2 more dice``."""
    at = f"at {' '.join(terms.targets)}" if terms.targets else ""
    more = "" if terms.margin is None else "if more dice" if terms.margin == 1 else f"if {terms.margin} more dice"
    return " ".join(part for part in (at, *(f"not {sort}" for sort in terms.but), more) if part)


def reach_of(value: str) -> FireWish:
    """What a value of D16 means; ``auto`` and ``never`` are not asked for."""
    if value.isdigit():
        return FireWish(most=int(value))
    words = _fixed(value).split()
    targets, rest = _named(words)
    found = FireWish(targets)
    for word, number in zip(rest[::2], rest[1::2], strict=False):
        if word == "within":
            found = msgspec.structs.replace(found, most=int(number))
        elif word == "from":
            found = msgspec.structs.replace(found, least=int(number))
    return found


def terms_of(value: str) -> Terms:
    """What a value of D17 means; ``never`` is not asked for."""
    words = _fixed(value).split()
    targets, rest = _named(words)
    but = tuple(after for word, after in itertools.pairwise(rest) if word == "not")
    margin = None
    if "dice" in rest:
        before = rest[rest.index("dice") - 2]
        margin = int(before) if before.isdigit() else 1
    return Terms(targets, but, margin)


_FIXED = {"if horse": "at horse", "if foot": "at foot guns", "always": ""}


def _fixed(value: str) -> str:
    return _FIXED.get(value, value)


def _named(words: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """The targets after ``at``, and the words after them."""
    if not words or words[0] != "at":
        return (), words
    end = 1
    while end < len(words) and (words[end] in TARGET_WORDS or CODE.fullmatch(words[end])):
        end += 1
    return tuple(words[1:end]), words[end:]


# --- what they pick -------------------------------------------------------------------------------------------------


def is_one(view: Battle, stand: StandId, word: str) -> bool:
    """Whether a stand is one that a target word names: by its code, its sort, or anybody for an ordering word."""
    sort = SORTS.get(word)
    if sort is not None:
        return type_of(view, stand).category in sort
    return word in ORDERINGS or word.casefold() == stand.casefold()


def wanted(view: Battle, stand: StandId, enemies: Sequence[StandId], words: Sequence[str]) -> tuple[StandId, ...]:
    """Those of some enemies that target words name, in the order they are wanted; equal ones nearest first."""
    found: list[StandId] = []
    for word in words:
        some = [one for one in enemies if one not in found and is_one(view, one, word)]
        found += sorted(some, key=lambda one: _order(view, stand, one, word))
    return tuple(found)


def _order(view: Battle, stand: StandId, enemy: StandId, word: str) -> tuple[int, int, StandId]:
    apart = distance(view.stands[stand].hex, view.stands[enemy].hex)
    strength = sum(view.stands[enemy].sp)
    if word == "weakest":
        return strength, apart, enemy
    return (-strength, apart, enemy) if word == "strongest" else (apart, strength, enemy)


def fires_at(view: Battle, stand: StandId, enemy: StandId, value: str) -> bool:
    """Whether a value of D16 means to fire at an enemy now."""
    if value == "never":
        return False
    reach = reach_of(value)
    apart = distance(view.stands[stand].hex, view.stands[enemy].hex)
    named = not reach.targets or any(is_one(view, enemy, word) for word in reach.targets)
    return named and reach.least <= apart <= reach.most


def led_to(options: Sequence[tuple[Hex, ...]], value: str) -> tuple[tuple[Hex, ...], ...]:
    """Of some ways that of these very hexes, else those that end on the last of them; () for none."""
    path = tuple(from_label(word) for word in value.split())
    if path in options:
        return (path,)
    return tuple(way for way in options if way and way[-1] == path[-1])


def rightness(view: Battle, stand: StandId, path: tuple[Hex, ...]) -> int:
    """How far to a stand's right a way leads."""
    one = view.stands[stand]
    right, left = local(one.hex, one.facing, path[-1]) if path else (0, 0)
    return right - left


def alike(path: tuple[Hex, ...], other: tuple[Hex, ...]) -> int:
    """Number of steps two ways share from their start."""
    shared = 0
    for a, b in zip(path, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared
