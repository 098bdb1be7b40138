"""How fast mail leaves, and that it does not while it is held."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from pbem.engine.ids import GameId
from pbem.mail.relay import RelayAnswer, SmtpRelay
from pbem.service.outgoing import outbox
from pbem.service.outgoing.drawing import draw_some
from pbem.service.outgoing.outbox import Drained, drain, hold_mail, pace_for
from pbem.service.outgoing.pace import Pace
from pbem.service.play.work import UnknownGame
from pbem.service.queues.deliverability import is_lost
from pbem.service.services import Services
from pbem.store import leases
from pbem.store.allowances import sweep
from pbem.store.db import Database
from pbem.store.tables import OutMail, OutState, mail_key, readdress
from tests.fresh import write_schema
from tests.servers import HOST, free_port
from tests.test_mail.conftest import ANN, BOB, HARROW, Office, letter, text_of
from tests.test_mail.relays import Sink

START = datetime(2026, 5, 11, tzinfo=UTC)


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database to count in."""
    db = Database.open(write_schema(tmp_path_factory.mktemp("counts") / "pbem.db"))
    yield db
    db.close()


def queue(office: Office, number: int, domain: str = "players.test", kind: str = "report") -> None:
    """Mails that wait, besides the first reports."""
    (first, *_) = office.mails("report")
    with office.services.db.writing() as session:
        for one in range(number):
            row = first.model_dump() | {
                "key": mail_key(one + 50, "south", kind, domain), "kind": kind, "recipient": f"p{one}@{domain}",
                "message_id": f"<k.{kind}{one}@{domain}>", "raw": f"X-PBEM: {kind}\r\n\r\n".encode(),
                "priority": 3 if kind == "answer" else 4,
                "state": "queued", "attempts": 0, "sent_at": None, "undrawn": False,
            }  # fmt: skip
            session.add(OutMail(**row))


@settings(max_examples=20)
@given(
    st.integers(1, 5), st.integers(0, 3), st.lists(st.tuples(st.integers(0, 40), st.sampled_from("abc")), max_size=30)
)
def test_no_minute_has_more_than_it_may(
    counts: Database, relay: int, domain: int, tries: list[tuple[int, str]]
) -> None:  # fmt: skip
    with counts.writing() as session:
        sweep(session, START + timedelta(days=1))
    pace, now = Pace(counts, relay, domain), START
    sent: list[tuple[datetime, str]] = []
    for seconds, name in tries:
        now += timedelta(seconds=seconds)
        recent = [one for at, one in sent if now - at < timedelta(minutes=1)]
        room = pace.room(now, 20) > 0 and f"{name}.test" not in pace.full(now)
        may = pace.take(f"x@{name}.Test", now)
        assert may == room == (len(recent) < relay and (not domain or recent.count(name) < domain))
        if may:
            sent.append((now, name))


def test_a_relay_gets_so_many_a_minute_and_answers_first(office: Office) -> None:
    queue(office, 10)
    queue(office, 5, kind="answer")
    sink, pace = Sink(), Pace(office.services.db, relay=8)
    assert drain(office.services, sink, pace=pace) == Drained(sent=8)
    assert sink.kinds == ["answer"] * 5 + ["report"] * 3
    assert drain(office.services, sink, pace=pace) == Drained()
    office.later(seconds=59)
    assert drain(office.services, sink, pace=pace) == Drained()
    office.later(seconds=1)
    assert drain(office.services, sink, pace=pace) == Drained(sent=8)
    assert drain(office.services, sink) == Drained(sent=1)


def test_a_domain_gets_so_many_a_minute_and_keeps_nobody_waiting(office: Office) -> None:
    queue(office, 6, "slow.test")
    queue(office, 3, "other.test")
    sink, pace = Sink(), Pace(office.services.db, domain=2)
    assert drain(office.services, sink, limit=4, pace=pace).sent == 6  # two of each; the first reports are of a third
    gone = [recipient.partition("@")[2] for recipient, _ in sink.got]
    assert {one: gone.count(one) for one in gone} == {"slow.test": 2, "other.test": 2, "players.test": 2}
    waiting = [mail for mail in office.mails("report") if mail.state != "sent"]
    assert {(mail.state, mail.attempts, mail.holder) for mail in waiting} == {("queued", 0, "")}
    office.later(minutes=1)
    assert drain(office.services, sink, limit=4, pace=pace).sent == 3
    office.later(minutes=1)
    assert drain(office.services, sink, limit=4, pace=pace).sent == 2


def test_the_operator_sets_the_pace_of_his_relay_and_files_have_none(office_with: Callable[..., Office]) -> None:
    pace = pace_for(office_with(smtp_url="smtp://relay.test", relay_rate=7, domain_rate=3).services)
    assert [pace.take("a@b.test", START) for _ in range(4)] == [True] * 3 + [False]
    assert pace.room(START, 20) == 4
    assert pace.full(START) == {"b.test"}
    files = pace_for(office_with(relay_rate=7).services)
    assert files.room(START, 20) == 20
    assert all(files.take("a@b.test", START) for _ in range(10))


