"""Standing orders as a table, without script: set, taken back, excepted, taken over from another game."""

import re
from collections.abc import Iterator

import pytest

from pbem.rulesets.snaphance.language.standings import WHEN
from pbem.rulesets.snaphance.standing.decisions import STANDING
from pbem.service.play.pages import game_page
from tests.web_offices import NORTH, SOUTH, Office, office, plain


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """One for all of them: each test has a game of its own."""
    with office(tmp_path_factory.mktemp("office")) as made:
        yield made


def row_of(html: str, title: str) -> str:
    """What is said of a decision, its answers among it."""
    rows = re.findall(r"<fieldset class=\"decide\">.*?</fieldset>", html, re.DOTALL)
    return str(next(row for row in rows if title in plain(row)))


def test_every_decision_has_one_time_at_which_it_arises() -> None:
    named = [name for names in WHEN.values() for name in names]
    assert sorted(named) == sorted(STANDING)


def test_the_table_shows_what_is_set_and_what_would_act_now(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "standing S04 pursue no\nstanding group Foot pursue yes\nstanding all retreat distance min")
    for path in ("?tab=standing", "/standing"):
        html = visitor.get(f"/g/{game}{path}").text
        row = row_of(html, "Whether it pursues")
        assert re.search(r'aria-label="[^"]*: Foot">.*?value="" [^>]*checked><span>Yes</span>', row, re.DOTALL)
        assert "<select" not in row
        told = plain(row)
        assert "But S04: no Remove" in told
        assert "S01, S02, S03 yes, by the line of Foot; S04 no, by its own line; S05, S06 auto, by the rules’" in told
        assert "min, by a line for all." in plain(row_of(html, "How far it retreats"))
        assert "If it arose now" not in plain(row_of(html, "How far it bounces"))
        assert html.index("When it is charged") < html.index("When it has won")


def test_answers_are_changed_and_taken_back(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    path = f"/g/{game}/orders?back=standing-page"
    fields = {"turn": "1", "text": "S01 hold", "do": "save"}
    sent = visitor.send("/games", path, False, **fields, **{"standing:standing group Horse pursue": "no"})
    assert sent.headers["Location"] == f"/g/{game}/standing"
    stands = game_page(desk.services, game, SOUTH).stands
    assert stands is not None
    assert stands.text == "S01 hold\nStanding group Horse pursue no"
    fields["text"] = stands.text
    visitor.send("/games", path, False, **fields, **{"standing:standing group Horse pursue": "default"})
    stands = game_page(desk.services, game, SOUTH).stands
    assert stands is not None
    assert stands.text == "S01 hold"


def test_an_exception_for_one_stand_is_added_and_removed(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    path = f"/g/{game}/orders?back=standing"
    html = visitor.get(f"/g/{game}/standing").text
    assert 'name="but" value="standing &lt;unit&gt; evade|never"' in html
    assert "Exception for one unit" in html
    fields = {"turn": "1", "text": "S01 hold"}
    more = {"but-stand": "S06", "but": "standing <unit> evade|never"}
    sent = visitor.send("/games", path, False, **fields, **more)
    assert sent.headers["Location"] == f"/g/{game}?tab=standing"
    page = game_page(desk.services, game, SOUTH)
    assert (page.draft, page.stands) == ("S01 hold\nstanding S06 evade never", None)
    assert "But S06: never" in plain(visitor.get(f"/g/{game}/standing").text)
    visitor.send("/games", path, turn="1", text=page.draft, unset="standing S06 evade")
    assert "But S06" not in plain(visitor.get(f"/g/{game}/standing").text)


def test_what_acted_in_the_turn_before_is_marked(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    acted: tuple[str, ...] = ()
    text = "standing all target nearest\nstanding all idle act\nstanding all rally yes\nstanding all pursue no"
    for turn in range(1, 9):
        visitor.order(game, text, "ready", turn=turn)
        page = game_page(desk.services, game, SOUTH)
        acted = tuple(one.what for one in page.told.acted)
        if acted or page.state != "running":
            break
    assert acted
    html = visitor.get(f"/g/{game}/standing").text
    told = re.findall(r'<span class="tag is-ok">acted: ([^<]+)</span>', html)
    assert set(told) == set(acted)


def test_standing_orders_are_taken_over_from_another_game_of_mine(desk: Office) -> None:
    first, second = desk.begin(), desk.begin(against_aide=False)
    visitor = desk.visitor(desk.ines)
    visitor.order(first, "S01 forward 0607\nstanding group Horse pursue no\nstanding S06 evade never", "ready")
    tom = desk.visitor(desk.tom)
    assert first in re.findall(r'<option value="([^"]+)">', visitor.get(f"/g/{second}/standing").text)
    assert 'name="copy-from"' not in tom.get(f"/g/{second}/standing").text
    path = f"/g/{second}/orders?back=standing"
    fields = {"turn": "1", "text": "S01 hold", "do": "copy", "copy-from": first}
    visitor.send("/games", path, False, **fields)
    assert game_page(desk.services, second, SOUTH).draft == (
        "S01 hold\nstanding group Horse pursue no\nstanding S06 evade never"
    )
    assert "not saved" in visitor.get(f"/g/{second}").text
    for game in (first, "nowhere"):  # Tom has no seat in the one, and there is no other
        tom.send("/games", path, False, **{**fields, "copy-from": game, "text": "N01 hold"})
        assert game_page(desk.services, second, NORTH).draft == "N01 hold"
        assert "nothing was taken over" in tom.get(f"/g/{second}").text
