"""Games that players make: places, invitations, whoever is gone, and the beginning."""

import pytest
from sqlmodel import select

from pbem.engine.ids import GameId, Seat
from pbem.mail.addresses import BadAddress
from pbem.reports.letter import letter_text
from pbem.service.lobby import gathering, invitations, musters, mustertime
from pbem.service.lobby.filling import HERE_WITHIN, MusterRefused
from pbem.service.lobby.gathering import Gathering, NoMuster
from pbem.service.lobby.invitations import accept, decline, invite_again, look_at
from pbem.service.lobby.musterbook import muster_card, musters_of, open_musters, open_seats
from pbem.service.lobby.musters import (
    MOST_GATHERING,
    WantedPlayer,
    call_off,
    change_place,
    leave_place,
    muster,
    say_here,
    take_place,
)
from pbem.service.lobby.placelinks import BadPlaceLink, place_link
from pbem.service.lobby.terms import chosen, how_long, terms
from pbem.service.model.mails import MailMatter
from pbem.service.options import Options, OptionsError
from pbem.service.people.seats import ensure_player, player_by_address
from pbem.service.play.games import BadGame, games, load_game, new_game
from pbem.store.errors import Conflict
from pbem.store.tables import Game, MusterPlace, PlayerId, SeatRow
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED, TOY
from tests.toyrules import rules as toy_rules

SCENARIO = "toy/duel"
ME, OPEN, AIDE = WantedPlayer("me"), WantedPlayer("open"), WantedPlayer("aide")
INVITED = WantedPlayer("invite", "Cleo@Example.org")


def host(office: Office) -> PlayerId:
    return office.players[RED]


def ben(office: Office) -> PlayerId:
    return office.players[BLUE]


def made(office: Office, blue: WantedPlayer = OPEN, red: WantedPlayer = ME, note: str = "") -> GameId:
    return muster(office.services, host(office), SCENARIO, {RED: red, BLUE: blue}, Options(), note)


def now_of(office: Office, game: GameId) -> Gathering:
    with office.services.db.reading() as session:
        return gathering.load(session, game)


def token(office: Office, game: GameId, email: str = "cleo@example.org") -> str:
    return place_link(office.services.config, game, BLUE, email).rpartition("/")[2]


def holders(office: Office, game: GameId) -> dict[Seat, PlayerId | None]:
    return {one.seat: one.person.player if one.person else None for one in load_game(office.services, game).chairs}


# --- making a game ------------------------------------------------------------------------------------------------


def test_a_game_for_oneself_begins_at_once(lite: Office) -> None:
    game = made(lite, AIDE)
    assert holders(lite, game) == {RED: host(lite), BLUE: None}
    with lite.services.db.reading() as session:
        assert session.get_one(Game, game).host == host(lite)
        assert session.exec(select(MusterPlace)).all() == []


def test_an_open_place_taken_begins_the_game_with_the_musters_id(office: Office) -> None:
    game = made(office)
    assert games(office.services) == ()
    assert now_of(office, game).listed
    begun = take_place(office.services, game, BLUE, ben(office))
    assert begun.state == "begun"
    assert games(office.services) == ((game, "A duel", "running"),)
    assert holders(office, game) == {RED: host(office), BLUE: ben(office)}
    assert {mail.player for mail in office.mails("report")} == {host(office), ben(office)}
    with pytest.raises(MusterRefused, match="has begun"):
        take_place(office.services, game, BLUE, ben(office))


def test_two_take_the_last_place_at_once_and_one_is_refused(lite: Office) -> None:
    game = made(lite)
    before = now_of(lite, game)
    take_place(lite.services, game, BLUE, ben(lite))
    with pytest.raises(Conflict), lite.services.db.writing() as session:
        gathering.save(session, before, before)


def test_games_that_gather_have_their_ids_for_themselves(lite: Office) -> None:
    first, second = made(lite), made(lite)
    assert first != second
    begun = new_game(lite.services, SCENARIO, {RED: host(lite), BLUE: None}, Options())
    assert len({first, second, begun}) == 3


