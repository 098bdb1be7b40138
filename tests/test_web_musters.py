"""Pages on which players make games, invite, join and begin."""

import re
from collections.abc import Iterator
from dataclasses import replace
from email import policy
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from pbem.engine.commanders import parcels_of
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.service.lobby.musterbook import musters_of
from pbem.service.lobby.musters import WantedPlayer, muster, take_place
from pbem.service.lobby.placelinks import place_link
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player, player_by_address
from pbem.service.play.games import load_game
from pbem.store.tables import Game, Muster, OutBytes, OutMail, PlayerId, Record, SeatRow, Use
from tests.test_service.conftest import composed
from tests.web_offices import NORTH, SOUTH, Office, Visitor, office, plain

FORM = "/new/snaphance/harrow-down"
TYPED = {
    "pace": "round", "every": "2", "unit": "days", "at": "19:30", "zone": "Europe/Madrid", "grace": "6",
    "extensions": "2", "leave": "7", "missed": "aide", "press": "none", "trust": "strict", "watch": "anyone",
    "place:south": "me", "place:north": "open", "email:north": "", "note": "Bring a hat.",
}  # fmt: skip


@pytest.fixture
def post_office(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def desk(post_office: Office) -> Office:
    """One whose mails are not laid out and have no maps."""
    return post_office.with_post(replace(post_office.services, compose=composed))


@pytest.fixture
def ines(desk: Office) -> Visitor:
    return desk.visitor(desk.ines)


@pytest.fixture
def tom(desk: Office) -> Visitor:
    return desk.visitor(desk.tom)


def everything(desk: Office) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, but for how often pages were asked for."""
    with desk.services.db.reading() as session:
        return {
            one.name: [tuple(row) for row in session.connection().execute(one.select())]
            for one in Record.metadata.sorted_tables
            if one.name != Use.__tablename__
        }


def mails(desk: Office, kind: str) -> list[str]:
    """Who was sent mails of a kind."""
    with desk.services.db.reading() as session:
        return list(session.exec(select(OutMail.recipient).where(col(OutMail.kind) == kind)).all())


def make(who: Visitor, form: str = FORM, **more: str | list[str]) -> str:
    """Send the form; gives the path of the page it leads to."""
    fields = {**TYPED, "weekdays": ["1", "2", "3", "4", "5"], "do": "make", **more}
    answer = who.send(form, form, **fields)  # type: ignore[arg-type]  # several days are sent as a list
    assert answer.status_code == 303, plain(answer.text)
    return answer.location


def test_a_game_is_made_with_an_umpire_invited_in_the_form(desk: Office, ines: Visitor, tom: Visitor) -> None:
    page = make(ines, **{"place:umpire": "invite", "email:umpire": "geoff@example.org"})
    assert "Umpire: geoff@example.org, invited" in plain(ines.get(page).text)
    assert mails(desk, "invitation") == ["geoff@example.org"]
    game = GameId(page.rpartition("/")[2])
    url = place_link(desk.services.config, game, UMPIRE, "geoff@example.org")
    link = url.removeprefix(desk.services.config.base_url)
    geoff = desk.visitor()
    assert "To umpire Harrow Down" in plain(geoff.get(link).text)
    assert geoff.send(link, link, do="accept", name="Geoff").status_code == 303
    assert "You are the umpire." in plain(geoff.get(link).text)
    assert tom.send(page, page, do="take", seat="umpire").status_code == 303
    assert tom.send(page, page, do="take", seat="north").status_code == 303
    assert load_game(desk.services, game).umpire is not None


def test_an_umpire_without_an_address_is_refused_beside_the_field(ines: Visitor) -> None:
    answer = ines.send(FORM, FORM, **{**TYPED, "weekdays": "1", "do": "make", "place:umpire": "invite"})
    assert answer.status_code == 400
    assert "Write the address of whom you invite." in plain(answer.text)


def invite(desk: Office, email: str = "nora@example.org") -> GameId:
    """A game of Ines' with North kept for somebody."""
    places = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("invite", email)}
    return muster(
        desk.services, desk.ines, "snaphance/harrow-down", places, Options(zone="Europe/Madrid"), "Bring a hat."
    )


def link(desk: Office, game: GameId, email: str = "nora@example.org") -> str:
    """The path of an invitation."""
    return place_link(desk.services.config, game, NORTH, email).removeprefix(desk.services.config.base_url)


