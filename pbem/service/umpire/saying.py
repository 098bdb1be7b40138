"""A ruling as a mail says it: lines that begin with ``rule``, a reason, who is to hear of it."""

import re

import msgspec

from pbem.engine.journal import Told
from pbem.service.umpire.becauselines import reason_on, told_on

_RULE = re.compile(r"\s*rule\b", re.IGNORECASE)
_ALL_THE_SAME = re.compile(r"\s*all the same\W*", re.IGNORECASE)
_AFTER = re.compile(r"\s*after\s+(?:event\s+)?(?:\d{1,4}\.)?(\d{1,4})\W*", re.IGNORECASE)


class RulingInMail(msgspec.Struct, frozen=True):
    """What a mail says of a ruling."""

    text: str
    """Its lines."""
    reason: str
    """Why, as said behind ``because``; '' where the umpire only looks."""
    told: Told
    """Who is to hear of it: those it touches, unless the mail says otherwise."""
    all_the_same: bool
    """Whether the bounds of the rules may be broken."""
    after: int | None = None
    """The event of a closed turn that it comes after, 0 for how the turn begins; None for now."""


def ruling_in(text: str) -> RulingInMail | None:
    """The ruling of a mail; None for a mail without a line that begins with ``rule``."""
    lines: list[str] = []
    told: Told = "touched"
    reason, same, after = "", False, None
    for line in text.split("\n"):
        if line.lstrip().startswith(">"):
            continue
        if lines and lines[-1].count('"') % 2:  # a letter's text, which the mail program has wrapped
            lines[-1] = f"{lines[-1]} {line.strip()}".rstrip()
        elif _RULE.match(line):
            lines.append(line.strip())
        elif why := reason_on(line):
            reason = reason or why
        elif _ALL_THE_SAME.fullmatch(line):
            same = True
        elif heard := told_on(line):
            told = heard
        elif event := _AFTER.fullmatch(line):
            after = int(event[1])
    return RulingInMail("\n".join(lines), reason, told, same, after) if lines else None
