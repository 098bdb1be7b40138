"""The API: looking, ordering, refusals, and that secrets stay secret."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.options import Options
from pbem.service.play.drafts import Basis, keep_draft
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.what_if import trials
from pbem.store.errors import StoreUnavailable
from pbem.web.api import looking
from pbem.web.api.operations import OPERATIONS
from tests.api_programs import few_tries, program
from tests.web_offices import SOUTH, Office, office


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


# --- looking ------------------------------------------------------------------------------------------------------


def test_a_program_waits_by_asking_what_is_new(desk: Office) -> None:
    bot = program(desk, desk.begin(Options(every=1, grace=6)))
    tag = bot.get("/game").headers["ETag"]
    desk.later(hours=3)
    again = bot.get("/game", **{"If-None-Match": tag})
    assert again.status_code == 304
    assert not again.data
    bot.send("/ready", {})
    assert bot.get("/game", **{"If-None-Match": tag}).status_code == 200


def test_the_tag_tells_nothing_of_what_the_other_side_has_sent(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    south, north = program(desk, game), program(desk, game, desk.tom)
    paths = ["/game", "/ask", "/orders", "/reports", "/reports/0", "/reports/0/map", "/draft", "/standing"]
    before = {path: (south.get(path).headers["ETag"], south.get(path).data) for path in paths}
    assert north.send("/orders", {"text": "N01 hold", "ready": False}).json["outcome"] == "filed"
    assert {path: (south.get(path).headers["ETag"], south.get(path).data) for path in paths} == before


def test_reports_and_maps_are_those_of_the_seat(desk: Office) -> None:
    game = desk.begin()
    bot = program(desk, game)
    bot.send("/ready")
    assert [one["number"] for one in bot.get("/reports").json["reports"]] == [0, 1]
    told, page = bot.get("/reports/1").json, game_page(desk.services, game, SOUTH, 1)
    numbers = [event["number"] for chapter in told["chapters"] for event in chapter["events"]]
    assert numbers == [f"1.{n}" for n in range(1, len(numbers) + 1)]
    assert [one["code"] for one in told["mine"]] == [one.code for one in page.told.mine]
    chart = bot.get("/reports/1/map").json
    assert {(one["code"], one["hex"]) for one in chart["counters"]} == {
        (one["code"], one["place"]) for one in [*told["mine"], *told["seen"]] if not one["gone"]
    }
    assert bot.get("/reports/1/map.svg?view=fight").data.startswith(b"<svg")
    assert bot.get("/reports/1/map.png").data.startswith(b"\x89PNG")
    refused = bot.get("/reports/7")
    assert refused.status_code == 404
    assert "there are 0 to 1" in refused.json["detail"]


def test_every_line_offered_is_taken(desk: Office) -> None:
    bot = program(desk, desk.begin())
    asked = bot.get("/ask").json
    assert [one["code"] for one in asked["units"]] == [f"S0{n}" for n in range(1, 7)]
    one = asked["units"][0]
    assert bot.get("/ask?unit=s01").json["units"] == [one]
    for offer in [*one["may"], *one["marches"]]:
        checked = bot.send("/check", {"text": offer["line"], "offers_for": ["S01"]}).json
        assert checked["reading"]["problems"] == []
        assert [unit["code"] for unit in checked["offers"]] == ["S01"]
    assert bot.get("/ask?unit=N01").status_code == 404
    assert bot.get("/ask?unit=%00").status_code == 422
    clash = bot.send("/check", {"text": "S01 forward 0607\nS02 forward 0607"}).json["reading"]["warnings"][0]
    assert (clash["units"], clash["others"], clash["hexes"], clash["kind"]) == (["S02"], ["S01"], ["0607"], "collision")
    drawn = bot.send("/check", {"text": "S01 forward 0507"}).json["drawn"]
    assert [(one["code"], one["path"]) for one in drawn] == [("S01", ["0508", "0507"])]


# --- doing --------------------------------------------------------------------------------------------------------


def test_orders_are_filed_and_the_turn_is_played(desk: Office) -> None:
    game = desk.begin()
    bot = program(desk, game)
    receipt = bot.send("/orders", {"text": "S01 hold\r\nS02 fly", "turn": 1}).json
    assert receipt["outcome"] == "filed"
    assert receipt["stands"]["text"] == "S01 hold"
    assert receipt["stands"]["door"] == "api"
    assert [(one["line"], one["about"]) for one in receipt["reading"]["problems"]] == [(2, "S02")]
    assert bot.get("/orders").json["stands"] == receipt["stands"]
    played = bot.send("/orders", {"text": "S01 hold", "turn": 1.0, "ready": True}).json  # 1.0 is an integer in JSON
    assert (played["outcome"], played["turn"]) == ("played", 2)
    assert bot.get("/game").json["report"] == 1


def test_the_same_orders_sent_again_change_nothing(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    bot = program(desk, game)
    sent = {"text": "S01 hold", "turn": 1, "ready": True}
    first, second = bot.send("/orders", sent).json, bot.send("/orders", sent).json
    assert (first["outcome"], second["outcome"]) == ("filed", "nothing")
    assert first["stands"] == second["stands"]


def test_being_ready_and_not_and_withdrawing_and_putting_off(desk: Office) -> None:
    bot = program(desk, desk.begin(Options(zone="Europe/Madrid"), against_aide=False))
    bot.send("/orders", {"text": "S01 hold"})
    assert bot.send("/ready", {"turn": 1}).json["stands"]["final"]
    assert not bot.get("/game").json["waiting"]["you"]
    assert not bot.send("/not-ready").json["stands"]["final"]
    assert bot.send("/withdraw").json["stands"] is None
    due = bot.get("/game").json["due"]["at"]
    assert bot.send("/extend").json["due"]["at"] > due
    again = bot.send("/extend").json
    assert again["outcome"] == "nothing"
    assert "no extra day left" in again["said"][0]


def test_nonsense_with_ready_plays_nothing(desk: Office) -> None:
    bot = program(desk, desk.begin())
    refused = bot.send("/orders", {"text": "S01 fly", "ready": True})
    assert refused.status_code == 409
    assert refused.json["type"] == "/api#nothing-taken"
    assert refused.json["reading"]["problems"][0]["quote"] == "S01 fly"
    assert bot.get("/game").json["turn"] == 1


def test_orders_for_another_turn_are_refused(desk: Office) -> None:
    bot = program(desk, desk.begin())
    bot.send("/ready")
    refused = bot.send("/orders", {"text": "S01 hold", "turn": 1, "ready": True})
    assert refused.status_code == 409
    assert "were for your turn 1, which has been played" in refused.json["detail"]
    assert "open" in refused.json["instead"]
    assert bot.get("/game").json["turn"] == 2


def test_a_draft_is_the_one_of_the_page(desk: Office) -> None:
    game = desk.begin()
    bot = program(desk, game)
    assert bot.get("/draft").json == {"turn": 1, "text": ""}
    assert bot.send("/draft", {"text": "S01 hold\r\nS02"}, "PUT").json == {"turn": 1, "text": "S01 hold\nS02"}
    assert game_page(desk.services, game, SOUTH).draft == "S01 hold\nS02"
    assert bot.get("/ask?unit=S01").json["text"] == "S01 hold\nS02"
    bot.send("/orders", {"text": "S01 hold"})
    assert bot.get("/draft").json["text"] == ""


def test_standing_orders_are_set_and_all_else_stays(desk: Office) -> None:
    bot = program(desk, desk.begin())
    bot.send("/orders", {"text": "S01 hold"})
    found = {choice["line"]: one for one in bot.get("/standing").json["decisions"] for choice in one["choices"]}
    line = "standing group Foot pursue"
    value = next(word for word in found[line]["values"] if word != found[line]["default"])
    receipt = bot.send("/standing", {"settings": [{"line": line, "value": value}]}, "PUT").json
    assert receipt["stands"]["text"].lower().splitlines() == ["s01 hold", f"{line} {value}".lower()]
    now = [choice for one in bot.get("/standing").json["decisions"] for choice in one["choices"] if choice["value"]]
    assert now == [{"whom": "Foot", "line": line, "value": value}]
    for bad in ({"line": line, "value": "perhaps"}, {"line": "not", "value": "ready"}):
        refused = bot.send("/standing", {"settings": [bad]}, "PUT")
        assert refused.status_code == 409
        assert refused.json["type"] == "/api#nothing-taken"
    assert bot.get("/orders").json["stands"] == receipt["stands"]
    back = {"line": line, "value": bot.get("/standing").json["unset"]}
    assert bot.send("/standing", {"settings": [back]}, "PUT").json["stands"]["text"] == "S01 hold"


def test_a_word_for_the_dice(desk: Office) -> None:
    bot = program(desk, desk.begin())
    assert bot.send("/dice/word", {"word": "rosemary"}).json["words"] == [{"seat": "south", "word": "rosemary"}]
    refused = bot.send("/dice/word", {"word": "rue"})
    assert refused.status_code == 409
    assert "one is enough" in refused.json["detail"]


def test_orders_are_tried_out_and_nothing_is_filed(desk: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "play", few_tries)
    bot = program(desk, desk.begin())
    bot.send("/orders", {"text": "S02 hold"})
    tried = [bot.send("/what-if", {"text": "S01 forward 0507\nS02 fly"}).json for _ in range(2)]
    assert [one["tries"] for one in tried] == [2, 4]
    assert (tried[0]["orders"], tried[0]["left_out"], tried[0]["of"]) == (1, 1, 1000)
    assert {one["code"]: one["places"] for one in tried[1]["units"]}["S01"] == {"0507": 4}
    assert bot.get("/draft").json["text"] == ""
    assert bot.get("/orders").json["stands"]["text"] == "S02 hold"


# --- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "mimetype", "status", "kind"),
    [
        ("{", "application/json", 400, "not-json"),
        ("", "application/json", 400, "not-json"),
        (b'{"text": "\xff"}', "application/json", 400, "not-json"),
        ('{"text": 5}', "application/json", 422, "not-valid"),
        ('{"text": "S01 hold", "raedy": true}', "application/json", 422, "not-valid"),
        ('{"text": "S01 hold", "turn": 0}', "application/json", 422, "not-valid"),
        ("{" + '"text": "' + "x" * 20_001 + '"}', "application/json", 422, "not-valid"),
        ("text=S01+hold", "application/x-www-form-urlencoded", 415, "no-json"),
        ("{" + '"text": "' + "x" * 300_000 + '"}', "application/json", 413, "too-large"),
    ],
)
def test_what_cannot_be_read_is_told(desk: Office, data: str | bytes, mimetype: str, status: int, kind: str) -> None:
    bot = program(desk, desk.begin())
    headers = {"Authorization": f"Bearer {bot.key}"}
    answer = bot.client.post("/api/1/orders", data=data, content_type=mimetype, headers=headers)
    assert answer.status_code == status
    assert answer.json["type"] == f"/api#{kind}"
    assert answer.json["instance"] == "/api/1/orders"
    assert answer.json["instead"]
    assert bot.get("/orders").json["stands"] is None


def test_addresses_that_are_none_are_told_as_problems(desk: Office) -> None:
    bot = program(desk, desk.begin())
    assert bot.get("/nowhere").json["type"] == "/api#unknown-address"
    wrong = bot.get("/check")
    assert (wrong.status_code, wrong.json["instead"], {*wrong.allow}) == (405, "Use POST.", {"OPTIONS", "POST"})


def test_faults_of_ours_have_a_reference_and_no_more(desk: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.app.testing = False
    bot = program(desk, desk.begin())

    def breaks(*_: object) -> None:
        raise RuntimeError("the rowan by the ford")

    def away(*_: object) -> None:
        raise StoreUnavailable("no route to host")

    monkeypatch.setattr(looking.making, "game_now", breaks)
    broken = bot.get("/game")
    assert (broken.status_code, len(broken.json["reference"])) == (500, 6)
    assert "rowan" not in broken.text
    monkeypatch.setattr(looking.making, "game_now", away)
    closed = bot.get("/game")
    assert (closed.status_code, closed.headers["Retry-After"]) == (503, "60")
    assert "route" not in closed.text


def test_a_key_that_asks_too_often_is_slowed_down_and_no_other(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    busy, other = program(desk, game), program(desk, game, desk.tom)
    answers = (busy.get("/reports/0/map.png") for _ in range(41))  # a new minute may begin meanwhile
    refused = next(one for one in answers if one.status_code != 200)
    assert refused.status_code == 429
    assert refused.json["type"] == "/api#too-often"
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert other.get("/reports/0/map.png").status_code == 200


# --- the page and the document ------------------------------------------------------------------------------------


def test_anybody_may_read_how_it_works(desk: Office) -> None:
    visitor = desk.visitor()
    page = visitor.get("/api").text
    document = visitor.get("/api/1/openapi.json").json
    assert document["openapi"].startswith("3.1")
    for one in OPERATIONS:
        assert f'id="{one.name}"' in page
        assert document["paths"][one.path][one.method.lower()]["operationId"] == one.name


# --- other orders in between --------------------------------------------------------------------------------------


def test_orders_begun_from_an_earlier_version_are_refused_with_both_texts(desk: Office) -> None:
    game = desk.begin()
    bot = program(desk, game)
    tag = bot.get("/orders").headers["ETag"]
    assert tag == '"1.0"'
    submit(desk.services, game, SOUTH, "S01 forward 0607", "mail", desk.ines)
    refused = bot.send("/orders", {"text": "S02 hold", "turn": 1}, **{"If-Match": tag})
    assert refused.status_code == 412
    assert refused.headers["ETag"] == bot.get("/orders").headers["ETag"] == '"1.1"'
    assert refused.json["sent"] == "S02 hold"
    assert refused.json["stands"]["text"] == "S01 forward 0607"
    assert refused.json["stands"]["door"] == "mail"
    taken = bot.send("/orders", {"text": refused.json["both"], "turn": 1}, **{"If-Match": refused.headers["ETag"]})
    assert taken.json["stands"]["text"] == "S01 forward 0607\nS02 hold"
    assert taken.headers["ETag"] == '"1.2"'


def test_orders_that_name_no_version_never_replace_what_came_by_another_door(desk: Office) -> None:
    game = desk.begin()
    bot = program(desk, game)
    bot.send("/orders", {"text": "S01 hold"})
    assert bot.send("/orders", {"text": "S02 hold"}).status_code == 200  # its own
    submit(desk.services, game, SOUTH, "S03 hold", "mail", desk.ines)
    refused = bot.send("/orders", {"text": "S02 forward 0707"})
    assert refused.status_code == 428
    assert bot.get("/orders").json["stands"]["text"] == "S02 hold\nS03 hold"
    assert bot.send("/orders", {"text": "S02 forward 0707"}, **{"If-Match": "*"}).status_code == 200


def test_ready_with_a_version_named_makes_no_other_one_final(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    bot = program(desk, game)
    tag = bot.send("/orders", {"text": "S01 hold"}).headers["ETag"]
    submit(desk.services, game, SOUTH, "S01 forward 0607", "mail", desk.ines)
    assert bot.send("/ready", {}, **{"If-Match": tag}).status_code == 412
    assert not bot.get("/orders").json["stands"]["final"]
    assert bot.send("/ready", {}).json["stands"]["final"]


def test_a_programs_draft_does_not_overwrite_what_is_typed_on_the_page(desk: Office) -> None:
    game = desk.begin()
    bot = program(desk, game)
    keep_draft(desk.services, game, SOUTH, 1, "S01 hold", Basis(0, 0, "page", 1))
    assert bot.send("/draft", {"text": "S02 hold"}, "PUT").status_code == 409
    assert game_page(desk.services, game, SOUTH).draft == "S01 hold"
