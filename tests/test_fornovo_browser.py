"""A battle of Fornovo of two army lists on a telephone, against the aide-de-camp, to its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pbem.service.lobby.musters import WantedPlayer, muster
from pbem.service.options import Options
from tests.board_hands import PHONE, Fingers, write
from tests.browser_battles import assert_no_sideways_scroll, outcome, same_dice, window
from tests.servers.chromium import serving
from tests.web_offices import NORTH, SOUTH, Office, office

TURNS = 8
"""The last of Harrow Down."""
LIST = "SC1 raise commander\nS01 raise foot c 8x3 musket\nS02 raise horse b gallop 5x2 heavy pistol"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize("turns", [2, pytest.param(TURNS + 2, marks=pytest.mark.soak)])
def test_a_list_is_built_with_its_faults_beside_it_and_fought(
    desk: Office, chromium: Browser, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    """To its end, or for some turns."""
    same_dice(monkeypatch)
    places = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("aide")}
    options = Options(every=0, grace=0, extensions=0, remind=0, leave=0, lists="800 1650 England/Scotland")
    game = muster(desk.services, desk.ines, "fornovo/harrow-down", places, options)
    with serving(desk.app) as base, window(chromium, **PHONE) as page:
        hands = Fingers(page)
        page.goto(base + desk.link(desk.ines))
        page.get_by_role("button", name="Sign in").tap()
        page.wait_for_url("**/games")
        page.goto(f"{base}/g/{game}")
        write(page, f"{LIST}\nS03 raise foot a 16x4 musket")
        expect(page.locator("#check")).to_contain_text("needs you")
        expect(page.locator("#understood")).to_contain_text("over the 800 agreed")
        assert_no_sideways_scroll(page)
        write(page, LIST)
        expect(page.locator("#understood")).to_contain_text("of 800 points")
        for _ in range(turns):
            hands.send()
            page.wait_for_load_state()  # another page comes
            assert_no_sideways_scroll(page)
            if page.get_by_text("The battle is over").count():
                break
            hands.go_on()
        assert bool(outcome(desk)) == (turns > TURNS)
