"""Mails of ours that come back: matched, scored, sent elsewhere; addresses that are lost by it (threats 17-20)."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from pbem.engine.ids import Seat
from pbem.jobs import listener, open_door
from pbem.mail.bounces import envelope_tag
from pbem.mail.relay import SmtpRelay
from pbem.service.incoming.closing import close_turns
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.outgoing import returns
from pbem.service.outgoing.alarm import raise_alarms
from pbem.service.outgoing.outbox import drain
from pbem.service.play.clockwork import Ticked, tick
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.queues import deliverability
from pbem.store.tables import OutMail, PlayerAddress, Reach
from tests.servers import HOST, until
from tests.servers.postfix import Postfix
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, ORDERS, SOUTH, START, Office, letter, reply_to, text_of
from tests.test_mail.relays import Sink

GONE = "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user"
FULL = "Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 mailbox full"
SLOW = "Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; 451 4.4.1 no answer"


def report(office: Office, seat: Seat = SOUTH, turn: int = 1) -> OutMail:
    """The report of a seat's turn, as it is in the outbox."""
    (found,) = [mail for mail in office.mails("report") if (mail.seat, mail.turn) == (seat, turn)]
    return found


def dsn(what: str, message_id: str = "", recipient: str = ANN, tag: str = "", copy: int = 0) -> bytes:
    """A returned mail as Postfix writes it.  tag: of the address it comes to."""
    to = f"orders+{tag}@example.test" if tag else ORDERS
    original = f"Message-ID: {message_id}\n" if message_id else "Subject: orders\n"
    return (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.players.test\nTo: {to}\nMessage-ID: <{copy}.{len(what)}@mx.test>\n"
        "Subject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nYour message could not be delivered.\n\n"
        f"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.players.test\n\n"
        f"Final-Recipient: rfc822; {recipient}\n{what}\n\n"
        f"--b\nContent-Type: text/rfc822-headers\n\n{original}\n--b--\n"
    ).encode()


def came_back(office: Office, raw: bytes, to: str = "") -> str:
    """A returned mail comes in; what is noted of it."""
    outcome = office.receive(raw, to)
    assert (outcome.state, outcome.answer) == ("ignored", None)
    return outcome.note.partition("; ")[2]


def score_of(office: Office, address: str = ANN) -> float:
    with office.services.db.reading() as session:
        row = session.get(Reach, address)
    return row.score if row else 0.0


def second_address(office: Office, address: str, *, verified: bool = True) -> None:
    """A further address of Ann's."""
    with office.services.db.writing() as session:
        player = report(office).player
        assert player is not None
        verified_at = START if verified else None
        session.add(PlayerAddress(email=address, player=player, asked_at=START, verified_at=verified_at))


@pytest.fixture
def sent(office: Office) -> Office:
    """An office whose first reports have gone out."""
    drain(office.services, Sink())
    return office


# --- which mail ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["tag in To", "tag in the envelope", "Message-ID"])
def test_a_returned_mail_is_known_by_what_cannot_be_guessed(sent: Office, by: str) -> None:
    ours = report(sent)
    tag = envelope_tag(ours.message_id)
    if by == "Message-ID":
        said = came_back(sent, dsn(GONE, ours.message_id))
    elif by == "tag in To":
        said = came_back(sent, dsn(GONE, tag=tag))
    else:
        said = came_back(sent, dsn(GONE), f"orders+{tag}@example.test")
    assert said == f"returned: report of harrow-down, turn 1 to {ANN} (for good: 550 5.1.1 no such user)"
    ours = report(sent)
    assert (ours.returned, ours.returned_at, ours.last_reply) == ("hard", sent.clock.at, "550 5.1.1 no such user")
    assert score_of(sent) == 2
    assert report(sent, NORTH).returned == ""


@pytest.mark.parametrize("tag", ["", "b-" + "a" * 24, "b-" + "2" * 24])
def test_a_returned_mail_that_anybody_may_have_written_does_no_harm(sent: Office, tag: str) -> None:
    for copy in range(10):
        said = came_back(sent, dsn(GONE, "<k.aaaaaaaaaaaaaaaaaaaaaaaa@example.test>", tag=tag, copy=copy))
        assert said == (
            f"a mail to {ANN} came back (for good: 550 5.1.1 no such user), but which one cannot be told: "
            "it does not count"
        )
    assert report(sent).returned == ""
    assert score_of(sent) == 0


