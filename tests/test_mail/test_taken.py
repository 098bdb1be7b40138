"""What the operator says of a mail: it is taken, given to a seat, or put aside; always as of when it came."""

from datetime import timedelta

import pytest

from pbem.engine.ids import GameId
from pbem.service.agreements.seating import hand_to_aide
from pbem.service.incoming import byhand
from pbem.service.incoming.byhand import CannotTake, UnknownMail
from pbem.service.incoming.confirming import confirm
from pbem.service.play.clockwork import tick
from pbem.service.play.pages import game_page
from pbem.service.play.work import UnknownGame
from pbem.store import journal
from pbem.store.tables import InMail, MailId
from tests.test_mail.conftest import ANN, HARROW, NORTH, ORDERS, SOUTH, START, Office, letter, reply_to, text_of
from tests.test_mail.worlds import WORLDS

WORK = "ann@work.test"
OPERATOR = "the operator"
DEADLINE = START + timedelta(days=3, hours=10)


def row(office: Office, name: MailId) -> InMail:
    """A stored mail as it is now."""
    return next(one for one in office.stored() if one.id == name)


def test_a_held_mail_is_taken_as_of_when_it_came(office: Office) -> None:
    held = office.receive(letter("S02 turn 2\n", sender=WORK))
    office.later(days=1)
    outcome = byhand.release(office.services, held.mail, OPERATOR)
    assert (outcome.state, outcome.game, outcome.seat) == ("accepted", HARROW, SOUTH)
    assert office.orders() == ["S02 turn 2"]
    stands = office.page().stands
    assert stands is not None
    assert stands.at == START + timedelta(minutes=30)
    with office.services.db.reading() as session:
        (orders,) = [one for one in journal.load(session, HARROW) if one.kind == "orders"]
    assert '"by":"the operator"' in orders.payload
    (answer,) = office.mails("answer")
    assert (answer.recipient, answer.key) == (ANN, outcome.answer)
    assert "Whoever runs this game had your mail taken as orders" in " ".join(text_of(answer.raw).split())
    assert "taken by the operator" in outcome.note


def test_what_came_too_late_is_taken_while_its_turn_is_open(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=1)
    late = office.receive(letter("S02 turn 2\n"))
    assert late.note == "late"
    assert byhand.release(office.services, late.mail, OPERATOR).state == "accepted"
    assert office.orders() == ["S02 turn 2"]
    tick(office.services)
    assert office.page().turn == 2


def test_what_somebody_sent_to_anothers_address_is_taken_for_that_seat(office: Office) -> None:
    held = office.receive(letter("N03 turn 4\n", sender=ANN, to=reply_to(NORTH)))
    assert byhand.release(office.services, held.mail, OPERATOR).seat == NORTH
    assert (office.orders(), office.orders(NORTH)) == ([], ["N03 turn 4"])
    assert [mail.recipient for mail in office.mails("answer")] == ["bob@players.test"]


def test_of_a_mail_to_two_seats_only_what_waits_is_taken(office: Office) -> None:
    held = office.receive(letter("S02 turn 2\n", to=f"{reply_to(SOUTH)}, {reply_to(NORTH)}"))
    before, sent = office.page().stands, len(office.mails())
    office.later(minutes=1)
    outcome = byhand.release(office.services, held.mail, OPERATOR)
    assert office.page().stands == before
    assert [mail.recipient for mail in office.mails()[sent:]] == ["bob@players.test"]
    assert (outcome.state, row(office, held.mail).state) == ("partly", "partly")  # North has no S02


def test_a_mail_without_a_token_that_fits_one_turn_is_taken_for_that(office: Office) -> None:
    held = office.receive(letter("S02 turn 2\n", to=ORDERS))
    assert byhand.release(office.services, held.mail, OPERATOR).state == "accepted"


def test_one_that_names_nothing_has_to_be_given_a_seat(office: Office) -> None:
    held = office.receive(letter("S02 turn 2\n", sender="eve@evil.test", to=ORDERS))
    with pytest.raises(CannotTake, match="names no turn; give it to a game and a seat"):
        byhand.release(office.services, held.mail, OPERATOR)
    outcome = byhand.assign(office.services, held.mail, HARROW, SOUTH, OPERATOR)
    assert (outcome.state, outcome.seat, office.orders()) == ("accepted", SOUTH, ["S02 turn 2"])
    with pytest.raises(CannotTake, match="taken already"):
        byhand.release(office.services, held.mail, OPERATOR)


