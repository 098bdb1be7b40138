"""The reason in a mail of the umpire's: what stands on a line behind ``because``."""

import re

_BECAUSE = re.compile(r"\s*(?:because|reason)\b\s*[:：,]?\s*(.+)", re.IGNORECASE)


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
