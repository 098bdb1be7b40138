"""What of a mail's text its sender typed, and what he only quoted.

Mail programs mark quotations by signs before the lines, by a line that says who wrote, or by the header of the quoted
mail, in the words of their users' languages.  What somebody else than us wrote is left out; so is his own earlier mail.
Below a quotation of ours without signs everything is kept: no line we send reads as an order, and somebody may have
answered between our lines.
"""

import re
import unicodedata

from pbem.mail.formrows import quoted_rows
from pbem.mail.quotewords import (
    BEFORE_DATES,
    BEGIN_FORWARDED,
    FIELDS,
    FIELDS_ALONE,
    FORWARDED,
    FROM,
    ORIGINAL,
    WROTE,
    WROTE_UNSPACED,
    matching,
)

_BLANK = " \t\xa0\u200e\u200f\u202c"
_DASHES = r"[-\u2010-\u2015_*=]"

_DASHED = re.compile(rf"\s*(?:{_DASHES}{{2}}|>>>)")
_QUOTE_SIGN = re.compile(r"\s*[A-Za-z]{0,4}>")
_MARKED = re.compile(r"\s*>(?!>>)")
_GROUPWISE = re.compile(r"\s*>>>\s.{1,200}\s>>>\s*")
_WROTE = matching(rf"\b(?:{WROTE})|{WROTE_UNSPACED}")
_ADDRESS_AT_END = re.compile(r"\d.*<[^<>]+>\W{0,3}$")
_DATE_AND_ADDRESS = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b.*<[^<>\s]+@[^<>\s]+>")
_BEGINS_WROTE = matching(
    rf"\W{{0,9}}(?:{BEFORE_DATES})\b.*\d|"
    r"\W{0,3}\d{1,4}(?:[./-]\d|年)|"
    r"\W{0,3}\w{2,9}[.,]{0,2}\s+(?:\d{1,2}\.?\s+\w{3,9}\.?\s+(?:19|20)\d\d|\d{1,2}[./]\d{1,2}[./])"
)
_FORWARDED = matching(rf"{_DASHES}{{2,}}\s*(?:{FORWARDED}).{{0,120}}|(?:{BEGIN_FORWARDED})\s?[:：]")
_ORIGINAL = matching(rf"{_DASHES}{{2,}}\s*(?:{ORIGINAL})\s*{_DASHES}*")
_FROM_FIELD = matching(rf"\W{{0,9}}(?:{FROM})\s?\W{{0,3}}[:：]")
_ANY_FIELD = matching(rf"\W{{0,9}}(?:{FROM}|{FIELDS})\s?\W{{0,3}}[:：]")
_FIELD_INSIDE = matching(rf"(?:^|\s)\W{{0,3}}({FROM}|{FIELDS})\s?[:：]")
_FIELD_ALONE = matching(rf"\s*(?:{FIELDS_ALONE})\s*")

_DASHED_WROTE = matching(
    rf"{_DASHES}{{2,}}\s*(?:{BEFORE_DATES})\b.{{0,200}}\d.{{0,200}}\b(?:{WROTE})\s*{_DASHES}{{2,}}"
)

MOST_LINES = 5
"""Lines over which a program may break the line that says who wrote."""

LONGEST_FIELD_ALONE = 12
MOST_OF_A_FIELD = 300
"""Characters of a line that may be a field of a quoted header, or say who wrote."""


def own_words(text: str, orders_address: str) -> str:
    """What the sender typed, as far as a text shows it: what they did not is left empty, so that line numbers stay.

    Rows with a bar are kept from a quotation too, without its sign: they are no orders by themselves, and whoever knows
    what was sent sees whether one was edited.  orders_address: ours; with it, a quotation of ours is told from one of
    anybody else.
    """
    lines = text.split("\n")
    seen = unicodedata.normalize("NFC", text).split("\n")
    out: list[str] = []
    anothers = False
    while len(out) < len(lines):
        number = len(out)
        quoted = 0 if _MARKED.match(seen[number]) else _begins_quoted(seen, number)
        if not quoted and _QUOTE_SIGN.match(seen[number]):
            rows = quoted_rows(lines, number)
            inside = [_QUOTE_SIGN.sub("", line, count=1).strip() for line in seen[number : number + 4]]
            inside = inside[next((n for n, line in enumerate(inside) if line), 0) :]
            if anothers or _says_another(inside, 0, _begins_quoted(inside, 0), orders_address):
                rows = [""] * len(rows)
            out += rows
            continue
        if _forwarded(seen[number]) or (quoted and _anothers(seen, number, quoted, orders_address)):
            break
        if quoted:
            anothers = _says_another(seen, number, quoted, orders_address)
        out += [""] * quoted or [lines[number]]
    return "\n".join(out).rstrip()


