"""What there is to read about the order language of a rule set: its help page as data, and as Markdown."""

from collections.abc import Iterator, Mapping
from textwrap import fill

import msgspec

from pbem.engine.orders import Verb, VerbTable


class GuideChapter(msgspec.Struct, frozen=True):
    """Verbs of one kind, under a heading."""

    title: str
    remark: str
    verbs: tuple[Verb, ...]


class StandingHelp(msgspec.Struct, frozen=True):
    """A decision a standing order may settle.  word: as written."""

    word: str
    title: str
    values: Mapping[str, str]
    default: str


class DecisionHelp(msgspec.Struct, frozen=True):
    """A decision."""

    number: str
    title: str
    by: str
    """Who takes it."""
    order: str
    """A line that says it, '' for none."""
    words: tuple[str, ...]
    """Of its standing orders."""
    default: str


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """A help page.  Backticks in its texts mark what is written as it stands."""

    title: str
    opening: tuple[str, ...] = ()
    """Paragraphs."""
    chapters: tuple[GuideChapter, ...]
    decisions: tuple[StandingHelp, ...] = ()
    """What standing orders settle."""
    catalogue: tuple[DecisionHelp, ...] = ()
    """Every decision there is."""
    standing: str = ""
    """A remark on each of the two, '' for the usual one."""
    deciding: str = ""
    """A remark on each of the two, '' for the usual one."""
    forms: str = ""
    """The commonest forms of orders in a sentence, for the foot of a mail's order form; '' for none."""
    conditional: str = ""
    """How a standing order goes on that only words can say (``pursue no if enemy horse within 3``)."""


def chapters_of(table: VerbTable) -> tuple[GuideChapter, ...]:
    """The chapters of a verb table, in its order; none without verbs."""
    chapters = (
        GuideChapter(title, remark, tuple(verb for verb in table.verbs if verb.kind == kind))
        for kind, (title, remark) in table.kinds.items()
    )
    return tuple(one for one in chapters if one.verbs)


def paragraphs(text: str) -> tuple[str, ...]:
    """A text with an empty line between its paragraphs, as these, each in one line."""
    return tuple(" ".join(part.split()) for part in text.split("\n\n"))


def markdown(guide: Guide) -> str:
    """The whole page, for readers of files."""
    opening = (_wrapped(part) for part in guide.opening)
    parts = (f"# {guide.title}", *opening, *_chapters(guide), *_standing(guide), *_decisions(guide))
    return "\n\n".join(parts) + "\n"


def _wrapped(text: str) -> str:
    return fill(text, 120, break_long_words=False, break_on_hyphens=False)


def _chapters(guide: Guide) -> Iterator[str]:
    for chapter in guide.chapters:
        yield f"## {chapter.title}"
        if chapter.remark:
            yield _wrapped(chapter.remark)
        for verb in chapter.verbs:
            cited = f" ({', '.join(verb.rules)})" if verb.rules else ""
            yield f"**`{verb.form}`**  \n{_wrapped(verb.help + cited)}  \nExample: `{verb.example}`"


def _standing(guide: Guide) -> Iterator[str]:
    if guide.decisions:
        yield "## What standing orders settle"
        if guide.standing:
            yield _wrapped(guide.standing)
    for one in guide.decisions:
        default = f"`{one.default}`" if one.default in one.values else one.default
        yield f"**`standing <unit> {one.word} <answer>`**: {one.title}. Default: {default}."
        yield "\n".join(f"- `{value}`: {told}" for value, told in one.values.items())


def _decisions(guide: Guide) -> Iterator[str]:
    """Every decision, as a table."""
    if not guide.catalogue:
        return
    yield "## Decisions"
    if guide.deciding:
        yield _wrapped(guide.deciding)
    rows = [
        "| No. | Decision | Taken by | In orders | Standing orders | Default |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one in guide.catalogue:
        words, order = ", ".join(f"`{word}`" for word in one.words) or "-", f"`{one.order}`" if one.order else "-"
        rows.append(f"| {one.number} | {one.title} | {one.by} | {order} | {words} | {one.default} |")
    yield "\n".join(rows)