def holder(desk: Office, game: str, seat: Seat) -> PlayerId | None:
    person = load_game(desk.services, GameId(game)).chair(seat).person
    return person.player if person else None


# --- making a game ------------------------------------------------------------------------------------------------


def test_a_game_against_the_aide_takes_two_presses(desk: Office, ines: Visitor) -> None:
    first = ines.get("/games").text
    assert 'action="/new/snaphance/harrow-down/solo"' in first
    answer = ines.send("/games", f"{FORM}/solo", seat="north")
    assert answer.status_code == 303
    game = answer.location.removeprefix("/g/")
    assert ines.get(answer.location).status_code == 200
    assert (holder(desk, game, NORTH), holder(desk, game, SOUTH)) == (desk.ines, None)
    work = load_game(desk.services, GameId(game))
    assert (work.options.every, work.desk.due) == (0, "")
    with desk.services.db.reading() as session:
        assert session.get_one(Game, game).host == desk.ines
    assert f'href="/g/{game}"' in ines.get("/games").text
    for page in ("/new", "/scenarios"):  # one press away for who has games already
        assert ines.get(page).text.count('action="/new/snaphance/harrow-down/solo"') == 1
    assert "the battle waits for you" in ines.get("/away").text
    assert "Beyond what it allows" not in ines.get("/away").text


def test_every_choice_of_the_form_is_kept(desk: Office, ines: Visitor) -> None:
    where = make(ines)
    with desk.services.db.reading() as session:
        row = session.exec(select(Muster)).one()
    assert (row.host, row.listed, row.note) == (desk.ines, True, "Bring a hat.")
    take_place(desk.services, row.id, NORTH, desk.tom)
    options = load_game(desk.services, row.id).options
    assert options == Options(
        pace="round", every=2, at="19:30", zone="Europe/Madrid", weekdays=(1, 2, 3, 4, 5), grace=6, extensions=2,
        remind=16, missed="aide", trust="strict", leave=7, watch="anyone", press="none",
    )  # fmt: skip
    assert ines.get(where).location == f"/g/{row.id}"


def test_a_clock_counted_in_hours_and_none_at_all(desk: Office, ines: Visitor) -> None:
    games = [
        make(ines, unit="hours", every="12", **{"place:north": "aide:bold"}),
        make(ines, unit="none", **{"place:north": "aide:wary"}),
    ]
    hours, none = (load_game(desk.services, GameId(one.removeprefix("/g/"))).options for one in games)
    assert (hours.every, hours.unit, hours.remind, hours.aides) == (12, "hours", 4, {"north": "bold"})
    assert (none.every, none.grace, none.leave, none.aides) == (0, 0, 0, {"north": "wary"})


def test_looking_at_the_choices_makes_nothing_and_says_them_in_two_sentences(desk: Office, ines: Visitor) -> None:
    before = everything(desk)
    answer = ines.send(FORM, FORM, **{**TYPED, "weekdays": "6", "do": "look"})
    words = plain(answer.text)
    assert "Orders are due every 2 days at 19:30 (Europe/Madrid), only on Saturday, with 6 hours of grace." in words
    assert "If a side sends nothing: the aide-de-camp writes the missing orders." in words
    assert "Bring a hat." in answer.text
    ines.get(f"{FORM}?preset=evening")
    assert everything(desk) == before


WRONG = [
    ("every", "soon", "every", "Write a whole number"),
    ("every", "0", "every", "Write at least 1"),
    ("every", "999", "", "more than a year"),
    ("at", "25:00", "at", "write it as 20:00"),
    ("zone", "Europe/Nowhere", "zone", "There is no time zone"),
    ("grace", "-1", "grace", "Write a whole number"),
    ("missed", "weep", "", "missed is weep; it can be: standing orders"),
    ("pace", "hasty", "pace", "Choose how often"),
    ("note", "x" * 601, "note", "600 is the most"),
    ("place:north", "nobody", "place-north", "Choose who plays"),
    ("place:north", "invite", "email-north", "Write the address"),
    ("place:north", "me", "", "Each player has one side"),
    ("place:north", "aide:mad", "place-north", "Choose who plays"),
]
"""A field, what was typed there, the field it is said beside ('' for the whole form), and what is said."""


