"""Standing orders of a tiny rule set: its table, the order in force, newer orders over older ones, the offers."""

from collections.abc import Callable, Iterable

import msgspec

from pbem.engine.offers import Acting, Choice
from pbem.engine.standing_orders import DecisionRow, in_force, offered, overlaid, precedence

CHARGED = DecisionRow(
    "T-1", "What it does when it is charged", {"stand": "it stands", "counter": "it charges too"}, "stand",
    forms={"counter A1": "it charges that enemy alone"}, name="charged", when="When it is charged",
)  # fmt: skip


class Policy(msgspec.Struct, frozen=True):
    """An order of the tiny rule set: for a unit, a sort or all; when: the sort that charges, '' for any."""

    whom: str
    value: str
    when: str = ""


SORT = {"H1": "horse", "H2": "horse", "F1": "foot"}


def rank_for(unit: str, charger: str = "") -> Callable[[Policy], int]:
    """How orders rank for a unit that is charged by a sort of enemy."""

    def rank(order: Policy) -> int:
        if order.when not in ("", charger):
            return 0
        near = {unit: 3, SORT[unit]: 2, "all": 1}.get(order.whom, 0)
        return precedence(near, conditional=bool(order.when))

    return rank


def over(before: Iterable[Policy], *after: Policy) -> tuple[Policy, ...]:
    return overlaid(
        before, after, subject=lambda one: one.whom, key=lambda one: (one.whom, one.when),
        taken_back=lambda one: one.value == "default",
    )  # fmt: skip


ALL, HORSE, H1 = Policy("all", "stand"), Policy("horse", "counter"), Policy("H1", "stand")
BY_FOOT = Policy("horse", "stand", "foot")


def test_the_order_for_the_more_particular_is_in_force_wherever_it_stands() -> None:
    for orders in ((ALL, HORSE, H1), (H1, HORSE, ALL)):
        assert in_force(orders, rank_for("H1")) == H1
        assert in_force(orders, rank_for("H2")) == HORSE
        assert in_force(orders, rank_for("F1")) == ALL


def test_an_order_for_others_is_not_in_force() -> None:
    assert in_force((HORSE, H1), rank_for("F1")) is None
    assert precedence(0, conditional=True) == 0


def test_of_equal_orders_the_last_is_in_force() -> None:
    newer = Policy("all", "counter")
    assert in_force((ALL, newer), rank_for("F1")) == newer


def test_a_condition_that_holds_goes_before_none_but_not_before_a_nearer_order() -> None:
    assert in_force((BY_FOOT, HORSE), rank_for("H2", "foot")) == BY_FOOT
    assert in_force((BY_FOOT, HORSE), rank_for("H2", "horse")) == HORSE
    assert in_force((BY_FOOT, H1), rank_for("H1", "foot")) == H1


def test_a_newer_order_takes_the_place_of_that_of_its_key() -> None:
    newer = Policy("all", "counter")
    assert over((ALL, HORSE), H1, newer) == (newer, HORSE, H1)
    assert over((HORSE, ALL), BY_FOOT) == (HORSE, ALL, BY_FOOT)


def test_an_order_taken_back_goes_with_all_its_conditions_and_leaves_nothing() -> None:
    assert over((HORSE, BY_FOOT, ALL), Policy("horse", "default")) == (ALL,)
    assert over((HORSE, BY_FOOT, ALL), Policy("horse", "default"), BY_FOOT) == (ALL, BY_FOOT)
    assert over((), Policy("horse", "default")) == ()


def scope(whom: str, value: str = "") -> Choice:
    return Choice(whom=whom, line=f"standing {whom} charged", value=value)


def test_fixed_answers_are_chosen_and_all_others_shown_as_lines() -> None:
    said = [scope("all", "counter"), scope("horse", "counter A1"), scope("H1", "stand")]
    found = offered(CHARGED, said, [scope("all"), scope("horse"), scope("foot")], ("H1", "F1"))
    assert [(one.whom, one.value) for one in found.choices] == [("all", "counter"), ("horse", ""), ("foot", "")]
    assert found.exceptions == ("standing horse charged counter A1", "standing H1 charged stand")
    assert (found.name, found.when, found.alone) == ("charged", "When it is charged", "standing <unit> charged")
    assert offered(CHARGED, said, ()).alone == "", "a decision of the whole side has no line for one unit"


def test_units_that_would_do_the_same_for_the_same_reason_are_told_together() -> None:
    def acts(code: str) -> tuple[str, str]:
        order = in_force((HORSE,), rank_for(code))
        return (CHARGED.default, "") if order is None else (order.value, order.whom)

    found = offered(CHARGED, [scope("horse", "counter")], [scope("horse")], ("H1", "F1", "H2"), acts)
    assert found.acts == (Acting(("H1", "H2"), "counter", "horse"), Acting(("F1",), "stand"))
    assert offered(CHARGED, [], [scope("horse")], ("H1",), acts).acts == (), "nothing acts where nothing is said"


def test_an_answer_is_told_by_its_meaning_else_by_its_words() -> None:
    assert CHARGED.meaning("counter") == "What it does when it is charged: it charges too"
    assert CHARGED.meaning("counter A1") == "What it does when it is charged: counter A1"
