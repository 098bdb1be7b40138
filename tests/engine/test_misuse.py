"""Rules code that breaks the contract is found out."""

import contextlib
from typing import Any

import pytest

from pbem.engine.ids import Seat
from pbem.engine.play import CALLS_A_STEP, Misuse, Play
from tests.changed_rules import changed
from tests.engine.host import Host
from tests.engine.toys import AUCTION, AskBid, Auction, Bid, BoundWon, auction

ASK = AskBid(seat=Seat("red"), default=Bid(0), bound=0, most=3)


def bare_except(play: Play[Auction]) -> None:
    try:
        play.ask(ASK)
    except:  # noqa: E722  # the offence
        return


def then_records(play: Play[Auction]) -> None:
    try:
        play.ask(ASK)
    except BaseException:  # noqa: BLE001  # the offence
        play.record(BoundWon(side=None))


def suppresses(play: Play[Auction]) -> None:
    with contextlib.suppress(BaseException):
        play.ask(ASK)


def returns_in_finally(play: Play[Auction]) -> None:
    try:
        play.ask(ASK)
    finally:
        return  # noqa: B012  # the offence


def records_in_finally(play: Play[Auction]) -> None:
    try:
        play.ask(ASK)
    finally:
        play.record(BoundWon(side=None))


def continues_in_finally(play: Play[Auction]) -> None:
    for _ in range(1):
        try:
            play.ask(ASK)
        finally:
            continue  # noqa: B012  # the offence


def does_nothing(play: Play[Auction]) -> None:
    play.seen(Seat("red"))


def records_nothing(play: Play[Auction]) -> None:
    play.roll("luck", "red", 1)


def loops(play: Play[Auction]) -> None:
    while True:
        play.roll("luck", "red", 1)


def never_ends(play: Play[Auction]) -> None:
    play.record(BoundWon(side=None))


SWALLOWED, WENT_ON = "swallowed a stop", "went on after a stop"
BAD: dict[str, tuple[Any, str]] = {
    "bare except": (bare_except, SWALLOWED),
    "then records": (then_records, WENT_ON),
    "suppress": (suppresses, SWALLOWED),
    "return in finally": (returns_in_finally, SWALLOWED),
    "record in finally": (records_in_finally, WENT_ON),
    "continue in finally": (continues_in_finally, SWALLOWED),
    "does nothing": (does_nothing, "recorded nothing"),
    "records nothing": (records_nothing, "recorded nothing"),
    "loops": (loops, f"over {CALLS_A_STEP} calls"),
}


@pytest.mark.parametrize(("script", "told"), BAD.values(), ids=BAD.keys())
def test_it_is_misuse(script: Any, told: str) -> None:
    with pytest.raises(Misuse, match=told):
        Host(changed(AUCTION, script=script), auction())


def test_a_script_that_never_ends_is_bounded() -> None:
    endless = changed(AUCTION, script=never_ends, over=lambda battle: False)
    with pytest.raises(Misuse, match="over 500 steps in one run"):
        Host(endless, auction())


def test_an_error_in_rules_code_writes_nothing() -> None:
    """What the step had done before the error is not written either."""
    host = Host(AUCTION, auction())

    def fails(play: Play[Auction]) -> None:
        play.record(BoundWon(side=None))
        raise ZeroDivisionError

    before = host.stored[:3]
    host.stored = list(before)
    host.rules = changed(AUCTION, script=fails)
    with pytest.raises(ZeroDivisionError):
        host.go_on()
    assert host.stored == before
