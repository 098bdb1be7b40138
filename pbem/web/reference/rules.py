"""The rules to be read: a rule set's reference, one page a section, every rule a place that can be linked to.

A rule set that has one keeps it in its folder, ``reference/NN-name.md``: a title, then rules as list items that begin
with their ID in bold.  IDs in the text become links; so do links from one file to another.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from flask import Blueprint, Flask, abort, redirect, render_template, url_for
from flask_babel import gettext as _
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from werkzeug.wrappers import Response

from pbem import rulesets

pages = Blueprint("rules", __name__, url_prefix="/rules")

FOLDER = Path(rulesets.__file__).parent
NAME = re.compile(r"\d+-(?P<slug>[a-z]+)\.md")
DEFINED = re.compile(r"[A-Z]+-[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*|[A-Z]\d+")
"""What is an ID when it stands in bold at the head of a list item: ``SN-4.0b``, ``SNT-town-3.1a``, ``D7``."""
MENTIONED = re.compile(r"(?<![\w.-])(?:[A-Z]+-[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*|D\d+)(?!\w)")
SHORT = re.compile(r"\*\*([A-Z]{2,4})\*\* ([a-z][a-z ]+[a-z])(?=[:.,])")
"""A short form and what it means, where the first section of a reference tells it: ``**CB** charge bonus:``."""
DIE = "D6"
"""In a sentence a die, never the decision of that number: that one is linked by hand."""


class BadReference(Exception):
    """A reference that cannot be right: a rule defined twice, a link that leads nowhere."""


@dataclass(frozen=True)
class ReferencePage:
    """A page of a reference."""

    slug: str

    title: str

    html: Markup

    ids: tuple[str, ...]
    """IDs of the rules it defines, in order."""

    headings: tuple[tuple[str, str], ...]
    """Headings: anchor and text."""


@dataclass(frozen=True)
class Reference:
    """A rule set's rules."""

    name: str

    title: str

    sections: tuple[ReferencePage, ...]

    where: Mapping[str, str]
    """By rule ID, the slug of the page that defines it."""

    def section(self, slug: str) -> ReferencePage | None:
        """The section of that name, if there is one."""
        return next((one for one in self.sections if one.slug == slug), None)


def first_of(rule: str, where: Mapping[str, str]) -> str | None:
    """A rule's ID as it is defined; for a number or name that several share (``SN-7.4``, ``OH-move``), the first."""
    if rule in where:
        return rule
    return next((one for one in where if re.match(rf"{re.escape(rule)}(?:[.-]|[a-z]$)", one)), None)


@cache
def reference(name: str) -> Reference | None:
    """The reference of a rule set; None if it has none.  Raises BadReference."""
    known = rulesets.rule_sets().get(name)
    files = sorted((FOLDER / name / "reference").glob("*.md")) if known else []
    if known is None or not files:
        return None
    return read(name, known.title, {one.name: one.read_text(encoding="utf-8") for one in files})


def read(name: str, title: str, texts: Mapping[str, str]) -> Reference:
    """A reference from its files, by file name.  Raises BadReference, naming the file and what is wrong there."""
    parsed = {file: _marked(file, text) for file, text in texts.items()}
    where: dict[str, str] = {}
    anchors: dict[str, set[str]] = {}
    for file, page in parsed.items():
        for one in page.ids:
            if one in where:
                raise BadReference(f"{file}: {one} is defined a second time; it stands in {where[one]} already")
            where[one] = page.slug
        anchors[file] = {*page.ids, *(anchor for anchor, _ in page.headings)}
    prefixes = frozenset(one.partition("-")[0] for one in where if "-" in one)
    sections = []
    short = dict(SHORT.findall(texts[min(texts)])) if texts else {}
    for file, page in parsed.items():
        _link(file, page, where, prefixes, anchors)
        if file != min(texts):
            _explain(page, short)
        html = Markup(MARKDOWN.renderer.render(page.tokens, MARKDOWN.options, {}))  # noqa: S704  our own files, HTML off
        sections.append(ReferencePage(page.slug, page.title, html, tuple(page.ids), tuple(page.headings)))
    return Reference(name, title, tuple(sections), where)


# --- markdown -----------------------------------------------------------------------------------------------------

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass
class _Page:
    slug: str
    title: str
    tokens: list[Token]
    ids: list[str]
    headings: list[tuple[str, str]]


def _marked(file: str, text: str) -> _Page:
    """A file as tokens, its rules and headings made anchors; its title taken off."""
    name = NAME.fullmatch(file)
    tokens = MARKDOWN.parse(text)
    if name is None or len(tokens) < 3 or tokens[0].tag != "h1":
        raise BadReference(f"{file}: a file is called NN-name.md and begins with its title (# Movement)")
    page = _Page(name["slug"], tokens[1].content, _framed(tokens[3:]), [], [])
    for index, token in enumerate(page.tokens):
        after = page.tokens[index + 1 : index + 3]
        if token.type == "list_item_open" and after[-1].type == "inline":
            _define(page, token, after[-1])
        elif token.type == "heading_open":
            anchor = re.sub(r"[^a-z0-9]+", "-", after[0].content.lower()).strip("-")
            token.attrSet("id", anchor)
            page.headings.append((anchor, after[0].content))
    return page


def _define(page: _Page, item: Token, inline: Token) -> None:
    """If a list item begins with an ID in bold, make it that rule's place."""
    children = inline.children or []
    opening = next((at for at, one in enumerate(children) if one.type == "strong_open"), None)
    if opening is None or any(one.content for one in children[:opening]):
        return
    bold = children[opening + 1]
    found = DEFINED.match(bold.content)
    if found is None or bold.content[found.end() : found.end() + 1] not in {"", " "}:
        return
    item.attrSet("id", found[0])
    item.attrSet("class", "law")
    page.ids.append(found[0])
    rest = bold.content[found.end() :]
    children[opening + 1 : opening + 2] = [*_anchor(f"#{found[0]}", found[0]), *([_text(rest)] if rest else [])]


