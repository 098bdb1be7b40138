"""Mails that ask for something besides orders: letters, draws, pauses, days away, giving up, leaving, questions."""

from datetime import date

import pytest

from pbem.engine.ids import Seat
from pbem.service.agreements.letterbook import write_letter
from pbem.service.agreements.pacts import offer_draw
from pbem.service.incoming.requests import requests_of, span_of
from pbem.service.people.seats import player_by_address
from pbem.service.play.work import open_game
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SOUTH, Office, letter, reply_to, text_of


def mailed(office: Office, recipient: str = ANN) -> str:
    """The mails to somebody, their texts as one line."""
    told = [text_of(one.raw) for one in office.mails() if one.recipient == recipient]
    return " ".join(" ".join(told).split())


def bob(office: Office) -> str:
    found = player_by_address(office.services, BOB)
    assert found is not None
    return found.id


def test_a_letter_goes_to_the_seat_it_names_and_orders_beside_it_count(office: Office) -> None:
    office.receive(letter("Hi\n\nto North: Well played so far.\nShall we meet?\n\nS02 turn 2\nready\n"))
    (sent,) = open_game(office.services, HARROW).desk.letters
    assert (sent.sender, tuple(sent.to), sent.text) == (SOUTH, (NORTH,), "Well played so far.\nShall we meet?")
    assert office.orders() == ["S02 turn 2"]
    stands = office.page().stands
    assert stands is not None
    assert stands.final
    assert "Your letter to North has been sent." in mailed(office)


def test_a_letter_alone_is_answered_and_changes_no_orders(office: Office) -> None:
    outcome = office.receive(letter("to Bob: Good luck!\n"))
    assert (outcome.state, office.orders()) == ("accepted", [])
    assert "Your letter is on its way" in mailed(office)
    assert "Good luck!" in mailed(office, BOB)


def test_what_is_quoted_below_never_goes_into_a_letter(office: Office) -> None:
    report = text_of(next(one.raw for one in office.mails("report") if one.recipient == ANN))
    office.receive(letter(f"to North: Good luck!\n\n{report}"))
    (sent,) = open_game(office.services, HARROW).desk.letters
    assert sent.text == "Good luck!"


def test_an_answer_to_a_letters_mail_goes_back_as_a_letter(office: Office) -> None:
    write_letter(office.services, HARROW, NORTH, [SOUTH], "Shall we pause?", bob(office))  # type: ignore[arg-type]  # an id
    mail = office.mails("letter")[-1]
    quoted = "\n".join(f"> {line}" for line in text_of(mail.raw).split("\n"))
    raw = letter(
        f"Gladly, after this round.\n\nAnn\n\nOn Mon, Harrow Down wrote:\n{quoted}", In_Reply_To=mail.message_id
    )
    office.receive(raw.replace(f"To: {reply_to()}".encode(), b"To: orders@example.test"))
    *_, sent = open_game(office.services, HARROW).desk.letters
    assert (sent.sender, tuple(sent.to), sent.text) == (SOUTH, (NORTH,), "Gladly, after this round.\n\nAnn")


def test_conceding_waits_for_a_word_and_then_ends_the_battle(office: Office) -> None:
    outcome = office.receive(letter("concede\n"))
    assert (outcome.state, open_game(office.services, HARROW).state) == ("held", "running")
    (asks,) = office.mails("confirm")
    assert "gives up the field" in " ".join(text_of(asks.raw).split())
    tag = asks.raw.decode().partition("Reply-To: ")[2].partition("<")[2].partition(">")[0]
    office.receive(letter("confirm\n", to=tag, name="yes"))
    assert open_game(office.services, HARROW).state == "over"