def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_is_kept(desk: Office, ines: Visitor) -> None:
    before = everything(desk)
    for field, typed, beside, says in WRONG:
        answer = ines.send(FORM, FORM, **{**TYPED, "weekdays": "1", "do": "make", field: typed})
        assert answer.status_code == 400
        place = f'id="e-{beside}">' if beside else "The game is not created yet.</b>"
        assert re.search(rf"{place}[^<]*{says}", answer.text), (field, typed)
        assert ("19:30" in answer.text) != (field == "at")
        assert "Bring a hat." in answer.text or field == "note"
    assert everything(desk) == before


def test_days_must_be_chosen(ines: Visitor) -> None:
    answer = ines.send(FORM, FORM, **{**TYPED, "do": "make"})
    assert 'id="e-weekdays"' in answer.text
    assert answer.status_code == 400


def test_only_players_make_games(desk: Office) -> None:
    visitor = desk.visitor()
    for path in ("/new", FORM, "/open", "/musters/any"):
        assert visitor.get(path).location == "/sign-in"
    assert visitor.send("/sign-in", f"{FORM}/solo").location == "/sign-in"
    assert "Fight now" not in visitor.get("/scenarios/snaphance/harrow-down").text
    assert desk.visitor(desk.tom).get("/new/snaphance/nowhere").status_code == 404


# --- places -------------------------------------------------------------------------------------------------------


def test_an_open_place_is_listed_taken_and_the_battle_begins(desk: Office, ines: Visitor, tom: Visitor) -> None:
    where = make(ines)
    assert "Open places" in tom.get("/open").text
    assert "Play North" in tom.get("/open").text
    assert "Play North" not in ines.get("/open").text
    answer = tom.send("/open", where, do="take", seat="north")
    game = where.removeprefix("/musters/")
    assert answer.location == f"/g/{game}"
    assert "All players are ready" in tom.get(answer.location).text
    assert holder(desk, game, NORTH) == desk.tom


def test_a_muster_is_nobody_elses_business(desk: Office, tom: Visitor) -> None:
    game = invite(desk)
    before = everything(desk)
    assert tom.get(f"/musters/{game}").status_code == 404
    assert tom.send("/games", f"/musters/{game}", do="off").status_code == 404
    assert "nora@example.org" not in tom.get("/open").text
    assert everything(desk) == before


def test_the_host_changes_a_place_and_calls_the_game_off(desk: Office, ines: Visitor, tom: Visitor) -> None:
    where = f"/musters/{invite(desk)}"
    assert "nora@example.org, invited" in plain(ines.get(where).text)
    assert "came back" not in ines.get(where).text
    with desk.services.db.writing() as session:
        session.exec(select(OutMail)).one().returned = "hard"
    assert "came back" in ines.get(where).text
    again = ines.send(where, where, do="again", seat="north")
    assert "mailed within a day" in ines.get(again.location).text
    bad = ines.send(where, where, do="change", seat="north", place="invite", email="nobody")
    assert "is not a mail address" in ines.get(bad.location).text
    ines.send(where, where, do="change", seat="north", place="open")
    assert tom.get(where).status_code == 200
    forbidden = tom.send(where, where, do="off")
    assert "Only the host" in tom.get(forbidden.location).text
    assert ines.send(where, where, do="dance").status_code == 400
    assert ines.send(where, where, do="leave").location == where
    assert ines.send(where, where, do="off").location == where
    assert "was called off" in plain(ines.get(where).text)
    assert tom.get(where).status_code == 404
    assert musters_of(desk.services, desk.ines) == ()


def test_one_who_is_asked_whether_he_is_here_says_so_on_his_page(desk: Office, tom: Visitor) -> None:
    places = {SOUTH: WantedPlayer("open"), NORTH: WantedPlayer("open")}
    game = muster(desk.services, desk.ines, "snaphance/harrow-down", places, Options())
    take_place(desk.services, game, NORTH, desk.tom)
    desk.later(days=2)
    take_place(desk.services, game, SOUTH, desk.ines)
    assert "Are you ready to play?" in tom.get("/games").text
    answer = tom.send("/games", f"/musters/{game}", do="here")
    assert answer.location == f"/g/{game}"


