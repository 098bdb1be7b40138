"""Held mails: one word by mail or one press on a page takes them, as of when they came, and answers once."""

import re
from datetime import timedelta
from email import message_from_bytes
from email.policy import default

import pytest
from flask.testing import FlaskClient

from pbem.app import create_app
from pbem.engine.ids import GameId
from pbem.engine.language.lines import lines as order_lines
from pbem.mail.bodytext import from_html
from pbem.service.agreements.seating import hand_to_aide, take_seat
from pbem.service.incoming import confirming, mailroom
from pbem.service.incoming.confirming import BadConfirmLink
from pbem.service.incoming.settling import MailOutcome
from pbem.service.people.seats import ensure_player, player_by_address
from pbem.service.play.clockwork import tick
from pbem.store import journal
from pbem.store.tables import InMail, OutMail
from tests.test_mail.conftest import (
    ANN,
    BOB,
    HARROW,
    NORTH,
    ORDERS,
    SOUTH,
    START,
    Office,
    letter,
    part_of,
    reply_to,
    text_of,
)
from tests.test_mail.worlds import WORLDS

WORK = "ann@work.test"
DEADLINE = START + timedelta(days=3, hours=10)
VOUCHED = "mx.example.test; dmarc=pass header.from=players.test"


def held(office: Office, body: str = "S02 turn 2\n", sender: str = WORK, **more: str) -> MailOutcome:
    """A mail that waits for its player's word."""
    outcome = office.receive(letter(body, sender=sender, **more))
    assert outcome.state == "held"
    return outcome


def asked(office: Office) -> OutMail:
    """The newest letter that asks about a held mail."""
    return office.mails("confirm")[-1]


def confirm_address(office: Office) -> str:
    """Where the newest of them is answered to."""
    (one,) = message_from_bytes(asked(office).raw, policy=default)["Reply-To"].addresses
    return str(one.addr_spec)


def tag(office: Office) -> str:
    """The confirm token of the newest of them."""
    found = re.search(r"orders\+(c-[a-z2-7]+)@", confirm_address(office))
    assert found
    return found[1]


def say(office: Office, word: str, sender: str = ANN, name: str = "word", **more: str) -> MailOutcome:
    """Answer it."""
    return office.receive(
        letter(word, sender=sender, to=more.pop("to", "") or confirm_address(office), name=name, **more)
    )


def row(office: Office, outcome: MailOutcome) -> InMail:
    """A stored mail as it is now."""
    return next(one for one in office.stored() if one.id == outcome.mail)


# --- by mail ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["confirm", "Confirm.", "> quoted\n\nYes\n\n-- \nAnn", "* CONFIRMED", "confirm\nBest, Ann\n"]
)
def test_one_word_takes_a_held_mail_and_is_answered_once(office: Office, word: str) -> None:
    waits = held(office, "S02 turn 2\nS04 turn 10\n")
    office.later(hours=2)
    outcome = say(office, word)
    assert outcome.state == "accepted"
    assert office.orders() == ["S02 turn 2", "S04 turn 10"]
    assert (row(office, waits).state, row(office, waits).answer) == ("accepted", asked(office).key)
    assert sorted(one.kind for one in office.mails()) == ["answer", "confirm"]
    (answer,) = office.mails("answer")
    assert (answer.recipient, answer.key) == (ANN, outcome.answer)
    assert message_from_bytes(answer.raw, policy=default)["In-Reply-To"] == "<word@players.test>"
    told = " ".join(text_of(answer.raw).split())
    assert "version 1 of your orders" in told
    assert f"You confirmed the mail that came Mon 11 May, 12:30 CEST (10:30 UTC) from {WORK}." in told


def test_it_counts_by_the_time_it_came(office: Office) -> None:
    held(office)
    office.clock.at = DEADLINE + timedelta(hours=12, minutes=5)
    assert say(office, "confirm").state == "accepted"
    assert office.orders() == ["S02 turn 2"]
    stands = office.page().stands
    assert stands is not None
    assert stands.at == START + timedelta(minutes=30)


