"""What the rules refuse when orders are carried out (3.19) is objected to when they are checked, by the same rule.

The rows are the refused orders of ``tests/cases/snaphance/audit-refusals.yaml``, which are played as cases.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.hexes import Direction, neighbour
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults
from pbem.rulesets.snaphance.cases.action import read_action
from pbem.rulesets.snaphance.cases.acts import acts, march
from pbem.rulesets.snaphance.cases.position import read_position
from pbem.rulesets.snaphance.cases.shapes import OrderSpec
from pbem.rulesets.snaphance.playing.checking import Objection, check_item
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import Act, GroupMove, GroupWait, Item, StandOrders
from pbem.yamlfile import read_yaml

FILE = Path(__file__).parent / "cases" / "snaphance" / "audit-refusals.yaml"
NOT_KNOWN_BEFORE = {("AU-811", 8), ("AU-811", 9), ("AU-811", 10), ("AU-813", 1), ("AU-813", 3), ("AU-809", 1)}
"""Refused for what was thrown, because another's group is activated, or for a way that a game would have found."""
Row = tuple[dict[str, Any], dict[str, Any], int, set[str]]


def rows() -> Iterator[Any]:
    """File, case, number of the order, rules of which one is to be cited."""
    file = read_yaml(FILE).value
    for case in file["cases"]:
        for refused in case["expect"]["refused"]:
            if (case["id"], refused["order"]) not in NOT_KNOWN_BEFORE:
                yield pytest.param(
                    (file, case, refused["order"], set(refused["rules"])), id=f"{case['id']}-{refused['order']}"
                )


def test_there_are_rows() -> None:
    assert len(list(rows())) > 40


@pytest.mark.parametrize("row", list(rows()))
def test_the_check_objects_by_the_same_rule(row: Row) -> None:
    file, case, number, allowed = row
    battle, orders = read_case(file, case)
    found = check_item(battle, as_item(battle, orders, number))
    assert found, "nothing is objected to"
    assert any(allowed & set(one.no.rules) for one in found), told(found)


def read_case(file: dict[str, Any], case: dict[str, Any]) -> tuple[Battle, tuple[OrderSpec, ...]]:
    faults = Faults()
    action = read_action(case["action"], faults)
    assert action is not None, faults.found
    start = read_position(file["types"], case["position"], action, faults)
    assert start is not None, faults.found
    return start.battle, action.orders


def as_item(battle: Battle, orders: tuple[OrderSpec, ...], number: int) -> Item:
    """The order as a line of a sheet: with all that its stand was ordered before it."""
    order = orders[number - 1]
    together = tuple(StandId(one) for one in order.group_move)
    if together and order.do in ("rally", "opportunity"):
        return GroupWait(together, purpose=order.do)
    if together:
        direction = Direction(int((order.direction or "D0")[1]))
        first = battle.stands[together[0]]
        how = march(battle, first.id, first.hex, neighbour(first.hex, direction), order.do)
        return GroupMove(stands=together, how=how, directions=(int(direction),) * order.hexes)
    stand = StandId(order.stand or "")
    some: tuple[Act, ...] = ()
    for one in orders[:number]:
        some = (*some, *(acts(battle, stand, one) if one.stand == stand else ()))
    return StandOrders(stand, some)


def told(found: tuple[Objection, ...]) -> str:
    return "; ".join(f"{one.no.why} ({', '.join(one.no.rules)})" for one in found)
