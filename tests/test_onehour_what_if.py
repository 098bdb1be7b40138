"""What if, on a table: orders tried on what a seat can see, to the end of the enemy's player turn."""

import pytest
from msgspec.structs import replace

from pbem.engine.ids import Seat, StandId
from pbem.engine.trials import TrialTally, tries
from pbem.engine.what_if import CannotTry
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.asks import AskSetup
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import SetUp, Sheet, StandingMove
from pbem.rulesets.onehour.what_if import CARRIED_OUT, CHARGED, NOT_CARRIED_OUT, RAN_OUT, WAS_CHARGED
from tests.onehour_tables import BLUE, RED, asked, reading, table, unit

FIELD = table(
    unit("I1", 10, 10), unit("C1", 20, 10), unit("EI1", 10, 20, 180, hits=13), unit("ES1", 20, 17, 180), limit=15
)


def tried(battle: Battle, text: str, numbers: range = range(1, 25)) -> TrialTally:
    """So many tries of blue's orders."""
    view = RULES.state.view(battle, Seat("blue"))
    answer = RULES.language.overlay(view, None, reading(view, text).answer)
    total = TrialTally()
    for one in tries(RULES, view, asked(battle), answer, numbers):
        total += one
    return total


def test_a_shot_and_a_charge_are_counted() -> None:
    tally = tried(FIELD, "I1 shoot EI1\nC1 charge ES1")
    shooter, charger = tally.stands[StandId("I1")], tally.stands[StandId("C1")]
    target, struck = tally.stands[StandId("EI1")], tally.stands[StandId("ES1")]
    assert (tally.tries, shooter.start, target.start) == (24, 15, 2)
    assert 12 < target.gone < 24, "gone by a 2 or more, five times in six"
    assert 2 < shooter.deeds[RAN_OUT] < 16
    assert shooter.deeds[CARRIED_OUT] == charger.deeds[CHARGED] == struck.deeds[WAS_CHARGED] == 24
    assert set(struck.lost) <= set(range(3, 9)), "a die and two"
    assert min(charger.lost) >= 3, "and it strikes back in its own player turn"
    assert charger.places == {"20,15": 24}
    assert tally.lost["Red"][1] == target.gone


def test_the_same_number_is_the_same_try() -> None:
    assert tried(FIELD, "I1 shoot EI1", range(1, 5)) == tried(FIELD, "I1 shoot EI1", range(1, 5))
    assert tried(FIELD, "I1 shoot EI1", range(1, 5)) != tried(FIELD, "I1 shoot EI1", range(5, 9))


def test_what_only_the_enemy_knows_changes_nothing() -> None:
    theirs = Sheet(standing=(StandingMove(whom="all", how="keep", distance=FIELD.table.width),))
    secret = replace(FIELD, sheets={RED: theirs})
    assert tried(secret, "I1 shoot EI1", range(1, 5)) == tried(FIELD, "I1 shoot EI1", range(1, 5))


def test_an_order_that_comes_to_nothing_is_told() -> None:
    battle = table(unit("I1", 10, 10), unit("I2", 10, 13), unit("EI1", 10, 30, 180))
    answer = RULES.language.overlay(battle, None, reading(battle, "I2 forward 4\nI1 forward 4").answer)
    blocked = replace(answer, orders=tuple(reversed(answer.orders)))
    (one,) = tries(RULES, battle, asked(battle), blocked, [1])
    assert one.stands[StandId("I1")].deeds == {NOT_CARRIED_OUT: 1}
    assert one.stands[StandId("I2")].deeds == {CARRIED_OUT: 1}


def test_what_goes_before_the_first_turn_cannot_be_tried() -> None:
    ask = AskSetup(seat=Seat("blue"), side=BLUE, default=SetUp())
    with pytest.raises(CannotTry, match="only orders"):
        tries(RULES, FIELD, ask, SetUp(), [1])


def test_a_battle_that_ends_in_a_try_says_how() -> None:
    last = table(unit("I1", 10, 10), unit("EI1", 10, 20, 180, hits=14), limit=15)
    tally = tried(last, "I1 shoot EI1")
    assert tally.ended == {"no units": 24}
    assert tally.won == {"Blue": 24}
