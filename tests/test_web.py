"""The pages without script: signing in, orders, secrets, errors, and that looking changes nothing."""

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import DictLoader, Environment, FileSystemLoader
from sqlalchemy import text as sql
from sqlmodel import select

from pbem.app import create_app
from pbem.engine.ids import GameId
from pbem.scenarios import scenario_names
from pbem.service.options import Options
from pbem.service.outgoing.drawing import draw_some
from pbem.service.outgoing.outbox import drain, relay_for
from pbem.service.people import seats
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import LONGEST_TEXT, check, submit
from pbem.store.db import Database
from pbem.store.errors import StoreUnavailable
from pbem.store.tables import OutMail, Record, Use
from pbem.web import security
from pbem.web.compiled import CompiledPages
from pbem.web.game import orders
from tests.web_offices import NORTH, SOUTH, TOKEN, Office, office, plain

SECRET = "ROWAN-BY-THE-FORD"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def everything(desk: Office) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, but for how often pages were asked for."""
    with desk.services.db.reading() as session:
        tables = [one for one in Record.metadata.sorted_tables if one.name != Use.__tablename__]
        return {one.name: [tuple(row) for row in session.connection().execute(one.select())] for one in tables}


# --- signing in ---------------------------------------------------------------------------------------------------


def test_a_link_signs_in_once_and_only_by_its_button(desk: Office) -> None:
    link = desk.link(desk.ines)
    visitor = desk.visitor()
    before = everything(desk)
    for _ in range(3):  # a mail scanner looks at it first
        assert "ines@example.org" in visitor.get(link).text
    assert everything(desk) == before
    assert visitor.get("/games").status_code == 303
    assert visitor.send(link, link).status_code == 303
    assert visitor.get("/games").status_code == 200
    late = desk.visitor()
    answer = late.send("/sign-in", link)
    assert answer.status_code == 410
    assert "Ask for a new" in answer.text
    assert late.get("/games").status_code == 303


def test_an_old_link_says_what_to_do(desk: Office) -> None:
    link = desk.link(desk.ines)
    desk.later(minutes=21)
    answer = desk.visitor().get(link)
    assert answer.status_code == 410
    assert "more than 20 minutes old" in answer.text
    assert 'href="/sign-in"' in answer.text


def test_known_and_unknown_addresses_get_the_same_answer(desk: Office) -> None:
    known, unknown = desk.visitor(), desk.visitor()
    first = known.send("/sign-in", "/sign-in", email="ines@example.org")
    second = unknown.send("/sign-in", "/sign-in", email="nora@example.org")
    assert first.status_code == second.status_code == 200
    assert first.text.replace("ines@", "x@") == second.text.replace("nora@", "x@")
    with desk.services.db.reading() as session:
        assert [mail.recipient for mail in session.exec(select(OutMail))] == ["ines@example.org"]


def test_asking_for_links_is_limited(desk: Office) -> None:
    visitor = desk.visitor()
    answers = [visitor.send("/sign-in", "/sign-in", email="ines@example.org") for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 5 + [429]
    assert "Too many requests" in answers[-1].text
    assert int(answers[-1].headers["Retry-After"]) <= 60


def test_processes_on_one_database_count_together(desk: Office) -> None:
    db = Database.open(str(desk.services.db.url))
    other = replace(desk, app=create_app(services=replace(desk.services, db=db)))
    here, there = desk.visitor(), other.visitor()
    answers = [one.send("/sign-in", "/sign-in", email="tom@example.org") for one in (here, there) * 3]
    assert [one.status_code for one in answers] == [200] * 5 + [429]
    desk.later(seconds=61)
    assert there.send("/sign-in", "/sign-in", email="tom@example.org").status_code == 200
    db.close()


def test_after_signing_in_one_comes_to_the_page_one_wanted(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor()
    assert visitor.get(f"/g/{game}").headers["Location"] == "/sign-in"
    link = desk.link(desk.ines)
    assert visitor.send(link, link).headers["Location"] == f"/g/{game}"


@pytest.mark.parametrize("bad", ["//evil.example/g", "https://evil.example/", "/\\evil.example"])
def test_nobody_is_led_away_after_signing_in(desk: Office, bad: str) -> None:
    visitor = desk.visitor()
    with visitor.client.session_transaction() as session:
        session["next"] = bad
    link = desk.link(desk.ines)
    assert visitor.send(link, link).headers["Location"] == "/games"


def test_signing_out(desk: Office) -> None:
    visitor = desk.visitor(desk.ines)
    visitor.send("/games", "/sign-out")
    assert visitor.get("/games").status_code == 303


def test_a_session_signed_with_another_secret_is_nobodys(desk: Office) -> None:
    visitor = desk.visitor(desk.ines)
    other = create_app(services=replace(desk.services, config=replace(desk.services.config, secret="v" * 40)))
    cookie = visitor.client.get_cookie("pbem")
    assert cookie is not None
    stranger = other.test_client()
    stranger.set_cookie("pbem", cookie.value)
    assert stranger.get("/games").status_code == 303


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:8000", "https://battles.example.org"])
def test_cookies_are_closed_to_scripts_and_other_sites(tmp_path: Path, base_url: str) -> None:
    with office(tmp_path, base_url=base_url) as desk:
        answer = desk.app.test_client().get("/sign-in", base_url=base_url)
        cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert ("Secure" in cookie) == base_url.startswith("https")
        assert ("Strict-Transport-Security" in answer.headers) == base_url.startswith("https")


# --- looking ------------------------------------------------------------------------------------------------------


def gets(app: Flask, game: GameId, mail: str) -> list[str]:
    """An address for every route that is looked at."""
    values = {"game": game, "number": "0", "mail": mail, "token": "nonsense", "tag": "nonsense", "filename": "site.css"}
    values |= {"name": "snaphance", "slug": "movement", "rule": "SN-4.0b", "codes": "S01", "key": "nonsense"}
    values |= {"seat": "south", "part": "ground", "rules": "snaphance", "eyes": "umpire", "rest": "table", "stage": "1"}
    rules = [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or set())]
    rules = [rule.replace("<rules>/<name>", "snaphance/harrow-down") for rule in rules]
    found = [re.sub(r"<(?:\w+:)?(\w+)>", lambda one: values[one[1]], rule) for rule in rules]
    assert len(found) >= 27
    return found


NOT_HERS = ("/mailroom", "/confirm/", "/mail/pause/", "/feed/", "/musters/")
"""She does not run the service, no link of those goes by that name, and her game has gathered its players."""

SHUT = {"downloads/archive.jsonl": 403, "debrief": 403, "open/harrow-down/south": 409}
"""What opens when the battle is over, or when a seat is left."""

OPEN = ("/api", "/api/1/openapi.json")
"""What of the API is not for keys alone."""


ELSEWHERE = r"/umpire\b|/as/|/rulings\b|/turn-back$|/fork$|/newsbook$|/side$|/beside\b|/battles/"
"""What of a game only its umpire has, or a campaign."""


def fitting(path: str) -> set[int]:
    """How an address answers her who looks at it in a browser."""
    if path.startswith("/api") and path not in OPEN:
        return {401}
    for end, status in SHUT.items():
        if path.endswith(end):
            return {status}
    if re.search(ELSEWHERE, path) and path.startswith("/g/"):
        return {404}  # she does not umpire it, and it is no campaign and has no chief
    if "replay/" in path and "nonsense" in path:
        return {404}  # no such picture of a ground
    return {404} if path.startswith(NOT_HERS) else {200, 302, 303, 410}


FORM = "?open=S01&do=ready&text=S01+hold"
"""What would change something, were it sent."""


def test_looking_changes_nothing(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 forward 0607\nS9 hold")
    drain(desk.services, relay_for(desk.services.config))
    with desk.services.db.reading() as session:
        row = session.exec(select(OutMail)).first()
    assert row is not None
    mail = row.message_id.strip("<>").partition("@")[0]
    before = everything(desk)
    seen = []
    for path in gets(desk.app, game, mail):
        own = path == f"/g/{game}"  # each page as it opens is asked for in tests/test_web_every_page.py too
        for more in ("", "?tab=standing", "?view=fight", FORM) if own else (FORM,):
            answer = visitor.get(path + more)
            assert answer.status_code in fitting(path), path
        seen.append(path)
    assert everything(desk) == before, seen


def test_every_page_keeps_scripts_and_styles_out(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    for path in (
        "/",
        "/games",
        f"/g/{game}",
        "/sign-in",
        "/outbox",
        "/help/orders",
        "/nowhere",
        f"/g/{game}?tab=report",
    ):
        answer = visitor.get(path)
        assert answer.headers["Content-Security-Policy"] == security.PAGE
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "no-cache" in answer.headers["Cache-Control"]
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)", answer.text), path


def test_pages_are_small_on_the_wire(desk: Office) -> None:
    """All of a game's page but its map, as a browser fetches it the first time."""
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    page = visitor.get(f"/g/{game}")
    css = visitor.get("/static/site.css").text
    parts = set(re.findall(r'(?:src|href)="(/static/[^"]+)', page.text))
    parts |= {f"/static/{one}" for one in re.findall(r"fonts/[\w.-]+woff2", css)}
    assert len(parts) >= 7
    answers = [page, *(visitor.get(one, **{"Accept-Encoding": "gzip, br"}) for one in sorted(parts))]
    size = sum(len(one.data) for one in answers)
    assert size < 152 * 1000, size