def test_what_was_sent_later_stands_over_it(office: Office) -> None:
    waits = held(office)
    office.later(minutes=5)
    office.receive(letter("S02 turn 4\n", name="later"))
    office.later(minutes=5)
    outcome = say(office, "confirm")
    assert (outcome.state, row(office, waits).state) == ("rejected", "rejected")
    assert "earlier" in row(office, waits).note
    assert office.orders() == ["S02 turn 4"]
    told = " ".join(text_of(office.mails("refused")[-1].raw).split())
    assert "You have sent later orders" in told
    assert "(version 1), which count" in told


def test_a_turn_that_has_been_played_stays_played(office: Office) -> None:
    waits = held(office)
    office.clock.at = DEADLINE + timedelta(hours=13)
    tick(office.services)
    assert say(office, "confirm").state == "rejected"
    assert (row(office, waits).state, office.orders()) == ("rejected", [])
    told = text_of(office.mails("refused")[-1].raw)
    assert "which has been played" in " ".join(told.split())
    assert "ORDER FORM FOR ROUND 2" in told


def test_the_last_one_awaited_may_be_a_held_mail(office: Office) -> None:
    held(office, "S02 turn 2\nready\n")
    office.receive(letter("all hold\nready\n", sender=BOB, to=reply_to(NORTH), name="bob"))
    office.later(days=2)
    assert say(office, "confirm").state == "accepted"
    page = office.page()
    assert page.turn == 2
    assert page.due is not None
    assert page.due.at > office.clock.now() + timedelta(days=2)  # the new turn begins now, not when the mail came
    report = max(office.mails("report"), key=lambda one: one.created_at)
    assert report.created_at == office.clock.now()


def test_rejected_is_thrown_away_for_good(office: Office) -> None:
    waits = held(office)
    outcome = say(office, "reject")
    assert (outcome.state, row(office, waits).state, office.orders()) == ("accepted", "rejected", [])
    assert "Mail rejected, as you asked" in text_of(office.mails("answer")[0].raw)
    again = say(office, "confirm", name="two", to=f"orders+{tag(office)}@example.test")
    assert (again.state, office.orders()) == ("rejected", [])
    assert "has been dealt with already" in text_of(office.mails("refused")[0].raw)


def test_yes_and_no_is_neither(office: Office) -> None:
    waits = held(office)
    office.later(minutes=1)
    assert say(office, "confirm\nreject\n").state == "rejected"
    assert row(office, waits).state == "held"
    assert "Yes or no?" in text_of(asked(office).raw)
    yes = say(office, "yes", name="two", to=ORDERS, In_Reply_To=asked(office).message_id)
    assert (yes.state, row(office, waits).state) == ("accepted", "accepted")


def test_said_twice_it_is_done_once(office: Office) -> None:
    held(office)
    to = confirm_address(office)
    say(office, "confirm")
    again = say(office, "confirm", name="two", to=to)
    assert again.state == "rejected"
    stands = office.page().stands
    assert stands is not None
    assert stands.number == 1


def test_an_answer_finds_the_mail_by_the_letters_id_alone(office: Office) -> None:
    held(office)
    assert say(office, "confirm", to=ORDERS, In_Reply_To=asked(office).message_id).state == "accepted"
    assert office.orders() == ["S02 turn 2"]


def test_the_word_counts_from_whatever_address_the_token_is_answered(office: Office) -> None:
    held(office)
    assert say(office, "confirm", sender=WORK).state == "accepted"
    assert office.orders() == ["S02 turn 2"]


def test_another_players_word_takes_nothing(office: Office) -> None:
    waits = held(office)
    outcome = say(office, "confirm", sender=BOB)
    assert (outcome.state, row(office, waits).state, office.orders()) == ("held", "held", [])
    told = {one.recipient: text_of(one.raw) for one in office.mails("refused")}
    assert set(told) == {ANN, BOB}
    assert "Harrow Down" not in told[BOB]


def test_a_machines_answer_takes_nothing(office: Office) -> None:
    waits = held(office)
    outcome = say(office, "confirm", Auto_Submitted="auto-replied")
    assert (outcome.state, outcome.answer, row(office, waits).state) == ("ignored", None, "held")


def test_lines_instead_of_the_word_are_orders(office: Office) -> None:
    waits = held(office)
    office.later(minutes=1)
    assert say(office, "S02 turn 4\n").state == "accepted"
    assert (office.orders(), row(office, waits).state) == (["S02 turn 4"], "held")


