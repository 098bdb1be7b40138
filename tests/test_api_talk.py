"""The API: letters and pacts, and the battle looked back on; each seat's own while it lasts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.archive import read_archive, verify
from pbem.rulesets.snaphance import RULES as SNAPHANCE
from pbem.service.agreements.pacts import concede
from pbem.service.agreements.seating import leave_seat
from tests.api_programs import program
from tests.web_offices import NORTH, SOUTH, Office, office


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def test_letters_go_to_those_they_name(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    south, north = program(desk, game), program(desk, game, desk.tom)
    assert south.get("/letters").json["to"] == [{"seat": "north", "title": "North", "name": "Tom Averell"}]
    sent = south.send("/letters", {"to": ["north"], "text": "Sir, the mist\nwill not hold."}).json
    assert [(one["text"], one["mine"]) for one in sent["letters"]] == [("Sir, the mist\nwill not hold.", True)]
    assert [(one["sender"], one["mine"]) for one in north.get("/letters").json["letters"]] == [("South", False)]
    refused = south.send("/letters", {"to": ["south"], "text": "Dear me"})
    assert (refused.status_code, refused.json["type"]) == (409, "/api#not-now")


def test_a_draw_is_offered_and_agreed(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    south, north = program(desk, game), program(desk, game, desk.tom)
    assert not south.send("/table/draw", {"act": "offer"}).json["done"]
    offer = north.get("/table").json["offers"][0]
    assert (offer["about"], offer["by"], offer["answered"]) == ("draw", "South", False)
    north.send("/table/draw", {"act": "refuse"})
    assert south.get("/table").json["offers"] == []
    refused = north.send("/table/draw", {"act": "agree"})
    assert (refused.status_code, refused.json["instead"][:14]) == (409, "See GET /table")
    north.send("/table/draw", {"act": "offer"})
    assert south.send("/table/draw", {"act": "agree"}).json["done"]
    assert north.get("/game").json["outcome"]["kind"] == "draw"


def test_a_pause_is_agreed_and_ended(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    south, north = program(desk, game), program(desk, game, desk.tom)
    south.send("/table/pause", {"act": "offer"})
    paused = north.send("/table/pause", {"act": "agree"}).json
    assert paused["done"]
    assert paused["table"]["rest"]
    assert paused["table"]["rest_open"]
    assert south.send("/table/pause", {"act": "end"}).json["table"]["rest"] == ""
    assert south.send("/table/pause", {"act": "offer", "until": "2026-13-40"}).status_code == 409


def test_the_field_is_given_up_and_a_day_granted(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    south, north = program(desk, game), program(desk, game, desk.tom)
    assert south.send("/table/day").status_code == 409
    south.send("/ready")
    due = north.get("/game").json["due"]["at"]
    assert south.send("/table/day").json["done"]
    assert north.get("/game").json["due"]["at"] > due
    assert south.send("/table/concession", {"act": "concede"}).json["done"]
    over = north.get("/game").json
    assert (over["state"], over["outcome"]["kind"], over["outcome"]["winner"]) == ("over", "conceded", "north")
    refused = south.send("/orders", {"text": "S01 hold"})
    assert (refused.status_code, refused.json["instead"]) == (409, "Look at the last report, and stop.")


def test_another_seat_is_opened_when_silent_and_written_for_when_empty(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    south = program(desk, game)

    def asked(act: str, seat: str = "north") -> tuple[int, str]:
        answer = south.send("/table/seat", {"seat": seat, "act": act})
        return answer.status_code, answer.json.get("detail", "")

    assert asked("open") == (
        409, "North has missed 0 turns in a row; after 3 another player may have the seat opened."
    )  # fmt: skip
    assert asked("aide") == (409, "North in Harrow Down is played by Tom Averell.")
    assert asked("aide", "west")[0] == 409
    leave_seat(desk.services, game, NORTH, desk.tom)
    assert [one["empty"] for one in south.get("/table").json["seats"]] == [False, True]
    assert asked("aide") == (200, "")
    assert [one["aide"] for one in south.get("/table").json["seats"]] == [False, True]


# --- looking back -------------------------------------------------------------------------------------------------


def test_what_was_sent_before_its_turn_was_played_may_be_sent_again(desk: Office) -> None:
    bot = program(desk, desk.begin())
    sent = {"text": "S01 forward 0507", "turn": 1, "ready": True}
    assert bot.send("/orders", sent).json["outcome"] == "played"
    again = bot.send("/orders", sent).json
    assert (again["outcome"], again["turn"]) == ("played", 2)
    assert "sent this before" in again["said"][0]
    assert bot.send("/orders", sent | {"text": "S02 hold"}).status_code == 409
    assert bot.get("/game").json["turn"] == 2


def test_versions_are_all_there_and_ones_own(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    south, north = program(desk, game), program(desk, game, desk.tom)
    for text in ("S01 hold", "S01 forward 0507"):
        south.send("/orders", {"text": text})
    north.send("/orders", {"text": "N01 hold"})
    turn = south.get("/versions").json["turns"][0]
    assert (turn["turn"], turn["fate"]) == (1, "open")
    told = [(one["number"], one["door"], one["text"], one["gone"], one["new"]) for one in turn["versions"]]
    assert told == [
        (2, "api", "S01 forward 0507", ["S01 hold"], ["S01 forward 0507"]), (1, "api", "S01 hold", [], ["S01 hold"]),
    ]  # fmt: skip


def test_a_turn_is_followed_event_by_event(desk: Office) -> None:
    game = desk.begin()
    bot = program(desk, game)
    bot.send("/orders", {"text": "S01 forward 0507", "ready": True})
    told, replay = bot.get("/reports/1").json, bot.get("/replay/1").json
    numbers = [event["number"] for chapter in told["chapters"] for event in chapter["events"]]
    assert [one["number"] for one in replay["frames"]] == ["", *numbers]
    places = [{one["code"]: one["hex"] for one in frame["pieces"]["counters"]}["S01"] for frame in replay["frames"]]
    assert (places[0], places[-1]) == ("0508", "0507")
    assert replay["map"] == bot.get("/reports/1/map").json
    dice = bot.get("/dice").json
    rolls = sum(len(chapter["rolls"]) + sum(len(e["rolls"]) for e in chapter["events"]) for chapter in told["chapters"])
    assert sum(len(turn["rolls"]) for turn in dice["turns"]) == rolls
    assert dice["proof"] == bot.get("/game").json["dice"]


@pytest.mark.parametrize("path", ["/replay/0?eyes=north", "/replay/0?eyes=umpire", "/dice?eyes=north", "/archive"])
def test_what_is_the_others_opens_when_the_battle_is_over(desk: Office, path: str) -> None:
    game = desk.begin(against_aide=False)
    south, north = program(desk, game), program(desk, game, desk.tom)
    north.send("/orders", {"text": "N01 hold"})
    closed = south.get(path)
    assert (closed.status_code, closed.json["type"]) == (409, "/api#not-now")
    assert "over" in closed.json["detail"]
    concede(desk.services, game, NORTH, desk.tom)
    assert south.get(path).status_code == 200


def test_the_archive_is_the_one_that_can_be_verified(desk: Office) -> None:
    game = desk.begin()
    bot = program(desk, game)
    concede(desk.services, game, SOUTH, desk.ines)
    answer = bot.get("/archive")
    assert answer.mimetype == "application/jsonl"
    archive = read_archive(answer.text.splitlines(keepends=True))
    assert verify(archive, SNAPHANCE, audit=True) == []
    assert archive.header.game == game


def test_a_report_in_words_is_the_mails(desk: Office) -> None:
    answer = program(desk, desk.begin()).get("/reports/0/text")
    assert answer.mimetype == "text/plain"
    assert "Harrow Down" in answer.text
    assert "S01" in answer.text
