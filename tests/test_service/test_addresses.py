"""Further addresses of a player: confirmed from the address itself, never shared, never a way to mail strangers."""

import json
from dataclasses import replace

import pytest

from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.addresses import (
    ASKED_A_DAY,
    ASKED_AN_HOUR,
    MOST,
    AddressCard,
    AddressRefused,
    BadAddressLink,
    add_by_operator,
    addresses_of,
    ask_address,
    confirm_address,
    look_at_claim,
    owner,
    register_address,
    remove_address,
)  # fmt: skip
from pbem.service.people.seats import ask_sign_in, ensure_player, player, player_by_address
from pbem.store.tables import PlayerId
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED

NEW = "rosa@work.example"
OLD = "red@example.org"


def link_in(office: Office, kind: str = "address") -> str:
    """The token of the link in the newest mail of a kind."""
    mail = json.loads(office.mails(kind)[-1].raw)
    (button,) = [block for block in mail["letter"]["sections"][0]["blocks"] if block["type"] == "button"]
    token: str = button["url"].rpartition("/")[2]
    return token


def owner_of(office: Office, address: str) -> PlayerId | None:
    with office.services.db.reading() as session:
        found = owner(session, address)
    return found.id if found else None


@pytest.fixture
def red(lite: Office) -> PlayerId:
    return lite.players[RED]


def test_an_address_counts_once_its_link_was_used(office: Office) -> None:
    red = office.players[RED]
    assert ask_address(office.services, red, " Rosa@Work.EXAMPLE ") == NEW
    (asked,) = office.mails("address")
    (told,) = office.mails("notice")
    assert (asked.recipient, asked.player) == (NEW, None)
    assert (told.recipient, told.player) == (OLD, red)
    assert NEW.encode() in told.raw
    assert b"/addresses/" not in told.raw  # the link goes to the new address alone
    assert owner_of(office, NEW) is None
    assert addresses_of(office.services, red) == (AddressCard(OLD, True, True), AddressCard(NEW, False, False))
    claim = look_at_claim(office.services, link_in(office))
    assert (claim.player, claim.email) == ("Rosa Red", NEW)
    assert owner_of(office, NEW) is None  # looking confirms nothing
    confirm_address(office.services, link_in(office))
    assert owner_of(office, NEW) == owner_of(office, OLD) == red
    assert addresses_of(office.services, red)[1] == AddressCard(NEW, False, True)
    confirm_address(office.services, link_in(office))
    assert ensure_player(office.services, NEW, "Somebody") == red


def test_signing_in_by_any_address_is_signing_in_as_oneself(lite: Office, red: PlayerId) -> None:
    ask_address(lite.services, red, NEW)
    assert not ask_sign_in(lite.services, NEW)
    confirm_address(lite.services, link_in(lite))
    assert ask_sign_in(lite.services, NEW)
    (mail,) = lite.mails("sign-in")
    assert (mail.recipient, mail.player) == (NEW, red)


def test_a_link_holds_for_three_days_and_for_what_was_asked_last(lite: Office, red: PlayerId) -> None:
    ask_address(lite.services, red, NEW)
    first = link_in(lite)
    lite.later(days=2)
    ask_address(lite.services, red, NEW)
    with pytest.raises(BadAddressLink, match="requested again"):
        confirm_address(lite.services, first)
    lite.later(days=3)
    with pytest.raises(BadAddressLink):
        look_at_claim(lite.services, link_in(lite))
    with pytest.raises(BadAddressLink):
        confirm_address(lite.services, link_in(lite))
    assert addresses_of(lite.services, red) == (AddressCard(OLD, True, True),)
    for forged in ("", "x", first[:-2], f"{first}x"):
        with pytest.raises(BadAddressLink, match="not one of ours"):
            look_at_claim(lite.services, forged)


def test_no_two_players_share_an_address(lite: Office, red: PlayerId) -> None:
    blue = lite.players[BLUE]
    for address in ("blue@example.org", "Blue@EXAMPLE.org"):
        with pytest.raises(AddressRefused, match="in use here already") as refused:
            ask_address(lite.services, red, address)
        assert "Ben" not in str(refused.value)
    ask_address(lite.services, red, NEW)
    of_red = link_in(lite)
    lite.later(minutes=1)
    ask_address(lite.services, blue, NEW)  # nobody's yet: whoever reads it decides
    confirm_address(lite.services, link_in(lite))
    assert owner_of(lite, NEW) == blue
    with pytest.raises(BadAddressLink):
        confirm_address(lite.services, of_red)
    with pytest.raises(AddressRefused, match="in use here already"):
        ask_address(lite.services, red, NEW)


def test_an_address_that_was_registered_meanwhile_cannot_be_confirmed(lite: Office, red: PlayerId) -> None:
    ask_address(lite.services, red, NEW)
    other = ensure_player(lite.services, NEW, "Somebody else")
    with pytest.raises(BadAddressLink, match="in use here already"):
        confirm_address(lite.services, link_in(lite))
    assert owner_of(lite, NEW) == other


