"""Ways put to a player: by how far they go and to which side, so that many can be told in few words."""

from collections.abc import Iterable
from typing import Literal

from pbem.engine.hexes import Hex, label
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.standing.wishes import rightness
from pbem.rulesets.snaphance.state.asks import AskWay
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.writing.wording import hexes

Toward = Literal["left", "right", "straight"]
MOST_TOLD = 8
"""Sorts of ways that a question tells; every other lawful way is taken too, hex by hex."""


def toward(view: Battle, stand: StandId, path: tuple[Hex, ...]) -> Toward:
    """To which side of a stand a way leads."""
    right = rightness(view, stand, path)
    return "right" if right > 0 else "left" if right < 0 else "straight"


def by_kind(view: Battle, ask: AskWay) -> dict[tuple[int, Toward], tuple[Hex, ...]]:
    """Of each length and side the first way that is offered; the longest first, then as they are offered."""
    found: dict[tuple[int, Toward], tuple[Hex, ...]] = {}
    for path in ask.options:
        if path:
            found.setdefault((len(path), toward(view, ask.stand, path)), path)
    return dict(sorted(found.items(), key=lambda one: -one[0][0]))


def of_kind(view: Battle, ask: AskWay, length: int, side: Toward) -> tuple[Hex, ...] | None:
    """The way of a length and a side; None when there is none."""
    return by_kind(view, ask).get((length, side))


def told(view: Battle, ask: AskWay) -> str:
    """The ways open, in words: all hex by hex where they are few, else some of each length and side."""
    if len(ask.options) <= MOST_TOLD // 2:
        return " or ".join(hexes(path) or "stay" for path in ask.options)
    kinds = list(by_kind(view, ask).items())
    shown = _spread(kinds)
    words = [f"{length} {side} ({hexes(path)})" for (length, side), path in shown]
    words += ["stay"] if () in ask.options else []
    more = " or any other lawful way hex by hex" if len(ask.options) > len(shown) else ""
    return " or ".join(words) + more


def _spread(
    kinds: list[tuple[tuple[int, Toward], tuple[Hex, ...]]],
) -> list[tuple[tuple[int, Toward], tuple[Hex, ...]]]:
    """The longest and the shortest of many: what lies between differs little from them."""
    if len(kinds) <= MOST_TOLD:
        return kinds
    return [*kinds[: MOST_TOLD - 3], *kinds[-3:]]


def stretches(hexes: Iterable[Hex]) -> str:
    """Hexes row by row, those side by side as one: ``0207 to 1007, 0308``."""
    found: list[list[str]] = []
    for name in sorted(map(label, hexes), key=lambda name: (name[2:], name[:2])):
        if found and found[-1][-1][2:] == name[2:] and int(name[:2]) == int(found[-1][-1][:2]) + 1:
            found[-1].append(name)
        else:
            found.append([name])
    return ", ".join(row[0] if len(row) == 1 else f"{row[0]} to {row[-1]}" for row in found)
