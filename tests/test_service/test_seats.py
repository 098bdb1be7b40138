"""Players, sign-in links, seats and dice words."""

import threading

import pytest
from sqlmodel import select

from pbem.engine.ids import Seat
from pbem.mail.addresses import BadAddress
from pbem.service.agreements.seating import SeatTaken, hand_to_aide, take_seat
from pbem.service.options import Options, OptionsError
from pbem.service.people.seats import (
    BadLink,
    NoWord,
    add_word,
    ask_sign_in,
    ensure_player,
    look_at_link,
    player,
    player_by_address,
    set_zone,
    sign_in_link,
    use_link,
)
from pbem.service.play.drafts import keep_draft
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page, seat_of
from pbem.service.play.turns import submit
from pbem.store.tables import OrderDraft, PlayerId
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED


def token_of(link: str) -> str:
    """The last part of a link."""
    return link.rpartition("/")[2]


def test_an_address_is_one_player_however_it_is_written(office: Office) -> None:
    again = ensure_player(office.services, "  RED@example.ORG ", "Somebody")
    assert again == office.players[RED]
    found = player_by_address(office.services, "Red@EXAMPLE.org")
    assert found is not None
    assert (found.name, found.email, found.zone) == ("Rosa Red", "red@example.org", "Europe/Madrid")
    assert player_by_address(office.services, "nobody@example.org") is None
    assert player_by_address(office.services, "not an address") is None
    set_zone(office.services, again, "Europe/Lisbon")
    assert player(office.services, again) is not None
    assert player(office.services, again).zone == "Europe/Lisbon"  # type: ignore[union-attr]  # just checked
    with pytest.raises(OptionsError):
        set_zone(office.services, again, "Nowhere")


@pytest.mark.parametrize(
    "bad", ["", "x", "a@b@c", "a b@c.org", "a@b.org\nBcc: x@y.org", "a@b.org,c@d.org", "@b.org", "a@"]
)
def test_what_is_no_address_is_refused(lite: Office, bad: str) -> None:
    with pytest.raises(BadAddress):
        ensure_player(lite.services, bad, "X")


def test_a_mailed_link_signs_in_once_within_twenty_minutes(office: Office) -> None:
    assert ask_sign_in(office.services, "red@example.org")
    (mail,) = office.mails("sign-in")
    assert mail.recipient == "red@example.org"
    link = sign_in_link(office.services, office.players[RED])
    assert link.startswith("http://127.0.0.1:8000/sign-in/")
    assert look_at_link(office.services, token_of(link)).name == "Rosa Red"
    assert look_at_link(office.services, token_of(link)).name == "Rosa Red"
    assert use_link(office.services, token_of(link)).id == office.players[RED]
    with pytest.raises(BadLink, match="used or is more than 20 minutes old"):
        use_link(office.services, token_of(link))
    with pytest.raises(BadLink):
        look_at_link(office.services, token_of(link))
    late = sign_in_link(office.services, office.players[RED])
    office.later(minutes=20)
    with pytest.raises(BadLink):
        use_link(office.services, token_of(late))


