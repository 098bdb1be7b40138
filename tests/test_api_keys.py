"""Keys for programs: made, shown once, noted when used, taken back; and what they do not open."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.service.agreements.deputies import name_deputy
from pbem.service.agreements.seating import hand_to_aide
from pbem.service.people.keys import MOST, NOTED_EVERY, NoKey, holder_of, keys_of, make_key, take_back
from pbem.store.tables import OutMail, SeatToken
from pbem.web.api.operations import OPERATIONS
from tests.api_programs import Program, program
from tests.web_offices import NORTH, SOUTH, Office, office


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def test_a_key_is_shown_once_and_kept_as_a_digest_alone(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    answer = visitor.send("/account/keys", "/account/keys", seat=f"{game}/south", name="  my   bot ")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    key = answer.text.partition("pbem_")[2].partition("<")[0]
    assert len(key) >= 40
    listed = visitor.get("/account/keys").text
    assert "my bot" in listed
    assert "Never used." in listed
    assert key not in listed
    with desk.services.db.reading() as session:
        assert key not in repr(session.exec(select(SeatToken)).all())
    assert Program(desk, f"pbem_{key}").get("/game").json["seat"] == "south"
    assert "Last used" in visitor.get("/account/keys").text


def test_a_key_taken_back_opens_nothing(desk: Office) -> None:
    bot = program(desk, desk.begin())
    assert bot.get("/game").status_code == 200
    visitor = desk.visitor(desk.ines)
    visitor.send("/account/keys", "/account/keys/take-back", key=keys_of(desk.services, desk.ines)[0].id)
    assert "“bot” has been revoked" in visitor.get("/account/keys").text
    assert bot.get("/game").status_code == 401


def test_keys_are_made_and_taken_back_by_their_owner_alone(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    program(desk, game)
    with pytest.raises(NoKey, match="no such seat"):
        make_key(desk.services, desk.ines, game, NORTH, "spy")
    refused = desk.visitor(desk.tom)
    refused.send("/account/keys", "/account/keys", seat=f"{game}/south", name="spy")
    assert "You have no such seat" in refused.get("/account/keys").text
    assert take_back(desk.services, desk.tom, keys_of(desk.services, desk.ines)[0].id) == ""
    assert [one.name for one in keys_of(desk.services, desk.ines)] == ["bot"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\x07b"])
def test_a_key_needs_a_name_that_can_be_read(desk: Office, name: str) -> None:
    with pytest.raises(NoKey, match="1 to 60"):
        make_key(desk.services, desk.ines, desk.begin(), SOUTH, name)


def test_there_are_so_many_keys_and_no_more(desk: Office) -> None:
    game = desk.begin()
    for number in range(MOST):
        make_key(desk.services, desk.ines, game, SOUTH, f"bot {number}")
    with pytest.raises(NoKey, match="revoke one first"):
        make_key(desk.services, desk.ines, game, SOUTH, "one more")


def test_a_key_is_good_only_while_the_seat_is_its_owners(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    bot = program(desk, game)
    assert bot.get("/game").status_code == 200
    hand_to_aide(desk.services, game, SOUTH)
    assert bot.get("/game").status_code == 401


def test_a_deputys_key_ends_with_his_turns_and_the_player_is_told_what_it_sends(desk: Office) -> None:
    game = desk.begin(against_aide=True)
    name_deputy(desk.services, game, SOUTH, "tom@example.org", 1, 1, desk.ines)
    bot = Program(desk, make_key(desk.services, desk.tom, game, SOUTH, "bot"))
    assert bot.send("/orders", {"text": "S01 hold"}).json["stands"]["by"] == "Tom Averell"
    with desk.services.db.reading() as session:
        copies = [one.recipient for one in session.exec(select(OutMail)) if one.kind == "copy"]
    assert copies == ["ines@example.org"]
    assert bot.send("/ready").json["outcome"] == "played"
    assert bot.get("/game").status_code == 401


def test_the_last_use_is_noted_now_and_then(desk: Office) -> None:
    key = program(desk, desk.begin()).key
    first = desk.clock.now()
    assert holder_of(desk.services, key)
    desk.clock.at += NOTED_EVERY / 2
    assert holder_of(desk.services, key)
    assert keys_of(desk.services, desk.ines)[0].used_at == first
    desk.clock.at += NOTED_EVERY / 2
    assert holder_of(desk.services, key)
    assert keys_of(desk.services, desk.ines)[0].used_at == desk.clock.now()


def test_nothing_opens_without_a_key_nor_by_the_cookie_of_a_visit(desk: Office) -> None:
    desk.begin()
    visitor = desk.visitor(desk.ines)
    for one in OPERATIONS:
        path = "/api/1" + one.path.replace("{number}", "0")
        for headers in ({}, {"Authorization": "Bearer pbem_x"}, {"Authorization": "Basic aW5lczp4"}):
            answer = visitor.client.open(path, method=one.method, headers=headers)
            assert answer.status_code == 401
            assert answer.mimetype == "application/problem+json"
            assert answer.headers["WWW-Authenticate"] == "Bearer"
