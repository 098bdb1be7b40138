"""Orders are given on the map of a game's page: by fingers, by mouse, by keys."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pbem.engine.ids import GameId
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.play.work import open_game
from tests.board_hands import opened, spot, swipe, telephone, text_of, write
from tests.servers.chromium import serving
from tests.web_offices import NORTH, SOUTH, Office, office

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    with telephone(chromium) as page:
        yield page


def arrows(page: Page) -> Locator:
    return page.locator("#b-orders path")


def test_orders_are_tapped_on_a_telephone(desk: Office, phone: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        phone.touchscreen.tap(*spot(phone, "S04"))
        card = phone.locator("#card")
        expect(card).to_contain_text("Right troops")
        expect(phone.locator("#b-marks .go").first).to_be_attached()
        expect(arrows(phone)).to_have_count(0)

        phone.touchscreen.tap(*spot(phone, "0907"))  # where it may go
        expect(text_of(phone)).to_have_value("S04 forward 0907")
        expect(arrows(phone)).not_to_have_count(0)
        expect(card.locator(".may[aria-pressed=true]")).not_to_have_count(0)
        phone.touchscreen.tap(*spot(phone, "0906"))  # and on from there
        expect(text_of(phone)).to_have_value(re.compile(r"S04 \w+ 0907 .*0906"))

        phone.get_by_role("button", name="Undo").tap()
        expect(text_of(phone)).to_have_value("S04 forward 0907")
        phone.get_by_role("button", name="Undo").tap()
        expect(text_of(phone)).to_have_value("")
        expect(arrows(phone)).to_have_count(0)
        expect(phone.get_by_role("button", name="Undo")).to_be_disabled()
        phone.get_by_role("button", name="Redo").tap()
        expect(text_of(phone)).to_have_value("S04 forward 0907")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390


TWO_WAYS = """<div class="unit"><ul>
<li><button class="may" name="line" value="S04 fire N05"
  data-at="N05" data-note="3 dice, at least one hit 42 in 100">Fire</button></li>
