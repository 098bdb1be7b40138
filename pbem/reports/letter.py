"""A mail as a value: what it says, before it is laid out as text or HTML.

Every kind of mail is a ``Letter`` of the same few blocks, so that both layouts exist once.  **The bar rule**: whatever
could be an order stands in ``Rows`` or ``Quote``, whose every line carries a bar; the reader of answers drops any line
with a bar.
"""

import textwrap
from binascii import b2a_qp
from functools import cache
from pathlib import Path
from typing import Any, Literal

import jinja2
import msgspec

from pbem.paths import TEMPLATES
from pbem.reports.unseen import visible

WIDTH = 72
"""Columns of the text part."""

MAP = "map"
"""The name of the picture in a letter that has only one."""

HTML_BYTES = 90 * 1024
"""An HTML part as it is sent should not be larger: some mail programs cut off what is a little more."""


class LetterRow(msgspec.Struct, frozen=True):
    """A barred line: a code, what is said of it, and remarks under it."""

    code: str

    main: str

    notes: tuple[str, ...] = ()

    look: int = 0
    """1 or 2 for a side's colour, 0 for none."""


class Para(msgspec.Struct, frozen=True, tag="para"):
    """A paragraph."""

    text: str

    quiet: bool = False
    """Whether it is set in the second ink."""


class Rows(msgspec.Struct, frozen=True, tag="rows"):
    """Barred rows."""

    rows: tuple[LetterRow, ...]


class Quote(msgspec.Struct, frozen=True, tag="quote"):
    """A person's own words, barred and cut into lines of at most 60 characters (36 in HTML)."""

    text: str


class Note(msgspec.Struct, frozen=True, tag="note"):
    """A boxed remark: ok, warn or bad."""

    kind: Literal["ok", "warn", "bad"]

    title: str

    text: str = ""

    rows: tuple[LetterRow, ...] = ()
    """Detail within the box."""


class DiceRow(msgspec.Struct, frozen=True):
    """A roll under an event: words before, faces, which of them counted, words after, with what stands between."""

    before: str
    dice: tuple[int, ...]
    hits: tuple[bool, ...]
    after: str


class ToldEvent(msgspec.Struct, frozen=True):
    """An event: its number, sentence, rolls, rules."""

    number: str
    text: str
    rolls: tuple[DiceRow, ...]
    rules: tuple[str, ...]
    key: bool


class ToldChapter(msgspec.Struct, frozen=True, tag="story"):
    """The events of one heading."""

    title: str

    note: str

    events: tuple[ToldEvent, ...]

    rules_url: str = ""
    """Address of the rules; each rule is found there under ``/id/``."""


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    """A map: a picture with its alt text in HTML, lines of characters in text."""

    alt: str

    caption: str

    key: str
    """What the characters mean."""

    lines: tuple[str, ...]

    url: str
    """Address of the game's page."""

    larger: str
    """Address of the whole map with its legend."""

    name: str = MAP
    """Tells the pictures of one letter apart (``map``)."""


class Button(msgspec.Struct, frozen=True, tag="button"):
    """A link to press."""

    text: str

    url: str

    after: str = ""
    """Words beside it."""


class Links(msgspec.Struct, frozen=True, tag="links"):
    """Links, each with its words."""

    links: tuple[tuple[str, str], ...]


Block = Para | Rows | Quote | Note | ToldChapter | Picture | Button | Links


class Section(msgspec.Struct, frozen=True):
    """Blocks under a heading ('' for none)."""

    title: str
    blocks: tuple[Block, ...]


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """One mail."""

    kicker: str
    """Line above the title: game, turn, what the letter is."""

    title: str

    lead: tuple[str, ...] = ()

    due: tuple[str, str] | None = None
    """Headline of the deadline box, and the line below it."""

    sections: tuple[Section, ...] = ()

    footer: tuple[Block, ...] = ()

    preheader: str = ""

    subject: str = ""
    """What it is, in a few words, after the name of the game in the subject; '' for the title."""


def picture_cid(name: str) -> str:
    """The Content-ID of a picture in a mail."""
    return f"{name}@pbem"


