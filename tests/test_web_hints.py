"""Three hints over the map of a first battle: who has them, and that one tap puts them away for ever."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pbem.service.play.turns import submit
from tests.board_hands import opened, telephone
from tests.servers.chromium import serving
from tests.web_offices import NORTH, Office, office

HINTS = 'id="hints"'


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def test_a_first_battle_has_hints_until_they_are_put_away(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    page = visitor.get(f"/g/{game}").text
    assert 'class="hints is-1"' in page
    assert 'class="hints is-2"' in visitor.get(f"/g/{game}?open=S01").text
    visitor.send(f"/g/{game}", f"/g/{game}/orders", text="S01 hold", turn="1", do="no-hints", base="0.0")
    page = visitor.get(f"/g/{game}").text
    assert HINTS not in page
    assert "S01 hold</textarea>" in page  # what was typed is kept
    assert HINTS in desk.visitor(desk.tom).get(f"/g/{game}").text  # another player's are their own
    submit(desk.services, game, NORTH, "ready", "web", desk.tom, ready=True)
    assert HINTS not in desk.visitor(desk.tom).get(f"/g/{game}").text


def test_a_second_battle_has_none(desk: Office) -> None:
    first = desk.begin()
    desk.later(hours=1)
    second = desk.begin()
    visitor = desk.visitor(desk.ines)
    assert HINTS in visitor.get(f"/g/{first}").text
    assert HINTS not in visitor.get(f"/g/{second}").text


def test_a_guest_has_them_too(desk: Office) -> None:
    visitor = desk.visitor()
    game = str(visitor.send("/", "/try", battle="", zone="").location)
    assert HINTS in visitor.get(game).text
    visitor.send(game, f"{game}/orders", text="", turn="1", do="no-hints", base="0.0")
    assert HINTS not in visitor.get(game).text


def test_by_script_the_hint_follows_what_is_done(desk: Office, chromium: Browser) -> None:
    game = desk.begin()
    with serving(desk.app) as base, telephone(chromium) as phone:
        opened(phone, base, desk, game)
        hints = phone.locator("#hints p:visible")
        expect(hints).to_contain_text("Tap one of your units")
        phone.locator("#understood [name=show]").first.tap()
        expect(hints).to_contain_text("Tap a marked place")
        phone.locator("#card button.may").first.tap()
        expect(phone.locator("#bar")).to_contain_text("1 of 6 ordered")
        phone.locator("#card .close").tap()
        expect(hints).to_contain_text("the turn is played when both sides have submitted")
        phone.get_by_role("button", name="No more hints").tap()
        expect(phone.locator("#hints")).to_have_count(0)
        phone.reload()
        expect(phone.locator("#bar")).to_contain_text("1 of 6 ordered")
        expect(phone.locator("#hints")).to_have_count(0)
