"""Dice that an umpire lays down: for the next roll of a name by a unit or a side, whichever step it falls in.

In older journals a die is laid down for one key, in the step that was being played.
"""

import re
from collections.abc import Iterable, Mapping

from pbem.engine.dice import DiceKey
from pbem.engine.journal import Line

Laid = Mapping[DiceKey, tuple[int, ...]]
"""Faces laid down and not thrown yet; () where they were taken back."""


def names_of(label: str) -> tuple[str, ...]:
    """What a roll is called, the most exact first: ``fire.defensive`` is ``fire`` too.

    Never by its last word: ``morale.fire`` is no roll of ``fire``.
    """
    parts = label.partition(":")[0].split(".")
    return tuple(dict.fromkeys((label, *(".".join(parts[:end]) for end in range(len(parts), 0, -1)))))


def coming(name: str, by: str) -> DiceKey:
    """The key under which faces are laid down for the next roll of that name by a unit or a side."""
    return DiceKey(f"next/{name}:{by}")


def thrower_of(by: str) -> str:
    """The unit or side that throws a roll: of ``S04>N05`` that is S04."""
    return re.split("[>:/]", by)[0]


def laid_for(laid: Laid, key: DiceKey, label: str, by: str) -> DiceKey | None:
    """The key under which the faces of a roll are laid down: its own, or that of the next of a name; None for none.

    by: who throws (`thrower_of`).
    """
    if not laid:
        return None
    throwers = dict.fromkeys((by, thrower_of(by)))
    found = (key, *(coming(name, one) for one in throwers for name in names_of(label)))
    return next((one for one in found if laid.get(one)), None)


def without(laid: Laid, key: DiceKey | None) -> Laid:
    """What is still laid down once a roll has shown the faces under that key; None: it has shown others."""
    return laid if key is None else {one: faces for one, faces in laid.items() if one != key}


def laid_down(lines: Iterable[Line]) -> Laid:
    """What rulings of a story have laid down, without what was thrown since."""
    laid: Laid = {}
    for line in lines:
        if line.kind == "ruling" and line.body.fixes:
            laid = {**laid, **{fix.key: fix.values for fix in line.body.fixes}}
        elif line.kind == "roll":
            laid = without(laid, laid_for(laid, line.body.key, line.body.label, line.body.by))
    return laid
