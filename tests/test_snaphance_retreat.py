"""Which ways lead back, from every side and with every facing (SN-12.0a, SN-Q31), and what leaving the board brings."""

import pytest

from pbem.engine.hexes import Direction, Hex, neighbour
from pbem.engine.ids import CommanderId, MeleeId, Side, StandId
from pbem.rulesets.snaphance.fighting.retreat import directions, leave_board
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.battle import Melee
from tests.snaphance_positions import a_play, facts_of, position, stand

B1, R1 = StandId("b1"), StandId("r1")

# Of a stand that faces 12 o'clock: where its victor is; the ways straight back, the preferred first; the ways sideways.
FACING_12 = [
    ("left front", 5, (2, 3), (1, 4)),
    ("right front", 0, (2, 3), (1, 4)),
    ("right flank", 1, (4, 5, 3), (2, 0)),
    ("right rear", 2, (0, 5), (1, 4)),
    ("left rear", 3, (0, 5), (1, 4)),
    ("left flank", 4, (1, 2, 0), (5, 3)),
]


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize(("side", "victor", "straight", "sideways"), FACING_12, ids=[one[0] for one in FACING_12])
def test_ways_back_lead_away_from_the_victor(
    side: str, victor: int, straight: tuple[int, ...], sideways: tuple[int, ...], facing: int
) -> None:
    def turned(some: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((d + facing) % 6 for d in some)

    there = neighbour(Hex(0, 0), Direction((victor + facing) % 6))
    battle = position([stand("b1", "ps", 0, 0, facing), stand("r1", "ps", there.q, there.r, 0)])
    ways = directions(battle, battle.stands[B1], there)
    assert ways.straight == turned(straight)
    assert set(ways.sideways) == set(turned(sideways))


def test_a_stand_that_leaves_the_board_takes_its_general_along_and_ends_its_melee() -> None:  # SN-12.0g, SN-3.2b
    melee = Melee(id=MeleeId("m1"), stands={Side("blue"): B1, Side("red"): R1})
    battle = position(
        [stand("b1", "ps", 0, 0), stand("r1", "ps", 0, -1, 3)], generals={"bg": (0, 0, "b1"), "rg": (0, -9, None)},
        melees={melee.id: melee},
    )  # fmt: skip
    play = a_play(battle)
    leave_board(play, B1, counts=True, cited=("SN-12.0g",))
    assert not play.battle.commanders[CommanderId("bg")].alive
    assert not play.battle.melees
    assert [one.points for one in facts_of(play, f.LeftBoard)] == [3]


@pytest.mark.parametrize(("counts", "phase"), [(True, "over"), (False, "activation")])
def test_an_army_may_break_by_those_that_leave(counts: bool, phase: str) -> None:  # SN-12.0g, SN-13.0h
    battle = position([stand("b1", "ps", 0, 0), stand("r1", "ps", 0, -9, 3)])
    few = f.StrengthLost(stand=B1, lost=1, sp=(5,), points=27, cause="a test").apply(battle)
    play = a_play(few)
    leave_board(play, B1, counts=counts, cited=("SN-12.0g",))
    assert play.battle.phase == phase
