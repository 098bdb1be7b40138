"""The API is what its document says: asked at random, with a key that holds, of a battle under way."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.engine.ids import GameId
from pbem.service.agreements.pacts import concede
from pbem.service.agreements.seating import leave_seat
from pbem.service.people.keys import keys_of, make_key, take_back
from pbem.service.play.turns import ready
from pbem.service.what_if import trials
from pbem.web.api.operations import OPERATIONS
from tests.api_programs import few_tries
from tests.web_offices import NORTH, SOUTH, Office, office

if TYPE_CHECKING:
    from schemathesis import Case
    from schemathesis.specs.openapi.schemas import OpenApiSchema

FINE: dict[str, dict[str, Any]] = {
    "get_report": {"path_parameters": {"number": 0}},
    "get_map": {"path_parameters": {"number": 0}},
    "get_map_svg": {"path_parameters": {"number": 0}},
    "get_map_png": {"path_parameters": {"number": 0}},
    "check": {"body": {"text": "S01 forward 0507\nS02 fly", "offers_for": ["S01"]}},
    "send_orders": {"body": {"text": "S01 hold\nS02 fly"}},
    "put_draft": {"body": {"text": "S01 hold"}},
    "put_standing": {"body": {"settings": [{"line": "standing group Foot pursue", "value": "never"}]}},
    "add_dice_word": {"body": {"word": "rosemary"}},
    "get_report_text": {"path_parameters": {"number": 0}},
    "get_replay": {"path_parameters": {"number": 1}},
    "write_letter": {"body": {"to": ["north"], "text": "Sir, the mist will not hold."}},
    "what_if": {"body": {"text": "S01 forward 0507"}},
    "draw": {"body": {"act": "offer"}},
    "pause": {"body": {"act": "offer", "until": "2026-05-20"}},
    "concession": {"body": {"act": "concede"}},
    "seat": {"body": {"seat": "north", "act": "aide"}},
}
"""What is sure to be taken, where chance would hardly find it."""


TWO_PLAYERS = {"write_letter", "draw", "grant_day", "seat"}
"""What needs somebody on the other side."""


def prepare(desk: Office, game: GameId, name: str) -> None:
    """Bring a game to where an operation can succeed."""
    if name in {"grant_day", "get_replay"}:
        ready(desk.services, game, SOUTH, "web", desk.ines)
    if name == "seat":
        leave_seat(desk.services, game, NORTH, desk.tom)
    if name == "get_archive":
        concede(desk.services, game, SOUTH, desk.ines)


@pytest.fixture(autouse=True)
def quick_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "play", few_tries)


FEW = {"ready": 2, "send_orders": 6, "what_if": 2}
"""Examples of what plays turns; of everything else there are six."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("api")) as made:
        for limiter in made.app.extensions["limiter"]:
            limiter.enabled = False  # schemathesis tries each request with wrong keys too
        yield made


@pytest.fixture(scope="module")
def schema(desk: Office) -> "OpenApiSchema":
    import schemathesis  # a second of work, which only the worker of this file is to have

    return schemathesis.openapi.from_wsgi("/api/1/openapi.json", desk.app)


@pytest.mark.parametrize("name", [one.name for one in OPERATIONS])
def test_answers_are_as_the_document_says(desk: Office, schema: "OpenApiSchema", name: str) -> None:
    from schemathesis import GenerationMode

    game = desk.begin(against_aide=name not in TWO_PLAYERS)
    prepare(desk, game, name)
    key = make_key(desk.services, desk.ines, game, SOUTH, name)
    operation = schema.find_operation_by_id(name)
    answered: Counter[int] = Counter()

    def ask(case: "Case[Any]") -> None:
        answer = case.call_and_validate(headers={"Authorization": f"Bearer {key}"})
        answered[answer.status_code] += 1

    sound, faulty = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

    @settings(max_examples=FEW.get(name, 4), deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.one_of(sound, faulty))
    def at_random(case: "Case[Any]") -> None:
        ask(case)

    ask(operation.Case(**FINE.get(name, {})))
    assert answered[200] == 1
    at_random()
    assert answered.total() > 1
    take_back(desk.services, desk.ines, keys_of(desk.services, desk.ines)[0].id)
