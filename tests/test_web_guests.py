"""A battle tried without an account: what a guest may do and may not, how it is kept, and when it is removed."""

import re
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.engine.ids import GameId
from pbem.rulesets import rule_sets
from pbem.scenarios import Loaded, load_scenario, scenario_names
from pbem.service.lobby.guests import GUEST_LASTS, purge
from pbem.service.lobby.showcase import SHOWCASE, fight_showcase, to_watch
from pbem.service.people.seats import ensure_player
from pbem.service.play.pages import game_page
from pbem.store.tables import Game, Guest, OutMail, Player, Record, Use
from tests.web_offices import SOUTH, Office, Visitor, office, plain


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def tried(visitor: Visitor, battle: str = "", zone: str = "") -> str:
    """The path of the battle a visitor has begun."""
    answer = visitor.send("/", "/try", battle=battle, zone=zone)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def rows(desk: Office) -> dict[str, int]:
    with desk.services.db.reading() as session:
        every = [one for one in Record.metadata.sorted_tables if one.name != Use.__tablename__]
        return {one.name: len(session.connection().execute(one.select()).all()) for one in every}


def guest_of(desk: Office) -> Player:
    with desk.services.db.reading() as session:
        return session.get_one(Player, session.exec(select(Guest.player)).one())


def test_a_guest_finds_the_way_to_keep_the_battle_on_its_page_and_hears_of_its_turns(desk: Office) -> None:
    visitor = desk.visitor()
    game = tried(visitor)
    assert re.search(
        r'<header class="one-line">.*?href="/keep">Keep this battle</a>.*?</header>', visitor.get(game).text, re.DOTALL
    )
    assert visitor.get("/keep").status_code == 200
    assert visitor.get(f"{game}/pulse").status_code == 200


# --- the front page -----------------------------------------------------------------------------------------------


def test_the_front_page_says_what_this_is_and_has_a_battle_to_try_and_one_to_watch(desk: Office) -> None:
    before = rows(desk)
    page = plain(desk.visitor().get("/").text)
    assert "Try a battle now" in page
    assert "Watch a battle" not in page
    assert rows(desk) == before
    fight_showcase(desk.services)
    front = desk.visitor().get("/").text
    assert "fought between two aides-de-camp" in plain(front)
    watched = re.findall(rf'href="(/g/{SHOWCASE}[^"]*)"', front)
    assert watched
    for path in watched:
        assert desk.visitor().get(path).status_code == 200, path
    once = rows(desk)
    fight_showcase(desk.services)
    assert rows(desk) == once


def test_workers_that_start_together_fight_one_battle_to_watch_without_a_complaint(
    desk: Office, caplog: pytest.LogCaptureFixture
) -> None:
    both, begun = threading.Barrier(2), threading.local()

    def loads(name: str, options: Mapping[str, str]) -> Loaded:
        if not hasattr(begun, "yes"):
            begun.yes = True
            both.wait(30)
        return load_scenario(name, options)

    services = replace(desk.services, scenarios=loads)
    with ThreadPoolExecutor(2) as workers:
        list(workers.map(fight_showcase, (services, services)))
    assert to_watch(services) == SHOWCASE
    assert caplog.messages == []


def test_a_battle_can_be_tried_only_where_anybody_may_become_a_player(tmp_path: Path) -> None:
    with office(tmp_path, built_in=False) as desk:
        visitor = desk.visitor()
        assert "Try a battle now" not in visitor.get("/").text
        assert visitor.send("/sign-in", "/try").status_code == 429
        assert rows(desk)["guest"] == 0


# --- the guest ----------------------------------------------------------------------------------------------------


def test_a_guest_plays_their_battle_and_gets_no_mail(desk: Office) -> None:
    visitor = desk.visitor()
    game = tried(visitor, zone="Asia/Tokyo").removeprefix("/g/")
    assert "S01" in plain(visitor.get(f"/g/{game}").text)
    assert "guest.invalid" not in visitor.get("/games").text
    assert visitor.send("/keep", f"/g/{game}/orders", text="all hold", do="ready", turn="1").status_code in {200, 303}
    assert game_page(desk.services, GameId(game), SOUTH).number == 1
    assert guest_of(desk).zone == "Asia/Tokyo"
    with desk.services.db.reading() as session:
        assert session.exec(select(OutMail)).all() == []


def test_every_set_of_rules_can_be_tried(desk: Office) -> None:
    offered = re.findall(r'name="battle" value="([^"]+)"', desk.visitor().get("/").text)
    with_it = [name for name in rule_sets() if f"{name}/harrow-down" in scenario_names()]
    assert sorted(one.partition("/")[0] for one in offered) == sorted(with_it)
    visitor = desk.visitor()
    game = tried(visitor, battle=offered[1]).removeprefix("/g/")
    with desk.services.db.reading() as session:
        assert session.get_one(Game, game).scenario == offered[1]


