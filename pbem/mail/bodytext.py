"""From the bytes of a text part to the words its sender typed: charsets, flowed lines, HTML, and what was quoted."""

import codecs
import re
from collections.abc import Callable
from copy import deepcopy

from inscriptis import Inscriptis
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.model.config import ParserConfig
from lxml import etree  # type: ignore[import-untyped]  # lxml ships no types
from lxml import html as lxml_html
from lxml.html import HtmlElement  # type: ignore[import-untyped]  # nor this part of it

_AS_DECLARED = re.compile(r"(iso-?2022|hz|utf-?7|utf-?16|utf-?32)")
"""Charsets whose bytes can look like good UTF-8."""

_TEXT_CODEC = re.compile(
    r"(us-)?ascii|utf[-_]?(7|8|16|32)([-_]?[lb]e)?|iso[-_]?8859[-_]\d+|latin[-_]?\d|(cp|windows)[-_]?\d+|koi8[-_][rut]|"
    r"mac[-_]?(roman|cyrillic|greek|turkish)|iso[-_]?2022[-_]\w+|hz([-_]gb[-_]2312)?|gb(2312|k|18030)|big5(hkscs)?|"
    r"euc[-_]\w+|shift[-_]?jis|tis[-_]?620|johab|viscii|ptcp154"
)
_OTHER_NAMES = {
    "ks_c_5601-1987": "cp949", "ks_c_5601": "cp949", "ksc5601": "cp949", "x-sjis": "shift_jis", "x-gbk": "gbk",
    "gb_2312-80": "gb2312", "windows-31j": "cp932", "iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8",
    "unicode-1-1-utf-7": "utf-7", "unicode-1-1-utf-8": "utf-8", "utf8mb4": "utf-8", "x-mac-cyrillic": "mac-cyrillic",
    "macintosh": "mac-roman", "x-euc-jp": "euc-jp", "x-big5": "big5", "ansi_x3.4-1968": "ascii",
}  # fmt: skip
_REWRAP = re.compile(r"[ \t]+")


def decoded(data: bytes, declared: str) -> str:
    """Bytes as text: what can only be as declared; else UTF-8, then as declared, Windows' Western set, Latin-1.

    A wrong label never loses a letter; a name that is no text charset is not believed.
    """
    return decoded_as(data, declared)[0]


def decoded_as(data: bytes, declared: str) -> tuple[str, str]:
    """The same, and the charset that was used instead of the declared one if that made a difference, else ''."""
    name = declared.strip().strip("\"'").lower()
    known = _codec(name)
    order = ["utf-8", *known, "cp1252", "latin-1"]
    if known and _AS_DECLARED.match(name):
        order = [*known, *order]
    for codec in order:
        try:
            text = data.decode(codec)
            text.encode()  # UTF-7 may hold halves of characters, which cannot be encoded
        except UnicodeError:
            continue
        repaired = name and codec not in known and not text.isascii()
        return _clean(text), codec if repaired else ""
    raise AssertionError("latin-1 reads everything")


def _codec(name: str) -> list[str]:
    name = _OTHER_NAMES.get(name, name)
    if not _TEXT_CODEC.fullmatch(name):
        return []
    try:
        return [codecs.lookup(name).name]
    except LookupError:
        return []


