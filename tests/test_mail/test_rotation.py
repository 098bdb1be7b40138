"""A new secret: what was made with the old one holds while its turn is open, and nothing new is made with it."""

from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes
from email.policy import default

from pbem.app import create_app
from pbem.mail.tokens import Tokens, TurnRef, mail_named, tokens_of
from pbem.service.outgoing.wording import heading_of, thread
from pbem.service.people.seats import look_at_link, player_by_address, sign_in_link
from pbem.service.play.clockwork import tick
from pbem.service.play.pages import game_page
from pbem.store.tables import mail_key
from tests.test_mail.conftest import ANN, HARROW, NORTH, SECRET, SOUTH, START, Office, letter, reply_to, text_of

NEW = "n" * 40
TURN = TurnRef(HARROW, SOUTH, 1)
SEATS = [(HARROW, SOUTH), (HARROW, NORTH)]


def rotated(office_with: Callable[..., Office]) -> Office:
    """The office after its secret was changed."""
    return office_with(secret=NEW, old_secrets=(SECRET,))


# --- tokens -------------------------------------------------------------------------------------------------------


def test_an_old_token_is_known_and_no_new_one_is_made_with_an_old_secret() -> None:
    old, new, both = Tokens(SECRET), Tokens(NEW), Tokens(NEW, (SECRET,))
    assert both.turn_of(old.reply(TURN), SEATS) == both.turn_of(new.reply(TURN), SEATS) == TURN
    assert both.has_code(f"code {old.code(TURN)}", TURN)
    assert (both.reply(TURN), both.code(TURN)) == (new.reply(TURN), new.code(TURN))
    assert both.message_id("m", "example.test") == new.message_id("m", "example.test")
    assert both.message_ids("m", "example.test") == (
        new.message_id("m", "example.test"), old.message_id("m", "example.test")
    )  # fmt: skip


def test_without_its_secret_a_token_is_as_good_as_none() -> None:
    assert Tokens(NEW).turn_of(Tokens(SECRET).reply(TURN), SEATS) is None
    assert not Tokens(NEW).has_code(Tokens(SECRET).code(TURN), TURN)
    assert Tokens(NEW).confirmed(Tokens(SECRET).confirm("ab" * 32, TURN), "ab" * 32, SEATS) is None


def test_a_confirm_token_is_of_one_mail_and_one_turn() -> None:
    old, both, mail = Tokens(SECRET), Tokens(NEW, (SECRET,)), "ab" * 32
    token = old.confirm(mail, TURN)
    assert mail_named(token) == mail[:12]
    assert both.confirmed(token.upper(), mail, SEATS) == TURN
    assert both.confirmed(token, "ab" * 31 + "cd", SEATS) is None
    assert both.confirmed(token, mail, [(HARROW, NORTH)]) is None
    assert both.confirmed(old.reply(TURN), mail, SEATS) is None
    assert old.confirm(mail, TurnRef(HARROW, SOUTH, 2)) != token
    assert mail_named(old.reply(TURN)) == mail_named("c-short") == ""
    assert len(f"orders+{token}") <= 64


# --- mails --------------------------------------------------------------------------------------------------------


def test_the_address_of_an_open_turn_outlives_a_new_secret(office_with: Callable[..., Office]) -> None:
    office = rotated(office_with)
    assert office.receive(letter("S02 turn 2\n", to=reply_to())).state == "accepted"
    (answer,) = office.mails("answer")
    told = message_from_bytes(answer.raw, policy=default)["Reply-To"].addresses[0].addr_spec
    assert told == f"orders+{Tokens(NEW).reply(TURN)}@example.test"


def test_so_do_its_code_and_the_id_of_its_report(office_with: Callable[..., Office]) -> None:
    office = rotated(office_with)
    code = Tokens(SECRET).code(TURN)
    assert office.receive(letter(f"{code}\nS02 turn 2\n", to="orders@example.test")).state == "accepted"
    report = next(one.message_id for one in office.mails("report") if one.recipient == ANN)
    again = letter("S02 turn 4\n", to="orders@example.test", name="two", In_Reply_To=report)
    assert office.receive(again).state == "accepted"
    assert office.orders() == ["S02 turn 4"]


def test_once_the_turn_is_played_they_are_told_to_be_over(office_with: Callable[..., Office]) -> None:
    office = rotated(office_with)
    office.clock.at = START + timedelta(days=4)
    tick(office.services)
    assert office.receive(letter("S02 turn 2\n", to=reply_to())).note == "closed"


def test_a_secret_that_is_not_named_any_more_is_nobodys(office_with: Callable[..., Office]) -> None:
    office = office_with(secret=NEW)
    forged = office.receive(letter("S02 turn 2\n", to=reply_to()))
    none = office.receive(letter("S02 turn 2\n", to="orders@example.test", name="two"))
    assert (forged.state, forged.note) == (none.state, none.note)
    first, second = (text_of(mail.raw) for mail in office.mails())
    assert first.partition("/confirm/")[0] == second.partition("/confirm/")[0]


def test_a_thread_keeps_the_reports_that_went_out_under_the_old_secret(office_with: Callable[..., Office]) -> None:
    office = rotated(office_with)
    first = next(one.message_id for one in office.mails("report") if one.recipient == ANN)
    for turn in (2, 5, 30):
        named = thread(office.services.config, HARROW, turn, SOUTH)
        assert first in named[:2]
        assert len(named) <= 10
        assert len(set(named)) == len(named)
    name = f"harrow-down/{mail_key(2, SOUTH, 'report')}"
    assert set(tokens_of(office.services.config).message_ids(name, "example.test")) <= set(
        thread(office.services.config, HARROW, 3, SOUTH)
    )
    office.receive(letter("S02 turn 2\n"))
    (answer,) = office.mails("answer")
    assert first in message_from_bytes(answer.raw, policy=default)["References"].split()


# --- the web ------------------------------------------------------------------------------------------------------


def test_links_and_visits_outlive_a_new_secret(office_with: Callable[..., Office]) -> None:
    office = office_with()
    ann = player_by_address(office.services, ANN)
    assert ann is not None
    link = sign_in_link(office.services, ann.id).rpartition("/")[2]
    visit = create_app(services=office.services).test_client()
    with visit.session_transaction() as session:
        session["player"] = ann.id
    cookie = visit.get_cookie("pbem")
    assert cookie is not None

    office = rotated(office_with)
    assert look_at_link(office.services, link).id == ann.id
    later = create_app(services=office.services).test_client()
    later.set_cookie("pbem", cookie.value)
    assert later.get("/").status_code in {200, 302, 303}
    assert b"Harrow Down" in later.get("/", follow_redirects=True).data


def test_reports_show_the_new_code(office_with: Callable[..., Office]) -> None:
    config = rotated(office_with).services.config
    page = game_page(rotated(office_with).services, HARROW, SOUTH)
    assert heading_of(config, page).code == tokens_of(config).code(TURN) == Tokens(NEW).code(TURN)


def test_of_a_text_full_of_codes_the_first_twenty_are_tried() -> None:
    code, wrong = Tokens(SECRET).code(TURN), "ABCD-EFGH\n"
    assert Tokens(SECRET).has_code(wrong * 19 + code, TURN)
    assert not Tokens(SECRET).has_code(wrong * 20 + code, TURN)