def test_a_guest_may_do_nothing_that_reaches_others(desk: Office) -> None:
    other = desk.begin(against_aide=False)
    visitor = desk.visitor()
    game = tried(visitor)
    before = rows(desk)
    for path in ("/account", "/mail", "/account/keys", "/new", "/open", "/away", f"{game}/letters", f"{game}/table"):
        answer = visitor.get(path)
        assert answer.status_code == 403, path
        assert "Keep my battle" in answer.text
    for path in ("/new/snaphance/harrow-down", "/new/snaphance/harrow-down/solo", "/account/keys", "/account/me",
                 f"{game}/letters", "/mail/addresses"):  # fmt: skip
        assert visitor.send("/keep", path, do="make", text="hello").status_code in {403, 404, 405}, path
    assert rows(desk) == before
    assert visitor.get(f"/g/{other}").status_code == 404
    assert desk.visitor(desk.ines).get(game).status_code == 404


def test_one_battle_an_hour_is_begun_from_one_network(desk: Office) -> None:
    visitor = desk.visitor()
    game = tried(visitor)
    assert visitor.send("/keep", "/try").location == "/games", "a guest has one already"
    refused = desk.visitor().send("/", "/try")
    assert refused.status_code == 429
    assert "less than an hour ago" in refused.text
    elsewhere = desk.visitor()
    elsewhere.client.environ_base["HTTP_X_FORWARDED_FOR"] = "203.0.113.9, 198.51.100.7"
    assert tried(elsewhere) != game
    direct = desk.visitor()
    direct.client.environ_base.update(REMOTE_ADDR="198.51.100.7", HTTP_X_FORWARDED_FOR="203.0.113.77")
    assert direct.send("/", "/try").status_code == 429, "only a proxy on this machine is believed"
    desk.later(minutes=61)
    assert tried(desk.visitor())
    with desk.services.db.reading() as session:
        assert not any("127.0.0.1" in one.caller for one in session.exec(select(Guest)).all())


# --- kept, and removed --------------------------------------------------------------------------------------------


def keeping(desk: Office, visitor: Visitor, address: str) -> str:
    """The path in the mail that is sent for keeping a battle; '' for none."""
    assert "on its way" in plain(visitor.send("/keep", "/keep", email=address).text)
    with desk.services.db.reading() as session:
        mail = session.exec(select(OutMail).where(col(OutMail.recipient) == address)).first()
    found = re.search(rb"http://127.0.0.1:8000(/keep/[\w.=-]+)", mail.raw.replace(b"=\r\n", b"")) if mail else None
    return found[1].decode() if found else ""


def test_a_guest_keeps_the_battle_by_a_mailed_link(desk: Office) -> None:
    visitor = desk.visitor()
    game = tried(visitor)
    who = guest_of(desk).id
    link = keeping(desk, visitor, "nora@example.org")
    fresh = desk.visitor()
    assert "nora@example.org" in fresh.get(link).text
    assert fresh.send(link, link, name="Nora Field").location == "/games"
    assert "Harrow Down" in fresh.get(game).text
    assert fresh.get("/account").status_code == 200
    assert visitor.get("/account").status_code == 200, "the first browser is a player's now"
    with desk.services.db.reading() as session:
        found = session.get_one(Player, who)
        assert (found.email, found.name) == ("nora@example.org", "Nora Field")
    assert fresh.send("/account", link).status_code == 410
    desk.later(days=30)
    assert purge(desk.services) == 0
    assert fresh.get(game).status_code == 200


def test_an_address_that_has_an_account_is_not_taken_over(desk: Office) -> None:
    visitor = desk.visitor()
    tried(visitor)
    link = keeping(desk, visitor, "ines@example.org")
    assert desk.visitor().get(link).status_code == 410
    assert desk.visitor().send("/sign-in", link).status_code == 410
    assert ensure_player(desk.services, "ines@example.org", "") == desk.ines


@pytest.mark.parametrize("token", ["nonsense", "WyJwLTEiLCJhQGIuYyIsIngiXQ.x"])
def test_a_link_that_is_not_ours_keeps_nothing(desk: Office, token: str) -> None:
    assert desk.visitor().get(f"/keep/{token}").status_code == 410


def test_a_guest_and_the_battle_are_removed_after_a_week(desk: Office) -> None:
    desk.begin()
    before = rows(desk)
    visitor = desk.visitor()
    game = tried(visitor)
    visitor.send("/keep", f"{game}/orders", text="S01 forward 0607", do="save", turn="1")
    desk.clock.at += GUEST_LASTS - timedelta(minutes=1)
    assert purge(desk.services) == 0
    desk.later(minutes=2)
    assert purge(desk.services) == 1
    assert rows(desk) == before
    assert visitor.get(game).status_code == 303
    assert visitor.get("/").status_code == 200
