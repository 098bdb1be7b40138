"""Orders are submitted by a plain word of their player's, however politely it is said, and by no other."""

import pytest

from pbem.engine.language.lines import clean, control
from tests.test_mail.conftest import Office, letter, text_of

PLAIN = (
    "ready", "Ready!", "READY.", "ready, thanks!", "I am ready.", "I'm ready", "We are ready now", "No changes, ready",
    "Ready to go!", "ready for the next turn", "Thanks, ready", "OK, ready.", "That's all, ready!", "Yes, I'm ready",
    "Ready! See you on Tuesday.", "Fine by me. Ready", "All orders done - ready", "My orders are ready",
)  # fmt: skip
NOT_SAID = (
    "Ready when you are?", "ready when you are", "I'll be ready tomorrow", "are you ready?", "Are you ready",
    "almost ready", "Bob is ready", "I will be ready soon", "getting ready", "Ready if S02 can turn",
    "the enemy stands ready", "ready tomorrow", "I want to be ready", "make ready", "S02 ready",
)  # fmt: skip


@pytest.mark.parametrize("line", PLAIN)
def test_a_plain_word_that_one_is_ready_is_taken(line: str) -> None:
    assert control(clean(line)) == "ready"


@pytest.mark.parametrize("line", NOT_SAID)
def test_a_question_a_promise_or_a_word_about_others_is_not(line: str) -> None:
    assert control(clean(line)) is None


@pytest.mark.parametrize("line", ["not ready", "Not ready yet", "I am not ready.", "I'm not quite ready", "undo"])
def test_a_plain_no_takes_it_back(line: str) -> None:
    assert control(clean(line)) == "not ready"


POLITE = (
    "Fine by me, go ahead please.\nReady!",
    "S02 turn 2\nLooking forward to it!\nready",
    "Hi,\nS02 turn 2\nHave fun\nAnn\nready, thanks!",
    "S02 turn 2\nMy horse worries me, send help please\nready",
)


@pytest.mark.parametrize("text", POLITE)
def test_no_politeness_keeps_orders_from_being_submitted(office: Office, text: str) -> None:
    office.receive(letter(text))
    stands = office.page().stands
    assert stands is not None
    assert stands.final


def test_a_faulty_line_for_a_unit_does(office: Office) -> None:
    office.receive(letter("S02 turn 2\nS03 fier N01\nready\n"))
    stands = office.page().stands
    assert stands is not None
    assert not stands.final


def test_what_was_not_taken_as_ready_is_told_first(office: Office) -> None:
    office.receive(letter("S02 turn 2\nI'll be ready tomorrow\n"))
    told = " ".join(text_of(office.mails()[-1].raw).split())
    first = told.index("Your orders are not submitted: this was not taken as ready")
    assert first < told.index("| I'll be ready tomorrow") < told.index("YOUR ORDERS AS UNDERSTOOD")


def test_submitted_orders_that_leave_units_out_say_which(office: Office) -> None:
    office.receive(letter("S02 turn 2\nS03 turn 2\nS04 turn 2\nready\n"))
    told = " ".join(text_of(office.mails()[-1].raw).split())
    assert "3 units have no order | S01, S05, S06. They will hold." in told


def test_undo_makes_submitted_orders_a_draft_again(office: Office) -> None:
    office.receive(letter("S02 turn 2\nready\n"))
    office.receive(letter("undo\n", name="two"))
    stands = office.page().stands
    assert stands is not None
    assert (stands.final, office.orders()) == (False, ["S02 turn 2"])