def test_a_token_for_another_mail_takes_nothing(office: Office) -> None:
    held(office)
    made = tag(office)
    forged = made[:40] + ("a" if made[40] != "a" else "b") + made[41:]
    outcome = say(office, "confirm", to=f"orders+{forged}@example.test", sender="eve@evil.test")
    assert (outcome.state, outcome.answer, office.orders()) == ("held", None, [])


def test_who_has_the_seat_no_more_takes_nothing(office: Office) -> None:
    waits = held(office)
    carl = ensure_player(office.services, "carl@players.test", "Carl")
    hand_to_aide(office.services, HARROW, SOUTH)
    take_seat(office.services, HARROW, SOUTH, carl)
    made = tag(office)
    outcome = say(office, "confirm", sender=WORK)
    assert (outcome.state, row(office, waits).state) == ("rejected", "held")
    with pytest.raises(BadConfirmLink, match="Another player has that side"):
        confirming.look(office.services, made)


def test_the_journal_says_whose_word_it_was(office: Office) -> None:
    held(office)
    say(office, "confirm")
    ann = player_by_address(office.services, ANN)
    assert ann is not None
    with office.services.db.reading() as session:
        (orders,) = [one for one in journal.load(session, HARROW) if one.kind == "orders"]
    assert (orders.at, f'"by":"{ann.id}"' in orders.payload) == ("2026-05-11T10:30:00.000Z", True)


# --- what is held and asked ---------------------------------------------------------------------------------------


def test_a_mail_nobody_vouches_for_is_taken_by_its_mailboxs_own_word(office: Office) -> None:
    waits = held(office, sender=ANN, to=ORDERS)
    assert asked(office).recipient == ANN
    assert say(office, "yes").state == "accepted"
    assert (office.orders(), row(office, waits).state) == (["S02 turn 2"], "accepted")


def test_of_several_open_turns_the_one_that_is_chosen_gets_it(office: Office) -> None:
    WORLDS["two games"](office)
    waits = held(office, sender=ANN, to=ORDERS, Authentication_Results=VOUCHED)
    text = text_of(asked(office).raw)
    assert message_from_bytes(asked(office).raw, policy=default)["Reply-To"] is None
    assert "Harrow Down, South against Bob Barlow; Harrow Down, South against Carl Clay" in " ".join(text.split())
    links = dict.fromkeys(re.findall(r"/confirm/(c-[a-z2-7]+)", text))
    by_mail = dict.fromkeys(re.findall(r"orders\+(c-[a-z2-7]+)@", text))
    assert len(links) == 2
    assert list(links) == list(by_mail)
    second = next(one for one in links if confirming.look(office.services, one).game == "second-down")
    outcome = say(office, "confirm", to=f"orders+{second}@example.test")
    assert (outcome.state, outcome.game) == ("accepted", GameId("second-down"))
    assert (office.orders(), row(office, waits).game) == ([], GameId("second-down"))
    first = next(one for one in links if one != second)
    assert confirming.look(office.services, first).state == "accepted"
    assert confirming.confirm(office.services, first) == "accepted"  # it gives orders once
    assert office.orders() == []


def test_a_mail_to_two_turns_of_a_seat_is_taken_for_the_open_one(office: Office) -> None:
    office.clock.at = DEADLINE + timedelta(hours=13)
    tick(office.services)
    waits = held(office, sender=ANN, to=f"{reply_to(SOUTH, 1)}, {reply_to(SOUTH, 2)}")
    assert "One turn at a time" in text_of(asked(office).raw)
    assert say(office, "confirm").state == "accepted"
    assert (office.orders(), row(office, waits).state) == (["S02 turn 2"], "accepted")


def test_no_line_of_the_question_is_an_answer_to_it(office: Office) -> None:
    WORLDS["two games"](office)
    held(office, sender=ANN, to=ORDERS, Authentication_Results=VOUCHED, name="a")
    held(office, name="b")
    held(office, sender=ANN, to=f"{reply_to(SOUTH, 1)}, {reply_to(SOUTH, 2)}", name="c")
    say(office, "yes\nno\n")
    for mail in office.mails("confirm"):
        for text in (text_of(mail.raw), from_html(part_of(mail.raw, "text/html"))):
            assert not {one.text for one in order_lines(text)} & (confirming.YES | confirming.NO)


