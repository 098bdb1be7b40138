"""The umpire's page of a game, and a seat's own pages as its umpire sees them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.service.agreements.letterbook import write_letter
from pbem.service.agreements.pacts import concede
from pbem.service.options import Options
from pbem.service.people.hints import no_more_hints
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.umpire.questions import ask_umpire
from pbem.service.umpire.rights import RIGHT_WORDS, RIGHTS, Right
from pbem.service.umpire.rulings import rule
from pbem.service.umpire.seats import name_co_umpire
from pbem.store.tables import PlayerId
from tests.web_offices import NORTH, SOUTH, Office, Visitor, office, plain


@dataclass
class Watched:
    """Harrow Down, played by Ines and Tom, umpired by Geoff."""

    desk: Office
    game: GameId
    geoff: PlayerId
    umpire: Visitor
    ines: Visitor

    @property
    def page(self) -> str:
        return f"/g/{self.game}/umpire"


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale", "Europe/London")
        seats = {SOUTH: desk.ines, NORTH: desk.tom}
        options = Options(zone="Europe/Madrid")
        game = new_game(desk.services, "snaphance/harrow-down", seats, options, seed=b"web", umpire=geoff)
        yield Watched(desk, game, geoff, desk.visitor(geoff), desk.visitor(desk.ines))


def test_the_page_says_who_is_in_and_what_to_look_at(watched: Watched) -> None:
    services, game = watched.desk.services, watched.game
    submit(services, game, SOUTH, "S02 turn 2\nS03 fly to the moon", "web", watched.desk.ines)
    write_letter(services, game, SOUTH, (NORTH,), "Yield, Sir.", watched.desk.ines)
    ask_umpire(services, game, NORTH, "Is the brook deep?", watched.desk.tom)
    words = plain(watched.umpire.get(watched.page).text)
    assert "You are the umpire." in words
    assert "South Ines Castellanos, version 1 on the web" in words
    assert "S03 fly to the moon" in words
    assert "draft" in words
    assert "North Tom Averell awaited" in words
    assert "1 question waits for an answer" in words
    assert "South to North" in words
    assert "Yield, Sir." in words
    assert "Orders due" in words


def test_the_page_and_the_maps_are_the_umpires_alone(watched: Watched) -> None:
    for path in (watched.page, f"{watched.page}/map-umpire.svg", f"{watched.page}/map-north.svg",
                 f"/g/{watched.game}/as/north", f"/g/{watched.game}/as/south"):  # fmt: skip
        assert watched.umpire.get(path).status_code == 200, path
        assert watched.ines.get(path).status_code == 404, path
        assert watched.desk.visitor().get(path).status_code in {302, 303}, path
    assert watched.umpire.get(f"{watched.page}/map-east.svg").status_code == 404
    answer = watched.ines.send("/help/orders", watched.page, do="nudge north")
    assert answer.status_code == 404


def test_the_umpires_list_and_the_games_address_lead_to_the_page(watched: Watched) -> None:
    words = plain(watched.umpire.get("/games").text)
    assert "Games you umpire" in words
    assert "2 seats to submit" in words
    assert watched.umpire.get(f"/g/{watched.game}").location == watched.page
    assert "Games you umpire" not in watched.ines.get("/games").text


def test_the_buttons_remind_move_pause_and_play(watched: Watched) -> None:
    def press(status: int = 303, **fields: str) -> str:
        answer = watched.umpire.send(watched.page, watched.page, **fields)
        assert answer.status_code == status, plain(answer.text)
        return plain(answer.text if status != 303 else watched.umpire.get(watched.page).text)

    assert "The reminder is on its way." in press(do="nudge north")
    assert "wait six hours" in press(409, do="nudge north")
    before = load_game(watched.desk.services, watched.game).desk.due
    assert "The deadline is moved" in press(do="extend", days="2", reason="Tom is ill")
    assert load_game(watched.desk.services, watched.game).desk.due > before
    assert "Write your reason" in press(409, do="extend", days="2", reason=" ")
    assert "1 to 30" in press(409, do="extend", days="x", reason="why")
    assert "Paused until" in press(do="pause", until="2026-05-20", reason="Holidays")
    assert "The game goes on" in press(do="resume", reason="All are back")
    assert "The turn is played." in press(do="run", reason="Agreed")
    assert load_game(watched.desk.services, watched.game).desk.turns[SOUTH] == 2
    assert watched.umpire.send(watched.page, watched.page, do="conquer").status_code == 400


def test_a_players_page_shows_at_once_what_was_ruled(watched: Watched) -> None:
    services, game = watched.desk.services, watched.game
    before = game_page(services, game, SOUTH)
    rule(services, game, "S02 at 0605, strength 2", "the table was bumped", watched.geoff)
    page = game_page(services, game, SOUTH)
    (row,) = (one for one in page.told.mine if one.code == "S02")
    assert (row.place, row.left) == ("0605", 2)
    assert "S02 at 0605" in watched.ines.get(f"/g/{game}").text
    assert page.told.chapters == before.told.chapters


@pytest.mark.parametrize("right", [one for one in RIGHTS if one != "look"])
def test_each_right_alone_has_a_page_that_leads_to_what_it_allows(watched: Watched, right: Right) -> None:
    services, game = watched.desk.services, watched.game
    submit(services, game, SOUTH, "S02 turn 2\nS03 fly to the moon", "web", watched.desk.ines)
    assert "fly to the moon" in watched.umpire.get(watched.page).text
    write_letter(services, game, SOUTH, (NORTH,), "Yield, Sir.", watched.desk.ines)
    visitor = watched.desk.visitor(name_co_umpire(services, game, "helen@example.org", [right], watched.geoff))
    assert watched.page in visitor.get("/games").text
    assert visitor.get(f"/g/{game}").headers["Location"].endswith(watched.page)
    page = visitor.get(watched.page).text
    assert f"You can {RIGHT_WORDS[right]}." in plain(page)
    assert "fly to the moon" not in page
    assert "Yield" not in page
    here = {path for path in re.findall(rf'(?:href|src|action)="(/g/{game}[^"#]*)', page) if path != watched.page}
    assert dict.fromkeys(here, 200) == {path: visitor.get(path).status_code for path in here}
    leads = {"rule": "/rulings", "questions": "/questions", "letters": "/umpire/letters", "seats": "/umpire/orders"}
    assert right not in leads or any(leads[right] in path for path in here)
    assert right != "clock" or "Move the deadline" in page
    for path in here:
        more = set(re.findall(rf'href="(/g/{game}[^"#?]*)', visitor.get(path).text)) - here - {f"/g/{game}"}
        assert {one: visitor.get(one).status_code for one in more} == dict.fromkeys(more, 200), path


def test_a_co_umpire_sees_what_was_given(watched: Watched) -> None:
    services, game = watched.desk.services, watched.game
    helen = name_co_umpire(services, game, "helen@example.org", ["look"], watched.geoff)
    visitor = watched.desk.visitor(helen)
    words = plain(visitor.get(watched.page).text)
    assert "You help Geoff Gale, the umpire." in words
    assert "Play the turn now" not in words
    assert visitor.send("/help/orders", watched.page, do="run", reason="why").status_code == 409
    name_co_umpire(services, game, "helen@example.org", ["questions"], watched.geoff)
    assert visitor.get(f"{watched.page}/map-umpire.svg").status_code == 404


def test_the_seat_is_handed_over_on_the_page(watched: Watched) -> None:
    press = watched.umpire.send
    assert press(watched.page, watched.page, do="hand-over", address="ines@example.org").status_code == 409
    assert press(watched.page, watched.page, do="hand-over", address="helen@example.org").location == "/games"
    assert watched.umpire.get(watched.page).status_code == 404


def words_of(html: str) -> str:
    """The words of a page below its bar, without times, which stand in the reader's zone."""
    body = re.sub(r'<aside class="as-bar".*?</aside>', "", html, flags=re.DOTALL)
    return re.sub(
        r"\b(?:CEST|BST)\b|\d\d:\d\d|Times: [^.]*\.",
        "",
        plain(re.sub(r"<script.*?</script>", "", body, flags=re.DOTALL)),
    )


