"""The mail room's pages without script: who sees them, what they show, what their buttons do, what they keep back."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from sqlalchemy.engine import URL
from sqlmodel import select

from pbem.engine.ids import GameId
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.service.agreements.deputies import name_deputy
from pbem.service.incoming import mailroom
from pbem.service.incoming.doors import ingest
from pbem.service.incoming.mailbox import LEASE
from pbem.service.operator.mailbook import ON_A_PAGE, WHY
from pbem.service.operator.mailsheet import mail_in
from pbem.service.outgoing.alarm import raise_alarms
from pbem.service.people.seats import PlayerCard
from pbem.service.play.pages import game_page
from pbem.service.play.turns import Outcome
from pbem.store.tables import Game, Lease, OutMail, Reach, Record
from tests.mail_offices import ANN, BOB, NORTH, OLGA, SOUTH, STRANGER, MailOffice, mail_office
from tests.servers.postgres import fresh_database
from tests.web_offices import Visitor, plain

ENEMY = "N01 forward 1005"
NOTHING = "0" * 64


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as made:
        yield made


@pytest.fixture
def olga(desk: MailOffice) -> Visitor:
    return desk.visitor(desk.olga)


def held(desk: MailOffice, game: GameId, body: str = "S01 forward 0607") -> str:
    """A mail with South's token from an address nobody knows."""
    outcome = desk.receive(body, STRANGER, TurnRef(game, SOUTH, 1), "from work")
    assert outcome.state == "held"
    return outcome.mail


def everything(desk: MailOffice) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with desk.services.db.reading() as session:
        tables = Record.metadata.sorted_tables
        return {one.name: [tuple(row) for row in session.connection().execute(one.select())] for one in tables}


# --- who sees it --------------------------------------------------------------------------------------------------


def gets(desk: MailOffice, game: GameId) -> list[str]:
    """Every page of the mail room."""
    mail = held(desk, game)
    report = desk.sent("report")[0].message_id.strip("<>").partition("@")[0]
    rules = [rule.rule for rule in desk.app.url_map.iter_rules() if rule.endpoint.startswith("mailroom.")]
    found = {one.replace("/in/<mail>", f"/in/{mail}").replace("/out/<mail>", f"/out/{report}") for one in rules}
    assert not any("<" in one for one in found)
    return sorted(found)


def test_only_the_operator_has_a_mail_room(desk: MailOffice) -> None:
    game = desk.begin()
    paths = gets(desk, game)
    assert len(paths) >= 7
    visitors = [desk.visitor(player) for player in (desk.ann, desk.bob)]
    before = everything(desk)
    for visitor in visitors:
        assert "mailroom" not in visitor.get("/games").text
        for path in paths:
            answer = visitor.get(path)
            assert answer.status_code in {404, 405}, path
            assert "S01 forward" not in answer.text
            for do in ("release", "retry", "dismiss", "send", "run", "found"):
                assert visitor.send("/mail", path, do=do, game=game, address=ANN).status_code in {404, 405}, path
    assert everything(desk) == before
    nobody = desk.visitor()
    assert {nobody.get(path).status_code for path in paths} <= {303, 405}


def test_without_an_operators_address_nobody_has_one(tmp_path: Path) -> None:
    with mail_office(tmp_path, operator_address="") as desk:
        assert desk.visitor(desk.olga).get("/mailroom").status_code == 404


def test_the_operator_signs_in_by_his_address_without_being_a_player(tmp_path: Path) -> None:
    with mail_office(tmp_path, operator_address="Otto@Post.test") as desk:
        visitor = desk.visitor()
        visitor.send("/sign-in", "/sign-in", email="otto@post.test")
        (sent,) = desk.sent("sign-in")
        assert sent.recipient == "otto@post.test"
        assert sent.player is not None
        signed_in = desk.visitor(sent.player)
        assert signed_in.get("/mailroom").status_code == 200
        assert 'href="/mailroom"' in signed_in.get("/games").text


