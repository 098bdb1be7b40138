"""Orders with units left out: the player is asked before they are submitted."""

from collections.abc import Iterator

import pytest

from pbem.service.options import Options
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from tests.api_programs import program
from tests.web_offices import SOUTH, Office, office, plain

SOME = "S01 forward 0607\nS02 hold\nS03 hold"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("office")) as made:
        yield made


def test_the_page_asks_first_and_a_standing_order_counts_as_an_order(desk: Office) -> None:
    visitor = desk.visitor(desk.ines)
    game = desk.begin()
    asked = visitor.send("/help/orders", f"/g/{game}/orders", text=SOME, do="ready", turn="1", base="0.0")
    assert "Submit anyway" in plain(visitor.get(asked.headers["Location"]).text)
    assert game_page(desk.services, game, SOUTH).turn == 1
    receipt = submit(desk.services, game, SOUTH, SOME, "web", desk.ines, True, as_is=False)
    assert receipt.outcome == "gaps"
    assert receipt.said == ("3 units have no order: S04, S05 and S06.",)
    assert receipt.stands is None
    settled = f"{SOME}\nS04 hold\nS05 hold\nstanding S06 idle rally"
    assert submit(desk.services, game, SOUTH, settled, "web", desk.ines, True, as_is=False).outcome == "played"


def test_by_every_door_the_receipt_names_the_units_left_out(desk: Office) -> None:
    game = desk.begin(Options(), against_aide=False)
    receipt = submit(desk.services, game, SOUTH, f"{SOME}\nready", "mail", desk.ines)
    assert receipt.outcome == "filed"
    assert [(one.code, one.order) for one in receipt.gaps] == [("S04", "hold"), ("S05", "hold"), ("S06", "hold")]
    assert submit(desk.services, game, SOUTH, "not ready", "mail", desk.ines).gaps == ()
    unsaid = desk.begin(Options(), against_aide=False)
    assert len(submit(desk.services, unsaid, SOUTH, "ready", "mail", desk.ines).gaps) == 6


def test_a_program_is_told_the_gaps_and_may_have_them_refused(desk: Office) -> None:
    bot = program(desk, desk.begin(against_aide=False))
    refused = bot.send("/orders", {"text": SOME, "ready": True, "as_is": False})
    assert refused.status_code == 409
    assert [one["code"] for one in refused.json["gaps"]] == ["S04", "S05", "S06"]
    assert bot.get("/orders").json["stands"] is None
    taken = bot.send("/orders", {"text": SOME, "ready": True})
    assert [one["code"] for one in taken.json["gaps"]] == ["S04", "S05", "S06"]
    assert taken.json["stands"]["final"]
