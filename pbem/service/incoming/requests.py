"""Words of a mail that are no orders: a letter, a draw, a pause, giving up, days away, leaving, a check, a question.

Each stands on a line of its own, never with a bar or a sign of quoting.  Nothing is done here.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import Literal

import msgspec

from pbem.engine.ids import Seat
from pbem.engine.language.lines import barred, clean, control, folded, turn_named

Kind = Literal[
    "letter",
    "draw",
    "accept",
    "decline",
    "pause",
    "concede",
    "away",
    "leave",
    "check",
    "question",
    "withdrawal",
    "newsbook",
    "battle",
    "parcel",
]

LAST_WORD: frozenset[Kind] = frozenset({"concede", "leave"})
"""What cannot be undone: done only when it has been confirmed."""

_ALONE: Mapping[str, Kind] = {
    **dict.fromkeys(("draw", "offer draw", "offer a draw", "propose a draw", "i offer a draw"), "draw"),
    **dict.fromkeys(("accept", "accept draw", "accept the draw", "accept pause", "accept the pause"), "accept"),
    **dict.fromkeys(("decline", "decline draw", "decline the draw", "decline pause", "decline the pause"), "decline"),
    **dict.fromkeys(("concede", "i concede", "resign", "i resign", "surrender", "i surrender", "i give up"), "concede"),
    **dict.fromkeys(("leave", "leave game", "leave the game", "leave my seat"), "leave"),
    **dict.fromkeys(("pause", "offer pause", "offer a pause"), "pause"),
    "check": "check",
}
_WITH_DAYS = re.compile(r"(?:offer (?:a )?)?(pause) (?:until|till) (.{3,30})|(away) (?:from )?(.{3,40})")
_QUESTION = re.compile(r"\s*question\s*[:：]\s*(.*)", re.IGNORECASE)
_WITHDRAWAL = re.compile(
    r"\s*(?:question\s+#?([0-9]{1,4})\s*[:：]\s*withdraw(?:n|\s+it)?|withdraw\s+question\s+#?([0-9]{1,4}))\s*\.?\s*",
    re.IGNORECASE,
)
_TO = re.compile(r"\s*(?:letter\s+)?to\s+([^:：]{1,60}?)\s*[:：]\s*(.*)", re.IGNORECASE)
_NEWS = re.compile(r"\s*newsbook(?:\s+(?:(anonymous)|signed\s+([^:：]{1,60}?)))?\s*[:：]\s*(.*)", re.IGNORECASE)
_BATTLE = re.compile(r"\s*battle\s+([0-9]{1,3})\s*[:：]\s*(.*)", re.IGNORECASE)
_PARCEL = re.compile(r"\s*parcel\s+(\S.*?)\s*", re.IGNORECASE)
_SIGNATURE = re.compile(r"\s*(?:--|\u2014)\s*")
_FOR_A_UNIT = re.compile(r"(?:[a-z]{1,2}[0-9]{1,3}|all|group|bid|standing)\b")

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY = re.compile(
    r"(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})(?:st|nd|rd|th)?\.?(?: (?:of )?([a-z]{3})[a-z]*\.?)?(?: (\d{4}))?)"
)
_ISO = re.compile(r"\d{4}-\d")
_BETWEEN = re.compile(r"\s(?:-|to|until|till)\s")

PARAGRAPHS = 2
"""So many empty lines end a letter: what a quotation leaves behind is never part of one."""


class Request(msgspec.Struct, frozen=True):
    """One of them."""

    line: int
    """Number of the line it begins on, from 1."""

    kind: Kind

    said: str = ""
    """The words behind it; for a letter, its text; for a question withdrawn, its number."""

    to: tuple[Seat, ...] = ()

    name: str = ""
    """What an item of the newsbook is signed with; ``anonymous`` for no name, '' for the side's own.  Of a battle on a
    real table its number."""


def requests_of(text: str, names: Mapping[str, tuple[Seat, ...]]) -> tuple[tuple[Request, ...], str]:
    """What a text asks for, and the text with those lines empty.

    names: whom letters may go to, by every name (folded) they may be called by.
    """
    out: list[str] = []
    found: list[Request] = []
    open_words = False
    empty = 0
    lines = text.split("\n")
    for number, raw in enumerate(lines, 1):
        if _SIGNATURE.fullmatch(raw):
            out += lines[number - 1 :]
            break
        if barred(raw) or raw.lstrip().startswith(">"):
            out.append(raw)
            continue
        begun = _begins(number, raw, names)
        empty = 0 if raw.strip() else empty + 1
        open_words = open_words and empty < PARAGRAPHS and not _is_more(clean(raw))
        if begun is not None and (had := _more_of(found, begun)) is not None:
            found[had] = msgspec.structs.replace(found[had], said=f"{found[had].said}\n{begun.said}")
        elif begun is not None:
            found.append(begun)
            open_words = begun.kind in {"letter", "question", "newsbook"}
        elif open_words:
            found[-1] = msgspec.structs.replace(found[-1], said=f"{found[-1].said}\n{raw}")
        out.append("" if begun is not None or open_words else raw)
    return tuple(msgspec.structs.replace(one, said=one.said.strip()) for one in found), "\n".join(out)


def _more_of(found: list[Request], one: Request) -> int | None:
    """The place of the request that a further line about a battle, or about whose units are, belongs to."""
    if one.kind not in {"battle", "parcel"}:
        return None
    return next((n for n, had in enumerate(found) if (had.kind, had.name) == (one.kind, one.name)), None)


def _is_more(cleaned: str) -> bool:
    """Whether a line ends the letter above it: it is an order, or a word that submits orders."""
    return control(cleaned) is not None or turn_named(cleaned) is not None or bool(_FOR_A_UNIT.match(cleaned))


def _begins(number: int, raw: str, names: Mapping[str, tuple[Seat, ...]]) -> Request | None:
    if asked := _QUESTION.fullmatch(raw):
        return Request(number, "question", asked[1])
    if taken := _WITHDRAWAL.fullmatch(raw):
        return Request(number, "withdrawal", taken[1] or taken[2])
    if (letter := _TO.fullmatch(raw)) and (to := names.get(folded(letter[1]))):
        return Request(number, "letter", letter[2], to)
    if told := _BATTLE.fullmatch(raw):
        return Request(number, "battle", told[2], name=told[1])
    if parcel := _PARCEL.fullmatch(raw):
        return Request(number, "parcel", parcel[1])
    if item := _NEWS.fullmatch(raw):
        return Request(number, "newsbook", item[3], name=(item[2] or item[1] or "").strip())
    cleaned = clean(raw)
    if cleaned in _ALONE:
        return Request(number, _ALONE[cleaned], cleaned)
    days = _WITH_DAYS.fullmatch(cleaned)
    if days and any(char.isdigit() for char in cleaned):
        return Request(number, "pause", days[2]) if days[1] else Request(number, "away", days[4])
    return None


def span_of(said: str, today: date) -> tuple[date, date] | None:
    """The days that words name: ``3-9 aug``, ``28 jul - 3 aug``, ``2026-08-03 to 2026-08-09``, ``3 aug``.

    Without a year the next such days that are not past.  None for words that name none.
    """
    words = said.casefold().replace("\u2013", "-")
    between = _BETWEEN if _BETWEEN.search(words) or _ISO.search(words) else re.compile("-")
    parts = [part.strip() for part in between.split(words, maxsplit=1)]
    found = [_DAY.fullmatch(part) for part in parts]
    if not found or any(one is None for one in found):
        return None
    days = [one.groups() for one in found if one is not None]
    month, year = days[-1][4], days[-1][5]
    try:
        last = _date(days[-1], month, year, today)
        first = _date(days[0], month, year or (str(last.year) if days[0][4] is None else None), today)
    except ValueError:
        return None
    return (first, last) if first <= last else None


def _date(day: tuple[str | None, ...], month: str | None, year: str | None, today: date) -> date:
    """Raises ValueError for what is no date."""
    if day[0]:
        return date(int(day[0]), int(day[1] or 0), int(day[2] or 0))
    number = MONTHS.index((day[4] or month or "").strip()) + 1
    given = day[5] or year
    if given:
        return date(int(given), number, int(day[3] or 0))
    this = date(today.year, number, int(day[3] or 0))
    return this if this >= today else date(today.year + 1, number, int(day[3] or 0))


def answer_of(text: str) -> str:
    """The words of an answer to a letter: its first lines, up to a quotation's place or a signature."""
    kept: list[str] = []
    empty = 0
    for raw in text.strip().split("\n"):
        empty = 0 if raw.strip() else empty + 1
        if _SIGNATURE.fullmatch(raw) or empty >= PARAGRAPHS:
            break
        if not barred(raw) and not raw.lstrip().startswith(">"):
            kept.append(raw)
    return "\n".join(kept).strip()
