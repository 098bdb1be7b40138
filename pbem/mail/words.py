"""From the bytes of a text part to the words its sender typed: charsets, flowed lines, HTML, and what was quoted."""

import codecs
import re

from lxml import html as lxml_html  # type: ignore[import-untyped]  # ships no types

_AS_DECLARED = re.compile(r"(iso-?2022|hz|utf-?7|utf-?16|utf-?32)")
"""Charsets whose bytes can look like good UTF-8."""

_TEXT_CODEC = re.compile(
    r"(us-)?ascii|utf[-_]?(7|8|16|32)([-_]?[lb]e)?|iso[-_]?8859[-_]\d+|latin[-_]?\d|(cp|windows)[-_]?\d+|koi8[-_][rut]|"
    r"mac[-_]?roman|iso[-_]?2022[-_]\w+|hz([-_]gb[-_]2312)?|gb(2312|k|18030)|big5|euc[-_]\w+|shift[-_]?jis"
)
_REWRAP = re.compile(r"[ \t]+")
_INITIALS = re.compile(r"\s*[A-Za-z]{0,4}>")
_WROTE = ("wrote", "schrieb", "écrit", "escribió", "scritto", "schreef", "escreveu", "skrev", "napisał", "kirjoitti")
_FORWARDED = re.compile(
    r"-{2,}\s*(forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|"
    r"doorgestuurd bericht|mensagem encaminhada)\b.*|begin forwarded message:\s*|"
    r"anfang der weitergeleiteten nachricht:\s*",
    re.IGNORECASE,
)
_BLOCK_FROM = re.compile(r"\W*(from|von|de|da|van|från|fra|od)\s?\W*:", re.IGNORECASE)
_BLOCK_MORE = re.compile(
    r"\W*(sent|date|to|subject|cc|gesendet|datum|an|betreff|envoyé|à|objet|enviado|fecha|para|asunto|inviato|data|a|"
    r"oggetto|verzonden|aan|onderwerp)\s?\W*:",
    re.IGNORECASE,
)


def decoded(data: bytes, declared: str) -> str:
    """Bytes as text: what can only be as declared; else UTF-8, then as declared, Windows' Western set, Latin-1.

    A wrong label never loses a letter; a name that is no text charset is not believed.
    """
    name = declared.strip().strip("\"'").lower()
    known = _codec(name)
    order = ["utf-8", *known, "cp1252", "latin-1"]
    if known and _AS_DECLARED.match(name):
        order = [*known, *order]
    for codec in order:
        try:
            return _clean(data.decode(codec))
        except UnicodeError:
            continue
    raise AssertionError("latin-1 reads everything")


def _codec(name: str) -> list[str]:
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


def own_words(text: str, orders_address: str) -> str:
    """What the sender typed: quoted lines left empty, so that line numbers stay.

    Left out: lines with a quote sign, the line that says who wrote, everything below a forward, and below a quoted
    header of anybody but us.  Below a quoted header of ours everything is kept: nothing we write reads as an order, and
    somebody may have answered between our lines.
    """
    lines = text.split("\n")
    out: list[str] = []
    for number, line in enumerate(lines):
        if _FORWARDED.fullmatch(line.strip()) or _others_header(lines, number, orders_address):
            break
        out.append("" if _INITIALS.match(line) or _says_who_wrote(lines, number) else line)
    return "\n".join(out).rstrip()


def _says_who_wrote(lines: list[str], number: int) -> bool:
    """``On Thu 14 May Ines wrote:``, perhaps wrapped to two lines."""

    def says(text: str) -> bool:
        text = text.strip().casefold()
        return len(text) < 300 and text.endswith((":", "：")) and any(word in text for word in _WROTE)

    here = lines[number]
    after = lines[number + 1] if number + 1 < len(lines) else ""
    return says(here) or (
        bool(here.strip())
        and len(here) > 20
        and not says(here)
        and says(f"{here} {after}")
        and here.lstrip()[:3].casefold() in {"on ", "am ", "le ", "el ", "il ", "op ", "em ", "den", "w d", "dni"}
    )


def _others_header(lines: list[str], number: int, orders_address: str) -> bool:
    """Whether the header of a quoted mail begins here that somebody else than us wrote."""
    here = lines[number]
    if not _BLOCK_FROM.match(here) or len(here) > 300:
        return False
    below = [line for line in lines[number + 1 : number + 9] if line.strip()][:4]
    if sum(bool(_BLOCK_MORE.match(line)) for line in below) < 2:
        return False
    return orders_address.lower() not in here.lower()


def known(line: str) -> str:
    """A line as it is compared with those we sent: '' when there is nothing in it."""
    return " ".join(line.split()).casefold()


def quotable(text: str, html: str) -> tuple[str, ...]:
    """The lines of a mail of ours, as text and as its HTML reads, that may come back quoted without any sign of it."""
    lines = [*text.split("\n"), *from_html(html).split("\n")]
    return tuple(dict.fromkeys(line for line in map(known, lines) if line))


# --- HTML ---------------------------------------------------------------------------------------------------------

LONGEST_HTML = 1024 * 1024
_QUOTED = (
    "//*[@id='divRplyFwdMsg' or @id='appendonsend']", "//*[@id='divRplyFwdMsg' or @id='appendonsend']/following::*",
    "//blockquote", "//*[contains(concat(' ', normalize-space(@class), ' '), ' gmail_attr ')]",
    "//*[contains(@class, 'yahoo_quoted')]", "//*[contains(@class, 'protonmail_quote')]",
    "//*[contains(@class, 'moz-cite-prefix')]", "//*[contains(@class, 'moz-forward-container')]",
    "//*[contains(@class, 'gmail_quote') and not(.//blockquote)]", "//head", "//script", "//style",
)  # fmt: skip


def from_html(text: str) -> str:
    """HTML as text: rows of tables on one line, hidden words left out, quoted mail left out.

    Raises ValueError for HTML that is too long or nested too deep.
    """
    from inscriptis import Inscriptis
    from inscriptis.css_profiles import CSS_PROFILES
    from inscriptis.model.config import ParserConfig

    if len(text) > LONGEST_HTML:
        raise ValueError(f"the HTML has {len(text)} characters; at most {LONGEST_HTML} are read")
    if not text.strip():
        return ""
    tree = lxml_html.document_fromstring(text.encode(), parser=lxml_html.HTMLParser(encoding="utf-8"))
    quoted = [element for path in _QUOTED for element in tree.xpath(path)]  # all are found before any is dropped
    for element in quoted:
        if element.getparent() is not None:
            element.drop_tree()
    told: str = Inscriptis(tree, ParserConfig(css=CSS_PROFILES["strict"])).get_text()
    return "\n".join(_REWRAP.sub(" ", line).strip() for line in _clean(told).split("\n")).strip()