<li><button class="may" name="line" value="S04 charge N05" data-at="N05" data-note="61 in 100">Charge</button></li>
<li><button class="may" name="line" value="S04 hold">Hold</button></li>
</ul><button class="may" name="line" value="S04 turn 2" data-at="1107">turn to 2</button></div>"""


def test_where_several_things_may_be_done_the_card_asks(desk: Office, page: Page) -> None:
    game = desk.begin()
    page.route("**/stands/S04", lambda route: route.fulfill(body=TWO_WAYS, content_type="text/html"))
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        page.mouse.click(*spot(page, "S04"))
        expect(page.locator("#b-marks .aim")).to_have_count(1)
        expect(page.locator("#b-marks .odds")).to_have_text("42%")
        expect(page.locator("#b-marks .go")).to_have_count(0)  # a turn goes nowhere
        expect(page.locator("#b-marks .dot")).to_have_count(1)
        page.mouse.click(*spot(page, "N05"))
        card = page.locator("#card")
        expect(card.get_by_role("button", name="Fire")).to_be_focused()
        expect(card.get_by_role("button", name="Charge")).to_be_visible()
        expect(card.get_by_role("button", name="Hold")).to_be_hidden()
        card.get_by_role("button", name="Show all it may do").click()
        expect(card.get_by_role("button", name="Hold")).to_be_visible()


def test_several_stands_are_ordered_at_once(desk: Office, phone: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        phone.get_by_role("button", name="Several").tap()
        for code in ("S01", "S02"):
            phone.touchscreen.tap(*spot(phone, code))
            expect(phone.locator("#card")).to_contain_text(code)
        expect(phone.locator("#card")).to_contain_text("2 units together")
        expect(phone.locator("#b-marks .go")).not_to_have_count(0)  # the line says which way, its button where to
        phone.touchscreen.tap(*spot(phone, "S02"))
        expect(phone.locator("#card")).not_to_contain_text("S02")
        phone.get_by_role("button", name="Several").tap()
        phone.touchscreen.tap(*spot(phone, "S01"))
        expect(phone.locator("#card")).to_be_hidden()


def test_orders_are_given_by_keys_alone(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        board, said, cursor = page.locator("#board"), page.locator("#map-said"), page.locator("#b-cursor")
        page.locator(".menu summary").focus()
        page.keyboard.press("Tab")
        expect(board).to_be_focused()
        expect(cursor).to_be_visible()
        for _ in range(3):
            page.keyboard.press("n")
        expect(said).to_contain_text("S04 Right troops")
        page.keyboard.press("Enter")
        expect(page.locator("#card")).to_contain_text("Right troops")
        page.keyboard.press("7")
        expect(said).to_contain_text("Here it may: 0907.")
        page.keyboard.press("Enter")
        expect(text_of(page)).to_have_value("S04 forward 0907")
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        page.keyboard.press("u")
        expect(text_of(page)).to_have_value("")
        page.keyboard.press("Escape")
        expect(page.locator("#card")).to_be_hidden()
        before = board.get_attribute("viewBox")
        page.keyboard.press("+")
        expect(board).not_to_have_attribute("viewBox", before or "")
        page.keyboard.press("0")
        expect(board).to_have_attribute("viewBox", before or "")
        page.keyboard.press("Tab")  # no stand is a stop of its own
        assert page.evaluate("document.activeElement.closest('#board') === null")


def test_the_map_is_moved_and_its_layers_are_remembered(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        board = page.locator("#board")
        page.get_by_role("button", name="Zoom in").click()
        expect(board).to_have_class(re.compile("is-zoomed"))
        x, y = spot(page, "0505")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 40, y - 30)
        page.mouse.move(x - 80, y - 60)
        page.mouse.up()
        moved = spot(page, "0505")
        assert (round(x - moved[0]), round(y - moved[1])) == (80, 60)
        expect(page.locator("#map-said")).to_be_hidden()  # a drag is no tap
        page.get_by_role("link", name="Whole", exact=True).click()
        expect(board).not_to_have_class(re.compile("is-zoomed"))

        page.get_by_text("Layers", exact=True).click()
        expect(page.locator(".l-numbers")).to_be_visible()
        page.get_by_label("Hex numbers").uncheck()
        page.get_by_label("Zones of control, mine").check()
        expect(page.locator(".l-numbers")).to_be_hidden()
        page.reload()
        expect(page.locator(".l-numbers")).to_be_hidden()
        expect(page.locator(".l-zone-own")).to_be_visible()


def test_the_map_of_an_earlier_turn_is_looked_at_alone(desk: Office, page: Page) -> None:
    game = desk.begin()
    desk.visitor(desk.ines).order(game, "S04 forward 0907", "ready")
    with serving(desk.app) as base:
        opened(page, base, desk, GameId(f"{game}/turns/0"))
        said = page.locator("#map-said")
        page.mouse.click(*spot(page, "S04"))
        expect(said).to_contain_text("S04 Right troops")
        page.locator("#board").focus()
        page.keyboard.press("Escape")
        expect(said).to_have_text("Nothing is chosen.")
        page.keyboard.press("n")
        expect(said).to_contain_text(re.compile(r"\b[NS]0\d "))


def test_a_finger_scrolls_the_page_until_two_have_come_closer(desk: Office, phone: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        phone.emulate_media(reduced_motion="reduce")
        board = phone.locator("#board")
        phone.evaluate("document.getElementById('map').scrollIntoView()")
        home, start = board.get_attribute("viewBox") or "", phone.evaluate("scrollY")
        x, y = spot(phone, "0605")
        swipe(phone, ((x, y), (x, y + 90)))
        phone.wait_for_function("start => scrollY < start", arg=start)
        expect(board).to_have_attribute("viewBox", home)
        x, y = spot(phone, "0605")
        swipe(phone, ((x - 20, y), (x - 60, y)), ((x + 20, y), (x + 60, y)))
        expect(board).to_have_class(re.compile("is-zoomed"))
        closer, start = board.get_attribute("viewBox") or "", phone.evaluate("scrollY")
        assert float(closer.split()[2]) < float(home.split()[2]) / 2
        swipe(phone, ((x, y), (x, y + 60)))
        expect(board).not_to_have_attribute("viewBox", closer)
        assert phone.evaluate("scrollY") == start
        assert phone.evaluate("visualViewport.scale") == 1


def test_what_is_typed_is_drawn(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        write(page, "S04 forward 0907")
        expect(arrows(page)).not_to_have_count(0)
        expect(page.locator("#drawn")).to_be_hidden()
        write(page, "S04 hold")
        expect(arrows(page)).to_have_count(0)


def test_an_answer_with_a_place_is_tapped(desk: Office, page: Page) -> None:
    game = new_game(
        desk.services,
        "snaphance/harrow-down",
        {SOUTH: desk.ines, NORTH: None},
        Options(pace="ask me", every=0),
        seed=b"ask",
    )
    while not placed_answers(desk, game):
        work = open_game(desk.services, game)
        ask = asked(work.desk, SOUTH)
        assert ask is not None
        submit(desk.services, game, SOUTH, aide_orders(work, ask)[1], "web", desk.ines, ready=True)
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        radio = page.locator("#question input[type=radio][data-at]:not(:checked)").first
        line, at = radio.get_attribute("value"), radio.get_attribute("data-at")
        page.mouse.click(*spot(page, at or ""))
        expect(page.locator("#question input[type=radio]:checked")).to_have_value(line or "")
        expect(page.locator("#b-marks .is-picked")).not_to_have_count(0)


def placed_answers(desk: Office, game: GameId) -> list[str]:
    """Where the answers of a single question are on the map."""
    work = open_game(desk.services, game)
    ask = asked(work.desk, SOUTH)
    assert ask is not None, "the battle is over and no question had a place"
    return [one.at for one in work.rules.language.offers(work.view(SOUTH), ask, None).answers if one.at]
