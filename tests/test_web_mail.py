"""Your mail, without script: addresses, hours, pauses, deputies and own mails; nobody sees or changes another's."""

import re
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest

from pbem.engine.ids import GameId
from pbem.mail.tokens import TurnRef
from pbem.service.agreements.deputies import deputies_of, name_deputy
from pbem.service.incoming import byhand
from pbem.service.model.desk import Desk
from pbem.service.people.seats import ensure_player
from pbem.service.play.work import open_game
from pbem.store.tables import MailPause, Player, PlayerAddress, PlayerId, Reach
from tests.mail_offices import ANN, BOB, NORTH, SOUTH, STRANGER, MailOffice, mail_office
from tests.test_mail.conftest import text_of
from tests.web_offices import Visitor, plain

WORK, CARL = "ann@work.test", "carl@players.test"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as made:
        yield made


@pytest.fixture
def ann(desk: MailOffice) -> Visitor:
    return desk.visitor(desk.ann)


def card(desk: MailOffice, player: PlayerId) -> Player:
    """A player's row."""
    with desk.services.db.reading() as session:
        return session.get_one(Player, player)


def verified(desk: MailOffice, email: str = WORK) -> None:
    """A further address of Ann, confirmed."""
    with desk.services.db.writing() as session:
        now = desk.clock.now()
        session.add(PlayerAddress(email=email, player=desk.ann, asked_at=now, verified_at=now))


def lost(desk: MailOffice, email: str = ANN) -> None:
    """An address from which mail comes back."""
    with desk.services.db.writing() as session:
        now = desk.clock.now()
        session.add(Reach(address=email, score=4, scored_at=now, lost_at=now, last="550 5.1.1 no such user"))


def is_paused(desk: MailOffice, game: GameId, player: PlayerId) -> bool:
    with desk.services.db.reading() as session:
        return session.get(MailPause, (game, player)) is not None


def the_desk(desk: MailOffice, game: GameId) -> Desk:
    return open_game(desk.services, game).desk


# --- whose --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/mail/addresses", "/mail/times", "/mail/games/harrow-down"])
def test_nobody_and_no_other_site_changes_anything(desk: MailOffice, ann: Visitor, path: str) -> None:
    game = desk.begin()
    sent = {"do": "pause", "email": WORK, "digest_at": "18:00"}
    assert ann.client.post(path, data=sent).status_code == 400  # no secret token
    nobody = desk.visitor()
    assert nobody.send("/sign-in", path, **sent).headers["Location"] == "/sign-in"
    assert not is_paused(desk, game, desk.ann)
    assert card(desk, desk.ann).digest_at == ""


def test_the_page_is_its_readers_own(desk: MailOffice, ann: Visitor) -> None:
    game = desk.begin()
    verified(desk)
    lost(desk)
    desk.receive("S01 hold", ANN, TurnRef(game, SOUTH, 1), "by ann")
    page = re.sub(r"<option.*?</option>", "", desk.visitor(desk.bob).get("/mail").text)
    for word in (ANN, WORK, "by ann", "Ann", "5.1.1", "South"):
        assert word not in page, word
    assert desk.visitor().get("/mail").headers["Location"] == "/sign-in"


def test_a_game_one_has_no_seat_in_is_not_found(desk: MailOffice) -> None:
    game = desk.begin()
    carl = desk.visitor(ensure_player(desk.services, CARL, "Carl Camp"))
    for name in (game, "no-such-game"):
        assert carl.send("/mail", f"/mail/games/{name}", do="pause").status_code == 404
    assert carl.send("/mail", "/mail/addresses", do="burn").status_code == 400


# --- addresses ----------------------------------------------------------------------------------------------------


def test_an_address_is_added_and_waits_for_its_confirmation(desk: MailOffice, ann: Visitor) -> None:
    ann.send("/mail", "/mail/addresses", do="add", email=" Ann@Work.test ")
    page = plain(ann.get("/mail").text)
    assert "A mail went to ann@work.test." in page
    assert "ann@work.test Not confirmed yet" in page
    assert "Send my mails here" not in page
    assert [one.recipient for one in desk.sent("address")] == [WORK]


def test_an_address_is_confirmed_by_the_button_behind_its_link(desk: MailOffice, ann: Visitor) -> None:
    ann.send("/mail", "/mail/addresses", do="add", email=WORK)
    (mail,) = desk.sent("address")
    found = re.search(r"/addresses/[\w.-]+", text_of(mail.raw).replace("\n", ""))
    assert found is not None
    somebody = desk.visitor()  # who reads that mail need not be signed in
    for _ in range(3):  # a mail scanner looks at it first
        assert f"{WORK}</b> is an address of theirs" in somebody.get(found[0]).text
    assert "Not confirmed yet" in ann.get("/mail").text
    assert somebody.client.post(found[0]).status_code == 400  # no secret token
    assert "Address confirmed" in somebody.send(found[0], found[0]).text
    assert "ann@work.test Confirmed" in plain(ann.get("/mail").text)
    assert somebody.get("/games").status_code == 303  # and nobody is signed in by it


