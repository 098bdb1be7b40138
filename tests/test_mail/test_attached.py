"""Orders in an attached text: read when the mail itself has none, and only from ``orders.txt`` beside other words."""

import pytest

from tests.test_mail.conftest import Office, reply_to, text_of

SAID = "read from a text attached"


def mail(
    body: str, name: str, attached: str = "S02 turn 2", kind: str = "text/plain", how: str = "attachment"
) -> bytes:
    return (
        f"From: ann@players.test\nTo: {reply_to()}\nMessage-ID: <attached@players.test>\nMIME-Version: 1.0\n"
        f"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n{body}\n"
        f'--b\nContent-Type: {kind}\nContent-Disposition: {how}; filename="{name}"\n\n{attached}\n--b--\n'
    ).encode()


@pytest.mark.parametrize(
    ("raw", "orders"),
    [
        (mail("Dear umpire, my orders are attached.", "orders.txt"), ["S02 turn 2"]),
        (mail("Dear umpire, my orders are attached.", "Orders (1).TXT", how="inline"), ["S02 turn 2"]),
        (mail("", "whatever.txt"), ["S02 turn 2"]),
    ],
)
def test_an_attached_text_is_read_and_said_to_be(office: Office, raw: bytes, orders: list[str]) -> None:
    assert office.receive(raw).state == "accepted"
    assert office.orders() == orders
    assert SAID in " ".join(text_of(office.mails("answer")[0].raw).split())


@pytest.mark.parametrize(
    ("raw", "orders"),
    [
        (mail("Dear umpire, see the file.", "notes.txt"), []),
        (mail("Dear umpire, see the file.", "orders.docx", kind="application/msword"), []),
        (mail("S04 turn 10", "orders.txt"), ["S04 turn 10"]),
        (mail("S04 fier N01", "orders.txt"), []),
        (mail("", "orders.txt", kind="application/octet-stream"), []),
    ],
)
def test_no_other_one_is(office: Office, raw: bytes, orders: list[str]) -> None:
    office.receive(raw)
    assert office.orders() == orders
    assert all(SAID not in " ".join(text_of(one.raw).split()) for one in office.mails())


def test_what_is_quoted_in_it_is_not_read(office: Office) -> None:
    attached = "S02 turn 2\n\nOn Monday Ann wrote:\nS03 turn 4\n"
    office.receive(mail("See the file.", "orders.txt", attached))
    assert office.orders() == ["S02 turn 2"]
