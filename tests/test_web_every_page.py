"""What holds of every page of the site: its policy, its weight, that looking changes nothing, that all can read it."""

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from werkzeug.test import TestResponse

from pbem.store.tables import Record, Use
from pbem.web.security import LETTER, PAGE, PICTURE
from tests.every_page import Page as Example
from tests.every_page import Who, World, pages, world
from tests.servers.chromium import serving
from tests.web_offices import signed_in

HEAVIEST = 150 * 1024
"""Bytes of a page without its map: the document, as it is sent."""

WIDTHS = (320, 390, 820, 1440)
NARROWEST, *WIDER = WIDTHS
"""Each page is seen at the narrowest and, in the suite, at one of the others in turn."""
KINDS = {
    *("games.front", "games.mine", "games.turn", "newgame.form", "scenarios.listed", "rules.section"),
    *("replay.show", "dice.show", "debrief.show", "umpire.show", "ruling.show", "mailroom.show", "mail.show"),
    *("outbox.show", "talk.letters", "account.show", "musters.show"),
}
"""One page of each kind, beside those of a battle: in the suite the contrast of these is measured, in the soak of all.
The others are made of the same parts."""
FILES = {
    *("games.board", "games.stand", "board.style", "board.ground", "replay.frame", "replay.ground", "glances.of_game"),
    "pulse.show",
    *("downloads.archive", "downloads.picture", "downloads.drawing", "downloads.orders", "downloads.report"),
    *("downloads.reports", "scenarios.small", "scenarios.board", "feed.show", "api.document"),
    *("outbox.letter", "outbox.raw", "mailroom.raw", "umpire.board", "held.board", "ruling.ground", "beside.drawing"),
}
"""What is no page of ours: pictures, mails, files to keep."""

PEOPLE: tuple[Who, ...] = ("nobody", "ann", "olga")

NOT_WALKED = {
    "addresses.look": "a mail's token of an address not yet proven: tests/test_web_people.py",
    "confirming.show": "a mail's token of orders held: tests/test_web_people.py",
    "pausing.look": "a mail's token to stop mails: tests/test_web_mail.py",
    "outbox.part": "a picture within a mail: tests/test_web.py",
    "joining.look": "a mail's token to sign up: tests/test_web_musters.py",
    "static": "files",
}
"""Pages that only a token in a mail opens, and where they are looked at."""


@pytest.fixture(scope="module")
def here() -> Iterator[World]:
    with TemporaryDirectory() as folder, world(Path(folder)) as made:
        yield made


@pytest.fixture(scope="module")
def examples(here: World) -> tuple[Example, ...]:
    return pages(here)


@pytest.fixture(scope="module")
def answers(here: World, examples: tuple[Example, ...]) -> tuple[tuple[Example, TestResponse], ...]:
    """Every page as it was when it was opened first, by whom it is for."""
    clients = {who: here.client(who) for who in PEOPLE}
    return tuple((one, clients[one.who].get(one.path, buffered=True)) for one in examples)