@pytest.mark.parametrize(
    ("red", "blue", "says"),
    [
        (ME, ME, "each player has one side"),
        (AIDE, AIDE, "at least one person must play"),
        (INVITED, INVITED, "same address"),
        (ME, WantedPlayer("aide", temper="furious"), "furious"),
        (ME, WantedPlayer("invite", "red@example.org"), "has a part"),
        (ME, WantedPlayer("invite", "orders+x@pbem.localhost"), "address of this service"),
    ],
)
def test_places_that_cannot_be_given(lite: Office, red: WantedPlayer, blue: WantedPlayer, says: str) -> None:
    with pytest.raises(MusterRefused, match=says):
        made(lite, blue, red)
    assert musters_of(lite.services, host(lite)) == ()
    assert lite.mails() == []


def test_what_is_wrong_with_a_game_is_said(lite: Office) -> None:
    with pytest.raises(BadAddress):
        made(lite, WantedPlayer("invite", "nobody"))
    with pytest.raises(OptionsError, match="weekdays"):
        muster(lite.services, host(lite), SCENARIO, {RED: ME, BLUE: OPEN}, Options(weekdays=()))
    with pytest.raises(BadGame, match="has the seats"):
        muster(lite.services, host(lite), SCENARIO, {RED: ME}, Options())
    with pytest.raises(MusterRefused, match="characters"):
        made(lite, note="x" * 601)


def test_one_player_has_few_games_that_gather(lite: Office) -> None:
    *_, last = [made(lite) for _ in range(MOST_GATHERING)]
    with pytest.raises(MusterRefused, match="the most allowed"):
        made(lite)
    call_off(lite.services, last, host(lite))
    made(lite)


