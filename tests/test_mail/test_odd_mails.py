"""Mails as people really send them, each with what becomes of it."""

from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.ids import Seat
from pbem.mail.reader import MailReader
from pbem.mail.reading import NOT_THE_SUBJECT
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.service.incoming.dryrun import by_mail_room, fresh_battle
from pbem.service.services import Services
from tests.plain_yaml import safe_load
from tests.test_mail.conftest import Office, letter, text_of

US = MailReader("orders@example.test", "mx.example.test")
ODD: dict[str, dict[str, Any]] = {
    one["name"]: one for one in safe_load((Path(__file__).parent.parent / "mail_odd" / "odd.yaml").read_text())
}


@pytest.fixture(scope="module")
def battle() -> Iterator[tuple[Services, TurnRef]]:
    with fresh_battle("snaphance/harrow-down", Seat("south"), US) as begun:
        yield begun


def raw_of(odd: dict[str, Any], to: str, sender: str) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Message-ID"] = sender, to, "<odd@players.test>"
    message["Subject"] = odd.get("subject", "Re: Harrow Down")
    (_, first, *_), *more = odd.get("parts", [["text/plain", odd.get("body", odd.get("html"))]])
    message.set_content(first, subtype="html" if "html" in odd else "plain")
    if odd.get("flowed"):
        message.set_param("format", "flowed")
    for kind, text, name in more:
        message.add_attachment(text, subtype=kind.partition("/")[2], filename=name)
    return message.as_bytes()


@pytest.mark.parametrize("name", ODD)
def test_what_becomes_of_an_odd_mail(battle: tuple[Services, TurnRef], name: str) -> None:
    services, turn = battle
    odd, (local, _, domain) = ODD[name], US.orders_address.partition("@")
    to = f"{local}+{tokens_of(services.config).reply(turn)}@{domain}"
    tried = by_mail_room(services, "odd", raw_of(odd, to, "south@players.invalid"))
    assert (tried.state, [*tried.lines]) == (odd.get("state", "accepted"), odd["read"]), tried
    assert len(tried.problems) == odd.get("problems", 0), tried.problems
    assert odd.get("said", "") in " ".join(map(str, (*tried.notes, *tried.problems, tried.why, tried.note))), tried


@pytest.mark.parametrize("subject", ["S02 turn 2", "Re: ready", "RE: AW: S02 turn 2; S04 turn 10"])
def test_orders_in_the_subject_of_a_mail_without_any_are_answered_with_a_hint(office: Office, subject: str) -> None:
    office.receive(letter("Thanks for the report.\n", Subject=subject))
    (mail,) = office.mails("unchanged")
    assert NOT_THE_SUBJECT in " ".join(text_of(mail.raw).split())
    assert office.orders() == []


def test_a_subject_without_orders_is_not_spoken_of(office: Office) -> None:
    office.receive(letter("Thanks for the report.\n", Subject="Re: Harrow Down, South v North: round 1: orders"))
    office.receive(letter("S02 turn 2\n", Subject="S02 turn 2", name="two"))
    assert all(NOT_THE_SUBJECT not in " ".join(text_of(one.raw).split()) for one in office.mails())
