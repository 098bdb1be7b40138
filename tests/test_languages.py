"""Pages speak other languages: no template holds words outside the catalogue; a made-up language shows everywhere."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from pbem.paths import TEMPLATES
from pbem.store.tables import Player, PlayerId
from pbem.web import speech
from tests.mail_offices import MailOffice, mail_office
from tests.web_offices import Visitor

SHIPPED = speech.FOLDER
PAGES = sorted(TEMPLATES.glob("web/**/*.html"))
TRANSLATED = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
WORD = re.compile(r"[A-Za-z]{2,}")
SPOKEN = re.compile(r"""\b(?:aria-label|title|placeholder|alt|label)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
SENTENCE = re.compile(r"[A-Za-z]{2,}[,.;!?’:]* [A-Za-z(]{2,}|^\W*[A-Z][a-z]+[.!?:]?\W*$|^\W* [a-z]{2,} \W*$")
"""Several words, one with a capital letter, one between blanks: what code compares or names is none of these."""

MARKUP = re.compile(r"^\s*(?:selected )?[a-z-]+=[\"']|^ ?(?:is-[a-z0-9]+ ?)+$")
"""Attributes and classes that an expression adds to a tag."""


SILENT = re.compile(
    r"<!--.*?-->|<(code|kbd|pre)\b.*?</\1>|<[^>]*>|[\w-]+=\"[^\"]*\"|&\w+;|\(?\.\w+\)?|OpenAPI", re.DOTALL
)
"""Tags and what stands in them, code, signs, endings of files, a name that is the same in every language."""


def words_of(template: str) -> list[str]:
    """What a page says without asking the catalogue."""
    tree = environment().parse(template)
    html = "".join(_data(tree))
    said = [found for pair in SPOKEN.findall(html) for found in pair if WORD.search(found)]
    bare = SILENT.sub(" ", html)
    said += [one for one in bare.split("\n") if WORD.search(one)]
    return said + [one for output in tree.find_all(nodes.Output) for one in _constants(output)]


def environment() -> Environment:
    made = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True, autoescape=True)
    made.policies["ext.i18n.trimmed"] = True
    made.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # the extension adds it
    return made


def _data(node: nodes.Node) -> Iterator[str]:
    """The text of a template in its order; whatever is worked out stands as a mark."""
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.TemplateData):
            yield child.data
        elif isinstance(child, nodes.Output):
            yield from _data(child)
        elif isinstance(child, nodes.Expr):
            yield "¤"
        elif not (isinstance(child, nodes.Block) and child.name == "width"):  # a class of the page
            yield from _data(child)


def _constants(node: nodes.Node) -> Iterator[str]:
    """Strings that an expression may put into the page."""
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Pair):  # what it is called by is never shown, nor which button was pressed
            yield from () if child.key.as_const() == "do" else _constants(nodes.Output([child.value]))
        elif isinstance(child, nodes.Const) and isinstance(child.value, str):
            if SENTENCE.search(child.value) and not MARKUP.search(child.value):
                yield child.value
        elif isinstance(child, nodes.Call) and isinstance(child.node, nodes.Name) and child.node.name in TRANSLATED:
            continue
        elif not isinstance(child, nodes.Compare | nodes.TemplateData):
            yield from _constants(child)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TEMPLATES)))
def test_no_template_says_anything_outside_the_catalogue(page: Path) -> None:
    assert words_of(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "template",
    [
        "<p>Hello</p>", '<a href="/x" title="Go there">{{ name }}</a>', "<p>{{ 'Not here' if x else _('Here') }}</p>",
        "{% if x %}<b>Saved</b>{% endif %}", '<a{% if x %} class="on"{% endif %}>Leave</a>', "{{ press(to, 'Send') }}",
    ],
)  # fmt: skip
def test_words_are_found_where_they_hide(template: str) -> None:
    assert words_of(template)


@pytest.mark.parametrize(
    "template",
    [
        "<p>{% trans %}Hello{% endtrans %}</p>", '<a title="{{ _(\'Go\') }}" class="btn is-main">{{ name }}</a>',
        "{% trans n=n %}{{ n }} day{% pluralize %}{{ n }} days{% endtrans %}", "<code>S01 hold</code>",
        "{{ press(to, _('Send it'), 'is-small is-main', {'do': 'x'}) }}",
    ],
)  # fmt: skip
def test_what_is_translated_is_left_alone(template: str) -> None:
    assert words_of(template) == []


def bare_words(code: str) -> list[str]:
    """What a view says without asking the catalogue: in a flash, an error, a page of trouble."""
    calls = [one for one in ast.walk(ast.parse(code)) if isinstance(one, ast.Call)]
    given = [
        one
        for call in calls
        if ast.unparse(call.func) in {"flash", "abort", "Trouble"}
        for one in (*call.args, *(named.value for named in call.keywords))
    ]
    return [one.value for one in _literals(given) if WORD.search(one.value) and one.value not in FLASHED]


FLASHED = {"ok", "warn", "bad"}
"""Kinds of flashes."""


