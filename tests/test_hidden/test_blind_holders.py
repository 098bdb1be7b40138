"""That a body of troops takes ground would tell that it is no blind: a side learns of it once more is seen."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.hexes import Hex, key
from pbem.engine.ids import Side, StandId
from pbem.engine.spec import Faults
from pbem.engine.table.noticed import AreaSeen
from pbem.rulesets.onehour import battle as oh
from pbem.rulesets.onehour.cases.position import read_position as inches
from pbem.rulesets.onehour.playing.ending import holders
from pbem.rulesets.onehour.seeing.noticing import notice as notice_inches
from pbem.rulesets.snaphance.cases.position import read_position as hexes
from pbem.rulesets.snaphance.cases.shapes import CaseAction
from pbem.rulesets.snaphance.seeing.noticing import notice as notice_hexes
from pbem.rulesets.snaphance.state import battle as sn
from pbem.rulesets.snaphance.state.noticed import HexSeen

BLUE, RED, R1 = Side("blue"), Side("red"), StandId("r1")
HORSE = {"kind": "CS", "category": "Hs", "class": "B", "mp": [3, 3], "sp": [5], "cb": 2, "fire": {}, "bp": 2}


def hexes_learned(far: int, *, blinds: bool) -> list[Any]:
    """What blue learns of the ground of r1, so many hexes off of nine."""
    here, faults = Hex(0, -far), Faults()
    stands = [
        {"id": "b1", "side": "blue", "type": "horse", "hex": [0, 0]},
        {"id": "r1", "side": "red", "type": "horse", "hex": [0, -far]},
        {"id": "r2", "side": "red", "type": "horse", "hex": [0, 30], "blind": blinds},
    ]
    start = hexes({"horse": HORSE}, {"visibility": 9, "stands": stands}, CaseAction(), faults)
    assert start is not None, faults.found
    before: sn.Battle = replace(start.battle, objectives=(sn.HexObjective("Mill", (here,), 1),))
    after = replace(before, holders={key(here): RED})
    return [one for one in notice_hexes(before, after) if isinstance(one, HexSeen) and one.side == BLUE]


@pytest.mark.parametrize(("far", "blinds", "told"), [(9, False, 1), (9, True, 0), (6, True, 1)])
def test_who_holds_a_hex_is_learned_from_more_than_a_body_of_troops(far: int, blinds: bool, told: int) -> None:
    assert len(hexes_learned(far, blinds=blinds)) == told


def inches_learned(far: int, *, blinds: bool, mine: bool = False) -> list[Any]:
    """What blue learns of the ground of r1, so many inches from b1 of eighteen.  mine: of its own ground, b1's too."""
    faults, shape = Faults(), [[0, 5], [12, 5], [12, 30], [0, 30]] if mine else [[0, 12], [12, 12], [12, 30], [0, 30]]
    units = [
        {"id": "b1", "side": "blue", "type": "Infantry", "x": 6, "y": 8, "facing": 0},
        {"id": "r1", "side": "red", "type": "Infantry", "x": 6, "y": 10 + far, "facing": 180, "blind": mine},
        {"id": "r2", "side": "red", "type": "Infantry", "x": 44, "y": 44, "facing": 180, "blind": blinds},
    ]
    mill = {"name": "Mill", "areas": [{"name": "Mill", "shape": shape}], "hold": "last"}
    before = inches({}, {"visibility": 18, "units": units, "objectives": [mill]}, (), faults)
    assert before is not None, faults.found
    after: oh.Battle = replace(before, holders=holders(before))
    assert after.holders == {"Mill": BLUE if mine else RED}
    return [one for one in notice_inches(before, after) if isinstance(one, AreaSeen) and one.side == BLUE]


@pytest.mark.parametrize(("far", "blinds", "told"), [(16, False, 1), (16, True, 0), (10, True, 1)])
def test_who_holds_an_area_is_learned_from_more_than_a_body_of_troops(far: int, blinds: bool, told: int) -> None:
    assert len(inches_learned(far, blinds=blinds)) == told


def test_that_a_body_of_troops_bars_no_area_is_not_learned() -> None:
    assert inches_learned(16, blinds=True, mine=True) == []
