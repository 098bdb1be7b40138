"""Changed rules: drift is told at the right entry, nothing is written, and three ways lead out of it."""

from typing import Any

import pytest

from pbem.engine.dice import SeededDice
from pbem.engine.ids import Seat, Seq
from pbem.engine.play import Play, audit
from pbem.engine.ruleset import RuleSet
from tests.changed_rules import changed
from tests.engine.host import GAME, Host
from tests.engine.toys import (
    AUCTION,
    SIDES,
    SKIRMISH,
    AskBid,
    Auction,
    Bid,
    BidTaken,
    BoundWon,
    auction,
    play_bound,
    skirmish,
)


def mended(script: Any) -> RuleSet[Any]:
    return changed(AUCTION, script=script, version="2")


def ties_to_blue(play: Play[Auction]) -> None:
    """The bound as of today, but that blue wins it whatever the dice say."""
    most = 3 + play.battle.bound % 2
    asks = [AskBid(seat=Seat(s), default=Bid(0), bound=play.battle.bound, most=most) for s in SIDES]
    bids = play.ask_both(asks[0], asks[1], sealed=True)
    for side, bid in zip(SIDES, bids, strict=True):
        play.record(BidTaken(side=side, points=bid.points))
        play.roll("luck", side, 1)
    play.record(BoundWon(side=SIDES[1]))


def more_dice(play: Play[Auction]) -> None:
    """The same bound, but each throws two dice."""
    asks = [
        AskBid(seat=Seat(s), default=Bid(0), bound=play.battle.bound, most=3 + play.battle.bound % 2) for s in SIDES
    ]
    bids = play.ask_both(asks[0], asks[1], sealed=True)
    for side, bid in zip(SIDES, bids, strict=True):
        play.record(BidTaken(side=side, points=bid.points))
        play.roll("luck", side, 2)
    play.record(BoundWon(side=None))


def other_question(play: Play[Auction]) -> None:
    """The same bound, but one point more may be bid."""
    most = 4 + play.battle.bound % 2
    asks = [AskBid(seat=Seat(s), default=Bid(0), bound=play.battle.bound, most=most) for s in SIDES]
    play.ask_both(asks[0], asks[1], sealed=True)
    play.record(BoundWon(side=None))


def another_question(play: Play[Auction]) -> None:
    """The same bound, and then something more is asked."""
    bound = play.battle.bound
    play_bound(play)
    play.ask(AskBid(seat=Seat("red"), default=Bid(0), bound=bound, most=1))
    play.record(BoundWon(side=None))


def half_played() -> Host:
    """Two bounds are played, the third is open."""
    host = Host(AUCTION, auction())
    host.deadline()
    host.deadline()
    assert host.battle.bound == 2
    return host


def in_step(host: Host, step: int, kind: str, nth: int = 0) -> Seq:
    """The seq of an entry: the nth of its kind in a step, from 0."""
    lines = host.story.lines
    start = [i for i, line in enumerate(lines) if line.kind == "step"][step]
    return [line.seq for line in lines[start:] if line.kind == kind][nth]


def drifts(rules: RuleSet[Any], host: Host) -> list[Seq]:
    return [one.seq for one in audit(rules, host.story, SeededDice(host.seed, GAME, host.words))]


def test_the_audit_names_the_first_entry_of_each_step_that_differs() -> None:
    """Each step is played from its own checkpoint, so that differences do not spread."""
    host = half_played()
    red_wins = [n for n in range(2) if [f for f in host.facts() if isinstance(f, BoundWon)][n].side != "blue"]
    assert red_wins, "the seed must let red win or draw a bound for this proof"
    assert drifts(mended(ties_to_blue), host) == [in_step(host, n, "fact", 2) for n in red_wins]
    assert drifts(mended(more_dice), host) == [in_step(host, n, "roll") for n in range(2)]
    assert drifts(mended(other_question), host) == [in_step(host, n, "answer") for n in range(2)]
    assert drifts(AUCTION, host) == []


def test_a_further_question_in_a_finished_step_is_drift() -> None:
    host = half_played()
    assert drifts(mended(another_question), host) == [in_step(host, 1, "step"), in_step(host, 2, "step")]


