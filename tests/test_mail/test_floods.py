"""A flood of one sender's mails: all are kept, they keep nobody waiting, and before a deadline all are read."""

import pytest

from pbem.service.incoming import mailroom, queue
from pbem.service.incoming.closing import close_turns
from pbem.store.tables import OutMail
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SOUTH, Office, letter, reply_to, text_of
from tests.test_mail.test_deadline_race import deadline_in, facing


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "AN_HOUR", 3)


def flood(office: Office, mails: int, sender: str = ANN, word: str = "flood") -> None:
    for number in range(mails):
        office.store(letter(f"S02 turn {2 * (number % 6) + 2}\n", sender, name=f"{word}{number}"))
        office.later(seconds=1)


def read(office: Office) -> list[str]:
    """What one round of the mail room reads, by Message-ID."""
    names = {row.id: row.message_id.strip("<>").partition("@")[0] for row in office.stored()}
    return [names[outcome.mail] for outcome in mailroom.handle_waiting(office.services)]


def test_one_who_floods_us_keeps_nobody_waiting(office: Office) -> None:
    flood(office, 12)
    office.store(letter("N02 turn 2\n", BOB, reply_to(NORTH), name="bob"))
    assert read(office) == ["flood0", "flood1", "flood2", "bob"]
    assert read(office) == []
    assert office.orders(SOUTH) == ["S02 turn 6"]
    assert len(office.stored()) == 13, "all are kept"


def test_a_flood_longer_than_a_round_does_not_hide_the_mails_behind_it(office: Office) -> None:
    flood(office, 12)
    office.store(letter("N02 turn 2\n", BOB, reply_to(NORTH), name="bob"))
    names = queue.next_mails(office.services, 4)
    assert len(names) == 3
    for name in names:
        mailroom.handle(office.services, name)
    (bob,) = queue.next_mails(office.services, 4)
    assert bob == office.stored()[-1].id


def test_what_waits_is_read_hour_by_hour_in_its_order(office: Office) -> None:
    flood(office, 8)
    rounds = [read(office)]
    for _ in range(2):
        office.later(minutes=30)
        assert read(office) == []
        office.later(minutes=31)
        rounds.append(read(office))
    assert rounds == [["flood0", "flood1", "flood2"], ["flood3", "flood4", "flood5"], ["flood6", "flood7"]]
    assert office.orders(SOUTH) == ["S02 turn 4"], "the last to arrive stands"


def test_the_answers_before_mails_have_to_wait_say_so(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "AN_HOUR", 7)
    flood(office, 9)
    assert len(read(office)) == 7
    texts = [plain(mail) for mail in office.mails("answer")]
    assert ["within an hour" in text for text in texts].count(True) == 5
    assert any("You have sent 7 mails within an hour. After 7 the next ones wait" in text for text in texts)


def plain(mail: OutMail) -> str:
    """The text of a mail of ours, on one line."""
    return " ".join(text_of(mail.raw).split())


def test_many_senders_are_read_in_the_order_of_arrival(office: Office) -> None:
    for number in range(9):
        office.store(letter("x\n", f"p{number % 3}@players.test", name=f"m{number}"))
        office.later(seconds=1)
    assert read(office) == [f"m{number}" for number in range(9)]


def test_mails_whose_sender_cannot_be_told_are_one_sender(office: Office) -> None:
    for number in range(5):
        office.store(f"From: a@b.test, c@d.test\r\nMessage-ID: <m{number}@x.test>\r\n\r\nx".encode())
    assert len(read(office)) == 3


def test_before_a_turn_is_played_by_its_deadline_all_that_had_come_is_read(office: Office) -> None:
    due = deadline_in(office, minutes=10)
    flood(office, 8)
    read(office)
    office.clock.at = due
    assert close_turns(office.services).played == (HARROW,)
    assert {row.state for row in office.stored()} == {"accepted"}
    assert facing(office) == 4, "the last to arrive"
