"""Turning back, orders for a seat, letters and questions that wait: by lines of the umpire's mails."""

import re

from pbem.service.umpire.behalflines import HOW as BEHALF
from pbem.service.umpire.behalflines import behalf_line_in
from pbem.service.umpire.rulings import rulings_of
from pbem.service.umpire.turnback import past_turns
from pbem.service.umpire.turnbacklines import HOW as BACK
from pbem.service.umpire.turnbacklines import turn_back_line_in
from tests.test_mail.conftest import ANN, BOB, NORTH, SOUTH, begun, letter, office_with  # noqa: F401  # two are fixtures
from tests.test_mail.conftest import Office as MailOffice
from tests.test_umpire.answered import refused, say, taken
from tests.test_umpire.test_clock_by_mail import HELEN, says, work_of
from tests.test_umpire.test_questions import by_mail, told_to  # noqa: F401  # one is a fixture

WHY = "because a die was read wrongly"


def test_the_game_is_turned_back_by_mail_to_an_event_with_a_ruling(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    for line in BACK:
        assert turn_back_line_in(line) is not None, line
    assert turn_back_line_in("turn back the horse to 4.2") is None
    taken(by_mail, "play the turn", "because it is late")
    taken(by_mail, "rule S04 strength 3", "because of the mud")
    there = refused(by_mail, "turn back")
    (turn, *_) = past_turns(work_of(by_mail))
    event = turn.events[-1]
    assert f"{event.no} {event.text}" in there
    shown = taken(by_mail, f"turn back to {event.no}").words
    assert "Nothing is changed yet" in shown
    assert "with same dice, answers kept" in shown
    assert "Rulings that count no longer: 1." in shown
    assert "there is no event 99.9" in refused(by_mail, "turn back to 99.9", WHY).casefold()
    assert says(by_mail, "co-umpire helen@example.org: rule, clock") == "accepted"
    assert says(by_mail, f"turn back to {turn.number}", WHY, HELEN) == "rejected", "the umpire's alone"
    done = taken(by_mail, f"turn back to {turn.number}, fresh dice, ask anew", f"rule S04 strength 2\n{WHY}")
    assert "with fresh dice, all asked anew" in done.words
    assert not rulings_of(work_of(by_mail))[1].stands
    assert rulings_of(work_of(by_mail))[0].said == ("S04 strength 2",)
    assert WHY.removeprefix("because ") in told_to(by_mail, ANN)


def test_orders_for_a_seat_are_read_first_and_given_with_a_reason(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    assert behalf_line_in(BEHALF[0]) is not None
    assert behalf_line_in("orders for tea") is None
    shown = taken(by_mail, "orders for North: N03 turn 4\nN02 hold").words
    assert "are read so: N03 turn 4; N02 hold" in shown
    assert by_mail.orders(NORTH) == []
    assert "one line is not read: S01 hold" in refused(by_mail, "orders for North: S01 hold", WHY)
    assert "There is no side 'West'" in refused(by_mail, "orders for West: hold", WHY)
    taken(by_mail, "orders for North:\nN03 turn 4\nN02 hold", "because Bob telephoned")
    assert by_mail.orders(NORTH) == ["N03 turn 4", "N02 hold"]
    assert "Bob telephoned" in told_to(by_mail, BOB)
    assert "Bob telephoned" not in told_to(by_mail, ANN)


def test_a_question_waits_and_so_do_letters(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    assert "no open question 1" in refused(by_mail, "question 1: wait")
    by_mail.receive(letter("question: May S04 leave the wood?\n"))
    taken(by_mail, "question 1: wait")
    assert work_of(by_mail).desk.rest is not None
    taken(by_mail, "letters: wait", "because couriers ride")
    assert work_of(by_mail).desk.letters_wait
    say(by_mail, "letters: go at once", "because they do not")
    assert not work_of(by_mail).desk.letters_wait
    assert re.search("Give a reason", refused(by_mail, "letters: wait"))


def test_the_end_ruled_by_mail_is_not_offered_to_be_taken_back(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    done = taken(by_mail, "rule end: South wins, marginal", "because night fell")
    assert "The battle is over; it cannot be taken back." in done.words
    assert "To take it back" not in done.words
