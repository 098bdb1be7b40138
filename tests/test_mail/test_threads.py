"""Mail programs keep a game together, and calendars its deadlines: one subject, one root, one entry."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import icalendar
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.addresses import BadAddress
from pbem.mail.compose import Outgoing, Uncomposable, compose
from pbem.mail.relay import RelayAnswer
from pbem.service.outgoing.outbox import drain
from tests.test_mail.conftest import ANN, BOB, NORTH, SOUTH, START, Office, letter, part_of, reply_to
from tests.test_mail.relays import Sink
from tests.test_mail.test_quiet import play_a_turn


def of_ann(office: Office, *kinds: str) -> list[EmailMessage]:
    """Ann's mails, oldest first."""
    return [message_from_bytes(one.raw, policy=default) for one in office.mails(*kinds) if one.recipient == ANN]


def test_a_game_is_one_thread_however_long(office: Office) -> None:
    for turn in range(1, 14):
        office.later(minutes=5)
        play_a_turn(office, turn)
    reports = of_ann(office, "report")
    assert len(reports) >= 10
    root = str(reports[0]["Message-ID"])
    assert reports[0]["References"] is None
    for number, report in enumerate(reports[1:], start=1):
        named = str(report["References"]).split()
        assert named[0] == root
        assert named == [str(one["Message-ID"]) for one in (reports[0], *reports[max(1, number - 9) : number])]
        assert str(report["In-Reply-To"]) == named[-1]
    for answer in of_ann(office, "answer"):
        assert str(answer["References"]).split()[0] == root
        assert str(answer["In-Reply-To"]).endswith("@players.test>")
    every = [*reports, *of_ann(office, "answer")]
    assert all(str(one["Subject"]).startswith("Harrow Down, South v North (Bob Barlow): ") for one in every)
    assert {str(one["From"]) for one in every} == {"Harrow Down <orders@example.test>"}
    for one in every:
        assert all(len(name) <= 77 for name in str(one["References"] or "").split())


def test_a_subject_says_what_the_mail_is(office: Office) -> None:
    office.receive(letter("S02 turn 2\nS03 fier N01\nS09 hold\n"))
    office.receive(letter("S02 turn 2\nready\n", name="two"))
    game = "Harrow Down, South v North (Bob Barlow): "
    said = {str(one["Subject"]).removeprefix(game) for one in of_ann(office)}
    first = str(of_ann(office, "report")[0]["Subject"]).removeprefix(game)
    assert first == "round 1: orders by Thu 14 May"
    assert {"round 1: 2 lines need you", "round 1: orders submitted"} <= said


def test_a_deadline_that_moves_is_the_same_entry_in_a_newer_version(office: Office) -> None:
    office.receive(letter("extend\n", sender=BOB, to=reply_to(NORTH)))
    report, moved = (
        icalendar.Calendar.from_ical(part_of(mail.raw, "text/calendar")).walk("VEVENT")[0]
        for mail in office.mails("report", "extended")
        if mail.seat == SOUTH
    )
    assert str(report["UID"]) == str(moved["UID"])
    assert report.decoded("SEQUENCE") < moved.decoded("SEQUENCE")
    assert report.decoded("DTSTART") < moved.decoded("DTSTART")


def test_every_mail_has_its_ids_whole_as_it_is_sent(office: Office) -> None:
    play_a_turn(office)
    sink = Sink()
    drain(office.services, sink)
    for _, raw in sink.got:
        head = raw.partition(b"\r\n\r\n")[0]
        assert b"=?" not in head
        for line in head.split(b"\r\n"):
            if line.lower().startswith((b"message-id:", b"in-reply-to:", b"references:", b"list-unsubscribe:")):
                assert line.endswith(b">")


def test_nothing_a_relay_says_stops_the_worker(office: Office) -> None:
    class Odd(Sink):
        def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
            return RelayAnswer("later", "451 \x00\x1b[2J\ud800 caf\xe9")

    assert drain(office.services, Odd()).deferred == 2
    assert all("\x00" not in mail.last_reply for mail in office.mails("report"))


@given(
    st.sampled_from(["subject", "sender_name", "list_id", "kind", "reply_to", "unsubscribe", "to_name"]),
    st.text(st.characters(exclude_categories=[]), max_size=90),
)
def test_no_word_in_a_header_brings_another_header_with_it(field: str, word: str) -> None:
    made: dict[str, Any] = {
        "message_id": "<k.a@example.test>", "at": START, "sender": "orders@example.test", "sender_name": "Harrow Down",
        "to": ANN, "to_name": "Ann", "subject": "x", "text": "Hello\n", "kind": "report", field: word,
    }  # fmt: skip
    try:
        raw = compose(Outgoing(**made))
    except (Uncomposable, BadAddress):
        return
    head = message_from_bytes(raw, policy=default)
    named = {"reply_to": "Reply-To", "list_id": "List-Id", "unsubscribe": "List-Unsubscribe"}
    usual = {
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress", "X-PBEM",
        "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
    }  # fmt: skip
    extra = {named[field]} if field in named and word else set()
    assert set(head.keys()) - usual <= extra | {"List-Unsubscribe-Post"}
    assert len(head.keys()) == len(set(head.keys()))
    assert head.get_content().strip() == "Hello"