def test_one_player_begins_no_more_games_against_aides_than_he_can_see_to(
    lite: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(musters, "MOST_ALONE", 2)
    made(lite, AIDE), made(lite, AIDE)
    with pytest.raises(MusterRefused, match="end one first"):
        made(lite, AIDE)


# --- invitations --------------------------------------------------------------------------------------------------


def test_an_invitation_is_mailed_and_accepted_by_its_link(office: Office) -> None:
    game = made(office, INVITED, note="Bring a hat.")
    (mail,) = office.mails("invitation")
    assert mail.recipient == "cleo@example.org"
    asked = look_at(office.services, token(office, game))
    assert (asked.host, asked.muster.titles[BLUE], asked.player) == ("Rosa Red", "Blue", None)
    begun, cleo = accept(office.services, game, BLUE, "cleo@example.org", "Cleo  Clay")
    assert begun.state == "begun"
    assert holders(office, game) == {RED: host(office), BLUE: cleo}
    card = player_by_address(office.services, "cleo@example.org")
    assert card is not None
    assert (card.id, card.name) == (cleo, "Cleo Clay")
    assert accept(office.services, game, BLUE, "cleo@example.org")[0] == begun  # once more does no harm
    assert look_at(office.services, token(office, game)).player == cleo


def test_who_says_no_is_not_asked_again(lite: Office) -> None:
    game = made(lite, INVITED)
    decline(lite.services, game, BLUE, "cleo@example.org")
    assert now_of(lite, game).place(BLUE).state == "open"
    assert [mail.recipient for mail in lite.mails("muster")] == ["red@example.org"]
    assert b"will not play Blue" in lite.mails("muster")[0].raw
    with pytest.raises(BadPlaceLink, match="no longer valid"):
        look_at(lite.services, token(lite, game))
    with pytest.raises(MusterRefused, match="not kept"):
        accept(lite.services, game, BLUE, "cleo@example.org")
    with pytest.raises(MusterRefused, match="each address is invited once"):
        change_place(lite.services, game, host(lite), BLUE, INVITED)
    assert not open_musters(lite.services, ben(lite))  # it was kept for one alone, and is the host's to give
    with pytest.raises(MusterRefused, match="not open"):
        take_place(lite.services, game, BLUE, ben(lite))


def test_an_invitation_may_be_sent_again_after_a_day_while_it_holds(lite: Office) -> None:
    game = made(lite, INVITED)
    with pytest.raises(MusterRefused, match="within a day"):
        invite_again(lite.services, game, host(lite), BLUE)
    lite.later(days=1, minutes=1)
    with pytest.raises(MusterRefused, match="no invitation that can be sent again"):
        invite_again(lite.services, game, ben(lite), BLUE)
    invite_again(lite.services, game, host(lite), BLUE)
    assert len(lite.mails("invitation")) == 2


def test_a_host_mails_few_strangers_a_day_and_a_stranger_is_mailed_by_few(lite: Office) -> None:
    for number in range(invitations.ADDRESS_A_DAY):
        who = ensure_player(lite.services, f"h{number}@example.org", "")
        muster(lite.services, who, SCENARIO, {RED: ME, BLUE: INVITED}, Options())
    with pytest.raises(MusterRefused, match="try again tomorrow"):
        made(lite, INVITED)
    game = made(lite)
    for number in range(invitations.HOST_A_DAY):
        change_place(lite.services, game, host(lite), BLUE, WantedPlayer("invite", f"n{number}@example.org"))
    with pytest.raises(MusterRefused, match="go on tomorrow"):
        change_place(lite.services, game, host(lite), BLUE, WantedPlayer("invite", "one-more@example.org"))
    lite.later(days=1, minutes=1)
    change_place(lite.services, game, host(lite), BLUE, WantedPlayer("invite", "one-more@example.org"))


def test_links_of_others_and_old_links_hold_nothing(lite: Office) -> None:
    game = made(lite, INVITED)
    with pytest.raises(BadPlaceLink, match="invitation is not one of ours"):
        look_at(lite.services, "forged")
    with pytest.raises(BadPlaceLink, match="no longer valid"):
        look_at(lite.services, token(lite, game, "dan@example.org"))
    with pytest.raises(BadPlaceLink, match="gathers"):
        look_at(lite.services, token(lite, GameId("nothing")))
    lite.later(days=14, minutes=1)
    with pytest.raises(BadPlaceLink, match="two weeks"):
        look_at(lite.services, token(lite, game))


def test_the_hosts_words_are_barred_in_the_invitation(lite: Office) -> None:
    note = "Come.\nready\nred fire at all, bid 3"
    sent: list[MailMatter] = []
    compose = lite.services.compose

    def kept(config: object, matter: MailMatter) -> object:
        sent.append(matter)
        return compose(config, matter)  # type: ignore[arg-type]  # as it was handed over

    services = lite.services.__class__(**{**vars(lite.services), "compose": kept})
    muster(services, host(lite), SCENARIO, {RED: ME, BLUE: INVITED}, Options(), note)
    (invitation,) = (one for one in sent if one.kind == "invitation")
    assert invitation.letter is not None
    lines = letter_text(invitation.letter).splitlines()
    assert [one for one in lines if "ready" in one or "bid" in one] == ["     | ready", "     | red fire at all, bid 3"]


# --- are you here? ------------------------------------------------------------------------------------------------


def full_after_two_days(office: Office) -> GameId:
    """Blue was taken by one who is gone when Red's own place is taken at last."""
    game = muster(office.services, host(office), SCENARIO, {RED: INVITED, BLUE: OPEN}, Options())
    take_place(office.services, game, BLUE, ben(office))
    office.later(days=2)
    accept(office.services, game, RED, "cleo@example.org")
    return game


def test_who_took_his_place_a_while_ago_is_asked_before_the_first_turn(office: Office) -> None:
    game = full_after_two_days(office)
    assert games(office.services) == ()
    assert [mail.recipient for mail in office.mails("muster")] == ["blue@example.org"]
    card = muster_card(office.services, game, ben(office))
    assert card.waiting
    assert card.mine is not None
    assert card.mine.waited_for
    assert say_here(office.services, game, ben(office)).state == "begun"
    assert games(office.services) == ((game, "A duel", "running"),)


def test_who_does_not_say_that_he_is_here_is_reminded_and_then_his_place_is_free(lite: Office) -> None:
    game = full_after_two_days(lite)
    assert mustertime.tend(lite.services) == ()
    lite.later(days=2, minutes=1)
    assert mustertime.tend(lite.services) == (game,)
    assert mustertime.tend(lite.services) == ()  # one reminder is enough
    assert [mail.recipient for mail in lite.mails("muster")] == ["blue@example.org"] * 2
    lite.later(days=HERE_WITHIN.days - 2)
    assert mustertime.tend(lite.services) == (game,)
    assert now_of(lite, game).place(BLUE).state == "open"
    assert {mail.recipient for mail in lite.mails("muster")[2:]} == {"red@example.org", "blue@example.org"}
    take_place(lite.services, game, BLUE, ensure_player(lite.services, "dan@example.org", "Dan"))
    assert now_of(lite, game).place(RED).waited_for  # Cleo came four days ago, and is asked in her turn


def test_nobody_is_waited_for_once_another_place_is_free_again(lite: Office) -> None:
    game = full_after_two_days(lite)
    cleo = player_by_address(lite.services, "cleo@example.org")
    assert cleo is not None
    leave_place(lite.services, game, cleo.id)
    assert not now_of(lite, game).place(BLUE).waited_for
    take_place(lite.services, game, RED, cleo.id)
    assert now_of(lite, game).place(BLUE).waited_for


def test_an_invitation_lapses_and_its_host_is_told(lite: Office) -> None:
    game = made(lite, INVITED)
    lite.later(days=13)
    assert mustertime.tend(lite.services) == ()
    lite.later(days=1, minutes=1)
    assert mustertime.tend(lite.services) == (game,)
    place = now_of(lite, game).place(BLUE)
    assert (place.state, place.email) == ("open", "")
    assert b"lapsed" in lite.mails("muster")[0].raw


def test_one_musters_trouble_leaves_the_others_alone(lite: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = made(lite, INVITED), made(lite, WantedPlayer("invite", "dan@example.org"))
    lite.later(days=15)
    real = mustertime._tend

    def tend(services: object, game: GameId, now: object) -> bool:
        if game == first:
            raise RuntimeError("out of ink")
        return real(services, game, now)  # type: ignore[arg-type]  # as it was handed over

    monkeypatch.setattr(mustertime, "_tend", tend)
    assert mustertime.tend(lite.services) == (second,)


# --- places given and given back ----------------------------------------------------------------------------------


def test_only_the_host_changes_places_and_none_that_another_has(lite: Office) -> None:
    game = made(lite, INVITED)
    with pytest.raises(MusterRefused, match="only the host"):
        change_place(lite.services, game, ben(lite), BLUE, AIDE)
    with pytest.raises(MusterRefused, match="at least one person must play"):
        change_place(lite.services, made(lite, OPEN, AIDE), host(lite), BLUE, AIDE)
    with pytest.raises(MusterRefused, match="each player has one side"):
        change_place(lite.services, game, host(lite), BLUE, ME)
    with pytest.raises(NoMuster, match="no seat"):
        change_place(lite.services, game, host(lite), Seat("green"), OPEN)
    change_place(lite.services, game, host(lite), RED, OPEN)
    take_place(lite.services, game, RED, ben(lite))
    with pytest.raises(MusterRefused, match="has been taken"):
        change_place(lite.services, game, host(lite), RED, ME)
    assert change_place(lite.services, game, host(lite), BLUE, AIDE).state == "begun"
    with pytest.raises(BadPlaceLink, match="has begun"):
        look_at(lite.services, token(lite, game))


def test_the_aide_a_host_chose_plays(lite: Office) -> None:
    game = made(lite)
    change_place(lite.services, game, host(lite), BLUE, WantedPlayer("aide", temper=""))
    assert holders(lite, game)[BLUE] is None


def test_a_place_given_back_is_open_and_the_host_told(lite: Office) -> None:
    game = muster(
        lite.services, host(lite), SCENARIO, {RED: WantedPlayer("invite", "blue@example.org"), BLUE: OPEN}, Options()
    )
    take_place(lite.services, game, BLUE, ben(lite))
    with pytest.raises(MusterRefused, match="a place in A duel already"):
        accept(lite.services, game, RED, "blue@example.org")
    leave_place(lite.services, game, ben(lite))
    assert now_of(lite, game).place(BLUE).state == "open"
    assert [mail.recipient for mail in lite.mails("muster")] == ["red@example.org"]
    with pytest.raises(MusterRefused, match="no place"):
        leave_place(lite.services, game, ben(lite))
    with pytest.raises(MusterRefused, match="no place"):
        say_here(lite.services, game, ben(lite))


def test_a_game_called_off_is_over_for_everybody(lite: Office) -> None:
    game = muster(lite.services, host(lite), SCENARIO, {RED: INVITED, BLUE: OPEN}, Options())
    take_place(lite.services, game, BLUE, ben(lite))
    with pytest.raises(MusterRefused, match="only the host"):
        call_off(lite.services, game, ben(lite))
    call_off(lite.services, game, host(lite))
    assert [mail.recipient for mail in lite.mails("muster")] == ["blue@example.org"]
    with pytest.raises(MusterRefused, match="called off"):
        accept(lite.services, game, RED, "cleo@example.org")
    with pytest.raises(BadPlaceLink, match="called off"):
        look_at(lite.services, token(lite, game, "blue@example.org"))
    assert musters_of(lite.services, host(lite)) == musters_of(lite.services, ben(lite)) == ()


# --- who sees what ------------------------------------------------------------------------------------------------


def test_a_muster_is_seen_by_whom_it_concerns(lite: Office) -> None:
    cleo, dan = (ensure_player(lite.services, f"{name}@example.org", name.title()) for name in ("cleo", "dan"))
    game = made(lite, INVITED, note="Bring a hat.")
    hosts, cleos = muster_card(lite.services, game, host(lite)), muster_card(lite.services, game, cleo)
    assert [one.who for one in hosts.places] == ["Rosa Red", "cleo@example.org"]
    assert [one.who for one in cleos.places] == ["Rosa Red", ""]
    assert cleos.for_me is not None
    assert [one.changeable for one in hosts.places] == [True, True]
    assert not any(one.changeable for one in cleos.places)
    for stranger in (dan, ben(lite)):
        with pytest.raises(NoMuster):
            muster_card(lite.services, game, stranger)
        assert musters_of(lite.services, stranger) == open_musters(lite.services, stranger) == ()
    change_place(lite.services, game, host(lite), BLUE, OPEN)
    assert muster_card(lite.services, game, dan).free
    assert [one.id for one in open_musters(lite.services, dan)] == [game]
    assert open_musters(lite.services, host(lite)) == ()
    assert musters_of(lite.services, cleo) == ()


def test_what_waits_for_me_comes_first(lite: Office) -> None:
    made(lite)
    lite.later(hours=1)
    asked = muster(
        lite.services, ben(lite), SCENARIO, {RED: WantedPlayer("invite", "red@example.org"), BLUE: ME}, Options()
    )
    assert musters_of(lite.services, host(lite))[0].id == asked


def test_seats_of_running_games_that_are_open(lite: Office) -> None:
    game = lite.begin()
    dan = ensure_player(lite.services, "dan@example.org", "Dan")
    assert open_seats(lite.services, dan) == ()
    with lite.services.db.writing() as session:
        row = session.get_one(SeatRow, (game, BLUE))
        row.player, row.state = None, "open"
    assert [(one.game, one.seat, one.turn) for one in open_seats(lite.services, dan)] == [(game, BLUE, 1)]
    assert open_seats(lite.services, host(lite)) == ()


# --- terms --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (Options(), "Orders are due every 3 days at 20:00 (UTC), with 12 hours of grace."),
        (Options(every=1, grace=1), "Orders are due every day at 20:00 (UTC), with an hour of grace."),
        (Options(every=12, unit="hours", grace=0), "Orders are due every 12 hours."),
        (Options(every=0), "No deadline: a turn is played when all sides have submitted."),
        (
            Options(grace=0, weekdays=(1, 2, 3, 4, 5, 6)),
            "Orders are due every 3 days at 20:00 (UTC), never on a Sunday.",
        ),
        (
            Options(grace=0, weekdays=(5, 1, 2, 3, 4)),
            "Orders are due every 3 days at 20:00 (UTC), from Monday to Friday only.",
        ),
        (
            Options(grace=0, weekdays=(6, 7)),
            "Orders are due every 3 days at 20:00 (UTC), only on Saturday and Sunday.",
        ),
    ],
)
def test_when_orders_are_due_in_a_sentence(options: Options, says: str) -> None:
    assert chosen(options)[0] == says


EACH_ROUND = toy_rules(paces={"round": "One exchange a round.", "ask me": "Often."}, exchanges={"round": 1})


def test_terms_tell_all_that_is_agreed() -> None:
    told = dict(terms(Options(extensions=2, leave=0, missed="wait"), EACH_ROUND, 10))
    assert told["Pace"] == "One exchange a round. At most 10 turns, about 5 weeks."
    assert "twice in the game" in told["Deadlines"]
    assert "game waits" in told["A missed turn"]
    assert told["Leave"].startswith("No leave")
    assert "check every roll" in told["Dice"]
    assert "A missed turn" not in dict(terms(Options(every=0), TOY))
    assert how_long(Options(every=12, unit="hours"), EACH_ROUND, 10) == "At most 10 turns, about 5 days."
    assert how_long(Options(every=0), EACH_ROUND, 10) == "At most 10 turns."
    assert how_long(Options(pace="ask me"), EACH_ROUND, 10) == "At most 10 turns."
    by_turns = toy_rules(paces={"turn": "Turn by turn."}, exchanges={"turn": 2})
    assert how_long(Options(every=12, unit="hours"), by_turns, 10) == "At most 10 turns, about 10 days."