PAGES = (
    *("", "?tab=report", "?tab=troops", "?tab=standing", "/turns/0", "/letters", "/table", "/versions", "/dice"),
    "/questions",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_seats_page_says_the_same_to_the_umpire_without_form_or_token(watched: Watched, path: str) -> None:
    submit(watched.desk.services, watched.game, SOUTH, "S02 turn 2", "web", watched.desk.ines)
    no_more_hints(watched.desk.services, watched.desk.ines)  # they are the player's own, not the seat's
    own = watched.ines.get(f"/g/{watched.game}{path}").text
    seen = watched.umpire.get(f"/g/{watched.game}/as/south{path}").text
    assert "As South sees it, read only" in plain(seen)
    assert words_of(seen) == words_of(own)
    for gone in ("<form", "csrf_token", "<script", 'type="hidden"'):
        assert gone not in seen
    fields = re.findall(r"<(?:button|input|select|textarea)\b[^>]*>", seen)
    assert all(" disabled" in one for one in fields)
    links = re.findall(rf'(?:href|src)="(/g/{watched.game}[^"]*)"', seen)
    assert {one for one in links if not one.startswith(f"/g/{watched.game}/as/")} <= {watched.page}
    for link in links:
        assert watched.umpire.get(link.replace("&amp;", "&")).status_code == 200, link


def test_the_pictures_of_a_seats_page_are_there_for_the_umpire(watched: Watched) -> None:
    seen = watched.umpire.get(f"/g/{watched.game}/as/south").text
    pictures = set(re.findall(r'href="([^"]*/(?:ground|numbers)-[^"]*\.svg)"', seen))
    assert len(pictures) == 2
    assert all(watched.umpire.get(one).status_code == 200 for one in pictures)


def test_looking_is_journaled_once_a_turn_and_marks_nothing_else(watched: Watched) -> None:
    services, game = watched.desk.services, watched.game
    before = load_game(services, game)
    for path in ("/as/south", "/as/south?tab=report", "/as/south/letters"):
        watched.umpire.get(f"/g/{game}{path}")
    after = load_game(services, game)
    assert after.last_seq == before.last_seq + 1
    assert after.desk.looks == {(watched.geoff, SOUTH, 1)}
    assert after.desk.turns == before.desk.turns
    watched.umpire.get(f"/g/{game}/as/north")
    assert load_game(services, game).last_seq == before.last_seq + 2


def test_only_what_can_be_read_is_seen_with_a_seats_eyes(watched: Watched) -> None:
    for path in ("/as/south/orders", "/as/south/leave", "/as/south/umpire", "/as/east", "/as/south/nowhere"):
        assert watched.umpire.get(f"/g/{watched.game}{path}").status_code == 404
    token = watched.umpire.client.post(f"/g/{watched.game}/as/south", data={})
    assert token.status_code in {400, 405}


def test_the_umpire_orders_for_a_seat_on_a_page(watched: Watched) -> None:
    here = f"{watched.page}/orders/north"
    assert f'href="{here}"' in watched.umpire.get(watched.page).text
    read = watched.umpire.send(here, here, do="check", text="N02 turn 4\nN03 dance", reason="")
    assert read.status_code == 200
    assert "As it would be read N02 turn 4" in plain(read.text)
    assert "N03 dance" in plain(read.text)
    refused = watched.umpire.send(here, here, do="submit", text="N02 turn 4", reason="")
    assert (refused.status_code, "Write your reason" in plain(refused.text)) == (409, True)
    assert "N02 turn 4" in refused.text
    assert watched.umpire.send(here, here, do="submit", text="N02 turn 4", reason="Tom rang").location == watched.page
    words = plain(watched.umpire.get(watched.page).text)
    assert "Orders for North are filed; its player gets a copy." in words
    assert "version 1 by the umpire" in words
    tom = watched.desk.visitor(watched.desk.tom)
    assert "by the umpire" in plain(tom.get(f"/g/{watched.game}").text)
    assert "Tom rang" not in watched.ines.get(f"/g/{watched.game}").text
    assert watched.ines.get(here).status_code == 404
    assert watched.umpire.get(f"{watched.page}/orders/east").status_code == 404


def test_every_player_sees_who_umpires(watched: Watched) -> None:
    name_co_umpire(watched.desk.services, watched.game, "helen@example.org", ["look"], watched.geoff)
    assert "umpire Geoff Gale" in plain(watched.ines.get(f"/g/{watched.game}").text)
    words = plain(watched.ines.get(f"/g/{watched.game}/table").text)
    assert "Umpire · Geoff Gale" in words
    assert "Helped by helen." in words


def test_the_page_says_what_a_side_does_not_know_of_hidden_units(watched: Watched) -> None:
    seats = {SOUTH: watched.desk.ines, NORTH: watched.desk.tom}
    options = Options(sight="hidden")
    game = new_game(watched.desk.services, "onehour/harrow-down", seats, options, seed=b"x", umpire=watched.geoff)
    page = watched.umpire.get(f"/g/{game}/umpire").text
    words = plain(page)
    south = words[words.index("What does each side know?") : words.index("Who umpires")].partition("North Does not")[0]
    assert "South Does not see 6 units: N01 Red regiment (23,30 (D6))" in south
    assert "Sees, without knowing what it is: ?1 many horse, 7.5,30 (B6)" in south
    seen, true = (watched.umpire.get(f"/g/{game}/umpire/map-{eyes}.svg").text for eyes in ("south", "umpire"))
    assert ">N01<" in true
    assert ">N01<" not in seen
    assert "N01" not in watched.umpire.get(f"/g/{game}/as/south").text


def test_what_the_umpire_did_is_laid_open_at_the_end(watched: Watched) -> None:
    services, game = watched.desk.services, watched.game
    watched.umpire.get(f"/g/{game}/as/south")
    watched.umpire.send(watched.page, watched.page, do="extend", days="2", reason="Tom is ill")
    assert watched.ines.get(f"/g/{game}/debrief").status_code != 200
    concede(services, game, SOUTH, watched.desk.ines)
    for words in (
        plain(watched.ines.get(f"/g/{game}/debrief").text),
        plain(watched.umpire.get(f"/g/{game}/as/south/debrief").text),
    ):
        assert "What the umpire did" in words
        assert "Deadlines and pauses: 1 · Looks at a side’s pages: 1" in words
        assert "Tom is ill" in words
        assert "The pages of South were seen." in words
    assert f"/g/{game}/as/south/debrief" in watched.umpire.get(watched.page).text


def test_a_battle_between_aides_waits_for_its_umpires_word_alone(watched: Watched) -> None:
    """Its umpire plays the turn by one press, and finds no page of a seat that fails."""
    services = watched.desk.services
    seats: dict[Seat, PlayerId | None] = {SOUTH: None, NORTH: None}
    game = new_game(services, "onehour/harrow-down", seats, Options(), seed=b"alone", umpire=watched.geoff)
    page, umpire = f"/g/{game}/umpire", watched.umpire
    assert "The turn waits for the umpire" in plain(umpire.get("/games").text)
    shown = plain(umpire.get(page).text)
    assert "each turn waits until you have it played" in shown
    assert "Help for umpires" in shown
    assert "An evening’s round" in umpire.get("/help/umpire").text
    assert "Every side sees every unit as it stands." in shown
    before = sum(load_game(services, game).desk.turns.values())
    assert umpire.send(page, page, do="run").status_code == 303
    assert sum(load_game(services, game).desk.turns.values()) > before
    assert "aides-de-camp read no letters" in plain(umpire.get(f"{page}/letters").text)
    assert "You are a deputy" not in plain(umpire.get(f"/g/{game}/as/south/table").text)
    laid = umpire.get(f"/g/{game}/as/south/debrief")
    assert (laid.status_code, "Not before the battle is over" in plain(laid.text)) == (403, True)


def test_a_ruling_refused_for_want_of_a_reason_can_be_carried_out_at_once(watched: Watched) -> None:
    sheet = f"/g/{watched.game}/rulings"
    answer = watched.umpire.send(sheet, sheet, do="rule", text="S02 disordered", told="all", reason="")
    assert answer.status_code == 409
    assert "A ruling needs a reason" in plain(answer.text)
    assert 'value="rule">Carry it out' in answer.text