def test_a_draw_is_offered_at_once_and_accepted_with_a_word_more(office: Office) -> None:
    office.receive(letter("draw\n"))
    assert "A draw is offered" in mailed(office)
    office.receive(letter("accept\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    assert open_game(office.services, HARROW).state == "running"
    (asks,) = office.mails("confirm")
    tag = asks.raw.decode().partition("Reply-To: ")[2].partition("<")[2].partition(">")[0]
    office.receive(letter("confirm\n", sender=BOB, to=tag, name="yes"))
    assert open_game(office.services, HARROW).state == "over"


def test_a_draw_is_declined(office: Office) -> None:
    offer_draw(office.services, HARROW, NORTH, bob(office))  # type: ignore[arg-type]  # an id
    office.receive(letter("decline\n"))
    assert "draw" not in open_game(office.services, HARROW).desk.offers


def test_a_pause_and_days_away_are_noted(office: Office) -> None:
    office.receive(letter("pause until 20 May\n"))
    assert open_game(office.services, HARROW).desk.offers["pause"].until == "2026-05-20"
    office.receive(letter("away 3-9 Aug\n", name="two"))
    assert "You are away from 3 Aug to 9 Aug 2026." in mailed(office)
    office.receive(letter("away 3-9 Aug\n", name="three"))
    assert "noted already" in mailed(office)


def test_leaving_waits_for_a_word(office: Office) -> None:
    assert office.receive(letter("leave\n")).state == "held"
    assert open_game(office.services, HARROW).chair(SOUTH).person is not None


def test_a_check_files_nothing(office: Office) -> None:
    outcome = office.receive(letter("check\nS02 turn 2\nS03 fier N01\nready\n"))
    assert (outcome.state, office.orders()) == ("accepted", [])
    told = mailed(office)
    assert "Checked only: nothing is saved" in told
    assert "S02 | turn 2" in told


def test_a_question_alone_is_kept_and_the_operator_told(office: Office) -> None:
    outcome = office.receive(letter("question: may my dragoons dismount in a wood?\n"))
    assert outcome.state == "accepted"
    assert "Your question has been passed on to the operator." in mailed(office)
    assert "A player has a question" in mailed(office, "operator@example.org")
    assert "dragoons" not in mailed(office, "operator@example.org")


def test_a_question_beside_orders_is_kept_and_the_orders_count(office: Office) -> None:
    office.receive(letter("S02 turn 2\nMay I ask whether the mill burns?\nready\n"))
    stands = office.page().stands
    assert stands is not None
    assert stands.final
    assert "Your question has been passed on to the operator." in mailed(office)
    assert "A player has a question" in mailed(office, "operator@example.org")


@pytest.mark.parametrize(
    ("said", "first", "to"),
    [
        ("3-9 aug", "2026-08-03", "2026-08-09"), ("28 jul - 3 aug", "2026-07-28", "2026-08-03"),
        ("2026-08-03 to 2026-08-09", "2026-08-03", "2026-08-09"), ("1 feb", "2027-02-01", "2027-02-01"),
        ("30 dec - 2 jan", "2026-12-30", "2027-01-02"), ("3rd to 9th august", "2026-08-03", "2026-08-09"),
    ],
)  # fmt: skip
def test_days_are_read_as_people_write_them(said: str, first: str, to: str) -> None:
    assert span_of(said, date(2026, 5, 11)) == (date.fromisoformat(first), date.fromisoformat(to))


@pytest.mark.parametrize("said", ["soon", "3", "40 aug", "9-3 aug", "aug"])
def test_days_that_are_none_are_not_guessed(said: str) -> None:
    assert span_of(said, date(2026, 5, 11)) is None


NO_REQUESTS = (
    "     | concede", "> concede", "To whom it may concern: hello", "I will not concede", "leave town",
    "S01 leave town", "the draw was close", "checkmate", "-- \nconcede",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_REQUESTS)
def test_no_quotation_and_no_prose_asks_for_anything(text: str) -> None:
    assert requests_of(text, {"north": (Seat("north"),)}) == ((), text)


def test_a_report_asks_for_nothing(office: Office) -> None:
    for one in office.mails("report"):
        assert requests_of(text_of(one.raw), {"north": (NORTH,), "south": (SOUTH,)})[0] == ()


def test_a_question_of_a_player_whose_orders_are_not_needed_is_passed_on_too(office: Office) -> None:
    for seat, who in ((SOUTH, ANN), (NORTH, BOB)):
        office.receive(letter("ready\n", sender=who, to=reply_to(seat), name=f"first-{seat}"))
    office.receive(letter("When is the deadline?\n", name="late"))
    assert "Your question has been passed on to the operator." in mailed(office)
    assert "A player has a question" in mailed(office, "operator@example.org")


def test_giving_up_in_plain_words_waits_for_a_yes(office: Office) -> None:
    outcome = office.receive(letter("I give up.\n"))
    assert outcome.state == "held"
    assert "Are you sure?" in mailed(office)
