"""The page a player orders on, in a browser: what is on the first screen, how many taps a turn takes, what is kept."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pbem.engine.ids import GameId, Seat
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from tests import table_games
from tests.board_hands import PHONE, opened, spot, telephone, text_of, write
from tests.servers.chromium import serving
from tests.web_offices import NORTH, SOUTH, Office, office

pytestmark = pytest.mark.slow

PARTS = (".one-line", ".situation", "#board", ".tools", "#orders", "#bar")
BOXES = """some => some.map(name => {
  const {top, bottom, left, right} = document.querySelector(name).getBoundingClientRect();
  return [top, bottom, left, right].map(Math.round);
})"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    with telephone(chromium) as page:
        yield page


def battles(desk: Office) -> list[GameId]:
    """A small battle on hexes, a table in inches, a large battle."""
    seats = [Seat(one) for one in desk.services.scenarios("snaphance/lutzen", {}).scenario.seats]
    lutzen = new_game(desk.services, "snaphance/lutzen", {seats[0]: desk.ines, seats[1]: None}, Options(), seed=b"web")
    return [desk.begin(), table_games.begin(desk.services, desk.ines), lutzen]


def boxes(page: Page) -> list[tuple[int, int, int, int]]:
    found: list[tuple[int, int, int, int]] = [tuple(one) for one in page.evaluate(BOXES, PARTS)]
    return found


def test_a_telephone_has_map_list_and_button_on_its_first_screen(desk: Office, phone: Page) -> None:
    with serving(desk.app) as base:
        for game in battles(desk):
            opened(phone, base, desk, game)
            head, said, board, tools, sheet, bar = boxes(phone)
            assert (head[0], head[1]) == (0, 48)
            assert (said[0], said[1]) == (48, 100)
            assert (board[0], board[2], board[3]) == (100, 0, 390)
            assert board[1] - board[0] >= 250
            assert 0 <= tools[0] - board[1] <= 2
            assert 43 <= tools[1] - tools[0] <= 46
            assert sheet[0] == tools[1]
            assert (bar[1], bar[1] - bar[0]) == (844, 68)
            assert bar[0] - sheet[0] >= 116, "less than a peek of the list is left"
            expect(phone.get_by_role("button", name="Submit orders")).to_be_in_viewport()
            expect(phone.get_by_role("button", name=re.compile("^Next"))).to_be_in_viewport()


