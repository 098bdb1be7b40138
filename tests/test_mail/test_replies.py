"""Replies in the shapes in which many programs write them give the orders that were typed, and no older ones.

The mails are in ``tests/mail_replies``, by the place of the orders: ``read`` is what must be taken, in order; every
other order in a mail is an old one, quoted or below a signature, and must never be.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.clock import FixedClock
from pbem.mail.bodytext import from_html
from pbem.mail.quoted import own_words
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.turns import check
from pbem.service.services import Services
from pbem.store.db import Database
from tests.plain_yaml import safe_load
from tests.test_mail.conftest import HARROW, ORDERS, SOUTH, START, config_for

REPLIES = {
    f"{file.stem}: {reply['name']}": reply
    for file in sorted((Path(__file__).parent.parent / "mail_replies").glob("*.yaml"))
    for reply in safe_load(file.read_text())
}


@pytest.fixture(scope="module")
def services(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """A battle just begun, never written to."""
    folder = tmp_path_factory.mktemp("replies")
    db = Database.open(f"sqlite:///{shutil.copy(begun, folder)}")
    yield Services(db, config_for(str(db.url), folder), FixedClock(START), compose=compose_mail)
    db.close()


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_gives_what_was_typed_and_no_older_orders(services: Services, name: str) -> None:
    reply = REPLIES[name]
    text = own_words(reply["text"] if "text" in reply else from_html(reply["html"]), ORDERS)
    reading = check(services, HARROW, SOUTH, text).reading
    assert reading is not None
    taken = [f"{one.code} {one.order}" for one in reading.understood]
    assert [*taken, *reading.controls] == reply["read"], text
    assert not [one for one in reading.problems if one.holds_up], text
