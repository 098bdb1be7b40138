"""Becoming a player by asking for it."""

import re
from dataclasses import replace

import pytest

from pbem.service.lobby import joining
from pbem.service.lobby.joining import ask_to_join, join, look_at_join
from pbem.service.people.seats import BadLink, ask_sign_in, player_by_address
from tests.test_service.conftest import Office


@pytest.fixture
def house(lite: Office) -> Office:
    """Open to everybody."""
    return replace(lite, services=replace(lite.services, config=replace(lite.services.config, join="open")))


def token(office: Office) -> str:
    found = re.search(rb"/join/([\w.-]+)", office.mails("sign-in")[-1].raw)
    assert found is not None
    return found[1].decode()


def test_a_stranger_becomes_a_player_by_a_link_that_is_good_once(house: Office) -> None:
    assert ask_to_join(house.services, "Nora@Example.org")
    assert player_by_address(house.services, "nora@example.org") is None  # nothing is kept of who only asks
    link = token(house)
    assert look_at_join(house.services, link) == "nora@example.org"
    card = join(house.services, link, " Nora  Nye ", "Europe/London")
    assert (card.name, card.email, card.zone) == ("Nora Nye", "nora@example.org", "Europe/London")
    with pytest.raises(BadLink, match="has been used"):
        join(house.services, link, "Somebody", "UTC")
    assert not ask_to_join(house.services, "nora@example.org")
    assert ask_sign_in(house.services, "nora@example.org")


def test_nobody_joins_where_only_the_invited_play(lite: Office, house: Office) -> None:
    assert not ask_to_join(lite.services, "nora@example.org")
    assert lite.mails() == []
    ask_to_join(house.services, "nora@example.org")
    with pytest.raises(BadLink):
        join(lite.services, token(house), "Nora", "UTC")


def test_old_and_forged_links_hold_nothing(house: Office) -> None:
    ask_to_join(house.services, "nora@example.org")
    link = token(house)
    with pytest.raises(BadLink, match="not one of ours"):
        look_at_join(house.services, "forged")
    house.later(minutes=21)
    with pytest.raises(BadLink, match="20 minutes"):
        look_at_join(house.services, link)


def test_strangers_are_mailed_few_links(house: Office) -> None:
    sent = [ask_to_join(house.services, "nora@example.org") for _ in range(joining.ADDRESS_AN_HOUR + 1)]
    assert sent == [True] * joining.ADDRESS_AN_HOUR + [False]
    others = [ask_to_join(house.services, f"n{number}@example.org") for number in range(joining.ALL_AN_HOUR)]
    assert others.count(True) == joining.ALL_AN_HOUR - joining.ADDRESS_AN_HOUR
    house.later(hours=1, minutes=1)
    assert ask_to_join(house.services, "nora@example.org")
    assert not ask_to_join(house.services, "nonsense")
    assert not ask_to_join(house.services, "red@example.org")
    assert not ask_to_join(house.services, "orders+abc@pbem.localhost")
