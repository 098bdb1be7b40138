"""Of an enemy general whom a side of Snaphance sees it learns where he is, and nothing of what he has done."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.ids import CommanderId, Seat
from pbem.engine.spec import Faults
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.cases.position import read_position
from pbem.rulesets.snaphance.cases.shapes import CaseAction
from pbem.rulesets.snaphance.state.battle import Battle

BLUE, RED, GENERAL = Seat("blue"), Seat("red"), CommanderId("gen")
HORSE = {"horse": {"kind": "CS", "category": "Hs", "class": "B", "mp": [3, 3], "sp": [5], "cb": 2, "fire": {}, "bp": 2}}


def position(general: dict[str, Any]) -> Battle:
    """b1 and its general stand three hexes from r1, who knows them; b2 is out of sight."""
    stands = [
        {"id": "b1", "side": "blue", "type": "horse", "hex": [0, 0]},
        {"id": "b2", "side": "blue", "type": "horse", "hex": [0, 20], "group": "far"},
        {"id": "r1", "side": "red", "type": "horse", "hex": [0, -3], "facing": 3},
    ]
    spec = {"visibility": 9, "stands": stands, "commanders": [{"id": "gen", "side": "blue", **general}]}
    faults = Faults()
    start = read_position(HORSE, spec, CaseAction(), faults)
    assert start is not None, faults.found
    return start.battle


@pytest.mark.parametrize("general", [{"hex": [1, -1]}, {"attached_to": "b1"}], ids=["alone", "with a known stand"])
def test_what_a_general_has_done_would_tell_of_activations_that_are_not_seen(general: dict[str, Any]) -> None:
    rested = position(general)
    one = replace(rested.commanders[GENERAL], move_used=True, hexes_moved=4, helped="b2", bound=True)
    ridden = replace(rested, commanders={**rested.commanders, GENERAL: one})
    view = RULES.state.view
    assert GENERAL in view(ridden, RED).commanders, "he is in sight"
    assert view(ridden, RED) == view(rested, RED)
    assert view(ridden, BLUE).commanders[GENERAL] == one, "his own side knows it"
