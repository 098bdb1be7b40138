"""Leases, deadlines and mails: one holder at a time, each thing done exactly once, and nothing is stuck for ever."""

import threading
from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, update

from pbem.engine.ids import GameId
from pbem.store import leases, mails
from pbem.store.db import Database
from pbem.store.tables import Deadline, ImapKey, InMail, OutMail
from tests.test_store.conftest import Opener
from tests.test_store.samples import ANNE, GAME, NOW, begin, deadline, key_of, later, out_mail, player

BOX = "mailbox:orders@example.org"


def each(opener: Opener, workers: int, work: Callable[[Database, int], None]) -> None:
    """Let so many workers start together, each on its own connection."""
    start = threading.Barrier(workers)
    faults: list[BaseException] = []

    def run(database: Database, who: int) -> None:
        try:
            start.wait()
            work(database, who)
        except BaseException as fault:  # noqa: BLE001  # raised again below
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(opener(), who)) for who in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    if faults:
        raise faults[0]


# --- leases -------------------------------------------------------------------------------------------------------


def test_a_lease_has_one_holder(database: Database) -> None:
    with database.writing() as session:
        assert leases.take(session, BOX, "one", NOW, later(1))
        assert not leases.take(session, BOX, "two", NOW, later(1))
        assert leases.take(session, BOX, "one", NOW, later(2)), "its own holder may take it again"
        assert leases.take(session, "mailbox:other", "two", NOW, later(1))
        assert not leases.take(session, BOX, "two", later(1.9), later(3))
        assert leases.take(session, BOX, "two", later(2), later(3)), "it had run out"
        assert not leases.renew(session, BOX, "one", later(2), later(9))
        assert leases.renew(session, BOX, "two", later(2), later(4))
        assert not leases.renew(session, BOX, "two", later(4), later(9)), "it had run out"
        leases.release(session, BOX, "one")
        assert not leases.take(session, BOX, "one", later(3), later(9)), "the other's release freed it"
        leases.release(session, BOX, "two")
        assert leases.take(session, BOX, "one", later(3), later(9))


def test_workers_after_one_lease(opener: Opener) -> None:
    took: list[int] = []

    def work(database: Database, who: int) -> None:
        with database.writing() as session:
            if leases.take(session, BOX, str(who), NOW, later(1)):
                took.append(who)

    each(opener, 5, work)
    assert len(took) == 1


# --- deadlines ----------------------------------------------------------------------------------------------------


def test_what_is_due_is_claimed_earliest_first_and_once(database: Database) -> None:
    begin(database)
    with database.writing() as session:
        session.add_all([deadline(1, later(-1)), deadline(2, later(-5)), deadline(3, later(1)), deadline(4, later(-3))])
    with database.writing() as session:
        claimed = leases.claim_deadlines(session, NOW, limit=2)
    assert [(row.id, row.attempts) for row in claimed] == [("2.deadline", 1), ("4.deadline", 1)]
    with database.writing() as session:
        assert [row.id for row in leases.claim_deadlines(session, NOW)] == ["1.deadline"]
        assert leases.claim_deadlines(session, NOW) == []


def test_a_deadline_is_finished_once(database: Database) -> None:
    begin(database)
    with database.writing() as session:
        session.add(deadline(1))
    with database.writing() as session:
        assert leases.finish_deadline(session, GAME, "1.deadline", NOW)
        assert not leases.finish_deadline(session, GAME, "1.deadline", NOW)
        assert not leases.finish_deadline(session, GameId("other"), "1.deadline", NOW)
    with database.writing() as session:
        assert leases.claim_deadlines(session, later(9999)) == []
        found = session.get(Deadline, (GAME, "1.deadline"))
    assert found is not None
    assert found.done_at == NOW