def test_a_mail_that_has_not_been_sent_cannot_have_come_back(office: Office) -> None:
    said = came_back(office, dsn(GONE, report(office).message_id))
    assert "does not count" in said
    assert score_of(office) == 0


@pytest.mark.parametrize("by", ["token", "In-Reply-To", "nothing"])
def test_a_mail_that_asks_to_be_confirmed_means_that_ours_is_kept_from_its_reader(sent: Office, by: str) -> None:
    asked = letter(
        "Your message is held. Please click the link below to release it:\nhttps://boxtrapper.test/?id=1\n",
        to=reply_to() if by == "token" else ORDERS,
        Subject="Your email requires verification",
        X_Boxtrapper="abcdef",
        In_Reply_To=report(sent).message_id if by == "In-Reply-To" else "<some@other.test>",
    )
    outcome = sent.receive(asked)
    assert (outcome.state, outcome.answer) == ("ignored", None)
    assert outcome.note.startswith("it asks to be confirmed")
    assert ("returned: report of harrow-down, turn 1" in outcome.note) == (by != "nothing")
    assert report(sent).returned == ("" if by == "nothing" else "delayed")
    assert score_of(sent) == 0


# --- points -------------------------------------------------------------------------------------------------------


def test_the_same_mail_scores_once_and_by_the_worst_that_was_said_of_it(sent: Office) -> None:
    ours = report(sent)
    points = []
    for number, what in enumerate((SLOW, FULL, FULL, GONE, FULL, SLOW, GONE)):
        came_back(sent, dsn(what, ours.message_id, copy=number))
        points.append(score_of(sent))
    assert points == [0, 1, 1, 2, 2, 2, 2]
    assert report(sent).returned == "hard"
    assert deliverability.lost_addresses(sent.services) == ()


def test_word_of_a_delay_is_kept_and_is_no_failure(sent: Office) -> None:
    said = came_back(sent, dsn(SLOW, report(sent).message_id))
    assert said.endswith("(delayed: 451 4.4.1 no answer)")
    assert (report(sent).returned, report(sent).state, score_of(sent)) == ("delayed", "sent", 0)


@given(st.floats(0, 10), st.integers(-100, 100))
def test_points_fade_and_never_grow(points: float, days: int) -> None:
    left = deliverability.faded(points, START, START + timedelta(days=days))
    assert 0 <= left <= points
    assert left == 0 or days < 30
    if days <= 0:
        assert left == points


@pytest.mark.parametrize(
    ("points", "days", "lost"),
    [((2, 2), 3, True), ((2, 2), 15, True), ((2, 2), 16, False), ((1, 1, 1), 3, False), ((1, 1, 1, 1), 7, False),
     ((1, 1, 1, 1), 3, True), ((1,) * 20, 20, False), ((2,) * 20, 30, False)],
)  # fmt: skip
def test_so_much_so_often_and_an_address_is_lost(
    office: Office, points: tuple[int, ...], days: int, lost: bool
) -> None:
    with office.services.db.writing() as session:
        found = [
            deliverability.score(session, ANN, one, "", START + n * timedelta(days=days))
            for n, one in enumerate(points)
        ]
        assert any(found) == lost == deliverability.is_lost(session, ANN)
    assert sum(found) <= 1


# --- what is lost -------------------------------------------------------------------------------------------------


def lose(office: Office, address: str = ANN) -> None:
    with office.services.db.writing() as session:
        assert deliverability.score(session, address, 4, "550 5.1.1 no such user", office.clock.at)


def next_turn(office: Office) -> None:
    """Both sides say that they are ready."""
    for seat in (SOUTH, NORTH):
        submit(office.services, HARROW, seat, "ready", "web", "x")


def test_two_reports_that_come_back_for_good_lose_the_address(sent: Office) -> None:
    came_back(sent, dsn(GONE, report(sent).message_id))
    sent.later(days=3)
    next_turn(sent)
    drain(sent.services, Sink())
    said = came_back(sent, dsn(GONE, report(sent, turn=2).message_id))
    assert said.endswith("that address is lost: nothing more of the kind is sent there")
    (lost,) = deliverability.lost_addresses(sent.services)
    assert (lost.address, lost.name, lost.since, lost.instead) == (ANN, "Ann Aldous", sent.clock.at, "")
    assert lost.said == "550 5.1.1 no such user"
    assert report(sent).player is not None
    assert deliverability.lost_of(sent.services, report(sent).player) == (lost,)  # type: ignore[arg-type]  # just looked at
    assert deliverability.lost_of(sent.services, report(sent, NORTH).player) == ()  # type: ignore[arg-type]  # so has Bob one


