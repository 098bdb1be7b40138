"""Raw mails of many kinds: what becomes of each, which orders stand afterwards, and what is answered."""

from pathlib import Path

import msgspec
import pytest
import yaml

from tests.test_mail.conftest import ANN, BOB, Office, text_of

FOLDER = Path(__file__).parent.parent / "mail"


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    state: str
    orders: list[str]
    answered: bool = True
    said: str = ""
    mails: int = 1
    final: bool = False


EXPECTED = msgspec.convert(yaml.safe_load((FOLDER / "expected.yaml").read_text()), dict[str, Expected])


def test_every_mail_has_its_expectation_and_the_other_way_round() -> None:
    assert {path.stem for path in FOLDER.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) >= 40


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_raw_mail(office: Office, name: str) -> None:
    expected = EXPECTED[name]
    outcome = office.receive((FOLDER / f"{name}.eml").read_bytes())
    assert outcome.state == expected.state, outcome.note
    stands = office.page().stands
    given = [line for line in office.orders() if expected.orders or stands is None]
    assert set(expected.orders) <= set(given)
    if not expected.final:
        assert len(given) == len(expected.orders)
    assert (stands is not None and stands.final) == expected.final
    _check_answer(office, expected)
    assert (outcome.answer is not None) == expected.answered


def _check_answer(office: Office, expected: Expected) -> None:
    sent = office.mails()
    assert len(sent) == (expected.mails if expected.answered else 0)
    texts = [text_of(mail.raw) for mail in sent]
    for mail in sent:
        assert mail.recipient in {ANN, BOB, "operator@example.org"}
    if expected.answered:
        flat = " ".join(" ".join(texts).split())
        assert " ".join(expected.said.split()) in flat
        for order in expected.orders:
            code, _, words = order.partition(" ")
            assert any(f"{code}  | {words}" in text for text in texts)
