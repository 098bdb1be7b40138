"""A battle on a telephone (some rounds; in the soak the whole), by taps alone: on the map and on buttons.

The text of the orders is never touched.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.board_hands import PHONE, Fingers
from tests.browser_battles import ROUNDS, assert_no_sideways_scroll, fight, outcome, same_dice, window
from tests.servers.chromium import serving
from tests.web_offices import Office, office


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [2, pytest.param(ROUNDS, marks=pytest.mark.soak)])
def test_a_battle_is_fought_by_taps_alone(
    desk: Office, chromium: Browser, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    same_dice(monkeypatch)
    with serving(desk.app) as base, window(chromium, **PHONE) as page:
        page.goto(base + desk.link(desk.ines))
        page.get_by_role("button", name="Sign in").tap()
        page.get_by_role("button", name="Fight now as South").tap()
        page.wait_for_url("**/g/*")
        given = fight(Fingers(page), rounds)
        assert len(given) >= (7 if rounds == ROUNDS else 3)
        if rounds == ROUNDS:
            assert any(" charge " in line or " fire " in line for line in given)
            assert outcome(desk)

        page.get_by_role("link", name="Replay this turn").first.tap()
        count, now = page.locator("#count"), page.locator("#now")
        before = count.inner_text()
        page.get_by_role("link", name="Next event").tap()
        expect(count).not_to_have_text(before)
        expect(now.locator("h2")).not_to_have_text("As it began")
        page.get_by_role("link", name="Beginning of the turn").tap()
        expect(now).to_contain_text("As it began")
        assert_no_sideways_scroll(page)
