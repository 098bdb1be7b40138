"""Lines that are no orders: they stay in the text box, and every door says that they were not read."""

from collections.abc import Iterator

import pytest

from pbem.service.play.pages import game_page
from tests.api_programs import program
from tests.web_offices import SOUTH, Office, office

SIX = "\n".join(f"S0{number} hold" for number in range(1, 7))
SCRIPT = "<script>alert(1)</script>"
SHOWN = "&lt;script&gt;alert(1)&lt;/script&gt;"
WHY = "it names no unit"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("office")) as made:
        yield made


def test_a_saved_line_that_names_no_unit_stays_in_the_text_box(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    visitor.order(game, f"{SIX}\n{SCRIPT}", base="0.0")
    page = visitor.get(f"/g/{game}").text
    assert f"Not read as orders: “{SHOWN}” ({WHY}" in page
    assert f"S06 hold\n{SHOWN}</textarea>" in page
    assert SCRIPT not in page
    assert "Version 1 saved" in page
    assert f"<q>{SHOWN}</q>: It names no unit" in visitor.get(f"/g/{game}").text


def test_it_is_shown_while_it_is_typed(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    said = visitor.send("/games", f"/g/{game}/check", htmx=True, text=f"{SIX}\n{SCRIPT}", turn="1", base="0.0").text
    assert f"<q>{SHOWN}</q>: It names no unit" in said


@pytest.mark.parametrize("line", [SCRIPT, "forwrd 0607"])
def test_before_orders_are_submitted_without_it_the_player_is_asked(desk: Office, line: str) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    asked = visitor.send("/games", f"/g/{game}/orders", text=f"{SIX}\n{line}", do="ready", turn="1", base="0.0")
    question = visitor.get(asked.headers["Location"]).text
    assert "One line was not read as an order" in question
    assert game_page(desk.services, game, SOUTH).stands is None
    visitor.order(game, f"{SIX}\n{line}", "ready", base="0.1")
    stands = game_page(desk.services, game, SOUTH).stands
    assert stands is not None
    assert stands.final
    assert game_page(desk.services, game, SOUTH).draft == f"{SIX}\n{line}"


def test_a_text_of_nothing_else_is_kept_and_changes_nothing(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    visitor.order(game, SCRIPT, base="0.0")
    page = visitor.get(f"/g/{game}").text
    assert f"Not read as orders: “{SHOWN}”" in page
    assert f"{SHOWN}</textarea>" in page
    assert game_page(desk.services, game, SOUTH).stands is None


def test_a_program_is_told_too_and_may_have_them_refused(desk: Office) -> None:
    bot = program(desk, desk.begin(against_aide=False))
    text = f"{SIX}\n{SCRIPT}"
    refused = bot.send("/orders", {"text": text, "ready": True, "as_is": False})
    assert refused.status_code == 409
    (line,) = refused.json["reading"]["unread"]
    assert (line["line"], line["text"]) == (7, SCRIPT)
    assert WHY in line["reason"]
    assert "Not read as orders" in refused.json["detail"]
    taken = bot.send("/orders", {"text": text, "ready": True})
    assert [one["text"] for one in taken.json["reading"]["unread"]] == [SCRIPT]
