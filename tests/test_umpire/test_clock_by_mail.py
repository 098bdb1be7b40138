"""The clock, late mails and seats by one line of an umpire's mail; never by a player's."""

from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.service.incoming.clocklines import CLOCK_LINES, SEAT_LINES, clock_line_in
from pbem.service.incoming.latemail import count_late, late_mails
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game
from pbem.service.play.work import Work
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.timing import NoTime
from pbem.service.umpire.turnback import turn_back
from pbem.store import journal
from pbem.store.tables import OutMail, SeatRow
from tests.test_mail.conftest import ANN, BOB, HARROW, START, begun, letter, office_with, reply_to  # noqa: F401  # two are fixtures
from tests.test_mail.conftest import Office as MailOffice
from tests.test_umpire.test_questions import GEOFF, by_mail, told_to, umpires_address  # noqa: F401  # one is a fixture
from tests.web_offices import NORTH, SOUTH

DEADLINE = START + timedelta(days=3, hours=10)
HELEN = "helen@example.org"


def work_of(office: MailOffice) -> Work:
    return load_game(office.services, HARROW)


def says(office: MailOffice, line: str, because: str = "because of the rain", sender: str = GEOFF) -> str:
    """What became of an umpire's line."""
    name = f"n{len(office.stored())}"
    return office.receive(letter(f"{line}\n{because}\n", sender, umpires_address(office, 0), name)).state


def test_every_line_of_the_help_is_read_and_no_other() -> None:
    for line in (*CLOCK_LINES, *SEAT_LINES):
        assert clock_line_in(f"{line}\nbecause why\n") is not None, line
    for line in ("S04 forward", "answer 3: pause it", "letter 3: deliver", "we pause here, I think"):
        assert clock_line_in(line) is None, line


