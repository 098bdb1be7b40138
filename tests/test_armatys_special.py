"""Special rules of Armatys' battles as scenario files have them, where a case cannot look: faults, points, words."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.ids import Side, StandId
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose, Spot
from pbem.paths import SCENARIOS
from pbem.rulesets.armatys.playing.ending import scores
from pbem.rulesets.armatys.scenario.reader import scenario
from pbem.rulesets.armatys.special.prizes import taken
from pbem.rulesets.armatys.special.speaking import WORDS, special_rules
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle, with_unit
from pbem.yamlfile import read_yaml

GUN, FOE = StandId("P071"), StandId("R01")
Change = Callable[[dict[str, Any]], Any]


def spec_of(name: str) -> dict[str, Any]:
    spec: dict[str, Any] = read_yaml(SCENARIOS / "armatys" / f"{name}.yaml").value
    return copy.deepcopy(spec)


def battle(name: str) -> Battle:
    read = scenario(spec_of(name), {"pace": "bound"})
    assert read.faults == ()
    assert read.battle is not None
    return read.battle


def test_every_kind_is_in_a_battle_and_has_its_sentence() -> None:
    battles = [battle(name) for name in ("naseby", "marston-moor", "edgehill", "cropredy")]
    kinds = {type(rule) for one in battles for rule in one.special}
    assert kinds == set(WORDS) == set(k.KINDS.values())
    told = dict(special_rules(battles[0]))
    assert "R01 to R05 make no test to halt a pursuit" in told["SCN-runaway"]
    assert told["SCN-bank"].startswith("Sulby Hedge: a bank")


@pytest.mark.parametrize(
    ("rule", "where", "what"),
    [
        ({"rule": "runaways"}, "special[0].rule.runaways", "runaway"),
        ({"rule": "rain"}, "special[0]", "'bounds' is missing"),
        ({"rule": "rain", "bounds": [0]}, "special[0].bounds", "counted from 1"),
        ({"rule": "bridled", "units": ["R16"], "needs": 7}, "special[0].needs", "2 to 6"),
        ({"rule": "bridled", "units": ["R99"], "needs": 3}, "special[0].units[0]", "no unit or battery 'R99'"),
        ({"rule": "follows", "units": ["R01"], "leads": ["R02"], "upto": 6}, "special[0].upto", "1 to 5"),
        ({"rule": "prizes", "guns": ["R01"], "points": 1, "area": []}, "special[0].guns", "prizes are guns"),
        ({"rule": "panic", "units": ["R01"], "lost": 2, "within": 9}, "special[0].lost", "more than its 1"),
        ({"rule": "furze", "ground": ["moor"]}, "special[0].ground[0]", "piece of terrain"),
        ({"rule": "rides-through", "general": "RG9"}, "special[0].general", "RG9"),
        ({"rule": "barricade", "side": "nobody", "at": [1, 1], "within": 1}, "special[0].side", "nobody"),
        ({"rule": "barricade", "side": "royal", "at": 5, "within": 1}, "special[0].at", "a place"),
    ],
)
def test_a_fault_is_told_with_its_place(rule: dict[str, Any], where: str, what: str) -> None:
    spec = spec_of("naseby") | {"special": [rule]}
    faults = scenario(spec, {"pace": "bound"}).faults
    assert any(one.where == where and what in one.what for one in faults), faults


def test_an_abandoned_gun_is_taken_by_the_enemy_that_touches_it_and_gives_points() -> None:
    before = battle("cropredy")
    gun, foe = before.units[GUN], before.units[FOE]
    there = with_unit(before, replace(gun, status="abandoned", rows=()))
    assert list(taken(there)) == []
    beside = Pose(Spot(Hundredths(gun.pose.at.x), Hundredths(gun.pose.at.y + 20)), foe.pose.facing)
    touched = with_unit(there, replace(foe, pose=beside))
    assert list(taken(touched)) == [GUN]
    assert list(taken(with_unit(touched, replace(touched.units[FOE], state="broken")))) == []

    def extra(one: Battle) -> int:
        return scores(one)[Side("royal")].extra

    beyond = Pose(Spot(Hundredths(3000), Hundredths(3000)), gun.pose.facing)
    assert extra(there) == extra(before)
    assert extra(with_unit(there, replace(there.units[GUN], pose=beyond))) == extra(before) + 1
    units = {code: one for code, one in there.units.items() if code != GUN}
    assert extra(replace(there, units=units, removed={GUN: there.units[GUN]})) == extra(before) + 1


def test_rulings_played_in_their_other_reading_are_told_as_the_special_rules_are() -> None:
    told = scenario({**spec_of("harrow-down"), "switches": {"flank": "hits", "rally": "below"}}, {"pace": "bound"})
    assert told.battle is not None
    assert [rule for rule, _ in special_rules(told.battle)] == ["AR-Q18", "AR-Q47"]
    assert any("AR-Q47: Of the groups that fight a flank or rear only those that hit" in line for line in told.summary)
    assert special_rules(battle("harrow-down")) == ()
    [fault] = scenario({**spec_of("harrow-down"), "switches": {"flank": "always"}}, {"pace": "bound"}).faults
    assert fault.where.startswith("switches.flank")
