"""Orders for turns to come, on each database: filed once when their turn opens, and shown until then."""

import threading

from pbem.mail.tokens import TurnRef
from pbem.service.incoming.pending import file_pending, keep, kept_for, planned
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED


def test_they_are_filed_once_whoever_looks(office: Office) -> None:
    game = office.begin()
    turn, red, now = TurnRef(game, RED, 1), office.players[RED], office.clock.now()
    plan = planned(office.services, turn, red, "bid 1\nTURN 2\nbid 3\nparry never\nTURN 3\nbid 2", now)
    assert (plan.now, plan.later) == ("bid 1\n\n\n\n\n", (2, 3))
    with office.services.db.writing() as session:
        keep(session, turn, red, plan, now)
    assert game_page(office.services, game, RED).later == (2, 3)
    assert game_page(office.services, game, BLUE).later == ()
    for seat in (RED, BLUE):
        submit(office.services, game, seat, "bid 1\nparry never\nready", "mail", office.players[seat])
    office.later(minutes=1)
    filed: list[int] = []
    workers = [threading.Thread(target=lambda: filed.append(file_pending(office.services))) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sum(filed) == 1
    desk = load_game(office.services, game).desk
    assert desk.filed[RED].number == 1
    assert desk.filed[RED].by == red
    assert desk.filed[RED].sent == "bid 3\nparry never"
    assert len(office.mails("answer")) == 1
    assert [row.turn for row in kept_for(office.services, game, RED)] == [3]


def test_lines_sent_anew_take_the_place_of_those_before(office: Office) -> None:
    game = office.begin()
    turn, red, now = TurnRef(game, RED, 1), office.players[RED], office.clock.now()
    for text in ("TURN 2\nbid 1", "TURN 2\nbid 3\nTURN 3\nbid 1", "TURN 3\nno orders\nTURN 4\nno orders"):
        with office.services.db.writing() as session:
            keep(session, turn, red, planned(office.services, turn, red, text, now), now)
    assert [(row.turn, row.text, row.by) for row in kept_for(office.services, game, RED)] == [(2, "bid 3", red)]