def test_nothing_more_is_sent_to_a_lost_address_but_what_somebody_asked_for(sent: Office) -> None:
    lose(sent)
    next_turn(sent)
    sink = Sink()
    drain(sent.services, sink)
    assert [to for to, _ in sink.got] == [BOB]
    kept = report(sent, turn=2)
    assert (kept.state, kept.last_reply) == ("suppressed", deliverability.NOT_SENT)


def test_what_waits_when_an_address_is_lost_is_kept(office: Office) -> None:
    lose(office)
    sink = Sink()
    drain(office.services, sink)
    assert [to for to, _ in sink.got] == [BOB]
    assert report(office).last_reply == deliverability.NOT_SENT


def test_reports_go_to_another_verified_address(sent: Office) -> None:
    second_address(sent, "ann@elsewhere.test")
    lose(sent)
    (lost,) = deliverability.lost_addresses(sent.services)
    assert lost.instead == "ann@elsewhere.test"
    next_turn(sent)
    sink = Sink()
    drain(sent.services, sink)
    assert {to for to, _ in sink.got} == {BOB, "ann@elsewhere.test"}
    assert any("ann@elsewhere.test" in str(mail["To"]) for mail in sink.messages)


def test_not_to_one_that_is_not_verified_or_lost_too(sent: Office) -> None:
    second_address(sent, "ann@elsewhere.test", verified=False)
    second_address(sent, "ann@third.test")
    lose(sent)
    lose(sent, "ann@third.test")
    next_turn(sent)
    assert report(sent, turn=2).last_reply == deliverability.NOT_SENT


def test_a_report_that_comes_back_for_good_goes_to_another_address_at_once(sent: Office) -> None:
    second_address(sent, "ann@elsewhere.test")
    before = report(sent)
    said = came_back(sent, dsn(GONE, before.message_id))
    assert said.endswith("sent to ann@elsewhere.test instead")
    again = report(sent)
    assert (again.recipient, again.state, again.returned) == ("ann@elsewhere.test", "queued", "")
    sink = Sink()
    drain(sent.services, sink)
    assert sink.got == [("ann@elsewhere.test", before.raw)]
    assert "sent anew meanwhile" not in came_back(sent, dsn(GONE, before.message_id, "ann@elsewhere.test", copy=1))


def test_a_copy_of_the_return_does_not_count_against_the_other_address(sent: Office) -> None:
    second_address(sent, "ann@elsewhere.test")
    message_id = report(sent).message_id
    came_back(sent, dsn(GONE, message_id))
    assert "sent anew meanwhile" in came_back(sent, dsn(GONE, message_id, copy=1))
    drain(sent.services, Sink())
    assert "sent anew meanwhile" in came_back(sent, dsn(GONE, message_id, copy=2))
    assert score_of(sent, "ann@elsewhere.test") == 0
    assert report(sent).returned == ""


def test_a_report_that_comes_back_from_everywhere_stays_where_it_is(sent: Office) -> None:
    second_address(sent, "ann@elsewhere.test")
    message_id = report(sent).message_id
    came_back(sent, dsn(GONE, message_id))
    drain(sent.services, Sink())
    came_back(sent, dsn(GONE, message_id, "ann@elsewhere.test", copy=1))
    again = report(sent)
    assert (again.recipient, again.state, again.returned) == ("ann@elsewhere.test", "sent", "hard")


def test_an_old_report_that_comes_back_is_not_sent_on(sent: Office) -> None:
    second_address(sent, "ann@elsewhere.test")
    old = report(sent).message_id
    next_turn(sent)
    came_back(sent, dsn(GONE, old))
    assert (report(sent).recipient, report(sent).state) == (ANN, "sent")


def test_answers_too_go_where_their_reader_can_be_reached(sent: Office) -> None:
    second_address(sent, "ann@elsewhere.test")
    lose(sent)
    outcome = sent.receive(letter("S02 turn 2\n", "ann@elsewhere.test"))
    assert (outcome.state, outcome.seat) == ("accepted", SOUTH)
    assert [mail.recipient for mail in sent.mails("answer")] == ["ann@elsewhere.test"]