@pytest.mark.parametrize("ours", ["orders@pbem.localhost", "Orders+x@pbem.localhost"])
def test_the_order_address_is_nobodys(lite: Office, red: PlayerId, ours: str) -> None:
    with pytest.raises(AddressRefused, match="address of this service"):
        ask_address(lite.services, red, ours)


def test_one_has_so_many_addresses_and_no_more(lite: Office, red: PlayerId) -> None:
    for number in range(MOST):
        ask_address(lite.services, red, f"{number}@work.example")
        confirm_address(lite.services, link_in(lite))
        lite.later(hours=1)
    with pytest.raises(AddressRefused, match="the most"):
        ask_address(lite.services, red, NEW)
    remove_address(lite.services, red, "0@work.example")
    ask_address(lite.services, red, NEW)


def test_confirmations_are_not_mailed_without_end(lite: Office, red: PlayerId) -> None:
    for number in range(ASKED_AN_HOUR):
        ask_address(lite.services, red, f"{number}@work.example")
        remove_address(lite.services, red, f"{number}@work.example")
    with pytest.raises(AddressRefused, match="within the hour"):
        ask_address(lite.services, red, NEW)
    lite.later(hours=1)
    for _ in range(ASKED_A_DAY):
        ask_address(lite.services, red, NEW)
        lite.later(minutes=10)
    with pytest.raises(AddressRefused, match="within a day"):
        ask_address(lite.services, lite.players[BLUE], NEW)
    assert len(lite.mails("address")) == ASKED_AN_HOUR + ASKED_A_DAY


def test_removing_one(lite: Office, red: PlayerId) -> None:
    ask_address(lite.services, red, NEW)
    link = link_in(lite)
    with pytest.raises(AddressRefused, match="not one of your addresses"):
        remove_address(lite.services, lite.players[BLUE], NEW)
    remove_address(lite.services, red, NEW)
    with pytest.raises(BadAddressLink):
        confirm_address(lite.services, link)
    with pytest.raises(AddressRefused, match="before you remove it"):
        remove_address(lite.services, red, OLD)


def test_another_address_becomes_the_registered_one(office: Office) -> None:
    red = office.players[RED]
    ask_address(office.services, red, NEW)
    with pytest.raises(AddressRefused, match="not confirmed as yours"):
        register_address(office.services, red, NEW)
    confirm_address(office.services, link_in(office))
    with pytest.raises(AddressRefused, match="not confirmed as yours"):
        register_address(office.services, office.players[BLUE], NEW)
    office.later(minutes=1)
    register_address(office.services, red, NEW)
    card = player(office.services, red)
    assert card is not None
    assert card.email == NEW
    assert owner_of(office, OLD) == red
    assert [mail.recipient for mail in office.mails("notice")][1:] == [OLD, NEW]
    remove_address(office.services, red, OLD)
    assert owner_of(office, OLD) is None
    newcomer = ensure_player(office.services, OLD, "Somebody new")  # by this address red's own id was made
    assert newcomer != red
    assert player_by_address(office.services, NEW) == card


def test_the_operator_adds_one_by_his_word(lite: Office, red: PlayerId) -> None:
    assert add_by_operator(lite.services, OLD, NEW) == NEW
    assert owner_of(lite, NEW) == red
    (told,) = lite.mails("notice")
    assert told.recipient == OLD
    assert lite.mails("address") == []
    with pytest.raises(AddressRefused, match="no player has"):
        add_by_operator(lite.services, "nobody@example.org", "x@example.org")
    with pytest.raises(AddressRefused, match="in use here already"):
        add_by_operator(lite.services, "blue@example.org", NEW)
    with pytest.raises(AddressRefused, match="already"):
        add_by_operator(lite.services, OLD, NEW)


def test_the_mails_can_be_sent(lite: Office, red: PlayerId) -> None:
    services = replace(lite.services, compose=compose_mail)
    ask_address(services, red, NEW)
    asked, told = (mail.raw.decode() for mail in lite.mails("address", "notice"))
    assert f"To: Rosa Red <{NEW}>" in asked
    assert "Is this address yours?" in asked
    assert NEW in told


def test_a_link_outlives_the_secret_it_was_made_with(lite: Office, red: PlayerId) -> None:
    ask_address(lite.services, red, NEW)
    old, new = lite.services.config.secret, "n" * 40
    changed = replace(lite.services, config=replace(lite.services.config, secret=new))
    with pytest.raises(BadAddressLink, match="not one of ours"):
        confirm_address(changed, link_in(lite))
    known = replace(lite.services, config=replace(lite.services.config, secret=new, old_secrets=(old,)))
    assert confirm_address(known, link_in(lite)).email == NEW
