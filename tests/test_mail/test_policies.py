"""Whose mails count in an open, a normal and a strict game: every pair of carrier and sender."""

from collections.abc import Callable

import pytest

from pbem.mail.tokens import Tokens, TurnRef
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, ORDERS, SECRET, SOUTH, Office, letter, reply_to, text_of
from tests.test_mail.worlds import CARL, WORLDS

WORK = "ann@work.test"
VOUCHED = {"Authentication_Results": "mx.example.test; dmarc=pass header.from=players.test"}
CODE = Tokens(SECRET).code(TurnRef(HARROW, SOUTH, 1))

TOKEN = ("S02 turn 2\n", "")
BY_CODE = (f"code {CODE}\nS02 turn 2\n", ORDERS)
NOTHING = ("S02 turn 2\n", ORDERS)


@pytest.mark.parametrize(
    ("carrier", "sender", "vouched", "taken"),
    [
        # in which games a mail is taken: open, normal, strict
        (TOKEN, ANN, True, "open normal strict"),
        (TOKEN, ANN, False, "open normal"),
        (TOKEN, WORK, False, "open"),
        (TOKEN, "", False, "open"),
        (TOKEN, BOB, True, ""),
        (BY_CODE, ANN, True, "open normal strict"),
        (BY_CODE, ANN, False, "open normal"),
        (BY_CODE, WORK, True, ""),
        (NOTHING, ANN, True, "open normal"),
        (NOTHING, ANN, False, "open"),
        (NOTHING, WORK, True, ""),
        (NOTHING, "", False, ""),
    ],
)
@pytest.mark.parametrize("trust", ["open", "normal", "strict"])
def test_whose_mails_count(
    office: Office, trust: str, carrier: tuple[str, str], sender: str, vouched: bool, taken: str
) -> None:
    if trust != "normal":
        WORLDS[trust](office)
    body, to = carrier
    outcome = office.receive(letter(body, sender=sender, to=to, **(VOUCHED if vouched else {})))
    assert outcome.state == ("accepted" if trust in taken.split() else "held"), outcome.note
    assert office.orders() == (["S02 turn 2"] if trust in taken.split() else [])
    assert {mail.recipient for mail in office.mails()} <= {ANN, BOB}


def test_in_an_open_game_the_registered_address_is_told_who_wrote(office: Office) -> None:
    WORLDS["open"](office)
    office.receive(letter("S02 turn 2\n", sender=WORK))
    (answer,) = office.mails()
    assert (answer.kind, answer.recipient) == ("answer", ANN)
    told = " ".join(text_of(answer.raw).split())
    assert f"It came from {WORK}, which is not your registered address" in told


def test_even_in_an_open_game_a_player_cannot_order_for_his_enemy(office: Office) -> None:
    WORLDS["open"](office)
    assert office.receive(letter("N03 turn 4\n", sender=ANN, to=reply_to(NORTH))).state == "held"
    assert office.orders(NORTH) == []


def test_in_an_open_game_a_player_of_another_one_may_help(office: Office) -> None:
    WORLDS["two games"](office)
    WORLDS["open"](office)
    assert office.receive(letter("S02 turn 2\n", sender=CARL)).state == "accepted"


def test_one_open_game_opens_no_other(office: Office) -> None:
    """Harrow Down is open; without a token two turns fit, and neither is guessed."""
    WORLDS["two games"](office)
    WORLDS["open"](office)
    assert office.receive(letter("S02 turn 2\n", to=ORDERS)).note == "fits several open turns"


def test_in_the_embedded_mode_a_strict_game_asks_for_no_proof(office_with: Callable[..., Office]) -> None:
    office = office_with(builtin_mailbox=True)
    WORLDS["strict"](office)
    assert office.receive(letter("S02 turn 2\n")).state == "accepted"


def test_a_stranger_with_an_old_token_learns_nothing_and_the_player_that_it_is_over(office: Office) -> None:
    WORLDS["played"](office)
    outcome = office.receive(letter("S02 turn 2\n", sender="eve@evil.test"))
    assert (outcome.state, outcome.note) == ("rejected", "closed")
    (answer,) = office.mails("refused")
    assert answer.recipient == ANN
    assert "which has been played" in " ".join(text_of(answer.raw).split())
