"""From a text as people send it to lines that a grammar can read.

Phones, mail programs and text editors change quotes, dashes, capitals and spaces, put in invisible characters, bullets
and numbers.  All that is undone here, for every rule set; the line as sent is kept beside it, to be quoted.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from pbem.engine.language.spellings import each_apart
from pbem.engine.orders import CONTROLS, Control
from pbem.engine.readiness import readiness

BARS = "|\u2502\u2503\u2223\u00a6\u2551\ufe31\ufe33"
"""A line with one of these is never read: that is how a mail shows orders without giving any."""

_SAME = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u00b4`\u02bc"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"), "-"),
    **dict.fromkeys(map(ord, "*~_"), " "),
}
_LINK = re.compile(r"<[a-z]+:[^>]*>", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(?=[^\w\s])")
_BULLET = re.compile(
    r"^(?:[-+\u2022\u00b7\u25aa\u25e6\u2023o]\s+|\d{1,3}[.)]\s+|\(?(?:\d{1,3}|[a-z])\)\s+|\[[ x\u2713\u2714]?\]\s*)+",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"#|(?:^|\s)//.*")
_OF_UNITS = re.compile(r"(?:[a-z]{1,2}[0-9]{1,3}|all|group)\b")
_CONDITION = r"(?![^()]*\b(?:if|unless|when|once|only|not|no|never|until|till|then|or|else|after|before)\b)"
_ASIDE = re.compile(
    rf"(?:[ .,;:!-]+(?:pls|plz|please|thanks|thank you|thx|cheers)| \({_CONDITION}[^()0-9]*[a-z] [a-z][^()0-9]*\))$"
)
"""What people add to an order and mean nothing by: manners, a reason in parentheses (but no condition)."""
ASIDES = 3
"""Of those, so many are left out of a line."""
LONGEST_ASIDE = 200
_LINE_END = re.compile(r"\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]")
_SIGNATURE = re.compile(r"\s*(?:--|\u2014)\s*")
_PICTURES = "".join(map(chr, (*range(0x2600, 0x27C0), *range(0x1F300, 0x1FB00), 0xFE0F, 0x2B50, 0x20))) + "\u25cf\u25cb"
"""What phones put before a line instead of a bullet."""
_UNSEEN = ("Cf", "Cc", "Cs")
_ENDS = {"end", "signoff"}
_TURN = re.compile(r"turn\s?([0-9]{1,4})")
_GOES_ON = re.compile(r"([a-z]{1,3}[0-9]{1,4}|group|all)\b(.*[,;]|\W*)")
"""A line that the next one may belong to: an order that breaks off, or a map code alone."""


class OrderLine(msgspec.Struct, frozen=True):
    """A line to be read."""

    number: int
    """From 1."""
    quote: str
    """As sent."""
    text: str
    """Cleaned, in lower case."""
    apart: bool = False
    """Something stood between it and the line before: nothing, a quotation, a comment."""

    def may_go_on(self, before: "OrderLine") -> bool:
        """Whether it may be the rest of the line before, which a mail program has wrapped."""
        return not self.apart or before.quote.endswith(",")


def clean(raw: str) -> str:
    """A line as a grammar reads it: '' when there is nothing in it to be read."""
    text = unicodedata.normalize("NFKC", raw.translate(_SAME))
    text = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in _UNSEEN)
    text = _ESCAPE.sub("", _LINK.sub(" ", text.translate(_SAME)))
    text = _COMMENT.split(text, maxsplit=1)[0]
    text = _unquoted(" ".join(text.split()).lstrip(_PICTURES))
    text = _without_asides(_BULLET.sub("", text).rstrip(" .,;:!").casefold())
    return text if any(c.isalnum() for c in text) else ""


def _without_asides(text: str) -> str:
    """An order of units by their codes without manners and reasons at its end; any other line as it is."""
    for _ in range(ASIDES):
        aside = _ASIDE.search(text, max(len(text) - LONGEST_ASIDE, 0)) if _OF_UNITS.match(text) else None
        if aside is None:
            break
        text = text[: aside.start()].rstrip(" .,;:!")
    return text


@lru_cache(maxsize=1024)
def folded(name: str) -> str:
    """A name as it is compared: ``the Mill Ford`` -> ``mill ford``."""
    return clean(name).replace('"', "").strip().removeprefix("the ")


def _unquoted(text: str) -> str:
    """A line that stands in quotes as a whole (or in Markdown's backticks), without them."""
    quoted = len(text) > 2 and text[0] == text[-1] and text[0] in "'\"" and text[0] not in text[1:-1]
    return text[1:-1].strip() if quoted else text


def barred(raw: str) -> bool:
    """Whether a line is never read: it carries a bar."""
    return any(bar in raw for bar in BARS) or "|" in unicodedata.normalize("NFKC", raw)


def control(text: str) -> Control | None:
    """The control that a cleaned line is, if it is one."""
    return CONTROLS.get(text) or readiness(text)


def takes_back(text: str) -> bool:
    """Whether a text only takes back what was sent: ``undo``, ``withdraw``."""
    words = {control(line.text) for line in lines(text)}
    return bool(words) and words <= {"not ready", "withdraw"}


def turn_named(text: str) -> int | None:
    """The turn whose orders begin below a cleaned line: 5 for ``turn 5``; None for any other line."""
    found = _TURN.fullmatch(text)
    return int(found[1]) if found else None


def by_turn(text: str, open_turn: int) -> tuple[str, dict[int, str]]:
    """A text without what stands below its ``TURN 5`` lines, whose places stay as empty lines; and that, by turn.

    What stands below such a line goes to the next one, or to the end of what is read; what stands below that of the
    open turn stays.  A line that the one before it may go on with begins nothing: ``turn 2`` is an order too.
    """
    now: list[str] = []
    later: dict[int, list[str]] = {}
    block: list[str] | None = None
    rest = iter(_LINE_END.split(text))
    before = ""
    for raw in rest:
        if _SIGNATURE.fullmatch(raw) or clean(raw) in _ENDS:
            now += [raw, *rest]
            break
        left_out = barred(raw) or raw.lstrip().startswith(">")
        turn = None if left_out or _GOES_ON.fullmatch(before) else turn_named(clean(raw))
        if turn is not None:
            block = None if turn == open_turn else later.setdefault(turn, [])
        elif block is not None:
            block.append(raw)
        now.append(raw if turn is None and block is None else "")
        before = " ".join(raw.casefold().split())
    return "\n".join(now), {turn: "\n".join(some).strip("\n") for turn, some in later.items()}


def lines(text: str) -> Iterator[OrderLine]:
    """The lines that may be orders, up to a signature or ``END``.

    Left out: empty lines, comments, lines with a bar, quoted lines (``>``), the ``begin`` marker.  Several orders on
    one line, separated by semicolons, come as several lines of one number.
    """
    last = 0
    for number, raw in enumerate(_LINE_END.split(text), 1):
        if _SIGNATURE.fullmatch(raw):
            return
        if barred(raw) or raw.lstrip().startswith(">"):
            continue
        for part in each_apart(raw):
            cleaned = clean(part)
            if cleaned in _ENDS:
                return
            if cleaned and cleaned.split()[0] != "begin":
                yield OrderLine(number, part.strip(), cleaned, number > last + 1)
                last = number