# --- found again --------------------------------------------------------------------------------------------------


def test_who_says_that_mail_arrives_again_gets_the_report_that_was_kept(sent: Office) -> None:
    lose(sent)
    next_turn(sent)
    next_turn(sent)
    assert deliverability.found(sent.services, ANN) == 1
    assert deliverability.lost_addresses(sent.services) == ()
    assert score_of(sent) == 0
    sink = Sink()
    drain(sent.services, sink)
    newest = report(sent, turn=3)
    assert (ANN, newest.raw) in sink.got
    assert report(sent, turn=2).state == "suppressed"
    assert deliverability.found(sent.services, ANN) == 0
    assert deliverability.found(sent.services, "nobody@players.test") == 0


def test_a_report_that_came_back_goes_out_again_with_the_same_bytes(sent: Office) -> None:
    before = report(sent)
    came_back(sent, dsn(FULL, before.message_id))
    assert deliverability.found(sent.services, ANN) == 1
    sink = Sink()
    drain(sent.services, sink)
    assert sink.got == [(ANN, before.raw)]
    assert report(sent).returned == ""


# --- refused by the relay -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "points"),
    [
        ("550 5.1.1 <ann@players.test>: Recipient address rejected: User unknown", 2),
        ("550-5.1.1 The email account that you tried to reach does not exist.", 2),
        ("550 5.1.10 RESOLVER.ADR.RecipientNotFound", 2),
        ("553 5.1.8 Sender address rejected: Domain not found", 0),
        ("550 5.1.7 bad sender", 0),
        ("554 5.7.1 Relay access denied", 0),
        ("550 no", 0),
        ("552 5.2.2 mailbox full", 0),
        ("450 4.1.1 try again", 0),
    ],
)
def test_what_a_relay_refuses_counts_only_if_it_is_the_address(sent: Office, reply: str, points: int) -> None:
    with sent.services.db.writing() as session:
        ours = session.exec(select(OutMail).where(OutMail.message_id == report(sent).message_id)).one()
        returns.note_refused(session, ours, reply, sent.clock.at)
    assert score_of(sent) == points


def test_a_game_goes_on_for_those_who_can_be_reached(sent: Office) -> None:
    lose(sent)
    next_turn(sent)
    page = game_page(sent.services, HARROW, SOUTH)
    assert page.turn == 2
    sent.later(days=10)
    assert tick(sent.services).failed == ()


# --- through real servers -----------------------------------------------------------------------------------------


@pytest.fixture
def behind_postfix(office_with: Callable[..., Office], postfix: Postfix) -> Iterator[tuple[Office, SmtpRelay]]:
    """An office whose mails go out by Postfix, and whose door takes in what Postfix returns."""
    url = f"smtp://{postfix.host}:{postfix.port}"
    office = office_with(smtp_url=url)
    relay = SmtpRelay(url)
    with open_door(listener(office.services, f"{HOST}:{postfix.lmtp_port}")):
        yield office, relay
    relay.close()


def returned_mails(office: Office, count: int) -> bool:
    return len(office.stored()) == count


def test_postfix_returns_a_report_to_nobody_and_the_clock_stops_before_the_deadline(
    behind_postfix: tuple[Office, SmtpRelay],
) -> None:
    office, relay = behind_postfix
    for turn in (1, 2):
        assert drain(office.services, relay).sent == 2
        until(partial(returned_mails, office, 2 * turn), "both returned mails", 30)
        while handle_waiting(office.services):
            pass
        assert {report(office, seat, turn).returned for seat in (SOUTH, NORTH)} == {"hard"}
        assert raise_alarms(office.services).paused == (HARROW,)
        told = [mail for mail in office.mails("notice") if mail.game == HARROW]
        assert len(told) == 2 * turn
        drain(office.services, Sink())  # what the operator is told
        office.later(days=10)
        assert close_turns(office.services) == Ticked()
        if turn == 1:
            next_turn(office)
    assert {lost.address for lost in deliverability.lost_addresses(office.services)} == {ANN, BOB}
    assert [mail.note for mail in office.stored() if "5.1.1" not in mail.note] == []
    letters = [text_of(mail.raw) for mail in office.mails("notice")]
    assert sum("An address is lost" in text for text in letters) == 2
    page = game_page(office.services, HARROW, SOUTH)
    assert (page.turn, page.clock_waits, page.due) == (2, True, None)