def test_only_what_holds_no_secret_is_packed(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    zipped = {"Accept-Encoding": "gzip"}
    for path in (f"/g/{game}/turns/0/map.svg", "/static/site.css"):
        packed, plain = visitor.get(path, **zipped), visitor.get(path)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert "Content-Encoding" not in plain.headers
    assert "Content-Encoding" not in visitor.get(f"/g/{game}", **zipped).headers


def test_a_stranger_and_the_enemy_do_not_see_a_game(desk: Office) -> None:
    game = desk.begin()
    tom = desk.visitor(desk.tom)
    for path in (f"/g/{game}", f"/g/{game}/turns/0", f"/g/{game}/turns/0/map.svg"):
        assert tom.get(path).status_code == 404
        assert desk.visitor().get(path).status_code in {303, 404}
    assert tom.send("/games", f"/g/{game}/orders", text="S01 hold", do="ready").status_code == 404
    assert tom.send("/games", f"/g/{game}/check", text="S01 hold").status_code == 404
    assert game_page(desk.services, game, SOUTH).stands is None


def test_sealed_orders_and_drafts_are_on_nobody_elses_page(desk: Office) -> None:
    """Every byte a seat is shown is the same whether the other has ordered or not, secret tokens apart."""
    game = desk.begin(against_aide=False)
    ines, tom = desk.visitor(desk.ines), desk.visitor(desk.tom)
    paths = [f"/g/{game}?tab={tab}" for tab in ("orders", "report", "troops", "standing")]
    paths += [f"/g/{game}/turns/0/map.svg?view={view}" for view in ("whole", "fight", "large")]
    paths += ["/games"]

    def shown() -> list[str]:
        return [TOKEN.sub("", tom.get(path).text) for path in paths]

    before = shown()
    ines.order(game, f"S01 forward 0607 # {SECRET}\nS02 forward 0707\nstanding S04 pursue no", "ready")
    ines.send("/games", f"/g/{game}/check", htmx=True, text=f"S03 forward 0807 # {SECRET}", turn="1")
    assert SECRET in ines.get(f"/g/{game}").text
    for path, then, now in zip(paths, before, shown(), strict=True):
        assert now == then, path
        assert SECRET not in now


def test_each_seat_is_shown_its_own_map(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    for player, side in ((desk.ines, "South"), (desk.tom, "North")):
        visitor = desk.visitor(player)
        assert f"{side} view" in visitor.get(f"/g/{game}/turns/0/map.svg?view=large").text
        assert f"{side} view" in visitor.get(f"/g/{game}").text


def test_maps_are_not_sent_twice(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    first = visitor.get(f"/g/{game}/turns/0/map.svg?view=fight")
    assert first.mimetype == "image/svg+xml"
    assert first.headers["Content-Security-Policy"] == security.PICTURE
    assert "private" in first.headers["Cache-Control"]
    again = visitor.get(f"/g/{game}/turns/0/map.svg?view=fight", **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert not again.data


# --- orders -------------------------------------------------------------------------------------------------------


def test_a_round_fought_without_script(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    assert "You haven’t saved any orders." in visitor.get(f"/g/{game}").text
    answer = visitor.order(game, "S01 forward 0607\r\nS02 forward 0707\r\n")
    assert answer.headers["Location"] == f"/g/{game}?tab=orders"
    page = visitor.get(f"/g/{game}").text
    assert "Saved: version 1, not submitted" in page
    assert "2 orders understood." in page
    answer = visitor.order(game, "S01 forward 0607\nS02 forward 0707", "ready")
    assert answer.headers["Location"] == f"/g/{game}?tab=report"
    page = visitor.get(f"/g/{game}?tab=report").text
    assert "2 of your 2 orders were carried out" in page
    assert "<b>S01</b> Red regiment moved to 0607." in page
    assert "Earlier turn" in visitor.get(f"/g/{game}/turns/0").text


def test_lines_that_need_the_player_are_kept_and_shown(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 forward 0607\nS02 forward 0909\nS9 hold", "ready")
    page = visitor.get(f"/g/{game}").text
    assert "2 lines need you, so your orders are not submitted yet" in page
    assert "“S02 forward 0909”" in page
    assert "There is no stand S9" in page
    assert "SN-4.0d" in page
    assert "S9 hold</textarea>" in page
    stands = game_page(desk.services, game, SOUTH).stands
    assert stands is not None
    assert (stands.text, stands.final) == ("S01 forward 0607", False)
    visitor.send(
        "/games", f"/g/{game}/orders", text="S01 forward 0607\nS02 forward 0909\nS9 hold", turn="1", fix="2 S02 hold"
    )
    assert game_page(desk.services, game, SOUTH).draft == "S01 forward 0607\nS02 hold\nS9 hold"


def test_a_button_of_a_stand_writes_its_line(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    answer = visitor.send(
        "/games", f"/g/{game}/orders", text="group Foot hold\nS01 forward 0607\nS04 hold", turn="1", line="S01 turn 2"
    )
    assert answer.headers["Location"] == f"/g/{game}?tab=orders&open=S01#card"
    assert game_page(desk.services, game, SOUTH).draft == "group Foot hold\nS01 turn 2\nS04 hold"
    assert game_page(desk.services, game, SOUTH).stands is None


def test_every_button_of_a_card_is_taken(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    for _ in range(4):
        page = game_page(desk.services, game, SOUTH)
        codes = [unit.code for unit in page.told.mine if not unit.gone]
        cards = [visitor.get(f"/g/{game}/stands/{code}", **{"HX-Request": "true"}).text for code in codes]
        offered = re.findall(r'name="line" value="([^"]+)"', "".join(cards))
        assert len(offered) > 10
        for line in offered:
            reading = check(desk.services, game, SOUTH, line).reading
            assert reading is not None
            assert (len(reading.understood), reading.problems) == (1, ()), line
        charge = [line for line in offered if "charge" in line or "forward" in line]
        visitor.order(game, "\n".join({line[:3]: line for line in charge}.values()), "ready", page.turn)
    assert game_page(desk.services, game, SOUTH).number == 4


def test_the_live_check_answers_a_part_and_keeps_the_draft(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    part = visitor.send("/games", f"/g/{game}/check", htmx=True, text="S01 forwrad 0607", turn="1")
    assert "<html" not in part.text
    assert 'id="understood"' in part.text
    assert "not readable" in part.text
    assert game_page(desk.services, game, SOUTH).draft == "S01 forwrad 0607"
    assert "S01 forwrad 0607" in visitor.get(f"/g/{game}").text


def test_not_ready_withdraw_and_extend(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 hold", "ready")
    assert "Your orders are in" in visitor.get(f"/g/{game}").text
    visitor.order(game, "", "not-ready")
    page = game_page(desk.services, game, SOUTH)
    assert page.stands is not None
    assert not page.stands.final
    before = page.due
    visitor.order(game, "", "extend")
    after = game_page(desk.services, game, SOUTH).due
    assert before is not None
    assert after is not None
    assert after.at > before.at
    visitor.order(game, "", "withdraw")
    assert game_page(desk.services, game, SOUTH).stands is None


def test_a_form_of_an_earlier_turn_is_not_applied_but_given_back(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 forward 0607", "ready")
    answer = visitor.order(game, "S02 forward 0707", "ready", turn=1)
    assert answer.status_code == 409
    assert "S02 forward 0707" in answer.text
    assert "Put these lines into round 2" in answer.text
    assert game_page(desk.services, game, SOUTH).number == 1
    answer = visitor.order(game, "S02 forward 0707", "carry", turn=2)
    assert answer.status_code == 303
    page = game_page(desk.services, game, SOUTH)
    assert (page.draft, page.stands) == ("S02 forward 0707", None)


def test_late_orders_are_given_back(desk: Office) -> None:
    game = desk.begin(Options(every=1, grace=2), against_aide=False)
    visitor = desk.visitor(desk.ines)
    desk.later(days=3)
    answer = visitor.order(game, "S01 forward 0607", "ready")
    assert answer.status_code == 409
    assert "the deadline was" in answer.text
    assert "S01 forward 0607" in answer.text


def test_orders_too_long_to_be_read_are_given_back(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    long = "S01 hold\n" * (LONGEST_TEXT // 8)
    answer = visitor.order(game, long, "ready")
    assert answer.status_code == 413
    assert "Send the order lines alone" in answer.text


def test_what_no_line_can_hold_is_left_out(desk: Office) -> None:
    game = desk.begin()
    desk.visitor(desk.ines).order(game, "S01 hold\x00\x1b[31m\rS02 hold")
    stands = game_page(desk.services, game, SOUTH).stands
    assert stands is not None
    assert stands.text == "S02 hold" or "S02 hold" in stands.text


def test_text_of_a_player_is_never_markup(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S02 hold\nS03 <script>alert(1)</script></textarea>\nS01 hold", "save")
    page = visitor.get(f"/g/{game}").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&lt;/textarea&gt;" in page


def test_questions_are_answered_by_radios(desk: Office) -> None:
    game = desk.begin(Options(pace="ask me", zone="Europe/Madrid"))
    visitor = desk.visitor(desk.ines)
    html = visitor.get(f"/g/{game}").text
    page = game_page(desk.services, game, SOUTH)
    asked = 0
    for _ in range(60):
        answers = re.findall(r'name="answer" value="([^"]*)"', html)
        if answers:
            asked += 1
            assert page.asked.rstrip(".")[:20] in html.replace("&#39;", "'")
            sent = visitor.send("/games", f"/g/{game}/orders", do="answer", answer=answers[0], turn=str(page.turn))
        else:
            cards = [visitor.get(f"/g/{game}?open={unit.code}").text for unit in page.told.mine]
            lines = re.findall(r'name="line" value="([^"]+)"', "".join(cards))
            marches = {line[:3]: line for line in lines if "forward" in line or "charge" in line}
            sent = visitor.order(game, "\n".join(marches.values()), "ready", page.turn)
        assert sent.status_code == 303, sent.text
        page = game_page(desk.services, game, SOUTH)
        html = visitor.get(f"/g/{game}?tab=orders").text
        if asked > 3 or page.state != "running":
            break
    assert asked > 3


@pytest.mark.parametrize("text", ["hello there", "S9 hold"])
@pytest.mark.parametrize("do", ["save", "ready"])
def test_a_text_without_orders_is_never_made_the_default(desk: Office, text: str, do: str) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, text, do)
    page = game_page(desk.services, game, SOUTH)
    assert (page.number, page.stands, page.draft) == (0, None, text)
    assert "Nothing in your text could be taken" in visitor.get(f"/g/{game}").text


def test_a_first_sign_in_asks_for_a_name_and_takes_the_zone_of_the_browser(desk: Office) -> None:
    new = seats.ensure_player(desk.services, "new@example.org", "Player One")
    visitor, link = desk.visitor(), desk.link(new)
    assert 'name="name"' in visitor.get(link).text
    assert visitor.send(link, link, name="Nora Field", zone="Asia/Tokyo").status_code == 303
    found = seats.player(desk.services, new)
    assert found is not None
    assert (found.name, found.zone, found.newcomer) == ("Nora Field", "Asia/Tokyo", False)
    link = desk.link(new)
    assert 'name="name"' not in visitor.get(link).text
    visitor.send(link, link, name="Another", zone="Europe/Paris")
    assert seats.player(desk.services, new) == found


@pytest.mark.parametrize(("name", "zone"), [("", ""), ("You", "Mars/Olympus"), ("new@example.org", "../etc")])
def test_a_first_sign_in_goes_on_without_a_name_that_can_be_used(desk: Office, name: str, zone: str) -> None:
    new = seats.ensure_player(desk.services, "new@example.org", "Player One")
    visitor, link = desk.visitor(), desk.link(new)
    assert visitor.send(link, link, name=name, zone=zone).status_code == 303
    found = seats.player(desk.services, new)
    assert found is not None
    assert (found.name, found.zone) == ("Player One", "UTC")
    assert ('class="note is-bad' in visitor.get("/games").text) == bool(name)


def test_a_deadline_is_told_once_in_the_readers_zone(desk: Office) -> None:
    game = desk.begin(Options(zone="UTC"), against_aide=False)
    for path, where in ((f"/g/{game}", 'class="situation'), ("/games", 'class="deadline')):
        for player, hour in ((desk.ines, "CEST"), (desk.tom, "BST")):
            deadline = plain(desk.visitor(player).get(path).text.partition(where)[2].partition("</div>")[0])
            assert len(re.findall(r"\d\d:\d\d", deadline)) == 1, deadline
            assert f" {hour} " in deadline


def test_games_that_look_alike_are_told_apart_in_the_list(desk: Office) -> None:
    for _ in range(3):
        desk.begin()
        desk.later(days=1)
    desk.begin(against_aide=False)
    new_game(desk.services, "onehour/harrow-down", {SOUTH: desk.ines, NORTH: None}, Options())
    page = desk.visitor(desk.ines).get("/games").text
    rows = [plain(one) for one in re.findall(r"<h3>.*?</p>", page, re.DOTALL)]
    assert len(rows) == len(set(rows)) == 5
    assert sum("no. " in one for one in rows) == 3
    for one in rows:
        assert re.search(
            r"(Snaphance|One-hour pike and shot), .* against (the aide-de-camp|Tom Averell), since ", one
        ), one


def test_a_report_shows_when_the_battle_began_to_a_seat_not_yet_asked(desk: Office) -> None:
    game = new_game(desk.services, "onehour/harrow-down", {SOUTH: desk.ines, NORTH: desk.tom}, Options())
    began = desk.clock.at
    desk.later(hours=30)
    pages = [game_page(desk.services, game, seat) for seat in (SOUTH, NORTH)]
    assert [one.told_at for one in pages] == [began, began]
    assert None in [one.ask for one in pages]


def test_no_answer_is_not_the_default(desk: Office) -> None:
    game = desk.begin(Options(pace="ask me", zone="Europe/Madrid"))
    visitor = desk.visitor(desk.ines)
    assert visitor.send("/games", f"/g/{game}/orders", do="answer", turn="1").status_code == 303
    assert "Choose one of the answers." in visitor.get(f"/g/{game}").text
    page = game_page(desk.services, game, SOUTH)
    assert (page.turn, page.stands) == (1, None)


def test_a_question_may_be_answered_in_words_too(desk: Office) -> None:
    game = desk.begin(Options(pace="ask me", zone="Europe/Madrid"))
    visitor = desk.visitor(desk.ines)
    for _ in range(20):
        page = game_page(desk.services, game, SOUTH)
        if 'name="words"' in visitor.get(f"/g/{game}?tab=orders").text:
            break
        visitor.order(game, "S01 forward 0607\nS04 forward 0907", "ready", page.turn)
    sent = visitor.send("/games", f"/g/{game}/orders", do="answer", words="nonsense", answer="", turn=str(page.turn))
    assert sent.status_code == 303
    assert game_page(desk.services, game, SOUTH).turn == page.turn  # not taken, and said so
    assert "nothing has changed" in visitor.get(f"/g/{game}").text
    words = page.form[0].order
    visitor.send("/games", f"/g/{game}/orders", do="answer", words=words, turn=str(page.turn))
    assert game_page(desk.services, game, SOUTH).turn > page.turn


# --- errors -------------------------------------------------------------------------------------------------------


def test_a_form_without_its_token_is_refused_and_its_text_given_back(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    for path in ("/sign-in", "/sign-out", f"/g/{game}/orders", f"/g/{game}/check", f"/g/{game}/word"):
        answer = visitor.client.post(path, data={"text": "S01 forward 0607", "do": "ready"})
        assert answer.status_code == 400, path
        assert "This form has expired" in answer.text
        assert "S01 forward 0607" in answer.text
    assert game_page(desk.services, game, SOUTH).stands is None


SIGNED = {"webhook.take_mail", "pausing.stop"}
"""These come from other programs, which sign what they send."""


def test_every_way_to_change_something_wants_a_token(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    posts = [rule for rule in desk.app.url_map.iter_rules() if "POST" in (rule.methods or set())]
    posts = [rule for rule in posts if not rule.endpoint.startswith("api.")]  # those want a key, and know no cookies
    without = {rule.endpoint for rule in posts if rule.endpoint in SIGNED}
    assert without == SIGNED
    for path in (rule.rule for rule in posts if rule.endpoint not in SIGNED):
        answer = visitor.client.post(re.sub("<(?:int:number|token|mail|tag)>", "0", path.replace("<game>", game)))
        assert answer.status_code == 400, path


@pytest.mark.parametrize("fault", [StoreUnavailable("gone"), RuntimeError("a bug")])
def test_when_we_fail_the_text_is_given_back(
    desk: Office, monkeypatch: pytest.MonkeyPatch, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)

    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(orders, "submit", fail)
    answer = visitor.order(game, "S01 forward 0607", "ready")
    assert answer.status_code == (503 if isinstance(fault, StoreUnavailable) else 500)
    assert "S01 forward 0607" in answer.text
    reference = re.search(r"Reference (\w{6})", answer.text)
    assert reference is not None
    assert reference[1] in caplog.text
    assert "a bug" not in answer.text


def test_a_database_that_is_gone_gives_a_page_of_its_own(desk: Office) -> None:
    desk.begin()
    visitor = desk.visitor(desk.ines)
    desk.services.db.close()
    for path in desk.services.config.data_dir.glob("web.db*"):
        path.unlink()
    (desk.services.config.data_dir / "web.db").mkdir()
    answer = visitor.get("/games")
    assert answer.status_code == 503
    assert "Briefly unavailable" in answer.text
    assert answer.headers["Retry-After"] == "60"


def test_wrong_methods_and_addresses(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    assert visitor.get(f"/g/{game}/orders").status_code == 405
    assert visitor.get("/nowhere").status_code == 404
    answer = visitor.get(f"/g/{game}/turns/7")
    assert answer.status_code == 404
    assert "There is no report 7" in answer.text


# --- outbox, dice, help -------------------------------------------------------------------------------------------


def test_the_outbox_shows_mails_as_they_were_sent(desk: Office) -> None:
    desk.begin()
    draw_some(desk.services)
    visitor = desk.visitor()
    listed = visitor.get("/outbox")
    mail = re.search(r'href="(/outbox/k[^"]+)"', listed.text)
    assert mail is not None
    page = visitor.get(mail[1]).text
    assert 'sandbox="allow-top-navigation-by-user-activation"' in page
    assert "ines@example.org" in page
    html = visitor.get(f"{mail[1]}/html")
    assert "sandbox" in html.headers["Content-Security-Policy"]
    assert "data:image/png;base64," in html.text
    raw = visitor.get(f"{mail[1]}/mail.eml")
    assert raw.mimetype == "message/rfc822"
    with desk.services.db.reading() as session:
        assert raw.data in [one.raw for one in session.exec(select(OutMail))]
    part = re.search(rf'href="({mail[1]}/parts/\d+)">([^<]+)', page)
    assert part is not None
    assert visitor.get(part[1]).headers["Content-Disposition"].startswith("attachment")


def test_there_is_no_outbox_elsewhere(tmp_path: Path) -> None:
    with office(tmp_path, built_in=False) as desk:
        desk.begin()
        visitor = desk.visitor(desk.ines)
        with desk.services.db.reading() as session:
            mail = session.exec(select(OutMail)).one().message_id.strip("<>").partition("@")[0]
        for path in ("/outbox", f"/outbox/{mail}", f"/outbox/{mail}/mail.eml", f"/outbox/{mail}/html"):
            assert visitor.get(path).status_code == 404
        assert "/outbox" not in visitor.get("/games").text


def test_a_word_for_the_dice(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    visitor = desk.visitor(desk.ines)
    assert "Your own word for the dice" in visitor.get(f"/g/{game}?tab=report").text
    visitor.send("/games", f"/g/{game}/word", word="gooseberry")
    page = visitor.get(f"/g/{game}?tab=report").text
    assert "gooseberry (south)" in page
    assert "Your own word for the dice" not in page
    visitor.send("/games", f"/g/{game}/word", word="another")
    assert "has added a word already" in visitor.get(f"/g/{game}").text


def test_the_help_has_every_verb(desk: Office) -> None:
    page = desk.visitor().get("/help/orders").text
    for verb in desk.services.rules("snaphance").language.verbs.verbs:
        assert verb.example.replace("<", "&lt;").replace(">", "&gt;") in page, verb.word


ALIKE = 3
"""Links that differ in a word behind their question mark, or in the battle to be begun: so many are followed."""


@pytest.mark.slow
def test_links_lead_somewhere(desk: Office) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 forward 0607", "ready")
    seen: set[str] = set()
    alike: Counter[str] = Counter()
    todo = ["/", f"/g/{game}"]
    while todo:
        path = todo.pop()
        kind = re.sub(r"=[^&]*", "", path) if "?" in path else re.sub(r"^(/new/\w+/|/rules/\w+/id/).*", r"\1", path)
        if path in seen or (kind != path and alike[kind] >= ALIKE):
            continue
        seen.add(path)
        alike[kind] += 1
        shelf = re.fullmatch(r"/scenarios/((?!campaign)\w+/(?!harrow-down)[\w-]+)", path.partition("?")[0])
        if (
            shelf
        ):  # tests/test_web_scenarios.py asks for every battle's page; the links of one of each rule set are enough
            assert shelf[1] in scenario_names(), path
            continue
        answer = visitor.get(path)
        assert answer.status_code == (302 if "/id/" in path else 200), path
        if answer.status_code == 302:
            todo.append(answer.headers["Location"].partition("#")[0])
        elif answer.mimetype == "text/html" and "/html" not in path:
            found = re.findall(r'(?:href|src|srcset)="(/[^"#]*)', answer.text)
            todo += [one.replace("&amp;", "&") for one in found]
    assert len(seen) > 20


def test_my_games_put_what_waits_for_me_first(desk: Office) -> None:
    first, second = desk.begin(against_aide=False), desk.begin(against_aide=False)
    submit(desk.services, first, SOUTH, "S01 hold", "web", "ines", True)
    page = desk.visitor(desk.ines).get("/games").text
    assert page.index("Waiting for you") < page.index(f"/g/{second}") < page.index("Waiting for others")
    assert page.index("Waiting for others") < page.index(f'/g/{first}"')
    assert [card.group for card in my_games(desk.services, desk.ines)] == ["you", "others"]
    assert "CEST" in page
    assert my_games(desk.services, desk.tom)[0].seat == NORTH


def test_a_player_without_games_is_told_what_to_do(desk: Office) -> None:
    assert "No games yet" in desk.visitor(desk.tom).get("/games").text


def test_a_database_query_cannot_be_written_into_a_page_address(desk: Office) -> None:
    desk.begin()
    visitor = desk.visitor(desk.ines)
    assert visitor.get("/g/' OR 1=1 --").status_code == 404
    assert visitor.get("/outbox/%25").status_code == 404
    with desk.services.db.reading() as session:
        assert session.connection().execute(sql("SELECT count(*) FROM game")).scalar() == 1


def test_pages_are_compiled_once_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with office(tmp_path) as desk:
        create_app(services=desk.services, compiled=True)
        monkeypatch.setattr(Environment, "compile", None)
        create_app(services=desk.services, compiled=True)


def test_pages_compiled_by_an_earlier_process_are_used_until_their_text_changes(tmp_path: Path) -> None:
    def compiled(text: str) -> list[str]:
        """Which templates a new process compiles."""
        (tmp_path / "one.html").write_text(text)
        seen: list[str] = []

        class Watched(Environment):
            def compile(self, source: Any, name: Any = None, *rest: Any, **more: Any) -> Any:  # type: ignore[override]  # both of its forms
                seen.append(str(name))
                return super().compile(source, name, *rest, **more)

        made = Watched(loader=FileSystemLoader(tmp_path), bytecode_cache=CompiledPages(tmp_path / "kept"))
        assert made.get_template("one.html").render() == text
        return seen

    assert compiled("a") == ["one.html"]
    assert compiled("a") == []
    assert compiled("b") == ["one.html"]


def test_where_compiled_pages_cannot_be_kept_they_are_compiled(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = CompiledPages(tmp_path / "file" / "kept")
    made = Environment(loader=DictLoader({"one": "a"}), bytecode_cache=kept)
    assert made.get_template("one").render() == "a"
