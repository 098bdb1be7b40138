"""The race at a deadline, with a clock that stands where a test puts it: what came in time counts, whoever ran then."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from imapclient import IMAPClient

from pbem.clock import iso
from pbem.engine.journal import Clocked
from pbem.mail.imap import Mailbox as Folder
from pbem.service.incoming import closing, mailroom
from pbem.service.incoming.closing import close_turns
from pbem.service.incoming.mailbox import Swept, sweep
from pbem.service.incoming.unseen import tell_of_unseen
from pbem.service.play.clockwork import Ticked, tick
from pbem.service.play.heartbeat import CLOCK
from pbem.service.play.work import open_game
from pbem.store.tables import Game, Heartbeat
from tests.servers.dovecot import Mailbox
from tests.test_mail.conftest import HARROW, SOUTH, Office, letter, reply_to, text_of, token

SECOND = timedelta(seconds=1)


def deadline_in(office: Office, **span: float) -> datetime:
    """Set the open turn's deadline, so long from now (a whole second); no grace."""
    due = (office.clock.now() + timedelta(**span)).replace(microsecond=0)
    work = open_game(office.services, HARROW)
    assert work.desk.open is not None
    work.note("clock", "engine", Clocked(act="moved", ask=work.desk.open.seq, due=iso(due)))
    work.write()
    with office.services.db.writing() as session:
        card = session.get_one(Game, HARROW)
        agreed = json.loads(card.options)
        agreed["options"]["grace"] = 0
        card.options = json.dumps(agreed)
    return due


def states(office: Office) -> dict[str, str]:
    """What became of each mail, by the first word of its id."""
    return {row.message_id.strip("<>").partition("@")[0]: row.state for row in office.stored()}


def facing(office: Office, stand: str = "S02") -> int:
    """Which way one of Ann's stands looks after the turn that was played last."""
    told = office.page().told
    assert told is not None
    return next(int(row.facing) for row in told.mine if row.code == stand)


def around(office: Office, due: datetime) -> None:
    """Mails that arrive a second before the deadline, on it, and a second after."""
    for name, at, turn in (("before", due - SECOND, 2), ("on", due, 4), ("after", due + SECOND, 6)):
        office.store(letter(f"S02 turn {turn}\n", name=name), arrived=at)


# --- by our own clock ---------------------------------------------------------------------------------------------


def test_a_second_before_counts_on_the_dot_does_not(office_with: Callable[..., Office]) -> None:
    office = office_with()
    due = deadline_in(office, hours=1)
    around(office, due)
    office.clock.at = due - SECOND
    assert close_turns(office.services) == Ticked()
    office.clock.at = due + 5 * SECOND
    assert close_turns(office.services).played == (HARROW,)
    assert states(office) == {"before": "accepted", "on": "rejected", "after": "rejected"}
    assert facing(office) == 2


def test_what_was_read_before_the_deadline_stands_and_what_was_not_is_read_first(office: Office) -> None:
    due = deadline_in(office, hours=1)
    office.receive(letter("S02 turn 2\nS03 turn 2\n", name="read"))
    office.store(letter("S03 turn 4\n", name="waits"), arrived=due - SECOND)
    office.clock.at = due
    assert close_turns(office.services).played == (HARROW,)
    assert states(office) == {"read": "accepted", "waits": "accepted"}
    assert (facing(office), facing(office, "S03")) == (2, 4)


def test_corrections_count_by_arrival_whatever_the_order_they_are_read_in(office: Office) -> None:
    """Row 39: the later to arrive was read first."""
    due = deadline_in(office, hours=1)
    later = office.receive(letter("S02 turn 4\n", name="later"), arrived=due - 10 * SECOND)
    earlier = office.receive(letter("S02 turn 2\nready\n", name="earlier"), arrived=due - 20 * SECOND)
    assert (later.state, earlier.state) == ("accepted", "rejected")
    assert office.orders() == ["S02 turn 4"]
    (refusal,) = office.mails("refused")
    assert "The latest to arrive counts" in " ".join(text_of(refusal.raw).split())


