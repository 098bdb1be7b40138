"""One-hour player turns that are played without asking: by consent, until something happens."""

import pytest
from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.battle import Battle, Contact
from pbem.rulesets.onehour.commands import Sheet, StandingPass
from pbem.rulesets.onehour.language.offering import offers
from tests.onehour_tables import BLUE, asked, reading, table, unit

FAR = table(unit("I1", 10, 6), unit("I2", 20, 6), unit("EC1", 10, 30, 180))


def given(battle: Battle, text: str) -> Battle:
    """The battle when blue has sent that in its first turn, at its next one."""
    answer = RULES.language.overlay(battle, None, reading(battle, text).answer)
    return replace(battle, turn=battle.turn + 1, sheets={BLUE: answer})


def passes(battle: Battle) -> Sheet | None:
    """What is answered unasked; None when blue is asked."""
    ask = replace(asked(battle), default=Sheet(standing=battle.sheets[BLUE].standing))
    found = RULES.deciding.decide(battle, ask)
    assert found is None or found.by == "standing order"
    return None if found is None else found.answer


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("hold until an enemy is within 9", "Standing all pass until an enemy is within 9"),
        ("next 3 turns", "Standing all pass through turn 3 until an enemy is within 12"),
        ("next 2 turns unless enemy within 6", "Standing all pass through turn 2 until an enemy is within 6"),
        ("standing all pass never", "Standing all pass never"),
    ],
)
def test_it_is_read_and_written(text: str, canonical: str) -> None:
    found = reading(FAR, text)
    assert found.problems == ()
    assert found.text == canonical
    assert reading(FAR, canonical).answer == found.answer


def test_it_is_said_of_all_units() -> None:
    (problem,) = reading(FAR, "standing I1 pass until an enemy is within 9").problems
    assert problem.suggestions == ("Standing all pass until an enemy is within 9",)
    assert reading(FAR, "next 1 turns").problems[0].reason.startswith("two turns at least")


def test_a_turn_is_asked_for_where_nothing_is_said() -> None:
    assert passes(given(FAR, "I1 hold")) is None
    assert passes(given(FAR, "standing all pass never")) is None


def test_a_side_that_holds_is_asked_when_an_enemy_comes_near() -> None:
    battle = given(FAR, "I1 forward 2\nhold until an enemy is within 9")
    assert passes(battle) == Sheet(orders=(), standing=(StandingPass(within=Hundredths(900)),))
    near = replace(battle.units["EC1"], pose=table(unit("EC1", 10, 16, 180)).units["EC1"].pose)  # type: ignore[index]  # a code
    assert passes(replace(battle, units={**battle.units, StandId("EC1"): near})) is None


def test_the_same_orders_are_carried_out_for_so_many_turns() -> None:
    battle = given(FAR, "I1 forward 2\nI2 hold\nnext 3 turns")
    assert [passes(replace(battle, turn=turn)) is not None for turn in (2, 3, 4)] == [True, True, False]
    found = passes(battle)
    assert found is not None
    assert found.orders == battle.sheets[BLUE].orders
    done = RULES.language.overlay(replace(battle, turn=4), None, reading(replace(battle, turn=4), "I1 hold").answer)
    assert done.standing == ()


def test_a_side_is_asked_when_it_is_in_a_fight_or_an_order_would_be_refused() -> None:
    battle = given(FAR, "I1 forward 2\nnext 3 turns")
    fight = Contact(attacker=StandId("EC1"), target=StandId("I1"), face="front")  # type: ignore[arg-type]  # a face by its word
    assert passes(replace(battle, contacts=(fight,))) is None
    ahead = replace(battle.units[StandId("I2")], pose=table(unit("I2", 10, 9)).units[StandId("I2")].pose)
    assert passes(replace(battle, units={**battle.units, StandId("I2"): ahead})) is None


def test_the_table_of_standing_orders_offers_it() -> None:
    row = next(one for one in offers(FAR, asked(FAR), None).decisions if one.name == "pass")
    assert row.title == "Turns played without you"
    assert [one.line for one in row.choices] == ["standing all pass"]
