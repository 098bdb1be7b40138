"""Mail about a game paused by its reader's mail program, by a page, and let come again (threat 86)."""

from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from pbem.app import create_app
from pbem.service.outgoing.outbox import drain
from pbem.service.outgoing.pausing import pause, resume
from pbem.service.people.seats import ask_sign_in
from pbem.service.play.clockwork import tick
from pbem.service.queues.sending import PAUSED, paused
from pbem.service.queues.unsubscribing import NoSuchLink, pause_link
from pbem.store.tables import OutMail, PlayerId
from tests.test_mail.conftest import ANN, BOB, FIRST, HARROW, NORTH, SOUTH, Office, letter, reply_to, text_of
from tests.test_mail.relays import Sink
from tests.web_offices import TOKEN

SITE = "https://battles.example.test"


@pytest.fixture
def office(office_with: Callable[..., Office]) -> Office:
    """An office on the web."""
    return office_with(base_url=SITE)


def client(office: Office) -> FlaskClient:
    """A browser, or a mail program."""
    return create_app(services=office.services).test_client()


def read(mail: OutMail) -> EmailMessage:
    return message_from_bytes(mail.raw, policy=default)


def report_of(office: Office, address: str = ANN) -> OutMail:
    return next(mail for mail in office.mails("report") if mail.recipient == address)


def link_in(mail: OutMail) -> str:
    """The path of the link a mail program finds."""
    path = urlsplit(str(read(mail)["List-Unsubscribe"]).strip("<>")).path
    assert path.startswith("/mail/pause/")
    return path


def ann(office: Office) -> PlayerId:
    found = report_of(office).player
    assert found is not None
    return found


def off(office: Office, player: PlayerId) -> bool:
    with office.services.db.reading() as session:
        return HARROW in paused(session, player)


def play_a_turn(office: Office, turn: int = 1) -> None:
    office.receive(letter("ready\n", sender=BOB, name=f"b{turn}", to=reply_to(NORTH, turn)))
    office.receive(letter("ready\n", name=f"a{turn}", to=reply_to(SOUTH, turn)))


def test_what_tells_of_a_game_can_be_stopped_and_what_was_asked_for_needs_not(office: Office) -> None:
    play_a_turn(office)
    ask_sign_in(office.services, ANN)
    office.later(days=2, hours=14)
    tick(office.services)
    sent = [mail for mail in office.mails("report", "answer", "reminder", "sign-in") if mail.key not in FIRST]
    assert {mail.kind for mail in sent} == {"report", "answer", "reminder", "sign-in"}
    for mail in sent:
        message = read(mail)
        told = mail.kind in {"report", "reminder"}
        assert not told or str(message["List-Unsubscribe"]).startswith(f"<{SITE}/mail/pause/")
        assert (message["List-Unsubscribe"] is not None) == told
        assert message["List-Unsubscribe-Post"] == ("List-Unsubscribe=One-Click" if told else None)
    whose = pause_link(office.services.config, link_in(report_of(office)).rpartition("/")[2])
    assert (whose.player, whose.games) == (ann(office), (HARROW,))


def test_without_https_no_mail_program_is_asked_to_post(office_with: Callable[..., Office], begun: object) -> None:
    plain = office_with(base_url="http://127.0.0.1:8000")
    play_a_turn(plain)
    message = read(next(mail for mail in plain.mails("report") if mail.turn == 2))
    assert str(message["List-Unsubscribe"]).startswith("<http://127.0.0.1:8000/mail/pause/")
    assert message["List-Unsubscribe-Post"] is None


def test_a_mail_program_pauses_by_one_post_without_signing_in(office: Office) -> None:
    path = link_in(report_of(office))
    answer = client(office).post(path, data={"List-Unsubscribe": "One-Click"}, base_url=SITE)
    assert answer.status_code == 200
    assert "Mail is paused" in answer.text
    assert off(office, ann(office))
    assert client(office).post(path, base_url=SITE).status_code == 200
    (word,) = [mail for mail in office.mails("notice") if mail.recipient == "operator@example.org"]
    assert "Ann Aldous wants no mail about Harrow Down" in text_of(word.raw)


def test_opening_the_link_changes_nothing(office: Office) -> None:
    path, browser = link_in(report_of(office)), client(office)
    page = browser.get(path, base_url=SITE)
    assert page.status_code == browser.get(path, base_url=SITE).status_code == 200
    assert browser.head(path, base_url=SITE).status_code == 200
    assert "Pause this mail" in page.text
    assert not off(office, ann(office))
    assert office.mails() == []


def test_mail_comes_again_by_the_page_but_not_by_a_forged_form(office: Office) -> None:
    path, browser = link_in(report_of(office)), client(office)
    page = browser.post(path, base_url=SITE)
    again = path.replace("/pause/", "/resume/")
    assert browser.post(again, base_url=SITE).status_code == 400
    assert off(office, ann(office))
    found = TOKEN.search(page.text)
    assert found is not None
    fields = {"csrf_token": found[1]}
    done = browser.post(again, data=fields, base_url=SITE, headers={"Referer": f"{SITE}{path}"})
    assert done.status_code == 200
    assert "Pause this mail" in done.text
    assert not off(office, ann(office))


@pytest.mark.parametrize("token", ["x", "a.b", "WyJwIiwiZyJd.AAAA"])
def test_a_link_that_is_none_is_no_page(office: Office, token: str) -> None:
    assert client(office).get(f"/mail/pause/{token}", base_url=SITE).status_code == 404
    assert client(office).post(f"/mail/pause/{token}", base_url=SITE).status_code == 404
    with pytest.raises(NoSuchLink):
        pause_link(office.services.config, token)


def test_a_link_made_before_the_secret_changed_still_pauses(office_with: Callable[..., Office]) -> None:
    before = office_with(base_url=SITE)
    path = link_in(report_of(before))
    after = office_with(base_url=SITE, secret="n" * 40, old_secrets=(before.services.config.secret,))
    assert client(after).post(path, base_url=SITE).status_code == 200
    assert off(after, ann(after))


def test_paused_mail_is_kept_answers_come_and_the_newest_report_follows(office: Office) -> None:
    drain(office.services, Sink())
    player = ann(office)
    assert pause(office.services, HARROW, player)
    assert not pause(office.services, HARROW, player)
    play_a_turn(office)
    play_a_turn(office, 2)
    sink = Sink()
    drain(office.services, sink)
    to_ann = [message for message in sink.messages if ANN in str(message["To"])]
    assert {str(message["X-PBEM"]) for message in to_ann} == {"answer"}
    kept = [mail for mail in office.mails("report") if mail.recipient == ANN and mail.state == "suppressed"]
    assert {mail.last_reply for mail in kept} == {PAUSED}
    assert sorted(mail.turn for mail in kept) == [2, 3]
    assert resume(office.services, HARROW, player)
    assert not resume(office.services, HARROW, player)
    later = Sink()
    drain(office.services, later)
    (only,) = later.messages
    assert str(only["Message-ID"]) == next(mail.message_id for mail in kept if mail.turn == 3)


def test_what_waits_when_mail_is_paused_is_kept_too(office: Office) -> None:
    pause(office.services, HARROW, ann(office))
    sink = Sink()
    drain(office.services, sink)
    assert [recipient for recipient, _ in sink.got if recipient == ANN] == []
    assert report_of(office).state == "suppressed"
    assert report_of(office, BOB).state == "sent"