def test_one_that_fits_two_games_is_given_to_one(office: Office) -> None:
    WORLDS["two games"](office)
    vouched = "mx.example.test; dmarc=pass header.from=players.test"
    held = office.receive(letter("S02 turn 2\n", to=ORDERS, Authentication_Results=vouched))
    outcome = byhand.assign(office.services, held.mail, GameId("second-down"), SOUTH, OPERATOR)
    assert (outcome.state, outcome.game, office.orders()) == ("accepted", GameId("second-down"), [])


def test_one_to_two_seats_may_be_given_to_a_third(office: Office) -> None:
    WORLDS["two games"](office)
    held = office.receive(letter("S02 turn 2\n", to=f"{reply_to(SOUTH)}, {reply_to(NORTH)}"))
    second = GameId("second-down")
    assert (
        byhand.assign(office.services, held.mail, second, SOUTH, OPERATOR).state == "held"
    )  # for North it waits still
    stands = game_page(office.services, second, SOUTH).stands
    assert stands is not None
    assert stands.text == "S02 turn 2"
    assert byhand.dismiss(office.services, held.mail, OPERATOR).state == "partly"


def test_what_is_newer_stands_over_what_is_taken(office: Office) -> None:
    held = office.receive(letter("S02 turn 2\n", sender=WORK))
    office.later(minutes=5)
    office.receive(letter("S02 turn 4\n", name="later"))
    assert byhand.release(office.services, held.mail, OPERATOR).state == "rejected"
    assert office.orders() == ["S02 turn 4"]


def test_a_mail_that_is_put_aside_is_kept_and_never_taken(office: Office) -> None:
    held = office.receive(letter("S02 turn 2\n", sender=WORK))
    sent = len(office.mails())
    outcome = byhand.dismiss(office.services, held.mail, OPERATOR)
    assert (outcome.state, outcome.note) == (
        "ignored",
        f"a token from the unknown address {WORK}; put aside by {OPERATOR}",
    )
    assert len(office.mails()) == sent
    found = text_of(office.mails("confirm")[0].raw).partition("/confirm/")[2].split()[0]
    assert confirm(office.services, found) == "ignored"
    assert office.orders() == []


def test_a_mail_that_was_taken_is_not_put_aside(office: Office) -> None:
    taken = office.receive(letter("S02 turn 2\n"))
    assert byhand.dismiss(office.services, taken.mail, OPERATOR).state == "accepted"


def test_what_is_not_read_cannot_be_taken(office: Office) -> None:
    machine = office.receive(letter("S02 turn 2\n", List_Id="<x.example>", name="list"))
    assert machine.state == "held"
    with pytest.raises(CannotTake, match="not read"):
        byhand.release(office.services, machine.mail, OPERATOR)
    assert byhand.dismiss(office.services, machine.mail, OPERATOR).state == "ignored"


def test_a_seat_that_nobody_plays_is_given_nothing(office: Office) -> None:
    held = office.receive(letter("S02 turn 2\n", sender=WORK))
    hand_to_aide(office.services, HARROW, SOUTH)
    with pytest.raises(CannotTake, match="no person plays"):
        byhand.release(office.services, held.mail, OPERATOR)
    with pytest.raises(CannotTake, match="no person plays"):
        byhand.assign(office.services, held.mail, HARROW, SOUTH, OPERATOR)


def test_there_is_no_such_mail_or_game(office: Office) -> None:
    nothing = MailId("nothing")
    held = office.receive(letter("S02 turn 2\n", sender=WORK))
    for act in (byhand.release, byhand.dismiss):
        with pytest.raises(UnknownMail):
            act(office.services, nothing, OPERATOR)
    with pytest.raises(UnknownMail):
        byhand.assign(office.services, nothing, HARROW, SOUTH, OPERATOR)
    with pytest.raises(UnknownGame):
        byhand.assign(office.services, held.mail, GameId("nowhere"), SOUTH, OPERATOR)