def _literals(given: Iterable[ast.expr]) -> Iterator[ast.Constant]:
    """The strings that may be said: as they stand, in one arm of a choice, between what is worked out."""
    for one in given:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one
        elif isinstance(one, ast.IfExp):
            yield from _literals((one.body, one.orelse))
        elif isinstance(one, ast.JoinedStr):
            yield from _literals(one.values)


VIEWS = sorted(Path(speech.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_no_view_says_anything_outside_the_catalogue(view: Path) -> None:
    assert bare_words(view.read_text(encoding="utf-8")) == []


def test_bare_words_of_views_are_found() -> None:
    code = 'flash("It is done." if x else "No", "ok")\nabort(404, f"no {x} here")\nTrouble(title="Not found at all")'
    assert bare_words(code) == ["It is done.", "No", "no ", " here", "Not found at all"]
    assert bare_words('flash(_("It is done."), "ok" if x else "bad")\nabort(404)\nflash(f"{a}: {b}.")') == []


# --- a made-up language -------------------------------------------------------------------------------------------

MADE_UP = "eo"
"""One there is, so that its name is known; what stands in its catalogue is English between brackets."""


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the catalogue of that language, made from what templates and pages say now."""
    folder = tmp_path_factory.mktemp("translations")
    pot, root = folder / "messages.pot", Path(__file__).parent.parent
    extract = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "pyproject.toml", "-o", pot, "."]
    subprocess.run(extract, cwd=root, check=True)
    with pot.open("rb") as file:
        catalogue = read_po(file, locale=MADE_UP)
    for message in catalogue:
        if message.id:
            both = message.id if isinstance(message.id, tuple) else (message.id,)
            said = tuple(f"⟦{one}⟧" for one in both)
            message.string = said if message.pluralizable else said[0]
    there = folder / MADE_UP / "LC_MESSAGES"
    there.mkdir(parents=True)
    with (there / "messages.mo").open("wb") as file:
        write_mo(file, catalogue, use_fuzzy=True)
    return folder


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, catalogues: Path) -> Iterator[MailOffice]:
    """An office whose operator reads the made-up language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speech, "FOLDER", catalogues)
        with mail_office(tmp_path_factory.mktemp("office"), builtin_mailbox=True) as made:
            made.begin(south=made.olga)
            speaks(made, made.olga)
            yield made


def speaks(desk: MailOffice, player: PlayerId, language: str = MADE_UP) -> None:
    with desk.services.db.writing() as session:
        session.get_one(Player, player).language = language


@pytest.fixture
def olga(desk: MailOffice) -> Visitor:
    return desk.visitor(desk.olga)


WALK = (
    "/games", "/account", "/account/leave", "/account/keys", "/mail", "/g/harrow-down", "/help/orders", "/rules/",
    "/rules/snaphance", "/rules/snaphance/fire", "/mailroom", "/mailroom/out?show=all", "/mailroom/state", "/outbox",
    "/scenarios", "/nowhere", "/g/none",
)  # fmt: skip


def test_every_page_of_a_walk_speaks_it(olga: Visitor) -> None:
    for path in WALK:
        page = olga.get(path).text
        assert '<html lang="eo">' in page, path
        assert "⟦Battles by Post⟧</" in page, path
        assert re.search(r"<title>[^<]*⟦.*</title>", page), path
        assert page.count("⟦") >= 10, path
        assert "⟦⟦" not in page, path


def test_it_is_chosen_on_the_account_page_and_said_in_flashes(desk: MailOffice, olga: Visitor) -> None:
    speaks(desk, desk.olga, "en")
    me = {"do": "save", "name": "Olga Ott", "zone": "Europe/Berlin"}
    assert '<option value="eo">Esperanto</option>' in olga.get("/account").text
    olga.send("/account", "/account/me", **me, language=MADE_UP)
    assert "⟦Skip to the page⟧" in olga.get("/account").text
    olga.send("/account", "/account/me", **me, language=MADE_UP)
    assert "<p>⟦Saved.⟧</p>" in olga.get("/account").text


def test_a_stranger_reads_what_his_browser_asks_for(desk: MailOffice) -> None:
    nobody = desk.visitor()
    assert "⟦Sign in⟧" in nobody.get("/sign-in", **{"Accept-Language": "fr, eo;q=0.8, en;q=0.5"}).text
    assert "⟦" not in nobody.get("/sign-in", **{"Accept-Language": "fr, en;q=0.5, eo;q=0.1"}).text
    assert "⟦" not in nobody.get("/sign-in", **{"Accept-Language": "xx"}).text


def test_numbers_choose_their_form(olga: Visitor) -> None:
    assert re.search(r"⟦\d+ sections⟧", olga.get("/rules/").text)


def test_others_read_english_and_so_does_who_chose_a_language_that_is_gone(desk: MailOffice) -> None:
    assert "⟦" not in desk.visitor().get("/sign-in").text
    assert "⟦" not in desk.visitor(desk.ann).get("/games").text
    speaks(desk, desk.ann, "xx")
    assert '<html lang="en">' in desk.visitor(desk.ann).get("/account").text


def test_english_alone_is_shipped() -> None:
    assert [one.parent.parent.name for one in SHIPPED.glob("*/LC_MESSAGES/*.mo")] == []