def test_a_seat_of_a_running_battle_is_taken_over(desk: Office) -> None:
    game = desk.begin()
    tom, ines = desk.visitor(desk.tom), desk.visitor(desk.ines)
    assert tom.send("/help/orders", f"/open/{game}/north").location == "/open"
    assert holder(desk, game, NORTH) is None  # the aide plays it, and nobody is looked for
    with desk.services.db.writing() as session:
        session.get_one(SeatRow, (game, NORTH)).state = "open"
    assert "Take North over" in tom.get("/open").text
    assert "Take North over" not in ines.get("/open").text
    assert tom.send("/open", f"/open/{game}/south").location == "/open"
    assert tom.send("/open", f"/open/{game}/north").location == f"/g/{game}"
    assert holder(desk, game, NORTH) == desk.tom


# --- invitations --------------------------------------------------------------------------------------------------


def test_a_newcomer_accepts_by_the_link_of_his_mail_and_is_in(post_office: Office) -> None:
    desk = post_office
    game = invite(desk)
    assert mails(desk, "invitation") == ["nora@example.org"]
    nora, where = desk.visitor(), link(desk, game)
    with desk.services.db.reading() as session:
        mail = BytesParser(policy=policy.default).parsebytes(session.exec(select(OutBytes.raw)).one())
    body = mail.get_body(("plain",))
    assert body is not None
    assert where in body.get_content()
    assert "| Bring a hat." in body.get_content()
    before = everything(desk)
    page = plain(nora.get(where).text)
    assert "An invitation from Ines Castellanos" in page
    assert "Bring a hat." in page
    assert "every 3 days at 20:00 (Europe/Madrid)" in page
    assert everything(desk) == before  # a mail scanner looks at it first
    answer = nora.send(where, where, do="accept", name="Nora Nye")
    assert answer.location == f"/g/{game}"
    assert nora.get(answer.location).status_code == 200
    card = player_by_address(desk.services, "nora@example.org")
    assert card is not None
    assert (card.name, holder(desk, game, NORTH)) == ("Nora Nye", card.id)
    thief = desk.visitor()
    assert "You are North." in plain(thief.get(where).text)
    thief.send("/sign-in", where, do="accept", name="Thief")
    assert thief.get(f"/g/{game}").location == "/sign-in"  # the link opens nobody's account


def test_a_player_accepts_without_signing_in_and_is_not_signed_in(desk: Office) -> None:
    game = invite(desk, "tom@example.org")
    visitor, where = desk.visitor(), link(desk, game, "tom@example.org")
    assert "You answer as Tom Averell" in plain(visitor.get(where).text)
    assert "sign in with that address" in visitor.send(where, where, do="accept").text
    assert holder(desk, game, NORTH) == desk.tom
    assert visitor.get("/games").location == "/sign-in"


def test_an_invited_player_finds_it_among_his_games_and_says_no(desk: Office, tom: Visitor) -> None:
    game = invite(desk, "tom@example.org")
    assert "invites you to play North" in plain(tom.get("/games").text)
    assert "invites you" in tom.get(f"/musters/{game}").text
    assert tom.send("/games", f"/musters/{game}", do="decline").location == "/games"
    assert mails(desk, "muster") == ["ines@example.org"]
    again = tom.send("/help/orders", f"/musters/{game}", do="accept")
    assert again.status_code == 404


def test_no_by_the_link_and_a_link_that_holds_no_more(desk: Office) -> None:
    game = invite(desk)
    nora, where = desk.visitor(), link(desk, game)
    assert nora.send(where, where, do="dance").status_code == 400
    assert "not asked for this game again" in nora.send(where, where, do="decline").text
    stale = nora.get(where)
    assert stale.status_code == 410
    assert "Ask Ines Castellanos for another" in plain(stale.text)
    assert nora.send("/sign-in", where, do="accept").status_code == 410
    assert nora.get("/invitations/forged").status_code == 410
    assert player_by_address(desk.services, "nora@example.org") is None


def test_words_of_a_host_are_shown_as_words(desk: Office) -> None:
    places = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("invite", "nora@example.org")}
    game = muster(desk.services, desk.ines, "snaphance/harrow-down", places, Options(), "<b>ready</b>")
    assert "&lt;b&gt;ready" in desk.visitor().get(link(desk, game)).text


# --- strangers ----------------------------------------------------------------------------------------------------


