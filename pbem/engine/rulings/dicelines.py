"""A die laid down by a line of a ruling (``dice fire S04 = 3 5``): for the next such roll, whenever it comes."""

import re
from collections.abc import Iterable
from typing import Any

from pbem.engine.dice import Roll
from pbem.engine.journal import Fix
from pbem.engine.laid import coming, names_of, thrower_of
from pbem.engine.language.spelling import nearest
from pbem.engine.rulings.language import RulingFault, RulingLanguage, side_named
from pbem.engine.rulings.words import SAME

DICE = re.compile(r"dice\s+([a-z][\w.]*(?:\s[a-z]\w*)*?)\s+(\S+)\s*=\s*((?:[1-6][\s,]*)+)$", re.IGNORECASE)


def dice_laid(language: RulingLanguage[Any], battle: Any, found: "re.Match[str]") -> tuple[Fix, str]:  # noqa: ANN401  # of any rule set
    """What a line lays down, and the line in canonical form.

    Raises RulingFault for a roll that the rules do not throw, naming those they do, and for a thrower there is not.
    """
    name, by = _name(language, found[1], found[0]), _thrower(language, battle, found[2])
    faces = tuple(int(face) for face in re.findall(r"[1-6]", found[3]))
    said = f"dice {name} {by} = {' '.join(map(str, faces))}"
    return Fix(coming(_mark(language.rolls) + name, by), faces), said


def dice_line(language: RulingLanguage[Any], battle: Any, roll: Roll) -> str:  # noqa: ANN401  # of any rule set
    """The line that lays down a roll as it was thrown, its faces to be changed; '' for one that none lays down."""
    faces = " ".join(map(str, roll.values))
    found = DICE.match(f"dice {roll.label.partition(':')[0]} {thrower_of(roll.by)} = {faces}")
    try:
        return dice_laid(language, battle, found)[1] if found else ""
    except RulingFault:
        return ""


def dice_form(language: RulingLanguage[Any]) -> tuple[str, str, str]:
    """Help: the form of the line, what it does, an example."""
    names = short_names(language.rolls)
    known = f" The rolls are: {', '.join(names)}." if names else ""
    name = next((one for one in ("fire", "shoot") if one in names), names[0] if names else "fire")
    code = language.clauses[0].example.partition(" ")[0]
    return (
        "dice <roll> <unit> = <faces>",
        f"The next such roll of that unit (or side) shows these faces, in this turn or a later one.{known}",
        f"dice {name} {code} = 3 5",
    )


def short_names(rolls: Iterable[str]) -> tuple[str, ...]:
    """The shortest names of a rule set's rolls: ``fire`` for ``fire.defensive``, and for ``ar.fire``."""
    return tuple(dict.fromkeys(one.split(".")[0] for one in _unmarked(rolls)))


def names_known(rolls: Iterable[str]) -> set[str]:
    """The names by which a line can lay dice down for a rule set's rolls: ``fire`` and ``fire.defensive``."""
    return {name for one in _unmarked(rolls) for name in names_of(one)}


def _mark(rolls: Iterable[str]) -> str:
    """The word that every roll of a rule set begins with, and no line needs (``ar.``); '' where they have none."""
    heads = [one.partition(".")[:2] for one in rolls]
    return "".join(heads[0]) if len(heads) > 1 and len(set(heads)) == 1 else ""


def _unmarked(rolls: Iterable[str]) -> list[str]:
    labels = tuple(rolls)
    return [one.removeprefix(_mark(labels)) for one in labels]


def _name(language: RulingLanguage[Any], said: str, line: str) -> str:
    """The name of a roll, without what all begin with.  Raises RulingFault."""
    word, known = ".".join(said.casefold().split()).removeprefix(_mark(language.rolls)), names_known(language.rolls)
    for one in (word, word.replace(".", "_"), SAME.get(word, word)):
        if not known or one in known:
            return one
    names = short_names(language.rolls)
    meant = nearest(word, sorted(known))
    instead = (f"rule {line.replace(said, meant, 1)}",) if meant else ()
    raise RulingFault(f"these rules throw no dice called {said}; their rolls are {', '.join(names)}", instead)


def _thrower(language: RulingLanguage[Any], battle: Any, said: str) -> str:  # noqa: ANN401  # of any rule set
    """The unit, general or side that throws.  Raises RulingFault."""
    codes = (*language.units(battle), *(getattr(battle, "generals", None) or ()))
    found = next((str(one) for one in codes if one.casefold() == said.casefold()), None)
    return found or side_named(language.sides(battle), said)