def test_a_question_quoted_back_without_any_sign_says_nothing(office: Office) -> None:
    waits = held(office)
    assert say(office, text_of(asked(office).raw)).state == "rejected"
    assert row(office, waits).state == "held"


# --- on the page --------------------------------------------------------------------------------------------------


def visitor(office: Office) -> FlaskClient:
    """A browser."""
    return create_app(services=office.services).test_client()


def press(client: FlaskClient, where: str, act: str) -> tuple[int, str]:
    """Press a button of the page; status, and the page then shown."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(where).get_data(as_text=True))
    assert token
    answer = client.post(where, data={"do": act, "csrf_token": token[1]}, follow_redirects=True)
    return answer.status_code, answer.get_data(as_text=True)


def test_opening_the_page_changes_nothing_and_shows_the_mail(office: Office) -> None:
    waits = held(office, "Hello\n<b>S02</b> turn 2 & so on\n")
    client = visitor(office)
    client.get(f"/confirm/{tag(office)}")
    assert client.head(f"/confirm/{tag(office)}").status_code == 200
    shown = client.get(f"/confirm/{tag(office)}").get_data(as_text=True)
    assert "&lt;b&gt;S02&lt;/b&gt; turn 2 &amp; so on" in shown
    assert WORK in shown
    assert "Mon 11 May" in shown
    assert (row(office, waits).state, office.orders()) == ("held", [])


def test_a_robot_that_posts_changes_nothing(office: Office) -> None:
    waits = held(office)
    assert visitor(office).post(f"/confirm/{tag(office)}", data={"do": "confirm"}).status_code == 400
    assert row(office, waits).state == "held"


def test_the_button_takes_it_and_the_registered_address_is_told(office: Office) -> None:
    waits, client = held(office), visitor(office)
    status, page = press(client, f"/confirm/{tag(office)}", "confirm")
    assert (status, row(office, waits).state, office.orders()) == (200, "accepted", ["S02 turn 2"])
    assert "has been taken" in page
    (answer,) = office.mails("answer")
    assert (answer.recipient, answer.key) == (ANN, row(office, waits).answer)
    assert 'name="do"' not in client.get(f"/confirm/{tag(office)}").get_data(as_text=True)


def test_the_other_button_throws_it_away(office: Office) -> None:
    waits, client = held(office), visitor(office)
    _, page = press(client, f"/confirm/{tag(office)}", "reject")
    assert (row(office, waits).state, office.orders()) == ("rejected", [])
    assert "thrown away" in page
    assert office.mails("answer") == []


def test_a_page_of_a_played_turn_has_no_button(office: Office) -> None:
    held(office)
    made = tag(office)
    office.clock.at = DEADLINE + timedelta(hours=13)
    tick(office.services)
    page = visitor(office).get(f"/confirm/{made}").get_data(as_text=True)
    assert "comes too late" in page
    assert 'name="do"' not in page


@pytest.mark.parametrize("bad", ["x", "c-short", "c-" + "a" * 44, "c-" + "!" * 44])
def test_a_link_that_was_cut_leads_nowhere(office: Office, bad: str) -> None:
    held(office)
    answer = visitor(office).get(f"/confirm/{bad}")
    assert answer.status_code == 404
    assert "leads to no mail" in answer.get_data(as_text=True)


# --- in a strict game ---------------------------------------------------------------------------------------------


def test_in_a_strict_game_only_the_page_takes_it(office: Office) -> None:
    WORLDS["strict"](office)
    waits = held(office, sender=ANN)
    assert "cannot be confirmed by mail" in " ".join(text_of(asked(office).raw).split())
    outcome = say(office, "confirm", Authentication_Results=VOUCHED)
    assert (outcome.state, row(office, waits).state) == ("rejected", "held")
    assert "Confirm on the web page" in text_of(asked(office).raw)
    press(visitor(office), f"/confirm/{tag(office)}", "confirm")
    assert (row(office, waits).state, office.orders()) == ("accepted", ["S02 turn 2"])


def test_a_retried_mail_can_still_be_taken_by_its_first_letter(office: Office) -> None:
    waits = held(office)
    first = tag(office)
    assert mailroom.retry(office.services, waits.mail).state == "held"
    assert confirming.confirm(office.services, first) == "accepted"
    assert office.orders() == ["S02 turn 2"]