def test_strangers_come_in_only_where_the_operator_lets_them(desk: Office) -> None:
    open_house = desk.with_post(replace(desk.services, config=replace(desk.services.config, join="open")))
    for house, sent in ((desk, 0), (open_house, 1)):
        assert ("New here?" in house.visitor().get("/sign-in").text) == bool(sent)
        answer = house.visitor().send("/sign-in", "/sign-in", email="nora@example.org")
        assert answer.status_code == 200
        assert len(mails(house, "sign-in")) == sent
    with desk.services.db.reading() as session:
        raw = session.exec(select(OutBytes.raw)).one().decode().replace("=\n", "").replace("=3D", "=")
    found = re.search(r"/join/[\w.-]+", raw)
    assert found is not None
    nora = open_house.visitor()
    assert "nora@example.org" in nora.get(found[0]).text
    assert nora.send(found[0], found[0], name="Nora", zone="Europe/London").location == "/games"
    assert "No games yet" in nora.get("/games").text
    assert nora.get(found[0]).status_code == 410
    assert nora.get("/join/forged").status_code == 410


def test_a_glance_of_a_game_is_for_whom_it_concerns(desk: Office, ines: Visitor, tom: Visitor) -> None:
    game = desk.begin()
    assert ines.get(f"/g/{game}/glance.svg").mimetype == "image/svg+xml"
    assert tom.get(f"/g/{game}/glance.svg").status_code == 404


def test_a_game_with_hidden_units_is_made_in_the_form(desk: Office, ines: Visitor) -> None:
    assert "Which units are seen?" in plain(ines.get(FORM).text)
    page = make(ines, sight="hidden")
    assert "sees only the enemy units that it has in sight" in plain(ines.get(page).text)
    fields = {**TYPED, "weekdays": ["1"], "do": "make", "sight": "hidden", "pace": "activation"}
    refused = ines.send(FORM, FORM, **fields)  # type: ignore[arg-type]  # several days are sent as a list
    assert refused.status_code == 400
    assert "Where units are hidden the pace is round" in plain(refused.text)


# --- a chief parcels out ------------------------------------------------------------------------------------------


def test_a_chief_parcels_out_the_side_until_the_battle_begins(desk: Office, ines: Visitor, tom: Visitor) -> None:
    places = {Seat(one): WantedPlayer("aide") for one in ("montmorency",)}
    places |= {Seat(one): WantedPlayer("open") for one in ("saint-andre", "conde", "coligny")}
    host = desk.visitor(eve := ensure_player(desk.services, "eve@example.org", "Eve"))
    game = muster(desk.services, eve, "snaphance/dreux", places, Options(every=1, delay=0, commanders="scenario"))
    where = f"/musters/{game}"
    take_place(desk.services, game, Seat("conde"), desk.ines)
    take_place(desk.services, game, Seat("coligny"), desk.tom)
    page = ines.get(where).text
    assert re.search(r'name="share-huguenot.Foot".*?value="conde" selected', page)
    assert "share-royal" not in page
    assert "share-" not in host.get(where).text + tom.get(where).text
    given: dict[str, Any] = {"do": "parcel", "share-huguenot.Foot": "coligny"}
    for visitor, fields, why in (
        (host, given, "The chief of a side of several commanders alone"),
        (ines, {**given, "share-huguenot.Main": "coligny"}, "Condé would command nothing"),
        (ines, {**given, "share-huguenot.Foot": "montmorency"}, "one of the commanders of your side"),
    ):
        visitor.send(where, where, **fields)
        assert why in plain(visitor.get(where).text)
        assert re.search(r'name="share-huguenot.Foot".*?value="conde" selected', ines.get(where).text)
    ines.send(where, where, **{**given, "share-royal.Main": "coligny"})
    assert re.search(r'name="share-huguenot.Foot".*?value="coligny" selected', ines.get(where).text)
    with desk.services.db.reading() as session:
        raws = [one.decode() for one in session.exec(select(OutBytes.raw)).all()]
    assert ["tom@" in raw for raw in raws if "parcelled" in raw] == [True]
    take_place(desk.services, game, Seat("saint-andre"), eve)
    held = {one.seat: one.holds for army in load_game(desk.services, game).battle.armies for one in parcels_of(army)}
    assert held == {
        "montmorency": ("royal.Main",), "saint-andre": ("royal.Van", "royal.Reserve"), "conde": ("huguenot.Main",),
        "coligny": ("huguenot.Foot", "huguenot.Van"),
    }  # fmt: skip
