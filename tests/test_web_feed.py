"""A player's feed: Atom that readers take, the same names for the same things, and no more than its owner may know."""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from pbem.engine.ids import GameId
from pbem.service.play.pages import game_page
from tests.web_offices import SOUTH, Office, Visitor, office

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def game(here: Office) -> GameId:
    return here.begin(against_aide=False)


def address(visitor: Visitor, here: Office) -> str:
    """Where the feed is, as the account page says."""
    told = re.search(rf">{here.services.config.base_url}(/feed/[^<]+)</a>", visitor.get("/account").text)
    return told[1] if told else ""


@pytest.fixture
def feed(here: Office) -> str:
    ines = here.visitor(here.ines)
    assert address(ines, here) == ""
    ines.send("/account", "/account/feed", do="make")
    return address(ines, here)


def read(here: Office, feed: str) -> Element:
    """The feed, as somebody reads it who is not signed in."""
    answer = here.visitor().get(feed)
    assert (answer.status_code, answer.mimetype) == (200, "application/atom+xml")
    return fromstring(answer.data)


def text(element: Element, name: str) -> str:
    return element.findtext(f"{ATOM}{name}", "")


def titles(root: Element) -> list[str]:
    return [text(one, "title") for one in root.iter(f"{ATOM}entry")]


def test_it_is_atom(here: Office, game: GameId, feed: str) -> None:
    root = read(here, feed)
    assert root.tag == f"{ATOM}feed"
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Battles by Post"
    links = {one.get("rel"): one.get("href") for one in root.findall(f"{ATOM}link")}
    assert links["self"] == f"http://127.0.0.1:8000{feed}"
    entries = list(root.iter(f"{ATOM}entry"))
    assert entries
    names = [text(one, "id") for one in (root, *entries)]
    assert all(name.startswith("urn:uuid:") for name in names)
    assert len(set(names)) == len(names)
    for one in (root, *entries):
        assert datetime.fromisoformat(text(one, "updated")).tzinfo is not None
        assert text(one, "title")
    for one in entries:
        (link,) = one.findall(f"{ATOM}link")
        assert link.get("href", "").startswith(f"http://127.0.0.1:8000/g/{game}")
        assert text(one, "summary")


def test_it_tells_reports_what_is_wanted_and_the_end(here: Office, game: GameId, feed: str) -> None:
    assert titles(read(here, feed)) == ["Harrow Down: orders needed", "Harrow Down: how it begins"]
    (wanted, report) = read(here, feed).iter(f"{ATOM}entry")
    assert text(wanted, "summary") == "Due Thu 14 May, 20:00 CEST (18:00 UTC)."
    here.later(hours=1)
    for player in (here.ines, here.tom):
        here.visitor(player).order(game, "", "ready")
    later = read(here, feed)
    assert titles(later) == [
        "Harrow Down: orders needed", "Harrow Down: your report up to round 2", "Harrow Down: how it begins",
    ]  # fmt: skip
    assert text(report, "id") in [text(one, "id") for one in later.iter(f"{ATOM}entry")]
    assert text(wanted, "id") not in [text(one, "id") for one in later.iter(f"{ATOM}entry")]
    assert text(later, "updated") > text(wanted, "updated")
    for link in later.iter(f"{ATOM}link"):
        path = link.get("href", "").removeprefix("http://127.0.0.1:8000")
        assert here.visitor(here.ines).get(path).status_code == 200, path


def test_what_is_done_is_wanted_no_more(here: Office, game: GameId, feed: str) -> None:
    here.visitor(here.ines).order(game, "", "ready")
    assert titles(read(here, feed)) == ["Harrow Down: how it begins"]


def test_it_holds_nothing_of_what_reports_say_nor_of_other_players(here: Office, game: GameId, feed: str) -> None:
    body = here.visitor().get(feed).text
    here.visitor(here.tom).order(game, "N01 hold", "ready")
    assert here.visitor().get(feed).text == body
    page = game_page(here.services, game, SOUTH)
    for secret in (*(one.code for one in page.told.mine), "ines@", "tom@", "Tom", here.tom):
        assert secret not in body


def test_who_does_not_know_its_address_does_not_find_it(here: Office, game: GameId, feed: str) -> None:
    for path in ("/feed/.atom", "/feed/x.atom", f"/feed/{here.ines}.atom", feed[:-6] + "x.atom"):
        assert here.visitor().get(path).status_code == 404
    ines = here.visitor(here.ines)
    ines.send("/account", "/account/feed", do="make")
    assert here.visitor().get(feed).status_code == 404  # it has another address
    assert (newer := address(ines, here)) != feed
    assert text(read(here, newer), "id")
    ines.send("/account", "/account/feed", do="end")
    assert here.visitor().get(newer).status_code == 404
    assert "Create a feed" in ines.get("/account").text


def test_a_reader_that_has_it_is_not_sent_it_again(here: Office, game: GameId, feed: str) -> None:
    tag = here.visitor().get(feed).headers["ETag"]
    assert here.visitor().get(feed, **{"If-None-Match": tag}).status_code == 304