class Marks(HTMLParser):
    """What a document has that it must not have."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.ids: set[str] = set()
        self.h1 = 0
        self.forms: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or "style" in given:
            self.faults.append(f"a style in <{tag}>")
        if tag == "script" and not given.get("src") and given.get("type") != "application/json":
            self.faults.append("a script inside the page")
        self.faults += [f"{name} on <{tag}>" for name in given if name.startswith("on")]
        if (one := given.get("id")) is not None:
            if one in self.ids:
                self.faults.append(f"two of id {one}")
            self.ids.add(one)
        self.h1 += tag == "h1"
        if tag == "form":
            self.forms.append((given.get("method", "get") or "get", False))
        if tag == "input" and given.get("name") == "csrf_token" and self.forms:
            self.forms[-1] = (self.forms[-1][0], True)


def is_page(example: Example, mimetype: str) -> bool:
    """Whether an answer is one of our pages: mails shown in a frame are documents of their own."""
    return mimetype == "text/html" and example.endpoint != "outbox.letter" and example.status < 300


def test_every_page_has_an_example(here: World, examples: tuple[Example, ...]) -> None:
    """But for those of the API: `test_api_schema` asks for them all."""
    shown = {one.endpoint for one in examples if not one.path.startswith("/api/1/")} | set(NOT_WALKED)
    rules = here.desk.app.url_map.iter_rules()
    there = {one.endpoint for one in rules if "GET" in (one.methods or ()) and not one.rule.startswith("/api/1/")}
    assert there - shown == set(), "pages without an example in tests/every_page.py"
    assert shown - there == set(), "examples of pages that there are not"


def test_the_policy_of_pages_lets_nothing_in() -> None:
    """No script or style inside a page or from elsewhere, no frame around it, nothing sent to anybody else."""
    rules = dict(one.split(" ", 1) for one in PAGE.split("; "))
    assert (rules["default-src"], rules["base-uri"], rules["frame-ancestors"]) == ("'none'", "'none'", "'none'")
    own = ("script-src", "style-src", "connect-src", "form-action", "img-src", "font-src", "frame-src")
    assert {rules[name] for name in own} == {"'self'"}
    assert "script-src" not in PICTURE + LETTER  # theirs is the default: none
    assert all("default-src 'none'" in one for one in (PICTURE, LETTER))


def test_documents_are_clean_light_and_strict(answers: tuple[tuple[Example, TestResponse], ...]) -> None:
    faults: list[str] = []
    for one, answer in answers:
        if answer.status_code != one.status:
            faults.append(f"{one.path} for {one.who}: {answer.status_code}, not {one.status}")
        policy = answer.headers["Content-Security-Policy"]
        if policy not in {PAGE, PICTURE, LETTER} or (is_page(one, answer.mimetype) and policy != PAGE):
            faults.append(f"{one.path}: policy {policy}")
        if not is_page(one, answer.mimetype):
            continue
        marks = Marks()
        marks.feed(answer.text)
        weight = len(without_map(answer.data))
        faults += [f"{one.path}: {fault}" for fault in marks.faults]
        faults += [f"{one.path}: {marks.h1} h1"] if marks.h1 != 1 else []
        faults += [f"{one.path}: a form without its token"] if ("post", False) in marks.forms else []
        faults += [f"{one.path}: {weight} bytes"] if weight > HEAVIEST else []
    assert not faults, "\n".join(faults)


def without_map(data: bytes) -> bytes:
    """A page less the map drawn in it."""
    return re.sub(rb'<svg [^>]*class="map .*?</svg>', b"", data, flags=re.DOTALL)


@pytest.mark.usefixtures("answers")
def test_looking_changes_nothing(here: World, examples: tuple[Example, ...]) -> None:
    """Once a page has been opened: that a letter was read is noted."""
    clients = {who: here.client(who) for who in PEOPLE}
    before = everything(here)
    for one in examples:
        clients[one.who].get(one.path)
    after = everything(here)
    assert [name for name, rows in before.items() if after[name] != rows] == []


def everything(here: World) -> dict[str, list[object]]:
    """Every row of every table, but for how often pages were asked for."""
    with here.desk.services.db.reading() as session:
        tables = [one for one in Record.metadata.sorted_tables if one.name != Use.__tablename__]
        return {one.name: list(session.connection().execute(one.select()).all()) for one in tables}


def test_a_stranger_is_sent_to_sign_in_or_shown_what_is_for_all(here: World, examples: tuple[Example, ...]) -> None:
    client = here.client("nobody")
    free = {one.path for one in examples if one.who == "nobody"} | {"/scenarios/snaphance/harrow-down"}
    codes = {"Ann Aldous", "Bob Barlow", "S01", "N01"}
    for one in examples:
        if one.who == "nobody" or one.path in free:
            continue
        answer = client.get(one.path)
        if answer.status_code == 200:
            assert not [word for word in codes if word in answer.text], f"{one.path} tells a stranger of a battle"
        else:
            assert answer.status_code in {303, 302, 401, 403, 404}, f"{one.path}: {answer.status_code}"


# --- in a browser -------------------------------------------------------------------------------------------------

SMALL = """[...document.querySelectorAll("a, button, select, summary, textarea, .tablist label")]
  .filter(one => !one.matches(".skip") && !one.closest("h3") && !one.closest("svg"))
  .filter(one => !(one.matches("a") && getComputedStyle(one).display === "inline" &&
                   one.closest("p, li, td, dd, dt, span")?.textContent.trim().length > one.textContent.trim().length))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([_, box]) => box.width && (box.height < 43 || box.width < 43))
  .map(([one, box]) => `${one.textContent.trim()} ${Math.round(box.width)}x${Math.round(box.height)}`).slice(0, 3)"""
"""What is too small for a finger; links that run on in a sentence are as high as its lines."""

RUN = """async ([rules, contrast]) => {
  const all = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const runOnly = rules ? {type: "rule", values: rules} : all;  // nothing is written about what is as it should be
  const more = rules ? {} : {"label-content-name-mismatch": {enabled: true}, "color-contrast": {enabled: contrast}};
  const how = {runOnly, rules: more, resultTypes: ["violations"], selectors: false, preload: false};
  const found = await axe.run(document, how);
  return found.violations.map(one => `${one.id}: ${one.help}: ` + one.nodes.slice(0, 3).map(n => n.html).join(" | "));
}"""


def look(page: Page, path: str, widths: tuple[int, ...], *, contrast: bool) -> list[str]:
    """What is wrong with a page: what axe finds; its contrast, in the dark too, if wanted; what scrolls sideways;
    what fingers miss."""
    faults: list[str] = []
    page.evaluate(f"() => {{ {Path(AXE_FILE_PATH).read_text(encoding='utf-8')} }}")
    faults += page.evaluate(RUN, [None, contrast])
    if contrast:
        page.emulate_media(color_scheme="dark")
        faults += [f"dark: {one}" for one in page.evaluate(RUN, [["color-contrast"], True])]
        page.emulate_media(color_scheme="light")
    for width in widths:
        page.set_viewport_size({"width": width, "height": 844})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults.append(f"scrolls sideways at {width}")
        faults += [f"too small at {width}: {one}" for one in page.evaluate(SMALL)]
    return [f"{path}: {one}" for one in faults]


@pytest.mark.slow
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["kinds", "every"])
@pytest.mark.parametrize("who", PEOPLE)
def test_every_page_can_be_read_and_used_by_all(
    here: World, examples: tuple[Example, ...], chromium: Browser, who: Who, every: bool
) -> None:
    """every: whether the contrast of all is measured, at all widths."""
    faults: list[str] = []
    with serving(here.desk.app) as base:
        context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        page = context.new_page()
        page.on("console", lambda said: faults.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        if who != "nobody":
            signed_in(page, base, here.desk.visitor({"ann": here.desk.ann, "olga": here.desk.olga}[who]))
        looked: set[str] = set()
        battles = {
            f"/g/{here.fight}?tab=orders&open=S04",
            f"/g/{here.fight}?tab=report&open=S04",
            f"/g/{here.table}?tab=orders",
        }
        for number, one in enumerate(examples):
            if one.who != who or one.status != 200 or one.endpoint in FILES:
                continue
            if one.endpoint in looked and one.endpoint != "games.show":  # the same page, with little else on it
                continue
            contrast = every or one.endpoint in KINDS or one.path in battles
            some = WIDER if every else [WIDER[number % len(WIDER)]]
            page.goto(base + one.path)
            expect(page.locator("h1")).to_have_count(1)
            faults += look(page, one.path, (NARROWEST, *some), contrast=contrast)
            looked.add(one.endpoint)
        context.close()
    assert not faults, "\n".join(faults)


# --- without colour -----------------------------------------------------------------------------------------------

BLINDNESS = ("achromatopsia", "protanopia", "deuteranopia", "tritanopia")
UNLIKE = 2.5
"""How many times more two sides must differ than two stands of one side."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sides_and_states_are_told_apart_without_colour(here: World, chromium: Browser, scheme: str) -> None:
    """Through each sort of colour blindness two sides' troops look unlike, one side's alike; every state has words."""
    with serving(here.desk.app) as base:
        context = chromium.new_context(
            viewport={"width": 1440, "height": 1000}, color_scheme="dark" if scheme == "dark" else "light"
        )
        page = context.new_page()
        signed_in(page, base, here.desk.visitor(here.desk.ann))
        page.goto(f"{base}/g/{here.fight}?view=whole&layers=1&l=numbers")  # units alone, no signs of orders over them
        eyes = context.new_cdp_session(page)
        for kind in BLINDNESS:
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
            one, enemy, friend = greys(page, "S01", "N01", "S03")
            sides, same = unlike(one, enemy), unlike(one, friend)
            assert sides > UNLIKE * same, f"S01 differs from N01 by {sides:.0f}, from S03 by {same:.0f}, with {kind}"
        states = page.locator("#understood .order .state")
        assert states.count() >= 6
        assert all(words.strip() for words in states.all_inner_texts())
        context.close()


def unlike(one: bytes, other: bytes) -> float:
    """How unlike two counters look: the mean difference of their greys, of 255."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


def greys(page: Page, *codes: str) -> Iterator[bytes]:
    """Each counter as a picture of 32 by 32 greys, all cut from one picture of the map."""
    map_of = page.locator("#map")
    shot = Image.open(io.BytesIO(map_of.screenshot())).convert("L")
    whole = map_of.bounding_box()
    assert whole is not None
    for code in codes:
        box = page.locator(f'#map [data-code="{code}"]').first.bounding_box()
        assert box is not None
        left, top = box["x"] - whole["x"], box["y"] - whole["y"]
        yield (
            shot.crop((int(left), int(top), int(left + box["width"]), int(top + box["height"])))
            .resize((32, 32))
            .tobytes()
        )
