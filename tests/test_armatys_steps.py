"""What is not looked at decides nothing: steps of P5d between which no units meet (AR-G19), wheels that lead past an
enemy (AR-G15), paths too far apart to meet (AR-G16)."""

import random
from itertools import combinations
from math import inf
from typing import Any

import pytest

from pbem.engine.ids import StandId
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.rulesets.armatys.cases.position import read_position
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving import charging, stepping
from pbem.rulesets.armatys.moving.courses import TimedPath, meeting
from pbem.rulesets.armatys.moving.ordinary import Plan, plan
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle

GROUND = [
    {"id": "wood", "kind": "wood", "shape": [[10, 10], [16, 10], [16, 16], [10, 16]]},
    {"id": "hedge", "kind": "hedge", "line": [[4, 19], [20, 19]]},
    {"id": "stream", "kind": "stream", "shape": [[18, 8], [19, 8], [19, 24], [18, 24]]},
]
FOOT, HORSE = {"rows": ["MMMMMM", "MMMMMM"]}, {"kind": "horse", "rows": ["HHHH", "HHHH"]}


def crowd(chance: random.Random) -> Battle:
    """Ten units of both sides close together, some upon one another."""
    units = [
        {
            **chance.choice([FOOT, HORSE]), "id": f"{'AB'[i % 2]}{i}", "side": "AB"[i % 2],
            "at": [chance.randrange(600, 2400) / 100, chance.randrange(600, 2400) / 100],
            "facing": chance.choice([chance.randrange(360), 90 * chance.randrange(4)]), "counters": chance.randrange(3),
        }
        for i in range(10)
    ]  # fmt: skip
    found = read_position({"table": [30, 30], "units": units, "terrain": GROUND}, Faults())
    assert found is not None
    return found


def leg(chance: random.Random, rows: tuple[str, ...]) -> Any:
    """Any part of a move."""
    far = Hundredths(chance.randrange(20, 600))
    return chance.choice([
        o.Forward(far), o.Forward(far), o.Back(far), o.Sideways(Hundredths(chance.choice([-1, 1]) * far)),
        o.WheelBy(Tenths(chance.choice([-1, 1]) * chance.randrange(10, 900))),
        o.TurnTo(Tenths(chance.randrange(3600))), o.Form(("".join(rows),)),
    ])  # fmt: skip


def moves(battle: Battle, chance: random.Random) -> dict[StandId, Plan]:
    """What most of them are ordered to do, as far as the rules let them."""
    found = {}
    for code, unit in sorted(battle.units.items()):
        legs = tuple(leg(chance, unit.rows) for _ in range(chance.randrange(3)))
        made = plan(battle, unit, o.MoveOrder(0, code, legs, keep=Hundredths(chance.choice([100, 100, 300]))))
        if not isinstance(made, Objection) and made.parts:
            found[code] = made
    return found


def test_no_step_that_is_skipped_would_have_stopped_a_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    met = 0
    for seed in range(60):
        chance = random.Random(seed)
        battle = crowd(chance)
        plans, through = moves(battle, chance), {code: chance.random() < 0.5 for code in battle.units}
        skipped = stepping.run(battle, plans, through.__getitem__)
        with monkeypatch.context() as patch:
            patch.setattr(stepping, "_next_test", lambda places, pair, step: step + 1)
            patch.setattr(stepping, "box_of", lambda rect, made: (-99.0, -99.0, 99.0, 99.0))
            assert stepping.run(battle, plans, through.__getitem__) == skipped, f"seed {seed}"
        met += sum(one.by is not None or bool(one.through) for one in skipped.values())
    assert met > 60, "units meet in it"


def test_no_wheel_that_is_passed_over_would_have_led_to_an_enemy(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = crowd(random.Random(3))
    pairs = [(one, other) for one in battle.units.values() for other in battle.units.values() if one.side != other.side]
    found = [charging.found_wheel(*pair) for pair in pairs]
    monkeypatch.setattr(charging, "_beside_lane", lambda rect, wheel, other: False)
    assert [charging.found_wheel(*pair) for pair in pairs] == found
    assert len(set(found)) > 5, "wheels differ in it"


def test_no_paths_that_are_thought_too_far_apart_would_have_met(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [pair for seed in range(6) for pair in combinations(courses(crowd(random.Random(seed))), 2)]
    found = [[meeting(*pair, 0.0, until) for until in (0.3, 1.0)] for pair in pairs]
    monkeypatch.setattr("pbem.rulesets.armatys.moving.courses._JOLT", inf)
    assert [[meeting(*pair, 0.0, until) for until in (0.3, 1.0)] for pair in pairs] == found
    assert len({time for times in found for time in times}) > 20, "units meet in it"


def courses(battle: Battle) -> list[TimedPath]:
    """Charges of all units, each with a wheel of its own."""
    return [
        charging.charge_course(battle, one, Tenths(90 * i - 400), 12) for i, one in enumerate(battle.units.values())
    ]