def test_a_link_used_by_two_at_once_signs_in_one(office: Office) -> None:
    token = token_of(sign_in_link(office.services, office.players[RED]))
    found: list[str] = []

    def use() -> None:
        try:
            found.append(use_link(office.services, token).name)
        except BadLink:
            found.append("refused")

    threads = [threading.Thread(target=use) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(found) == ["Rosa Red", "refused", "refused", "refused"]


def test_forged_links_and_unknown_addresses_get_nothing(lite: Office) -> None:
    token = token_of(sign_in_link(lite.services, lite.players[RED]))
    for forged in (token[:-1], token[::-1], "x", "", "ünïcode"):
        with pytest.raises(BadLink, match="sign-in link is not one of ours"):
            use_link(lite.services, forged)
    assert not ask_sign_in(lite.services, "stranger@example.org")
    assert not ask_sign_in(lite.services, "no address")
    assert lite.mails("sign-in") == []


def test_no_more_than_five_links_an_hour_are_mailed(lite: Office) -> None:
    sent = [ask_sign_in(lite.services, "red@example.org") for _ in range(7)]
    assert sent == [True] * 5 + [False] * 2
    lite.later(minutes=61)
    assert ask_sign_in(lite.services, "red@example.org")


def test_a_player_takes_over_from_the_aide_and_hands_back(office: Office) -> None:
    game = office.begin(aides=(BLUE,))
    with pytest.raises(SeatTaken, match="is played by Rosa Red"):
        take_seat(office.services, game, RED, office.players[BLUE])
    with pytest.raises(SeatTaken, match="you have a seat"):
        take_seat(office.services, game, BLUE, office.players[RED])
    take_seat(office.services, game, BLUE, office.players[BLUE])
    assert seat_of(office.services, game, office.players[BLUE]) == BLUE
    assert [one.name for one in game_page(office.services, game, RED).parties] == ["Rosa Red", "Ben Blue"]
    assert submit(office.services, game, BLUE, "bid 1", "mail", "blue").outcome == "filed"
    assert submit(office.services, game, RED, "bid 2\nready", "mail", "red").outcome == "filed"
    hand_to_aide(office.services, game, RED)
    work = load_game(office.services, game)
    assert (work.chair(RED).aide, work.desk.turns) == (True, {RED: 1, BLUE: 1})
    hand_to_aide(office.services, game, BLUE)
    assert load_game(office.services, game).state == "over"
    with pytest.raises(SeatTaken, match="already"):
        hand_to_aide(office.services, game, BLUE)


def test_an_aide_who_comes_last_gets_the_turn_played(lite: Office) -> None:
    game = lite.begin()
    submit(lite.services, game, RED, "bid 2\nready", "mail", "red")
    hand_to_aide(lite.services, game, BLUE)
    assert load_game(lite.services, game).desk.turns[RED] == 2


def test_a_word_changes_the_dice_and_comes_before_them_or_not_at_all(lite: Office) -> None:
    plain, worded = lite.begin(), lite.begin()
    add_word(lite.services, worded, RED, "  for King\nand Parliament ")
    assert game_page(lite.services, worded, BLUE).words == ((RED, "for King and Parliament"),)
    with pytest.raises(NoWord, match="one is enough"):
        add_word(lite.services, worded, RED, "again")
    for bad in ("", "x" * 81):
        with pytest.raises(NoWord, match="1 to 80"):
            add_word(lite.services, worded, BLUE, bad)
    for game in (plain, worded):
        for seat in (RED, BLUE):
            submit(lite.services, game, seat, "bid 3\nready", "mail", "x")
    with pytest.raises(NoWord, match="have been rolled"):
        add_word(lite.services, plain, RED, "late")
    assert not game_page(lite.services, plain, RED).words_open


def test_a_draft_is_kept_for_its_seat_and_turn_and_forgotten_when_empty(office: Office) -> None:
    game = office.begin()
    keep_draft(office.services, game, RED, 1, "bid 3 # maybe")
    assert game_page(office.services, game, RED).draft == "bid 3 # maybe"
    assert game_page(office.services, game, BLUE).draft == ""
    keep_draft(office.services, game, RED, 1, "bid 2")
    assert game_page(office.services, game, RED).draft == "bid 2"
    for seat in (RED, BLUE):
        submit(office.services, game, seat, "bid 1\nready", "mail", "x")
    assert game_page(office.services, game, RED).draft == ""
    keep_draft(office.services, game, RED, 1, " ")
    with office.services.db.reading() as session:
        assert [one.text for one in session.exec(select(OrderDraft)).all()] == [""]


def test_my_games_come_in_the_order_of_what_they_want(lite: Office) -> None:
    idle, wanted, urgent = lite.begin(), lite.begin(), lite.begin(Options(every=3, unit="hours"))
    submit(lite.services, idle, RED, "bid 1\nready", "mail", "red")
    cards = my_games(lite.services, lite.players[RED])
    assert [(card.game, card.group) for card in cards] == [(urgent, "you"), (wanted, "you"), (idle, "others")]
    assert my_games(lite.services, PlayerId("nobody")) == ()
    assert seat_of(lite.services, idle, PlayerId("nobody")) is None
    assert cards[0].seat == Seat("red")