def test_deadlines_are_moved_and_the_game_is_paused_and_goes_on(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    due = work_of(by_mail).desk.due
    assert says(by_mail, "deadline: 2 days later") == "accepted"
    later = work_of(by_mail).desk.due
    assert due < later
    assert says(by_mail, "Deadline: 20 May, 18:30.") == "accepted"
    assert work_of(by_mail).desk.due.startswith("2026-05-20T18:30")
    assert says(by_mail, "pause until 24 May") == "accepted"
    assert work_of(by_mail).desk.due > "2026-05-24"
    assert "has paused the game" in told_to(by_mail, ANN)
    assert says(by_mail, "go on") == "accepted"
    assert work_of(by_mail).desk.due < "2026-05-24"
    assert says(by_mail, "pause") == says(by_mail, "resume") == "accepted"
    assert says(by_mail, "remind South") == "accepted"
    assert says(by_mail, "play the turn now") == "accepted"
    assert work_of(by_mail).desk.turns[SOUTH] == 2


@pytest.mark.parametrize(
    ("line", "because", "why"),
    [
        ("deadline: 2 days later", "", "write your reason"),
        ("deadline: some day, 18:30", "because", "is no day"),
        ("deadline: 31 Feb, 20:00", "because", "is no day"),
        ("deadline: 1 May, 20:00", "because", "1 May is past; if you mean 1 May 2027, write the year"),
        ("deadline: 20 May, 28:30", "because", "is no hour of a day"),
        ("pause until never mind", "because", "is no day"),
        ("remind East", "because", "there is no side 'East'"),
        ("go on", "because", "the game is not paused"),
        ("late South: count", "because", "no late mail of South waits"),
        ("co-umpire helen@example.org: dismiss", "because", "is no co-umpire"),
        ("co-umpire helen@example.org: cook", "because", "there is no right 'cook'"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_lines_that_can(
    by_mail: MailOffice, line: str, because: str, why: str  # noqa: F811  # a fixture
) -> None:  # fmt: skip
    assert says(by_mail, line, f"{because} of it" if because else "") == "rejected"
    told = told_to(by_mail, GEOFF)
    assert why.casefold() in told.casefold()
    assert "deadline: 2 days later" in told


def test_a_player_moves_no_deadline_and_a_co_umpire_only_with_the_right(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    due = work_of(by_mail).desk.due
    by_mail.receive(letter("deadline: 2 days later\nbecause I am ill\n"))
    assert says(by_mail, "co-umpire helen@example.org: letters and questions") == "accepted"
    assert "You can deal with letters and answer questions" in told_to(by_mail, HELEN)
    assert says(by_mail, "deadline: 2 days later", sender=HELEN) == "rejected"
    for line in ("late South: count", "co-umpire bob@example.org: dismiss"):  # neither says what there is
        assert says(by_mail, line, sender=HELEN) == "rejected"
        told = told_to(by_mail, HELEN).casefold()
        assert "no late mail" not in told
        assert "is no co-umpire" not in told
    assert work_of(by_mail).desk.due == due
    assert says(by_mail, "co-umpire helen@example.org: clock") == "accepted"
    assert says(by_mail, "deadline: 2 days later", sender=HELEN) == "accepted"
    assert says(by_mail, "co-umpire helen@example.org: dismiss") == "accepted"
    assert says(by_mail, "deadline: 2 days later", sender=HELEN) != "accepted"


@pytest.mark.parametrize("words", ["Remind South of rule 4.", "Pause!", "Go on.", "Play the turn"])
def test_what_answers_a_question_is_its_answer_though_it_reads_like_a_line_of_the_clock(
    by_mail: MailOffice, words: str  # noqa: F811  # a fixture
) -> None:  # fmt: skip
    by_mail.receive(letter("question: May S04 leave the wood?\n"))
    by_mail.receive(letter(f"{words}\n", GEOFF, umpires_address(by_mail, 1), "two"))
    (asked,) = work_of(by_mail).desk.questions
    assert [one[1].strip() for one in asked.answers] == [words]
    assert "If you meant the clock, send that line in an answer to another mail" in told_to(by_mail, GEOFF)
    assert not work_of(by_mail).desk.paused
    assert work_of(by_mail).desk.turns[SOUTH] == 1
    by_mail.receive(letter("deadline: 2 days later\nbecause of it\n", GEOFF, umpires_address(by_mail, 1), "three"))
    (asked,) = work_of(by_mail).desk.questions
    assert len(asked.answers) == 1


def test_a_seat_goes_to_the_aide_and_the_umpires_to_another(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    assert says(by_mail, "seat North: aide", "because Bob has moved house") == "accepted"
    assert work_of(by_mail).chair(NORTH).aide
    assert "Bob has moved house" in told_to(by_mail, BOB)
    assert says(by_mail, "deputy North: dora@example.org") == "rejected", "an aide has no deputy"
    assert says(by_mail, "seat North: cleo@example.org", "because Cleo can") == "accepted"
    assert says(by_mail, "deputy North: dora@example.org for 2 turns", "because Cleo is away") == "accepted"
    person = work_of(by_mail).chair(NORTH).person
    assert person is not None
    assert person.address == "cleo@example.org"
    assert len(work_of(by_mail).desk.deputies[NORTH]) == 1
    assert says(by_mail, "new umpire: helen@example.org") == "accepted"
    umpire = work_of(by_mail).umpire
    assert umpire is not None
    assert umpire.address == HELEN
    assert says(by_mail, "pause") != "accepted"


# --- late mails ---------------------------------------------------------------------------------------------------


def late(office: MailOffice) -> str:
    """South's orders, too late."""
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=1)
    came = office.receive(letter("S02 turn 2\n"))
    assert came.note == "late"
    return came.mail


def test_the_umpire_is_mailed_of_late_orders_once_a_turn_and_how_they_count(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    late(by_mail)
    by_mail.receive(letter("S02 turn 3\n", name="again"))
    with by_mail.services.db.reading() as session:
        words = [
            one
            for one in session.exec(select(OutMail)).all()
            if one.kind == "umpire" and "late orders" in one.raw.decode()
        ]
    assert [one.recipient for one in words] == [GEOFF]
    told = told_to(by_mail, GEOFF)
    assert "S02 turn 2" in told
    assert "late South: count" in told
    assert says(by_mail, "late South: count", "because the post was slow") == "accepted"


def test_a_late_mail_counts_at_the_umpires_word_while_its_turn_is_open(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    late(by_mail)
    (one,) = late_mails(work_of(by_mail))
    assert (one.seat, one.text, one.played) == (SOUTH, "S02 turn 2", False)
    assert says(by_mail, "late South: count", "because the post was slow") == "accepted"
    assert by_mail.orders() == ["S02 turn 2"]
    assert late_mails(work_of(by_mail)) == ()
    with by_mail.services.db.reading() as session:
        (orders,) = [one for one in journal.load(session, HARROW) if one.kind == "orders"]
    assert '"reason":"the post was slow"' in orders.payload
    assert "although it came after the deadline" in told_to(by_mail, ANN)


def test_a_late_mail_of_a_played_turn_counts_once_the_game_is_turned_back(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    mail, work = late(by_mail), work_of(by_mail)
    before = work.table[-1].seq
    umpire = work.umpire.player  # type: ignore[union-attr]  # it has one
    with pytest.raises(NotUmpire):
        count_late(by_mail.services, HARROW, mail, SOUTH, "why", "ann")  # type: ignore[arg-type]  # ids as text
    with pytest.raises(NoTime, match="write your reason"):
        count_late(by_mail.services, HARROW, mail, SOUTH, " ", umpire)  # type: ignore[arg-type]  # an id
    tick(by_mail.services)
    assert work_of(by_mail).desk.turns[SOUTH] == 2
    assert [one.played for one in late_mails(work_of(by_mail))] == [True]
    with pytest.raises(NoTime, match="turn the game back to before it"):
        count_late(by_mail.services, HARROW, mail, SOUTH, "the post was slow", umpire)  # type: ignore[arg-type]  # an id
    turn_back(by_mail.services, HARROW, before, "same", "the post was slow", umpire)  # type: ignore[arg-type]  # an id
    assert [one.played for one in late_mails(work_of(by_mail))] == [False]
    assert "count" in count_late(by_mail.services, HARROW, mail, SOUTH, "the post was slow", umpire)  # type: ignore[arg-type]  # an id
    assert by_mail.orders() == ["S02 turn 2"]


def test_of_a_late_mail_to_two_seats_the_one_that_is_named_counts(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    with by_mail.services.db.writing() as session:
        ann = session.get_one(SeatRow, (HARROW, SOUTH)).player
        session.get_one(SeatRow, (HARROW, NORTH)).player = ann
    by_mail.clock.at = DEADLINE + timedelta(hours=12, minutes=1)
    by_mail.receive(letter("N03 turn 4\n", to=f"{reply_to()}, {reply_to(NORTH)}"))
    assert [one.seat for one in late_mails(work_of(by_mail))] == [SOUTH, NORTH]
    assert says(by_mail, "late North: count", "because the post was slow") == "accepted"
    assert (by_mail.orders(), by_mail.orders(NORTH)) == ([], ["N03 turn 4"])


def test_a_late_mail_that_names_the_umpires_turn_too_is_late_for_its_seat_alone(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    by_mail.clock.at = DEADLINE + timedelta(hours=12, minutes=1)
    by_mail.receive(letter("S02 turn 2\n", to=f"{reply_to()}, {umpires_address(by_mail, 0)}"))
    assert [one.seat for one in late_mails(work_of(by_mail))] == [SOUTH]