def test_stored_together_they_are_read_in_the_order_they_came(office: Office) -> None:
    due = deadline_in(office, hours=1)
    office.store(letter("S02 turn 4\n", name="later"), arrived=due - 10 * SECOND)
    office.store(letter("S02 turn 2\n", name="earlier"), arrived=due - 20 * SECOND)
    office.clock.at = due
    close_turns(office.services)
    assert states(office) == {"later": "accepted", "earlier": "accepted"}
    assert facing(office) == 4


def test_a_mail_in_grace_counts_and_one_on_its_end_does_not(office: Office) -> None:
    due = office.page().due
    assert due is not None
    office.clock.at = due.at + SECOND
    assert close_turns(office.services).grace == (HARROW,)
    grace = office.page().due
    assert grace is not None
    assert grace.grace_until is not None
    end = grace.grace_until
    office.store(letter("S02 turn 2\n", name="in-grace"), arrived=end - SECOND)
    office.store(letter("S02 turn 4\n", name="too-late"), arrived=end)
    with office.services.db.writing() as session:
        row = session.get(Heartbeat, CLOCK)
        assert row is not None
        row.at = end - SECOND  # there was no outage
    office.clock.at = end + SECOND
    assert close_turns(office.services).played == (HARROW,)
    assert states(office) == {"in-grace": "accepted", "too-late": "rejected"}


def test_stamped_in_time_and_committed_after_the_turn_was_played_is_told_and_never_dropped(office: Office) -> None:
    """A mail whose last byte came before the deadline, and whose transaction had to wait until after."""
    due = deadline_in(office, hours=1)
    office.clock.at = due
    assert close_turns(office.services).played == (HARROW,)
    outcome = office.receive(letter("S02 turn 2\n", name="slow"), arrived=due - SECOND)
    assert outcome.state == "held"
    assert office.orders() == [], "nothing of it is applied to the next turn"
    tell_of_unseen(office.services)
    told = {mail.kind for mail in office.mails("refused", "operator")}
    assert told == {"refused", "operator"}


# --- by the stamps of a mailbox -----------------------------------------------------------------------------------


@pytest.fixture
def imap_office(office_with: Callable[..., Office], mailbox: Mailbox) -> Office:
    """An office whose mailbox is on Dovecot, as of an hour ago."""
    user = mailbox.user.replace("@", "%40")
    url = f"imap://{user}:{mailbox.password}@{mailbox.host}:{mailbox.imap_port}/INBOX"
    office = office_with(imap_url=url, orders_address=mailbox.user, settle=120)
    office.clock.at = (datetime.now(UTC) - timedelta(hours=3)).replace(microsecond=0)
    return office


def lay(mailbox: Mailbox, name: str, at: datetime, body: str = "S02 turn 2\n") -> None:
    """Put a mail into the mailbox, stamped so."""
    raw = letter(body, to=mailbox.user.replace("@", f"+{token()}@"), name=name)
    with IMAPClient(mailbox.host, mailbox.imap_port, ssl=False) as client:
        client.login(mailbox.user, mailbox.password)
        client.append("INBOX", raw, msg_time=at)


def test_the_stamps_decide_and_a_while_is_waited_for_mails_that_do_not_show_yet(
    imap_office: Office, mailbox: Mailbox
) -> None:
    office = imap_office
    due = deadline_in(office, hours=1)
    lay(mailbox, "before", due - SECOND)
    lay(mailbox, "on", due, "S02 turn 4\n")
    for wait in (0, 60, 119):
        office.clock.at = due + wait * SECOND
        assert close_turns(office.services) == Ticked()
    lay(mailbox, "shown-late", due - 2 * SECOND, "S03 turn 2\n")
    office.clock.at = due + 120 * SECOND
    assert close_turns(office.services).played == (HARROW,)
    assert states(office) == {"before": "accepted", "on": "rejected", "shown-late": "accepted"}
    assert (facing(office), facing(office, "S03")) == (2, 2)


