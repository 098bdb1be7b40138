"""The account, without script: name, zone, language, chats, ended visits, leaving; nobody changes another's."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.people.chattargets import targets_of
from pbem.service.people.seats import ensure_player
from pbem.store.tables import Player, PlayerId
from tests.web_offices import Office, Visitor, office, plain


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def ines(here: Office) -> Visitor:
    return here.visitor(here.ines)


def row(here: Office, player: PlayerId) -> Player:
    with here.services.db.reading() as session:
        return session.get_one(Player, player)


ME = {"do": "save", "name": "Inés C.", "zone": "Asia/Tokyo", "language": "en"}


# --- whose --------------------------------------------------------------------------------------------------------


def test_nobody_and_no_other_site_changes_anything(here: Office, ines: Visitor) -> None:
    sent = {**ME, "url": "ntfy://x", "address": "ines@example.org"}
    before, nobody = row(here, here.ines), here.visitor()
    for path in ("me", "feed", "notices", "visits", "leave"):
        assert ines.client.post(f"/account/{path}", data=sent).status_code == 400, path  # no secret token
        assert nobody.send("/sign-in", f"/account/{path}", **sent).headers["Location"] == "/sign-in", path
    assert row(here, here.ines) == before


def test_the_page_is_its_readers_own(here: Office, ines: Visitor) -> None:
    ines.send("/account", "/account/notices", do="add", url="ntfy://ines-only")
    page = here.visitor(here.tom).get("/account").text
    assert "ines-only" not in page
    assert "Ines" not in page
    assert "ines@" not in page
    assert here.visitor().get("/account").headers["Location"] == "/sign-in"


def test_the_site_leads_there_and_to_its_other_pages(here: Office, ines: Visitor) -> None:
    page = ines.get("/account").text
    assert '<a href="/account" aria-current="page">Account</a>' in page
    for path in ("/mail", "/account/keys"):
        assert f'<a href="{path}">' in page
        assert '<a href="/account">You</a>' in ines.get(path).text
    assert "/account" not in here.visitor().get("/").text


# --- me -----------------------------------------------------------------------------------------------------------


def test_name_zone_and_language_are_set(here: Office, ines: Visitor) -> None:
    assert ines.send("/account", "/account/me", **ME).headers["Location"] == "/account#me"
    found = row(here, here.ines)
    assert (found.name, found.zone, found.language) == ("Inés C.", "Asia/Tokyo", "en")
    page = ines.get("/account").text
    assert "Saved." in page
    assert 'value="Tokyo, Japan" list="zones"' in page
    assert '<option value="Paris, France" data-zone="Europe/Paris">' in page
    assert '<option value="en" selected>English</option>' in page


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("lisbon", "Europe/Lisbon"), ("New York", "America/New_York"), ("york", "America/New_York"), ("utc", "UTC"),
     ("Kolkata, India", "Asia/Kolkata"), ("Asia/Kolkata", "Asia/Kolkata"), ("portugal, nowhere", "Europe/Madrid"),
     ("asia/tokyo", "Asia/Tokyo")],
)  # fmt: skip
def test_a_zone_is_known_by_its_town(here: Office, ines: Visitor, typed: str, zone: str) -> None:
    ines.send("/account", "/account/me", **{**ME, "zone": typed})
    assert row(here, here.ines).zone == zone


def test_a_town_there_are_several_of_is_asked_about(here: Office, ines: Visitor) -> None:
    ines.send("/account", "/account/me", **{**ME, "zone": "port"})
    page = ines.get("/account").text
    assert "Several cities match: " in page
    assert "Port-au-Prince, Haiti" in page
    assert row(here, here.ines).zone == "Europe/Madrid"


WRONG = (
    {"name": ""}, {"name": "x" * 61}, {"name": "ines@example.org"}, {"name": "a\u202eb"}, {"zone": "Europe/Atlantis"},
    {"zone": "../etc/passwd"}, {"language": "xx"},
)  # fmt: skip


def test_what_cannot_be_is_refused_in_words(here: Office, ines: Visitor) -> None:
    before = row(here, here.ines)
    for wrong in WRONG:
        ines.send("/account", "/account/me", **{**ME, "name": before.name, "zone": before.zone, **wrong})
        assert 'class="note is-bad' in ines.get("/account").text, wrong
        assert row(here, here.ines) == before, wrong
    assert ines.send("/account", "/account/me", do="burn").status_code == 400


# --- chats --------------------------------------------------------------------------------------------------------


def test_a_chat_is_added_tried_and_removed(here: Office, ines: Visitor) -> None:
    ines.send("/account", "/account/notices", do="add", url=" gotifys://push.example.org/SecretToken ")
    page = ines.get("/account").text
    assert "Gotify" in page
    assert "SecretToken" not in page
    assert "Message on its way" in page
    (card,) = targets_of(here.services, here.ines)
    ines.send("/account", "/account/notices", do="try", target=card.id)
    assert targets_of(here.services, here.ines)[0].waiting == 2
    here.visitor(here.tom).send("/account", "/account/notices", do="remove", target=card.id)
    assert targets_of(here.services, here.ines)
    ines.send("/account", "/account/notices", do="remove", target=card.id)
    assert targets_of(here.services, here.ines) == ()


def test_a_chat_nobody_may_be_told_by_is_refused_in_words(here: Office, ines: Visitor) -> None:
    ines.send("/account", "/account/notices", do="add", url="jsons://127.0.0.1/<b>")
    assert "is not on the public internet" in ines.get("/account").text
    assert targets_of(here.services, here.ines) == ()


# --- visits -------------------------------------------------------------------------------------------------------


def test_signing_out_everywhere_ends_every_visit_and_every_link(here: Office, ines: Visitor) -> None:
    elsewhere, tom = here.visitor(here.ines), here.visitor(here.tom)
    link = here.link(here.ines)
    assert ines.send("/account", "/account/visits").headers["Location"] == "/sign-in"
    assert "You are signed out of every browser" in ines.get("/sign-in").text
    for visitor in (ines, elsewhere):
        assert visitor.get("/games").headers["Location"] == "/sign-in"
        assert "Sign out" not in visitor.get("/sign-in").text
    assert here.visitor().get(link).status_code == 410
    assert tom.get("/games").status_code == 200
    assert here.visitor(here.ines).get("/games").status_code == 200  # a new visit


# --- leaving ------------------------------------------------------------------------------------------------------


def test_leaving_is_explained_and_wants_the_address(here: Office, ines: Visitor) -> None:
    here.begin()
    page = plain(ines.get("/account/leave").text)
    assert "Your seats are opened to other players at once: Harrow Down." in page
    there = ines.send("/account/leave", "/account/leave", address="tom@example.org")
    assert there.headers["Location"] == "/account/leave"
    assert "nothing was deleted" in ines.get("/account/leave").text
    assert row(here, here.ines).deleted_at is None


def test_a_deleted_account_is_nobodys(here: Office, ines: Visitor) -> None:
    game, elsewhere, link = here.begin(against_aide=False), here.visitor(here.ines), here.link(here.ines)
    assert ines.send("/account/leave", "/account/leave", address="ines@example.org").headers["Location"] == "/sign-in"
    assert "Your account is deleted." in ines.get("/sign-in").text
    assert elsewhere.get("/games").headers["Location"] == "/sign-in"
    assert here.visitor().get(link).status_code == 410
    page = here.visitor(here.tom).get(f"/g/{game}").text
    assert "Ines" not in re.sub(r"<title>.*?</title>", "", page)
    again = here.visitor(ensure_player(here.services, "ines@example.org", "Ines"))
    assert "No games yet" in again.get("/games").text or "Harrow Down" not in again.get("/games").text