def test_workers_on_one_database_share_what_the_relay_may_be_given(office_with: Callable[..., Office]) -> None:
    first, second = office_with(), office_with()
    queue(first, 20)
    sink = Sink()
    with ThreadPoolExecutor(2) as workers:
        tries = [
            workers.submit(drain, one.services, sink, 20, Pace(one.services.db, relay=9)) for one in (first, second)
        ]
    assert sum(one.result().sent for one in tries) == len(sink.got) == 9
    assert {mail.state for mail in first.mails("report")} == {"sent", "queued"}
    for one in (first, second):
        one.later(minutes=1)
    assert drain(second.services, sink, pace=Pace(second.services.db, relay=9)).sent == 9


def test_nothing_of_a_held_game_leaves(office: Office) -> None:
    office.receive(letter("S02 turn 2\n"))
    hold_mail(office.services, HARROW, held=True)
    sink = Sink()
    assert drain(office.services, sink) == Drained()
    assert office.mails("report")[0].attempts == 0
    hold_mail(office.services, HARROW, held=False)
    assert drain(office.services, sink).sent == 3
    with pytest.raises(UnknownGame):
        hold_mail(office.services, GameId("no-such-game"), held=True)


def test_nothing_at_all_leaves_while_all_mail_is_held(office_with: Callable[..., Office]) -> None:
    assert drain(office_with(hold_mail=True).services, Sink()) == Drained()
    assert drain(office_with().services, Sink()) == Drained(sent=2)


class Refuses(Sink):
    """Refuses everything in one way, and counts how often it was asked."""

    def __init__(self, said: RelayAnswer) -> None:
        super().__init__()
        self.said, self.asked = said, 0

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Refuse it."""
        self.asked += 1
        return self.said


def test_a_relay_that_doubts_our_right_is_the_operators_to_mend(office: Office) -> None:
    queue(office, 3)
    draw_some(office.services)
    relay = Refuses(RelayAnswer("never", "550-5.7.26 Unauthenticated mail is not accepted"))
    assert drain(office.services, relay).failed == 5
    assert drain(office.services, relay).failed == 1  # the word to the operator: it makes no other
    assert drain(office.services, relay) == Drained()
    (word,) = [mail for mail in office.mails("operator") if "relay-refuses" in mail.key]
    assert "5.7.26" in text_of(word.raw)
    with office.services.db.reading() as session:
        assert not is_lost(session, ANN)


def test_an_address_that_is_not_there_is_counted_against_it(office: Office) -> None:
    queue(office, 1)
    with office.services.db.writing() as session:
        for mail in office.mails("report"):
            readdress(mail, BOB)
            session.merge(mail)
    drain(office.services, Refuses(RelayAnswer("never", "550 5.1.1 no such user")))
    with office.services.db.reading() as session:
        assert is_lost(session, BOB)
    assert [mail for mail in office.mails("operator") if "relay-refuses" in mail.key] == []


def test_a_relay_that_cannot_be_reached_is_asked_once_for_all_that_waits(office: Office) -> None:
    relay = Refuses(RelayAnswer("away", "no connection"))
    assert drain(office.services, relay) == Drained(deferred=2)
    assert relay.asked == 1
    assert {(mail.state, mail.attempts) for mail in office.mails("report")} == {("deferred", 1)}
    assert SmtpRelay(f"smtp://{HOST}:{free_port()}", timeout=2).send(b"x", "a@b.test", "c@d.test", "x").state == "away"


def test_what_there_is_no_time_for_stays_as_it_was(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 10**9, 130))
    monkeypatch.setattr(outbox, "monotonic", lambda: next(ticks))
    sink = Sink()
    assert drain(office.services, sink, limit=3) == Drained()
    assert sink.got == []
    assert {(mail.state, mail.attempts) for mail in office.mails("report")} == {("queued", 0)}


def test_mails_sent_within_a_second_are_written_down_together(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    queue(office, 18)
    draw_some(office.services)
    written: list[int] = []
    settle = outbox._settle

    def counted(services: Services, holder: str, fates: list[outbox._Fate]) -> list[OutState]:
        written.append(len(fates))
        return settle(services, holder, fates)

    monkeypatch.setattr(outbox, "_settle", counted)
    assert drain(office.services, Sink()).sent == 20
    assert written == [20]
    ticks = iter(range(10**9))
    monkeypatch.setattr(outbox, "monotonic", lambda: next(ticks))
    queue(office, 2, "b.test")
    assert drain(office.services, Sink()).sent == 2
    assert written == [20, 1, 1]


def test_what_was_sent_is_not_read_through_to_find_what_waits(office: Office) -> None:
    asked: list[tuple[str, object]] = []

    def listen(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
        if statement.startswith("SELECT") and "FROM out_mail" in statement:
            asked.append((statement, parameters))

    with office.services.db.writing() as session:
        engine = session.connection().engine
        event.listen(engine, "before_cursor_execute", listen)
        leases.claim_outbox(session, office.clock.now(), "me", without=["full.test"])
        event.remove(engine, "before_cursor_execute", listen)
        statement, parameters = asked[0]
        plan = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()  # type: ignore[arg-type]  # as the driver was given them
    told = [str(row[-1]) for row in plan]
    assert told[0] == "SCAN out_mail USING INDEX ix_out_mail_waiting"
    assert not any("ORDER BY" in one for one in told)
