"""A battle of Armatys on a telephone, against the aide-de-camp: its first bounds; in the soak to its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.board_hands import PHONE, Fingers, text_of, write
from tests.browser_battles import assert_no_sideways_scroll, outcome, own, same_dice, window
from tests.servers.chromium import serving
from tests.web_offices import Office, office

BATTLE = "armatys/harrow-down"
BOUNDS = 10
"""Its last."""
SAID = {
    0: "standing all if charged by horse stand",
    1: "S01 ahead 3\nS02 wheel right 10, ahead 2",
    2: "S03 form 8 files",
}
"""What is written in the first bounds; then all stand, fire and answer by their policies."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize("bounds", [len(SAID), pytest.param(BOUNDS + 1, marks=pytest.mark.soak)])
def test_a_battle_is_fought_in_a_browser(
    desk: Office, chromium: Browser, monkeypatch: pytest.MonkeyPatch, bounds: int
) -> None:
    same_dice(monkeypatch)
    with serving(desk.app) as base, window(chromium, **PHONE) as page:
        hands = Fingers(page)
        page.goto(base + desk.link(desk.ines))
        page.get_by_role("button", name="Sign in").tap()
        page.wait_for_url("**/games")
        page.goto(f"{base}/scenarios/{BATTLE}")
        page.get_by_role("button", name="Fight now as").first.tap()
        page.wait_for_url("**/g/*")
        assert own(page), "units of one's own are on the map"
        for bound in range(bounds):
            if bound in SAID:
                write(page, SAID[bound])
                expect(text_of(page)).to_have_value(SAID[bound])
                expect(page.locator("#check")).to_contain_text("understood")
            hands.send()
            expect(page.locator("#p-report")).to_be_visible()
            assert_no_sideways_scroll(page)
            if page.get_by_text("The battle is over").count():
                break
            hands.go_on()
        assert bool(outcome(desk)) == (bounds > BOUNDS)
