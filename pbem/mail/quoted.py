"""What of a mail's text its sender typed, and what he only quoted.

Mail programs mark quotations by signs before the lines, by a line that says who wrote, or by the header of the quoted
mail, in the words of their users' languages.  What others wrote is left out; so are the writer's own earlier mails.
Below a quotation of ours without signs everything is kept: no line we send reads as an order, and a player may have
answered between our lines.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from pbem.mail.formrows import quoted_rows
from pbem.mail.quotewords import BEGIN_FORWARDED, DATED, FIELDS, FIELDS_ALONE, FORWARDED, FROM, ORIGINAL, matching
from pbem.mail.saidby import BLANK, COLONS, DASHES, MOST_LINES, MOST_OF_A_FIELD, says_who_wrote, typed_before

_DASHED = re.compile(rf"\s*(?:{DASHES}{{2}}|>>>)")
_QUOTE_SIGN = re.compile(r"\s*[A-Za-z]{0,4}>")
_MARKED = re.compile(r"\s*>(?!>>)")
_GROUPWISE = re.compile(r"\s*>>>\s.{1,200}\s>>>\s*")
_FORWARDED = matching(rf"{DASHES}{{2,}}\s*(?:{FORWARDED}).{{0,120}}|(?:{BEGIN_FORWARDED})\s?[:：]")
_ORIGINAL = matching(rf"{DASHES}{{2,}}\s*(?:{ORIGINAL})\s*{DASHES}*")
_ANY_FIELD = matching(rf"\W{{0,9}}(?:{FROM}|{FIELDS})\s?\W{{0,3}}[:：]")
_FIELD_INSIDE = matching(rf"(?:^|\s)\W{{0,3}}({FROM}|{FIELDS})\s?[:：]")
_FROM_INSIDE = matching(rf"(?:^|\s)\W{{0,3}}(?:{FROM})\s?[:：](.*?)(?=\s\W{{0,3}}(?:{FIELDS})\s?[:：]|$)")
_FROM_ALONE = matching(rf"\W{{0,3}}(?:{FROM})\s?[:：]\W{{0,3}}[^\s@]+@[^\s@]+")
_DATED_FIELD = matching(rf"\W{{0,9}}(?:{DATED})\s?\W{{0,3}}[:：].*\d")
_FIELD_ALONE = matching(rf"\s*(?:{FIELDS_ALONE})\s*")

LONGEST_FIELD_ALONE = 12


def own_words(text: str, orders_address: str) -> str:
    """What the sender typed, as far as a text shows it: what they did not is left empty, so that line numbers stay.

    Rows with a bar are kept from a quotation too, without its sign: they are no orders alone, and code that knows
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
        if _forwarded(seen[number]):
            break
        out += [typed_before(lines[number]), *[""] * (quoted - 1)] if quoted else [lines[number]]
        if quoted and _anothers(seen, number, quoted, orders_address):
            break
        if quoted:
            anothers = _says_another(seen, number, quoted, orders_address)
    return "\n".join(out).rstrip()


def _says_another(lines: list[str], number: int, quoted: int, orders_address: str) -> bool:
    """Whether the words above a quotation name an address that is not ours."""
    who = _senders(lines, number, quoted)
    return quoted > 0 and "@" in who and not _names(orders_address, who)


def _forwarded(line: str) -> bool:
    line = line.strip()
    if len(line) > MOST_OF_A_FIELD or not (_DASHED.match(line) or line.endswith(COLONS)):
        return False
    return bool(_FORWARDED.fullmatch(line))


def _begins_quoted(lines: list[str], number: int) -> int:
    """How many lines, from this one, say that a quotation follows: 0 for none."""
    here = lines[number].strip()
    if not here or len(here) > MOST_OF_A_FIELD or not _may_begin(lines, number):
        return 0
    if _GROUPWISE.fullmatch(here) or _ORIGINAL.fullmatch(here):
        return 1
    return says_who_wrote(lines, number) or _header(lines, number) or _header_in_columns(lines, number)


def _may_begin(lines: list[str], number: int) -> bool:
    """Whether anything of a quotation's beginning is here, seen fast: most lines have nothing."""
    here = lines[number]
    return (
        ":" in here
        or "：" in here
        or _DASHED.match(here) is not None
        or len(here) <= LONGEST_FIELD_ALONE
        or here.rstrip().endswith(">")
        or any(line.rstrip(BLANK).endswith(COLONS) for line in lines[number + 1 : number + MOST_LINES])
    )


def _header(lines: list[str], number: int) -> int:
    """``From: ... Sent: ... To: ... Subject: ...``, in any order and language.

    Two of them are enough where one has a date and one an address; an address of a sender alone where text is above.
    """
    if not _ANY_FIELD.match(lines[number]):
        return 0
    fields: set[str] = set()
    last = 0
    sender = dated = named = False
    for more, line in enumerate(lines[number : number + 12]):
        found = _fields(line[:MOST_OF_A_FIELD])
        if found.names:
            fields |= found.names
            sender, dated, named = sender or found.sender, dated or found.dated, named or found.address
            last = more
        elif more - last > 2:
            break
    whole = len(fields) >= 3 and sender
    short = len(fields) == 2 and dated and named
    alone = len(fields) == 1 and _FROM_ALONE.fullmatch(lines[number].strip()) and any(map(str.strip, lines[:number]))
    return last + 1 if whole or short or alone else 0


class _Fields(NamedTuple):
    """The fields of a header on one line: their names, and what stands in them."""

    names: frozenset[str]
    sender: bool = False
    dated: bool = False
    address: bool = False


@lru_cache(maxsize=64)
def _fields(line: str) -> _Fields:
    if not _ANY_FIELD.match(line):
        return _Fields(frozenset())
    names = frozenset(name.casefold() for name in _FIELD_INSIDE.findall(line))
    return _Fields(names, bool(_FROM_INSIDE.search(line)), bool(_DATED_FIELD.match(line)), "@" in line)


def _header_in_columns(lines: list[str], number: int) -> int:
    """Lotus Notes puts each name of a field on a line, and what it holds on the next."""
    if len(lines[number]) > LONGEST_FIELD_ALONE or not _FIELD_ALONE.fullmatch(lines[number]):
        return 0
    names = [more for more, line in enumerate(lines[number : number + 12]) if _FIELD_ALONE.fullmatch(line)]
    return names[-1] + 1 if len(names) >= 2 else 0


def _anothers(lines: list[str], number: int, quoted: int, orders_address: str) -> bool:
    """Whether what follows was written by another person, and nothing marks it line by line.

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
    said = [found[1] for line in header if (found := _FROM_INSIDE.search(line[:MOST_OF_A_FIELD]))]
    return " ".join(said or [line for line in header if not _ANY_FIELD.match(line)])


def _names(orders_address: str, text: str) -> bool:
    """Whether our address stands in a text, with or without something behind its plus."""
    local, _, domain = orders_address.lower().rpartition("@")
    return (
        re.search(rf"(?<![\w.+-]){re.escape(local)}(?:\+[\w-]*)?@{re.escape(domain)}(?![.-]?\w)", text.lower())
        is not None
    )