def letter_text(letter: Letter) -> str:
    """The text part: complete by itself, 72 columns, every line that could be an order barred."""
    template = _templates().get_template("mail/letter.txt.j2")
    return str(template.render(letter=_seen(letter), width=WIDTH)).strip() + "\n"


def letter_html(letter: Letter, pictures: bool = True) -> str:
    """The HTML part: inline styles, tables for layout.  pictures: whether they come with it; else only their words.

    Rules lead to their words, but not in a mail that would become too large by it.
    """
    template = _templates().get_template("mail/letter.html.j2")
    letter = _seen(letter)
    page = str(template.render(letter=letter, pictures=pictures, linked=True))
    if sent_size(page) <= HTML_BYTES:
        return page
    return str(template.render(letter=letter, pictures=pictures, linked=False))


def sent_size(page: str) -> int:
    """Bytes of an HTML part as it is sent: quoted-printable, its lines ended by two characters."""
    sent = b2a_qp(page.encode())
    return len(sent) + sent.count(b"\n")


def _seen(value: Any) -> Any:  # noqa: ANN401 - a part of a letter is of any kind
    """A part of a letter with nothing in its words that a screen would act on."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, tuple):
        return tuple(map(_seen, value))
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(
            value, **{key: _seen(part) for key, part in msgspec.structs.asdict(value).items()}
        )
    return value


@cache
def _templates() -> jinja2.Environment:
    folder = jinja2.FileSystemLoader(Path(TEMPLATES))
    env = jinja2.Environment(
        loader=folder, autoescape=jinja2.select_autoescape(["html.j2"]), trim_blocks=True, lstrip_blocks=True,
        undefined=jinja2.StrictUndefined, keep_trailing_newline=False,
    )  # fmt: skip
    env.filters["wrapped"] = wrapped
    env.filters["barred"] = barred_row
    env.filters["quoted"] = quoted
    env.filters["event_lines"] = event_lines
    env.filters["cid"] = picture_cid
    env.filters["kind"] = lambda block: type(block).__name__
    return env


def wrapped(text: str, indent: str = "", width: int = WIDTH) -> str:
    """A paragraph wrapped; codes and numbers stay on the line they belong to; no line begins with ``From`` or ``>``."""
    lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False,
                          break_on_hyphens=False)  # fmt: skip
    return "\n".join(f" {line}" if line.startswith(("From ", ">")) else line for line in lines)


def barred_row(row: LetterRow) -> str:
    """``S01  | hold`` with its remarks under it, each line barred."""
    code, bar = f"{row.code:<5}| ", "     | "
    out = textwrap.wrap(row.main, WIDTH, initial_indent=code, subsequent_indent=bar, break_long_words=False,
                        break_on_hyphens=False) or [code]  # fmt: skip
    for note in row.notes:
        out += [f"     |   {line}" for line in textwrap.wrap(note, WIDTH - 9, break_long_words=False)]
    return "\n".join(out)


def quoted(text: str, width: int = 60) -> list[str]:
    """A person's words in lines short enough that no reader wraps them."""
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        lines += textwrap.wrap(paragraph, width) or [""]
    return lines


def event_lines(event: ToldEvent) -> str:
    """An event in text: the sentence, a line a roll, the rules; every line barred."""
    rows = textwrap.wrap(event.text, WIDTH - 7, break_long_words=False, break_on_hyphens=False) or [""]
    out = [f"{event.number:<5}| {rows[0]}", *(f"     | {line}" for line in rows[1:])]
    for roll in event.rolls:
        line = f"{roll.before}{' '.join(map(str, roll.dice))}{roll.after}"
        wrapped_roll = textwrap.wrap(line, WIDTH - 11, break_long_words=False)
        out += [f"     |   {part}" if i == 0 else f"     |     {part}" for i, part in enumerate(wrapped_roll)]
    if event.rules:
        cites = textwrap.wrap(f"Rules: {', '.join(event.rules)}", WIDTH - 11, break_on_hyphens=False)
        out += [f"     |   {line}" if i == 0 else f"     |     {line}" for i, line in enumerate(cites)]
    return "\n".join(out)


def paragraph(*sentences: str) -> str:
    """Sentences that are there, joined."""
    return " ".join(sentence for sentence in sentences if sentence)