def test_a_link_that_is_none_confirms_nothing(desk: MailOffice) -> None:
    somebody = desk.visitor()
    assert somebody.get("/addresses/WyJhIl0.forged").status_code == 410
    assert somebody.send("/sign-in", "/addresses/WyJhIl0.forged").status_code == 410


def test_a_confirmed_address_becomes_the_one_that_mails_go_to(desk: MailOffice, ann: Visitor) -> None:
    verified(desk)
    assert "ann@work.test Confirmed" in plain(ann.get("/mail").text)
    ann.send("/mail", "/mail/addresses", do="register", email=WORK)
    assert card(desk, desk.ann).email == WORK
    ann.send("/mail", "/mail/addresses", do="remove", email=ANN)
    assert ANN not in ann.get("/mail").text.replace(f"{ANN} is no longer one of your addresses", "")


@pytest.mark.parametrize(
    ("do", "email"),
    [("add", "nonsense"), ("add", BOB), ("remove", BOB), ("remove", ANN), ("register", BOB), ("found", BOB)],
)
def test_what_is_wrong_with_an_address_is_said(desk: MailOffice, ann: Visitor, do: str, email: str) -> None:
    lost(desk, BOB)
    ann.send("/mail", "/mail/addresses", do=do, email=email)
    page = ann.get("/mail").text
    assert 'class="note is-bad' in page
    assert "Bob" not in page
    assert (card(desk, desk.ann).email, card(desk, desk.bob).email) == (ANN, BOB)
    with desk.services.db.reading() as session:
        assert session.get_one(Reach, BOB).lost_at is not None


def test_what_is_far_too_long_is_not_said_back_whole(desk: MailOffice, ann: Visitor) -> None:
    answer = ann.send("/mail", "/mail/addresses", do="remove", email=token_hex(4500))
    assert len(answer.headers["Set-Cookie"]) < 2000  # browsers keep no cookie above some 4,000
    assert 'class="note is-bad' in ann.get("/mail").text


def test_an_address_that_mail_comes_back_from_can_be_tried_again(desk: MailOffice, ann: Visitor) -> None:
    game = desk.begin()
    lost(desk)
    page = ann.get("/mail").text
    assert "550 5.1.1 no such user" in page
    assert "Reports are not sent to it any more" in page
    assert f"Mail to {ANN} comes back." in ann.get(f"/g/{game}").text
    assert "comes back" not in desk.visitor(desk.bob).get(f"/g/{game}").text
    ann.send("/mail", "/mail/addresses", do="found", email=ANN)
    assert "comes back" not in ann.get("/mail").text
    assert "comes back" not in ann.get(f"/g/{game}").text


# --- hours --------------------------------------------------------------------------------------------------------


def test_quiet_hours_and_digest_are_set(desk: MailOffice, ann: Visitor) -> None:
    ann.send("/mail", "/mail/times", do="save", quiet_from="22:00", quiet_to="07:30", digest_at="18:00")
    row = card(desk, desk.ann)
    assert (row.quiet_from, row.quiet_to, row.digest_at) == ("22:00", "07:30", "18:00")
    page = ann.get("/mail").text
    for value in ('value="22:00"', 'value="07:30"', 'value="18:00"'):
        assert value in page
    ann.send("/mail", "/mail/times", do="save", quiet_from="", quiet_to="", digest_at="")
    row = card(desk, desk.ann)
    assert (row.quiet_from, row.quiet_to, row.digest_at) == ("", "", "")


@pytest.mark.parametrize(
    "wrong",
    [
        {"quiet_from": "22:00"},
        {"quiet_from": "25:00", "quiet_to": "1"},
        {"digest_at": "x"},
    ],
)
def test_hours_that_cannot_be_are_refused_in_words(desk: MailOffice, ann: Visitor, wrong: dict[str, str]) -> None:
    fields = {"quiet_from": "", "quiet_to": "", "digest_at": ""}
    before = card(desk, desk.ann)
    ann.send("/mail", "/mail/times", do="save", **{**fields, **wrong})
    assert 'class="note is-bad' in ann.get("/mail").text
    assert card(desk, desk.ann) == before


# --- games --------------------------------------------------------------------------------------------------------


def test_a_games_mails_are_paused_and_come_again(desk: MailOffice, ann: Visitor) -> None:
    game = desk.begin()
    assert ann.send("/mail", f"/mail/games/{game}", do="pause").headers["Location"] == "/mail#games"
    assert is_paused(desk, game, desk.ann)
    assert "You have paused this game’s mails." in ann.get(f"/g/{game}").text
    assert "have paused" not in desk.visitor(desk.bob).get(f"/g/{game}").text
    there = ann.send(f"/g/{game}", f"/mail/games/{game}", do="resume", back="game")
    assert there.headers["Location"] == f"/g/{game}"
    assert not is_paused(desk, game, desk.ann)
    assert "Its mails come to you again." in ann.get(f"/g/{game}").text


