"""The reason in a mail of the umpire's, on a line behind ``because``, and who hears of it, on one behind ``tell``."""

import re
from collections.abc import Mapping

from pbem.engine.journal import Told

_BECAUSE = re.compile(r"\s*(?:because|reason)\b\s*[:：,]?\s*(.+)", re.IGNORECASE)

_TELL = re.compile(r"\s*tell\s+(all|everyone|those it touches|nobody)\W*", re.IGNORECASE)
_TOLD: Mapping[str, Told] = {
    "all": "all", "everyone": "all", "those it touches": "touched", "nobody": "at the end",
}  # fmt: skip


class OnlyShown(str):
    """What a line would do, where its mail gives no reason: nothing is done yet."""

    __slots__ = ()


def reason_on(line: str) -> str:
    """The reason that a line gives; '' where it gives none."""
    found = _BECAUSE.fullmatch(line)
    return found[1].strip() if found else ""


def reason_in(text: str) -> str:
    """The reason that the first line to give one gives; '' for none."""
    return next((why for line in text.split("\n") if (why := reason_on(line))), "")


def told_on(line: str) -> Told | None:
    """Who hears of an act, as a line says; None where it says nothing of that."""
    found = _TELL.fullmatch(line)
    return _TOLD[found[1].casefold()] if found else None


def told_in(text: str, usual: Told) -> Told:
    """Who hears of an act, by the last line to say so; the usual ones where none does."""
    return next((told for line in reversed(text.split("\n")) if (told := told_on(line))), usual)