def test_the_deadline_of_a_dead_worker_is_claimed_again(database: Database) -> None:
    begin(database)
    with database.writing() as session:
        session.add(deadline(1))
    with database.writing() as session:
        assert len(leases.claim_deadlines(session, NOW)) == 1
    with database.writing() as session:
        assert leases.claim_deadlines(session, later(1.9)) == []
        assert [row.attempts for row in leases.claim_deadlines(session, later(2))] == [2]


def test_a_claim_that_was_not_committed_is_no_claim(opener: Opener) -> None:
    database = opener()
    begin(database)
    with database.writing() as session:
        session.add(deadline(1))

    def work() -> None:
        with database.writing() as session:
            assert len(leases.claim_deadlines(session, NOW)) == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    with opener().writing() as session:
        assert [row.attempts for row in leases.claim_deadlines(session, NOW)] == [1]


def test_many_clocks_do_each_deadline_exactly_once(opener: Opener) -> None:
    count = 120
    games = [GameId(f"g{number}") for number in range(6)]
    for name in games:
        begin(opener(), name, 1)
    with opener().writing() as session:
        session.add_all([deadline(number, later(-number), games[number % 6]) for number in range(count)])
    done: list[tuple[GameId, str]] = []
    first_claims = threading.Barrier(4)

    def work(database: Database, who: int) -> None:
        first = True
        while True:
            with database.writing() as session:
                claimed = leases.claim_deadlines(session, NOW, limit=3)
            if first:
                first_claims.wait(30)  # so that all of them are at work
                first = False
            if not claimed:
                return
            for row in claimed:
                with database.writing() as session:
                    if leases.finish_deadline(session, row.game, row.id, NOW):
                        done.append((row.game, row.id))

    each(opener, 4, work)
    assert len(done) == count
    assert set(Counter(done).values()) == {1}


# --- the outbox ---------------------------------------------------------------------------------------------------


def test_mails_go_by_urgency_then_by_time(database: Database) -> None:
    begin(database)
    with database.writing() as session:
        session.add_all([out_mail(1), out_mail(2, 1, later(-1)), out_mail(3, 1, later(-2)), out_mail(4, 0, later(1))])
    with database.writing() as session:
        claimed = leases.claim_outbox(session, NOW, "one", limit=2)
        assert [(mail.message_id, mail.state, mail.holder, mail.attempts) for mail in claimed] == [
            ("<k.1.3@example.org>", "leased", "one", 1),
            ("<k.1.2@example.org>", "leased", "one", 1),
        ]
    with database.writing() as session:
        assert [mail.raw for mail in leases.claim_outbox(session, NOW, "two")] == [out_mail(1).raw]
        assert leases.claim_outbox(session, NOW, "two") == []


def test_what_becomes_of_a_mail(database: Database) -> None:
    begin(database)
    mail = out_mail(1)
    with database.writing() as session:
        session.add(mail)
    with database.writing() as session:
        leases.claim_outbox(session, NOW, "one")
        assert not leases.settle_mail(session, key_of(mail), "two", NOW, "sent", "250 not yours")
        assert leases.settle_mail(session, key_of(mail), "one", NOW, "deferred", "451 later", later(15))
        assert not leases.settle_mail(session, key_of(mail), "one", NOW, "sent", "250 twice")
    with database.writing() as session:
        assert leases.claim_outbox(session, later(14), "one") == []
        assert [found.last_reply for found in leases.claim_outbox(session, later(15), "two")] == ["451 later"]
        assert leases.settle_mail(session, key_of(mail), "two", later(16), "sent", "250 \0 ok")
    with database.writing() as session:
        assert leases.claim_outbox(session, later(9999), "two") == []
        found = session.get(OutMail, key_of(mail))
    assert found is not None
    assert (found.state, found.holder, found.last_reply, found.sent_at) == ("sent", "", "250 � ok", later(16))
    with pytest.raises(ValueError, match="needs next_at"), database.writing() as session:
        leases.settle_mail(session, key_of(mail), "two", NOW, "deferred", "")