@pytest.mark.parametrize("script", [ties_to_blue, more_dice])
def test_an_open_step_drifts_and_nothing_is_written(script: Any) -> None:
    """The rules change after a die of the open step was thrown: the game stops where it is."""
    host = stopped(script)
    assert host.drift is not None
    assert host.drift.seq in {line.seq for line in host.story.lines}
    before = list(host.stored)
    host.go_on()
    assert host.stored == before


def stopped(script: Any) -> Host:
    """A bound is played by the old rules; then the umpire goes back to its last roll, and the rules have changed."""
    host = half_played()
    last = in_step(host, 1, "fact", 2)
    host.rules = mended(script)
    host.rewind(last)
    assert host.drift is not None
    return host


@pytest.mark.parametrize("script", [ties_to_blue, more_dice])
def test_mending_the_code_heals(script: Any) -> None:
    host = stopped(script)
    host.rules = AUCTION
    host.go_on()
    assert host.drift is None
    assert host.open_ask() is not None
    assert drifts(AUCTION, host) == []


@pytest.mark.parametrize("script", [ties_to_blue, more_dice])
def test_going_back_to_before_it_heals(script: Any) -> None:
    """Same dice, answers kept: the bound is played on by today's rules and nobody is asked again."""
    host = stopped(script)
    assert host.drift is not None
    at = [line.seq for line in host.story.lines]
    host.rewind(at[at.index(host.drift.seq) - 1], "same", keep=True)
    assert host.drift is None
    assert host.battle.bound == 2
    assert [one for one in drifts(host.rules, host) if one >= in_step(host, 1, "step")] == []


@pytest.mark.parametrize("script", [ties_to_blue, more_dice])
def test_ending_the_step_by_hand_heals(script: Any) -> None:
    host = stopped(script)
    host.rule(BoundWon(side=None), ends_step=True)
    assert host.drift is None
    assert host.open_ask() is not None
    assert [one for one in drifts(host.rules, host) if one >= in_step(host, 1, "step")] == []


def test_a_citation_is_no_outcome() -> None:
    """The same facts by other rule IDs do not drift."""
    from msgspec.structs import replace

    class Citing(Play[Any]):
        pass

    def cited(play: Play[Any]) -> None:
        before = play.record
        play.record = lambda fact: before(replace(fact, rules=("T-9",)))
        SKIRMISH.course.script(play)

    host = Host(SKIRMISH, skirmish())
    for _ in range(6):
        host.deadline()
    assert audit(changed(SKIRMISH, script=cited), host.story, host.dice) == []


def test_an_answer_kept_is_given_once() -> None:
    """A later question of the same wording is put to the player, not answered for ever by what was left behind."""
    host = half_played()
    first = in_step(host, 0, "answer")
    to = max(line.seq for line in host.story.lines if line.seq < first)
    host.rewind(to, "same", keep=True)
    assert host.battle.bound == 2
    assert host.story.kept == ()
    host.rewind(to, "fresh", keep=False)
    assert host.battle.bound == 0
    assert host.open_ask() is not None


def test_an_answer_kept_is_not_given_to_the_next_step() -> None:
    """Every step asks the same; one answer is left behind, and one question is answered by it."""

    def always_the_same(play: Play[Auction]) -> None:
        play.ask(AskBid(seat=Seat("red"), default=Bid(0), bound=0, most=3))
        play.record(BoundWon(side=None))

    host = Host(changed(AUCTION, script=always_the_same), auction())
    host.deadline()
    host.rewind(in_step(host, 0, "step"), "same", keep=True)
    assert host.battle.bound == 1


def test_a_die_may_be_laid_down_for_a_step_to_come() -> None:
    from pbem.engine.journal import Fix

    host = Host(AUCTION, auction())
    host.rule(fixes=[Fix(key, (face,)) for key, face in (("0/2/luck:red#1", 6), ("0/2/luck:blue#1", 1))])
    host.deadline()
    host.deadline()
    assert [(roll.values, roll.source) for roll in host.rolls()[2:]] == [((6,), "ruling"), ((1,), "ruling")]
