"""Orders that the umpire gives for a seat."""

import pytest

from pbem.engine.archive import read_archive, verify
from pbem.engine.journal import Submitted
from pbem.service.agreements.seating import give_to_aide
from pbem.service.options import Options
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.play.versions import versions_of
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.behalf import NoBehalf, order_for, sheet_for
from pbem.service.umpire.overview import overview_of
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.seats import name_co_umpire
from pbem.service.umpire.timing import NoTime
from pbem.store.journal import load
from tests.test_service.conftest import Office
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.toyrules import BLUE, RED, TOY


def test_orders_for_a_seat_are_the_umpires_in_the_journal_and_its_player_is_told_why(office: Office) -> None:
    umpired = begin_umpired(office)
    services, game = office.services, umpired.game
    given = order_for(services, game, RED, "bid 3", "Rosa telephoned", umpired.umpire, ready=True)
    assert given.outcome == "filed"
    with services.db.reading() as session:
        written = [TOY.codec.read(one) for one in load(session, game) if one.kind == "orders"]
    (orders,) = written
    assert isinstance(orders, Submitted)
    assert (orders.door, orders.by, orders.reason) == ("umpire", umpired.umpire, "Rosa telephoned")
    (copy,) = [one for one in office.mails("seat") if b"given orders for you" in one.raw]
    assert copy.recipient == "red@example.org"
    assert b"Rosa telephoned" in copy.raw
    stands = game_page(services, game, RED).stands
    assert stands is not None
    assert (stands.door, stands.by) == ("umpire", "")
    assert not any(b"Rosa telephoned" in one.raw for one in office.mails() if one.recipient == "blue@example.org")


def test_they_close_the_turn_and_the_game_is_sound(lite: Office) -> None:
    umpired = begin_umpired(lite)
    submit(lite.services, umpired.game, BLUE, "bid 1", "web", lite.players[BLUE], True)
    given = order_for(lite.services, umpired.game, RED, "bid 2", "Rosa is ill", umpired.umpire, ready=True)
    assert given.outcome == "played"
    lines = "".join(export_game(lite.services, umpired.game)).splitlines(keepends=True)
    assert not [one for one in verify(read_archive(lines), TOY, audit=True) if one.fault]


def test_late_orders_are_taken_while_the_turn_is_open(lite: Office) -> None:
    umpired = begin_umpired(lite, Options(missed="wait"))
    lite.later(days=9)
    tick(lite.services)
    assert order_for(lite.services, umpired.game, RED, "bid 2", "Came by post", umpired.umpire, ready=True).taken
    seen = overview_of(load_game(lite.services, umpired.game), umpired.umpire, "UTC")
    assert [(one.title, one.state) for one in seen.seats] == [("Red", "in"), ("Blue", "late")]
    assert "by the umpire" in seen.seats[0].told


def test_a_player_may_change_what_the_umpire_ordered(umpired: Umpired) -> None:
    services, game = umpired.office.services, umpired.game
    order_for(services, game, RED, "bid 3", "Rosa telephoned", umpired.umpire, ready=False)
    submit(services, game, RED, "bid 1", "web", umpired.office.players[RED], False)
    assert sheet_for(load_game(services, game), RED, umpired.umpire).text == "bid 1"
    (turn,) = versions_of(load_game(services, game), RED)
    assert [(one.number, one.door) for one in turn.versions] == [(2, "web"), (1, "umpire")]


def test_no_one_orders_for_a_seat_without_the_right_a_reason_or_an_order(umpired: Umpired) -> None:
    services, game, blue = umpired.office.services, umpired.game, umpired.office.players[BLUE]
    with pytest.raises(NotUmpire):
        order_for(services, game, RED, "bid 3", "why", blue, ready=True)
    helen = name_co_umpire(services, game, "helen@example.org", ["look"], umpired.umpire)
    with pytest.raises(NotUmpire, match="the right to: look"):
        order_for(services, game, RED, "bid 3", "why", helen, ready=True)
    with pytest.raises(NoTime, match="write your reason"):
        order_for(services, game, RED, "bid 3", " ", umpired.umpire, ready=True)
    with pytest.raises(NoBehalf, match="No order was found"):
        order_for(services, game, RED, "charge!", "why", umpired.umpire, ready=False)


def test_an_aides_orders_are_its_own(lite: Office) -> None:
    umpired = begin_umpired(lite)
    give_to_aide(lite.services, umpired.game, RED, lite.players[RED])
    work = load_game(lite.services, umpired.game)
    assert [one.can_order for one in overview_of(work, umpired.umpire, "UTC").seats] == [False, True]
    with pytest.raises(NoBehalf, match="aide-de-camp commands Red"):
        sheet_for(work, RED, umpired.umpire)