def test_the_mail_of_a_dead_worker_is_sent_by_another_with_the_same_id(database: Database) -> None:
    begin(database)
    with database.writing() as session:
        session.add(out_mail(1))
    with database.writing() as session:
        (first,) = leases.claim_outbox(session, NOW, "dead")
    with database.writing() as session:
        assert leases.claim_outbox(session, later(4.9), "living") == []
        (again,) = leases.claim_outbox(session, later(5), "living")
        assert (again.message_id, again.raw, again.attempts) == (first.message_id, first.raw, 2)
        assert not leases.settle_mail(session, key_of(again), "dead", later(5), "sent", "250 after all")


def test_many_workers_take_each_mail_exactly_once(opener: Opener) -> None:
    begin(opener())
    with opener().writing() as session:
        session.add_all([out_mail(number) for number in range(100)])
    sent: list[str] = []

    def work(database: Database, who: int) -> None:
        while True:
            with database.writing() as session:
                claimed = leases.claim_outbox(session, NOW, str(who), limit=4)
            if not claimed:
                return
            for mail in claimed:
                sent.append(mail.key)
                with database.writing() as session:
                    assert leases.settle_mail(session, key_of(mail), str(who), NOW, "sent", "250 ok")

    each(opener, 4, work)
    assert len(sent) == 100
    assert len(set(sent)) == 100


def test_states_are_those_we_know(database: Database) -> None:
    begin(database)
    with database.writing() as session:
        session.add(out_mail(1))
    unknown = update(OutMail).where(col(OutMail.game) == GAME).values(state="lost")
    with pytest.raises(IntegrityError, match="ck_out_mail_state"), database.writing() as session:
        session.connection().execute(unknown)


# --- mail in, lines out -------------------------------------------------------------------------------------------


def in_mail(raw: bytes) -> InMail:
    return InMail(id=mails.mail_id(raw), raw=raw, door="imap", envelope_from="anne@example.org", arrived_at=NOW)


def test_the_same_bytes_are_stored_once(opener: Opener) -> None:
    fresh: list[bool] = []

    def work(database: Database, who: int) -> None:
        with database.writing() as session:
            fresh.append(mails.keep(session, in_mail(b"\xff\0orders")))
            mails.keep_key(
                session,
                ImapKey(account="a", folder="INBOX", uidvalidity=2**32 - 1, uid=who, mail=in_mail(b"\xff\0orders").id),
            )

    each(opener, 4, work)
    assert sorted(fresh) == [False, False, False, True]
    with opener().reading() as session:
        found = session.get(InMail, mails.mail_id(b"\xff\0orders"))
        assert session.get(ImapKey, ("a", "INBOX", 2**32 - 1, 3)) is not None
    assert found is not None
    assert (found.raw, found.state, found.arrived_at) == (b"\xff\0orders", "stored", NOW)


def test_a_place_in_a_mailbox_is_noted_once(database: Database) -> None:
    def key() -> ImapKey:
        return ImapKey(account="a", folder="INBOX", uidvalidity=1, uid=7, mail=mails.mail_id(b"x"))

    with database.writing() as session:
        assert mails.keep(session, in_mail(b"x"))
        assert mails.keep_key(session, key())
        assert not mails.keep_key(session, key())


def test_lines_we_sent_are_known_again(database: Database) -> None:
    sent = [f"S{number:02} fires at N01" for number in range(1200)]
    with database.writing() as session:
        session.add(player())
        mails.remember_lines(session, GAME, ANNE, sent)
        mails.remember_lines(session, GAME, ANNE, [*sent, "odd \udcff\0", ""])
    with database.reading() as session:
        asked = [*sent[:1100], "S01: fire N01", "odd \udcff\0", sent[0]]
        assert mails.sent_before(session, GAME, ANNE, asked) == {*sent[:1100], "odd \udcff\0"}
        assert mails.sent_before(session, GameId("other"), ANNE, asked) == set()
        assert mails.sent_before(session, GAME, ANNE, []) == set()
