"""A seat that the umpire takes from its player: for the aide-de-camp, or open to the next one."""

import re
from pathlib import Path

import pytest

from pbem.engine.ids import Seat
from pbem.service.agreements.pacts import concede
from pbem.service.agreements.seating import SeatTaken, ToWhom, take_seat
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.umpire.account import account_of
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.seats import BadUmpire, name_co_umpire, substitute, umpires_deputy, unseat
from pbem.store.tables import PlayerId
from tests.test_umpire.conftest import Umpired
from tests.test_umpire.test_held import order, work_of
from tests.test_umpire.test_timing import sound
from tests.toyrules import BLUE, RED
from tests.web_offices import NORTH, SOUTH, office

WHY = "no word for a month"


def test_the_aide_orders_at_once_and_the_debrief_says_why(umpired: Umpired) -> None:
    services, red = umpired.office.services, umpired.office.players[RED]
    with pytest.raises(BadUmpire, match="give a reason"):
        unseat(services, umpired.game, BLUE, "aide", " ", umpired.umpire)
    with pytest.raises(NotUmpire):
        unseat(services, umpired.game, BLUE, "aide", WHY, red)
    unseat(services, umpired.game, BLUE, "aide", WHY, umpired.umpire)
    with pytest.raises(SeatTaken, match="already"):
        unseat(services, umpired.game, BLUE, "aide", WHY, umpired.umpire)
    assert order(umpired, RED) == "played"
    (mail,) = [one for one in umpired.office.mails("seat") if one.recipient == "blue@example.org"]
    assert WHY.encode() in mail.raw
    assert not [
        one for one in umpired.office.mails("seat") if one.recipient == "red@example.org" and WHY.encode() in one.raw
    ]
    concede(services, umpired.game, RED, red)
    (act,) = [one for one in account_of(work_of(umpired), "UTC").acts if "seat of" in one.said]
    assert (act.by, act.said, act.reason) == ("Geoff Gale", "The seat of Blue was given to the aide-de-camp.", WHY)
    assert sound(umpired)


@pytest.mark.parametrize("to", ["aide", "open"])
def test_a_seat_is_taken_right_after_another_change_that_its_player_was_told_of(umpired: Umpired, to: ToWhom) -> None:
    services = umpired.office.services
    name_co_umpire(services, umpired.game, "helen@example.org", ["look"], umpired.umpire)
    unseat(services, umpired.game, BLUE, to, WHY, umpired.umpire)
    told = [one for one in umpired.office.mails("seat") if one.recipient == "blue@example.org"]
    assert sorted(WHY.encode() in one.raw for one in told) == [False, True]


def test_an_opened_seat_is_taken_by_a_substitute(umpired: Umpired) -> None:
    services = umpired.office.services
    unseat(services, umpired.game, BLUE, "open", WHY, umpired.umpire)
    assert work_of(umpired).chair(BLUE).person is None
    take_seat(services, umpired.game, BLUE, ensure_player(services, "cleo@example.org", "Cleo"))
    assert work_of(umpired).chair(BLUE).person.name == "Cleo"  # type: ignore[union-attr]  # she sits there
    assert sound(umpired)


def test_a_named_substitute_has_the_seat_and_one_who_knows_the_other_side_has_not(umpired: Umpired) -> None:
    services, game, geoff = umpired.office.services, umpired.game, umpired.umpire
    for address in ("red@example.org", "geoff@example.org"):
        with pytest.raises(SeatTaken, match="cannot have the seat"):
            substitute(services, game, BLUE, address, WHY, geoff)
    with pytest.raises(BadUmpire, match="reason"):
        substitute(services, game, BLUE, "cleo@example.org", " ", geoff)
    with pytest.raises(NotUmpire):
        substitute(services, game, BLUE, "cleo@example.org", WHY, umpired.office.players[RED])
    cleo = substitute(services, game, BLUE, "cleo@example.org", WHY, geoff)
    assert work_of(umpired).chair(BLUE).person.player == cleo  # type: ignore[union-attr]  # she sits there
    (told,) = [one for one in umpired.office.mails("seat") if WHY.encode() in one.raw]
    assert told.recipient == "blue@example.org"
    (once,) = [one for one in umpired.office.mails("seat") if one.recipient == "red@example.org"]
    assert b"plays Blue from now on" in once.raw, "of a seat that has a player again no player reads that it is empty"
    dora = umpires_deputy(services, game, BLUE, "dora@example.org", 2, "she is away", geoff)
    (deputy,) = work_of(umpired).desk.deputies[BLUE]
    assert (deputy.who, deputy.last - deputy.first) == (dora, 1)
    with pytest.raises(BadUmpire, match="1 to 99"):
        umpires_deputy(services, game, BLUE, "dora@example.org", 0, "she is away", geoff)
    concede(services, game, RED, umpired.office.players[RED])
    said = [(one.said, one.reason) for one in account_of(work_of(umpired), "UTC").acts if one.what == "seat"]
    assert any(words.endswith("was given the seat of Blue.") and reason == WHY for words, reason in said)
    assert any("was named a deputy of Blue" in words and reason == "she is away" for words, reason in said)
    assert sound(umpired)


def test_it_is_done_on_the_umpires_page(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: None}
        game = new_game(desk.services, "onehour/harrow-down", seats, umpire=desk.tom)
        where, umpire = f"/g/{game}/umpire", desk.visitor(desk.tom)
        page = umpire.get(where).text
        assert "Take a seat from its player" in page
        for form in re.findall(r"<form[^>]*#players.*?</form>", page, re.DOTALL):
            assert re.findall("<button[^>]*>", form)[0] == "<button hidden disabled>", "Enter presses no seat's button"
        assert umpire.send(where, where, do="unseat south open").status_code == 409
        named = {"address": "dora@example.org", "reason": WHY, "turns": "2"}
        assert umpire.send(where, where, do="deputy south", **{**named, "turns": "0"}).status_code == 409
        assert umpire.send(where, where, do="deputy south", **named).status_code == 303
        assert umpire.send(where, where, do="substitute south", **named).status_code == 303
        assert load_game(desk.services, game).chair(SOUTH).person.address == "dora@example.org"
        assert umpire.send(where, where, do="unseat south open", reason=WHY).status_code == 303
        assert "Take a seat from its player" not in umpire.get(where).text