def _clean(text: str) -> str:
    """Line ends made one, byte order marks and NULs left out."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").replace("\0", "")


def unflowed(text: str, delete_space: bool) -> str:
    """``format=flowed`` undone (RFC 3676): soft breaks joined within one depth of quoting, stuffing removed."""
    out: list[str] = []
    joins: str | None = None
    for line in text.split("\n"):
        marks = line[: len(line) - len(line.lstrip(">"))]
        rest = line[len(marks) :].removeprefix(" ")
        if joins == marks and out and rest != "-- ":
            out[-1] += rest
        else:
            out.append(f"{marks} {rest}" if marks else rest)
        soft = rest.endswith(" ") and rest != "-- "
        if soft and delete_space:
            out[-1] = out[-1][:-1]
        joins = marks if soft else None
    return "\n".join(out)


def unarmoured(text: str) -> str:
    """The words of a text signed inline by PGP; any other text as it is."""
    begin, end = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
    if not text.lstrip().startswith(begin):
        return text
    inner = text.partition(begin)[2].partition("\n\n")[2].partition(end)[0]
    return "\n".join(line.removeprefix("- ") for line in inner.split("\n"))


def known(line: str) -> str:
    """A line as it is compared with those we sent: '' when there is nothing in it."""
    return " ".join(line.split()).casefold()


def quotable(text: str, html: str) -> tuple[str, ...]:
    """The lines of a mail of ours, as text and as its HTML reads, that may come back quoted without any sign of it."""
    lines = [*text.split("\n"), *from_html(html).split("\n")]
    return tuple(dict.fromkeys(line for line in map(known, lines) if line))


# --- HTML ---------------------------------------------------------------------------------------------------------

LONGEST_HTML = 1024 * 1024
MOST_CELLS = 20_000
MOST_OF_A_HEADER = 300
"""Characters of a quotation without rows that is kept: it may be the line that says who wrote."""

_CELLS = etree.XPath("count(//td) + count(//th)")
_LEFT_OUT = etree.XPath(
    "//*[self::blockquote or contains(concat(' ', normalize-space(@class), ' '), ' gmail_attr ') or "
    "contains(@class, 'yahoo_quoted') or contains(@class, 'protonmail_quote') or "
    "contains(@class, 'moz-cite-prefix') or "
    "contains(@class, 'moz-forward-container') or contains(@class, 'zmail_extra') or "
    "(contains(@class, 'gmail_quote') and not(.//blockquote)) or @id = 'isForwardContent' or "
    "@data-marker = '__QUOTED_TEXT__' or @name = 'messageReplySection' or "
    "@id = 'mail-editor-reference-message-container' or @id = 'ms-outlook-mobile-signature' or "
    "(self::div and contains(@style, 'border-left:solid') and contains(../@class, 'WordSection1'))]"
)
"""Quotations, as mail programs mark them: each becomes one quoted line, which tells the writer of what follows."""

_UNSEEN = etree.XPath("//body//*[@hidden or @style]")
_NOTHING = r"\s*:\s*0*(?:\.0*)?(?:px|pt|em|rem|%)?\s*(?:!|;|$)"
_HIDES = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|"
    rf"(?:opacity|font-size){_NOTHING})",
    re.IGNORECASE,
)
"""Styles of what the writer of a mail cannot see."""

_ALL_BELOW = etree.XPath(
    "//*[@id='divRplyFwdMsg' or @id='appendonsend' or @id='OLK_SRC_BODY_SECTION' or @name='quote'][1]"
)
"""Where Outlook and GMX begin what is quoted."""


def from_html(text: str) -> str:
    """HTML as text: rows of tables on one line, hidden words left out, quoted mail left out.

    Raises ValueError for HTML that is too long or has too many cells.
    """
    if len(text) > LONGEST_HTML:
        raise ValueError(f"the HTML has {len(text)} characters; at most {LONGEST_HTML} are read")
    if not text.strip():
        return ""
    try:
        tree = lxml_html.document_fromstring(text.encode(), parser=lxml_html.HTMLParser(encoding="utf-8"))
    except etree.ParserError:  # comments alone
        return ""
    cells = int(_CELLS(tree))
    if cells > MOST_CELLS:
        raise ValueError(f"the HTML has {cells} cells of tables; at most {MOST_CELLS} are read")

    def seen(part: HtmlElement) -> list[str]:
        told: str = Inscriptis(part, ParserConfig(css=CSS_PROFILES["strict"])).get_text()
        return [_REWRAP.sub(" ", line).strip() for line in _clean(told).split("\n")]

    _leave_out_quotes(tree, seen)
    return "\n".join(seen(tree)).strip()


def _leave_out_quotes(tree: HtmlElement, seen: Callable[[HtmlElement], list[str]]) -> None:
    """In linear time, however many quotations there are and however deep.

    What says who wrote a quotation, and one that holds rows with a bar, stays as quoted lines; a quotation within it
    does not.  seen: the lines of an element.
    """
    etree.strip_elements(tree, "head", "script", "style", with_tail=False)
    for unseen in _UNSEEN(tree):
        if unseen.getparent() is not None and (unseen.get("hidden") is not None or _HIDES.search(unseen.get("style"))):
            unseen.drop_tree()
    inside: set[HtmlElement] = set()
    outer: list[HtmlElement] = []
    for quoted in _LEFT_OUT(tree):
        if quoted not in inside:
            inside.update(quoted.iter())
            outer.append(quoted)
    begins = next((one for one in _ALL_BELOW(tree) if one not in inside), None)
    if begins is not None:
        below = _all_from(begins)
        swallowed = {*below.iter()}
        outer = [below, *(one for one in outer if one not in swallowed)]
    for quoted in outer:
        if quoted.getparent() is not None:
            _replace(quoted, _quoted_lines(quoted, seen))


def _all_from(begins: HtmlElement) -> HtmlElement:
    """An element in place of another that has that one and all that comes after it in the whole page."""
    after: list[HtmlElement] = []
    for inner in (begins, *begins.iterancestors()):
        after += inner.itersiblings() if inner is begins or inner.getparent() is not None else ()
        if inner is not begins:
            inner.tail = None
    below = etree.Element("div")
    begins.getparent().replace(begins, below)
    below.extend([begins, *after])
    return below


def _quoted_lines(quoted: HtmlElement, seen: Callable[[HtmlElement], list[str]]) -> list[str]:
    """What stays of a quotation: all its lines where it has rows with a bar, one of a few words, else none."""
    whole = "".join(quoted.itertext())
    if "|" not in whole:
        return [" ".join(whole.split())] if len(whole) <= MOST_OF_A_HEADER else []
    page = etree.Element("html")
    body = etree.SubElement(page, "body")
    body.append(deepcopy(quoted))
    return seen(page)


def _replace(quoted: HtmlElement, lines: list[str]) -> None:
    """Put lines in place of a quotation, each with a sign of quoting."""
    sign = etree.Element("pre")
    sign.text, sign.tail = "\n".join(f"> {line}" for line in lines) or ">", quoted.tail
    quoted.getparent().replace(quoted, sign)
