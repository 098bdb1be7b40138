"""A player leaves: his seats are open, what is known of him is gone, and the journals stand."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, text

from pbem.engine.ids import GameId
from pbem.mail.tokens import TurnRef
from pbem.service.accounts.leaving import CannotLeave, leave, look
from pbem.service.agreements.deputies import name_deputy
from pbem.service.agreements.seating import take_seat
from pbem.service.lobby import musters
from pbem.service.lobby.gathering import load
from pbem.service.lobby.musters import WantedPlayer, muster
from pbem.service.options import Options
from pbem.service.outgoing.pausing import pause
from pbem.service.people.account import make_feed
from pbem.service.people.addresses import ask_address
from pbem.service.people.chattargets import add_target
from pbem.service.people.keys import holder_of, make_key
from pbem.service.people.seats import ask_sign_in, ensure_player, player_by_address
from pbem.service.play.clockwork import tick
from pbem.service.play.drafts import keep_draft
from pbem.service.play.gamelist import my_games, refresh_cards
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.umpire.seats import hand_over
from pbem.store import journal
from pbem.store.tables import Player, PlayerAddress, PlayerId, Reach, Record, SeatRow, Vacation
from tests.mail_offices import ANN, BOB, NORTH, OLGA, SOUTH, STRANGER, MailOffice, mail_office

WORK = "ann@work.test"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as made:
        yield made


def everything(desk: MailOffice) -> str:
    """All that stands in any table but the journal, bytes as text."""
    words = []
    with desk.services.db.connected() as connection:
        for table in inspect(connection).get_table_names():
            if table not in {"entry", "snapshot"}:
                for row in connection.execute(text(f'SELECT * FROM "{table}"')):
                    words += [one.decode(errors="replace") if isinstance(one, bytes) else str(one) for one in row]
    return "\n".join(words)


def holding(desk: MailOffice, player: PlayerId) -> list[str]:
    """The tables that refer to a player, by whatever column."""
    with desk.services.db.connected() as connection:
        return [
            f"{table.name}.{key.parent.name}"
            for table in Record.metadata.sorted_tables
            for key in table.foreign_keys
            if key.column.table.name == "player"
            and connection.execute(select(table).where(key.parent == player)).first() is not None
        ]


def row(desk: MailOffice, player: PlayerId) -> Player:
    with desk.services.db.reading() as session:
        return session.get_one(Player, player)


def entries(desk: MailOffice, game: GameId) -> list[str]:
    with desk.services.db.reading() as session:
        return [one.hash for one in journal.load(session, game)]


def lived(desk: MailOffice) -> GameId:
    """Ann plays, and has left a trace wherever one can."""
    game = desk.begin()
    with desk.services.db.writing() as session:
        now = desk.clock.now()
        session.add(PlayerAddress(email=WORK, player=desk.ann, asked_at=now, verified_at=now))
        session.add(Reach(address=ANN, score=1, scored_at=now, last="slow"))
        session.add(Vacation(player=desk.ann, first="2026-08-01", last="2026-08-09"))
    desk.receive("S01 hold", ANN, TurnRef(game, SOUTH, 1), "A mail by Ann")
    desk.receive("S01 hold", WORK, None, "Held, by Ann at work")
    desk.store("S01 hold", ANN, TurnRef(game, SOUTH, 1), "Unread, by Ann")
    submit(desk.services, game, SOUTH, "S01 hold", "web", desk.ann)
    keep_draft(desk.services, game, SOUTH, 1, "S02 hold, says Ann")
    pause(desk.services, game, desk.ann)
    make_feed(desk.services, desk.ann)
    add_target(desk.services, desk.ann, "jsons://chat.players.test/of-ann-aldous")
    ask_address(desk.services, desk.ann, "ann@third.test")
    ask_sign_in(desk.services, ANN)
    return game


def test_nothing_of_a_player_who_left_stands_anywhere_but_in_journals(desk: MailOffice) -> None:
    game = lived(desk)
    key = make_key(desk.services, desk.ann, game, SOUTH, "Ann's program")
    before = entries(desk, game)
    refresh_cards(desk.services)
    card = f'"name":"{row(desk, desk.ann).name}"'
    assert ANN in everything(desk)
    assert card in everything(desk)
    assert len(holding(desk, desk.ann)) >= 9
    leave(desk.services, desk.ann, f" {ANN.upper()} ")
    left = everything(desk)
    for word in (ANN, WORK, "third.test", "of-ann-aldous", "by Ann", "says Ann", "Ann's program", card):
        assert word not in left, word
    assert holding(desk, desk.ann) == []
    assert entries(desk, game)[: len(before)] == before
    gone = row(desk, desk.ann)
    assert (gone.name, gone.feed, gone.signed_out) == ("a former player", "", 1)
    assert gone.deleted_at == desk.clock.now()
    assert holder_of(desk.services, key) is None
    assert player_by_address(desk.services, ANN) is None
    assert row(desk, desk.bob).name == "Bob Barlow"
    assert "@" not in gone.email
    assert desk.sent("report")  # Bob's
    olga = desk.visitor(desk.olga)
    for name in desk.names():
        assert "its writer has left" in olga.get(f"/mailroom/in/{name}").text.lower()


def test_his_seat_is_open_and_the_game_goes_on(desk: MailOffice) -> None:
    game = desk.begin()
    submit(desk.services, game, SOUTH, "S01 hold", "web", desk.ann)
    leave(desk.services, desk.ann, ANN)
    with desk.services.db.reading() as session:
        south = session.get_one(SeatRow, (game, SOUTH))
    assert (south.player, south.state) == (None, "open")
    assert "S01 hold" in desk.orders(game)  # what she had filed stands
    submit(desk.services, game, NORTH, "", "web", desk.bob, True)
    desk.later(days=4)
    tick(desk.services)
    assert game_page(desk.services, game, NORTH).turn == 2
    assert my_games(desk.services, desk.ann) == ()
    take_seat(desk.services, game, SOUTH, ensure_player(desk.services, STRANGER, "Sam"))


def test_a_finished_game_keeps_its_seat_under_no_name(desk: MailOffice) -> None:
    game = desk.begin()
    keep_draft(desk.services, game, SOUTH, 1, "S02 hold, says Ann")
    with desk.services.db.connected() as connection:
        connection.execute(text("UPDATE game SET state = 'over'"))
        connection.commit()
    leave(desk.services, desk.ann, ANN)
    page = game_page(desk.services, game, NORTH)
    assert [one.name for one in page.parties] == ["a former player", "Bob Barlow"]
    assert "says Ann" not in everything(desk)


def test_a_deputy_who_leaves_is_one_no_more(desk: MailOffice) -> None:
    game = desk.begin()
    carl = ensure_player(desk.services, "carl@players.test", "Carl Camp")
    name_deputy(desk.services, game, NORTH, "carl@players.test", 1, 5, desk.bob)
    leave(desk.services, carl, "carl@players.test")
    assert my_games(desk.services, carl) == ()
    assert "carl@players.test" not in everything(desk)


def test_what_he_mustered_is_called_off_and_places_are_free_again(desk: MailOffice) -> None:
    open_place = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("open")}
    own = muster(desk.services, desk.ann, "snaphance/harrow-down", open_place, Options(), "Ann's own words")
    invited = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("invite", ANN)}
    other = muster(desk.services, desk.bob, "snaphance/harrow-down", invited, Options())
    assert look(desk.services, desk.ann).musters == ("Harrow Down",)
    leave(desk.services, desk.ann, ANN)
    with desk.services.db.reading() as session:
        assert load(session, own).state == "called off"
        place = load(session, other).place(NORTH)
    assert (place.state, place.email) == ("open", "")
    assert "Ann's own words" not in everything(desk)


def test_a_place_taken_is_given_back(desk: MailOffice) -> None:
    three = {SOUTH: WantedPlayer("open"), NORTH: WantedPlayer("open")}
    game = muster(desk.services, desk.bob, "snaphance/harrow-down", three, Options())
    musters.take_place(desk.services, game, SOUTH, desk.ann)
    leave(desk.services, desk.ann, ANN)
    with desk.services.db.reading() as session:
        assert load(session, game).place(SOUTH).state == "open"


def test_who_types_another_address_or_runs_the_service_stays(desk: MailOffice) -> None:
    for player, typed in ((desk.ann, BOB), (desk.ann, ""), (desk.olga, OLGA)):
        with pytest.raises(CannotLeave):
            leave(desk.services, player, typed)
    assert row(desk, desk.ann).email == ANN
    assert row(desk, desk.olga).deleted_at is None


def test_mails_from_an_address_that_was_his_are_strangers_mails_afterwards(desk: MailOffice) -> None:
    game = desk.begin()
    token = TurnRef(game, SOUTH, 1)
    leave(desk.services, desk.ann, ANN)
    assert desk.receive("S01 hold", ANN, token, "Late").state in {"ignored", "rejected", "held"}
    assert desk.receive("S01 hold", STRANGER, None).state in {"ignored", "held"}
    assert "S01 hold" not in desk.orders(game)


def test_he_may_come_again_as_somebody_new(desk: MailOffice) -> None:
    leave(desk.services, desk.ann, ANN)
    again = ensure_player(desk.services, ANN, "Ann again")
    assert again != desk.ann
    assert row(desk, again).deleted_at is None


def test_a_game_goes_on_without_an_umpire_who_leaves_for_good(desk: MailOffice) -> None:
    game = desk.begin()
    geoff = hand_over(desk.services, game, "geoff@example.org", None)
    leave(desk.services, geoff, "geoff@example.org")
    assert load_game(desk.services, game).umpire is None
    assert {one.recipient for one in desk.sent("seat")} == {ANN, BOB}
