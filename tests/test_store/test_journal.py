"""A journal comes back byte for byte; of two writers one wins; nothing is half written."""

import threading
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel import Session

from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import check_chain
from pbem.store import journal, snapshots
from pbem.store.db import Database
from pbem.store.errors import Conflict, NoGame, StoreError
from pbem.store.tables import Deadline, Game, OutMail, SeatRow
from tests.test_store.conftest import Opener
from tests.test_store.samples import GAME, NOW, begin, deadline, entries, game, out_mail

STORABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
ODD = [
    '{"b":1.0,"a":1e2,"b":2}',  # JSONB would answer {"a": 100, "b": 2}
    '{"text":"½ “Rocroi” é é ｆ \U0001f3c7 \u202e \ufeff"}',
    '{"text":"\\u0000 \\\\ \\" %s %(x)s :game ? $1"}',
    '{ "text" : "spaces\\r\\n" }  ',
    "'; DROP TABLE entry; --",
    "",
]


def test_what_is_appended_is_loaded_byte_for_byte(opener: Opener) -> None:
    written = entries(ODD, author="søuth")
    with opener().writing() as session:
        session.add(game())
        journal.append(session, written)
    with opener().reading() as session:
        assert journal.load(session, GAME) == written
        assert journal.load_after(session, GAME, Seq(4)) == written[4:]
        assert journal.head(session, GAME) == written[-1]
        check_chain(journal.load(session, GAME))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(payloads=st.lists(STORABLE.map(lambda told: msgspec.json.encode(told).decode()), min_size=1, max_size=8))
def test_any_json_text_survives(database: Database, payloads: list[str]) -> None:
    with database.writing() as session:
        session.connection().execute(text("DELETE FROM entry"))
        session.merge(game())
        journal.append(session, entries(payloads))
    with database.reading() as session:
        assert [entry.payload for entry in journal.load(session, GAME)] == payloads


def test_an_empty_journal_has_no_head(database: Database) -> None:
    with database.reading() as session:
        assert journal.load(session, GAME) == []
        assert journal.head(session, GAME) is None


def test_games_do_not_see_one_another(database: Database) -> None:
    one, two = begin(database, GameId("one")), begin(database, GameId("two"), 5)
    with database.reading() as session:
        assert journal.load(session, GameId("one")) == one
        assert journal.load(session, GameId("two")) == two


def test_a_second_writer_on_the_same_head_is_told_to_load_again(opener: Opener) -> None:
    first, second = opener(), opener()
    head = begin(first)[-1]
    with first.writing() as session:
        journal.append(session, entries(['"first"'], head))
    with pytest.raises(Conflict, match=r"read up to entry 3 .* now ends with entry 4"), second.writing() as session:
        journal.append(session, entries(['"second"'], head))
    with second.reading() as session:
        assert [entry.payload for entry in journal.load_after(session, GAME, Seq(3))] == ['"first"']


def test_a_head_that_was_replaced_is_a_conflict_though_its_number_is_the_same(database: Database) -> None:
    begin(database)
    other = entries(['"x"', '"y"', '"z"'])[-1]
    with pytest.raises(Conflict), database.writing() as session:
        journal.append(session, entries(['"second"'], other))
    with pytest.raises(Conflict), database.writing() as session:
        journal.hold(session, GAME, other)


def test_hold_stops_a_use_case_that_writes_no_entries(database: Database) -> None:
    written = begin(database)
    with database.writing() as session:
        journal.hold(session, GAME, written[-1])
    for stale in (written[0], None):
        with pytest.raises(Conflict), database.writing() as session:
            journal.hold(session, GAME, stale)
    with database.writing() as session:
        session.add(game(GameId("new")))
        journal.hold(session, GameId("new"), None)