def test_a_button_without_its_secret_token_does_nothing(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    mail = held(desk, game)
    for path in (f"/mailroom/in/{mail}", f"/mailroom/in/{mail}/text", "/mailroom/state"):
        assert olga.client.post(path, data={"do": "release"}).status_code == 400
    assert desk.mail(mail).state == "held"  # type: ignore[arg-type]  # a MailId
    assert desk.orders(game) == ""


def test_names_that_nothing_has_are_not_found(desk: MailOffice, olga: Visitor) -> None:
    for path in (
        f"/mailroom/in/{NOTHING}",
        f"/mailroom/in/{NOTHING}/raw",
        "/mailroom/out/k.nothing",
        "/mailroom/in/%25",
    ):
        assert olga.get(path).status_code == 404, path
    for path in (f"/mailroom/in/{NOTHING}", f"/mailroom/in/{NOTHING}/text", f"/mailroom/in/{NOTHING}/raw"):
        assert olga.send("/mail", path, do="retry").status_code == 404, path
    assert olga.send("/mail", "/mailroom/out/k.nothing").status_code == 404


def test_looking_changes_nothing(desk: MailOffice, olga: Visitor) -> None:
    paths = gets(desk, desk.begin())
    before = everything(desk)
    for path in paths:
        for more in ("", "?show=all&page=2&do=release", "?page=99999999999999999999&show=nothing&sender=%25"):
            assert olga.get(path + more).status_code in {200, 405}, path + more
    assert everything(desk) == before


@pytest.mark.slow
def test_every_page_is_the_same_on_postgresql(tmp_path: Path, postgres_server: URL, postgres_schema: str) -> None:
    told: list[dict[str, str]] = []
    with fresh_database(postgres_server, postgres_schema) as url:
        for database in ("", url):
            with mail_office(tmp_path, database) as desk:
                paths = gets(desk, desk.begin(south=desk.olga))
                desk.store("unread", ANN)
                desk.later(minutes=11)
                visitor = desk.visitor(desk.olga)
                paths += ["/mailroom?show=all&sender=s&game=harrow-down", "/mailroom/out?show=all&page=2", "/mail"]
                told.append({path: plain(visitor.get(path).text) for path in paths})
    sqlite, postgresql = told
    assert postgresql == sqlite
    assert "1, the oldest since" in sqlite["/mailroom/state"]


# --- the list -----------------------------------------------------------------------------------------------------


def test_mails_are_listed_by_what_became_of_them(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    desk.receive("S01 forward 0607", ANN, TurnRef(game, SOUTH, 1), "all is well")
    desk.receive("S01 forward 0607\nS09 hold", ANN, TurnRef(game, SOUTH, 1), "with a fault")
    held(desk, game)
    needs = olga.get("/mailroom").text
    assert "from work" in needs
    assert "with a fault" not in needs
    every = plain(olga.get("/mailroom?show=all").text)
    assert every.index("from work") < every.index("with a fault") < every.index("all is well")
    assert "Held back a token from the unknown address" in every
    assert "Harrow Down, South" in every
    taken = olga.get("/mailroom?show=accepted").text
    assert "all is well" in taken
    assert "from work" not in taken


def test_a_mail_that_waits_too_long_needs_the_operator(desk: MailOffice, olga: Visitor) -> None:
    desk.store("S01 hold", ANN, subject="nobody reads me")
    assert "Nothing needs you" in olga.get("/mailroom").text
    assert "Waits to be read" in olga.get("/mailroom?show=all").text
    desk.later(minutes=11)
    assert "nobody reads me" in olga.get("/mailroom").text
    assert "Waits for too long" in olga.get("/mailroom").text
    assert "1, the oldest since Mon 11 May" in plain(olga.get("/mailroom/state").text)


def test_mails_are_found_by_sender_and_game(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    desk.receive("S01 hold", ANN, TurnRef(game, SOUTH, 1), "by ann")
    desk.receive("buy muskets", "spam_1@bad.test", subject="by a merchant")
    assert "by ann" not in olga.get("/mailroom?show=all&sender=SPAM").text
    assert "by a merchant" in olga.get("/mailroom?show=all&sender=SPAM").text
    assert "No such mails" in olga.get("/mailroom?show=all&sender=spam%25bad").text  # no jokers
    of_game = olga.get(f"/mailroom?show=all&game={game}").text
    assert "by ann" in of_game
    assert "by a merchant" not in of_game


def test_long_lists_have_pages(desk: MailOffice, olga: Visitor) -> None:
    for number in range(ON_A_PAGE + 1):
        desk.store("hello", f"writer{number:02}@players.test")
    first = olga.get("/mailroom?show=all").text
    assert "writer50@" in first
    assert "writer00@" not in first
    older = re.search(r'href="([^"]+)">Older', first)
    assert older is not None
    second = olga.get(older[1].replace("&amp;", "&")).text
    assert "writer00@" in second
    assert "writer50@" not in second
    assert "Older" not in second


def test_mails_of_strangers_are_dismissed_together(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    desk.begin()
    desk.receive("buy muskets", "one@bad.test")
    assert "mails of strangers" not in olga.get("/mailroom").text  # one is dismissed on its page
    desk.receive("buy pikes", "two@bad.test")
    assert desk.receive("S01 hold", ANN).game is None  # nobody knows for which of two
    with_token = held(desk, game)
    page = olga.get("/mailroom").text
    assert "Dismiss all 2 mails from unknown senders" in page
    until = re.search(r'name="until" value="([^"]+)"', page)
    assert until is not None
    desk.later(minutes=1)
    late = desk.receive("buy drums", "three@bad.test")  # after the list was made
    olga.send("/mailroom", "/mailroom", until=until[1])
    states = {one.sender: one.state for one in map(desk.mail, desk.names())}
    assert states == {
        "one@bad.test": "ignored", "two@bad.test": "ignored", "three@bad.test": "held", ANN: "held", STRANGER: "held",
    }  # fmt: skip
    assert {late.state, desk.mail(with_token).state} == {"held"}  # type: ignore[arg-type]  # a MailId
    assert olga.send("/mailroom", "/mailroom", until="soon").status_code == 400


# --- a mail -------------------------------------------------------------------------------------------------------


def test_a_mail_says_how_it_was_judged_and_what_it_says(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    mail = held(desk, game)
    page = olga.get(f"/mailroom/in/{mail}").text
    said = plain(page)
    assert f"Its writer says he is {STRANGER}." in said
    assert "Nobody has registered that address." in said
    assert "mx.example.test does not vouch for it." in said
    assert "It carries the token of Harrow Down, South, turn 1: Ann Aldous has that seat." in said
    assert "S01 forward 0607" in said
    answer = re.search(r'href="(/mailroom/out/[^"]+)">Its answer', page)
    assert answer is not None
    assert ANN in olga.get(answer[1]).text
    assert "S01 forward" not in olga.get(answer[1]).text  # mails that went out keep their words


def test_what_is_in_a_mail_is_never_markup(desk: MailOffice, olga: Visitor) -> None:
    evil = "<script>alert(1)</script>{{ 7 * 7 }}"
    outcome = desk.receive(evil, "x@bad.test", subject=evil)
    for path in (f"/mailroom/in/{outcome.mail}", "/mailroom?show=all"):
        page = olga.get(path).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 * 7 }}" in page


def test_the_raw_mail_is_a_file_of_plain_text(desk: MailOffice, olga: Visitor) -> None:
    outcome = desk.receive("<script>alert(1)</script>", "x@bad.test")
    answer = olga.get(f"/mailroom/in/{outcome.mail}/raw")
    assert answer.data == desk.mail(outcome.mail).raw
    assert answer.content_type.startswith("text/plain")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_held_mail_is_taken_as_orders(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    mail = held(desk, game)
    here = f"/mailroom/in/{mail}"
    olga.send(here, here, do="release")
    assert desk.orders(game) == "S01 forward 0607"
    page = plain(olga.get(here).text)
    assert "Orders accepted" in page
    assert "Take it as orders" not in page


def test_a_mail_without_a_turn_is_given_to_a_seat(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    outcome = desk.receive("S02 hold", STRANGER)
    here = f"/mailroom/in/{outcome.mail}"
    assert "Harrow Down, South: Ann Aldous" in plain(olga.get(here).text)
    olga.send(here, here, do="release")
    assert "names no turn" in plain(olga.get(here).text)
    olga.send(here, here, do="assign", seat=f"{game} south")
    assert desk.orders(game) == "S02 hold"


@pytest.mark.parametrize("seat", ["", "south", "no-such-game south", "harrow-down west", "harrow-down"])
def test_a_seat_that_is_none_is_refused_in_words(desk: MailOffice, olga: Visitor, seat: str) -> None:
    desk.begin()
    outcome = desk.receive("S02 hold", STRANGER)
    here = f"/mailroom/in/{outcome.mail}"
    assert olga.send(here, here, do="assign", seat=seat).status_code == 303
    assert 'class="note is-bad' in olga.get(here).text
    assert desk.mail(outcome.mail).state == "held"


def test_a_mail_is_dismissed_and_kept(desk: MailOffice, olga: Visitor) -> None:
    outcome = desk.receive("buy muskets", "spam@bad.test", subject="muskets")
    here = f"/mailroom/in/{outcome.mail}"
    olga.send(here, here, do="dismiss")
    assert desk.mail(outcome.mail).state == "ignored"
    assert "muskets" not in olga.get("/mailroom").text
    assert "muskets" in olga.get("/mailroom?show=all").text
    assert not desk.sent("refused", "answer", "unchanged")


def test_a_mail_is_read_again_once_its_trouble_is_mended(
    desk: MailOffice, olga: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk.begin()
    with monkeypatch.context() as broken:
        broken.setattr("pbem.service.incoming.mailroom.file_orders", lambda *_: 1 / 0)
        outcome = desk.receive("S01 forward 0607", ANN, TurnRef(game, SOUTH, 1))
    assert outcome.state == "quarantined"
    here = f"/mailroom/in/{outcome.mail}"
    assert "Could not be read" in olga.get("/mailroom").text
    olga.send(here, here, do="retry")
    assert desk.orders(game) == "S01 forward 0607"
    assert "Orders accepted." in olga.get(here).text


def test_why_orders_were_not_taken_is_said_in_words(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    outcome = desk.receive("S09 hold", ANN, TurnRef(game, SOUTH, 1))
    assert outcome.note == "nothing"
    assert "Not taken. No line of it could be taken." in plain(olga.get(f"/mailroom/in/{outcome.mail}").text)
    assert set(WHY) == set(get_args(Outcome)) - {"filed", "played"}


def test_a_mail_that_waits_to_be_read_is_read_at_once(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    here = f"/mailroom/in/{desk.store('S01 hold', ANN, TurnRef(game, SOUTH, 1))}"
    assert "Read it now" in olga.get(here).text
    olga.send(here, here, do="retry")
    assert desk.orders(game) == "S01 hold"


def test_a_button_that_is_none_is_refused(desk: MailOffice, olga: Visitor) -> None:
    mail = held(desk, desk.begin())
    assert olga.send("/mail", f"/mailroom/in/{mail}", do="burn").status_code == 400
    assert olga.send("/mail", "/mailroom/state", do="burn").status_code == 400


# --- an operator who plays ----------------------------------------------------------------------------------------


def test_an_operator_who_plays_sees_no_enemys_orders_by_accident(
    desk: MailOffice, olga: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    game = desk.begin(south=desk.olga)
    outcome = desk.receive(f"{ENEMY}\nN77 hold", BOB, TurnRef(game, NORTH, 1), f"secret: {ENEMY}")
    here = f"/mailroom/in/{outcome.mail}"
    for path in (here, "/mailroom?show=all"):
        page = olga.get(path).text
        assert ENEMY not in page
        assert BOB in page
    raw = olga.get(f"{here}/raw")
    assert raw.status_code == 303
    assert ENEMY.encode() not in raw.data
    assert "You play yourself" in olga.get(here).text
    with caplog.at_level(logging.WARNING):
        shown = olga.send(here, f"{here}/text").text
        assert ENEMY in shown
        assert olga.send(here, f"{here}/raw").data == desk.mail(outcome.mail).raw
    assert caplog.text.count(desk.olga) == 2
    assert ENEMY not in olga.get(here).text  # the next look is blinkered again


def test_an_operator_who_plays_is_shown_no_mail_that_may_be_an_enemys(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin(south=desk.olga)
    unknown = desk.receive(ENEMY, STRANGER, subject=ENEMY)
    own = desk.receive("S01 hold", OLGA, TurnRef(game, SOUTH, 1))
    stray = desk.receive("S02 hold", STRANGER, TurnRef(game, SOUTH, 1))
    astray = desk.receive("S03 hold", OLGA, TurnRef(game, NORTH, 1))
    reader = PlayerCard(desk.olga, "Olga Ott", OLGA, "Europe/Berlin")
    sheet = mail_in(desk.services, reader, unknown.mail)
    assert (sheet.card.hidden, sheet.text, sheet.html) == (True, "", "")
    assert ENEMY not in olga.get(f"/mailroom/in/{unknown.mail}").text
    assert ENEMY not in olga.get("/mailroom?show=all").text
    assert "S01 hold" in olga.get(f"/mailroom/in/{own.mail}").text
    assert "S02 hold" in olga.get(f"/mailroom/in/{stray.mail}").text  # it is for his own seat
    assert "S03 hold" in olga.get(f"/mailroom/in/{astray.mail}").text  # he wrote it himself


def test_a_fault_that_quotes_an_enemys_mail_is_not_shown(
    desk: MailOffice, olga: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk.begin(south=desk.olga)

    def breaks(*_: object) -> None:
        raise ValueError(f"cannot do {ENEMY}")

    monkeypatch.setattr("pbem.service.incoming.mailroom.file_orders", breaks)
    outcome = desk.receive(ENEMY, BOB, TurnRef(game, NORTH, 1))
    assert ENEMY in outcome.note
    here = f"/mailroom/in/{outcome.mail}"
    olga.send(here, here, do="retry")
    for path in (here, "/mailroom"):
        assert ENEMY not in olga.get(path).text
        assert "Could not be read" in olga.get(path).text
    assert f"cannot do {ENEMY}" in olga.send(here, f"{here}/text").text


def test_a_mail_to_two_games_tells_what_became_of_each(desk: MailOffice, olga: Visitor) -> None:
    first, second = desk.begin(), desk.begin()
    to = [
        f"orders+{tokens_of(desk.services.config).reply(TurnRef(game, SOUTH, 1))}@example.test"
        for game in (first, second)
    ]
    raw = f"From: {ANN}\r\nTo: {', '.join(to)}\r\nMessage-ID: <two@players.test>\r\n\r\nS01 hold\r\n".encode()
    outcome = mailroom.handle(desk.services, ingest(desk.services, raw))
    page = olga.get(f"/mailroom/in/{outcome.mail}").text
    assert "It was for several turns" in page
    assert page.count("Harrow Down, South, turn 1:</b>") == 2
    assert page.count("Its answer") == 2 + 1  # and the mail's own
    for game in (first, second):
        assert outcome.mail in olga.get(f"/mailroom?show=all&game={game}").text


def test_an_operator_who_is_a_deputy_sees_that_seats_mails_alone(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    name_deputy(desk.services, game, SOUTH, OLGA, 1, 2, desk.ann)
    enemys = desk.receive(ENEMY, BOB, TurnRef(game, NORTH, 1))
    friends = desk.receive("S01 hold", ANN, TurnRef(game, SOUTH, 1))
    desk.later(days=30)  # what he knows he knows, after his turns too
    assert ENEMY not in olga.get(f"/mailroom/in/{enemys.mail}").text
    assert "S01 hold" in olga.get(f"/mailroom/in/{friends.mail}").text


def test_an_operator_sees_all_of_games_he_does_not_play(desk: MailOffice, olga: Visitor) -> None:
    desk.begin(south=desk.olga)
    other = desk.begin()
    outcome = desk.receive(ENEMY, BOB, TurnRef(other, NORTH, 1))
    assert ENEMY in olga.get(f"/mailroom/in/{outcome.mail}").text


# --- going out ----------------------------------------------------------------------------------------------------


def in_state(desk: MailOffice, **columns: object) -> str:
    """South's first report, with columns of it changed; the path of its page."""
    with desk.services.db.writing() as session:
        row = session.exec(select(OutMail).where(OutMail.kind == "report", OutMail.seat == SOUTH)).one()
        for name, value in columns.items():
            setattr(row, name, value)
        return f"/mailroom/out/{row.message_id.strip('<>').partition('@')[0]}"


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"state": "failed", "last_reply": "550 5.1.1 no such user"}, "Given up"),
        ({"state": "deferred", "last_reply": "451 4.7.1 greylisted", "attempts": 3}, "Put off"),
        ({"state": "sent", "returned": "hard", "last_reply": "5.1.1 unknown"}, "Came back for good"),
        ({"state": "sent", "returned": "soft", "last_reply": "4.2.2 full"}, "Came back, for now"),
    ],
)
def test_a_mail_in_trouble_is_listed_and_sent_again(
    desk: MailOffice, olga: Visitor, columns: dict[str, object], told: str
) -> None:
    desk.begin()
    here = in_state(desk, **columns)
    listed = plain(olga.get("/mailroom/out").text)
    assert f"{told} {columns['last_reply']}" in listed
    (before,) = (one for one in desk.sent("report") if one.seat == SOUTH)
    olga.send(here, here)
    (after,) = (one for one in desk.sent("report") if one.seat == SOUTH)
    assert (after.state, after.returned, after.attempts) == ("queued", "", 0)
    assert (after.raw, after.message_id, after.recipient) == (before.raw, before.message_id, before.recipient)
    assert "It goes out again" in olga.get(here).text


def test_a_mail_that_arrived_is_not_sent_twice(desk: MailOffice, olga: Visitor) -> None:
    desk.begin()
    here = in_state(desk, state="sent", sent_at=desk.clock.now())
    assert "Send it" not in olga.get(here).text
    olga.send("/mail", here)
    assert {one.state for one in desk.sent("report")} == {"sent", "queued"}
    assert "nothing was changed" in olga.get(here).text


def test_mails_that_go_out_keep_their_words(desk: MailOffice, olga: Visitor) -> None:
    desk.begin()
    desk.visitor().send("/sign-in", "/sign-in", email=ANN)
    (link,) = desk.sent("sign-in")
    secret = re.search(rb"/sign-in/([\w.-]{20,})", link.raw)
    assert secret is not None
    page = f"/mailroom/out/{link.message_id.strip('<>').partition('@')[0]}"
    for path in ("/mailroom/out?show=all", page):
        assert secret[1].decode() not in olga.get(path).text


# --- how it stands ------------------------------------------------------------------------------------------------

STATE = "/mailroom/state"


def test_a_games_mails_are_held_and_let_go(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    for do, held in (("hold", True), ("let go", False)):
        olga.send(STATE, STATE, do=do, game=game)
        with desk.services.db.reading() as session:
            assert session.get_one(Game, game).mail_held is held
        assert ("No mails leave" in olga.get(STATE).text) is held


def test_what_there_is_not_is_refused_in_words(desk: MailOffice, olga: Visitor) -> None:
    game = desk.begin()
    for do, name in (("hold", "no-such-game"), ("run", "no-such-game"), ("run", game)):
        assert olga.send(STATE, STATE, do=do, game=name).status_code == 303
        assert 'class="note is-bad' in olga.get(STATE).text


def test_a_lost_address_is_shown_and_taken_for_good_again(desk: MailOffice, olga: Visitor) -> None:
    now = desk.clock.now()
    with desk.services.db.writing() as session:
        session.add(Reach(address=ANN, score=4, scored_at=now, lost_at=now, last="550 5.1.1 no such user"))
    said = plain(olga.get(STATE).text)
    assert "ann@players.test (Ann Aldous), since Mon 11 May, 12:00 CEST." in said
    assert "550 5.1.1 no such user" in said
    olga.send(STATE, STATE, do="found", address=ANN)
    with desk.services.db.reading() as session:
        assert session.get_one(Reach, ANN).lost_at is None
    said = plain(olga.get(STATE).text)
    assert "Mails go to ann@players.test again." in said
    assert "(Ann Aldous)" not in said


def test_a_clock_that_waits_for_a_player_is_let_run(tmp_path: Path) -> None:
    with mail_office(tmp_path, smtp_url="smtp://127.0.0.1:1") as desk:
        olga, game = desk.visitor(desk.olga), desk.begin()
        in_state(desk, state="failed", last_reply="550 5.1.1 no such user")
        assert raise_alarms(desk.services).paused == (game,)
        said = plain(olga.get(STATE).text)
        assert "Ann Aldous, South in Harrow Down, turn 1" in said
        assert "Deadline on hold since Mon 11 May" in said
        assert game_page(desk.services, game, SOUTH).due is None
        olga.send(STATE, STATE, do="run", game=game)
        due = game_page(desk.services, game, SOUTH).due
        assert due is not None
        assert "The deadline counts again:" in plain(olga.get(STATE).text)


def test_queues_doors_and_the_mailbox_are_told(tmp_path: Path) -> None:
    with mail_office(tmp_path, imap_url="imaps://u:secret-word@imap.test/INBOX", hold_mail=True) as desk:
        olga = desk.visitor(desk.olga)
        desk.store("hello", ANN)
        page = olga.get(STATE).text
        said = plain(page)
        assert "To be read 1, the oldest since Mon 11 May" in said
        assert "No worker is reading it." in said
        assert "No mail is sent." in said
        assert "secret-word" not in page
        until = desk.clock.now() + LEASE
        with desk.services.db.writing() as session:
            session.add(Lease(name="mailbox:orders@example.test", holder="w", until=until))
        assert "A worker has it; it last said so Mon 11 May, 12:00 CEST." in plain(olga.get(STATE).text)
        desk.later(minutes=6)
        assert "No worker is reading it." in plain(olga.get(STATE).text)
