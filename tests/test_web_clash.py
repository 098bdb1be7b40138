"""Two open pages on one seat: orders that came in between are never overwritten without a word."""

import re
from collections.abc import Iterator

import pytest

from pbem.engine.ids import GameId
from pbem.service.play.drafts import Basis, keep_draft
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from tests.web_offices import SOUTH, Office, Visitor, office, plain


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("office")) as made:
        yield made


def opened(visitor: Visitor, game: GameId) -> str:
    """What a page opened now names as its base."""
    found = re.search(r'name="base" value="([^"]+)"', visitor.get(f"/g/{game}").text)
    assert found is not None
    return found[1]


def stands(desk: Office, game: GameId) -> str:
    found = game_page(desk.services, game, SOUTH).stands
    return found.text if found else ""


def buttons(html: str) -> dict[str, dict[str, str]]:
    """The forms of the page that asks, by their buttons."""
    forms = re.findall(r"<form[^>]*action=\"/g/[^\"]*/orders\".*?</form>", html, re.DOTALL)
    found = {}
    for form in forms:
        fields = dict(re.findall(r'name="(turn|base|text)" value="([^"]*)"', form))
        name, label = re.findall(r'name="do" value="([^"]*)">([^<]*)<', form)[0]
        found[label] = {**fields, "do": name}
    return found


def press(visitor: Visitor, game: GameId, fields: dict[str, str]) -> None:
    answer = visitor.send("/help/orders", f"/g/{game}/orders", **fields)
    assert answer.status_code == 303, plain(answer.text)


def test_a_save_from_a_page_opened_before_another_save_asks_which_orders_count(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    phone, laptop = opened(visitor, game), opened(visitor, game)
    assert visitor.order(game, "S01 forward 0607", base=phone).status_code == 303
    asked = visitor.order(game, "S02 forward 0707", base=laptop)
    assert asked.status_code == 409
    assert stands(desk, game) == "S01 forward 0607"
    assert re.findall(r"<mark>([^<]+)</mark>", asked.text) == ["S02 forward 0707", "S01 forward 0607"]
    assert list(buttons(asked.text)) == ["Keep both", "Use mine", "Use the other"]
    press(visitor, game, buttons(asked.text)["Keep both"])
    assert stands(desk, game) == "S01 forward 0607\nS02 forward 0707"


@pytest.mark.parametrize(("label", "left"), [("Use mine", "S01 hold"), ("Use the other", "S01 forward 0607")])
def test_one_unit_ordered_on_both_pages_leaves_the_choice_of_one(desk: Office, label: str, left: str) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    base = opened(visitor, game)
    visitor.order(game, "S01 forward 0607", base=base)
    asked = visitor.order(game, "S01 hold", base=base)
    assert list(buttons(asked.text)) == ["Use mine", "Use the other"]
    press(visitor, game, buttons(asked.text)[label])
    page = game_page(desk.services, game, SOUTH)
    assert (stands(desk, game), page.draft) == (left, "")


def test_what_both_pages_left_alone_and_what_one_took_back_is_put_together_rightly(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    visitor.order(game, "S01 hold\nS02 hold\nS03 hold", base=opened(visitor, game))
    base = opened(visitor, game)
    visitor.order(game, "S01 forward 0607\nS02 hold\nS03 hold", base=base)
    asked = visitor.order(game, "S01 hold\nS03 hold\nS04 hold", base=base)
    press(visitor, game, buttons(asked.text)["Keep both"])
    assert stands(desk, game) == "S01 forward 0607\nS03 hold\nS04 hold"


def test_orders_by_mail_while_a_page_is_open_are_such_a_version_too(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    base = opened(visitor, game)
    submit(desk.services, game, SOUTH, "S01 forward 0607", "mail", desk.ines)
    asked = visitor.order(game, "S02 forward 0707", "ready", base=base)
    assert asked.status_code == 409
    assert "By mail" in plain(asked.text)
    assert "saved and not submitted: look them over" in plain(asked.text)
    press(visitor, game, buttons(asked.text)["Keep both"])
    page = game_page(desk.services, game, SOUTH)
    assert page.turn == 1
    assert page.stands is not None
    assert not page.stands.final
    assert stands(desk, game) == "S01 forward 0607\nS02 forward 0707"


def test_the_same_orders_from_two_pages_are_no_question(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    base = opened(visitor, game)
    visitor.order(game, "S01 forward 0607", base=base)
    assert visitor.order(game, "s01  forward 0607", base=base).status_code == 303


def test_a_draft_typed_on_one_page_is_not_lost_to_the_save_of_another(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    base = opened(visitor, game)
    visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01 forward 0607", turn="1", base=base, serial="a.1")
    told = visitor.send("/games", f"/g/{game}/check", htmx=True, text="S02 hold", turn="1", base=base, serial="b.1")
    assert "not kept until you choose" in plain(told.text)
    assert game_page(desk.services, game, SOUTH).draft == "S01 forward 0607"
    asked = visitor.order(game, "S02 hold", base=base, serial="b.2")
    assert asked.status_code == 409
    assert "Typed on another page" in plain(asked.text)
    press(visitor, game, buttons(asked.text)["Keep both"])
    assert stands(desk, game) == "S01 forward 0607\nS02 hold"


def test_a_draft_begun_before_a_version_came_by_mail_still_asks_after_the_page_is_opened_anew(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    base = opened(visitor, game)
    visitor.send("/games", f"/g/{game}/check", htmx=True, text="S02 hold", turn="1", base=base, serial="a.1")
    submit(desk.services, game, SOUTH, "S01 forward 0607", "mail", desk.ines)
    anew = opened(visitor, game)
    assert visitor.order(game, "S02 hold", base=anew).status_code == 409
    assert stands(desk, game) == "S01 forward 0607"


def test_a_page_on_which_nothing_was_typed_does_not_overwrite_what_came_since(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    base = opened(visitor, game)
    submit(desk.services, game, SOUTH, "S01 forward 0607", "mail", desk.ines)
    assert visitor.order(game, "", "check", base=base, show="S02").status_code == 303
    page = game_page(desk.services, game, SOUTH)
    assert (page.draft, page.base.partition(".")[0]) == ("", "1")


def test_saves_of_one_page_that_arrive_in_the_wrong_order_keep_the_last_one_typed(desk: Office) -> None:
    game = desk.begin()
    for serial, text in ((1, "S01"), (3, "S01 hold\nS02 hold"), (2, "S01 hold")):
        keep_draft(desk.services, game, SOUTH, 1, text, Basis(0, 0, "page", serial))
    assert game_page(desk.services, game, SOUTH).draft == "S01 hold\nS02 hold"


def test_a_check_that_arrives_after_the_orders_were_saved_brings_no_draft_back(desk: Office) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    base = opened(visitor, game)
    visitor.order(game, "S01 hold\nS02 hold", base=base, serial="a.2")
    visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01 hold", turn="1", base=base, serial="a.1")
    assert game_page(desk.services, game, SOUTH).draft == ""