def test_a_deputy_is_named_and_dismissed(desk: MailOffice, ann: Visitor) -> None:
    game = desk.begin()
    ensure_player(desk.services, CARL, "Carl Camp")
    where = f"/mail/games/{game}"
    ann.send("/mail", where, do="name", email=CARL, first="1", last="3")
    (deputy,) = deputies_of(desk.services, game, SOUTH)
    assert (deputy.email, deputy.first, deputy.last) == (CARL, 1, 3)
    assert "Carl Camp (carl@players.test) may order in your place in turns 1 to 3. Now" in plain(ann.get("/mail").text)
    ann.send("/mail", where, do="dismiss", email=CARL)
    assert deputies_of(desk.services, game, SOUTH) == ()


@pytest.mark.parametrize(
    ("email", "first", "last"),
    [(CARL, "", "3"), (CARL, "1", "x"), (CARL, "9" * 7, "9" * 7), (CARL, "3", "1"), (BOB, "1", "3"), ("no", "1", "3")],
)
def test_a_deputy_that_cannot_be_is_refused_in_words(
    desk: MailOffice, ann: Visitor, email: str, first: str, last: str
) -> None:
    game = desk.begin()
    ensure_player(desk.services, CARL, "Carl Camp")
    ann.send("/mail", f"/mail/games/{game}", do="name", email=email, first=first, last=last)
    assert 'class="note is-bad' in ann.get("/mail").text
    assert not the_desk(desk, game).deputies


def test_a_deputy_names_no_deputies(desk: MailOffice) -> None:
    game = desk.begin()
    carl, dora = (ensure_player(desk.services, one, one[:4]) for one in (CARL, "dora@players.test"))
    name_deputy(desk.services, game, SOUTH, CARL, 1, 3, desk.ann)
    desk.visitor(carl).send("/mail", f"/mail/games/{game}", do="name", email="dora@players.test", first="1", last="2")
    assert [one.who for one in the_desk(desk, game).deputies[SOUTH]] == [carl]
    assert dora


def test_a_deputy_whose_last_turn_it_was_is_told_so_among_his_games(desk: MailOffice) -> None:
    game = desk.begin()
    carl = ensure_player(desk.services, CARL, "Carl Camp")
    name_deputy(desk.services, game, SOUTH, CARL, 1, 1, desk.ann)
    desk.visitor(desk.bob).send("/games", f"/g/{game}/orders", text="", do="ready-as-is", turn="1")
    deputy = desk.visitor(carl)
    there = deputy.send(f"/g/{game}", f"/g/{game}/orders", text="S01 hold", do="ready-as-is", turn="1")
    assert there.headers["Location"] == "/games"
    assert "The turn has been played" in deputy.get("/games").text


# --- own mails ----------------------------------------------------------------------------------------------------


def test_own_mails_tell_what_became_of_them(desk: MailOffice, ann: Visitor) -> None:
    game = desk.begin()
    desk.receive("S01 hold", ANN, TurnRef(game, SOUTH, 1), "first")
    desk.receive("S01 hold", ANN, None, "second")
    desk.store("S01 hold", ANN, TurnRef(game, SOUTH, 1), "third")
    page = plain(ann.get("/mail").text)
    assert (
        page.index("third Waiting to be read")
        < page.index("second It does not count yet")
        < page.index("first Your orders")
    )
    assert "Harrow Down, South" in page


def test_mails_of_others_are_not_among_ones_own(desk: MailOffice, ann: Visitor) -> None:
    game = desk.begin()
    desk.receive("N01 hold", BOB, TurnRef(game, NORTH, 1), "of bob")
    desk.receive("S01 hold", STRANGER, TurnRef(game, SOUTH, 1), "of a stranger")
    ann.send("/mail", "/mail/addresses", do="add", email=STRANGER)  # asked for, and not confirmed
    page = ann.get("/mail").text
    assert "of bob" not in page
    assert "of a stranger" not in page


def test_of_a_mail_to_an_enemys_order_address_one_learns_nothing(desk: MailOffice, ann: Visitor) -> None:
    game = desk.begin()
    outcome = desk.receive("N01 hold", ANN, TurnRef(game, NORTH, 1), "misdirected")
    byhand.release(desk.services, outcome.mail, "the operator")
    assert desk.orders(game, NORTH) == "N01 hold"
    page = plain(ann.get("/mail").text)
    assert "misdirected It went to an order address that is not yours, so it does not count for you." in page
    assert "North" not in page.split("Mails from you")[1]


def test_a_subject_is_never_markup(desk: MailOffice, ann: Visitor) -> None:
    desk.receive("S01 hold", ANN, subject="<script>alert(1)</script>{{ 7 * 7 }}")
    page = ann.get("/mail").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 * 7 }}" in page