def _says_another(lines: list[str], number: int, quoted: int, orders_address: str) -> bool:
    """Whether the words above a quotation name an address that is not ours."""
    who = _senders(lines, number, quoted)
    return quoted > 0 and "@" in who and not _names(orders_address, who)


def _forwarded(line: str) -> bool:
    line = line.strip()
    if len(line) > MOST_OF_A_FIELD or not (_DASHED.match(line) or line.endswith((":", "："))):
        return False
    return bool(_FORWARDED.fullmatch(line))


def _begins_quoted(lines: list[str], number: int) -> int:
    """How many lines, from this one, say that a quotation follows: 0 for none."""
    here = lines[number].strip()
    if not here or len(here) > MOST_OF_A_FIELD or not _may_begin(lines, number):
        return 0
    if _GROUPWISE.fullmatch(here) or _ORIGINAL.fullmatch(here):
        return 1
    return _says_who_wrote(lines, number) or _header(lines, number) or _header_in_columns(lines, number)


def _may_begin(lines: list[str], number: int) -> bool:
    """Whether anything of a quotation's beginning is here, seen fast: most lines have nothing."""
    here = lines[number]
    return (
        ":" in here
        or "：" in here
        or _DASHED.match(here) is not None
        or len(here) <= LONGEST_FIELD_ALONE
        or here.rstrip().endswith(">")
        or any(line.rstrip(_BLANK).endswith((":", "：")) for line in lines[number + 1 : number + MOST_LINES])
    )


def _says_who_wrote(lines: list[str], number: int) -> int:
    """``On Thu 14 May Ines wrote:``, perhaps wrapped to a few lines, or between dashes."""
    if _DASHED_WROTE.fullmatch(lines[number].strip(_BLANK)):
        return 1
    said = ""
    for more, line in enumerate(lines[number : number + MOST_LINES]):
        said = f"{said} {line.strip(_BLANK)}".strip()
        if not line.strip() or line.lstrip().startswith(">") or len(said) > MOST_OF_A_FIELD:
            return 0
        if said.endswith((":", "：")) and (_WROTE.search(said) or _ADDRESS_AT_END.search(said[:-1])):
            return more + 1
        if not more and _DATE_AND_ADDRESS.fullmatch(said):
            return 1
        if not _BEGINS_WROTE.match(said) and not ("@" in said and _WROTE.search(said)):
            return 0
    return 0


def _header(lines: list[str], number: int) -> int:
    """``From: ... Sent: ... To: ... Subject: ...``, in any order and language."""
    if not _ANY_FIELD.match(lines[number]):
        return 0
    fields: set[str] = set()
    last = senders = 0
    for more, line in enumerate(lines[number : number + 12]):
        if _ANY_FIELD.match(line):
            fields.update(name.casefold() for name in _FIELD_INSIDE.findall(line[:MOST_OF_A_FIELD]))
            senders += bool(_FROM_FIELD.match(line))
            last = more
        elif more - last > 2:
            break
    return last + 1 if len(fields) >= 3 and senders else 0


def _header_in_columns(lines: list[str], number: int) -> int:
    """Lotus Notes puts each name of a field on a line, and what it holds on the next."""
    if len(lines[number]) > LONGEST_FIELD_ALONE or not _FIELD_ALONE.fullmatch(lines[number]):
        return 0
    names = [more for more, line in enumerate(lines[number : number + 12]) if _FIELD_ALONE.fullmatch(line)]
    return names[-1] + 1 if len(names) >= 2 else 0


def _anothers(lines: list[str], number: int, quoted: int, orders_address: str) -> bool:
    """Whether what follows is somebody else's, and nothing marks it line by line.

    number: of the first line that says that a quotation follows; quoted: how many do.
    """
    below = next((at for at in range(number + quoted, len(lines)) if lines[at].strip()), None)
    if below is None or _QUOTE_SIGN.match(lines[below]):
        return False
    if _ORIGINAL.fullmatch(lines[number].strip()) and _begins_quoted(lines, below):
        return False  # the header that follows says whose it is
    return not _names(orders_address, _senders(lines, number, quoted))


def _senders(lines: list[str], number: int, quoted: int) -> str:
    """What the lines above a quotation say of who wrote it."""
    header = lines[number : number + quoted]
    if header and _FIELD_ALONE.fullmatch(lines[number]):
        header = lines[max(number - 6, 0) : number]
    return " ".join([line for line in header if _FROM_FIELD.match(line)] or header)


def _names(orders_address: str, text: str) -> bool:
    """Whether our address stands in a text, with or without something behind its plus."""
    local, _, domain = orders_address.lower().rpartition("@")
    return (
        re.search(rf"(?<![\w.+-]){re.escape(local)}(?:\+[\w-]*)?@{re.escape(domain)}(?![.-]?\w)", text.lower())
        is not None
    )
