"""Forms of a case file are read to any depth: every fault is told with its place."""

from typing import Any, Literal

import msgspec
import pytest

from pbem.engine.casekit.reading import known, read_tree
from pbem.engine.spec import Faults


class Ahead(msgspec.Struct, frozen=True, kw_only=True):
    ahead: float


class Wheel(msgspec.Struct, frozen=True, kw_only=True):
    wheel: float
    about: Literal["left", "right"] = "right"


class Fire(msgspec.Struct, frozen=True, kw_only=True):
    do: Literal["fire", "volley"]
    target: str


class Move(msgspec.Struct, frozen=True, kw_only=True):
    do: Literal["move"]
    moves: list[Ahead | Wheel] = []


class Block(msgspec.Struct, frozen=True, kw_only=True):
    rows: tuple[int, ...]


class Tiny(msgspec.Struct, frozen=True, kw_only=True):
    orders: tuple[Fire | Move, ...] = ()
    blocks: dict[str, Block] = {}
    parent: Block | None = None
    size: int | Block = 0


def faults_of(value: Any) -> list[str]:
    faults = Faults()
    assert (read_tree(Tiny, value, "", faults) is None) == bool(faults.found)
    return [f"{one.where}: {one.what}" for one in faults.found]


def test_structs_within_lists_mappings_and_unions_are_read() -> None:
    faults = Faults()
    value = {
        "orders": [{"do": "move", "moves": [{"ahead": 3}, {"wheel": 20}]}, {"do": "volley", "target": "B1"}],
        "blocks": {"left": {"rows": [4, 4]}}, "parent": {"rows": [2]}, "size": {"rows": [1]},
    }  # fmt: skip
    moves: list[Ahead | Wheel] = [Ahead(ahead=3), Wheel(wheel=20)]
    assert read_tree(Tiny, value, "", faults) == Tiny(
        orders=(Move(do="move", moves=moves), Fire(do="volley", target="B1")),
        blocks={"left": Block(rows=(4, 4))}, parent=Block(rows=(2,)), size=Block(rows=(1,)),
    )  # fmt: skip
    assert read_tree(Tiny, {"parent": None, "size": 3}, "", faults) == Tiny(size=3)
    assert faults.found == []


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"orders": [{"do": "march"}]}, "orders[0].do: expected one of fire, volley, move, found 'march'"),
        ({"orders": [{"do": "fire"}]}, "orders[0]: 'target' is missing"),
        (
            {"orders": [{"do": "fire", "target": "B1", "range": 3}]},
            "orders[0].range: unknown key 'range'; did you mean",
        ),
        ({"orders": [{"do": "move", "moves": [{"wheel": "x"}]}]}, "orders[0].moves[0].wheel: expected float, got str"),
        ({"orders": [{"do": "move", "moves": [{"whel": 3}]}]}, "orders[0].moves[0].whel: unknown key 'whel'"),
        ({"orders": {"do": "move"}}, "orders: expected a list, found {'do': 'move'}"),
        ({"orders": ["move"]}, "orders[0]: expected keys and values, found 'move'"),
        ({"blocks": [1]}, "blocks: expected keys and values, found a list"),
        ({"blocks": {"left": {"rows": 3}}}, "blocks.left.rows: expected array, got int"),
        ({"parent": 3}, "parent: expected keys and values, found 3"),
        ({"size": "big"}, "size: expected int, got str"),
        (None, ": expected keys and values, found nothing"),
    ],
)
def test_a_slip_at_any_depth_is_told_with_its_place(value: Any, told: str) -> None:
    found = faults_of(value)
    assert any(one.startswith(told.partition("; did")[0]) for one in found), found


def test_all_slips_are_told_at_once() -> None:
    slips = {"orders": [{"do": "fire"}, {"do": "march"}], "blocks": {"left": 3}}
    assert len(faults_of(slips)) == 3


def test_names_that_are_not_there_are_faults() -> None:
    faults = Faults()
    assert known(["A1"], {"A1", "B1"}, "orders[0]", faults)
    assert not known(["A1", "C1"], {"A1", "B1"}, "orders[0]", faults, "regiment")
    assert [(one.where, one.what) for one in faults.found] == [("orders[0]", "there is no regiment 'C1'")]
