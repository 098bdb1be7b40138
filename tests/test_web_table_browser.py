"""A table in inches in a browser: taps on open ground, keys alone, the ruler; turns of a battle on a telephone, in the
soak the whole of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.board_hands import PHONE, Fingers, opened, spot, telephone, text_of
from tests.browser_battles import assert_no_sideways_scroll, outcome, own, place_of, same_dice, window
from tests.servers.chromium import serving
from tests.table_games import BATTLE, begin
from tests.web_offices import Office, office


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def ahead(page: Page, code: str, inches: float, aside: float = 0) -> str:
    """A place so many inches in front of a unit, and to its right; to half inches, as fingers have it."""
    x, y = map(float, place_of(page, code).split(","))
    facing = float(page.locator(f'#board .stand[data-code="{code}"]').get_attribute("data-facing") or "")
    north = 1 if facing in {0, 360} else -1
    return f"{round((x + aside * north) * 2) / 2:g},{round((y + inches * north) * 2) / 2:g}"


OPEN = """some => some.filter(at => {
  const [x, y] = Places.centre(at), near = 50;
  const away = mark => Math.hypot(...Places.centre(mark).map((n, axis) => n - [x, y][axis])) > near;
  return Board.marked.every(away) && Board.units.map(one => one.getBBox()).every(box =>
    x < box.x - near || y < box.y - near || x > box.x + box.width + near || y > box.y + box.height + near);
})"""
"""The places where nobody stands, where no tag hangs and nothing is marked: a tap near those means them (a browser
moves a finger's tap to what can be pressed nearby)."""


def open_ground(page: Page, *tried: str) -> list[str]:
    """Those of some places that are open ground."""
    found: list[str] = page.evaluate(OPEN, tried)
    return found


def test_a_tap_on_open_ground_orders_a_move_there(desk: Office, chromium: Browser) -> None:
    game = begin(desk.services, desk.ines)
    with serving(desk.app) as base, telephone(chromium) as phone:
        opened(phone, base, desk, game)
        code = own(phone)[0]
        phone.touchscreen.tap(*spot(phone, code))
        card, drawn = phone.locator("#card"), phone.locator("#b-orders path")
        expect(card.locator(f'.unit[data-codes="{code}"]')).to_be_visible()
        expect(phone.locator("#b-fields .is-reach")).to_be_attached()
        expect(card.locator(".spot")).to_be_hidden()
        expect(drawn).to_have_count(0)

        some = [ahead(phone, code, inches, aside) for inches in (4, 5, 7) for aside in (3, 2, 1, -1, -2, -3)]
        first, second = open_ground(phone, *some)[:2]
        phone.touchscreen.tap(*spot(phone, first))
        expect(text_of(phone)).to_have_value(f"{code} toward {first}")
        expect(drawn).not_to_have_count(0)
        expect(phone.locator("#b-marks .pin")).to_have_count(1)
        expect(card).to_contain_text(f"Where you tapped: {first}")
        expect(phone.locator("#map-said")).to_contain_text(re.compile(r"inches from \w+, \d+° to its (right|left)"))
        phone.touchscreen.tap(*spot(phone, second))  # elsewhere: instead of it
        expect(text_of(phone)).to_have_value(f"{code} toward {second}")
        expect(card.get_by_role("button", pressed=True)).to_have_count(1)

        card.get_by_role("button", name="Face it").tap()  # another deed at the same place
        expect(text_of(phone)).to_have_value(f"{code} face {second}")
        phone.get_by_role("button", name="Undo").tap()
        expect(text_of(phone)).to_have_value(f"{code} toward {second}")
        phone.get_by_role("button", name="Undo").tap()
        phone.get_by_role("button", name="Undo").tap()
        expect(text_of(phone)).to_have_value("")
        expect(phone.locator("#b-marks .pin")).to_have_count(0)
        assert_no_sideways_scroll(phone)


def test_a_table_is_ordered_on_by_keys_alone(desk: Office, page: Page) -> None:
    game = begin(desk.services, desk.ines)
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        code, said = own(page)[0], page.locator("#map-said")
        page.locator(".menu summary").focus()
        page.keyboard.press("Tab")
        expect(page.locator("#board")).to_be_focused()
        expect(page.locator("#b-cursor")).to_be_visible()
        page.keyboard.press("n")
        page.keyboard.press("p")
        expect(said).to_contain_text(f"{place_of(page, code)}: square ")
        expect(said).to_contain_text(f"{code} ")
        page.keyboard.press("Enter")
        expect(page.locator(f'#card .unit[data-codes="{code}"]')).to_be_visible()
        there = ahead(page, code, 5)
        forward = "ArrowUp" if float(there.split(",")[1]) > float(place_of(page, code).split(",")[1]) else "ArrowDown"
        page.keyboard.press(f"Shift+{forward}")
        expect(said).to_contain_text(f"6.0 inches from {code}, straight ahead of it")
        expect(page.locator("#b-ruler text")).to_have_text("6.0″, ahead")
        page.keyboard.press("ArrowDown" if forward == "ArrowUp" else "ArrowUp")
        expect(said).to_contain_text(re.compile(rf"{re.escape(there)}: square [A-F][1-6], .*; 5\.0 inches from {code}"))
        page.keyboard.press("Enter")
        expect(text_of(page)).to_have_value(f"{code} toward {there}")
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        page.keyboard.press("u")
        expect(text_of(page)).to_have_value("")
        page.keyboard.press("Escape")
        expect(page.locator("#card")).to_be_hidden()


def test_the_ruler_follows_the_mouse(desk: Office, page: Page) -> None:
    game = begin(desk.services, desk.ines)
    with serving(desk.app) as base:
        opened(page, base, desk, game)
        code, ruler = own(page)[0], page.locator("#b-ruler text")
        there = ahead(page, code, 4, 4)
        page.mouse.move(*spot(page, there))
        expect(ruler).to_have_count(0)  # nothing is chosen to measure from
        page.mouse.click(*spot(page, code))
        expect(page.locator(f'#card .unit[data-codes="{code}"]')).to_be_visible()
        page.mouse.move(*spot(page, there))
        expect(ruler).to_have_text(re.compile(r"^5\.\d″, 4\d° right$"))
        expect(text_of(page)).to_have_value("")


# --- a whole battle -----------------------------------------------------------------------------------------------

LONGEST = 40
"""Player turns after which something is wrong."""
SOME = ("18,18", "18,15", "15,18", "21,18", "12,15", "24,15", "15,12", "21,12", "9,9", "27,9", "12,3", "24,3", "33,3")
"""Places to go to: the hill, and round it."""
ENEMY = """() => [...document.querySelectorAll("#card button[data-at]")].map(one => Board.unitOf(one.dataset.at))
  .find(one => one && !Board.isOwn(one))?.dataset.code"""
"""Whom the chosen unit may charge or shoot at."""


@pytest.mark.slow
@pytest.mark.parametrize("turns", [3, pytest.param(LONGEST, marks=pytest.mark.soak)])
def test_a_battle_is_fought_on_a_table_by_taps_alone(
    desk: Office, chromium: Browser, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    """To its end or for some turns: charges and shots where there are any, else one unit a turn to the hill."""
    same_dice(monkeypatch)
    with serving(desk.app) as base, window(chromium, **PHONE) as page:
        page.goto(base + desk.link(desk.ines))
        page.get_by_role("button", name="Sign in").tap()
        page.wait_for_url("**/games")
        page.goto(f"{base}/scenarios/{BATTLE}")
        page.get_by_role("button", name="Fight now as").first.tap()
        page.wait_for_url("**/g/*")
        given = fight(Fingers(page), page, turns)
        assert any(" toward " in line for line in given)
        assert bool(outcome(desk)) == (turns == LONGEST)
        assert turns < LONGEST or any(" shoot " in line or " charge " in line for line in given)
        assert_no_sideways_scroll(page)


def fight(hands: Fingers, page: Page, turns: int) -> list[str]:
    """The lines that were ordered: in each turn something of one unit."""
    given: list[str] = []
    for turn in range(turns):
        codes = own(page)
        for code in (codes * 2)[turn % len(codes) :][:3]:
            hands.choose(code)
            if ordered(hands, page):
                given += text_of(page).input_value().splitlines()
                break
        hands.send()
        expect(page.locator("#p-report")).to_be_visible()
        if page.get_by_text("The battle is over").count():
            return given
        hands.go_on()
    assert turns < LONGEST, "the battle has no end"
    return given


def ordered(hands: Fingers, page: Page) -> bool:
    """Attack with what is chosen, or send it to open ground; whether it could."""
    enemy, free = page.evaluate(ENEMY), page.locator("#card [data-anywhere]").count()
    if not enemy and not free:  # it is in contact
        return False
    if enemy:
        hands.tap(place_of(page, enemy))
        if page.locator("#card .asked").count():
            page.locator("#card button.may:visible").first.tap()
    else:
        hands.tap(open_ground(page, *SOME)[0])
    expect(text_of(page)).not_to_have_value("")
    expect(page.locator("#b-orders path").first).to_be_attached()
    expect(page.locator("#check")).to_contain_text("1 order understood.")
    return True
