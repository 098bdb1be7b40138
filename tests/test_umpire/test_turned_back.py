"""What a game turned back means for reports, numbers and orders; played on, its journal audits."""

import random
from contextlib import suppress

import pytest

from pbem.engine.ids import Seat, Seq
from pbem.service.play.games import load_game
from pbem.service.play.turns import submit
from pbem.service.play.void import void_marks
from pbem.service.replay.replay import followed, mark_of
from pbem.service.umpire.turnback import NoTurningBack, SameOrFresh, past_turns, turn_back
from tests.test_umpire.conftest import Umpired
from tests.test_umpire.test_timing import sound
from tests.toyrules import BLUE, RED

WHY = "a die was read wrongly"
DICE: tuple[SameOrFresh, ...] = ("same", "fresh")


def order(umpired: Umpired, seat: Seat, text: str) -> None:
    submit(umpired.office.services, umpired.game, seat, text, "web", umpired.office.players[seat], True)


def play(umpired: Umpired, text: str = "bid 1") -> None:
    """A round, both sides alike; a parry is refused."""
    began = load_game(umpired.office.services, umpired.game).battle.round
    for _ in range(8):
        work = load_game(umpired.office.services, umpired.game)
        if work.state == "over" or work.battle.round > began or work.desk.open is None:
            return
        asked = [ask.seat for ask in work.desk.open.batch.asks]
        for seat in asked:
            order(umpired, seat, text if len(asked) == 2 else "parry no")


def back(umpired: Umpired, to: Seq, dice: SameOrFresh = "same", *, keep: bool = False) -> None:
    turn_back(umpired.office.services, umpired.game, to, dice, WHY, umpired.umpire, keep=keep)


def began(umpired: Umpired, turn: int) -> Seq:
    """The entry before the orders of a turn."""
    turns = past_turns(load_game(umpired.office.services, umpired.game))
    return next(one.events[0].seq for one in turns if one.number == turn)


def test_numbers_are_never_used_again_and_void_reports_are_named(umpired: Umpired) -> None:
    play(umpired)
    play(umpired)
    before = load_game(umpired.office.services, umpired.game)
    numbers = [one.number for one in before.marks_of(RED)]
    back(umpired, began(umpired, 1))
    work = load_game(umpired.office.services, umpired.game)
    assert work.desk.turns[RED] == before.desk.turns[RED] + 1
    assert [one.number for one in void_marks(work) if one.seat == RED] == [one for one in numbers if one > 0]
    assert len({one.number for one in work.marks_of(RED)}) == len(numbers) + 1
    assert [one.number for one in reversed(past_turns(work)) if one.void] == [one for one in numbers if one > 0]
    (notice,) = [one for one in umpired.office.mails("ruling") if one.recipient == "red@example.org"]
    assert b"are void" in notice.raw
    assert b"bid 1" in notice.raw  # their own orders, to copy


def test_the_notice_to_a_side_holds_no_orders_of_the_other(umpired: Umpired) -> None:
    order(umpired, RED, "bid 3\nparry never")
    order(umpired, BLUE, "bid 1")
    back(umpired, Seq(1))
    notices = umpired.office.mails("ruling")
    assert len(notices) == 2
    for mail in notices:
        assert (b"parry never" in mail.raw) is (mail.recipient == "red@example.org")


def test_the_report_after_it_tells_the_whole_turn_as_it_was_in_the_end(umpired: Umpired) -> None:
    play(umpired, "bid 3")
    first = load_game(umpired.office.services, umpired.game)
    middle = next(line.seq for line in first.story.lines if line.kind == "roll")
    back(umpired, middle, "fresh", keep=True)
    work = load_game(umpired.office.services, umpired.game)
    last = work.marks_of(RED)[-1]
    standing = [one for one in work.marks_of(RED) if one not in void_marks(work)]
    assert standing[-1] == last
    assert last.from_seq < middle < last.to_seq
    assert len(followed(work, last)[1]) > 1


def test_going_back_to_what_was_left_lets_its_reports_stand_again(umpired: Umpired) -> None:
    play(umpired, "bid 2")
    play(umpired, "bid 2")
    before = load_game(umpired.office.services, umpired.game)
    back(umpired, began(umpired, 1), "fresh")
    play(umpired, "bid 1")
    back(umpired, before.table[-1].seq, keep=True)
    after = load_game(umpired.office.services, umpired.game)
    assert after.battle == before.battle
    assert not set(before.marks) & set(void_marks(after))
    assert after.desk.turns[RED] > before.desk.turns[RED]
    assert any(b"stand again" in one.raw for one in umpired.office.mails("ruling"))
    play(umpired)
    assert sound(umpired)


def test_orders_for_the_turn_that_was_open_are_asked_anew(umpired: Umpired) -> None:
    play(umpired)
    order(umpired, RED, "bid 3")
    back(umpired, Seq(1), "fresh", keep=True)
    work = load_game(umpired.office.services, umpired.game)
    assert work.desk.open is not None
    assert work.desk.open.submissions == {}
    assert sound(umpired)


def test_a_game_whose_seed_is_published_is_not_turned_back(umpired: Umpired) -> None:
    for _ in range(7):
        play(umpired, "bid 3")
    assert load_game(umpired.office.services, umpired.game).state == "over"
    with pytest.raises(NoTurningBack, match="seed has been published"):
        back(umpired, Seq(1))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_turned_back_and_played_the_journal_audits(umpired: Umpired, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(12):
        work = load_game(umpired.office.services, umpired.game)
        if work.state == "over":
            break
        if chance.random() < 0.4:
            with suppress(NoTurningBack):
                back(umpired, chance.choice(work.table).seq, chance.choice(DICE), keep=chance.random() < 0.5)
        else:
            play(umpired, f"bid {chance.randint(1, 3)}")
        work = load_game(umpired.office.services, umpired.game)
        assert work.state != "stopped"
        for mark in work.marks:
            followed(work, mark_of(work, mark.seat, mark.number))
    assert sound(umpired)