def test_many_writers_on_one_game_lose_nothing_and_double_nothing(opener: Opener) -> None:
    """Each of four workers adds ten letters, each time on a fresh reading, again on a conflict."""
    begin(opener(), count=1)
    workers, letters = 4, 10
    conflicts: list[Conflict] = []
    start = threading.Barrier(workers)

    def work(database: Database, who: int) -> None:
        tried = 0
        for number in range(letters):
            while True:
                with database.reading() as session:
                    head = journal.head(session, GAME)
                if number == 0 and not tried:
                    start.wait(30)  # so that all of them have read the same head
                tried += 1
                try:
                    with database.writing() as session:
                        journal.append(session, entries([f'"{who}.{number}"'], head))
                    break
                except Conflict as conflict:
                    conflicts.append(conflict)

    threads = [threading.Thread(target=work, args=(opener(), who)) for who in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    with opener().reading() as session:
        found = journal.load(session, GAME)
    check_chain(found)
    wanted = [f'"{who}.{number}"' for who in range(workers) for number in range(letters)]
    assert sorted(entry.payload for entry in found[1:]) == sorted(wanted)
    assert len(conflicts) >= workers - 1


def test_one_waits_while_the_other_is_writing(opener: Opener) -> None:
    """The second writer gets in after the first has committed, and finds that the journal has moved."""
    one, two = opener(), opener()
    head = begin(one)[-1]
    outcome: list[str] = []

    def second() -> None:
        try:
            with two.writing() as session:
                journal.append(session, entries(['"second"'], head))
            outcome.append("written")
        except Conflict:
            outcome.append("conflict")

    thread = threading.Thread(target=second)
    with one.writing() as session:
        journal.append(session, entries(['"first"'], head))
        thread.start()
        thread.join(0.3)
        assert thread.is_alive(), "the second writer did not wait"
    thread.join(10)
    assert outcome == ["conflict"]


def test_nothing_is_half_written(database: Database) -> None:
    """An error anywhere in a use case leaves no entry, no mail and no deadline."""
    head = begin(database)[-1]

    def use_case(then: Callable[[Session], None]) -> None:
        with database.writing() as session:
            journal.append(session, entries(['"4"'], head))
            session.add_all([out_mail(1), deadline(4)])
            session.flush()
            then(session)

    def fail(session: Session) -> None:
        raise ZeroDivisionError

    def refer_to_nothing(session: Session) -> None:
        session.add(SeatRow(game=GameId("nowhere"), seat=Seat("south")))  # found out at the commit

    with pytest.raises(ZeroDivisionError):
        use_case(fail)
    with pytest.raises(IntegrityError):
        use_case(refer_to_nothing)
    with database.reading() as session:
        assert journal.head(session, GAME) == head
        assert session.get(OutMail, (GAME, out_mail(1).key)) is None
        assert session.get(Deadline, (GAME, "4.deadline")) is None
    use_case(lambda session: None)
    with database.reading() as session:
        assert session.get(Deadline, (GAME, "4.deadline")) is not None


def test_the_same_mail_is_never_written_twice(database: Database) -> None:
    head = begin(database)[-1]
    with database.writing() as session:
        session.add(out_mail(1))

    def again() -> None:
        with database.writing() as session:
            journal.append(session, entries(['"4"'], head))
            session.add(out_mail(1))

    with pytest.raises(IntegrityError):
        again()
    with database.reading() as session:
        assert journal.head(session, GAME) == head


def test_rows_of_a_transaction_may_come_in_any_order(database: Database) -> None:
    with database.writing() as session:
        session.add(SeatRow(game=GAME, seat=Seat("south")))
        session.flush()
        session.add(game())
    with database.reading() as session:
        assert session.get(Game, GAME) is not None


def test_a_reading_session_writes_nothing(database: Database) -> None:

    def write() -> None:
        with database.reading() as session:
            session.add(game())
            session.flush()

    with pytest.raises(DBAPIError, match=r"(?i)read-?only"):
        write()
    with pytest.raises(StoreError, match="use writing"), database.reading() as session:
        session.add(game())
    with database.reading() as session:
        assert session.get(Game, GAME) is None


def test_a_reading_session_sees_one_moment(opener: Opener) -> None:
    one, two = opener(), opener()
    written = begin(one)
    with one.reading() as session:
        assert journal.head(session, GAME) == written[-1]
        with two.writing() as other:
            journal.append(other, entries(['"4"'], written[-1]))
        assert journal.load(session, GAME) == written


def test_entries_that_are_no_chain_are_refused(database: Database) -> None:
    one, two, three = entries(['"1"', '"2"', '"3"'])
    with database.writing() as session:
        session.add(game())
    for broken in ([one, three], [one, msgspec.structs.replace(two, game=GameId("other"))]):
        with pytest.raises(StoreError, match="does not follow entry 1"), database.writing() as session:
            journal.append(session, broken)


def test_a_journal_needs_its_game(database: Database) -> None:
    with pytest.raises(NoGame, match="no game 'harrow-down-1'"), database.writing() as session:
        journal.append(session, entries(['"1"']))


def test_times_come_back_aware_and_in_utc(database: Database) -> None:
    begin(database)
    with database.reading() as session:
        found = session.get(Game, GAME)
    assert found is not None
    assert (found.created_at, found.created_at.tzname()) == (NOW, "UTC")


# --- snapshots ----------------------------------------------------------------------------------------------------


def test_snapshots_are_a_cache(database: Database) -> None:
    written = begin(database, count=5)
    with database.writing() as session:
        for entry in (written[1], written[3]):
            snapshots.save(session, entry, "1", b"battle %d" % entry.seq)
        snapshots.save(session, written[3], "1", b"again \x00\xff")
    with database.reading() as session:
        assert snapshots.latest(session, GAME, "1") == (4, b"again \x00\xff")
        assert snapshots.latest(session, GAME, "1", Seq(3)) == (2, b"battle 2")
        assert snapshots.latest(session, GAME, "1", Seq(1)) is None
        assert snapshots.latest(session, GAME, "2") is None
        assert snapshots.latest(session, GameId("other"), "1") is None
    with database.writing() as session:
        assert snapshots.delete(session, GameId("other")) == 0
        assert snapshots.delete(session) == 2
    with database.reading() as session:
        assert snapshots.latest(session, GAME, "1") is None
        assert journal.load(session, GAME) == written


def test_a_snapshot_of_another_past_is_not_used(database: Database) -> None:
    """A journal put back from a copy may have gone on otherwise than the one the snapshot was taken of."""
    written = begin(database, count=3)
    with database.writing() as session:
        snapshots.save(session, written[2], "1", b"what was")
        session.connection().execute(text("DELETE FROM entry WHERE seq = 3"))
        session.connection().execute(text("UPDATE game SET head_seq = 2, head_hash = :hash"), {"hash": written[1].hash})
        journal.append(session, entries(['"otherwise"'], written[1]))
    with database.reading() as session:
        assert snapshots.latest(session, GAME, "1") is None
