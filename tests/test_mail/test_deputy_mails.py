"""A deputy by mail: he proves himself as any player does, the seat's player hears of it, and his time ends."""

import pytest

from pbem.mail.bodytext import from_html
from pbem.mail.tokens import Tokens, TurnRef
from pbem.rulesets.snaphance.language.language import looks_like_order
from pbem.service.agreements.deputies import UMPIRE, dismiss_deputy, name_deputy
from pbem.service.agreements.seating import hand_to_aide
from pbem.service.incoming import pending
from pbem.service.people.addresses import add_by_operator, ask_address
from pbem.service.people.seats import ensure_player
from pbem.service.play.work import open_game
from pbem.store.tables import PlayerId
from tests.test_mail.conftest import (
    ANN,
    BOB,
    HARROW,
    NORTH,
    SECRET,
    SOUTH,
    Office,
    letter,
    part_of,
    reply_to,
    text_of,
    token,
)
from tests.test_reports import shapes

CARL = "carl@players.test"
VOUCHED = {"Authentication_Results": "mx.example.test; dmarc=pass header.from=players.test"}


@pytest.fixture
def carl(office: Office) -> PlayerId:
    return ensure_player(office.services, CARL, "Carl Clay")


def name(office: Office, first: int, last: int) -> None:
    name_deputy(office.services, HARROW, SOUTH, CARL, first, last, UMPIRE)


def test_his_mail_counts_and_both_are_answered(office: Office, carl: PlayerId) -> None:
    name(office, 1, 3)
    assert office.receive(letter("S02 turn 2\n", sender=CARL)).state == "accepted"
    assert office.orders() == ["S02 turn 2"]
    assert open_game(office.services, HARROW).desk.filed[SOUTH].by == carl
    assert [mail.recipient for mail in office.mails("answer")] == [CARL]
    (copy,) = office.mails("copy")
    assert copy.recipient == ANN
    assert "Carl Clay, your deputy, sent this" in " ".join(text_of(copy.raw).split())
    assert office.receive(letter("S99 hold\n", sender=CARL, name="two")).state == "rejected"
    assert len(office.mails("copy")) == 1
    assert office.receive(letter("S02 turn 4\n", name="three")).state == "accepted"
    assert len(office.mails("copy")) == 1
    assert office.mails("answer")[-1].recipient == ANN


def test_he_may_write_without_a_token_where_a_player_may(office: Office, carl: PlayerId) -> None:
    name(office, 1, 1)
    new = letter("S02 turn 2\n", sender=CARL, to="orders@example.test", name="new")
    assert office.receive(new).state == "held"
    vouched = letter("S02 turn 4\n", sender=CARL, to="orders@example.test", name="vouched", **VOUCHED)
    assert office.receive(vouched).state == "accepted"
    code = Tokens(SECRET).code(TurnRef(HARROW, SOUTH, 1))
    coded = letter(f"{code}\nS02 turn 8\n", sender=CARL, to="orders@example.test", name="coded")
    assert office.receive(coded).state == "accepted"
    assert office.orders() == ["S02 turn 8"]


def test_any_address_of_his_will_do(office: Office, carl: PlayerId) -> None:
    name(office, 1, 1)
    add_by_operator(office.services, CARL, "carl@work.test")
    assert office.receive(letter("S02 turn 2\n", sender="carl@work.test")).state == "accepted"
    assert [mail.recipient for mail in office.mails("answer")] == [CARL]


def test_before_his_turns_and_once_dismissed_he_is_nobody(office: Office, carl: PlayerId) -> None:
    name(office, 2, 3)
    assert office.receive(letter("S02 turn 2\n", sender=CARL)).state == "held"
    office.later(minutes=1)
    name(office, 1, 3)
    dismiss_deputy(office.services, HARROW, SOUTH, CARL, UMPIRE)
    assert office.receive(letter("S02 turn 2\n", sender=CARL, name="two")).state == "held"
    assert office.orders() == []
    assert office.mails("answer", "copy") == []


def test_a_deputy_of_one_seat_is_nobody_to_another(office: Office, carl: PlayerId) -> None:
    name(office, 1, 3)
    assert office.receive(letter("N02 turn 2\n", sender=CARL, to=reply_to(NORTH))).state == "held"
    assert office.orders(NORTH) == []


def test_of_the_turn_after_his_last_he_is_told_nothing(office: Office, carl: PlayerId) -> None:
    hand_to_aide(office.services, HARROW, NORTH)
    name(office, 1, 1)
    assert office.receive(letter("S02 turn 2\nready\n", sender=CARL)).state == "accepted"
    assert office.page().turn == 2
    to_him = [mail for mail in office.mails("answer", "report") if mail.recipient == CARL and mail.turn != 1]
    (told,) = to_him
    text = text_of(told.raw)
    assert "Your orders were played" in text
    for secret in (token(turn=2), Tokens(SECRET).code(TurnRef(HARROW, SOUTH, 2)), "Order form", "S02"):
        assert secret.encode() not in told.raw
    (copy,) = office.mails("copy")
    assert copy.recipient == ANN
    assert token(turn=2).encode() in copy.raw


def test_orders_that_went_to_another_players_further_address_are_warned_of(office: Office, carl: PlayerId) -> None:
    add_by_operator(office.services, BOB, "bob@work.test")
    office.receive(letter("S02 turn 2\n", Cc="Bob <bob@work.test>"))
    assert "went to Bob Barlow too" in " ".join(text_of(office.mails("answer")[0].raw).split())


def test_no_line_of_these_mails_reads_as_an_order(office: Office, carl: PlayerId) -> None:
    ann = ensure_player(office.services, ANN, "")
    ask_address(office.services, ann, "ann@work.test")
    add_by_operator(office.services, BOB, "bob@work.test")
    name(office, 1, 2)
    office.receive(letter("S02 turn 2\nTURN 2\nS02 turn 4\nTURN 9\nready\n", sender=CARL))
    office.receive(letter("TURN 2\nno orders\n", sender=CARL, name="two"))
    office.receive(letter("TURN 2\nS02 turn 4\n", sender=CARL, name="three"))
    dismiss_deputy(office.services, HARROW, SOUTH, CARL, UMPIRE)
    office.later(days=5)
    pending.file_pending(office.services)
    kinds = {mail.kind for mail in office.mails()}
    assert {"address", "notice", "deputy", "answer", "copy"} <= kinds
    for mail in office.mails():
        for text in (text_of(mail.raw), from_html(part_of(mail.raw, "text/html"))):
            assert [line for line in shapes(text) if looks_like_order(line)] == [], mail.kind
