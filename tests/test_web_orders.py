"""The orders of a page without script: cards, versions, and what was typed."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pbem.rulesets.snaphance import RULES
from pbem.service.agreements.deputies import name_deputy
from pbem.service.play.games import load_game
from pbem.service.play.ordersheet import with_line, without
from pbem.service.play.pages import game_page
from pbem.service.play.turns import check, submit
from tests.changed_rules import changed
from tests.openings import openings
from tests.web_offices import NORTH, SOUTH, Office, office, plain

HTMX = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """One for all of them: each test has a game of its own."""
    with office(tmp_path_factory.mktemp("office")) as made:
        yield made


# --- cards --------------------------------------------------------------------------------------------------------


def test_a_card_says_what_a_stand_may_do_and_what_its_orders_say(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.send("/games", f"/g/{game}/check", htmx=True, text="S04 forward 0907", turn="1")
    card = visitor.get(f"/g/{game}/stands/S04", **HTMX).text
    assert "<html" not in card
    assert re.search(
        r'<button class="may[^"]*"[^>]* value="S04 forward 0907" data-at="0907"[^>]* aria-pressed="true"', card
    )
    assert re.search(r'<span hidden data-field="zone"[^>]* data-places="\d{4}( \d{4})*"', card)
    assert "S04 Right troops × Horse · strength 4 of 4" in plain(card)
    assert "Forward 0907" in plain(card)
    assert "The Major is with it." in plain(card)
    assert "In command of the Colonel, who is 1 hex away and reaches 4." in plain(
        visitor.get(f"/g/{game}/stands/S01", **HTMX).text
    )
    assert re.search(r'<ul class="maynot">.*?SN-\d', card, re.DOTALL)


def test_a_card_asked_for_without_script_is_the_page_with_it_open(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    answer = visitor.get(f"/g/{game}/stands/s04")
    assert answer.headers["Location"] == f"/g/{game}?tab=orders&open=S04#card"
    page = visitor.get(f"/g/{game}?tab=orders&open=S04").text
    assert {line[:3] for line in re.findall(r'name="line" value="([^"]+)"', page)} == {"S04"}
    assert 'name="line"' not in visitor.get(f"/g/{game}?tab=orders").text


def test_an_enemys_card_has_what_is_seen_of_it_and_nothing_to_order(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    seen = game_page(desk.services, game, SOUTH).told.seen
    card = visitor.get(f"/g/{game}/stands/{seen[0].code}", **HTMX)
    assert seen[0].name in card.text
    assert 'name="line"' not in card.text
    unseen = visitor.get(f"/g/{game}/stands/N77", **HTMX)
    assert unseen.status_code == 404
    assert desk.visitor(desk.tom).get(f"/g/{game}/stands/S04", **HTMX).status_code == 404


def test_opening_a_stand_without_script_keeps_what_was_typed(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    answer = visitor.send("/games", f"/g/{game}/orders", text="S01 forward 0607", turn="1", show="S02")
    assert answer.headers["Location"] == f"/g/{game}?tab=orders&open=S02#card"
    assert game_page(desk.services, game, SOUTH).draft == "S01 forward 0607"


def test_several_stands_are_ordered_together(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    card = visitor.get(f"/g/{game}/stands/S01+S02", **HTMX).text
    assert "2 units together" in plain(card)
    lines = re.findall(r'name="line" value="([^"]+)"', card)
    assert lines
    for line in lines:
        visitor.send("/games", f"/g/{game}/orders", text="S01 hold\nS03 hold", turn="1", line=line)
        reading = check(desk.services, game, SOUTH, game_page(desk.services, game, SOUTH).draft).reading
        assert reading is not None
        assert not reading.problems
        ordered = [code for one in reading.understood for code in one.code.split()]
        assert sorted(ordered) == ["S01", "S02", "S03"], line
    rows = re.findall(r'<li class="order is-changed" id="(S0[12])">', visitor.get(f"/g/{game}").text)
    assert rows == ["S01", "S02"]
    assert visitor.get(f"/g/{game}/stands/S01+N01", **HTMX).status_code == 404


def test_an_order_is_taken_back_by_a_button_of_its_card(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.send("/games", f"/g/{game}/orders", text="S01 S02 hold\nS02 turn 2\nS03 hold", turn="1", drop="S02")
    assert game_page(desk.services, game, SOUTH).draft == "S01 S02 hold\nS03 hold"


# --- versions -----------------------------------------------------------------------------------------------------


def test_every_version_is_told_with_what_it_changed(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 forward 0607\nS02 hold")
    visitor.order(game, "S01 forward 0607\nS02 forward 0707")
    page = visitor.get(f"/g/{game}/versions").text
    newest, first = re.findall(r"<article.*?</article>", page, re.DOTALL)
    assert "Version 2 stands not final" in plain(newest)
    assert re.findall(r"removed: </span><code>([^<]+)", newest) == ["S02 hold"]
    assert re.findall(r"added: </span><code>([^<]+)", newest) == ["S02 forward 0707"]
    assert "by web" in plain(first)
    assert "stands" not in plain(first)
    visitor.order(game, "S01 forward 0607", "ready")
    page = plain(visitor.get(f"/g/{game}/versions").text)
    assert page.index("Your turn 2 Orders needed.") < page.index("Your turn 1 Played as it stood last.")
    assert "Version 3 final" in page


def test_the_text_of_a_version_is_put_into_the_form_again(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 forward 0607", "ready")
    answer = visitor.send("/games", f"/g/{game}/versions", of="1", number="1")
    assert answer.status_code == 303
    page = game_page(desk.services, game, SOUTH)
    assert (page.turn, page.draft, page.stands) == (2, "S01 forward 0607", None)
    assert "It is not saved." in visitor.get(f"/g/{game}").text
    for number in ("2", "x", ""):
        assert visitor.send("/games", f"/g/{game}/versions", of="1", number=number).status_code == 404


def test_versions_are_shown_to_their_own_seat_only(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    submit(desk.services, game, NORTH, "N01 hold\nN02 hold", "web", desk.tom)
    assert "N01 hold" in desk.visitor(desk.tom).get(f"/g/{game}/versions").text
    hers = desk.visitor(desk.ines)
    assert "N01" not in hers.get(f"/g/{game}/versions").text
    assert hers.send("/games", f"/g/{game}/versions", of="1", number="1").status_code == 404


def test_a_version_filed_by_a_deputy_bears_his_name(desk: Office) -> None:
    game = desk.begin()
    name_deputy(desk.services, game, SOUTH, "tom@example.org", 1, 1, desk.ines)
    submit(desk.services, game, SOUTH, "S01 hold", "web", desk.tom)
    page = plain(desk.visitor(desk.ines).get(f"/g/{game}/versions").text)
    assert "filed by Tom Averell" in page
    desk.visitor(desk.ines).order(game, "S01 forward 0607")
    page = desk.visitor(desk.ines).get(f"/g/{game}/versions").text
    assert "filed by" not in re.findall(r"<article.*?</article>", page, re.DOTALL)[0]


# --- the live check -----------------------------------------------------------------------------------------------


def test_a_row_says_what_stands_where_the_text_says_otherwise(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 forward 0607\nS02 hold\nS03 hold")
    part = visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01 hold\nS03 hold\nS04 hold", turn="1").text
    rows = {
        row[0]: plain(row[1].replace("<span", " <span"))
        for row in re.findall(r'<li class="order [^"]*" id="(\w+)">(.*?)</li>', part, re.DOTALL)
    }
    assert rows["S01"] == "S01 Hold understood, not saved"
    assert rows["S02"] == "S02 White regiment: would hold no order"  # its order is gone
    assert rows["S03"] == "S03 Hold understood"
    assert rows["S05"].endswith("no order")
    assert "Saved in version 1: forward 0607." in plain(visitor.get(f"/g/{game}/stands/S01", **HTMX).text)


def test_a_problem_has_its_rules_and_buttons_with_what_would_be_taken(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    part = visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01 hold\nS02 forward 0909", turn="1").text
    assert re.search(r'<div class="order-fix">.*?href="/rules/snaphance[^"]+">SN-', part, re.DOTALL)
    fixes = re.findall(r'name="fix" value="2 ([^"]+)"', part)
    assert fixes
    for line in fixes:
        part = visitor.send(
            "/games", f"/g/{game}/orders", htmx=True, text="S01 hold\nS02 forward 0909", turn="1", fix=f"2 {line}"
        ).text
        assert "2 orders understood." in plain(part)


def test_stands_named_as_no_order_names_them_are_a_problem_and_nothing_left_out(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    part = visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01-S03 hold", turn="1").text
    assert "1 line needs you" in plain(part)
    assert "Left out" not in plain(part)
    assert 'value="1 S01 S02 S03 hold"' in part


def test_a_reason_that_is_a_question_ends_with_its_own_mark(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    part = visitor.send("/games", f"/g/{game}/check", htmx=True, text="S03 fier N03", turn="1").text
    assert "Did you mean &#34;fire&#34;? This line changes nothing" in plain(part)
    assert "fire&#34;? This line" in plain(visitor.get(f"/g/{game}/stands/S03", **HTMX).text)


def test_orders_that_will_not_work_are_counted_apart_and_told_at_their_unit(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    text = "S01 forward 0607\nS02 forward 0607\nS03 hold"
    part = plain(visitor.send("/games", f"/g/{game}/check", htmx=True, text=text, turn="1").text)
    assert "3 orders understood, 1 will not work as written." in part
    assert "S01 and S02 are both ordered to 0607. S01 acts first. S02 then stays in 0608." in part


def test_a_line_with_several_orders_is_mended_and_taken_back_one_by_one(desk: Office) -> None:
    game = desk.begin()
    work = load_game(desk.services, game)
    both = "S01 hold; S02 hodl\nS03 hold"
    assert with_line(work, SOUTH, both, "S02 hold", 1) == "S01 hold\nS02 hold\nS03 hold"
    assert with_line(work, SOUTH, both, "S01 rally") == "S01 rally\nS02 hodl\nS03 hold"
    assert without(work, SOUTH, "S01 hold; S02 hold", ["S01"]) == "S02 hold"


# --- what is kept -------------------------------------------------------------------------------------------------


def test_what_was_worked_out_is_kept_until_something_new_is_written(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    calls: list[str] = []

    def read(view: Any, ask: Any, text: str, before: Any = None) -> Any:
        calls.append(text)
        return RULES.language.read(view, ask, text, before)

    told = changed(RULES, read=read)
    slow = desk.with_post(replace(desk.services, rules=lambda name: told))
    visitor = slow.visitor(desk.ines)
    visitor.order(game, "S01 hold")
    calls.clear()
    for _ in range(3):
        assert "1 order understood" in visitor.get(f"/g/{game}").text
    assert calls == ["S01 hold"]
    desk.visitor(desk.tom).order(game, "N01 hold")  # the journal is another one now
    visitor.get(f"/g/{game}")
    assert calls == ["S01 hold"] * 2
    assert (
        "2 orders understood"
        in visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01 hold\nS02 hold", turn="1").text
    )


def test_a_page_a_check_and_a_saved_sheet_open_their_game_once(desk: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    game = desk.begin(against_aide=False)
    visitor = desk.visitor(desk.ines)
    form = {"text": "S01 forward 0607\nS02 forward 0707", "turn": "1"}
    where = f"/g/{game}"
    assert openings(monkeypatch, lambda: visitor.get(where)) == 1
    assert openings(monkeypatch, lambda: visitor.send("/help/orders", f"{where}/check", htmx=True, **form)) == 1
    assert openings(monkeypatch, lambda: visitor.send("/help/orders", f"{where}/orders", do="save", **form)) == 1