def test_seen_and_read_before_or_not_it_is_the_stamp_that_counts(imap_office: Office, mailbox: Mailbox) -> None:
    office = imap_office
    due = deadline_in(office, hours=1)
    lay(mailbox, "seen", due - 10 * SECOND)
    office.clock.at = due - 5 * SECOND
    sweep(office.services)  # stored, and nobody has read it
    lay(mailbox, "unseen", due - 4 * SECOND, "S03 turn 2\n")
    office.clock.at = due + timedelta(days=2)  # nobody ran
    assert close_turns(office.services).played == (HARROW,)
    assert states(office) == {"seen": "accepted", "unseen": "accepted"}


def test_reminders_are_not_kept_waiting(imap_office: Office) -> None:
    office = imap_office
    due = deadline_in(office, hours=72)
    office.clock.at = due - timedelta(hours=1)
    assert close_turns(office.services).reminded == (HARROW,)


def test_a_mail_that_comes_in_pieces_keeps_the_deadline_waiting(
    imap_office: Office, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    office = imap_office
    due = deadline_in(office, hours=1)
    lay(mailbox, "in-pieces", due - SECOND)
    office.clock.at = due + 120 * SECOND
    with monkeypatch.context() as patched:
        patched.setattr(Folder, "_whole", lambda self, uid, size: None)
        assert close_turns(office.services) == Ticked()
        assert "1 mails in it are not to be had" in caplog.text
    assert close_turns(office.services).played == (HARROW,)
    assert states(office) == {"in-pieces": "accepted"}


def test_where_there_is_no_room_reading_makes_some(imap_office: Office, mailbox: Mailbox) -> None:
    office = imap_office
    due = deadline_in(office, hours=1)
    for number in range(5):
        lay(mailbox, f"m{number}", due - 10 * SECOND, f"S02 turn {2 * number + 2}\n")
    object.__setattr__(office.services.config, "mail_quota", 400)
    office.clock.at = due + 120 * SECOND
    assert close_turns(office.services).played == (HARROW,)
    assert set(states(office).values()) == {"accepted"}
    assert len(office.stored()) == 5


# --- a mailbox out of sight ---------------------------------------------------------------------------------------


@pytest.fixture
def blind(office_with: Callable[..., Office]) -> Office:
    """An office whose mailbox is not to be reached."""
    return office_with(imap_url="imap://ann:x@127.0.0.1:1/INBOX", settle=0)


def test_an_hour_is_waited_from_the_first_look_however_long_nobody_ran(blind: Office) -> None:
    due = deadline_in(blind, hours=1)
    first = blind.clock.at = due + timedelta(days=3)
    assert close_turns(blind.services) == Ticked()
    blind.clock.at = first + timedelta(minutes=59)
    assert close_turns(blind.services) == Ticked()
    blind.clock.at = first + timedelta(minutes=60)
    assert close_turns(blind.services).played == (HARROW,)
    assert len(blind.mails("operator")) == 2  # the outage, and the mailbox out of sight


def test_once_it_was_seen_again_the_hour_begins_anew(blind: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    due = deadline_in(blind, hours=1)
    blind.clock.at = due
    assert close_turns(blind.services) == Ticked()
    with monkeypatch.context() as patched:
        patched.setattr(closing, "sweep", lambda services: Swept())
        blind.clock.at = due + timedelta(minutes=30)
        assert close_turns(blind.services).played == (HARROW,)
    due = deadline_in(blind, hours=1)
    blind.clock.at = due
    assert close_turns(blind.services) == Ticked(), "no hour of the other deadline is left over"


def test_what_is_stored_is_read_though_the_mailbox_is_out_of_sight(blind: Office) -> None:
    due = deadline_in(blind, hours=1)
    blind.store(letter("S02 turn 2\n"), arrived=due - SECOND)
    blind.clock.at = due
    assert close_turns(blind.services) == Ticked()
    assert blind.orders(SOUTH) == ["S02 turn 2"]


def test_the_clock_by_hand_acts_on_all_that_is_due(office: Office) -> None:
    due = deadline_in(office, hours=1)
    assert tick(office.services, due).played == (HARROW,)
    assert mailroom.handle_waiting(office.services) == ()
    assert reply_to() != reply_to(turn=2)
