"""The lines above a quotation that say who wrote it: ``On Thu 14 May Ines wrote:``, in many programs and languages."""

import re

from pbem.mail.quotewords import BEFORE_DATES, QUOTING, SAID_LAST, WROTE, WROTE_LAST, WROTE_UNSPACED, matching

MOST_LINES = 5
"""Lines over which a program may break the line that says who wrote."""

MOST_OF_A_FIELD = 300
"""Characters of a line that may be a field of a quoted header, or say who wrote."""

DASHES = r"[-\u2010-\u2015_*=]"
BLANK = " \t\xa0\u200e\u200f\u202c"
COLONS = (":", "：")

_ON_A_DATE = r"(?:\s+on\s[\d\W]{6,40}(?:[ap]m)?)?\W{0,4}$"
_WROTE = matching(rf"\b(?:{WROTE})(?!\s*,)|{WROTE_UNSPACED}")
_WROTE_LAST = matching(rf"(?:\b|>)(?:{WROTE_LAST}){_ON_A_DATE}")
_DATE_OR_ADDRESS = r"(?:@|\d[-/. ]\w{1,9}[-/., ]{1,2}\d|\d:\d\d)"
_SAID_LAST = matching(rf"{_DATE_OR_ADDRESS}.*\b(?:{SAID_LAST})\W{{0,4}}$")
_SAID_ON = matching(r"\bsaid the following\s+on\s[\d\W]{6,40}(?:[ap]m)?\W{0,4}$")
_QUOTING = matching(rf"(?:{QUOTING})\s.*@.*")
_ADDRESS_AT_END = re.compile(r"\d.*<[^<>]+>\W{0,3}$")
_DATE_AND_ADDRESS = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b.*<[^<>\s]+@[^<>\s]+>")
_ISO_DATE_AND_NAME = re.compile(r"20\d\d-\d\d-\d\d \d\d:\d\d GMT[+-]\d\d:\d\d [^:]{1,80}:?")
_BEGINS = matching(
    rf"\W{{0,9}}(?:{BEFORE_DATES})\b.*\d|"
    r"\W{0,3}\d{1,4}(?:[./-]\d|年)|"
    r"\W{0,3}\w{2,9}[.,]{0,2}\s+(?:\d{1,2}\.?\s+\w{3,9}\.?\s+(?:19|20)\d\d|\d{1,2}[./]\d{1,2}[./])"
)
_BETWEEN_DASHES = matching(
    rf"{DASHES}{{2,}}\s*(?:{BEFORE_DATES})\b.{{0,200}}\d.{{0,200}}\b(?:{WROTE_LAST}|{WROTE})\s*{DASHES}{{2,}}"
)
_ORDER = re.compile(r"\s*[A-Za-z]{1,2}\d{1,3}\s")
"""How an order begins: a line that says who wrote is never broken before such words."""

_RUN_ON = matching(
    rf"(.*\S)(?:\s+|\s*{DASHES}{{2,}}\s*)(?:on|am)\s+(?:\w{{2,9}}[.,]{{0,2}}\s+)?(?:\w{{3,9}}\.?\s+)?\d{{1,2}}\b.*"
)
"""What was typed and the line that says who wrote, run together by the program."""


def says_who_wrote(lines: list[str], number: int) -> int:
    """How many lines, from this one, say who wrote what follows, perhaps between dashes: 0 for none."""
    if _BETWEEN_DASHES.fullmatch(lines[number].strip(BLANK)):
        return 1
    said = ""
    for more, line in enumerate(lines[number : number + MOST_LINES]):
        if more and (_ORDER.match(line) or (_BEGINS.match(line) and _is_whole(line.strip(BLANK)))):
            return 0  # what stands before it is no part of it
        closes = said.count("<") > said.count(">")
        if not line.strip() or (line.lstrip().startswith(">") and not closes):
            return 0
        said = f"{said} {line.strip(BLANK)}".strip()
        if len(said) > MOST_OF_A_FIELD:
            return 0
        if _is_whole(said):
            return more + 1
        if not more and (_DATE_AND_ADDRESS.fullmatch(said) or _ISO_DATE_AND_NAME.fullmatch(said)):
            return 1
        if not (_BEGINS.match(said) or _names_one(said)):
            return 0
    return 0


def _is_whole(said: str) -> bool:
    """Whether words that end in a colon say who wrote."""
    if not said.endswith(COLONS):
        return False
    dated = "@" in said or any(char.isdigit() for char in said)
    wrote = _WROTE.search(said) is not None and (dated or _WROTE.search(said[-30:]) is not None)
    return bool(
        wrote
        or _WROTE_LAST.search(said)
        or _SAID_LAST.search(said)
        or _SAID_ON.search(said)
        or _QUOTING.fullmatch(said)
        or _ADDRESS_AT_END.search(said[:-1])
    )


def _names_one(said: str) -> bool:
    """Whether words that do not end here name an address and say that it wrote."""
    return "@" in said and (_WROTE.search(said) or _WROTE_LAST.search(said)) is not None


def typed_before(line: str) -> str:
    """What was typed on a line that goes on to say who wrote: '' for nothing."""
    found = _RUN_ON.fullmatch(line.strip())
    if not found or len(line) > MOST_OF_A_FIELD or _BEGINS.match(line):
        return ""
    before = found[1].rstrip(BLANK + "-")
    return "" if "@" in before else before
