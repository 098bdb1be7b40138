"""Raw mails of many kinds: what becomes of each, which orders stand afterwards, what goes out."""

from pathlib import Path

import msgspec
import pytest

from tests.plain_yaml import safe_load
from tests.test_mail.conftest import NORTH, Office, text_of
from tests.test_mail.test_styles import harmless
from tests.test_mail.worlds import WORLDS

FOLDER = Path(__file__).parent.parent / "mail"


class Expected(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Of one mail; ``tests/mail/expected.yaml`` explains the words."""

    rows: tuple[int, ...]
    state: str
    orders: list[str] = []
    out: list[str] = []
    said: str = ""
    world: str = ""
    after: list[str] = []
    final: bool = False


EXPECTED = msgspec.convert(safe_load((FOLDER / "expected.yaml").read_text()), dict[str, Expected])


def raw(name: str) -> bytes:
    """A mail of the folder."""
    return (FOLDER / f"{name}.eml").read_bytes()


def test_every_mail_has_its_expectation_and_the_other_way_round() -> None:
    assert {path.stem for path in FOLDER.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 150


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_raw_mail(office: Office, name: str) -> None:
    expected = EXPECTED[name]
    WORLDS[expected.world](office)
    for before in expected.after:
        office.receive(raw(before))
    sent_before = {(mail.game, mail.key) for mail in office.mails()}
    outcome = office.receive(raw(name))
    stands = office.page().stands
    assert outcome.state == expected.state, outcome.note
    assert (stands.text.split("\n") if stands and stands.text else []) == expected.orders
    assert office.orders(NORTH) == []
    assert (stands is not None and stands.final) == expected.final
    sent = [mail for mail in office.mails() if (mail.game, mail.key) not in sent_before]
    assert sorted(f"{mail.kind} {mail.recipient.partition('@')[0]}" for mail in sent) == expected.out
    for mail in sent:
        harmless(mail)
    texts = [" ".join(text_of(mail.raw).split()) for mail in sent]
    assert any(" ".join(expected.said.split()) in text for text in texts) or not expected.said
    assert (outcome.answer is not None) == any(not one.startswith("operator") for one in expected.out)
