"""A small battle of Fornovo to Sedgemoor, as a scenario file would have it, and changes of it."""

import copy
from collections.abc import Callable
from typing import Any

from pbem.engine.ruleset import Scenario
from pbem.rulesets.fornovo.scenario.reader import scenario
from pbem.rulesets.fornovo.state.battle import Battle

SPEC: dict[str, Any] = {
    "rules": "fornovo", "name": "trial", "title": "Trial", "blurb": "A trial.", "turns": 6, "year": 1643,
    "table": {"width": 48, "depth": 32},
    "terrain": [{"id": "hill", "kind": "gentle_hill", "name": "the hill", "shape": [[20, 14], [28, 14], [24, 20]]}],
    "objectives": [{"name": "the hill", "areas": ["hill"]}],
    "special": [{"rule": "held-until", "units": ["S01"], "turn": 2}],
    "sides": [
        {
            "id": "south", "name": "South", "letter": "S", "home": "south", "nation": "England", "break_share": 50,
            "generals": [{"id": "SC1", "name": "the colonel", "kind": "cc", "at": [24, 4]}],
            "units": [
                {"id": "S01", "name": "Foot", "rows": [8, 8, 8], "missile": "musket", "at": [24, 8]},
                {"id": "S02", "name": "Horse", "class": "cavalry", "charge": "trot", "rows": [4, 4], "armour": "M",
                 "missile": "pistol", "enters": {"turn": 2, "edge": "south", "at": 10, "needs": "4+"}},
            ],
        },
        {
            "id": "north", "name": "North", "letter": "N", "home": "north", "nation": "England", "break_share": 50,
            "generals": [{"id": "NC1", "name": "the colonel", "kind": "cc", "with": "N01"}],
            "units": [{"id": "N01", "name": "Foot", "rows": [8, 8, 8], "melee": "pike", "at": [24, 24]}],
        },
    ],
}  # fmt: skip
Change = Callable[[dict[str, Any]], Any]


def changed(change: Change) -> Scenario[Battle]:
    spec = copy.deepcopy(SPEC)
    change(spec)
    return scenario(spec, {})


def battle(change: Change = lambda spec: None) -> Battle:
    found = changed(change)
    assert found.faults == ()
    assert found.battle is not None
    return found.battle
