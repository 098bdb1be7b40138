"""Questions to the umpire, and rulings by mail: seen by whom they are for, never an order, never by a player."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.engine.ids import UMPIRE, GameId
from pbem.engine.journal import Seated
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.umpire.questions import (
    A_DAY,
    NoQuestion,
    all_questions,
    answer_question,
    ask_umpire,
    questions_of,
    withdraw_question,
)
from pbem.service.umpire.rights import NotUmpire
from pbem.store.tables import PlayerId
from tests.test_mail.conftest import ANN, BOB, HARROW, begun, letter, office_with, reply_to, text_of  # noqa: F401  # two are fixtures
from tests.test_mail.conftest import NORTH as MAIL_NORTH
from tests.test_mail.conftest import SOUTH as MAIL_SOUTH
from tests.test_mail.conftest import Office as MailOffice
from tests.test_umpire.conftest import Umpired
from tests.toyrules import BLUE, RED
from tests.web_offices import NORTH, SOUTH, office, plain

GEOFF = "geoff@example.org"


def ask(umpired: Umpired, text: str = "May I turn?") -> int:
    return ask_umpire(umpired.office.services, umpired.game, RED, text, umpired.office.players[RED])


def answer(umpired: Umpired, number: int, text: str, by: PlayerId | None = None, *, to_all: bool = False) -> None:
    answer_question(umpired.office.services, umpired.game, number, text, by or umpired.umpire, to_all=to_all)


# --- the use cases ------------------------------------------------------------------------------------------------


def test_a_question_is_mailed_to_the_umpire_and_seen_by_no_other_seat(umpired: Umpired) -> None:
    assert ask(umpired) == 1
    _welcome, mail = umpired.office.mails("umpire")
    assert mail.player == umpired.umpire
    assert b"May I turn?" in mail.raw
    work = load_game(umpired.office.services, umpired.game)
    assert [one.text for one in questions_of(work, RED)] == ["May I turn?"]
    assert questions_of(work, BLUE) == ()


def test_an_answer_goes_to_its_seat_and_a_clarification_to_all_without_the_question(umpired: Umpired) -> None:
    ask(umpired)
    answer(umpired, 1, "Yes, you may.")
    (mail,) = umpired.office.mails("answered")
    assert mail.player == umpired.office.players[RED]
    ask(umpired, "Is the brook deep?")
    answer(umpired, 2, "The brook can be waded.", to_all=True)
    told = {mail.player: mail.raw for mail in umpired.office.mails("answered") if b"waded" in mail.raw}
    assert set(told) == {umpired.office.players[RED], umpired.office.players[BLUE]}
    assert b"Is the brook deep?" in told[umpired.office.players[RED]]
    assert b"brook deep" not in told[umpired.office.players[BLUE]]
    (clarified,) = questions_of(load_game(umpired.office.services, umpired.game), BLUE)
    assert (clarified.asker, clarified.text, clarified.answers[0].text) == ("", "", "The brook can be waded.")


def test_a_question_can_be_withdrawn_while_it_is_open_and_is_then_closed(umpired: Umpired) -> None:
    ask(umpired)
    services, ann = umpired.office.services, umpired.office.players[RED]
    with pytest.raises(NoQuestion, match="not yours"):
        withdraw_question(services, umpired.game, BLUE, 1, umpired.office.players[BLUE])
    withdraw_question(services, umpired.game, RED, 1, ann)
    assert [one.state for one in all_questions(load_game(services, umpired.game), umpired.umpire)] == ["withdrawn"]
    with pytest.raises(NoQuestion, match="withdrawn"):
        answer(umpired, 1, "Too late")
    with pytest.raises(NoQuestion, match="withdrawn already"):
        withdraw_question(services, umpired.game, RED, 1, ann)


def test_no_player_answers_a_question(umpired: Umpired) -> None:
    ask(umpired)
    with pytest.raises(NotUmpire):
        answer(umpired, 1, "Yes", umpired.office.players[BLUE])


def test_the_same_question_sent_twice_is_one_and_too_many_are_refused(umpired: Umpired) -> None:
    assert [ask(umpired), ask(umpired)] == [1, 1]
    for number in range(2, A_DAY + 1):
        assert ask(umpired, f"Question {number}?") == number
    with pytest.raises(NoQuestion, match="the most"):
        ask(umpired, "One more?")


@pytest.mark.parametrize("text", ["", "  \n", "x" * 2001])
def test_a_question_of_no_words_or_too_many_is_refused(umpired: Umpired, text: str) -> None:
    with pytest.raises(NoQuestion, match=r"Nothing was sent|at most 2000"):
        ask(umpired, text)


# --- by mail ------------------------------------------------------------------------------------------------------


@pytest.fixture
def by_mail(office_with: Callable[..., MailOffice]) -> MailOffice:  # noqa: F811  # the fixture's name
    """Harrow Down between Ann and Bob, umpired by Geoff."""
    made = office_with()
    umpire = ensure_player(made.services, GEOFF, "Geoff Gale")
    work = load_game(made.services, HARROW)
    work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="umpire", who=umpire))
    work.write()
    return made


def umpires_address(office: MailOffice, number: int) -> str:
    tag = tokens_of(office.services.config).reply(TurnRef(HARROW, UMPIRE, number))
    return f"orders+{tag}@example.test"


def test_a_question_by_mail_is_numbered_and_orders_beside_it_count(by_mail: MailOffice) -> None:
    by_mail.receive(letter("S02 turn 2\nready\n\nquestion: May S04 leave the wood by the road?\n"))
    assert by_mail.orders() == ["S02 turn 2"]
    (asked,) = load_game(by_mail.services, HARROW).desk.questions
    assert asked.text == "May S04 leave the wood by the road?"
    (told,) = [text_of(one.raw) for one in by_mail.mails("answer") if one.recipient == ANN]
    assert "number 1" in " ".join(told.split())
    (mail,) = by_mail.mails("umpire")
    assert mail.recipient == GEOFF
    assert umpires_address(by_mail, 1).encode() in mail.raw.replace(b"\r\n ", b"").replace(b"\n ", b"")
    assert not [one for one in by_mail.mails("operator") if b"question" in one.raw]


@pytest.mark.parametrize("line", ["question 1: withdraw", "Question #1: withdrawn.", "Withdraw question 1"])
def test_its_asker_withdraws_a_question_by_mail_and_orders_beside_it_count(by_mail: MailOffice, line: str) -> None:
    by_mail.receive(letter("question: May S04 leave the wood?\n"))
    assert "The line `question 1: withdraw` takes it back." in told_to(by_mail, ANN)
    by_mail.receive(letter(f"S02 turn 2\n{line}\nready\n", name="two"))
    (asked,) = load_game(by_mail.services, HARROW).desk.questions
    assert asked.state == "withdrawn"
    assert by_mail.orders() == ["S02 turn 2"]
    assert "Question 1 is withdrawn; the umpire has been told." in told_to(by_mail, ANN)
    assert "question 1 withdrawn" in told_to(by_mail, GEOFF)


def test_a_withdrawal_by_mail_is_refused_for_another_seats_question_an_answered_one_and_none(
    by_mail: MailOffice,
) -> None:
    by_mail.receive(letter("question: May S04 leave the wood?\n"))
    north = reply_to(MAIL_NORTH)
    assert by_mail.receive(letter("question 1: withdraw\n", BOB, north, "two")).state == "rejected"
    assert "Question 1 is not yours" in told_to(by_mail, BOB)
    by_mail.receive(letter("Yes.\n", GEOFF, umpires_address(by_mail, 1), "three"))
    for line, why in (("question 1: withdraw", "is answered already"), ("question 7: withdraw", "no question 7")):
        assert by_mail.receive(letter(f"{line}\n", name=why)).state == "rejected"
        assert why in told_to(by_mail, ANN)
    (asked,) = load_game(by_mail.services, HARROW).desk.questions
    assert asked.state == "answered"


def test_an_answer_to_the_questions_mail_answers_it_and_a_word_makes_it_a_clarification(by_mail: MailOffice) -> None:
    by_mail.receive(letter("question: May S04 leave the wood?\n"))
    by_mail.receive(letter("Yes, by the road.\n\nGeoff\n", GEOFF, umpires_address(by_mail, 1), "two"))
    (asked,) = load_game(by_mail.services, HARROW).desk.questions
    assert asked.state == "answered"
    assert asked.answers[0][1].startswith("Yes, by the road.")
    assert not asked.to_all
    by_mail.receive(letter("to all: Roads lead through woods.\n", GEOFF, umpires_address(by_mail, 1), "three"))
    (asked,) = load_game(by_mail.services, HARROW).desk.questions
    assert asked.to_all
    told = {one.recipient for one in by_mail.mails("answered") if b"Roads lead" in one.raw}
    assert told == {ANN, BOB}


def test_the_umpires_order_address_works_for_the_umpire_alone(by_mail: MailOffice) -> None:
    by_mail.receive(letter("question: May S04 leave the wood?\n"))
    outcome = by_mail.receive(letter("Yes!\n", BOB, umpires_address(by_mail, 1), "two"))
    assert outcome.state == "held"
    (asked,) = load_game(by_mail.services, HARROW).desk.questions
    assert asked.state == "open"


def test_a_mail_of_the_umpires_without_an_answer_is_told_how(by_mail: MailOffice) -> None:
    outcome = by_mail.receive(letter("S02 turn 2\nready\n", GEOFF, umpires_address(by_mail, 0), "two"))
    assert outcome.state == "rejected"
    assert by_mail.orders() == []
    (told,) = [text_of(one.raw) for one in by_mail.mails("refused") if one.recipient == GEOFF]
    assert "answer 3: your words" in " ".join(told.split())


# --- on the page --------------------------------------------------------------------------------------------------


def test_players_ask_and_the_umpire_answers_on_their_pages(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, GEOFF, "Geoff Gale")
        seats = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(), seed=b"web", umpire=geoff)
        where = f"/g/{game}/questions"
        ines, tom, umpire = desk.visitor(desk.ines), desk.visitor(desk.tom), desk.visitor(geoff)
        assert where in ines.get(f"/g/{game}").text
        ines.send(where, where, text="May S04 leave the wood?", do="ask")
        assert "May S04" in plain(ines.get(where).text)
        assert "May S04" not in tom.get(where).text
        assert "Question 1, South" in plain(umpire.get(where).text)
        assert 'value="question 1"' in umpire.get(f"/g/{game}/rulings?reason=question+1").text
        assert f"/g/{game}/rulings?reason=question+1" in umpire.get(where).text
        assert umpire.send(where, where, text="", do="answer 1").status_code == 409
        assert tom.send(where, where, text="No!", do="answer 1").status_code == 404
        assert tom.send(where, where, do="wait 1").status_code == 404
        umpire.send(where, where, do="wait 1")
        assert load_game(desk.services, game).desk.rest is not None
        assert 'value="wait 1"' not in umpire.get(where).text
        assert umpire.send(where, where, do="wait 1").status_code == 409
        umpire.send(where, where, text="By the road only.", do="all 1")
        assert "By the road only." in plain(tom.get(where).text)
        assert "May S04" not in tom.get(where).text
        stranger = desk.visitor(ensure_player(desk.services, "eve@example.org", "Eve"))
        assert stranger.get(where).status_code == 404


def test_a_game_without_an_umpire_takes_no_questions_on_its_page(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        game: GameId = desk.begin()
        ines = desk.visitor(desk.ines)
        assert "has no umpire" in plain(ines.get(f"/g/{game}/questions").text)
        assert "/questions" not in ines.get(f"/g/{game}").text


# --- rulings by mail ----------------------------------------------------------------------------------------------


def stand(office: MailOffice, code: str) -> str:
    work = load_game(office.services, HARROW)
    assert work.rules.rulings is not None
    return work.rules.rulings.describe(work.battle, code)


def told_to(office: MailOffice, address: str) -> str:
    return " ".join(" ".join(text_of(one.raw) for one in office.mails() if one.recipient == address).split())


def test_a_ruling_by_mail_is_shown_before_and_after_and_carried_out_with_its_reason(by_mail: MailOffice) -> None:
    before = stand(by_mail, "S04")
    by_mail.receive(letter("rule S04 at 0605 facing 2\n", GEOFF, umpires_address(by_mail, 0), "one"))
    assert stand(by_mail, "S04") == before
    told = told_to(by_mail, GEOFF)
    assert before in told
    assert "S04 at 0605, facing 2" in told
    assert "Nothing is changed yet" in told
    words = "rule S04 at 0605 facing 2\nbecause the table was bumped\ntell all\n"
    by_mail.receive(letter(words, GEOFF, umpires_address(by_mail, 0), "two"))
    assert stand(by_mail, "S04").startswith("S04 at 0605, facing 2")
    assert "the table was bumped" in told_to(by_mail, ANN)
    assert "the table was bumped" in told_to(by_mail, BOB)
    back = "ruling 1: take back"
    assert back in told_to(by_mail, GEOFF)
    for number, words in enumerate((f"{back}\n", "ruling 2: take back\nbecause of it\n")):
        raw = letter(words, GEOFF, umpires_address(by_mail, 0), f"no{number}")
        assert by_mail.receive(raw).state == "rejected"
    raw = letter(f"{back}\nbecause it was not\n", GEOFF, umpires_address(by_mail, 0), "three")
    assert by_mail.receive(raw).state == "accepted"
    assert stand(by_mail, "S04") == before


def test_a_ruling_by_mail_that_cannot_be_read_says_what_was_meant(by_mail: MailOffice) -> None:
    outcome = by_mail.receive(letter("rule S4 at 0605\nbecause I say so\n", GEOFF, umpires_address(by_mail, 0), "one"))
    assert outcome.state == "rejected"
    assert "Did you mean: rule S04 at 0605" in told_to(by_mail, GEOFF)


def test_a_players_mail_never_rules(by_mail: MailOffice) -> None:
    before = stand(by_mail, "S04")
    by_mail.receive(letter("rule S04 at 0605\nbecause I like it there\n", name="one"))
    by_mail.receive(letter("rule S04 at 0605\nbecause I like it\n", ANN, umpires_address(by_mail, 0), "two"))
    assert stand(by_mail, "S04") == before


def test_an_umpires_address_opens_no_other_game(by_mail: MailOffice) -> None:
    eve = ensure_player(by_mail.services, "eve@example.org", "Eve")
    other = new_game(by_mail.services, "snaphance/harrow-down", {MAIL_SOUTH: eve, MAIL_NORTH: None}, Options())
    tag = tokens_of(by_mail.services.config).reply(TurnRef(other, UMPIRE, 0))
    by_mail.receive(letter("rule S04 removed\nbecause\n", GEOFF, f"orders+{tag}@example.test", "one"))
    work = load_game(by_mail.services, other)
    assert work.rules.rulings is not None
    assert "off the board" not in work.rules.rulings.describe(work.battle, "S04")
