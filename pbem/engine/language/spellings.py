"""Usual spellings of order lines, for every rule set: signs between a code and its order, short codes, other words.

Two steps: `plain` undoes what never means anything else; `other_words` is tried only when a line cannot be read as it
is, so that prose stays prose.  A word that is neither is answered with "did you mean" (`spelling`).
"""

import re
from collections.abc import Collection, Mapping

from pbem.engine.language.codes import CODE

_ANY_CODE = re.compile(rf"(?<![\w@'-]){CODE.pattern}(?![\w'])")
_CODES = rf"{CODE.pattern}(?:(?: ?, ?| and | ?[&+/] ?| ){CODE.pattern})*"
_JOINED = re.compile(rf"^{_CODES}(?=\W|$)")
_BETWEEN = re.compile(r" ?[&+/] ?")
_DASH = re.compile(rf"^({_CODES}|all) ?(?:[-=]?>|[-=.)\u2192]) ?(?=[a-z]+(?![a-z0-9]))")
_BRACKETS = re.compile(r"(?<=[a-z] )\( ?([0-9]{1,4}(?:\.[0-9]+)?) ?\)(?!\w)")
_NEXT = (
    rf"{CODE.pattern}(?:[ :.,-]+[a-z]|(?: ?[,&+/] ?| and ){CODE.pattern})|all |standing |(?:not )?ready\W*$|undo\W*$"
)
_EACH = re.compile(rf"; *(?={_NEXT})", re.IGNORECASE)

WORDS: Mapping[str, str] = {
    **dict.fromkeys(("everyone", "everybody", "every unit", "all units", "all of them"), "all"),
    **dict.fromkeys(("move forward", "go forward", "march forward", "fwd", "forwards", "advance", "ahead"), "forward"),
    "holds": "hold",
    "charges": "charge",
    "fires": "fire",
    "shoots": "shoot",
}
"""Other words for those that rule sets share."""
_WORDS = re.compile(rf"(?<![\w'@-])({'|'.join(sorted(WORDS, key=lambda word: -len(word)))})(?![\w'-])")


def each_apart(line: str) -> list[str]:
    """The orders of a line in which several are separated by semicolons: ``S01 hold; S02 hold``."""
    return _EACH.split(line)


def plain(text: str, codes: Collection[str] = ()) -> str:
    """A cleaned line without the signs people put between a code and its order, its codes written out.

    ``s1 & s2 - hold`` is ``s01 s02 hold`` where there are such codes.  codes: all that are known, in any case.
    """
    text = _JOINED.sub(lambda found: _BETWEEN.sub(" ", found[0]), text)
    text = _BRACKETS.sub(r"\1", _DASH.sub(r"\1 ", text))
    return _ANY_CODE.sub(lambda found: written_out(found[0], codes), text) if codes else text


def written_out(code: str, codes: Collection[str]) -> str:
    """The known code with the same letters and the same number (``s2``: ``s02``), in lower case; else as written."""
    if code.upper() in codes or code.casefold() in codes:
        return code
    same = [known.casefold() for known in codes if _parts(known) == _parts(code)]
    return same[0] if len(same) == 1 else code


def _parts(code: str) -> tuple[str, int]:
    letters = code.rstrip("0123456789")
    number = code[len(letters) :]
    return letters.casefold(), int(number) if number else -1


def other_words(text: str, names: Mapping[str, str]) -> str:
    """A cleaned line with the usual words for others, and with its unit's code for the name that it begins with.

    names: codes of one's own units by their folded names, where no two have the same.
    """
    text = _WORDS.sub(lambda found: WORDS[found[1]], text)
    start = text.removeprefix("the ")
    for name in sorted(names, key=lambda one: (-len(one), one)):
        rest = start[len(name) :].lstrip(" :,-") if start.startswith(name) else ""
        if rest and start[len(name)] in " :,-":
            return f"{names[name].casefold()} {rest}"
    return text


def named_once(names: Collection[tuple[str, str]]) -> dict[str, str]:
    """Codes by folded names, without the names that several have.  names: (folded name, code)."""
    every = [name for name, _ in names]
    return {name: code for name, code in names if name and every.count(name) == 1}
