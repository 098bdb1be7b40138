"""The rules on the web: each rule defined once, each mention of one a link that leads to it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pbem import rulesets
from pbem.web import security
from pbem.web.reference.rules import BadReference, Reference, first_of, read, reference
from tests.servers.chromium import serving
from tests.web_offices import Office, office

FOLDER = Path(rulesets.__file__).parent
NAMES = tuple(name for name in rulesets.rule_sets() if (FOLDER / name / "reference").is_dir())
"""Rule sets that can be read: each rule that any of them cites must be there."""
CODE = [(name, path) for name in NAMES for path in sorted((FOLDER / name).rglob("*.py"))]
RULE = re.compile(
    r"(?<![\w-])(?:SN[ST]?-(?:[a-z]+-)?[A-Z]?[0-9a-z]+(?:\.\d+)*[a-z]?|OH-(?:R-)?(?:[a-z]+-)?[A-Z]?[0-9]+"
    r"|AR-(?:[a-z]+-)?[A-Z]?[0-9]+|FS-(?:[a-z]+-)?[A-Z]?[0-9]+(?:\.\d+)*[a-z]?|CA-Q?[0-9]+)"
)
CITED = {"snaphance": 250, "onehour": 90, "armatys": 150, "fornovo": 200, "campaign": 35}
"""How many rules the code of each cites at least."""
FOLLOWED = {"snaphance": 900, "onehour": 250, "armatys": 300, "fornovo": 300, "campaign": 5}
"""How many links there are at least between the rules of each."""
HREF = re.compile(r'<a [^>]*href="([^"]+)"')
ANCHOR = re.compile(r'\sid="([^"]+)"')


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def book_of(name: str) -> Reference:
    found = reference(name)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def book() -> Reference:
    return book_of("snaphance")


# --- the reference ------------------------------------------------------------------------------------------------


def test_every_rule_decision_and_example_is_there(book: Reference) -> None:
    """359 rules, 76 rulings, 36 decisions, 18 examples, 10 of hidden units: no number is left out."""
    rulings = [one for one in book.where if re.fullmatch(r"SN-Q\d+", one)]
    assert rulings == [f"SN-Q{n}" for n in range(1, 77)]
    assert [one for one in book.where if one.startswith("D")] == [f"D{n}" for n in range(1, 37)]
    assert [one for one in book.where if one.startswith("W-")] == [f"W-{n:02}" for n in range(1, 19)]
    assert len([one for one in book.where if one.startswith("SN")]) - len(rulings) == 359 + 10


def test_every_one_hour_rule_is_there() -> None:
    """30 printed rules, 15 restored, 18 definitions, 44 rulings, 10 decisions, 5 examples, 10 of hidden units."""
    numbers = {
        "unit-": 3, "seq-": 2, "move-": 8, "shoot-": 8, "melee-": 8, "elim-": 1, "R-terr-": 6, "R-charge-": 4,
        "R-shoot-": 1, "R-melee-": 4, "G": 18, "Q": 44, "D": 10, "E": 5, "H": 10,
    }  # fmt: skip
    rules = {f"OH-{kind}{n}" for kind, last in numbers.items() for n in range(1, last + 1)}
    assert {one for one in book_of("onehour").where if one.startswith("OH-")} == rules


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_the_program_cites_can_be_read(name: str) -> None:
    """What is cited to players is a rule of the reference; a comment may name the number that several rules share.

    Who takes battles that a campaign calls names the campaign's rules.
    """
    where, above, unknown = book_of(name).where, book_of("campaign").where, []
    for path in [path for of, path in CODE if of == name]:
        source = path.read_text(encoding="utf-8")
        named = set(RULE.findall(source))
        if not named:
            continue
        quoted = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
        cited = {one for one in quoted if isinstance(one, str) and RULE.fullmatch(one)}
        shared = {one for one in named if first_of(one, where) is not None} | above.keys() & named | {"SN-8.x"}
        unknown += [f"{path.name}: {one}" for one in (cited - where.keys()) | (named - shared)]
    assert unknown == []


@pytest.mark.parametrize("name", NAMES)
def test_the_program_cites_many_rules(name: str) -> None:
    """Else the test above would look at nothing."""
    files = [path.read_text(encoding="utf-8") for of, path in CODE if of == name]
    assert len({one for text in files for one in RULE.findall(text)}) > CITED[name]


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_that_readings_name_can_be_read(name: str) -> None:
    text = (FOLDER / name / "RULINGS.md").read_text(encoding="utf-8")
    named = set(RULE.findall(text))
    assert len(named) > 30 or (name == "campaign" and len(named) > 10)
    assert {one for one in named if first_of(one, book_of(name).where) is None} == set()


def test_a_number_that_several_rules_share_leads_to_the_first(book: Reference) -> None:
    assert first_of("SN-7.4", book.where) == "SN-7.4a"
    assert first_of("SN-1", book.where) == "SN-1.1a"
    assert first_of("SN-1.1a", book.where) == "SN-1.1a"
    assert first_of("SN-Q7", book.where) == "SN-Q7"
    assert first_of("SN-99.9", book.where) is None
    assert first_of("OH-R-terr", book_of("onehour").where) == "OH-R-terr-1"


ONE = "# One\n\n- **SN-1a** A stand throws 2D6, see SN-2b and D6.\n"
TWO = "# Two\n\n- **SN-2b A title.** Text.\n- **D6** A decision.\n- **CS** a short form.\n\n## More of it\n\nWords.\n"


def test_rules_become_anchors_and_mentions_links() -> None:
    made = read("toy", "Toy", {"01-one.md": ONE, "02-two.md": TWO})
    assert dict(made.where) == {"SN-1a": "one", "SN-2b": "two", "D6": "two"}
    first, second = made.sections
    assert 'id="SN-1a"' in first.html
    assert '2D6, see <a href="two#SN-2b">SN-2b</a> and D6.' in first.html  # a die is no decision
    assert '<strong><a href="#SN-2b">SN-2b</a> A title.</strong>' in second.html
    assert second.headings == (("more-of-it", "More of it"),)


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        (ONE, TWO + "\n- **SN-1a** Again.\n", "02-two.md: SN-1a is defined a second time"),
        (ONE.replace("SN-2b", "SN-2c"), TWO, "01-one.md: SN-2c is named and nowhere defined"),
        (ONE + "\n[there](03-three.md)\n", TWO, "01-one.md: the link 03-three.md leads nowhere"),
        (ONE + "\n[there](02-two.md#less)\n", TWO, "leads nowhere"),
        ("Words.\n", TWO, "begins with its title"),
    ],
)
def test_a_fault_in_a_reference_is_named(one: str, two: str, said: str) -> None:
    with pytest.raises(BadReference, match=re.escape(said)):
        read("toy", "Toy", {"01-one.md": one, "02-two.md": two})


def test_short_forms_are_written_out_where_they_first_stand_on_a_page() -> None:
    files = {
        "00-shape.md": "# Shape\n\n- **CB** charge bonus: dice.\n"
        "- **CS** combat stand, **MCS** mounted combat stand.\n",
        "01-fight.md": "# Fight\n\n## The MCS\n\nAn MCS adds its CB, and MCS do so in D6 rolls. CB again.\n",
    }
    made = read("toy", "Toy", files)
    first, second = (one.html for one in made.sections)
    assert "<abbr" not in first
    assert '<abbr title="mounted combat stand">MCS</abbr> (mounted combat stand) adds' in second
    assert second.count("(charge bonus)") == second.count("(mounted combat stand)") == 1
    assert second.count("<abbr") == 4


def test_html_in_a_reference_is_text() -> None:
    made = read("toy", "Toy", {"01-one.md": "# One\n\n- **SN-1a** <script>alert(1)</script>\n"})
    assert "<script>" not in made.sections[0].html


# --- pages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_link_of_the_rules_resolves(desk: Office, name: str) -> None:
    visitor = desk.visitor()
    paths = ["/rules/", f"/rules/{name}", *(f"/rules/{name}/{one.slug}" for one in book_of(name).sections)]
    pages = {path: visitor.get(path).text for path in paths}
    anchors = {path: ANCHOR.findall(text) for path, text in pages.items()}
    followed = 0
    for path, text in pages.items():
        assert len(anchors[path]) == len(set(anchors[path])), path
        for href in HREF.findall(text):
            there, _, anchor = href.partition("#")
            target = there if there.startswith("/") else f"/rules/{name}/{there}" if there else path
            if target not in pages:
                assert visitor.get(target).status_code in {200, 303}, f"{path}: {href}"
                continue
            assert not anchor or anchor in anchors[target], f"{path}: {href}"
            followed += 1
    assert followed > FOLLOWED[name]


def test_the_pages_keep_scripts_and_styles_out(desk: Office) -> None:
    for path in ("/rules/", "/rules/snaphance", "/rules/snaphance/movement"):
        answer = desk.visitor().get(path)
        assert answer.headers["Content-Security-Policy"] == security.PAGE
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script", answer.text)


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_is_found_by_its_id(desk: Office, name: str) -> None:
    visitor = desk.visitor()
    for rule, slug in book_of(name).where.items():
        answer = visitor.get(f"/rules/{name}/id/{rule}")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/rules/{name}/{slug}#{rule}")


@pytest.mark.parametrize(
    "path", ["/rules/chess", "/rules/snaphance/castling", "/rules/snaphance/id/SN-99z", "/rules/chess/id/SN-4.0b"]
)
def test_what_is_not_there_is_said_so(desk: Office, path: str) -> None:
    answer = desk.visitor().get(path)
    assert answer.status_code == 404
    assert "rule" in answer.text


def test_reports_refusals_and_the_help_link_to_rules(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S02 forward 0909")
    shown = visitor.get(f"/g/{game}").text
    assert '<a href="/rules/snaphance/id/SN-4.0d">SN-4.0d</a>' in shown
    visitor.order(game, "S01 forward 0607\nS02 forward 0707\nS03 forward 0807", "ready")
    visitor.order(game, "", "ready", turn=2)
    report = visitor.get(f"/g/{game}?tab=report").text
    report = report[report.index('id="p-report"') :]
    for text, least in ((report, 1), (visitor.get("/help/orders").text, 20)):
        hrefs = [one for one in HREF.findall(text) if one.startswith("/rules/snaphance/id/")]
        assert len(hrefs) >= least
        for href in set(hrefs):
            assert visitor.get(href).status_code == 302, href


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
def test_the_pages_fit_their_window(desk: Office, chromium: Browser, scheme: str) -> None:
    context = chromium.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    with serving(desk.app) as base:
        for name in ("", "snaphance", "snaphance/dice", "snaphance/rulings", "snaphance/sheet", "snaphance/procedure",
                     "onehour", "onehour/restored", "onehour/geometry"):  # fmt: skip
            page.goto(f"{base}/rules/{name}")
            page.evaluate("async () => { await document.fonts.ready }")
            for width in (320, 1440) if scheme == "light" else (390,):
                page.set_viewport_size({"width": width, "height": 844})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} scrolls at {width}"
        page.goto(f"{base}/rules/snaphance/id/SN-4.5e")
        assert page.evaluate("document.querySelector(':target').id") == "SN-4.5e"
        expect(page.locator(":target")).to_be_in_viewport()
    context.close()
    assert not said, said
