"""What an umpire cannot do, each refusal seen: a die taken back once thrown, a report held that no player reads."""

import msgspec
import pytest

from pbem.engine.ids import Seat
from pbem.service.agreements.seating import hand_to_aide
from pbem.service.play.work import Work
from pbem.service.umpire.held import (
    NotHeld,
    hold_report,
    lay_down,
    moments_to_rule,
    publish,
    run_of,
    take_away,
    trial_of,
)
from pbem.service.umpire.rulings import NoRuling, rulings_of
from pbem.service.umpire.undoing import undo_ruling
from tests.test_service.conftest import Office
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.test_umpire.ruled_duel import RULED
from tests.test_umpire.test_held import HELD, order, work_of
from tests.toyrules import BLUE, RED, SEATS


def ruled(umpired: Umpired) -> Umpired:
    """The same duel, whose umpire can rule."""
    return Umpired(umpired.office.with_rules(RULED), umpired.game, umpired.umpire)


def thrown(work: Work, seat: Seat) -> list[tuple[int, ...]]:
    """The faces of its strikes."""
    return [one.body.values for one in work.table if one.kind == "roll" and one.body.key.endswith(f"strike:{seat}#1")]


def test_a_die_that_was_laid_down_and_thrown_is_not_taken_back(lite: Office) -> None:
    made = ruled(begin_umpired(lite, HELD))
    services, game = made.office.services, made.game
    for seat in SEATS:
        order(made, seat, "bid 3")
    for moment in moments_to_rule(work_of(made)):
        plan = msgspec.structs.replace(moment, text="dice strike blue = 6 6 6", reason="it fell", told="all")
        lay_down(services, game, plan, made.umpire)
        if thrown(trial_of(work_of(made)), BLUE) == [(6, 6, 6)]:
            break
        (laid,) = work_of(made).desk.plans
        take_away(services, game, laid, made.umpire)
    assert publish(services, game, run_of(work_of(made)), made.umpire)
    assert thrown(work_of(made), BLUE) == [(6, 6, 6)]
    (card,) = rulings_of(work_of(made))
    with pytest.raises(NoRuling, match="the die of that ruling has been thrown"):
        undo_ruling(services, game, card.seq, "a slip", made.umpire)


def test_no_report_is_held_that_no_player_reads(lite: Office) -> None:
    made = begin_umpired(lite, HELD)
    hand_to_aide(lite.services, made.game, BLUE)
    order(made, RED)
    assert work_of(made).desk.shut
    with pytest.raises(NotHeld, match="no player reads the report of Blue"):
        hold_report(lite.services, made.game, BLUE, "his scouts are slow", made.umpire)
