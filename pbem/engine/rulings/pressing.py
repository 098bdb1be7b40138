"""A ruling made by presses: the buttons of a unit's card, and a text with what one of them says."""

import re
from typing import Any

from pbem.engine.rulings.language import Clause, RulingLanguage

_BETWEEN = re.compile(r"(?:\s|,|;|\band\b)*", re.IGNORECASE)


def with_clause(language: RulingLanguage[Any], text: str, code: str, said: str) -> str:
    """A ruling's text with one clause more about a unit, in the unit's last line if it has one.

    A clause of the same form that stands there gives way: pressed three times, ``facing`` is said once.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    head = rf"(?P<head>add\s+{re.escape(code)}\s+.+?(?=\s+at\s)|{re.escape(code)}\b)"
    begins = re.compile(rf"(?:rule\s+)?{head}\s*(?P<rest>.*)", re.IGNORECASE)
    new = _form(language, said)
    for place in range(len(lines) - 1, -1, -1):
        found = begins.fullmatch(lines[place])
        if found:
            kept = [part for part, form in _parts(language, found["rest"]) if form is not new]
            lines[place] = f"{found['head']} {', '.join((*kept, said))}"
            return "\n".join(lines)
    return "\n".join((*lines, f"{code} {said}"))


def _form(language: RulingLanguage[Any], said: str) -> Clause | None:
    return next((one for one in language.clauses if one.pattern.match(said)), None)


def _parts(language: RulingLanguage[Any], rest: str) -> list[tuple[str, Clause | None]]:
    """The clauses of a line; what is none of them is the last."""
    found: list[tuple[str, Clause | None]] = []
    while rest := rest.strip(" ,;."):
        clause = _form(language, rest)
        if clause is None:
            return [*found, (rest, None)]
        read = clause.pattern.match(rest)
        assert read is not None  # _form has matched it
        found.append((read[0].strip(), clause))
        rest = rest[read.end() :]
        rest = rest[_BETWEEN.match(rest).end() :]  # type: ignore[union-attr]  # it matches nothing at least
    return found