def test_on_a_desk_everything_is_on_one_screen(desk: Office, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    with serving(desk.app) as base:
        for game in battles(desk):
            opened(page, base, desk, game)
            head, said, board, tools, sheet, bar = boxes(page)
            assert (head[1] - head[0], said[1] - said[0]) == (52, 40)
            assert (board[0], board[3]) == (92, 880)
            assert tools[1] == bar[1] == 800
            assert (sheet[0], sheet[2], sheet[3], sheet[1]) == (92, 880, 1280, bar[0])
            assert page.evaluate("document.documentElement.scrollHeight") == 800
            own = page.evaluate("Board.units.filter(Board.isOwn).map(one => one.getBoundingClientRect().bottom)")
            assert max(own) <= tools[0], "a unit of mine is cut off"


def test_a_turn_of_six_units_takes_two_taps_a_unit_and_one(desk: Office, phone: Page) -> None:
    """Next, where to, Next, where to...; then Submit.  Nothing is scrolled."""
    game = desk.begin(against_aide=False)
    taps = 0
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        for _ in range(6):
            code = phone.locator("#bar [data-next]").get_attribute("value")
            phone.get_by_role("button", name=re.compile("^Next")).tap()
            expect(phone.locator(f'#card .unit[data-codes="{code}"]')).to_be_visible()
            free = phone.locator("#card .may[data-at]").evaluate_all(FORWARD)
            phone.touchscreen.tap(*seen(phone, free[0]))
            expect(phone.locator(f"#{code}")).not_to_have_class(re.compile("is-none"))
            expect(phone.locator("#card .ordered b").first).to_be_visible()
            taps += 2
        expect(phone.locator("#bar")).to_contain_text("6 of 6 ordered")
        expect(phone.get_by_role("button", name=re.compile("^Next"))).to_have_count(0)
        phone.get_by_role("button", name="Submit orders").tap()
        taps += 1
        expect(phone.get_by_role("heading", name="Your orders are in")).to_be_visible()
    assert taps == 2 * 6 + 1


FORWARD = """some => some.map(one => one.dataset.at).filter(at => !Board.unitOf(at) && Board.marked.includes(at))"""
"""Places where what is chosen may go."""


def seen(page: Page, place: str) -> tuple[float, float]:
    """Where a place is on the screen as it is: nothing is scrolled."""
    x, y = page.evaluate(
        """at => { const point = new DOMPoint(...Places.centre(at))
        .matrixTransform(document.getElementById("b-field").getScreenCTM()); return [point.x, point.y]; }""", place
    )  # fmt: skip
    assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('#board')", [x, y]), "it is covered"
    return x, y


def test_the_sheet_is_pulled_over_the_map(desk: Office, phone: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        phone.evaluate("scrollTo(0, 2000)")
        head, _said, _board, _tools, sheet, bar = boxes(phone)
        assert sheet[0] <= head[1] + 2
        assert bar[1] == 844


def test_what_is_typed_in_the_last_moment_is_kept(desk: Office, phone: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        write(phone, "S01 forward 0607")
        expect(phone.locator("#check")).to_contain_text("1 order understood")
        write(phone, "S01 forward 0607\nS02 forward 0707")
        phone.reload()  # before it has been sent
        expect(text_of(phone)).to_have_value("S01 forward 0607\nS02 forward 0707")
        expect(phone.locator("#check")).to_contain_text("2 orders understood")
        phone.reload()
        expect(text_of(phone)).to_have_value("S01 forward 0607\nS02 forward 0707")
    assert game_page(desk.services, game, SOUTH).draft == "S01 forward 0607\nS02 forward 0707"


def test_what_was_typed_just_before_leads_away_from_no_report(desk: Office, phone: Page) -> None:
    """The sheet is sent, and the turn played, while what was typed is still being read."""
    game = desk.begin()
    held: list[Route] = []

    def answered_later(route: Route) -> None:
        """The orders are filed, and only then what was typed is read; that is answered first."""
        filed = route.fetch(max_redirects=0)
        held[0].fulfill(response=held[0].fetch())
        phone.wait_for_timeout(300)
        route.fulfill(response=filed)

    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        write(phone, "S01 forward 0607")
        expect(phone.locator("#check")).to_contain_text("1 order understood")
        phone.get_by_role("button", name="Submit orders").tap()
        phone.wait_for_url("**confirm=1")
        phone.route("**/check", lambda route: held.append(route))  # noqa: PLW0108  # a bound method is no handler
        phone.route("**/orders", answered_later)
        with phone.expect_request("**/check"):
            text_of(phone).evaluate("one => { one.value += '\\n'; one.dispatchEvent(new Event('input')); }")
        phone.get_by_role("button", name="Submit anyway").tap()
        expect(phone.get_by_text("The turn has been played.")).to_be_visible()
    assert phone.url.endswith("tab=report")


def test_a_page_learns_that_its_turn_has_been_played(desk: Office, phone: Page) -> None:
    game = desk.begin(against_aide=False)
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        write(phone, "S01 forward 0607")
        expect(phone.locator("#check")).to_contain_text("1 order understood")
        for seat, who in ((SOUTH, desk.ines), (NORTH, desk.tom)):
            submit(desk.services, game, seat, "ready", "mail", who, ready=True)
        expect(phone.locator("#banner")).to_contain_text("Round 1 has been played", timeout=15_000)
        expect(phone.locator("#bar")).to_contain_text("Round 1 is over")
        expect(phone).to_have_title(re.compile(r"^\(1\) "))
        expect(text_of(phone)).to_have_value("S01 forward 0607")
        phone.locator("#bar").get_by_role("link", name="See round 1").tap()
        expect(phone.locator("#p-report")).to_be_visible()


def test_a_page_that_waits_learns_when_its_turn_is_played_and_that_it_is_called_off(desk: Office, phone: Page) -> None:
    game = desk.begin(Options(delay=5), against_aide=False)
    submit(desk.services, game, SOUTH, "ready", "web", desk.ines, ready=True)
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        expect(phone.locator("#bar")).to_contain_text("Waiting for North")
        submit(desk.services, game, NORTH, "ready", "web", desk.tom, ready=True)
        expect(phone.locator("#bar")).to_contain_text("Played at 12:05", timeout=15_000)
        expect(phone.locator("#wanted")).to_contain_text("Both sides have submitted")
        submit(desk.services, game, NORTH, "not ready", "mail", desk.tom)
        expect(phone.locator("#bar")).to_contain_text("Waiting for North", timeout=15_000)
        expect(phone.locator("#submitted")).to_contain_text("North has not submitted yet")


def width_of(page: Page) -> float:
    """Of what is seen of the map, in its own units."""
    return float((page.locator("#board").get_attribute("viewBox") or "").split()[2])


def test_the_view_only_widens_of_itself_and_its_tab_is_true(desk: Office, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        army, before = page.get_by_role("link", name="My army"), width_of(page)
        expect(army).to_have_attribute("aria-current", "true")
        page.get_by_role("button", name="Zoom in").click()
        page.get_by_role("button", name="Zoom in").click()
        assert width_of(page) < before
        expect(page.locator("[data-show][aria-current]")).to_have_count(0)
        closer = width_of(page)
        page.reload()  # closer is the player's own doing, and kept
        assert width_of(page) == pytest.approx(closer, abs=1)
        page.locator("#understood").get_by_role("button", name=re.compile("^S05")).click()
        expect(page.locator("#card .unit")).to_be_visible()
        assert width_of(page) >= closer
        x, y = spot(page, "S05")
        board = page.locator("#board").bounding_box()
        assert board is not None
        assert board["x"] < x < board["x"] + board["width"]
        assert board["y"] < y < board["y"] + board["height"]
        army.click()
        expect(army).to_have_attribute("aria-current", "true")


def test_a_tap_beside_a_unit_means_it(desk: Office, phone: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        opened(phone, base, desk, game)
        x, y = spot(phone, "S04")
        phone.evaluate("([x, y]) => document.getElementById('board').dispatchEvent(new MouseEvent('click', "
                       "{clientX: x, clientY: y, bubbles: true, detail: 1}))", [x, y + 20])  # fmt: skip
        expect(phone.locator('#card .unit[data-codes="S04"]')).to_be_visible()


def test_the_last_moves_fade_while_orders_are_given(desk: Office, page: Page) -> None:
    game = desk.begin()
    desk.visitor(desk.ines).order(game, "S01 forward 0607\nS02 forward 0707", "ready")
    shade = "getComputedStyle(document.querySelector('.l-moves')).opacity"
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        assert page.evaluate(shade) == "0.32"
        page.mouse.click(*spot(page, "S04"))
        expect(page.locator("#card .unit")).to_be_visible()
        assert page.evaluate(shade) == "0.18"
        page.goto(f"{base}/g/{game}/turns/0")
        assert page.evaluate(shade) == "1"


def test_gaps_are_asked_about_in_a_dialog_that_keys_can_leave(desk: Office, chromium: Browser) -> None:
    game = desk.begin(against_aide=False)
    with serving(desk.app) as base:
        page = chromium.new_context(**PHONE).new_page()
        opened(page, base, desk, game)
        page.get_by_role("button", name="Submit orders").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("6 units have no order")
        expect(dialog.get_by_role("link", name="Back to orders")).to_be_focused()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        page.get_by_role("button", name="Submit orders").click()
        dialog.get_by_role("link", name="Order it S04").click()
        expect(page.locator('#card .unit[data-codes="S04"]')).to_be_visible()
        page.context.close()
