"""What may be done so many times in a while, counted for all processes in the database."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from pbem.store.allowances import Allowance, full, sweep, take, taken
from pbem.store.db import Database
from tests.test_service.conftest import START, Office

MINUTE = timedelta(minutes=1)
BOTH = (Allowance("relay", 5, MINUTE), Allowance("to a.test", 2, MINUTE))


def test_several_connections_never_take_more_than_there_is(office: Office, url: str) -> None:
    doors = [Database.open(url) for _ in range(4)]

    def asks(number: int) -> bool:
        with doors[number % 4].writing(durable=False) as session:
            return take(session, BOTH[:1], START + timedelta(seconds=number))

    with ThreadPoolExecutor(8) as crowd:
        assert sum(crowd.map(asks, range(40))) == 5
    for door in doors:
        door.close()


def test_what_has_no_room_in_one_is_counted_in_none(lite: Office) -> None:
    def once() -> bool:
        with lite.services.db.writing() as session:
            return take(session, BOTH, lite.clock.now())

    assert [once() for _ in range(3)] == [True, True, False]
    with lite.services.db.reading() as session:
        assert len(taken(session, BOTH[0], START)) == 2
        assert full(session, "to ", 2, MINUTE, START) == {"a.test"}
        assert full(session, "to ", 2, MINUTE, START + MINUTE) == set()
    lite.later(minutes=1)
    assert once()


def test_a_clock_set_back_stops_nothing_for_long(lite: Office) -> None:
    with lite.services.db.writing() as session:
        assert take(session, BOTH[:1], START + timedelta(days=1), 5)
        assert take(session, BOTH[:1], START)
        assert taken(session, BOTH[0], START) == [START]


def test_counts_that_count_no_more_are_removed(lite: Office) -> None:
    with lite.services.db.writing() as session:
        take(session, BOTH[:1], START)
        take(session, BOTH[1:], START + MINUTE)
        assert sweep(session, START + MINUTE) == 1
        assert (taken(session, BOTH[0], START), len(taken(session, BOTH[1], START + MINUTE))) == ([], 1)