def _framed(tokens: Iterable[Token]) -> list[Token]:
    """Wide tables scroll in themselves, so that the page does not."""
    out = []
    for token in tokens:
        if token.type == "table_open":
            frame = Token("html_block", "", 0)
            frame.content = '<div class="scroll-x" tabindex="0" role="region" aria-label="Table">\n'
            token.attrSet("class", "table is-plain")
            out.append(frame)
        out.append(token)
        if token.type == "table_close":
            end = Token("html_block", "", 0)
            end.content = "</div>\n"
            out.append(end)
    return out


def _link(
    file: str, page: _Page, where: Mapping[str, str], prefixes: frozenset[str], anchors: Mapping[str, set[str]]
) -> None:
    """Make links of the IDs in a page's text, and lead those between files to their pages."""
    for inline in (one for one in page.tokens if one.type == "inline"):
        children: list[Token] = []
        inside = False
        for token in inline.children or []:
            inside = token.type == "link_open" or (inside and token.type != "link_close")
            if token.type == "link_open":
                token.attrSet("href", _target(file, str(token.attrGet("href")), anchors))
            if token.type == "text" and not inside:
                children += _mentions(file, token.content, page.slug, where, prefixes)
            else:
                children.append(token)
        inline.children = children


def _explain(page: _Page, short: Mapping[str, str]) -> None:
    """Write out each short form where it first stands on a page, and mark it up everywhere else."""
    told: set[str] = set()
    for before, inline in pairwise(page.tokens):
        if inline.type != "inline" or before.type == "heading_open":
            continue
        children: list[Token] = []
        for token in inline.children or []:
            children += _written_out(token.content, short, told) if token.type == "text" else [token]
        inline.children = children


def _written_out(text: str, short: Mapping[str, str], told: set[str]) -> Iterator[Token]:
    at = 0
    for found in re.finditer(r"\b[A-Z]{2,4}\b(?![-(])", text):
        word = found[0]
        if word not in short:
            continue
        yield _text(text[at : found.start()])
        yield Token("abbr_open", "abbr", 1, attrs={"title": short[word]})
        yield _text(word)
        yield Token("abbr_close", "abbr", -1)
        if word not in told:
            yield _text(f" ({short[word]})")
            told.add(word)
        at = found.end()
    yield _text(text[at:])


def _target(file: str, href: str, anchors: Mapping[str, set[str]]) -> str:
    there, _, anchor = href.partition("#")
    found = NAME.fullmatch(there or file)
    if found is None or (there or file) not in anchors or (anchor and anchor not in anchors[there or file]):
        raise BadReference(f"{file}: the link {href} leads nowhere")
    return (found["slug"] if there else "") + (f"#{anchor}" if anchor else "")


def _mentions(file: str, text: str, slug: str, where: Mapping[str, str], prefixes: frozenset[str]) -> Iterator[Token]:
    at = 0
    for found in MENTIONED.finditer(text):
        rule = found[0]
        place = first_of(rule, where)
        if place is None and rule.partition("-")[0] in prefixes:
            raise BadReference(f"{file}: {rule} is named and nowhere defined")
        if place is None or rule == DIE:
            continue
        yield _text(text[at : found.start()])
        yield from _anchor(f"#{place}" if where[place] == slug else f"{where[place]}#{place}", rule)
        at = found.end()
    yield _text(text[at:])


def _text(content: str) -> Token:
    token = Token("text", "", 0)
    token.content = content
    return token


def _anchor(href: str, text: str) -> list[Token]:
    return [Token("link_open", "a", 1, attrs={"href": href}), _text(text), Token("link_close", "a", -1)]


# --- pages --------------------------------------------------------------------------------------------------------


@pages.get("/")
def listed() -> str:
    """The rule sets."""
    found = map(reference, rulesets.rule_sets())
    return render_template("web/rules.html", sets=[one for one in found if one])


@pages.get("/<name>")
def contents(name: str) -> str:
    """The sections of a rule set."""
    return render_template("web/rules-contents.html", book=_book(name))


@pages.get("/<name>/<slug>")
def section(name: str, slug: str) -> str:
    """A section."""
    book = _book(name)
    page = book.section(slug) or abort(404, _("The %(title)s rules have no section of that name.", title=book.title))
    at = book.sections.index(page)
    before = book.sections[at - 1] if at else None
    after = book.sections[at + 1] if at + 1 < len(book.sections) else None
    return render_template("web/rules-section.html", book=book, page=page, before=before, after=after)


@pages.get("/<name>/id/<rule>")
def by_id(name: str, rule: str) -> Response:
    """Where a rule stands."""
    book = _book(name)
    found = first_of(rule, book.where)
    if found is None:
        abort(404, _("The %(title)s rules have no rule of that number.", title=book.title))
    return redirect(url_for("rules.section", name=name, slug=book.where[found], _anchor=found), 302)


def _book(name: str) -> Reference:
    return reference(name) or abort(404, _("There is no such set of rules."))


def prepare(app: Flask) -> None:
    """Let pages name rules.  A reference is read when a page of it is first asked for."""
    app.jinja_env.globals["rule_chip"] = chip


def chip(name: str, rule: str) -> Markup:
    """A rule's ID, as a link to it."""
    return Markup('<a href="/rules/{}/id/{}">{}</a>').format(name, rule, rule)
